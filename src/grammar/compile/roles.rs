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
pub(super) enum MirrorRole {
    /// The attribute of the chosen A.
    Chosen,
    /// The attribute of an A, or of a G with its A, that is not chosen by default.
    Barred,
    /// The attribute of a C in which more than one A may be chosen.
    Several,
    /// The attribute with the number of A that a C shows at once.
    Rows,
}

pub(super) const OF_MIRRORS: Words<MirrorRole> = Words(&[
    ("chosen", MirrorRole::Chosen),
    ("barred", MirrorRole::Barred),
    ("several", MirrorRole::Several),
    ("rows", MirrorRole::Rows),
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
        if let Some(mistake) = mistake {
            mistakes.push(mistake.help(&help));
        }
    }
}

fn no_role(text: &At<String>) -> Diagnostic {
    let message = format!("{:?} is not a valid attribute role", text.value);
    error(Code::Undefined, text.place, message).label("expected a role, `=` and a name")
}

fn given_twice<R: Copy + PartialEq>(
    roles: Words<R>,
    text: &At<String>,
    (word, role, _): (&str, R, &str),
    before: &[At<String>],
) -> Option<Diagnostic> {
    for other in before {
        if let Some((_, other_role, _)) = self::role(roles, &other.value)
            && other_role == role
        {
            let message = format!("duplicate role `{word}`");
            return Some(twice(text.place, message, "duplicate", other.place));
        }
    }
    None
}

/// Parses a role: its word, its meaning, and the attribute that has it.
fn role<R: Copy>(roles: Words<R>, text: &str) -> Option<(&str, R, &str)> {
    let (word, name) = text.split_once('=')?;
    if name.is_empty() {
        return None;
    }
    Some((word, roles.meaning(word)?, name))
}

/// Returns the first attribute with a role in the `by` clause of a fact.
fn attribute_of<R: Copy + PartialEq>(fact: &Fact, roles: Words<R>, wanted: R) -> Option<&str> {
    for text in fact.texts("by") {
        if let Some((_, role, name)) = role(roles, &text.value)
            && role == wanted
        {
            return Some(name);
        }
    }
    None
}

/// Returns the attribute with a role in a mirror, in lower case.
fn mirror_attribute(fact: &Fact, wanted: MirrorRole) -> Option<String> {
    Some(attribute_of(fact, OF_MIRRORS, wanted)?.to_ascii_lowercase())
}

/// Returns the attribute with a role in a patch; empty if there is none.
fn patch_attribute(fact: &Fact, wanted: PatchRole) -> String {
    attribute_of(fact, OF_PATCHES, wanted).unwrap_or_default().to_owned()
}

impl Freezer<'_> {
    pub(super) fn mirror(&self, fact: &Fact) -> Mirror {
        Mirror {
            from: self.elements_in(fact, "from"),
            groups: self.elements_in(fact, "in"),
            into: self.elements_in(fact, "into"),
            within: self.elements_in(fact, "within"),
            until: self.elements_in(fact, "until"),
            chosen: mirror_attribute(fact, MirrorRole::Chosen),
            barred: mirror_attribute(fact, MirrorRole::Barred),
            several: mirror_attribute(fact, MirrorRole::Several),
            rows: mirror_attribute(fact, MirrorRole::Rows),
        }
    }

    pub(super) fn shadow_roots(&self, fact: &Fact) -> ShadowRoots {
        let mut by: Vec<(ShadowRole, AttributeTest)> = Vec::new();
        for text in fact.texts("by") {
            let Some((_, role, attribute)) = role(OF_SHADOW_ROOTS, &text.value) else { continue };
            let (name, value) = match attribute.split_once('=') {
                Some((name, value)) => (name, Some(value.to_ascii_lowercase())),
                None => (attribute, None),
            };
            by.push((role, AttributeTest { name: name.to_ascii_lowercase(), value }));
        }
        by.sort_unstable();
        ShadowRoots {
            elements: self.row_in(fact, "elements"),
            hosts: fact.items("on").map(|_| self.row_in(fact, "on")),
            named: self.patterns(fact, "named"),
            by,
        }
    }

    pub(super) fn patches(&self, fact: &Fact) -> Patches {
        Patches {
            elements: self.row_in(fact, "elements"),
            outside: self.row_in(fact, "within"),
            attribute: patch_attribute(fact, PatchRole::For).to_ascii_lowercase(),
            start: patch_attribute(fact, PatchRole::Start),
            end: patch_attribute(fact, PatchRole::End),
            marker: patch_attribute(fact, PatchRole::Marker),
            name: patch_attribute(fact, PatchRole::Name),
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
