//! The cache between requests: the last few grammars and documents.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::VecDeque;
use wishful::explain::TracedDocument;
use wishful::{Document, ParseOptions, Parser};

use crate::answer::Problem;
use crate::choice::Choice;
#[cfg(feature = "package")]
use crate::choice::refused;
#[cfg(feature = "package")]
use wishful::Allowance;
#[cfg(feature = "package")]
use wishful_query::{Language, Query};

/// The number of compiled grammars that are cached.
const GRAMMARS: usize = 8;

/// The number of documents that are cached: two that are compared, and two more. A large document
/// takes a hundred times the memory of its text.
#[cfg(not(feature = "package"))]
const DOCUMENTS: usize = 4;

/// The npm package drops its documents itself, and parses dropped ones again.
#[cfg(feature = "package")]
const DOCUMENTS: usize = 1 << 16;

/// The number of compiled queries that are cached.
#[cfg(feature = "package")]
const QUERIES: usize = 64;

/// An LRU cache of grammars by their [`Choice`], and a queue of the last documents by number.
#[derive(Default)]
pub(crate) struct DocumentCache {
    grammars: VecDeque<(Choice, Parser)>,
    documents: VecDeque<CachedDocument>,
    /// The number of documents so far, which numbers them.
    count: u32,
    /// The last compiled queries.
    #[cfg(feature = "package")]
    queries: VecDeque<(Option<u64>, Query)>,
}

/// A cached document.
pub(crate) struct CachedDocument {
    pub(crate) number: u32,
    pub(crate) parser: Parser,
    pub(crate) options: ParseOptions,
    pub(crate) document: Document,
    /// The document with the trace of its parse, created on the first request for an explanation.
    traced: OnceCell<TracedDocument>,
    /// The nodes of each repair, by the repair's number; created on first use.
    repaired: OnceCell<HashMap<usize, Vec<usize>>>,
}

impl DocumentCache {
    /// Returns the parser of a grammar, from the cache if possible.
    ///
    /// # Errors
    /// If the grammar is rejected.
    pub(crate) fn parser(&mut self, choice: &Choice) -> Result<Parser, Problem> {
        let at = self.grammars.iter().position(|(known, _)| known == choice);
        let cached = match at {
            Some(at) => self.grammars.remove(at),
            None => None,
        };
        let entry = match cached {
            Some(cached) => cached,
            None => (choice.clone(), choice.parser()?),
        };
        if self.grammars.len() >= GRAMMARS {
            self.grammars.pop_front();
        }
        let parser = entry.1.clone();
        self.grammars.push_back(entry);
        Ok(parser)
    }

    /// Stores a document and returns its number.
    pub(crate) fn keep(
        &mut self,
        parser: Parser,
        options: ParseOptions,
        document: Document,
    ) -> u32 {
        if self.documents.len() >= DOCUMENTS {
            self.documents.pop_front();
        }
        self.count += 1;
        let (traced, repaired) = (OnceCell::new(), OnceCell::new());
        let number = self.count;
        self.documents.push_back(CachedDocument {
            number,
            parser,
            options,
            document,
            traced,
            repaired,
        });
        number
    }

    /// Drops a document.
    #[cfg(feature = "package")]
    pub(crate) fn free(&mut self, number: u32) {
        self.documents.retain(|kept| kept.number != number);
    }

    /// Returns a compiled query, from the cache if possible.
    ///
    /// # Errors
    /// If the expression is rejected.
    #[cfg(feature = "package")]
    pub(crate) fn query(
        &mut self,
        language: Language,
        text: &str,
        steps: Option<u64>,
    ) -> Result<Query, Problem> {
        let mut cached = self.queries.iter();
        let cached = cached.find(|(limit, query)| {
            *limit == steps && query.language() == language && query.text() == text
        });
        if let Some((_, query)) = cached {
            return Ok(query.clone());
        }
        let limits = match steps {
            Some(steps) => wishful_query::Limits::default().steps(Allowance::fixed(steps)),
            None => wishful_query::Limits::default(),
        };
        let query = Query::compile_within(language, text, limits).map_err(refused)?;
        if self.queries.len() >= QUERIES {
            self.queries.pop_front();
        }
        self.queries.push_back((steps, query.clone()));
        Ok(query)
    }

    /// Returns a document by its number.
    ///
    /// # Errors
    /// If the document was dropped from the cache.
    pub(crate) fn document(&self, number: u32) -> Result<&CachedDocument, Problem> {
        let found = self.documents.iter().find(|kept| kept.number == number);
        found.ok_or_else(|| Problem::forgotten(number))
    }
}

impl CachedDocument {
    /// Returns the document with the trace of its parse.
    ///
    /// # Errors
    /// The errors of the first parse.
    pub(crate) fn traced(&self) -> Result<&TracedDocument, Problem> {
        if let Some(traced) = self.traced.get() {
            return Ok(traced);
        }
        let traced = TracedDocument::parse(&self.parser, self.document.text(), &self.options);
        let traced = traced.map_err(Problem::impossible)?;
        Ok(self.traced.get_or_init(|| traced))
    }

    /// Returns the nodes of a repair: those with a tag that it inserted, those that it moved, and
    /// cruft.
    pub(crate) fn repaired(&self, repair: usize) -> &[usize] {
        let made = self.repaired.get_or_init(|| {
            let mut made: HashMap<usize, Vec<usize>> = HashMap::new();
            for node in self.document.nodes() {
                for repair in crate::rows::repairs_of(node) {
                    made.entry(repair.index()).or_default().push(node.id().index());
                }
            }
            made
        });
        made.get(&repair).map(Vec::as_slice).unwrap_or_default()
    }
}
