//! Analysis of a grammar for generation: the least cost of each rule, and routes between rules.
//!
//! The *cost* of a symbol is the least number of words that it derives, by Knuth's generalisation
//! of Dijkstra's algorithm. The cost of a start tag includes the required content of its element
//! and the end tag. A terminal that no text can contain ([`UnreachableReason`]) has infinite cost,
//! and so has a rule that requires it. Lemma: a derivation that always applies the cheapest rule
//! ends, whatever the grammar.
//!
//! A *route* to a rule gives, for each nonterminal, the rule that leads nearer to it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::chance::Rng;

use wishful::base::BitRow;
pub(super) use wishful::grammar::{ElementId, Grammar, TerminalKind};
use wishful::token::LexicalState;
use wishful_earley::{ContextLine, FrameKindId, NonterminalId, RuleId, Rules, Symbol, TerminalId};

/// The infinite cost: more words than any sentence has.
pub(super) const ENDLESS: u32 = u32::MAX;

/// The reason why no text can contain a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UnreachableReason {
    /// Cruft occurs only in texts with a mistake.
    Cruft,
    /// U+0000 is a parse error everywhere.
    Nul,
    /// After the element's start tag everything is text, including its end tag.
    Endless,
}

/// The costs and routes of a grammar.
pub(super) struct Plan {
    /// The costs by nonterminal.
    pub(super) costs: Vec<u32>,
    /// The costs by rule.
    pub(super) rule_costs: Vec<u32>,
    /// The reasons by terminal.
    pub(super) never: Vec<Option<UnreachableReason>>,
    /// The rules that are reachable from the start symbol, in breadth-first order.
    pub(super) reached: Vec<RuleId>,
    /// The rules that use a nonterminal, by nonterminal.
    uses: Vec<Vec<RuleId>>,
    /// The contents that admit an element anywhere by an inclusion, by the content of that element.
    admitting: Vec<Vec<NonterminalId>>,
    /// The element in whose content a nonterminal was found first, by nonterminal; `None` outside
    /// of all elements.
    pub(super) owner: Vec<Option<ElementId>>,
    /// The nonterminals that can derive an element.
    pub(super) opens: BitRow,
}

/// A route to a rule, by nonterminal: the rule to apply, and the number of further rules to the
/// target.
pub(super) type Route = Vec<Option<(RuleId, u32)>>;

/// Returns the nonterminal that a symbol requires: itself, or the content of the element that it
/// opens.
pub(super) fn required(rules: &Rules, symbol: Symbol) -> Option<NonterminalId> {
    match symbol {
        Symbol::Nonterminal(nonterminal) => Some(nonterminal),
        Symbol::Terminal(terminal) => Some(rules.frame_kind(rules.opens(terminal)?).content),
    }
}

fn all_rules(rules: &Rules) -> impl Iterator<Item = RuleId> {
    (0..rules.rule_count()).map(RuleId::new)
}

impl Plan {
    /// Analyses a grammar for texts that derive from `start`.
    pub(super) fn of(grammar: &Grammar, start: NonterminalId) -> Self {
        let rules = grammar.rules();
        let terminals = 0..rules.terminal_count();
        let never: Vec<_> =
            terminals.map(|at| barred_reason(grammar, TerminalId::new(at))).collect();
        let mut uses = vec![Vec::new(); rules.nonterminal_count()];
        for rule in all_rules(rules) {
            for &symbol in rules.right(rule) {
                if let Some(nonterminal) = required(rules, symbol) {
                    uses[nonterminal.index()].push(rule);
                }
            }
        }
        let (costs, rule_costs) = costs(grammar, &never, &uses);
        let (reached, owner) = reached(grammar, start);
        let opens = opens(rules, &uses);
        let admitting = admitting(rules);
        Self { costs, rule_costs, never, reached, uses, admitting, owner, opens }
    }

    /// Reports whether a terminal can be written, with the required content of its element.
    pub(super) fn is_written(&self, rules: &Rules, terminal: TerminalId) -> bool {
        let is_endless = match required(rules, Symbol::Terminal(terminal)) {
            Some(content) => self.costs[content.index()] == ENDLESS,
            None => false,
        };
        self.never[terminal.index()].is_none() && !is_endless
    }

    /// Iterates over the rules that use a nonterminal.
    pub(super) fn reached_by(&self, made: NonterminalId) -> impl Iterator<Item = RuleId> {
        self.uses[made.index()].iter().copied()
    }

    /// Computes a shortest route to a rule by backward breadth-first search. Ties are broken at
    /// random.
    pub(super) fn route(&self, rules: &Rules, target: RuleId, random: &mut Rng) -> Route {
        let mut route: Route = vec![None; self.costs.len()];
        route[rules.left(target).index()] = Some((target, 0));
        let mut found = VecDeque::from([(rules.left(target), 0)]);
        while let Some((nonterminal, distance)) = found.pop_front() {
            let mut uses = self.uses[nonterminal.index()].clone();
            // An element that an inclusion admits is reachable by any rule of the admitting
            // content.
            for &around in &self.admitting[nonterminal.index()] {
                uses.extend(rules.of(around).first());
            }
            random.shuffle(&mut uses);
            for rule in uses {
                let left = rules.left(rule);
                if route[left.index()].is_none() && self.rule_costs[rule.index()] < ENDLESS {
                    route[left.index()] = Some((rule, distance + 1));
                    found.push_back((left, distance + 1));
                }
            }
        }
        route
    }
}

/// Returns the reason why no generated text contains a terminal; `None` if one may. After
/// `<plaintext>`, the text would never end.
fn barred_reason(grammar: &Grammar, terminal: TerminalId) -> Option<UnreachableReason> {
    match grammar.terminal_kind(terminal) {
        TerminalKind::Cruft => Some(UnreachableReason::Cruft),
        TerminalKind::Nul => Some(UnreachableReason::Nul),
        TerminalKind::Start(element) => {
            let lexical = grammar.element(element).lexical;
            if lexical == LexicalState::PlainText { Some(UnreachableReason::Endless) } else { None }
        }
        _ => None,
    }
}

/// Reports whether a rule derives only a mark. The slippers insert the mark if a token requires it,
/// to say that the other rules are not used.
pub(super) fn is_mark(grammar: &Grammar, rule: RuleId) -> bool {
    match grammar.rules().right(rule) {
        [Symbol::Terminal(terminal)] => {
            matches!(grammar.terminal_kind(*terminal), TerminalKind::Mark(_))
        }
        _ => false,
    }
}

/// Reports whether no text can use a rule: it derives a mark, or contains a terminal that no text
/// can contain.
fn is_barred(grammar: &Grammar, never: &[Option<UnreachableReason>], rule: RuleId) -> bool {
    let right = grammar.rules().right(rule);
    is_mark(grammar, rule)
        || right.iter().any(|symbol| {
            matches!(symbol, Symbol::Terminal(terminal) if never[terminal.index()].is_some())
        })
}
/// Computes the costs of nonterminals and of rules. The cost of a rule is known as soon as those of
/// its nonterminals are. Nonterminals are settled in ascending order of cost, so each is settled
/// once.
fn costs(
    grammar: &Grammar,
    never: &[Option<UnreachableReason>],
    uses: &[Vec<RuleId>],
) -> (Vec<u32>, Vec<u32>) {
    let rules = grammar.rules();
    let mut costs = vec![ENDLESS; rules.nonterminal_count()];
    let mut rule_costs = vec![ENDLESS; rules.rule_count()];
    let mut open: Vec<(usize, u32)> = all_rules(rules).map(|rule| own(rules, rule)).collect();
    let mut ready = BinaryHeap::new();
    for rule in all_rules(rules) {
        let (waits, cost) = open[rule.index()];
        if waits == 0 && !is_barred(grammar, never, rule) {
            ready.push(Reverse((cost, rule)));
        }
    }
    while let Some(Reverse((cost, rule))) = ready.pop() {
        rule_costs[rule.index()] = cost;
        let left = rules.left(rule);
        if costs[left.index()] < ENDLESS {
            continue;
        }
        costs[left.index()] = cost;
        for &user in &uses[left.index()] {
            let (waits, so_far) = &mut open[user.index()];
            (*waits, *so_far) = (*waits - 1, so_far.saturating_add(cost).min(ENDLESS - 1));
            if *waits == 0 && !is_barred(grammar, never, user) {
                ready.push(Reverse((*so_far, user)));
            }
        }
    }
    (costs, rule_costs)
}

/// Returns the number of nonterminals that a rule waits for, and the cost of its terminals.
fn own(rules: &Rules, rule: RuleId) -> (usize, u32) {
    // Even an empty rule costs 1. So a rule that leads back to itself is never the cheapest.
    let (mut waits, mut cost) = (0, 1);
    for &symbol in rules.right(rule) {
        waits += usize::from(required(rules, symbol).is_some());
        if let Symbol::Terminal(terminal) = symbol {
            cost += 1 + u32::from(rules.opens(terminal).is_some());
        }
    }
    (waits, cost)
}

/// Returns the reachable rules, and for each nonterminal the element in which it was found first.
/// Elements that an inclusion admits are reachable from its element.
fn reached(grammar: &Grammar, start: NonterminalId) -> (Vec<RuleId>, Vec<Option<ElementId>>) {
    let rules = grammar.rules();
    let mut owner = vec![None; rules.nonterminal_count()];
    let mut seen = BitRow::of(rules.nonterminal_count(), [start.index()]);
    let (mut queue, mut reached) = (VecDeque::from([start]), Vec::new());
    while let Some(nonterminal) = queue.pop_front() {
        for &rule in rules.of(nonterminal) {
            reached.push(rule);
            let mut symbols = rules.right(rule).to_vec();
            for &symbol in rules.right(rule) {
                if let Some(kind) = opened(rules, symbol) {
                    symbols.extend(admitted(rules, kind));
                }
            }
            for symbol in symbols {
                let Some(next) = required(rules, symbol) else { continue };
                if !seen.insert(next.index()) {
                    continue;
                }
                owner[next.index()] = match opened(rules, symbol) {
                    Some(kind) => Some(grammar.element_of_kind(kind)),
                    None => owner[nonterminal.index()],
                };
                queue.push_back(next);
            }
        }
    }
    (reached, owner)
}

/// Returns the frame kind that a symbol opens.
fn opened(rules: &Rules, symbol: Symbol) -> Option<FrameKindId> {
    match symbol {
        Symbol::Terminal(terminal) => rules.opens(terminal),
        Symbol::Nonterminal(_) => None,
    }
}

/// Returns, for each content, the contents that admit its element by an inclusion.
fn admitting(rules: &Rules) -> Vec<Vec<NonterminalId>> {
    let mut admitting = vec![Vec::new(); rules.nonterminal_count()];
    for kind in (0..rules.frame_kind_count()).map(FrameKindId::new) {
        for symbol in admitted(rules, kind) {
            if let Some(content) = required(rules, symbol) {
                admitting[content.index()].push(rules.frame_kind(kind).content);
            }
        }
    }
    admitting
}

/// Returns the symbols that the inclusions of a frame kind admit.
fn admitted(rules: &Rules, kind: FrameKindId) -> Vec<Symbol> {
    let mut admitted = Vec::new();
    for &line in &rules.frame_kind(kind).adds {
        if let ContextLine::Inclusion { admits, .. } = rules.context(line) {
            admitted.extend(admits.iter().map(|at| Symbol::Terminal(TerminalId::new(at))));
        }
    }
    admitted
}

/// Returns the nonterminals that can derive an element.
fn opens(rules: &Rules, uses: &[Vec<RuleId>]) -> BitRow {
    let mut opens = BitRow::new(rules.nonterminal_count());
    let mut found = Vec::new();
    for rule in all_rules(rules) {
        if rules.right(rule).iter().any(|&symbol| opened(rules, symbol).is_some()) {
            opens.insert(rules.left(rule).index());
            found.push(rules.left(rule));
        }
    }
    while let Some(nonterminal) = found.pop() {
        for &rule in &uses[nonterminal.index()] {
            if opens.insert(rules.left(rule).index()) {
                found.push(rules.left(rule));
            }
        }
    }
    opens
}
