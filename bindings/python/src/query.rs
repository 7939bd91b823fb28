//! The class `Query`, and the conversion of query results to Python.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};
use wishful::diagnostics::Report;
use wishful::tree::{NodeId, NodeRef};
pub(crate) use wishful_query::Language;
use wishful_query::{NodeType, Value, Variables};

use crate::document::Document;
use crate::failure::{FailureSubject, refused};
use crate::node::Node;
use crate::span::Span;

/// A compiled expression: a CSS selector, XPath 1.0, or the mixture of both that parselets use.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Query(Arc<wishful_query::Query>);

/// A cache of compiled expressions, as in Python's module `re`: methods such as `select` take them
/// as texts.
static COMPILED: LazyLock<Mutex<Compiled>> = LazyLock::new(Mutex::default);

type Compiled = HashMap<(Language, String), Arc<wishful_query::Query>>;

/// The maximum number of expressions in the cache, which is then cleared.
const MOST_COMPILED: usize = 512;

/// An attribute that an expression selected.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Attribute {
    /// The attribute's qualified name.
    #[pyo3(get)]
    name: String,
    /// The attribute's value.
    #[pyo3(get)]
    value: String,
    document: Py<Document>,
    element: NodeId,
}

/// Returns the elements that match a selector, relative to a node.
pub(crate) fn select(
    document: &Bound<'_, Document>,
    at: NodeId,
    selector: &str,
) -> PyResult<Vec<Node>> {
    Query::of_nodes(document.py(), selector)?.nodes(document, at)
}

/// Returns the first element that matches a selector, relative to a node.
pub(crate) fn select_one(
    document: &Bound<'_, Document>,
    at: NodeId,
    selector: &str,
) -> PyResult<Option<Node>> {
    let query = Query::of_nodes(document.py(), selector)?;
    let Value::Nodes(nodes) = query.evaluated(document, at, &[])? else { return Ok(None) };
    Ok(nodes.first().map(|node| Node::new(document, node.node_ref())))
}

/// Returns the elements that match each of some selectors, relative to a node.
pub(crate) fn select_many(
    document: &Bound<'_, Document>,
    at: NodeId,
    texts: &Bound<'_, PyTuple>,
) -> PyResult<Vec<Vec<Node>>> {
    let mut lists = Vec::with_capacity(texts.len());
    for query in selectors(document.py(), texts)? {
        lists.push(query.nodes(document, at)?);
    }
    Ok(lists)
}

/// Compiles some selectors.
pub(crate) fn selectors(py: Python<'_>, texts: &Bound<'_, PyTuple>) -> PyResult<Vec<Query>> {
    let mut queries = Vec::with_capacity(texts.len());
    for text in texts {
        queries.push(Query::of_nodes(py, text.extract()?)?);
    }
    Ok(queries)
}

/// Returns a node, or a default if there is none.
pub(crate) fn first_or<'py>(
    py: Python<'py>,
    first: Option<Node>,
    default: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match first {
        Some(node) => Ok(Some(Bound::new(py, node)?.into_any())),
        None => Ok(default),
    }
}

impl Query {
    pub(crate) fn compiled(py: Python<'_>, language: Language, text: &str) -> PyResult<Self> {
        let key = (language, text.to_owned());
        if let Some(known) = COMPILED.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Self(Arc::clone(known)));
        }
        let query = of_report(py, wishful_query::Query::compile(language, text).map(Arc::new))?;
        let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        if compiled.len() >= MOST_COMPILED {
            compiled.clear();
        }
        compiled.insert(key, Arc::clone(&query));
        Ok(Self(query))
    }

    /// Compiles a selector of nodes of the tree.
    ///
    /// # Errors
    /// If it selects attributes, which have no nodes, even if the document has none of them.
    fn of_nodes(py: Python<'_>, text: &str) -> PyResult<Self> {
        let query = Self::compiled(py, Language::Css, text)?;
        if query.0.selects_attributes() {
            return Err(PyValueError::new_err(format!(
                "`{text}` selects attributes, which are no nodes: `css_texts` returns their \
                 values, and `Query({text:?}).run` the attributes with their spans"
            )));
        }
        Ok(query)
    }

    /// Reports whether a node matches.
    pub(crate) fn matches(&self, py: Python<'_>, node: NodeRef<'_>) -> PyResult<bool> {
        of_report(py, py.detach(|| self.0.matches(node)))
    }

    /// Returns the innermost of a node and its ancestors that matches.
    pub(crate) fn closest<'d>(
        &self,
        py: Python<'_>,
        node: NodeRef<'d>,
    ) -> PyResult<Option<NodeRef<'d>>> {
        of_report(py, py.detach(|| self.0.closest(node)))
    }

    /// Evaluates the query at a node with the interpreter detached.
    fn evaluated<'d>(
        &self,
        document: &'d Bound<'_, Document>,
        at: NodeId,
        given: &'d [(String, VariableValue<'_>)],
    ) -> PyResult<Value<'d>> {
        let (py, tree) = (document.py(), &document.get().tree);
        // OK because the id came from this document.
        let node = tree.node(at).expect("a node is of its document");
        let variables: Variables<'d> =
            given.iter().map(|(name, value)| (name.clone(), value.value())).collect();
        let answer = of_report(py, py.detach(|| self.0.run_with(node, &variables)))?;
        match answer.limit() {
            None => Ok(answer.value().clone()),
            Some(limit) => {
                let message = format!("the expression stopped at its limit of {limit:?}");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Returns the tree nodes of the query's value.
    fn nodes(&self, document: &Bound<'_, Document>, at: NodeId) -> PyResult<Vec<Node>> {
        match self.evaluated(document, at, &[])? {
            Value::Nodes(nodes) => {
                Ok(nodes.into_iter().map(|node| Node::new(document, node.node_ref())).collect())
            }
            _ => Err(PyValueError::new_err("the value of the expression is not a list of nodes")),
        }
    }

    /// Returns the string values of the selected nodes at a node. A list of texts is returned as it
    /// is, a single value as its text.
    pub(crate) fn texts_at<'py>(
        &self,
        document: &Bound<'py, Document>,
        at: NodeId,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let given = given(variables)?;
        let value = self.evaluated(document, at, &given)?;
        match value {
            Value::Nodes(nodes) => {
                PyList::new(document.py(), nodes.into_iter().map(wishful_query::Node::string_value))
            }
            Value::Texts(texts) => PyList::new(document.py(), texts),
            single => PyList::new(document.py(), [single.to_text()]),
        }
    }

    /// Evaluates the query at a node and converts the value to Python.
    pub(crate) fn value<'py>(
        &self,
        document: &Bound<'py, Document>,
        at: NodeId,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = document.py();
        let given = given(variables)?;
        Ok(match self.evaluated(document, at, &given)? {
            Value::Nodes(nodes) => {
                let mut list = Vec::with_capacity(nodes.len());
                for node in nodes {
                    list.push(selected(document, node)?);
                }
                list.into_pyobject(py)?
            }
            Value::Texts(texts) => texts.into_pyobject(py)?,
            Value::Boolean(boolean) => boolean.into_pyobject(py)?.to_owned().into_any(),
            Value::Number(number) => number.into_pyobject(py)?.into_any(),
            Value::String(text) => text.into_pyobject(py)?.into_any(),
        })
    }
}

/// Converts the report of a query to an exception.
fn of_report<T>(py: Python<'_>, result: Result<T, Report>) -> PyResult<T> {
    result.map_err(|report| refused(py, FailureSubject::Query, &report))
}

/// The value of a variable. Node lists keep their documents alive.
enum VariableValue<'py> {
    Value(Value<'static>),
    Nodes(Vec<(Bound<'py, Document>, NodeId)>),
}

impl VariableValue<'_> {
    fn value(&self) -> Value<'_> {
        match self {
            Self::Value(value) => value.clone(),
            Self::Nodes(nodes) => {
                let mut list = Vec::with_capacity(nodes.len());
                for (document, id) in nodes {
                    list.extend(document.get().tree.node(*id).map(wishful_query::Node::from));
                }
                Value::Nodes(list)
            }
        }
    }
}

fn given<'py>(
    variables: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(String, VariableValue<'py>)>> {
    let mut given = Vec::new();
    for (name, value) in variables.into_iter().flatten() {
        given.push((name.extract()?, given_value(&value)?));
    }
    Ok(given)
}

fn given_value<'py>(value: &Bound<'py, PyAny>) -> PyResult<VariableValue<'py>> {
    if let Ok(boolean) = value.cast::<PyBool>() {
        return Ok(VariableValue::Value(boolean.is_true().into()));
    }
    if let Some(text) = given_text(value) {
        return Ok(VariableValue::Value(text.into()));
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(VariableValue::Value(number.into()));
    }
    if let Ok(node) = value.cast::<Node>() {
        return Ok(VariableValue::Nodes(vec![node.get().document_and_id(value.py())]));
    }
    if let Ok(items) = value.extract::<Vec<Bound<'py, PyAny>>>() {
        if let Some(texts) = given_texts(&items) {
            return Ok(VariableValue::Value(texts.into()));
        }
        if let Some(nodes) = given_nodes(&items) {
            return Ok(VariableValue::Nodes(nodes));
        }
    }
    let message =
        "a variable must be a string, a number, True, False, a node, or a list of nodes or strings";
    Err(PyTypeError::new_err(message))
}

/// Returns the texts of a list that is not empty, if it holds nothing else.
fn given_texts(items: &[Bound<'_, PyAny>]) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for item in items {
        texts.push(given_text(item)?);
    }
    if texts.is_empty() { None } else { Some(texts) }
}

/// Returns the nodes of a list, if it holds nothing else.
fn given_nodes<'py>(items: &[Bound<'py, PyAny>]) -> Option<Vec<(Bound<'py, Document>, NodeId)>> {
    let mut nodes = Vec::new();
    for item in items {
        nodes.push(item.cast::<Node>().ok()?.get().document_and_id(item.py()));
    }
    Some(nodes)
}

/// Returns the text of a `str`, or the value of an [`Attribute`].
fn given_text(value: &Bound<'_, PyAny>) -> Option<String> {
    match value.cast::<Attribute>() {
        Ok(attribute) => Some(attribute.get().value.clone()),
        Err(_) => value.extract().ok(),
    }
}

/// Returns the context node of a query: a node, or the root of a document.
fn context_node<'py>(at: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, Document>, NodeId)> {
    if let Ok(document) = at.cast::<Document>() {
        return Ok((document.clone(), document.get().tree.root().id()));
    }
    match at.cast::<Node>() {
        Ok(node) => Ok(node.get().document_and_id(at.py())),
        Err(_) => Err(PyTypeError::new_err("the context of a query must be a Document or a Node")),
    }
}

/// Converts a selected node to Python: a node of the tree, an attribute, or the URI of a namespace
/// node.
fn selected<'py>(
    document: &Bound<'py, Document>,
    node: wishful_query::Node<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = document.py();
    let owner = Node::new(document, node.node_ref());
    match (node.kind(), node.attribute()) {
        (_, Some(attribute)) => {
            let (name, value) = (attribute.name().to_owned(), attribute.value().to_owned());
            let (document, element) = (document.clone().unbind(), node.node_ref().id());
            Ok(Bound::new(py, Attribute { name, value, document, element })?.into_any())
        }
        (NodeType::Namespace, _) => Ok(node.string_value().into_pyobject(py)?.into_any()),
        _ => Ok(Bound::new(py, owner)?.into_any()),
    }
}

fn language(name: &str) -> PyResult<Language> {
    let all = [Language::Css, Language::XPath, Language::Parsley];
    all.into_iter().find(|language| language.name() == name).ok_or_else(|| {
        let message = format!("unknown language `{name}`; expected css, xpath or parsley");
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

    /// Returns the source text of the expression.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// Returns the language of the expression: `css`, `xpath` or `parsley`.
    #[getter]
    fn language(&self) -> &'static str {
        self.0.language().name()
    }

    /// Evaluates the query for a document, or with a node as the context node. Keyword arguments
    /// are the expression's variables.
    #[pyo3(signature = (at, /, **variables))]
    fn run<'py>(
        &self,
        at: &Bound<'py, PyAny>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (document, id) = context_node(at)?;
        self.value(&document, id, variables)
    }

    /// Returns the string values of the selected nodes as a list; a single value gives a list of
    /// its text.
    #[pyo3(signature = (at, /, **variables))]
    fn texts<'py>(
        &self,
        at: &Bound<'py, PyAny>,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (document, id) = context_node(at)?;
        self.texts_at(&document, id, variables)
    }

    /// Explains how the expression was parsed, how it is evaluated, and which other readings it
    /// has.
    fn explain(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.explain())
    }

    /// Returns the same object, since queries are immutable.
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
    /// Returns the element that owns the attribute.
    #[getter]
    fn element(&self, py: Python<'_>) -> Node {
        Node::of_id(self.document.bind(py), self.element)
    }

    /// Returns the source spans of the name and the value.
    #[getter]
    fn spans(&self) -> Vec<Span> {
        let tree = &self.document.get().tree;
        let element = tree.node(self.element);
        let Some(own) = element.and_then(|element| element.attribute_called(&self.name)) else {
            return Vec::new();
        };
        let spans = [Some(own.name_span()), own.value_span()];
        spans.into_iter().flatten().map(|span| Span::of(tree, span)).collect()
    }

    fn __str__(&self) -> &str {
        &self.value
    }

    /// Returns the same object, since attributes are immutable.
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
