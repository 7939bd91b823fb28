//! Nodes: a document and a number.

use std::ops::Range;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wishful::tree::{self, NodeId, NodeRef, TagOrigin};

use crate::document::{Document, shown};
use crate::query::{self, Language};
use crate::repair::Repair;
use crate::span::Span;

/// A node of a document.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Node {
    document: Py<Document>,
    id: NodeId,
}

impl Node {
    pub(crate) fn new(document: &Bound<'_, Document>, node: NodeRef<'_>) -> Self {
        Self::of_id(document, node.id())
    }

    pub(crate) fn of_id(document: &Bound<'_, Document>, id: NodeId) -> Self {
        Self { document: document.clone().unbind(), id }
    }

    /// The node of a number, if there is one.
    pub(crate) fn of_index(document: &Bound<'_, Document>, index: usize) -> Option<Self> {
        document.get().tree.nodes().nth(index).map(|node| Self::new(document, node))
    }

    pub(crate) fn seen(&self) -> NodeRef<'_> {
        // OK because it came from this document.
        self.tree().node(self.id).expect("a node is of its document")
    }

    /// The document that it is of, and its number there.
    pub(crate) fn place<'py>(&self, py: Python<'py>) -> (Bound<'py, Document>, NodeId) {
        (self.document.bind(py).clone(), self.id)
    }

    fn tree(&self) -> &tree::Document {
        &self.document.get().tree
    }

    fn other(&self, py: Python<'_>, node: Option<NodeRef<'_>>) -> Option<Self> {
        node.map(|node| Self { document: self.document.clone_ref(py), id: node.id() })
    }

    fn others<'a>(&self, py: Python<'_>, nodes: impl Iterator<Item = NodeRef<'a>>) -> Vec<Self> {
        nodes.filter_map(|node| self.other(py, Some(node))).collect()
    }

    fn repair(&self, py: Python<'_>, origin: Option<TagOrigin>) -> Option<Repair> {
        origin.and_then(TagOrigin::repair).map(|id| Repair::new(self.document.bind(py), id))
    }

    fn written(&self, origin: Option<TagOrigin>) -> Option<Span> {
        match origin {
            Some(TagOrigin::Written(span)) => Some(Span::of(self.tree(), span)),
            _ => None,
        }
    }
}

#[pymethods]
impl Node {
    /// The document that it is of.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// Its number among all nodes, in the order of the document.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// `document`, `element`, `text`, `comment`, `processing-instruction`, `doctype` or `cruft`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.seen().kind().name()
    }

    /// Of an element its name, of a document type declaration that which it declares.
    #[getter]
    fn name(&self) -> Option<&str> {
        let node = self.seen();
        let declared = || node.doctype()?.name.as_ref().map(|name| name.get(self.tree().text()));
        node.name().or_else(declared)
    }

    /// The target of a processing instruction; `None` for other nodes.
    #[getter]
    fn target(&self) -> Option<&str> {
        self.seen().target()
    }

    /// Of an element, its namespace in a word; none if it is the markup's own.
    #[getter]
    fn namespace(&self) -> Option<&str> {
        self.seen().namespace()
    }

    /// Of an element, its attributes; of those of one name the first.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        for attribute in self.seen().attributes().filter(|attribute| !attribute.is_duplicate()) {
            attributes.set_item(attribute.name(), attribute.value())?;
        }
        Ok(attributes)
    }

    /// The value of an attribute, or `default`.
    #[pyo3(signature = (name, default = None))]
    fn get(
        &self,
        py: Python<'_>,
        name: &str,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        match self.seen().attribute(name) {
            Some(value) => Ok(Some(value.into_pyobject(py)?.into_any().unbind())),
            None => Ok(default),
        }
    }

    /// The classes of an element, as they are written.
    #[getter]
    fn classes(&self) -> Vec<&str> {
        self.seen().classes().collect()
    }

    /// The address in an attribute, made whole; none if that cannot be said.
    fn link(&self, attribute: &str) -> Option<String> {
        self.seen().link(attribute).map(String::from)
    }

    /// All text in it; of a text, a comment or cruft what it says; of a processing instruction its
    /// data.
    #[getter]
    fn text(&self) -> String {
        let node = self.seen();
        match node.text() {
            Some(own) => own.into_owned(),
            None => node.text_content(),
        }
    }

    /// The node that it stands in; none of the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().parent())
    }

    /// The nodes in it, without those in them.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Self> {
        self.others(py, self.seen().children())
    }

    /// The node behind it in the same parent.
    #[getter]
    fn next_sibling(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().next_sibling())
    }

    /// The node before it in the same parent.
    #[getter]
    fn previous_sibling(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().previous_sibling())
    }

    /// The nodes that it stands in, the innermost first.
    #[getter]
    fn ancestors(&self, py: Python<'_>) -> Vec<Self> {
        self.others(py, self.seen().ancestors())
    }

    /// All nodes in it, at any depth, in order.
    #[getter]
    fn descendants(&self, py: Python<'_>) -> Nodes {
        let first = self.id.index() + 1;
        let count = self.seen().descendants().len();
        Nodes::new(self.document.bind(py), first..first + count)
    }

    /// Where it itself is written, without what is in it: its tags, the pieces of a text; nothing of what is virtual.
    #[getter]
    fn spans(&self) -> Vec<Span> {
        self.seen().spans().into_iter().map(|span| Span::of(self.tree(), span)).collect()
    }

    /// Where its start tag is written, if it is.
    #[getter]
    fn start_span(&self) -> Option<Span> {
        self.written(self.seen().start_tag())
    }

    /// Where its end tag is written, if it is.
    #[getter]
    fn end_span(&self) -> Option<Span> {
        self.written(self.seen().end_tag())
    }

    /// Whether it is an element whose start tag is written nowhere: invented, or a copy of another element's.
    #[getter(r#virtual)]
    fn is_virtual(&self) -> bool {
        let origin = self.seen().start_tag();
        origin.is_some_and(|origin| !matches!(origin, TagOrigin::Written(_)))
    }

    /// The repair that made its start tag.
    #[getter]
    fn start_repair(&self, py: Python<'_>) -> Option<Repair> {
        self.repair(py, self.seen().start_tag())
    }

    /// The repair that made its end tag.
    #[getter]
    fn end_repair(&self, py: Python<'_>) -> Option<Repair> {
        self.repair(py, self.seen().end_tag())
    }

    /// The repair that put it elsewhere than where it was read, if one did.
    #[getter]
    fn moved(&self, py: Python<'_>) -> Option<Repair> {
        self.seen().moved_by().map(|id| Repair::new(self.document.bind(py), id))
    }

    /// The elements in it that match a selector, in order.
    fn select(&self, py: Python<'_>, selector: &str) -> PyResult<Vec<Self>> {
        query::select(self.document.bind(py), self.id, selector)
    }

    /// The first element in it that matches a selector.
    fn select_one(&self, py: Python<'_>, selector: &str) -> PyResult<Option<Self>> {
        Ok(self.select(py, selector)?.into_iter().next())
    }

    /// Returns the value of an XPath expression at it. Arguments with names are its variables.
    #[pyo3(signature = (expression, /, **variables))]
    fn xpath<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let query = query::Query::compiled(py, Language::XPath, expression)?;
        query.value(self.document.bind(py), self.id, variables)
    }

    /// Returns what the nodes say that an XPath expression selects at it, as a list of texts.
    #[pyo3(signature = (expression, /, **variables))]
    fn xpath_texts<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let query = query::Query::compiled(py, Language::XPath, expression)?;
        query.texts_at(self.document.bind(py), self.id, variables)
    }

    /// It as HTML, with what is in it.
    fn to_html(&self, py: Python<'_>) -> String {
        py.detach(|| wishful::query::Node::from(self.seen()).to_html())
    }

    fn __getitem__(&self, name: &str) -> PyResult<&str> {
        self.seen().attribute(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.seen().attribute(name).is_some()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.children(py).into_pyobject(py)?.try_iter()?.into_any().unbind())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.document.is(&other.document) && self.id == other.id
        })
    }

    fn __hash__(&self) -> usize {
        self.id.index()
    }

    /// (It never changes.)
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        shown("node", slf)
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.to_html(py)
    }

    fn __repr__(&self) -> String {
        const LONGEST: usize = 40;
        let node = self.seen();
        match (node.name(), node.text()) {
            (Some(name), _) => format!("<Node <{name}>>"),
            (None, Some(text)) => {
                let short: String = text.chars().take(LONGEST).collect();
                format!("<Node {} {short:?}>", self.kind())
            }
            (None, None) => format!("<Node {}>", self.kind()),
        }
    }
}

/// Goes through nodes by their numbers.
#[pyclass(module = "wishful")]
pub(crate) struct Nodes {
    document: Py<Document>,
    range: Range<usize>,
}

impl Nodes {
    pub(crate) fn new(document: &Bound<'_, Document>, range: Range<usize>) -> Self {
        Self { document: document.clone().unbind(), range }
    }
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Node> {
        Node::of_index(self.document.bind(py), self.range.next()?)
    }

    fn __length_hint__(&self) -> usize {
        self.range.len()
    }
}
