//! The list of active formatting elements (section 13.2.4.3 of the standard).
//!
//! A formatting element is entered when it is opened. It stays in the list when something else
//! closes it; then it is *pending*, and it is opened again, as a copy, before the next token of the
//! grammar's `reopen` set that stands where it could stand itself. Its own end tag takes it out
//! (`adoption`). Markers keep what is pending inside a cell or an object from what is around it.
//!
//! Pending elements count as open: what one of them excludes is not acceptable before they are
//! reopened, and an end tag means the last one in the list. The list itself is in `active.rs`.

use super::active::Active;
use super::classify::Piece;
use super::event::{EventKind, InsertionLocation, Repair, RepairKind, TokenId};
use super::likeness::StartTags;
use super::stack::OpenElement;
use super::{REOPENINGS, Slippers};
use crate::base::Span;
use crate::earley::{ContextId, ContextLine, TerminalId, Word};
use crate::grammar::model::Formatting;
use crate::grammar::{ElementId, TerminalKind};
use crate::token::TagRef;

impl Slippers<'_> {
    pub(super) fn formatting(&self) -> Option<&Formatting> {
        self.grammar.formatting()
    }

    /// Enters an element that was just opened, or a marker, as its kind asks.
    pub(super) fn enter_active(&mut self, opened: &OpenElement) {
        let Some(formatting) = self.grammar.formatting() else { return };
        let kind = opened.kind.index();
        let tags = StartTags::of(&self.parse, self.text, &self.hashes);
        if formatting.markers.contains(kind) || formatting.lasting.contains(kind) {
            self.active.push_marker(tags);
        }
        if formatting.elements.contains(kind) {
            // The Noah's Ark clause: of so many alike behind the last marker, the first one goes.
            let active = Active::of(opened, self.grammar.element(opened.element).end);
            let earliest = self.active.alike(&active, tags).nth(formatting.ark.saturating_sub(1));
            if let Some(earliest) = earliest {
                self.active.remove(earliest);
            }
            self.active.push(active, tags);
        }
    }

    pub(super) fn active_of(&self, open: &OpenElement) -> Active {
        Active::of(open, self.grammar.element(open.element).end)
    }

    pub(super) fn start_tag(&self, token: TokenId) -> Option<TagRef<'_>> {
        self.parse.tokens.start_tag(token.index())
    }

    /// An element was closed: its marker goes, if it had one that goes now.
    pub(super) fn leave_active(&mut self, closed: &OpenElement, by_own_tag: bool) {
        let Some(formatting) = self.grammar.formatting() else { return };
        let kind = closed.kind.index();
        if formatting.elements.contains(kind) {
            self.active.no_longer_open(closed.number);
        }
        debug_assert!(
            self.active.position_of(closed.number).is_none() || formatting.elements.contains(kind),
            "only formatting elements are listed"
        );
        let ended = by_own_tag && formatting.lasting.contains(kind);
        if ended || (formatting.markers.contains(kind) && !self.keeps_markers) {
            self.active.clear_to_marker();
        }
        if by_own_tag
            && formatting.elements.contains(kind)
            && let Some(position) = self.active.position_of(closed.number)
            && self.active.is_behind_marker(position)
        {
            // (In front of a marker no end tag finds it.)
            self.active.remove(position);
        }
    }

    /// Reopens what is pending if that comes before `word`; then the token is looked at again. What
    /// is read as foreign reopens nothing.
    pub(super) fn reopens_first(&mut self, piece: &Piece, word: Word) -> bool {
        if !self.active.has_pending()
            || !self.reopens_before(word)
            || self.is_foreign_content(piece, word)
            || self.is_dropped_newline(piece)
        {
            return false;
        }
        self.reopen(piece.token, self.span_of(piece));
        !self.active.has_pending() || self.has_most_nodes()
    }

    /// Whether a piece is but the line feed that the tree leaves out at the beginning of an
    /// element.
    fn is_dropped_newline(&self, piece: &Piece) -> bool {
        let drops =
            |element: ElementId| self.grammar.tree_facts().drops_newline.contains(element.index());
        let is_first = |open: &OpenElement| {
            open.tag.is_some_and(|tag| tag.index() + 1 == piece.token.index())
                && drops(open.element)
        };
        self.text_of(piece) == "\n"
            && piece.kind.range().is_some_and(|range| range.start == 0)
            && self.open_elements.current().is_some_and(is_first)
    }

    /// Whether a piece is content of the foreign element around it, in which HTML has no place:
    /// text, or an element of the same namespace. At the root of a fragment that element is the
    /// context.
    fn is_foreign_content(&self, piece: &Piece, word: Word) -> bool {
        let around = match self.current() {
            Some(current) => (self.is_foreign(current) && !self.takes_html()).then_some(current),
            None => self.run.context.filter(|_| self.in_foreign_root && piece.first_look),
        };
        let Some(around) = around else { return false };
        match self.grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(element) => {
                self.grammar.element(element).namespace == self.grammar.element(around).namespace
            }
            _ => true,
        }
    }

    /// Whether pending elements are to be reopened before `word`: it is a token that asks for it,
    /// and the first of them may stand where `word` stands.
    pub(super) fn reopens_before(&self, word: Word) -> bool {
        let asks = |formatting: &Formatting| formatting.reopen.contains(word.terminal.index());
        self.active.has_pending()
            && self.reopenings < REOPENINGS
            && self.formatting().is_some_and(asks)
            && self.reopens_beside(word)
    }

    fn reopens_beside(&self, word: Word) -> bool {
        let first = self.active.pending().next().and_then(|position| self.active.at(position));
        let Some(first) = first.and_then(|first| self.placed(first)) else { return false };
        let fostered = |word: Word| self.foster(word.terminal).is_some();
        !fostered(first.word) || fostered(word) || self.open_elements.depth() == 0
    }

    /// An active element as it may stand here, if it may.
    fn placed(&self, active: Active) -> Option<Active> {
        self.as_alike(active).find(|alike| self.recogniser.has_place(alike.word))
    }

    /// An active element as each of those that its start tag may stand for, itself first.
    pub(super) fn as_alike(&self, active: Active) -> impl Iterator<Item = Active> {
        let others = self.grammar.alike(active.element).filter_map(move |(element, info)| {
            let word = Word { terminal: info.start, ..active.word };
            Some(Active { element, kind: info.kind?, word, end: info.end, ..active })
        });
        std::iter::once(active).chain(others)
    }

    /// Whether a pending element that `word` would reopen excludes it.
    pub(super) fn pending_excludes(&self, word: Word) -> bool {
        self.active.has_pending() && self.pending_exclusion(word).is_some()
    }

    /// The line by which a pending element that `word` would reopen excludes it.
    pub(super) fn pending_exclusion(&self, word: Word) -> Option<ContextId> {
        if !self.reopens_before(word) {
            return None;
        }
        let rules = self.grammar.rules();
        let forbids = |line: &ContextId| match rules.context(*line) {
            ContextLine::Exclusion { forbids, .. } => forbids.contains(word.terminal.index()),
            ContextLine::Inclusion { .. } => false,
        };
        let pending = self.active.pending().filter_map(|position| self.active.at(position));
        let mut placed = pending.map(|active| self.placed(active).unwrap_or(active));
        placed.find_map(|active| {
            rules.frame_kind(active.kind).adds.iter().copied().find(|line| forbids(line))
        })
    }

    /// Reopens what is pending, for the sake of a token; no more than there may be nodes.
    pub(super) fn reopen(&mut self, token: TokenId, span: Span) {
        self.reopenings += 1;
        let pending: Vec<usize> = self.active.pending().collect();
        for position in pending {
            if self.has_most_nodes() {
                return;
            }
            let active = self.active.at(position).and_then(|active| self.placed(active));
            let Some(active) = active else { return };
            let location = self.insertion_location(active.word.terminal);
            let cause = self.repair(Repair {
                kind: RepairKind::Reopened,
                token,
                span: Span { start: span.start, end: span.start },
                rejected: None,
                inserted: Some(active.word.terminal),
                place: self.grammar.formatting().map(|formatting| formatting.place),
            });
            self.trace_edit(token, cause);
            let number = self.open_elements.number();
            self.advance_reopening(active.word, number);
            self.emit_at(
                EventKind::Open(active.element),
                Some(active.word),
                None,
                Some(cause),
                (location, Some(active.number)),
            );
            let copy = Active { number, ..active };
            self.active.replace(position, copy);
            self.open_elements.push(copy.opened());
        }
    }

    /// Whether an end tag of the current element means another one: a pending element of that name
    /// comes later in the list.
    pub(super) fn means_pending(&self) -> bool {
        let Some(current) = self.open_elements.current() else { return false };
        let Some(formatting) = self.formatting() else { return false };
        if !formatting.elements.contains(current.kind.index())
            || self.active.position_of(current.number).is_none()
        {
            return false;
        }
        let last = self.active.last_named(self.grammar.element(current.element).end);
        last.is_some_and(|(_, last)| last.number != current.number)
    }

    /// Where the node of a terminal is inserted: in the current element, or where a foster line
    /// says.
    #[inline(always)]
    pub(super) fn insertion_location(&self, terminal: TerminalId) -> InsertionLocation {
        self.foster(terminal).map_or(InsertionLocation::Here, |foster| self.foster_location(foster))
    }
}
