//! The search against the definition of an ambiguity, on random grammars and all short texts.

use super::items::{ItemTable, SymbolRule};
use super::pairs::{PairLimits, PairSearch};

/// The greatest length of a text.
const LENGTH: usize = 7;
const GRAMMARS: u64 = 300;
const LIMITS: PairLimits = PairLimits { filter: 1 << 22, search: 1 << 17, length: LENGTH };

/// A random grammar of the symbols `0..nonterminals`, and the two terminals after them.
struct RandomGrammar {
    nonterminals: usize,
    rules: Vec<SymbolRule>,
}

impl RandomGrammar {
    /// Creates a grammar. A cyclic one has a rule `A -> A`, perhaps with nullable symbols beside.
    fn new(seed: u64, is_cyclic: bool) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let (nonterminals, terminals) = (2 + random.usize(..3), 2);
        let mut rules = Vec::new();
        for left in 0..nonterminals {
            for _ in 0..1 + random.usize(..3) {
                let length = random.usize(..4).max(usize::from(random.usize(..4) > 0));
                let symbol = |_| random.usize(..nonterminals + terminals);
                rules.push((left, (0..length).map(symbol).collect()));
            }
            rules.push((left, vec![nonterminals + random.usize(..terminals)]));
        }
        if is_cyclic {
            let (one, other) = (random.usize(..nonterminals), random.usize(..nonterminals));
            rules.extend([(one, vec![other]), (other, vec![one, other]), (one, vec![])]);
        }
        rules.sort();
        rules.dedup();
        Self { nonterminals, rules }
    }

    /// Reports whether a nonterminal derives one that was found, so that it is ambiguous as well.
    fn contains_found(&self, nonterminal: usize, found: &[Option<usize>]) -> bool {
        let mut derived = vec![nonterminal];
        let mut next = 0;
        while let Some(&left) = derived.get(next) {
            for (_, right) in self.rules.iter().filter(|rule| rule.0 == left) {
                for &symbol in right {
                    if symbol < self.nonterminals && !derived.contains(&symbol) {
                        derived.push(symbol);
                    }
                }
            }
            next += 1;
        }
        derived.into_iter().any(|symbol| found[symbol].is_some())
    }

    /// Returns the nonterminals, by number, with two derivations of a form that differ in the rule
    /// or in the extent of a child.
    fn ambiguous(&self, form: &[usize]) -> Vec<bool> {
        let derives = self.extents(form);
        let leaf = |nonterminal| usize::from(form == [nonterminal]);
        let mut ways: Vec<usize> = (0..self.nonterminals).map(leaf).collect();
        for (left, right) in &self.rules {
            ways[*left] += divisions(right, form, &derives, 0);
        }
        ways.into_iter().map(|ways| ways > 1).collect()
    }

    /// Returns, by nonterminal, the extents of a form that it derives.
    fn extents(&self, form: &[usize]) -> Vec<Vec<Vec<bool>>> {
        let row = vec![false; form.len() + 1];
        let mut derives = vec![vec![row; form.len() + 1]; self.nonterminals];
        loop {
            let mut is_same = true;
            for (left, right) in &self.rules {
                for start in 0..=form.len() {
                    for end in start..=form.len() {
                        if !derives[*left][start][end]
                            && divisions(right, &form[..end], &derives, start) > 0
                        {
                            derives[*left][start][end] = true;
                            is_same = false;
                        }
                    }
                }
            }
            if is_same {
                return derives;
            }
        }
    }
}

/// Returns the number of ways to divide the form from `start` among the symbols of a right side.
fn divisions(right: &[usize], form: &[usize], derives: &[Vec<Vec<bool>>], start: usize) -> usize {
    let mut ways = vec![0; form.len() + 1];
    ways[start] = 1;
    for &symbol in right {
        let mut next = vec![0; form.len() + 1];
        for middle in start..=form.len() {
            for end in middle..=form.len() {
                let is_letter = form.get(middle) == Some(&symbol) && end == middle + 1;
                let is_derived = derives.get(symbol).is_some_and(|derives| derives[middle][end]);
                if is_letter || is_derived {
                    next[end] += ways[middle];
                }
            }
        }
        ways = next;
    }
    ways[form.len()]
}

/// The texts up to [`LENGTH`] tokens that each nonterminal derives. A text of the two terminals has
/// a number in binary: a one, and then a digit for each token.
struct Texts<'g> {
    grammar: &'g RandomGrammar,
    /// By nonterminal and number.
    derived: Vec<Vec<bool>>,
}

impl<'g> Texts<'g> {
    fn new(grammar: &'g RandomGrammar) -> Self {
        let derived = vec![vec![false; 2 << LENGTH]; grammar.nonterminals];
        let mut texts = Self { grammar, derived };
        for text in 1..2 << LENGTH {
            let mut is_same = false;
            while !is_same {
                is_same = true;
                for (left, right) in &grammar.rules {
                    if !texts.derived[*left][text] && texts.ways(right, text) > 0 {
                        texts.derived[*left][text] = true;
                        is_same = false;
                    }
                }
            }
        }
        texts
    }

    /// Returns the number of ways to divide a text among symbols.
    fn ways(&self, symbols: &[usize], text: usize) -> usize {
        let Some((&first, others)) = symbols.split_first() else { return usize::from(text == 1) };
        let length = text.ilog2();
        let mut ways = 0;
        for end in 0..=length {
            let (part, rest) = (text >> (length - end), text & ((1 << (length - end)) - 1));
            let is_derived = match self.derived.get(first) {
                Some(derived) => derived[part],
                None => part == 2 + first - self.grammar.nonterminals,
            };
            if is_derived && (!others.is_empty() || end == length) {
                ways += self.ways(others, rest | 1 << (length - end));
            }
        }
        ways
    }

    /// Returns, by nonterminal, the length of a shortest text that it derives in two ways.
    fn ambiguous(&self) -> Vec<Option<usize>> {
        let mut shortest = vec![None; self.grammar.nonterminals];
        for text in (1..2usize << LENGTH).rev() {
            let mut ways = vec![0; self.grammar.nonterminals];
            for (left, right) in &self.grammar.rules {
                ways[*left] += self.ways(right, text);
            }
            for (nonterminal, ways) in ways.into_iter().enumerate() {
                if ways > 1 {
                    shortest[nonterminal] = usize::try_from(text.ilog2()).ok();
                }
            }
        }
        shortest
    }
}

/// Searches random grammars. Returns the numbers of ambiguous nonterminals, of those found only by
/// one that they contain, and of those beyond the bound of a search that stopped. Fails if one is
/// missed, if a form is not ambiguous, or if it is longer than a shortest text and one symbol.
fn compare(is_cyclic: bool) -> (usize, usize, usize) {
    let (mut ambiguous, mut inherited, mut stopped) = (0, 0, 0);
    for seed in 1..=GRAMMARS {
        let grammar = RandomGrammar::new(seed, is_cyclic);
        let table = ItemTable::new(grammar.nonterminals, &grammar.rules);
        let mut search = PairSearch::new(&table, LIMITS);
        search.run();
        // A nonterminal that only one derivation divides is a symbol of the form, even if it could
        // be empty.
        let undivided = usize::from((0..grammar.nonterminals).any(|one| table.is_nullable(one)));
        let mut found = vec![None; grammar.nonterminals];
        for one in &search.found {
            let is_ambiguous = grammar.ambiguous(&one.form)[one.nonterminal];
            assert!(is_ambiguous, "grammar {seed}: {:?} of {}", one.form, one.nonterminal);
            found[one.nonterminal] = Some(one.form.len());
        }
        for (nonterminal, length) in Texts::new(&grammar).ambiguous().into_iter().enumerate() {
            let Some(length) = length else { continue };
            ambiguous += 1;
            match found[nonterminal] {
                Some(form) => assert!(
                    form <= length.max(1) + undivided,
                    "grammar {seed}: {nonterminal} {form} {length} of {:?}",
                    grammar.rules
                ),
                None if grammar.contains_found(nonterminal, &found) => inherited += 1,
                None if search.complete_length < length.max(1) => stopped += 1,
                None => panic!("grammar {seed}: {nonterminal} of {:?}", grammar.rules),
            }
        }
    }
    (ambiguous, inherited, stopped)
}

#[test]
fn no_ambiguity_of_a_random_grammar_is_missed() {
    let (ambiguous, inherited, stopped) = compare(false);
    assert!(ambiguous > 500, "{ambiguous}, {inherited} inherited, {stopped} stopped");
}

#[test]
fn no_ambiguity_of_a_cyclic_grammar_is_missed() {
    let (ambiguous, inherited, stopped) = compare(true);
    assert!(ambiguous > 500, "{ambiguous}, {inherited} inherited, {stopped} stopped");
}
