//! Files at the root of the repository that the crates above embed in a program. A package contains
//! only files below its own directory, so this crate embeds them.

/// A shipped vocabulary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VocabularyFile {
    /// The file name, with `.vocabulary`.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

impl VocabularyFile {
    /// Returns a description of one line: the first line of the file's legend.
    #[must_use]
    pub fn description(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        match line.strip_prefix(self.name) {
            Some(rest) => rest.strip_prefix(':').unwrap_or(line).trim(),
            None => line.trim(),
        }
    }
}

macro_rules! table {
    ($($name:literal),* $(,)?) => {
        &[$(VocabularyFile {
            name: concat!($name, ".vocabulary"),
            text: include_str!(concat!("../grammar/microformats/", $name, ".vocabulary")),
        }),*]
    };
}

/// The vocabulary files, in alphabetical order.
pub const VOCABULARIES: &[VocabularyFile] = table![
    "adr",
    "coins",
    "figure",
    "geo",
    "hangle",
    "hatom",
    "haudio",
    "hcalendar",
    "hcard",
    "hlisting",
    "hmeasure",
    "hmedia",
    "hmoney",
    "hnews",
    "hproduct",
    "hrecipe",
    "hresume",
    "hreview",
    "hreview-aggregate",
    "hslice",
    "html",
    "json-ld",
    "mfo",
    "microdata",
    "opengraph",
    "rdfa",
    "rel-enclosure",
    "rel-license",
    "rel-tag",
    "species",
    "votelinks",
    "xfn",
    "xfolkentry",
    "xmdp",
    "xoxo",
];

/// The compiled vocabularies, in the format of the crate `wishful-microformats`. Without the
/// feature `large` they are empty, and that crate reads the texts when it first needs them.
pub const COMPILED_VOCABULARIES: &[u8] = if cfg!(feature = "large") {
    include_bytes!("../grammar/compiled/microformats.bin")
} else {
    &[]
};

/// HTML's pseudo-classes and other facts about its elements, which `wishful-query` reads.
pub const HTML_SELECTORS: &str = include_str!("../grammar/query/html.selectors");

/// The names of the markup that queries treat specially, which `wishful-query` reads.
pub const HTML_NAMES: &str = include_str!("../grammar/query/html.names");

/// The rules of ABNF's appendix, which grammars in ABNF use without definition.
pub const ABNF_CORE: &str = include_str!("../grammar/import/core.abnf");

/// The terminals that grammars of Lark import from `common`.
pub const LARK_COMMON: &str = include_str!("../grammar/import/common.lark");

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../grammar/templates/", $name, ".template")))),*]
    };
}

/// The dialects of templates: their names and texts, in alphabetical order.
pub const TEMPLATES: &[(&str, &str)] =
    templates!["django", "ejs", "erb", "handlebars", "jinja", "liquid", "outlook", "php", "twig"];
