//! The adoption agency (section 13.2.6.4.7 of the standard): `</b>` ends a `<b>` although blocks
//! are open inside it, which then go on outside of it, each with a copy of the `<b>` inside.

use super::attempt::{Attempt, Outcome};
use crate::base::BitRow;
use crate::earley::{TerminalId, Word};
use crate::grammar::TerminalKind;
use crate::slippers::active::Active;
use crate::slippers::cursor::{Closing, Cursor, Splice};
use crate::slippers::event::{ElementNumber, InsertionLocation, RepairId, RepairKind};
use crate::slippers::piece::Piece;
use crate::slippers::stack::OpenElement;

/// How often the agency runs for one token, and how many elements it copies between the two that it
/// adopts from: the standard's own limits.
const ROUNDS: usize = 8;
const COPIES: usize = 3;

/// What one round of the agency led to.
enum Round {
    /// Look for another element of that name.
    Again,
    /// That was all.
    Done,
    /// The element is open, but out of reach, or the block inside it has no place for a copy.
    OutOfScope,
}

/// The tag that the agency runs for.
#[derive(Clone, Copy)]
struct Agency<'r> {
    piece: &'r Piece<'r>,
    /// The end tag of the elements that it names.
    end: TerminalId,
    /// No element is ended past one of these.
    scope: &'r BitRow,
    cause: RepairId,
}

/// The formatting element that ends, and the block inside it that goes on.
struct Adopted {
    formatting: Active,
    /// Where that is in the list.
    position: usize,
    /// Its depth.
    depth: usize,
    block: OpenElement,
    /// Its depth.
    furthest: usize,
}

/// The elements between the two that are in the list.
struct Between {
    /// Those that are copied, the innermost first.
    copied: Vec<Listed>,
    /// Where in the list the others are.
    forgotten: Vec<usize>,
}

/// An open element that is in the list.
struct Listed {
    open: OpenElement,
    /// Where in the list it is.
    entry: usize,
    active: Active,
}

impl Attempt<'_, '_> {
    /// Runs the adoption agency for a tag. It does not apply if no element of that name is in the
    /// list.
    pub(super) fn adopt(&mut self, scope: &BitRow) -> Option<Outcome> {
        let end = self.end_named()?;
        let (_, original) = self.cursor.active.last_named(end)?;
        if self.means_foreign(&original) {
            return None;
        }
        let cause = self.record(RepairKind::Adopted);
        let Self { cursor, token, .. } = self;
        let agency = Agency { piece: &token.piece, end, scope, cause };
        let mut rounds = (0..ROUNDS).map(|_| agency.round(cursor));
        let last = rounds.find(|round| !matches!(round, Round::Again));
        if token.piece.is_start() {
            // The start tag comes where the element was that it ended.
            forget(cursor, original.number, cause);
            token.waived = true;
            return Some(Outcome::LookAgain);
        }
        Some(match last {
            Some(Round::OutOfScope) => Outcome::SetAside(Some(self.place)),
            _ => Outcome::Done,
        })
    }

    /// Whether the end tag is rather that of a foreign element, inside the formatting one and
    /// around the current one.
    fn means_foreign(&self, original: &Active) -> bool {
        let Self { cursor, token, .. } = self;
        let depth = cursor.stack.depth_of(original.number);
        let inside = |word: Word| cursor.recogniser.innermost_closed_by(word) > depth;
        let mut words = token.piece.words.iter();
        !token.piece.is_start()
            && cursor.in_foreign()
            && words.any(|&word| cursor.is_of_namespace(word) && inside(word))
    }

    /// The end tag of the elements that the tag names.
    fn end_named(&self) -> Option<TerminalId> {
        let grammar = self.cursor.grammar;
        let word = self.token.piece.rejected(grammar)?;
        Some(match grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(element) => grammar.element(element).end,
            _ => word.terminal,
        })
    }
}

/// Takes an element out of list and stack, if it is still there.
fn forget(cursor: &mut Cursor, number: ElementNumber, cause: RepairId) {
    forget_active(cursor, number);
    if let Some(depth) = cursor.stack.depth_of(number) {
        cursor.take_out(depth, cause);
    }
}

fn forget_active(cursor: &mut Cursor, number: ElementNumber) {
    if let Some(position) = cursor.active.position_of(number) {
        cursor.forget_active(position);
    }
}

impl Agency<'_> {
    fn round(self, cursor: &mut Cursor) -> Round {
        let Some((position, formatting)) = cursor.active.last_named(self.end) else {
            return Round::Done;
        };
        let Some(depth) = cursor.stack.depth_of(formatting.number) else {
            cursor.forget_active(position);
            return Round::Done;
        };
        if cursor.innermost_of(self.scope) > Some(depth) {
            return Round::OutOfScope;
        }
        let special = cursor.formatting().map(|list| &list.special);
        let furthest = special.and_then(|kinds| cursor.stack.outermost_above(kinds, depth));
        let block = furthest.and_then(|furthest| Some((furthest, *cursor.stack.at(furthest)?)));
        let Some((furthest, block)) = block else {
            self.close_down_to(cursor, depth);
            forget_active(cursor, formatting.number);
            return Round::Done;
        };
        let adopted = Adopted { formatting, position, depth, block, furthest };
        match self.adopt_block(cursor, &adopted) {
            true => Round::Again,
            false => Round::OutOfScope,
        }
    }

    /// Closes everything down to a depth; the last one by the piece's tag, if that is an end tag.
    fn close_down_to(self, cursor: &mut Cursor, depth: usize) {
        while cursor.stack.depth() >= depth {
            let Some(word) = cursor.current_end() else { return };
            let own = cursor.stack.depth() == depth && !self.piece.is_start();
            let token = own.then_some(self.piece.token);
            cursor.close(&Closing { token, ..Closing::virtual_by(word, self.cause) });
        }
    }

    /// The part of the agency that moves: the formatting element ends before the block, and a copy
    /// of it begins inside. If the grammar has no place for one of the copies, nothing has changed.
    fn adopt_block(self, cursor: &mut Cursor, adopted: &Adopted) -> bool {
        let &Adopted { formatting, position, depth, block, furthest } = adopted;
        let between = Between::of(cursor, adopted);
        let to = cursor.location_around(depth, formatting.word.terminal);
        let is_alone = between.copied.is_empty();
        let moved = if is_alone { cursor.as_placed_around(depth, &block) } else { None };
        let stays = moved.is_none().then_some(between.copied.len());
        let copied = between.copied.iter().rev().map(|listed| listed.open);
        let others = copied.chain([moved.unwrap_or(block), formatting.opened()]).collect();
        let splice = Splice { range: depth..furthest + 1, others, stays };
        let Some(mut splice) = cursor.splice_frames(splice) else { return false };
        let copies = &mut splice.others[..between.copied.len()];
        let (outermost, innermost) = self.copy_between(cursor, &between, block.number, copies);
        cursor.relocate(outermost, to, self.cause);
        let number = cursor.copy(formatting.number, self.cause);
        cursor.move_children(block.number, number, self.cause);
        cursor.relocate(number, InsertionLocation::Inside(block.number), self.cause);
        cursor.replace_active(position, Active { number, ..formatting });
        if let Some(copy) = splice.others.last_mut() {
            copy.number = number;
        }
        if let Some(innermost) = innermost {
            cursor.move_active_behind(position, innermost);
        }
        cursor.splice_stack(splice, Some(self.cause));
        true
    }

    /// Copies what stands between the two, from the block out: each copy stands in the next one,
    /// and the block in the first. `copies` are what they are read as, the outermost first. The outermost copy,
    /// in which all others stand, or the block if there is none; and where in the list the innermost one is.
    fn copy_between(
        self,
        cursor: &mut Cursor,
        between: &Between,
        block: ElementNumber,
        copies: &mut [OpenElement],
    ) -> (ElementNumber, Option<usize>) {
        let mut outermost = block;
        for (listed, copy) in between.copied.iter().zip(copies.iter_mut().rev()) {
            copy.number = cursor.copy(listed.open.number, self.cause);
            cursor.replace_active(listed.entry, Active { number: copy.number, ..listed.active });
            cursor.relocate(outermost, InsertionLocation::Inside(copy.number), self.cause);
            outermost = copy.number;
        }
        between.forgotten.iter().for_each(|&entry| cursor.forget_active(entry));
        (outermost, between.copied.first().map(|innermost| innermost.entry))
    }
}

impl Between {
    /// What is not in the list, and all but the first few, get no copy, and leave the list.
    fn of(cursor: &Cursor, adopted: &Adopted) -> Self {
        let (mut copied, mut forgotten) = (Vec::new(), Vec::new());
        let inside = cursor.stack.between(adopted.depth, adopted.furthest);
        for (index, &between) in inside.enumerate() {
            let entry = cursor.active.position_of(between.number);
            let active = entry.and_then(|entry| Some((entry, cursor.active.at(entry)?)));
            match active {
                Some((entry, active)) if index < COPIES => {
                    let open = OpenElement { soft_end: None, last_child: None, ..between };
                    copied.push(Listed { open, entry, active });
                }
                Some((entry, _)) => forgotten.push(entry),
                None => {}
            }
        }
        Self { copied, forgotten }
    }
}
