//! The error of an edit whose target does not exist.

use super::flat::{MergeEntry, only_name};
use super::mistake::{error, nearest};
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, FileSpan, Item, Statement};
use crate::grammar::print;
use crate::grammar::schema::Head;

/// The missing target of an edit.
pub(super) struct MissingTarget {
    what: String,
    place: FileSpan,
    /// The names and tags that the error is about, as written.
    subjects: Vec<String>,
    name: Option<String>,
    help: Option<String>,
}

impl MissingTarget {
    pub(super) fn of(what: impl Into<String>, place: FileSpan) -> Self {
        Self { what: what.into(), place, subjects: Vec::new(), name: None, help: None }
    }

    /// Returns a missing target described as `before`, the quoted name `cited`, and `after`.
    pub(super) fn cited([before, after]: [&str; 2], cited: &str, place: FileSpan) -> Self {
        Self::of(format!("{before}`{cited}`{after}"), place).about(cited)
    }

    pub(super) fn named(what: &str, name: &At<String>) -> Self {
        let missing = Self::cited([&format!("{what} "), ""], &name.value, name.place);
        Self { name: Some(name.value.clone()), ..missing }
    }

    pub(super) fn rule(item: &At<Item>) -> Self {
        match &item.value {
            Item::Name(name) => Self::named("rule", &At { value: name.clone(), place: item.place }),
            other => Self::cited(["rule of ", ""], &print::item(other), item.place),
        }
    }

    /// Returns the missing target of a `replace`.
    pub(super) fn replaced(statement: &At<Statement>) -> Self {
        if let Statement::Fact(fact) = &statement.value
            && let Some(&[slot]) = fact.row().unique
            && let Some(name) = fact.text(slot)
            && fact.row().slots.len() > 1
        {
            return Self::named(fact.row().noun, name);
        }
        Self::of("such statement", statement.place)
            .help("use `remove` to delete a statement; add another one without `replace`")
    }

    pub(super) fn about(mut self, subject: &str) -> Self {
        self.subjects.push(subject.to_owned());
        self
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Returns the error. It proposes a similar name if `advised` is set.
    pub(super) fn mistake(self, verb: &str, entries: &[MergeEntry], advised: bool) -> Diagnostic {
        let message = format!("nothing to {verb}: no {}", self.what);
        let mut mistake = error(Code::Undefined, self.place, message)
            .label("not found in this file or in the files that it uses");
        let void = self.subjects.iter().find(|subject| is_void(entries, subject)).cloned();
        for subject in self.subjects {
            mistake = mistake.about(subject);
        }
        if advised
            && let Some(name) = &self.name
            && let Some(near) = nearest(name, entries.iter().filter_map(defined_name))
        {
            return mistake.did_you_mean(near);
        }
        if let Some(void) = void {
            return mistake.help(format!(
                "{void} is void; to give it content, write `remove void {void} ;` and `{void} ::= … ;`"
            ));
        }
        if !has_start(entries) {
            return mistake.help("first `use` the grammar that has it");
        }
        match self.help {
            Some(help) => mistake.help(help),
            None => mistake,
        }
    }
}

fn defined_name(entry: &MergeEntry) -> Option<&str> {
    match &entry.statement.value {
        Statement::Set { name, .. } => Some(&name.value),
        Statement::Fact(fact) => {
            let [slot] = fact.row().unique? else { return None };
            Some(&fact.texts(slot).first()?.value)
        }
        Statement::Rule { left, .. } => Some(only_name(left)?.value),
        _ => None,
    }
}

/// Reports whether the statements are a whole grammar: a variant without its `use` has no start
/// symbol.
fn has_start(entries: &[MergeEntry]) -> bool {
    entries.iter().any(|entry| entry.statement.value.fact(Head::Start).is_some())
}

/// Reports whether a statement declares an element, given as written, void.
fn is_void(entries: &[MergeEntry], element: &str) -> bool {
    for entry in entries {
        if let Some(fact) = entry.statement.value.fact(Head::Void)
            && let Some(items) = fact.items("elements")
            && items.terms.iter().any(|(_, item)| print::item(&item.value) == element)
        {
            return true;
        }
    }
    false
}
