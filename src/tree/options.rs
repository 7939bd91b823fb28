//! The formats that a document can be written in; `notes/formats.md` describes them for scripts.

use crate::base::Allowance;

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Indented, a node a line, with the repairs: for people.
    Tree,
    /// HTML, by the standard's serialisation of fragments.
    Html,
    /// JSON, `wishful-document/1`.
    Json,
    /// The format of the public tree-construction tests.
    Html5lib,
    /// The element structure information set of SGML, as `nsgmls` prints it; with the feature `sgml`.
    #[cfg(feature = "sgml")]
    Esis,
    /// The events, a line each.
    Events,
    /// The physical tokens, a line each.
    Tokens,
    /// The tree for Graphviz.
    Dot,
    /// The decoded text with only the virtual tags added; [`Document::fixed`](super::Document::fixed) gives the bytes.
    Fix,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Tree,
        Self::Html,
        Self::Json,
        Self::Html5lib,
        #[cfg(feature = "sgml")]
        Self::Esis,
        Self::Events,
        Self::Tokens,
        Self::Dot,
        Self::Fix,
    ];

    /// What the command line calls it: the variant in lower case.
    #[must_use]
    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }

    /// What it is, in a few words: a line of the command line's help.
    #[must_use]
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Tree => "Indented, with the repairs: for people",
            Self::Html => "HTML, serialised by the standard",
            Self::Json => "A JSON object",
            Self::Html5lib => "The format of the public tree-construction tests",
            #[cfg(feature = "sgml")]
            Self::Esis => "Elements and data, as nsgmls prints them",
            Self::Events => "What happened, step by step",
            Self::Tokens => "The physical tokens",
            Self::Dot => "The tree for Graphviz",
            Self::Fix => "The source with only the virtual tags added",
        }
    }

    /// The format of a name.
    #[must_use]
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }
}

/// How to write a document; each format reads what concerns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// `tree`: ANSI colours.
    pub colour: bool,
    /// `tree`: leave the list of repairs out.
    pub bare: bool,
    /// `tree`: list no repairs that go without saying: what is allowed, and the tags of the elements that every document has.
    pub hide_allowed: bool,
    /// `tree`: cite whole statements of the grammar, without the numbers of their lines: what is written then changes only
    /// with what the grammar says.
    pub statements: bool,
    /// `html`: virtual tags and cruft as visible comments.
    pub mark_repairs: bool,
    /// `json`: over many lines.
    pub pretty: bool,
    /// All formats: how many bytes may be written, by the length of the document's text. What has begun is ended, so a little more is.
    pub bytes: Allowance,
}

impl Default for WriteOptions {
    /// Plain, and as many bytes as the output of no document has that anybody wrote (`notes/formats.md` has the count).
    fn default() -> Self {
        let bytes = Allowance::OUTPUT;
        Self {
            colour: false,
            bare: false,
            hide_allowed: false,
            statements: false,
            mark_repairs: false,
            pretty: false,
            bytes,
        }
    }
}
