//! The class `Repair`.

use pyo3::prelude::*;
use pyo3::types::PyType;
use wishful::explain::{self, RepairId};
use wishful::tree;

use crate::document::Document;
use crate::span::Span;

/// A position where the tree differs from the source, and the reason.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Repair(RepairSource);

enum RepairSource {
    /// A view of a document: its parts are computed on access.
    View { document: Py<Document>, id: RepairId },
    /// A repair that was pickled.
    Data(RepairData),
}

/// All parts of a repair.
#[derive(Clone, PartialEq, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RepairData {
    index: usize,
    kind: String,
    span: Span,
    allowed: bool,
    inserted: Option<String>,
    rejected: String,
    cites: Option<(String, String)>,
    sentence: String,
}

impl Repair {
    pub(crate) fn new(document: &Bound<'_, Document>, id: RepairId) -> Self {
        Self(RepairSource::View { document: document.clone().unbind(), id })
    }

    /// Returns a part, from the document or from the data.
    fn part<T>(
        &self,
        viewed: impl FnOnce(&tree::Document, RepairId) -> T,
        stored: impl FnOnce(&RepairData) -> T,
    ) -> T {
        match &self.0 {
            RepairSource::View { document, id } => viewed(&document.get().tree, *id),
            RepairSource::Data(data) => stored(data),
        }
    }

    fn data(&self) -> RepairData {
        RepairData {
            index: self.index(),
            kind: self.kind(),
            span: self.span(),
            allowed: self.allowed(),
            inserted: self.inserted(),
            rejected: self.rejected(),
            cites: self.cites(),
            sentence: self.__str__(),
        }
    }
}

fn record(tree: &tree::Document, id: RepairId) -> &explain::Repair {
    &tree.repairs()[id.index()]
}

fn cited(tree: &tree::Document, id: RepairId) -> Option<(String, String)> {
    let line = tree.grammar_line(id)?;
    Some((format!("{}:{}", line.at.file, line.at.start.line), line.text))
}

#[pymethods]
impl Repair {
    /// Returns the index among the repairs of the document.
    #[getter]
    fn index(&self) -> usize {
        self.part(|_, id| id.index(), |data| data.index)
    }

    /// Returns the kind of repair: `virtual-start`, `cruft`, `fostered`, …
    #[getter]
    fn kind(&self) -> String {
        self.part(|tree, id| record(tree, id).kind.name().to_owned(), |data| data.kind.clone())
    }

    /// Returns the span that the repair is about; empty for inserted tags.
    #[getter]
    fn span(&self) -> Span {
        self.part(|tree, id| Span::of(tree, record(tree, id).span), |data| data.span.clone())
    }

    /// Returns the line of the repair, counted from 1.
    #[getter]
    fn line(&self) -> usize {
        self.span().line
    }

    /// Returns the column of the repair, counted from 1.
    #[getter]
    fn column(&self) -> usize {
        self.span().column
    }

    /// Reports whether the repair is not a mistake, but a tag that the grammar lets an author omit.
    #[getter]
    fn allowed(&self) -> bool {
        self.part(|tree, id| tree.replay().is_allowed(id), |data| data.allowed)
    }

    /// Returns the tag that was inserted, if one was.
    #[getter]
    fn inserted(&self) -> Option<String> {
        self.part(tree::Document::inserted_tag, |data| data.inserted.clone())
    }

    /// Returns the token that did not fit: a tag by its name, a text as an excerpt.
    #[getter]
    fn rejected(&self) -> String {
        self.part(tree::Document::rejected_token, |data| data.rejected.clone())
    }

    /// Returns the location and the text of the grammar line that permits the repair.
    #[getter]
    fn cites(&self) -> Option<(String, String)> {
        self.part(cited, |data| data.cites.clone())
    }

    fn __str__(&self) -> String {
        self.part(tree::Document::describe_repair, |data| data.sentence.clone())
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

    /// Pickles all parts. The copy has no document.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (RepairData,))> {
        Ok((py.get_type::<Self>().getattr("_of_data")?, (self.data(),)))
    }

    #[classmethod]
    fn _of_data(_class: &Bound<'_, PyType>, data: RepairData) -> Self {
        Self(RepairSource::Data(data))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        match (&self.0, &other.get().0) {
            (
                RepairSource::View { document, id },
                RepairSource::View { document: others, id: other },
            ) => document.is(others) && id == other,
            _ => self.data() == other.get().data(),
        }
    }

    fn __hash__(&self) -> usize {
        self.index()
    }
}
