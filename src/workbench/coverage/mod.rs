//! Which lines of a grammar a corpus exercises, how often, and without which of them some tree would be another one.
//!
//! In come documents that were parsed by a grammar; out comes a [`Report`]: each statement in force and each part of one, at its own
//! file and line, with counts.
//!
//! ```
//! use wishful::workbench::coverage::Coverage;
//! use wishful::{Grammar, ParseOptions, Parser};
//!
//! let parser = Parser::new(Grammar::load("whatwg")?)?;
//! let mut coverage = Coverage::of(parser.grammar());
//! for page in ["<p>one<p>two", "<b>x</p>y"] {
//!     coverage.add(&parser.parse_str(page, &ParseOptions::default())?)?;
//! }
//! let report = coverage.report();
//! let file = &report.files[0];
//! let line = file.units.iter().find(|unit| unit.text == "</p> -> <p>").ok_or("it is there")?;
//! assert_eq!(line.ways[0].count, 1);
//! assert!(report.parts.percent() < 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A document is run again, and all is shown: what was refused and what was tried (`looks.rs`), what was read (`walk.rs`). A plain parse
//! knows nothing of that. `outline` says what there is to be exercised, `content` which symbol of a rule a word was read
//! for, `lines` what was in force, `facts` the other statements, `lists` goes from a list into the sets that it names.
//!
//! Several threads count each for itself ([`Coverage::fork`]), and what they counted is added up ([`Coverage::merge`]).

mod content;
mod decisive;
mod facts;
mod html;
mod lcov;
mod lines;
mod lists;
mod looks;
mod outline;
mod recorder;
mod report;
mod walk;
mod without;

use crate::base::BitRow;
use crate::grammar::Grammar;
use crate::tree::Document;
pub use decisive::{Ablation, Decisive, Witness};
use facts::Facts;
use looks::Looks;
pub use outline::Kind;
use outline::Outline;
use recorder::{Counts, Recorder};
pub use report::{FileReport, Report, Share, UnitReport, WayReport};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use walk::Walk;
#[doc(hidden)]
pub use without::{Deletion, deletions};

/// A document or another coverage is not of the same grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherGrammar;

impl fmt::Display for OtherGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "what is counted must be of one grammar: parse the documents by the very grammar that the coverage is of",
        )
    }
}

impl std::error::Error for OtherGrammar {}

/// The parts of a grammar that one document exercises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercised(BitRow);

/// What some documents exercise of a grammar.
pub struct Coverage {
    grammar: Grammar,
    recorder: Recorder,
    facts: Facts,
    /// By unit.
    counts: Counts,
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
    /// The coverage of a grammar of markup before any document is counted. The grammar's files are read and compiled once more.
    #[must_use]
    pub fn of(grammar: &Grammar) -> Self {
        Self::on(grammar, Arc::new(Outline::of(grammar)))
    }

    fn on(grammar: &Grammar, outline: Arc<Outline>) -> Self {
        let facts = Facts::of(&outline);
        let in_force = outline.units.iter().map(|unit| unit.in_force).collect();
        let recorder = Recorder::new(outline);
        let counts = recorder.counts.clone();
        Self { grammar: grammar.clone(), recorder, facts, counts, in_force, documents: 0 }
    }

    /// A coverage of the same grammar without any document: for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::on(&self.grammar, self.outline().clone())
    }

    fn outline(&self) -> &Arc<Outline> {
        &self.recorder.outline
    }

    /// Counts what a document exercises: it is run again.
    ///
    /// # Errors
    /// If it was not parsed by this grammar.
    pub fn add(&mut self, document: &Document) -> Result<Exercised, OtherGrammar> {
        if !document.is_of(self.grammar.vocabulary()) {
            return Err(OtherGrammar);
        }
        let Self { recorder, facts, .. } = self;
        let mut looks = Looks::new(recorder);
        let events = document.events_shown(&mut looks);
        facts.soft = VecDeque::from(looks.soft);
        Walk::new(recorder, document, facts).run(&events);
        self.documents += 1;
        let counts = self.recorder.take();
        let exercised = counts.iter().enumerate().filter(|(_, count)| **count != [0; 2]);
        let mut exercised = BitRow::of(counts.len(), exercised.map(|(unit, _)| unit));
        exercised.union_with(&self.recorder.touched);
        self.recorder.touched.clear();
        self.add_counts(&counts);
        Ok(Exercised(exercised))
    }

    /// Adds what was counted elsewhere: for the same grammar, perhaps with other modes on.
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

    fn add_counts(&mut self, counts: &Counts) {
        for (own, other) in self.counts.iter_mut().zip(counts) {
            own[0] += other[0];
            own[1] += other[1];
        }
    }

    /// How many documents were counted.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// What was counted.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::of(self.outline(), &self.counts, &self.in_force, self.documents)
    }
}
