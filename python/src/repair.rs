//! The class `Repair`.

use pyo3::prelude::*;
use wishful::explain::RepairId;

use crate::document::Document;
use crate::span::Span;

/// A position where the tree differs from the source, and the reason: a document and an index.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Repair {
    document: Py<Document>,
    id: RepairId,
}

impl Repair {
    pub(crate) fn new(document: &Bound<'_, Document>, id: RepairId) -> Self {
        Self { document: document.clone().unbind(), id }
    }

    fn record(&self) -> &wishful::explain::Repair {
        &self.document.get().tree.repairs()[self.id.index()]
    }
}

#[pymethods]
impl Repair {
    /// Returns the index among the repairs of the document.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// Returns the kind of repair: `virtual-start`, `cruft`, `fostered`, …
    #[getter]
    fn kind(&self) -> &'static str {
        self.record().kind.name()
    }

    /// Returns the span that the repair is about; empty for inserted tags.
    #[getter]
    fn span(&self) -> Span {
        Span::of(&self.document.get().tree, self.record().span)
    }

    /// Returns the line of the repair, counted from 1.
    #[getter]
    fn line(&self) -> usize {
        self.document.get().tree.position(self.record().span.start).line
    }

    /// Returns the column of the repair, counted from 1.
    #[getter]
    fn column(&self) -> usize {
        self.document.get().tree.position(self.record().span.start).column
    }

    /// Reports whether the repair is not a mistake, but a tag that the grammar lets an author omit.
    #[getter]
    fn allowed(&self) -> bool {
        self.document.get().tree.replay().is_allowed(self.id)
    }

    /// Returns the tag that was inserted, if one was.
    #[getter]
    fn inserted(&self) -> Option<String> {
        self.document.get().tree.inserted_tag(self.id)
    }

    /// Returns the token that did not fit: a tag by its name, a text as an excerpt.
    #[getter]
    fn rejected(&self) -> String {
        self.document.get().tree.rejected_token(self.id)
    }

    /// Returns the location and the text of the grammar line that permits the repair.
    #[getter]
    fn cites(&self) -> Option<(String, String)> {
        let line = self.document.get().tree.grammar_line(self.id)?;
        Some((format!("{}:{}", line.at.file, line.at.start.line), line.text))
    }

    fn __str__(&self) -> String {
        self.document.get().tree.describe_repair(self.id)
    }

    fn __repr__(&self) -> String {
        format!("<Repair {}>", self.__str__())
    }

    /// Returns the same object, since repairs are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
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
}
