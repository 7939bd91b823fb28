//! Attributes as a grammar declares them.
//!
//! ```text
//! attributes <td> = align (left right) nowrap (nowrap) rowspan number = 1 ;
//!
//! <td NOWRAP rowspan=2>        align      not given
//!                              nowrap     "nowrap", with the name omitted
//!                              rowspan    "2"
//! ```
//!
//! The declared attributes are computed on request, from the tags and the statements. Parsing does
//! no work for them, and the attributes of the tree stay as written. A grammar without `attributes`
//! statements declares nothing. `record::breaches` finds violations of the declarations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::attribute::AttributeRef;
use super::document::Document;
use super::node_ref::NodeRef;
use crate::grammar::ast::FileSpan;
use crate::grammar::model::{Attribute, AttributeDefault, AttributeKind};
use crate::token::EntityData;
use crate::token::sgml::{Entities, literal};

/// An attribute that the grammar declares for an element, whether given or not.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredAttribute<'a> {
    pub(super) declaration: &'a Attribute,
    given: Option<AttributeRef<'a>>,
    /// The attribute as given on an earlier element, if it is `current` and not given on this one.
    last: Option<AttributeRef<'a>>,
    entities: &'a Arc<Entities>,
}

impl<'a> DeclaredAttribute<'a> {
    /// Returns the name, in lower case.
    #[must_use]
    pub(crate) fn name(self) -> &'a str {
        &self.declaration.name
    }

    /// Returns the kind of the value.
    #[must_use]
    pub(crate) fn kind(self) -> AttributeKind {
        self.declaration.kind
    }

    /// Returns the attribute as written in the tag, if it is.
    #[must_use]
    pub(crate) fn given(self) -> Option<AttributeRef<'a>> {
        self.given
    }

    /// Returns the given value or, if none is given, the declared one with its references replaced.
    /// Words are in lower case with single blanks between them; text stays as it is. The result is
    /// `None` if the attribute is implied or missing. The value of a `current` attribute depends on
    /// earlier elements: see [`CurrentValues`].
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

    /// Returns the declared default value, whether a value is given or not.
    pub(super) fn default_value(self) -> Option<Cow<'a, str>> {
        Self { given: None, last: None, ..self }.value()
    }

    /// Returns the value as text, and the ranges of it that are data of entities.
    pub(super) fn text(self) -> Option<(Cow<'a, str>, Cow<'a, [EntityData]>)> {
        match (self.given.or(self.last), &self.declaration.default) {
            (Some(given), _) => Some((written(given).into(), given.entity_data().into())),
            (None, AttributeDefault::Fixed(value) | AttributeDefault::Value(value)) => {
                if !value.contains('&') {
                    return Some((value.into(), Cow::Borrowed(&[])));
                }
                let (text, data) = literal(value, self.entities);
                Some((text.into_string().into(), data.into()))
            }
            (None, _) => None,
        }
    }
}

/// Returns the value in a tag. `<td nowrap>` has an attribute whose name is omitted, so its word is
/// read as the value.
fn written(given: AttributeRef<'_>) -> &str {
    if given.value_span().is_some() { given.value() } else { given.name() }
}

/// Returns the words of a value with single blanks between them.
fn words(value: &str) -> String {
    value.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last given values of `current` attributes, for a pass over the elements in order.
///
/// An attribute that one statement declares for several elements is one attribute: a value given on
/// one of the elements applies to the others.
#[derive(Default)]
pub(crate) struct CurrentValues<'a> {
    last: HashMap<FileSpan, AttributeRef<'a>>,
}

impl<'a> CurrentValues<'a> {
    /// Returns an attribute of the next element. If it is `current` and not given, it has the value
    /// of an earlier element.
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
    /// Returns the attributes that the grammar declares for this element, in the order of the
    /// declaration. There are none for another node, or if no `attributes` statement is for this
    /// element.
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
        let Some(element) = self.grammar_element() else { return &[] };
        facts.attributes.get(&element).map_or(&[], Vec::as_slice)
    }
}

/// Returns the index of the declaration that an attribute belongs to. An attribute without a value
/// is a value without a name, which occurs in only one group.
pub(super) fn declaration(
    declared: &[Arc<Attribute>],
    attribute: AttributeRef<'_>,
) -> Option<usize> {
    let name = attribute.name();
    let has_value = attribute.value_span().is_some();
    declared.iter().position(|declaration| declaration.is_meant(name, has_value))
}

impl Document {
    /// Reports whether the grammar declares any attributes.
    pub(super) fn declares_attributes(&self) -> bool {
        !self.tree_facts.attributes.is_empty()
    }
}
