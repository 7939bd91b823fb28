//! The shared packed parse forest of a text: all its trees in polynomial space.
//!
//! The forest is built top down from the whole text, so it has only nodes that are part of some
//! tree. A worklist replaces recursion. There are two kinds of nodes, as in Scott's "SPPF-style
//! parsing from Earley recognisers" (2008). A *span* is a nonterminal from one set to another, with
//! one alternative for each rule. A *prefix* is a dotted rule from one set to another, with one
//! *way* for each set where its last symbol may begin. So no node has more than two parts, and the
//! forest is cubic at worst.
//!
//! The chart has, for each item, the sets where its last symbol began. It lacks the items that a
//! Leo item has skipped: the first query about a set walks that set's chains again and records the
//! skipped items, each once. It lacks predicted items, too, but the part before their dots is
//! empty, and empty spans follow from the rules alone.
//!
//! Trees are ranked (`trees.rs`). Alternatives are in the order of the rules. Ways are in the order
//! of the *later* beginning first, so that the left part is as long as possible.

use super::automaton::Automaton;
use super::chart::Chart;
use super::closure::Dotted;
use super::intern::QuickMap;
use super::items::{BackLink, Item, SetId};
use super::recogniser::Recogniser;
use super::rules::Rules;
use super::symbols::{NonterminalId, RuleId, Symbol, TerminalId};
use crate::util::narrow;

crate::id_type! {
    /// A nonterminal from one set to another.
    pub(super) SpanId
}
crate::id_type! {
    /// A dotted rule, its dot not first, from one set to another.
    pub(super) PrefixId
}

/// The last symbol of a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    Terminal(TerminalId, u32),
    Span(SpanId),
}

/// One decomposition of a prefix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    /// The part before the last symbol; `None` if and only if the last symbol is also the first.
    pub(super) before: Option<PrefixId>,
    pub(super) last: Last,
}

/// One rule that derives a span, with its whole right side; `None` if that is empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alternative {
    pub(super) rule: RuleId,
    pub(super) right: Option<PrefixId>,
}

/// The extent of a span, and its alternatives.
#[derive(Clone, Default, Debug)]
pub(super) struct SpanNode {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) alternatives: Vec<Alternative>,
}

/// All trees of one text.
#[derive(Clone, Debug)]
pub struct Forest {
    pub(super) rules: Automaton,
    pub(super) spans: Vec<SpanNode>,
    pub(super) prefixes: Vec<Vec<Division>>,
    pub(super) root: SpanId,
    /// For each span, whether a cycle can be reached from it (`cycles.rs`).
    pub(super) loops: Vec<bool>,
    work: u64,
}

impl Forest {
    /// Returns the rules that its trees refer to.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.spans.len() + self.prefixes.len()
    }

    /// Returns the work done to build the forest. It counts the nodes, their alternatives and
    /// divisions, and the visited links and Leo chains of the chart.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }
}

impl Recogniser {
    /// Returns all trees of the text read so far. Returns `None` if the text is not complete, if
    /// the chart was not kept ([`Options::keeps_chart`](super::Options::keeps_chart)), or if a
    /// frame was ever opened.
    #[must_use]
    pub fn forest(&self) -> Option<Forest> {
        let chart = self.machine.chart.textbook().filter(|_| self.options.keeps_chart)?;
        if !self.only_root || !self.complete() {
            return None;
        }
        let rules = &self.machine.rules;
        let (start, end) = self.root_sets();
        let mut maker = Maker {
            rules,
            chart,
            root_start: start,
            sets_before: rules.kinds_by_content().contents.len(),
            spans: Vec::new(),
            prefixes: Vec::new(),
            span_ids: QuickMap::default(),
            prefix_ids: QuickMap::default(),
            open: Vec::new(),
            walked: Vec::new(),
            left_out: QuickMap::default(),
            work: 0,
        };
        let root = maker.span(self.machine.root.0, start, end);
        maker.answer_all();
        let Maker { spans, prefixes, work, .. } = maker;
        let (rules, loops) = (rules.clone(), Vec::new());
        let mut forest = Forest { rules, spans, prefixes, root, loops, work };
        forest.loops = forest.find_loops();
        Some(forest)
    }
}

enum ForestTask {
    Span(SpanId, NonterminalId, SetId, SetId),
    Prefix(PrefixId, Item, SetId),
}

/// The identity of a span.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SpanKey {
    nonterminal: NonterminalId,
    start: SetId,
    end: SetId,
}

struct Maker<'c> {
    rules: &'c Rules,
    chart: &'c Chart,
    root_start: SetId,
    /// The number of start sets; the sets of the text are numbered after them.
    sets_before: usize,
    spans: Vec<SpanNode>,
    prefixes: Vec<Vec<Division>>,
    span_ids: QuickMap<SpanKey, SpanId>,
    prefix_ids: QuickMap<(Item, SetId), PrefixId>,
    open: Vec<ForestTask>,
    /// For each set, whether the Leo chains that end in it have been walked.
    walked: Vec<bool>,
    /// For items that Leo items skipped, by item and set: the sets where the last symbol began.
    left_out: QuickMap<(Item, SetId), Vec<SetId>>,
    /// The counter of [`Forest::work`].
    work: u64,
}

impl Maker<'_> {
    fn position(&self, set: SetId) -> u32 {
        if set == self.root_start { 0 } else { narrow(set.index() - self.sets_before + 1) }
    }

    fn span(&mut self, nonterminal: NonterminalId, start: SetId, end: SetId) -> SpanId {
        let next = SpanId::new(self.spans.len());
        let id = *self.span_ids.entry(SpanKey { nonterminal, start, end }).or_insert(next);
        if id == next {
            let (from, to) = (self.position(start), self.position(end));
            self.spans.push(SpanNode { start: from, end: to, alternatives: Vec::new() });
            self.open.push(ForestTask::Span(id, nonterminal, start, end));
        }
        id
    }

    /// Returns the prefix of an item in set `end`; `None` if its dot is first.
    fn prefix(&mut self, item: Item, end: SetId) -> Option<PrefixId> {
        if self.rules.analysis.rule(item.dotted).dot == 0 {
            return None;
        }
        let next = PrefixId::new(self.prefixes.len());
        let id = *self.prefix_ids.entry((item, end)).or_insert(next);
        if id == next {
            self.prefixes.push(Vec::new());
            self.open.push(ForestTask::Prefix(id, item, end));
        }
        Some(id)
    }

    fn answer_all(&mut self) {
        while let Some(task) = self.open.pop() {
            self.work += 1;
            match task {
                ForestTask::Span(id, nonterminal, start, end) => {
                    let alternatives = self.alternatives(nonterminal, start, end);
                    self.spans[id.index()].alternatives = alternatives;
                }
                ForestTask::Prefix(id, item, end) => {
                    self.prefixes[id.index()] = self.divisions(item, end)
                }
            }
        }
    }

    fn alternatives(&mut self, left: NonterminalId, start: SetId, end: SetId) -> Vec<Alternative> {
        self.walk_chains(end);
        let mut alternatives = Vec::new();
        for &rule in self.rules.of(left) {
            self.work += 1;
            let length = self.rules.right(rule).len();
            let first = self.rules.analysis.first_dot[rule.index()];
            let dotted = Dotted::new(first.index() + length);
            let item = Item { dotted, origin: start };
            let derives = if start == end {
                self.is_empty(rule)
            } else {
                self.chart.index_of(self.rules, end, item).is_some()
                    || self.left_out.contains_key(&(item, end))
            };
            if derives {
                alternatives.push(Alternative { rule, right: self.prefix(item, end) });
            }
        }
        alternatives
    }

    /// Reports whether a rule derives the empty text.
    fn is_empty(&self, rule: RuleId) -> bool {
        self.rules.right(rule).iter().all(
            |&symbol| matches!(symbol, Symbol::Nonterminal(symbol) if self.rules.is_nullable(symbol)),
        )
    }

    /// Returns the divisions of a prefix, latest first.
    fn divisions(&mut self, item: Item, end: SetId) -> Vec<Division> {
        let back = item.dotted.back();
        let mut divisions = Vec::new();
        for middle in self.middles(item, end) {
            self.work += 1;
            let last = match self.rules.analysis.rule(back).next {
                Some(Symbol::Nonterminal(symbol)) => Last::Span(self.span(symbol, middle, end)),
                Some(Symbol::Terminal(terminal)) => Last::Terminal(terminal, self.position(middle)),
                None => continue,
            };
            let before = self.prefix(Item { dotted: back, ..item }, middle);
            divisions.push(Division { before, last });
        }
        divisions
    }

    /// Returns the sets where the last symbol before the dot may begin, latest first.
    fn middles(&self, item: Item, end: SetId) -> Vec<SetId> {
        if item.origin == end {
            return vec![end];
        }
        let mut middles: Vec<SetId> = Vec::new();
        if let Some(index) = self.chart.index_of(self.rules, end, item) {
            for link in self.chart.links(end, index) {
                if let BackLink::From(set) = link {
                    middles.push(*set);
                }
            }
        }
        if let Some(left_out) = self.left_out.get(&(item, end)) {
            middles.extend_from_slice(left_out);
        }
        middles.sort_unstable_by_key(|&set| std::cmp::Reverse(self.position(set)));
        middles.dedup();
        middles
    }

    /// Records the items that Leo items skipped on the way to set `end`.
    fn walk_chains(&mut self, end: SetId) {
        if self.walked.len() <= end.index() {
            self.walked.resize(end.index() + 1, false);
        }
        if std::mem::replace(&mut self.walked[end.index()], true) {
            return;
        }
        for index in 0..self.chart.items(end).len() {
            for &link in self.chart.links(end, index) {
                self.work += 1;
                if let BackLink::Leo(set, nonterminal) = link {
                    self.walk_chain(set, nonterminal, end);
                }
            }
        }
    }

    fn walk_chain(&mut self, set: SetId, nonterminal: NonterminalId, end: SetId) {
        let (mut set, mut nonterminal) = (set, nonterminal);
        while let Some(item) = self.chart.chain_step(self.rules, set, nonterminal) {
            self.work += 1;
            let begins = self.left_out.entry((item, end)).or_default();
            if begins.contains(&set) {
                return;
            }
            begins.push(set);
            (set, nonterminal) = (item.origin, self.rules.analysis.rule(item.dotted).left);
        }
    }
}
