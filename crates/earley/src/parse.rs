//! A parse of a whole text to its forest, with an error that names the expected words.

use super::automaton::Automaton;
use super::forest::Forest;
use super::options::Options;
use super::recogniser::Recogniser;
use super::rules::Rules;
use super::symbols::{TerminalId, Word};
use std::fmt;

/// A word that is not acceptable, or a text that ends too early.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The index of the word; the number of words if the text ends too early.
    pub position: usize,
    /// The name of the word; `None` if the text ends too early.
    pub found: Option<String>,
    /// The names of the words that are acceptable there.
    pub expected: Vec<String>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(word) => write!(f, "`{word}`, word {}, is not acceptable", self.position + 1)?,
            None => write!(f, "the text ends too early, after {} words", self.position)?,
        }
        if self.expected.is_empty() {
            return f.write_str("; expected the end of the text");
        }
        write!(f, "; expected `{}`", self.expected.join("` or `"))
    }
}

impl std::error::Error for SyntaxError {}

impl Automaton {
    /// Reads a whole text of words without labels, and returns its forest.
    ///
    /// ```
    /// use wishful_earley::{Automaton, RulesBuilder};
    ///
    /// let rules = Automaton::new(RulesBuilder::from_text("pair ::= '(' x x ')'")?.build()?);
    /// let words = ["(", "x", ")"].map(|name| rules.terminal_named(name));
    /// let error = rules.parse(words.into_iter().flatten()).unwrap_err();
    /// assert_eq!(error.to_string(), "`)`, word 3, is not acceptable; expected `x`");
    /// # Ok::<(), wishful_earley::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// At the first word that is not acceptable, if the text ends too early, or if it has frames,
    /// which have no forest.
    pub fn parse(
        &self,
        words: impl IntoIterator<Item = TerminalId>,
    ) -> Result<Forest, SyntaxError> {
        self.parse_known(words.into_iter().map(Some))
    }

    /// Reads a whole text of words given by name. A word that names no terminal is read as `other`:
    /// a number, say, or a variable.
    ///
    /// # Errors
    /// Those of [`Automaton::parse`]; a word is also refused if it is to be read as `other`, and
    /// there is no such terminal.
    pub fn parse_words(&self, words: &[&str], other: &str) -> Result<Forest, SyntaxError> {
        let other = self.terminal_named(other);
        let terminals = words.iter().map(|word| self.terminal_named(word).or(other));
        let mut result = self.parse_known(terminals);
        if let Err(error) = &mut result {
            error.found = words.get(error.position).map(|&word| word.to_owned());
        }
        result
    }

    /// Reads a whole text; `None` is a word that is refused.
    fn parse_known(
        &self,
        words: impl Iterator<Item = Option<TerminalId>>,
    ) -> Result<Forest, SyntaxError> {
        let options = Options { keeps_chart: true, ..Options::default() };
        let mut recogniser = Recogniser::new(self.clone(), options);
        let mut position = 0;
        for word in words {
            if word.is_none_or(|word| recogniser.read(Word::plain(word)).is_err()) {
                return Err(self.error(&recogniser, position, word));
            }
            position += 1;
        }
        recogniser.forest().ok_or_else(|| self.error(&recogniser, position, None))
    }

    fn error(&self, at: &Recogniser, position: usize, word: Option<TerminalId>) -> SyntaxError {
        let rules: &Rules = self;
        let expected = at.expected();
        let expected = expected.iter().map(|word| rules.terminal_name(TerminalId::new(word)));
        SyntaxError {
            position,
            found: word.map(|word| rules.terminal_name(word).to_owned()),
            expected: expected.map(str::to_owned).collect(),
        }
    }
}
