//! A rejected piece and the state of the run, for diagnostics that need more than the trace shows.
//!
//! The trace records show the actions that were taken. To explain why an action was *not* taken, a
//! tracer must query the state at that moment: the condition of a line that does not hold, the open
//! element that blocks a remedy, the result of a search with more wishes. No query moves anything.
//! A plain parse has no tracer, and creates no [`Rejection`].

use super::active::Active;
use super::event::{ElementNumber, TokenId};
use super::piece::Settling;
use super::stack::OpenElement;
use super::standing::Standing;
use crate::base::{BitRow, Span};
use crate::earley::{
    ContextId, ContextLine, FrameKindId, Guard, NoPath, Path, Refusal, TerminalId, WishRow, Word,
};
use crate::grammar::model::Rewriting;
use crate::grammar::{CompiledRemedy, ElementId, RemedyLine, TerminalKind};

/// A piece that is rejected in the current state of the run.
pub(crate) struct Rejection<'r, 'a> {
    at: &'r mut Standing<'a>,
    settling: &'r Settling<'a>,
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
    pub(super) fn new(at: &'r mut Standing<'a>, settling: &'r Settling<'a>) -> Self {
        Self { at, settling }
    }

    /// Returns the token of the piece.
    pub(crate) fn token(&self) -> TokenId {
        self.settling.piece.token
    }

    /// Returns the span of the piece.
    pub(crate) fn span(&self) -> Span {
        self.at.span_of(&self.settling.piece)
    }

    /// Returns the terminal by which remedies are looked up; `None` if the grammar never mentions
    /// the token.
    pub(crate) fn terminal(&self) -> Option<TerminalId> {
        Some(self.settling.piece.rejected(self.at.grammar)?.terminal)
    }

    /// Returns the reason why the piece is not acceptable.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        self.at.refusal_of(self.settling)
    }

    /// Returns the open elements, innermost first.
    pub(crate) fn open(&self) -> impl Iterator<Item = OpenTag> {
        self.at.stack.outwards().map(|open| self.open_tag(open))
    }

    fn open_tag(&self, open: &OpenElement) -> OpenTag {
        let &OpenElement { element, kind, tag, word, .. } = open;
        let unnamed = || self.at.parse.names.labelled(word.label).unwrap_or("*").to_owned();
        let name = self.at.grammar.element(element).name.clone().unwrap_or_else(unnamed);
        OpenTag { name, element, kind, tag }
    }

    /// Returns the exclusions in force here that forbid a terminal, regardless of their guards.
    pub(crate) fn exclusions(&self, terminal: TerminalId) -> Vec<ContextId> {
        let rules = self.at.grammar.rules();
        let forbids = |&line: &ContextId| match rules.context(line) {
            ContextLine::Exclusion { forbids, .. } => forbids.contains(terminal.index()),
            ContextLine::Inclusion { .. } => false,
        };
        self.at.frame().context().iter().map(ContextId::new).filter(forbids).collect()
    }

    /// Returns the innermost open element that brings a context line into force. If no open element
    /// does, returns the first pending one that would.
    pub(crate) fn source_of(&self, line: ContextId) -> Option<OpenTag> {
        let rules = self.at.grammar.rules();
        let adds = |kind: FrameKindId| rules.frame_kind(kind).adds.contains(&line);
        let pending = || {
            let pending = self.at.active.pending().filter_map(|at| self.at.active.at(at));
            pending.map(|active| active.opened()).find(|open| adds(open.kind))
        };
        let open = self.at.stack.outwards().find(|open| adds(open.kind)).copied();
        open.or_else(pending).map(|open| self.open_tag(&open))
    }

    /// Returns the number of nodes that searches have expanded so far.
    pub(crate) fn searched(&self) -> u64 {
        self.at.recogniser.work().search_nodes
    }

    /// Returns the cheapest words of a row after which the piece would be acceptable.
    ///
    /// # Errors
    /// If there are none, or the search was given up.
    pub(crate) fn cheapest(&mut self, wishes: &WishRow) -> Result<Path, NoPath> {
        let words = self.settling.piece.words.iter();
        let found: Vec<_> = words.map(|&goal| self.at.recogniser.cheapest(wishes, goal)).collect();
        let given_up = found.contains(&Err(NoPath::GivenUp));
        let paths = found.into_iter().filter_map(Result::ok);
        let none = if given_up { NoPath::GivenUp } else { NoPath::Hopeless };
        paths.min_by_key(|path| (path.cost, path.words.len())).ok_or(none)
    }

    /// Returns the reasons why a remedy line is not done here: each condition that does not hold
    /// or, if all do, why its remedy has no effect. The result is empty for a remedy that would be
    /// done.
    pub(crate) fn stops(&mut self, line: &RemedyLine) -> Vec<Stop> {
        let conditions = self.conditions(line);
        match conditions.is_empty() {
            true => self.powerless(&line.remedy).into_iter().collect(),
            false => conditions,
        }
    }

    /// Returns the conditions of a line that do not hold.
    fn conditions(&self, line: &RemedyLine) -> Vec<Stop> {
        let at = &*self.at;
        let is_here =
            |kinds: &BitRow| at.frame().kind().is_some_and(|kind| kinds.contains(kind.index()));
        let is_open = |&terminal: &TerminalId| at.takes_word(Word::plain(terminal));
        let is_excluded = || at.is_excluded(self.settling);
        let guards = line.guards.iter().filter(|&&guard| !at.holds(guard));
        let mut stops: Vec<Stop> = guards.map(|&guard| Stop::Guard(guard)).collect();
        stops.extend((line.excluded && !is_excluded()).then_some(Stop::NotExcluded));
        let outside = line.within.as_ref().is_some_and(|kinds| !is_here(kinds));
        stops.extend(outside.then_some(Stop::NotWithin));
        stops
            .extend(line.wherever.is_some_and(|mark| !is_open(&mark)).then_some(Stop::NotWherever));
        stops
    }

    /// Returns the reason why a remedy whose conditions hold has no effect.
    fn powerless(&mut self, remedy: &CompiledRemedy) -> Option<Stop> {
        match remedy {
            CompiledRemedy::Insert(_) => Some(Stop::NotAcceptable),
            CompiledRemedy::Grant => Some(Stop::NoSequence),
            CompiledRemedy::Close(tags, unless) => match unless {
                None => Some(Stop::NoSequence),
                Some(unless) => self.behind(self.innermost(&tags.tags), unless),
            },
            CompiledRemedy::Adopt(scope) => {
                let listed = self.formatting().map(|(_, active)| active.number);
                self.behind(listed.map(|number| self.at.stack.depth_of(number).unwrap_or(0)), scope)
            }
            CompiledRemedy::Unlink(scope) => {
                let named = self.settling.piece.rejected(self.at.grammar);
                self.behind(self.innermost(named.map(|word| word.terminal).as_slice()), scope)
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
        let depth = |&end: &TerminalId| self.at.recogniser.innermost_closed_by(Word::plain(end));
        ends.iter().filter_map(depth).max()
    }

    /// Returns the last formatting element in the list that the piece names.
    fn formatting(&self) -> Option<(usize, Active)> {
        let grammar = self.at.grammar;
        let terminal = self.terminal()?;
        let end = match grammar.terminal_kind(terminal) {
            TerminalKind::Start(element) => grammar.element(element).end,
            _ => terminal,
        };
        self.at.active.last_named(end)
    }

    /// Returns the reason why a remedy does not reach the element at a depth: there is none, or
    /// elements of `scope` are inside it.
    fn behind(&self, depth: Option<usize>, scope: &BitRow) -> Option<Stop> {
        let Some(depth) = depth else { return Some(Stop::NothingOpen) };
        let numbers = |open: &&OpenElement| self.depth_of(open.number) > depth;
        let inside = self.at.stack.outwards().take_while(numbers);
        let blocking = inside.filter(|open| scope.contains(open.kind.index()));
        let blocking: Vec<OpenTag> = blocking.map(|open| self.open_tag(open)).collect();
        Some(if blocking.is_empty() { Stop::Spent } else { Stop::InTheWay(blocking) })
    }

    fn depth_of(&self, number: ElementNumber) -> usize {
        self.at.stack.depth_of(number).unwrap_or(0)
    }
}
