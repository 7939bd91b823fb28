//! Documents.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wishful::diagnostics::{Position, Severity};
use wishful::explain::Traced;
use wishful::tree::{self, Format, Wanted, WriteOptions};
use wishful::{Allowance, ParseOptions, Parser};

use crate::compare::Comparison;
use crate::explanation::Explanation;
use crate::extraction;
use crate::failure::{diagnostics, loaded, unparsed};
use crate::flat;
use crate::found::Shape;
use crate::grammar::meant;
use crate::input::Input;
use crate::node::{Node, Nodes};
use crate::options;
use crate::query::{self, Language};
use crate::repair::Repair;
use crate::xml;

/// A parsed document: it never changes, and may be read by many threads.
#[pyclass(frozen, module = "wishful", weakref)]
pub(crate) struct Document {
    pub(crate) tree: tree::Document,
    parser: Parser,
    pub(crate) options: ParseOptions,
}

/// Parses a document. Broken HTML is never an error: what is wrong with it is repaired, and each repair has a reason.
#[pyfunction]
#[pyo3(signature = (data, grammar = None, **options))]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    data: &Bound<'_, PyAny>,
    grammar: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Document>> {
    Document::parsed(py, &meant(py, grammar)?, &Input::of(data)?, options::read(options)?)
}

impl Document {
    pub(crate) fn new(tree: tree::Document, parser: &Parser, options: ParseOptions) -> Self {
        Self { tree, parser: parser.clone(), options }
    }

    /// Parses an input, without the interpreter.
    pub(crate) fn parsed<'py>(
        py: Python<'py>,
        parser: &Parser,
        input: &Input,
        options: ParseOptions,
    ) -> PyResult<Bound<'py, Self>> {
        let tree = py.detach(|| input.parse(parser, &options));
        let tree = tree.map_err(|error| unparsed(py, &error))?;
        Bound::new(py, Self::new(tree, parser, options))
    }

    /// The offset in bytes of a line and a column.
    fn offset(&self, line: isize, column: isize) -> PyResult<u32> {
        let place = usize::try_from(line).ok().zip(usize::try_from(column).ok());
        let place = place.map(|(line, column)| Position { line, column });
        place.and_then(|place| self.tree.source().file.offset(place)).ok_or_else(|| {
            let message = format!("the document has no line {line} with a column {column}");
            PyIndexError::new_err(message)
        })
    }

    fn render(&self, py: Python<'_>, format: Format, options: WriteOptions) -> String {
        py.detach(|| self.tree.render(format, options))
    }
}

/// What a notebook shows of something, which Python makes (`wishful/notebook.py`).
pub(crate) fn shown<'py>(how: &str, what: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    what.py().import("wishful.notebook")?.getattr(how)?.call1((what,))
}

/// How long an output may be.
fn bytes(most: Option<u64>) -> Allowance {
    most.map_or(WriteOptions::default().bytes, Allowance::fixed)
}

#[pymethods]
impl Document {
    /// The decoded text, which spans are of.
    #[getter]
    fn text(&self) -> &str {
        self.tree.text()
    }

    /// What messages call it.
    #[getter]
    fn name(&self) -> &str {
        self.tree.source().file.name()
    }

    /// Where it is, if that was said.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.tree.url().map(|url| url.as_str())
    }

    /// What its relative addresses are relative to, if that is known.
    #[getter]
    fn base_url(&self) -> Option<&str> {
        self.tree.base_url().map(|url| url.as_str())
    }

    /// The name of the encoding that its bytes are in.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.tree.source().encoding.name()
    }

    /// Whether malformed sequences of bytes were replaced.
    #[getter]
    fn malformed(&self) -> bool {
        self.tree.source().had_errors
    }

    /// The limit that ended the parse early, if one did.
    #[getter]
    fn limit(&self) -> Option<String> {
        self.tree.limit().map(|limit| limit.name().to_owned())
    }

    /// The latches of the grammar that are on at the end, such as `quirks`.
    #[getter]
    fn latches(&self) -> Vec<String> {
        self.tree.latches().to_vec()
    }

    /// The node that all others are in.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Node {
        Node::new(slf, slf.get().tree.root())
    }

    /// The repairs, in order.
    #[getter]
    fn repairs(slf: &Bound<'_, Self>) -> Vec<Repair> {
        slf.get().tree.repair_ids().map(|id| Repair::new(slf, id)).collect()
    }

    /// The repairs that are mistakes of the author: all but the tags that the grammar lets an author leave out.
    #[getter]
    fn mistakes(slf: &Bound<'_, Self>) -> Vec<Repair> {
        slf.get().tree.mistakes().map(|id| Repair::new(slf, id)).collect()
    }

    /// What is wrong with it, by place, as `Diagnostic`s: mistakes, what is allowed, parse errors that the standard names.
    #[pyo3(signature = (*, repairs = true, allowed = false, errors = true))]
    fn findings<'py>(
        &self,
        py: Python<'py>,
        repairs: bool,
        allowed: bool,
        errors: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wanted = Wanted { repairs, allowed, errors };
        let found = py.detach(|| self.tree.findings(wanted, Severity::Error));
        diagnostics(py, &found)
    }

    /// The first element of a name.
    fn find(slf: &Bound<'_, Self>, name: &str) -> Option<Node> {
        slf.get().tree.find(name).map(|node| Node::new(slf, node))
    }

    /// The first element with an id.
    fn by_id(slf: &Bound<'_, Self>, id: &str) -> Option<Node> {
        slf.get().tree.by_id(id).map(|node| Node::new(slf, node))
    }

    /// The node that the text at a line and a column belongs to, both from 1.
    fn node_at(slf: &Bound<'_, Self>, line: isize, column: isize) -> PyResult<Option<Node>> {
        let offset = slf.get().offset(line, column)?;
        let tree = &slf.get().tree;
        let node = slf.py().detach(|| tree.node_at(offset).map(|node| node.id()));
        Ok(node.map(|id| Node::of_id(slf, id)))
    }

    /// The elements that match a selector, in the order of the document.
    fn select(slf: &Bound<'_, Self>, selector: &str) -> PyResult<Vec<Node>> {
        query::select(slf, slf.get().tree.root().id(), selector)
    }

    /// The first element that matches a selector.
    fn select_one(slf: &Bound<'_, Self>, selector: &str) -> PyResult<Option<Node>> {
        Ok(query::select(slf, slf.get().tree.root().id(), selector)?.into_iter().next())
    }

    /// Returns the value of an XPath expression: a list, a text, a number, or true or false. Arguments with names are its variables.
    #[pyo3(signature = (expression, /, **variables))]
    fn xpath<'py>(
        slf: &Bound<'py, Self>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let query = query::Query::compiled(slf.py(), Language::XPath, expression)?;
        query.value(slf, slf.get().tree.root().id(), variables)
    }

    /// Returns what the nodes say that an XPath expression selects, as a list of texts.
    #[pyo3(signature = (expression, /, **variables))]
    fn xpath_texts<'py>(
        slf: &Bound<'py, Self>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let query = query::Query::compiled(slf.py(), Language::XPath, expression)?;
        query.texts_at(slf, slf.get().tree.root().id(), variables)
    }

    /// What happened to the token at a line and a column, both from 1, and why. The document is parsed again for it.
    fn explain(slf: &Bound<'_, Self>, line: isize, column: isize) -> PyResult<Option<Explanation>> {
        let (py, own) = (slf.py(), slf.get());
        let offset = own.offset(line, column)?;
        let (parser, options) = (&own.parser, &own.options);
        let traced = py.detach(|| {
            Traced::parse_str(parser, own.tree.text(), options).map(|traced| traced.at(offset))
        });
        let told = traced.map_err(|error| unparsed(py, &error))?;
        Ok(told.map(|told| Explanation::new(slf, told)))
    }

    /// The difference to another document.
    fn diff(&self, py: Python<'_>, other: &Bound<'_, Self>) -> Comparison {
        let other = &other.get().tree;
        Comparison(py.detach(|| tree::Comparison::new(&self.tree, other)))
    }

    /// It as HTML, as the standard serialises it; virtual tags and cruft as comments, if repairs are to be marked.
    #[pyo3(signature = (*, mark_repairs = false, max_bytes = None))]
    fn to_html(&self, py: Python<'_>, mark_repairs: bool, max_bytes: Option<u64>) -> String {
        let options =
            WriteOptions { mark_repairs, bytes: bytes(max_bytes), ..WriteOptions::default() };
        self.render(py, Format::Html, options)
    }

    /// The tree, a node a line, and the repairs unless it is to be bare.
    #[pyo3(signature = (*, bare = false, hide_allowed = false, max_bytes = None))]
    fn to_tree(
        &self,
        py: Python<'_>,
        bare: bool,
        hide_allowed: bool,
        max_bytes: Option<u64>,
    ) -> String {
        let bytes = bytes(max_bytes);
        self.render(
            py,
            Format::Tree,
            WriteOptions { bare, hide_allowed, bytes, ..WriteOptions::default() },
        )
    }

    /// It in one of the formats of `wishful parse -f`: `html`, `json`, `html5lib`, `esis`, `events`, `tokens`, `dot`, `fix`, `tree`.
    fn to_format(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let known = Format::ALL.iter().copied().find(|known| known.name() == format);
        match known {
            Some(known) => Ok(self.render(py, known, WriteOptions::default())),
            None => {
                let names: Vec<String> = Format::ALL.iter().map(|known| known.name()).collect();
                let names = names.join(", ");
                let message = format!("there is no format `{format}`; there are {names}");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// All of it as dictionaries and lists, `wishful-document/1`. Offsets in them count bytes of UTF-8.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.render(py, Format::Json, WriteOptions::default()))
    }

    /// The structure of its elements, such as `(html (head) (body (p)))`.
    fn structure(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree.structure())
    }

    /// Its microformats, as microformats2 has them: `items`, `rels` and `rel-urls`. Relative addresses are those of `base`, where
    /// the document does not say what they are relative to. Root classes may be excepted, such as `h-full` of a style sheet.
    #[pyo3(signature = (base = None, *, lang = false, spans = false, except_roots = Vec::new()))]
    fn microformats<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        lang: bool,
        spans: bool,
        except_roots: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let shape = Shape { lang, spans, dom: None };
        extraction::microformats(py, &self.tree, (base, &except_roots), shape)
    }

    /// The same with languages; what `dom` gives for the number of an element stands for the markup in it.
    fn _microformats<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        except_roots: Vec<String>,
        dom: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let shape = Shape { lang: true, spans: false, dom };
        extraction::microformats(py, &self.tree, (base, &except_roots), shape)
    }

    /// The tree as what other libraries build theirs of: see `flat.rs`.
    #[pyo3(signature = (*, coerced = false))]
    fn _flat<'py>(&self, py: Python<'py>, coerced: bool) -> PyResult<Bound<'py, PyList>> {
        flat::steps(py, &self.tree, coerced)
    }

    /// The tree as XML, with what else its reader needs to know: see `xml.rs`.
    #[pyo3(signature = (*, namespaced = false, around = None))]
    fn _xml(&self, py: Python<'_>, namespaced: bool, around: Option<&str>) -> xml::Written {
        py.detach(|| xml::write(&self.tree, namespaced, around))
    }

    /// A relative address made whole; none if that cannot be said.
    fn resolve(&self, address: &str) -> Option<String> {
        self.tree.resolve(address).ok().map(String::from)
    }

    /// How many nodes there are.
    fn __len__(&self) -> usize {
        self.tree.len()
    }

    /// (A document is there, however empty.)
    fn __bool__(&self) -> bool {
        true
    }

    /// All nodes, in order; the root is the first.
    fn __iter__(slf: &Bound<'_, Self>) -> Nodes {
        Nodes::new(slf, 0..slf.get().tree.len())
    }

    /// The node of a number; from -1 on backwards, from the last one.
    fn __getitem__(slf: &Bound<'_, Self>, index: isize) -> PyResult<Node> {
        let count = slf.get().tree.len();
        let index = match usize::try_from(index) {
            Ok(index) => Some(index),
            Err(_) => count.checked_sub(index.unsigned_abs()),
        };
        index.and_then(|index| Node::of_index(slf, index)).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no such node; there are {count}"))
        })
    }

    /// (It never changes.)
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        shown("document", slf)
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.render(py, Format::Html, WriteOptions::default())
    }

    fn __repr__(&self) -> String {
        let (nodes, repairs) = (self.tree.len(), self.tree.repairs().len());
        format!("<Document {}: {nodes} nodes, {repairs} repairs>", self.name())
    }
}
