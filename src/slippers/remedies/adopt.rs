//! The adoption agency algorithm (13.2.6.4.7): an end tag `</b>` ends a `<b>` although blocks are
//! open inside it. The blocks continue outside of the `<b>`, each with a copy of it inside.
//!
//! For example, `<b>1<p>2</b>3` becomes `<b>1</b><p><b>2</b>3</p>`. The step numbers below are
//! those of the standard. Step 2 needs no code here: in that case the end tag is acceptable, and is
//! read.

use super::attempt::Attempt;
use super::outcome::RemedyOutcome;
use crate::base::BitRow;
use crate::earley::TerminalId;
use crate::grammar::TerminalKind;
use crate::grammar::ast::FileSpan;
use crate::slippers::active::Active;
use crate::slippers::cursor::{Closing, Cursor, Splice};
use crate::slippers::event::{ElementNumber, InsertionLocation, Repair, RepairId, RepairKind};
use crate::slippers::piece::TokenPiece;
use crate::slippers::stack::OpenElement;

/// The limits of the standard: `ROUNDS` runs of the outer loop for one token (step 4.1), and
/// `COPIES` copied elements between the formatting element and the furthest block (step 4.13.4).
const ROUNDS: usize = 8;
const COPIES: usize = 3;

/// The outcome of one run of the outer loop.
enum AdoptionRound {
    /// The loop continues with the next element of that name.
    Again,
    /// The algorithm is finished.
    Done,
    /// The element is open, but not in scope (step 4.5), or the grammar does not accept a copy in
    /// the block.
    OutOfScope,
}

/// The tag for which the algorithm runs.
struct Agency<'r> {
    piece: &'r TokenPiece<'r>,
    /// The end tag of the elements that it names.
    end: TerminalId,
    /// The barriers of the scope: an element outside of one of these is not in scope.
    scope: &'r BitRow,
    /// The line of the grammar.
    place: FileSpan,
    /// The repair, from the first change on. A run that changes nothing has none.
    cause: Option<RepairId>,
}

/// The formatting element, and the furthest block inside it (step 4.7).
struct Adopted {
    formatting: Active,
    /// The position of the formatting element in the list.
    position: usize,
    /// The depth of the formatting element.
    depth: usize,
    block: OpenElement,
    /// The depth of the block.
    furthest: usize,
}

/// The elements between the formatting element and the block that are in the list (step 4.13).
struct IntermediateElements {
    /// The elements to be copied, innermost first.
    copied: Vec<ListedOpen>,
    /// The list positions of the others, which leave the list (step 4.13.4).
    forgotten: Vec<usize>,
}

/// An open element that is in the list.
struct ListedOpen {
    open: OpenElement,
    /// The list position of the element.
    entry: usize,
    active: Active,
}

impl Attempt<'_, '_> {
    /// Runs the adoption agency algorithm for a tag. It does not apply if no element of that name
    /// is in the list (step 4.3).
    pub(super) fn adopt(&mut self, scope: &BitRow) -> Option<RemedyOutcome> {
        let end = self.end_of_named()?;
        let (_, original) = self.cursor.active.last_named(end)?;
        if self.means_foreign(&original) {
            return None;
        }
        let Self { cursor, task, place, .. } = self;
        let mut agency = Agency { piece: &task.piece, end, scope, place: *place, cause: None };
        let mut last = AdoptionRound::Again;
        for _ in 0..ROUNDS {
            last = agency.round(cursor);
            if !matches!(last, AdoptionRound::Again) {
                break;
            }
        }
        let cause = agency.cause;
        if task.piece.is_start() {
            // 13.2.6.4.7, start tag "a": the element also leaves the list and the stack if it is
            // still there.
            let cause = cause.unwrap_or_else(|| self.record(RepairKind::Unlinked));
            forget(self.cursor, original.number, cause);
            self.task.waived = true;
            return Some(RemedyOutcome::Retry);
        }
        Some(match last {
            AdoptionRound::OutOfScope => RemedyOutcome::SetAside(Some(self.place)),
            AdoptionRound::Again | AdoptionRound::Done => RemedyOutcome::Done,
        })
    }

    /// Reports whether the end tag refers to a foreign element inside the formatting element
    /// instead.
    fn means_foreign(&self, original: &Active) -> bool {
        let Self { cursor, task, .. } = self;
        if task.piece.is_start() || !cursor.in_foreign() {
            return false;
        }
        let depth = cursor.stack.depth_of(original.number);
        for &word in &*task.piece.words {
            if cursor.is_of_namespace(word) && cursor.recogniser.innermost_closed_by(word) > depth {
                return true;
            }
        }
        false
    }

    /// Returns the end tag of the element that the rejected tag names: `</a>` for `<a>` as for
    /// `</a>`.
    fn end_of_named(&self) -> Option<TerminalId> {
        let grammar = self.cursor.grammar;
        let word = self.task.piece.rejected(grammar)?;
        Some(match grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(element) => grammar.element(element).end,
            _ => word.terminal,
        })
    }
}

/// Removes an element from list and stack, if it is still there.
fn forget(cursor: &mut Cursor, number: ElementNumber, cause: RepairId) {
    forget_active(cursor, number);
    if let Some(depth) = cursor.stack.depth_of(number) {
        cursor.take_out(depth, cause);
    }
}

/// Removes an element from the list, if it is there.
fn forget_active(cursor: &mut Cursor, number: ElementNumber) {
    if let Some(position) = cursor.active.position_of(number) {
        cursor.forget_active(position);
    }
}

/// Returns the depth of the furthest block inside the formatting element at a depth, and the block
/// (step 4.7).
fn furthest_block(cursor: &Cursor, depth: usize) -> Option<(usize, OpenElement)> {
    let special = &cursor.formatting()?.special;
    let furthest = cursor.stack.outermost_above(special, depth)?;
    Some((furthest, *cursor.stack.at(furthest)?))
}

impl Agency<'_> {
    /// Returns the repair, and records it first if there is none.
    fn cause(&mut self, cursor: &mut Cursor) -> RepairId {
        *self.cause.get_or_insert_with(|| {
            let repair = cursor.repair_of(self.piece, RepairKind::Adopted);
            cursor.record_shown(Repair { place: Some(self.place), ..repair })
        })
    }

    /// Runs the outer loop of the algorithm once (steps 4.3 to 4.21).
    fn round(&mut self, cursor: &mut Cursor) -> AdoptionRound {
        // Step 4.3.
        let Some((position, formatting)) = cursor.active.last_named(self.end) else {
            return AdoptionRound::Done;
        };
        // Step 4.4.
        let Some(depth) = cursor.stack.depth_of(formatting.number) else {
            self.cause(cursor);
            cursor.forget_active(position);
            return AdoptionRound::Done;
        };
        // Step 4.5.
        if cursor.recogniser.has_inside(self.scope, depth) {
            return AdoptionRound::OutOfScope;
        }
        // Step 4.7.
        let Some((furthest, block)) = furthest_block(cursor, depth) else {
            // Step 4.8.
            self.close_down_to(cursor, depth);
            forget_active(cursor, formatting.number);
            return AdoptionRound::Done;
        };
        let adopted = Adopted { formatting, position, depth, block, furthest };
        if self.adopt_block(cursor, &adopted) {
            AdoptionRound::Again
        } else {
            AdoptionRound::OutOfScope
        }
    }

    /// Closes all elements down to a depth (step 4.8). If the piece is an end tag, it closes the
    /// last one. If one lacks required content, the element at the depth is only taken out.
    fn close_down_to(&mut self, cursor: &mut Cursor, depth: usize) {
        let cause = self.cause(cursor);
        while cursor.stack.depth() >= depth {
            let Some(word) = cursor.current_end() else { return };
            if !cursor.recogniser.accepts(word) {
                return cursor.take_out(depth, cause);
            }
            let is_last = cursor.stack.depth() == depth;
            let closes = is_last && !self.piece.is_start();
            let token = if closes { Some(self.piece.token) } else { None };
            cursor.close(&Closing { token, ..Closing::virtual_by(word, cause) });
        }
    }

    /// Moves the block out of the formatting element (steps 4.9 to 4.21). The formatting element
    /// ends before the block, and a copy of it begins inside. Returns false if the grammar does not
    /// accept one of the copies; then nothing has changed.
    fn adopt_block(&mut self, cursor: &mut Cursor, adopted: &Adopted) -> bool {
        let &Adopted { formatting, position, depth, block, furthest } = adopted;
        let between = IntermediateElements::of(cursor, adopted);
        // Step 4.14.
        let to = cursor.location_around(depth, formatting.word.terminal);
        let is_alone = between.copied.is_empty();
        let moved = if is_alone { cursor.as_placed_around(depth, &block) } else { None };
        let stays = if moved.is_none() { Some(between.copied.len()) } else { None };
        let copied = between.copied.iter().rev().map(|listed| listed.open);
        let others = copied.chain([moved.unwrap_or(block), formatting.opened()]).collect();
        let splice = Splice { range: depth..furthest + 1, others, stays };
        let Some(mut splice) = cursor.splice_frames(splice) else { return false };
        let cause = self.cause(cursor);
        // Step 4.13.
        let copies = &mut splice.others[..between.copied.len()];
        let (outermost, innermost) = between.copy(cursor, (block.number, cause), copies);
        // Steps 4.15 and 4.16.
        cursor.relocate(outermost, to, cause);
        // Steps 4.17 to 4.19.
        let number = cursor.copy(formatting.number, cause);
        cursor.move_children(block.number, number, cause);
        cursor.relocate(number, InsertionLocation::Inside(block.number), cause);
        // Steps 4.10, 4.13.7 and 4.20: the position is the bookmark.
        cursor.replace_active(position, Active { number, ..formatting });
        if let Some(copy) = splice.others.last_mut() {
            copy.number = number;
        }
        if let Some(innermost) = innermost {
            cursor.move_active_after(position, innermost);
        }
        // Steps 4.13.5, 4.13.6 and 4.21.
        cursor.splice_stack(splice, Some(cause));
        true
    }
}

impl IntermediateElements {
    /// Collects the elements between the two. Only the innermost three get copies, and only if they
    /// are in the list. The others leave the stack and the list (steps 4.13.4 and 4.13.5).
    fn of(cursor: &Cursor, adopted: &Adopted) -> Self {
        let (mut copied, mut forgotten) = (Vec::new(), Vec::new());
        let inside = cursor.stack.between(adopted.depth, adopted.furthest);
        for (index, &between) in inside.enumerate() {
            let Some(entry) = cursor.active.position_of(between.number) else { continue };
            let Some(active) = cursor.active.at(entry) else { continue };
            if index < COPIES {
                let open = OpenElement { soft_end: None, last_child: None, ..between };
                copied.push(ListedOpen { open, entry, active });
            } else {
                forgotten.push(entry);
            }
        }
        Self { copied, forgotten }
    }

    /// Copies the elements, from the block outwards (steps 4.13.6 to 4.13.9): each copy goes into
    /// the next one, and the block into the first. `copies` are their readings, outermost first.
    /// Returns the outermost copy, which contains all others, or the block if there is none, and
    /// the list position of the innermost copy.
    fn copy(
        &self,
        cursor: &mut Cursor,
        (block, cause): (ElementNumber, RepairId),
        copies: &mut [OpenElement],
    ) -> (ElementNumber, Option<usize>) {
        let mut outermost = block;
        for (listed, copy) in self.copied.iter().zip(copies.iter_mut().rev()) {
            copy.number = cursor.copy(listed.open.number, cause);
            cursor.replace_active(listed.entry, Active { number: copy.number, ..listed.active });
            cursor.relocate(outermost, InsertionLocation::Inside(copy.number), cause);
            outermost = copy.number;
        }
        for &entry in &self.forgotten {
            cursor.forget_active(entry);
        }
        (outermost, self.copied.first().map(|innermost| innermost.entry))
    }
}
