//! What is known of a grammar before a sentence is made: what each rule costs at least, and which rules lead where.
//!
//! The *cost* of a symbol is the fewest words that it takes, by Knuth's generalisation of Dijkstra's algorithm: a start tag
//! counts itself, what its element must hold, and the end tag. What no tag says at all ([`Never`]) costs more than there is,
//! and so does a rule that asks for it. A derivation that takes the cheapest rule each time ends, whatever the grammar.
//!
//! A *route* to a rule is the rule to take at each nonterminal so as to come nearer to it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::chance::Rng;

use crate::base::BitRow;
use crate::earley::{ContextLine, FrameKindId, NonterminalId, RuleId, Rules, Symbol, TerminalId};
use crate::grammar::{ElementId, Grammar, TerminalKind};
use crate::token::LexicalState;

/// The cost of what cannot be written: more words than any sentence has.
pub(super) const ENDLESS: u32 = u32::MAX;

/// Why a terminal can never be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Never {
    /// It stands for what was set aside, which only a text with a mistake has.
    Cruft,
    /// It is U+0000, which is an error wherever it stands.
    Nul,
    /// Behind its start tag all is text, its own end tag among it.
    Endless,
}

/// What is known of a grammar before a text of it is made: what things cost, and how they are reached.
pub(super) struct Plan {
    /// By nonterminal.
    pub(super) costs: Vec<u32>,
    /// By rule.
    pub(super) rule_costs: Vec<u32>,
    /// By terminal.
    pub(super) never: Vec<Option<Never>>,
    /// The rules of which something can be made for a text, from the start symbol on, in order.
    pub(super) reached: Vec<RuleId>,
    /// By nonterminal: the rules that ask for it.
    uses: Vec<Vec<RuleId>>,
    /// By nonterminal that is the content of an element: the contents of elements that admit that one wherever it stands in them.
    admitting: Vec<Vec<NonterminalId>>,
    /// By nonterminal: the element in whose content it stands, the first that was met; none for what stands outside all.
    pub(super) owner: Vec<Option<ElementId>>,
    /// By nonterminal: whether an element may stand in it.
    pub(super) opens: BitRow,
}

/// How to come to a rule: by nonterminal the rule to take, and how many more are to be taken behind it.
pub(super) type Route = Vec<Option<(RuleId, u32)>>;

/// The nonterminal that a symbol waits for: itself, or the content of the element that it opens.
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
    /// For texts that begin with `start`.
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

    /// Whether a terminal can be written at all, with all that its element must hold.
    pub(super) fn is_written(&self, rules: &Rules, terminal: TerminalId) -> bool {
        let content = asked(rules, Symbol::Terminal(terminal));
        self.never[terminal.index()].is_none()
            && content.is_none_or(|content| self.costs[content.index()] < ENDLESS)
    }

    /// The rules that ask for a nonterminal.
    pub(super) fn reached_by(&self, made: NonterminalId) -> impl Iterator<Item = RuleId> {
        self.uses[made.index()].iter().copied()
    }

    /// A way to a rule: one of the shortest.
    pub(super) fn route(&self, rules: &Rules, target: RuleId, random: &mut Rng) -> Route {
        let mut route: Route = vec![None; self.costs.len()];
        route[rules.left(target).index()] = Some((target, 0));
        let mut found = VecDeque::from([(rules.left(target), 0)]);
        while let Some((nonterminal, behind)) = found.pop_front() {
            let mut uses = self.uses[nonterminal.index()].clone();
            // What is admitted is come to from what holds the element that admits it, by whichever rule.
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

/// Whether a rule is no more than a mark: it says that the others are done without, and the slippers take it where a token wants it.
pub(super) fn is_mark(grammar: &Grammar, rule: RuleId) -> bool {
    match grammar.rules().right(rule) {
        [Symbol::Terminal(terminal)] => {
            matches!(grammar.terminal_kind(*terminal), TerminalKind::Mark(_))
        }
        _ => false,
    }
}

/// The costs of nonterminals and of rules. Of a rule it is known when those of all that it asks for are, and nonterminals are
/// settled in the order of their costs; so each is settled once.
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

/// For how many nonterminals a rule waits, and what the rest of it costs.
fn own(rules: &Rules, rule: RuleId) -> (usize, u32) {
    let right = rules.right(rule);
    let waits = right.iter().filter(|&&symbol| asked(rules, symbol).is_some()).count();
    let words = right.iter().map(|&symbol| match symbol {
        Symbol::Nonterminal(_) => 0,
        Symbol::Terminal(terminal) => 1 + u32::from(rules.opens(terminal).is_some()),
    });
    // (A rule of no words still costs something: so what leads back to itself is never the cheapest.)
    (waits, 1 + words.sum::<u32>())
}

/// The rules that a text may need, and in which element each nonterminal was met first. What context lines admit in an
/// element is reached from it.
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

/// Which contents admit the element of a content.
fn admitting(rules: &Rules) -> Vec<Vec<NonterminalId>> {
    let mut admitting = vec![Vec::new(); rules.nonterminal_count()];
    for kind in (0..rules.frame_kind_count()).map(FrameKindId::new) {
        for content in admitted(rules, kind).into_iter().filter_map(|symbol| asked(rules, symbol)) {
            admitting[content.index()].push(rules.frame_kind(kind).content);
        }
    }
    admitting
}

/// What the context lines of a kind admit.
fn admitted(rules: &Rules, kind: FrameKindId) -> Vec<Symbol> {
    let lines = rules.frame_kind(kind).adds.iter();
    let admits = lines.filter_map(|&line| match rules.context(line) {
        ContextLine::Inclusion { admits, .. } => Some(admits),
        ContextLine::Exclusion { .. } => None,
    });
    admits.flat_map(BitRow::iter).map(|at| Symbol::Terminal(TerminalId::new(at))).collect()
}

/// The nonterminals in which an element may stand.
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
