//! The Ruby Slippers: between the real tokens and the recogniser that wishes for better ones.
//!
//! In come a compiled [`Grammar`] and a text; out come physical tokens, a stream of [`Event`]s,
//! shown to a [`Sink`] one by one, and a record of every [`Repair`]. The idea is Kegler's
//! (`marpa-html-parsing`): the recogniser knows at each point which terminals are acceptable. A
//! token that is one of them passes as it is. For any other the slippers invent tags that the
//! recogniser would like to see, as far as the grammar file permits, and look again; failing that,
//! the token is set aside as cruft.
//!
//! ```text
//! token   acceptable          line of marpa.grammar                       inserted
//! <td>    <html> COMMENT …    <td> -> <html> <head> <body> …              <html>
//! <td>    <head> COMMENT …    <td> -> <html> <head> <body> …              <head>
//! <td>    </head> <title> …   <td> -> … <tr> closing <table>              </head>
//! …       (and so on: <body> <table> <tbody> <tr>)
//! <td>    <td> <th> </tr> …   acceptable: read
//! ```
//!
//! **Proof that the loop ends** (`Slippers::settle`). While one token is being settled, each round
//! does one of these: it reads the token or sets it aside, and is done; it grants wishes or inserts
//! one tag; it reopens formatting elements, at most `REOPENINGS` times for one token; it makes the
//! token another one or waives what excludes it, each once; or it closes or moves what is open, or
//! takes an entry out of the list of formatting elements. A remedy that did none of that does not
//! apply (`Slippers::progress`). A start tag is inserted at most once by a remedy for one token,
//! and the grammar names finitely many; a grant opens what leads to the token, and the search asks
//! for it again only if something was closed or reopened since. So finitely many rounds open
//! elements, and every other one closes one of the finitely many that are open. The tokens of a
//! text are finite, so the whole ends; and since every tag that is closed was opened once, virtual
//! tags are linear in tokens.
//!
//! Read next: [`event`] for what comes out, `classify` for what the grammar sees of a token, `read`
//! for what becomes of an acceptable one, `remedy` for what is done with a rejected one.

mod active;
mod adoption;
mod classify;
mod conref;
pub mod event;
mod formatting;
mod insertion;
mod latches;
mod likeness;
mod open;
mod parse;
mod read;
mod remedy;
mod replay;
mod show;
mod sink;
mod stack;
mod tokenizers;
mod trace;
mod undecided;

use crate::base::{BitRow, Names, QuickMap, Span, counted, wide};
use crate::earley::{FrameKindId, FrameView, Options, Recogniser, TerminalId, Word};
use crate::grammar::{ElementId, Grammar, TagReadings, TokenizerKind};
use crate::token::{Recorded, Token, Tokenizer, Tokens};
use active::ActiveList;
use classify::{Piece, PieceKind};
use event::{
    ElementNumber, Event, EventKind, InsertionLocation, Repair, RepairId, RepairKind, TokenId,
};
use memchr::memchr;
pub use open::{OpenElements, Opened};
pub use parse::{Limit, Limits, Parse, Run, Work};
use remedy::Outcome;
pub use replay::{Mismatch, replay};
pub use sink::Sink;
use stack::Stack;
use std::collections::VecDeque;
use std::hash::RandomState;
pub use trace::{Look, Settled, Trace};
use undecided::Undecided;

/// How often formatting elements are reopened for one token: before it is judged, and once more
/// after the adoption that it led to.
const REOPENINGS: u8 = 2;

/// Runs the slippers over `text`; `sink` is shown what happens.
#[must_use]
pub fn run<'a>(grammar: &'a Grammar, text: &'a str, run: Run<'a>, sink: &'a mut dyn Sink) -> Parse {
    let (text, limit) = within_limit(text, run.limits.text_bytes);
    let tokenizer = tokenizers::of(grammar, text, &run);
    Slippers::new(grammar, text, limit, tokenizer, run, sink).run()
}

/// Runs the slippers over tokens that were made elsewhere; their spans tile `text`.
#[must_use]
pub fn run_tokens<'a>(
    grammar: &'a Grammar,
    text: &'a str,
    tokens: Vec<Token>,
    run: Run<'a>,
    sink: &'a mut dyn Sink,
) -> Parse {
    Slippers::new(grammar, text, None, Box::new(Recorded::new(tokens)), run, sink).run()
}

/// One run.
struct Slippers<'a> {
    grammar: &'a Grammar,
    recogniser: Recogniser,
    tokenizer: Box<dyn Tokenizer + 'a>,
    text: &'a str,
    run: Run<'a>,
    /// Is shown the events.
    sink: &'a mut dyn Sink,
    /// How many there were.
    events: usize,
    /// How many of them made a node that is no element.
    leaves: usize,
    /// The start tags inserted for the token that is being settled.
    inserted: Vec<TerminalId>,
    /// Whether the token that is being settled may be read although a context line excludes it.
    waived: bool,
    /// How many remedies of a series (`is_one_of_a_series`) the token that is being settled has
    /// left behind.
    spent: usize,
    /// How often elements were reopened for the token that is being settled.
    reopenings: u8,
    /// The record of what made the token that is being settled another one.
    rewritten: Option<RepairId>,
    /// Whether the piece before this one was text of the same run, and that run was judged as a
    /// whole and found to be more than blanks.
    in_run: bool,
    /// Tokens that were taken from the source before their turn, to see what a run of text is.
    ahead: VecDeque<TokenId>,
    open_elements: Stack,
    /// The list of active formatting elements.
    active: ActiveList,
    /// Tells start tags with other attributes apart.
    hashes: RandomState,
    /// Whether elements that are closed now leave their markers in that list: they are closed for
    /// the end tag of a `lasting` element, which takes out everything from its own marker on.
    keeps_markers: bool,
    /// For each latch of the grammar, the element that turned it on last.
    latched: Vec<Option<ElementNumber>>,
    /// The elements that have ended softly, the last one last.
    soft_ends: Vec<ElementNumber>,
    /// What was reopened where the content around it is undecided, the innermost last.
    undecided: Vec<Undecided>,
    /// What the tags may be read as whose names the grammar does not mention, by label.
    unknown: QuickMap<u32, TagReadings>,
    /// Whether what the root of a fragment reads is foreign at the first look.
    in_foreign_root: bool,
    /// Whether some element of the grammar is one of a namespace.
    has_namespaces: bool,
    /// Whether tags may leave it open which element they are of.
    has_empty_tags: bool,
    /// The kind of content that the root of a fragment reads.
    root_kind: Option<FrameKindId>,
    parse: Parse,
}

impl<'a> Slippers<'a> {
    fn new(
        grammar: &'a Grammar,
        text: &'a str,
        limit: Option<Limit>,
        mut tokenizer: Box<dyn Tokenizer + 'a>,
        run: Run<'a>,
        sink: &'a mut dyn Sink,
    ) -> Self {
        if let Some(context) = run.context {
            // No tag was read yet, so none can end the text of the context (section 13.4, step 5).
            tokenizer.set_state(grammar.element(context).lexical, "");
        }
        let search_nodes = run.limits.search_nodes;
        let options = Options { search_nodes, engine: run.engine, ..Options::default() };
        let recogniser = grammar.recogniser(run.context, options);
        // Where an element like the context itself may stand, and not just HTML.
        let in_foreign_root = run.context.is_some_and(|context| {
            let start = Word::plain(grammar.element(context).start);
            grammar.has_foreign_root(context) && recogniser.accepts(start)
        });
        let names = Names::new(grammar.vocabulary().names.clone());
        let tokens = Tokens::with_capacity(room(text));
        let most_nodes = usize::try_from(run.limits.nodes.of(text.len())).unwrap_or(usize::MAX);
        let has_nul = memchr(0, text.as_bytes()).is_some();
        let parse = Parse { limit, names, tokens, has_nul, most_nodes, ..Parse::default() };
        let mut slippers = Self {
            grammar,
            recogniser,
            tokenizer,
            text,
            inserted: Vec::new(),
            waived: false,
            spent: 0,
            reopenings: 0,
            rewritten: None,
            in_run: false,
            ahead: VecDeque::new(),
            open_elements: Stack::default(),
            active: ActiveList::default(),
            hashes: RandomState::new(),
            keeps_markers: false,
            latched: vec![None; grammar.latches().len()],
            soft_ends: Vec::new(),
            undecided: Vec::new(),
            unknown: QuickMap::default(),
            in_foreign_root,
            has_namespaces: grammar.has_namespaces(),
            has_empty_tags: grammar.tokenizer() == TokenizerKind::SgmlShorttag,
            root_kind: run
                .context
                .and_then(|context| grammar.fragment_root(context))
                .map(|root| root.within),
            run,
            sink,
            events: 0,
            leaves: 0,
            parse,
        };
        slippers.start_latches();
        slippers
    }

    /// The whole run.
    fn run(mut self) -> Parse {
        loop {
            let token = self.ahead.pop_front().unwrap_or_else(|| self.pull());
            if let Some(piece) = self.classify(token) {
                self.settle_all(piece);
            }
            if self.parse.stopped || self.ended(token) {
                return self.finish();
            }
        }
    }

    /// Brings a token to its end, text piece by piece.
    fn settle_all(&mut self, mut piece: Piece<'a>) {
        self.look_ahead(&piece);
        loop {
            self.settle(&mut piece);
            let Some(range) = piece.kind.range() else { return };
            piece.rest.start = range.end;
            piece.first_look = true;
            if piece.rest.is_empty() {
                return;
            }
        }
    }

    /// Brings one piece of a token to its end: it is read, or it is set aside. The header of this
    /// module proves that it ends.
    fn settle(&mut self, piece: &mut Piece<'a>) {
        self.inserted.clear();
        (self.waived, self.rewritten) = (false, None);
        (self.spent, self.reopenings) = (0, 0);
        self.cut(piece);
        self.resume(piece);
        if let Some(place) = self.is_late(piece) {
            return self.set_aside(piece, Some(place));
        }
        loop {
            self.parse.work.looks += 1;
            if let Some(word) = self.acceptable(piece) {
                if self.reopens_first(piece, word) {
                    self.cut(piece);
                    continue;
                }
                self.trace(piece, &Look::Accepted(word));
                return self.read(piece, word);
            }
            match self.remedy(piece) {
                Outcome::LookAgain => {
                    piece.no_longer_foreign(self.grammar);
                    self.cut(piece);
                }
                Outcome::Done => return,
                Outcome::SetAside(place) => return self.set_aside(piece, place),
            }
        }
    }

    /// What `piece` may be read as here, if anything.
    fn acceptable(&self, piece: &Piece) -> Option<Word> {
        let mut words = piece.words.iter().copied();
        let word = match self.waived {
            true => words.find(|&word| self.recogniser.has_place(word)),
            false => self.recogniser.accepted(words).find(|&word| !self.pending_excludes(word)),
        };
        word.filter(|_| piece.kind != PieceKind::End || !self.means_pending())
    }

    /// Takes the next token from the source and records it.
    #[inline(always)]
    fn pull(&mut self) -> TokenId {
        if self.has_namespaces {
            let current = self.current().or(self.run.context);
            let foreign = current.is_some_and(|element| self.is_foreign(element));
            self.tokenizer.allow_cdata(foreign);
        }
        if self.has_empty_tags {
            let name = self.current_name().map(str::to_owned);
            self.tokenizer.set_current(name.as_deref(), self.open_elements.depth());
        }
        self.tokenizer.push_next(&mut self.parse.tokens);
        self.parse.work.tokens += 1;
        TokenId::new(self.parse.tokens.len() - 1)
    }

    /// Whether `token` is the last one.
    fn ended(&mut self, token: TokenId) -> bool {
        if self.parse.tokens.is_end(token.index()) {
            return true;
        }
        if !self.ahead.is_empty() {
            return false;
        }
        let most = wide(self.run.limits.tokens).min(Tokens::MOST);
        let over = match self.parse.tokens.len() >= most {
            true => Some(Limit::Tokens),
            false => self.has_most_nodes().then_some(Limit::Nodes),
        };
        self.parse.limit = over.or(self.parse.limit);
        over.is_some()
    }

    /// Nodes made so far.
    fn nodes(&self) -> usize {
        self.open_elements.made() + self.leaves
    }

    /// Whether there are as many nodes as there may be.
    fn has_most_nodes(&self) -> bool {
        self.nodes() >= self.parse.most_nodes
    }

    #[inline(always)]
    fn emit(
        &mut self,
        kind: EventKind,
        word: Option<Word>,
        token: Option<TokenId>,
        cause: Option<RepairId>,
    ) {
        self.emit_at(kind, word, token, cause, (InsertionLocation::Here, None));
    }

    /// Emits an event whose node stands somewhere, or is a copy.
    #[inline(always)]
    fn emit_at(
        &mut self,
        kind: EventKind,
        word: Option<Word>,
        token: Option<TokenId>,
        cause: Option<RepairId>,
        (location, copy_of): (InsertionLocation, Option<ElementNumber>),
    ) {
        self.events += 1;
        self.sink.take(&Event { kind, word, token, cause, location, copy_of }, &self.parse);
    }

    /// Records a repair.
    fn repair(&mut self, repair: Repair) -> RepairId {
        self.parse.repairs.push(repair);
        RepairId::new(self.parse.repairs.len() - 1)
    }

    /// The current element, if one is open.
    fn current(&self) -> Option<ElementId> {
        self.open_elements.current().map(|open| open.element)
    }

    /// The name of the current element.
    fn current_name(&self) -> Option<&str> {
        let element = self.grammar.element(self.current()?);
        self.parse.names.labelled(self.frame().label()).or(element.name.as_deref())
    }

    /// The end tag of the current element.
    fn current_end(&self) -> Option<Word> {
        let terminal = self.grammar.element(self.current()?).end;
        Some(Word { terminal, label: self.frame().label() })
    }

    /// The innermost frame.
    fn frame(&self) -> FrameView<'_> {
        self.recogniser.innermost()
    }

    /// The depth of the innermost open element of these kinds.
    fn innermost_of(&self, kinds: &BitRow) -> Option<usize> {
        self.recogniser.innermost_of(kinds, self.recogniser.depth())
    }

    fn is_foreign(&self, element: ElementId) -> bool {
        self.grammar.element(element).namespace.is_some()
    }

    /// Closes by force what no line of the grammar lets end, and hands over the result.
    fn finish(mut self) -> Parse {
        let last = TokenId::new(self.parse.tokens.len() - 1);
        let end = self.parse.tokens.span(last.index());
        let open: Vec<ElementId> = self.open_elements.outwards().map(|open| open.element).collect();
        for element in open {
            let close = self.grammar.element(element).end;
            let cause = self.repair(Repair {
                kind: RepairKind::Unfinished,
                token: last,
                span: Span::at(wide(end.end)),
                rejected: Some(close),
                inserted: None,
                place: None,
            });
            self.emit(EventKind::Close(element), None, None, Some(cause));
        }
        let on = self.grammar.latches().iter().filter(|latch| self.recogniser.is_on(latch.flag));
        self.parse.latches = on.map(|latch| latch.name.clone()).collect();
        self.parse.errors = self.tokenizer.take_errors();
        self.parse.work.nodes = counted(self.nodes());
        self.parse.work.list_steps = self.active.steps();
        self.parse.work.engine = self.recogniser.work();
        self.parse
    }
}

/// For how many tokens memory is reserved at the start: for as many as a text full of tags has,
/// unless it is very long. Memory that is reserved and never touched costs nearly nothing; to move
/// all tokens each time the room runs out costs more.
pub(crate) fn room(text: &str) -> usize {
    const DENSE: usize = 8;
    const MOST: usize = 1 << 20;
    (text.len() / DENSE).min(MOST)
}

/// The part of `text` that is within the limit, cut at a character boundary.
fn within_limit(text: &str, bytes: u32) -> (&str, Option<Limit>) {
    if text.len() <= wide(bytes) {
        return (text, None);
    }
    (&text[..text.floor_char_boundary(wide(bytes))], Some(Limit::TextBytes))
}
