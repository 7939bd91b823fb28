//! The order of the output: that of the tree, with as much as possible of the source between its
//! pieces.

use super::dropped::DroppedSpans;
use super::pieces::{PieceLocation, PiecePart, TreePiece};
use wishful::base::Span;
use wishful::token::{KindRef, TokenRef};
use wishful::tree::Document;

/// An item of the output.
#[derive(Clone, Copy)]
pub(super) enum OutputItem {
    /// The piece with this index.
    Piece(usize),
    /// A span outside of all pieces that stays.
    Between(Span),
}

/// Returns all items of the output, in order.
pub(super) fn of(
    document: &Document,
    pieces: &[TreePiece],
    dropped: &DroppedSpans,
) -> Vec<OutputItem> {
    let source = SourceOrder::of(pieces);
    let mut order = Order {
        document,
        pieces,
        dropped,
        source,
        next_held: 0,
        done: vec![false; pieces.len()],
        last: None,
        last_copied: 0,
        omitted: Vec::new(),
        omitted_ends: Vec::new(),
        items: Vec::with_capacity(pieces.len()),
    };
    if !order.source.in_order.is_empty() {
        order.between(Span { start: 0, end: order.source.start_of_rank(0, document) });
    }
    for number in 0..pieces.len() {
        order.piece(number);
    }
    order.end();
    let mut items = Vec::with_capacity(order.items.len());
    for (item, is_written) in order.items {
        if is_written {
            items.push(item);
        }
    }
    items
}

/// The pieces that are written in the source, in its order.
struct SourceOrder {
    /// The span and index of each piece, sorted by start.
    in_order: Vec<(Span, usize)>,
    /// The index in `in_order` (the rank) of each piece; `None` for a piece that is not written.
    ranks: Vec<Option<usize>>,
}

impl SourceOrder {
    fn of(pieces: &[TreePiece]) -> Self {
        let mut in_order = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            if let Some(span) = piece.location.span() {
                in_order.push((span, number));
            }
        }
        in_order.sort_by_key(|(span, _)| span.start);
        let mut ranks = vec![None; pieces.len()];
        for (rank, &(_, number)) in in_order.iter().enumerate() {
            ranks[number] = Some(rank);
        }
        Self { in_order, ranks }
    }

    /// Returns the start of the piece with a rank; the end of the text past the last.
    fn start_of_rank(&self, rank: usize, document: &Document) -> u32 {
        match self.in_order.get(rank) {
            Some((span, _)) => span.start,
            None => Span::at(document.text().len()).start,
        }
    }

    fn end_of_rank(&self, rank: Option<usize>) -> u32 {
        let Some(rank) = rank else { return 0 };
        self.in_order.get(rank).map_or(0, |(span, _)| span.end)
    }
}

struct Order<'a> {
    document: &'a Document,
    pieces: &'a [TreePiece],
    dropped: &'a DroppedSpans,
    source: SourceOrder,
    /// The rank of the first piece that may not have been passed yet.
    next_held: usize,
    done: Vec<bool>,
    /// The rank of the last piece that was copied.
    last: Option<usize>,
    /// The number of items when that piece was copied.
    last_copied: usize,
    /// The items since then that are omissible start tags. They are omitted only if the item that
    /// follows is the one that follows in the source.
    omitted: Vec<usize>,
    /// The items since then that are omissible end tags.
    omitted_ends: Vec<usize>,
    /// The items, each with whether it is written.
    items: Vec<(OutputItem, bool)>,
}

impl Order<'_> {
    fn piece(&mut self, number: usize) {
        match self.pieces[number].location {
            PieceLocation::Omitted => {
                let is_end = matches!(self.pieces[number].part, PiecePart::End);
                let omitted = if is_end { &mut self.omitted_ends } else { &mut self.omitted };
                omitted.push(self.items.len());
                self.items.push((OutputItem::Piece(number), false));
            }
            PieceLocation::Missing => {
                if matches!(self.pieces[number].part, PiecePart::End) {
                    self.write_omitted_ends();
                }
                self.items.push((OutputItem::Piece(number), true));
            }
            PieceLocation::Moved(_) => self.copy(number),
            PieceLocation::Held(span) => {
                self.pass_floating(span.start);
                if !self.done[number] {
                    self.copy(number);
                }
            }
        }
    }

    /// Writes the omissible end tags before an end tag that is made. Otherwise the new tag might
    /// not end the elements that are open inside of its element.
    fn write_omitted_ends(&mut self) {
        for item in self.omitted_ends.drain(..) {
            self.items[item].1 = true;
        }
    }

    /// Copies the floating pieces before an offset, which stay at their position in the source.
    fn pass_floating(&mut self, start: u32) {
        while let Some(&(span, number)) = self.source.in_order.get(self.next_held) {
            if span.start >= start {
                return;
            }
            self.next_held += 1;
            if matches!(self.pieces[number].location, PieceLocation::Held(_)) && !self.done[number]
            {
                self.copy(number);
            }
        }
    }

    fn copy(&mut self, number: usize) {
        let Some(rank) = self.source.ranks[number] else { return };
        let gap = Span {
            start: self.source.end_of_rank(self.last),
            end: self.source.start_of_rank(rank, self.document),
        };
        self.reach(rank);
        if self.last.is_some_and(|last| last + 1 == rank) && !gap.is_empty() {
            // The items made since then belong before a tag or the next piece, so they follow the
            // blanks of the gap.
            let written = self.items.split_off(self.last_copied);
            let at = self.first_tag(gap);
            self.between(Span { end: at, ..gap });
            self.items.extend(written);
            self.between(Span { start: at, ..gap });
        }
        self.done[number] = true;
        self.items.push((OutputItem::Piece(number), true));
        self.last_copied = self.items.len();
        self.last = Some(rank);
    }

    /// Decides whether omissible tags are omitted: only if the next piece is the one that follows
    /// in the source.
    fn reach(&mut self, rank: usize) {
        let is_next = self.last.map_or(0, |last| last + 1) == rank;
        for item in self.omitted.drain(..).chain(self.omitted_ends.drain(..)) {
            self.items[item].1 |= !is_next;
        }
    }

    /// Copies the rest of the source after the last piece. Made tags follow the rest. But an
    /// unfinished tag at the end of the source would absorb them, so they precede it, and an
    /// unfinished section is dropped.
    fn end(&mut self) {
        let all = self.source.in_order.len();
        self.reach(all);
        let text = Span::at(self.document.text().len()).start;
        let written = self.items.split_off(self.last_copied);
        let has_written = written.iter().any(|item| item.1);
        self.between(Span { start: self.source.end_of_rank(all.checked_sub(1)), end: text });
        let mut unfinished = None;
        if has_written
            && let Some(&(OutputItem::Between(span), _)) = self.items.last()
            && is_unfinished(self.document, span)
        {
            unfinished = self.items.pop();
            if span.of(self.document.text()).starts_with("<![") {
                unfinished = None;
            }
        }
        self.items.extend(written);
        self.items.extend(unfinished);
    }

    /// Copies the parts of a gap, outside of all pieces, that stay.
    fn between(&mut self, gap: Span) {
        if gap.start >= gap.end {
            return;
        }
        let mut number = self.document.tokens().at(gap.start);
        while let Some(token) = self.document.tokens().get(number)
            && token.span.start < gap.end
        {
            let part =
                Span { start: token.span.start.max(gap.start), end: token.span.end.min(gap.end) };
            if !part.is_empty() && self.stays(token, part) {
                self.items.push((OutputItem::Between(part), true));
            }
            number += 1;
        }
    }

    /// Returns the start of the first tag in a gap, or the end of the gap.
    fn first_tag(&self, gap: Span) -> u32 {
        let tokens = self.document.tokens();
        let mut number = tokens.at(gap.start);
        while let Some(token) = tokens.get(number)
            && token.span.start < gap.end
        {
            if matches!(token.kind, KindRef::StartTag(_) | KindRef::EndTag(_)) {
                return token.span.start.max(gap.start);
            }
            number += 1;
        }
        gap.end
    }

    fn stays(&self, token: TokenRef<'_>, part: Span) -> bool {
        matches!(token.kind, KindRef::Lost) || self.dropped.stays(part)
    }
}

/// Reports whether a span is a tag or a section that the end of the text cut off.
fn is_unfinished(document: &Document, span: Span) -> bool {
    let written = span.of(document.text());
    span.range().end == document.text().len()
        && written.starts_with('<')
        && (!written.ends_with('>') || written.starts_with("<![") && !written.ends_with("]]>"))
}
