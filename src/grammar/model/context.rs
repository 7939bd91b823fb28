//! The context element of a fragment, as a caller writes it.
//!
//! ```text
//! td    svg path    svg:path    <td>    <math:annotation-xml encoding="text/html">
//! ```
//!
//! The tokenizer of markup reads a start tag, so it is written as in a document. Only the namespace
//! is written as in a grammar, before the name. If the grammar has no such namespace, the colon is
//! part of the name (`o:p`). A blank before the name says that there is none, whatever characters
//! are in the name (` svg:path`).

use crate::grammar::ast::AttributeTest;
use crate::token::{Html5Tokenizer, TokenKind};

/// The name and the attributes of a fragment's context element; names are in lower case.
#[doc(hidden)]
pub struct FragmentContext {
    pub(crate) namespace: Option<String>,
    pub name: String,
    /// A flag: a colon separates the namespace from the name, as in a name with a colon.
    pub(super) has_colon: bool,
    attributes: Vec<(String, String)>,
}

impl FragmentContext {
    /// Parses a name or a start tag; returns `None` for anything else.
    pub fn read(written: &str) -> Option<Self> {
        let (written, attributes) = match start_tag(written) {
            Some(tag) => tag,
            None => (written.to_ascii_lowercase(), Vec::new()),
        };
        if let Some(name) = written.strip_prefix(' ') {
            let name = name.to_owned();
            return Some(Self { namespace: None, name, has_colon: false, attributes });
        }
        let has_colon = written.find([' ', ':']).is_some_and(|at| written[at..].starts_with(':'));
        let (namespace, name) = match written.split_once([' ', ':']) {
            Some((namespace, name)) => (Some(namespace.to_owned()), name.to_owned()),
            None => (None, written),
        };
        // After a namespace and a blank, a name may be one that only a tokenizer makes: `y<dialog`.
        let is_written = if namespace.is_some() && !has_colon { is_tag_name } else { is_name };
        if !is_written(&name) || !namespace.as_deref().is_none_or(is_name) {
            return None;
        }
        Some(Self { namespace, name, has_colon, attributes })
    }

    /// Takes the namespace as a part of the name, with a colon.
    pub(super) fn unqualified(self) -> Self {
        match self.namespace {
            Some(namespace) => {
                Self { namespace: None, name: format!("{namespace}:{}", self.name), ..self }
            }
            None => self,
        }
    }

    /// Reports whether the element has the attribute, and its value if the test names one.
    pub(super) fn passes(&self, test: &AttributeTest) -> bool {
        let mut attributes = self.attributes.iter();
        let Some((_, value)) = attributes.find(|(name, _)| *name == test.name) else {
            return false;
        };
        match &test.value {
            Some(wanted) => value.eq_ignore_ascii_case(wanted),
            None => true,
        }
    }
}

/// Reports whether a start tag can have a name.
fn is_tag_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_ascii_whitespace() || "/>\0".contains(c))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>/\"'=".contains(c))
}

/// Parses a text that is exactly one start tag, and returns its name and attributes.
fn start_tag(written: &str) -> Option<(String, Vec<(String, String)>)> {
    let token = Html5Tokenizer::new(written).next_token();
    let TokenKind::StartTag(tag) = token.kind else { return None };
    if token.span.range().end != written.len() {
        return None;
    }
    let mut attributes = Vec::new();
    for attribute in tag.attributes.iter().filter(|attribute| !attribute.duplicate) {
        let value = attribute.value.as_ref().map_or("", |value| value.get(written));
        attributes.push((attribute.name.get(written).to_owned(), value.to_owned()));
    }
    Some((tag.name.get(written).to_owned(), attributes))
}
