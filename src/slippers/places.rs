//! Where in the tree a node stands, if not where it is read.
//!
//! A `foster` group of the current element's content says so for its terminals: before the nearest
//! open table, in the closed head. An end tag of the grammar's `soft` statement closes nothing yet:
//! text goes on where it was, but a comment stands beside the element that has ended.

use super::event::InsertionLocation;
use super::piece::PieceKind;
use super::standing::Standing;
use crate::base::BitRow;
use crate::earley::{TerminalId, Word};
use crate::grammar::model::{Foster, FosterTo};

impl<'a> Standing<'a> {
    /// Where the node of a terminal is inserted: in the current element, or where a foster line
    /// says.
    #[inline(always)]
    pub(super) fn insertion_location(&self, terminal: TerminalId) -> InsertionLocation {
        self.foster(terminal).map_or(InsertionLocation::Here, |foster| self.foster_location(foster))
    }

    /// The foster line that holds for a terminal in the current element.
    #[inline(always)]
    pub(super) fn foster(&self, terminal: TerminalId) -> Option<&'a Foster> {
        let kind = self.frame().kind().or(self.root.kind);
        if kind.is_some_and(|kind| !self.grammar.readings().has_fosters(kind)) {
            return None;
        }
        let mut fosters = self.grammar.fosters_of(kind).iter();
        fosters.find(|foster| foster.terminals.contains(terminal.index()))
    }

    fn foster_location(&self, foster: &Foster) -> InsertionLocation {
        match &foster.to {
            FosterTo::Into(kinds) => self
                .stack
                .last_child()
                .filter(|(kind, _)| kinds.contains(kind.index()))
                .map_or(InsertionLocation::Here, |(_, number)| InsertionLocation::Inside(number)),
            FosterTo::Before { of, until } => {
                let depth = self.stack.depth();
                self.before_nearest(of, until, depth).unwrap_or(InsertionLocation::Here)
            }
        }
    }

    /// Before the nearest element of `of`, or inside one of `until` that is nearer, among those
    /// down to a depth; `None` if that is inside the one at this depth, or nothing is open.
    fn before_nearest(
        &self,
        of: &BitRow,
        until: &BitRow,
        depth: usize,
    ) -> Option<InsertionLocation> {
        let nearest = |kinds| self.recogniser.innermost_of(kinds, depth);
        let at = |depth| self.stack.at(depth).map(|open| open.number);
        match (nearest(of), nearest(until)) {
            (before, Some(inside)) if before < Some(inside) => {
                at(inside).filter(|_| inside != depth).map(InsertionLocation::Inside)
            }
            (Some(before), _) => at(before).map(InsertionLocation::Before),
            (None, _) => (depth > 0).then_some(InsertionLocation::Root),
        }
    }

    /// Where a node goes that is moved into the element around a depth: inside that, or where that
    /// has its foster children.
    pub(super) fn location_around(&self, depth: usize, terminal: TerminalId) -> InsertionLocation {
        let around = self.stack.around(depth);
        let Some(common) = self.stack.at(around) else { return InsertionLocation::Root };
        let fosters = self.grammar.fosters_of(Some(common.kind)).iter();
        let mut lines = fosters.filter(|foster| foster.terminals.contains(terminal.index()));
        let before = lines.find_map(|foster| match &foster.to {
            FosterTo::Before { of, until } => Some((of, until)),
            FosterTo::Into(_) => None,
        });
        let before = before.and_then(|(of, until)| self.before_nearest(of, until, around));
        before.unwrap_or(InsertionLocation::Inside(common.number))
    }

    /// The insertion location of a piece that is read as `word` and opens nothing: a comment or a
    /// processing instruction after a soft end stands beside the element that has ended.
    pub(super) fn location_of_leaf(&self, kind: PieceKind, word: Word) -> InsertionLocation {
        let is_beside = matches!(kind, PieceKind::Comment | PieceKind::ProcessingInstruction);
        let ended = self.soft_ends.last().filter(|_| is_beside);
        match ended.and_then(|&ended| self.stack.depth_of(ended)) {
            Some(depth) if !self.in_foreign() => {
                let parent = self.stack.at(self.stack.around(depth));
                parent.map_or(InsertionLocation::Root, |parent| {
                    InsertionLocation::Inside(parent.number)
                })
            }
            _ => self.insertion_location(word.terminal),
        }
    }
}
