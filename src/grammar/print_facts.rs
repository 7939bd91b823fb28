//! The words of the statements that are facts: part of [`print`](super::print).

use super::ast::{At, AttributeLine, Default, EntityLine, Mirror, Statement, TreeFact};
use super::parse::reserved_words;
use super::print_words::{Break, Words, guard_text, string_text};

impl Words {
    /// Writes a statement that starts with the word for a fact.
    pub(super) fn fact(&mut self, head: &mut Self, statement: &Statement) {
        match statement {
            Statement::Latch { name, guards, on, sets, clears } => {
                self.named(head, "latch", &name.value);
                guards.iter().for_each(|guard| self.word(&guard_text(guard)));
                if *on {
                    self.word("on");
                }
                self.line_clause("set ", sets.as_ref());
                self.line_clause("clear ", clears.as_ref());
            }
            Statement::Doctype { latch, test, strings } => {
                self.named(head, "doctype", &latch.value);
                self.word(test.word());
                self.strings(strings);
            }
            Statement::Fragment { root, like } => {
                head.word("fragment");
                self.item(&root.value);
                self.clause("as ", Some(like));
            }
            Statement::Mark(names) => self.names(head, "mark", names),
            Statement::Formatting { elements, markers, lasting, reopen, special, ark } => {
                self.listed(head, "formatting", elements);
                self.line_clause("markers ", Some(markers));
                self.line_clause("lasting ", lasting.as_ref());
                self.line_clause("reopen ", Some(reopen));
                self.line_clause("special ", special.as_ref());
                self.break_line(Break::Clause);
                self.word(&format!("ark {}", ark.value));
            }
            Statement::Soft { ends, resuming, keeping } => {
                self.listed(head, "soft", ends);
                self.line_clause("resuming ", resuming.as_ref());
                self.line_clause("keeping ", Some(keeping));
            }
            Statement::Omissible { tags, before } => {
                self.listed(head, "omissible", tags);
                self.line_clause("before ", before.as_ref());
            }
            Statement::Tree(fact) => {
                head.word("tree");
                self.tree_fact(fact);
            }
            Statement::Rename { attributes, namespace, names } => {
                head.word("rename");
                self.word(if *attributes { "attributes" } else { "elements" });
                self.word(&namespace.value);
                self.strings(names);
            }
            _ => {}
        }
    }

    fn tree_fact(&mut self, fact: &TreeFact) {
        match fact {
            TreeFact::Of(word, items) => {
                self.word(word.word());
                self.items(items);
            }
            TreeFact::Hide(terminal) => self.word(&format!("hide {}", terminal.value)),
            TreeFact::Mirror(mirror) => self.mirror(mirror),
        }
    }

    fn mirror(&mut self, mirror: &Mirror) {
        let Mirror { from, groups, into, within, until, by } = mirror;
        self.prefix("mirror ");
        self.item(&from.value);
        self.clause("in ", groups.as_ref());
        for (word, item) in [("into ", into), ("within ", within)] {
            self.prefix(word);
            self.item(&item.value);
        }
        self.clause("until ", until.as_ref());
        if !by.is_empty() {
            self.break_line(Break::Clause);
            self.prefix("by ");
            self.strings(by);
        }
    }

    fn strings(&mut self, strings: &[At<String>]) {
        strings.iter().for_each(|string| self.word(&string_text(&string.value)));
    }

    /// Attributes, each on one line if there is room for it.
    pub(super) fn attributes(&mut self, attributes: &[AttributeLine]) {
        for attribute in attributes {
            self.break_line(Break::Unit);
            self.attribute(attribute);
        }
    }

    /// Entities, each on one line.
    pub(super) fn entities(&mut self, entities: &[EntityLine]) {
        for EntityLine { name, text } in entities {
            self.break_line(Break::Unit);
            self.word(&value_text(&name.value));
            self.word(&string_text(&text.value));
        }
    }

    pub(super) fn values(&mut self, values: &[At<String>]) {
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
            Default::Fixed(value) => self.word(&format!("fixed {}", value_text(&value.value))),
            Default::Value(value) => self.word(&format!("= {}", value_text(&value.value))),
        }
    }
}

/// A name or value of an attribute, or the name of an entity: in quotes where it would not be read as one word, or as one of the language.
fn value_text(value: &str) -> String {
    let parts = || value.split('-');
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = value.starts_with(|first: char| first.is_ascii_alphabetic())
        && parts().all(|part| !part.is_empty() && part.bytes().all(is_letter));
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match (is_name && reserved_words().all(|word| word != value)) || is_number {
        true => value.to_owned(),
        false => string_text(value),
    }
}
