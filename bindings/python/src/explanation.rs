//! The class `Explanation`.

use pyo3::prelude::*;
use wishful::explain::{self, ExplainOptions};

use crate::document::{Contents, Document};
use crate::failure::loaded;
use crate::span::Span;

/// An account of what happened to one token of a document, and why.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Explanation {
    document: Py<Document>,
    explanation: explain::Explanation,
}

impl Explanation {
    pub(crate) fn new(document: &Bound<'_, Document>, explanation: explain::Explanation) -> Self {
        Self { document: document.clone().unbind(), explanation }
    }
}

#[pymethods]
impl Explanation {
    /// Returns the steps as dictionaries, in the format of `wishful explain --format json`.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &serde_json::json!(self.explanation.steps).to_string())
    }

    /// Returns the span that each step is about.
    #[getter]
    fn spans(&self) -> Vec<Span> {
        let tree = &self.document.get().tree;
        self.explanation.spans.iter().map(|&span| Span::of(tree, span)).collect()
    }

    /// Returns the explanation as `wishful explain` prints it, with carets and grammar lines.
    fn __str__(&self) -> String {
        let Contents { tree, options, .. } = &**self.document.get();
        let (name, fragment) = (tree.source().file.name(), options.fragment.as_deref());
        self.explanation.text(
            tree,
            &ExplainOptions::default()
                .name(name)
                .fragment(fragment)
                .more(Some("`steps` lists them")),
        )
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {} steps>", self.explanation.steps.len())
    }
}
