//! Attributes: names, values and references by the `attributes` statements.

use super::declarations::Declarations;
use super::error::ConformanceError;
use super::prepared::Prepared;
use super::values::{advice, problem};
use std::borrow::Cow;
use wishful::base::{FileSpan, HashMap, Severity, Span};
use wishful::grammar::model::{Attribute, AttributeDefault, WordForm};
use wishful::grammar::nearest;
use wishful::tree::{AttributeRef, NodeRef, TagOrigin};

/// The check of the attributes of one document.
pub(super) struct AttributeReading<'c, 'd> {
    rules: &'c Prepared,
    ids: HashMap<&'d str, Span>,
    /// The references to ids, which may be those of later elements.
    references: Vec<IdReference<'d>>,
    /// The declared names that are nearest to unknown ones, by the declarations and the name.
    nearest: HashMap<(*const Declarations, &'d str), Option<String>>,
    found: Vec<ConformanceError>,
}

/// An id in the value of an attribute.
struct IdReference<'d> {
    id: &'d str,
    /// The name of the attribute, and its span.
    name: &'d str,
    span: Span,
    /// The declaration of the attribute.
    place: Option<FileSpan>,
}

/// The greatest number of these searches, each of which compares all declared names.
const SEARCHES: usize = 1000;

impl<'c, 'd> AttributeReading<'c, 'd> {
    pub(super) fn new(rules: &'c Prepared) -> Self {
        Self {
            rules,
            ids: HashMap::default(),
            references: Vec::new(),
            nearest: HashMap::default(),
            found: Vec::new(),
        }
    }

    /// Checks the attributes of an element by those that it may have. A grammar without
    /// `attributes` statements says nothing about them.
    pub(super) fn element(&mut self, node: NodeRef<'d>, declared: &Declarations) {
        if self.rules.grammar.tree_facts().attributes.is_empty() {
            return;
        }
        let Some(TagOrigin::Written(tag)) = node.start_tag() else { return };
        let name = node.name().unwrap_or_default();
        for attribute in node.own_attributes() {
            self.attribute(name, attribute, declared);
        }
        for required in &declared.required {
            if node.attribute(&required.name).is_none() {
                let message = format!("`<{name}>` lacks the attribute `{}`", required.name);
                let data = format!("data-{}", required.name);
                let help = match node.attribute(&data) {
                    Some(_) => {
                        format!("write `{}`, too: only scripts read `{data}`", required.name)
                    }
                    None => format!("write `{}=…`", required.name),
                };
                self.found.push(ConformanceError::new(
                    "missing-attribute",
                    tag,
                    message,
                    vec![help],
                    Some(required.place),
                ));
            }
        }
    }

    fn attribute(&mut self, element: &str, attribute: AttributeRef<'d>, declared: &Declarations) {
        let (name, span) = (attribute.name(), attribute.name_span());
        let Some(declaration) = declared.get(name) else {
            let message = format!("the attribute `{name}` is not allowed on `<{element}>`");
            // Without its prefix, a name is another one.
            let near = self.nearest(name, declared);
            let near = near.filter(|near| near.contains(':') == name.contains(':'));
            let help = near.map_or("remove it".into(), |near| format!("did you mean `{near}`?"));
            let mistake =
                ConformanceError::new("unknown-attribute", span, message, vec![help], None);
            self.found.push(mistake);
            return;
        };
        let place = Some(declaration.place);
        if let AttributeDefault::Obsolete(advice) = &declaration.default {
            let message = format!("the attribute `{name}` of `<{element}>` is obsolete");
            self.found.push(ConformanceError::new(
                "obsolete-attribute",
                span,
                message,
                vec![advice.clone()],
                place,
            ));
            return;
        }
        let value = attribute.value();
        if let Some(problem) = problem(self.rules, declaration, value) {
            let span = attribute.value_span().unwrap_or(span);
            let message = match value {
                "" => format!("`{name}` of `<{element}>` is empty"),
                _ => format!("`{name}` = `{}` of `<{element}>` is not {problem}", shown(value)),
            };
            let help = allowed(declaration).unwrap_or("correct the value, or remove it".to_owned());
            self.found.push(ConformanceError::new(
                "attribute-value",
                span,
                message,
                vec![help],
                place,
            ));
            return;
        }
        if let Some(advice) = advice(declaration, value) {
            let span = attribute.value_span().unwrap_or(span);
            let advice = advice.to_owned();
            let mut warning =
                ConformanceError::new("attribute-value", span, advice, Vec::new(), place);
            warning.severity = Severity::Warning;
            self.found.push(warning);
        }
        match declaration.form.map(|form| form.word) {
            Some(WordForm::Id) if self.ids.contains_key(value) => {
                let message = format!("an earlier element has the id `{}`", shown(value));
                let help = vec!["choose another id".to_owned()];
                let mut mistake = ConformanceError::new("duplicate-id", span, message, help, place);
                mistake.related.push((self.ids[value], "the first element with it".to_owned()));
                self.found.push(mistake);
            }
            Some(WordForm::Id) => {
                self.ids.insert(value, span);
            }
            Some(WordForm::Reference) => {
                for id in value.split_ascii_whitespace() {
                    self.references.push(IdReference { id, name, span, place });
                }
            }
            _ => {}
        }
    }

    /// Returns the mistakes, in no particular order.
    pub(super) fn finish(self) -> Vec<ConformanceError> {
        let Self { ids, references, mut found, .. } = self;
        for IdReference { id, name, span, place } in references {
            if !ids.contains_key(id) {
                let message = format!("`{name}` refers to `{id}`, but no element has that id");
                let help = vec![format!("correct it, or write `id={id}` on the element")];
                let mistake = ConformanceError::new("unknown-id", span, message, help, place);
                found.push(mistake);
            }
        }
        found
    }

    /// Returns the declared name that is nearest to an unknown one.
    fn nearest(&mut self, name: &'d str, declared: &Declarations) -> Option<&str> {
        let key = (std::ptr::from_ref(declared), name);
        if !self.nearest.contains_key(&key) {
            if self.nearest.len() == SEARCHES {
                return None;
            }
            let near = nearest(name, declared.by_name.keys().map(String::as_str));
            self.nearest.insert(key, near.map(str::to_owned));
        }
        self.nearest.get(&key)?.as_deref()
    }
}

/// Lists the values of a group.
fn allowed(attribute: &Attribute) -> Option<String> {
    if attribute.group.is_empty() {
        return None;
    }
    let values: Vec<String> = attribute.group.iter().map(|value| format!("`{value}`")).collect();
    Some(format!("allowed values: {}", values.join(" ")))
}

/// The greatest number of characters of a value that a message shows.
const SHOWN: usize = 60;

/// Shortens a long value.
pub(super) fn shown(value: &str) -> Cow<'_, str> {
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &value[..end]).into(),
        None => value.into(),
    }
}
