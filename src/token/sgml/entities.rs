//! Entities: what their references stand for (ISO 8879, 10.5).
//!
//! A grammar declares some (`entities`), and a document others, in its own declaration subset; the document's count first,
//! then the grammar's, then those that HTML has. [`References`] is asked for each reference, and bounds what they may
//! cost: entities in entities multiply.
//!
//! ```text
//! <!ENTITY who "World">                &who;     read in its place, with the references and the markup in it
//! <!ENTITY lt CDATA "<">               &lt;      characters
//! <!ENTITY nbsp SDATA "[nbsp  ]">      &nbsp;    characters that the system knows: its own, by the name in brackets
//! <!ENTITY page PI "page break">       &page;    a processing instruction
//! ```

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::interpret::Interpreter;
use crate::base::Span;
use crate::token::EntityData;
use crate::token::reference::decode;

/// The errors that references may be.
const CYCLE: &str = "the entity refers to itself";
const TOO_DEEP: &str = "too many entities inside each other";
const TOO_MUCH: &str = "references stand for too much text";
const EXTERNAL: &str = "external entities are not read";

/// What an entity is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntityKind {
    /// Text with references and markup.
    Text,
    /// `CDATA`: characters.
    Data,
    /// `SDATA`: characters that mean something to the system only.
    System,
    /// `PI`: a processing instruction.
    Instruction,
    /// `SYSTEM`, `PUBLIC`: in a file, which is not read.
    External,
    /// A parameter entity that stands for the keywords of a marked section; its name begins with `%`.
    Keywords,
}

/// An entity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entity {
    /// What it is.
    pub kind: EntityKind,
    /// What it stands for. In `CDATA` and `SDATA` a carriage return is the end of a record and a line feed the start of the next one;
    /// in other text a line feed is both.
    pub text: Arc<str>,
}

/// Entities by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Entities {
    by_name: BTreeMap<Box<str>, Entity>,
}

impl Entity {
    /// The characters that it stands for, if it is data.
    pub(super) fn characters(&self) -> Box<str> {
        match self.kind {
            EntityKind::System => shown(&self.text),
            EntityKind::Data => self.text.replace("\r\n", "\n").into(),
            _ => (*self.text).into(),
        }
    }

    /// What there is to say of these characters, as a whole.
    pub(super) fn data(&self) -> Vec<EntityData> {
        let is_system = self.kind == EntityKind::System;
        let range = Span::new(0, self.characters().len());
        let data = EntityData { range, text: self.text.clone(), is_system };
        if is_system || self.text.contains(['\r', '\n']) { vec![data] } else { Vec::new() }
    }
}

impl Entities {
    /// Declares an entity. Of two of one name the first counts.
    pub fn declare(&mut self, name: &str, kind: EntityKind, text: &str) {
        if let Entry::Vacant(vacant) = self.by_name.entry(name.into()) {
            vacant.insert(Entity { kind, text: text.into() });
        }
    }

    /// The entity of a name, whose case counts.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Entity> {
        self.by_name.get(name)
    }
}

/// How much text the references of a document may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntityLimits {
    /// Entities that are open inside each other.
    pub depth: usize,
    /// Bytes in all, counted at each reference.
    pub bytes: usize,
}

impl Default for EntityLimits {
    fn default() -> Self {
        Self { depth: 32, bytes: 1 << 22 }
    }
}

/// What a document's own declaration subset says of entities.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subset {
    /// Those that it declares.
    pub entities: Entities,
    /// Its mistakes: offsets in it, and what is wrong.
    pub mistakes: Vec<(usize, &'static str)>,
}

/// What is known of a document's entities before it is read.
#[derive(Clone, Debug)]
pub struct Known {
    /// Those of its type.
    pub entities: Arc<Entities>,
    /// Reads its own declaration subset.
    pub subset: fn(&str) -> Subset,
    /// What bounds them.
    pub limits: EntityLimits,
}

impl Default for Known {
    /// Nothing: a declaration subset is not read.
    fn default() -> Self {
        Self {
            entities: Arc::default(),
            subset: |_| Subset::default(),
            limits: EntityLimits::default(),
        }
    }
}

/// The references of a document.
#[derive(Debug, Default)]
pub(super) struct References {
    known: Known,
    /// Those that the document declares itself.
    own: Entities,
    /// How many bytes they stood for so far.
    spent: usize,
    /// The entities that are being read, each in the one before.
    open: Vec<Box<str>>,
}

impl References {
    pub(super) fn new(known: Known) -> Self {
        Self { known, ..Self::default() }
    }

    /// Reads the document's own declaration subset; gives its mistakes.
    pub(super) fn declare(&mut self, subset: &str) -> Vec<(usize, &'static str)> {
        let Subset { entities, mistakes } = (self.known.subset)(subset);
        self.own = entities;
        mistakes
    }

    /// What a reference stands for, or why it stays as it is written; none if nothing declares the name.
    pub(super) fn refer(&mut self, name: &str) -> Option<Result<Entity, &'static str>> {
        let entity = self.own.get(name).or_else(|| self.known.entities.get(name))?;
        let mistake = if entity.kind == EntityKind::External {
            Some(EXTERNAL)
        } else if self.open.iter().any(|open| **open == *name) {
            Some(CYCLE)
        } else if self.open.len() >= self.known.limits.depth {
            Some(TOO_DEEP)
        } else if self.spent + entity.text.len() > self.known.limits.bytes {
            Some(TOO_MUCH)
        } else {
            None
        };
        if let Some(mistake) = mistake {
            return Some(Err(mistake));
        }
        self.spent += entity.text.len();
        Some(Ok(entity.clone()))
    }

    /// The keywords that a parameter entity stands for, if it is declared and stands for keywords.
    pub(super) fn keywords(&self, name: &str) -> Option<&str> {
        let name = format!("%{name}");
        let entity = self.own.get(&name).or_else(|| self.known.entities.get(&name))?;
        (entity.kind == EntityKind::Keywords).then_some(&*entity.text)
    }

    /// What follows stands in this entity.
    pub(super) fn open(&mut self, name: &str) {
        self.open.push(name.into());
    }

    /// The entity that was opened last ends.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Whether what is read stands in an entity.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }
}

/// The character, or the two, that HTML has for the name of an entity.
#[must_use]
pub(crate) fn character(name: &str) -> Option<Box<str>> {
    decode(format!("&{name};").as_bytes())
}

/// The value of a literal, by section 7.9.3, as what a document's type declares has it; and what of it is data of
/// entities.
#[must_use]
pub(crate) fn literal(text: &str, entities: &Arc<Entities>) -> (Box<str>, Vec<EntityData>) {
    let known = Known { entities: entities.clone(), ..Known::default() };
    let value = Interpreter::new(text).literal(0..text.len(), &mut References::new(known));
    (value.get(text).into(), value.view().entity_data().to_vec())
}

/// System data as a reader may see it: the character whose name stands in brackets (`[nbsp  ]`), if there is one; else what
/// is written.
fn shown(system: &str) -> Box<str> {
    let name = system.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(str::trim);
    // Behind any other sign `&` is a character, and no reference.
    let is_name = |name: &&str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let character = name.filter(is_name).and_then(character);
    character.unwrap_or_else(|| system.into())
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
    fn references_end() {
        let mut entities = Entities::default();
        entities.declare("a", EntityKind::Text, "&a;");
        entities.declare("a", EntityKind::Data, "the first counts");
        let limits = EntityLimits { depth: 1, bytes: 8 };
        let known = Known { entities: Arc::new(entities), limits, ..Known::default() };
        let mut references = References::new(known);
        assert!(references.refer("b").is_none());
        references.open("a");
        assert_eq!(references.refer("a"), Some(Err(CYCLE)));
        references.close();
        references.open("b");
        assert_eq!(references.refer("a"), Some(Err(TOO_DEEP)));
        references.close();
        let found: Vec<bool> = (0..4).map(|_| references.refer("a").unwrap().is_ok()).collect();
        assert_eq!(found, [true, true, false, false]);
    }
}
