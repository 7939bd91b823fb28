//! The class `Span`, whose offsets count characters as Python does.

use pyo3::prelude::*;
use wishful::diagnostics;
use wishful::tree;

/// A range of a document's text: `document.source[span.start:span.end]`.
#[pyclass(frozen, eq, hash, from_py_object, module = "wishful", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    /// The index of the first character.
    start: usize,
    /// The index after the last character.
    end: usize,
    /// The line of the first character, counted from 1.
    pub(crate) line: usize,
    /// The column of the first character, counted from 1.
    pub(crate) column: usize,
    /// The offset of the start in the bytes of the input.
    byte_start: u64,
    /// The offset of the end in the bytes of the input.
    byte_end: u64,
}

impl Span {
    pub(crate) fn of(document: &tree::Document, span: diagnostics::Span) -> Self {
        let source = document.source();
        let position = source.file.position(span.start);
        Self {
            start: source.file.characters_before(span.start),
            end: source.file.characters_before(span.end),
            line: position.line,
            column: position.column,
            byte_start: source.byte_offset(span.start),
            byte_end: source.byte_offset(span.end),
        }
    }
}

#[pymethods]
impl Span {
    #[new]
    fn new(
        start: usize,
        end: usize,
        line: usize,
        column: usize,
        byte_start: u64,
        byte_end: u64,
    ) -> Self {
        Self { start, end, line, column, byte_start, byte_end }
    }

    fn __getnewargs__(&self) -> (usize, usize, usize, usize, u64, u64) {
        (self.start, self.end, self.line, self.column, self.byte_start, self.byte_end)
    }

    fn __repr__(&self) -> String {
        let Self { start, end, line, column, .. } = self;
        format!("<Span {start}:{end} at {line}:{column}>")
    }

    /// Returns the same object, since spans are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __len__(&self) -> usize {
        self.end - self.start
    }
}
