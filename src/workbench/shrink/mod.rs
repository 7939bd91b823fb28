//! A document made smaller, as long as something holds of it.
//!
//! The document is cut into pieces as the tokenizer reads it: tags, texts, comments, document type declarations. Elements go
//! with all that is in them, then runs of pieces, half of them first, down to single ones, then tags in pairs (delta debugging,
//! Zeller and Hildebrandt 2002, and its hierarchical form, Misherghi and Su 2006). Of what is left go attributes, values and characters, in
//! the same way. All of that is done again until nothing goes: then the document is *minimal*. No piece, no pair of
//! tags, no attribute, no character of a value, a text or a comment and no word of a document type declaration can be taken from it alone.
//!
//! The condition is asked about each document that is tried, never about the same one twice in a row. A sweep over `n` pieces asks
//! `2n` times at most, and it is made again if something went: where `k` things must stay and all else may go at once, that is
//! about `k` times the logarithm of `n`; at worst, where just one thing goes in each sweep, it is `n` squared, as of all delta
//! debugging. [`Limits::tests`] bounds it. Nothing depends on the clock or on chance.
//!
//! ```
//! use wishful::workbench::shrink::{Limits, shrink};
//!
//! let page = "<!doctype html><title>News</title><p class=lead>One <b>two</b><table class=a id=b><td>three</table>";
//! let shrunk = shrink(page, Limits::default(), &mut |text| Some(text.contains("<table") && text.contains("id=")));
//! let shrunk = shrunk.unwrap();
//! assert_eq!((shrunk.text.as_str(), shrunk.pieces, shrunk.minimal), ("<table id=>", 1, true));
//! ```

mod pieces;

use pieces::{Tagged, cut, pairs};
use std::ops::Range;

/// What bounds the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How often the condition is asked; of the document itself always.
    pub tests: u64,
}

impl Default for Limits {
    /// More than documents of some thousand pieces need.
    fn default() -> Self {
        Self { tests: 100_000 }
    }
}

/// What a document was shrunk to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// The document. The condition holds of it.
    pub text: String,
    /// How many pieces it has: tags, texts, comments, document type declarations.
    pub pieces: usize,
    /// How often the condition was asked.
    pub tests: u64,
    /// Whether nothing more can go; else a limit ended the work.
    pub minimal: bool,
}

/// Returns the smaller document, or nothing if the condition does not hold of the document itself.
///
/// A condition that returns nothing ends the work, as when its time is over: the smallest document
/// so far is returned.
pub fn shrink(
    text: &str,
    limits: Limits,
    condition: &mut dyn FnMut(&str) -> Option<bool>,
) -> Option<Shrunk> {
    if !condition(text)? {
        return None;
    }
    let mut shrinking = Shrinking {
        pieces: cut(text),
        tests: 1,
        most: limits.tests,
        condition,
        is_cut_short: false,
    };
    while shrinking.sweep() {}
    let text = shrinking.pieces.concat();
    Some(Shrunk {
        pieces: cut(&text).len(),
        text,
        tests: shrinking.tests,
        minimal: !shrinking.is_cut_short,
    })
}

struct Shrinking<'c> {
    /// The smallest document so far.
    pieces: Vec<String>,
    tests: u64,
    most: u64,
    condition: &'c mut dyn FnMut(&str) -> Option<bool>,
    /// Whether the condition could not be asked where it should have been.
    is_cut_short: bool,
}

impl Shrinking<'_> {
    /// Tries all that there is; whether something went. Ends, since each document is shorter than the one before, or as long and plainer.
    fn sweep(&mut self) -> bool {
        self.pieces = cut(&self.pieces.concat());
        let mut went = self.elements();
        went |= self.runs();
        went |= self.tags_in_pairs();
        for at in 0..self.pieces.len() {
            if self.is_cut_short {
                break;
            }
            went |= self.piece(at);
        }
        went && !self.is_cut_short
    }

    /// Takes a document if the condition holds of it; nothing if it may not be asked any more.
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

    /// Takes elements out with all that is in them, outer ones first.
    fn elements(&mut self) -> bool {
        self.each_pair(|shrinking, start, end| shrinking.without(start..end + 1))
    }

    /// Tries something with each pair of tags; whether something went.
    fn each_pair(&mut self, mut goes: impl FnMut(&mut Self, usize, usize) -> Option<bool>) -> bool {
        let (mut at, mut went) = (0, false);
        let mut ends = pairs(&self.pieces);
        while at < self.pieces.len() && !self.is_cut_short {
            if ends.get(&at).is_some_and(|&end| goes(self, at, end) == Some(true)) {
                ends = pairs(&self.pieces);
                went = true;
            } else {
                at += 1;
            }
        }
        went
    }

    fn without(&mut self, range: Range<usize>) -> Option<bool> {
        let mut fewer = self.pieces.clone();
        fewer.drain(range);
        self.take(fewer)
    }

    /// Takes runs of pieces out.
    fn runs(&mut self) -> bool {
        let pieces = self.pieces.clone();
        let before = pieces.len();
        fewer(pieces, &mut |fewer| self.take(fewer.to_vec()));
        self.pieces.len() < before
    }

    /// Takes start tags out together with their end tags; what is in them stays.
    fn tags_in_pairs(&mut self) -> bool {
        self.each_pair(|shrinking, start, end| {
            let mut fewer = shrinking.pieces.clone();
            fewer.remove(end);
            fewer.remove(start);
            shrinking.take(fewer)
        })
    }

    /// Makes one piece shorter.
    fn piece(&mut self, at: usize) -> bool {
        let before = self.pieces[at].clone();
        match Tagged::of(&before) {
            Some(tag) => self.tag(at, tag),
            None => self.characters(at),
        }
        self.pieces[at] != before
    }

    /// Takes attributes out of a tag, then their values, then characters of their values.
    fn tag(&mut self, at: usize, tag: Tagged) {
        let mut best = tag;
        let attributes = best.attributes.clone();
        let kept = fewer(attributes, &mut |fewer| {
            self.with(at, Tagged { attributes: fewer.to_vec(), ..best.clone() }.text())
        });
        best.attributes = kept;
        if best.closes_itself {
            let open = Tagged { closes_itself: false, ..best.clone() };
            best.closes_itself = self.with(at, open.text()) != Some(true);
        }
        for number in 0..best.attributes.len() {
            let characters: Vec<char> = best.attributes[number].1.chars().collect();
            let with = |value: &[char]| {
                let mut shorter = best.clone();
                shorter.attributes[number].1 = value.iter().collect();
                shorter
            };
            let kept = fewer(characters, &mut |value| self.with(at, with(value).text()));
            best = with(&kept);
        }
    }

    /// Takes characters out of what is no tag; of a comment, out of what is between its delimiters. Of a document type
    /// declaration go whole words.
    fn characters(&mut self, at: usize) {
        let piece = self.pieces[at].clone();
        if let Some(words) = pieces::words(&piece) {
            let mut with =
                |words: &[String]| self.with(at, format!("<!DOCTYPE{}>", words.concat()));
            // An identifier and the word before it go together or not at all.
            if words.len() < 2 || with(&words[..1]) != Some(true) {
                fewer(words, &mut with);
            }
            return;
        }
        let (start, end) = pieces::inside(&piece);
        let (before, behind) = (piece[..start].to_owned(), piece[end..].to_owned());
        let characters: Vec<char> = piece[start..end].chars().collect();
        fewer(characters, &mut |fewer| {
            let inside: String = fewer.iter().collect();
            match !inside.is_empty() || start > 0 {
                true => self.with(at, format!("{before}{inside}{behind}")),
                false => Some(false),
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

/// Takes runs out of a list, half of it first, as long as `holds` of the rest, until no single
/// member can go in one sweep or `holds` returns nothing.
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
