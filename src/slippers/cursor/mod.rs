//! The state of a run, and the moves that change it.
//!
//! Four structures describe the open elements, each for different queries. The recogniser's frames
//! decide what is acceptable. The stack says which element each frame is. The list says which
//! active formatting elements are open or pending. The record says where all of that came from.
//! They must change together, or the tree is wrong. So they have one owner, and code outside of
//! this folder has only shared access to them.
//!
//! ```text
//!              frames     stack          list           event
//! open         read       push           enter          Open
//! close        read       pop            leave          Close
//! reopen       read       push           replace        Open, a copy
//! splice       splice     splice         leave          Edit::Splice
//! retract      retract    truncate       leave          Edit::Retract
//! leaf, mark   read                                     Text, Comment, … Checkpoint
//! set a flag   set flag                                 Edit::Flag
//! ```
//!
//! **Invariants**, before and after each public method:
//!
//! 1. For every open frame of the recogniser except the root, the stack has the frame's element at
//!    the same depth. Both have gaps at the same depths.
//! 2. An element of the list is marked open if and only if it is on the stack. (The adoption agency
//!    algorithm adds its copies to the list before the single splice that opens them all.)
//! 3. A fresh recogniser that reads the words of the events and applies their edits reaches the
//!    state of this one ([`playback`](super::playback)).
//!
//! The decisions are made elsewhere: `judgement` tests, `remedies` act. Read next: `moves` for
//! reading, `edits` for moving elements, `formatting` for the list, `locations` for insertion
//! locations.

mod edits;
mod formatting;
mod latches;
mod moves;
mod undecided;

use super::event::{Edit, EditId, Event, EventKind, Repair, RepairId, RepairKind, TokenId};
use super::fingerprint::StateBefore;
use super::parse::{Parse, ParseWork};
use super::piece::{PieceTask, TokenPiece};
use super::rejection::Rejection;
use super::sink::Sink;
use super::state::RunState;
use super::trace::{TracePoint, TraceRecord, TraceStep};
use crate::base::{Names, Span, counted, wide};
use crate::earley::{Basis, DecisionId, NoPath, Path, Question, WishRow, Word};
use crate::grammar::ElementId;
use crate::token::{TokenError, Tokenizer, Tokens};
use std::ops::Deref;
use std::sync::Arc;

pub(super) use edits::Splice;
pub use latches::doctype_line;
pub(super) use moves::{Closing, Opening, VirtualTag};

/// The number of repairs for which memory is reserved at the first one. A short text without the
/// tags that authors may omit has as many.
const REPAIRS: usize = 16;

/// The state of a run, with exclusive access for moves.
pub(super) struct Cursor<'a> {
    state: RunState<'a>,
    /// The receiver of the events.
    sink: &'a mut dyn Sink,
    /// True if the receiver has an observer.
    is_observed: bool,
    /// True if it wants records.
    is_traced: bool,
}

/// Gives everyone shared access to the state. There is no `DerefMut`, so only the cursor can change
/// it.
impl<'a> Deref for Cursor<'a> {
    type Target = RunState<'a>;

    fn deref(&self) -> &RunState<'a> {
        &self.state
    }
}

impl<'a> Cursor<'a> {
    /// Creates a cursor that reports to `sink`.
    pub(super) fn new(state: RunState<'a>, sink: &'a mut dyn Sink) -> Self {
        let is_traced = sink.trace().is_some_and(|trace| trace.wants_records());
        let is_observed = sink.trace().is_some();
        Self { state, sink, is_observed, is_traced }
    }

    /// Records the next token of a tokenizer.
    #[inline(always)]
    pub(super) fn pull(&mut self, tokenizer: &mut dyn Tokenizer) -> TokenId {
        tokenizer.push_next(&mut self.state.parse.tokens);
        TokenId::new(self.parse.tokens.len() - 1)
    }

    /// Returns the tokens, and the names of elements for adding new ones.
    pub(super) const fn names_mut(&mut self) -> (&Tokens, &mut Names) {
        (&self.state.parse.tokens, &mut self.state.parse.names)
    }

    /// Returns the cheapest wishes after which a word is acceptable; `None` if the grammar permits
    /// none for it. Nothing moves: it is `mut` for the caches of searches.
    pub(super) fn cheapest(&mut self, goal: Word) -> Option<Result<Path, NoPath>> {
        Some(self.cheapest_by(self.grammar.wishes(goal.terminal)?, goal))
    }

    /// Returns the cheapest words of a row after which a goal is acceptable.
    pub(super) fn cheapest_by(&mut self, wishes: &WishRow, goal: Word) -> Result<Path, NoPath> {
        self.state.recogniser.cheapest(wishes, goal)
    }

    /// Returns the cached answer to a question about a rejected piece.
    pub(super) fn recall(&mut self, question: &Question) -> Option<Arc<[u32]>> {
        self.state.recogniser.recall(question)
    }

    /// Returns the node for an answer that depends on the frames down to a depth.
    pub(super) fn decision_at(&mut self, question: &Question, lowest: usize) -> Option<DecisionId> {
        self.state.recogniser.decision_at(question, lowest)
    }

    /// Caches the answer of a node.
    pub(super) fn decide_at(&mut self, node: DecisionId, basis: &Basis, answer: &[u32]) {
        self.state.recogniser.decide(node, basis, answer);
    }

    /// Passes an event to the tree builder.
    #[inline(always)]
    fn emit(&mut self, event: &Event) {
        self.state.events += 1;
        self.sink.take(event, &self.state.parse);
    }

    /// Emits an edit with the repair that causes it, if any.
    fn emit_edit(&mut self, edit: Edit, cause: Option<RepairId>) {
        self.emit_edit_by(edit, None, cause);
    }

    /// Emits an edit. `token` is the token that the edit uses up, as `merge` does a start tag.
    fn emit_edit_by(&mut self, edit: Edit, token: Option<TokenId>, cause: Option<RepairId>) {
        self.state.parse.edits.push(edit);
        let id = EditId::new(self.parse.edits.len() - 1);
        self.emit(&Event { token, cause, ..Event::of(EventKind::Edit(id)) });
    }

    /// Appends a repair to the record, and returns its id.
    pub(super) fn record(&mut self, repair: Repair) -> RepairId {
        if self.parse.repairs.is_empty() {
            self.state.parse.repairs.reserve(REPAIRS);
        }
        self.state.parse.repairs.push(repair);
        RepairId::new(self.parse.repairs.len() - 1)
    }

    /// Records a repair that no other trace record shows.
    pub(super) fn record_shown(&mut self, repair: Repair) -> RepairId {
        let id = self.record(repair);
        if let Some(trace) = self.sink.trace() {
            let Repair { token, span, .. } = repair;
            trace.step(TraceStep::Record(TracePoint { token, span }, TraceRecord::Edited(id)));
        }
        id
    }

    /// Reports whether there is an observer.
    pub(super) const fn is_observed(&self) -> bool {
        self.is_observed
    }

    /// Reports whether there is an observer that wants records.
    pub(super) const fn is_traced(&self) -> bool {
        self.is_traced
    }

    /// Passes a record about a piece to the observer, if there is one.
    pub(super) fn trace(&mut self, piece: &TokenPiece, record: impl FnOnce() -> TraceRecord) {
        if self.is_traced
            && let Some(trace) = self.sink.trace()
        {
            let point = TracePoint { token: piece.token, span: self.state.span_of(piece) };
            trace.step(TraceStep::Record(point, record()));
        }
    }

    /// Lets the observer query the state about a rejected piece.
    pub(super) fn offer_rejection(&mut self, task: &PieceTask<'a>) {
        if let Some(trace) = self.sink.trace() {
            trace.rejected(&mut Rejection::new(&mut self.state, task));
        }
    }

    /// Shows the observer the state of the run before a token is settled.
    pub(super) fn trace_state(&mut self, id: TokenId) {
        let Self { state, sink, .. } = self;
        if let Some(trace) = sink.trace()
            && state.parse.tokens.get(id.index()).is_some()
        {
            trace.before(&mut StateBefore { state, token: id });
        }
    }

    /// Counts a round of the loop that settles a piece.
    pub(super) const fn count_round(&mut self) {
        self.state.parse.work.looks += 1;
    }

    /// Prepares the recogniser for several queries about the current element.
    pub(super) fn find_site(&mut self) {
        self.state.recogniser.find_site();
    }

    /// Closes by force the elements that no line of the grammar lets end, and returns the result.
    pub(super) fn finish(&mut self, errors: Vec<TokenError>) -> Parse {
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
        let work = ParseWork { tokens, nodes, list_steps, engine, ..self.parse.work };
        let names = Names::new(self.grammar.vocabulary().names.clone());
        let parse = std::mem::replace(&mut self.state.parse, Parse::new(names, Tokens::default()));
        Parse { latches, errors, work, ..parse }
    }
}
