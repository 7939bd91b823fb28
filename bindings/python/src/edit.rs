//! The classes `Editor` and `Edited`: edits of a page that keep its source.

use std::mem;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes, PyString};
use wishful::diagnostics::SourceFile;
use wishful::tree::NodeId;
use wishful_edit::{self as edit, Conflict, EditError, EditId, Edits, InsertAt, Insertion};

use crate::document::Document;
use crate::failure::conflicting;
use crate::input::{DocumentInput, interruptibly};
use crate::node::Node;

/// Collects edits of a document, and makes the new source at the end of the block. All edits see
/// the document as it was. Each method returns the number of the edit, and raises `EditError` if
/// the edit contradicts an earlier one. If the block ends by an exception, nothing is made.
///
/// >>> import wishful
/// >>> document = wishful.parse("<ul><li>One<li><A HREF=two.html>Two</A></ul>")
/// >>> with document.edit() as editor:
/// ...     for link in document.select("a"):
/// ...         _ = editor.set_attribute(link, "rel", "nofollow")
/// >>> editor.result.source
/// '<ul><li>One<li><A HREF=two.html REL=nofollow>Two</A></ul>'
#[pyclass(module = "wishful")]
pub(crate) struct Editor {
    document: Py<Document>,
    state: EditorState,
}

enum EditorState {
    Open(Edits),
    Finished(Py<Edited>),
    /// The block ended by an exception.
    Discarded,
}

impl Editor {
    pub(crate) fn new(document: &Bound<'_, Document>, rewrite: bool) -> Self {
        let mut editor = edit::Editor::new(&document.get().tree);
        editor.allow_rewriting(rewrite);
        let state = EditorState::Open(editor.into_edits());
        Self { document: document.clone().unbind(), state }
    }

    /// Returns the id of a node of the document.
    fn id(&self, node: &Bound<'_, Node>) -> PyResult<NodeId> {
        let (document, id) = node.get().document_and_id(node.py());
        if document.is(&self.document) {
            return Ok(id);
        }
        let message = "this node is of another document";
        Err(conflicting(node.py(), message, "another-document", Node::of_id(&document, id)))
    }

    /// Adds an edit.
    fn add(
        &mut self,
        node: &Bound<'_, Node>,
        edit: impl FnOnce(&mut edit::Editor<'_>, NodeId) -> Result<EditId, EditError>,
    ) -> PyResult<usize> {
        let (py, id) = (node.py(), self.id(node)?);
        let EditorState::Open(edits) = &mut self.state else {
            return Err(PyRuntimeError::new_err("the edits are already made or discarded"));
        };
        let mut editor = edit::Editor::with_edits(&self.document.get().tree, mem::take(edits));
        let added = edit(&mut editor, id);
        *edits = editor.into_edits();
        added.map(EditId::index).map_err(|error| {
            let node = Node::of_id(self.document.bind(py), error.node);
            let message = format!("{}: {error}", place(&node));
            conflicting(py, &message, kind(&error.conflict), node)
        })
    }

    /// Adds an edit with new content: HTML, a text, or a node that is moved.
    fn add_content(
        &mut self,
        node: &Bound<'_, Node>,
        (content, is_text): (&Bound<'_, PyAny>, bool),
        edit: impl FnOnce(&mut edit::Editor<'_>, NodeId, Insertion) -> Result<EditId, EditError>,
    ) -> PyResult<usize> {
        let content = if let Ok(moved) = content.cast::<Node>() {
            Insertion::Node(self.id(moved)?)
        } else if let Ok(content) = content.cast::<PyString>() {
            let content = content.extract()?;
            if is_text { Insertion::Text(content) } else { Insertion::Html(content) }
        } else {
            let kind = content.get_type().name()?;
            let message = format!("new content must be a str or a Node, not {kind}");
            return Err(PyTypeError::new_err(message));
        };
        self.add(node, |editor, node| edit(editor, node, content))
    }
}

/// Returns a description and the position of a node.
fn place(node: &Node) -> String {
    let node = node.seen();
    format!("{} at {}", node.in_words(), node.position())
}

fn kind(conflict: &Conflict) -> &'static str {
    match conflict {
        Conflict::NotEditable => "not-editable",
        Conflict::NotAnElement => "not-an-element",
        Conflict::Void => "void",
        Conflict::Removed => "removed",
        Conflict::Edited => "edited",
        Conflict::Twice(_) => "twice",
        Conflict::Name(_) => "name",
    }
}

#[pymethods]
impl Editor {
    /// Returns the document that is edited.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// Returns the result, after the end of the block.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Py<Edited>> {
        match &self.state {
            EditorState::Finished(edited) => Ok(edited.clone_ref(py)),
            EditorState::Open(_) => {
                Err(PyRuntimeError::new_err("there is no result before the end of the block"))
            }
            EditorState::Discarded => Err(PyRuntimeError::new_err("the edits were discarded")),
        }
    }

    /// Sets an attribute of an element.
    fn set_attribute(
        &mut self,
        node: &Bound<'_, Node>,
        name: &str,
        value: &str,
    ) -> PyResult<usize> {
        self.add(node, |editor, node| editor.set_attribute(node, name, Some(value)))
    }

    /// Removes an attribute of an element, if it has that.
    fn remove_attribute(&mut self, node: &Bound<'_, Node>, name: &str) -> PyResult<usize> {
        self.add(node, |editor, node| editor.set_attribute(node, name, None))
    }

    /// Adds a class to an element.
    fn add_class(&mut self, node: &Bound<'_, Node>, name: &str) -> PyResult<usize> {
        self.add(node, |editor, node| editor.add_class(node, name))
    }

    /// Removes a class of an element, if it has that.
    fn remove_class(&mut self, node: &Bound<'_, Node>, name: &str) -> PyResult<usize> {
        self.add(node, |editor, node| editor.remove_class(node, name))
    }

    /// Gives an element another name.
    fn rename(&mut self, node: &Bound<'_, Node>, name: &str) -> PyResult<usize> {
        self.add(node, |editor, node| editor.rename(node, name))
    }

    /// Removes a node with its content.
    fn remove(&mut self, node: &Bound<'_, Node>) -> PyResult<usize> {
        self.add(node, |editor, node| editor.remove(node))
    }

    /// Removes the tags of an element. Its content takes its place.
    fn unwrap(&mut self, node: &Bound<'_, Node>) -> PyResult<usize> {
        self.add(node, |editor, node| editor.unwrap(node))
    }

    /// Puts an element around a node: `tag` is its start tag, such as `<div class=x>`. The element
    /// of a later call is around that of an earlier one.
    fn wrap(&mut self, node: &Bound<'_, Node>, tag: &str) -> PyResult<usize> {
        self.add(node, |editor, node| editor.wrap(node, tag))
    }

    /// Replaces a node by HTML, by a text with `text=True`, or by another node, which is moved.
    #[pyo3(signature = (node, content, *, text = false))]
    fn replace(
        &mut self,
        node: &Bound<'_, Node>,
        content: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<usize> {
        self.add_content(node, (content, text), |editor, node, content| {
            editor.replace(node, content)
        })
    }

    /// Replaces the content of an element by a text.
    fn set_text(&mut self, node: &Bound<'_, Node>, text: &str) -> PyResult<usize> {
        self.add(node, |editor, node| editor.set_text(node, text))
    }

    /// Replaces the content of an element by HTML, by a text with `text=True`, or by a node, which
    /// is moved.
    #[pyo3(signature = (node, content, *, text = false))]
    fn set_content(
        &mut self,
        node: &Bound<'_, Node>,
        content: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<usize> {
        self.add_content(node, (content, text), |editor, node, content| {
            editor.set_content(node, content)
        })
    }

    /// Inserts HTML before a node; a text with `text=True`; another node is moved there. If several
    /// edits insert at one position, their contents are in the order of the calls.
    #[pyo3(signature = (node, content, *, text = false))]
    fn before(
        &mut self,
        node: &Bound<'_, Node>,
        content: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<usize> {
        self.insert(node, InsertAt::Before, (content, text))
    }

    /// Inserts at the start of an element's content, as `before` does.
    #[pyo3(signature = (node, content, *, text = false))]
    fn prepend(
        &mut self,
        node: &Bound<'_, Node>,
        content: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<usize> {
        self.insert(node, InsertAt::First, (content, text))
    }

    /// Inserts at the end of an element's content, as `before` does.
    #[pyo3(signature = (node, content, *, text = false))]
    fn append(
        &mut self,
        node: &Bound<'_, Node>,
        content: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<usize> {
        self.insert(node, InsertAt::Last, (content, text))
    }

    /// Inserts after a node, as `before` does.
    #[pyo3(signature = (node, content, *, text = false))]
    fn after(
        &mut self,
        node: &Bound<'_, Node>,
        content: &Bound<'_, PyAny>,
        text: bool,
    ) -> PyResult<usize> {
        self.insert(node, InsertAt::After, (content, text))
    }

    /// Makes the new source. The end of the block does the same.
    fn finish(&mut self, py: Python<'_>) -> PyResult<Py<Edited>> {
        if let EditorState::Open(edits) = &mut self.state {
            let edits = mem::take(edits);
            self.state = EditorState::Discarded;
            self.state = EditorState::Finished(Edited::of(self.document.bind(py), edits)?);
        }
        self.result(py)
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(
        &mut self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        match self.state {
            EditorState::Open(_) if kind.is_none() => self.finish(py).map(drop),
            EditorState::Open(_) => {
                self.state = EditorState::Discarded;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn __repr__(&self) -> &'static str {
        match self.state {
            EditorState::Open(_) => "<Editor: open>",
            EditorState::Finished(_) => "<Editor: finished>",
            EditorState::Discarded => "<Editor: discarded>",
        }
    }
}

impl Editor {
    fn insert(
        &mut self,
        node: &Bound<'_, Node>,
        at: InsertAt,
        content: (&Bound<'_, PyAny>, bool),
    ) -> PyResult<usize> {
        self.add_content(node, content, |editor, node, content| editor.insert(node, at, content))
    }
}

/// An edited page.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Edited {
    before: Py<Document>,
    /// The new source: bytes in the encoding of the document, or a `str` if a `str` was parsed.
    #[pyo3(get)]
    source: Py<PyAny>,
    /// The document of the new source; the same object if nothing changed.
    #[pyo3(get)]
    document: Py<Document>,
    /// The result without its bytes and its document.
    rest: edit::Edited,
}

/// Returns a new source of a document: bytes, or a `str` if a `str` was parsed.
fn source<'py>(before: &Bound<'py, Document>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    if before.get().is_text() {
        return Ok(PyString::from_bytes(before.py(), bytes)?.into_any());
    }
    Ok(PyBytes::new(before.py(), bytes).into_any())
}

/// Returns the source of a document without the mistakes that a source can avoid.
pub(crate) fn fixed<'py>(document: &Bound<'py, Document>) -> PyResult<Bound<'py, PyAny>> {
    let own = document.get();
    let mut options = own.options.clone();
    if own.is_text() {
        // A `str` is decoded already, whatever it declares.
        options = options.encoding("utf-8");
    }
    let bytes = interruptibly(document.py(), own.bytes().len(), &options, |options| {
        Ok(edit::fix::fix(&own.parser, own.bytes(), options)?.bytes)
    })?;
    source(document, &bytes)
}

impl Edited {
    fn of(before: &Bound<'_, Document>, edits: Edits) -> PyResult<Py<Self>> {
        let (py, own) = (before.py(), before.get());
        let (tree, parser, bytes) = (&own.tree, &own.parser, own.bytes());
        let text = if own.is_text() { str::from_utf8(bytes).ok() } else { None };
        let mut rest = interruptibly(py, bytes.len(), &own.options, |options| {
            let editor = edit::Editor::with_edits(tree, edits);
            match text {
                Some(text) => editor.finish_str(parser, text, options),
                None => editor.finish(parser, bytes, options),
            }
        })?;
        let source = source(before, &mem::take(&mut rest.bytes))?;
        let document = match rest.document.take() {
            Some(tree) => {
                let input = DocumentInput::of(&source)?;
                Py::new(py, Document::new(tree, parser, own.options.clone(), input))?
            }
            None => before.clone().unbind(),
        };
        let before = before.clone().unbind();
        Py::new(py, Self { before, source: source.unbind(), document, rest })
    }

    fn node(&self, py: Python<'_>, node: NodeId) -> Node {
        Node::of_id(self.before.bind(py), node)
    }
}

#[pymethods]
impl Edited {
    /// Returns the edits that were not made, each with the reason.
    #[getter]
    fn refused(&self, py: Python<'_>) -> Vec<RefusedEdit> {
        let mut all = Vec::with_capacity(self.rest.refused.len());
        for edit::RefusedEdit { edit, node, reason } in &self.rest.refused {
            let node = self.node(py, *node);
            all.push(RefusedEdit { edit: edit.index(), node, reason: reason.clone() });
        }
        all
    }

    /// Returns what was written besides the edits since the new tree needs it, in source order.
    #[getter]
    fn written(&self, py: Python<'_>) -> Vec<Rewriting> {
        let mut all = Vec::with_capacity(self.rest.written.len());
        for rewriting in &self.rest.written {
            let (kind, node) = rewriting.parts();
            all.push(Rewriting { kind, node: self.node(py, node) });
        }
        all
    }

    /// Returns the index in the new text of a character of the old text; `None` if the character
    /// was removed. The texts are the `source` of both documents.
    fn offset(&self, old: usize) -> Option<usize> {
        let old = byte_of(&self.before.get().tree.source().file, old)?;
        let new = self.rest.offset(old)?;
        Some(self.document.get().tree.source().file.characters_before(new))
    }

    fn __repr__(&self) -> String {
        let (refused, written) = (self.rest.refused.len(), self.rest.written.len());
        format!("<Edited: {refused} edits refused, {written} rewritings>")
    }
}

/// Returns the offset in bytes of a character; `None` at or past the end of the text.
pub(crate) fn byte_of(file: &SourceFile, character: usize) -> Option<u32> {
    // The last offset with at most so many characters before it.
    let (mut low, mut high) = (0, u32::try_from(file.text().len()).unwrap_or(u32::MAX));
    let end = high;
    while low < high {
        let middle = high - (high - low) / 2;
        if file.characters_before(middle) <= character {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    if low < end { Some(low) } else { None }
}

/// An edit that was not made.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct RefusedEdit {
    /// The number of the edit.
    #[pyo3(get)]
    edit: usize,
    node: Node,
    /// The reason: what a parser would make of the edited page, and what to do.
    #[pyo3(get)]
    reason: String,
}

#[pymethods]
impl RefusedEdit {
    /// Returns the node of the edit.
    #[getter]
    fn node(&self, py: Python<'_>) -> Node {
        self.node.same(py)
    }

    fn __str__(&self) -> String {
        format!("{}: {}", place(&self.node), self.reason)
    }

    fn __repr__(&self) -> String {
        format!("<RefusedEdit {}: {}>", self.edit, self.__str__())
    }
}

/// A change of the source that no edit names, and that the edited tree needs.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Rewriting {
    /// `tags` if omitted tags of the node are written, `content` if new content at the node is
    /// written with the tags that it omits, `anew` if the node is written anew with its content.
    #[pyo3(get)]
    kind: &'static str,
    node: Node,
}

#[pymethods]
impl Rewriting {
    /// Returns the node.
    #[getter]
    fn node(&self, py: Python<'_>) -> Node {
        self.node.same(py)
    }

    fn __repr__(&self) -> String {
        format!("<Rewriting {}: {}>", self.kind, place(&self.node))
    }
}
