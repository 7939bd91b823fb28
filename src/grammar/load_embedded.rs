//! The grammars embedded in the program: everything in `grammar/*.grammar`,
//! `grammar/import/*.grammar` and `grammar/query/*.grammar`.
//!
//! The table names each file once; a test compares it with the folder. The first line of a
//! grammar's legend is `NAME.grammar:` and its description in lists.
//!
//! The compiled form of each is embedded as well (`stored`). For a new grammar it
//! is an empty file until `WISHFUL_BLESS=1 cargo test --lib stored` writes it. The compiled
//! variants of `whatwg` are nearly identical and together larger than all the rest. A program built
//! without the feature `large` omits them and compiles these grammars when it loads them. It has no
//! grammars of `grammar/import/`.

/// A shipped grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Embedded {
    /// The name, without `.grammar`.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
    /// The compiled form, in the format of `stored`. Empty for a part that is not a grammar by
    /// itself, and for a variant if this program omits compiled variants.
    pub compiled: &'static [u8],
}

/// Lists the grammars in `grammar/`, in alphabetical order, with their texts.
macro_rules! table {
    ($compiled:ident: $(
        $(#[$feature:meta])? $name:literal $(in $folder:literal)? $(: $variant:ident)?
    ),* $(,)?) => {
        &[$($(#[$feature])? Embedded {
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

/// The shipped grammars. `conforming` is as large as all others together, so a program without the
/// feature `conforming` does not have it.
const SHIPPED: &[Embedded] = table![compiled:
    #[cfg(feature = "large")]
    "abnf" in "import",
    #[cfg(feature = "large")]
    "antlr4" in "import",
    #[cfg(feature = "conforming")]
    "conforming",
    "css" in "query",
    #[cfg(feature = "large")]
    "ebnf" in "import",
    "html2",
    "html4",
    "html4-strict-nesting": variant,
    "keep-cruft": variant,
    #[cfg(feature = "large")]
    "lark" in "import",
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
    #[cfg(feature = "large")]
    "yacc" in "import",
];

/// The files that shipped grammars `use` but that are not grammars by themselves.
const PARTS: &[Embedded] =
    table![never_compiled: "whatwg-doctype", "whatwg-foreign", "words" in "query"];

/// Iterates over all shipped grammars in alphabetical order.
pub fn shipped() -> impl Iterator<Item = &'static Embedded> {
    SHIPPED.iter()
}

/// Iterates, in alphabetical order, over the files that shipped grammars `use` but that are not
/// grammars by themselves.
pub fn parts() -> impl Iterator<Item = &'static Embedded> {
    PARTS.iter()
}

/// Returns the text of a shipped grammar or part by its name, with or without `.grammar`.
#[must_use]
pub fn embedded(name: &str) -> Option<&'static str> {
    Some(named(name)?.text)
}

/// Returns a shipped grammar or part by its name, with or without `.grammar`.
#[must_use]
pub fn named(name: &str) -> Option<&'static Embedded> {
    let name = name.strip_suffix(".grammar").unwrap_or(name);
    shipped().chain(parts()).find(|grammar| grammar.name == name)
}

/// The grammars with `tokenizer text`: they read grammars, vocabularies, parselets and expressions.
const OF_TEXTS: &[&str] = &[
    "abnf",
    "antlr4",
    "css",
    "ebnf",
    "lark",
    "meta",
    "parselet",
    "parsley",
    "selectors",
    "vocabulary",
    "xpath",
    "yacc",
];

impl Embedded {
    /// Reports whether the grammar reads documents with markup, not other texts.
    #[must_use]
    pub fn reads_markup(&self) -> bool {
        !OF_TEXTS.contains(&self.name)
    }

    /// Returns a one-line description: the first line of the legend.
    #[must_use]
    pub fn description(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        let after = line.strip_prefix(self.name).and_then(|rest| rest.strip_prefix(".grammar:"));
        after.unwrap_or(line).trim()
    }
}
