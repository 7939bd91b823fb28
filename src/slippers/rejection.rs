//! A rejected piece and where the run stands, for who asks more than the looks show.
//!
//! The looks tell what was done. Who asks why something else was *not* done has to ask while the run
//! stands there: which condition of a line does not hold, which open element stands in the way,
//! what a search would find if more were permitted. Nothing asked here moves anything, and a plain
//! parse, which shows nobody its looks, makes no [`Rejection`].

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

/// A piece that is rejected where the run stands.
pub(crate) struct Rejection<'r, 'a> {
    at: &'r mut Standing<'a>,
    settling: &'r Settling<'a>,
}

/// An open element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenTag {
    /// Its name.
    pub name: String,
    /// What the grammar calls it.
    pub element: ElementId,
    /// The kind of its frame.
    pub kind: FrameKindId,
    /// Its start tag; none if that is virtual.
    pub tag: Option<TokenId>,
}

/// What keeps a remedy from being done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// No exclusion forbids the piece here, and the line is for what one forbids.
    NotExcluded,
    /// The current element is none of those after `in`.
    NotWithin,
    /// The terminal after `where` is not acceptable.
    NotWherever,
    /// This one of the line's guards does not hold.
    Guard(Guard),
    /// These open elements, the innermost first, are of those that nothing is closed past.
    InTheWay(Vec<OpenTag>),
    /// Nothing is open, or remembered, that it could be done to.
    NothingOpen,
    /// None of its tags is acceptable here, or each was inserted before the piece already.
    NotAcceptable,
    /// No tags that are permitted lead to a place for the piece.
    NoSequence,
    /// It was done for the piece before, or would change nothing.
    Spent,
}

impl<'r, 'a> Rejection<'r, 'a> {
    pub(super) fn new(at: &'r mut Standing<'a>, settling: &'r Settling<'a>) -> Self {
        Self { at, settling }
    }

    /// The token, or that of which it is a piece.
    pub(crate) fn token(&self) -> TokenId {
        self.settling.piece.token
    }

    /// Where the piece stands.
    pub(crate) fn span(&self) -> Span {
        self.at.span_of(&self.settling.piece)
    }

    /// What its remedies are looked up by; none if the grammar never mentions such a token.
    pub(crate) fn terminal(&self) -> Option<TerminalId> {
        Some(self.settling.piece.rejected(self.at.grammar)?.terminal)
    }

    /// Why it is not acceptable.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        self.at.refusal_of(self.settling)
    }

    /// The open elements, the innermost first.
    pub(crate) fn open(&self) -> impl Iterator<Item = OpenTag> {
        self.at.stack.outwards().map(|open| self.open_tag(open))
    }

    fn open_tag(&self, open: &OpenElement) -> OpenTag {
        let &OpenElement { element, kind, tag, word, .. } = open;
        let unnamed = || self.at.parse.names.labelled(word.label).unwrap_or("*").to_owned();
        let name = self.at.grammar.element(element).name.clone().unwrap_or_else(unnamed);
        OpenTag { name, element, kind, tag }
    }

    /// The exclusions in force here that forbid a terminal, whatever their guards say.
    pub(crate) fn exclusions(&self, terminal: TerminalId) -> Vec<ContextId> {
        let rules = self.at.grammar.rules();
        let forbids = |&line: &ContextId| match rules.context(line) {
            ContextLine::Exclusion { forbids, .. } => forbids.contains(terminal.index()),
            ContextLine::Inclusion { .. } => false,
        };
        self.at.frame().context().iter().map(ContextId::new).filter(forbids).collect()
    }

    /// The innermost open element that a context line begins with; of those that wait to be
    /// reopened, the first, if none is open.
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

    /// The number of nodes that searches have looked at so far.
    pub(crate) fn searched(&self) -> u64 {
        self.at.recogniser.work().search_nodes
    }

    /// The cheapest words of a row after which the piece would be acceptable.
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

    /// What keeps a remedy line from being done here: each condition that does not hold or, if all
    /// do, why its remedy can do nothing; nothing of a remedy that would be done.
    pub(crate) fn stops(&mut self, line: &RemedyLine) -> Vec<Stop> {
        let conditions = self.conditions(line);
        match conditions.is_empty() {
            true => self.powerless(&line.remedy).into_iter().collect(),
            false => conditions,
        }
    }

    /// The conditions of a line that do not hold.
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

    /// Why a remedy whose conditions hold can do nothing.
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

    /// The depth of the innermost open element that one of these end tags names.
    fn innermost(&self, ends: &[TerminalId]) -> Option<usize> {
        let depth = |&end: &TerminalId| self.at.recogniser.innermost_closed_by(Word::plain(end));
        ends.iter().filter_map(depth).max()
    }

    /// The last listed formatting element that the piece names.
    fn formatting(&self) -> Option<(usize, Active)> {
        let grammar = self.at.grammar;
        let terminal = self.terminal()?;
        let end = match grammar.terminal_kind(terminal) {
            TerminalKind::Start(element) => grammar.element(element).end,
            _ => terminal,
        };
        self.at.active.last_named(end)
    }

    /// What keeps a remedy from the element at a depth: nothing is there, or elements of `scope` are
    /// inside it.
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
