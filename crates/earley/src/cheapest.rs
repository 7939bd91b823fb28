//! The cheapest sequence of permitted virtual words after which a refused word is acceptable.
//!
//! A* search over stacks of frames. Paths are ordered by cost, then by number of words, then by
//! their terminals, word by word. The answer is the smallest path that leads to acceptance, so it
//! depends on no hash order. A terminal may be read any number of times. But no path opens a frame
//! inside one of the same kind that it has opened itself: the inner one begins with the same
//! content. The search truncates the arenas at the end, so the recogniser is unchanged, whatever
//! the answer.
//!
//! Paths are expanded in the order of a lower bound on their total: their own cost and length, plus
//! the bound of their stack (`bounds.rs`, from the kinds of its frames). Ties go to the shorter
//! path, then to the one with the smaller terminals. Lemma: the bound is never too high and depends
//! on the stack alone. So the first accepting path is the smallest one. Of two paths to one stack,
//! the smaller is expanded first, so each stack is expanded once (Dijkstra 1959).
//!
//! Five techniques keep it cheap:
//!
//! * Bounds: a wish that does not lead towards the goal is tried only after all that do.
//! * Reachability: a stack is dropped if no open frame that could take the goal is reachable from
//!   it (`Frames::reaches`, logarithmic). Most hopeless goals are refused this way at the first
//!   stack.
//! * Useless virtual frames are not opened. One kind can neither take the goal nor move the content
//!   around it. The other kind accepts only words that could be read around it as well, in any
//!   order (`is_superfluous`).
//! * Failure caching: a failed search proves for each frame that it closed that closing it does not
//!   help to reach this goal. Each frame remembers this while it is open (`failure_cache.rs`), so
//!   at most one failed search for each goal walks through it.
//! * A limit bounds the rest, since a recursive content has infinitely many stacks. Reaching it is
//!   a distinct answer ([`NoPath::GivenUp`]), and is cached, too: repeating the same search from
//!   the same stack costs nothing.
//!
//! Sets are compared by their items.

use super::bounds::{Bounds, Distance, NONE, sum};
use super::failure_cache::{FailureCache, QuestionId};
use super::frames::{Frame, FrameId, Frames};
use super::intern::{QuickMap, QuickSet};
use super::items::{Item, SetId};
use super::known_paths::{SearchExtent, WantedPath};
use super::machine::{ArenaFloor, Machine, ReadMode};
use super::path::{NoPath, Path};
use super::recogniser::Recogniser;
use super::symbols::{ContextLine, FrameKindId, TerminalId, Word};
use super::wishes::WishRow;
use crate::util::{counted, narrow};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The word under which the failures of searches for the end are cached: no frame has this label.
const END: Word = Word { terminal: TerminalId::new(0), label: u32::MAX };

/// A path that was found: a stack, and its derivation.
struct FoundPath {
    top: FrameId,
    /// The path without its last word; the index of the path itself if and only if it is empty.
    before: usize,
    word: Word,
    distance: Distance,
    /// True if all its words close a frame.
    only_closes: bool,
}

/// The identity of a stack: two stacks are equal if their innermost frames have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct StackKey {
    below: FrameId,
    kind: Option<FrameKindId>,
    label: u32,
    set: SetId,
    after: SetId,
}

struct PathSearch<'s> {
    machine: &'s mut Machine,
    /// The floor of the search: everything below it is not its own.
    start: ArenaFloor,
    /// The serial number of the newest frame that is not the search's own.
    newest: u64,
    failures: &'s mut FailureCache,
    question: QuestionId,
    wishes: &'s WishRow,
    /// `None` for the end of the text.
    goal: Option<Word>,
    /// The lower bounds for the goal.
    bounds: Arc<Bounds>,
    /// The depth of the frame that the goal closes, if any.
    closes: Option<u32>,
    /// The depth of the outermost frame inspected; `None` if the result depends on frames further
    /// out.
    lowest: Option<u32>,
    /// The frames closed by paths that consist of closing words alone.
    closed: Vec<Frame>,
    found: Vec<FoundPath>,
    /// The paths to be expanded, by the lower bound on their total, and by length.
    open: BTreeMap<(Distance, u32), Vec<usize>>,
    stacks: QuickMap<StackKey, FrameId>,
    /// A representative of each class of equivalent sets, by waiting items and completeness.
    sets: QuickMap<(Vec<Item>, bool), SetId>,
    /// The stacks that were expanded.
    seen: QuickSet<FrameId>,
    /// The words that can be read next, with their costs.
    next: Vec<(Word, u32)>,
    expanded: u64,
}

impl Recogniser {
    /// Returns the cheapest sequence of words permitted by `wishes` after which `goal` is
    /// acceptable; it is empty if `goal` already is. Ties go to fewer words, then to the smaller
    /// terminals. No path opens a frame inside a frame of the same kind that it has opened. Virtual
    /// opening words have label 0.
    ///
    /// # Errors
    /// If there is no such path, or if the search was given up at its limit.
    pub fn cheapest(&mut self, wishes: &WishRow, goal: Word) -> Result<Path, NoPath> {
        self.cheapest_within(wishes, goal, self.search_limit())
    }

    /// Searches as [`cheapest`](Self::cheapest) does, and expands at most `limit` nodes. Failures
    /// are cached, so one row of wishes should always be searched with the same limit.
    ///
    /// # Errors
    /// If there is no such path, or if the search was given up at the limit.
    pub fn cheapest_within(
        &mut self,
        wishes: &WishRow,
        goal: Word,
        limit: u64,
    ) -> Result<Path, NoPath> {
        let closes = self.innermost_closed_by(goal).map(narrow);
        let wanted = WantedPath { wishes, goal: Some(goal), closes };
        self.last_extent = None;
        if let Some((path, levels, nodes)) = self.machine.known_path(self.top, wanted, limit) {
            self.last_extent = Some(SearchExtent { lowest: self.depth_of_level(levels), nodes });
            return Ok(path);
        }
        let question = self.question(wishes, goal);
        let top = *self.machine.frames.at(self.top);
        let frame = self.machine.frames.identity(&top);
        let known = self
            .failures
            .failure(frame, question, || self.machine.chart.state(&self.machine.rules, top.set));
        let outcome = match known {
            Some(failure) => Err(failure),
            None => self.search(wanted, question, limit),
        };
        self.search_limits += u64::from(outcome == Err(NoPath::GivenUp));
        outcome
    }

    /// Returns the cheapest sequence of words permitted by `wishes` after which the text may end.
    ///
    /// # Errors
    /// If there is no such path, or if the search was given up at its limit.
    pub fn cheapest_end(&mut self, wishes: &WishRow) -> Result<Path, NoPath> {
        let question = self.failures.question((wishes.serial, END));
        let wanted = WantedPath { wishes, goal: None, closes: None };
        self.search(wanted, question, self.search_limit())
    }

    /// Returns the maximum number of nodes that a search may expand here.
    pub(super) fn search_limit(&self) -> u64 {
        let frames = counted(self.depth());
        self.options.search_nodes.saturating_add(self.options.search_nodes_per_frame * frames)
    }

    /// Returns the key under which the failure of a search is cached. The label of a goal that
    /// closes nothing changes no answer, so it is left out.
    fn question(&mut self, wishes: &WishRow, goal: Word) -> QuestionId {
        let closes = self.machine.rules.closes(goal.terminal);
        let label = if closes { goal.label } else { 0 };
        self.failures.question((wishes.serial, Word { label, ..goal }))
    }

    fn search(
        &mut self,
        wanted: WantedPath<'_>,
        question: QuestionId,
        limit: u64,
    ) -> Result<Path, NoPath> {
        let WantedPath { wishes, goal, closes } = wanted;
        let rules = self.machine.rules.clone();
        let bounds = match (goal, self.options.within) {
            (None, _) => Arc::new(Bounds::of_end(&rules)),
            (Some(goal), None) => wishes.bounds(&rules, goal),
            (Some(goal), Some(kind)) => Arc::new(wishes.bounds(&rules, goal).within(&rules, kind)),
        };
        let (takers, passable) = (bounds.takers(), &wishes.passable);
        if let Err(lowest) = self.machine.frames.reaches(self.top, takers, passable, closes) {
            self.search_nodes += 1;
            self.last_extent = Some(SearchExtent { lowest, nodes: 1 });
            return Err(NoPath::Hopeless);
        }
        let depth = narrow(self.depth());
        let start = self.machine.full_floor();
        let mut search = PathSearch {
            newest: self.machine.frames.newest_serial(),
            machine: &mut self.machine,
            start,
            failures: &mut self.failures,
            question,
            closed: Vec::new(),
            lowest: Some(depth),
            wishes,
            goal,
            bounds,
            closes,
            found: Vec::new(),
            open: BTreeMap::new(),
            stacks: QuickMap::default(),
            sets: QuickMap::default(),
            seen: QuickSet::default(),
            next: Vec::new(),
            expanded: 1,
        };
        let outcome = search.run(self.top, limit);
        let (expanded, lowest) = (search.expanded, search.lowest);
        self.search_nodes += expanded;
        self.machine.truncate(start);
        if let (Ok(path), Some(lowest)) = (&outcome, lowest) {
            let extent = SearchExtent { lowest, nodes: expanded };
            self.last_extent = Some(extent);
            self.machine.remember_path(self.top, wanted, extent, path);
        }
        if let (&Err(failure), 2..) = (&outcome, expanded) {
            let top = *self.machine.frames.at(self.top);
            let state = self.machine.chart.state(&self.machine.rules, top.set);
            let identity = self.machine.frames.identity(&top);
            self.failures.mark_failure(identity, question, state, failure);
        }
        outcome
    }
}

impl PathSearch<'_> {
    fn run(&mut self, top: FrameId, limit: u64) -> Result<Path, NoPath> {
        let top = self.known_stack(top);
        // OK because the empty path has no last word.
        let (word, distance) = (self.goal.unwrap_or(END), NONE);
        self.push(FoundPath { top, before: 0, word, distance, only_closes: true });
        while let Some((_, mut paths)) = self.open.pop_first() {
            paths.sort_by(|&one, &other| self.by_terminals(one, other));
            for path in paths {
                self.expanded += 1;
                let top = self.found[path].top;
                if self.is_reached(top) {
                    return Ok(self.path(path));
                }
                if self.expanded > limit {
                    return Err(NoPath::GivenUp);
                }
                self.expand(path);
            }
        }
        for frame in std::mem::take(&mut self.closed) {
            self.failures.mark_useless(self.machine.frames.identity(&frame), self.question);
        }
        Err(NoPath::Hopeless)
    }

    /// Reports whether the goal is acceptable on a stack.
    fn is_reached(&self, top: FrameId) -> bool {
        let frame = self.machine.frames.at(top);
        match self.goal {
            Some(goal) => self.machine.queries(top).accepts(goal, ReadMode::Strict),
            None => frame.kind.is_none() && self.machine.chart.is_complete(frame.set),
        }
    }

    /// Adds a path, unless nothing can come of its stack.
    fn push(&mut self, found: FoundPath) {
        self.record_depth(self.machine.frames.at(found.top).depth);
        let takers = self.bounds.takers();
        let frames = &self.machine.frames;
        if let Err(end) = frames.reaches(found.top, takers, &self.wishes.passable, self.closes) {
            self.record_depth(end);
            return;
        }
        let Some(bound) = self.bound(found.top) else { return };
        let order = (sum(found.distance, bound), found.distance.words);
        self.open.entry(order).or_default().push(self.found.len());
        self.found.push(found);
    }

    /// Records that the frame at a depth was inspected.
    fn record_depth(&mut self, depth: u32) {
        self.lowest = self.lowest.map(|lowest| lowest.min(depth));
    }

    /// Returns the lower bound from a stack on, by the search's own frames and the innermost other
    /// one.
    fn bound(&self, top: FrameId) -> Option<Distance> {
        let mut frame = self.machine.frames.at(top);
        // The cost of closing the frames so far, and the smallest bound that any of them gives.
        let mut closing = NONE;
        let mut best: Option<Distance> = None;
        loop {
            let inside = if self.closes == Some(frame.depth) {
                Some(NONE)
            } else {
                self.bounds.distance(&self.machine.rules, frame.kind)
            };
            if let Some(inside) = inside {
                let total = sum(closing, inside);
                best = Some(best.map_or(total, |best| best.min(total)));
            }
            let Some(kind) = frame.kind else { return best };
            let close = self.machine.rules.frame_kind(kind).close;
            let Some(cost) = self.wishes.cost(close) else { return best };
            closing = sum(closing, Distance::of_word(cost));
            if let Some(best) = best
                && best <= closing
            {
                return Some(best);
            }
            if !Frames::is_newer(frame, self.newest) {
                return Some(closing);
            }
            frame = self.machine.frames.at(frame.below);
        }
    }

    /// Expands a path: adds the paths that are one word longer.
    fn expand(&mut self, path: usize) {
        let FoundPath { top, .. } = self.found[path];
        if !self.seen.insert(top) {
            return;
        }
        let mut next = std::mem::take(&mut self.next);
        let queries = self.machine.queries(top);
        for &(terminal, cost) in &self.wishes.readable {
            let word = Word::plain(terminal);
            if queries.accepts(word, ReadMode::Strict) && !self.has_opened(top, terminal) {
                next.push((word, cost));
            }
        }
        for (word, cost) in next.drain(..) {
            self.extend(path, word, cost, false);
        }
        self.next = next;
        self.close(path);
    }

    /// Reports whether a terminal opens a frame of a kind that the search has opened and not
    /// closed.
    fn has_opened(&self, top: FrameId, terminal: TerminalId) -> bool {
        let Some(kind) = self.machine.rules.opens(terminal) else { return false };
        let mut frame = self.machine.frames.at(top);
        while Frames::is_newer(frame, self.newest) {
            if frame.kind == Some(kind) {
                return true;
            }
            frame = self.machine.frames.at(frame.below);
        }
        false
    }

    /// Adds the path that closes the innermost frame, unless that is known not to help.
    fn close(&mut self, path: usize) {
        let FoundPath { top, only_closes, .. } = self.found[path];
        let frame = *self.machine.frames.at(top);
        let Some(kind) = frame.kind else { return };
        if self.failures.is_useless(self.machine.frames.identity(&frame), self.question) {
            self.lowest = None;
            return;
        }
        let before = self.found.len();
        let close = self.machine.rules.frame_kind(kind).close;
        if let Some(cost) = self.wishes.cost(close) {
            let word = Word { terminal: close, label: frame.label };
            self.extend(path, word, cost, only_closes);
        }
        if only_closes && self.found.len() > before {
            self.closed.push(frame);
        }
    }

    /// Adds a path that is one word longer, unless nothing can come of it.
    fn extend(&mut self, path: usize, word: Word, cost: u32, only_closes: bool) {
        let FoundPath { top, distance, .. } = self.found[path];
        let (role, all) = (self.machine.rules.role(word.terminal), self.machine.full_floor());
        let read = self.machine.read(top, (word, role), ReadMode::Strict, all);
        let Some((reached, _)) = read else { return };
        if self.leads_back(top, reached) {
            self.machine.truncate(all);
            return;
        }
        let top = self.known_stack(reached);
        let distance = sum(distance, Distance::of_word(cost));
        self.push(FoundPath { top, before: path, word, distance, only_closes });
    }

    /// Reports whether `reached` is a frame newly opened on top of `top` that cannot help.
    fn leads_back(&mut self, top: FrameId, reached: FrameId) -> bool {
        let frame = *self.machine.frames.at(reached);
        let Some(kind) = frame.kind else { return false };
        if frame.below != top {
            return false;
        }
        if self.is_superfluous(&frame, kind) {
            return true;
        }
        if self.bounds.takers().contains(kind.index()) {
            return false;
        }
        // The goal cannot become acceptable in it. So if it has not moved the content of `top`,
        // closing it leads back to an earlier stack. The set before must be looked up first: the
        // first of some equivalent sets represents the others. The set after cannot be the
        // representative, because it is dropped with the frame.
        let before = self.known_set(self.machine.frames.at(top).set);
        before == self.known_set(frame.after)
    }

    /// Reports whether a frame that was just opened is redundant. It is if every word that can be
    /// read in it could be read around it as well, in any order. Also, nothing may be forbidden
    /// around it that is not forbidden in it. Then the path without that frame is at least as good.
    fn is_superfluous(&self, frame: &Frame, kind: FrameKindId) -> bool {
        let Machine { rules, rows, frames, .. } = &*self.machine;
        let around = frames.at(frame.below);
        let content = self.machine.content(around.kind);
        if !rules.analysis.free.contains(content.index())
            || self.goal.is_some_and(|goal| goal.terminal == rules.frame_kind(kind).close)
        {
            return false;
        }
        let (inner, outer) = (rows.row(frame.row), rows.row(around.row));
        if !outer.is_subset(inner) {
            return false;
        }
        for line in inner.iter() {
            let is_exclusion = matches!(rules.contexts()[line], ContextLine::Exclusion { .. });
            if !is_exclusion && !outer.contains(line) {
                return false;
            }
        }
        let (inner_mask, outer_mask) = (rows.mask(frame.mask), rows.mask(around.mask));
        let mut inside = rules.occurs(rules.frame_kind(kind).content).clone();
        inner_mask.admit(&mut inside);
        inside.subtract(&inner_mask.forbidden);
        let mut outside = rules.occurs(content).clone();
        outer_mask.admit(&mut outside);
        outside.subtract(&outer_mask.forbidden);
        inside.is_subset(&outside)
    }

    /// Returns the node that represents all stacks equal to this one. If that is an older node,
    /// drops this one.
    fn known_stack(&mut self, node: FrameId) -> FrameId {
        let frame = *self.machine.frames.at(node);
        let (set, after) = (self.known_set(frame.set), self.known_set(frame.after));
        let Frame { below, kind, label, .. } = frame;
        let key = StackKey { below, kind, label, set, after };
        if let Some(&known) = self.stacks.get(&key) {
            if node != known && node.index() + 1 == self.machine.frames.len() {
                self.machine.frames.truncate(node.index());
            }
            return known;
        }
        self.stacks.insert(key, node);
        if node.index() >= self.start.nodes {
            self.machine.frames.rename_sets(node, set, after);
        }
        node
    }

    /// Returns the representative of all sets after which the same words can be read. A start set
    /// is equivalent only to itself.
    fn known_set(&mut self, set: SetId) -> SetId {
        let chart = &self.machine.chart;
        if chart.is_start(set) {
            return set;
        }
        let waiting = chart.waiting_items(&self.machine.rules, set);
        *self.sets.entry((waiting, chart.is_complete(set))).or_insert(set)
    }

    /// Compares two paths of the same length by their terminals, from the first word on.
    fn by_terminals(&self, one: usize, other: usize) -> Ordering {
        let (mut one, mut other) = (one, other);
        let mut order = Ordering::Equal;
        while one != other {
            let (left, right) = (&self.found[one], &self.found[other]);
            order = left.word.terminal.cmp(&right.word.terminal).then(order);
            (one, other) = (left.before, right.before);
        }
        order
    }

    fn path(&self, path: usize) -> Path {
        let cost = self.found[path].distance.cost;
        let mut words = Vec::new();
        let mut at = path;
        while self.found[at].distance.words > 0 {
            words.push(self.found[at].word);
            at = self.found[at].before;
        }
        words.reverse();
        Path { words, cost }
    }
}
