//! Remedies that edit the open elements or the tree, apart from the adoption agency algorithm.

use super::attempt::Attempt;
use super::outcome::RemedyOutcome;
use crate::base::BitRow;
use crate::earley::Word;
use crate::grammar::TerminalKind;
use crate::slippers::cursor::Closing;
use crate::slippers::event::RepairKind;

impl Attempt<'_, '_> {
    /// Removes the innermost element that an end tag names from the stack; elements inside it stay
    /// open. First closes the elements that its wishes may close. Does not apply past an element of
    /// `scope`.
    ///
    /// This is 13.2.6.4.7, end tag "form" outside of templates, steps 3 to 6: in
    /// `<form><div></form>x`, the `<div>` stays open for the `x`.
    pub(super) fn unlink(&mut self, scope: &BitRow) -> Option<RemedyOutcome> {
        let word = self.task.piece.rejected(self.cursor.grammar)?;
        let outcome = self.unlink_named(word, scope);
        // The element that the tag refers to has ended, even if it is still open. (A tag that is
        // tried again is read, and turns its latches then.)
        if outcome != Some(RemedyOutcome::Retry) {
            self.cursor.turn_latches(word.terminal);
        }
        outcome
    }

    fn unlink_named(&mut self, word: Word, scope: &BitRow) -> Option<RemedyOutcome> {
        let depth = self.cursor.recogniser.innermost_closed_by(word)?;
        if self.cursor.recogniser.has_inside(scope, depth) {
            return None;
        }
        let cause = self.record(RepairKind::Unlinked);
        while self.cursor.stack.depth() > depth {
            let end = self.cursor.current_end()?;
            let wishes = self.cursor.grammar.wishes(word.terminal);
            let is_wished = wishes.and_then(|row| row.cost(end.terminal)).is_some();
            if !is_wished || !self.cursor.recogniser.accepts(end) {
                self.cursor.take_out(depth, cause);
                return Some(RemedyOutcome::Done);
            }
            self.cursor.close(&Closing::virtual_by(end, cause));
        }
        Some(RemedyOutcome::Retry)
    }

    /// Removes the outermost open element of these kinds, with all its content, from stack and
    /// tree.
    pub(super) fn retract(&mut self, kinds: &BitRow) -> Option<RemedyOutcome> {
        let depth = self.cursor.stack.outermost_above(kinds, 0)?;
        let cause = self.record(RepairKind::Retracted);
        self.cursor.retract(depth, cause);
        Some(RemedyOutcome::Retry)
    }

    /// Adds a start tag's attributes to the outermost open element of its name. For example, a
    /// second `<body class=x>` adds its class to the body (13.2.6.4.7, start tag "body").
    pub(super) fn merge(&mut self) -> Option<RemedyOutcome> {
        let word = self.task.piece.rejected(self.cursor.grammar)?;
        let TerminalKind::Start(element) = self.cursor.grammar.terminal_kind(word.terminal) else {
            return None;
        };
        let kind = self.cursor.grammar.element(element).kind?;
        let into = self.cursor.stack.outermost(kind)?.number;
        let cause = self.record(RepairKind::Merged);
        self.cursor.turn_latches(word.terminal);
        self.cursor.merge(self.task.piece.token, into, cause);
        Some(RemedyOutcome::Done)
    }
}
