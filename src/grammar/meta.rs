//! The grammar of grammar files, ready to read with.
//!
//! `grammar/meta.rules` ([`meta_rules`](super::meta_rules)) is embedded in the program. On first use it becomes
//! the rules of the engine and the tokens of the text tokenizer; that takes a fraction of a
//! millisecond, once. What the engine reads becomes a tree of [`cst`](super::cst) nodes.
//!
//! Terminals are numbered: the quoted words first, in the order of their first use, then the tokens
//! in the order of their statements, then what is skipped. That is also the order of preference for
//! matches of equal length, so that a quoted word is never a `NAME`: words are reserved by that
//! alone.

use super::cst::{Child, Leaf, Node};
use super::meta_interim::{Engine, Event, Sym};
use super::meta_rules::{PlainRules, Symbol};
use crate::base::Span;
use crate::token::{TextRule, TextTokenizer};
use std::sync::OnceLock;

/// A token of a grammar file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Its number; `None` if no token of the language starts here.
    pub(super) terminal: Option<usize>,
    /// Where it stands.
    pub(super) span: Span,
}

/// Where the engine stopped.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The number of the token that is not acceptable; the number of tokens if they end too early.
    pub(super) at: usize,
    /// What was acceptable instead, ascending.
    pub(super) expected: Vec<usize>,
}

/// The tokens and rules of grammar files.
pub(super) struct Meta {
    plain: PlainRules,
    names: Vec<String>,
    tokens: TextTokenizer,
    engine: Engine,
    nonterminals: Vec<String>,
    starts: Vec<usize>,
}

impl Meta {
    /// The one that is embedded in the program.
    pub(super) fn get() -> &'static Self {
        static META: OnceLock<Meta> = OnceLock::new();
        META.get_or_init(|| {
            let plain = PlainRules::read(include_str!("../../grammar/meta.rules"));
            // A test rebuilds the checked-in rules byte for byte, so they are in their format.
            Self::new(plain.unwrap_or_default())
        })
    }

    fn new(plain: PlainRules) -> Self {
        let names: Vec<String> =
            plain.words.iter().chain(plain.tokens.iter().map(|(name, _)| name)).cloned().collect();
        let words = plain.words.iter().map(|word| (word.as_str(), escaped(word), false));
        let tokens =
            plain.tokens.iter().map(|(name, pattern)| (name.as_str(), pattern.clone(), false));
        let skips = plain.skips.iter().map(|pattern| ("skip", pattern.clone(), true));
        let rules: Vec<TextRule> = words
            .chain(tokens)
            .chain(skips)
            .map(|(name, pattern, skip)| TextRule { name: name.into(), pattern, skip })
            .collect();
        let tokens =
            TextTokenizer::new(&rules).or_else(|_| TextTokenizer::new(&[])).expect("no rule, no mistake");
        let mut nonterminals: Vec<String> = Vec::new();
        for (left, _) in &plain.rules {
            if !nonterminals.contains(left) {
                nonterminals.push(left.clone());
            }
        }
        let rules = plain
            .rules
            .iter()
            .map(|(left, right)| {
                let n = |name: &String| nonterminals.iter().position(|k| k == name).unwrap();
                (
                    n(left),
                    right
                        .iter()
                        .map(|s| match s {
                            Symbol::Rule(name) => Sym::N(n(name)),
                            Symbol::Token(name) | Symbol::Word(name) => {
                                Sym::T(names.iter().position(|k| k == name).unwrap())
                            }
                        })
                        .collect(),
                )
            })
            .collect();
        let start = nonterminals.iter().position(|k| *k == plain.start).unwrap();
        let engine = Engine { rules, start };
        let starts = engine.read(&[usize::MAX]).err().map(|r| r.1).unwrap_or_default();
        Self { plain, names, tokens, engine, nonterminals, starts }
    }

    /// Reads tokens from `start` on; tells where no token starts, if it gets to such a place.
    pub(super) fn tokens(&self, text: &str, start: usize, out: &mut Vec<Token>) -> Option<usize> {
        for token in self.tokens.tokens(text, start) {
            match token {
                Ok(token) if token.skip => {}
                Ok(token) => out.push(Token { terminal: Some(token.rule), span: token.span }),
                Err(unmatched) => return Some(unmatched.span.start as usize),
            }
        }
        None
    }

    /// The name of a terminal: a reserved word, a sign, or the name of a `token` statement.
    pub(super) fn name(&self, terminal: usize) -> &str {
        self.names.get(terminal).map_or("", String::as_str)
    }

    /// The terminal of a name.
    pub(super) fn terminal(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The name of a terminal if it is that of a `token` statement.
    pub(super) fn token(&self, terminal: usize) -> Option<&str> {
        let index = terminal.checked_sub(self.plain.words.len())?;
        self.plain.tokens.get(index).map(|(name, _)| name.as_str())
    }

    /// The reserved words; no signs.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.plain.words.iter().map(String::as_str);
        words.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
    }

    /// Whether a statement may start with this terminal.
    pub(super) fn starts(&self, terminal: usize) -> bool {
        self.starts.contains(&terminal)
    }

    /// Reads statements, each with its `;`.
    pub(super) fn read(&'static self, tokens: &[Token]) -> Result<Node<'static>, Refusal> {
        let terminals: Vec<usize> =
            tokens.iter().map(|token| token.terminal.unwrap_or(usize::MAX)).collect();
        let events =
            self.engine.read(&terminals).map_err(|(at, expected)| Refusal { at, expected })?;
        let mut open: Vec<Node<'static>> = Vec::new();
        let mut root = Node { name: "", span: Span::at(0), children: Vec::new() };
        let mut at = 0;
        // Whether each open instance is a node of its own; helpers are not.
        let mut kinds: Vec<bool> = Vec::new();
        for event in events {
            match event {
                Event::Open(nonterminal) => {
                    let name = self.nonterminals[nonterminal].as_str();
                    let own = !name.contains('\'');
                    kinds.push(own);
                    if own {
                        let start = tokens.get(at).map_or(0, |token| token.span.start as usize);
                        open.push(Node { name, span: Span::at(start), children: Vec::new() });
                    }
                }
                Event::Leaf(token) => {
                    at = token + 1;
                    let Some(token) = tokens.get(token) else { continue };
                    let name = self.name(token.terminal.unwrap_or(usize::MAX));
                    let leaf = Leaf { name, span: token.span };
                    let node = open.last_mut().unwrap_or(&mut root);
                    node.children.push(Child::Leaf(leaf));
                }
                Event::Close => {
                    if kinds.pop() == Some(true)
                        && let Some(mut node) = open.pop()
                    {
                        node.span = node.cover();
                        match open.last_mut() {
                            Some(parent) => parent.children.push(Child::Node(node)),
                            None => root = node,
                        }
                    }
                }
            }
        }
        Ok(root)
    }
}

/// A regular expression for exactly this text.
fn escaped(text: &str) -> String {
    let special = |character| "\\.+*?()|[]{}^$#&-~/".contains(character);
    let escape = |character| special(character).then_some('\\').into_iter().chain([character]);
    text.chars().flat_map(escape).collect()
}
