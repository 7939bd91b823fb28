//! `tree mirror` statements: what is wrong with the attributes that they name, and their compiled
//! form.

use super::freeze::Freezer;
use super::mistake::{Mistakes, error, twice};
use super::words::Words;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, Fact};
use crate::grammar::model::Mirror;

/// What an attribute says about a mirror.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// That A is the one.
    Chosen,
    /// That A, or those in that G, are not the one unasked.
    Barred,
    /// That more than one A in that C may be chosen.
    Several,
    /// How many A that C shows at once.
    Rows,
}

const ROLES: Words<Role> = Words(&[
    ("chosen", Role::Chosen),
    ("barred", Role::Barred),
    ("several", Role::Several),
    ("rows", Role::Rows),
]);

/// Reports roles that there are not, and those that are given twice.
pub(super) fn check(by: &[At<String>], mistakes: &mut Mistakes) {
    let known: Vec<String> = ROLES.all().map(|word| format!("`{word}`")).collect();
    let help = format!("the roles are {}", known.join(", "));
    for (number, text) in by.iter().enumerate() {
        let mistake = match role(&text.value) {
            None => Some(no_role(text)),
            Some(role) => given_twice(text, role, &by[..number]),
        };
        mistakes.extend(mistake.map(|mistake| mistake.help(&help)));
    }
}

fn no_role(text: &At<String>) -> Diagnostic {
    let message = format!("{:?} gives no attribute a role", text.value);
    error(Code::Undefined, text.place, message).label("not a role, `=` and a name")
}

fn given_twice(
    text: &At<String>,
    (word, role, _): (&str, Role, &str),
    before: &[At<String>],
) -> Option<Diagnostic> {
    let is_same = |other: &&At<String>| self::role(&other.value).is_some_and(|it| it.1 == role);
    let first = before.iter().find(is_same)?;
    let message = format!("two attributes are `{word}`");
    Some(twice(text.place, message, "the second one", first.place))
}

/// The word of the role that a text gives, the role, and the attribute that has it.
fn role(text: &str) -> Option<(&str, Role, &str)> {
    let (word, name) = text.split_once('=').filter(|(_, name)| !name.is_empty())?;
    Some((word, ROLES.meaning(word)?, name))
}

impl Freezer<'_> {
    pub(super) fn mirror(&self, fact: &Fact) -> Mirror {
        let of = |slot: &str| self.elements_in(fact, slot);
        let attribute = |wanted: Role| {
            let mut roles = fact.texts("by").iter().filter_map(|text| role(&text.value));
            let (.., name) = roles.find(|&(_, role, _)| role == wanted)?;
            Some(name.to_ascii_lowercase())
        };
        Mirror {
            from: of("from"),
            groups: of("in"),
            into: of("into"),
            within: of("within"),
            until: of("until"),
            chosen: attribute(Role::Chosen),
            barred: attribute(Role::Barred),
            several: attribute(Role::Several),
            rows: attribute(Role::Rows),
        }
    }
}
