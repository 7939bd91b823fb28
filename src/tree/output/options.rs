//! The output formats of a document; `notes/formats.md` describes them for scripts.

use crate::base::Allowance;

/// An output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Format {
    /// An indented outline with one line for each node, and the repairs: for people.
    Tree,
    /// HTML, by the standard's serialisation of fragments (13.3).
    Html,
    /// JSON, `wishful-document/1`.
    Json,
    /// The format of the public tree-construction tests.
    Html5lib,
    /// The element structure information set of SGML, as `nsgmls` prints it; with the feature
    /// `sgml`.
    #[cfg(feature = "sgml")]
    Esis,
    /// The events, one line each.
    Events,
    /// The physical tokens, one line each.
    Tokens,
    /// The tree for Graphviz.
    Dot,
    /// The decoded text with only the virtual tags added.
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

    /// Returns the name on the command line: the variant in lower case.
    #[must_use]
    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }

    /// Returns a description in a few words, for the command line's help.
    #[must_use]
    #[doc(hidden)]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Tree => "Readable tree, indented, with the repairs",
            Self::Html => "HTML, as the standard serialises it",
            Self::Json => "A JSON object",
            Self::Html5lib => "Format of the public html5lib tree-construction tests",
            #[cfg(feature = "sgml")]
            Self::Esis => "Elements and data, as nsgmls prints them",
            Self::Events => "Steps of the parse, one line each",
            Self::Tokens => "Tokens of the source, one line each",
            Self::Dot => "Graphviz graph of the tree",
            Self::Fix => "Source with only the inserted tags added",
        }
    }

    /// Returns the format with a name.
    #[must_use]
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }
}

/// Options for writing a document. Each format uses only the options that apply to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WriteOptions {
    /// `tree`: use ANSI colours.
    pub colour: bool,
    /// `tree`: omit the list of repairs.
    pub bare: bool,
    /// `tree`: omit unremarkable repairs: allowed ones, and the tags of the elements that every
    /// document has.
    pub hide_allowed: bool,
    /// `tree`: cite whole statements of the grammar, without line numbers. The output then changes
    /// only with the meaning of the grammar.
    pub statements: bool,
    /// `html`: show virtual tags and cruft as comments.
    pub mark_repairs: bool,
    /// `json`: pretty-print over many lines.
    pub pretty: bool,
    /// All formats: the limit of the output in bytes, by the length of the document's text. The
    /// writer closes what it has begun, so the output may exceed the limit slightly.
    pub bytes: Allowance,
}

crate::base::setters! { WriteOptions {
    colour: bool, bare: bool, hide_allowed: bool, statements: bool, mark_repairs: bool,
    pretty: bool, bytes: Allowance,
} }

impl Default for WriteOptions {
    /// Returns the default options: a plain output, and a byte limit far above the output of every
    /// known real page (`notes/formats.md` has the count).
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
