//! The origin of a value: the step of the algorithm that gave it, and the inputs of that step.

use wishful::base::Span;
use wishful::tree::{Document, NodeId};

/// A step of one of the two algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// An attribute of the element.
    Attribute,
    /// Descendants with class `value` or `value-title` (the value-class pattern; classic "value
    /// excerpting").
    ValueClass,
    /// The text in the element.
    Text,
    /// The markup in the element.
    Html,
    /// The item that the element is, or that it contains.
    Nested,
    /// An implied property, from the element or from an only descendant (microformats2 "implied
    /// properties").
    Implied,
    /// An implied property, from another property.
    ImpliedBy,
    /// The type of a link.
    Relation,
    /// The id of the element (classic UID properties).
    ElementId,
    /// The title of an abbreviation (classic ABBR pattern).
    Abbreviation,
    /// The texts of several values, joined.
    Joined,
    /// A JSON value in a script.
    Script,
}

impl Step {
    /// Returns a description of the step.
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

/// The role of an input in a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The whole value, or one piece of a joined value.
    Value,
    /// A date.
    Date,
    /// A time of day.
    Time,
    /// A time zone.
    Zone,
    /// A date taken from another value, because this one has none.
    FedDate,
    /// A zone taken from another value, because this one has none.
    FedZone,
    /// The alternative text of an image.
    Alternative,
}

impl Role {
    /// Returns the name of the role.
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

/// An input of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StepInput {
    pub(crate) role: Role,
    pub(crate) place: InputPosition,
}

/// The position of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputPosition {
    /// A span of an attribute, or of the JSON in a script.
    Attribute(Span),
    /// The content of an element.
    Content(NodeId),
}

impl StepInput {
    /// Creates an input for a whole value, or for one piece of a joined value.
    pub(crate) fn value(place: InputPosition) -> Self {
        Self { role: Role::Value, place }
    }

    /// Returns the start offset: of an element's content, the end of its start tag, if the source
    /// has one.
    pub(crate) fn begin(self, document: &Document) -> Option<u32> {
        match self.place {
            InputPosition::Attribute(span) => Some(span.start),
            InputPosition::Content(node) => Some(document.node(node)?.spans().first()?.end),
        }
    }
}
