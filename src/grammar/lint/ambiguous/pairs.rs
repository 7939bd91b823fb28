//! Search for a shortest sentential form with two derivations, for every nonterminal at once.
//!
//! A state is a pair of [`Stacks`]: two derivations that have read the same symbols. They begin
//! with different rules of one nonterminal, or one of them reads the nonterminal undivided. A
//! symbol is a terminal, or a nonterminal that represents its texts. Both read the same symbol
//! next; before that, each predicts and reduces by itself (its *closure*).
//!
//! The stacks begin at the nonterminal where the derivations differ, and grow at the bottom: if one
//! derivation has completed the root while the other has not, the root becomes a child of each rule
//! that contains it. The symbols before it in that rule precede the form. If both complete the root
//! at the same time, it is ambiguous. Lemma: every pair of trees that differ in the rule of the
//! root, or in the extent of one of its children, is found this way, up to equal subtrees, which
//! become symbols of the form. Nonterminals that are ambiguous only by what they contain are not
//! found.
//!
//! A common subtree that derives the empty text adds nothing to the form: its nonterminal is read
//! for free, up to [`FREE`] times.
//!
//! The search is iterated with increasing length of the form, so the first form is a shortest one
//! (in which an undivided nonterminal counts as a symbol, even if it could be empty).
//! The shortest rest of each derivation and the distances of the [`PairFilter`] are lower bounds.
//! The search stops at a number of steps; if no bound has pruned anything, the search was
//! exhaustive, and the remaining nonterminals are proved.

use super::filter::{PairFilter, Parting};
use super::items::{ItemId, ItemTable};
use super::stacks::{EMPTY, StackId, Stacks};
use crate::base::{HashMap, HashSet};
use std::rc::Rc;

/// The greatest number of nonterminals that are read for free on the way to a state. Cyclic
/// grammars have infinitely many.
const FREE: usize = 6;

/// The limits of a search.
#[derive(Clone, Copy)]
pub(super) struct PairLimits {
    /// The greatest number of steps of the filter.
    pub(super) filter: usize,
    /// The greatest number of states and items of the search.
    pub(super) search: usize,
    /// The greatest length of a form.
    pub(super) length: usize,
}

/// A nonterminal with a form that it derives in two ways.
pub(super) struct AmbiguousForm {
    pub(super) nonterminal: usize,
    /// The symbols of the form, numbered as in the [`ItemTable`].
    pub(super) form: Vec<usize>,
}

/// The steps of one derivation before it reads a symbol.
#[derive(Default)]
struct StackClosure {
    /// The symbols that it may read, ascending, each with the stack after it.
    reads: Vec<(usize, StackId)>,
    /// The stacks with a complete item at the top, if the closure does not reduce.
    complete: Vec<StackId>,
    /// True if the derivation may end here.
    is_whole: bool,
    /// True if a bound has removed something.
    is_cut: bool,
}

/// The two derivations of a state, and their relation. Their order is ascending, unless it matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PairState {
    one: StackId,
    other: StackId,
    parting: Parting,
}

/// A state with the path to it.
struct PairNode {
    state: PairState,
    /// The length of the form so far.
    length: usize,
    /// The number of nonterminals that were read for free.
    free: usize,
    /// The predecessor; `None` for the first states.
    from: Option<usize>,
    /// Items that became bottoms of the stacks, the outermost first.
    bases: Vec<ItemId>,
    /// The symbol read after that.
    read: Option<usize>,
}

/// A search in one grammar.
pub(super) struct PairSearch<'t> {
    table: &'t ItemTable,
    limits: PairLimits,
    filter: Option<PairFilter>,
    stacks: Stacks<'t>,
    /// The closures by stack, whether they reduce, and the number of symbols that may follow.
    closures: HashMap<(StackId, bool, usize), Rc<StackClosure>>,
    /// By nonterminal: true if it is neither proved nor found to be ambiguous.
    pub(super) open: Vec<bool>,
    pub(super) found: Vec<AmbiguousForm>,
    /// The greatest length for which all forms were searched.
    pub(super) complete_length: usize,
    steps: usize,
    nodes: Vec<PairNode>,
    known: HashMap<PairState, usize>,
    /// The states to be expanded, by length of the form.
    buckets: Vec<Vec<usize>>,
    /// The greatest length of a form in the current iteration.
    longest: usize,
    is_cut: bool,
}

impl<'t> PairSearch<'t> {
    /// Creates a search; this runs the filter.
    pub(super) fn new(table: &'t ItemTable, limits: PairLimits) -> Self {
        let filter = PairFilter::new(table, limits.filter);
        let open = match &filter {
            Some(filter) => filter.unproved(table),
            None => vec![true; table.nonterminals],
        };
        let steps = filter.as_ref().map_or(limits.filter, PairFilter::steps);
        Self {
            table,
            limits: PairLimits { search: limits.search.saturating_add(steps), ..limits },
            filter,
            stacks: Stacks::new(table),
            closures: HashMap::default(),
            open,
            found: Vec::new(),
            complete_length: 0,
            steps,
            nodes: Vec::new(),
            known: HashMap::default(),
            buckets: Vec::new(),
            longest: 0,
            is_cut: false,
        }
    }

    /// Searches until every nonterminal is decided or a limit is reached.
    pub(super) fn run(&mut self) {
        for longest in 1..=self.limits.length {
            if !self.open.contains(&true) {
                return;
            }
            if let Some(filter) = &mut self.filter {
                filter.measure(self.table, &self.open);
            }
            self.closures.clear();
            (self.longest, self.is_cut) = (longest, false);
            self.search();
            if self.has_stopped() {
                return;
            }
            self.complete_length = longest;
            if !self.is_cut {
                self.open.fill(false);
            }
        }
    }

    /// Reports whether the filter could visit all pairs.
    pub(super) const fn is_filtered(&self) -> bool {
        self.filter.is_some()
    }

    /// Returns the number of steps taken, those of the filter included.
    pub(super) const fn steps(&self) -> usize {
        self.steps
    }

    const fn has_stopped(&self) -> bool {
        self.steps > self.limits.search
    }

    /// Visits all states with forms up to the current length.
    fn search(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.buckets = vec![Vec::new(); self.longest + 1];
        for (left, firsts) in self.table.first.iter().enumerate() {
            let leaf = self.stacks.push(self.table.leaf(left), EMPTY);
            for (number, &one) in firsts.iter().enumerate() {
                let one = self.stacks.push(one, EMPTY);
                self.add((one, leaf, Parting::Together), 0, None, None);
                for &other in &firsts[number + 1..] {
                    let other = self.stacks.push(other, EMPTY);
                    self.add((one, other, Parting::Together), 0, None, None);
                }
            }
        }
        for length in 0..=self.longest {
            while let Some(node) = self.buckets[length].pop() {
                if self.has_stopped() {
                    return;
                }
                if self.known.get(&self.nodes[node].state) == Some(&node) {
                    self.expand(node);
                }
            }
        }
    }

    /// Adds a state, unless it is known with a form that is no longer, or is too far from an end.
    fn add(
        &mut self,
        (one, other, parting): (StackId, StackId, Parting),
        length: usize,
        from: Option<usize>,
        read: Option<usize>,
    ) {
        self.add_with_bases((one, other, parting), length, (from, Vec::new(), read));
    }

    /// Adds a state whose stacks have new items at the bottom.
    fn add_with_bases(
        &mut self,
        (one, other, parting): (StackId, StackId, Parting),
        length: usize,
        (from, bases, read): (Option<usize>, Vec<ItemId>, Option<usize>),
    ) {
        self.steps += 1;
        let mut need = self.stacks.need(one).max(self.stacks.need(other));
        if let Some(filter) = &self.filter
            && !self.stacks.is_whole(one)
            && !self.stacks.is_whole(other)
        {
            match filter.distance((self.stacks.top(one), self.stacks.top(other), parting)) {
                Some(distance) => need = need.max(distance),
                None => return,
            }
        }
        if length + need > self.longest {
            self.is_cut = true;
            return;
        }
        let is_ordered = parting == Parting::Waiting || one <= other;
        let (one, other) = if is_ordered { (one, other) } else { (other, one) };
        let state = PairState { one, other, parting };
        if let Some(&known) = self.known.get(&state)
            && self.nodes[known].length <= length
        {
            return;
        }
        self.known.insert(state, self.nodes.len());
        self.buckets[length].push(self.nodes.len());
        let free = match from {
            Some(from) => {
                let is_free = parting == Parting::Together && read.is_none();
                self.nodes[from].free + usize::from(is_free)
            }
            None => 0,
        };
        self.nodes.push(PairNode { state, length, free, from, bases, read });
    }

    /// Adds the successors of a state, and records its root if both derivations may end here.
    fn expand(&mut self, node: usize) {
        let PairNode { state: PairState { one, other, parting }, length, .. } = self.nodes[node];
        if self.stacks.is_whole(one) {
            return self.leave_root(node, one, other);
        }
        if self.stacks.is_whole(other) {
            return self.leave_root(node, other, one);
        }
        let rest = self.longest - length;
        let first = self.closure(one, parting != Parting::Together, rest);
        let second = self.closure(other, parting == Parting::Parted, rest);
        match parting {
            Parting::Together => self.part(node, (one, &first), (other, &second)),
            Parting::Parted if first.is_whole && second.is_whole => self.record(node, one),
            Parting::Parted if second.is_whole => self.complete_root(node, one, parting),
            Parting::Waiting | Parting::Parted if first.is_whole => {
                self.complete_root(node, other, parting);
            }
            Parting::Waiting | Parting::Parted => {}
        }
        let may_be_free = parting == Parting::Together && self.nodes[node].free < FREE;
        for (symbol, one, other) in common(&first.reads, &second.reads) {
            // A leaf must be part of the form, since it is a derivation of its own.
            let has_leaf = self.stacks.is_whole(one) || self.stacks.is_whole(other);
            if may_be_free && !has_leaf && self.table.is_nullable(symbol) {
                self.add((one, other, parting), length, Some(node), None);
            } else {
                self.add((one, other, parting.read()), length + 1, Some(node), Some(symbol));
            }
        }
    }

    /// Adds the states after a conflict: the derivations make different reductions, or one makes a
    /// reduction and the other waits for the next symbol.
    fn part(
        &mut self,
        node: usize,
        (one, first): (StackId, &StackClosure),
        (other, second): (StackId, &StackClosure),
    ) {
        let length = self.nodes[node].length;
        for (reducing, waiting) in [(first, other), (second, one)] {
            for &stack in &reducing.complete {
                let reduced = self.stacks.reduce(stack);
                self.add((reduced, waiting, Parting::Waiting), length, Some(node), None);
            }
        }
        for &one in &first.complete {
            for &other in &second.complete {
                if self.stacks.top(one) != self.stacks.top(other) {
                    let pair = (self.stacks.reduce(one), self.stacks.reduce(other));
                    self.add((pair.0, pair.1, Parting::Parted), length, Some(node), None);
                }
            }
        }
    }

    /// Adds the state in which one derivation has completed the root, and the other has the stack
    /// `staying`.
    fn complete_root(&mut self, node: usize, staying: StackId, parting: Parting) {
        let root = self.stacks.root(staying);
        let whole = self.stacks.whole(root);
        self.add((whole, staying, parting), self.nodes[node].length, Some(node), None);
    }

    /// Adds the successors of a state in which one derivation has completed the root. The other one
    /// reads at least one more symbol in it.
    fn leave_root(&mut self, node: usize, whole: StackId, other: StackId) {
        let PairNode { state: PairState { parting, .. }, length, .. } = self.nodes[node];
        let rest = self.longest - length;
        if parting != Parting::Waiting && self.closure(other, true, rest).is_whole {
            self.record(node, other);
        }
        let root = self.table.left[self.stacks.top(whole)];
        // Whether the derivations around and inside of the root reduce, and their next relation.
        let ways: &[(bool, bool, Parting)] = match parting {
            Parting::Together => {
                &[(false, false, Parting::Together), (true, true, Parting::Parted)]
            }
            Parting::Waiting => &[(true, false, Parting::Parted)],
            Parting::Parted => &[(true, true, Parting::Parted)],
        };
        for &(reduces_around, reduces_inside, parting) in ways {
            let inside = self.closure(other, reduces_inside, rest);
            // Roots to leave, each with the items that contain it, the innermost first.
            let mut roots: Vec<(usize, Vec<ItemId>)> = vec![(root, Vec::new())];
            let mut seen = HashSet::from_iter([root]);
            while let Some((root, bases)) = roots.pop() {
                for &parent in &self.table.before[root] {
                    self.steps += 1;
                    let mut bases = bases.clone();
                    bases.push(parent);
                    let length =
                        length + bases.iter().map(|&base| self.table.dot[base]).sum::<usize>();
                    if length >= self.longest {
                        self.is_cut = true;
                        continue;
                    }
                    let around = self.stacks.push(parent + 1, EMPTY);
                    let around = self.closure(around, reduces_around, self.longest - length);
                    let left = self.table.left[parent];
                    if around.is_whole && seen.insert(left) {
                        roots.push((left, bases.clone()));
                    }
                    bases.reverse();
                    for (symbol, one, other) in common(&around.reads, &inside.reads) {
                        let other = self.stacks.rebase(other, &bases);
                        let path = (Some(node), bases.clone(), Some(symbol));
                        self.add_with_bases((one, other, parting), length + 1, path);
                    }
                }
            }
        }
    }

    /// Records that the root of a state is ambiguous, with the form that leads to the state.
    fn record(&mut self, node: usize, stack: StackId) {
        let nonterminal = self.stacks.root(stack);
        if !std::mem::replace(&mut self.open[nonterminal], false) {
            return;
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut at = Some(node);
        while let Some(node) = at {
            let node = &self.nodes[node];
            after.extend(node.read);
            for &base in &node.bases {
                before.extend(self.table.prefix(base));
            }
            at = node.from;
        }
        before.extend(after.iter().rev());
        self.found.push(AmbiguousForm { nonterminal, form: before });
    }

    /// Returns the closure of a stack after which at most `rest` symbols follow.
    fn closure(&mut self, stack: StackId, reduces: bool, rest: usize) -> Rc<StackClosure> {
        let key = (stack, reduces, rest);
        let closure = match self.closures.get(&key) {
            Some(known) => known.clone(),
            None => {
                let closure = Rc::new(self.new_closure(stack, reduces, rest));
                self.closures.insert(key, closure.clone());
                closure
            }
        };
        self.is_cut |= closure.is_cut;
        closure
    }

    fn new_closure(&mut self, stack: StackId, reduces: bool, rest: usize) -> StackClosure {
        let table = self.table;
        let mut closure = StackClosure::default();
        // The predicted items of a stack that are not reduced yet, as a list: the item, what waits
        // below it, and the prediction before.
        let mut predictions: Vec<(ItemId, usize, Option<usize>)> = Vec::new();
        let mut seen = HashSet::default();
        let mut open: Vec<(StackId, Option<usize>)> = vec![(stack, None)];
        while let Some((stack, last)) = open.pop() {
            self.steps += 1;
            if self.has_stopped() {
                closure.is_cut = true;
                break;
            }
            if !seen.insert(stack) {
                continue;
            }
            let item = self.stacks.top(stack);
            let Some(symbol) = table.next[item] else {
                if table.is_leaf(item) || (reduces && self.stacks.is_single(stack)) {
                    closure.is_whole = true;
                } else if reduces {
                    let last = last.and_then(|at| predictions[at].2);
                    open.push((self.stacks.reduce(stack), last));
                } else {
                    closure.complete.push(stack);
                }
                continue;
            };
            let after = self.stacks.advance(stack);
            if let Some(distance) = self.least(item + 1, reduces) {
                let length = usize::from(reduces || !table.is_nullable(symbol));
                if self.stacks.need(after).max(distance) + length <= rest {
                    closure.reads.push((symbol, after));
                } else {
                    closure.is_cut = true;
                }
            }
            let waits = self.stacks.waits(stack);
            for &first in table.predicted(item) {
                // OK because a nonterminal that is predicted inside itself, with nothing that must
                // follow, is cyclic. It is found, and all that contain it are ambiguous.
                let is_repeated = std::iter::successors(last, |&at| predictions[at].2)
                    .any(|at| (predictions[at].0, predictions[at].1) == (first, waits));
                if is_repeated || waits + table.need[first] > rest {
                    closure.is_cut = true;
                    continue;
                }
                predictions.push((first, waits, last));
                let predicted = self.stacks.push(first, stack);
                open.push((predicted, Some(predictions.len() - 1)));
            }
        }
        closure.reads.sort_unstable();
        closure
    }

    /// Returns the least distance to an end after a symbol was read, with the item then at the top
    /// of the stack; `None` if the filter excludes the item.
    fn least(&self, item: ItemId, has_parted: bool) -> Option<usize> {
        let Some(filter) = &self.filter else { return Some(0) };
        if self.table.is_leaf(item) {
            return Some(0);
        }
        let parted = filter.least(item, Parting::Parted);
        match filter.least(item, Parting::Together) {
            Some(together) if !has_parted => {
                Some(parted.map_or(together, |parted| parted.min(together)))
            }
            _ => parted,
        }
    }
}

/// Returns the symbols that occur in both lists, with each pair of their stacks.
fn common(
    first: &[(usize, StackId)],
    second: &[(usize, StackId)],
) -> Vec<(usize, StackId, StackId)> {
    let mut pairs = Vec::new();
    let mut start = 0;
    for &(symbol, one) in first {
        start += second[start..].iter().take_while(|read| read.0 < symbol).count();
        for &(_, other) in second[start..].iter().take_while(|read| read.0 == symbol) {
            pairs.push((symbol, one, other));
        }
    }
    pairs
}
