//! The reading of words: opening and closing elements, and leaves.

use super::Cursor;
use crate::earley::{ReadMode, Word};
use crate::grammar::ast::FileSpan;
use crate::grammar::model::ElementFacts;
use crate::grammar::{ElementId, TerminalKind};
use crate::slippers::conref;
use crate::slippers::event::{
    Edit, ElementNumber, Event, EventKind, InsertionLocation, Repair, RepairId, RepairKind, TokenId,
};
use crate::slippers::piece::PieceTask;
use crate::slippers::stack::OpenElement;
use crate::slippers::trace::{TraceRecord, UnrecordedAction};

/// A start tag to be read.
pub(crate) struct Opening {
    /// The word; it is acceptable, or just expected if `waives` is set.
    pub word: Word,
    /// The insertion location of its element.
    pub location: InsertionLocation,
    /// The physical tag; `None` if and only if it is virtual.
    pub token: Option<TokenId>,
    pub cause: Option<RepairId>,
    /// True if it is read although a context line may exclude it.
    pub waives: bool,
}

/// An end tag of the current element to be read; it is acceptable.
pub(crate) struct Closing {
    pub word: Word,
    /// The physical tag; `None` if and only if it is virtual.
    pub token: Option<TokenId>,
    pub cause: Option<RepairId>,
    /// True if the element leaves its marker in the list of active formatting elements. It is then
    /// closed on behalf of the end tag of a `lasting` element, which removes everything from its
    /// own marker on.
    pub keeps_marker: bool,
}

impl Closing {
    /// Returns a virtual end tag with the repair that causes it.
    pub(crate) const fn virtual_by(word: Word, cause: RepairId) -> Self {
        Self { word, token: None, cause: Some(cause), keeps_marker: false }
    }
}

impl Cursor<'_> {
    /// Reads a start tag. Closes the element at once in four cases: it is void, a guard makes it
    /// void here, it belongs to a namespace and is self-closing, or its content is elsewhere.
    pub(crate) fn open(&mut self, opening: &Opening) -> ElementId {
        self.decide_by(opening.word);
        self.advance(opening.word, opening.waives);
        self.opened(opening)
    }

    /// Records an element whose start tag the recogniser has read.
    #[inline(always)]
    pub(crate) fn opened(&mut self, opening: &Opening) -> ElementId {
        let &Opening { word, location, token, cause, .. } = opening;
        let TerminalKind::Start(element) = self.grammar.terminal_kind(word.terminal) else {
            unreachable!("only start tags are opened")
        };
        let (info, facts) = (self.grammar.element(element), self.grammar.readings().facts(element));
        let kind = EventKind::Open(element);
        self.emit(&Event { word: Some(word), token, cause, location, ..Event::of(kind) });
        let number = self.state.stack.number();
        let kind = match info.kind {
            Some(kind) if !info.void => kind,
            _ => {
                self.emit(&Event::of(EventKind::Close(element)));
                return element;
            }
        };
        let fostered = location != InsertionLocation::Here;
        let opened =
            OpenElement { tag: token, fostered, ..OpenElement::new(number, element, kind, word) };
        self.state.stack.push(opened);
        if facts.may_be_empty() && self.is_empty(element, token) {
            let word = Word { terminal: info.end, label: self.frame().label() };
            if self.recogniser.accepts(word) {
                self.close(&Closing { word, token: None, cause: None, keeps_marker: false });
                return element;
            }
        }
        if facts.is_listed() {
            self.enter_active(&opened);
        }
        element
    }

    /// Reports whether an element is empty because of a guard or its tag.
    fn is_empty(&self, element: ElementId, token: Option<TokenId>) -> bool {
        // (Guards are tested inside the element, because the exclusions of a group of the grammar
        // apply to what the group reads.)
        let mut void_where = self.grammar.element(element).void_where.iter();
        void_where.any(|&guard| self.frame().holds(guard)) || self.is_empty_tag(element, token)
    }

    /// Reports whether a physical start tag declares its element to be empty.
    fn is_empty_tag(&self, element: ElementId, token: Option<TokenId>) -> bool {
        let Some(token) = token else { return false };
        self.is_foreign(element) && self.start_tag(token).is_some_and(|tag| tag.self_closing)
            || self.refers(element, token)
    }

    /// Reports whether a start tag has a `conref` attribute, which replaces the content.
    #[inline(always)]
    pub(crate) fn refers(&self, element: ElementId, token: TokenId) -> bool {
        let facts = self.grammar.tree_facts();
        if !facts.has_conref.contains(element.index()) {
            return false;
        }
        let tag = self.start_tag(token);
        tag.is_some_and(|tag| conref::refers(facts, element, tag, self.text))
    }

    /// Reads an end tag, physical or virtual, of the current element.
    pub(crate) fn close(&mut self, closing: &Closing) {
        self.advance(closing.word, false);
        self.closed(closing);
    }

    /// Records the end of the current element, whose end tag the recogniser has read.
    #[inline(always)]
    pub(crate) fn closed(&mut self, closing: &Closing) {
        let &Closing { word, token, cause, .. } = closing;
        let closed =
            self.state.stack.pop().expect("an end tag is acceptable inside its element only");
        let kind = EventKind::Close(closed.element);
        self.emit(&Event { word: Some(word), token, cause, ..Event::of(kind) });
        if self.grammar.readings().facts(closed.element).is_listed() {
            self.leave_active(&closed, closing);
        }
        self.forget_closed();
        if !closed.fostered {
            self.state.stack.note_child((closed.kind, closed.number));
        }
    }

    /// Emits an event for a node that is no element; the recogniser reads its word, if it has one.
    /// `waives` is true if it is read although a context line may exclude it.
    #[inline(always)]
    pub(crate) fn leaf(&mut self, event: &Event, waives: bool) {
        if let Some(word) = event.word {
            self.advance(word, waives);
            self.emit_leaf(event);
        } else {
            self.emit(event);
        }
    }

    /// Emits a node that is no element, whose word the recogniser has read.
    #[inline(always)]
    pub(crate) fn emit_leaf(&mut self, event: &Event) {
        self.state.leaves += 1;
        self.emit(event);
    }

    /// Reads the first acceptable one of some words into the current element, which has the given
    /// facts. Returns `None` if there is none, or a foster line applies; nothing has changed then.
    #[inline(always)]
    pub(crate) fn read_first(&mut self, facts: ElementFacts, words: &[Word]) -> Option<Word> {
        let mut words = words;
        if facts.has_fosters() {
            let accepted = words.iter().find(|&&word| self.recogniser.accepts(word))?;
            if self.foster(accepted.terminal).is_some() {
                return None;
            }
            words = std::slice::from_ref(accepted);
        }
        let word = self.state.recogniser.read_first(words)?;
        self.count_round();
        Some(word)
    }

    /// Stores a string that replaces text, and returns the event kind that refers to it.
    pub(crate) fn string(&mut self, string: String) -> EventKind {
        self.state.parse.strings.push(string);
        EventKind::Instead(u32::try_from(self.parse.strings.len() - 1).unwrap_or(u32::MAX))
    }

    /// Inserts virtual tags before a piece.
    pub(crate) fn insert_all(
        &mut self,
        task: &mut PieceTask,
        tags: impl IntoIterator<Item = VirtualTag>,
    ) {
        let repair = self.repair_before(&task.piece, RepairKind::VirtualStart);
        for tag in tags {
            self.insert(task, tag, repair);
        }
    }

    /// Inserts a virtual tag before a piece: opens or closes an element, or reads a mark. An
    /// element with a soft end is closed by the physical end tag that ended it softly.
    fn insert(&mut self, task: &mut PieceTask, tag: VirtualTag, repair: Repair) {
        let VirtualTag { word, place, keeps_marker } = tag;
        let repair = Repair { inserted: Some(word.terminal), place, ..repair };
        self.state.parse.work.virtual_tags += 1;
        match self.grammar.terminal_kind(word.terminal) {
            TerminalKind::Start(_) => {
                let cause = Some(self.record(repair));
                task.inserted.push(word.terminal);
                let location = self.insertion_location(word.terminal);
                self.open(&Opening { word, location, token: None, cause, waives: true });
            }
            TerminalKind::Mark(_) => self.mark(word),
            _ => {
                let token = self.stack.current().and_then(|open| open.soft_end);
                let cause = match token {
                    Some(_) => None,
                    None => Some(self.record(Repair { kind: RepairKind::VirtualEnd, ..repair })),
                };
                self.close(&Closing { word, token, cause, keeps_marker });
            }
        }
    }

    /// Reads a zero-width terminal.
    fn mark(&mut self, word: Word) {
        if self.is_decided_by(word) {
            self.decide();
        } else {
            self.advance(word, false);
            self.emit(&Event { word: Some(word), ..Event::of(EventKind::Mark) });
        }
        self.turn_latches(word.terminal);
    }

    /// Ends softly the innermost element that `word` names; elements inside it stay open.
    pub(crate) fn end_softly(&mut self, word: Word, token: TokenId) {
        let Some(depth) = self.recogniser.innermost_closed_by(word) else { return };
        let Some(open) = self.stack.at(depth) else { return };
        let ended = open.number;
        self.state.soft_ends.retain(|&other| other != ended);
        self.state.soft_ends.push(ended);
        self.note_soft_end(ended, Some(token));
    }

    /// Ends softly an element around the one that has ended last.
    pub(crate) fn end_around(&mut self, task: &PieceTask, word: Word) {
        if let Some(soft) = self.grammar.soft() {
            let how = UnrecordedAction::EndedSoftly;
            self.trace(&task.piece, || TraceRecord::Settled { how, places: vec![soft.place] });
        }
        self.end_softly(word, task.piece.token);
    }

    /// Resumes the ended elements if a piece that is set aside is a soft end tag. The standard
    /// returns to "in body" before it ignores the tag (13.2.6.4.20 and 13.2.6.4.23, anything else):
    ///
    /// ```text
    /// <math></body><mtext></body></math><!--c-->       the comment is in the <body>
    /// ```
    pub(crate) fn resume_after_cruft(&mut self, task: &PieceTask) {
        if !self.soft_ends.is_empty()
            && let Some(soft) = task.piece.words.iter().find_map(|&word| self.soft(word))
            && self.stack.outermost_above(&soft.resuming, 0).is_some()
        {
            self.resume();
        }
    }

    /// Resumes all elements that have ended softly.
    pub(crate) fn resume(&mut self) {
        for ended in std::mem::take(&mut self.state.soft_ends) {
            self.note_soft_end(ended, None);
        }
    }

    fn note_soft_end(&mut self, ended: ElementNumber, token: Option<TokenId>) {
        if let Some(depth) = self.stack.depth_of(ended)
            && let Some(open) = self.state.stack.at_mut(depth)
        {
            open.soft_end = token;
        }
    }

    /// Advances the recogniser over a word that it accepts. If `waives` is set, context lines may
    /// forbid the word; then a waiver is emitted for it.
    #[inline(always)]
    pub(super) fn advance(&mut self, word: Word, waives: bool) {
        let mut is_read = self.state.recogniser.read_first(&[word]).is_some();
        if waives && !is_read {
            self.emit_edit(Edit::Waive, None);
            is_read = self.state.recogniser.read_as(word, ReadMode::Waiving).is_ok();
        }
        debug_assert!(is_read, "{word:?} is not acceptable");
    }
}

/// A virtual tag to be inserted.
#[derive(Clone, Copy)]
pub(crate) struct VirtualTag {
    pub word: Word,
    /// The grammar line that permits it.
    pub place: Option<FileSpan>,
    /// The value for [`Closing::keeps_marker`].
    pub keeps_marker: bool,
}
