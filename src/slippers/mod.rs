//! The Ruby Slippers: the layer between the physical tokens and the recogniser, which repairs the
//! token stream.
//!
//! The input is a compiled [`Grammar`] and a text. The output is the physical tokens, a stream of
//! [`Event`](event::Event)s, passed to a `Sink` one by one, and a record of every
//! [`Repair`](event::Repair). The technique is Kegler's (`marpa-html-parsing`). At each point, the
//! recogniser knows the acceptable terminals. A token that is one of them passes unchanged. For any
//! other, the slippers insert virtual tags that the recogniser would accept, as far as the grammar
//! file permits, and try the token again. If that fails, they set the token aside as cruft.
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
//! **Termination** (`Slippers::settle`). While the loop settles one token, each round takes one of
//! these actions:
//!
//! * It reads the token or sets it aside, which ends the loop.
//! * It grants wishes or inserts one tag.
//! * It reopens formatting elements, at most `REOPENINGS` times for one token.
//! * It rewrites the token or waives the exclusion of the token, each at most once.
//! * It closes or moves open elements, or removes an entry from the list of active formatting
//!   elements.
//!
//! A remedy that did none of these does not apply (`remedies::RemedyProgress`). A remedy inserts a
//! given start tag at most once for one token, and the grammar names finitely many. A grant opens
//! elements that lead to the token, and the search proposes them again only if an element was
//! closed or reopened since. (At the end of the input, a grant leads to the end tag of the current
//! element, which is inserted next.) So finitely many rounds open elements, and every other round
//! closes one of finitely many open elements. The text has finitely many tokens, so the run
//! terminates. Every tag that closes an element matches one that opened it, so the number of
//! virtual tags is linear in tokens.
//!
//! **Ownership.** The mutable state has three owners, and each is the only one that can change its
//! state:
//!
//! | owner | state | lifetime |
//! | --- | --- | --- |
//! | `input` | the tokens still to come, and the division of text into pieces | the run |
//! | `cursor` | the open elements, and the record of all actions | the run |
//! | `piece` | the current piece, and the actions for it so far | until it is settled |
//!
//! `judgement` answers questions about a piece at the cursor's position, and changes nothing.
//! `remedies` are functions over both.
//!
//! Read next: [`event`] for the output, `cursor` for the possible moves, `classify` for the
//! terminals of a tag, `read` for acceptable pieces, `remedies` for rejected pieces.

mod active;
mod classify;
mod conref;
mod cursor;
mod direct;
pub mod event;
mod fingerprint;
mod input;
mod judgement;
mod locations;
mod open;
mod parse;
mod piece;
mod playback;
mod read;
mod rejection;
mod remedies;
mod run;
mod sink;
mod stack;
mod state;
mod tag_hash;
#[cfg(test)]
mod tests;
mod tokenizers;
mod trace;

use crate::base::{Names, wide};
use crate::earley::{Options, Word};
use crate::grammar::{ElementId, Grammar};
use crate::token::{LexicalState, RecordedTokens, Token, Tokenizer, Tokens};
pub(crate) use classify::has_attribute;
use cursor::Cursor;
pub use cursor::doctype_line;
use event::TokenId;
use input::TokenInput;
use memchr::memchr;
pub use open::{Elements, OpenElements, Opened};
pub(crate) use parse::Parse;
pub use parse::{Interrupt, Limit, Limits, ParseWork};
use piece::PieceTask;
pub use playback::{Mismatch, Playback};
pub(crate) use rejection::{OpenTag, Rejection, Stop};
use remedies::{RemedyOutcome, remedy};
pub(crate) use run::{Run, StartTagWatch};
pub(crate) use sink::{Sink, TraceSink};
pub(crate) use stack::room;
use state::RunState;
use std::ops::ControlFlow;
pub use trace::UnrecordedAction;
pub use trace::{RunFingerprint, RunView, TextEffect, Trace, TracePoint, TraceRecord, TraceStep};

/// Runs the slippers over `text`, and passes each event to `sink`.
#[must_use]
pub(crate) fn run<'a>(
    grammar: &'a Grammar,
    text: &'a str,
    run: Run<'a>,
    sink: &'a mut dyn Sink,
) -> Parse {
    let (text, limit) = within_limit(text, run.limits.text_bytes);
    let tokenizer = tokenizers::of(grammar, text, &run);
    let mut slippers = Slippers::new(grammar, text, tokenizer, run, sink);
    slippers.limit = limit;
    slippers.run()
}

/// Runs the slippers over tokens that were made elsewhere; their spans must tile `text`.
#[must_use]
pub(crate) fn run_tokens<'a>(
    grammar: &'a Grammar,
    text: &'a str,
    tokens: Vec<Token>,
    run: Run<'a>,
    sink: &'a mut dyn Sink,
) -> Parse {
    Slippers::new(grammar, text, Box::new(RecordedTokens::new(tokens)), run, sink).run()
}

/// The state of one run.
struct Slippers<'a> {
    input: TokenInput<'a>,
    cursor: Cursor<'a>,
    /// The maximum number of tokens.
    most_tokens: usize,
    interrupt: Option<&'a Interrupt>,
    /// The number of tokens at which `check_tokens` is called next.
    next_check: usize,
    /// The limit that was reached, if any.
    limit: Option<Limit>,
    watch: Option<&'a mut StartTagWatch<'a>>,
    /// True once `watch` has asked for the run to stop.
    stopped: bool,
}

impl<'a> Slippers<'a> {
    fn new(
        grammar: &'a Grammar,
        text: &'a str,
        mut tokenizer: Box<dyn Tokenizer + 'a>,
        run: Run<'a>,
        sink: &'a mut dyn Sink,
    ) -> Self {
        let Run { context, latches, limits, interrupt, engine, watch, .. } = run;
        if let Some(context) = context {
            // No start tag was read yet, so no end tag can be an appropriate one that ends the text
            // of the context (13.4, step 12).
            tokenizer.set_state(grammar.element(context).lexical, "");
        }
        let names = Names::new(grammar.vocabulary().names.clone());
        let mut parse = Parse::new(names, Tokens::with_capacity(room(text)));
        parse.has_nul = memchr(0, text.as_bytes()).is_some();
        parse.most_nodes = usize::try_from(limits.nodes.of(text.len())).unwrap_or(usize::MAX);
        let search_nodes = limits.search_nodes;
        let options = Options { search_nodes, engine, ..Options::default() };
        let most_tokens = wide(limits.tokens).min(Tokens::MOST);
        let mut slippers = Self {
            input: TokenInput::new(grammar, tokenizer),
            cursor: Cursor::new(RunState::new(grammar, text, context, options, parse), sink),
            most_tokens,
            interrupt,
            next_check: interrupt.map_or(most_tokens, |_| most_tokens.min(Interrupt::TOKENS)),
            limit: None,
            watch,
            stopped: false,
        };
        slippers.cursor.start_latches(&latches);
        slippers
    }

    fn run(&mut self) -> Parse {
        loop {
            let facts = self.cursor.facts();
            let token = self.input.next(&mut self.cursor, facts);
            if self.cursor.is_observed() {
                self.cursor.trace_state(token);
            }
            let mut is_last = false;
            if !self.read_directly(token, facts) {
                if let Some(task) = &mut self.input.classify(&mut self.cursor, token) {
                    self.settle_all(task);
                }
                is_last = self.cursor.parse.tokens.is_end(token.index());
            }
            if self.stopped || is_last || self.reaches_limit() {
                let errors = self.input.take_errors();
                return Parse { limit: self.limit, ..self.cursor.finish(errors) };
            }
        }
    }

    /// Reports whether a limit was reached, and records it. While tokens pulled for lookahead are
    /// pending, it reports false.
    fn reaches_limit(&mut self) -> bool {
        if !self.input.is_level() {
            return false;
        }
        let tokens = self.cursor.parse.tokens.len();
        let mut reached = None;
        if tokens >= self.next_check {
            reached = self.check_tokens(tokens);
        }
        if reached.is_none() && self.cursor.has_most_nodes() {
            reached = Some(Limit::Nodes);
        }
        if reached.is_some() {
            self.limit = reached;
        }
        reached.is_some()
    }

    /// Returns the limit that a number of tokens reaches, and calls the interrupt.
    #[cold]
    fn check_tokens(&mut self, tokens: usize) -> Option<Limit> {
        if tokens >= self.most_tokens {
            return Some(Limit::Tokens);
        }
        self.next_check = self.most_tokens.min(tokens + Interrupt::TOKENS);
        let is_requested = self.interrupt.is_some_and(Interrupt::is_requested);
        if is_requested { Some(Limit::Interrupted) } else { None }
    }

    /// Settles a token, text piece by piece.
    fn settle_all(&mut self, task: &mut PieceTask<'a>) {
        self.input.look_ahead(&mut self.cursor, &task.piece);
        loop {
            self.settle(task);
            if !task.advance() {
                return;
            }
        }
    }

    /// Settles one piece of a token: it is read or set aside. The header of this module proves
    /// termination.
    fn settle(&mut self, task: &mut PieceTask<'a>) {
        let Self { input, cursor, .. } = self;
        input.cut(cursor, &mut task.piece);
        if cursor.resumes(task) {
            cursor.resume();
        }
        if let Some(word) = cursor.ends_around(task) {
            return cursor.end_around(task, word);
        }
        loop {
            if let Some((terminal, place)) = cursor.late(task) {
                cursor.turn_latches(terminal);
                return cursor.set_aside(&task.piece, Some(place));
            }
            cursor.count_round();
            cursor.find_site();
            if let Some(word) = cursor.acceptable(task) {
                if cursor.reopens_first(task, word) {
                    task.note_reopening();
                    cursor.reopen(&task.piece);
                    input.cut(cursor, &mut task.piece);
                    continue;
                }
                cursor.trace(&task.piece, || TraceRecord::Accepted(word));
                return self.read(task, word);
            }
            match remedy(cursor, task) {
                RemedyOutcome::Retry => {
                    task.prepare_retry(cursor.grammar);
                    input.cut(cursor, &mut task.piece);
                }
                RemedyOutcome::Done => return,
                RemedyOutcome::SetAside(place) => {
                    cursor.resume_after_cruft(task);
                    return cursor.set_aside(&task.piece, place);
                }
            }
        }
    }

    /// Reads a piece. After a start tag, sets the lexical state of its element for the text that
    /// follows.
    #[inline(always)]
    fn read(&mut self, task: &PieceTask, word: Word) {
        if let Some(element) = self.cursor.read(task, word) {
            self.set_content(task.piece.token, element);
        }
    }

    /// Sets the lexical state for the content of an element that a start tag has opened.
    #[inline(always)]
    fn set_content(&mut self, token: TokenId, element: ElementId) {
        let lexical = self.cursor.grammar.element(element).lexical;
        if lexical == LexicalState::Data && self.watch.is_none() {
            return self.input.set_state(lexical, "");
        }
        self.start_content(token, element, lexical);
    }

    /// Sets the lexical state for the content of an element, and shows its start tag to `watch`.
    fn start_content(&mut self, token: TokenId, element: ElementId, lexical: LexicalState) {
        let Some(tag) = self.cursor.start_tag(token) else { return };
        // An element with a `conref` attribute is empty, whatever the lexical state of its content.
        let is_empty = self.cursor.refers(element, token);
        let lexical = if is_empty { LexicalState::Data } else { lexical };
        self.input.set_state(lexical, tag.name.get(self.cursor.text));
        if let Some(watch) = &mut self.watch
            && let ControlFlow::Break(stops) = watch(tag)
        {
            self.stopped = stops;
            self.watch = None;
        }
    }
}

/// Returns the part of `text` within the limit, cut at a character boundary.
fn within_limit(text: &str, bytes: u32) -> (&str, Option<Limit>) {
    if text.len() <= wide(bytes) {
        return (text, None);
    }
    (&text[..text.floor_char_boundary(wide(bytes))], Some(Limit::TextBytes))
}
