//! Earley recognisers of other projects, over grammars in the format of
//! `../shared/engine-grammars`. The format is the start symbol, then one rule a line, with the left
//! side first. A symbol that is never a left side is a terminal.

use ::gearley::forest::NullForest;
use ::gearley::grammar::{Grammar, InternalGrammar};
use ::gearley::recognizer::Recognizer;
use std::collections::HashMap;

/// Returns the start symbol, and the symbols of each rule.
fn read(text: &str) -> (&str, Vec<Vec<&str>>) {
    let mut lines = Vec::new();
    for line in text.lines() {
        let symbols: Vec<&str> = line.split_whitespace().collect();
        if !symbols.is_empty() {
            lines.push(symbols);
        }
    }
    let start = lines.remove(0)[0];
    (start, lines)
}

/// A grammar compiled for `gearley`.
pub(crate) struct Gearley {
    grammar: InternalGrammar,
    symbols: HashMap<String, u32>,
}

impl Gearley {
    pub(crate) fn new(text: &str) -> Self {
        let (start, rules) = read(text);
        let mut grammar = Grammar::new();
        let mut symbols = HashMap::new();
        for &name in rules.iter().flatten().chain([&start]) {
            symbols.entry(name).or_insert_with(|| grammar.next_sym());
        }
        for rule in &rules {
            let right: Vec<_> = rule[1..].iter().map(|name| symbols[name]).collect();
            grammar.rule(symbols[rule[0]]).rhs(right);
        }
        grammar.set_start(symbols[start]);
        let mut numbers = HashMap::new();
        for (name, symbol) in symbols {
            let number = u32::try_from(symbol.usize()).expect("grammars are small");
            numbers.insert(name.to_owned(), number);
        }
        Self { symbols: numbers, grammar: InternalGrammar::from_grammar(&grammar) }
    }

    pub(crate) fn words(&self, string: &str) -> Vec<u32> {
        string.split_whitespace().map(|name| self.symbols[name]).collect()
    }

    /// Reports whether the words are a sentence of the grammar.
    pub(crate) fn recognise(&self, words: &[u32]) -> bool {
        let mut recogniser = Recognizer::new(&self.grammar, NullForest);
        for &word in words {
            recogniser.begin_earleme();
            recogniser.scan(word.into(), ());
            if !recogniser.end_earleme() {
                return false;
            }
        }
        recogniser.is_finished()
    }
}

/// A grammar compiled for `earlgrey`. It keeps its whole chart with all links, so it only suits
/// short strings.
pub(crate) struct Earlgrey(::earlgrey::EarleyParser);

impl Earlgrey {
    pub(crate) fn new(text: &str) -> Self {
        let (start, rules) = read(text);
        let mut builder = ::earlgrey::GrammarBuilder::default();
        for rule in &rules {
            builder.nonterm_try(rule[0]);
        }
        for &name in rules.iter().flatten() {
            if !rules.iter().any(|rule| rule[0] == name) {
                let owned = name.to_owned();
                builder.terminal_try(name, move |word| word == owned);
            }
        }
        for rule in &rules {
            builder.rule_try(rule[0], &rule[1..]);
        }
        Self(::earlgrey::EarleyParser::new(
            builder.into_grammar(start).expect("the rules are valid"),
        ))
    }

    /// Reports whether the string is a sentence of the grammar.
    pub(crate) fn recognise(&self, string: &str) -> bool {
        self.0.parse(string.split_whitespace()).is_ok()
    }
}
