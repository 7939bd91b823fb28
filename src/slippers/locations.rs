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
use super::state::RunState;
use crate::base::BitRow;
use crate::earley::{TerminalId, Word};
use crate::grammar::model::{Foster, FosterTo};

impl<'a> RunState<'a> {
    /// Returns the insertion location for a terminal: the current element, or the location of a
    /// foster line.
    #[inline(always)]
    pub(super) fn insertion_location(&self, terminal: TerminalId) -> InsertionLocation {
        match self.foster(terminal) {
            Some(foster) => self.foster_location(foster),
            None => InsertionLocation::Here,
        }
    }

    /// Returns the foster line that applies to a terminal in the current element.
    #[inline(always)]
    pub(super) fn foster(&self, terminal: TerminalId) -> Option<&'a Foster> {
        if !self.may_foster() {
            return None;
        }
        let kind = self.frame().kind().or(self.root.kind);
        let mut fosters = self.grammar.fosters_of(kind).iter();
        fosters.find(|foster| foster.terminals.contains(terminal.index()))
    }

    /// Reports whether the content of the current element has foster groups.
    #[inline(always)]
    pub(super) fn may_foster(&self) -> bool {
        match (self.facts(), self.root.kind) {
            (Some(facts), _) => facts.has_fosters(),
            (None, kind) => kind.is_none_or(|kind| !self.grammar.fosters_of(Some(kind)).is_empty()),
        }
    }

    fn foster_location(&self, foster: &Foster) -> InsertionLocation {
        match &foster.to {
            FosterTo::Into(kinds) => match self.stack.last_child() {
                Some((kind, number)) if kinds.contains(kind.index()) => {
                    InsertionLocation::Inside(number)
                }
                _ => InsertionLocation::Here,
            },
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
        let before = self.recogniser.innermost_of(of, depth);
        let inside = self.recogniser.innermost_of(until, depth);
        match (before, inside) {
            (before, Some(inside)) if before < Some(inside) => {
                if inside == depth {
                    return None;
                }
                Some(InsertionLocation::Inside(self.stack.at(inside)?.number))
            }
            (Some(before), _) => Some(InsertionLocation::Before(self.stack.at(before)?.number)),
            (None, _) if depth > 0 => Some(InsertionLocation::Root),
            (None, _) => None,
        }
    }

    /// Returns the location for a node that is moved into the element around a depth: inside that
    /// element, or where its fostered children go.
    pub(super) fn location_around(&self, depth: usize, terminal: TerminalId) -> InsertionLocation {
        let around = self.stack.around(depth);
        let Some(common) = self.stack.at(around) else { return InsertionLocation::Root };
        let inside = InsertionLocation::Inside(common.number);
        for foster in self.grammar.fosters_of(Some(common.kind)) {
            if foster.terminals.contains(terminal.index())
                && let FosterTo::Before { of, until } = &foster.to
            {
                return self.before_nearest(of, until, around).unwrap_or(inside);
            }
        }
        inside
    }

    /// Returns the insertion location of a piece that is read as `word` and opens nothing. A
    /// comment or a processing instruction after a soft end is inserted next to the ended element.
    pub(super) fn location_of_leaf(&self, kind: PieceKind, word: Word) -> InsertionLocation {
        if matches!(kind, PieceKind::Comment | PieceKind::ProcessingInstruction)
            && let Some(&ended) = self.soft_ends.last()
            && let Some(depth) = self.stack.depth_of(ended)
            && !self.in_foreign()
        {
            return match self.stack.at(self.stack.around(depth)) {
                Some(parent) => InsertionLocation::Inside(parent.number),
                None => InsertionLocation::Root,
            };
        }
        self.insertion_location(word.terminal)
    }
}
