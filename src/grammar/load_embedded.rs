//! The grammars that are embedded in the program: everything in `grammar/*.grammar`
//! and `grammar/query/*.grammar`.
//!
//! The table names each file once; a test walks the folder and holds the table against it. The text
//! of a grammar says what it is: the first line of its legend, after its own name, is its
//! description in lists.
//!
//! The compiled form of each is embedded, too ([`stored`](super::stored)). That of a new grammar is
//! an empty file until `WISHFUL_BLESS=1 cargo test --lib stored` has written it. Those of the variants of `whatwg` are nearly
//! alike and together larger than all else, so a program that must be small has them not (without the feature `large`);
//! then they are compiled when they are loaded.

/// A shipped grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Its name, without `.grammar`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Its compiled form, as `stored` has it; nothing if it is no grammar of its
    /// own, or a variant and this program has no compiled ones.
    pub compiled: &'static [u8],
}

/// The names in `grammar/`, in the order of the alphabet, with their texts.
macro_rules! table {
    ($compiled:ident: $($name:literal $(in $folder:literal)? $(: $variant:ident)?),* $(,)?) => {
        &[$(Embedded {
            name: $name,
            text: include_str!(concat!("../../grammar/", $($folder, "/",)? $name, ".grammar")),
            compiled: $compiled!($name $($variant)?),
        }),*]
    };
}

macro_rules! compiled {
    ($name:literal) => {
        include_bytes!(concat!("../../grammar/compiled/", $name, ".bin"))
    };
    ($name:literal variant) => {
        variant!($name)
    };
}

#[cfg(feature = "large")]
macro_rules! variant {
    ($name:literal) => {
        compiled!($name)
    };
}

#[cfg(not(feature = "large"))]
macro_rules! variant {
    ($name:literal) => {
        &[]
    };
}

macro_rules! never_compiled {
    ($name:literal) => {
        &[]
    };
}

const SHIPPED: &[Embedded] = table![compiled:
    "css" in "query",
    "html2",
    "html4",
    "html4-strict-nesting": variant,
    "keep-cruft": variant,
    "marpa",
    "marpa-2009",
    "meta",
    "no-foster": variant,
    "parselet" in "query",
    "parsley" in "query",
    "quirks-always": variant,
    "selectors" in "query",
    "table-acme": variant,
    "vocabulary",
    "whatwg",
    "whatwg-2023": variant,
    "whatwg-2025": variant,
    "whatwg-2026-05": variant,
    "whatwg-2026-08": variant,
    "whatwg-2026-09": variant,
    "xml" in "query",
    "xpath" in "query",
];

/// Tables that shipped grammars `use`, and that are no grammars of their own.
const PARTS: &[Embedded] =
    table![never_compiled: "whatwg-doctype", "whatwg-foreign", "words" in "query"];

/// All shipped grammars, in the order of the alphabet.
pub fn shipped() -> impl Iterator<Item = &'static Embedded> {
    SHIPPED.iter()
}

/// The tables that shipped grammars `use`, and that are no grammars of their own, in the order of the alphabet.
pub fn parts() -> impl Iterator<Item = &'static Embedded> {
    PARTS.iter()
}

/// The text of a shipped grammar or table by its name, with or without `.grammar`.
#[must_use]
pub fn embedded(name: &str) -> Option<&'static str> {
    named(name).map(|grammar| grammar.text)
}

/// A shipped grammar or table by its name, with or without `.grammar`.
#[must_use]
pub(crate) fn named(name: &str) -> Option<&'static Embedded> {
    let name = name.strip_suffix(".grammar").unwrap_or(name);
    shipped().chain(parts()).find(|grammar| grammar.name == name)
}

/// Those that have tokens of their own: they read grammars, vocabularies, parselets, expressions.
const OF_TEXTS: &[&str] =
    &["css", "meta", "parselet", "parsley", "selectors", "vocabulary", "xpath"];

impl Embedded {
    /// Whether it is a grammar of documents, and not of texts that are no markup.
    #[must_use]
    pub fn reads_markup(&self) -> bool {
        !OF_TEXTS.contains(&self.name)
    }

    /// What it is, in a line: the first line of its legend.
    #[must_use]
    pub fn description(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        let after = line.strip_prefix(self.name).and_then(|rest| rest.strip_prefix(".grammar:"));
        after.unwrap_or(line).trim()
    }
}
