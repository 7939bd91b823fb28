//! The selectors of `forbid` statements, which are compiled on first use.
//!
//! A selector takes longer to compile than to run on a short page, and most begin with the name of
//! an element or attribute: `img:not([alt])`, `//@srcset[…]`. So one is used only if the document
//! has an element or attribute of that name.

use crate::base::HashSet;
use crate::diagnostics::Report;
use crate::grammar::model::NamedPattern;
use crate::grammar::{Grammar, shipped};
use crate::query::{Language, Query};
use crate::tree::{AttributeRef, Document};
use std::sync::OnceLock;

/// The selectors of a grammar, by `forbid` statement.
pub(super) struct ForbiddenNodes {
    statements: Vec<ForbiddenNode>,
}

/// The name of an element or of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NeededName {
    Element(String),
    Attribute(String),
    /// The name of an attribute that contains this.
    AttributeWith(String),
}

/// The names in a document.
pub(super) struct NamesInDocument<'d> {
    document: &'d Document,
    attributes: HashSet<&'d str>,
}

impl<'d> NamesInDocument<'d> {
    pub(super) fn of(document: &'d Document) -> Self {
        let mut attributes = HashSet::default();
        for node in document.nodes() {
            attributes.extend(node.attributes().map(AttributeRef::name));
        }
        Self { document, attributes }
    }

    fn has(&self, name: &NeededName) -> bool {
        match name {
            NeededName::Element(name) => {
                let id = self.document.element_names().id(name);
                id.is_some_and(|id| !self.document.elements_named(id).is_empty())
            }
            NeededName::Attribute(name) => self.attributes.contains(name.as_str()),
            NeededName::AttributeWith(part) => {
                self.attributes.iter().any(|name| name.contains(part))
            }
        }
    }
}

struct ForbiddenNode {
    /// A name that each document with such a node has.
    needs: Option<NeededName>,
    query: OnceLock<Option<Query>>,
}

impl ForbiddenNodes {
    /// Prepares the statements of a grammar.
    ///
    /// # Errors
    /// A report of the first selector that cannot be compiled. Those of shipped files have been
    /// compiled by a test.
    pub(super) fn of(grammar: &Grammar) -> Result<Self, Report> {
        let mut statements = Vec::new();
        for statement in &grammar.tree_facts().forbidden {
            let query = OnceLock::new();
            let file = grammar.files().get(statement.place.file);
            if !shipped().any(|shipped| shipped.text == file.text()) {
                let _ = query.set(Some(compiled(statement)?));
            }
            let needs = first_name(&statement.pattern);
            statements.push(ForbiddenNode { needs, query });
        }
        Ok(Self { statements })
    }

    /// Returns the selector of a statement, if a document with these names may have such a node.
    pub(super) fn query(
        &self,
        number: usize,
        statement: &NamedPattern,
        names: &NamesInDocument<'_>,
    ) -> Option<&Query> {
        let ForbiddenNode { needs, query } = &self.statements[number];
        if needs.as_ref().is_some_and(|name| !names.has(name)) {
            return None;
        }
        query.get_or_init(|| compiled(statement).ok()).as_ref()
    }
}

/// Compiles the selector of a `forbid` statement: an XPath expression if it begins as one.
pub(super) fn compiled(statement: &NamedPattern) -> Result<Query, Report> {
    let selector = statement.pattern.as_str();
    let language = if selector.starts_with(['/', '(']) { Language::XPath } else { Language::Css };
    Query::compile(language, selector)
}

/// Returns the name that a selector begins with: `img` of `img:not([alt])` and of
/// `//img[not(@alt)]`, `@id` of `[id]` and of `//@id`, a name with `:` of
/// `//html:*/@*[contains(name(), ':')]`. Without one, or with alternatives, a document with such a
/// node need not have that name.
pub(super) fn first_name(selector: &str) -> Option<NeededName> {
    let is_path = selector.starts_with(['/', '(']);
    if has_alternatives(selector, is_path) {
        return None;
    }
    if let Some((before, after)) = selector.split_once("/@*[contains(name(), '")
        && is_path
        && !before.contains(['[', '('])
    {
        let (part, _) = after.split_once('\'')?;
        return Some(NeededName::AttributeWith(part.to_owned()));
    }
    let mut steps = selector.trim_start_matches('(');
    if is_path {
        steps = steps.strip_prefix('/')?;
        steps = steps.strip_prefix('/').unwrap_or(steps);
    }
    let attribute = steps.strip_prefix(if is_path { '@' } else { '[' });
    let (mut name, mut rest) = split_name(attribute.unwrap_or(steps));
    if !is_path
        && attribute.is_none()
        && let Some(after_prefix) = rest.strip_prefix('|')
    {
        (name, rest) = split_name(after_prefix);
    }
    let is_other = rest.starts_with('\\')
        || rest.starts_with(['(', ':', '|']) && (is_path || attribute.is_some());
    let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
    if name.is_empty() || is_other || !is_lower {
        return None;
    }
    let name = name.to_owned();
    Some(match attribute {
        Some(_) => NeededName::Attribute(name),
        None => NeededName::Element(name),
    })
}

/// Splits a name off.
fn split_name(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    text.split_at(end.unwrap_or(text.len()))
}

/// Reports whether a selector may be a list or a union: it has a comma, or a path a bar, outside of
/// strings and brackets. Parentheses around a path do not count, since they may be around a union.
fn has_alternatives(selector: &str, is_path: bool) -> bool {
    let (mut depth, mut quote) = (0_usize, None);
    for letter in selector.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[') => depth += 1,
            (None, ']') => depth = depth.saturating_sub(1),
            (None, '(') if !is_path => depth += 1,
            (None, ')') if !is_path => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => return true,
            (None, '|') if depth == 0 && is_path => return true,
            _ => {}
        }
    }
    false
}
