//! Plain rules: a grammar for text without repetitions and groups, and its form as data.
//!
//! The grammar of grammar files cannot be read without itself. So its compiled form is checked in, as
//! `grammar/meta.rules`, in a format that needs no parser to speak of: a line a fact, and the first word
//! says which.
//!
//! ```text
//! start file
//! skip [ \t\r\n]+                 a regular expression, to the end of the line
//! token NUMBER [0-9]+
//! word "::="                      a quoted string that some rule uses
//! 0 file =                        rules, numbered: left side, `=`, right side
//! 1 file = file statement ";"
//! ```
//!
//! Helper nonterminals have a `'` in their names, which no name of the language has. The invariant,
//! which a test holds: to read `meta.grammar` by these rules, to [`expand`] the result
//! and to print that gives these rules again, byte for byte. `WISHFUL_BLESS=1 cargo test --test language`
//! writes the file anew after a change of `meta.grammar`.
//!
//! [`expand`] is textbook and small. It takes the statements of a `tokenizer text` grammar that need
//! no resolving (`start`, `token`, `skip`, and rules of names, terminals, strings, groups and
//! repetitions) and refuses all others. Repetitions become left-recursive helpers, which Earley's algorithm
//! reads in linear time and constant lookback.

use super::ast::{Atom, Content, Fact, Factor, File, Item, Repeat, Statement};
use super::lower_words::unescape;
use super::print_words::string_text;
use super::schema::Head;
use crate::base::{Code, Diagnostic, Span};
use std::collections::VecDeque;
use std::fmt;

/// A grammar for text as plain rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainRules {
    /// The nonterminal of a whole text.
    pub start: String,
    /// Regular expressions of what is left out.
    pub skips: Vec<String>,
    /// Names and regular expressions of tokens, in the order of their statements.
    pub tokens: Vec<(String, String)>,
    /// Quoted strings, in the order of their first use.
    pub words: Vec<String>,
    /// Left and right sides.
    pub rules: Vec<(String, Vec<Symbol>)>,
}

/// A symbol of a right side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A nonterminal.
    Rule(String),
    /// A terminal of a `token` statement.
    Token(String),
    /// A quoted string.
    Word(String),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(name) | Self::Token(name) => f.write_str(name),
            Self::Word(text) => f.write_str(&word_text(text)),
        }
    }
}

impl fmt::Display for PlainRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "start {}", self.start)?;
        self.skips.iter().try_for_each(|pattern| writeln!(f, "skip {pattern}"))?;
        self.tokens.iter().try_for_each(|(name, pattern)| writeln!(f, "token {name} {pattern}"))?;
        self.words.iter().try_for_each(|word| writeln!(f, "word {}", word_text(word)))?;
        for (number, (left, right)) in self.rules.iter().enumerate() {
            write!(f, "{number} {left} =")?;
            right.iter().try_for_each(|symbol| write!(f, " {symbol}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A quoted string without a blank in it, so that blanks separate symbols.
fn word_text(word: &str) -> String {
    string_text(word).replace(' ', "\\u{20}")
}

impl PlainRules {
    /// Reads the format that [`Display`](fmt::Display) writes; lines that start with `#` are left out.
    ///
    /// # Errors
    /// The number of a line that is not in the format, from 1.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut rules = Self::default();
        for (index, line) in text.lines().enumerate() {
            rules.read_line(line.trim_end_matches('\r')).ok_or(index + 1)?;
        }
        Ok(rules)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        if line.starts_with('#') || line.is_empty() {
            return Some(());
        }
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "start" => self.start = rest.into(),
            "skip" => self.skips.push(rest.into()),
            "token" => {
                let (name, pattern) = rest.split_once(' ')?;
                self.tokens.push((name.into(), pattern.into()));
            }
            "word" => self.words.push(word_of(rest)?),
            number => {
                let number: usize = number.parse().ok()?;
                let mut words = rest.split(' ');
                let left = words.next()?.to_owned();
                let right = words.skip_while(|&word| word == "=").map(symbol_of);
                let right = right.collect::<Option<Vec<_>>>()?;
                (number == self.rules.len()).then(|| self.rules.push((left, right)))?;
            }
        }
        Some(())
    }
}

fn word_of(text: &str) -> Option<String> {
    unescape(text.strip_prefix('"')?.strip_suffix('"')?).ok()
}

fn symbol_of(text: &str) -> Option<Symbol> {
    let first = text.chars().next()?;
    Some(match first {
        '"' => Symbol::Word(word_of(text)?),
        capital if capital.is_ascii_uppercase() => Symbol::Token(text.into()),
        _ => Symbol::Rule(text.into()),
    })
}

/// Expands the rules of a `tokenizer text` grammar to plain rules.
///
/// # Errors
/// A diagnostic at the first thing that is not of the small part of the language that this knows.
pub fn expand(file: &File) -> Result<PlainRules, Box<Diagnostic>> {
    let mut rules = PlainRules::default();
    for statement in &file.statements {
        match &statement.value {
            Statement::Fact(fact) => rules.fact(fact).ok_or_else(|| {
                refusal(file, statement.place.span, "not a statement of plain text")
            })?,
            Statement::Rule { left, content } => match left.items.as_slice() {
                [name] if matches!(name.value, Item::Name(_)) => {
                    let Item::Name(name) = &name.value else { continue };
                    Expansion::of(name, content, &mut rules)
                        .map_err(|span| refusal(file, span, "this has no plain rule"))?;
                }
                _ => return Err(refusal(file, statement.place.span, "one name is wanted")),
            },
            _ => return Err(refusal(file, statement.place.span, "not a statement of plain text")),
        }
    }
    Ok(rules)
}

impl PlainRules {
    /// Takes up what a fact says of a text.
    fn fact(&mut self, fact: &Fact) -> Option<()> {
        let text = |slot| Some(fact.text(slot)?.value.clone());
        match fact.row().head {
            Head::Start => self.start = text("rule")?,
            Head::Tokenizer => {}
            Head::Skip => self.skips.push(text("pattern")?),
            Head::Token => self.tokens.push((text("name")?, text("pattern")?)),
            _ => return None,
        }
        Some(())
    }
}

fn refusal(file: &File, span: Span, label: &str) -> Box<Diagnostic> {
    let message = "only rules over text can be expanded to plain rules";
    Box::new(Diagnostic::error(Code::Syntax, file.id, span, message).label(label))
}

/// A rule on its way to plain ones.
struct Expansion<'a> {
    /// The rule's own name, of which the names of its helpers are made.
    name: &'a str,
    /// How many helpers it has.
    helpers: usize,
    /// Helpers that are named but not written yet: name, what it repeats, how often.
    waiting: VecDeque<(String, &'a Factor, Span)>,
}

impl<'a> Expansion<'a> {
    fn of(name: &'a str, content: &'a Content, rules: &mut PlainRules) -> Result<(), Span> {
        let mut expansion = Self { name, helpers: 0, waiting: VecDeque::new() };
        expansion.alternatives(name, None, content, rules)?;
        while let Some((helper, factor, span)) = expansion.waiting.pop_front() {
            expansion.helper(&helper, factor, span, rules)?;
        }
        Ok(())
    }

    /// Writes a rule for each alternative, after `prefix` if there is one.
    fn alternatives(
        &mut self,
        left: &str,
        prefix: Option<&str>,
        content: &'a Content,
        rules: &mut PlainRules,
    ) -> Result<(), Span> {
        if let Some(exception) = content.exceptions.first() {
            return Err(exception.place.span);
        }
        for alternative in &content.alternatives {
            if let Some(guard) = &alternative.guard {
                return Err(guard.name.place.span);
            }
            let mut right: Vec<Symbol> =
                prefix.into_iter().map(|name| Symbol::Rule(name.into())).collect();
            for factor in &alternative.factors {
                right.push(self.factor(&factor.value, factor.place.span, rules)?);
            }
            rules.rules.push((left.into(), right));
        }
        Ok(())
    }

    /// The symbol of a factor: its own, or that of a helper.
    fn factor(
        &mut self,
        factor: &'a Factor,
        span: Span,
        rules: &mut PlainRules,
    ) -> Result<Symbol, Span> {
        if let (Atom::Item(item), Repeat::Once) = (&factor.atom, factor.repeat) {
            return symbol(item, rules).ok_or(span);
        }
        self.helpers += 1;
        let helper = format!("{}'{}", self.name, self.helpers);
        self.waiting.push_back((helper.clone(), factor, span));
        Ok(Symbol::Rule(helper))
    }

    /// Writes the rules of a helper.
    fn helper(
        &mut self,
        helper: &str,
        factor: &'a Factor,
        span: Span,
        rules: &mut PlainRules,
    ) -> Result<(), Span> {
        if matches!(factor.repeat, Repeat::Optional | Repeat::Star) {
            rules.rules.push((helper.into(), Vec::new()));
        }
        if factor.repeat == Repeat::Plus {
            self.once(helper, None, factor, span, rules)?;
        }
        let again = matches!(factor.repeat, Repeat::Star | Repeat::Plus).then_some(helper);
        self.once(helper, again, factor, span, rules)
    }

    /// Writes the rules for what a helper repeats, after the helper itself if `again`.
    fn once(
        &mut self,
        helper: &str,
        again: Option<&str>,
        factor: &'a Factor,
        span: Span,
        rules: &mut PlainRules,
    ) -> Result<(), Span> {
        match &factor.atom {
            Atom::Group(content) => self.alternatives(helper, again, content, rules),
            Atom::Foster(..) => Err(span),
            Atom::Item(item) => {
                let again = again.map(|name| Symbol::Rule(name.into()));
                let symbol = symbol(item, rules).ok_or(span)?;
                rules.rules.push((helper.into(), again.into_iter().chain([symbol]).collect()));
                Ok(())
            }
        }
    }
}

/// The symbol of an item; a quoted string is noted.
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
