//! `attributes` statements: what is wrong with them, and their compiled form.

use super::freeze::Freezer;
use super::merge::Merged;
use super::mistake::{Mistakes, error, nearest, twice, undefined};
use super::sets::{Member, Sets};
use crate::base::{Code, HashMap};
use crate::grammar::ast::{At, AttributeLine, Default, Fact, Place, facts};
use crate::grammar::model::{
    Attribute, AttributeDefault, AttributeKind, Form, TreeFacts, WordForm,
};
use crate::grammar::schema::Head;
use std::sync::Arc;

/// What an attribute may be, other than one of a group (ISO 8879, 11.3.3).
const KINDS: [&str; 14] = [
    "cdata", "entity", "entities", "id", "idref", "idrefs", "name", "names", "nmtoken", "nmtokens",
    "number", "numbers", "nutoken", "nutokens",
];
/// What may stand before a group.
const NOTATION: &str = "notation";

/// Reports what is wrong.
pub(super) fn check(merged: &Merged, sets: &Sets, mistakes: &mut Mistakes) {
    let mut seen: HashMap<(Member, String), Place> = HashMap::default();
    for At { value: fact, .. } in facts(&merged.statements, Head::Attributes) {
        let Some(elements) = fact.items("elements") else { continue };
        let members = sets.members(elements);
        for attribute in fact.attributes() {
            kind(attribute, mistakes);
            default(attribute, mistakes);
            let AttributeLine { name, .. } = attribute;
            let key = |member: &Member| (member.clone(), name.value.to_ascii_lowercase());
            if let Some((first, member)) =
                members.iter().find_map(|member| Some((seen.get(&key(member))?, member)))
            {
                let message = format!("{} has `{}` already", member.spelling(), name.value);
                mistakes.push(twice(name.place, message, "declared a second time", *first));
            }
            seen.extend(members.iter().map(|member| (key(member), name.place)));
        }
    }
}

/// A kind that is none, or that does not go with the group.
fn kind(attribute: &AttributeLine, mistakes: &mut Mistakes) {
    let Some(kind) = &attribute.kind else { return };
    match (attribute.group.is_empty(), kind.value == NOTATION) {
        (false, true) => {}
        (true, false) if KINDS.contains(&kind.value.as_str()) => {}
        (true, false) => {
            mistakes.push(undefined(kind.place, "kind of attribute", &kind.value, KINDS));
        }
        (true, true) => mistakes.push(
            error(Code::Contradictory, kind.place, "which notations?")
                .label("a group must follow")
                .help("list them in parentheses: `notation (tex eqn)`"),
        ),
        (false, false) => mistakes.push(
            error(Code::Contradictory, kind.place, "a group says all about the value")
                .label("only `notation` may stand before a group")
                .help("take this out, or take out the group"),
        ),
    }
}

/// A default that the group does not have.
fn default(attribute: &AttributeLine, mistakes: &mut Mistakes) {
    let (Default::Fixed(value) | Default::Value(value)) = &attribute.default else { return };
    let has = |other: &At<String>| other.value.eq_ignore_ascii_case(&value.value);
    // What a reference stands for is not known here.
    let is_reference = value.value.contains('&');
    if attribute.group.is_empty() || is_reference || attribute.group.iter().any(has) {
        return;
    }
    let message = format!("`{}` is not in the group of this attribute", value.value);
    let mistake = error(Code::Contradictory, value.place, message).label("can never be its value");
    let group = attribute.group.iter().map(|value| value.value.as_str());
    mistakes.push(match nearest(&value.value, group) {
        Some(near) => mistake.did_you_mean(near),
        None => mistake,
    });
}

impl Freezer<'_> {
    /// Adds the attributes of a statement to those of its elements.
    pub(super) fn attributes(&self, fact: &Fact, facts: &mut TreeFacts) {
        let attributes = fact.attributes().iter();
        let compiled: Vec<_> = attributes.map(|line| Arc::new(compiled(line))).collect();
        let has_conref = compiled.iter().any(|line| line.default == AttributeDefault::Conref);
        for element in self.elements_in(fact, "elements") {
            if has_conref {
                facts.has_conref.insert(element.index());
            }
            facts.attributes.entry(element).or_default().extend(compiled.iter().cloned());
        }
    }
}

/// What a kind says of the words of a value.
fn form(kind: &str) -> Option<Form> {
    let (word, many) = match kind {
        "name" | "entity" => (WordForm::Name, false),
        "names" | "entities" => (WordForm::Name, true),
        "number" => (WordForm::Number, false),
        "numbers" => (WordForm::Number, true),
        "nmtoken" => (WordForm::NameToken, false),
        "nmtokens" => (WordForm::NameToken, true),
        "nutoken" => (WordForm::NumberToken, false),
        "nutokens" => (WordForm::NumberToken, true),
        "id" => (WordForm::Id, false),
        "idref" => (WordForm::Reference, false),
        "idrefs" => (WordForm::Reference, true),
        _ => return None,
    };
    Some(Form { word, many })
}

fn compiled(line: &AttributeLine) -> Attribute {
    let kind = match line.kind.as_ref().map(|kind| kind.value.as_str()) {
        Some("cdata") => AttributeKind::Text,
        Some("entity" | "entities") => AttributeKind::Entity,
        Some(NOTATION) => AttributeKind::Notation,
        _ => AttributeKind::Tokens,
    };
    let default = match &line.default {
        Default::Implied => Default::Implied,
        Default::Current => Default::Current,
        Default::Conref => Default::Conref,
        Default::Required => Default::Required,
        Default::Fixed(value) => Default::Fixed(value.value.clone()),
        Default::Value(value) => Default::Value(value.value.clone()),
    };
    Attribute {
        name: line.name.value.to_ascii_lowercase(),
        kind,
        form: line.kind.as_ref().and_then(|kind| form(&kind.value)),
        group: line.group.iter().map(|value| value.value.to_ascii_lowercase()).collect(),
        default,
        place: line.name.place,
    }
}
