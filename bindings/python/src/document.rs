//! The class `Document` and the function `parse`.

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use std::ops::Deref;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use wishful::diagnostics::{Position, Severity};
use wishful::explain::TracedDocument;
use wishful::tree::{self, EncodingReason, FindingKinds, Format, NameId, NodeId, WriteOptions};
use wishful::{Allowance, ParseError, ParseOptions, Parser};
use wishful_query::Select;
use wishful_template::Dialect;

use crate::compare::Comparison;
use crate::edit::{self, Editor, byte_of};
use crate::explanation::Explanation;
use crate::extraction;
use crate::failure::{diagnostics, loaded, unparsed};
use crate::flat;
use crate::found::DictionaryOptions;
use crate::grammar::{diagnoser, meant, of_name, shipped_name};
use crate::input::{DocumentInput, interruptibly};
use crate::intent::Intent;
use crate::node::{Node, Nodes};
use crate::options;
use crate::query::{self, Language};
use crate::repair::Repair;
use crate::span::Span;
use crate::structured::{GraphParts, SyntaxNames, Wanted};
use crate::table::{self, TableParts};
use crate::xml;

/// A run of a visible text: its length in characters, its kind, its span, the index of its text
/// node, and whether it was moved.
type TextRunParts = (usize, &'static str, Option<Span>, Option<usize>, bool);

/// The arguments of `Document._of_data`: the input, the name of the grammar, the options.
type PickledParse<'py> = (Bound<'py, PyAny>, &'static str, Bound<'py, PyDict>);

/// A parsed document. It is immutable, so many threads may read it.
#[pyclass(frozen, module = "wishful", weakref)]
pub(crate) struct Document {
    /// The contents. They are boxed because Python clears the memory of each new object.
    contents: Box<Contents>,
}

/// The contents of a document.
pub(crate) struct Contents {
    pub(crate) tree: tree::Document,
    pub(crate) parser: Parser,
    pub(crate) options: ParseOptions,
    /// The input, unless it consists of the same bytes as the text.
    input: Option<DocumentInput>,
    /// The names of elements as Python strings, by `NameId`.
    names: OnceLock<Vec<PyOnceLock<Py<PyString>>>>,
    /// The text as a Python string. Programs slice it once for each span, so it is not copied anew.
    source: PyOnceLock<Py<PyString>>,
}

impl Deref for Document {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.contents
    }
}

/// Parses a document. Broken HTML never raises: the parser repairs it and records a reason for each
/// repair.
#[pyfunction]
#[pyo3(
    signature = (data, grammar = None, **options),
    text_signature = "(data, grammar=None, *, name=None, fragment=None, latches=None, url=None, encoding=None, transport_encoding=None, max_bytes=None, max_nodes=None, shadow_roots=None, patches=None)"
)]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    data: &Bound<'_, PyAny>,
    grammar: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Document>> {
    let input = DocumentInput::of(data)?;
    input.warn_of_address(py)?;
    Document::parsed(py, &meant(py, grammar)?, input, options::read(options)?)
}

/// Parses a document with the grammar `whatwg` and checks it. Equals `parse(data).check(grammar)`.
///
/// With `template`, the document is a template of this language, as `wishful check --template`
/// takes it: a name such as `jinja`, or a file such as `mine.template`. The pages that it may write
/// are checked, and a message says under which conditions a page has a mistake.
///
/// >>> import wishful
/// >>> page = "<p>{% if admin %}<b>{% endif %}Hello</p>"
/// >>> print(wishful.check(page, template="django")[0].message[:35])
/// if `admin`: `<b>` is not closed whe
#[pyfunction]
#[pyo3(
    signature = (data, grammar = None, *, template = None, **options),
    text_signature = "(data, grammar=None, *, template=None, name=None, fragment=None, latches=None, url=None, encoding=None, transport_encoding=None, max_bytes=None, max_nodes=None, shadow_roots=None, patches=None)"
)]
pub(crate) fn check<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    grammar: Option<&Bound<'py, PyAny>>,
    template: Option<&str>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let document = parse(py, data, None, options)?;
    let document = document.get();
    let dialect = template.map_or(Ok(None), Dialect::load).map_err(PyValueError::new_err)?;
    let Some(dialect) = dialect else { return document.check(py, grammar) };
    let diagnoser = diagnoser(py, &document.parser, grammar)?;
    let file = &document.tree.source().file;
    let found = interruptibly(py, document.bytes().len(), &document.options, |options| {
        Ok(wishful_template::check(&dialect, file, &diagnoser, options).findings)
    })?;
    diagnostics(py, &found)
}

impl Document {
    pub(crate) fn new(
        tree: tree::Document,
        parser: &Parser,
        options: ParseOptions,
        input: DocumentInput,
    ) -> Self {
        let is_text = input.bytes() == tree.text().as_bytes();
        let input = if is_text { None } else { Some(input) };
        let (parser, names, source) = (parser.clone(), OnceLock::new(), PyOnceLock::new());
        Self { contents: Box::new(Contents { tree, parser, options, input, names, source }) }
    }

    /// Returns the bytes that were parsed; those of a `str` are in UTF-8.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.input.as_ref().map_or(self.tree.text().as_bytes(), DocumentInput::bytes)
    }

    /// Reports whether a `str` was parsed.
    pub(crate) fn is_text(&self) -> bool {
        self.tree.source().reason == EncodingReason::Text
    }

    /// Parses an input with the interpreter detached.
    pub(crate) fn parsed<'py>(
        py: Python<'py>,
        parser: &Parser,
        input: DocumentInput,
        options: ParseOptions,
    ) -> PyResult<Bound<'py, Self>> {
        let tree = input.parse_interruptibly(py, parser, &options)?;
        Bound::new(py, Self::new(tree, parser, options, input))
    }

    /// Returns the name of an element as a Python string, which is made once.
    pub(crate) fn element_name<'py>(
        &self,
        py: Python<'py>,
        name: NameId,
    ) -> Option<Bound<'py, PyString>> {
        let names = self.tree.element_names();
        let made =
            self.names.get_or_init(|| (0..names.count()).map(|_| PyOnceLock::new()).collect());
        let text = names.get(name)?;
        let made = made.get(name.index())?.get_or_init(py, || PyString::new(py, text).unbind());
        Some(made.bind(py).clone())
    }

    /// Returns the first child of the root element with one of some names.
    fn part(slf: &Bound<'_, Self>, names: &[&str]) -> Option<Node> {
        let root = slf.get().tree.root().child_elements().next()?;
        for child in root.child_elements() {
            if child.name().is_some_and(|name| names.contains(&name)) {
                return Some(Node::new(slf, child));
            }
        }
        None
    }

    /// Returns the offset in bytes of a line and a column.
    fn offset(&self, line: isize, column: isize) -> PyResult<u32> {
        if let (Ok(line), Ok(column)) = (usize::try_from(line), usize::try_from(column))
            && let Some(offset) = self.tree.source().file.offset(Position { line, column })
        {
            return Ok(offset);
        }
        let message = format!("no line {line} with a column {column} in the document");
        Err(PyIndexError::new_err(message))
    }

    fn render(&self, py: Python<'_>, format: Format, options: WriteOptions) -> String {
        py.detach(|| self.tree.render(format, options))
    }
}

/// Calls a function of `wishful/notebook.py` that renders an object for a notebook.
pub(crate) fn shown<'py>(how: &str, what: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    what.py().import("wishful.notebook")?.getattr(how)?.call1((what,))
}

/// Returns the limit on the length of an output, `None` being the default.
fn bytes(most: Option<u64>) -> Allowance {
    match most {
        Some(most) => Allowance::fixed(most),
        None => WriteOptions::default().bytes,
    }
}

#[pymethods]
impl Document {
    /// Returns the decoded source text, which all spans index.
    #[getter]
    fn source(&self, py: Python<'_>) -> Py<PyString> {
        let made = self.source.get_or_init(py, || PyString::new(py, self.tree.text()).unbind());
        made.clone_ref(py)
    }

    /// Returns the visible text. Blocks, rows and `<br>` begin a line, and `separator` joins the
    /// lines; a tab joins the cells of a row. Scripts, style sheets, templates and other hidden
    /// content are left out. With `strip`, white space is collapsed, and empty lines are left out.
    /// With `map`, the result is a `TextMap`, which says from where in the source each run came.
    #[pyo3(signature = (separator = "\n", strip = true, *, map = false))]
    fn text<'py>(
        slf: &Bound<'py, Self>,
        separator: &str,
        strip: bool,
        map: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::root(slf).text(slf.py(), separator, strip, map)
    }

    /// Returns the visible text in a node, and its runs: for each its length, kind, span, text node
    /// and whether it was moved.
    fn _text_map(
        &self,
        py: Python<'_>,
        top: &Node,
        separator: &str,
        strip: bool,
    ) -> (String, Vec<TextRunParts>) {
        let top = top.seen();
        py.detach(|| {
            let map = top.text_map(separator, strip);
            let mut runs = Vec::with_capacity(map.runs().len());
            for run in map.runs() {
                runs.push((
                    map.text()[run.range.clone()].chars().count(),
                    run.kind.word(),
                    run.span.map(|span| Span::of(&self.tree, span)),
                    run.node.map(NodeId::index),
                    run.is_moved,
                ));
            }
            (map.text().to_owned(), runs)
        })
    }

    /// Returns the span of a range of characters of the source.
    fn _span(&self, start: usize, end: usize) -> Span {
        let file = &self.tree.source().file;
        let last = wishful::diagnostics::Span::at(file.text().len()).start;
        let [start, end] = [start, end].map(|index| byte_of(file, index).unwrap_or(last));
        Span::of(&self.tree, wishful::diagnostics::Span { start: start.min(end), end })
    }

    /// Returns the title of the page, with white space collapsed; `None` if there is no `<title>`.
    #[getter]
    fn title(&self) -> Option<String> {
        for node in self.tree.nodes().elements() {
            if node.name() == Some("title") && node.namespace().is_none() {
                return Some(node.visible_text(" ", true));
            }
        }
        None
    }

    /// Returns the `<head>`, if there is one.
    #[getter]
    fn head(slf: &Bound<'_, Self>) -> Option<Node> {
        Self::part(slf, &["head"])
    }

    /// Returns the `<body>` or the `<frameset>`, if there is one.
    #[getter]
    fn body(slf: &Bound<'_, Self>) -> Option<Node> {
        Self::part(slf, &["body", "frameset"])
    }

    /// Returns the name of the document in messages.
    #[getter]
    fn name(&self) -> &str {
        self.tree.source().file.name()
    }

    /// Returns the URL of the document, if the caller gave one.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.tree.url().map(|url| url.as_str())
    }

    /// Returns the base URL that resolves relative URLs, if it is known.
    #[getter]
    fn base_url(&self) -> Option<&str> {
        self.tree.base_url().map(|url| url.as_str())
    }

    /// Returns the name of the character encoding of the input.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.tree.source().encoding.name()
    }

    /// Reports whether the decoder replaced malformed byte sequences.
    #[getter]
    fn malformed(&self) -> bool {
        self.tree.source().had_errors
    }

    /// Returns the name of the limit that ended the parse early, if one did.
    #[getter]
    fn limit(&self) -> Option<String> {
        self.tree.limit().map(|limit| limit.name().to_owned())
    }

    /// Returns the latches of the grammar that are set at the end of the parse, for example
    /// `quirks`.
    #[getter]
    fn latches(&self) -> Vec<String> {
        self.tree.active_latches().to_vec()
    }

    /// Returns the root node.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Node {
        Node::new(slf, slf.get().tree.root())
    }

    /// Returns the repairs, in document order.
    #[getter]
    fn repairs(slf: &Bound<'_, Self>) -> Vec<Repair> {
        slf.get().tree.repair_ids().map(|id| Repair::new(slf, id)).collect()
    }

    /// Returns the repairs that are mistakes of the author. Tags that the grammar lets an author
    /// omit do not count.
    #[getter]
    fn mistakes(slf: &Bound<'_, Self>) -> Vec<Repair> {
        slf.get().tree.replay().mistakes().map(|id| Repair::new(slf, id)).collect()
    }

    /// Returns `Diagnostic`s, in source order: mistakes (`repairs`), permitted omissions
    /// (`allowed`), and parse errors with a name in the standard (`errors`).
    #[pyo3(signature = (*, repairs = true, allowed = false, errors = true))]
    fn findings<'py>(
        &self,
        py: Python<'py>,
        repairs: bool,
        allowed: bool,
        errors: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wanted = FindingKinds::default().repairs(repairs).allowed(allowed).errors(errors);
        let found = py.detach(|| self.tree.findings(wanted, Severity::Error));
        diagnostics(py, &found)
    }

    /// Checks the document against a grammar of documents as authors should write them: by default
    /// `conforming`, the rules of the HTML Standard. Returns `Diagnostic`s in source order: the
    /// mistakes of `intent()`, and what the page without them has of broken rules, parse errors and
    /// repairs that the document's own grammar does not allow.
    #[pyo3(signature = (grammar = None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        grammar: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let diagnoser = diagnoser(py, &self.parser, grammar)?;
        let found = interruptibly(py, self.bytes().len(), &self.options, |options| {
            Ok(diagnoser.findings(&self.tree, options))
        })?;
        diagnostics(py, &found)
    }

    /// Returns the mistakes of the author, and the source as it was probably meant. Browsers build
    /// another tree from that source than from this one.
    fn intent(&self, py: Python<'_>) -> PyResult<Intent> {
        let diagnoser = diagnoser(py, &self.parser, None)?;
        interruptibly(py, self.bytes().len(), &self.options, |options| {
            let diagnosis = diagnoser.diagnose(&self.tree, options);
            Ok(Intent::of(&self.tree, self.bytes(), diagnosis))
        })
    }

    /// Returns the source without mistakes, as `wishful fix` writes it: the grammar builds the same
    /// tree from it. Mistakes that no source can avoid stay. It is bytes in the encoding of the
    /// document, or a `str` if a `str` was parsed.
    ///
    /// >>> import wishful
    /// >>> wishful.parse("<!doctype html><b>One<p>Two</b>").fix()
    /// '<!doctype html><b>One</b><p><b>Two</b>'
    fn fix<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        edit::fixed(slf)
    }

    /// Begins to edit the document, as a context manager: see `Editor`. This document does not
    /// change. With `rewrite`, elements around an edited node may be written anew, with all their
    /// content, where an edit is refused otherwise.
    #[pyo3(signature = (*, rewrite = false))]
    fn edit(slf: &Bound<'_, Self>, rewrite: bool) -> Editor {
        Editor::new(slf, rewrite)
    }

    /// Returns the first element with a name.
    fn find(slf: &Bound<'_, Self>, name: &str) -> Option<Node> {
        let node = slf.get().tree.first_element(name)?;
        Some(Node::new(slf, node))
    }

    /// Returns the first element with an id.
    fn by_id(slf: &Bound<'_, Self>, id: &str) -> Option<Node> {
        let node = slf.get().tree.element_by_id(id)?;
        Some(Node::new(slf, node))
    }

    /// Returns the node that the text at a line and a column belongs to. Both count from 1.
    fn node_at(slf: &Bound<'_, Self>, line: isize, column: isize) -> PyResult<Option<Node>> {
        let offset = slf.get().offset(line, column)?;
        let tree = &slf.get().tree;
        let id = slf.py().detach(|| Some(tree.replay().node_at(offset)?.id()));
        Ok(id.map(|id| Node::of_id(slf, id)))
    }

    /// Returns the elements that match a CSS selector, in document order.
    fn select(slf: &Bound<'_, Self>, selector: &str) -> PyResult<Vec<Node>> {
        query::select(slf, slf.get().tree.root().id(), selector)
    }

    /// Returns the first element that matches a CSS selector.
    fn select_one(slf: &Bound<'_, Self>, selector: &str) -> PyResult<Option<Node>> {
        query::select_one(slf, slf.get().tree.root().id(), selector)
    }

    /// Returns a list of elements for each of several CSS selectors.
    #[pyo3(signature = (*selectors))]
    fn select_many(
        slf: &Bound<'_, Self>,
        selectors: &Bound<'_, PyTuple>,
    ) -> PyResult<Vec<Vec<Node>>> {
        query::select_many(slf, slf.get().tree.root().id(), selectors)
    }

    /// Returns the string values that a CSS selector selects, as a list: the texts of elements, of
    /// text nodes (`a::text`), and the values of attributes (`a::attr(href)`).
    fn css_texts<'py>(slf: &Bound<'py, Self>, selector: &str) -> PyResult<Bound<'py, PyList>> {
        let query = query::Query::compiled(slf.py(), Language::Css, selector)?;
        query.texts_at(slf, slf.get().tree.root().id(), None)
    }

    /// Does the same as `select`; selectolax has this name.
    fn css(slf: &Bound<'_, Self>, selector: &str) -> PyResult<Vec<Node>> {
        Self::select(slf, selector)
    }

    /// Returns the first element that matches a CSS selector, or `default`.
    #[pyo3(signature = (selector, default = None))]
    fn css_first<'py>(
        slf: &Bound<'py, Self>,
        selector: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        query::first_or(slf.py(), Self::select_one(slf, selector)?, default)
    }

    /// Returns the value of an XPath expression: a list, a text, a number or a boolean. Keyword
    /// arguments are the expression's variables.
    #[pyo3(signature = (expression, /, **variables))]
    fn xpath<'py>(
        slf: &Bound<'py, Self>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let query = query::Query::compiled(slf.py(), Language::XPath, expression)?;
        query.value(slf, slf.get().tree.root().id(), variables)
    }

    /// Returns the string values of the nodes that an XPath expression selects, as a list.
    #[pyo3(signature = (expression, /, **variables))]
    fn xpath_texts<'py>(
        slf: &Bound<'py, Self>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let query = query::Query::compiled(slf.py(), Language::XPath, expression)?;
        query.texts_at(slf, slf.get().tree.root().id(), variables)
    }

    /// Explains what happened to the token at a line and a column, and why. Both count from 1. This
    /// parses the document again.
    fn explain(slf: &Bound<'_, Self>, line: isize, column: isize) -> PyResult<Option<Explanation>> {
        let (py, own) = (slf.py(), slf.get());
        let offset = own.offset(line, column)?;
        let (parser, options) = (&own.parser, &own.options);
        let explained = py.detach(|| {
            let traced = TracedDocument::parse(parser, own.tree.text(), options)?;
            Ok(traced.at(offset))
        });
        let explained = explained.map_err(|error: ParseError| unparsed(py, &error))?;
        Ok(explained.map(|explained| Explanation::new(slf, explained)))
    }

    /// Compares this document with another one.
    fn diff(&self, py: Python<'_>, other: &Bound<'_, Self>) -> Comparison {
        let other = &other.get().tree;
        Comparison(py.detach(|| tree::Comparison::new(&self.tree, other)))
    }

    /// Serialises the document as HTML, as the standard defines it. `mark_repairs` shows virtual
    /// tags and cruft as comments.
    #[pyo3(signature = (*, mark_repairs = false, max_bytes = None))]
    fn to_html(&self, py: Python<'_>, mark_repairs: bool, max_bytes: Option<u64>) -> String {
        let options = WriteOptions::default().mark_repairs(mark_repairs).bytes(bytes(max_bytes));
        self.render(py, Format::Html, options)
    }

    /// Prints the tree, one node a line, followed by the repairs unless `bare` is true.
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
            WriteOptions::default().bare(bare).hide_allowed(hide_allowed).bytes(bytes),
        )
    }

    /// Renders the document in a format of `wishful parse -f`: `html`, `json`, `html5lib`, `esis`,
    /// `events`, `tokens`, `dot`, `fix` or `tree`.
    fn to_format(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let known = Format::ALL.iter().copied().find(|known| known.name() == format);
        match known {
            Some(known) => Ok(self.render(py, known, WriteOptions::default())),
            None => {
                let names: Vec<String> = Format::ALL.iter().map(|known| known.name()).collect();
                let names = names.join(", ");
                let message = format!("unknown format `{format}`; expected one of {names}");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Returns the whole document as dictionaries and lists, in the format `wishful-document/1`.
    /// Its offsets count bytes of UTF-8.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.render(py, Format::Json, WriteOptions::default()))
    }

    /// Returns the structure of the elements, for example `(html (head) (body (p)))`.
    fn structure(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree.structure())
    }

    /// Extracts the microformats as microformats2 defines them: `items`, `rels` and `rel-urls`.
    /// `base` resolves relative URLs if the document does not state its own URL or base.
    /// `except_roots` lists root classes to ignore, for example `h-full` of a style sheet.
    #[pyo3(signature = (base = None, *, lang = false, spans = false, except_roots = Vec::new()))]
    fn microformats<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        lang: bool,
        spans: bool,
        except_roots: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let shape = DictionaryOptions { lang, spans, dom: None };
        extraction::microformats(py, &self.tree, (base, &except_roots), None, shape)
    }

    /// Extracts microformats with languages and the addresses of mf2py, for the module `mf2`. If
    /// `dom` is given, it is called with an element's index; its result replaces the element's
    /// HTML.
    fn _microformats<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        except_roots: Vec<String>,
        dom: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let shape = DictionaryOptions { lang: true, spans: false, dom };
        let join: Option<fn(&str, &str) -> String> = Some(extraction::joined);
        extraction::microformats(py, &self.tree, (base, &except_roots), join, shape)
    }

    /// Reads the structured data: microdata, RDFa, Open Graph, JSON-LD and microformats, as one
    /// graph. `base` resolves relative URLs if the document does not state its own URL or base.
    /// `syntaxes` lists those to read, by default all: `microformats`, `microdata`, `rdfa`,
    /// `opengraph`, `json-ld`.
    #[pyo3(signature = (base = None, *, syntaxes = None))]
    fn structured_data<'py>(
        slf: &Bound<'py, Self>,
        base: Option<&str>,
        syntaxes: Option<SyntaxNames>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("wishful.structured_data")?;
        module.getattr("_read")?.call1((slf, (base, syntaxes.map(SyntaxNames::list))))
    }

    /// Returns the tables in document order, by the table model of HTML: see `Table`. A table in a
    /// cell of another table is in the list, too; those in templates are not.
    fn tables<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table::read(slf.as_any(), Bound::new(slf.py(), Self::root(slf))?.as_any())
    }

    /// Returns the tables in a node as tuples.
    fn _tables(&self, py: Python<'_>, top: &Node) -> Vec<TableParts> {
        let top = top.seen();
        py.detach(|| table::all(top))
    }

    /// Returns the header cells of each cell of a table.
    fn _table_headers(&self, py: Python<'_>, node: &Node) -> Vec<Vec<usize>> {
        let node = node.seen();
        py.detach(|| table::headers(node))
    }

    /// Returns the comma-separated values of a table.
    fn _table_csv(&self, py: Python<'_>, node: &Node) -> String {
        let node = node.seen();
        py.detach(|| table::csv(node))
    }

    /// Returns the graph of `structured_data` as tuples.
    fn _graph(&self, py: Python<'_>, wanted: Wanted) -> PyResult<GraphParts> {
        wanted.parts(py, &self.tree)
    }

    /// Returns the graph of `structured_data` as a text: `json`, `json-ld` or `turtle`.
    fn _graph_text(&self, py: Python<'_>, wanted: Wanted, format: &str) -> PyResult<String> {
        wanted.text(py, &self.tree, format)
    }

    /// Returns the tree as a list of steps from which other libraries build theirs; see `flat.rs`.
    #[pyo3(signature = (*, coerced = false))]
    fn _flat<'py>(&self, py: Python<'py>, coerced: bool) -> PyResult<Bound<'py, PyList>> {
        flat::steps(py, &self.tree, coerced)
    }

    /// Returns the document as well-formed XML, with the changes that XML requires.
    fn to_xml(&self, py: Python<'_>) -> xml::Xml {
        py.detach(|| xml::Xml::of(&self.tree))
    }

    /// Returns the tree as XML, and what its reader must know besides; see `xml.rs`.
    #[pyo3(signature = (*, namespaced = false, around = None))]
    fn _xml(&self, py: Python<'_>, namespaced: bool, around: Option<&str>) -> xml::XmlText {
        py.detach(|| xml::write(&self.tree, namespaced, around))
    }

    /// Resolves a relative URL; `None` if that is impossible.
    fn resolve(&self, address: &str) -> Option<String> {
        self.tree.resolve(address).ok().map(String::from)
    }

    /// Returns the number of nodes.
    fn __len__(&self) -> usize {
        self.tree.len()
    }

    /// Returns true: a document without nodes is still a document.
    fn __bool__(&self) -> bool {
        true
    }

    /// Iterates over all nodes in document order, beginning with the root.
    fn __iter__(slf: &Bound<'_, Self>) -> Nodes {
        Nodes::new(slf, 0..slf.get().tree.len(), false)
    }

    /// Iterates over all elements in document order.
    #[getter]
    fn elements(slf: &Bound<'_, Self>) -> Nodes {
        Nodes::new(slf, 0..slf.get().tree.len(), true)
    }

    /// Returns the node with an index. Negative indices count from the end.
    fn __getitem__(slf: &Bound<'_, Self>, index: isize) -> PyResult<Node> {
        let count = slf.get().tree.len();
        let index = match usize::try_from(index) {
            Ok(index) => Some(index),
            Err(_) => count.checked_sub(index.unsigned_abs()),
        };
        if let Some(index) = index
            && let Some(node) = Node::of_index(slf, index)
        {
            return Ok(node);
        }
        Err(PyIndexError::new_err(format!("index out of range of {count} nodes")))
    }

    /// Returns the same object, since documents are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles the input, the name of the grammar and the options. The result is parsed again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledParse<'py>)> {
        let Some(grammar) = shipped_name(&self.parser) else {
            let name = self.parser.grammar().name();
            return Err(PyTypeError::new_err(format!(
                "a document of the grammar `{name}` cannot be pickled, since that grammar is not \
                 shipped: send the page and the grammar's text, and parse there"
            )));
        };
        let input = match (self.is_text(), self.bytes()) {
            (true, _) => PyString::new(py, self.tree.text()).into_any(),
            (false, bytes) => PyBytes::new(py, bytes).into_any(),
        };
        let options = options::written(py, &self.options)?;
        Ok((py.get_type::<Self>().getattr("_of_data")?, (input, grammar, options)))
    }

    #[classmethod]
    fn _of_data<'py>(
        class: &Bound<'py, PyType>,
        data: &Bound<'py, PyAny>,
        grammar: &str,
        options: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, Self>> {
        let (py, options) = (class.py(), options::read(Some(options))?);
        Self::parsed(py, &of_name(py, grammar)?, DocumentInput::of(data)?, options)
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
