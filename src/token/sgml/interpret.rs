//! The interpretation of data and literals: references, and line ends.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr;

use super::entities::{Entity, EntityKind, References};
use crate::base::Span;
use crate::token::gather::ValueBuilder;
use crate::token::reference::decode;
use crate::token::{EntityData, Value};
use wishful_sgml_lexer::classes::{begins_name, function, is_name};

/// The messages of the errors that the analyser leaves to its client.
const UNKNOWN_ENTITY: &str = "unknown entity";
const NO_VALUE: &str = "a processing instruction is not allowed in an attribute value";

/// An interpreter of parts of a text.
#[derive(Debug)]
pub(super) struct Interpreter<'t> {
    text: &'t str,
    /// The entities of HTML that were looked up, by name; `None` for a name that HTML does not
    /// have.
    entities: HashMap<&'t str, Option<Box<str>>>,
    /// The references that stay as they are written and were not reported yet: offset and reason.
    pub(super) unresolved: Vec<(usize, &'static str)>,
}

/// A builder of a literal's value.
struct Literal {
    gather: ValueBuilder,
    data: Vec<EntityData>,
}

impl Literal {
    /// Appends the replacement of a reference.
    fn add(&mut self, text: &str, place: Range<usize>, meant: LiteralReplacement) {
        self.gather.replace(text, place, &meant.text);
        let start = Span::at(self.gather.bytes(text).len() - meant.text.len()).start;
        for data in meant.data {
            let Span { start: from, end } = data.range;
            let range = Span { start: start + from, end: start + end };
            self.data.push(EntityData { range, ..data });
        }
    }
}

/// The replacement of a reference in a literal.
struct LiteralReplacement {
    text: Box<str>,
    data: Vec<EntityData>,
}

impl<'t> Interpreter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, entities: HashMap::new(), unresolved: Vec::new() }
    }

    /// Returns the byte at an offset; 0 past the end.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Returns the value of a string in which only line ends are interpreted.
    pub(super) fn lines(&self, range: Range<usize>) -> Value {
        let mut value = ValueBuilder::at(range.start);
        let mut at = range.start;
        while let Some(found) = memchr(b'\r', &self.text.as_bytes()[at..range.end]) {
            at = self.line_break(&mut value, at + found).min(range.end);
        }
        value.finish_at(self.text, range.end)
    }

    /// Appends the line end at a carriage return, with the line feed after it; returns the end of
    /// its source.
    pub(super) fn line_break(&self, value: &mut ValueBuilder, at: usize) -> usize {
        let length = 1 + usize::from(self.byte(at + 1) == b'\n');
        value.replace(self.text, at..at + length, "\n")
    }

    /// Returns a literal's value, by section 7.9.3. References are replaced, record starts are
    /// dropped, and record ends and tabs become spaces.
    pub(super) fn literal(&mut self, range: Range<usize>, references: &mut References) -> Value {
        let mut literal = Literal { gather: ValueBuilder::at(range.start), data: Vec::new() };
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

    /// Appends the replacement of the reference at the start of a range; returns the end of its
    /// source.
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

    /// Appends the replacement of an entity reference `&name` in a literal, with its terminator;
    /// returns the end of its source.
    fn entity_in(
        &mut self,
        literal: &mut Literal,
        place: Range<usize>,
        references: &mut References,
    ) -> usize {
        let (name, end) = (&self.text[place.start + 1..place.end], self.end_of_name(place.end));
        let replacement = match references.refer(name) {
            None => return self.entity(&mut literal.gather, place, end),
            Some(Ok(entity)) => self.replacement(name, &entity, &place, references),
            Some(Err(mistake)) => Err(mistake),
        };
        match replacement {
            Ok(replacement) => literal.add(self.text, place.start..end, replacement),
            Err(mistake) => self.unresolved.push((place.start, mistake)),
        }
        end
    }

    /// Returns the replacement of an entity in a literal. [`EntityLimits`](super::EntityLimits)
    /// bounds the depth of the recursion.
    fn replacement(
        &mut self,
        name: &str,
        entity: &Entity,
        place: &Range<usize>,
        references: &mut References,
    ) -> Result<LiteralReplacement, &'static str> {
        match entity.kind {
            EntityKind::Instruction | EntityKind::External | EntityKind::Keywords => Err(NO_VALUE),
            EntityKind::Data | EntityKind::System => {
                Ok(LiteralReplacement { text: entity.characters(), data: entity.data() })
            }
            EntityKind::Text => {
                references.open(name);
                let mut inner = Interpreter::new(&entity.text);
                let value = inner.literal(0..entity.text.len(), references);
                references.close();
                for (_, mistake) in inner.unresolved {
                    self.unresolved.push((place.start, mistake));
                }
                let data = value.view().entity_data().to_vec();
                Ok(LiteralReplacement { text: value.get(&entity.text).into(), data })
            }
        }
    }

    /// Appends the replacement of a reference to an entity of HTML, `&name`, with its terminator up
    /// to `end`. If HTML does not have the entity, returns the end of the reference instead.
    pub(super) fn entity(
        &mut self,
        value: &mut ValueBuilder,
        range: Range<usize>,
        end: usize,
    ) -> usize {
        let name = &self.text[range.start + 1..range.end];
        let decoded = self
            .entities
            .entry(name)
            .or_insert_with(|| decode(&[b"&", name.as_bytes(), b";"].concat()));
        match decoded {
            Some(decoded) => value.replace(self.text, range.start..end, decoded),
            None => {
                self.unresolved.push((range.start, UNKNOWN_ENTITY));
                range.end + usize::from(self.byte(range.end) == b';')
            }
        }
    }

    /// Returns the end of a reference whose name or number ends at an offset. It is after a
    /// semicolon. Without one, a line end terminates the reference, and then is no data (section
    /// 9.4.5).
    pub(super) fn end_of_name(&self, end: usize) -> usize {
        end_of_name(self.text, end)
    }

    /// Returns the length of the record end that terminates a reference, which so far ends at an
    /// offset.
    pub(super) fn record_end(&self, end: usize) -> usize {
        match self.byte(end.saturating_sub(1)) {
            b';' => 0,
            _ => record_end(&self.text.as_bytes()[end..]),
        }
    }
}

/// Returns the replacement of a numeric or function reference in a literal, where a record end is a
/// space and a record start nothing.
fn character(word: &str) -> Option<String> {
    match function(word) {
        Some("\r") => Some(String::new()),
        Some(_) => Some(" ".to_owned()),
        None => word.parse().ok().and_then(char::from_u32).map(String::from),
    }
}

/// Returns the length of the record end at the start of a text; 0 if there is none.
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
