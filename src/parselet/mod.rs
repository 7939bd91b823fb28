//! Parselets: JSON in the shape of the answer, with a selector where the answer has a value.
//!
//! ```text
//! {"reviews!(.review)": [{"date": ".date", "by?": ".author a"}]}
//!      │  json       by grammar/query/parselet.grammar: strings, objects, arrays, with places
//!      │  key        name, scope, `?` and `!`
//!      │  query      the expressions, CSS and XPath in one
//!      ▼
//!    Slots           a slot for each key: its scope, what it goes through, what it says of each
//!      │  extract    each slot from the node in whose scope it is
//!      │  buckets    arrays without a scope: what all keys find, merged in document order
//!      ▼
//!    Rows            a row for each value, found or missing
//!      │  prune      what is empty or broken, and what breaks by it
//!      ▼
//!    Extraction      {"reviews":[{"date":"10/30/2008","by":"kylie H."}]}, or the first key that is missing
//! ```
//!
//! What is found is kept in rows, also what is left out in the end: so [`Extraction::explain`] says why.
//!
//! ```
//! use wishful::parselet::{CompileOptions, Options, Parselet};
//! use wishful::{Grammar, ParseOptions, Parser};
//! let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
//! let page = "<h2>BBQ</h2><p>Joe<p>Jeff<h2>Dinner</h2><p>Dylan";
//! let document = parser.parse_str(page, &ParseOptions::default()).unwrap();
//! let text = r#"{"events": [{"name": "h2", "attendees": ["p"]}]}"#;
//! let parselet = Parselet::compile("events.let", text, &CompileOptions::default()).unwrap();
//! let extraction = parselet.extract(&document, &Options::default());
//! assert_eq!(
//!     extraction.to_json().unwrap(),
//!     r#"{"events":[{"name":"BBQ","attendees":["Joe","Jeff"]},{"name":"Dinner","attendees":["Dylan"]}]}"#
//! );
//! ```

mod answer;
mod brackets;
mod buckets;
mod define;
mod evaluate;
mod explain;
mod expressions;
mod extract;
mod json;
mod key;
mod mistakes;
mod offsets;
mod options;
mod rows;
mod scoped;
mod slots;
mod split;
mod strings;
#[cfg(test)]
mod tests;
mod value;
mod wrap;
mod write;

pub use answer::{Extraction, ExtractionError};
pub use options::{CompileOptions, Dialect, Options};
pub use value::{Value, ValueKind};
pub use wrap::sg_wrap;
pub use write::Layout;

use crate::base::{Files, Report, SourceFile, Span};
use crate::tree::Document;
use define::Definition;
use slots::Slots;

/// A parselet, ready to read documents with.
#[derive(Clone, Debug)]
pub struct Parselet {
    slots: Slots,
    dialect: Dialect,
    warnings: Report,
}

impl Parselet {
    /// Compiles a parselet; messages call it `name`.
    ///
    /// # Errors
    /// All that is wrong with it, each with its place, warnings too. In the dialect fizx what its implementation says comes first.
    pub fn compile(name: &str, text: &str, options: &CompileOptions) -> Result<Self, Report> {
        let (value, mut mistakes) = json::read(text, options);
        let mut slots = Slots::default();
        if let Some(value) = value {
            let definition = Definition::of(&value, options);
            mistakes.extend(definition.mistakes);
            slots = definition.slots;
        }
        let rank = |rank| if options.dialect == Dialect::Fizx { rank } else { 0 };
        mistakes.sort_by_key(|mistake| (rank(mistake.rank()), mistake.span));
        let mut files = Files::default();
        let file = files.add(SourceFile::new(name, text));
        let diagnostics = mistakes.into_iter();
        let diagnostics =
            diagnostics.map(|one| one.diagnostic(file, options.dialect, text.len())).collect();
        let report = Report { files, diagnostics };
        match report.has_errors() {
            true => Err(report),
            false => Ok(Self { slots, dialect: options.dialect, warnings: report }),
        }
    }

    /// What may not be meant.
    #[must_use]
    pub fn warnings(&self) -> &Report {
        &self.warnings
    }

    /// The paths of all keys, in the order in which they are written.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        self.slots.keys().map(|id| self.slots.path(id))
    }

    /// Where something of it is written: `name:line:column`.
    fn position(&self, span: Span) -> String {
        let (_, file) = self.warnings.files.iter().next().expect("it was read from a file");
        format!("{}:{}", file.name(), file.position(span.start))
    }

    /// Reads a document.
    #[must_use]
    pub fn extract<'d>(&self, document: &'d Document, options: &Options<'d>) -> Extraction<'_, 'd> {
        Extraction::new(self, document, options)
    }
}
