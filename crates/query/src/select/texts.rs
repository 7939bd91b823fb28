//! Tests of the text in elements.
//!
//! One string holds the texts of all trees of the document, so the text in an element is a range of
//! it. Single short elements are tested by concatenating their pieces. Once that has cost as much
//! as building the whole string, the string is built.
//!
//! For `:contains`, one search finds all occurrences of the text. An element contains it if the
//! first occurrence from the element's start ends before the element's end. For `:content`, a
//! second string has normalised white space.

use std::ops::Range;

use memchr::memmem;

use super::caches::{DocumentText, NormalizedText};
use super::program::TextTest;
use super::run::MatchRun;
use super::structure::is_element;
use crate::steps::BudgetExhausted;
use wishful::base::{counted, narrow, wide};
use wishful::tree::{NodeId, NodeKind, NodeRef};

/// Reports whether a character is XPath white space, a form feed or a no-break space.
fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n' | '\x0C' | '\u{A0}')
}

/// Normalises white space: trims the ends, and replaces each inner run by one space.
pub(super) fn normalised(text: &str) -> String {
    let words: Vec<&str> = text.split(is_blank).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

impl<'d> MatchRun<'_, 'd> {
    /// Reports whether the text in a node, or of a cruft token, passes a test.
    pub(super) fn has_text(
        &mut self,
        test: usize,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        if !is_element(node) {
            let text = node.text().unwrap_or_default();
            self.steps.take_bytes(text.len())?;
            return Ok(self.program.texts[test].accepts(&text));
        }
        if self.caches.texts.whole.is_none() {
            let document = self.program.document;
            if self.caches.texts.spent <= counted(document.len() + document.text().len() / 16) {
                return self.has_own_text(test, node);
            }
            self.caches.texts.whole = Some(self.whole()?);
        }
        match &self.program.texts[test] {
            TextTest::Contains(text) => self.contains(test, text, node),
            TextTest::Equals(text) => self.equals(text, node),
        }
    }

    fn has_own_text(&mut self, test: usize, node: NodeRef<'d>) -> Result<bool, BudgetExhausted> {
        let before = self.steps.taken();
        let text = self.program.view.string_value(node);
        self.steps.take(node.end() - node.id().index())?;
        self.steps.take_bytes(text.len())?;
        self.caches.texts.spent += self.steps.taken() - before;
        Ok(self.program.texts[test].accepts(&text))
    }

    /// Concatenates the texts of all trees.
    fn whole(&mut self) -> Result<DocumentText, BudgetExhausted> {
        let document = self.program.document;
        let (mut text, mut ranges) = (String::new(), vec![(0, 0); document.len()]);
        let mut trees = vec![document.root()];
        if document.tree_roots().is_some() {
            trees.extend(document.nodes().filter(|node| node.holds_other_tree()));
        }
        for tree in trees {
            // The open elements with their ends.
            let mut open: Vec<(usize, NodeId)> = Vec::new();
            for node in tree.descendants().same_tree() {
                self.steps.take(1)?;
                close(&mut open, node.id().index(), &mut ranges, text.len());
                if node.kind() == NodeKind::Text && self.program.view.has_text(node) {
                    let start = text.len();
                    node.text_into(&mut text);
                    self.steps.take_bytes(text.len() - start)?;
                }
                if node.is_element() {
                    ranges[node.id().index()].0 = narrow(text.len());
                    open.push((node.end(), node.id()));
                }
            }
            close(&mut open, usize::MAX, &mut ranges, text.len());
        }
        Ok(DocumentText { text, ranges, normal: None })
    }

    fn contains(
        &mut self,
        test: usize,
        sought: &str,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        let Some(whole) = &self.caches.texts.whole else { return Ok(false) };
        let offsets = match &mut self.caches.texts.occurrences[test] {
            Some(offsets) => offsets,
            free => {
                self.steps.take_bytes(whole.text.len() + sought.len())?;
                free.insert(occurrences(&whole.text, sought))
            }
        };
        self.steps.take(1)?;
        if sought.is_empty() {
            return Ok(true);
        }
        let (start, end) = whole.ranges[node.id().index()];
        Ok(match offsets.get(offsets.partition_point(|&offset| offset < start)) {
            Some(&next) => wide(next) + sought.len() <= wide(end),
            None => false,
        })
    }

    fn equals(&mut self, sought: &str, node: NodeRef<'d>) -> Result<bool, BudgetExhausted> {
        let Some(whole) = &mut self.caches.texts.whole else { return Ok(false) };
        let normal = match &mut whole.normal {
            Some(normal) => normal,
            free => {
                self.steps.take_bytes(whole.text.len())?;
                free.insert(NormalizedText::new(&whole.text))
            }
        };
        let (start, end) = whole.ranges[node.id().index()];
        let text = normal.range(wide(start)..wide(end));
        self.steps.take_bytes(if text.len() == sought.len() { text.len() } else { 0 })?;
        Ok(text == sought)
    }
}

/// Records the end of the text for the open elements that end before a node.
fn close(open: &mut Vec<(usize, NodeId)>, node: usize, ranges: &mut [(u32, u32)], end: usize) {
    while let Some((_, element)) = open.pop_if(|(end, _)| *end <= node) {
        ranges[element.index()].1 = narrow(end);
    }
}

impl TextTest {
    fn accepts(&self, text: &str) -> bool {
        match self {
            Self::Contains(sought) => memmem::find(text.as_bytes(), sought.as_bytes()).is_some(),
            Self::Equals(sought) => normalised(text) == **sought,
        }
    }
}

impl NormalizedText {
    fn new(text: &str) -> Self {
        let mut normal = Self { text: String::new(), offsets: Vec::with_capacity(text.len() + 1) };
        let mut is_in_blank = false;
        for letter in text.chars() {
            let offset = narrow(normal.text.len());
            normal.offsets.extend(std::iter::repeat_n(offset, letter.len_utf8()));
            if !is_blank(letter) {
                normal.text.push(letter);
            } else if !is_in_blank {
                normal.text.push(' ');
            }
            is_in_blank = is_blank(letter);
        }
        normal.offsets.push(narrow(normal.text.len()));
        normal
    }

    /// Returns the normalised text of a range of the original, trimmed.
    fn range(&self, range: Range<usize>) -> &str {
        let (start, end) = (self.offsets[range.start], self.offsets[range.end]);
        self.text[wide(start)..wide(end)].trim_matches(' ')
    }
}

/// Returns all start offsets of a text in another, ascending, including overlapping ones.
fn occurrences(text: &str, sought: &str) -> Vec<u32> {
    let (text, sought) = (text.as_bytes(), sought.as_bytes());
    let borders = borders(sought);
    match borders.last() {
        None => Vec::new(),
        Some(0) => memmem::find_iter(text, sought).map(narrow).collect(),
        Some(_) => overlapping(text, sought, &borders),
    }
}

/// Returns, for each prefix, the length of its longest proper border (Knuth, Morris and Pratt).
fn borders(text: &[u8]) -> Vec<usize> {
    let mut borders = Vec::with_capacity(text.len());
    let mut length = 0;
    for (at, &byte) in text.iter().enumerate() {
        if at > 0 {
            length = extended(text, &borders, length, byte);
        }
        borders.push(length);
    }
    borders
}

/// Extends a matched prefix of `length` bytes by one byte, and returns the new length.
fn extended(text: &[u8], borders: &[usize], mut length: usize, byte: u8) -> usize {
    while length > 0 && text.get(length) != Some(&byte) {
        length = borders[length - 1];
    }
    length + usize::from(text.get(length) == Some(&byte))
}

fn overlapping(text: &[u8], sought: &[u8], borders: &[usize]) -> Vec<u32> {
    let (mut offsets, mut length) = (Vec::new(), 0);
    for (at, &byte) in text.iter().enumerate() {
        length = extended(sought, borders, length, byte);
        if length == sought.len() {
            offsets.push(narrow(at + 1 - length));
        }
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_may_overlap() {
        assert_eq!(occurrences("aaaa", "aa"), [0, 1, 2]);
        assert_eq!(occurrences("abcabcab", "abcab"), [0, 3]);
        assert_eq!(occurrences("aabaaabaab", "aab"), [0, 4, 7]);
        assert_eq!(occurrences("xyxz", "xyz"), [0; 0]);
        assert_eq!(occurrences("x", ""), [0; 0]);
    }

    #[test]
    fn a_range_of_a_normalised_text_is_normalised() {
        let text = " a \u{A0}\n b\tc  ";
        let normal = NormalizedText::new(text);
        for start in 0..=text.len() {
            for end in start..=text.len() {
                if let Some(part) = text.get(start..end) {
                    assert_eq!(normal.range(start..end), normalised(part), "{part:?}");
                }
            }
        }
    }
}
