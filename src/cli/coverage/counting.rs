//! Counting by several threads at once, for one grammar or for many.
//!
//! Counts are kept by grammar and added up at the end: a thread takes counts of the grammar that nobody is at, and puts them back
//! when the document is counted. So there are as many of each as there are threads at most, and none waits for another.

use std::sync::{Mutex, PoisonError};

use crate::cli::failure::Failure;
use crate::grammar::Grammar;
use crate::tree::Document;
use crate::workbench::coverage::{Coverage, Exercised};

/// What is said of a document over which the library panicked.
pub(in crate::cli) const PANICKED: &str = "the library panicked, which is a bug in wishful";

/// What documents exercise of some grammars, each known by its number.
pub(in crate::cli) struct Counting {
    /// Without counts.
    empty: Vec<Coverage>,
    idle: Vec<Mutex<Vec<Coverage>>>,
}

impl Counting {
    pub(in crate::cli) fn of<'g>(grammars: impl IntoIterator<Item = &'g Grammar>) -> Self {
        let empty: Vec<Coverage> = grammars.into_iter().map(Coverage::of).collect();
        let idle = empty.iter().map(|_| Mutex::default()).collect();
        Self { empty, idle }
    }

    /// Counts what a document exercises of the grammar that it was parsed by.
    ///
    /// # Errors
    /// If it is of another one.
    pub(in crate::cli) fn add(
        &self,
        grammar: usize,
        document: &Document,
    ) -> Result<Exercised, String> {
        let idle = &self.idle[grammar];
        let own = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut own = own.unwrap_or_else(|| self.empty[grammar].fork());
        let exercised = own.add(document).map_err(|error| error.to_string());
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        exercised
    }

    /// All counts, by grammar.
    ///
    /// # Errors
    /// Never, as counts of one grammar go together.
    pub(in crate::cli) fn finish(self) -> Result<Vec<Coverage>, Failure> {
        let mut all = Vec::with_capacity(self.empty.len());
        for (mut whole, idle) in self.empty.into_iter().zip(self.idle) {
            for own in idle.into_inner().unwrap_or_else(PoisonError::into_inner) {
                whole.merge(&own).map_err(|error| Failure::refused(error.to_string()))?;
            }
            all.push(whole);
        }
        Ok(all)
    }
}
