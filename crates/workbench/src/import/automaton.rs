//! Finite automata of expressions without names: for exceptions (`A - B`), and for repetitions that
//! are as short as possible (`'/*' .*? '*/'`). Regular expressions of tokens have neither.
//!
//! Characters are grouped to *atoms*: the coarsest classes of which every class of the grammar is a
//! union ([`Alphabet`]). The subset construction keeps the threads of a set in the order of their
//! priority, as a backtracking matcher would try them. If a thread that left a lazy repetition
//! matches, the threads after it are dropped. So the longest match of the automaton is the match of
//! the lazy expression.

use super::model::Expr;
use super::patterns::{self, class_text};
use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of states, and of those that become one regular expression.
const STATES: usize = 2000;
const PATTERN_STATES: usize = 100;
/// The maximum length of a regular expression.
const PATTERN_LENGTH: usize = 4000;

/// A partition of the characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Alphabet {
    pub(super) atoms: Vec<ClassUnicode>,
}

impl Alphabet {
    /// Returns the coarsest partition of which all these classes are unions.
    pub(super) fn new(classes: &[ClassUnicode]) -> Self {
        let mut bounds = BTreeSet::new();
        for range in classes.iter().flat_map(ClassUnicode::ranges) {
            bounds.insert(u32::from(range.start()));
            bounds.insert(u32::from(range.end()) + 1);
        }
        let bounds: Vec<u32> = bounds.into_iter().collect();
        let mut atoms: BTreeMap<Vec<usize>, Vec<ClassUnicodeRange>> = BTreeMap::new();
        let mut order = Vec::new();
        for pair in bounds.windows(2) {
            let (Some(first), Some(last)) = (above(pair[0]), below(pair[1] - 1)) else { continue };
            let inside = |index: &usize| has(&classes[*index], first);
            let owners: Vec<usize> = (0..classes.len()).filter(inside).collect();
            if owners.is_empty() || first > last {
                continue;
            }
            if !atoms.contains_key(&owners) {
                order.push(owners.clone());
            }
            atoms.entry(owners).or_default().push(ClassUnicodeRange::new(first, last));
        }
        let atoms = order.iter().map(|owners| ClassUnicode::new(atoms[owners].iter().copied()));
        Self { atoms: atoms.collect() }
    }

    /// Returns the atoms of a class.
    pub(super) fn of(&self, class: &ClassUnicode) -> Vec<usize> {
        let within = |index: &usize| {
            self.atoms[*index].ranges().first().is_some_and(|range| has(class, range.start()))
        };
        (0..self.atoms.len()).filter(within).collect()
    }
}

/// Returns the first character from a number on; surrogates are not characters.
fn above(number: u32) -> Option<char> {
    char::from_u32(if (0xd800..0xe000).contains(&number) { 0xe000 } else { number })
}

fn below(number: u32) -> Option<char> {
    char::from_u32(if (0xd800..0xe000).contains(&number) { 0xd7ff } else { number })
}

fn has(class: &ClassUnicode, character: char) -> bool {
    class.ranges().iter().any(|range| range.start() <= character && character <= range.end())
}

enum Nfa {
    Atoms(Vec<usize>, usize),
    /// The next states, best first; set if a repetition ends or continues here that is lazy.
    Split(Vec<usize>, bool),
    Match,
}

struct Compiler<'a> {
    alphabet: &'a Alphabet,
    states: Vec<Nfa>,
}

impl Compiler<'_> {
    fn add(&mut self, state: Nfa) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    /// Compiles an expression that continues at `next`; returns `None` for one that is not regular
    /// or too large. (The depth of expressions is limited.)
    fn compile(&mut self, expr: &Expr, next: usize) -> Option<usize> {
        if self.states.len() > 50 * STATES {
            return None;
        }
        if let Some(class) = patterns::class_of(expr) {
            return Some(self.add(Nfa::Atoms(self.alphabet.of(&class), next)));
        }
        Some(match expr {
            Expr::Sequence(parts) => {
                let mut next = next;
                for part in parts.iter().rev() {
                    next = self.compile(part, next)?;
                }
                next
            }
            Expr::Choice(parts) => {
                let mut ways = Vec::new();
                for part in parts {
                    ways.push(self.compile(part, next)?);
                }
                self.add(Nfa::Split(ways, false))
            }
            Expr::Repeat { what, least, most, lazy } => {
                let mut at = next;
                if let Some(most) = most {
                    for _ in *least..*most {
                        let body = self.compile(what, at)?;
                        at = self.add(Nfa::Split(ordered(body, next, *lazy), *lazy));
                    }
                } else {
                    at = self.add(Nfa::Split(Vec::new(), *lazy));
                    let body = self.compile(what, at)?;
                    self.states[at] = Nfa::Split(ordered(body, next, *lazy), *lazy);
                }
                for _ in 0..*least {
                    at = self.compile(what, at)?;
                }
                at
            }
            Expr::Except(both) => {
                let [all, none] = [&both[0], &both[1]].map(|one| Dfa::new(one, self.alphabet));
                self.embed(&all?.without(&none?)?, next)
            }
            Expr::Pattern(pattern) => self.compile(&patterns::expr(pattern)?, next)?,
            Expr::Text { text, any_case } => {
                let mut next = next;
                for character in text.chars().rev() {
                    let class = patterns::character(character, *any_case);
                    next = self.add(Nfa::Atoms(self.alphabet.of(&class), next));
                }
                next
            }
            _ => return None,
        })
    }

    /// Adds the states of a deterministic automaton.
    fn embed(&mut self, dfa: &Dfa, next: usize) -> usize {
        let first = self.states.len();
        self.states.extend(dfa.states.iter().map(|_| Nfa::Split(Vec::new(), false)));
        for (index, state) in dfa.states.iter().enumerate() {
            let mut ways = Vec::new();
            for (&atom, &to) in &state.next {
                ways.push(self.add(Nfa::Atoms(vec![atom], first + to)));
            }
            ways.extend(state.accepts.then_some(next));
            self.states[first + index] = Nfa::Split(ways, false);
        }
        first
    }
}

fn ordered(body: usize, next: usize, lazy: bool) -> Vec<usize> {
    if lazy { vec![next, body] } else { vec![body, next] }
}

/// A deterministic automaton; it starts in the first state.
#[derive(Clone, Debug, Default)]
pub(super) struct Dfa {
    pub(super) states: Vec<DfaState>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DfaState {
    pub(super) accepts: bool,
    pub(super) next: BTreeMap<usize, usize>,
}

impl Dfa {
    /// Builds the automaton of an expression without names; returns `None` if it has too many
    /// states, or parts that are not regular.
    pub(super) fn new(expr: &Expr, alphabet: &Alphabet) -> Option<Self> {
        let mut compiler = Compiler { alphabet, states: vec![Nfa::Match] };
        let start = compiler.compile(expr, 0)?;
        let nfa = compiler.states;
        let mut sets = vec![closure(&nfa, [(start, false)])];
        let mut known = BTreeMap::from([(sets[0].clone(), 0)]);
        let mut states = Vec::new();
        while let Some(set) = sets.get(states.len()).cloned() {
            let mut state = DfaState::default();
            let mut moves: BTreeMap<usize, Vec<(usize, bool)>> = BTreeMap::new();
            for &(at, lazy) in &set {
                match &nfa[at] {
                    Nfa::Atoms(atoms, next) => {
                        for &atom in atoms {
                            moves.entry(atom).or_default().push((*next, lazy));
                        }
                    }
                    Nfa::Match => state.accepts = true,
                    Nfa::Split(..) => {}
                }
            }
            for (atom, starts) in moves {
                let set = closure(&nfa, starts);
                let number = *known.entry(set.clone()).or_insert(sets.len());
                if number == sets.len() {
                    sets.push(set);
                }
                state.next.insert(atom, number);
            }
            states.push(state);
            if sets.len() > STATES {
                return None;
            }
        }
        Some(Self { states }.trimmed())
    }

    /// Returns the automaton of the texts that the other one does not accept.
    fn without(&self, other: &Self) -> Option<Self> {
        let mut pairs = vec![(0, Some(0))];
        let mut states = Vec::new();
        while let Some(&(left, right)) = pairs.get(states.len()) {
            let refused = right.is_some_and(|right: usize| other.states[right].accepts);
            let accepts = self.states[left].accepts && !refused;
            let mut next = BTreeMap::new();
            for (&atom, &to) in &self.states[left].next {
                let pair =
                    (to, right.and_then(|right| other.states[right].next.get(&atom).copied()));
                let known = pairs.iter().position(|&other| other == pair);
                next.insert(atom, known.unwrap_or(pairs.len()));
                if known.is_none() {
                    pairs.push(pair);
                }
            }
            states.push(DfaState { accepts, next });
            if pairs.len() > STATES {
                return None;
            }
        }
        Some(Self { states }.trimmed())
    }

    /// Removes the transitions to states from which no text is accepted.
    fn trimmed(mut self) -> Self {
        let mut useful: Vec<bool> = self.states.iter().map(|state| state.accepts).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (index, state) in self.states.iter().enumerate() {
                if !useful[index] && state.next.values().any(|&to| useful[to]) {
                    useful[index] = true;
                    changed = true;
                }
            }
        }
        for state in &mut self.states {
            state.next.retain(|_, to| useful[*to]);
        }
        self
    }

    /// Returns a regular expression for the texts except the empty one, by elimination of states.
    pub(super) fn pattern(&self, alphabet: &Alphabet) -> Option<String> {
        if self.states.len() > PATTERN_STATES {
            return None;
        }
        let (start, end) = (self.states.len(), self.states.len() + 1);
        let mut edges: BTreeMap<(usize, usize), (String, u8)> = BTreeMap::new();
        for (index, state) in self.states.iter().enumerate() {
            let mut targets: BTreeMap<usize, ClassUnicode> = BTreeMap::new();
            for (&atom, &to) in &state.next {
                targets.entry(to).or_insert_with(ClassUnicode::empty).union(&alphabet.atoms[atom]);
            }
            for (to, class) in targets {
                let text = class_text(&class);
                if index == 0 {
                    edges.insert((start, to), (text.clone(), 2));
                }
                edges.insert((index, to), (text, 2));
            }
            if state.accepts {
                edges.insert((index, end), (String::new(), 1));
            }
        }
        let mut left: BTreeSet<usize> = (0..self.states.len()).collect();
        while let Some(&state) = left.iter().min_by_key(|&&state| {
            let ins = edges.keys().filter(|&&(from, to)| to == state && from != state).count();
            ins * edges.keys().filter(|&&(from, to)| from == state && to != state).count()
        }) {
            left.remove(&state);
            let looped = edges.remove(&(state, state));
            let ins = taken(&mut edges, |(_, to)| to == state);
            let outs = taken(&mut edges, |(from, _)| from == state);
            for ((from, _), first) in &ins {
                for ((_, to), last) in &outs {
                    let mut text = grouped(first, 1);
                    if let Some(looped) = &looped {
                        text += &format!("{}*", grouped(looped, 2));
                    }
                    text += &grouped(last, 1);
                    if text.len() > PATTERN_LENGTH {
                        return None;
                    }
                    let edge = match edges.remove(&(*from, *to)) {
                        Some((other, _)) if other.is_empty() && text.is_empty() => (other, 1),
                        Some((other, _)) if other.is_empty() => (optional(&text), 1),
                        Some((other, _)) if text.is_empty() => (optional(&other), 1),
                        Some((other, _)) => (format!("{other}|{text}"), 0),
                        None => (text, 1),
                    };
                    edges.insert((*from, *to), edge);
                }
            }
        }
        Some(edges.remove(&(start, end))?.0)
    }
}

type Edges = BTreeMap<(usize, usize), (String, u8)>;

/// Removes the edges that fulfil a condition, and returns them.
fn taken(edges: &mut Edges, mut is_one: impl FnMut((usize, usize)) -> bool) -> Edges {
    let (some, others) = std::mem::take(edges).into_iter().partition(|(ends, _)| is_one(*ends));
    *edges = others;
    some
}

/// Returns a regular expression in parentheses, unless it binds at least as tight as `level`:
/// alternatives 0, sequences 1, one character 2.
fn grouped((text, own): &(String, u8), level: u8) -> String {
    if *own >= level || text.is_empty() { text.clone() } else { format!("({text})") }
}

fn optional(text: &str) -> String {
    if text.chars().count() == 1 { format!("{text}?") } else { format!("({text})?") }
}

/// Follows the splits, best first, up to a match after a lazy repetition.
fn closure(nfa: &[Nfa], starts: impl IntoIterator<Item = (usize, bool)>) -> Vec<(usize, bool)> {
    let mut open: Vec<(usize, bool)> = starts.into_iter().collect();
    open.reverse();
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while let Some((at, lazy)) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        match &nfa[at] {
            Nfa::Split(next, own) => open.extend(next.iter().rev().map(|&to| (to, lazy || *own))),
            Nfa::Atoms(..) => found.push((at, lazy)),
            Nfa::Match => {
                found.push((at, lazy));
                if lazy {
                    break;
                }
            }
        }
    }
    found
}
