//! Parselets: JSON in the shape of the answer, with a selector where the answer has a value.
//!
//! ```text
//! {"reviews!(.review)": [{"date": ".date", "by?": ".author a"}]}
//!      │  json       parses strings, objects and arrays with their spans
//!      │             (grammar/query/parselet.grammar)
//!      │  key        parses a key: its name, scope, `?` and `!`
//!      │  query      compiles the expressions, which mix CSS and XPath
//!      ▼
//!    Slots           one slot for each key: its scope, the nodes it selects, the text of each
//!      │  extract    fills each slot from the node in whose scope it is
//!      │  buckets    fills arrays without a scope: merges the matches of all keys
//!      ▼
//!    Rows            one row for each value, found or missing
//!      │  prune      removes empty and broken values
//!      ▼
//!    Extraction      {"reviews":[{"date":"10/30/2008","by":"kylie H."}]},
//!                    or the first key that is missing
//! ```
//!
//! The rows also record the values that pruning removes, so [`Extraction::explain`] can give the
//! reason.
//!
//! ```
//! use wishful_parselet::{CompileOptions, Options, Parselet};
//! use wishful::{Grammar, ParseOptions, Parser};
//! let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
//! let page = "<h2>BBQ</h2><p>Joe<p>Jeff<h2>Dinner</h2><p>Dylan";
//! let document = parser.parse(page, &ParseOptions::default()).unwrap();
//! let text = r#"{"events": [{"name": "h2", "attendees": ["p"]}]}"#;
//! let parselet = Parselet::compile("events.let", text, &CompileOptions::default()).unwrap();
//! let extraction = parselet.extract(&document, &Options::default());
//! assert_eq!(
//!     extraction.to_json().unwrap(),
//!     concat!(
//!         r#"{"events":[{"name":"BBQ","attendees":["Joe","Jeff"]},"#,
//!         r#"{"name":"Dinner","attendees":["Dylan"]}]}"#
//!     )
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

use define::ParseletBuilder;
use slots::Slots;
use wishful::base::{Files, Report, SourceFile, Span};
use wishful::tree::Document;

/// A compiled parselet.
#[derive(Clone, Debug)]
pub struct Parselet {
    slots: Slots,
    dialect: Dialect,
    warnings: Report,
}

impl Parselet {
    /// Compiles a parselet; diagnostics call it `name`.
    ///
    /// # Errors
    /// Returns every error and warning, each with its span. In the dialect [`Dialect::Fizx`], the
    /// error that the C implementation reports comes first.
    pub fn compile(name: &str, text: &str, options: &CompileOptions) -> Result<Self, Report> {
        let (value, mut mistakes) = json::read(text, options);
        let mut slots = Slots::default();
        if let Some(value) = value {
            let definition = ParseletBuilder::of(&value, options);
            mistakes.extend(definition.mistakes);
            slots = definition.slots;
        }
        mistakes.sort_by_key(|mistake| {
            let rank = if options.dialect == Dialect::Fizx { mistake.rank() } else { 0 };
            (rank, mistake.span)
        });
        let mut files = Files::default();
        let file = files.add(SourceFile::new(name, text));
        let mut diagnostics = Vec::with_capacity(mistakes.len());
        for mistake in mistakes {
            diagnostics.push(mistake.diagnostic(file, options.dialect, text.len()));
        }
        let report = Report { files, diagnostics };
        if report.has_errors() {
            return Err(report);
        }
        Ok(Self { slots, dialect: options.dialect, warnings: report })
    }

    /// The warnings of the compilation.
    #[must_use]
    pub fn warnings(&self) -> &Report {
        &self.warnings
    }

    /// Returns the paths of all keys, in the order of the parselet.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        self.slots.keys().map(|id| self.slots.path(id))
    }

    /// Formats the start of a span as `name:line:column`.
    fn position(&self, span: Span) -> String {
        let (_, file) = self.warnings.files.iter().next().expect("it was read from a file");
        format!("{}:{}", file.name(), file.position(span.start))
    }

    /// Extracts the values of a document.
    #[must_use]
    pub fn extract<'d>(&self, document: &'d Document, options: &Options<'d>) -> Extraction<'_, 'd> {
        Extraction::new(self, document, options)
    }
}

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ParseletReadme;
