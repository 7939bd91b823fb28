//! Where a run stands, and the moves from there.
//!
//! What is open is known in several places, each for a question of its own: the recogniser's frames
//! say what is acceptable, the stack which element each frame is, the list of active elements which
//! formatting elements are open or wait to be opened again, and the record what all of that
//! came from. They move together or the tree is wrong. So they have one owner, and nothing outside
//! of this folder has more than a look at them.
//!
//! ```text
//!              frames     stack          list           event
//! open         read       push           enter          Open
//! close        read       pop            leave          Close
//! reopen       read       push           replace        Open, a copy
//! splice       splice     splice         leave          Edit::Splice
//! retract      retract    truncate       leave          Edit::Retract
//! leaf, mark   read                                     Text, Comment, … Mark
//! set a flag   set flag                                 Edit::Flag
//! ```
//!
//! **Invariants**, of every cursor before and after each public method:
//!
//! 1. For every open frame of the recogniser but the root, the stack has at the same depth the
//!    element that the frame is; where the frames have a gap, the stack has one.
//! 2. An element of the list counts as open if and only if it is on the stack. (The adoption agency
//!    enters its copies in the list before the one splice that opens them all.)
//! 3. A fresh recogniser that reads the words of the events and does their edits stands where this
//!    one stands ([`replay`](super::replay)).
//!
//! What to do is decided elsewhere: `judgement` asks, `remedies` do. Read next: `moves` for what is
//! read, `edits` for what is moved, `formatting` for the list, `places` for where nodes go.

mod edits;
mod formatting;
mod latches;
mod moves;
mod undecided;

use super::event::{Edit, EditId, Event, EventKind, Repair, RepairId, RepairKind, TokenId};
use super::parse::{Parse, Work};
use super::piece::{Piece, Settling};
use super::rejection::Rejection;
use super::sink::Sink;
use super::standing::Standing;
use super::trace::{Look, Trace};
use crate::base::{Names, Span, counted, wide};
use crate::earley::{FlagId, NoPath, Path, WishRow, Word};
use crate::grammar::ElementId;
use crate::token::{TokenError, Tokenizer, Tokens};
use std::ops::Deref;

pub(super) use edits::Splice;
pub(crate) use latches::doctype_line;
pub(super) use moves::{Closing, Opening, VirtualTag};

/// Where a run stands, as what alone can move it.
pub(super) struct Cursor<'a> {
    at: Standing<'a>,
    /// Is shown the events.
    sink: &'a mut dyn Sink,
    /// Is shown every look at a token.
    trace: Option<&'a mut dyn Trace>,
}

/// All may look. Nobody else may touch: there is no `DerefMut`.
impl<'a> Deref for Cursor<'a> {
    type Target = Standing<'a>;

    fn deref(&self) -> &Standing<'a> {
        &self.at
    }
}

impl<'a> Cursor<'a> {
    /// A cursor that shows what it does; what is on at the start is turned on, `latches` among it.
    pub(super) fn new(
        at: Standing<'a>,
        latches: &[FlagId],
        sink: &'a mut dyn Sink,
        trace: Option<&'a mut dyn Trace>,
    ) -> Self {
        let mut cursor = Self { at, sink, trace };
        cursor.start_latches(latches);
        cursor
    }

    /// Records the next token of a tokenizer.
    #[inline(always)]
    pub(super) fn pull(&mut self, tokenizer: &mut dyn Tokenizer) -> TokenId {
        tokenizer.push_next(&mut self.at.parse.tokens);
        TokenId::new(self.parse.tokens.len() - 1)
    }

    /// The names of elements, for who meets new ones, beside the tokens.
    pub(super) const fn names_mut(&mut self) -> (&Tokens, &mut Names) {
        (&self.at.parse.tokens, &mut self.at.parse.names)
    }

    /// The cheapest wishes after which a word is acceptable; none if none is permitted for its
    /// sake. It moves nothing: it is `mut` for what searches remember.
    pub(super) fn cheapest(&mut self, goal: Word) -> Option<Result<Path, NoPath>> {
        Some(self.cheapest_by(self.grammar.wishes(goal.terminal)?, goal))
    }

    /// The cheapest words of a row after which a goal is acceptable.
    pub(super) fn cheapest_by(&mut self, wishes: &WishRow, goal: Word) -> Result<Path, NoPath> {
        self.at.recogniser.cheapest(wishes, goal)
    }

    #[inline(always)]
    fn emit(&mut self, event: &Event) {
        self.at.events += 1;
        self.sink.take(event, &self.at.parse);
    }

    /// Emits an edit that a repair is the cause of, if one is.
    fn emit_edit(&mut self, edit: Edit, cause: Option<RepairId>) {
        self.emit_edit_by(edit, None, cause);
    }

    /// Emits an edit that a token is read for.
    fn emit_edit_by(&mut self, edit: Edit, token: Option<TokenId>, cause: Option<RepairId>) {
        self.at.parse.edits.push(edit);
        let id = EditId::new(self.parse.edits.len() - 1);
        self.emit(&Event { token, cause, ..Event::of(EventKind::Edit(id)) });
    }

    pub(super) fn record(&mut self, repair: Repair) -> RepairId {
        self.at.parse.repairs.push(repair);
        RepairId::new(self.parse.repairs.len() - 1)
    }

    /// Records what no other look shows.
    pub(super) fn record_shown(&mut self, repair: Repair) -> RepairId {
        let id = self.record(repair);
        if let Some(trace) = &mut self.trace {
            trace.look(repair.token, &Look::Edited(id));
        }
        id
    }

    /// Whether somebody is shown every look.
    pub(super) const fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    pub(super) fn trace(&mut self, piece: &Piece, look: &Look<'_>) {
        if let Some(trace) = &mut self.trace {
            trace.look(piece.token, look);
        }
    }

    /// Lets who is shown every look ask about a piece that is rejected.
    pub(super) fn let_ask(&mut self, token: &Settling<'a>) {
        if let Some(trace) = &mut self.trace {
            trace.rejected(&mut Rejection::new(&mut self.at, token));
        }
    }

    /// Shows where the run stands, before a token is settled.
    pub(super) fn show_stand(&mut self, token: TokenId) {
        let Self { at, trace, .. } = self;
        if let (Some(trace), Some(token)) = (trace, at.parse.tokens.get(token.index())) {
            trace.before(token, &|| at.stand());
        }
    }

    pub(super) const fn count_look(&mut self) {
        self.at.parse.work.looks += 1;
    }

    /// Closes by force what no line of the grammar lets end, and hands over what was found.
    pub(super) fn finish(mut self, errors: Vec<TokenError>) -> Parse {
        let last = TokenId::new(self.parse.tokens.len() - 1);
        let end = self.parse.tokens.span(last.index());
        let open: Vec<ElementId> = self.stack.outwards().map(|open| open.element).collect();
        for element in open {
            let cause = self.record(Repair {
                kind: RepairKind::Unfinished,
                token: last,
                span: Span::at(wide(end.end)),
                rejected: Some(self.grammar.element(element).end),
                inserted: None,
                place: None,
            });
            self.emit(&Event { cause: Some(cause), ..Event::of(EventKind::Close(element)) });
        }
        let on = self.grammar.latches().iter().filter(|latch| self.recogniser.is_on(latch.flag));
        let latches = on.map(|latch| latch.name.clone()).collect();
        let tokens = counted(self.parse.tokens.len());
        let (nodes, list_steps) = (counted(self.nodes()), self.active.steps());
        let engine = self.recogniser.work();
        let work = Work { tokens, nodes, list_steps, engine, ..self.parse.work };
        Parse { latches, errors, work, ..self.at.parse }
    }
}
