//! Parallel counting of coverage, for one grammar or several.
//!
//! A pool per grammar holds idle counters. A thread takes one, or creates one, counts a document,
//! and puts it back. So each grammar has at most one counter per thread, and threads do not wait
//! for one another. The counters are merged at the end.

use std::sync::{Mutex, PoisonError};

use super::{Coverage, Exercised, OtherGrammar};
use wishful::derivation::Derivations;
use wishful::grammar::Grammar;
use wishful::tree::Document;

/// The coverage of several grammars, each identified by its index.
pub struct GrammarCoverages {
    /// The empty counters, one per grammar.
    empty: Vec<Coverage>,
    idle: Vec<Mutex<Vec<Coverage>>>,
}

impl GrammarCoverages {
    /// Creates counters, which have counted nothing.
    pub fn of<'g>(grammars: impl IntoIterator<Item = &'g Grammar>) -> Self {
        let empty: Vec<Coverage> = grammars.into_iter().map(Coverage::of).collect();
        let idle = empty.iter().map(|_| Mutex::default()).collect();
        Self { empty, idle }
    }

    /// Counts a document for the grammar by which it was parsed.
    ///
    /// # Errors
    /// If the document was parsed by another grammar.
    pub fn add(&self, grammar: usize, document: &Document) -> Result<Exercised, OtherGrammar> {
        self.count(grammar, |own| own.add(document))
    }

    /// Counts a text for the grammar by which it was read.
    ///
    /// # Errors
    /// If the text was read by another grammar.
    pub fn add_text(
        &self,
        grammar: usize,
        read: &Derivations<'_>,
    ) -> Result<Exercised, OtherGrammar> {
        self.count(grammar, |own| own.add_text(read))
    }

    fn count<T>(&self, grammar: usize, add: impl FnOnce(&mut Coverage) -> T) -> T {
        let idle = &self.idle[grammar];
        let own = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut own = own.unwrap_or_else(|| self.empty[grammar].fork());
        let exercised = add(&mut own);
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        exercised
    }

    /// Merges and returns all counters, by grammar.
    ///
    /// # Errors
    /// Never, since counters of the same grammar can always be merged.
    pub fn finish(self) -> Result<Vec<Coverage>, OtherGrammar> {
        let mut all = Vec::with_capacity(self.empty.len());
        for (mut whole, idle) in self.empty.into_iter().zip(self.idle) {
            for own in idle.into_inner().unwrap_or_else(PoisonError::into_inner) {
                whole.merge(&own)?;
            }
            all.push(whole);
        }
        Ok(all)
    }
}
