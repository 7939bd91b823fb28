//! Forests: their views, counts, folds and prunings, against the trees that they enumerate and
//! against brute force; the fast engine's against the reference engine's.

use crate::oracle::{Random, SymbolSpan, TERMINALS, divisions, random_grammar};
use crate::support::{read_all, toy, tree_text, with_chart};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use wishful_earley::*;

/// A nonterminal with an extent.
type Span = (usize, usize, usize);

/// The derivations of spans by brute force.
struct BruteForce<'g> {
    grammar: &'g Random,
    string: &'g [usize],
    table: Vec<Vec<Vec<bool>>>,
    counts: BTreeMap<Span, u128>,
    above: BTreeSet<Span>,
}

impl BruteForce<'_> {
    /// Returns the number of trees of a span; `None` if there are infinitely many.
    fn count(&mut self, span: Span) -> Option<u128> {
        if let Some(&known) = self.counts.get(&span) {
            return Some(known);
        }
        if !self.above.insert(span) {
            return None;
        }
        let (symbol, start, end) = span;
        let grammar = self.grammar;
        let mut sum = 0;
        for (left, right) in &grammar.rules {
            if *left != symbol {
                continue;
            }
            for parts in divisions(&self.table, self.string, right, start, end) {
                sum += self.product(&parts)?;
            }
        }
        self.above.remove(&span);
        self.counts.insert(span, sum);
        Some(sum)
    }

    fn product(&mut self, parts: &[SymbolSpan]) -> Option<u128> {
        let mut product = 1;
        for &(part, from, to) in parts {
            if let Ok(symbol) = part {
                product *= self.count((symbol, from, to))?;
            }
        }
        Some(product)
    }
}

/// Returns a recogniser of the reference engine that keeps its chart.
fn reference(rules: &Automaton) -> Recogniser {
    let options = Options { keeps_chart: true, engine: Engine::Reference, ..Options::default() };
    Recogniser::new(rules.clone(), options)
}

/// Reads a text whose forest exists.
fn forest(rules: &Automaton, words: &[Word]) -> Forest {
    let mut recogniser = with_chart(rules);
    assert_eq!(read_all(&mut recogniser, words), None);
    recogniser.forest().expect("a complete text has a forest")
}

/// Lists the nodes of a forest with their alternatives, whatever their numbers.
fn description(forest: &Forest) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for node in forest.nodes() {
        let alternatives: Vec<ForestAlternative<'_>> = node.alternatives().collect();
        lines.insert(format!("{node:?} {alternatives:?}"));
    }
    assert_eq!(lines.len(), forest.node_count(), "no node occurs twice");
    lines
}

/// Returns the texts of all trees of a node, in the order of their rank.
fn rebuilt(forest: &Forest, node: ForestNode<'_>) -> Vec<String> {
    let mut trees = Vec::new();
    for alternative in node.alternatives() {
        assert_eq!(forest.rules().left(alternative.rule), node.symbol());
        let mut lists = vec![String::new()];
        for child in alternative.children {
            let parts = match child {
                ForestChild::Word(word, position) => {
                    assert_eq!(forest.words()[position], word);
                    vec![forest.rules().terminal_name(word).to_owned()]
                }
                ForestChild::Node(child) => rebuilt(forest, child),
            };
            let mut longer = Vec::new();
            for list in &lists {
                for part in &parts {
                    let comma = if list.is_empty() { "" } else { "," };
                    longer.push(format!("{list}{comma}{part}"));
                }
            }
            lists = longer;
        }
        for list in lists {
            trees.push(if list.is_empty() {
                node.name().to_owned()
            } else {
                format!("{}({list})", node.name())
            });
        }
    }
    trees
}

fn enumerated(forest: &Forest, most: usize) -> Vec<String> {
    forest.trees().take(most).map(|tree| tree_text(forest.rules(), &tree, 0)).collect()
}

/// Returns the sum of the rules' costs in a tree.
fn cost(tree: &Tree, costs: &[u64]) -> u64 {
    let mut sum = 0;
    for node in 0..tree.size() {
        if let TreeLabel::Rule(rule) = tree.label(node) {
            sum += costs[rule.index()];
        }
    }
    sum
}

fn check_views(forest: &Forest, random: &mut Rng) {
    let rules = forest.rules();
    let costs: Vec<u64> = (0..rules.rule_count()).map(|_| random.u64(..4)).collect();
    let cheapest = forest.cheapest_trees(3, |rule| costs[rule.index()]);
    for (total, tree) in &cheapest {
        assert_eq!(*total, cost(tree, &costs));
        assert_eq!(tree.span(0), forest.root().extent());
    }
    let dropped = RuleId::new(random.usize(..rules.rule_count()));
    let pruned = forest.pruned(|_, alternative| alternative.rule != dropped);
    if forest.is_infinite() {
        let finite = forest.without_cycles();
        assert!(!finite.is_infinite() && finite.count() >= TreeCount::Exactly(1), "{rules}");
        // Every tree without a cycle is a tree that the enumeration gives.
        let all: BTreeSet<String> = enumerated(forest, 1000).into_iter().collect();
        let some = enumerated(&finite, 50);
        assert!(all.len() == 1000 || some.iter().all(|tree| all.contains(tree)), "{rules}");
        return;
    }
    let mut seen = vec![false; forest.node_count()];
    for node in forest.nodes() {
        for child in node.alternatives().flat_map(|alternative| alternative.children) {
            let ForestChild::Node(child) = child else { continue };
            assert!(seen[child.index()], "a child comes before its parent");
        }
        seen[node.index()] = true;
    }
    assert!(seen[forest.root().index()] && !seen.contains(&false));
    let TreeCount::Exactly(count @ ..300) = forest.count() else { return };
    assert_eq!(forest.count_trees(300) as u128, count, "{rules}");
    assert_eq!(rebuilt(forest, forest.root()), enumerated(forest, 300), "{rules}");
    let mut totals: Vec<u64> = forest.trees().map(|tree| cost(&tree, &costs)).collect();
    totals.sort_unstable();
    totals.truncate(3);
    assert_eq!(cheapest.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(), totals, "{rules}");
    let lacks =
        |tree: &Tree| (0..tree.size()).all(|node| tree.label(node) != TreeLabel::Rule(dropped));
    let left: Vec<Tree> = forest.trees().filter(lacks).collect();
    let trees = pruned.map_or(Vec::new(), |pruned| pruned.trees().collect());
    assert_eq!(trees, left, "{rules}");
}

/// Returns up to six terminals: any ones, or acceptable ones.
fn random_string(random: &mut Rng, grammar: &Random) -> Vec<usize> {
    let length = random.usize(0..7);
    if random.bool() {
        return (0..length).map(|_| random.usize(..3)).collect();
    }
    let mut recogniser = with_chart(&grammar.toy.rules);
    let mut string = Vec::new();
    while string.len() < length {
        let mut possible = Vec::new();
        for (number, name) in TERMINALS.iter().enumerate() {
            if let Some(&terminal) = grammar.toy.terminals.get(*name)
                && recogniser.accepts(Word::plain(terminal))
            {
                possible.push((number, terminal));
            }
        }
        let Some((number, terminal)) = random.choice(possible) else { break };
        recogniser.read(Word::plain(terminal)).unwrap();
        string.push(number);
    }
    string
}

/// 75,000 strings of 1,500 grammars with `CI`, and fewer otherwise.
#[test]
fn forests_are_as_brute_force_finds() {
    let (grammars, strings) = if std::env::var_os("CI").is_some() { (1500, 50) } else { (300, 15) };
    let mut random = Rng::with_seed(1999);
    let (mut accepted, mut ambiguous, mut infinite, mut read) = (0, 0, 0, 0);
    for _ in 0..grammars {
        let grammar = random_grammar(&mut random);
        for _ in 0..strings {
            let string = random_string(&mut random, &grammar);
            read += 1;
            let table = grammar.derives(&string);
            let derives = table[0][0][string.len()];
            let Some(words) = grammar.words(&string) else {
                assert!(!derives, "a word that no rule has");
                continue;
            };
            let rules = &grammar.toy.rules;
            let mut fast = with_chart(rules);
            let is_read = read_all(&mut fast, &words).is_none();
            assert_eq!(is_read && fast.complete(), derives, "{rules}on {string:?}");
            let Some(forest) = fast.forest() else {
                assert!(!derives || !is_read, "{rules}on {string:?}");
                continue;
            };
            if !is_read {
                continue;
            }
            let mut reference = reference(rules);
            assert_eq!(read_all(&mut reference, &words), None);
            let other = reference.forest().expect("the engines agree");
            assert_eq!(description(&forest), description(&other), "{rules}on {string:?}");
            assert_eq!(forest.words().len(), string.len());
            let (counts, above) = (BTreeMap::new(), BTreeSet::new());
            let mut brute = BruteForce { grammar: &grammar, string: &string, table, counts, above };
            let count = brute.count((0, 0, string.len()));
            let wanted = count.map_or(TreeCount::Infinite, TreeCount::Exactly);
            assert_eq!(forest.count(), wanted, "{rules}on {string:?}");
            assert_eq!(forest.is_infinite(), count.is_none());
            assert_eq!(forest.ambiguous(), count != Some(1), "{rules}on {string:?}");
            assert_eq!(forest.ambiguous(), forest.ambiguities().next().is_some());
            check_views(&forest, &mut random);
            accepted += 1;
            ambiguous += usize::from(count.is_some_and(|count| count > 1));
            infinite += usize::from(count.is_none());
        }
    }
    let found =
        format!("{read} read, {accepted} accepted, {ambiguous} ambiguous, {infinite} infinite");
    println!("{found}");
    assert!(accepted * 5 > read && ambiguous * 100 > read && infinite * 50 > read, "{found}");
}

/// The words of a lattice by their beginnings: a terminal and the end of each.
type LatticeWords = Vec<Vec<(usize, usize)>>;

/// Lists the strings of all paths of a lattice from a position to the last one.
fn paths(lattice: &LatticeWords, from: usize) -> Vec<Vec<usize>> {
    if from + 1 == lattice.len() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &(terminal, end) in &lattice[from] {
        for rest in paths(lattice, end) {
            all.push([vec![terminal], rest].concat());
        }
    }
    all
}

/// Reads a lattice whose position `n` is 10 `n`; returns its forest, if its text is complete.
fn lattice_forest(grammar: &Random, words: &LatticeWords, engine: Engine) -> Option<Forest> {
    let toy = &grammar.toy;
    let mut lattice = Lattice::new(toy.rules.clone(), Options { engine, ..Options::default() });
    loop {
        let at = lattice.position() as usize / 10;
        for &(terminal, end) in &words[at] {
            let Some(&terminal) = toy.terminals.get(TERMINALS[terminal]) else { continue };
            let is_expected = lattice.expected().contains(terminal.index());
            assert_eq!(lattice.read(terminal, 10 * end as u32), is_expected);
            assert!(!lattice.read(terminal, 10 * end as u32), "a word is read once");
            assert!(!lattice.read(terminal, 10 * at as u32), "no word is empty");
        }
        if lattice.advance().is_none() {
            let is_end = at + 1 == words.len();
            return if is_end { lattice.forest() } else { None };
        }
    }
}

/// The trees of a lattice are those of the strings of its paths.
#[test]
fn a_lattice_has_the_trees_of_its_paths() {
    let mut random = Rng::with_seed(2001);
    let (mut forests, mut several, mut infinite) = (0, 0, 0);
    for _ in 0..3000 {
        let grammar = random_grammar(&mut random);
        let length = random.usize(1..6);
        let mut words: LatticeWords = vec![Vec::new(); length + 1];
        for (start, from) in words[..length].iter_mut().enumerate() {
            for _ in 0..random.usize(1..4) {
                let end = random.usize(start + 1..=(start + 3).min(length));
                let word = (random.usize(..3), end);
                if !from.contains(&word) {
                    from.push(word);
                }
            }
        }
        let rules = &grammar.toy.rules;
        let mut wanted = Vec::new();
        let (mut count, mut read) = (Some(0), 0);
        for string in paths(&words, 0) {
            let Some(path) = grammar.words(&string) else { continue };
            let mut recogniser = with_chart(rules);
            if read_all(&mut recogniser, &path).is_none()
                && let Some(forest) = recogniser.forest()
            {
                read += 1;
                let TreeCount::Exactly(trees) = forest.count() else {
                    count = None;
                    continue;
                };
                count = count.map(|count| count + trees);
                wanted.extend(enumerated(&forest, 300));
            }
        }
        let forest = lattice_forest(&grammar, &words, Engine::Fast);
        assert_eq!(forest.is_some(), read > 0, "{rules}on {words:?}");
        let Some(forest) = forest else { continue };
        let other = lattice_forest(&grammar, &words, Engine::Reference).expect("the engines agree");
        assert_eq!(description(&forest), description(&other), "{rules}on {words:?}");
        assert_eq!(
            forest.count(),
            count.map_or(TreeCount::Infinite, TreeCount::Exactly),
            "{rules}on {words:?}"
        );
        check_views(&forest, &mut random);
        if wanted.len() < 300 && count.is_some() {
            let mut found = enumerated(&forest, 300);
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{rules}on {words:?}");
        }
        forests += 1;
        several += usize::from(read > 1);
        infinite += usize::from(count.is_none());
    }
    println!("{forests} forests, {several} of several strings, {infinite} infinite");
    assert!(forests > 600 && several > 80 && infinite > 30, "{forests}, {several}, {infinite}");
}

/// The natural numbers modulo a prime.
struct Modulo;

const PRIME: u64 = 1_000_000_007;

impl Semiring for Modulo {
    type Value = u64;

    fn zero(&mut self) -> u64 {
        0
    }

    fn one(&mut self) -> u64 {
        1
    }

    fn plus(&mut self, first: u64, second: u64) -> u64 {
        (first + second) % PRIME
    }

    fn times(&mut self, left: &u64, right: &u64) -> u64 {
        left * right % PRIME
    }
}

/// `S ::= S S | a` has Catalan numbers of trees, which one pass counts.
#[test]
fn the_trees_of_the_most_ambiguous_grammar_are_catalan_numbers() {
    let grammar = toy("S\nS S S\nS a");
    let mut catalan = vec![1_u64];
    for n in 0..200 {
        let sum = (0..=n).map(|i| catalan[i] * catalan[n - i] % PRIME).sum::<u64>();
        catalan.push(sum % PRIME);
    }
    for (length, count) in [(1, 1), (4, 5), (16, 9_694_845), (60, u128::MAX)] {
        let forest = forest(&grammar.rules, &grammar.words(&"a ".repeat(length)));
        assert_eq!(forest.fold(&mut Modulo), Some(catalan[length - 1]));
        if length < 60 {
            assert_eq!(forest.count(), TreeCount::Exactly(count));
        }
    }
    let forest = forest(&grammar.rules, &grammar.words(&"a ".repeat(200)));
    assert_eq!(forest.fold(&mut Modulo), Some(catalan[199]));
    assert_eq!(forest.count(), TreeCount::Huge);
    assert_eq!(forest.node_count(), 200 * 201 / 2);
    assert_eq!(forest.cheapest_trees(5, |_| 1).len(), 5);
}

#[test]
fn cyclic_forests_are_infinite_and_end() {
    for (text, string) in [("A\nA A\nA x", "x"), ("S\nS N S N\nS x\nS S S\nN", "x x x x")] {
        let grammar = toy(text);
        let forest = forest(&grammar.rules, &grammar.words(string));
        assert_eq!((forest.count(), forest.is_infinite()), (TreeCount::Infinite, true));
        assert!(forest.ambiguous() && forest.root().is_infinite());
        assert_eq!(forest.fold(&mut Modulo), None);
        assert!(forest.to_dot().contains(" -> "));
        let finite = forest.without_cycles();
        assert!(finite.count() > TreeCount::Exactly(0) && !finite.is_infinite());
        let (cost, tree) = forest.cheapest_trees(1, |_| 1).remove(0);
        assert_eq!(tree.span(0), forest.root().extent());
        assert!(cost > 0);
    }
}

/// Nothing recurses on the depth of a tree.
#[test]
fn deep_forests_are_folded_evaluated_and_pruned() {
    const DEPTH: usize = 100_000;
    let grammar = toy("E\nE ( E )\nE x");
    let string = "( ".repeat(DEPTH) + "x " + &") ".repeat(DEPTH);
    let forest = forest(&grammar.rules, &grammar.words(&string));
    assert_eq!(forest.count(), TreeCount::Exactly(1));
    assert_eq!(forest.node_count(), DEPTH + 1);
    let depth = forest.evaluate(|_, _| 0, |_, inner| inner.into_iter().max().unwrap_or(0) + 1);
    assert_eq!(depth, DEPTH + 1);
    let pruned = forest.pruned(|_, _| true).expect("everything is kept");
    assert_eq!(pruned.cheapest_trees(1, |_| 1)[0].0, DEPTH as u64 + 1);
    assert_eq!(pruned.trees().next(), forest.trees().next());
}

/// Returns the tree of an expression with brackets, or the message of the error.
fn grouped(rules: &Automaton, text: &str) -> Result<String, String> {
    let words: Vec<&str> = text.split(' ').collect();
    let forest = rules.parse_words(&words, "n").map_err(|error| error.to_string())?;
    assert_eq!(forest.count(), TreeCount::Exactly(1), "{text}");
    let join = |_, parts: Vec<String>| match &*parts {
        [only] => only.clone(),
        _ => format!("[{}]", parts.join(" ")),
    };
    Ok(forest.evaluate(|_, index| words[index].to_owned(), join))
}

#[test]
fn operators_group_by_precedence_and_associativity() {
    let text = "
        e ::= e '?' e ':' e  %right 1
        e ::= e '<' e        %none 2
        e ::= e '+' e | e '-' e  %left 3   # `-` alone has a level
        e ::= '-' e          %left 5
        e ::= e '^' e        %right 6
        e ::= e '!'          %left 7
        e ::= n | '(' e ')'";
    let text = text.replace("e '+' e |", "e '+' e %left 3 |");
    let builder = RulesBuilder::from_text(&text).unwrap();
    let rules = Automaton::new(builder.build_strict().unwrap());
    for (text, wanted) in [
        ("a - b + c", "[[a - b] + c]"),
        ("a ^ b ^ c", "[a ^ [b ^ c]]"),
        ("- - a ^ b", "[- [- [a ^ b]]]"),
        ("a + - b ! - c", "[[a + [- [b !]]] - c]"),
        ("a ? b : c ? d : e", "[a ? b : [c ? d : e]]"),
        ("a < b + c", "[a < [b + c]]"),
        ("( a < b ) < c", "[[( [a < b] )] < c]"),
    ] {
        assert_eq!(grouped(&rules, text).as_deref(), Ok(wanted));
    }
    let error = grouped(&rules, "a < b < c").unwrap_err();
    assert!(error.starts_with("`<`, word 4, is not acceptable; expected"), "{error}");
}

#[test]
fn repetitions_are_transparent_to_actions() {
    let text = "call: call ::= name '(' arguments? ')' ';'*\n arguments ::= name tail*\n\
                tail ::= ',' name+";
    let rules = Automaton::new(RulesBuilder::from_text(text).unwrap().build_strict().unwrap());
    for (text, wanted) in [
        ("f ( )", "[f ( )]"),
        ("f ( x ) ; ;", "[f ( x ) ; ;]"),
        ("f ( x , y z , t )", "[f ( [x [, y z] [, t]] )]"),
    ] {
        let words: Vec<&str> = text.split(' ').collect();
        let forest = rules.parse_words(&words, "name").unwrap();
        let join = |rule: RuleId, parts: Vec<String>| match &*parts {
            [only] => only.clone(),
            _ => {
                assert_eq!(rules.rule_name(rule) == "call", parts[0] == "f");
                format!("[{}]", parts.join(" "))
            }
        };
        assert_eq!(forest.evaluate(|_, index| words[index].to_owned(), join), wanted);
    }
}

#[test]
fn mistakes_in_texts_of_rules_name_the_line() {
    for (text, message) in [
        ("a ::= b\na b", "line 2: a rule has no `::=`"),
        ("a ::= 'b", "line 1: a quote is not closed"),
        ("a ::= a a %up 1", "line 1: write `%left`, `%right` or `%none` and a level"),
        ("a b ::= c", "line 1: before `::=` stands one symbol, or `name: symbol`"),
        ("# nothing", "no start symbol"),
    ] {
        let built = RulesBuilder::from_text(text).and_then(RulesBuilder::build);
        assert_eq!(built.unwrap_err().to_string(), message);
    }
    let mut builder = RulesBuilder::from_text("a ::= x").unwrap();
    let undefined = builder.nonterminal("b");
    let rule = builder.rule(undefined, [Symbol::Nonterminal(undefined)]);
    let other = builder.nonterminal("c");
    let rules = builder.clone().build().unwrap();
    let kinds: Vec<RulesProblemKind> = rules.problems().map(|problem| problem.kind).collect();
    let wanted = [
        RulesProblemKind::Unproductive(undefined),
        RulesProblemKind::Undefined(other),
        RulesProblemKind::Cyclic(rule),
    ];
    assert_eq!(kinds, wanted);
    let error = builder.build_strict().unwrap_err().to_string();
    assert_eq!(
        error,
        "b derives no finite text; c has no rule; b derives itself by the rule `b ::= b`"
    );
}

#[test]
fn forests_are_drawn() {
    let grammar = toy("S\nS S S\nS a");
    let drawn = forest(&grammar.rules, &grammar.words("a a a")).to_dot();
    let wanted = "  n0 [label=\"S 0..3\"];\n  n0 -> n0a0;\n  n0a0 [shape=point];\n";
    assert!(drawn.contains(wanted), "{drawn}");
    assert_eq!(drawn.matches("shape=point").count(), 2);
    assert_eq!(drawn.matches("label=\"S ").count(), 6);
}
