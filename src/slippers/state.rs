//! The state of a run: all queries, and no changes.
//!
//! The [`Cursor`](super::cursor::Cursor) owns the only instance, and lends it out immutably.

use super::active::{Active, ActiveList};
use super::event::{ElementNumber, Repair, RepairKind, TokenId, piece_span};
use super::parse::Parse;
use super::piece::{PieceKind, TokenPiece};
use super::stack::{OpenElement, Stack, room};
use crate::base::Span;
use crate::earley::{FlagId, FrameKindId, FrameView, Options, ReadMode, Recogniser, Refusal, Word};
use crate::grammar::model::{ElementFacts, Formatting, Soft};
use crate::grammar::{ElementId, Grammar, TerminalKind};
use crate::token::TagRef;

/// The state of a run.
pub(super) struct RunState<'a> {
    pub grammar: &'a Grammar,
    pub text: &'a str,
    pub root: Root,
    pub recogniser: Recogniser,
    /// The stack of open elements.
    pub stack: Stack,
    /// The list of active formatting elements.
    pub active: ActiveList,
    /// For each latch of the grammar, the element made last before the latch was turned on. For the
    /// latch of the form element pointer, this is the form (13.2.4.4).
    pub latched: Vec<Option<ElementNumber>>,
    /// The open elements with a soft end, in the order of their end tags.
    pub soft_ends: Vec<ElementNumber>,
    /// The reopened elements in contents that are undecided, innermost last.
    pub undecided: Vec<UndecidedElements>,
    /// The result so far.
    pub parse: Parse,
    /// The number of events so far.
    pub events: usize,
    /// The number of events that made a node other than an element.
    pub leaves: usize,
}

/// The surroundings of the whole text.
pub(super) struct Root {
    /// The context element, if the text is a fragment.
    pub context: Option<ElementId>,
    /// True if content at the root is foreign at the first try.
    pub is_foreign: bool,
    /// The kind of the element whose content the root reads, if any.
    pub kind: Option<FrameKindId>,
}

/// Reopened elements in a content that is undecided, each directly inside the one before.
#[derive(Clone, Copy)]
pub(super) struct UndecidedElements {
    /// The outermost of them.
    pub first: ElementNumber,
    /// The innermost of them.
    pub last: ElementNumber,
    /// The mark that would decide the content, and that leaves no node.
    pub mark: Word,
}

impl Root {
    pub(super) fn new(
        grammar: &Grammar,
        context: Option<ElementId>,
        recogniser: &Recogniser,
    ) -> Self {
        // A context is foreign if its content accepts an element like the context itself, and not
        // only HTML.
        let (mut is_foreign, mut kind) = (false, None);
        if let Some(context) = context {
            let start = Word::plain(grammar.element(context).start);
            is_foreign = grammar.has_foreign_root(context) && recogniser.accepts(start);
            kind = grammar.fragment_root(context).map(|root| root.within);
        }
        Self { context, is_foreign, kind }
    }
}

impl<'a> RunState<'a> {
    /// Creates the state at the start of a text, or of the content of `context`. `parse` has the
    /// results known in advance.
    pub(super) fn new(
        grammar: &'a Grammar,
        text: &'a str,
        context: Option<ElementId>,
        options: Options,
        parse: Parse,
    ) -> Self {
        let recogniser = grammar.recogniser(context, options);
        Self {
            grammar,
            text,
            root: Root::new(grammar, context, &recogniser),
            stack: Stack::with_capacity(room(text) / 2),
            recogniser,
            active: ActiveList::default(),
            latched: vec![None; grammar.latches().len()],
            soft_ends: Vec::new(),
            undecided: Vec::new(),
            parse,
            events: 0,
            leaves: 0,
        }
    }

    /// Returns the grammar's statement on formatting elements.
    pub(super) fn formatting(&self) -> Option<&'a Formatting> {
        self.grammar.formatting()
    }

    /// Returns the soft statement, if `word` is one of its end tags.
    pub(super) fn soft(&self, word: Word) -> Option<&'a Soft> {
        let soft = self.grammar.soft()?;
        if soft.ends.contains(word.terminal.index()) { Some(soft) } else { None }
    }

    /// Returns the current element, if one is open.
    pub(super) fn current(&self) -> Option<ElementId> {
        self.stack.current().map(|open| open.element)
    }

    /// Returns the facts about the current element, if one is open.
    #[inline(always)]
    pub(super) fn facts(&self) -> Option<ElementFacts> {
        Some(self.grammar.readings().facts(self.stack.current()?.element))
    }

    /// Returns the name of the current element.
    pub(super) fn current_name(&self) -> Option<&str> {
        let element = self.grammar.element(self.current()?);
        self.parse.names.labelled(self.frame().label()).or(element.name.as_deref())
    }

    /// Returns the end tag of the current element.
    pub(super) fn current_end(&self) -> Option<Word> {
        let terminal = self.grammar.element(self.current()?).end;
        Some(Word { terminal, label: self.frame().label() })
    }

    pub(super) fn frame(&self) -> FrameView<'_> {
        self.recogniser.innermost()
    }

    /// Reports whether an element belongs to a namespace.
    pub(super) fn is_foreign(&self, element: ElementId) -> bool {
        self.grammar.readings().facts(element).is_foreign()
    }

    /// Reports whether the current element is foreign, as in SVG.
    pub(super) fn in_foreign(&self) -> bool {
        self.current().is_some_and(|element| self.is_foreign(element))
    }

    /// Returns the context of a fragment, if its content is foreign at the first try.
    pub(super) fn foreign_root(&self) -> Option<ElementId> {
        if self.root.is_foreign { self.root.context } else { None }
    }

    /// Reports whether a word belongs to a namespace.
    pub(super) fn is_of_namespace(&self, word: Word) -> bool {
        self.grammar.readings().is_foreign(word.terminal)
    }

    /// Returns the word of a terminal that is no tag, if it is acceptable.
    pub(super) fn acceptable_as(&self, kind: TerminalKind) -> Option<Word> {
        let word = Word::plain(self.grammar.readings().plain(kind)?);
        if self.recogniser.accepts(word) { Some(word) } else { None }
    }

    /// Reports whether the content expects a terminal that is no tag, apart from context lines.
    pub(super) fn takes(&self, kind: TerminalKind) -> bool {
        let terminal = self.grammar.readings().plain(kind);
        terminal.is_some_and(|terminal| {
            self.recogniser.accepts_as(Word::plain(terminal), ReadMode::Waiving)
        })
    }

    /// Returns the element that turned a latch on, if the latch is still on.
    pub(super) fn latched_by(&self, latch: FlagId) -> Option<ElementNumber> {
        if self.recogniser.is_on(latch) { self.latched[latch.index()] } else { None }
    }

    /// Returns the number of nodes made so far.
    pub(super) fn nodes(&self) -> usize {
        self.stack.made() + self.leaves
    }

    /// Reports whether the maximum number of nodes was reached.
    pub(super) fn has_most_nodes(&self) -> bool {
        self.nodes() >= self.parse.most_nodes
    }

    #[inline(always)]
    pub(super) fn start_tag(&self, token: TokenId) -> Option<TagRef<'_>> {
        self.parse.tokens.start_tag(token.index())
    }

    /// Returns the characters of a piece of text.
    pub(super) fn text_of(&self, piece: &TokenPiece) -> &str {
        match (self.parse.tokens.text(piece.token.index()), piece.kind) {
            (Some(text), PieceKind::Text(range)) => &text.value.get(self.text)[range.range()],
            _ => "",
        }
    }

    /// Returns the span of a piece.
    pub(super) fn span_of(&self, piece: &TokenPiece) -> Span {
        let tokens = &self.parse.tokens;
        match (piece.kind.range(), tokens.get(piece.token.index())) {
            (Some(range), Some(token)) => piece_span(token, Some(range)),
            _ => tokens.span(piece.token.index()),
        }
    }

    /// Builds the record of a repair of a piece.
    pub(super) fn repair_of(&self, piece: &TokenPiece, kind: RepairKind) -> Repair {
        Repair {
            kind,
            token: piece.token,
            span: self.span_of(piece),
            rejected: piece.rejected(self.grammar).map(|word| word.terminal),
            inserted: None,
            place: None,
        }
    }

    /// Builds the record of an insertion before a piece.
    pub(super) fn repair_before(&self, piece: &TokenPiece, kind: RepairKind) -> Repair {
        let repair = self.repair_of(piece, kind);
        Repair { span: Span { end: repair.span.start, ..repair.span }, ..repair }
    }

    /// Returns the list entry of an open element.
    pub(super) fn active_of(&self, open: &OpenElement) -> Active {
        Active::of(open, self.grammar.element(open.element).end)
    }

    /// Returns an active element as each of the elements that its start tag may denote, itself
    /// first.
    pub(super) fn as_alike(&self, active: Active) -> impl Iterator<Item = Active> {
        let others = self.grammar.alike(active.element).filter_map(move |(element, info)| {
            let word = Word { terminal: info.start, ..active.word };
            Some(Active { element, kind: info.kind?, word, end: info.end, ..active })
        });
        std::iter::once(active).chain(others)
    }

    /// Returns an active element as the content here expects it, if it does.
    pub(super) fn placed(&self, active: Active) -> Option<Active> {
        // Nearly always the first reading is expected, and the others need not be looked up.
        if self.recogniser.accepts_as(active.word, ReadMode::Waiving) {
            return Some(active);
        }
        let mut readings = self.as_alike(active);
        readings.find(|alike| self.recogniser.accepts_as(alike.word, ReadMode::Waiving))
    }

    /// Returns an element from further inside, changed so that the element around a depth can
    /// contain it. Returns `None` if it needs no change or none helps. (If a group of the grammar
    /// applies there, it becomes the element of the same name in that group.)
    pub(super) fn as_placed_around(
        &self,
        depth: usize,
        inner: &OpenElement,
    ) -> Option<OpenElement> {
        let around = self.stack.around(depth);
        let is_expected =
            |word: Word| self.recogniser.refusal(word, around) != Some(Refusal::Unexpected);
        if is_expected(inner.word) {
            return None;
        }
        let placed = self.as_alike(self.active_of(inner)).find(|alike| is_expected(alike.word))?;
        let Active { element, kind, word, .. } = placed;
        Some(OpenElement { element, kind, word, ..*inner })
    }
}
