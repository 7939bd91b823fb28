//! Words of the statements that are facts: a part of [`print`](super::print).

use super::ast::{At, AttributeLine, Default, EntityLine, Fact, Operand};
use super::escapes::{pattern_text, string_text};
use super::meta::Meta;
use super::print_words::{LineBreak, Words, guard_text};
use super::schema::{DEFINES, Slot, Sort};

impl Words {
    /// Writes a fact; `removed` if it is after `remove`. The first word goes to the head, and so do
    /// the words before an operator. Returns the operator.
    pub(super) fn fact(&mut self, head: &mut Self, fact: &Fact, removed: bool) -> &'static str {
        let mut words = fact.row().words.split(' ');
        if let Some(first) = words.next() {
            head.word(first);
        }
        for word in words {
            self.prefix(&format!("{word} "));
        }
        let mut written: Vec<(Slot, &Operand)> = Vec::new();
        for (slot, operand) in fact.said() {
            if let Some(slot) = fact.row().written(slot, removed) {
                written.push((slot, operand));
            }
        }
        let has_operator = written.iter().any(|(slot, _)| slot.keyword == Some(DEFINES));
        for (slot, operand) in &written {
            let is_before = has_operator && slot.keyword != Some(DEFINES);
            if is_before { &mut *head } else { &mut *self }.slot(slot, operand);
        }
        if has_operator { DEFINES } else { "" }
    }

    pub(super) fn slot(&mut self, slot: &Slot, operand: &Operand) {
        if slot.breaks {
            self.break_line(LineBreak::Clause);
        }
        if let Some(keyword) = slot.keyword
            && keyword != DEFINES
        {
            self.prefix(&format!("{keyword} "));
        }
        match operand {
            Operand::Said => self.flush(),
            Operand::Items(items) => self.items(items),
            Operand::Guards(guards) => guards.iter().for_each(|one| self.word(&guard_text(one))),
            Operand::Texts(texts) => {
                texts.iter().for_each(|text| self.text(slot.sort, &text.value));
            }
            Operand::Number(number) => self.word(&number.value.to_string()),
            Operand::Attributes(attributes) => self.attributes(attributes),
            Operand::Entities(entities) => self.entities(entities),
        }
    }

    fn text(&mut self, sort: Sort, text: &str) {
        match sort {
            Sort::String => self.word(&string_text(text)),
            Sort::Regex => self.word(&pattern_text(text)),
            Sort::Value => self.word(&value_text(text)),
            _ => self.word(text),
        }
    }

    /// Writes attributes, each on one line if it fits.
    fn attributes(&mut self, attributes: &[AttributeLine]) {
        for attribute in attributes {
            self.break_line(LineBreak::Unit);
            self.attribute(attribute);
        }
    }

    /// Writes entities, each on one line.
    fn entities(&mut self, entities: &[EntityLine]) {
        for EntityLine { name, text } in entities {
            self.break_line(LineBreak::Unit);
            self.word(&value_text(&name.value));
            self.word(&string_text(&text.value));
        }
    }

    fn values(&mut self, values: &[At<String>]) {
        values.iter().for_each(|value| self.word(&value_text(&value.value)));
    }

    fn attribute(&mut self, attribute: &AttributeLine) {
        self.word(&value_text(&attribute.name.value));
        attribute.kind.iter().for_each(|kind| self.word(&kind.value));
        if !attribute.group.is_empty() {
            self.prefix("(");
            self.values(&attribute.group);
            self.suffix(")");
        }
        match &attribute.default {
            Default::Implied => {}
            Default::Required => self.word("required"),
            Default::Current => self.word("current"),
            Default::Conref => self.word("conref"),
            Default::Obsolete(advice) => {
                self.word(&format!("obsolete {}", string_text(&advice.value)));
            }
            Default::Fixed(value) => self.word(&format!("fixed {}", value_text(&value.value))),
            Default::Value(value) => self.word(&format!("= {}", value_text(&value.value))),
        }
    }
}

/// Writes a name or value of an attribute, or the name of an entity. It is quoted if it would not
/// be read as one word, or would be read as a reserved word.
fn value_text(value: &str) -> String {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if is_number || Meta::get().is_name(value) { value.to_owned() } else { string_text(value) }
}
