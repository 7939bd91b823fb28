//! Latches: flags that tokens set and clear, and that guards ask about.

use super::Slippers;
use super::classify::Piece;
use super::event::{Edit, TokenId};
use crate::earley::{FlagId, TerminalId};
use crate::grammar::Turn;
use crate::grammar::ast::Place;
use crate::grammar::model::{DoctypeTest, Latch};
use crate::token::{Doctype, KindRef};

impl Slippers<'_> {
    /// Turns on what is on at the start, and what the context of a fragment turns on.
    pub(super) fn start_latches(&mut self) {
        let grammar = self.grammar;
        let context = self.run.context.map(|context| grammar.element(context).start.index());
        let on = |latch: &&Latch| {
            latch.initially || context.is_some_and(|start| latch.sets.contains(start))
        };
        for latch in grammar.latches().iter().filter(on) {
            self.set_latch(latch.flag, true);
        }
    }

    /// A terminal was read that is not virtual.
    #[inline(always)]
    pub(super) fn turn_latches(&mut self, terminal: TerminalId) {
        for &turn in self.grammar.readings().turning(terminal) {
            // What is off already need not be turned off.
            if turn.sets || self.recogniser.is_on(turn.flag) {
                self.turn(turn);
            }
        }
    }

    fn turn(&mut self, Turn { latch: number, flag, sets, clears }: Turn) {
        let guards = &self.grammar.latches()[number].guards;
        if !guards.iter().all(|&guard| self.holds(guard)) {
            return;
        }
        if sets {
            self.set_latch(flag, true);
            self.latched[number] = self.open_elements.last_made();
        }
        if clears {
            self.set_latch(flag, false);
        }
    }

    fn set_latch(&mut self, flag: FlagId, on: bool) {
        if self.recogniser.is_on(flag) != on {
            self.edit(Edit::Flag { flag, on }, None, None);
            self.recogniser.set_flag(flag, on);
        }
    }

    /// The line of a latch, if a piece is an end tag that turns the latch off and closes nothing.
    /// Such a tag means the element that turned the latch on (the form that the form element
    /// pointer points at); where it names another one that is further in, it must not close that,
    /// and only the latch is turned.
    pub(super) fn is_late(&mut self, piece: &Piece) -> Option<Place> {
        let grammar = self.grammar;
        if !piece.clears {
            return None;
        }
        let word = piece.rejected(grammar)?;
        let turned = grammar.readings().turning(word.terminal).iter();
        let clearing = turned.filter(|turn| turn.clears).map(|turn| turn.latch);
        let mut latches = clearing.map(|number| (&grammar.latches()[number], self.latched[number]));
        let (latch, meant) = latches.find(|(latch, _)| {
            latch.guards.iter().all(|&guard| self.holds(guard)) && !self.is_read_as_foreign(piece)
        })?;
        let meant = meant.filter(|_| self.recogniser.is_on(latch.flag));
        let depth = self.recogniser.innermost_closed_by(word)?;
        let named = self.open_elements.at(depth).map(|open| open.number);
        (named != meant).then(|| {
            self.turn_latches(word.terminal);
            latch.place
        })
    }

    /// A document type declaration was read.
    pub(super) fn judge_doctype(&mut self, token: TokenId) {
        let KindRef::Doctype(doctype) = self.parse.tokens.kind(token.index()) else { return };
        let holds = |test: &DoctypeTest| holds(test, doctype, self.text);
        let line = self.grammar.doctype_lines().iter().find(|line| holds(&line.test));
        if let Some(flag) = line.map(|line| line.flag) {
            self.set_latch(flag, true);
        }
    }
}

fn holds(test: &DoctypeTest, doctype: &Doctype, text: &str) -> bool {
    let lower = |value: &Option<crate::token::Value>| {
        value.as_ref().map(|value| value.get(text).to_ascii_lowercase())
    };
    let (public, system) = (lower(&doctype.public_id), lower(&doctype.system_id));
    let is = |id: &Option<String>, list: &[String]| {
        id.as_ref().is_some_and(|id| list.iter().any(|one| one == id))
    };
    let begins = |list: &[String]| {
        public.as_ref().is_some_and(|id| list.iter().any(|one| id.starts_with(one.as_str())))
    };
    match test {
        DoctypeTest::Incorrect => doctype.force_quirks,
        DoctypeTest::OtherThan(name) => lower(&doctype.name).as_ref() != Some(name),
        DoctypeTest::Public(list) => is(&public, list),
        DoctypeTest::PublicPrefix(list) => begins(list),
        DoctypeTest::PublicPrefixWithSystem(list) => system.is_some() && begins(list),
        DoctypeTest::PublicPrefixWithoutSystem(list) => system.is_none() && begins(list),
        DoctypeTest::System(list) => is(&system, list),
    }
}
