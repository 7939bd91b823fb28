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
    /// `mirror <option> into <selectedcontent> within <select>`
    Mirror(Box<Mirror>),
}

/// `mirror A into B within C`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    /// What is copied.
    pub from: At<Item>,
    /// What it is copied into.
    pub into: At<Item>,
    /// What is around both.
    pub within: At<Item>,
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
