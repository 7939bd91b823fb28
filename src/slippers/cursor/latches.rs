//! Latches: flags that tokens set and clear, and that guards ask about.

use super::Cursor;
use crate::earley::{FlagId, TerminalId};
use crate::grammar::model::{DoctypeLine, DoctypeTest, Latch};
use crate::grammar::{Grammar, Turn};
use crate::slippers::event::{Edit, TokenId};
use crate::token::{Doctype, KindRef, Value};

impl Cursor<'_> {
    /// Turns on what is on at the start, and what the context of a fragment turns on.
    pub(super) fn start_latches(&mut self) {
        let grammar = self.grammar;
        let context = self.root.context.map(|context| grammar.element(context).start.index());
        let on = |latch: &&Latch| {
            latch.initially || context.is_some_and(|start| latch.sets.contains(start))
        };
        for latch in grammar.latches().iter().filter(on) {
            self.set_flag(latch.flag, true);
        }
    }

    /// A terminal was read that is not virtual, or what it means was done.
    #[inline(always)]
    pub(crate) fn turn_latches(&mut self, terminal: TerminalId) {
        for &turn in self.grammar.readings().turning(terminal) {
            // What is off already need not be turned off.
            if turn.sets || self.recogniser.is_on(turn.flag) {
                self.turn(turn);
            }
        }
    }

    fn turn(&mut self, Turn { latch, flag, sets, clears }: Turn) {
        let guards = &self.grammar.latches()[latch].guards;
        if !guards.iter().all(|&guard| self.holds(guard)) {
            return;
        }
        if sets {
            self.set_flag(flag, true);
            self.at.latched[latch] = self.stack.last_made();
        }
        if clears {
            self.set_flag(flag, false);
        }
    }

    fn set_flag(&mut self, flag: FlagId, on: bool) {
        if self.recogniser.is_on(flag) != on {
            self.emit_edit(Edit::Flag { flag, on }, None);
            self.at.recogniser.set_flag(flag, on);
        }
    }

    /// A document type declaration was read.
    pub(crate) fn judge_doctype(&mut self, token: TokenId) {
        let KindRef::Doctype(doctype) = self.parse.tokens.kind(token.index()) else { return };
        if let Some(flag) = doctype_line(self.grammar, doctype, self.text).map(|line| line.flag) {
            self.set_flag(flag, true);
        }
    }
}

/// The first line of a grammar whose test holds for a document type declaration in a text.
pub(crate) fn doctype_line<'g>(
    grammar: &'g Grammar,
    doctype: &Doctype,
    text: &str,
) -> Option<&'g DoctypeLine> {
    grammar.doctype_lines().iter().find(|line| holds(&line.test, doctype, text))
}

fn holds(test: &DoctypeTest, doctype: &Doctype, text: &str) -> bool {
    let lower =
        |value: &Option<Value>| value.as_ref().map(|value| value.get(text).to_ascii_lowercase());
    let Doctype { name, public_id, system_id, .. } = doctype;
    let [name, public, system] = [name, public_id, system_id].map(lower);
    test.holds(name.as_deref(), public.as_deref(), system.as_deref(), doctype.force_quirks)
}
