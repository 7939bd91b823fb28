//! The Ruby Slippers: between the real tokens and the recogniser that wishes for better ones.
//!
//! In come a compiled [`Grammar`] and a text; out come physical tokens, a stream of
//! [`Event`](event::Event)s, shown to a [`Sink`] one by one, and a record of every
//! [`Repair`](event::Repair). The idea is Kegler's (`marpa-html-parsing`): the recogniser knows at
//! each point which terminals are acceptable. A token that is one of them passes as it is. For any
//! other the slippers invent tags that the recogniser would like to see, as far as the grammar file
//! permits, and look again; failing that, the token is set aside as cruft.
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
//! apply (`remedies::Progress`). A start tag is inserted at most once by a remedy for one token,
//! and the grammar names finitely many; a grant opens what leads to the token, and the search asks
//! for it again only if something was closed or reopened since. (At the end it leads to the end tag
//! of the current element, which is inserted next.) So finitely many rounds open
//! elements, and every other one closes one of the finitely many that are open. The tokens of a
//! text are finite, so the whole ends; and since every tag that is closed was opened once, virtual
//! tags are linear in tokens.
//!
//! **Who owns what.** What moves has three owners, and what one of them holds no other can change:
//!
//! | owner | of | lives |
//! | --- | --- | --- |
//! | `input` | tokens that are still to come, and how text is cut | as long as the run |
//! | `cursor` | what is open, and the record of all that was done | as long as the run |
//! | `piece` | what is being settled, and what was done for it | until that is settled |
//!
//! `judgement` asks what holds of a piece where the cursor stands, and changes nothing; `remedies`
//! are functions over both.
//!
//! Read next: [`event`] for what comes out, `cursor` for what can be done, `classify` for what the
//! grammar sees of a tag, `read` for what becomes of an acceptable piece, `remedies` for what is
//! done with a rejected one.

mod active;
mod classify;
mod conref;
mod cursor;
pub(crate) mod event;
mod input;
mod judgement;
mod likeness;
mod open;
mod parse;
mod piece;
mod places;
mod read;
mod rejection;
mod remedies;
mod replay;
mod run;
mod sink;
mod stack;
mod stand;
mod standing;
#[cfg(test)]
mod tests;
mod tokenizers;
mod trace;

use crate::base::{Names, wide};
use crate::earley::{Options, Word};
use crate::grammar::{ElementId, Grammar};
use crate::token::{LexicalState, Recorded, Token, Tokenizer, Tokens};
pub(crate) use classify::has_attribute;
use cursor::Cursor;
pub(crate) use cursor::doctype_line;
use event::TokenId;
use input::Input;
use memchr::memchr;
pub(crate) use open::{Elements, OpenElements, Opened};
pub(crate) use parse::Parse;
pub use parse::{Limit, Limits, Work};
use piece::Settling;
pub(crate) use rejection::{OpenTag, Rejection, Stop};
use remedies::{Outcome, remedy};
pub(crate) use replay::{Mismatch, replay};
pub(crate) use run::Run;
use run::Watch;
pub(crate) use sink::Sink;
pub(crate) use stack::room;
use standing::Standing;
use std::ops::ControlFlow;
pub use trace::Settled;
pub(crate) use trace::{Look, Stand, Trace};

/// Runs the slippers over `text`; `sink` is shown what happens.
#[must_use]
pub(crate) fn run<'a>(
    grammar: &'a Grammar,
    text: &'a str,
    run: Run<'a>,
    sink: &'a mut dyn Sink,
) -> Parse {
    let (text, limit) = within_limit(text, run.limits.text_bytes);
    let tokenizer = tokenizers::of(grammar, text, &run);
    let slippers = Slippers::new(grammar, text, tokenizer, run, sink);
    Slippers { limit, ..slippers }.run()
}

/// Runs the slippers over tokens that were made elsewhere; their spans tile `text`.
#[must_use]
pub(crate) fn run_tokens<'a>(
    grammar: &'a Grammar,
    text: &'a str,
    tokens: Vec<Token>,
    run: Run<'a>,
    sink: &'a mut dyn Sink,
) -> Parse {
    Slippers::new(grammar, text, Box::new(Recorded::new(tokens)), run, sink).run()
}

/// One run.
struct Slippers<'a> {
    input: Input<'a>,
    cursor: Cursor<'a>,
    /// How many tokens there may be.
    most_tokens: usize,
    /// The limit that was met, if one was.
    limit: Option<Limit>,
    watch: Option<&'a mut Watch<'a>>,
    /// Whether `watch` has said that it is enough.
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
        let Run { context, limits, engine, watch, trace, .. } = run;
        if let Some(context) = context {
            // No tag was read yet, so none can end the text of the context (section 13.4, step 5).
            tokenizer.set_state(grammar.element(context).lexical, "");
        }
        let parse = Parse {
            names: Names::new(grammar.vocabulary().names.clone()),
            tokens: Tokens::with_capacity(room(text)),
            has_nul: memchr(0, text.as_bytes()).is_some(),
            most_nodes: usize::try_from(limits.nodes.of(text.len())).unwrap_or(usize::MAX),
            ..Parse::default()
        };
        let search_nodes = limits.search_nodes;
        let options = Options { search_nodes, engine, ..Options::default() };
        let at = Standing::new(grammar, text, context, options, parse);
        Self {
            input: Input::new(grammar, tokenizer),
            cursor: Cursor::new(at, sink, trace),
            most_tokens: wide(limits.tokens).min(Tokens::MOST),
            limit: None,
            watch,
            stopped: false,
        }
    }

    /// The whole run.
    fn run(mut self) -> Parse {
        loop {
            let token = self.input.next(&mut self.cursor);
            if self.cursor.is_traced() {
                self.cursor.show_stand(token);
            }
            if let Some(piece) = &mut self.input.classify(&mut self.cursor, token) {
                self.settle_all(piece);
            }
            let is_last = self.cursor.parse.tokens.is_end(token.index());
            if self.stopped || is_last || self.meets_limit() {
                let Self { limit, cursor, mut input, .. } = self;
                return Parse { limit, ..cursor.finish(input.take_errors()) };
            }
        }
    }

    /// Whether a limit is met; not while tokens wait that were taken before their turn.
    fn meets_limit(&mut self) -> bool {
        if !self.input.is_level() {
            return false;
        }
        let met = match self.cursor.parse.tokens.len() >= self.most_tokens {
            true => Some(Limit::Tokens),
            false => self.cursor.has_most_nodes().then_some(Limit::Nodes),
        };
        self.limit = met.or(self.limit);
        met.is_some()
    }

    /// Brings a token to its end, text piece by piece.
    fn settle_all(&mut self, token: &mut Settling<'a>) {
        self.input.look_ahead(&mut self.cursor, &token.piece);
        loop {
            self.settle(token);
            if !token.go_on() {
                return;
            }
        }
    }

    /// Brings one piece of a token to its end: it is read, or it is set aside. The header of this
    /// module proves that it ends.
    fn settle(&mut self, token: &mut Settling<'a>) {
        let Self { input, cursor, .. } = self;
        input.cut(cursor, &mut token.piece);
        if cursor.resumes(token) {
            cursor.resume();
        }
        loop {
            if let Some((terminal, place)) = cursor.late(token) {
                cursor.turn_latches(terminal);
                return cursor.set_aside(&token.piece, Some(place));
            }
            cursor.count_look();
            if let Some(word) = cursor.acceptable(token) {
                if cursor.reopens_first(token, word) {
                    token.note_reopening();
                    cursor.reopen(&token.piece);
                    input.cut(cursor, &mut token.piece);
                    continue;
                }
                cursor.trace(&token.piece, &Look::Accepted(word));
                return self.read(token, word);
            }
            match remedy(cursor, token) {
                Outcome::LookAgain => {
                    token.look_again(cursor.grammar);
                    input.cut(cursor, &mut token.piece);
                }
                Outcome::Done => return,
                Outcome::SetAside(place) => return cursor.set_aside(&token.piece, place),
            }
        }
    }

    /// Reads a piece. Behind a start tag the tokenizer reads text as its element says.
    #[inline(always)]
    fn read(&mut self, token: &Settling, word: Word) {
        let Some(element) = self.cursor.read(token, word) else { return };
        let lexical = self.cursor.grammar.element(element).lexical;
        if lexical == LexicalState::Data && self.watch.is_none() {
            return self.input.set_state(lexical, "");
        }
        self.show_start(token.piece.token, element, lexical);
    }

    fn show_start(&mut self, token: TokenId, element: ElementId, lexical: LexicalState) {
        let Some(tag) = self.cursor.start_tag(token) else { return };
        // What has its content somewhere else is empty, however content would be read.
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

/// The part of `text` that is within the limit, cut at a character boundary.
fn within_limit(text: &str, bytes: u32) -> (&str, Option<Limit>) {
    if text.len() <= wide(bytes) {
        return (text, None);
    }
    (&text[..text.floor_char_boundary(wide(bytes))], Some(Limit::TextBytes))
}
