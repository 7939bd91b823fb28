//! The construction of a forest from a chart that has kept its sets.
//!
//! A chart of cores has no back links and no complete items, so that reading records nothing. The
//! builder derives the items of a set again, from the items of older sets, but only for the sets
//! where a node of the forest ends in a nonterminal. The result of Earley's completer is the same
//! with or without Leo items, which the builder does not use: where a chain of completions ends,
//! all its items are derived, each once.
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
    Division, Forest, Nodes, Part, PartKind, PrefixId, RuleChoice, SpanId, SpanNode, TextWords,
};
use super::intern::{InsertionSet, grow_by_quarter};
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
        let chart = &self.machine.chart;
        let (start, end) = self.root_sets();
        let sets = start.index() + 1..=end.index();
        let terminals = sets.filter_map(|set| chart.terminal(SetId::new(set))).collect();
        Some(self.forest_of(TextWords { terminals, extents: Vec::new() }))
    }

    /// Returns all trees of a complete text of these words.
    pub(super) fn forest_of(&self, words: TextWords) -> Forest {
        let (rules, chart) = (&self.machine.rules, &self.machine.chart);
        let (start, end) = self.root_sets();
        let mut builder = Builder {
            rules,
            chart,
            words,
            start,
            nodes: Nodes::default(),
            waiting: Vec::new(),
            demands: Vec::new(),
            free: NONE,
            local: Local::default(),
            lists: WaitingLists::default(),
            complete: Vec::new(),
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
        let Builder { words, mut nodes, root, work, .. } = builder;
        nodes.shrink();
        let mut forest =
            Forest { rules: rules.clone(), words, nodes, root, loops: Vec::new(), work };
        forest.loops = forest.find_loops();
        forest
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

/// Appends an element to a vector that may become large.
fn push<T>(vector: &mut Vec<T>, element: T) {
    grow_by_quarter(vector);
    vector.push(element);
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
    /// The next demand at the same position, or in the list of free entries.
    next: u32,
}

/// The last symbol of an item that ends in the current set, and where it begins.
#[derive(Clone, Copy)]
enum Begin {
    /// An empty nonterminal, in the current set.
    Empty,
    /// A word.
    Word(u32),
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
    /// The fields that demand the node, before it is built: the first one, and a list of others.
    field: Option<Field>,
    others: u32,
    /// The node, once it is built.
    built: Option<Part>,
    /// The first complete item of a span, or the first link of a prefix.
    first: u32,
}

const CANDIDATE: Candidate = Candidate { field: None, others: NONE, built: None, first: NONE };

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
    /// The lists of fields, each with the index of the next one.
    others: Vec<(Field, u32)>,
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
        self.others.clear();
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

    /// Adds an item, and moves its dot over empty nonterminals.
    fn add(&mut self, rules: &Rules, item: Item, begin: Begin) {
        let (mut item, mut begin) = (item, begin);
        loop {
            let rule = rules.analysis.rule(item.dotted);
            if rule.dot > 1 {
                let (index, is_new) = self.item(item);
                let link = narrow(self.links.len());
                let next = std::mem::replace(&mut self.item_candidates[index].first, link);
                self.links.push(Link { begin, next });
                if !is_new {
                    return;
                }
            }
            match rule.next {
                None => {
                    let span = self.span(rule.left, item.origin);
                    let complete = narrow(self.complete.len());
                    let next = std::mem::replace(&mut self.span_candidates[span].first, complete);
                    self.complete.push(Complete { dotted: item.dotted, next });
                    return;
                }
                Some(Symbol::Nonterminal(next)) if rules.is_nullable(next) => {
                    (item, begin) = (item.advanced(), Begin::Empty);
                }
                Some(_) => return,
            }
        }
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
    words: TextWords,
    /// The set before the text; the set at each position follows.
    start: SetId,
    nodes: Nodes,
    /// For each position, its first demand.
    waiting: Vec<u32>,
    demands: Vec<Demand>,
    /// The first free entry of `demands`.
    free: u32,
    local: Local,
    lists: WaitingLists,
    /// Scratch space of `span`.
    complete: Vec<Dotted>,
    /// Scratch space of `prefix`: the sets where the last symbol may begin.
    middles: Vec<(SetId, Begin)>,
    root: SpanId,
    /// The counter of [`Forest::work`].
    work: u64,
}

impl Builder<'_> {
    #[inline(always)]
    fn position(&self, set: SetId) -> u32 {
        narrow(set.index() - self.start.index())
    }

    fn set_at(&self, position: u32) -> SetId {
        SetId::new(self.start.index() + wide(position))
    }

    /// Demands a node that ends at `position`.
    fn demand(&mut self, goal: Goal, position: u32, field: Field) {
        let index = self.free;
        let first = &mut self.waiting[wide(position)];
        let demand = Demand { goal, field, next: *first };
        match self.demands.get_mut(wide(index)) {
            Some(free) => {
                (self.free, *first) = (free.next, index);
                *free = demand;
            }
            None => {
                *first = narrow(self.demands.len());
                self.demands.push(demand);
            }
        }
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
                self.derive_all(position);
                break;
            }
            next = demand.next;
        }
        next = first;
        while next != NONE {
            let Demand { goal, field, next: following } = self.demands[wide(next)];
            self.demands[wide(next)].next = self.free;
            self.free = next;
            self.demand_here(goal, field);
            next = following;
        }
        while let Some(place) = self.local.open.pop() {
            self.work += 1;
            let built = match place {
                Place::Span(index) => self.span(wide(index), end, position),
                Place::Prefix(index) => self.prefix(wide(index), end, position),
            };
            let candidate = self.local.candidate(place);
            candidate.built = Some(built);
            let Candidate { field, mut others, .. } = *candidate;
            if let Some(field) = field {
                self.set_field(field, built);
            }
            while others != NONE {
                let (field, next) = self.local.others[wide(others)];
                self.set_field(field, built);
                others = next;
            }
        }
    }

    /// Reports whether a node follows only from the items of the set where it ends.
    fn needs_items(&self, goal: Goal, end: SetId) -> bool {
        match goal {
            Goal::Span(_, origin) => origin != end,
            Goal::Prefix(Item { dotted, origin }) => {
                let last = self.rules.analysis.rule(dotted.back()).next;
                origin != end
                    && (matches!(last, Some(Symbol::Nonterminal(_)))
                        || self.only_word(self.position(end)).is_none())
            }
        }
    }

    /// Demands a node that ends in the current set.
    fn demand_here(&mut self, goal: Goal, field: Field) {
        let place = self.local.place(goal);
        self.demand_place(place, field);
    }

    fn demand_place(&mut self, place: Place, field: Field) {
        let next = narrow(self.local.others.len());
        let candidate = self.local.candidate(place);
        if let Some(built) = candidate.built {
            self.set_field(field, built);
        } else if candidate.field.is_none() {
            candidate.field = Some(field);
            self.local.open.push(place);
        } else {
            let other = std::mem::replace(&mut candidate.others, next);
            self.local.others.push((field, other));
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
        let mut complete = std::mem::take(&mut self.complete);
        complete.clear();
        if origin == end {
            for &rule in self.rules.of(left) {
                self.work += 1;
                if self.is_empty(rule) {
                    let dotted = self.rules.analysis.first_dot[rule.index()].index();
                    complete.push(Dotted::new(dotted + self.rules.right(rule).len()));
                }
            }
        } else {
            let mut next = self.local.span_candidates[index].first;
            while next != NONE {
                let one = self.local.complete[wide(next)];
                complete.push(one.dotted);
                next = one.next;
            }
        }
        if complete.len() > 1 {
            // Dotted rules are in the order of the rules.
            complete.sort_unstable();
        }
        self.work += counted(complete.len());
        let first = self.nodes.choices.len();
        for &dotted in &complete {
            let rule = self.rules.analysis.rule(dotted).rule;
            push(&mut self.nodes.choices, RuleChoice { rule, right: Part::EMPTY });
        }
        for (index, &dotted) in complete.iter().enumerate() {
            let field = Field::Right(narrow(first + index));
            self.part(Item { dotted, origin }, (end, position), field);
        }
        self.complete = complete;
        let (start, first) = (self.position(origin), narrow(first));
        push(&mut self.nodes.spans, SpanNode { start, end: position, first });
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
                only => {
                    let word = self.word(only, self.position(item.origin), self.position(end));
                    return self.set_field(field, word);
                }
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

    /// Returns the part of a word with this extent.
    fn word(&self, symbol: Option<Symbol>, start: u32, end: u32) -> Part {
        if let Some(only) = self.only_word(end) {
            return Part::word(only);
        }
        let mut words = self.words.ending_at(end);
        let is_it = |&word: &u32| {
            self.words.extent(word).0 == start
                && Some(Symbol::Terminal(self.words.terminals[wide(word)])) == symbol
        };
        // OK because the item says that there is one.
        words.find(is_it).map_or(Part::EMPTY, Part::word)
    }

    /// Builds a prefix of two symbols or more.
    fn prefix(&mut self, index: usize, end: SetId, position: u32) -> Part {
        let item = self.local.items.members[index];
        let back = item.dotted.back();
        let symbol = self.rules.analysis.rule(back).next;
        let first = narrow(self.nodes.divisions.len());
        let prefix = PrefixId::new(self.nodes.prefixes.len());
        push(&mut self.nodes.prefixes, first);
        let before = Item { dotted: back, ..item };
        if let Some(Symbol::Terminal(_)) = symbol
            && let Some(word) = self.only_word(position)
        {
            self.work += 1;
            let (start, last) = (self.words.extent(word).0, Part::word(word));
            push(&mut self.nodes.divisions, Division { before: Part::EMPTY, last });
            self.part(before, (self.set_at(start), position), Field::Before(first));
            return Part::prefix(prefix);
        }
        let mut middles = std::mem::take(&mut self.middles);
        middles.clear();
        match symbol {
            Some(Symbol::Nonterminal(_)) if item.origin == end => middles.push((end, Begin::Empty)),
            _ => self.begins(index, end, &mut middles),
        }
        self.work += counted(middles.len());
        for _ in &middles {
            push(&mut self.nodes.divisions, Division { before: Part::EMPTY, last: Part::EMPTY });
        }
        for (division, &(middle, begin)) in (first..).zip(&middles) {
            let last = Field::Last(division);
            match (begin, symbol) {
                (Begin::Word(word), _) => self.set_field(last, Part::word(word)),
                (Begin::Span(span), _) => self.demand_place(Place::Span(span), last),
                (Begin::Empty, Some(Symbol::Nonterminal(symbol))) => {
                    self.demand_here(Goal::Span(symbol, end), last);
                }
                (Begin::Empty, _) => {}
            }
            self.part(before, (middle, position), Field::Before(division));
        }
        self.middles = middles;
        Part::prefix(prefix)
    }

    /// Lists the sets where the last symbol of an item may begin, the latest first.
    #[inline(always)]
    fn begins(&self, index: usize, end: SetId, middles: &mut Vec<(SetId, Begin)>) {
        let mut link = self.local.item_candidates[index].first;
        while link != NONE {
            let Link { begin, next } = self.local.links[wide(link)];
            let middle = match begin {
                Begin::Span(span) => self.local.spans.members[wide(span)].1,
                Begin::Word(word) => self.set_at(self.words.extent(word).0),
                Begin::Empty => end,
            };
            middles.push((middle, begin));
            link = next;
        }
        if middles.len() > 1 {
            middles.sort_unstable_by_key(|&(set, _)| std::cmp::Reverse(set));
        }
    }

    /// Returns the word that ends at a position, if there is only one.
    #[inline(always)]
    fn only_word(&self, position: u32) -> Option<u32> {
        if self.words.extents.is_empty() {
            return position.checked_sub(1);
        }
        let words = self.words.ending_at(position);
        (words.len() == 1).then_some(words.start)
    }

    /// Derives all items of the set at a position, by Earley's scanner and completer.
    fn derive_all(&mut self, position: u32) {
        for word in self.words.ending_at(position) {
            let before = self.set_at(self.words.extent(word).0);
            let symbol = Symbol::Terminal(self.words.terminals[wide(word)]);
            self.derive((before, symbol), Begin::Word(word));
        }
        let mut index = 0;
        while let Some(&(nonterminal, origin)) = self.local.spans.members.get(index) {
            self.derive((origin, Symbol::Nonterminal(nonterminal)), Begin::Span(narrow(index)));
            index += 1;
        }
    }

    /// Derives the items that follow from a symbol that began in an older set.
    fn derive(&mut self, of: (SetId, Symbol), begin: Begin) {
        let Self { rules, chart, lists, local, work, .. } = self;
        chart.before(rules, of, lists, |item| {
            *work += 1;
            local.add(rules, item.advanced(), begin);
        });
    }
}
