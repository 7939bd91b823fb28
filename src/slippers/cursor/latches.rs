//! Latches: flags that tokens set and clear, and that guards test.

use super::Cursor;
use crate::earley::{FlagId, TerminalId};
use crate::grammar::model::DoctypeLine;
use crate::grammar::{Grammar, LatchEffect};
use crate::slippers::event::{Edit, TokenId};
use crate::token::{Doctype, KindRef, Value};

impl Cursor<'_> {
    /// Turns on the latches that are initially on, those that the context of a fragment sets, and
    /// `others`. The guards of the latter two kinds must hold.
    pub(crate) fn start_latches(&mut self, others: &[FlagId]) {
        let grammar = self.grammar;
        let context = self.root.context.map(|context| grammar.element(context).start);
        let may_be_set = context.is_some() || !others.is_empty();
        for latch in grammar.latches() {
            if (latch.initially || may_be_set) && latch.starts_on(self.frame(), context, others) {
                self.set_flag(latch.flag, true);
            }
        }
    }

    /// Updates the latches after a physical terminal was read, or after its meaning was carried
    /// out.
    #[inline(always)]
    pub(crate) fn turn_latches(&mut self, terminal: TerminalId) {
        for &turn in self.grammar.readings().turning(terminal) {
            // A latch that is already off need not be cleared.
            if turn.sets || self.recogniser.is_on(turn.flag) {
                self.turn(turn);
            }
        }
    }

    fn turn(&mut self, LatchEffect { flag, sets, clears }: LatchEffect) {
        if !self.frame().all_hold(&self.grammar.latch(flag).guards) {
            return;
        }
        if sets {
            self.set_flag(flag, true);
            self.state.latched[flag.index()] = self.stack.last_made();
        }
        if clears {
            self.set_flag(flag, false);
        }
    }

    fn set_flag(&mut self, flag: FlagId, on: bool) {
        if self.recogniser.is_on(flag) != on {
            self.emit_edit(Edit::Flag { flag, on }, None);
            self.state.recogniser.set_flag(flag, on);
        }
    }

    /// Turns on the latch that a document type declaration sets, if the latch's guards hold.
    pub(crate) fn judge_doctype(&mut self, token: TokenId) {
        let KindRef::Doctype(doctype) = self.parse.tokens.kind(token.index()) else { return };
        let Some(line) = doctype_line(self.grammar, doctype, self.text) else { return };
        if self.frame().all_hold(&self.grammar.latch(line.flag).guards) {
            self.set_flag(line.flag, true);
        }
    }
}

/// Returns the first line of a grammar whose test holds for a document type declaration in a text.
pub fn doctype_line<'g>(
    grammar: &'g Grammar,
    doctype: &Doctype,
    text: &str,
) -> Option<&'g DoctypeLine> {
    let Doctype { name, public_id, system_id, force_quirks, .. } = doctype;
    let [name, public, system] = [name, public_id, system_id].map(|value| lowercase(value, text));
    let (name, public, system) = (name.as_deref(), public.as_deref(), system.as_deref());
    grammar.doctype_lines().iter().find(|line| line.test.holds(name, public, system, *force_quirks))
}

fn lowercase(value: &Option<Value>, text: &str) -> Option<String> {
    Some(value.as_ref()?.get(text).to_ascii_lowercase())
}
