//! Analysis of a grammar for generation: the least cost of each rule, and routes between rules.
//!
//! The *cost* of a symbol is the least number of words that it derives, by Knuth's generalisation
//! of Dijkstra's algorithm. The cost of a start tag includes the required content of its element
//! and the end tag. A terminal that no text can contain ([`Never`]) has infinite cost, and so has a
//! rule that requires it. Lemma: a derivation that always applies the cheapest rule ends, whatever
//! the grammar.
//!
//! A *route* to a rule gives, for each nonterminal, the rule that leads nearer to it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::chance::Rng;

use crate::base::BitRow;
use crate::earley::{ContextLine, FrameKindId, NonterminalId, RuleId, Rules, Symbol, TerminalId};
use crate::grammar::{ElementId, Grammar, TerminalKind};
use crate::token::LexicalState;

/// The infinite cost: more words than any sentence has.
pub(super) const ENDLESS: u32 = u32::MAX;

/// The reason why no text can contain a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Never {
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
    pub(super) never: Vec<Option<Never>>,
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
pub(super) fn asked(rules: &Rules, symbol: Symbol) -> Option<NonterminalId> {
    match symbol {
        Symbol::Nonterminal(nonterminal) => Some(nonterminal),
        Symbol::Terminal(terminal) => {
            rules.opens(terminal).map(|kind| rules.frame_kind(kind).content)
        }
    }
}

fn all_rules(rules: &Rules) -> impl Iterator<Item = RuleId> {
    (0..rules.rule_count()).map(RuleId::new)
}

impl Plan {
    /// Analyses a grammar for texts that derive from `start`.
    pub(super) fn of(grammar: &Grammar, start: NonterminalId) -> Self {
        let rules = grammar.rules();
        let terminals = (0..rules.terminal_count()).map(TerminalId::new);
        let never: Vec<_> = terminals.map(|terminal| never(grammar, terminal)).collect();
        let mut uses = vec![Vec::new(); rules.nonterminal_count()];
        for rule in all_rules(rules) {
            for nonterminal in rules.right(rule).iter().filter_map(|&symbol| asked(rules, symbol)) {
                uses[nonterminal.index()].push(rule);
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
        let content = asked(rules, Symbol::Terminal(terminal));
        self.never[terminal.index()].is_none()
            && content.is_none_or(|content| self.costs[content.index()] < ENDLESS)
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
        while let Some((nonterminal, behind)) = found.pop_front() {
            let mut uses = self.uses[nonterminal.index()].clone();
            // An element that an inclusion admits is reachable by any rule of the admitting
            // content.
            let admitting = self.admitting[nonterminal.index()].iter();
            uses.extend(admitting.flat_map(|&around| rules.of(around).first()));
            random.shuffle(&mut uses);
            for rule in uses {
                let left = rules.left(rule);
                if route[left.index()].is_none() && self.rule_costs[rule.index()] < ENDLESS {
                    route[left.index()] = Some((rule, behind + 1));
                    found.push_back((left, behind + 1));
                }
            }
        }
        route
    }
}

fn never(grammar: &Grammar, terminal: TerminalId) -> Option<Never> {
    match grammar.terminal_kind(terminal) {
        TerminalKind::Cruft => Some(Never::Cruft),
        TerminalKind::Nul => Some(Never::Nul),
        TerminalKind::Start(element) => {
            let lexical = grammar.element(element).lexical;
            (lexical == LexicalState::PlainText).then_some(Never::Endless)
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

/// Computes the costs of nonterminals and of rules. The cost of a rule is known as soon as those of
/// its nonterminals are. Nonterminals are settled in ascending order of cost, so each is settled
/// once.
fn costs(grammar: &Grammar, never: &[Option<Never>], uses: &[Vec<RuleId>]) -> (Vec<u32>, Vec<u32>) {
    let rules = grammar.rules();
    let mut costs = vec![ENDLESS; rules.nonterminal_count()];
    let mut rule_costs = vec![ENDLESS; rules.rule_count()];
    let mut open: Vec<(usize, u32)> = all_rules(rules).map(|rule| own(rules, rule)).collect();
    let mut ready = BinaryHeap::new();
    let is_barred = |rule: RuleId| {
        let barred = |symbol: &Symbol| match symbol {
            Symbol::Terminal(terminal) => never[terminal.index()].is_some(),
            Symbol::Nonterminal(_) => false,
        };
        is_mark(grammar, rule) || rules.right(rule).iter().any(barred)
    };
    let free = all_rules(rules).filter(|&rule| open[rule.index()].0 == 0 && !is_barred(rule));
    ready.extend(free.map(|rule| Reverse((open[rule.index()].1, rule))));
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
            if *waits == 0 && !is_barred(user) {
                ready.push(Reverse((*so_far, user)));
            }
        }
    }
    (costs, rule_costs)
}

/// Returns the number of nonterminals that a rule waits for, and the cost of its terminals.
fn own(rules: &Rules, rule: RuleId) -> (usize, u32) {
    let right = rules.right(rule);
    let waits = right.iter().filter(|&&symbol| asked(rules, symbol).is_some()).count();
    let words = right.iter().map(|&symbol| match symbol {
        Symbol::Nonterminal(_) => 0,
        Symbol::Terminal(terminal) => 1 + u32::from(rules.opens(terminal).is_some()),
    });
    // Even an empty rule costs 1. So a rule that leads back to itself is never the cheapest.
    (waits, 1 + words.sum::<u32>())
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
            let kinds = symbols.iter().filter_map(|&symbol| opened(rules, symbol));
            let inside: Vec<Symbol> = kinds.flat_map(|kind| admitted(rules, kind)).collect();
            symbols.extend(inside);
            for symbol in symbols {
                let Some(next) = asked(rules, symbol).filter(|next| seen.insert(next.index()))
                else {
                    continue;
                };
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
        for content in admitted(rules, kind).into_iter().filter_map(|symbol| asked(rules, symbol)) {
            admitting[content.index()].push(rules.frame_kind(kind).content);
        }
    }
    admitting
}

/// Returns the symbols that the inclusions of a frame kind admit.
fn admitted(rules: &Rules, kind: FrameKindId) -> Vec<Symbol> {
    let lines = rules.frame_kind(kind).adds.iter();
    let admits = lines.filter_map(|&line| match rules.context(line) {
        ContextLine::Inclusion { admits, .. } => Some(admits),
        ContextLine::Exclusion { .. } => None,
    });
    admits.flat_map(BitRow::iter).map(|at| Symbol::Terminal(TerminalId::new(at))).collect()
}

/// Returns the nonterminals that can derive an element.
fn opens(rules: &Rules, uses: &[Vec<RuleId>]) -> BitRow {
    let direct =
        |rule: &RuleId| rules.right(*rule).iter().any(|&symbol| opened(rules, symbol).is_some());
    let mut found: Vec<NonterminalId> =
        all_rules(rules).filter(direct).map(|rule| rules.left(rule)).collect();
    let mut opens = BitRow::of(rules.nonterminal_count(), found.iter().map(|left| left.index()));
    while let Some(nonterminal) = found.pop() {
        for &rule in &uses[nonterminal.index()] {
            if opens.insert(rules.left(rule).index()) {
                found.push(rules.left(rule));
            }
        }
    }
    opens
}
