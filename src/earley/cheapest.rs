//! The cheapest sequence of permitted virtual words after which a refused word is acceptable.
//!
//! A* over stacks of frames. Paths are ordered by cost, then by number of words, then by their
//! terminals, word by word; the smallest that leads to acceptance is the answer, so it does not
//! depend on any hash. No path reads the same opening or plain terminal twice, so there are
//! finitely many. The search owns what it adds to the arenas and drops it at the end: the
//! recogniser is as before, whatever the answer.
//!
//! Paths are looked at by what they must come to at least: their own cost and length, and the bound
//! of their stack (`bounds.rs`: what the kinds of its frames say). With the same sum the shorter
//! path comes first, and with the same length the one with the smaller terminals. A bound is never
//! too high and depends on the stack alone; so the first accepting path is the smallest one, and of
//! two paths to one stack the smaller is looked at first, as if there were no bounds.
//!
//! Six things keep it cheap:
//!
//! * The bounds: a wish that leads nowhere near the goal waits until all that lead there have been
//!   tried.
//! * A stack from which no open frame that could take the goal can be reached is not followed
//!   (`Frames::reaches`, logarithmic), and most hopeless goals are refused so at the first stack.
//! * A virtual frame that is good for nothing is not opened: one that can neither take the goal nor
//!   move the content around it, or one whose words could all be read around it as well, in any
//!   order (`is_superfluous`).
//! * Two paths to the same stack: the later one is dropped if it has used up no less. Sets are
//!   compared by what they hold.
//! * A search that finds nothing has shown of each frame that it closed that closing it for this
//!   goal is in vain. Each frame remembers that as long as it is open (`failure_cache.rs`), so it
//!   is walked through in vain once for each goal.
//! * A typed limit bounds the rest. Hitting it is an answer of its own ([`NoPath::GivenUp`]), and
//!   is remembered, too: the same question of the same stack costs nothing.

use super::bounds::{Bounds, Distance, NONE, sum};
use super::failure_cache::{FailureCache, QuestionId};
use super::frames::{Frame, FrameId, Frames};
use super::intern::QuickMap;
use super::items::{Item, SetId};
use super::known_paths::{Looked, Wanted};
use super::machine::{Floor, Machine};
use super::path::{NoPath, Path};
use super::recogniser::Recogniser;
use super::symbols::{ContextLine, FrameKindId, NonterminalId, Word};
use super::wishes::WishRow;
use crate::base::{BitRow, counted, narrow};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One path found: a stack, and how it came about.
struct Found {
    top: FrameId,
    /// The path without its last word; itself if and only if it is the empty path.
    before: usize,
    word: Word,
    distance: Distance,
    /// Which of `WishRow::readable` it has read, by index.
    used: BitRow,
    /// The path to the same stack that was looked at before it.
    earlier: Option<usize>,
}

/// What makes two stacks the same: their innermost frames.
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
    /// What is not the search's own.
    start: Floor,
    /// The serial number of the newest frame that is not the search's own.
    newest: u64,
    failures: &'s mut FailureCache,
    question: QuestionId,
    wishes: &'s WishRow,
    goal: Word,
    /// What it takes at least, and the depth of a frame that the goal closes.
    bounds: Arc<Bounds>,
    closes: Option<u32>,
    /// The depth of the outermost frame that was looked at; none if what was found hangs on frames
    /// further out.
    lowest: Option<u32>,
    /// The frames that paths of closing words alone have closed.
    closed: Vec<Frame>,
    found: Vec<Found>,
    /// Paths not yet looked at, by what they must come to at least, and by length.
    open: BTreeMap<(Distance, u32), Vec<usize>>,
    stacks: QuickMap<StackKey, FrameId>,
    /// Sets met, by what they wait for and whether they are complete.
    sets: QuickMap<(Vec<Item>, bool), SetId>,
    /// The last path looked at by its stack; it names those before it.
    seen: QuickMap<FrameId, usize>,
    looked_at: u64,
}

impl Recogniser {
    /// The cheapest sequence of words permitted by `wishes` after which `goal` is acceptable; empty
    /// if it already is. Ties go to fewer words, then to the smaller terminals. No path reads the
    /// same opening or plain terminal twice. Virtual words that open have label 0.
    ///
    /// # Errors
    /// If there is no such path, or if the search was given up at its limit.
    pub fn cheapest(&mut self, wishes: &WishRow, goal: Word) -> Result<Path, NoPath> {
        let closes = self.innermost_closed_by(goal).map(narrow);
        let wanted = Wanted { wishes, goal, closes };
        if let Some(path) = self.machine.known_path(self.top, wanted, self.search_limit()) {
            return Ok(path);
        }
        let question = self.question(wishes, goal);
        let top = *self.machine.frames.at(self.top);
        let state = || self.machine.chart.state(&self.machine.rules, top.set);
        let known = self.failures.failure(self.machine.frames.stand(&top), question, state);
        let outcome = known.map_or_else(|| self.search(wanted, question), Err);
        self.search_limits += u64::from(outcome == Err(NoPath::GivenUp));
        outcome
    }

    /// How many nodes a search may look at here.
    fn search_limit(&self) -> u64 {
        let frames = counted(self.depth());
        self.options.search_nodes.saturating_add(self.options.search_nodes_per_frame * frames)
    }

    /// The question under which the failure of a search is remembered. The label of a goal that
    /// closes nothing changes no answer, so it is left out.
    fn question(&mut self, wishes: &WishRow, goal: Word) -> QuestionId {
        let closes = self.machine.rules.closes(goal.terminal);
        let label = if closes { goal.label } else { 0 };
        self.failures.question((wishes.serial, Word { label, ..goal }))
    }

    fn search(&mut self, wanted: Wanted<'_>, question: QuestionId) -> Result<Path, NoPath> {
        let Wanted { wishes, goal, closes } = wanted;
        let rules = self.machine.rules.clone();
        let bounds = wishes.bounds(&rules, goal);
        let bounds = match self.options.within {
            Some(kind) => Arc::new(bounds.within(&rules, kind)),
            None => bounds,
        };
        let (takers, passable) = (bounds.takers(), &wishes.passable);
        if self.machine.frames.reaches(self.top, takers, passable, closes).is_err() {
            self.search_nodes += 1;
            return Err(NoPath::Hopeless);
        }
        let depth = narrow(self.depth());
        let start = self.machine.all();
        let limit = self.search_limit();
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
            seen: QuickMap::default(),
            looked_at: 1,
        };
        let outcome = search.run(self.top, limit);
        let (looked_at, lowest) = (search.looked_at, search.lowest);
        self.search_nodes += looked_at;
        self.machine.truncate(start);
        if let (Ok(path), Some(lowest)) = (&outcome, lowest) {
            let looked = Looked { lowest, nodes: looked_at };
            self.machine.remember_path(self.top, wanted, looked, path);
        }
        if let (&Err(failure), 2..) = (&outcome, looked_at) {
            let top = *self.machine.frames.at(self.top);
            let state = self.machine.chart.state(&self.machine.rules, top.set);
            let stand = self.machine.frames.stand(&top);
            self.failures.mark_failure(stand, question, state, failure);
        }
        outcome
    }
}

impl PathSearch<'_> {
    fn run(&mut self, top: FrameId, limit: u64) -> Result<Path, NoPath> {
        let used = BitRow::new(self.wishes.readable.len());
        let top = self.known_stack(top);
        self.push(Found { top, before: 0, word: self.goal, distance: NONE, used, earlier: None });
        while let Some((_, mut paths)) = self.open.pop_first() {
            paths.sort_by(|&one, &other| self.by_terminals(one, other));
            for path in paths {
                self.looked_at += 1;
                if self.machine.accepts(self.found[path].top, self.goal) {
                    return Ok(self.path(path));
                }
                if self.looked_at > limit {
                    return Err(NoPath::GivenUp);
                }
                self.follow(path);
            }
        }
        for frame in std::mem::take(&mut self.closed) {
            self.failures.mark_vain(self.machine.frames.stand(&frame), self.question);
        }
        Err(NoPath::Hopeless)
    }

    /// Adds a path, unless its stack leads nowhere.
    fn push(&mut self, found: Found) {
        self.look(self.machine.frames.at(found.top).depth);
        let takers = self.bounds.takers();
        let frames = &self.machine.frames;
        if let Err(end) = frames.reaches(found.top, takers, &self.wishes.passable, self.closes) {
            self.look(end);
            return;
        }
        let Some(bound) = self.bound(found.top) else { return };
        let order = (sum(found.distance, bound), found.distance.words);
        self.open.entry(order).or_default().push(self.found.len());
        self.found.push(found);
    }

    /// Notes that the frame at a depth was looked at.
    fn look(&mut self, depth: u32) {
        self.lowest = self.lowest.map(|lowest| lowest.min(depth));
    }

    /// What it takes at least from this stack on, by the search's own frames and the innermost
    /// other one.
    fn bound(&self, top: FrameId) -> Option<Distance> {
        let (mut closing, mut best, mut frame) = (NONE, None, self.machine.frames.at(top));
        loop {
            let here = match self.closes == Some(frame.depth) {
                true => Some(NONE),
                false => self.bounds.distance(&self.machine.rules, frame.kind),
            };
            best = [best, here.map(|here| sum(closing, here))].into_iter().flatten().min();
            let close = frame.kind.map(|kind| self.machine.rules.frame_kind(kind).close);
            let Some(cost) = close.and_then(|close| self.wishes.cost(close)) else { return best };
            closing = sum(closing, Distance::of_word(cost));
            if !Frames::is_newer(frame, self.newest) || best.is_some_and(|best| best <= closing) {
                return best.map_or(Some(closing), |best| Some(best.min(closing)));
            }
            frame = self.machine.frames.at(frame.below);
        }
    }

    /// Adds the paths that are one word longer.
    fn follow(&mut self, path: usize) {
        let Found { top, ref used, .. } = self.found[path];
        let last = self.seen.get(&top).copied();
        let mut known = std::iter::successors(last, |&less| self.found[less].earlier);
        if known.any(|less| self.found[less].used.is_subset(used)) {
            return;
        }
        self.found[path].earlier = last;
        self.seen.insert(top, path);
        for index in 0..self.wishes.readable.len() {
            if !self.found[path].used.contains(index) {
                let word = Word::plain(self.wishes.readable[index]);
                self.extend(path, word, Some(index));
            }
        }
        self.close(path);
    }

    /// Adds the path that closes the innermost frame, unless that is known to be in vain.
    fn close(&mut self, path: usize) {
        let Found { top, ref used, .. } = self.found[path];
        let frame = *self.machine.frames.at(top);
        let Some(kind) = frame.kind else { return };
        if self.failures.is_vain(self.machine.frames.stand(&frame), self.question) {
            self.lowest = None;
            return;
        }
        let (only_closes, before) = (used.is_empty(), self.found.len());
        let close = self.machine.rules.frame_kind(kind).close;
        self.extend(path, Word { terminal: close, label: frame.label }, None);
        if only_closes && self.found.len() > before {
            self.closed.push(frame);
        }
    }

    fn extend(&mut self, path: usize, word: Word, readable: Option<usize>) {
        let Found { top, distance, ref used, .. } = self.found[path];
        if !self.machine.accepts(top, word) {
            return;
        }
        let Some(cost) = self.wishes.cost(word.terminal) else { return };
        let mut used = used.clone();
        if let Some(index) = readable {
            used.insert(index);
        }
        let (duty, all) = (self.machine.rules.duty(word.terminal), self.machine.all());
        let (reached, _) = self.machine.step(top, (word, duty), all);
        if self.leads_back(top, reached) {
            self.machine.truncate(all);
            return;
        }
        let top = self.known_stack(reached);
        let distance = sum(distance, Distance::of_word(cost));
        self.push(Found { top, before: path, word, distance, used, earlier: None });
    }

    /// Whether `reached` is a frame newly opened on `top` that is good for nothing.
    fn leads_back(&mut self, top: FrameId, reached: FrameId) -> bool {
        let frame = *self.machine.frames.at(reached);
        let Some(kind) = frame.kind.filter(|_| frame.below == top) else { return false };
        if self.is_superfluous(&frame, kind) {
            return true;
        }
        if self.bounds.takers().contains(kind.index()) {
            return false;
        }
        // The goal cannot come to be accepted in it; so if it has not moved `top`'s content,
        // closing it leads back. The set before is asked about first: of sets that hold the same,
        // the one asked about first stands for the others, and that must not be the set behind,
        // which is dropped with the frame if it leads back.
        let before = self.known_set(self.machine.frames.at(top).set);
        before == self.known_set(frame.after)
    }

    /// Whether a frame that was just opened brings nothing: every word that can be read in it could
    /// be read around it as well, in any order, and nothing would be forbidden there that is not
    /// forbidden in it. Then a path without that frame does the same.
    fn is_superfluous(&self, frame: &Frame, kind: FrameKindId) -> bool {
        let Machine { rules, rows, frames, .. } = &*self.machine;
        let around = frames.at(frame.below);
        let content = self.machine.content(around.kind);
        if !rules.analysis.free.contains(content.index())
            || rules.frame_kind(kind).close == self.goal.terminal
        {
            return false;
        }
        let forbids = |line: usize| matches!(rules.contexts()[line], ContextLine::Exclusion { .. });
        let (inner, outer) = (rows.row(frame.row), rows.row(around.row));
        let (inner_mask, outer_mask) = (rows.mask(frame.mask), rows.mask(around.mask));
        let occurs = |content: NonterminalId| rules.occurs(content);
        let read_around = |word: usize| {
            !outer_mask.forbidden.contains(word)
                && (occurs(content).contains(word) || outer_mask.admitted.contains(word))
        };
        let words = occurs(rules.frame_kind(kind).content).iter().chain(inner_mask.admitted.iter());
        outer.is_subset(inner)
            && inner.iter().all(|line| outer.contains(line) || forbids(line))
            && words.filter(|&word| !inner_mask.forbidden.contains(word)).all(read_around)
    }

    /// The node that stands for all stacks that are the same as this one. If that is an older node,
    /// this one was made for nothing and is dropped.
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

    /// The first set met from which the same words can be read as from this one, and so on. A start
    /// set is only the same as itself.
    fn known_set(&mut self, set: SetId) -> SetId {
        let chart = &self.machine.chart;
        if chart.is_start(set) {
            return set;
        }
        let waiting = chart.waiting_items(&self.machine.rules, set);
        *self.sets.entry((waiting, chart.is_complete(set))).or_insert(set)
    }

    /// Compares two paths of the same length by their terminals from the first word on.
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
