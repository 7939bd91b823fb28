//! `empty`, `useless` and `duplicate` in sets and contents: lists without members, items that add
//! or subtract nothing or of which at most one tag in five is new, and equal alternatives.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap};
use crate::grammar::ast::{At, Atom, Content, FileSpan, Item, Items, Operand, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Members, subtract};
use crate::grammar::compile::walk;
use crate::grammar::print;
use crate::grammar::schema::Head;

/// The number of steps for one member.
const STEPS: usize = 4;
/// The ratio below which an item was hardly meant to be added: one new tag in five.
const NEW_OF: usize = 5;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    // The members of a set that is defined in terms of itself are unknown.
    if mistakes.iter().any(|mistake| mistake.code == Code::Cyclic) {
        return;
    }
    let mut lists = ListChecker { subject, mistakes };
    for statement in &subject.stages.merged.statements {
        match &statement.value {
            Statement::Set { name, items } => lists.set(name, items),
            Statement::Rule { content, .. } => alternatives(content, lists.mistakes),
            _ => {}
        }
        walk::items(&statement.value, &mut |item, _, _| {
            if let Item::Braces { items, .. } = item {
                lists.braces(items);
            }
        });
        for items in in_place(&statement.value) {
            lists.list(items);
        }
    }
}

struct ListChecker<'l, 's> {
    subject: &'l Subject<'s>,
    mistakes: &'l mut Mistakes,
}

impl ListChecker<'_, '_> {
    fn set(&mut self, name: &At<String>, items: &Items) {
        let named = Item::Name(name.value.clone());
        if self.list(items) && self.subject.stages.sets.members_of(&named).is_empty() {
            let message = format!("the set `{}` has no members", name.value);
            let mistake = warning(Code::Empty, name.place, message).label("empty");
            self.mistakes.push(mistake.about(&name.value));
        }
    }

    fn braces(&mut self, items: &Items) {
        let is_empty = self.list(items);
        if is_empty && items.terms.iter().any(|(adds, _)| !adds) {
            let message = "this set in braces is empty";
            self.mistakes.push(warning(Code::Empty, items.place, message).label("empty"));
        }
    }

    /// Checks the items of a list one by one. Reports whether the list has no members.
    fn list(&mut self, items: &Items) -> bool {
        let mut members = Members::default();
        let mut written: HashMap<&Item, FileSpan> = HashMap::default();
        for (adds, item) in &items.terms {
            // After the limit, no further lists are resolved.
            if !self.subject.work.allows(Code::Useless, 0) {
                return false;
            }
            let named = self.subject.stages.sets.members_of(&item.value);
            if !self.subject.work.allows(Code::Useless, STEPS * named.len()) {
                return false;
            }
            let first = *written.entry(&item.value).or_insert(item.place);
            let mistake = if *adds {
                let new = added(&mut members, &named);
                if first == item.place {
                    little_new(item, new, named.len())
                } else if new == 0 {
                    Some(twice(item, first))
                } else {
                    None
                }
            } else {
                let absent = named.iter().filter(|member| !members.contains(*member)).count();
                subtract(&mut members, &named);
                let is_idle = !named.is_empty() && absent == named.len();
                if is_idle { Some(not_there(item)) } else { None }
            };
            if let Some(mistake) = mistake {
                self.mistakes.push(mistake.about(print::item(&item.value)));
            }
        }
        members.is_empty()
    }
}

/// Reports alternatives that occur twice in a content. They are one alternative, so the search for
/// ambiguities does not find them.
fn alternatives(content: &Content, mistakes: &mut Mistakes) {
    for (number, alternative) in content.alternatives.iter().enumerate() {
        let first = content.alternatives[..number].iter().find(|first| *first == alternative);
        if first.is_some() {
            let place = alternative.place().unwrap_or(content.place);
            mistakes.push(
                warning(Code::Duplicate, place, "duplicate alternative")
                    .label("an alternative before it is the same")
                    .help("remove one of the two"),
            );
        }
        for factor in &alternative.factors {
            if let Atom::Group(group) | Atom::Foster(_, group) = &factor.value.atom {
                alternatives(group, mistakes);
            }
        }
    }
}

/// Adds members and returns the number of new ones.
fn added(members: &mut Members, more: &Members) -> usize {
    let before = members.len();
    members.extend(more);
    members.len() - before
}

fn twice(item: &At<Item>, first: FileSpan) -> Diagnostic {
    warning(Code::Duplicate, item.place, "duplicate item in a list")
        .label("duplicate")
        .also(first, "the first")
}

fn not_there(item: &At<Item>) -> Diagnostic {
    warning(Code::Useless, item.place, "this removes an item that is not in the list")
        .label("not in the list")
}

/// Returns the lists that a statement contains without braces.
fn in_place(statement: &Statement) -> Vec<&Items> {
    let mut lists = Vec::new();
    match statement {
        Statement::Remedy { rejected, .. } => lists.push(&rejected.left),
        Statement::Fact(fact) => {
            for (slot, operand) in fact.said() {
                // The `useless` lint checks the tags of a wish one by one.
                let is_wished = fact.row().head == Head::Wish && slot.name == "tags";
                if let Operand::Items(items) = operand
                    && !is_wished
                {
                    lists.push(items);
                }
            }
        }
        Statement::Rule { content, .. } => walk::exceptions(content, &mut |exception| {
            lists.push(&exception.value.items);
            lists.extend(exception.value.within.iter().chain(&exception.value.until));
        }),
        _ => {}
    }
    lists
}

/// Returns a warning if nothing of an item, or hardly anything, is new.
fn little_new(item: &At<Item>, new: usize, all: usize) -> Option<Diagnostic> {
    let (message, label, more) = match new {
        0 if all > 0 => {
            ("this adds nothing to the list", "all of it is already in the list".to_owned(), "")
        }
        1.. if new * NEW_OF <= all => (
            "nearly all of this is already in the list",
            format!("{new} of {all} are new"),
            ", or list only the new items",
        ),
        _ => return None,
    };
    let help =
        format!("leave it out{more}; `-` before it in the definition, or `remove`, takes it away");
    Some(warning(Code::Useless, item.place, message).label(label).help(help))
}
