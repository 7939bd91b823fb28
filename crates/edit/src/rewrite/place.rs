//! The position of what left repairs moved: back in the order of the source.
//!
//! The pieces of a document form blocks. The first block is the tree; each other one is a node that
//! a left repair moved, with its content, or a token that a left repair is about. A block follows
//! the piece before it in the source, and the virtual tags that were inserted before it:
//!
//! ```text
//! <table><tr><a>1<td>2        the tree             in order
//!                             <a> 1                <table>
//!                             <table>              <tr>
//!                               <tr>               <a> 1
//!                                 <td> 2           <td> 2
//! ```
//!
//! What is inside of a node that is moved, by a repair that is not left, stays inside of it.

use super::pieces::{Block, PieceLocation, TreePiece};
use wishful::tree::{Document, NodeId};

/// Returns the pieces with each block at its position.
pub(super) fn ordered(
    document: &Document,
    pieces: Vec<TreePiece>,
    mut blocks: Vec<Block>,
) -> Vec<TreePiece> {
    if blocks.len() == 1 {
        return pieces;
    }
    let mut next = linked(document, &pieces, &mut blocks);
    // The written pieces by the moved node around them, and then by their position.
    let mut written: Vec<(Option<NodeId>, u32, usize)> = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        written.extend(piece.location.span().map(|span| (piece.moved, span.start, number)));
    }
    written.sort_unstable();
    let mut first = blocks[0].ends.map(|(first, _)| first);
    let mut others: Vec<&Block> = blocks[1..].iter().filter(|block| block.ends.is_some()).collect();
    others.sort_by_key(|block| block.start);
    for block in others {
        let Some((head, tail)) = block.ends else { continue };
        let key = (block.moved, block.start, 0);
        let before = written.partition_point(|other| *other < key);
        let last = match before.checked_sub(1).map(|last| written[last]) {
            Some((moved, _, number)) if moved == block.moved => Some(number),
            _ => None,
        };
        let after = past_inserted(document, &pieces, &next, (last, first), block);
        match after {
            Some(after) => (next[after], next[tail]) = (Some(head), next[after]),
            None => (first, next[tail]) = (Some(head), first),
        }
    }
    let order = std::iter::successors(first, |&number| next[number]);
    order.map(|number| pieces[number]).collect()
}

/// Links the pieces of each block, and records the ends and the starts of the blocks.
fn linked(document: &Document, pieces: &[TreePiece], blocks: &mut [Block]) -> Vec<Option<usize>> {
    let mut next = vec![None; pieces.len()];
    for (number, piece) in pieces.iter().enumerate() {
        let block = &mut blocks[piece.block.index()];
        let start = inserted_at(document, piece);
        match &mut block.ends {
            None => (block.ends, block.start) = (Some((number, number)), start),
            Some((_, last)) => {
                next[*last] = Some(number);
                *last = number;
                block.start = block.start.min(start);
            }
        }
    }
    next
}

/// Returns the piece that a block follows: `last`, or the last of the virtual tags after it that
/// were inserted before the block.
fn past_inserted(
    document: &Document,
    pieces: &[TreePiece],
    next: &[Option<usize>],
    (mut last, first): (Option<usize>, Option<usize>),
    block: &Block,
) -> Option<usize> {
    loop {
        let following = last.map_or(first, |last| next[last]);
        let Some(number) = following else { return last };
        let piece = &pieces[number];
        let is_inserted = piece.location.span().is_none()
            && piece.moved == block.moved
            && inserted_at(document, piece) <= block.start;
        if !is_inserted {
            return last;
        }
        last = following;
    }
}

/// Returns the start of a piece in the source, or the offset where it was inserted.
fn inserted_at(document: &Document, piece: &TreePiece) -> u32 {
    if let PieceLocation::Held(span) | PieceLocation::Moved(span) = piece.location {
        return span.start;
    }
    let inserted = piece.cause.and_then(|cause| document.repair(cause));
    inserted.map_or(u32::MAX, |repair| repair.span.start)
}
