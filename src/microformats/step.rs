//! How a value came about: the step of the algorithm, and what in the source it read.

use crate::base::Span;
use crate::tree::{Document, NodeId};

/// A step of one of the two algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// An attribute of the element says it.
    Attribute,
    /// Descendants with class `value` or `value-title` say it (the value-class pattern; classic "value excerpting").
    ValueClass,
    /// The text in the element.
    Text,
    /// The markup in the element.
    Html,
    /// The item that the element is, or that stands in it.
    Nested,
    /// It follows from the element, or from one in it that stands alone (microformats2 "implied properties").
    Implied,
    /// It follows from another property.
    ImpliedBy,
    /// The type of a link.
    Relation,
    /// The id of the element (classic UID properties).
    ElementId,
    /// The title of an abbreviation (classic ABBR pattern).
    Abbreviation,
    /// The texts of several values, joined.
    Joined,
    /// A value of JSON in a script.
    Script,
}

impl Step {
    /// In words.
    #[must_use]
    pub fn wording(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::ValueClass => "value-class pattern",
            Self::Text => "text",
            Self::Html => "markup",
            Self::Nested => "nested item",
            Self::Implied => "implied",
            Self::ImpliedBy => "implied by another property",
            Self::Relation => "link type",
            Self::ElementId => "id of the element",
            Self::Abbreviation => "title of an abbreviation",
            Self::Joined => "values joined",
            Self::Script => "JSON",
        }
    }
}

/// What a part of a value is in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// All of it, or a piece of what is joined.
    Value,
    /// A date.
    Date,
    /// A time of day.
    Time,
    /// A time zone.
    Zone,
    /// A date that another value says and this one lacks.
    FedDate,
    /// A zone that another value says and this one lacks.
    FedZone,
    /// What stands for an image.
    Alternative,
}

impl Role {
    /// In a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Date => "date",
            Self::Time => "time",
            Self::Zone => "zone",
            Self::FedDate => "fed-date",
            Self::FedZone => "fed-zone",
            Self::Alternative => "alternative",
        }
    }
}

/// What was read of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) role: Role,
    pub(crate) place: Place,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In an attribute, or in the JSON of a script.
    Attribute(Span),
    /// It is what is in an element.
    Content(NodeId),
}

impl Part {
    /// All of a value, or a piece of what is joined.
    pub(crate) fn value(place: Place) -> Self {
        Self { role: Role::Value, place }
    }

    /// Where it begins: of what is in an element, behind its start tag, if that is written.
    pub(crate) fn begin(self, document: &Document) -> Option<u32> {
        match self.place {
            Place::Attribute(span) => Some(span.start),
            Place::Content(node) => Some(document.node(node)?.spans().first()?.end),
        }
    }
}
