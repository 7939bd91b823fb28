//! Coverage of a grammar by a corpus: the exercised lines with counts, and the lines without which
//! some tree changes.
//!
//! The input is documents that were parsed by a grammar. The output is a [`Report`]: each statement
//! in force and each part of one, at its file and line, with counts.
//!
//! ```
//! use wishful_workbench::coverage::Coverage;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let mut coverage = Coverage::of(parser.grammar());
//! for page in ["<p>one<p>two", "<b>x</p>y"] {
//!     coverage.add(&parser.parse(page, &ParseOptions::default())?)?;
//! }
//! let report = coverage.report();
//! let file = &report.files[0];
//! let line = file.units.iter().find(|unit| unit.text == "</p> -> <p>").ok_or("it is there")?;
//! assert_eq!(line.ways[0].count, 1);
//! assert!(report.parts.percent() < 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each document is run again with a trace, since a plain parse records neither refusals nor tried
//! remedies. `records` counts refusals and remedies, `walk` the words that were read. `outline`
//! lists the units that can be exercised. `content` finds the symbols of a rule that a word
//! matched, `lines` the exclusions in force, and `facts` covers the other statements. `lists`
//! resolves lists to the sets that they name.
//!
//! A text of a grammar with its own tokens exercises what its best tree was made of (`texts`).
//!
//! Several threads count separately ([`Coverage::fork`]), and their counts are added
//! ([`Coverage::merge`]), as [`GrammarCoverages`] does.

mod content;
mod counting;
mod decisive;
mod facts;
mod html;
mod lcov;
mod lines;
mod lists;
mod outline;
mod recorder;
mod records;
mod report;
mod texts;
mod walk;
mod without;

pub use counting::GrammarCoverages;
pub use decisive::{CountedDocument, Decisive, RemovableLines};
use facts::Facts;
use outline::Outline;
pub use outline::UnitKind;
use recorder::{Hits, Recorder};
pub use report::{FileReport, Ratio, Report, UnitReport, WayReport};
use std::fmt;
use std::sync::Arc;
use texts::TextUnits;
use walk::CoverageTrace;
use wishful::base::BitRow;
use wishful::derivation::Derivations;
use wishful::grammar::Grammar;
use wishful::tree::Document;
#[doc(hidden)]
pub use without::{Deletion, deletions};

/// The error for a document or a coverage of another grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherGrammar;

impl fmt::Display for OtherGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "parse the documents with the same grammar object that the coverage was created for",
        )
    }
}

impl std::error::Error for OtherGrammar {}

/// The parts of a grammar that one document exercises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercised(BitRow);

impl Exercised {
    /// Returns the numbers of the parts.
    pub(crate) fn units(&self) -> &BitRow {
        &self.0
    }
}

/// The parts of a grammar that some documents exercise, with counts.
pub struct Coverage {
    grammar: Grammar,
    recorder: Recorder,
    facts: Facts,
    texts: TextUnits,
    /// The counts by unit.
    counts: Hits,
    in_force: Vec<bool>,
    documents: usize,
}

impl fmt::Debug for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { documents, .. } = self;
        write!(f, "Coverage of {} by {documents} documents", self.grammar.name())
    }
}

impl Coverage {
    /// Creates an empty coverage of a grammar. The grammar's files are parsed and
    /// compiled again.
    #[must_use]
    pub fn of(grammar: &Grammar) -> Self {
        Self::with_outline(grammar, Arc::new(Outline::of(grammar)))
    }

    /// Creates an empty coverage, with a count of 0 for each unit of the outline.
    fn with_outline(grammar: &Grammar, outline: Arc<Outline>) -> Self {
        let (facts, texts) = (Facts::of(&outline), TextUnits::of(&outline));
        let in_force = outline.units.iter().map(|unit| unit.in_force).collect();
        let recorder = Recorder::new(outline);
        let counts = recorder.counts.clone();
        Self { grammar: grammar.clone(), recorder, facts, texts, counts, in_force, documents: 0 }
    }

    /// Creates an empty coverage of the same grammar, for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::with_outline(&self.grammar, self.outline().clone())
    }

    /// Returns the units of the grammar.
    fn outline(&self) -> &Arc<Outline> {
        &self.recorder.outline
    }

    /// Runs a document again, and counts the units that it exercises.
    ///
    /// # Errors
    /// If the document was not parsed by this grammar.
    pub fn add(&mut self, document: &Document) -> Result<Exercised, OtherGrammar> {
        if !document.is_of(self.grammar.vocabulary()) {
            return Err(OtherGrammar);
        }
        let Self { recorder, facts, .. } = self;
        document.run_again(&mut CoverageTrace::new(recorder, document, facts));
        Ok(self.exercised())
    }

    /// Counts the units that the best tree of a text exercises.
    ///
    /// # Errors
    /// If the text was not read by this grammar.
    pub fn add_text(&mut self, read: &Derivations<'_>) -> Result<Exercised, OtherGrammar> {
        if !Arc::ptr_eq(read.grammar().vocabulary(), self.grammar.vocabulary()) {
            return Err(OtherGrammar);
        }
        if let Some(best) = read.trees().next() {
            self.texts.count(best.tree(), &mut self.recorder);
        }
        Ok(self.exercised())
    }

    /// Adds the counts of one document to those of all, and returns what it exercised.
    fn exercised(&mut self) -> Exercised {
        self.documents += 1;
        let counts = self.recorder.take();
        let mut exercised = BitRow::new(counts.len());
        for (unit, count) in counts.iter().enumerate() {
            if *count != [0; 2] {
                exercised.insert(unit);
            }
        }
        exercised.union_with(&self.recorder.touched);
        self.recorder.touched.clear();
        self.add_counts(&counts);
        Exercised(exercised)
    }

    /// Adds the counts of another coverage of the same grammar, perhaps with other modes on.
    ///
    /// # Errors
    /// If it is of another grammar.
    pub fn merge(&mut self, other: &Self) -> Result<(), OtherGrammar> {
        if !self.outline().is_like(other.outline()) {
            return Err(OtherGrammar);
        }
        self.documents += other.documents;
        self.add_counts(&other.counts);
        for (own, other) in self.in_force.iter_mut().zip(&other.in_force) {
            *own |= other;
        }
        Ok(())
    }

    fn add_counts(&mut self, counts: &Hits) {
        for (own, other) in self.counts.iter_mut().zip(counts) {
            own[0] += other[0];
            own[1] += other[1];
        }
    }

    /// Returns the number of counted documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Returns the report.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::of(self.outline(), &self.counts, &self.in_force, self.documents)
    }
}
