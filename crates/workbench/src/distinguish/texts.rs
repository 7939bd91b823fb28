//! Finds the shortest text on which grammars with their own tokens (`tokenizer text`) differ.
//!
//! ```
//! use wishful::Grammar;
//! use wishful_workbench::distinguish::texts::{Compared, Options, distinguish};
//!
//! let compile = |sum: &str| {
//!     let text = format!("start sum ; tokenizer text ; token N = /[0-9]+/ ; {sum}");
//!     Grammar::source("sums.grammar", &text).compile().unwrap()
//! };
//! let left = compile(r#"sum ::= sum "-" N | N ;"#);
//! let right = compile(r#"sum ::= N "-" sum | N ;"#);
//! let options = Options::default();
//! let answer = distinguish(&[&left, &right], &options, &mut |_| true);
//! let found = answer.found.unwrap();
//! assert_eq!((found.text.as_str(), found.what), ("0-0", Compared::Trees));
//!
//! let options = options.compared(Compared::Acceptance);
//! assert!(distinguish(&[&left, &right], &options, &mut |_| true).found.is_none());
//! ```
//!
//! The technique is breadth-first search over texts made of *pieces*. A piece is a text that some
//! token of some grammar matches. Of the samples of a pattern that all grammars split into the same
//! tokens, only the shortest is a piece. If all grammars skip some common text, it separates the
//! pieces; what only some of them skip is a piece. Then two pieces without it between them
//! are tried as well, but only as the end of a text, and only if a grammar joins them.
//!
//! The search has two parts:
//!
//! 1. **Acceptance.** A text is a difference if not all grammars accept it. Of several texts with
//!    equal ends in all grammars, only the first is extended. If no text is left to extend, the
//!    grammars accept [the same](TextAnswer::same) texts of these pieces.
//! 2. **Trees**, up to the length of the difference found so far. Equal ends say nothing about
//!    earlier trees, so nothing is merged. A text that all grammars accept is a difference if one
//!    of them alone is ambiguous for it, or if the best trees differ.
//!
//! In both, a text is dropped if no grammar accepts any text that begins with it.
//!
//! **Soundness of "none".** It covers all texts of these pieces up to the stated number. A lemma is
//! needed for merging: the ends of two texts are equal if the recogniser had the same state before
//! the first token that more text may change, and the text after it is the same. A token is final
//! if the tokenizer reads no further than the text to find it.

use std::collections::{HashMap, HashSet};

use super::super::generate::samples;
use wishful::Grammar;
use wishful::derivation::{Derivations, TextEnd, TextEnds};
use wishful::token::TextTokenizer;

/// The results of reading a text that are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Compared {
    /// The acceptance.
    Acceptance,
    /// Also whether there are several trees.
    Ambiguity,
    /// Also the best trees: names of rules and tokens, and their nesting.
    Trees,
}

impl Compared {
    /// Returns the name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Acceptance => "acceptance",
            Self::Ambiguity => "ambiguity",
            Self::Trees => "trees",
        }
    }
}

/// The options of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The results that are compared.
    pub compared: Compared,
    /// The largest number of pieces of a text.
    pub tokens: usize,
    /// The largest number of texts read in each part.
    pub texts: u64,
}

wishful::base::setters! { Options { compared: Compared, tokens: usize, texts: u64 } }

impl Default for Options {
    fn default() -> Self {
        Self { compared: Compared::Trees, tokens: 8, texts: 2_000_000 }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextProgress {
    /// The part: [`Compared::Acceptance`] or [`Compared::Trees`].
    pub part: Compared,
    /// The number of texts read so far.
    pub tried: u64,
}

/// A text on which grammars differ.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FoundText {
    /// The text.
    pub text: String,
    /// The number of its pieces.
    pub tokens: usize,
    /// The result that differs.
    pub what: Compared,
    /// The indices of two grammars that differ.
    pub differ: (usize, usize),
}

/// The result of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextAnswer {
    /// The shortest text found.
    pub found: Option<FoundText>,
    /// The largest number of pieces up to which no text differs in acceptance; `None` if not even
    /// the empty text was read.
    pub exhausted: Option<usize>,
    /// The same for trees; `None` also if they were not compared.
    pub exhausted_trees: Option<usize>,
    /// The pieces.
    pub pieces: Vec<String>,
    /// The number of texts read.
    pub tried: u64,
    /// True if the search showed that the grammars accept the same texts of these pieces, of any
    /// length.
    pub same: bool,
    /// True if all grammars are equal apart from names of sets and comments. Then no text was read.
    pub equivalent: bool,
    /// The compared results.
    pub compared: Compared,
}

impl TextAnswer {
    /// Reports whether no shorter text of the pieces differs.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        let Some(found) = &self.found else { return false };
        let below = |exhausted: Option<usize>| {
            found.tokens == 0 || exhausted.is_some_and(|all| all + 1 >= found.tokens)
        };
        below(self.exhausted)
            && (self.compared == Compared::Acceptance || below(self.exhausted_trees))
    }
}

/// A result that differs, and the indices of two grammars.
type Difference = (Compared, (usize, usize));

/// The number of samples of a pattern from which pieces are chosen.
const SAMPLES: usize = 48;
/// The number of texts of a round.
const ROUND: u64 = 256;

/// Searches for the shortest text on which two of the grammars differ. Calls `go_on` between
/// rounds of a few hundred texts; if it returns false, the current part ends.
pub fn distinguish(
    sides: &[&Grammar],
    options: &Options,
    go_on: &mut dyn FnMut(TextProgress) -> bool,
) -> TextAnswer {
    let rules: Vec<&TextTokenizer> = sides.iter().filter_map(|side| side.text_rules()).collect();
    let (pieces, separator) = (pieces(&rules), separator(&rules));
    let answer = TextAnswer {
        found: None,
        exhausted: None,
        exhausted_trees: None,
        pieces,
        tried: 0,
        same: false,
        equivalent: sides.windows(2).all(|two| {
            let meaning = two[0].meaning();
            meaning.is_some() && meaning == two[1].meaning()
        }),
        compared: options.compared,
    };
    if answer.equivalent {
        return answer;
    }
    let ends = sides.iter().map(|side| TextEnds::new(side)).collect();
    let mut search = TextSearch { sides, rules, ends, separator, options, answer, go_on };
    let (exhausted, found, same) = search.part(Compared::Acceptance, options.tokens);
    (search.answer.exhausted, search.answer.same) = (exhausted, same);
    search.answer.found = found;
    if options.compared > Compared::Acceptance {
        // At equal length, a difference in acceptance is preferred.
        let most = match &search.answer.found {
            Some(found) => found.tokens.checked_sub(1),
            None => Some(options.tokens),
        };
        if let Some(most) = most {
            let (exhausted, found, _) = search.part(options.compared, most);
            search.answer.exhausted_trees = exhausted;
            search.answer.found = found.or(search.answer.found);
        }
    }
    search.answer
}

/// Returns the pieces: for each class of samples that all grammars treat alike, the shortest.
fn pieces(sides: &[&TextTokenizer]) -> Vec<String> {
    let mut classes: HashMap<Vec<Vec<usize>>, String> = HashMap::new();
    for rules in sides {
        for rule in 0..rules.rules().len() {
            for sample in samples(rules, rule, SAMPLES) {
                let class = sides.iter().map(|side| class(side, &sample)).collect();
                let piece = classes.entry(class).or_insert_with(|| sample.clone());
                if (sample.len(), &sample) < (piece.len(), piece) {
                    *piece = sample;
                }
            }
        }
    }
    classes.retain(|_, piece| !are_skipped(sides, piece));
    let mut pieces: Vec<String> = classes.into_values().collect();
    pieces.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    pieces
}

/// Returns the rules of the tokens of a text, and after them all rules that match it as a whole. A
/// character that no rule matches counts as one of a rule that does not exist.
fn class(rules: &TextTokenizer, text: &str) -> Vec<usize> {
    let mut class = Vec::new();
    let mut tokens = rules.tokens(text, 0);
    for token in tokens.by_ref() {
        class.push(token.map_or(usize::MAX, |token| token.rule));
    }
    let whole = tokens.others(0).into_iter().filter(|token| token.span.of(text) == text);
    class.extend(whole.map(|token| token.rule));
    class
}

/// Returns the shortest text that all grammars skip, preferably a blank.
fn separator(sides: &[&TextTokenizer]) -> Option<String> {
    let mut candidates = vec![" ".to_owned(), "\n".to_owned()];
    let first = sides.first()?;
    for (rule, _) in first.rules().iter().enumerate().filter(|(_, rule)| rule.skip) {
        candidates.extend(samples(first, rule, SAMPLES));
    }
    candidates.into_iter().find(|text| are_skipped(sides, text))
}

/// Reports whether all grammars skip a text.
fn are_skipped(sides: &[&TextTokenizer], text: &str) -> bool {
    sides.iter().all(|side| side.tokens(text, 0).all(|token| token.is_ok_and(|it| it.skip)))
}

/// A text to be extended.
#[derive(Clone, Default)]
struct TextPrefix {
    text: String,
    /// The offsets of the separators.
    separators: Vec<usize>,
    /// True if the last two pieces are joined without a separator, though there is one.
    is_joined: bool,
}

struct TextSearch<'a> {
    sides: &'a [&'a Grammar],
    rules: Vec<&'a TextTokenizer>,
    ends: Vec<TextEnds<'a>>,
    separator: Option<String>,
    options: &'a Options,
    answer: TextAnswer,
    go_on: &'a mut dyn FnMut(TextProgress) -> bool,
}

impl TextSearch<'_> {
    /// Searches texts of up to `most` pieces. Returns the number of pieces up to which no text
    /// differs, the text that does, and whether no text was left to extend.
    fn part(&mut self, part: Compared, most: usize) -> (Option<usize>, Option<FoundText>, bool) {
        let begun = self.answer.tried;
        let (mut seen, mut level) = (HashSet::new(), vec![TextPrefix::default()]);
        for tokens in 0..=most {
            let mut alive = Vec::new();
            for prefix in level {
                let tried = self.answer.tried - begun;
                let is_over = tried >= self.options.texts
                    || tried % ROUND == ROUND - 1
                        && !(self.go_on)(TextProgress { part, tried: self.answer.tried });
                if is_over {
                    return (tokens.checked_sub(1), None, false);
                }
                let (ends, found) = self.read(&prefix.text, part);
                if let Some((what, differ)) = found {
                    let text = self.without_separators(&prefix, part, what);
                    let found = FoundText { text, tokens, what, differ };
                    return (tokens.checked_sub(1), Some(found), false);
                }
                let is_dead = ends.iter().all(|end| *end == TextEnd::Dead);
                let merges = part == Compared::Acceptance && !ends.contains(&TextEnd::Unknown);
                if !is_dead && (!merges || seen.insert((ends, prefix.is_joined))) {
                    alive.push(prefix);
                }
            }
            if alive.is_empty() {
                return (Some(most), None, true);
            }
            level = alive.iter().flat_map(|prefix| self.extended(prefix)).collect();
        }
        (Some(most), None, false)
    }

    /// Returns a text with each of the pieces after it.
    fn extended(&self, prefix: &TextPrefix) -> Vec<TextPrefix> {
        let mut longer = Vec::new();
        for piece in &self.answer.pieces {
            let text = format!("{}{piece}", prefix.text);
            let (Some(separator), false) = (&self.separator, prefix.text.is_empty()) else {
                longer.push(TextPrefix { text, ..TextPrefix::default() });
                continue;
            };
            if !prefix.is_joined && self.joins(&text, prefix.text.len()) {
                longer.push(TextPrefix { text, is_joined: true, ..prefix.clone() });
            }
            let mut separators = prefix.separators.clone();
            separators.push(prefix.text.len());
            let text = format!("{}{separator}{piece}", prefix.text);
            longer.push(TextPrefix { text, separators, is_joined: false });
        }
        longer
    }

    /// Reports whether a grammar reads a token across an offset.
    fn joins(&self, text: &str, at: usize) -> bool {
        self.rules.iter().any(|rules| {
            let mut ranges = rules.tokens(text, 0).flatten().map(|token| token.span.range());
            ranges.any(|range| range.start < at && at < range.end)
        })
    }

    /// Reads a text by all grammars. Returns its ends, and the first difference.
    fn read(&mut self, text: &str, part: Compared) -> (Vec<TextEnd>, Option<Difference>) {
        self.answer.tried += 1;
        let (mut accepted, mut ends) = (Vec::new(), Vec::new());
        for side in &mut self.ends {
            let (is_accepted, end) = side.read(text);
            accepted.push(is_accepted);
            ends.push(end);
        }
        let mut found = differing(&accepted).map(|differ| (Compared::Acceptance, differ));
        if found.is_none() && part > Compared::Acceptance && accepted.first() == Some(&true) {
            found = self.of_trees(text, part);
        }
        (ends, found)
    }

    /// Returns the first difference of the trees of a text that all grammars accept.
    fn of_trees(&self, text: &str, part: Compared) -> Option<Difference> {
        let (mut ambiguous, mut trees) = (Vec::new(), Vec::new());
        for side in self.sides {
            let read = Derivations::read(side, "input", text).ok()?;
            ambiguous.push(read.count(2) > 1);
            trees.push(read.trees().next().map(|tree| tree.outline()));
        }
        let of_trees = if part == Compared::Trees { differing(&trees) } else { None };
        let ambiguity = differing(&ambiguous).map(|differ| (Compared::Ambiguity, differ));
        ambiguity.or(of_trees.map(|differ| (Compared::Trees, differ)))
    }

    /// Leaves out the separators without which the text differs in the same way.
    fn without_separators(
        &mut self,
        prefix: &TextPrefix,
        part: Compared,
        what: Compared,
    ) -> String {
        let mut text = prefix.text.clone();
        let length = self.separator.as_ref().map_or(0, String::len);
        for &at in prefix.separators.iter().rev() {
            let shorter = format!("{}{}", &text[..at], &text[at + length..]);
            let is_same = !self.joins(&shorter, at)
                && self.read(&shorter, part).1.is_some_and(|(other, _)| other == what);
            if is_same {
                text = shorter;
            }
        }
        text
    }
}

/// Returns the index of the first result, and that of the first one that is not equal to it.
fn differing<T: PartialEq>(results: &[T]) -> Option<(usize, usize)> {
    let other = results.iter().position(|result| *result != results[0])?;
    Some((0, other))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [&str; 9] = [
        r#"s ::= "a"* ;"#,
        r#"s ::= "a" s | () ;"#,
        r#"s ::= s "a" | s "b" | "a" ;"#,
        r#"s ::= "a" s "b" | () ;"#,
        r#"s ::= s s | "a" ; allow ambiguous "x" ;"#,
        r#"s ::= "a" "a" "a" "a" "b" | "b" s ;"#,
        r#"s ::= ("a" | "b" | "ab")* ; allow ambiguous "x" ;"#,
        r#"token W = /a+b?/ ; s ::= W* ; allow ambiguous "x" ;"#,
        r#"s ::= x | "b" x "b" ; x ::= x "a" x | "a" ; allow ambiguous "x" ;"#,
    ];

    /// Returns all texts of some pieces, the shortest first.
    fn texts(pieces: &[String], most: usize) -> Vec<Vec<String>> {
        let mut all = vec![vec![String::new()]];
        for length in 0..most {
            let longer = all[length].iter();
            let longer = longer.flat_map(|text| pieces.iter().map(move |next| text.clone() + next));
            all.push(longer.collect());
        }
        all
    }

    fn result(grammar: &Grammar, text: &str, compared: Compared) -> (bool, bool, Option<String>) {
        let Ok(read) = Derivations::read(grammar, "input", text) else {
            return (false, false, None);
        };
        let is_ambiguous = compared > Compared::Acceptance && read.count(2) > 1;
        let tree = read.trees().next().map(|tree| tree.outline());
        (true, is_ambiguous, tree.filter(|_| compared == Compared::Trees))
    }

    #[test]
    fn the_search_finds_what_reading_all_texts_finds() {
        const MOST: usize = 6;
        let grammars = RULES.map(|rules| {
            let text = format!("start s ; tokenizer text ; {rules}");
            Grammar::source("small.grammar", &text).compile().expect("it is a grammar")
        });
        let mut found = [0; 3];
        for (number, left) in grammars.iter().enumerate() {
            for (offset, right) in grammars[number + 1..].iter().enumerate() {
                for compared in [Compared::Acceptance, Compared::Ambiguity, Compared::Trees] {
                    let options = Options::default().compared(compared).tokens(MOST);
                    let answer = distinguish(&[left, right], &options, &mut |_| true);
                    let shortest = texts(&answer.pieces, MOST).iter().position(|texts| {
                        texts.iter().any(|text| {
                            result(left, text, compared) != result(right, text, compared)
                        })
                    });
                    let tokens = answer.found.as_ref().map(|found| found.tokens);
                    let rules = (RULES[number], RULES[number + 1 + offset]);
                    assert_eq!(tokens, shortest, "{rules:?} {answer:?}");
                    assert!(answer.found.is_none() || answer.is_shortest(), "{answer:?}");
                    assert!(answer.found.is_none() || !answer.same, "{answer:?}");
                    found[usize::from(tokens.is_some())] += 1;
                }
            }
        }
        assert!(found[0] > 0 && found[1] > 50, "{found:?}");
    }
}
