//! Structured data: what pages say in microdata, RDFa, Open Graph, JSON-LD and microformats, as one
//! graph.
//!
//! ```text
//!                  vocabulary   (syntax … by scope | subject | page | script)
//!                      │
//! Document ──► scopes, subjects, page, script ──► Graph ──► StructuredData ──► JSON · JSON-LD · Turtle · explain
//!          └─► microformats ──► joined ─────────────┘       views: Subject,
//!                                                           Triple
//! ```
//!
//! There are four readers, and no syntax is named in them: a vocabulary file says which attributes
//! and members of JSON mark items, and which reader understands how these hang together. What is
//! found are triples: a subject, the whole name of a property, and a value, which is another
//! subject, an address or a text. Each triple knows the syntaxes that said it, its element, and the
//! places of the source that it was read from, as values of microformats do. What two syntaxes say
//! of one address is said of one subject.
//!
//! Nothing recurses and nothing is fetched. What could grow faster than a document has a limit in
//! [`DataOptions`], and [`StructuredData::is_cut`] says that one was met.
//!
//! ```
//! use wishful::microformats::data::DataOptions;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let page = "<p itemscope itemtype=https://schema.org/Event><b itemprop=name>Tea</b>";
//! let document = parser.parse_str(page, &ParseOptions::default())?;
//! let data = document.structured_data(&DataOptions::default());
//! let event = data.subjects().next().ok_or("no event")?;
//! assert_eq!(event.types().collect::<Vec<_>>(), ["https://schema.org/Event"]);
//! let name = event.triples().nth(1).ok_or("no name")?;
//! assert_eq!((name.property(), name.text()), ("https://schema.org/name", Some("Tea")));
//! assert_eq!(name.syntaxes().collect::<Vec<_>>(), ["microdata"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `notes/structured-data.md` says how each specification is read.

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
mod views;

use super::addresses::Addresses;
use super::options::Options;
use super::results::Tables;
use super::vocabulary::{Manner, Vocabulary};
use crate::Allowance;
use crate::tree::Document;
use graph::Graph;
use markup::Markup;
pub use views::{Problem, StructuredData, Subject, Triple};

/// The name by which microformats are called among the syntaxes.
pub const MICROFORMATS: &str = "microformats";

/// The options of [`Document::structured_data`].
///
/// ```
/// use wishful::microformats::data::DataOptions;
///
/// let options = DataOptions { base: Some("https://example.org/"), ..DataOptions::default() };
/// assert_eq!((options.depth, options.syntaxes), (128, None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DataOptions<'o> {
    /// The address to which relative ones are relative, if the document does not say one; else
    /// where the document [is](Document::url).
    pub base: Option<&'o str>,
    /// The syntaxes that there are; the shipped ones if it is `None`.
    pub vocabulary: Option<&'o Vocabulary>,
    /// The names of the syntaxes to read, [`MICROFORMATS`] among them; all if it is `None`. A name
    /// that no syntax has is ignored.
    pub syntaxes: Option<&'o [&'o str]>,
    /// The most properties that may be read again because items include them, for a document of so
    /// many bytes.
    pub included: Allowance,
    /// The most bytes of attributes, and of names that are put together of prefixes and
    /// vocabularies.
    pub names: Allowance,
    /// The most objects and arrays of JSON that may stand in one another.
    pub depth: usize,
}

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

impl Document {
    /// Returns what the document says in syntaxes of structured data, microformats among them.
    ///
    /// ```
    /// use wishful::microformats::data::DataOptions;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let page = r#"<script type=application/ld+json>{"@context": "https://schema.org", "name": "Tea"}</script>"#;
    /// let document = parser.parse_str(page, &ParseOptions::default()).unwrap();
    /// let data = document.structured_data(&DataOptions::default());
    /// let names: Vec<_> = data.subjects().flat_map(|it| it.triples()).map(|it| it.text()).collect();
    /// assert_eq!(names, [Some("Tea")]);
    /// ```
    #[must_use]
    pub fn structured_data<'d>(&'d self, options: &DataOptions<'d>) -> StructuredData<'d> {
        let vocabulary = options.vocabulary.unwrap_or_else(|| Vocabulary::shipped());
        let is_read = |name: &str| options.syntaxes.is_none_or(|names| names.contains(&name));
        let addresses = Addresses::new(self, options.base);
        let bounds = [options.names, options.included];
        let mut graph = if is_read(MICROFORMATS) {
            let (base, vocabulary) = (options.base, Some(vocabulary));
            let found = self.microformats(&Options { base, vocabulary, ..Options::default() });
            joined::graph(&found, addresses, bounds)
        } else {
            Graph::new(addresses, Tables::default(), bounds)
        };
        for (number, (name, syntax)) in vocabulary.syntaxes.iter().enumerate() {
            if !is_read(name) {
                continue;
            }
            // (Microformats are number 0.)
            graph.syntax = number + 1;
            let markup = Markup::new(syntax);
            match syntax.manner {
                Manner::Scope => scopes::read(&mut graph, markup),
                Manner::Subject => subjects::read(&mut graph, markup),
                Manner::Page => page::read(&mut graph, &markup),
                Manner::Script => script::read(&mut graph, &markup, options.depth),
            }
        }
        StructuredData::new(graph, vocabulary)
    }
}
