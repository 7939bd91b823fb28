//! A tokenizer by regular expressions, for grammars with `tokenizer text`.
//!
//! The rules of a grammar (`token NAME = /regex/ ;`) are compiled into one automaton. At each
//! position the token is the longest match; among matches of equal length, the rule that was
//! declared first wins:
//!
//! ```text
//! if = /if/   name = /[a-z]+/   space = /\s+/          iffy if  →  name space if
//! ```
//!
//! A parser may ask for the other matches at a position, longest first ([`TextTokens::others`]),
//! and continue after the one that it can use. (Kegler calls this predictive lexing, Van Wyk and
//! Schwerdfeger, GPCE 2007, context-aware scanning.)
//!
//! This is not the usual preference order of regular expressions. So the automaton (a lazy DFA of
//! `regex-automata`) reports *all* matches of all rules, and the walk below chooses the longest. No
//! rule may match the empty string, so every token makes progress. A character that no rule matches
//! is an [`Unmatched`] item, and the next token is searched after it. So the items tile the text.
//!
//! The walk is linear for the token rules of ordinary languages. With some rules long attempts fail
//! again and again (`a` and `a*b` on many `a`s). Then the time is quadratic in the text.
//!
//! A few letters can require any amount of memory (`(\w{1000}){1000}`). So there is a limit for the
//! automaton of one rule, [`RULE_BYTES`], and one for all rules together, [`RULES_BYTES`]. The rule
//! that exceeds a limit is refused.

use crate::base::Span;
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input, MatchKind};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The limit of the automaton of one rule, in bytes: a few hundred times the size of that of `\w+`.
const RULE_BYTES: usize = 8 << 20;
/// The limit of the automata of all rules together, in bytes.
const RULES_BYTES: usize = 64 << 20;

/// A rule for one kind of token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextRule {
    /// The name in the grammar.
    pub name: String,
    /// The regular expression.
    pub pattern: String,
    /// Set if tokens of this rule, for example white space, are not passed to the parser.
    pub skip: bool,
}

/// The compiled rules of a grammar: a tokenizer for any number of texts. Its serialised form is its
/// rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<TextRule>", into = "Vec<TextRule>")]
pub struct TextTokenizer {
    rules: Vec<TextRule>,
    automaton: DFA,
}

/// The error for a rule that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRule {
    /// The index of the rule.
    pub rule: usize,
    /// The range of the error in the pattern, in bytes; `None` if it is the whole pattern or not
    /// known.
    pub range: Option<Range<usize>>,
    /// A description of the error, in a few words.
    pub why: String,
    /// Advice, unless it is obvious.
    pub help: Option<&'static str>,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextToken {
    /// The index of its rule.
    pub rule: usize,
    /// The span in the text.
    pub span: Span,
    /// Set if its rule has `skip`.
    pub skip: bool,
}

/// A character with which no token starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The span in the text.
    pub span: Span,
}

impl TextTokenizer {
    /// Compiles the rules.
    ///
    /// # Errors
    /// The first rule that is malformed, that matches the empty string, or with which the rules
    /// exceed a memory limit.
    pub fn new(rules: &[TextRule]) -> Result<Self, BadRule> {
        let patterns: Vec<&str> = rules.iter().map(|rule| rule.pattern.as_str()).collect();
        for (index, pattern) in patterns.iter().enumerate() {
            if let Err(bad) = well_formed(pattern) {
                limited(&patterns[..index])?;
                return Err(BadRule { rule: index, ..bad });
            }
        }
        // Shared parts make the automaton smaller than the sum of those of the rules, if anything.
        // So if it is within the limit of one rule, each rule is.
        let automaton = match nfa(&patterns, RULE_BYTES).and_then(dfa) {
            Ok(automaton) => automaton,
            Err(_) => {
                limited(&patterns)?;
                // The additional data for each rule is smaller than the sum.
                let last = rules.len().saturating_sub(1);
                let automaton = nfa(&patterns, 2 * RULES_BYTES).and_then(dfa);
                automaton.map_err(|bad| BadRule { rule: last, ..bad })?
            }
        };
        Ok(Self { rules: rules.to_vec(), automaton })
    }

    /// Returns the rules, in the order of their indices.
    #[must_use]
    pub fn rules(&self) -> &[TextRule] {
        &self.rules
    }

    /// Returns the tokens of the text from an offset on. The offset must be a character boundary or
    /// past the end.
    #[must_use]
    pub fn tokens<'r, 't>(&'r self, text: &'t str, start: usize) -> TextTokens<'r, 't> {
        let cache = self.automaton.create_cache();
        TextTokens { rules: self, text, cache, at: start.min(text.len()) }
    }
}

impl TryFrom<Vec<TextRule>> for TextTokenizer {
    type Error = String;

    fn try_from(rules: Vec<TextRule>) -> Result<Self, String> {
        Self::new(&rules).map_err(|bad| bad.why)
    }
}

impl From<TextTokenizer> for Vec<TextRule> {
    fn from(tokenizer: TextTokenizer) -> Self {
        tokenizer.rules
    }
}

/// Refuses a pattern that is malformed or matches the empty string.
fn well_formed(pattern: &str) -> Result<(), BadRule> {
    let parsed = regex_syntax::parse(pattern).map_err(|error| malformed(&error))?;
    if parsed.properties().minimum_len() == Some(0) {
        return Err(whole("it matches the empty string".to_owned()));
    }
    Ok(())
}

/// Refuses the first rule that is too large by itself, or with the rules before it.
fn limited(patterns: &[&str]) -> Result<(), BadRule> {
    let mut bytes = 0;
    for (index, &pattern) in patterns.iter().enumerate() {
        bytes += size(pattern).map_err(|bad| BadRule { rule: index, ..bad })?;
        if bytes > RULES_BYTES {
            let bad = too_large("all patterns up to this one", RULES_BYTES);
            return Err(BadRule { rule: index, ..bad });
        }
    }
    Ok(())
}

/// Returns the size of the automaton of a pattern in bytes, and refuses a pattern that is too
/// large.
fn size(pattern: &str) -> Result<usize, BadRule> {
    let nfa = nfa(&[pattern], RULE_BYTES)?;
    let bytes = nfa.memory_usage();
    dfa(nfa)?;
    Ok(bytes)
}

/// Creates an error about a whole pattern.
const fn whole(why: String) -> BadRule {
    BadRule { rule: 0, range: None, why, help: None }
}

/// Creates the error for an automaton of more than this number of bytes.
fn too_large(what: &str, bytes: usize) -> BadRule {
    let why = format!("{what} would take more than {} MiB of memory", bytes >> 20);
    let help = "repeat less: `{1000}` makes a thousand copies of the part before it, and `[a-z]` is far smaller than `\\w`";
    BadRule { help: Some(help), ..whole(why) }
}

/// Converts an error of the parser of regular expressions, with its range.
pub(crate) fn malformed(error: &regex_syntax::Error) -> BadRule {
    let (span, why) = match error {
        regex_syntax::Error::Parse(error) => (Some(error.span()), error.kind().to_string()),
        regex_syntax::Error::Translate(error) => (Some(error.span()), error.kind().to_string()),
        other => (None, other.to_string()),
    };
    BadRule { range: span.map(|span| span.start.offset..span.end.offset), ..whole(why) }
}

/// Compiles patterns to an NFA, if it takes at most this number of bytes.
fn nfa(patterns: &[&str], most: usize) -> Result<thompson::NFA, BadRule> {
    let config = thompson::Config::new()
        .nfa_size_limit(Some(most))
        .which_captures(thompson::WhichCaptures::None);
    let built = thompson::Compiler::new().configure(config).build_many(patterns);
    built.map_err(|error| match error.size_limit() {
        Some(_) => too_large("this pattern", most),
        None => whole(reason(&error)),
    })
}

/// Converts an NFA to a lazy DFA.
fn dfa(nfa: thompson::NFA) -> Result<DFA, BadRule> {
    let config = Config::new().match_kind(MatchKind::All).skip_cache_capacity_check(true);
    let built = DFA::builder().configure(config).build_from_nfa(nfa);
    built.map_err(|error| whole(reason(&error)))
}

fn reason(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => source.to_string(),
        None => error.to_string(),
    }
}

/// An iterator over the tokens of a text and the unmatched characters between them, in order.
#[derive(Debug)]
pub struct TextTokens<'r, 't> {
    rules: &'r TextTokenizer,
    text: &'t str,
    cache: Cache,
    at: usize,
}

impl TextTokens<'_, '_> {
    /// Continues at an offset, which must be a character boundary.
    pub fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns all tokens that start at an offset, which must be a character boundary: the longest
    /// first, and of equal length that of the first rule.
    #[must_use]
    pub fn others(&mut self, start: usize) -> Vec<TextToken> {
        let mut found = Vec::new();
        self.matches(start, |end, rule| {
            let skip = self.rules.rules[rule].skip;
            found.push(TextToken { rule, span: Span::new(start, end), skip });
        });
        found.sort_by_key(|token| (std::cmp::Reverse(token.span.end), token.rule));
        found
    }

    /// Reports whether the search for a token at an offset reads the whole rest of the text. If it
    /// does not, more text changes nothing about the tokens that may start there.
    #[must_use]
    pub fn reaches_end(&mut self, start: usize) -> bool {
        self.matches(start, |_, _| ())
    }

    /// Returns the end and the rule of the longest token here.
    fn longest(&mut self) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        self.matches(self.at, |end, rule| {
            // OK because the ends ascend.
            if best.is_none_or(|(other, first)| end > other || rule < first) {
                best = Some((end, rule));
            }
        });
        best
    }

    /// Calls `found` with the end and the rule of each match that starts at an offset, shorter ones
    /// first. Reports whether it read the text up to its end.
    fn matches(&mut self, start: usize, mut found: impl FnMut(usize, usize)) -> bool {
        let automaton = &self.rules.automaton;
        let input = Input::new(self.text).range(start..).anchored(Anchored::Yes);
        let Ok(mut state) = automaton.start_state_forward(&mut self.cache, &input) else {
            return false;
        };
        let bytes = self.text.as_bytes();
        for at in start..=bytes.len() {
            // A match is reported one step late. So the state after the byte at `at` reports
            // matches that end before it.
            let next = match bytes.get(at) {
                Some(&byte) => automaton.next_state(&mut self.cache, state, byte),
                None => automaton.next_eoi_state(&mut self.cache, state),
            };
            // An error means that the automaton's cache cannot hold even one step, which its lower
            // bound rules out.
            let Ok(next) = next else { return false };
            state = next;
            if state.is_match() {
                for number in 0..automaton.match_len(&self.cache, state) {
                    let rule = automaton.match_pattern(&self.cache, state, number).as_usize();
                    found(at, rule);
                }
            } else if state.is_dead() || state.is_quit() {
                return at == bytes.len();
            }
        }
        true
    }
}

impl Iterator for TextTokens<'_, '_> {
    type Item = Result<TextToken, Unmatched>;

    fn next(&mut self) -> Option<Self::Item> {
        let character = self.text.get(self.at..)?.chars().next()?;
        let start = self.at;
        if let Some((end, rule)) = self.longest() {
            self.at = end;
            let skip = self.rules.rules[rule].skip;
            return Some(Ok(TextToken { rule, span: Span::new(start, end), skip }));
        }
        self.at += character.len_utf8();
        Some(Err(Unmatched { span: Span::new(start, self.at) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(patterns: &[&str]) -> Vec<TextRule> {
        let mut rules = Vec::new();
        for &pattern in patterns {
            let skip = pattern.starts_with("\\s");
            rules.push(TextRule { name: pattern.to_owned(), pattern: pattern.to_owned(), skip });
        }
        rules
    }

    /// Compiles patterns that are refused, and returns the error.
    fn refused(patterns: &[&str]) -> BadRule {
        TextTokenizer::new(&rules(patterns)).unwrap_err()
    }

    fn tokens(patterns: &[&str], text: &str) -> Vec<String> {
        let rules = TextTokenizer::new(&rules(patterns)).unwrap();
        let mut at = 0;
        let mut shown = Vec::new();
        for item in rules.tokens(text, 0) {
            let (span, label) = match item {
                Ok(TextToken { rule, span, skip: false }) => (span, rule.to_string()),
                Ok(TextToken { span, .. }) => (span, "-".to_owned()),
                Err(Unmatched { span }) => (span, "!".to_owned()),
            };
            assert_eq!(span.start, at, "items tile the text");
            at = span.end;
            shown.push(format!("{label}:{}", span.of(text)));
        }
        assert_eq!(Span::at(text.len()).start, at);
        shown
    }

    #[test]
    fn the_longest_match_wins_then_the_first_rule() {
        let found = tokens(&["if", "[a-z]+", "\\s+", "<=?|=", "."], "iffy if<==x");
        assert_eq!(found, ["1:iffy", "-: ", "0:if", "3:<=", "3:=", "1:x"]);
        assert_eq!(tokens(&["a|ab|abcd", "c"], "abcabcd"), ["0:ab", "1:c", "0:abcd"]);
    }

    #[test]
    fn a_character_that_no_rule_matches_is_an_item() {
        assert_eq!(tokens(&["[a-z]"], "aéb\u{1F600}"), ["0:a", "!:é", "0:b", "!:\u{1F600}"]);
        assert_eq!(tokens(&[], "é"), ["!:é"]);
        assert_eq!(tokens(&["\\p{Greek}+"], "αβγ"), ["0:αβγ"]);
        assert!(tokens(&["x"], "").is_empty());
    }

    #[test]
    fn tokens_may_start_at_any_offset() {
        let rules = TextTokenizer::new(&rules(&["[a-z]+"])).unwrap();
        let token = rules.tokens("abc", 1).next().unwrap().unwrap();
        assert_eq!(token.span, Span::new(1, 3));
        assert!(rules.tokens("abc", 9).next().is_none());
    }

    #[test]
    fn bad_rules_are_refused_by_index() {
        let bad = refused(&["x", "a(b"]);
        assert_eq!((bad.rule, bad.range), (1, Some(1..2)));
        assert!(bad.why.contains("unclosed group"), "{}", bad.why);
        let empty = refused(&["a*", "(b"]);
        assert_eq!((empty.rule, empty.why.as_str()), (0, "it matches the empty string"));
        assert_eq!(refused(&["x", "b|^"]).rule, 1);
        assert_eq!(refused(&["x", "\\bb"]).rule, 1);
    }

    #[test]
    fn the_memory_of_rules_is_limited() {
        let one = refused(&["x", r"(\w{1000}){1000}"]);
        assert_eq!((one.rule, one.range.is_none(), one.help.is_some()), (1, true, true));
        assert!(one.why.contains("8 MiB"), "{}", one.why);
        // Each rule is small enough, all together are not.
        let many: Vec<String> = (0..1000).map(|number| format!(r"k{number}\w{{20}}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let all = refused(&many);
        assert!((20..999).contains(&all.rule) && all.why.contains("64 MiB"), "{all:?}");
        assert!(TextTokenizer::new(&rules(&many[..20])).is_ok());
    }
}
