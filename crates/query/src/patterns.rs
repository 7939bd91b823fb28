//! Patterns: regular expressions with flags, compiled once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use regex::{Regex, RegexBuilder};

use wishful::base::HashMap;

/// The cache of compiled patterns of an evaluation.
pub(crate) type Compiled = HashMap<(String, Flags), Arc<Pattern>>;

/// The compiled patterns that an expression contains, which its evaluations share.
#[derive(Debug, Default)]
pub struct WrittenPatterns(Mutex<Compiled>);

impl WrittenPatterns {
    pub(crate) fn get(&self, key: &(String, Flags)) -> Option<Arc<Pattern>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    pub(crate) fn insert(&self, key: (String, Flags), pattern: Arc<Pattern>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, pattern);
    }
}

/// A pattern, compiled in two variants.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) anywhere: Regex,
    /// The pattern anchored to the start and the end of the text, compiled on first use.
    whole: OnceLock<Option<Regex>>,
    flags: Flags,
}

/// Flags of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Flags {
    ignores_case: bool,
    /// All matches instead of the first.
    pub(crate) is_global: bool,
    /// `^` and `$` match at line boundaries.
    is_of_lines: bool,
    /// `.` matches line feeds, too.
    has_line_feeds: bool,
}

impl Flags {
    /// Parses flags out of the set that a function accepts.
    ///
    /// # Errors
    /// The first letter outside this set.
    pub(crate) fn of(letters: &str, known: &str) -> Result<Self, char> {
        let mut flags = Self::default();
        for letter in letters.chars() {
            match letter {
                unknown if !known.contains(unknown) => return Err(unknown),
                'i' => flags.ignores_case = true,
                'm' => flags.is_of_lines = true,
                's' => flags.has_line_feeds = true,
                _ => flags.is_global = true,
            }
        }
        Ok(flags)
    }

    /// Compiles a pattern under these flags.
    fn build(self, pattern: &str) -> Result<Regex, regex::Error> {
        RegexBuilder::new(pattern)
            .case_insensitive(self.ignores_case)
            .multi_line(self.is_of_lines)
            .dot_matches_new_line(self.has_line_feeds)
            .build()
    }
}

impl Pattern {
    pub(crate) fn compile(text: &str, flags: Flags) -> Result<Self, regex::Error> {
        Ok(Self { anywhere: flags.build(text)?, whole: OnceLock::new(), flags })
    }

    /// Reports whether a whole text matches.
    pub(crate) fn is_whole(&self, text: &str) -> bool {
        let whole = self
            .whole
            .get_or_init(|| self.flags.build(&format!(r"\A(?:{})\z", self.anywhere.as_str())).ok());
        whole.as_ref().is_some_and(|whole| whole.is_match(text))
    }
}
