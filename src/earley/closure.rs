//! What a step needs to know of the rules, computed once: what takes the size of the rules at
//! first, and what can take its square (in a chain of rules, `a ::= b`, `b ::= c` …, each closure
//! holds all that follow) for each nonterminal when it is first asked about. Few are: seeds, and
//! contents of frames. What many of these have in common, the rules of one nonterminal, they share.
//!
//! A *dotted rule* is a rule with a place in its right side, all numbered in one row: moving the
//! dot is adding one. For each nonterminal there is its *prediction closure*: every dotted rule
//! that an Earley set holds because that nonterminal is expected there, with the dot moved over
//! nullable symbols at once, as Aycock and Horspool do ("Practical Earley Parsing", 2002). A set
//! then stores no predicted items, only which nonterminals its kernel expects (its *seeds*), and a
//! step looks up in two sorted lists for each nonterminal that a seed predicts: who scans this
//! terminal, and who waits for this nonterminal.
//!
//! A rule is *right-recursive* if its last symbol can end in its own left side; only such rules are
//! worth a Leo item (Leo, "A general context-free parsing algorithm running in linear time on every
//! LR(k) grammar without using lookahead", 1991).

use super::free::free;
use super::kinds::Kinds;
use super::productions::Productions;
use super::reach::{direct, nullable, reachable, right_recursive};
use super::symbols::{NonterminalId, RuleId, Symbol, TerminalId};
use crate::base::{BitRow, narrow};
use std::sync::OnceLock;

crate::base::id_type! {
    /// A rule with a dot in its right side.
    pub(super) Dotted
}

impl Dotted {
    /// The same rule with the dot one symbol further.
    pub(super) const fn advanced(self) -> Self {
        Self::new(self.index() + 1)
    }

    /// The same rule with the dot one symbol back. OK because callers know that the dot is not
    /// first.
    pub(super) const fn back(self) -> Self {
        Self::new(self.index() - 1)
    }
}

/// One dotted rule, taken apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct DottedRule {
    pub(super) rule: RuleId,
    pub(super) left: NonterminalId,
    pub(super) dot: u32,
    /// The symbol after the dot; none if and only if the item is complete.
    pub(super) next: Option<Symbol>,
    /// Whether the rule is right-recursive and the dot stands before its last symbol.
    pub(super) leo: bool,
}

/// What follows from predicting one nonterminal.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// The terminals that may come next.
    pub(super) first: BitRow,
    /// The nonterminals that are predicted with it; itself included.
    predicted: Vec<NonterminalId>,
}

/// What follows from predicting one nonterminal by its own rules, which many closures have in
/// common.
#[derive(Clone, Debug)]
struct OwnRules {
    /// The terminals that may come next.
    first: Letters,
    /// (terminal, dotted rule before it), sorted.
    scans: Vec<(TerminalId, Dotted)>,
    /// (nonterminal, dotted rule before it), sorted.
    waits: Vec<(NonterminalId, Dotted)>,
}

/// Some terminals: a row, if there are so many that a list would not be smaller.
#[derive(Clone, Debug)]
enum Letters {
    Few(Vec<TerminalId>),
    Many(BitRow),
}

impl Letters {
    /// Of so many terminals that there are in all.
    fn of(count: usize, letters: Vec<TerminalId>) -> Self {
        match letters.len() * 2 < count / 64 {
            true => Self::Few(letters),
            false => Self::Many(BitRow::of(count, letters.into_iter().map(TerminalId::index))),
        }
    }

    fn add_to(&self, row: &mut BitRow) {
        match self {
            Self::Few(letters) => letters.iter().for_each(|letter| {
                row.insert(letter.index());
            }),
            Self::Many(letters) => {
                row.union_with(letters);
            }
        }
    }
}

/// The dotted rules before a symbol.
fn before<K: Ord + Copy>(pairs: &[(K, Dotted)], key: K) -> impl Iterator<Item = Dotted> {
    let from = pairs.partition_point(|&(other, _)| other < key);
    pairs[from..].iter().take_while(move |&&(other, _)| other == key).map(|&(_, dotted)| dotted)
}

/// Everything derived from rules.
#[derive(Clone, Default, Debug)]
pub(super) struct Analysis {
    pub(super) nullable: BitRow,
    pub(super) dotted: Vec<DottedRule>,
    /// For each rule, its dotted rule with the dot first.
    pub(super) first_dot: Vec<Dotted>,
    /// Whether any rule is right-recursive.
    pub(super) has_leo: bool,
    /// By nonterminal, as what follows.
    own: Vec<OnceLock<OwnRules>>,
    closures: Vec<OnceLock<Closure>>,
    /// The terminals in the rules of each nonterminal.
    mentioned: Vec<OnceLock<Letters>>,
    /// For each nonterminal, the terminals in what it derives (a frame's inside not counted). One
    /// that stands for another one and nothing else has none of its own.
    occurs: Vec<OnceLock<BitRow>>,
    /// For each nonterminal, those that its rules predict at once, and those that are in its rules
    /// at all.
    predicts: Vec<Vec<NonterminalId>>,
    contains: Vec<Vec<NonterminalId>>,
    /// The nonterminals that are any number of some terminals in any order.
    pub(super) free: BitRow,
    kinds: OnceLock<Kinds>,
}

impl Analysis {
    pub(super) fn of(rules: &Productions) -> Self {
        let nullable = nullable(rules);
        let right_recursive = right_recursive(rules);
        let (dotted, first_dot) = dotted(rules, &right_recursive);
        let predicts = direct(rules, |rule| {
            let right = rules.rules()[rule].right.as_slice();
            let skipped = right.iter().take_while(|&&symbol| is_in(&nullable, symbol)).count();
            &right[..right.len().min(skipped + 1)]
        });
        let contains = direct(rules, |rule| rules.rules()[rule].right.as_slice());
        let count = rules.nonterminal_count();
        let analysis = Self {
            nullable,
            dotted,
            first_dot,
            has_leo: right_recursive.contains(&true),
            own: vec![OnceLock::new(); count],
            closures: vec![OnceLock::new(); count],
            mentioned: vec![OnceLock::new(); count],
            occurs: vec![OnceLock::new(); count],
            predicts,
            contains,
            free: free(rules),
            kinds: OnceLock::new(),
        };
        analysis.prepare(rules);
        analysis
    }

    /// Works out beforehand what every search asks about each content, unless that takes more than
    /// a few times the size of the rules.
    fn prepare(&self, rules: &Productions) {
        let contents = rules.kinds().iter().map(|kind| kind.content.index());
        let contents = BitRow::of(rules.nonterminal_count(), contents).len();
        let bits = contents * (rules.terminal_count() + rules.kinds().len());
        if bits <= 64 * self.dotted.len() {
            for &content in &self.kinds(rules).contents {
                self.occurs(rules, content);
            }
        }
    }

    /// The kinds of frames of these rules, by what they have in common.
    pub(super) fn kinds(&self, rules: &Productions) -> &Kinds {
        self.kinds.get_or_init(|| Kinds::of(rules))
    }

    /// What follows from predicting a nonterminal of these rules, which the analysis is of.
    pub(super) fn closure(&self, rules: &Productions, nonterminal: NonterminalId) -> &Closure {
        self.closures[nonterminal.index()].get_or_init(|| {
            let predicted = reachable(&self.predicts, nonterminal);
            let own = predicted.iter().map(|&left| &self.own(rules, left).first);
            let first = union(rules, own);
            Closure { first, predicted }
        })
    }

    /// What follows by the rules of each nonterminal that is predicted with one.
    fn predicted(
        &self,
        rules: &Productions,
        seed: NonterminalId,
    ) -> impl Iterator<Item = &OwnRules> {
        self.closure(rules, seed).predicted.iter().map(move |&left| self.own(rules, left))
    }

    /// The dotted rules before a terminal that follow from predicting a nonterminal.
    pub(super) fn scanning(
        &self,
        rules: &Productions,
        seed: NonterminalId,
        terminal: TerminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.predicted(rules, seed).flat_map(move |own| before(&own.scans, terminal))
    }

    /// The dotted rules before a nonterminal that follow from predicting another one.
    pub(super) fn waiting(
        &self,
        rules: &Productions,
        seed: NonterminalId,
        nonterminal: NonterminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.predicted(rules, seed).flat_map(move |own| before(&own.waits, nonterminal))
    }

    /// All dotted rules before nonterminals that follow from predicting one, with what they wait
    /// for.
    pub(super) fn all_waiting(
        &self,
        rules: &Productions,
        seed: NonterminalId,
    ) -> impl Iterator<Item = (NonterminalId, Dotted)> {
        self.predicted(rules, seed).flat_map(|own| own.waits.iter().copied())
    }

    /// All dotted rules before terminals that follow from predicting a nonterminal.
    pub(super) fn all_scanning(
        &self,
        rules: &Productions,
        seed: NonterminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.predicted(rules, seed).flat_map(|own| &own.scans).map(|&(_, dotted)| dotted)
    }

    /// The terminals in what a nonterminal of these rules derives.
    pub(super) fn occurs(&self, rules: &Productions, nonterminal: NonterminalId) -> &BitRow {
        let nonterminal = stands_for(rules, nonterminal);
        self.occurs[nonterminal.index()].get_or_init(|| {
            let contained = reachable(&self.contains, nonterminal);
            union(rules, contained.iter().map(|&left| self.mentioned(rules, left)))
        })
    }

    /// The rule, dot and next symbol of a dotted rule.
    pub(super) fn rule(&self, dotted: Dotted) -> &DottedRule {
        &self.dotted[dotted.index()]
    }

    /// A dotted rule with the dot one symbol further; if it is complete then, that of the
    /// nonterminal's first rule, which stands for all of them: it makes no difference by which rule
    /// the nonterminal is complete.
    pub(super) fn past(&self, rules: &Productions, dotted: Dotted) -> Dotted {
        let past = dotted.advanced();
        match *self.rule(past) {
            DottedRule { next: None, left, .. } => {
                let first = rules.of(left)[0];
                Dotted::new(self.first_dot[first.index()].index() + rules.right(first).len())
            }
            _ => past,
        }
    }

    fn own(&self, rules: &Productions, nonterminal: NonterminalId) -> &OwnRules {
        self.own[nonterminal.index()].get_or_init(|| self.own_of(rules, nonterminal))
    }

    fn own_of(&self, rules: &Productions, nonterminal: NonterminalId) -> OwnRules {
        let own = rules.of(nonterminal);
        let mut first = Vec::new();
        let (mut scans, mut waits) = (Vec::with_capacity(own.len()), Vec::new());
        for rule in own {
            let mut dotted = self.first_dot[rule.index()];
            while let Some(symbol) = self.rule(dotted).next {
                match symbol {
                    Symbol::Terminal(terminal) => {
                        first.push(terminal);
                        scans.push((terminal, dotted));
                    }
                    Symbol::Nonterminal(next) => waits.push((next, dotted)),
                }
                if !is_in(&self.nullable, symbol) {
                    break;
                }
                dotted = dotted.advanced();
            }
        }
        scans.sort_unstable();
        waits.sort_unstable();
        OwnRules { first: Letters::of(rules.terminal_count(), first), scans, waits }
    }

    /// The terminals in the rules of a nonterminal.
    fn mentioned(&self, rules: &Productions, nonterminal: NonterminalId) -> &Letters {
        self.mentioned[nonterminal.index()].get_or_init(|| {
            let mut letters = Vec::new();
            for rule in rules.of(nonterminal) {
                let mut dotted = self.first_dot[rule.index()];
                while let Some(symbol) = self.rule(dotted).next {
                    if let Symbol::Terminal(terminal) = symbol {
                        letters.push(terminal);
                    }
                    dotted = dotted.advanced();
                }
            }
            Letters::of(rules.terminal_count(), letters)
        })
    }
}

/// All terminals of some lists.
fn union<'r>(rules: &Productions, lists: impl Iterator<Item = &'r Letters>) -> BitRow {
    let mut all = BitRow::new(rules.terminal_count());
    lists.for_each(|letters| letters.add_to(&mut all));
    all
}

/// The nonterminal that another one stands for if its only rule has it for its only symbol, and so
/// on; itself if that leads round.
fn stands_for(rules: &Productions, nonterminal: NonterminalId) -> NonterminalId {
    let next = |&at: &NonterminalId| match rules.of(at) {
        &[only] => match rules.right(only) {
            [Symbol::Nonterminal(inner)] => Some(*inner),
            _ => None,
        },
        _ => None,
    };
    let chain = std::iter::successors(Some(nonterminal), next).take(CHAIN);
    chain.last().filter(|last| next(last).is_none()).unwrap_or(nonterminal)
}

/// Longer chains of nonterminals that stand for others are not followed.
const CHAIN: usize = 16;

fn is_in(row: &BitRow, symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Nonterminal(nonterminal) if row.contains(nonterminal.index()))
}

fn dotted(rules: &Productions, right_recursive: &[bool]) -> (Vec<DottedRule>, Vec<Dotted>) {
    let (mut all, mut first) = (Vec::new(), Vec::new());
    for (index, rule) in rules.rules().iter().enumerate() {
        first.push(Dotted::new(all.len()));
        for dot in 0..=rule.right.len() {
            all.push(DottedRule {
                rule: RuleId::new(index),
                left: rule.left,
                dot: narrow(dot),
                next: rule.right.get(dot).copied(),
                leo: right_recursive[index] && dot + 1 == rule.right.len(),
            });
        }
    }
    (all, first)
}

#[cfg(test)]
mod tests {
    use crate::earley::{Automaton, Options, Recogniser, RulesBuilder, Symbol, Word};

    /// `a0 ::= a1`, `a1 ::= a2` … : to read one word asks for few closures, however many there
    /// could be.
    #[test]
    fn of_a_chain_few_closures_are_made() {
        const LENGTH: usize = 3000;
        let mut builder = RulesBuilder::new();
        let word = builder.terminal("x");
        let names: Vec<_> = (0..LENGTH).map(|n| builder.nonterminal(format!("a{n}"))).collect();
        for pair in names.windows(2) {
            builder.rule(pair[0], [Symbol::Nonterminal(pair[1])]);
        }
        builder.rule(names[LENGTH - 1], [Symbol::Terminal(word)]);
        builder.start(names[0]);
        let rules = Automaton::new(builder.build().unwrap());
        let mut recogniser = Recogniser::new(rules.clone(), Options::default());
        recogniser.read(Word::plain(word)).unwrap();
        assert!(recogniser.complete());
        let made = |n: &usize| rules.analysis.closures[*n].get().is_some();
        assert!((0..LENGTH).filter(made).count() <= 2);
    }
}
