//! Parallel counting of coverage, for one grammar or several.
//!
//! A pool per grammar holds idle counters. A thread takes one, or creates one, counts a document,
//! and puts it back. So each grammar has at most one counter per thread, and threads do not wait
//! for one another. The counters are merged at the end.

use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;
use wishful::grammar::Grammar;
use wishful::tree::Document;
use wishful_workbench::coverage::{Coverage, Exercised};

/// The message about a document on which the library panicked.
pub(crate) const PANICKED: &str = "the library panicked, which is a bug in wishful";

/// The coverage of several grammars, each identified by its index.
pub(crate) struct GrammarCoverages {
    /// The empty counters, one per grammar.
    empty: Vec<Coverage>,
    idle: Vec<Mutex<Vec<Coverage>>>,
}

impl GrammarCoverages {
    pub(crate) fn of<'g>(grammars: impl IntoIterator<Item = &'g Grammar>) -> Self {
        let empty: Vec<Coverage> = grammars.into_iter().map(Coverage::of).collect();
        let idle = empty.iter().map(|_| Mutex::default()).collect();
        Self { empty, idle }
    }

    /// Counts a document for the grammar by which it was parsed.
    ///
    /// # Errors
    /// If the document was parsed by another grammar.
    pub(crate) fn add(&self, grammar: usize, document: &Document) -> Result<Exercised, String> {
        let idle = &self.idle[grammar];
        let own = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut own = own.unwrap_or_else(|| self.empty[grammar].fork());
        let exercised = own.add(document).map_err(|error| error.to_string());
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        exercised
    }

    /// Merges and returns all counters, by grammar.
    ///
    /// # Errors
    /// Never, since counters of the same grammar can always be merged.
    pub(crate) fn finish(self) -> Result<Vec<Coverage>, Failure> {
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
