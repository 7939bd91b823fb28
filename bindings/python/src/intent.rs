//! The classes `Intent` and `Mistake`: a page as its author probably meant it.

use pyo3::prelude::*;
use pyo3::types::PyType;
use wishful::tree;
use wishful_diagnosis::{Diagnosis, Mistake};

use crate::span::Span;

/// Places in a document, each with a text about it.
type LabelledSpans = Vec<(Span, String)>;

/// All parts of a mistake, in the order of its fields.
type MistakeParts =
    (String, Span, String, String, LabelledSpans, LabelledSpans, LabelledSpans, bool);

/// A mistake of an author, at the place where it was made.
#[pyclass(frozen, eq, hash, from_py_object, module = "wishful", name = "Mistake", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct AuthorMistake {
    /// The kind of mistake: `unclosed-element`, `unclosed-quote`, …
    kind: String,
    /// The place of the mistake.
    span: Span,
    /// The sentence that states the mistake, without a full stop.
    message: String,
    /// The advice, in a few words.
    advice: String,
    /// Other places, with a few words about each.
    related: LabelledSpans,
    /// The repairs of the parser that follow from the mistake, with their places.
    consequences: LabelledSpans,
    /// The edits of the source that repair the mistake: places, each with its new text.
    edits: LabelledSpans,
    /// Set if the standard permits it, though it looks wrong.
    warning: bool,
}

impl AuthorMistake {
    fn new(document: &tree::Document, mistake: &Mistake) -> Self {
        let labelled = |places: &[(wishful::diagnostics::Span, String)]| -> LabelledSpans {
            places.iter().map(|(span, text)| (Span::of(document, *span), text.clone())).collect()
        };
        let mut edits = Vec::with_capacity(mistake.edits.len());
        for edit in &mistake.edits {
            edits.push((Span::of(document, edit.span), edit.text.clone()));
        }
        Self {
            kind: mistake.kind.code().to_owned(),
            span: Span::of(document, mistake.place),
            message: mistake.message.clone(),
            advice: mistake.advice.clone(),
            related: labelled(&mistake.related),
            consequences: labelled(&mistake.consequences),
            edits,
            warning: mistake.is_warning,
        }
    }
}

#[pymethods]
impl AuthorMistake {
    fn __str__(&self) -> String {
        let Span { line, column, .. } = self.span;
        format!("{line}:{column}: {}", self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Mistake {}: {}>", self.kind, self.__str__())
    }

    /// Returns the same object, since mistakes are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Pickles all parts.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (MistakeParts,))> {
        let Self { kind, span, message, advice, related, consequences, edits, warning } =
            self.clone();
        let parts = (kind, span, message, advice, related, consequences, edits, warning);
        Ok((py.get_type::<Self>().getattr("_of_data")?, (parts,)))
    }

    #[classmethod]
    fn _of_data(_class: &Bound<'_, PyType>, data: MistakeParts) -> Self {
        let (kind, span, message, advice, related, consequences, edits, warning) = data;
        Self { kind, span, message, advice, related, consequences, edits, warning }
    }
}

/// A page as its author probably meant it: the mistakes, and the source without them.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Intent {
    /// The mistakes of the author, in source order.
    #[pyo3(get)]
    mistakes: Vec<AuthorMistake>,
    source: Vec<u8>,
    /// The decoded text without the mistakes.
    #[pyo3(get)]
    text: String,
}

impl Intent {
    pub(crate) fn of(document: &tree::Document, bytes: &[u8], diagnosis: Diagnosis) -> Self {
        let mistakes = diagnosis.mistakes.iter();
        Self {
            mistakes: mistakes.map(|mistake| AuthorMistake::new(document, mistake)).collect(),
            source: diagnosis.source(document, bytes),
            text: diagnosis.text,
        }
    }
}

#[pymethods]
impl Intent {
    #[new]
    fn new(mistakes: Vec<AuthorMistake>, source: Vec<u8>, text: String) -> Self {
        Self { mistakes, source, text }
    }

    /// Returns the source without the mistakes, in the encoding of the document; that of a `str` is
    /// in UTF-8.
    #[getter]
    fn source(&self) -> &[u8] {
        &self.source
    }

    fn __getnewargs__(&self) -> (Vec<AuthorMistake>, &[u8], &str) {
        (self.mistakes.clone(), &self.source, &self.text)
    }

    fn __repr__(&self) -> String {
        format!("<Intent: {} mistakes>", self.mistakes.len())
    }

    /// Returns the same object, since it is immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
