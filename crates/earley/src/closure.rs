//! Prediction closures and the other facts about rules that a step needs, each computed once.
//!
//! Facts that take linear space in the size of the rules are computed at once. Closures can take
//! quadratic space: in a chain of rules, `a ::= b`, `b ::= c` …, each closure holds all that
//! follow. They are computed for each nonterminal on first use. Few are ever used: seeds, and
//! contents of frames. Closures share the facts about the rules of a single nonterminal.
//!
//! A *dotted rule* is a rule with a position in its right side. All dotted rules are numbered
//! consecutively, so moving the dot is adding one. The *prediction closure* of a nonterminal is
//! every dotted rule that an Earley set contains because it expects that nonterminal. The closure
//! moves dots over nullable symbols at once, as Aycock and Horspool do ("Practical Earley Parsing",
//! 2002).
//!
//! A set therefore stores no predicted items, only its *seeds*, the nonterminals that its kernel
//! expects. For each nonterminal that a seed predicts, a step consults two sorted lists: the rules
//! that scan a given terminal, and the rules that wait for a given nonterminal.
//!
//! A rule is *right-recursive* if its last symbol can end in its own left side. Only these rules
//! are worth a Leo item (Leo, "A general context-free parsing algorithm running in linear time on
//! every LR(k) grammar without using lookahead", 1991).

use super::free::free;
use super::kinds::Kinds;
use super::productions::{Productions, derivable};
use super::reach::{Units, direct, is_in, reachable, right_recursive, units};
use super::symbols::{NonterminalId, RuleId, Symbol, TerminalId};
use crate::util::{BitRow, narrow};
use std::sync::OnceLock;

crate::id_type! {
    /// A rule with a dot in its right side.
    pub(super) Dotted
}

impl Dotted {
    /// Returns the same rule with the dot one symbol further.
    pub(super) const fn advanced(self) -> Self {
        Self::new(self.index() + 1)
    }

    /// Returns the same rule with the dot one symbol back. OK because callers know that the dot is
    /// not first.
    pub(super) const fn back(self) -> Self {
        Self::new(self.index() - 1)
    }
}

/// The parts of a dotted rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct DottedRule {
    pub(super) rule: RuleId,
    pub(super) left: NonterminalId,
    pub(super) dot: u32,
    /// The symbol after the dot; `None` if and only if the item is complete.
    pub(super) next: Option<Symbol>,
    /// True if the rule is right-recursive and the dot is before its last symbol.
    pub(super) leo: bool,
}

/// The prediction closure of one nonterminal.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// The terminals that may come next.
    pub(super) first: BitRow,
    /// The nonterminals that are predicted with it, itself included.
    predicted: Vec<NonterminalId>,
}

/// The predictions by the rules of one nonterminal alone, which many closures share.
#[derive(Clone, Debug)]
pub(super) struct OwnRules {
    /// The terminals that may come next.
    first: Letters,
    /// Pairs of a terminal and a dotted rule before it, sorted.
    pub(super) scans: Vec<(TerminalId, Dotted)>,
    /// Pairs of a nonterminal and a dotted rule before it, sorted.
    pub(super) waits: Vec<(NonterminalId, Dotted)>,
}

/// A set of terminals: a list, or a bit row if a list would not be smaller.
#[derive(Clone, Debug)]
enum Letters {
    Few(Vec<TerminalId>),
    Many(BitRow),
}

impl Letters {
    /// Builds the set, given the total number of terminals.
    fn of(count: usize, letters: Vec<TerminalId>) -> Self {
        if letters.len() * 2 < count / 64 {
            Self::Few(letters)
        } else {
            Self::Many(BitRow::of(count, letters.into_iter().map(TerminalId::index)))
        }
    }

    fn add_to(&self, row: &mut BitRow) {
        match self {
            Self::Few(letters) => {
                for letter in letters {
                    row.insert(letter.index());
                }
            }
            Self::Many(letters) => {
                row.union_with(letters);
            }
        }
    }
}

/// Returns the dotted rules before the symbol `key`.
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
    /// True if any rule is right-recursive.
    pub(super) has_leo: bool,
    /// For each nonterminal, the predictions by its rules.
    own: Vec<OnceLock<OwnRules>>,
    closures: Vec<OnceLock<Closure>>,
    /// For each nonterminal, the terminals in its rules.
    mentioned: Vec<OnceLock<Letters>>,
    /// For each nonterminal, the terminals in its derivations, without those inside frames. A
    /// nonterminal that is an alias of another one shares the entry of that one.
    occurs: Vec<OnceLock<BitRow>>,
    /// For each nonterminal, those that its rules predict directly.
    predicts: Vec<Vec<NonterminalId>>,
    /// For each nonterminal, those that occur anywhere in its rules.
    contains: Vec<Vec<NonterminalId>>,
    /// The free nonterminals: any number of some terminals in any order.
    pub(super) free: BitRow,
    kinds: OnceLock<Kinds>,
    units: OnceLock<Units>,
}

impl Analysis {
    /// Computes the tables of some rules.
    pub(super) fn of(rules: &Productions) -> Self {
        let nullable = derivable(rules.rules(), rules.nonterminal_count(), false);
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
            units: OnceLock::new(),
        };
        analysis.prepare(rules);
        analysis
    }

    /// Precomputes the facts that every search needs of each content, unless that takes more than a
    /// few times the size of the rules.
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

    /// Returns the frame kinds of these rules, grouped by content.
    pub(super) fn kinds(&self, rules: &Productions) -> &Kinds {
        self.kinds.get_or_init(|| Kinds::of(rules))
    }

    /// Returns the unit derivations of these rules.
    pub(super) fn units(&self, rules: &Productions) -> &Units {
        self.units.get_or_init(|| units(rules, &self.nullable))
    }

    /// Returns the prediction closure of a nonterminal. `rules` must be those that were analysed.
    pub(super) fn closure(&self, rules: &Productions, nonterminal: NonterminalId) -> &Closure {
        self.closures[nonterminal.index()].get_or_init(|| {
            let predicted = reachable(&self.predicts, nonterminal);
            let mut first = BitRow::new(rules.terminal_count());
            for &left in &predicted {
                self.own(rules, left).first.add_to(&mut first);
            }
            Closure { first, predicted }
        })
    }

    /// Returns the predictions by the rules of each nonterminal in the closure of `seed`.
    fn predicted(
        &self,
        rules: &Productions,
        seed: NonterminalId,
    ) -> impl Iterator<Item = &OwnRules> {
        self.closure(rules, seed).predicted.iter().map(move |&left| self.own(rules, left))
    }

    /// Returns the dotted rules before a terminal that follow from predicting a nonterminal.
    pub(super) fn scanning(
        &self,
        rules: &Productions,
        seed: NonterminalId,
        terminal: TerminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.predicted(rules, seed).flat_map(move |own| before(&own.scans, terminal))
    }

    /// Returns the dotted rules before a nonterminal that follow from predicting another one.
    pub(super) fn waiting(
        &self,
        rules: &Productions,
        seed: NonterminalId,
        nonterminal: NonterminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.predicted(rules, seed).flat_map(move |own| before(&own.waits, nonterminal))
    }

    /// Returns all dotted rules before nonterminals that follow from predicting a nonterminal, each
    /// with the nonterminal that it waits for.
    pub(super) fn all_waiting(
        &self,
        rules: &Productions,
        seed: NonterminalId,
    ) -> impl Iterator<Item = (NonterminalId, Dotted)> {
        self.predicted(rules, seed).flat_map(|own| own.waits.iter().copied())
    }

    /// Returns all dotted rules before terminals that follow from predicting a nonterminal.
    pub(super) fn all_scanning(
        &self,
        rules: &Productions,
        seed: NonterminalId,
    ) -> impl Iterator<Item = Dotted> {
        self.predicted(rules, seed).flat_map(|own| &own.scans).map(|&(_, dotted)| dotted)
    }

    /// Returns the terminals in the derivations of a nonterminal.
    pub(super) fn occurs(&self, rules: &Productions, nonterminal: NonterminalId) -> &BitRow {
        let nonterminal = alias_target(rules, nonterminal);
        self.occurs[nonterminal.index()].get_or_init(|| {
            let mut all = BitRow::new(rules.terminal_count());
            for left in reachable(&self.contains, nonterminal) {
                self.mentioned(rules, left).add_to(&mut all);
            }
            all
        })
    }

    /// Returns the rule, dot and next symbol of a dotted rule.
    pub(super) fn rule(&self, dotted: Dotted) -> &DottedRule {
        &self.dotted[dotted.index()]
    }

    /// Returns a dotted rule with the dot one symbol further. A complete one is replaced by that of
    /// the nonterminal's first rule, as a canonical representative. This is sound because no step
    /// depends on which rule completed the nonterminal.
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

    /// Returns the table of a nonterminal's own rules, computed on first use.
    pub(super) fn own(&self, rules: &Productions, nonterminal: NonterminalId) -> &OwnRules {
        self.own[nonterminal.index()].get_or_init(|| self.own_of(rules, nonterminal))
    }

    /// Computes the table of a nonterminal's own rules.
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

    /// Returns the terminals in the rules of a nonterminal.
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

/// Follows unit rules: returns the nonterminal that `nonterminal` is an alias of, if its only rule
/// consists of it, and so on. Returns `nonterminal` itself if the chain is cyclic or too long.
fn alias_target(rules: &Productions, nonterminal: NonterminalId) -> NonterminalId {
    let mut target = nonterminal;
    for _ in 0..CHAIN {
        match aliased(rules, target) {
            Some(next) => target = next,
            None => return target,
        }
    }
    nonterminal
}

/// Returns the nonterminal of which the only rule of `nonterminal` consists, if it does.
fn aliased(rules: &Productions, nonterminal: NonterminalId) -> Option<NonterminalId> {
    let &[only] = rules.of(nonterminal) else { return None };
    match rules.right(only) {
        &[Symbol::Nonterminal(inner)] => Some(inner),
        _ => None,
    }
}

/// The maximum length of a chain of aliases that is followed.
const CHAIN: usize = 16;

/// Returns the dotted rules of all rules in one table, and for each rule the id of the first.
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
    use crate::{Automaton, Options, Recogniser, RulesBuilder, Symbol, Word};

    /// In `a0 ::= a1`, `a1 ::= a2` …, reading one word computes few closures, however many there
    /// are.
    #[test]
    fn a_chain_of_nonterminals_has_few_closures() {
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
        let closures = &rules.analysis.closures;
        assert!(closures.iter().filter(|closure| closure.get().is_some()).count() <= 2);
    }
}
