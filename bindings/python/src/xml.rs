//! A document as XML: [`Xml`] for users, [`XmlText`] for lxml, whose parser is faster than building
//! the tree step by step.
//!
//! The writer is [`wishful_query::xml`]. lxml gets its text in two strings: the prolog before the
//! first element, and the rest. With it come the line of each start tag, the attributes whose names
//! are not names of XML, the number of root elements, and the maximum depth of open elements.

use pyo3::prelude::*;
use wishful::tree::{self, NodeRef, TagOrigin, WalkStep};
use wishful_query::xml::{self, coerce};

use crate::span::Span;

/// An element's number, and the names and values of its attributes.
type Attributes = (usize, Vec<(String, String)>);

/// The prolog, the rest, the line of each start tag (0 if the source has none), the attributes of
/// each element that has one whose name is no name of XML, the number of root elements, and the
/// maximum depth.
#[derive(IntoPyObject)]
pub(crate) struct XmlText(String, String, Vec<usize>, Vec<Attributes>, usize, usize);

/// Writes a tree, optionally within an element `around`. If `namespaced`, HTML elements are in the
/// namespace of HTML; otherwise in none.
pub(crate) fn write(tree: &tree::Document, namespaced: bool, around: Option<&str>) -> XmlText {
    let written = xml::write_within(tree, namespaced, around, u64::MAX);
    let (mut lines, mut uncoerced, mut depth, mut deepest) = (Vec::new(), Vec::new(), 0, 0);
    if around.is_some() {
        lines.push(0);
        depth = 1;
    }
    for step in tree.root().walk() {
        match step {
            WalkStep::Enter(node) if node.is_element() => {
                if has_other_names(node) {
                    uncoerced.push((lines.len(), lxml_attributes(node)));
                }
                lines.push(line(node));
                depth += 1;
                deepest = depth.max(deepest);
            }
            WalkStep::Leave(node) if node.is_element() => depth -= 1,
            _ => {}
        }
    }
    let mut prolog = written.text;
    let rest = prolog.split_off(written.first_element);
    XmlText(prolog, rest, lines, uncoerced, written.roots, deepest)
}

fn line(node: NodeRef<'_>) -> usize {
    match node.start_tag() {
        Some(TagOrigin::Written(span)) => node.document().position(span.start).line,
        _ => 0,
    }
}

/// Reports whether an attribute of an element has no name of XML.
fn has_other_names(node: NodeRef<'_>) -> bool {
    node.own_attributes().any(|one| !coerce::is_dropped(one) && !coerce::is_name(one.name()))
}

/// Returns the names and values of an element's attributes, with names as lxml's HTML parser allows
/// them.
fn lxml_attributes(node: NodeRef<'_>) -> Vec<(String, String)> {
    let kept = node.own_attributes().filter(|one| !coerce::is_dropped(*one));
    let pair = |one: tree::AttributeRef<'_>| {
        (coerce::lxml_name(one.name()).into_owned(), coerce::text(one.value()).into_owned())
    };
    kept.map(pair).collect()
}

/// A document as well-formed XML. `str(xml)` is the text.
#[pyclass(frozen, get_all, module = "wishful")]
pub(crate) struct Xml {
    text: String,
    /// The changes that XML requires, in the order of the text.
    coercions: Vec<Coercion>,
}

/// A change that XML requires.
#[pyclass(frozen, get_all, module = "wishful")]
#[derive(Clone)]
pub(crate) struct Coercion {
    kind: &'static str,
    /// The place in the source; `None` for what the source does not have.
    span: Option<Span>,
    /// The name or text in the document.
    before: String,
    /// The name or text in the XML.
    after: String,
    message: String,
}

impl Xml {
    pub(crate) fn of(tree: &tree::Document) -> Self {
        let written = xml::write(tree);
        let mut coercions = Vec::with_capacity(written.coercions.len());
        for coercion in written.coercions {
            coercions.push(Coercion {
                kind: coercion.kind.word(),
                span: coercion.span.map(|span| Span::of(tree, span)),
                message: coercion.to_string(),
                before: coercion.from,
                after: coercion.to,
            });
        }
        Self { text: written.text, coercions }
    }
}

#[pymethods]
impl Xml {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!(
            "<Xml of {} characters, {} coercions>",
            self.text.chars().count(),
            self.coercions.len()
        )
    }
}

#[pymethods]
impl Coercion {
    fn __str__(&self) -> String {
        match &self.span {
            Some(span) => format!("{}:{}: {}", span.line, span.column, self.message),
            None => self.message.clone(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Coercion {}: {}>", self.kind, self.__str__())
    }
}
