//! Grammars from text for the tests of the engine, and trees as text.
// Each test file uses its part.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use wishful::earley::*;

/// Rules with their symbols by name.
pub struct Toy {
    pub rules: Arc<Rules>,
    pub terminals: HashMap<String, TerminalId>,
}

/// Reads a grammar: the start symbol, then one rule a line.
pub fn toy(text: &str) -> Toy {
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    let lines: Vec<_> = lines.into_iter().filter(|line: &Vec<&str>| !line.is_empty()).collect();
    let (start, rules) = lines.split_first().expect("a grammar has a start symbol");
    let mut builder = RulesBuilder::new();
    let mut nonterminals = HashMap::new();
    for rule in rules {
        nonterminals.entry(rule[0]).or_insert_with(|| builder.nonterminal(rule[0]));
    }
    let mut terminals = HashMap::new();
    for rule in rules {
        let symbols = rule[1..].iter().map(|&name| match nonterminals.get(name) {
            Some(&nonterminal) => Symbol::Nonterminal(nonterminal),
            None => Symbol::Terminal(
                *terminals.entry(name.to_owned()).or_insert_with(|| builder.terminal(name)),
            ),
        });
        let symbols: Vec<Symbol> = symbols.collect();
        builder.rule(nonterminals[rule[0]], symbols);
    }
    builder.start(nonterminals[start[0]]);
    Toy { rules: Arc::new(builder.build().unwrap()), terminals }
}

impl Toy {
    pub fn words(&self, names: &str) -> Vec<Word> {
        names.split_whitespace().map(|name| Word::plain(self.terminals[name])).collect()
    }
}

pub fn with_chart(rules: &Arc<Rules>) -> Recogniser {
    Recogniser::new(rules.clone(), Options { keeps_chart: true, ..Options::default() })
}

/// Reads all; gives the index of the first word that is refused.
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

/// A file of the folder shared between checkouts, or `None` (with a message) where there is none.
pub fn shared(path: &str) -> Option<String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{path}: {error}");
            eprintln!("skipped: {path}: {error}");
            None
        }
    }
}
