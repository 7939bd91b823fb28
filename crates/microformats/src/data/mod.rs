//! Structured data: microdata, RDFa, Open Graph, JSON-LD and microformats, as one graph.
//!
//! ```text
//!                  vocabulary   (syntax … by scope | subject | page | script)
//!                      │
//! Document ──► scopes, subjects, page, script ──► Graph ──► StructuredData ──► JSON · JSON-LD
//!          └─► microformats ──► joined ─────────────┘       views: Subject,    Turtle · explain
//!                                                           Triple
//! ```
//!
//! There are four readers, one for each manner in which marked elements are related. None of them
//! names a syntax: vocabulary files list the attributes and JSON members of each syntax, and select
//! its reader.
//!
//! The result is a set of triples: a subject, the full name of a property, and a value. The value
//! is another subject, an address or a text. Each triple records the syntaxes that contain it, its
//! element, and the source positions of its inputs, like the values of microformats. If two
//! syntaxes describe the same address, they describe the same subject.
//!
//! Nothing recurses and nothing is fetched. Work that could be more than linear in the document has
//! a limit in [`DataOptions`], and [`StructuredData::is_cut`] reports whether one was reached.
//!
//! ```
//! use wishful_microformats::data::{DataOptions, StructuredData};
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let page = "<p itemscope itemtype=https://schema.org/Event><b itemprop=name>Tea</b>";
//! let document = parser.parse(page, &ParseOptions::default())?;
//! let data = StructuredData::new(&document, &DataOptions::default());
//! let event = data.subjects().next().ok_or("no event")?;
//! assert_eq!(event.types().collect::<Vec<_>>(), ["https://schema.org/Event"]);
//! let name = event.triples().nth(1).ok_or("no name")?;
//! assert_eq!((name.property(), name.text()), ("https://schema.org/name", Some("Tea")));
//! assert_eq!(name.syntaxes().collect::<Vec<_>>(), ["microdata"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The guide `notes/structured-data.md` describes how each specification is read.

mod explain;
mod graph;
mod joined;
mod json;
mod linked;
mod markup;
mod mended;
mod names;
mod page;
mod scopes;
mod script;
mod subjects;
mod tape;
#[cfg(test)]
mod tests;
mod turtle;
mod views;

use super::addresses::Addresses;
use super::options::Options;
use super::results::{Microformats, Tables};
use super::vocabulary::{ItemRelation, Vocabulary};
use graph::Graph;
use markup::Markup;
pub use views::{Problem, StructuredData, Subject, Triple};
use wishful::Allowance;
use wishful::tree::Document;

/// The name of microformats in lists of syntaxes.
pub const MICROFORMATS: &str = "microformats";

/// The options of [`StructuredData::new`].
///
/// ```
/// use wishful_microformats::data::DataOptions;
///
/// let options = DataOptions::default().base(Some("https://example.org/"));
/// assert_eq!((options.depth, options.syntaxes), (128, None));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DataOptions<'o> {
    /// The base of relative addresses, where the document has none; by default, the address of the
    /// document ([`Document::url`]).
    pub base: Option<&'o str>,
    /// The vocabulary with the syntaxes; `None` means the shipped one.
    pub vocabulary: Option<&'o Vocabulary>,
    /// The names of the syntaxes to read, which may include [`MICROFORMATS`]; `None` means all.
    /// Unknown names are ignored.
    pub syntaxes: Option<&'o [&'o str]>,
    /// The maximum number of properties that are read again because items include them, for a
    /// document of a given size.
    pub included: Allowance,
    /// The maximum number of bytes of attributes, and of names constructed from prefixes and
    /// vocabularies.
    pub names: Allowance,
    /// The maximum nesting depth of JSON objects and arrays.
    pub depth: usize,
}

wishful::base::setters! { DataOptions<'o> {
    base: Option<&'o str>, vocabulary: Option<&'o Vocabulary>, syntaxes: Option<&'o [&'o str]>,
    included: Allowance, names: Allowance, depth: usize,
} }

impl Default for DataOptions<'_> {
    fn default() -> Self {
        Self {
            base: None,
            vocabulary: None,
            syntaxes: None,
            included: Allowance { at_least: 1 << 16, per_byte: 4 },
            names: Allowance { at_least: 1 << 20, per_byte: 16 },
            depth: 128,
        }
    }
}

impl Vocabulary {
    /// Checks names of syntaxes of structured data, which include `microformats`.
    ///
    /// # Errors
    /// A sentence about the first unknown name, with all known ones.
    pub fn check_syntaxes<S: AsRef<str>>(&self, names: &[S]) -> Result<(), String> {
        let known: Vec<&str> = [MICROFORMATS].into_iter().chain(self.syntaxes()).collect();
        match names.iter().find(|name| !known.contains(&name.as_ref())) {
            None => Ok(()),
            Some(name) => {
                let (name, known) = (name.as_ref(), known.join(", "));
                Err(format!("{name}: unknown syntax; expected one of {known}"))
            }
        }
    }
}

impl<'d> StructuredData<'d> {
    /// Reads the structured data of a document, microformats included.
    ///
    /// ```
    /// use wishful_microformats::data::{DataOptions, StructuredData};
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = r#"<script type=application/ld+json>
    ///     {"@context": "https://schema.org", "name": "Tea"}</script>"#;
    /// let document = parser.parse(page, &ParseOptions::default()).unwrap();
    /// let data = StructuredData::new(&document, &DataOptions::default());
    /// let triples = data.subjects().flat_map(|it| it.triples());
    /// let names: Vec<_> = triples.map(|it| it.text()).collect();
    /// assert_eq!(names, [Some("Tea")]);
    /// ```
    #[must_use]
    pub fn new(document: &'d Document, options: &DataOptions<'d>) -> Self {
        let vocabulary = options.vocabulary.unwrap_or_else(|| Vocabulary::shipped());
        let is_read = |name: &str| options.syntaxes.is_none_or(|names| names.contains(&name));
        let addresses = Addresses::new(document, options.base);
        let bounds = [options.names, options.included];
        let mut graph = if is_read(MICROFORMATS) {
            let (base, vocabulary) = (options.base, Some(vocabulary));
            let found =
                Microformats::new(document, &Options { base, vocabulary, ..Options::default() });
            joined::graph(&found, addresses, bounds)
        } else {
            Graph::new(addresses, Tables::default(), bounds)
        };
        for (number, (name, syntax)) in vocabulary.syntaxes.iter().enumerate() {
            if !is_read(name) {
                continue;
            }
            // (Number 0 is microformats.)
            graph.syntax = number + 1;
            let markup = Markup::new(syntax);
            match syntax.manner {
                ItemRelation::Scope => scopes::read(&mut graph, markup),
                ItemRelation::Subject => subjects::read(&mut graph, markup),
                ItemRelation::Page => page::read(&mut graph, &markup),
                ItemRelation::Script => script::read(&mut graph, &markup, options.depth),
            }
        }
        Self::of(graph, vocabulary)
    }
}
