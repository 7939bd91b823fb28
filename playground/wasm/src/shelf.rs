//! What is kept between questions: grammars and documents, the last few of each.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::VecDeque;
use wishful::explain::Traced;
use wishful::{Document, ParseOptions, Parser};

use crate::answer::Problem;
use crate::choice::Choice;

/// How many compiled grammars are kept.
const GRAMMARS: usize = 8;

/// How many documents are kept: two that are compared, and two more. A large one takes a hundred times its text.
const DOCUMENTS: usize = 4;

/// Grammars by what they were asked with, documents by their numbers; those that were used last are last.
#[derive(Default)]
pub(crate) struct Shelf {
    grammars: VecDeque<(Choice, Parser)>,
    documents: VecDeque<Kept>,
    /// How many documents there were.
    count: u32,
}

/// A document that is kept.
pub(crate) struct Kept {
    pub(crate) number: u32,
    pub(crate) parser: Parser,
    pub(crate) options: ParseOptions,
    pub(crate) document: Document,
    /// The same with how it was parsed; made when somebody asks why.
    traced: OnceCell<Traced>,
    /// By the number of a repair, the nodes that it is about; made when somebody asks.
    repaired: OnceCell<HashMap<usize, Vec<usize>>>,
}

impl Shelf {
    /// The parser of a grammar.
    ///
    /// # Errors
    /// If the grammar is refused.
    pub(crate) fn parser(&mut self, choice: &Choice) -> Result<Parser, Problem> {
        let at = self.grammars.iter().position(|(known, _)| known == choice);
        let kept = match at.and_then(|at| self.grammars.remove(at)) {
            Some(kept) => kept,
            None => (choice.clone(), choice.parser()?),
        };
        if self.grammars.len() >= GRAMMARS {
            self.grammars.pop_front();
        }
        let parser = kept.1.clone();
        self.grammars.push_back(kept);
        Ok(parser)
    }

    /// Keeps a document; says what it is.
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
        self.documents.push_back(Kept { number, parser, options, document, traced, repaired });
        number
    }

    /// A document by its number.
    ///
    /// # Errors
    /// If it is not kept any more.
    pub(crate) fn document(&self, number: u32) -> Result<&Kept, Problem> {
        let found = self.documents.iter().find(|kept| kept.number == number);
        found.ok_or_else(|| Problem::forgotten(number))
    }
}

impl Kept {
    /// The document with how it was parsed.
    ///
    /// # Errors
    /// As those of the first parse.
    pub(crate) fn traced(&self) -> Result<&Traced, Problem> {
        if let Some(traced) = self.traced.get() {
            return Ok(traced);
        }
        let traced = Traced::parse_str(&self.parser, self.document.text(), &self.options);
        let traced = traced.map_err(Problem::impossible)?;
        Ok(self.traced.get_or_init(|| traced))
    }

    /// The nodes that a repair is about: those with a tag that it inserted, those that it moved, cruft.
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
