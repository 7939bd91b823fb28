//! The writer of `grammar/meta.rules`: expands `meta.grammar` to plain rules, and prints them.
//!
//! The textbook expansion handles only the statements of a `tokenizer text` grammar that need no
//! name resolution. These are `start`, `token`, `skip`, and rules of names, terminals, strings,
//! groups and repetitions. Repetitions become left-recursive helpers, which Earley's algorithm
//! reads in linear time.

use crate::grammar::ast::{Atom, Content, Fact, Factor, File, Item, Repeat, Statement};
use crate::grammar::print;
use crate::grammar::schema::Head;
use std::collections::VecDeque;
use std::fmt::Write;

/// A grammar for text without repetitions and groups.
#[derive(Default)]
pub(crate) struct PlainRules {
    start: String,
    /// The regular expressions of skipped text.
    skips: Vec<String>,
    /// Names and regular expressions, in the order of their statements.
    tokens: Vec<(String, String)>,
    /// The quoted strings, in the order of their first use.
    words: Vec<String>,
    /// The left and right sides.
    rules: Vec<(String, Vec<Symbol>)>,
}

/// A symbol of a right side: a nonterminal, a terminal of a `token` statement, or a quoted string.
enum Symbol {
    Rule(String),
    Token(String),
    Word(String),
}

/// Prints plain rules.
pub(crate) fn text(rules: &PlainRules) -> String {
    let mut out = format!("start {}\n", rules.start);
    rules.skips.iter().for_each(|pattern| out += &format!("skip {pattern}\n"));
    rules.tokens.iter().for_each(|(name, pattern)| out += &format!("token {name} {pattern}\n"));
    rules.words.iter().for_each(|word| out += &format!("word {}\n", word_text(word)));
    for (number, (left, right)) in rules.rules.iter().enumerate() {
        let _ = write!(out, "{number} {left} =");
        right.iter().for_each(|symbol| out += &format!(" {}", symbol_text(symbol)));
        out.push('\n');
    }
    out
}

fn symbol_text(symbol: &Symbol) -> String {
    match symbol {
        Symbol::Rule(name) | Symbol::Token(name) => name.clone(),
        Symbol::Word(text) => word_text(text),
    }
}

/// Writes a quoted string without blanks, since blanks separate symbols.
fn word_text(word: &str) -> String {
    print::string(word).replace(' ', "\\u{20}")
}

/// Expands the statements of a grammar with `tokenizer text` to plain rules.
///
/// # Errors
/// The text of an unsupported statement.
pub(crate) fn expand(file: &File) -> Result<PlainRules, String> {
    let mut rules = PlainRules::default();
    for statement in &file.statements {
        let taken = match &statement.value {
            Statement::Fact(fact) => take(fact, &mut rules),
            Statement::Rule { left, content } => match left.items.as_slice() {
                [name] => Expansion::of(&name.value, content, &mut rules),
                _ => None,
            },
            _ => None,
        };
        taken.ok_or_else(|| print::statement(&statement.value))?;
    }
    Ok(rules)
}

/// Adds the statement of a fact.
fn take(fact: &Fact, rules: &mut PlainRules) -> Option<()> {
    let text = |slot| Some(fact.text(slot)?.value.clone());
    match fact.row().head {
        Head::Start => rules.start = text("rule")?,
        Head::Tokenizer => {}
        Head::Skip => rules.skips.push(text("pattern")?),
        Head::Token => rules.tokens.push((text("name")?, text("pattern")?)),
        _ => return None,
    }
    Some(())
}

/// The expansion of one rule.
struct Expansion<'a> {
    /// The rule's name, from which the names of its helpers are made.
    name: &'a str,
    /// The number of its helpers.
    helpers: usize,
    /// The helpers that are named but not written yet, each with the factor that it repeats.
    waiting: VecDeque<(String, &'a Factor)>,
}

impl<'a> Expansion<'a> {
    fn of(name: &'a Item, content: &'a Content, rules: &mut PlainRules) -> Option<()> {
        let Item::Name(name) = name else { return None };
        let mut expansion = Self { name, helpers: 0, waiting: VecDeque::new() };
        expansion.alternatives(name, None, content, rules)?;
        while let Some((helper, factor)) = expansion.waiting.pop_front() {
            expansion.helper(&helper, factor, rules)?;
        }
        Some(())
    }

    /// Writes a rule for each alternative, after `prefix` if there is one.
    fn alternatives(
        &mut self,
        left: &str,
        prefix: Option<&str>,
        content: &'a Content,
        rules: &mut PlainRules,
    ) -> Option<()> {
        if !content.exceptions.is_empty() {
            return None;
        }
        for alternative in &content.alternatives {
            if alternative.guard.is_some() {
                return None;
            }
            let mut right: Vec<Symbol> =
                prefix.into_iter().map(|name| Symbol::Rule(name.into())).collect();
            for factor in &alternative.factors {
                right.push(self.factor(&factor.value, rules)?);
            }
            rules.rules.push((left.into(), right));
        }
        Some(())
    }

    /// Returns the symbol of a factor: its own, or that of a helper.
    fn factor(&mut self, factor: &'a Factor, rules: &mut PlainRules) -> Option<Symbol> {
        if let (Atom::Item(item), Repeat::Once) = (&factor.atom, factor.repeat) {
            return symbol(item, rules);
        }
        self.helpers += 1;
        let helper = format!("{}'{}", self.name, self.helpers);
        self.waiting.push_back((helper.clone(), factor));
        Some(Symbol::Rule(helper))
    }

    /// Writes the rules of a helper.
    fn helper(&mut self, helper: &str, factor: &'a Factor, rules: &mut PlainRules) -> Option<()> {
        if matches!(factor.repeat, Repeat::Optional | Repeat::Star) {
            rules.rules.push((helper.into(), Vec::new()));
        }
        if factor.repeat == Repeat::Plus {
            self.once(helper, None, factor, rules)?;
        }
        let again = matches!(factor.repeat, Repeat::Star | Repeat::Plus).then_some(helper);
        self.once(helper, again, factor, rules)
    }

    /// Writes the rules for the factor of a helper, after the helper itself if `again` is set.
    fn once(
        &mut self,
        helper: &str,
        again: Option<&str>,
        factor: &'a Factor,
        rules: &mut PlainRules,
    ) -> Option<()> {
        match &factor.atom {
            Atom::Group(content) => self.alternatives(helper, again, content, rules),
            Atom::Foster(..) => None,
            Atom::Item(item) => {
                let again = again.map(|name| Symbol::Rule(name.into()));
                let symbol = symbol(item, rules)?;
                rules.rules.push((helper.into(), again.into_iter().chain([symbol]).collect()));
                Some(())
            }
        }
    }
}

/// Returns the symbol of an item, and records a quoted string.
fn symbol(item: &Item, rules: &mut PlainRules) -> Option<Symbol> {
    match item {
        Item::Name(name) => Some(Symbol::Rule(name.clone())),
        Item::Terminal(name) => Some(Symbol::Token(name.clone())),
        Item::Literal(text) => {
            if !rules.words.contains(text) {
                rules.words.push(text.clone());
            }
            Some(Symbol::Word(text.clone()))
        }
        Item::Start(_) | Item::End(_) | Item::Braces { .. } => None,
    }
}
