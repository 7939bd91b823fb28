//! The words of the statements that are facts: part of the [`ast`](super::ast), where they are named.

use super::ast::{At, Item, Items};

/// What a `doctype` statement asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoctypeTest {
    /// `incorrect`
    Incorrect,
    /// `other-than "html"`
    OtherThan,
    /// `public "…"`
    Public,
    /// `public-prefix "…"`
    PublicPrefix,
    /// `public-prefix-with-system "…"`
    PublicPrefixWithSystem,
    /// `public-prefix-without-system "…"`
    PublicPrefixWithoutSystem,
    /// `system "…"`
    System,
}

impl DoctypeTest {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Incorrect,
        Self::OtherThan,
        Self::Public,
        Self::PublicPrefix,
        Self::PublicPrefixWithSystem,
        Self::PublicPrefixWithoutSystem,
        Self::System,
    ];

    /// The word of the language.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Incorrect => "incorrect",
            Self::OtherThan => "other-than",
            Self::Public => "public",
            Self::PublicPrefix => "public-prefix",
            Self::PublicPrefixWithSystem => "public-prefix-with-system",
            Self::PublicPrefixWithoutSystem => "public-prefix-without-system",
            Self::System => "system",
        }
    }
}

/// A fact that only the tree needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeFact {
    /// `contents <template>`, `drop-newline <pre>`, `shadow-root <template>`
    Of(TreeWord, Items),
    /// `hide NUL`
    Hide(At<String>),
    /// `mirror <option> into <selectedcontent> within <select> by "chosen=selected"`
    Mirror(Box<Mirror>),
}

/// `mirror A in G into B within C until S by "role=attribute"`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    /// What is copied.
    pub from: At<Item>,
    /// What may be between that and what is around it, once.
    pub groups: Option<Items>,
    /// What it is copied into.
    pub into: At<Item>,
    /// What is around both.
    pub within: At<Item>,
    /// What a source in it is in nothing.
    pub until: Option<Items>,
    /// Which attributes decide what is copied, as `role=attribute`.
    pub by: Vec<At<String>>,
}

/// What an attribute says about a mirror.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MirrorRole {
    /// `chosen`: that A is the one.
    Chosen,
    /// `barred`: that A, or those in that G, are not the one unasked.
    Barred,
    /// `several`: that more than one A in that C may be chosen.
    Several,
    /// `rows`: how many A that C shows at once.
    Rows,
}

impl MirrorRole {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Chosen, Self::Barred, Self::Several, Self::Rows];

    /// The word before the `=`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Chosen => "chosen",
            Self::Barred => "barred",
            Self::Several => "several",
            Self::Rows => "rows",
        }
    }
}

/// A `tree` statement that lists elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeWord {
    /// Children are those of the template contents.
    Contents,
    /// A line feed that is the first thing inside is left out.
    DropNewline,
    /// Attaches a shadow root to its parent.
    ShadowRoot,
}

impl TreeWord {
    /// The word of the language.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Contents => "contents",
            Self::DropNewline => "drop-newline",
            Self::ShadowRoot => "shadow-root",
        }
    }
}

/// One attribute of an `attributes` statement: `align (top middle bottom) = top`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeLine {
    /// Its name, as written.
    pub name: At<String>,
    /// `cdata`, `id`; `notation` before a group, or nothing.
    pub kind: Option<At<String>>,
    /// `(top middle bottom)`: what it may be; empty if only the kind says that.
    pub group: Vec<At<String>>,
    /// What it is if it is not given.
    pub default: Default,
}

/// What an attribute is that is not given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Default {
    /// Nothing is said: it need not be there.
    Implied,
    /// `required`
    Required,
    /// `current`: as the last one that was given.
    Current,
    /// `conref`: it need not be there, and an element that has it is empty.
    Conref,
    /// `fixed x`: this, and nothing else.
    Fixed(At<String>),
    /// `= x`
    Value(At<String>),
}

/// One entity of an `entities` statement: `nbsp "[nbsp  ]"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityLine {
    /// Its name, whose case counts.
    pub name: At<String>,
    /// What a reference to it stands for.
    pub text: At<String>,
}
