//! The conversion of data and references into text, or into replacement texts.

use std::ops::Range;

use memchr::memchr;

use super::super::entities::{Entity, EntityKind};
use super::Collector;
use crate::base::Span;
use crate::token::gather::ValueBuilder;
use crate::token::{Comment, EntityData, ProcessingInstruction, TokenKind, Value};
use wishful_sgml_lexer::ReportString;

impl Collector<'_> {
    /// Handles data characters, or a reference to a character.
    pub(super) fn data(&mut self, part: &ReportString<'_>) {
        if part.text != self.text.get(part.place.clone()) {
            return self.character(part);
        }
        self.was_data = true;
        let run = self.run.get_or_insert_with(|| ValueBuilder::at(part.place.start));
        let bytes = &self.text.as_bytes()[..part.place.end];
        let mut at = part.place.start;
        while let Some(found) = bytes.get(at..).and_then(|rest| memchr(b'\r', rest)) {
            at = self.interpreter.line_break(run, at + found);
        }
    }

    /// Handles a reference to a character. By number it is data, whatever the character. By
    /// function name it has the function of the character itself (ISO 8879, 9.5): a record start is
    /// dropped.
    fn character(&mut self, part: &ReportString<'_>) {
        let (text, Range { start, end }) = (part.text.unwrap_or_default(), part.place.clone());
        let is_number = matches!(self.text.as_bytes()[start..], [_, _, b'0'..=b'9', ..]);
        let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
        if is_number && is_blank {
            self.finish_run(start);
            let mut data = Vec::new();
            if matches!(text, "\r" | "\n") {
                data.push(EntityData::function(text, text.len()));
            }
            self.push_text(end, text, data);
        } else if text == "\r" {
            self.finish_run(start);
            self.begin_record(end);
        } else {
            let run = self.run.get_or_insert_with(|| ValueBuilder::at(start));
            run.replace(self.text, start..end, text);
        }
        self.was_data = true;
        self.end_reference(end);
    }

    /// Ends a reference at an offset, or after the record end that terminates it, which is no data
    /// (9.4.5).
    fn end_reference(&mut self, end: usize) {
        let record_end = self.interpreter.record_end(end);
        self.reference_end = end + record_end;
        if record_end > 0 {
            self.finish_run(end);
            self.begin_record(end + record_end);
        }
    }

    /// Handles a reference to an entity.
    pub(super) fn entity(&mut self, part: &ReportString<'_>) {
        let place = part.place.clone();
        let name = &self.text[place.start + "&".len()..place.end];
        let mistake = match self.references.refer(name) {
            Some(Ok(entity)) => return self.declared(name, &entity, place),
            Some(Err(mistake)) => Some(mistake),
            None => None,
        };
        self.was_data = true;
        let run = self.run.get_or_insert_with(|| ValueBuilder::at(place.start));
        match mistake {
            Some(mistake) => self.error(place.start, mistake),
            None => {
                let end = place.end + usize::from(self.text[place.end..].starts_with(';'));
                let end = self.interpreter.entity(run, place, end);
                self.report_unresolved();
                self.end_reference(end);
            }
        }
    }

    /// Handles a reference to a declared entity.
    fn declared(&mut self, name: &str, entity: &Entity, place: Range<usize>) {
        let end = place.end + usize::from(self.text[place.end..].starts_with(';'));
        self.finish_run(place.start);
        match entity.kind {
            EntityKind::Data | EntityKind::System => {
                self.push_text(end, &entity.characters(), entity.data());
            }
            EntityKind::Instruction => {
                let span = Span::new(place.start, end);
                let kind = if self.has_instructions {
                    let value = Value::decoded(span, &*entity.text);
                    TokenKind::ProcessingInstruction(ProcessingInstruction { value })
                } else {
                    let value = Value::decoded(span, format!("?{}", entity.text));
                    TokenKind::Comment(Comment { value, bogus: true })
                };
                self.push_token(end, kind);
            }
            EntityKind::Text | EntityKind::External | EntityKind::Keywords => {
                self.references.open(name);
                self.opened_at = place.start;
                self.opened = Some((entity.text.clone(), self.interpreter.record_end(end)));
                self.reference_end = end;
                return;
            }
        }
        self.end_reference(end);
    }
}
