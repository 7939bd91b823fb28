//! Pass 1: merging of several files to one list of statements.
//!
//! The input is the files, used ones before those that use them. The output is
//! [`MergedStatements`], which has no `use`, `replace`, `remove` or `|=` (except sets that a mode
//! extends). So it can be printed as one file (`wishful grammar show`), and later passes need not
//! know that there were several.
//!
//! The statements that are not edits are listed first, file after file, each tagged with its file.
//! Then the edits are carried out in order, those of sets first: "take `<td>` out of the rule for
//! `cell`" needs the final `cell`. An edit sees the statements of its own file and of the files
//! before it. If one element is taken out of a rule, a `void` or a `wish` for a *set*, that becomes
//! one for `{cell - <td>}`.
//!
//! Remedies are ranked, and so are tokens and tests of document types. Those of a variant precede
//! those of the grammar that it uses. So these lines are sorted by file, last file first, within
//! the positions that lines of their kind have in the list.

use super::edit::{Editor, edits_a_set};
use super::flat::{MergeEntry, only_name};
use super::mistake::{Mistakes, twice};
use super::walk;
use crate::base::{HashSet, IndexMap};
use crate::grammar::ast::{At, Edit, Fact, File, FileSpan, Item, Statement};
use crate::grammar::print;
use crate::grammar::schema::{Head, Role};
use std::cmp::Reverse;

/// One list of statements without `use`, `replace`, `remove` and `|=`.
#[derive(Clone, Debug, Default)]
pub struct MergedStatements {
    /// The statements in order; remedies, tokens and tests of document types of a file precede
    /// those of the files that it uses.
    pub statements: Vec<At<Statement>>,
    /// By statement: the spans of the edits that changed it, in order.
    pub(crate) edits: Vec<Vec<FileSpan>>,
    /// The names in braces on the left of `|=`, which may no longer occur in the statements.
    pub(crate) edited: HashSet<String>,
}

/// Merges the files.
pub(crate) fn merge(units: &[File], mistakes: &mut Mistakes) -> MergedStatements {
    let mut entries = lay_out(units);
    for sets_only in [true, false] {
        for (unit, file) in units.iter().enumerate() {
            for statement in &file.statements {
                if edits_a_set(&mut entries, &statement.value) == sets_only {
                    let place = statement.place;
                    Editor { entries: &mut entries, unit, place }.apply(statement, mistakes);
                }
            }
        }
    }
    rank(&mut entries, |statement| matches!(statement, Statement::Remedy { .. }));
    for head in [Head::Token, Head::Doctype] {
        rank(&mut entries, |statement| statement.fact(head).is_some());
    }
    let (mut statements, mut edits) = (Vec::new(), Vec::new());
    for entry in entries {
        statements.push(entry.statement);
        edits.push(entry.edits);
    }
    report_duplicates(&statements, mistakes);
    MergedStatements { statements, edits, edited: edited(units) }
}

fn edited(units: &[File]) -> HashSet<String> {
    let mut names = HashSet::default();
    for statement in units.iter().flat_map(|file| &file.statements) {
        let Statement::Edit(Edit::Extend, rule) = &statement.value else { continue };
        let Statement::Rule { left, .. } = &rule.value else { continue };
        for item in &left.items {
            let Item::Braces { items, .. } = &item.value else { continue };
            walk::each(items, Role::Left, &mut |item, _, _| {
                if let Item::Name(name) = item {
                    names.insert(name.clone());
                }
            });
        }
    }
    names
}

fn lay_out(units: &[File]) -> Vec<MergeEntry> {
    let mut entries = Vec::new();
    for (unit, file) in units.iter().enumerate() {
        for statement in &file.statements {
            let is_edit = matches!(statement.value, Statement::Edit(..));
            if !is_edit && statement.value.fact(Head::Use).is_none() {
                entries.push(MergeEntry::new(unit, statement.clone()));
            }
        }
    }
    entries
}

/// Sorts the lines of one kind by file, last file first, within the positions of such lines.
fn rank(entries: &mut [MergeEntry], is_ranked: impl Fn(&Statement) -> bool) {
    let (mut slots, mut ranked) = (Vec::new(), Vec::new());
    for (slot, entry) in entries.iter().enumerate() {
        if is_ranked(&entry.statement.value) {
            slots.push(slot);
            ranked.push(entry.clone());
        }
    }
    ranked.sort_by_key(|entry| Reverse(entry.unit));
    for (slot, entry) in slots.into_iter().zip(ranked) {
        entries[slot] = entry;
    }
}

/// Advice for a second statement.
const EDIT: &str = "use `|=` to extend it, or `replace` to replace it";
const REPLACE: &str = "use `replace` to replace the other";
const TAKE_AWAY: &str = "remove one of the two";

/// Reports names that two statements define. A later pass, which knows the sets, finds elements
/// with two rules.
fn report_duplicates(statements: &[At<Statement>], mistakes: &mut Mistakes) {
    let mut finder = DuplicateFinder { first: IndexMap::default(), mistakes };
    for statement in statements {
        match &statement.value {
            Statement::Set { name, .. } => finder.define("set", &name.value, name.place, EDIT),
            Statement::Rule { left, .. } => {
                if let Some(At { value, place }) = only_name(left) {
                    finder.define("rule", value, place, EDIT);
                }
            }
            Statement::Fact(fact) => finder.define_fact(fact, statement.place),
            _ => {}
        }
    }
}

/// The names that statements have defined.
struct DuplicateFinder<'m> {
    /// The span of the first definition, by kind and name.
    first: IndexMap<(&'static str, String), FileSpan>,
    mistakes: &'m mut Mistakes,
}

impl DuplicateFinder<'_> {
    /// Records a definition, and reports a second one of the same name.
    fn define(&mut self, kind: &'static str, name: &str, place: FileSpan, help: &str) {
        let first = *self.first.entry((kind, name.to_owned())).or_insert(place);
        if first != place {
            let what = if name.is_empty() { kind.to_owned() } else { format!("{kind} `{name}`") };
            let message = format!("duplicate {what}");
            self.mistakes.push(twice(place, message, "duplicate", first).help(help));
        }
    }

    /// Records the definitions of a fact. A fact of which there can be only one defines itself;
    /// others define the names in their slots, each by itself or all together.
    fn define_fact(&mut self, fact: &Fact, place: FileSpan) {
        let row = fact.row();
        let Some(slots) = row.unique else { return };
        let says_more = row.replaced.is_some() && row.slots.len() > slots.len();
        let help = if says_more { REPLACE } else { TAKE_AWAY };
        match slots {
            [] => {
                let first = row.slots.first().and_then(|slot| fact.text(slot.name));
                self.define(row.noun, "", place_of(first, place), help);
            }
            [slot] => {
                for name in fact.texts(slot) {
                    self.define(row.noun, &name.value, name.place, help);
                }
            }
            [first, ..] => {
                let operands = print::operands(fact, slots);
                self.define(row.noun, &operands, place_of(fact.text(first), place), help);
            }
        }
    }
}

fn place_of(name: Option<&At<String>>, otherwise: FileSpan) -> FileSpan {
    match name {
        Some(name) => name.place,
        None => otherwise,
    }
}
