//! The errors of an edit whose target does not exist, or is one of several statements.

use super::flat::{MergeEntry, only_name};
use super::mistake::{error, nearest};
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, FileSpan, Item, Statement};
use crate::grammar::print;
use crate::grammar::schema::Head;

/// The greatest number of statements that an error cites.
const CITED: usize = 12;

/// The advice how to choose a statement that differs in nothing that an edit can state.
const CHOICE: &str = "`remove` the one that you mean, in full; write the new one without `replace`";

/// The error of an edit, boxed because it is large.
pub(super) struct EditError(Box<EditErrorParts>);

/// The parts of the error of an edit.
struct EditErrorParts {
    /// The missing target, or the words that several statements share.
    what: String,
    place: FileSpan,
    /// The statements that the edit fits, or nearly fits.
    cited: Vec<FileSpan>,
    /// True if the edit fits all of them; otherwise its target is missing.
    is_several: bool,
    /// The names and tags that the error is about, as written.
    subjects: Vec<String>,
    name: Option<String>,
    help: Option<String>,
    /// The advice how to choose one of several statements.
    choice: Option<String>,
    /// The name or tag that was probably meant.
    meant: Option<String>,
}

impl EditError {
    pub(super) fn of(what: impl Into<String>, place: FileSpan) -> Self {
        Self(Box::new(EditErrorParts {
            what: what.into(),
            place,
            cited: Vec::new(),
            is_several: false,
            subjects: Vec::new(),
            name: None,
            help: None,
            choice: None,
            meant: None,
        }))
    }

    /// Returns the error that several statements have `what`.
    pub(super) fn several(mut self, what: &str, statements: Vec<FileSpan>) -> Self {
        what.clone_into(&mut self.0.what);
        self.0.is_several = true;
        self.citing(statements)
    }

    /// Adds statements that the edit may mean.
    pub(super) fn citing(mut self, statements: Vec<FileSpan>) -> Self {
        self.0.cited = statements;
        self
    }

    /// Returns a missing target described as `before`, the quoted name `cited`, and `after`.
    pub(super) fn cited([before, after]: [&str; 2], cited: &str, place: FileSpan) -> Self {
        Self::of(format!("{before}`{cited}`{after}"), place).about(cited)
    }

    pub(super) fn named(what: &str, name: &At<String>) -> Self {
        let mut missing = Self::cited([&format!("{what} "), ""], &name.value, name.place);
        missing.0.name = Some(name.value.clone());
        missing
    }

    pub(super) fn rule(item: &At<Item>) -> Self {
        match &item.value {
            Item::Name(name) => Self::named("rule", &At { value: name.clone(), place: item.place }),
            other => Self::cited(["rule of ", ""], &print::item(other), item.place)
                .help("to add a new rule, write it with `::=` and without `replace`"),
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
        self.0.subjects.push(subject.to_owned());
        self
    }

    /// Sets the name that was probably meant.
    pub(super) fn meaning(mut self, meant: Option<String>) -> Self {
        self.0.meant = meant;
        self
    }

    pub(super) fn choose_by(mut self, choice: impl Into<String>) -> Self {
        self.0.choice = Some(choice.into());
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// Returns the error. It proposes a similar name if `advised` is set.
    pub(super) fn mistake(self, verb: &str, entries: &[MergeEntry], advised: bool) -> Diagnostic {
        self.0.mistake(verb, entries, advised)
    }
}

impl EditErrorParts {
    /// Returns the error without its subjects and help.
    fn message(&self, verb: &str) -> Diagnostic {
        let mut mistake = if self.is_several {
            let message = format!(
                "`{verb}` fits {} statements with `{}`, and must name one",
                self.cited.len(),
                self.what
            );
            error(Code::Several, self.place, message).label("which of these?")
        } else {
            error(Code::Undefined, self.place, format!("nothing to {verb}: no {}", self.what))
                .label("not found in this file or in the files that it uses")
        };
        for place in self.cited.iter().take(CITED) {
            mistake = mistake.also(*place, if self.is_several { "this one?" } else { "similar" });
        }
        if self.cited.len() > CITED {
            mistake = mistake.note(format!("and {} more statements", self.cited.len() - CITED));
        }
        mistake
    }

    fn mistake(self, verb: &str, entries: &[MergeEntry], advised: bool) -> Diagnostic {
        let mut mistake = self.message(verb);
        if self.is_several {
            return mistake.help(self.choice.unwrap_or_else(|| CHOICE.to_owned()));
        }
        let void = self.subjects.iter().find(|subject| is_void(entries, subject)).cloned();
        for subject in self.subjects {
            mistake = mistake.about(subject);
        }
        if let Some(meant) = &self.meant {
            return mistake.did_you_mean(meant.as_str());
        }
        if advised
            && let Some(name) = &self.name
            && let Some(near) = nearest(name, entries.iter().filter_map(defined_name))
        {
            return mistake.did_you_mean(near);
        }
        if let Some(void) = void.filter(|_| verb != "remove") {
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
