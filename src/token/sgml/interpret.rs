//! What data and literals stand for: references, and the ends of lines.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr;

use super::classes::{begins_name, function, is_name};
use super::entities::{Entity, EntityKind, References};
use crate::base::Span;
use crate::token::gather::Gather;
use crate::token::reference::decode;
use crate::token::{EntityData, Value};

/// The errors that the analyser leaves to its client.
const UNKNOWN_ENTITY: &str = "no entity has this name";
const NO_VALUE: &str = "a processing instruction is no value";

/// Interprets parts of a text.
#[derive(Debug)]
pub(super) struct Interpreter<'t> {
    text: &'t str,
    /// What the entities of HTML in the text that were looked up stand for; none if HTML has none of the name.
    entities: HashMap<&'t str, Option<Box<str>>>,
    /// The references that stay as they are written, since they were last asked for: where, and why.
    pub(super) wrong: Vec<(usize, &'static str)>,
}

/// The value of a literal in the making.
struct Literal {
    gather: Gather,
    data: Vec<EntityData>,
}

impl Literal {
    /// Adds what a reference stands for.
    fn add(&mut self, text: &str, place: Range<usize>, meant: Meant) {
        self.gather.replace(text, place, &meant.text);
        let start = Span::at(self.gather.bytes(text).len() - meant.text.len()).start;
        self.data.extend(meant.data.into_iter().map(|data| {
            let Span { start: from, end } = data.range;
            EntityData { range: Span { start: start + from, end: start + end }, ..data }
        }));
    }
}

/// What a reference stands for in a literal.
struct Meant {
    text: Box<str>,
    data: Vec<EntityData>,
}

impl<'t> Interpreter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, entities: HashMap::new(), wrong: Vec::new() }
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
    pub(super) fn literal(&mut self, range: Range<usize>, references: &mut References) -> Value {
        let mut literal = Literal { gather: Gather::at(range.start), data: Vec::new() };
        let mut at = range.start;
        while at < range.end {
            let rest = &self.text.as_bytes()[at..range.end];
            let special = rest.iter().position(|byte| matches!(byte, b'&' | b'\n' | b'\r' | b'\t'));
            let Some(found) = special else { break };
            at += found;
            at = match self.byte(at) {
                b'&' => self.reference(&mut literal, at..range.end, references),
                b'\r' => literal.gather.replace(self.text, at..at + 1, ""),
                _ => literal.gather.replace(self.text, at..at + 1, " "),
            };
        }
        literal.gather.finish_at(self.text, range.end).with_entity_data(literal.data)
    }

    /// What the ampersand stands for that a range begins with. Gives where that ends.
    fn reference(
        &mut self,
        literal: &mut Literal,
        range: Range<usize>,
        references: &mut References,
    ) -> usize {
        let rest = &self.text[range.start..range.end];
        let number = rest.strip_prefix("&#");
        let word = number.unwrap_or(&rest[1..]);
        let length = word.bytes().take_while(|&byte| is_name(byte)).count();
        let place = range.start..range.start + (rest.len() - word.len()) + length;
        let end = match (number, word.as_bytes().first()) {
            (None, Some(&first)) if begins_name(first) => {
                self.entity_in(literal, place, references)
            }
            (Some(_), _) => match character(&word[..length]) {
                Some(character) => {
                    let end = self.end_of_name(place.end).min(range.end);
                    literal.gather.replace(self.text, place.start..end, &character)
                }
                None => place.end,
            },
            _ => range.start + 1,
        };
        end.min(range.end)
    }

    /// A reference to an entity in a literal, `&name`, and what ends it. Gives where that is.
    fn entity_in(
        &mut self,
        literal: &mut Literal,
        place: Range<usize>,
        references: &mut References,
    ) -> usize {
        let (name, end) = (&self.text[place.start + 1..place.end], self.end_of_name(place.end));
        let meant = match references.refer(name) {
            None => return self.entity(&mut literal.gather, place, end),
            Some(entity) => entity.and_then(|entity| self.meant(name, &entity, &place, references)),
        };
        match meant {
            Ok(meant) => literal.add(self.text, place.start..end, meant),
            Err(mistake) => self.wrong.push((place.start, mistake)),
        }
        end
    }

    /// What an entity stands for in a literal. Texts in texts are as deep as [`EntityLimits`](super::EntityLimits) says.
    fn meant(
        &mut self,
        name: &str,
        entity: &Entity,
        place: &Range<usize>,
        references: &mut References,
    ) -> Result<Meant, &'static str> {
        match entity.kind {
            EntityKind::Instruction | EntityKind::External | EntityKind::Keywords => Err(NO_VALUE),
            EntityKind::Data | EntityKind::System => {
                Ok(Meant { text: entity.characters(), data: entity.data() })
            }
            EntityKind::Text => {
                references.open(name);
                let mut inner = Interpreter::new(&entity.text);
                let value = inner.literal(0..entity.text.len(), references);
                references.close();
                self.wrong.extend(inner.wrong.iter().map(|&(_, mistake)| (place.start, mistake)));
                let data = value.view().entity_data().to_vec();
                Ok(Meant { text: value.get(&entity.text).into(), data })
            }
        }
    }

    /// A reference to an entity that only HTML has, `&name`, and what ends it, at `end`. Gives where it ends if it is none.
    pub(super) fn entity(&mut self, value: &mut Gather, range: Range<usize>, end: usize) -> usize {
        let name = &self.text[range.start + 1..range.end];
        let decoded = self
            .entities
            .entry(name)
            .or_insert_with(|| decode(&[b"&", name.as_bytes(), b";"].concat()));
        match decoded {
            Some(decoded) => value.replace(self.text, range.start..end, decoded),
            None => {
                self.wrong.push((range.start, UNKNOWN_ENTITY));
                range.end + usize::from(self.byte(range.end) == b';')
            }
        }
    }

    /// Where a reference ends whose name or number ends at an offset: behind a semicolon; without one, the end of a line ends
    /// it, which is no data then (section 9.4.5).
    pub(super) fn end_of_name(&self, end: usize) -> usize {
        end_of_name(self.text, end)
    }

    /// How long the end of a record is that ends a reference which so far ends at an offset.
    pub(super) fn record_end(&self, end: usize) -> usize {
        match self.byte(end.saturating_sub(1)) {
            b';' => 0,
            _ => record_end(&self.text.as_bytes()[end..]),
        }
    }
}

/// What a reference to a number or a function stands for in a literal, where the end of a record is a space and its start nothing.
fn character(word: &str) -> Option<String> {
    match function(word) {
        Some("\r") => Some(String::new()),
        Some(_) => Some(" ".to_owned()),
        None => word.parse().ok().and_then(char::from_u32).map(String::from),
    }
}

/// How long the end of a record is that a text begins with; 0 if it begins with none.
fn record_end(rest: &[u8]) -> usize {
    match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

fn end_of_name(text: &str, end: usize) -> usize {
    let rest = &text.as_bytes()[end..];
    end + if rest.starts_with(b";") { 1 } else { record_end(rest) }
}
