//! Queries of documents and nodes, and their values.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
pub(crate) use wishful::query::Language;
use wishful::query::{self, Kind, Value};
use wishful::tree::NodeId;

use crate::document::Document;
use crate::failure::{About, refused};
use crate::node::Node;
use crate::span::Span;

/// A compiled expression: a selector of CSS, XPath 1.0, or both mixed as parselets have them.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Query(query::Query);

/// An attribute that an expression selected.
#[pyclass(frozen, module = "wishful", get_all)]
pub(crate) struct Attribute {
    /// Its name, with its prefix.
    name: String,
    /// Its value.
    value: String,
    /// The element that has it.
    element: Py<Node>,
    /// Where its name and its value are written.
    spans: Vec<Span>,
}

/// The elements that match a selector at a node.
pub(crate) fn select(
    document: &Bound<'_, Document>,
    at: NodeId,
    selector: &str,
) -> PyResult<Vec<Node>> {
    Query::compiled(document.py(), Language::Css, selector)?.nodes(document, at)
}

impl Query {
    /// Compiles an expression.
    pub(crate) fn compiled(py: Python<'_>, language: Language, text: &str) -> PyResult<Self> {
        let query = query::Query::compile(language, text);
        query.map(Self).map_err(|report| refused(py, About::Query, &report))
    }

    /// The value at a node, worked out without the interpreter.
    fn evaluated<'d>(&self, document: &'d Bound<'_, Document>, at: NodeId) -> PyResult<Value<'d>> {
        let (py, tree) = (document.py(), &document.get().tree);
        // OK because the number came from this document.
        let node = tree.node(at).expect("a node is of its document");
        let answer = py.detach(|| self.0.run_at(node));
        let answer = answer.map_err(|report| refused(py, About::Query, &report))?;
        match answer.limit() {
            None => Ok(answer.value().clone()),
            Some(limit) => {
                let message = format!("the expression was given up, by its limit of {limit:?}");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The nodes of the tree among its value.
    fn nodes(&self, document: &Bound<'_, Document>, at: NodeId) -> PyResult<Vec<Node>> {
        match self.evaluated(document, at)? {
            Value::Nodes(nodes) => {
                Ok(nodes.into_iter().map(|node| Node::new(document, node.node_ref())).collect())
            }
            _ => Err(PyValueError::new_err("the value of the expression is no list of nodes")),
        }
    }

    /// The value at a node, as Python has it.
    pub(crate) fn value<'py>(
        &self,
        document: &Bound<'py, Document>,
        at: NodeId,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = document.py();
        Ok(match self.evaluated(document, at)? {
            Value::Nodes(nodes) => {
                let nodes = nodes.into_iter().map(|node| selected(document, node));
                nodes.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?
            }
            Value::Texts(texts) => texts.into_pyobject(py)?,
            Value::Boolean(boolean) => boolean.into_pyobject(py)?.to_owned().into_any(),
            Value::Number(number) => number.into_pyobject(py)?.into_any(),
            Value::String(text) => text.into_pyobject(py)?.into_any(),
        })
    }
}

/// What an expression selected: a node of the tree, an attribute, or the address of a namespace.
fn selected<'py>(
    document: &Bound<'py, Document>,
    node: query::Node<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = document.py();
    let owner = Node::new(document, node.node_ref());
    match (node.kind(), node.attribute()) {
        (_, Some(attribute)) => {
            let tree = &document.get().tree;
            let spans = node.spans().into_iter().map(|span| Span::of(tree, span)).collect();
            let (name, value) = (attribute.name().to_owned(), attribute.value().to_owned());
            let attribute = Attribute { name, value, element: Py::new(py, owner)?, spans };
            Ok(Bound::new(py, attribute)?.into_any())
        }
        (Kind::Namespace, _) => Ok(node.string_value().into_pyobject(py)?.into_any()),
        _ => Ok(Bound::new(py, owner)?.into_any()),
    }
}

fn language(name: &str) -> PyResult<Language> {
    let all = [Language::Css, Language::XPath, Language::Parsley];
    all.into_iter().find(|language| language.name() == name).ok_or_else(|| {
        let message = format!("there is no language `{name}`; there are css, xpath and parsley");
        PyValueError::new_err(message)
    })
}

#[pymethods]
impl Query {
    #[new]
    #[pyo3(signature = (text, language = "css"))]
    fn new(py: Python<'_>, text: &str, language: &str) -> PyResult<Self> {
        Self::compiled(py, self::language(language)?, text)
    }

    /// The expression as it is written.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The language that it is written in: `css`, `xpath` or `parsley`.
    #[getter]
    fn language(&self) -> &'static str {
        self.0.language().name()
    }

    /// Its value for a document, or at a node.
    fn run<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(document) = at.cast::<Document>() {
            return self.value(document, document.get().tree.root().id());
        }
        match at.cast::<Node>() {
            Ok(node) => {
                let (document, id) = node.get().place(at.py());
                self.value(&document, id)
            }
            Err(_) => Err(PyTypeError::new_err("a query is run at a Document or a Node")),
        }
    }

    /// How it was read, what is done, and how else it could be read.
    fn explain(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.explain())
    }

    /// (It never changes.)
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Query {:?} in {}>", self.0.text(), self.0.language().name())
    }
}

#[pymethods]
impl Attribute {
    fn __str__(&self) -> &str {
        &self.value
    }

    /// (It never changes.)
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Attribute {}={:?}>", self.name, self.value)
    }
}
