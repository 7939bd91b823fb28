//! Where a run stands: all that can be asked, and nothing that can be done.
//!
//! There is one of it, in the [`Cursor`](super::cursor::Cursor), which lends it to be looked at
//! only.

use super::active::{Active, ActiveList};
use super::event::{ElementNumber, Repair, RepairKind, TokenId, piece_span};
use super::parse::Parse;
use super::piece::{Piece, PieceKind};
use super::stack::{OpenElement, Stack, room};
use crate::base::{BitRow, Span};
use crate::earley::{Condition, FrameKindId, FrameView, Guard, Options, Recogniser, Refusal, Word};
use crate::grammar::model::{Formatting, Soft};
use crate::grammar::{ElementId, Grammar, TerminalKind};
use crate::token::TagRef;

/// Where a run stands.
pub(super) struct Standing<'a> {
    pub grammar: &'a Grammar,
    pub text: &'a str,
    pub root: Root,
    pub recogniser: Recogniser,
    /// The open elements.
    pub stack: Stack,
    /// The list of active formatting elements.
    pub active: ActiveList,
    /// For each latch of the grammar, the element that was made last before it was turned on.
    pub latched: Vec<Option<ElementNumber>>,
    /// The open elements whose end tag has come and closed nothing yet, the last one last.
    pub soft_ends: Vec<ElementNumber>,
    /// What was reopened where the content around it is undecided, the innermost last.
    pub undecided: Vec<Undecided>,
    /// What was found so far.
    pub parse: Parse,
    /// How many events there were.
    pub events: usize,
    /// How many of them made a node that is no element.
    pub leaves: usize,
}

/// What is around all that is read.
pub(super) struct Root {
    /// The element whose content the text is, if it is a fragment.
    pub context: Option<ElementId>,
    /// Whether what is read there is foreign at the first look.
    pub is_foreign: bool,
    /// The kind of content that is read there, if it is that of an element.
    pub kind: Option<FrameKindId>,
}

/// Reopened elements, each directly in the one before, in a content that is undecided.
#[derive(Clone, Copy)]
pub(super) struct Undecided {
    /// The outermost.
    pub first: ElementNumber,
    /// The innermost.
    pub last: ElementNumber,
    /// What would decide, and be read without a trace.
    pub mark: Word,
}

impl Root {
    pub(super) fn new(
        grammar: &Grammar,
        context: Option<ElementId>,
        recogniser: &Recogniser,
    ) -> Self {
        // Where an element like the context itself may stand, and not just HTML.
        let is_foreign = context.is_some_and(|context| {
            let start = Word::plain(grammar.element(context).start);
            grammar.has_foreign_root(context) && recogniser.accepts(start)
        });
        let root = context.and_then(|context| grammar.fragment_root(context));
        Self { context, is_foreign, kind: root.map(|root| root.within) }
    }
}

impl<'a> Standing<'a> {
    /// At the start of a text, or of the content of `context`; `parse` has what is known before.
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
            recogniser,
            stack: Stack::with_capacity(room(text) / 2),
            active: ActiveList::default(),
            latched: vec![None; grammar.latches().len()],
            soft_ends: Vec::new(),
            undecided: Vec::new(),
            parse,
            events: 0,
            leaves: 0,
        }
    }

    /// The statement on formatting elements.
    pub(super) fn formatting(&self) -> Option<&'a Formatting> {
        self.grammar.formatting()
    }

    /// The soft statement, if `word` is one of its end tags.
    pub(super) fn soft(&self, word: Word) -> Option<&'a Soft> {
        self.grammar.soft().filter(|soft| soft.ends.contains(word.terminal.index()))
    }

    /// The current element, if one is open.
    pub(super) fn current(&self) -> Option<ElementId> {
        self.stack.current().map(|open| open.element)
    }

    /// The current element, or the context of a fragment.
    pub(super) fn current_or_context(&self) -> Option<ElementId> {
        self.current().or(self.root.context)
    }

    /// The name of the current element.
    pub(super) fn current_name(&self) -> Option<&str> {
        let element = self.grammar.element(self.current()?);
        self.parse.names.labelled(self.frame().label()).or(element.name.as_deref())
    }

    /// The end tag of the current element.
    pub(super) fn current_end(&self) -> Option<Word> {
        let terminal = self.grammar.element(self.current()?).end;
        Some(Word { terminal, label: self.frame().label() })
    }

    /// The innermost frame.
    pub(super) fn frame(&self) -> FrameView<'_> {
        self.recogniser.innermost()
    }

    /// The depth of the innermost open element of these kinds.
    pub(super) fn innermost_of(&self, kinds: &BitRow) -> Option<usize> {
        self.recogniser.innermost_of(kinds, self.recogniser.depth())
    }

    /// Whether an element is one of a namespace.
    pub(super) fn is_foreign(&self, element: ElementId) -> bool {
        self.grammar.element(element).namespace.is_some()
    }

    pub(super) fn in_foreign(&self) -> bool {
        self.current().is_some_and(|element| self.is_foreign(element))
    }

    /// The context of a fragment, if what its root reads is foreign at the first look.
    pub(super) fn foreign_root(&self) -> Option<ElementId> {
        self.root.context.filter(|_| self.root.is_foreign)
    }

    /// Whether a word is one of a namespace.
    pub(super) fn is_of_namespace(&self, word: Word) -> bool {
        self.grammar.readings().is_foreign(word.terminal)
    }

    /// Whether a guard holds in the current frame.
    pub(super) fn holds(&self, guard: Guard) -> bool {
        let is = match guard.condition {
            Condition::Label(label) => self.frame().has_label(label),
            Condition::Flag(flag) => self.recogniser.is_on(flag),
        };
        is != guard.negated
    }

    /// The word of a terminal that is no tag, if it is acceptable.
    pub(super) fn acceptable_as(&self, kind: TerminalKind) -> Option<Word> {
        let word = self.grammar.readings().plain(kind).map(Word::plain);
        word.filter(|&word| self.recogniser.accepts(word))
    }

    /// Whether the content has a place for a terminal that is no tag.
    pub(super) fn takes(&self, kind: TerminalKind) -> bool {
        let terminal = self.grammar.readings().plain(kind);
        terminal.is_some_and(|terminal| self.recogniser.has_place(Word::plain(terminal)))
    }

    /// The element that turned a latch on, which is on still.
    pub(super) fn latched_by(&self, latch: usize) -> Option<ElementNumber> {
        let flag = self.grammar.latches()[latch].flag;
        self.latched[latch].filter(|_| self.recogniser.is_on(flag))
    }

    /// Nodes made so far.
    pub(super) fn nodes(&self) -> usize {
        self.stack.made() + self.leaves
    }

    /// Whether there are as many nodes as there may be.
    pub(super) fn has_most_nodes(&self) -> bool {
        self.nodes() >= self.parse.most_nodes
    }

    #[inline(always)]
    pub(super) fn start_tag(&self, token: TokenId) -> Option<TagRef<'_>> {
        self.parse.tokens.start_tag(token.index())
    }

    /// The characters of a piece of text.
    pub(super) fn text_of(&self, piece: &Piece) -> &str {
        match (self.parse.tokens.text(piece.token.index()), piece.kind) {
            (Some(text), PieceKind::Text(range)) => &text.value.get(self.text)[range.range()],
            _ => "",
        }
    }

    /// Where the piece stands in the text.
    pub(super) fn span_of(&self, piece: &Piece) -> Span {
        let tokens = &self.parse.tokens;
        match (piece.kind.range(), tokens.get(piece.token.index())) {
            (Some(range), Some(token)) => piece_span(token, Some(range)),
            _ => tokens.span(piece.token.index()),
        }
    }

    /// What is to be recorded when something is done about a piece.
    pub(super) fn repair_of(&self, piece: &Piece, kind: RepairKind) -> Repair {
        Repair {
            kind,
            token: piece.token,
            span: self.span_of(piece),
            rejected: piece.rejected(self.grammar).map(|word| word.terminal),
            inserted: None,
            place: None,
        }
    }

    /// What is to be recorded when something is put before a piece.
    pub(super) fn repair_before(&self, piece: &Piece, kind: RepairKind) -> Repair {
        let repair = self.repair_of(piece, kind);
        Repair { span: Span { end: repair.span.start, ..repair.span }, ..repair }
    }

    /// An open element as the list would have it.
    pub(super) fn active_of(&self, open: &OpenElement) -> Active {
        Active::of(open, self.grammar.element(open.element).end)
    }

    /// An active element as each of those that its start tag may stand for, itself first.
    pub(super) fn as_alike(&self, active: Active) -> impl Iterator<Item = Active> {
        let others = self.grammar.alike(active.element).filter_map(move |(element, info)| {
            let word = Word { terminal: info.start, ..active.word };
            Some(Active { element, kind: info.kind?, word, end: info.end, ..active })
        });
        std::iter::once(active).chain(others)
    }

    /// An active element as it may stand here, if it may.
    pub(super) fn placed(&self, active: Active) -> Option<Active> {
        self.as_alike(active).find(|alike| self.recogniser.has_place(alike.word))
    }

    /// What an element from further in must be read as to stand in the element around a depth; none
    /// if it may stand there as it is. (Where a group of the grammar is read there, it is to be the
    /// word of the same name in that group.)
    pub(super) fn as_placed_around(
        &self,
        depth: usize,
        inner: &OpenElement,
    ) -> Option<OpenElement> {
        let around = self.stack.around(depth);
        let has_place =
            |word: Word| self.recogniser.refusal_at(around, word) != Some(Refusal::NoPlace);
        if has_place(inner.word) {
            return None;
        }
        let placed = self.as_alike(self.active_of(inner)).find(|alike| has_place(alike.word))?;
        let Active { element, kind, word, .. } = placed;
        Some(OpenElement { element, kind, word, ..*inner })
    }
}
