//! Grammars from text for the tests of the engine, and trees as text.
// Each test file uses only a part.
#![allow(dead_code, unreachable_pub)]

pub mod nested;
pub mod readings;

use std::collections::HashMap;
use wishful_earley::*;

/// Compiled rules and the terminals by name.
pub struct Toy {
    pub rules: Automaton,
    pub terminals: HashMap<String, TerminalId>,
}

/// Parses a grammar: the start symbol, then one rule a line.
pub fn toy(text: &str) -> Toy {
    let (start, rules) = lines(text);
    read(start, &rules, &vec![false; rules.len()])
}

/// Returns the start symbol, and the symbols of each rule with the left side first.
fn lines(text: &str) -> (&str, Vec<Vec<&str>>) {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut lines = lines.filter(|line| !line.is_empty());
    let start = lines.next().expect("a grammar has a start symbol")[0];
    (start, lines.collect())
}

/// Compiles rules. A rule with `is_nested` becomes a kind of frame: `left open … close`.
fn read(start: &str, rules: &[Vec<&str>], is_nested: &[bool]) -> Toy {
    let mut builder = RulesBuilder::new();
    let mut nonterminals = HashMap::new();
    for rule in rules {
        nonterminals.entry(rule[0]).or_insert_with(|| builder.nonterminal(rule[0]));
    }
    let mut terminals = HashMap::new();
    for (rule, &is_nested) in rules.iter().zip(is_nested) {
        let mut symbols = Vec::new();
        for &name in &rule[1..] {
            symbols.push(match nonterminals.get(name) {
                Some(&nonterminal) => Symbol::Nonterminal(nonterminal),
                None => Symbol::Terminal(
                    *terminals.entry(name.to_owned()).or_insert_with(|| builder.terminal(name)),
                ),
            });
        }
        let right = if is_nested { nested::element(&mut builder, &symbols) } else { symbols };
        builder.rule(nonterminals[rule[0]], right);
    }
    builder.start(nonterminals[start]);
    Toy { rules: Automaton::new(builder.build().unwrap()), terminals }
}

impl Toy {
    pub fn words(&self, names: &str) -> Vec<Word> {
        names.split_whitespace().map(|name| Word::plain(self.terminals[name])).collect()
    }
}

pub fn with_chart(rules: &Automaton) -> Recogniser {
    Recogniser::new(rules.clone(), Options { keeps_chart: true, ..Options::default() })
}

/// Reads all words and returns the index of the first word that is rejected.
pub fn read_all(recogniser: &mut Recogniser, words: &[Word]) -> Option<usize> {
    words.iter().position(|&word| recogniser.read(word).is_err())
}

pub fn tree_text(rules: &Rules, tree: &Tree, node: usize) -> String {
    match tree.label(node) {
        TreeLabel::Terminal(terminal) => rules.terminal_name(terminal).to_owned(),
        TreeLabel::Rule(rule) => {
            let name = rules.nonterminal_name(rules.left(rule));
            let children: Vec<String> =
                tree.children(node).map(|child| tree_text(rules, tree, child)).collect();
            if children.is_empty() {
                name.to_owned()
            } else {
                format!("{name}({})", children.join(","))
            }
        }
    }
}
