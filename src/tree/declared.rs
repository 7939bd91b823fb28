//! Attributes as a grammar declares them.
//!
//! ```text
//! attributes <td> = align (left right) nowrap (nowrap) rowspan number = 1 ;
//!
//! <td NOWRAP rowspan=2>        align: not given    nowrap: "nowrap", the name left out    rowspan: "2"
//! ```
//!
//! Decided when it is asked, from the tags and the statements: parsing does no work for it, and the tree has attributes as
//! they are written. A grammar without `attributes` statements declares nothing. Where a document breaks what is declared is
//! in [`breaches`](super::breaches).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::attribute::AttributeRef;
use super::document::Document;
use super::node_ref::NodeRef;
use crate::grammar::ast::Place;
use crate::grammar::model::{Attribute, AttributeDefault, AttributeKind};
use crate::token::EntityData;
use crate::token::sgml::{Entities, literal};

/// An attribute that the grammar declares for an element, given or not.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredAttribute<'a> {
    pub(super) declaration: &'a Attribute,
    given: Option<AttributeRef<'a>>,
    /// What is given on an earlier element, if the attribute is `current` and not given on this one.
    last: Option<AttributeRef<'a>>,
    entities: &'a Arc<Entities>,
}

impl<'a> DeclaredAttribute<'a> {
    /// Its name, in lower case.
    #[must_use]
    pub(crate) fn name(self) -> &'a str {
        &self.declaration.name
    }

    /// How its value is read.
    #[must_use]
    pub(crate) fn kind(self) -> AttributeKind {
        self.declaration.kind
    }

    /// What is written in the tag, if it is.
    #[must_use]
    pub(crate) fn given(self) -> Option<AttributeRef<'a>> {
        self.given
    }

    /// The value that is given or, if none is, the declared one with its references replaced: words in lower case with single
    /// blanks between them, text as it is. `None` if it is implied, or missing; of a `current` one the value depends on the elements before,
    /// see [`Currents`].
    #[must_use]
    pub(crate) fn value(self) -> Option<Cow<'a, str>> {
        let (value, _) = self.text()?;
        Some(match self.declaration.kind {
            AttributeKind::Text => value,
            AttributeKind::Entity => words(&value).into(),
            AttributeKind::Notation | AttributeKind::Tokens => {
                words(&value).to_ascii_lowercase().into()
            }
        })
    }

    /// The value that is declared, whatever is given.
    pub(super) fn default_value(self) -> Option<Cow<'a, str>> {
        Self { given: None, last: None, ..self }.value()
    }

    /// The value as text, and what of it is data of entities.
    pub(super) fn text(self) -> Option<(Cow<'a, str>, Cow<'a, [EntityData]>)> {
        match (self.given.or(self.last), &self.declaration.default) {
            (Some(given), _) => Some((written(given).into(), given.entity_data().into())),
            (None, AttributeDefault::Fixed(value) | AttributeDefault::Value(value)) => {
                Some(match value.contains('&') {
                    true => {
                        let (text, data) = literal(value, self.entities);
                        (text.into_string().into(), data.into())
                    }
                    false => (value.into(), Cow::Borrowed(&[])),
                })
            }
            (None, _) => None,
        }
    }
}

/// What stands for a value in a tag: one whose name was left out is read as a name.
fn written(given: AttributeRef<'_>) -> &str {
    if given.value_span().is_some() { given.value() } else { given.name() }
}

/// The words of a value, a blank between two.
fn words(value: &str) -> String {
    value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// What `current` attributes were given as last, for who goes through the elements in order.
///
/// An attribute that one statement declares for several elements is one: what one of them gives counts for the others.
#[derive(Default)]
pub(crate) struct Currents<'a> {
    last: HashMap<Place, AttributeRef<'a>>,
}

impl<'a> Currents<'a> {
    /// An attribute of the next element, with the value of an earlier one if it is `current` and not given.
    pub(crate) fn next(&mut self, attribute: DeclaredAttribute<'a>) -> DeclaredAttribute<'a> {
        let Attribute { default, place, .. } = attribute.declaration;
        match attribute.given {
            _ if *default != AttributeDefault::Current => attribute,
            Some(given) => {
                self.last.insert(*place, given);
                attribute
            }
            None => DeclaredAttribute { last: self.last.get(place).copied(), ..attribute },
        }
    }
}

impl<'a> NodeRef<'a> {
    /// The attributes that the grammar declares for this element, in that order; none if it is no element, or the grammar has
    /// no `attributes` statement for it.
    pub(crate) fn declared_attributes(self) -> impl Iterator<Item = DeclaredAttribute<'a>> {
        let (declared, entities) = (self.declarations(), self.entities());
        let given: Vec<_> = self
            .own_attributes()
            .map(|attribute| (declaration(declared, attribute), attribute))
            .collect();
        declared.iter().enumerate().map(move |(index, declaration)| {
            let of = given.iter().find(|(number, _)| *number == Some(index));
            let given = of.map(|(_, given)| *given);
            DeclaredAttribute { declaration, given, last: None, entities }
        })
    }

    fn entities(self) -> &'a Arc<Entities> {
        &self.document().tree_facts.entities
    }

    pub(super) fn declarations(self) -> &'a [Arc<Attribute>] {
        let facts = &self.document().tree_facts;
        let own = self.grammar_element().and_then(|element| facts.attributes.get(&element));
        own.map_or(&[], Vec::as_slice)
    }
}

/// The number of the declaration that an attribute falls under. One without a value is a value without a name, which stands in
/// one group only.
pub(super) fn declaration(
    declared: &[Arc<Attribute>],
    attribute: AttributeRef<'_>,
) -> Option<usize> {
    let name = attribute.name();
    let has_value = attribute.value_span().is_some();
    declared.iter().position(|declaration| declaration.is_meant(name, has_value))
}

impl Document {
    /// Whether the grammar declares attributes at all.
    pub(super) fn declares_attributes(&self) -> bool {
        !self.tree_facts.attributes.is_empty()
    }
}
