//! A rejected piece and the state of the run, for diagnostics that need more than the trace shows.
//!
//! The trace records show the actions that were taken. To explain why an action was *not* taken, a
//! tracer must query the state at that moment: the condition of a line that does not hold, the open
//! element that blocks a remedy, the result of a search with more wishes. No query moves anything.
//! A plain parse has no tracer, and creates no [`Rejection`].

use super::active::Active;
use super::event::{ElementNumber, TokenId};
use super::piece::PieceTask;
use super::stack::OpenElement;
use super::state::RunState;
use crate::base::BitRow;
use crate::earley::{
    ContextId, FrameKindId, Guard, NoPath, Path, Refusal, TerminalId, WishRow, Word,
};
use crate::grammar::model::Rewriting;
use crate::grammar::{CompiledRemedy, ElementId, RemedyLine, TerminalKind};

/// A piece that is rejected in the current state of the run.
pub struct Rejection<'r, 'a> {
    state: &'r mut RunState<'a>,
    task: &'r PieceTask<'a>,
}

/// An open element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenTag {
    pub name: String,
    /// The grammar's element for it.
    pub element: ElementId,
    pub kind: FrameKindId,
    /// The start tag; `None` if that is virtual.
    pub tag: Option<TokenId>,
}

/// The reason why a remedy is not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The line is for excluded pieces, and no exclusion forbids the piece here.
    NotExcluded,
    /// The current element is none of those after `in`.
    NotWithin,
    /// The terminal after `where` is not acceptable.
    NotWherever,
    /// One of the line's guards does not hold.
    Guard(Guard),
    /// Barriers that the remedy does not close past, innermost first.
    InTheWay(Vec<OpenTag>),
    /// The element to which the remedy would apply is neither open nor in the list of active
    /// formatting elements.
    NothingOpen,
    /// None of its tags is acceptable here, or each was inserted before the piece already.
    NotAcceptable,
    /// No permitted tags make the piece acceptable.
    NoSequence,
    /// The remedy was done for the piece before, or would change nothing.
    Spent,
}

impl<'r, 'a> Rejection<'r, 'a> {
    pub(super) fn new(state: &'r mut RunState<'a>, task: &'r PieceTask<'a>) -> Self {
        Self { state, task }
    }

    /// Returns the token of the piece.
    pub(crate) fn token(&self) -> TokenId {
        self.task.piece.token
    }

    /// Returns the terminal by which remedies are looked up; `None` if the grammar never mentions
    /// the token.
    pub(crate) fn terminal(&self) -> Option<TerminalId> {
        Some(self.task.piece.rejected(self.state.grammar)?.terminal)
    }

    /// Returns the reason why the piece is not acceptable.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        self.state.refusal_of(self.task)
    }

    /// Returns the open elements, innermost first.
    pub(crate) fn open(&self) -> impl Iterator<Item = OpenTag> {
        self.state.stack.outwards().map(|open| self.open_tag(open))
    }

    fn open_tag(&self, open: &OpenElement) -> OpenTag {
        let &OpenElement { element, kind, tag, word, .. } = open;
        let name = match &self.state.grammar.element(element).name {
            Some(name) => name.as_str(),
            None => self.state.parse.names.labelled(word.label).unwrap_or("*"),
        };
        OpenTag { name: name.to_owned(), element, kind, tag }
    }

    /// Returns the exclusions in force here that forbid a terminal, regardless of their guards.
    pub(crate) fn exclusions(&self, terminal: TerminalId) -> Vec<ContextId> {
        let lines = self.state.frame().context().iter().map(ContextId::new);
        lines.filter(|&line| self.state.excludes(line, terminal)).collect()
    }

    /// Returns the innermost open element that brings a context line into force. If no open element
    /// does, returns the first pending one that would.
    pub(crate) fn source_of(&self, line: ContextId) -> Option<OpenTag> {
        let rules = self.state.grammar.rules();
        let adds_line = |kind: FrameKindId| rules.frame_kind(kind).adds.contains(&line);
        if let Some(open) = self.state.stack.outwards().find(|open| adds_line(open.kind)) {
            return Some(self.open_tag(open));
        }
        for position in self.state.active.pending() {
            if let Some(active) = self.state.active.at(position)
                && adds_line(active.kind)
            {
                return Some(self.open_tag(&active.opened()));
            }
        }
        None
    }

    /// Returns the number of nodes that searches have expanded so far.
    pub(crate) fn searched(&self) -> u64 {
        self.state.recogniser.work().search_nodes
    }

    /// Returns the cheapest words of a row after which the piece would be acceptable. A search for
    /// one word of the piece expands at most `limit` nodes.
    ///
    /// # Errors
    /// If there are none, or the search was given up.
    pub(crate) fn cheapest(&mut self, wishes: &WishRow, limit: u64) -> Result<Path, NoPath> {
        let mut paths = Vec::new();
        let mut failure = NoPath::Hopeless;
        for &goal in &*self.task.piece.words {
            match self.state.recogniser.cheapest_within(wishes, goal, limit) {
                Ok(path) => paths.push(path),
                Err(NoPath::GivenUp) => failure = NoPath::GivenUp,
                Err(NoPath::Hopeless) => {}
            }
        }
        paths.into_iter().min_by_key(|path| (path.cost, path.words.len())).ok_or(failure)
    }

    /// Returns the reasons why a remedy line is not done here: each condition that does not hold
    /// or, if all do, why its remedy has no effect. The result is empty for a remedy that would be
    /// done.
    pub(crate) fn stops(&mut self, line: &RemedyLine) -> Vec<Stop> {
        let mut stops = self.failed_conditions(line);
        if stops.is_empty() {
            stops.extend(self.powerless(&line.remedy));
        }
        stops
    }

    /// Returns the conditions of a line that do not hold.
    fn failed_conditions(&self, line: &RemedyLine) -> Vec<Stop> {
        let frame = self.state.frame();
        let guards = line.guards.iter().copied().filter(|&guard| !frame.holds(guard));
        let mut stops: Vec<Stop> = guards.map(Stop::Guard).collect();
        if line.excluded && !self.state.is_excluded(self.task) {
            stops.push(Stop::NotExcluded);
        }
        if let Some(kinds) = &line.within
            && !self.state.is_current_among(kinds)
        {
            stops.push(Stop::NotWithin);
        }
        if let Some(terminal) = line.wherever
            && !self.state.takes_word(Word::plain(terminal))
        {
            stops.push(Stop::NotWherever);
        }
        stops
    }

    /// Returns the reason why a remedy whose conditions hold has no effect.
    fn powerless(&mut self, remedy: &CompiledRemedy) -> Option<Stop> {
        match remedy {
            CompiledRemedy::Insert(_) => Some(Stop::NotAcceptable),
            CompiledRemedy::Grant => Some(Stop::NoSequence),
            CompiledRemedy::Close(_, None) => Some(Stop::NoSequence),
            CompiledRemedy::Close(tags, Some(unless)) => {
                Some(self.out_of_reach(self.innermost(&tags.tags), unless))
            }
            CompiledRemedy::Adopt(scope) => {
                let depth = self.formatting().map(|active| self.depth_of(active.number));
                Some(self.out_of_reach(depth, scope))
            }
            CompiledRemedy::Unlink(scope) => {
                Some(self.out_of_reach(self.innermost(self.terminal().as_slice()), scope))
            }
            CompiledRemedy::Rewrite(Rewriting::Ends(_))
            | CompiledRemedy::Retract(_)
            | CompiledRemedy::Merge => Some(Stop::NothingOpen),
            CompiledRemedy::Reopen | CompiledRemedy::Rewrite(_) => Some(Stop::Spent),
            CompiledRemedy::Cruft | CompiledRemedy::Discard | CompiledRemedy::Admit => None,
        }
    }

    /// Returns the depth of the innermost open element that one of these end tags names.
    fn innermost(&self, ends: &[TerminalId]) -> Option<usize> {
        let recogniser = &self.state.recogniser;
        ends.iter().filter_map(|&end| recogniser.innermost_closed_by(Word::plain(end))).max()
    }

    /// Returns the last formatting element in the list that the piece names.
    fn formatting(&self) -> Option<Active> {
        let grammar = self.state.grammar;
        let terminal = self.terminal()?;
        let end = match grammar.terminal_kind(terminal) {
            TerminalKind::Start(element) => grammar.element(element).end,
            _ => terminal,
        };
        let (_, active) = self.state.active.last_named(end)?;
        Some(active)
    }

    /// Returns the reason why a remedy does not reach the element at a depth: there is none, or
    /// elements of `scope` are inside it.
    fn out_of_reach(&self, depth: Option<usize>, scope: &BitRow) -> Stop {
        let Some(depth) = depth else { return Stop::NothingOpen };
        let mut blocking = Vec::new();
        for open in self.state.stack.outwards() {
            if self.depth_of(open.number) <= depth {
                break;
            }
            if scope.contains(open.kind.index()) {
                blocking.push(self.open_tag(open));
            }
        }
        if blocking.is_empty() { Stop::Spent } else { Stop::InTheWay(blocking) }
    }

    fn depth_of(&self, number: ElementNumber) -> usize {
        self.state.stack.depth_of(number).unwrap_or(0)
    }
}
