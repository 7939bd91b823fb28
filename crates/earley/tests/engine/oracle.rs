//! The engine against two oracles on random grammars: the crate `earlgrey`, and literal definitions
//! of derived spans, viable prefixes, and ranked trees.

use crate::support::{Toy, read_all, toy, tree_text, with_chart};
use fastrand::Rng;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hasher};
use wishful_earley::*;

/// A grammar, compiled and as plain lists. Nonterminals are `A`, `B`, …; terminals are `a`, `b`,
/// `c`.
pub(crate) struct Random {
    pub(crate) toy: Toy,
    pub(crate) rules: Vec<(usize, Vec<Result<usize, usize>>)>,
    pub(crate) count: usize,
}

pub(crate) const TERMINALS: [&str; 3] = ["a", "b", "c"];
const NONTERMINALS: [&str; 4] = ["A", "B", "C", "D"];

fn name(symbol: Result<usize, usize>) -> &'static str {
    match symbol {
        Ok(nonterminal) => NONTERMINALS[nonterminal],
        Err(terminal) => TERMINALS[terminal],
    }
}

/// Generates a grammar in which every nonterminal derives something.
pub(crate) fn random_grammar(random: &mut Rng) -> Random {
    loop {
        let count = random.usize(1..=4);
        let mut rules = Vec::new();
        for left in 0..count {
            for _ in 0..random.usize(1..=3) {
                let length = [0, 1, 1, 2, 2, 3][random.usize(..6)];
                let right = (0..length).map(|_| {
                    if random.bool() { Ok(random.usize(..count)) } else { Err(random.usize(..3)) }
                });
                let rule = (left, right.collect::<Vec<_>>());
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        if is_productive(&rules, count) {
            let mut text = String::from("A\n");
            for (left, right) in &rules {
                text.push_str(NONTERMINALS[*left]);
                for symbol in right {
                    text.push(' ');
                    text.push_str(name(*symbol));
                }
                text.push('\n');
            }
            return Random { toy: toy(&text), rules, count };
        }
    }
}

fn is_productive(rules: &[(usize, Vec<Result<usize, usize>>)], count: usize) -> bool {
    let mut done = vec![false; count];
    for _ in 0..count {
        for (left, right) in rules {
            done[*left] |= right.iter().all(|symbol| symbol.is_err() || done[symbol.unwrap()]);
        }
    }
    done.into_iter().all(|done| done)
}

impl Random {
    pub(crate) fn words(&self, string: &[usize]) -> Option<Vec<Word>> {
        string
            .iter()
            .map(|&t| self.toy.terminals.get(TERMINALS[t]).copied().map(Word::plain))
            .collect()
    }

    /// Computes `derives[n][i][j]`: whether nonterminal n derives `string[i..j]`.
    pub(crate) fn derives(&self, string: &[usize]) -> Vec<Vec<Vec<bool>>> {
        let size = string.len() + 1;
        let mut table = vec![vec![vec![false; size]; size]; self.count];
        loop {
            let mut changed = false;
            for (left, right) in &self.rules {
                for start in 0..size {
                    for end in ends(&table, string, right, start) {
                        changed |= !std::mem::replace(&mut table[*left][start][end], true);
                    }
                }
            }
            if !changed {
                return table;
            }
        }
    }

    /// Reports whether `string` is a viable prefix.
    fn is_prefix(&self, string: &[usize]) -> bool {
        let table = self.derives(string);
        let size = string.len();
        let mut begins = vec![vec![false; size + 1]; self.count];
        loop {
            let mut changed = false;
            for (left, right) in &self.rules {
                for start in 0..=size {
                    let holds = start == size
                        || (0..right.len()).any(|at| {
                            ends(&table, string, &right[..at], start).into_iter().any(|middle| {
                                middle == size
                                    || match right[at] {
                                        Ok(symbol) => begins[symbol][middle],
                                        Err(t) => middle + 1 == size && string[middle] == t,
                                    }
                            })
                        })
                        || ends(&table, string, right, start).contains(&size);
                    changed |= holds && !std::mem::replace(&mut begins[*left][start], true);
                }
            }
            if !changed {
                return begins[0][0];
            }
        }
    }

    /// Returns all trees as text in the order of their rank; `None` if there are too many.
    fn trees(
        &self,
        table: &[Vec<Vec<bool>>],
        string: &[usize],
        node: (usize, usize, usize),
        above: &mut Vec<(usize, usize, usize)>,
    ) -> Option<Vec<String>> {
        let (symbol, start, end) = node;
        above.push(node);
        let mut found = Vec::new();
        for (left, right) in &self.rules {
            if *left == symbol {
                let name = NONTERMINALS[symbol];
                for parts in divisions(table, string, right, start, end) {
                    let mut texts = vec![String::new()];
                    for (symbol, from, to) in parts {
                        let inner = match symbol {
                            Err(t) => vec![TERMINALS[t].to_owned()],
                            Ok(n) if above.contains(&(n, from, to)) => vec![],
                            Ok(n) => self.trees(table, string, (n, from, to), above)?,
                        };
                        let mut longer = Vec::new();
                        for text in &texts {
                            let comma = if text.is_empty() { "" } else { "," };
                            for part in &inner {
                                longer.push(format!("{text}{comma}{part}"));
                            }
                        }
                        texts = longer;
                        if texts.is_empty() {
                            break;
                        }
                    }
                    for text in texts {
                        found.push(if text.is_empty() {
                            name.to_owned()
                        } else {
                            format!("{name}({text})")
                        });
                    }
                    if found.len() > 300 {
                        return None;
                    }
                }
            }
        }
        above.pop();
        Some(found)
    }

    fn earlgrey(&self) -> earlgrey::Grammar {
        let mut builder = earlgrey::GrammarBuilder::default();
        for name in &NONTERMINALS[..self.count] {
            builder.nonterm_try(name);
        }
        for name in TERMINALS {
            builder.terminal_try(name, move |word| word == name);
        }
        for (left, right) in &self.rules {
            let right: Vec<&str> = right.iter().map(|&symbol| name(symbol)).collect();
            builder.rule_try(NONTERMINALS[*left], &right);
        }
        builder.into_grammar("A").unwrap()
    }
}

/// Returns the positions at which a right side that begins at `start` can end.
fn ends(
    table: &[Vec<Vec<bool>>],
    string: &[usize],
    right: &[Result<usize, usize>],
    start: usize,
) -> BTreeSet<usize> {
    let mut positions = BTreeSet::from([start]);
    for symbol in right {
        let mut next = BTreeSet::new();
        for from in positions {
            match *symbol {
                Ok(n) => next.extend((from..=string.len()).filter(|&to| table[n][from][to])),
                Err(t) if string.get(from) == Some(&t) => {
                    next.insert(from + 1);
                }
                Err(_) => {}
            }
        }
        positions = next;
    }
    positions
}

/// A symbol of a right side, with the start and the end of its span.
pub(crate) type SymbolSpan = (Result<usize, usize>, usize, usize);

/// Returns the ways to divide a span among the symbols of a right side. Divisions with a later
/// start of the last symbol come first, then those of the one before.
pub(crate) fn divisions(
    table: &[Vec<Vec<bool>>],
    string: &[usize],
    right: &[Result<usize, usize>],
    start: usize,
    end: usize,
) -> Vec<Vec<SymbolSpan>> {
    let Some((&last, before)) = right.split_last() else {
        return if start == end { vec![vec![]] } else { vec![] };
    };
    let mut found = Vec::new();
    for middle in (start..=end).rev() {
        let fits = match last {
            Ok(n) => table[n][middle][end],
            Err(t) => middle + 1 == end && string[middle] == t,
        };
        if fits {
            for mut parts in divisions(table, string, before, start, middle) {
                parts.push((last, middle, end));
                found.push(parts);
            }
        }
    }
    found
}

fn strings(random: &mut Rng) -> Vec<Vec<usize>> {
    let mut strings = vec![vec![]];
    for _ in 0..12 {
        strings.push((0..random.usize(1..6)).map(|_| random.usize(..3)).collect());
    }
    strings
}

/// The result of a search by brute force.
#[derive(PartialEq, Debug)]
enum BruteForce {
    Found(u64, Vec<usize>),
    Hopeless,
    GivenUp,
}

impl Random {
    /// Reports whether `goal` is acceptable after `string`, or whether the text may end, for
    /// `None`.
    fn reaches(&self, string: &[usize], goal: Option<usize>) -> bool {
        match goal {
            Some(goal) => self.is_prefix(&[string, &[goal]].concat()),
            None => self.derives(string)[0][0][string.len()],
        }
    }

    /// Finds the cheapest words after which `goal` is acceptable by trying all, ordered by cost,
    /// number and terminals.
    fn cheapest(
        &self,
        read: &[usize],
        costs: &[Option<u32>; 3],
        goal: Option<usize>,
    ) -> BruteForce {
        let mut open = BTreeSet::from([(0, 0, Vec::new())]);
        for _ in 0..40 {
            let Some((cost, length, words)) = open.pop_first() else {
                return BruteForce::Hopeless;
            };
            if self.reaches(&[read, &words].concat(), goal) {
                return BruteForce::Found(cost, words);
            }
            for (terminal, price) in costs.iter().enumerate() {
                let Some(price) = price else { continue };
                let longer = [&words[..], &[terminal]].concat();
                if self.is_prefix(&[read, &longer].concat()) {
                    open.insert((cost + u64::from(*price), length + 1, longer));
                }
            }
        }
        BruteForce::GivenUp
    }
}

#[test]
fn cheapest_paths_agree_with_brute_force() {
    let mut random = Rng::with_seed(1977);
    let (mut repeated, mut others, mut hopeless, mut undecided) = (0, 0, 0, 0);
    for round in 0..1000 {
        let grammar = random_grammar(&mut random);
        let terminal = |number: usize| grammar.toy.terminals.get(TERMINALS[number]).copied();
        let costs = [(); 3].map(|()| (random.usize(..4) > 0).then(|| random.u32(1..10)));
        let mut permitted = Vec::new();
        for (number, cost) in costs.iter().enumerate() {
            permitted.extend(terminal(number).zip(*cost));
        }
        let wishes = WishRow::new(&grammar.toy.rules, permitted);
        let engine = if round % 2 == 0 { Engine::Fast } else { Engine::Reference };
        let options = Options { engine, search_nodes: 40, ..Options::default() };
        let mut recogniser = Recogniser::new(grammar.toy.rules.clone(), options);
        let mut read = Vec::new();
        for _ in 0..random.usize(..4) {
            let next = random.usize(..3);
            if let Some(word) = terminal(next).map(Word::plain)
                && recogniser.read(word).is_ok()
            {
                read.push(next);
            }
        }
        for goal in [Some(0), Some(1), Some(2), None] {
            let word = goal.map(|goal| terminal(goal).map(Word::plain));
            if word == Some(None) {
                continue;
            }
            let wanted = grammar.cheapest(&read, &costs, goal);
            let context = format!("{}{goal:?} after {read:?}, {costs:?}", grammar.toy.rules);
            let path = match word.flatten() {
                Some(word) => recogniser.cheapest(&wishes, word),
                None => recogniser.cheapest_end(&wishes),
            };
            match path {
                Ok(path) => {
                    let found = path.terminals().map(|found| {
                        (0..3).find(|&number| terminal(number) == Some(found)).unwrap()
                    });
                    let found: Vec<usize> = found.collect();
                    let distinct: BTreeSet<&usize> = found.iter().collect();
                    repeated += usize::from(distinct.len() < found.len());
                    others += 1;
                    let BruteForce::Found(cost, words) = wanted else {
                        panic!("{context}: {found:?}, but {wanted:?}");
                    };
                    // Equal paths are ordered by the numbers of their terminals.
                    assert_eq!((path.cost, found.len()), (cost, words.len()), "{context}");
                    let all = [&read[..], &found].concat();
                    assert!(grammar.reaches(&all, goal), "{context}: {found:?}");
                }
                Err(NoPath::Hopeless) => {
                    hopeless += 1;
                    assert!(!matches!(wanted, BruteForce::Found(..)), "{context}: {wanted:?}");
                }
                Err(NoPath::GivenUp) => {
                    undecided += 1;
                    assert_eq!(wanted, BruteForce::GivenUp, "{context}");
                }
            }
        }
    }
    assert!(
        repeated > 10 && others > 500 && hopeless > 200 && undecided < 500,
        "{repeated} {others} {hopeless} {undecided}"
    );
}

/// `dead` derives no string, so no string that begins with `x` or `y` has a continuation.
#[test]
fn unproductive_rules_are_not_expected() {
    let grammar = toy("s\ns n\ns x dead\ns part y\npart dead\ndead y dead\n");
    for engine in [Engine::Fast, Engine::Reference] {
        let options = Options { engine, ..Options::default() };
        let recogniser = Recogniser::new(grammar.rules.clone(), options);
        let expected: Vec<usize> = recogniser.expected().iter().collect();
        assert_eq!(expected, [grammar.terminals["n"].index()]);
    }
}

#[test]
fn cheapest_paths_repeat_terminals() {
    let grammar = toy("s\ns e end\ns x x x far\ns y far\ne ( e )\ne n\n");
    let [open, close, n, end, x, y, far] =
        ["(", ")", "n", "end", "x", "y", "far"].map(|name| grammar.terminals[name]);
    let wishes = WishRow::new(&grammar.rules, [(close, 1), (x, 1), (y, 100)]);
    let mut recogniser = Recogniser::new(grammar.rules, Options::default());
    let path = recogniser.cheapest(&wishes, Word::plain(far)).unwrap();
    assert_eq!((path.words, path.cost), (vec![Word::plain(x); 3], 3));
    assert_eq!(read_all(&mut recogniser, &[open, open, n].map(Word::plain)), None);
    let path = recogniser.cheapest(&wishes, Word::plain(end)).unwrap();
    assert_eq!((path.words, path.cost), (vec![Word::plain(close); 2], 2));
}

#[test]
fn accepts_expects_and_counts_as_defined() {
    let mut random = Rng::with_seed(1970);
    let (mut accepted, mut ambiguous) = (0, 0);
    for _ in 0..1500 {
        let grammar = random_grammar(&mut random);
        for string in strings(&mut random) {
            let Some(words) = grammar.words(&string) else { continue };
            let mut recogniser = with_chart(&grammar.toy.rules);
            check_expected(&grammar, &recogniser, &string[..0]);
            let refused = read_all(&mut recogniser, &words);
            let table = grammar.derives(&string);
            let derives = table[0][0][string.len()];
            let context = format!("{}on {string:?}", grammar.toy.rules);
            assert_eq!(refused.is_none() && recogniser.complete(), derives, "{context}");
            match refused {
                None => check_expected(&grammar, &recogniser, &string),
                Some(at) => check_expected(&grammar, &recogniser, &string[..at]),
            }
            if derives {
                accepted += 1;
                ambiguous += usize::from(check_trees(&grammar, &recogniser, &table, &string));
            }
        }
    }
    assert!(accepted > 1000 && ambiguous > 100, "{accepted} {ambiguous}");
}

fn check_expected(grammar: &Random, recogniser: &Recogniser, read: &[usize]) {
    let expected = recogniser.expected();
    for (number, name) in TERMINALS.iter().enumerate() {
        let Some(&terminal) = grammar.toy.terminals.get(*name) else { continue };
        let longer = [read, &[number]].concat();
        let context = format!("{}{name} after {read:?}\n{}", grammar.toy.rules, recogniser.chart());
        assert_eq!(expected.contains(terminal.index()), grammar.is_prefix(&longer), "{context}");
        assert_eq!(expected.contains(terminal.index()), recogniser.accepts(Word::plain(terminal)));
    }
}

/// Compares the trees, and reports whether the string is ambiguous.
fn check_trees(
    grammar: &Random,
    recogniser: &Recogniser,
    table: &[Vec<Vec<bool>>],
    string: &[usize],
) -> bool {
    let Some(wanted) = grammar.trees(table, string, (0, 0, string.len()), &mut vec![]) else {
        return true;
    };
    let forest = recogniser.forest().unwrap();
    let rules = &grammar.toy.rules;
    let trees: Vec<String> =
        forest.trees().take(1000).map(|tree| tree_text(rules, &tree, 0)).collect();
    assert_eq!(trees, wanted, "{rules}on {string:?}\n{}", recogniser.chart());
    assert_eq!(forest.ambiguous(), wanted.len() > 1 || forest.is_infinite());
    wanted.len() > 1
}

/// Only acceptance is compared. The trees that earlgrey lists of an ambiguous string depend on the
/// order of its hash maps; `check_trees` compares trees with their definition.
#[test]
fn agrees_with_earlgrey() {
    let mut random = Rng::with_seed(1968);
    let mut accepted = 0;
    for _ in 0..300 {
        let grammar = random_grammar(&mut random);
        let parser = earlgrey::EarleyParser::new(grammar.earlgrey());
        for string in strings(&mut random) {
            let Some(words) = grammar.words(&string) else { continue };
            let parsed = parser.parse(string.iter().map(|&t| TERMINALS[t]));
            let mut recogniser = with_chart(&grammar.toy.rules);
            let ours = read_all(&mut recogniser, &words).is_none() && recogniser.complete();
            assert_eq!(ours, parsed.is_ok(), "{}on {string:?}", grammar.toy.rules);
            accepted += usize::from(ours);
        }
    }
    assert!(accepted > 200, "{accepted}");
}

fn tree_count(recogniser: &Recogniser) -> Option<usize> {
    Some(recogniser.forest()?.count_trees(100))
}

#[test]
fn rewound_checkpoints_leave_no_trace() {
    let mut random = Rng::with_seed(1983);
    for round in 0..400 {
        let grammar = random_grammar(&mut random);
        let options = Options { keeps_chart: round % 2 == 0, ..Options::default() };
        let mut recogniser = Recogniser::new(grammar.toy.rules.clone(), options);
        let (mut read, mut checkpoints) = (Vec::new(), Vec::new());
        for _ in 0..30 {
            match random.usize(..5) {
                0 => checkpoints.push((recogniser.checkpoint(), read.len())),
                1 if !checkpoints.is_empty() => {
                    let index = random.usize(..checkpoints.len());
                    let (checkpoint, length) = checkpoints.drain(index..).next().unwrap();
                    if random.bool() {
                        recogniser.rewind(checkpoint);
                        read.truncate(length);
                    } else {
                        recogniser.keep(checkpoint);
                    }
                }
                _ => {
                    let choices: Vec<usize> = recogniser.expected().iter().collect();
                    if let Some(&terminal) = random.choice(&choices) {
                        let word = Word::plain(TerminalId::new(terminal));
                        recogniser.read(word).unwrap();
                        read.push(word);
                    }
                }
            }
        }
        let mut again = Recogniser::new(grammar.toy.rules.clone(), options);
        assert_eq!(read_all(&mut again, &read), None);
        assert_eq!(again.expected(), recogniser.expected());
        assert_eq!(again.complete(), recogniser.complete());
        assert_eq!(tree_count(&again), tree_count(&recogniser));
    }
}

/// Returns the hash of the state after some words; `None` if one is not acceptable.
fn state_after(grammar: &Toy, words: &[Word]) -> Option<u64> {
    let mut recogniser = with_chart(&grammar.rules);
    if read_all(&mut recogniser, words).is_some() {
        return None;
    }
    let mut hash = DefaultHasher::new();
    recogniser.hash_state(&mut hash);
    Some(hash.finish())
}

#[test]
fn equal_states_take_the_same_words() {
    let (mut prefixes, mut states) = (0, 0);
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let grammar = random_grammar(&mut random).toy;
        let used = TERMINALS.into_iter().filter(|name| grammar.terminals.contains_key(*name));
        let texts = all_texts(&used.collect::<Vec<_>>(), 4);
        let mut known: HashMap<u64, (Vec<[bool; 2]>, &str)> = HashMap::new();
        for before in &texts {
            let words = grammar.words(before);
            let Some(state) = state_after(&grammar, &words) else { continue };
            let mut taken = Vec::new();
            for rest in &texts {
                let mut recogniser = with_chart(&grammar.rules);
                read_all(&mut recogniser, &words);
                let is_taken = read_all(&mut recogniser, &grammar.words(rest)).is_none();
                taken.push([is_taken, is_taken && recogniser.complete()]);
            }
            prefixes += 1;
            let (other, first) = known.entry(state).or_insert((taken.clone(), before));
            assert_eq!(*other, taken, "{seed}: `{first}` and `{before}`");
        }
        states += known.len();
    }
    assert!(prefixes > states + 300, "{prefixes} prefixes, {states} states");
}

/// Returns all texts of at most a number of some terminals.
fn all_texts(terminals: &[&str], most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut index = 0;
    while index < texts.len() && texts[index].split_whitespace().count() < most {
        for terminal in terminals {
            texts.push(format!("{} {terminal}", texts[index]));
        }
        index += 1;
    }
    texts
}

#[test]
fn a_repetition_is_in_one_state() {
    for rules in ["A\nA\nA A b", "A\nA B\nB\nB B C\nC a\nC b"] {
        let grammar = toy(rules);
        let states =
            ["", "b", "b b", "b b b"].map(|text| state_after(&grammar, &grammar.words(text)));
        assert!(states.iter().all(|state| state.is_some() && *state == states[0]), "{rules}");
    }
}
