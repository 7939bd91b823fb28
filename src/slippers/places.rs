//! Insertion locations other than the current element.
//!
//! A `foster` group of the current element's content sets the location of its terminals. Examples
//! are the location before the nearest open table (13.2.6.1, "appropriate place for inserting a
//! node", step 3) and the closed head. For instance, `<table>x` puts the text before the table.
//!
//! An end tag of the grammar's `soft` statement closes nothing yet: later text continues inside the
//! element, but a comment is inserted next to it. For instance, the comment of `</body><!--x-->y`
//! follows the body, whereas `y` is appended to it (13.2.6.4.17, "after body").

use super::event::InsertionLocation;
use super::piece::PieceKind;
use super::standing::Standing;
use crate::base::BitRow;
use crate::earley::{TerminalId, Word};
use crate::grammar::model::{Foster, FosterTo};

impl<'a> Standing<'a> {
    /// Returns the insertion location for a terminal: the current element, or the location of a
    /// foster line.
    #[inline(always)]
    pub(super) fn insertion_location(&self, terminal: TerminalId) -> InsertionLocation {
        self.foster(terminal).map_or(InsertionLocation::Here, |foster| self.foster_location(foster))
    }

    /// Returns the foster line that applies to a terminal in the current element.
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

    /// Returns the location before the nearest element of `of`, or inside a nearer one of `until`.
    /// It considers elements down to a depth. Returns `None` if that is inside the element at this
    /// depth, or if none is open.
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

    /// Returns the location for a node that is moved into the element around a depth: inside that
    /// element, or where its fostered children go.
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

    /// Returns the insertion location of a piece that is read as `word` and opens nothing. A
    /// comment or a processing instruction after a soft end is inserted next to the ended element.
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
