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
//! which a test holds: to read `meta.grammar` by these rules and to expand the result gives these rules
//! again, byte for byte. Only that test expands, and `WISHFUL_BLESS=1 cargo test --test language` writes
//! the file anew after a change of `meta.grammar`.

use super::escapes::unescape;

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

impl PlainRules {
    /// Reads the format; lines that start with `#` are left out.
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
