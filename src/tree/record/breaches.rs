//! Attributes of a document that break the declarations of its grammar.
//!
//! ```text
//! attributes <a> = name id target idref rows number = 1 ;
//!
//! <a name=x target=z rows=two>     refers to `z` in `target`, but no element has that id
//!                                  `rows` = `two`, which is not a number
//! ```
//!
//! The breaches are computed on request, in one pass over the elements. References to ids are
//! checked at the end of the pass, against all ids of the document. A grammar without `attributes`
//! statements declares nothing, so nothing breaks it.

use std::collections::HashSet;

use crate::base::Span;
use crate::grammar::ast::FileSpan;
use crate::grammar::model::{AttributeDefault, Form, WordForm};
use crate::tree::attribute::AttributeRef;
use crate::tree::declared::{CurrentValues, DeclaredAttribute, declaration};
use crate::tree::document::Document;
use crate::tree::excerpt::condensed;
use crate::tree::node::NodeId;
use crate::tree::node_ref::{NodeRef, TagOrigin};

/// An attribute that breaks its declaration in the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeError {
    /// The element that has the attribute, or lacks it.
    pub element: NodeId,
    /// The span of the attribute, or of the tag that lacks it.
    pub span: Span,
    /// A description of the breach: a sentence without a full stop.
    pub what: String,
    /// The position of the declaration in the grammar, if there is one.
    pub(crate) place: Option<FileSpan>,
}

/// The state of the check.
#[derive(Default)]
struct AttributeCheck<'a> {
    found: Vec<AttributeError>,
    currents: CurrentValues<'a>,
    /// The ids found so far.
    ids: HashSet<String>,
    /// The references to ids, each with the breach that is reported if no element has the id. The
    /// index in `found` says where to insert the breach; the indices ascend.
    references: Vec<(String, usize, AttributeError)>,
}

impl<'a> AttributeCheck<'a> {
    /// Checks the attributes of an element that has a tag in the source.
    fn element(&mut self, element: NodeRef<'a>) {
        let Some(TagOrigin::Written(tag)) = element.start_tag() else { return };
        let name = element.qualified_name().unwrap_or_default();
        let breach = |span: Span, what: String, place: Option<FileSpan>| AttributeError {
            element: element.id(),
            span,
            what: format!("`<{name}>` {what}"),
            place,
        };
        for attribute in element.own_attributes() {
            if declaration(element.declarations(), attribute).is_none() {
                let what = match attribute.value_span() {
                    Some(_) => format!("has no attribute `{}`", attribute.name()),
                    None => {
                        format!("has no attribute with the allowed value `{}`", attribute.name())
                    }
                };
                self.found.push(breach(attribute.name_span(), what, None));
            }
        }
        for declared in element.declared_attributes() {
            let declared = self.currents.next(declared);
            let span = declared.given().map_or(tag, AttributeRef::name_span);
            let place = Some(declared.declaration.place);
            if let Some(what) = wrong(declared).or_else(|| self.taken(declared)) {
                self.found.push(breach(span, what, place));
                continue;
            }
            for id in referred(declared) {
                let what = format!(
                    "refers to `{id}` in `{}`, but no element has that id",
                    declared.name()
                );
                let at = self.found.len();
                self.references.push((id, at, breach(span, what, place)));
            }
        }
    }

    /// Describes the breach of an id that an earlier element already has.
    fn taken(&mut self, attribute: DeclaredAttribute<'_>) -> Option<String> {
        if attribute.declaration.form?.word != WordForm::Id {
            return None;
        }
        let id = attribute.value()?.into_owned();
        if self.ids.contains(&id) {
            let name = attribute.name();
            return Some(format!("has `{name}` = `{id}`, but an earlier element has that id"));
        }
        self.ids.insert(id);
        None
    }

    /// Returns all breaches, in the order of the tags.
    fn finish(self) -> Vec<AttributeError> {
        let Self { found, ids, references, .. } = self;
        let mut all = Vec::new();
        let (mut found, mut copied) = (found.into_iter(), 0);
        for (id, index, breach) in references {
            if !ids.contains(&id) {
                all.extend(found.by_ref().take(index - copied));
                copied = index;
                all.push(breach);
            }
        }
        all.extend(found);
        all
    }
}

/// Describes the breach of an attribute on its own, if there is one.
fn wrong(attribute: DeclaredAttribute<'_>) -> Option<String> {
    let (name, declaration) = (attribute.name(), attribute.declaration);
    let Some(value) = attribute.value() else {
        return match declaration.default {
            AttributeDefault::Required => Some(format!("lacks the required attribute `{name}`")),
            AttributeDefault::Current => {
                Some(format!("lacks the attribute `{name}`, and no earlier element sets it"))
            }
            _ => None,
        };
    };
    if matches!(declaration.default, AttributeDefault::Fixed(_))
        && let Some(fixed) = attribute.default_value()
        && fixed != value
    {
        return Some(format!("has `{name}` = `{value}`, but the value must be `{fixed}`"));
    }
    if declaration.group.is_empty() {
        let is_not = unlike(declaration.form?, &value)?;
        return Some(format!("has `{name}` = `{value}`, which is {is_not}"));
    }
    if declaration.group.iter().any(|member| *member == value) {
        return None;
    }
    Some(format!("has `{name}` = `{value}`, which is not one of the allowed values"))
}

/// Returns a description of the form that a value does not have; `None` if it fits the form.
fn unlike(form: Form, value: &str) -> Option<&'static str> {
    let (mut count, mut all_fit) = (0, true);
    for word in value.split(' ').filter(|word| !word.is_empty()) {
        count += 1;
        all_fit = all_fit && has_form(word, form.word);
    }
    if all_fit && (count == 1 || form.many && count > 1) {
        return None;
    }
    Some(match (form.word, form.many) {
        (WordForm::Number, false) => "not a number",
        (WordForm::Number, true) => "not a list of numbers",
        (WordForm::NameToken, false) => "not a name token",
        (WordForm::NameToken, true) => "not a list of name tokens",
        (WordForm::NumberToken, false) => "not a number token",
        (WordForm::NumberToken, true) => "not a list of number tokens",
        (_, false) => "not a name",
        (_, true) => "not a list of names",
    })
}

/// Reports whether a word has a form.
fn has_form(word: &str, form: WordForm) -> bool {
    let begins_with_digit = word.starts_with(|letter: char| letter.is_ascii_digit());
    let begins_with_letter = word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    match form {
        WordForm::Number => word.bytes().all(|byte| byte.is_ascii_digit()),
        WordForm::NameToken => is_name_token(word),
        WordForm::NumberToken => begins_with_digit && is_name_token(word),
        WordForm::Name | WordForm::Id | WordForm::Reference => {
            begins_with_letter && is_name_token(word)
        }
        WordForm::Flag | WordForm::Url | WordForm::NonEmptyUrl | WordForm::AbsoluteUrl => true,
    }
}

fn is_name_token(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte))
}

/// Returns the ids that an attribute refers to.
fn referred(attribute: DeclaredAttribute<'_>) -> Vec<String> {
    let mut ids = Vec::new();
    if let Some(Form { word: WordForm::Reference, .. }) = attribute.declaration.form {
        let value = attribute.value().unwrap_or_default();
        ids.extend(value.split(' ').filter(|id| !id.is_empty()).map(str::to_owned));
    }
    ids
}

impl Document {
    /// Returns the attributes that break the grammar's `attributes` statements, in the order of the
    /// tags.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let text = "start document ; tokenizer sgml ; document ::= <p> EOF ; <p> ::= TEXT* ; \
    ///     attributes <p> = lang name required ;";
    /// let parser = Parser::new(Grammar::source("p.grammar", text).compile().unwrap()).unwrap();
    /// let document = parser.parse("<p>Hi</p>", &ParseOptions::default()).unwrap();
    /// let errors = document.attribute_errors();
    /// assert_eq!(errors[0].what, "`<p>` lacks the required attribute `lang`");
    /// ```
    #[must_use]
    pub fn attribute_errors(&self) -> Vec<AttributeError> {
        let mut check = AttributeCheck::default();
        if self.declares_attributes() {
            for element in self.nodes().elements() {
                check.element(element);
            }
        }
        check.finish()
    }

    /// Returns the declaration that a breach breaks: `file:line`, and its text, shortened.
    pub(in crate::tree) fn declared_at(&self, breach: &AttributeError) -> Option<(String, String)> {
        let (at, line) = self.grammar.cited(breach.place?);
        Some((at, condensed(line)))
    }
}
