//! Rules as text, one a line.
//!
//! ```text
//! sum:   e ::= e '+' e   %left 1
//! power: e ::= e '^' e   %right 2
//! call:  e ::= name '(' arguments? ')'
//!        arguments ::= e more*
//!        more ::= ',' e
//! ```
//!
//! A name before a colon names the rule. `|` separates right sides, `%left`, `%right` and `%none`
//! with a level give the precedence, and `#` begins a comment that ends with the line. A symbol is
//! a word, or a text in single quotes, which may contain anything but a quote. `*`, `+` and `?`
//! directly after a symbol repeat it. A symbol with a rule is a nonterminal, any other one is a
//! terminal. The first left side is the start symbol.

use super::rules_builder::{RulesBuilder, RulesError};
use super::symbols::{Associativity, NonterminalId, Symbol, TerminalId};
use std::collections::BTreeMap;

/// One line, split into its parts.
struct Line<'t> {
    number: usize,
    name: Option<&'t str>,
    left: &'t str,
    words: Vec<&'t str>,
}

impl RulesBuilder {
    /// Reads rules from text: `left ::= symbol* | …`, one rule a line. The text may name rules, set
    /// their precedence, and repeat symbols (`*`, `+`, `?`).
    ///
    /// ```
    /// use wishful_earley::RulesBuilder;
    ///
    /// let rules = RulesBuilder::from_text(
    ///     "list: list ::= '[' items? ']'
    ///            items ::= item tail*
    ///            tail ::= ',' item
    ///            item ::= list | word",
    /// )?
    /// .build()?;
    /// assert_eq!(rules.nonterminal_name(rules.start()), "list");
    /// assert!(rules.terminal_named("word").is_some());
    /// # Ok::<(), wishful_earley::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// If a line has no `::=`, an unknown `%` word, a level that is no number, or no closing quote.
    pub fn from_text(text: &str) -> Result<Self, RulesError> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let words = words(line).ok_or_else(|| error(index + 1, "a quote is not closed"))?;
            if !words.is_empty() {
                lines.push(split(index + 1, words)?);
            }
        }
        let mut reading = TextReading::default();
        for line in &lines {
            reading.nonterminal(line.left);
        }
        for line in &lines {
            reading.line(line)?;
        }
        if let Some(first) = lines.first() {
            let start = reading.nonterminal(first.left);
            reading.builder.start(start);
        }
        Ok(reading.builder)
    }
}

fn error(line: usize, problem: &str) -> RulesError {
    RulesError(format!("line {line}: {problem}"))
}

/// Splits a line into words, without its comment; `None` if a quote is not closed.
fn words(line: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let quoted = match rest.strip_prefix('\'') {
            Some(inner) => inner.find('\'')? + 2,
            None => 0,
        };
        let end = rest[quoted..].find(char::is_whitespace).map_or(rest.len(), |end| quoted + end);
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    Some(words)
}

/// Splits the words of a line at `::=`.
fn split(number: usize, words: Vec<&str>) -> Result<Line<'_>, RulesError> {
    let Some(arrow) = words.iter().position(|&word| word == "::=") else {
        return Err(error(number, "a rule has no `::=`"));
    };
    let (name, left) = match words[..arrow] {
        [left] => (None, left),
        [name, left] if name.len() > 1 && name.ends_with(':') => {
            (Some(&name[..name.len() - 1]), left)
        }
        _ => return Err(error(number, "before `::=` stands one symbol, or `name: symbol`")),
    };
    Ok(Line { number, name, left: unquoted(left), words: words[arrow + 1..].to_vec() })
}

/// Returns the name of a symbol without its quotes.
fn unquoted(word: &str) -> &str {
    let inner = word.strip_prefix('\'').and_then(|word| word.strip_suffix('\''));
    inner.unwrap_or(word)
}

#[derive(Default)]
struct TextReading<'t> {
    builder: RulesBuilder,
    nonterminals: BTreeMap<&'t str, NonterminalId>,
    terminals: BTreeMap<&'t str, TerminalId>,
    /// Repeated symbols, as they are spelt.
    repeated: BTreeMap<&'t str, Symbol>,
}

impl<'t> TextReading<'t> {
    fn nonterminal(&mut self, name: &'t str) -> NonterminalId {
        let builder = &mut self.builder;
        *self.nonterminals.entry(name).or_insert_with(|| builder.nonterminal(name))
    }

    fn line(&mut self, line: &Line<'t>) -> Result<(), RulesError> {
        let left = self.nonterminal(line.left);
        for words in line.words.split(|&word| word == "|") {
            let level = words.iter().position(|word| word.len() > 1 && word.starts_with('%'));
            let end = level.unwrap_or(words.len());
            let right: Vec<Symbol> = words[..end].iter().map(|&word| self.symbol(word)).collect();
            let rule = self.builder.rule(left, right);
            if let Some(name) = line.name {
                self.builder.name_rule(rule, name);
            }
            if end < words.len() {
                let (level, associativity) = precedence(&words[end..]).ok_or_else(|| {
                    error(line.number, "write `%left`, `%right` or `%none` and a level")
                })?;
                self.builder.precedence(rule, level, associativity);
            }
        }
        Ok(())
    }

    fn symbol(&mut self, word: &'t str) -> Symbol {
        if let Some(&known) = self.repeated.get(word) {
            return known;
        }
        let repeats = word.len() > 1 && word.ends_with(['*', '+', '?']);
        if !repeats {
            return self.plain(unquoted(word));
        }
        let (base, mark) = word.split_at(word.len() - 1);
        let base = self.plain(unquoted(base));
        let symbol = match mark {
            "*" => self.builder.star(base),
            "+" => self.builder.plus(base),
            _ => self.builder.optional(base),
        };
        self.repeated.insert(word, symbol);
        symbol
    }

    fn plain(&mut self, name: &'t str) -> Symbol {
        if let Some(&known) = self.nonterminals.get(name) {
            return Symbol::Nonterminal(known);
        }
        let builder = &mut self.builder;
        Symbol::Terminal(*self.terminals.entry(name).or_insert_with(|| builder.terminal(name)))
    }
}

/// Reads a level and its associativity.
fn precedence(words: &[&str]) -> Option<(u32, Associativity)> {
    let &[side, level] = words else { return None };
    let associativity = match side {
        "%left" => Associativity::Left,
        "%right" => Associativity::Right,
        "%none" => Associativity::None,
        _ => return None,
    };
    Some((level.parse().ok()?, associativity))
}
