//! The selectors of `forbid` statements, which are compiled on first use.
//!
//! A selector takes longer to compile than to run on a short page, and most begin with the name of
//! an element or attribute: `img:not([alt])`, `//@srcset[…]`. So one is used only if the document
//! has an element or attribute of that name.

use super::attributes::shown;
use std::sync::OnceLock;
use wishful::diagnostics::Report;
use wishful::grammar::model::NamedPattern;
use wishful::grammar::{Grammar, shipped};
use wishful::tree::Document;
use wishful_query::{Language, Node, Query};

/// The selectors of a grammar, by `forbid` statement.
pub(super) struct ForbiddenNodes {
    statements: Vec<ForbiddenNode>,
}

/// The name of an element or of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NeededName {
    Element(String),
    Attribute(String),
    /// The name of an attribute that contains all of these.
    AttributeWith(Vec<String>),
}

impl NeededName {
    /// Reports whether an element or attribute of a document has the name.
    fn is_in(&self, document: &Document) -> bool {
        match self {
            Self::Element(name) => {
                let id = document.element_names().id(name);
                id.is_some_and(|id| !document.elements_named(id).is_empty())
            }
            Self::Attribute(name) => {
                document.elements_with_attribute(name).is_none_or(|all| !all.is_empty())
            }
            Self::AttributeWith(parts) => {
                document.attribute_names().any(|name| parts.iter().all(|part| name.contains(part)))
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
        let (mut statements, mut last) = (Vec::new(), None);
        for statement in &grammar.tree_facts().forbidden {
            let query = OnceLock::new();
            let file = statement.place.file;
            // Statements are sorted by file, so each file is compared once.
            let is_shipped = match last {
                Some((compared, is_shipped)) if compared == file => is_shipped,
                _ => shipped().any(|shipped| shipped.text == grammar.files().get(file).text()),
            };
            last = Some((file, is_shipped));
            if !is_shipped {
                let _ = query.set(Some(compiled(statement)?));
            }
            let needs = first_name(&statement.pattern);
            statements.push(ForbiddenNode { needs, query });
        }
        Ok(Self { statements })
    }

    /// Returns the selector of a statement, if the document may have such a node.
    pub(super) fn query(
        &self,
        number: usize,
        statement: &NamedPattern,
        document: &Document,
    ) -> Option<&Query> {
        let ForbiddenNode { needs, query } = &self.statements[number];
        if needs.as_ref().is_some_and(|name| !name.is_in(document)) {
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
    if let Some(mut rest) = selector.strip_prefix("//html:*/@*") {
        let mut parts = Vec::new();
        while let Some((part, after)) = split_contained(rest) {
            parts.push(part.to_owned());
            rest = after;
        }
        return if parts.is_empty() { None } else { Some(NeededName::AttributeWith(parts)) };
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

/// Splits off a predicate `[contains(name(), '…')]`, and returns the text in it.
fn split_contained(predicates: &str) -> Option<(&str, &str)> {
    predicates.strip_prefix("[contains(name(), '")?.split_once("')]")
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

/// Returns the message of a statement about a node: `{element}` stands for its start tag or that
/// of its element, `{attribute}` for its name and `{value}` for its value if it is an attribute.
pub(super) fn message(pattern: &str, node: Node<'_>) -> String {
    if !pattern.contains('{') {
        return pattern.to_owned();
    }
    let name = node.node_ref().name().unwrap_or_default();
    let attribute = node.attribute();
    pattern
        .replace("{element}", &format!("<{name}>"))
        .replace("{attribute}", attribute.map_or("the attribute", |one| one.name()))
        .replace("{value}", &attribute.map_or("".into(), |one| shown(one.value())))
}
