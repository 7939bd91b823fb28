//! A flat list of steps from which other libraries build their trees.
//!
//! ```text
//! <p class=a>x  (0, "p", None, [("class", None, "a")], 1, 1)  start of an element: name,
//!                                                             namespace, attributes with
//!                                                             namespaces, line, column
//!               (1, "x")                                      text
//!               (4,)                                          end of the element
//! ```
//!
//! A comment is `(2, text)`, a document type declaration `(3, name, public, system)`, and a
//! processing instruction `(5, target, data)`. Line and column are `None` if the start tag is not
//! in the source. Cruft is left out, because other libraries' trees have no equivalent.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use wishful::tree::{self, AttributeRef, NodeKind, NodeRef, TagOrigin, WalkStep};
use wishful_query::xml::coerce;

const START: u8 = 0;
const TEXT: u8 = 1;
const COMMENT: u8 = 2;
const DOCTYPE: u8 = 3;
const END: u8 = 4;
const INSTRUCTION: u8 = 5;

/// Returns the attributes of an element without duplicates: the first of each name counts.
pub(crate) fn attributes(node: NodeRef<'_>) -> impl Iterator<Item = AttributeRef<'_>> {
    node.attributes().filter(|attribute| !attribute.is_duplicate())
}

/// Returns the steps of a tree. If `coerced`, names and texts hold only what XML allows.
pub(crate) fn steps<'py>(
    py: Python<'py>,
    tree: &tree::Document,
    coerced: bool,
) -> PyResult<Bound<'py, PyList>> {
    let steps = PyList::empty(py);
    for step in tree.root().walk() {
        if let Some(step) = self::step(py, step, coerced)? {
            steps.append(step)?;
        }
    }
    Ok(steps)
}

fn step<'py>(
    py: Python<'py>,
    step: WalkStep<'_>,
    coerced: bool,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let node = match step {
        WalkStep::Leave(node) => {
            return if node.is_element() { Ok(Some((END,).into_pyobject(py)?)) } else { Ok(None) };
        }
        WalkStep::Enter(node) => node,
    };
    let told = node.text().unwrap_or_default();
    Ok(Some(match (node.kind(), coerced) {
        (NodeKind::Document | NodeKind::Cruft, _) => return Ok(None),
        (NodeKind::Element, _) => start(py, node, coerced)?,
        (NodeKind::Doctype, _) => doctype(py, node, coerced)?,
        (NodeKind::Text, false) => (TEXT, told).into_pyobject(py)?,
        (NodeKind::Text, true) => (TEXT, coerce::text(&told)).into_pyobject(py)?,
        (NodeKind::Comment, false) => (COMMENT, told).into_pyobject(py)?,
        (NodeKind::ProcessingInstruction, _) => {
            let data = if coerced { coerce::text(&told) } else { told.as_ref().into() };
            (INSTRUCTION, node.target().unwrap_or_default(), data).into_pyobject(py)?
        }
        (NodeKind::Comment, true) => (COMMENT, coerce::comment(&told)).into_pyobject(py)?,
    }))
}

fn start<'py>(py: Python<'py>, node: NodeRef<'_>, coerced: bool) -> PyResult<Bound<'py, PyTuple>> {
    let name = node.name().unwrap_or_default();
    let name = if coerced { coerce::name(name) } else { name.into() };
    let namespace = wishful_query::Node::from(node).namespace_uri();
    let namespace = if namespace.is_empty() { None } else { Some(namespace) };
    let is_foreign = node.namespace().is_some();
    let attributes = PyList::empty(py);
    for attribute in attributes_of(node, coerced) {
        attributes.append(attribute)?;
    }
    let place = match node.start_tag() {
        Some(TagOrigin::Written(span)) => Some(node.document().position(span.start)),
        _ => None,
    };
    let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
    (START, name, namespace, is_foreign, attributes, line, column).into_pyobject(py)
}

/// Returns the name, the namespace URI and the value of each attribute.
fn attributes_of(
    node: NodeRef<'_>,
    coerced: bool,
) -> impl Iterator<Item = (String, Option<&'static str>, String)> {
    let attributes = attributes(node).filter(move |one| !coerced || !coerce::is_dropped(*one));
    attributes.map(move |attribute| {
        let value = attribute.value();
        if !coerced {
            let namespace = attribute.namespace().and_then(coerce::address);
            return (attribute.name().to_owned(), namespace, value.to_owned());
        }
        let (namespace, name) = coerce::attribute(attribute);
        (name.into_owned(), namespace.and_then(coerce::address), coerce::text(value).into_owned())
    })
}

fn doctype<'py>(
    py: Python<'py>,
    node: NodeRef<'_>,
    coerced: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let (name, public, system) = declared(node);
    let name = if coerced { coerce::name(name) } else { name.into() };
    (DOCTYPE, name, public, system).into_pyobject(py)
}

/// Returns the name, the public and the system identifier of a document type declaration.
pub(crate) fn declared(node: NodeRef<'_>) -> (&str, Option<&str>, Option<&str>) {
    (node.doctype_name().unwrap_or_default(), node.public_id(), node.system_id())
}
