//! Shrinks a document as long as a condition holds of it.
//!
//! The technique is delta debugging (Zeller and Hildebrandt 2002) and its hierarchical form
//! (Misherghi and Su 2006). The document is cut into tokens, called *pieces*: tags, texts,
//! comments, document type declarations. Candidates for removal are whole elements, then runs of
//! pieces from large to single ones, then pairs of tags. Then attributes, values and characters of
//! the remaining pieces are removed in the same way. All of that is repeated until nothing more can
//! be removed.
//!
//! Then the document is *minimal*: the condition fails if any single one of these is removed: a
//! piece, a pair of tags, an attribute, a character of a value, text or comment, or a word of a
//! document type declaration.
//!
//! **Work.** A sweep over `n` pieces tests the condition at most `2n` times, and is repeated if it
//! removed something. If `k` pieces must stay and all others may go at once, that is about `k log
//! n` tests. The worst case is `n²`, if each sweep removes one piece only, as in all delta
//! debugging. [`Limits::tests`] bounds it. The result is deterministic: no clock, no random
//! numbers. The same document is never tested twice in a row.
//!
//! ```
//! use wishful_workbench::shrink::{Limits, shrink};
//!
//! let page = "<!doctype html><title>News</title><p class=lead>One <b>two</b>\
//!     <table class=a id=b><td>three</table>";
//! let shrunk = shrink(
//!     page,
//!     Limits::default(),
//!     &mut |text| Some(text.contains("<table") && text.contains("id=")),
//! );
//! let shrunk = shrunk.unwrap();
//! assert_eq!((shrunk.text.as_str(), shrunk.pieces, shrunk.minimal), ("<table id=>", 1, true));
//! ```

mod pieces;

use pieces::{TagParts, cut, pairs};
use std::ops::Range;
use wishful::token::TextTokenizer;

/// The bound of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The largest number of tests of the condition. The document itself is always tested.
    pub tests: u64,
}

wishful::base::setters! { Limits { tests: u64 } }

impl Default for Limits {
    /// Returns a limit beyond the needs of documents with some thousand pieces.
    fn default() -> Self {
        Self { tests: 100_000 }
    }
}

/// The result of shrinking.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ShrinkResult {
    /// The document, of which the condition holds.
    pub text: String,
    /// The number of its pieces: tags, texts, comments, document type declarations.
    pub pieces: usize,
    /// The number of tests of the condition.
    pub tests: u64,
    /// True if nothing more can be removed; false if a limit ended the work.
    pub minimal: bool,
}

/// Shrinks a document. Returns `None` if the condition does not hold of the document itself.
///
/// If the condition returns `None`, as when its time is over, the work ends: the smallest document
/// so far is returned.
pub fn shrink(
    text: &str,
    limits: Limits,
    condition: &mut dyn FnMut(&str) -> Option<bool>,
) -> Option<ShrinkResult> {
    shrink_pieces(text, None, limits, condition)
}

/// Shrinks a text of a grammar with its own tokens: the pieces are the tokens, the text between
/// them, and characters that are no token. Of these, runs, any two, and characters are removed.
pub fn shrink_tokens(
    text: &str,
    rules: &TextTokenizer,
    limits: Limits,
    condition: &mut dyn FnMut(&str) -> Option<bool>,
) -> Option<ShrinkResult> {
    shrink_pieces(text, Some(rules), limits, condition)
}

fn shrink_pieces(
    text: &str,
    rules: Option<&TextTokenizer>,
    limits: Limits,
    condition: &mut dyn FnMut(&str) -> Option<bool>,
) -> Option<ShrinkResult> {
    if !condition(text)? {
        return None;
    }
    let mut shrinking = Shrinking {
        rules,
        pieces: cut(text, rules),
        tests: 1,
        most: limits.tests,
        condition,
        is_cut_short: false,
    };
    while shrinking.sweep() {}
    let text = shrinking.pieces.concat();
    Some(ShrinkResult {
        pieces: cut(&text, rules).len(),
        text,
        tests: shrinking.tests,
        minimal: !shrinking.is_cut_short,
    })
}

struct Shrinking<'c> {
    /// The token rules of a text; `None` for markup.
    rules: Option<&'c TextTokenizer>,
    /// The pieces of the smallest document so far.
    pieces: Vec<String>,
    tests: u64,
    most: u64,
    condition: &'c mut dyn FnMut(&str) -> Option<bool>,
    /// True if the work ended before the last necessary test.
    is_cut_short: bool,
}

impl Shrinking<'_> {
    /// Tries all removals once, and reports whether one succeeded. Repeated sweeps end: each
    /// success makes the document shorter, or equally long and simpler.
    fn sweep(&mut self) -> bool {
        self.pieces = cut(&self.pieces.concat(), self.rules);
        let mut succeeded = self.rules.is_none() && self.elements();
        succeeded |= self.runs();
        succeeded |= if self.rules.is_none() { self.tags_in_pairs() } else { self.any_two() };
        for at in 0..self.pieces.len() {
            if self.is_cut_short {
                break;
            }
            succeeded |= self.piece(at);
        }
        succeeded && !self.is_cut_short
    }

    /// Tests a candidate, and adopts it if the condition holds. Returns `None` if no more tests are
    /// permitted.
    fn take(&mut self, pieces: Vec<String>) -> Option<bool> {
        if self.is_cut_short || self.tests >= self.most {
            self.is_cut_short = true;
            return None;
        }
        self.tests += 1;
        let holds = (self.condition)(&pieces.concat());
        self.is_cut_short = holds.is_none();
        if holds == Some(true) {
            self.pieces = pieces;
        }
        holds
    }

    /// Removes elements with their contents, outer ones first.
    fn elements(&mut self) -> bool {
        self.each_pair(|shrinking, start, end| shrinking.without(start..end + 1))
    }

    /// Applies `goes` to each pair of tags, and reports whether it succeeded for one.
    fn each_pair(&mut self, mut goes: impl FnMut(&mut Self, usize, usize) -> Option<bool>) -> bool {
        let (mut at, mut succeeded) = (0, false);
        let mut ends = pairs(&self.pieces);
        while at < self.pieces.len() && !self.is_cut_short {
            if ends.get(&at).is_some_and(|&end| goes(self, at, end) == Some(true)) {
                ends = pairs(&self.pieces);
                succeeded = true;
            } else {
                at += 1;
            }
        }
        succeeded
    }

    fn without(&mut self, range: Range<usize>) -> Option<bool> {
        let mut fewer = self.pieces.clone();
        fewer.drain(range);
        self.take(fewer)
    }

    /// Removes runs of pieces.
    fn runs(&mut self) -> bool {
        let pieces = self.pieces.clone();
        let before = pieces.len();
        fewer(pieces, &mut |fewer| self.take(fewer.to_vec()));
        self.pieces.len() < before
    }

    /// Removes start tags together with their end tags; the contents stay.
    fn tags_in_pairs(&mut self) -> bool {
        self.each_pair(|shrinking, start, end| {
            let mut fewer = shrinking.pieces.clone();
            fewer.remove(end);
            fewer.remove(start);
            shrinking.take(fewer)
        })
    }

    /// Removes two pieces at once, such as parentheses; what is between them stays.
    fn any_two(&mut self) -> bool {
        let (before, mut first) = (self.pieces.len(), 0);
        while first < self.pieces.len() && !self.is_cut_short {
            let has_gone = (first + 1..self.pieces.len()).any(|second| {
                let mut fewer = self.pieces.clone();
                fewer.remove(second);
                fewer.remove(first);
                self.take(fewer) == Some(true)
            });
            first += usize::from(!has_gone);
        }
        self.pieces.len() < before
    }

    /// Shortens one piece.
    fn piece(&mut self, at: usize) -> bool {
        let before = self.pieces[at].clone();
        let tag = if self.rules.is_none() { TagParts::of(&before) } else { None };
        match tag {
            Some(tag) => self.tag(at, tag),
            None => self.characters(at),
        }
        self.pieces[at] != before
    }

    /// Removes attributes from a tag, then their values, then characters of the values.
    fn tag(&mut self, at: usize, tag: TagParts) {
        let mut best = tag;
        let attributes = best.attributes.clone();
        let remaining = fewer(attributes, &mut |fewer| {
            self.with(at, TagParts { attributes: fewer.to_vec(), ..best.clone() }.text())
        });
        best.attributes = remaining;
        if best.closes_itself {
            let open = TagParts { closes_itself: false, ..best.clone() };
            best.closes_itself = self.with(at, open.text()) != Some(true);
        }
        for number in 0..best.attributes.len() {
            let characters: Vec<char> = best.attributes[number].1.chars().collect();
            let with = |value: &[char]| {
                let mut shorter = best.clone();
                shorter.attributes[number].1 = value.iter().collect();
                shorter
            };
            let remaining = fewer(characters, &mut |value| self.with(at, with(value).text()));
            best = with(&remaining);
        }
    }

    /// Removes characters from a piece that is no tag. In a comment, only characters between the
    /// delimiters are removed; in a document type declaration, whole words.
    fn characters(&mut self, at: usize) {
        let piece = self.pieces[at].clone();
        if self.rules.is_none()
            && let Some(words) = pieces::words(&piece)
        {
            let mut with =
                |words: &[String]| self.with(at, format!("<!DOCTYPE{}>", words.concat()));
            // An identifier and the keyword before it can only be removed together.
            if words.len() < 2 || with(&words[..1]) != Some(true) {
                fewer(words, &mut with);
            }
            return;
        }
        let whole = (0, piece.len());
        let (start, end) = if self.rules.is_none() { pieces::inside(&piece) } else { whole };
        let (before, after) = (piece[..start].to_owned(), piece[end..].to_owned());
        let characters: Vec<char> = piece[start..end].chars().collect();
        fewer(characters, &mut |fewer| {
            let inside: String = fewer.iter().collect();
            if inside.is_empty() && start == 0 {
                Some(false)
            } else {
                self.with(at, format!("{before}{inside}{after}"))
            }
        });
    }

    fn with(&mut self, at: usize, piece: String) -> Option<bool> {
        if self.pieces[at] == piece {
            return Some(false);
        }
        let mut changed = self.pieces.clone();
        changed[at] = piece;
        self.take(changed)
    }
}

/// Removes runs from a list as long as `holds` of the rest, from long runs to single members. Ends
/// after one sweep over single members, or when `holds` returns `None`.
fn fewer<T: Clone>(list: Vec<T>, holds: &mut dyn FnMut(&[T]) -> Option<bool>) -> Vec<T> {
    let mut list = list;
    let mut run = list.len().next_power_of_two();
    while run > 0 {
        let mut at = 0;
        while at < list.len() {
            let mut rest = list.clone();
            rest.drain(at..(at + run).min(list.len()));
            match holds(&rest) {
                Some(true) => list = rest,
                Some(false) => at += run,
                None => return list,
            }
        }
        run /= 2;
    }
    list
}
