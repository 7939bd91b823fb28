//! `attributes` statements: their checks and their compiled form.

use super::freeze::Freezer;
use super::known::PassResults;
use super::mistake::{Mistakes, error, nearest, twice, undefined};
use super::sets::MemberId;
use super::words::Words;
use crate::base::{Code, HashMap};
use crate::grammar::ast::{At, AttributeLine, Default, Fact, FileSpan, facts};
use crate::grammar::model::{
    Attribute, AttributeDefault, AttributeKind, Form, TreeFacts, WordForm,
};
use crate::grammar::schema::Head;
use crate::token::malformed;
use std::sync::Arc;

/// The declared values other than groups: those of ISO 8879 (11.3.3), and those of HTML. Each with
/// its normalisation and the form of its words.
const KINDS: Words<(AttributeKind, Option<Form>)> = Words(&[
    ("cdata", (AttributeKind::Text, None)),
    ("entity", (AttributeKind::Entity, one(WordForm::Name))),
    ("entities", (AttributeKind::Entity, some(WordForm::Name))),
    ("id", (AttributeKind::Tokens, one(WordForm::Id))),
    ("idref", (AttributeKind::Tokens, one(WordForm::Reference))),
    ("idrefs", (AttributeKind::Tokens, some(WordForm::Reference))),
    ("name", (AttributeKind::Tokens, one(WordForm::Name))),
    ("names", (AttributeKind::Tokens, some(WordForm::Name))),
    ("nmtoken", (AttributeKind::Tokens, one(WordForm::NameToken))),
    ("nmtokens", (AttributeKind::Tokens, some(WordForm::NameToken))),
    ("number", (AttributeKind::Tokens, one(WordForm::Number))),
    ("numbers", (AttributeKind::Tokens, some(WordForm::Number))),
    ("nutoken", (AttributeKind::Tokens, one(WordForm::NumberToken))),
    ("nutokens", (AttributeKind::Tokens, some(WordForm::NumberToken))),
    ("flag", (AttributeKind::Text, one(WordForm::Flag))),
    ("url", (AttributeKind::Text, one(WordForm::Url))),
    ("nonempty-url", (AttributeKind::Text, one(WordForm::NonEmptyUrl))),
    ("urls", (AttributeKind::Text, some(WordForm::Url))),
    ("absolute-url", (AttributeKind::Text, one(WordForm::AbsoluteUrl))),
    ("absolute-urls", (AttributeKind::Text, some(WordForm::AbsoluteUrl))),
]);
/// The kind that may precede a group.
const NOTATION: &str = "notation";

/// Reports mistakes in `attributes` statements.
pub(super) fn check(known: PassResults<'_>, mistakes: &mut Mistakes) {
    let datatypes = datatypes(known);
    patterns(known, mistakes);
    let mut seen: HashMap<(MemberId, String), FileSpan> = HashMap::default();
    for At { value: fact, .. } in facts(known.statements, Head::Attributes) {
        let Some(elements) = fact.items("elements") else { continue };
        let members = known.sets.members(elements);
        for attribute in fact.attributes() {
            kind(attribute, &datatypes, mistakes);
            default(attribute, mistakes);
            let AttributeLine { name, .. } = attribute;
            let lower_case = name.value.to_ascii_lowercase();
            let mut first = None;
            for &member in members.iter() {
                let earlier = seen.insert((member, lower_case.clone()), name.place);
                if let Some(place) = earlier
                    && first.is_none()
                {
                    first = Some((member, place));
                }
            }
            if let Some((member, place)) = first {
                let message = format!(
                    "duplicate attribute: {} already has `{}`",
                    known.sets.member(member).spelling(),
                    name.value
                );
                mistakes.push(twice(name.place, message, "duplicate declaration", place));
            }
        }
    }
}

/// Returns the names of the `datatype` statements, in order.
fn datatypes(known: PassResults<'_>) -> Vec<&str> {
    let mut names = Vec::new();
    for At { value: fact, .. } in facts(known.statements, Head::Datatype) {
        for name in fact.texts("name") {
            names.push(name.value.as_str());
        }
    }
    names
}

/// Reports malformed patterns of datatypes.
fn patterns(known: PassResults<'_>, mistakes: &mut Mistakes) {
    for At { value: fact, .. } in facts(known.statements, Head::Datatype) {
        if let Some(pattern) = fact.text("pattern")
            && let Err(wrong) = regex_syntax::parse(&pattern.value)
        {
            mistakes.push(error(Code::Syntax, pattern.place, malformed(&wrong).why));
        }
    }
}

/// Reports an unknown kind, or one that does not fit the group.
fn kind(attribute: &AttributeLine, datatypes: &[&str], mistakes: &mut Mistakes) {
    let Some(kind) = &attribute.kind else { return };
    match (attribute.group.is_empty(), kind.value == NOTATION) {
        (false, true) => {}
        (true, false) if KINDS.has(&kind.value) || datatypes.contains(&kind.value.as_str()) => {}
        (true, false) => {
            let mut all: Vec<&str> = KINDS.all().collect();
            all.extend(datatypes);
            mistakes.push(undefined(kind.place, "kind of attribute", &kind.value, all));
        }
        (true, true) => mistakes.push(
            error(Code::Contradictory, kind.place, "missing list of notations")
                .label("expected a group in parentheses")
                .help("list them in parentheses: `notation (tex eqn)`"),
        ),
        (false, false) => mistakes.push(
            error(Code::Contradictory, kind.place, "a kind and a group cannot be combined")
                .label("only `notation` is allowed before a group")
                .help("remove this, or remove the group"),
        ),
    }
}

/// Reports a default value that is not in the group.
fn default(attribute: &AttributeLine, mistakes: &mut Mistakes) {
    let (Default::Fixed(value) | Default::Value(value)) = &attribute.default else { return };
    // The replacement of a reference is not known here.
    let is_reference = value.value.contains('&');
    let is_in_group =
        attribute.group.iter().any(|other| other.value.eq_ignore_ascii_case(&value.value));
    if attribute.group.is_empty() || is_reference || is_in_group {
        return;
    }
    let message = format!("`{}` is not in the group of this attribute", value.value);
    let mistake = error(Code::Contradictory, value.place, message).label("can never be its value");
    let group = attribute.group.iter().map(|value| value.value.as_str());
    mistakes.push(mistake.did_you_mean(nearest(&value.value, group)));
}

impl Freezer<'_> {
    /// Adds the attributes of a statement to those of its elements.
    pub(super) fn attributes(&self, fact: &Fact, facts: &mut TreeFacts) {
        let datatypes = datatypes(self.known);
        let compile = |line| {
            let mut compiled = compiled(line);
            if let Some(kind) = &line.kind {
                // A datatype hides a kind of the same name.
                compiled.datatype = datatypes.iter().position(|name| *name == kind.value);
            }
            Arc::new(compiled)
        };
        let compiled: Vec<_> = fact.attributes().iter().map(compile).collect();
        let has_conref = compiled.iter().any(|line| line.default == AttributeDefault::Conref);
        for element in self.elements_in(fact, "elements") {
            if has_conref {
                facts.has_conref.insert(element.index());
            }
            facts.attributes.entry(element).or_default().extend(compiled.iter().cloned());
        }
    }
}

const fn one(word: WordForm) -> Option<Form> {
    Some(Form { word, many: false })
}

const fn some(word: WordForm) -> Option<Form> {
    Some(Form { word, many: true })
}

fn compiled(line: &AttributeLine) -> Attribute {
    let (kind, form) = match &line.kind {
        Some(kind) if kind.value == NOTATION => (AttributeKind::Notation, None),
        Some(kind) => KINDS.meaning(&kind.value).unwrap_or((AttributeKind::Text, None)),
        None => (AttributeKind::Tokens, None),
    };
    let default = match &line.default {
        Default::Implied => Default::Implied,
        Default::Current => Default::Current,
        Default::Conref => Default::Conref,
        Default::Required => Default::Required,
        Default::Obsolete(advice) => Default::Obsolete(advice.value.clone()),
        Default::Fixed(value) => Default::Fixed(value.value.clone()),
        Default::Value(value) => Default::Value(value.value.clone()),
    };
    Attribute {
        name: line.name.value.to_ascii_lowercase(),
        kind,
        form,
        group: line.group.iter().map(|value| value.value.to_ascii_lowercase()).collect(),
        datatype: None,
        default,
        place: line.name.place,
    }
}
