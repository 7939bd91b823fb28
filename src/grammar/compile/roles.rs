//! The `by` clauses of `tree mirror`, `tree patch` and `tree shadow-root`: checks of the attributes
//! that they name, and the compiled form of these statements.

use super::freeze::Freezer;
use super::mistake::{Mistakes, error, twice};
use super::words::Words;
use crate::base::{BitRow, Code, Diagnostic};
use crate::grammar::ElementId;
use crate::grammar::ast::{At, AttributeTest, Fact};
use crate::grammar::model::{Mirror, NamePatterns, Patches, ShadowRole, ShadowRoots};

/// The role of an attribute in a mirror.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// The attribute of the chosen A.
    Chosen,
    /// The attribute of an A, or of a G with its A, that is not chosen by default.
    Barred,
    /// The attribute of a C in which more than one A may be chosen.
    Several,
    /// The attribute with the number of A that a C shows at once.
    Rows,
}

pub(super) const OF_MIRRORS: Words<Role> = Words(&[
    ("chosen", Role::Chosen),
    ("barred", Role::Barred),
    ("several", Role::Several),
    ("rows", Role::Rows),
]);

/// A word of a patch's markup.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum PatchRole {
    For,
    Start,
    End,
    Marker,
    Name,
}

pub(super) const OF_PATCHES: Words<PatchRole> = Words(&[
    ("for", PatchRole::For),
    ("start", PatchRole::Start),
    ("end", PatchRole::End),
    ("marker", PatchRole::Marker),
    ("name", PatchRole::Name),
]);

pub(super) const OF_SHADOW_ROOTS: Words<ShadowRole> = Words(&[
    ("open", ShadowRole::Open),
    ("closed", ShadowRole::Closed),
    ("delegates-focus", ShadowRole::DelegatesFocus),
    ("serializable", ShadowRole::Serializable),
    ("manual-slots", ShadowRole::ManualSlots),
    ("clonable", ShadowRole::Clonable),
    ("no-registry", ShadowRole::NoRegistry),
]);

/// Reports unknown roles, and those that are given twice.
pub(super) fn check<R: Copy + PartialEq>(
    roles: Words<R>,
    by: &[At<String>],
    mistakes: &mut Mistakes,
) {
    let known: Vec<String> = roles.all().map(|word| format!("`{word}`")).collect();
    let help = format!("the roles are {}", known.join(", "));
    for (number, text) in by.iter().enumerate() {
        let mistake = match role(roles, &text.value) {
            None => Some(no_role(text)),
            Some(role) => given_twice(roles, text, role, &by[..number]),
        };
        mistakes.extend(mistake.map(|mistake| mistake.help(&help)));
    }
}

fn no_role(text: &At<String>) -> Diagnostic {
    let message = format!("{:?} gives no attribute a role", text.value);
    error(Code::Undefined, text.place, message).label("not a role, `=` and a name")
}

fn given_twice<R: Copy + PartialEq>(
    roles: Words<R>,
    text: &At<String>,
    (word, role, _): (&str, R, &str),
    before: &[At<String>],
) -> Option<Diagnostic> {
    let is_same =
        |other: &&At<String>| self::role(roles, &other.value).is_some_and(|it| it.1 == role);
    let first = before.iter().find(is_same)?;
    let message = format!("two attributes are `{word}`");
    Some(twice(text.place, message, "the second one", first.place))
}

/// Parses a role: its word, its meaning, and the attribute that has it.
fn role<R: Copy>(roles: Words<R>, text: &str) -> Option<(&str, R, &str)> {
    let (word, name) = text.split_once('=').filter(|(_, name)| !name.is_empty())?;
    Some((word, roles.meaning(word)?, name))
}

impl Freezer<'_> {
    pub(super) fn mirror(&self, fact: &Fact) -> Mirror {
        let of = |slot: &str| self.elements_in(fact, slot);
        let attribute = |wanted: Role| {
            let by = fact.texts("by").iter();
            let mut roles = by.filter_map(|text| role(OF_MIRRORS, &text.value));
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

    pub(super) fn shadow_roots(&self, fact: &Fact) -> ShadowRoots {
        let by = fact.texts("by").iter();
        let by = by.filter_map(|text| role(OF_SHADOW_ROOTS, &text.value));
        let mut by: Vec<(ShadowRole, AttributeTest)> = by
            .map(|(_, role, attribute)| {
                let (name, value) = match attribute.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_ascii_lowercase())),
                    None => (attribute, None),
                };
                (role, AttributeTest { name: name.to_ascii_lowercase(), value })
            })
            .collect();
        by.sort();
        ShadowRoots {
            elements: self.row_in(fact, "elements"),
            hosts: fact.items("on").map(|_| self.row_in(fact, "on")),
            named: self.patterns(fact, "named"),
            by,
        }
    }

    pub(super) fn patches(&self, fact: &Fact) -> Patches {
        let word = |wanted: PatchRole| {
            let by = fact.texts("by").iter();
            let mut roles = by.filter_map(|text| role(OF_PATCHES, &text.value));
            roles.find(|&(_, role, _)| role == wanted).map_or("", |(.., word)| word).to_owned()
        };
        Patches {
            elements: self.row_in(fact, "elements"),
            outside: self.row_in(fact, "within"),
            attribute: word(PatchRole::For).to_ascii_lowercase(),
            start: word(PatchRole::Start),
            end: word(PatchRole::End),
            marker: word(PatchRole::Marker),
            name: word(PatchRole::Name),
        }
    }

    /// Returns the elements that a slot names, as a row.
    fn row_in(&self, fact: &Fact, slot: &str) -> BitRow {
        let elements = self.elements_in(fact, slot);
        BitRow::of(self.plain.elements.len(), elements.into_iter().map(ElementId::index))
    }

    /// Returns the patterns of names in a slot.
    pub(super) fn patterns(&self, fact: &Fact, slot: &str) -> NamePatterns {
        NamePatterns(fact.texts(slot).iter().map(|text| text.value.to_ascii_lowercase()).collect())
    }
}
