//! The class `Node`: a document and an index.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use wishful::tree::{self, NodeId, NodeRef, TagOrigin};
use wishful_query::Select;

use crate::document::{Document, shown};
use crate::query::{self, Language};
use crate::repair::Repair;
use crate::span::Span;
use crate::table;

/// The pickled form of a node.
type DocumentAndIndex = (Py<Document>, usize);

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

    /// Returns the node with an index, if there is one.
    pub(crate) fn of_index(document: &Bound<'_, Document>, index: usize) -> Option<Self> {
        let node = document.get().tree.nodes().nth(index)?;
        Some(Self::new(document, node))
    }

    pub(crate) fn seen(&self) -> NodeRef<'_> {
        // OK because the id came from this document.
        self.tree().node(self.id).expect("a node is of its document")
    }

    /// Returns the node's document, and its id there.
    pub(crate) fn document_and_id<'py>(&self, py: Python<'py>) -> (Bound<'py, Document>, NodeId) {
        (self.document.bind(py).clone(), self.id)
    }

    /// Returns another view of the node.
    pub(crate) fn same(&self, py: Python<'_>) -> Self {
        Self { document: self.document.clone_ref(py), id: self.id }
    }

    fn tree(&self) -> &tree::Document {
        &self.document.get().tree
    }

    fn other(&self, py: Python<'_>, node: Option<NodeRef<'_>>) -> Option<Self> {
        Some(Self { document: self.document.clone_ref(py), id: node?.id() })
    }

    fn others<'a>(&self, py: Python<'_>, nodes: impl Iterator<Item = NodeRef<'a>>) -> Vec<Self> {
        nodes.filter_map(|node| self.other(py, Some(node))).collect()
    }

    /// Returns the indices of the descendants.
    fn inside(&self) -> Range<usize> {
        let first = self.id.index() + 1;
        first..first + self.seen().descendants().len()
    }

    fn repair(&self, py: Python<'_>, origin: Option<TagOrigin>) -> Option<Repair> {
        let id = origin?.repair()?;
        Some(Repair::new(self.document.bind(py), id))
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
    /// Returns the document that the node belongs to.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// Returns the index among all nodes, in document order.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// Returns `document`, `element`, `text`, `comment`, `processing-instruction`, `doctype` or
    /// `cruft`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.seen().kind().name()
    }

    /// Returns the name of an element or of a document type declaration.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        let node = self.seen();
        match node.name_id() {
            Some(name) => self.document.get().element_name(py, name),
            None => Some(PyString::new(py, node.doctype_name()?)),
        }
    }

    /// Returns the target of a processing instruction; `None` for other nodes.
    #[getter]
    fn target(&self) -> Option<&str> {
        self.seen().target()
    }

    /// Returns the short name of an element's namespace; `None` for that of the markup itself.
    #[getter]
    fn namespace(&self) -> Option<&str> {
        self.seen().namespace()
    }

    /// Returns the attributes of an element, as a mapping that cannot be changed. Of duplicates,
    /// only the first is included.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let attributes = PyDict::new(py);
        for attribute in self.seen().attributes().filter(|attribute| !attribute.is_duplicate()) {
            attributes.set_item(attribute.name(), attribute.value())?;
        }
        CLASS.import(py, "wishful.attributes", "Attributes")?.call1((attributes,))
    }

    /// Returns the value of an attribute, or `default`.
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

    /// Returns the classes of an element, as the source writes them.
    #[getter]
    fn classes(&self) -> Vec<&str> {
        self.seen().classes().collect()
    }

    /// Returns the URL in an attribute, resolved to an absolute one; `None` if that is impossible.
    fn link(&self, attribute: &str) -> Option<String> {
        self.seen().link(attribute).map(String::from)
    }

    /// Returns the visible text in the node: see `Document.text`.
    #[pyo3(signature = (separator = "\n", strip = true, *, map = false))]
    pub(crate) fn text<'py>(
        &self,
        py: Python<'py>,
        separator: &str,
        strip: bool,
        map: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        if map {
            let read = py.import("wishful.text_map")?.getattr("_read")?;
            return read.call1((self.document.bind(py), self.same(py), separator, strip));
        }
        let node = self.seen();
        let text = py.detach(|| node.visible_text(separator, strip));
        Ok(PyString::new(py, &text).into_any())
    }

    /// Returns the tables in the node, and the node itself if it is one: see `Document.tables`.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        table::read(self.document.bind(py).as_any(), Bound::new(py, self.same(py))?.as_any())
    }

    /// Returns all text in an element unchanged, without that of template contents inside it; the
    /// contents of a text, a comment or cruft; or the data of a processing instruction.
    #[getter]
    fn text_content(&self) -> String {
        let node = self.seen();
        match node.text() {
            Some(own) => own.into_owned(),
            None => wishful_query::Node::from(node).string_value().into_owned(),
        }
    }

    /// Returns the parent; `None` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().parent())
    }

    /// Returns the form that the element belongs to, as after a parse; `None` if there is none.
    #[getter]
    fn form_owner(&self, py: Python<'_>) -> Option<Self> {
        let node = self.seen();
        let owner = node.document().form_owner(node.id())?;
        self.other(py, node.document().node(owner))
    }

    /// Returns the child nodes.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Self> {
        self.others(py, self.seen().children())
    }

    /// Returns the child nodes that are elements.
    #[getter]
    fn element_children(&self, py: Python<'_>) -> Vec<Self> {
        self.others(py, self.seen().child_elements())
    }

    /// Returns the next element in the same parent.
    #[getter]
    fn next_element(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().next_element())
    }

    /// Returns the previous element in the same parent.
    #[getter]
    fn previous_element(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().previous_element())
    }

    /// Returns the next node in the same parent.
    #[getter]
    fn next_sibling(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().next_sibling())
    }

    /// Returns the previous node in the same parent.
    #[getter]
    fn previous_sibling(&self, py: Python<'_>) -> Option<Self> {
        self.other(py, self.seen().previous_sibling())
    }

    /// Returns the ancestors, innermost first.
    #[getter]
    fn ancestors(&self, py: Python<'_>) -> Vec<Self> {
        self.others(py, self.seen().ancestors())
    }

    /// Iterates over all descendants in document order.
    #[getter]
    fn descendants(&self, py: Python<'_>) -> Nodes {
        Nodes::new(self.document.bind(py), self.inside(), false)
    }

    /// Iterates over all elements below the node in document order.
    #[getter]
    fn elements(&self, py: Python<'_>) -> Nodes {
        Nodes::new(self.document.bind(py), self.inside(), true)
    }

    /// Returns the source spans of the node itself, without its contents: of its tags, or of the
    /// pieces of a text. Virtual tags have none.
    #[getter]
    fn spans(&self) -> Vec<Span> {
        self.seen().spans().into_iter().map(|span| Span::of(self.tree(), span)).collect()
    }

    /// Returns the span of the start tag, if the source has one.
    #[getter]
    fn start_span(&self) -> Option<Span> {
        self.written(self.seen().start_tag())
    }

    /// Returns the span of the end tag, if the source has one.
    #[getter]
    fn end_span(&self) -> Option<Span> {
        self.written(self.seen().end_tag())
    }

    /// Reports whether this is an element whose start tag is not in the source: either inserted, or
    /// a copy of another element's.
    #[getter(r#virtual)]
    fn is_virtual(&self) -> bool {
        let origin = self.seen().start_tag();
        origin.is_some_and(|origin| !matches!(origin, TagOrigin::Written(_)))
    }

    /// Returns the repair that made the start tag.
    #[getter]
    fn start_repair(&self, py: Python<'_>) -> Option<Repair> {
        self.repair(py, self.seen().start_tag())
    }

    /// Returns the repair that made the end tag.
    #[getter]
    fn end_repair(&self, py: Python<'_>) -> Option<Repair> {
        self.repair(py, self.seen().end_tag())
    }

    /// Returns the repair that moved the node away from its source position, if one did.
    #[getter]
    fn moved(&self, py: Python<'_>) -> Option<Repair> {
        let id = self.seen().moved_by()?;
        Some(Repair::new(self.document.bind(py), id))
    }

    /// Returns the descendants that match a CSS selector, in document order.
    fn select(&self, py: Python<'_>, selector: &str) -> PyResult<Vec<Self>> {
        query::select(self.document.bind(py), self.id, selector)
    }

    /// Returns the first descendant that matches a CSS selector.
    fn select_one(&self, py: Python<'_>, selector: &str) -> PyResult<Option<Self>> {
        query::select_one(self.document.bind(py), self.id, selector)
    }

    /// Returns a list of descendants for each of several CSS selectors.
    #[pyo3(signature = (*selectors))]
    fn select_many(
        &self,
        py: Python<'_>,
        selectors: &Bound<'_, PyTuple>,
    ) -> PyResult<Vec<Vec<Self>>> {
        query::select_many(self.document.bind(py), self.id, selectors)
    }

    /// Returns the string values that a CSS selector selects: see `Document.css_texts`.
    fn css_texts<'py>(&self, py: Python<'py>, selector: &str) -> PyResult<Bound<'py, PyList>> {
        let query = query::Query::compiled(py, Language::Css, selector)?;
        query.texts_at(self.document.bind(py), self.id, None)
    }

    /// Does the same as `select`; selectolax has this name.
    fn css(&self, py: Python<'_>, selector: &str) -> PyResult<Vec<Self>> {
        self.select(py, selector)
    }

    /// Returns the first descendant that matches a CSS selector, or `default`.
    #[pyo3(signature = (selector, default = None))]
    fn css_first<'py>(
        &self,
        py: Python<'py>,
        selector: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::first_or(py, self.select_one(py, selector)?, default)
    }

    /// Reports whether the node matches one of some CSS selectors.
    #[pyo3(signature = (*selectors))]
    fn matches(&self, py: Python<'_>, selectors: &Bound<'_, PyTuple>) -> PyResult<bool> {
        for selector in query::selectors(py, selectors)? {
            if selector.matches(py, self.seen())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the innermost of the node and its ancestors that matches a CSS selector.
    fn closest(&self, py: Python<'_>, selector: &str) -> PyResult<Option<Self>> {
        let query = query::Query::compiled(py, Language::Css, selector)?;
        Ok(self.other(py, query.closest(py, self.seen())?))
    }

    /// Returns the value of an XPath expression, with this node as the context node. Keyword
    /// arguments are the expression's variables.
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

    /// Returns the string values of the nodes that an XPath expression selects from this node, as a
    /// list.
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

    /// Returns the contents of the node as HTML.
    #[getter]
    fn inner_html(&self, py: Python<'_>) -> String {
        let node = self.seen();
        py.detach(|| node.inner_html())
    }

    /// Serialises the node and its contents as HTML.
    fn to_html(&self, py: Python<'_>) -> String {
        py.detach(|| wishful_query::Node::from(self.seen()).to_html())
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

    /// Returns the same object, since nodes are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// Pickles the document and the index.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, DocumentAndIndex)> {
        let getitem = py.import("operator")?.getattr("getitem")?;
        Ok((getitem, (self.document.clone_ref(py), self.id.index())))
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

/// An iterator over a range of nodes, or of the elements among them, in document order.
///
/// Threads may share it: each node comes once.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Nodes {
    document: Py<Document>,
    /// The index of the next node. It may pass the end.
    next: AtomicUsize,
    end: usize,
    only_elements: bool,
}

impl Nodes {
    pub(crate) fn new(
        document: &Bound<'_, Document>,
        range: Range<usize>,
        only_elements: bool,
    ) -> Self {
        let (next, end) = (AtomicUsize::new(range.start), range.end);
        Self { document: document.clone().unbind(), next, end, only_elements }
    }
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Node> {
        let nodes = self.document.get().tree.nodes();
        while self.next.load(Ordering::Relaxed) < self.end {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.end {
                break;
            }
            let node = nodes.clone().nth(index)?;
            if !self.only_elements || node.is_element() {
                return Some(Node { document: self.document.clone_ref(py), id: node.id() });
            }
        }
        None
    }

    /// Returns the number of nodes, which is a limit for that of elements.
    fn __length_hint__(&self) -> usize {
        self.end.saturating_sub(self.next.load(Ordering::Relaxed))
    }
}
