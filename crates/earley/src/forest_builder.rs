//! The construction of a forest from a chart that has kept its sets.
//!
//! A chart of cores has no back links and no complete items, so that reading records nothing. The
//! builder derives the items of a set again, from the items of older sets, but only for the sets
//! where a node of the forest ends in a nonterminal. The result of Earley's completer is the same
//! with or without Leo items, which the builder does not use: where a chain of completions ends, all
//! its items are derived, each once.
//!
//! The text is swept from right to left. All nodes that end at one position are built together, and
//! a node only demands parts that end at the same position or before. So each set is visited once,
//! and the tables for one set suffice. A demand names the field that the new node's number is
//! written to ([`Field`]), and waits in a list at its position.
//!
//! The forest is built top down, so it has only nodes that are part of some tree.

use super::closure::Dotted;
use super::cores::WaitingLists;
use super::forest::{
    Division, Forest, Nodes, Part, PartKind, PrefixId, RuleChoice, SpanId, SpanNode,
};
use super::intern::InsertionSet;
use super::items::{Item, SetId};
use super::recogniser::Recogniser;
use super::rules::Rules;
use super::sets::Sets;
use super::symbols::{NonterminalId, RuleId, Symbol};
use crate::util::{counted, narrow, wide};

impl Recogniser {
    /// Returns all trees of the text read so far. Returns `None` if the text is not complete, if
    /// the chart was not kept ([`Options::keeps_chart`](super::Options::keeps_chart)), or if a
    /// frame was ever opened.
    #[must_use]
    pub fn forest(&self) -> Option<Forest> {
        if !self.options.keeps_chart || !self.only_root || !self.complete() {
            return None;
        }
        let (rules, chart) = (&self.machine.rules, &self.machine.chart);
        let (start, end) = self.root_sets();
        let mut builder = Builder {
            rules,
            chart,
            root_start: start,
            first_read: chart.first_read(rules, start),
            nodes: Nodes::default(),
            waiting: Vec::new(),
            demands: Vec::new(),
            free: NONE,
            local: Local::default(),
            lists: WaitingLists::default(),
            items: Vec::new(),
            middles: Vec::new(),
            root: SpanId::new(0),
            work: 0,
        };
        let length = builder.position(end);
        builder.waiting = vec![NONE; wide(length) + 1];
        builder.demand(Goal::Span(self.machine.root.0, start), length, Field::Root);
        for position in (0..=length).rev() {
            builder.visit(position);
        }
        let mut words = Vec::with_capacity(wide(length));
        for position in 1..=length {
            words.extend(chart.terminal(builder.set_at(position)));
        }
        let Builder { mut nodes, root, work, .. } = builder;
        nodes.shrink();
        let mut forest =
            Forest { rules: rules.clone(), words, nodes, root, loops: Vec::new(), work };
        forest.loops = forest.find_loops();
        Some(forest)
    }
}

impl Nodes {
    fn shrink(&mut self) {
        self.spans.shrink_to_fit();
        self.choices.shrink_to_fit();
        self.prefixes.shrink_to_fit();
        self.divisions.shrink_to_fit();
    }
}

/// The end of a linked list of demands, links or items.
const NONE: u32 = u32::MAX;

/// The identity of a node among those that end at one position.
#[derive(Clone, Copy)]
enum Goal {
    Span(NonterminalId, SetId),
    Prefix(Item),
}

/// A field of the forest that refers to a node.
#[derive(Clone, Copy)]
enum Field {
    Root,
    Right(u32),
    Before(u32),
    Last(u32),
}

/// A node that the forest needs, and the field that refers to it.
#[derive(Clone, Copy)]
struct Demand {
    goal: Goal,
    field: Field,
    /// The next demand at the same position, for the same node, or in the list of free entries.
    next: u32,
}

/// The last symbol of an item that ends in the current set, and where it begins.
#[derive(Clone, Copy)]
enum Begin {
    /// A word, in the set before.
    Word,
    /// An empty nonterminal, in the current set.
    Empty,
    /// The nonterminal and the set of `Local::spans` with this index.
    Span(u32),
}

/// One possible beginning of the last symbol of an item, in a linked list.
#[derive(Clone, Copy)]
struct Link {
    begin: Begin,
    next: u32,
}

/// A complete item of a span, in a linked list.
#[derive(Clone, Copy)]
struct Complete {
    dotted: Dotted,
    next: u32,
}

/// The state of a possible node that ends in the current set.
#[derive(Clone, Copy)]
struct Candidate {
    /// The demands for the node, before it is built.
    demands: u32,
    /// The node, once it is built.
    built: Option<Part>,
    /// The first complete item of a span, or the first link of a prefix.
    first: u32,
}

const CANDIDATE: Candidate = Candidate { demands: NONE, built: None, first: NONE };

/// A possible node, as an index into one of the tables of [`Local`].
#[derive(Clone, Copy)]
enum Place {
    Span(u32),
    Prefix(u32),
}

/// The items of the current set, each with the node that it stands for.
///
/// An item after its first symbol gives no prefix, and is derived in one way only. So `items` has
/// only the items after more symbols.
#[derive(Default)]
struct Local {
    /// The complete nonterminals, each with its origin.
    spans: InsertionSet<(NonterminalId, SetId)>,
    span_candidates: Vec<Candidate>,
    complete: Vec<Complete>,
    items: InsertionSet<Item>,
    item_candidates: Vec<Candidate>,
    links: Vec<Link>,
    /// The nodes that are demanded and not built.
    open: Vec<Place>,
}

impl Local {
    fn clear(&mut self) {
        self.spans.clear();
        self.span_candidates.clear();
        self.complete.clear();
        self.items.clear();
        self.item_candidates.clear();
        self.links.clear();
    }

    fn span(&mut self, nonterminal: NonterminalId, origin: SetId) -> usize {
        let (index, is_new) = self.spans.insert((nonterminal, origin));
        if is_new {
            self.span_candidates.push(CANDIDATE);
        }
        index
    }

    fn item(&mut self, item: Item) -> (usize, bool) {
        let (index, is_new) = self.items.insert(item);
        if is_new {
            self.item_candidates.push(CANDIDATE);
        }
        (index, is_new)
    }

    fn place(&mut self, goal: Goal) -> Place {
        match goal {
            Goal::Span(nonterminal, origin) => Place::Span(narrow(self.span(nonterminal, origin))),
            Goal::Prefix(item) => Place::Prefix(narrow(self.item(item).0)),
        }
    }

    fn candidate(&mut self, place: Place) -> &mut Candidate {
        match place {
            Place::Span(index) => &mut self.span_candidates[wide(index)],
            Place::Prefix(index) => &mut self.item_candidates[wide(index)],
        }
    }
}

struct Builder<'c> {
    rules: &'c Rules,
    chart: &'c Sets,
    root_start: SetId,
    /// The number of the set after the first word.
    first_read: usize,
    nodes: Nodes,
    /// For each position, its first demand.
    waiting: Vec<u32>,
    demands: Vec<Demand>,
    /// The first free entry of `demands`.
    free: u32,
    local: Local,
    lists: WaitingLists,
    /// Scratch space of `derive`.
    items: Vec<Item>,
    /// Scratch space of `prefix`: beginnings, each with its set.
    middles: Vec<(SetId, Begin)>,
    root: SpanId,
    /// The counter of [`Forest::work`].
    work: u64,
}

impl Builder<'_> {
    #[inline(always)]
    fn position(&self, set: SetId) -> u32 {
        if set == self.root_start { 0 } else { narrow(set.index() - self.first_read + 1) }
    }

    fn set_at(&self, position: u32) -> SetId {
        match position {
            0 => self.root_start,
            _ => SetId::new(self.first_read + wide(position) - 1),
        }
    }

    /// Demands a node that ends at `position`.
    fn demand(&mut self, goal: Goal, position: u32, field: Field) {
        let next = self.waiting[wide(position)];
        self.waiting[wide(position)] = self.store(Demand { goal, field, next });
    }

    fn store(&mut self, demand: Demand) -> u32 {
        if self.free == NONE {
            self.demands.push(demand);
            return narrow(self.demands.len() - 1);
        }
        let index = self.free;
        self.free = self.demands[wide(index)].next;
        self.demands[wide(index)] = demand;
        index
    }

    /// Builds all demanded nodes that end at `position`.
    fn visit(&mut self, position: u32) {
        let first = self.waiting[wide(position)];
        if first == NONE {
            return;
        }
        let end = self.set_at(position);
        self.local.clear();
        let mut next = first;
        while next != NONE {
            let demand = self.demands[wide(next)];
            if self.needs_items(demand.goal, end) {
                self.derive_all(end, position);
                break;
            }
            next = demand.next;
        }
        next = first;
        while next != NONE {
            let demand = self.demands[wide(next)];
            let place = self.local.place(demand.goal);
            self.await_node(place, next);
            next = demand.next;
        }
        while let Some(place) = self.local.open.pop() {
            self.work += 1;
            let built = match place {
                Place::Span(index) => self.span(wide(index), end, position),
                Place::Prefix(index) => self.prefix(wide(index), end, position),
            };
            let candidate = self.local.candidate(place);
            candidate.built = Some(built);
            let mut demand = candidate.demands;
            while demand != NONE {
                let Demand { field, next, .. } = self.demands[wide(demand)];
                self.set_field(field, built);
                self.demands[wide(demand)].next = self.free;
                self.free = demand;
                demand = next;
            }
        }
    }

    /// Reports whether a node follows only from the items of the set where it ends.
    fn needs_items(&self, goal: Goal, end: SetId) -> bool {
        match goal {
            Goal::Span(_, origin) => origin != end,
            Goal::Prefix(Item { dotted, origin }) => {
                let last = self.rules.analysis.rule(dotted.back()).next;
                origin != end && matches!(last, Some(Symbol::Nonterminal(_)))
            }
        }
    }

    /// Adds demand number `demand` for a node that ends in the current set, and is not built.
    fn await_node(&mut self, place: Place, demand: u32) {
        let candidate = self.local.candidate(place);
        let first = std::mem::replace(&mut candidate.demands, demand);
        self.demands[wide(demand)].next = first;
        if first == NONE {
            self.local.open.push(place);
        }
    }

    /// Demands a node that ends in the current set.
    fn demand_here(&mut self, goal: Goal, field: Field) {
        let place = self.local.place(goal);
        match self.local.candidate(place).built {
            Some(built) => self.set_field(field, built),
            None => {
                let demand = self.store(Demand { goal, field, next: NONE });
                self.await_node(place, demand);
            }
        }
    }

    fn set_field(&mut self, field: Field, to: Part) {
        match field {
            Field::Root => {
                if let PartKind::Span(span) = to.kind() {
                    self.root = span;
                }
            }
            Field::Right(choice) => self.nodes.choices[wide(choice)].right = to,
            Field::Before(division) => self.nodes.divisions[wide(division)].before = to,
            Field::Last(division) => self.nodes.divisions[wide(division)].last = to,
        }
    }

    /// Builds a span.
    fn span(&mut self, index: usize, end: SetId, position: u32) -> Part {
        let (left, origin) = self.local.spans.members[index];
        let first = self.nodes.choices.len();
        if origin == end {
            for &rule in self.rules.of(left) {
                self.work += 1;
                if self.is_empty(rule) {
                    self.nodes.choices.push(RuleChoice { rule, right: Part::EMPTY });
                }
            }
        } else {
            let mut next = self.local.span_candidates[index].first;
            while next != NONE {
                self.work += 1;
                let complete = self.local.complete[wide(next)];
                let rule = self.rules.analysis.rule(complete.dotted).rule;
                self.nodes.choices.push(RuleChoice { rule, right: Part::EMPTY });
                next = complete.next;
            }
            if self.nodes.choices.len() > first + 1 {
                self.nodes.choices[first..].sort_unstable_by_key(|choice| choice.rule);
            }
        }
        for index in first..self.nodes.choices.len() {
            let rule = self.nodes.choices[index].rule;
            let length = self.rules.right(rule).len();
            let dotted = self.rules.analysis.first_dot[rule.index()].index() + length;
            let item = Item { dotted: Dotted::new(dotted), origin };
            self.part(item, (end, position), Field::Right(narrow(index)));
        }
        let (start, first) = (self.position(origin), narrow(first));
        self.nodes.spans.push(SpanNode { start, end: position, first });
        Part::span(SpanId::new(self.nodes.spans.len() - 1))
    }

    /// Reports whether a rule derives the empty text.
    fn is_empty(&self, rule: RuleId) -> bool {
        self.rules.right(rule).iter().all(
            |&symbol| matches!(symbol, Symbol::Nonterminal(symbol) if self.rules.is_nullable(symbol)),
        )
    }

    /// Writes the part that an item recognised up to `end` to a field, or demands it. The current
    /// position is `position`.
    fn part(&mut self, item: Item, (end, position): (SetId, u32), field: Field) {
        let goal = match self.rules.analysis.rule(item.dotted).dot {
            0 => return self.set_field(field, Part::EMPTY),
            1 => match self.rules.analysis.rule(item.dotted.back()).next {
                Some(Symbol::Nonterminal(only)) => Goal::Span(only, item.origin),
                _ => return self.set_field(field, Part::WORD),
            },
            _ => Goal::Prefix(item),
        };
        let at = self.position(end);
        if at == position {
            self.demand_here(goal, field);
        } else {
            self.demand(goal, at, field);
        }
    }

    /// Builds a prefix of two symbols or more.
    fn prefix(&mut self, index: usize, end: SetId, position: u32) -> Part {
        let item = self.local.items.members[index];
        let back = item.dotted.back();
        let symbol = self.rules.analysis.rule(back).next;
        let mut middles = std::mem::take(&mut self.middles);
        middles.clear();
        if item.origin == end {
            middles.push((end, Begin::Empty));
        } else if let Some(Symbol::Nonterminal(_)) = symbol {
            let mut link = self.local.item_candidates[index].first;
            while link != NONE {
                let Link { begin, next } = self.local.links[wide(link)];
                middles.push(match begin {
                    Begin::Span(span) => (self.local.spans.members[wide(span)].1, begin),
                    _ => (end, begin),
                });
                link = next;
            }
            if middles.len() > 1 {
                middles.sort_unstable_by_key(|&(set, _)| std::cmp::Reverse(set));
            }
        } else {
            middles.push((self.set_at(position - 1), Begin::Word));
        }
        self.work += counted(middles.len());
        let first = self.nodes.divisions.len();
        for &(_, begin) in &middles {
            let last = if let Begin::Word = begin { Part::WORD } else { Part::EMPTY };
            self.nodes.divisions.push(Division { before: Part::EMPTY, last });
        }
        for (index, &(middle, begin)) in middles.iter().enumerate() {
            let division = narrow(first + index);
            if let (Some(Symbol::Nonterminal(symbol)), Begin::Empty | Begin::Span(_)) =
                (symbol, begin)
            {
                self.demand_here(Goal::Span(symbol, middle), Field::Last(division));
            }
            let before = Item { dotted: back, ..item };
            self.part(before, (middle, position), Field::Before(division));
        }
        self.middles = middles;
        self.nodes.prefixes.push(narrow(first));
        Part::prefix(PrefixId::new(self.nodes.prefixes.len() - 1))
    }

    /// Derives all items of the set `end`, by Earley's scanner and completer.
    fn derive_all(&mut self, end: SetId, position: u32) {
        let Some(terminal) = self.chart.terminal(end) else { return };
        let before = self.set_at(position - 1);
        self.derive((before, Symbol::Terminal(terminal)), Begin::Word);
        let mut index = 0;
        while let Some(&(nonterminal, origin)) = self.local.spans.members.get(index) {
            self.derive((origin, Symbol::Nonterminal(nonterminal)), Begin::Span(narrow(index)));
            index += 1;
        }
    }

    /// Derives the items that follow from a symbol that began in an older set.
    fn derive(&mut self, of: (SetId, Symbol), begin: Begin) {
        let mut items = std::mem::take(&mut self.items);
        items.clear();
        self.chart.before(self.rules, of, &mut self.lists, &mut items);
        self.work += counted(items.len());
        for &item in &items {
            let (mut item, mut begin) = (item.advanced(), begin);
            loop {
                let rule = self.rules.analysis.rule(item.dotted);
                if rule.dot > 1 {
                    let (index, is_new) = self.local.item(item);
                    let candidate = &mut self.local.item_candidates[index];
                    let link = narrow(self.local.links.len());
                    let next = std::mem::replace(&mut candidate.first, link);
                    self.local.links.push(Link { begin, next });
                    if !is_new {
                        break;
                    }
                }
                match rule.next {
                    None => {
                        let span = self.local.span(rule.left, item.origin);
                        let span = &mut self.local.span_candidates[span];
                        let complete = narrow(self.local.complete.len());
                        let next = std::mem::replace(&mut span.first, complete);
                        self.local.complete.push(Complete { dotted: item.dotted, next });
                        break;
                    }
                    Some(Symbol::Nonterminal(next)) if self.rules.is_nullable(next) => {
                        (item, begin) = (item.advanced(), Begin::Empty);
                    }
                    Some(_) => break,
                }
            }
        }
        self.items = items;
    }
}
