//! Entities and their replacement (ISO 8879, 10.5).
//!
//! A grammar declares entities (`entities`), and a document declares others in its declaration
//! subset. The document's take precedence, then the grammar's, then those of HTML. [`References`]
//! resolves each reference, and limits the total cost, since entities within entities multiply.
//!
//! ```text
//! <!ENTITY who "World">            &who;    text, read at the reference; its markup is recognised
//! <!ENTITY lt CDATA "<">           &lt;     characters
//! <!ENTITY nbsp SDATA "[nbsp  ]">  &nbsp;   a character of the system, by the name in the brackets
//! <!ENTITY page PI "page break">   &page;   a processing instruction
//! ```

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::interpret::Interpreter;
use crate::base::Span;
use crate::token::EntityData;
use crate::token::reference::decode;

/// The messages of errors in references.
const CYCLE: &str = "the entity references itself";
const TOO_DEEP: &str = "entity references are nested too deep";
const TOO_MUCH: &str = "entity references expand to too much text";
const EXTERNAL: &str = "external entities are not read";

/// The kind of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntityKind {
    /// Text with references and markup.
    Text,
    /// `CDATA`: characters.
    Data,
    /// `SDATA`: characters that mean something only to the system.
    System,
    /// `PI`: a processing instruction.
    Instruction,
    /// `SYSTEM`, `PUBLIC`: the content of a file, which is not read.
    External,
    /// A parameter entity with keywords of marked sections; its name begins with `%`.
    Keywords,
}

/// An entity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entity {
    /// The kind of the entity.
    pub kind: EntityKind,
    /// The replacement text. In `CDATA` and `SDATA` a carriage return is the end of a record and a
    /// line feed the start of the next one. In other text a line feed is both.
    pub text: Arc<str>,
}

/// Entities by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Entities {
    by_name: BTreeMap<Box<str>, Entity>,
}

impl Entity {
    /// Returns the characters of a data entity.
    pub(super) fn characters(&self) -> Box<str> {
        match self.kind {
            EntityKind::System => shown(&self.text),
            EntityKind::Data => self.text.replace("\r\n", "\n").into(),
            _ => (*self.text).into(),
        }
    }

    /// Returns the entity data that describes these characters as a whole.
    pub(super) fn data(&self) -> Vec<EntityData> {
        let is_system = self.kind == EntityKind::System;
        let range = Span::new(0, self.characters().len());
        let data = EntityData { range, text: self.text.clone(), is_system };
        if is_system || self.text.contains(['\r', '\n']) { vec![data] } else { Vec::new() }
    }
}

impl Entities {
    /// Declares an entity. Of two with one name, the first counts.
    pub fn declare(&mut self, name: &str, kind: EntityKind, text: &str) {
        if let Entry::Vacant(vacant) = self.by_name.entry(name.into()) {
            vacant.insert(Entity { kind, text: text.into() });
        }
    }

    /// Returns the entity with a name, which is case-sensitive.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Entity> {
        self.by_name.get(name)
    }
}

/// The limits of the replacement texts of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EntityLimits {
    /// The maximum depth of entities that are open inside each other.
    pub depth: usize,
    /// The maximum number of bytes in total, counted at each reference.
    pub bytes: usize,
}

impl Default for EntityLimits {
    fn default() -> Self {
        Self { depth: 32, bytes: 1 << 22 }
    }
}

/// The entities of a document's declaration subset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subset {
    /// The declared entities.
    pub entities: Entities,
    /// The mistakes, each with its offset in the subset and its message.
    pub mistakes: Vec<(usize, &'static str)>,
}

/// The entities of a document that are known before it is read.
#[derive(Clone, Debug)]
pub struct KnownEntities {
    /// The entities of its type.
    pub entities: Arc<Entities>,
    /// A function that reads the document's declaration subset.
    pub subset: fn(&str) -> Subset,
    /// The limits of references.
    pub limits: EntityLimits,
}

impl Default for KnownEntities {
    /// Returns no entities, and a function that ignores declaration subsets.
    fn default() -> Self {
        Self {
            entities: Arc::default(),
            subset: |_| Subset::default(),
            limits: EntityLimits::default(),
        }
    }
}

/// The resolver of a document's references.
#[derive(Debug, Default)]
pub(super) struct References {
    known: KnownEntities,
    /// The entities that the document declares itself.
    own: Entities,
    /// The number of bytes of all replacement texts so far.
    spent: usize,
    /// The names of the entities that are being read, each inside the one before.
    open: Vec<Box<str>>,
}

impl References {
    pub(super) fn new(known: KnownEntities) -> Self {
        Self { known, ..Self::default() }
    }

    /// Reads the document's declaration subset; returns its mistakes.
    pub(super) fn declare(&mut self, subset: &str) -> Vec<(usize, &'static str)> {
        let Subset { entities, mistakes } = (self.known.subset)(subset);
        self.own = entities;
        mistakes
    }

    /// Resolves a reference. The error is the reason why the reference stays as it is written.
    /// Returns `None` if nothing declares the name.
    pub(super) fn refer(&mut self, name: &str) -> Option<Result<Entity, &'static str>> {
        let entity = self.declared(name)?;
        if entity.kind == EntityKind::External {
            return Some(Err(EXTERNAL));
        }
        if self.open.iter().any(|open| **open == *name) {
            return Some(Err(CYCLE));
        }
        if self.open.len() >= self.known.limits.depth {
            return Some(Err(TOO_DEEP));
        }
        if self.spent + entity.text.len() > self.known.limits.bytes {
            return Some(Err(TOO_MUCH));
        }
        let entity = entity.clone();
        self.spent += entity.text.len();
        Some(Ok(entity))
    }

    /// Returns the entity with a name; those of the document take precedence.
    fn declared(&self, name: &str) -> Option<&Entity> {
        match self.own.get(name) {
            Some(entity) => Some(entity),
            None => self.known.entities.get(name),
        }
    }

    /// Returns the keywords of a parameter entity, if it is declared with keywords.
    pub(super) fn keywords(&self, name: &str) -> Option<&str> {
        let entity = self.declared(&format!("%{name}"))?;
        if entity.kind == EntityKind::Keywords { Some(&entity.text) } else { None }
    }

    /// Records that the text that follows is in this entity.
    pub(super) fn open(&mut self, name: &str) {
        self.open.push(name.into());
    }

    /// Records that the entity that was opened last ends.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Reports whether the current text is in an entity.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }
}

/// Returns the character, or the two, that HTML has for the name of an entity.
#[must_use]
pub(crate) fn character(name: &str) -> Option<Box<str>> {
    decode(format!("&{name};").as_bytes())
}

/// Returns the value of a literal in the declaration of a document type, by section 7.9.3, and the
/// ranges that are data of entities.
#[must_use]
pub(crate) fn literal(text: &str, entities: &Arc<Entities>) -> (Box<str>, Vec<EntityData>) {
    let known = KnownEntities { entities: entities.clone(), ..KnownEntities::default() };
    let value = Interpreter::new(text).literal(0..text.len(), &mut References::new(known));
    (value.get(text).into(), value.view().entity_data().to_vec())
}

/// Returns system data in readable form: the character whose name is in the brackets (`[nbsp  ]`),
/// if there is one, else the data itself.
fn shown(system: &str) -> Box<str> {
    match bracketed_name(system).and_then(character) {
        Some(character) => character,
        None => system.into(),
    }
}

/// Returns the name in the brackets of system data. It begins with a letter: before any other
/// character `&` is a character, and begins no reference.
fn bracketed_name(system: &str) -> Option<&str> {
    let name = system.strip_prefix('[')?.strip_suffix(']')?.trim();
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_name { Some(name) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_data_is_the_character_of_its_name() {
        assert_eq!(&*shown("[nbsp  ]"), "\u{a0}");
        assert_eq!(&*shown("[logo]"), "[logo]");
        assert_eq!(&*shown("[]"), "[]");
        assert_eq!(&*shown("[9]"), "[9]");
        assert_eq!(&*shown("[a b]"), "[a b]");
        assert_eq!(&*shown("nbsp"), "nbsp");
    }

    #[test]
    fn entity_references_are_bounded() {
        let mut entities = Entities::default();
        entities.declare("a", EntityKind::Text, "&a;");
        entities.declare("a", EntityKind::Data, "the first counts");
        let limits = EntityLimits { depth: 1, bytes: 8 };
        let known =
            KnownEntities { entities: Arc::new(entities), limits, ..KnownEntities::default() };
        let mut references = References::new(known);
        assert!(references.refer("b").is_none());
        references.open("a");
        assert_eq!(references.refer("a"), Some(Err(CYCLE)));
        references.close();
        references.open("b");
        assert_eq!(references.refer("a"), Some(Err(TOO_DEEP)));
        references.close();
        for is_within_limit in [true, true, false, false] {
            assert_eq!(references.refer("a").unwrap().is_ok(), is_within_limit);
        }
    }
}
