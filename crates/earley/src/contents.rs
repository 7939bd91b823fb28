//! The set of terminals that occur in the language of a nonterminal, in whatever order.

use super::rules::Rules;
use super::symbols::{NonterminalId, Symbol};
use crate::util::BitRow;

impl Rules {
    /// Returns all terminals that occur in derivations of a nonterminal. Of a frame, it includes
    /// the opening and closing terminals only, not those of its content.
    #[must_use]
    pub fn terminals_of(&self, start: NonterminalId) -> BitRow {
        let mut terminals = BitRow::new(self.terminal_count());
        let mut reached = BitRow::of(self.nonterminal_count(), [start.index()]);
        let mut left = vec![start];
        while let Some(nonterminal) = left.pop() {
            let rules = self.of(nonterminal);
            for &symbol in rules.iter().flat_map(|&rule| self.right(rule)) {
                match symbol {
                    Symbol::Terminal(terminal) => {
                        terminals.insert(terminal.index());
                    }
                    Symbol::Nonterminal(next) if reached.insert(next.index()) => left.push(next),
                    Symbol::Nonterminal(_) => {}
                }
            }
        }
        terminals
    }
}
