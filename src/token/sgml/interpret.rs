//! What data and literals stand for: references, and the ends of lines.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr;

use super::classes::{begins_name, is_name};
use crate::token::Value;
use crate::token::gather::Gather;
use crate::token::reference::decode;

/// Interprets parts of a text.
#[derive(Debug)]
pub(super) struct Interpreter<'t> {
    text: &'t str,
    /// What the entities of the text stand for that were looked up; none if HTML has none of the name.
    entities: HashMap<&'t str, Option<Box<str>>>,
    /// Where references to no entity stand, since they were last asked for.
    pub(super) unknown: Vec<usize>,
}

impl<'t> Interpreter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, entities: HashMap::new(), unknown: Vec::new() }
    }

    /// The byte at an offset; 0 past the end.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// A string in which only the ends of lines are interpreted.
    pub(super) fn lines(&self, range: Range<usize>) -> Value {
        let mut value = Gather::at(range.start);
        let mut at = range.start;
        while let Some(found) = memchr(b'\r', &self.text.as_bytes()[at..range.end]) {
            at = self.line_break(&mut value, at + found).min(range.end);
        }
        value.finish_at(self.text, range.end)
    }

    /// A carriage return, with the line feed behind it: the end of a line. Gives where it ends.
    pub(super) fn line_break(&self, value: &mut Gather, at: usize) -> usize {
        let length = 1 + usize::from(self.byte(at + 1) == b'\n');
        value.replace(self.text, at..at + length, "\n")
    }

    /// A literal's value, by section 7.9.3: references are replaced, the starts of records dropped, and the ends of records
    /// and tabs are spaces.
    pub(super) fn literal(&mut self, range: Range<usize>) -> Value {
        let mut value = Gather::at(range.start);
        let mut at = range.start;
        while at < range.end {
            let rest = &self.text.as_bytes()[at..range.end];
            let special = rest.iter().position(|byte| matches!(byte, b'&' | b'\n' | b'\r' | b'\t'));
            let Some(found) = special else { break };
            at += found;
            at = match self.byte(at) {
                b'&' => self.reference(&mut value, at..range.end),
                b'\r' => value.replace(self.text, at..at + 1, ""),
                _ => value.replace(self.text, at..at + 1, " "),
            };
        }
        value.finish_at(self.text, range.end)
    }

    /// What the ampersand stands for that a range begins with. Gives where that ends.
    fn reference(&mut self, value: &mut Gather, range: Range<usize>) -> usize {
        let rest = &self.text[range.start..range.end];
        let number = rest.strip_prefix("&#");
        let word = number.unwrap_or(&rest[1..]);
        let length = word.bytes().take_while(|&byte| is_name(byte)).count();
        let name_end = range.start + (rest.len() - word.len()) + length;
        match (number, word.as_bytes().first()) {
            (None, Some(&first)) if begins_name(first) => {
                self.entity(value, range.start..name_end).min(range.end)
            }
            (Some(_), _) => match word[..length].parse().ok().and_then(char::from_u32) {
                Some(character) => {
                    let end =
                        self.end_of_reference(name_end + usize::from(self.byte(name_end) == b';'));
                    let end = end.min(range.end);
                    value.replace(self.text, range.start..end, character.encode_utf8(&mut [0; 4]))
                }
                None => name_end,
            },
            _ => range.start + 1,
        }
    }

    /// A reference to an entity, `&name`, and what ends it. Gives where that is.
    pub(super) fn entity(&mut self, value: &mut Gather, range: Range<usize>) -> usize {
        let name = &self.text[range.start + 1..range.end];
        let end = range.end + usize::from(self.byte(range.end) == b';');
        let decoded = self
            .entities
            .entry(name)
            .or_insert_with(|| decode(&[b"&", name.as_bytes(), b";"].concat()));
        match decoded {
            Some(decoded) => {
                let end = end_of_reference(self.text, end);
                value.replace(self.text, range.start..end, decoded)
            }
            None => {
                self.unknown.push(range.start);
                end
            }
        }
    }

    /// Where a reference ends that was read up to an offset: without a semicolon, the end of a line ends it, which is
    /// no data then (section 9.4.5).
    pub(super) fn end_of_reference(&self, end: usize) -> usize {
        end_of_reference(self.text, end)
    }
}

fn end_of_reference(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    match bytes[..end].last() {
        Some(b';') => end,
        _ if bytes[end..].starts_with(b"\r\n") => end + 2,
        _ if bytes[end..].starts_with(b"\n") => end + 1,
        _ => end,
    }
}
