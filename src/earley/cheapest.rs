//! The cheapest sequence of permitted virtual words after which a refused word is acceptable.
//!
//! Dijkstra's search over stacks of frames. Paths are ordered by cost, then by number of words, then by
//! their terminals, word by word; the first that leads to acceptance is the answer, so it does
//! not depend on any hash. No path reads the same opening or plain terminal twice, so there are finitely
//! many. The search owns what it adds to the arenas and drops it at the end: the recogniser is as
//! before, whatever the answer.
//!
//! Five things keep it cheap:
//!
//! * A stack from which no open frame that could take the goal can be reached is not followed
//!   (`Frames::reaches`, logarithmic), and most hopeless goals are refused so at the first stack.
//! * A virtual frame that can neither take the goal nor move the content around it is not opened.
//! * Two paths to the same stack: the later one is dropped if it has used up no less. Sets are compared by
//!   what they hold.
//! * A search that finds nothing has shown of each frame that it closed that closing it for this goal is
//!   in vain. That is remembered (`Hopeless`) as long as nothing below that frame changes, so each
//!   frame is walked through in vain once for each goal.
//! * A typed limit bounds the rest; hitting it is counted in `Work::search_limits`.

use super::chart::{Item, SetId};
use super::frames::{NodeId, is_subset};
use super::intern::{QuickMap, QuickSet};
use super::machine::{Floor, Machine};
use super::recogniser::Recogniser;
use super::rules::{FrameKindId, TerminalId, Word};
use super::wishes::WishRow;
use crate::base::BitRow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The cheapest words after which some word is acceptable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// To be read in this order; those that close have the label of their frame.
    pub words: Vec<Word>,
    /// The sum of their costs.
    pub cost: u64,
}

/// How many failures are remembered before all are forgotten …
const MEMORY: usize = 1 << 20;
/// … and how many more for each open frame.
const MEMORY_PER_FRAME: usize = 8;

/// The frames, by serial number, that it is in vain to close for a goal with a wish row.
#[derive(Clone, Default)]
pub(super) struct Hopeless(QuickSet<(u64, u64, Word)>);

/// One path found: a stack, and how it came about.
struct Found {
    top: NodeId,
    /// The path without its last word; itself if and only if it is the empty path.
    before: usize,
    word: Word,
    cost: u64,
    length: u32,
    /// Which of `WishRow::readable` it has read, by place.
    used: BitRow,
}

/// What makes two stacks the same.
type StackKey = (NodeId, Option<FrameKindId>, u32, SetId, SetId);

struct Search<'s> {
    machine: &'s mut Machine,
    /// How many frames are open.
    depth: usize,
    /// What is not the search's own.
    start: Floor,
    hopeless: &'s mut Hopeless,
    wishes: &'s WishRow,
    goal: Word,
    /// The kinds of frames that may come to take the goal, and the depth of a frame that it closes.
    takers: BitRow,
    closes: Option<u32>,
    /// The frames that paths of closing words alone have closed.
    closed: Vec<u64>,
    found: Vec<Found>,
    /// Paths not yet looked at, by (cost, length).
    open: BTreeMap<(u64, u32), Vec<usize>>,
    stacks: QuickMap<StackKey, NodeId>,
    /// Sets met, by what they wait for and whether they are complete.
    sets: QuickMap<(Vec<Item>, bool), SetId>,
    /// What the paths looked at have used, by their stack.
    seen: QuickMap<NodeId, Vec<BitRow>>,
}

impl Recogniser {
    /// The cheapest sequence of words permitted by `wishes` after which `goal` is acceptable; empty
    /// if it already is. Ties go to fewer words, then to the smaller terminals. No path reads the
    /// same opening or plain terminal twice. Virtual words that open have label 0.
    ///
    /// `None` if there is no such path, or if the search was given up at its limit.
    pub fn cheapest(&mut self, wishes: &WishRow, goal: Word) -> Option<Path> {
        let takers = self.takers(wishes, goal)?;
        let closes = self.innermost_closed_by(goal).map(|depth| depth as u32);
        let start = self.machine.all();
        let limit =
            self.options.search_nodes + self.options.search_nodes_per_frame * self.depth() as u64;
        let depth = self.depth();
        let mut search = Search {
            depth,
            machine: &mut self.machine,
            start,
            hopeless: &mut self.hopeless,
            closed: Vec::new(),
            wishes,
            goal,
            takers,
            closes,
            found: Vec::new(),
            open: BTreeMap::new(),
            stacks: QuickMap::default(),
            sets: QuickMap::default(),
            seen: QuickMap::default(),
        };
        let outcome = search.run(self.top, limit);
        self.search_nodes += outcome.looked_at;
        self.search_limits += u64::from(outcome.given_up);
        self.machine.truncate(start);
        outcome.path
    }
}

impl Recogniser {
    /// The kinds of frames that may come to take the goal, or that it closes if they are virtual.
    fn takers(&self, wishes: &WishRow, goal: Word) -> Option<BitRow> {
        let mut takers = wishes.takers(goal.terminal)?.clone();
        for (index, kind) in self.machine.rules.kinds().iter().enumerate() {
            if kind.close == goal.terminal && (!kind.labelled || goal.label == 0) {
                takers.insert(index);
            }
        }
        Some(takers)
    }
}

struct Outcome {
    path: Option<Path>,
    looked_at: u64,
    given_up: bool,
}

impl Search<'_> {
    fn run(&mut self, top: NodeId, limit: u64) -> Outcome {
        let mut outcome = Outcome { path: None, looked_at: 1, given_up: false };
        if self.promises(top) {
            let used = BitRow::new(self.wishes.readable.len());
            let top = self.known_stack(top);
            self.push(Found { top, before: 0, word: self.goal, cost: 0, length: 0, used });
        }
        while let Some((_, mut paths)) = self.open.pop_first() {
            paths.sort_by(|&one, &other| self.by_terminals(one, other));
            for path in paths {
                outcome.looked_at += 1;
                if self.machine.refusal_on(self.found[path].top, self.goal).is_none() {
                    outcome.path = Some(self.path(path));
                    return outcome;
                }
                if outcome.looked_at > limit {
                    outcome.given_up = true;
                    return outcome;
                }
                self.follow(path);
            }
        }
        self.remember_failure();
        outcome
    }

    /// What the failures remembered are about.
    fn key(&self, serial: u64) -> (u64, u64, Word) {
        let closes = self.machine.rules.closes(self.goal.terminal);
        let label = if closes { self.goal.label } else { 0 };
        (serial, self.wishes.serial, Word { label, ..self.goal })
    }

    fn remember_failure(&mut self) {
        if self.hopeless.0.len() > MEMORY + MEMORY_PER_FRAME * self.depth {
            self.hopeless.0.clear();
        }
        for serial in std::mem::take(&mut self.closed) {
            let key = self.key(serial);
            self.hopeless.0.insert(key);
        }
    }

    fn push(&mut self, found: Found) {
        self.open.entry((found.cost, found.length)).or_default().push(self.found.len());
        self.found.push(found);
    }

    /// Whether some frame that could take the goal can be reached by closing.
    fn promises(&self, top: NodeId) -> bool {
        self.machine.frames.reaches(top, &self.takers, &self.wishes.passable, self.closes)
    }

    /// Adds the paths that are one word longer.
    fn follow(&mut self, path: usize) {
        let Found { top, ref used, .. } = self.found[path];
        let known = self.seen.entry(top).or_default();
        if known.iter().any(|less| is_subset(less, used)) {
            return;
        }
        known.push(used.clone());
        for place in 0..self.wishes.readable.len() {
            if !self.found[path].used.contains(place) {
                let word = Word::plain(self.wishes.readable[place]);
                self.extend(path, word, Some(place));
            }
        }
        self.close(path);
    }

    /// Adds the path that closes the innermost frame, unless that is known to be in vain.
    fn close(&mut self, path: usize) {
        let Found { top, ref used, .. } = self.found[path];
        let frame = *self.machine.frames.at(top);
        let Some(kind) = frame.kind else { return };
        if self.hopeless.0.contains(&self.key(frame.serial)) {
            return;
        }
        let (only_closes, before) = (used.is_empty(), self.found.len());
        let close = self.machine.rules.frame_kind(kind).close;
        self.extend(path, Word { terminal: close, label: frame.label }, None);
        if only_closes && self.found.len() > before {
            self.closed.push(frame.serial);
        }
    }

    fn extend(&mut self, path: usize, word: Word, place: Option<usize>) {
        let Some(cost) = self.wishes.cost(word.terminal) else { return };
        let Found { top, cost: so_far, length, ref used, .. } = self.found[path];
        if self.machine.refusal_on(top, word).is_some() {
            return;
        }
        let mut used = used.clone();
        if let Some(place) = place {
            used.insert(place);
        }
        let all = self.machine.all();
        let (reached, _) = self.machine.step(top, word, all);
        if self.leads_back(top, reached) {
            self.machine.truncate(all);
            return;
        }
        let top = self.known_stack(reached);
        if self.promises(top) {
            let cost = so_far + u64::from(cost);
            self.push(Found { top, before: path, word, cost, length: length + 1, used });
        }
    }

    /// Whether `reached` is a frame newly opened on `top` in which the goal cannot come to be accepted,
    /// and which has not moved `top`'s content: closing it would lead back to where we are.
    fn leads_back(&mut self, top: NodeId, reached: NodeId) -> bool {
        let frame = *self.machine.frames.at(reached);
        let takes = frame.kind.is_none_or(|kind| self.takers.contains(kind.index()));
        if frame.below != top || takes {
            return false;
        }
        // OK because the older of the two sets is asked for first, so the newer is never kept.
        let before = self.known_set(self.machine.frames.at(top).set);
        before == self.known_set(frame.after)
    }

    /// The node that stands for all stacks that are the same as this one. What was added for nothing
    /// is dropped.
    fn known_stack(&mut self, node: NodeId) -> NodeId {
        let frame = *self.machine.frames.at(node);
        let (set, after) = (self.known_set(frame.set), self.known_set(frame.after));
        let key = (frame.below, frame.kind, frame.label, set, after);
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

    /// The first set met that can be told from this one by no word. A start set is only the same as itself.
    fn known_set(&mut self, set: SetId) -> SetId {
        let chart = &self.machine.chart;
        if chart.items(set).is_empty() {
            return set;
        }
        let waiting = chart.waiting_items(&self.machine.rules, set).to_vec();
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
        let cost = self.found[path].cost;
        let mut words = Vec::new();
        let mut at = path;
        while self.found[at].length > 0 {
            words.push(self.found[at].word);
            at = self.found[at].before;
        }
        words.reverse();
        Path { words, cost }
    }
}

impl Path {
    /// The terminals of its words.
    pub fn terminals(&self) -> impl Iterator<Item = TerminalId> + '_ {
        self.words.iter().map(|word| word.terminal)
    }
}
