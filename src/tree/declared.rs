//! Attributes as a grammar declares them, and where a document breaks that.
//!
//! ```text
//! attributes <td> = align (left right) nowrap (nowrap) rowspan number = 1 ;
//!
//! <td NOWRAP rowspan=2>        align: not given    nowrap: "nowrap", the name left out    rowspan: "2"
//! ```
//!
//! Decided when it is asked, from the tags and the statements: parsing does no work for it, and the tree has attributes as
//! they are written. A grammar without `attributes` statements declares nothing, and nothing breaks it.

use std::borrow::Cow;

use super::attribute::AttributeRef;
use super::document::Document;
use super::excerpt::condensed;
use super::node::NodeId;
use super::node_ref::{NodeKind, NodeRef, TagOrigin};
use crate::base::Span;
use crate::grammar::ast::Place;
use crate::grammar::compiled_words::{Attribute, AttributeDefault, AttributeKind};

/// An attribute that the grammar declares for an element, given or not.
#[derive(Clone, Copy)]
pub struct DeclaredAttribute<'a> {
    declaration: &'a Attribute,
    given: Option<AttributeRef<'a>>,
}

impl<'a> DeclaredAttribute<'a> {
    /// Its name, in lower case.
    #[must_use]
    pub fn name(self) -> &'a str {
        &self.declaration.name
    }

    /// How its value is read.
    #[must_use]
    pub fn kind(self) -> AttributeKind {
        self.declaration.kind
    }

    /// What is written in the tag, if it is.
    #[must_use]
    pub fn given(self) -> Option<AttributeRef<'a>> {
        self.given
    }

    /// The value that is given or, if none is, the declared one: words in lower case with single blanks between them, text as
    /// it is. `None` if it is implied, or missing.
    #[must_use]
    pub fn value(self) -> Option<Cow<'a, str>> {
        let value = match (self.given, &self.declaration.default) {
            (Some(given), _) => written(given),
            (None, AttributeDefault::Fixed(value) | AttributeDefault::Value(value)) => value,
            (None, AttributeDefault::Implied | AttributeDefault::Required) => return None,
        };
        Some(match self.declaration.kind {
            AttributeKind::Text => value.into(),
            AttributeKind::Entity => words(value).into(),
            AttributeKind::Notation | AttributeKind::Tokens => {
                words(value).to_ascii_lowercase().into()
            }
        })
    }

    /// What is wrong with it, if something is.
    fn wrong(self) -> Option<String> {
        let name = self.name();
        let Some(value) = self.value() else {
            let required = self.declaration.default == AttributeDefault::Required;
            return required.then(|| format!("lacks its required attribute `{name}`"));
        };
        match &self.declaration.default {
            AttributeDefault::Fixed(fixed) if self.given.is_some() && value != fixed.as_str() => {
                Some(format!("has `{name}` as `{value}`, and it is fixed as `{fixed}`"))
            }
            _ if self.declaration.group.is_empty() => None,
            _ if self.declaration.group.iter().any(|member| *member == value) => None,
            _ => Some(format!("has `{name}` as `{value}`, which is not in its group")),
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

/// An attribute that is not as the grammar declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The element that has it, or lacks it.
    pub element: NodeId,
    /// The attribute, or the tag that lacks it.
    pub span: Span,
    /// What is wrong, a sentence without a full stop.
    pub what: String,
    /// The declaration, if there is one.
    pub place: Option<Place>,
}

impl<'a> NodeRef<'a> {
    /// The attributes that the grammar declares for this element, in that order; none if it is no element, or the grammar has
    /// no `attributes` statement for it.
    pub fn declared_attributes(self) -> impl Iterator<Item = DeclaredAttribute<'a>> {
        let declared = self.declarations();
        let given: Vec<_> = self
            .own_attributes()
            .map(|attribute| (declaration(declared, attribute), attribute))
            .collect();
        declared.iter().enumerate().map(move |(index, declaration)| {
            let of = given.iter().find(|(number, _)| *number == Some(index));
            DeclaredAttribute { declaration, given: of.map(|(_, given)| *given) }
        })
    }

    fn declarations(self) -> &'a [std::sync::Arc<Attribute>] {
        let facts = self.document().vocabulary.tree_facts();
        let own = self.grammar_element().and_then(|element| facts.attributes.get(&element));
        own.map_or(&[], Vec::as_slice)
    }

    fn breaches(self, found: &mut Vec<Breach>) {
        let Some(TagOrigin::Written(tag)) = self.start_tag() else { return };
        let name = self.qualified_name().unwrap_or_default();
        let breach = |span: Span, what: String, place: Option<Place>| Breach {
            element: self.id(),
            span,
            what: format!("`<{name}>` {what}"),
            place,
        };
        for attribute in self.own_attributes() {
            if declaration(self.declarations(), attribute).is_none() {
                let what = match attribute.value_span() {
                    Some(_) => format!("has no attribute `{}`", attribute.name()),
                    None => format!("has no attribute that may be `{}`", attribute.name()),
                };
                found.push(breach(attribute.name_span(), what, None));
            }
        }
        for declared in self.declared_attributes() {
            if let Some(what) = declared.wrong() {
                let span = declared.given.map_or(tag, AttributeRef::name_span);
                found.push(breach(span, what, Some(declared.declaration.place)));
            }
        }
    }
}

/// The number of the declaration that an attribute falls under. One without a value is a value without a name, which stands in
/// one group only.
fn declaration(
    declared: &[std::sync::Arc<Attribute>],
    attribute: AttributeRef<'_>,
) -> Option<usize> {
    let name = attribute.name();
    declared.iter().position(|declaration| match attribute.value_span() {
        Some(_) => declaration.name.eq_ignore_ascii_case(name),
        None => declaration.group.iter().any(|member| member.eq_ignore_ascii_case(name)),
    })
}

impl Document {
    /// Where an attribute is not as the grammar's `attributes` statements say, in the order of the tags.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let text = "start document ; tokenizer sgml ; document ::= <p> EOF ; <p> ::= TEXT* ; attributes <p> = lang name required ;";
    /// let parser = Parser::new(Grammar::from_text("p.grammar", text).unwrap()).unwrap();
    /// let document = parser.parse_str("<p>Hi</p>", &ParseOptions::default()).unwrap();
    /// assert_eq!(document.breaches()[0].what, "`<p>` lacks its required attribute `lang`");
    /// ```
    #[must_use]
    pub fn breaches(&self) -> Vec<Breach> {
        let mut found = Vec::new();
        if self.declares_attributes() {
            let elements = self.nodes().filter(|node| node.kind() == NodeKind::Element);
            elements.for_each(|element| element.breaches(&mut found));
        }
        found
    }

    /// The line of the grammar that a breach breaks: `file:line`, and its text, shortened.
    pub(super) fn declared_at(&self, breach: &Breach) -> Option<(String, String)> {
        let (at, line) = self.vocabulary.cited(breach.place?);
        Some((at, condensed(line)))
    }

    /// Whether the grammar declares attributes at all.
    pub(super) fn declares_attributes(&self) -> bool {
        !self.vocabulary.tree_facts().attributes.is_empty()
    }
}
