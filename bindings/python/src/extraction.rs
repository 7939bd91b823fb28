//! The native half of the package's modules `mf2` and `parselet`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use wishful::tree;
use wishful_microformats::Microformats;
use wishful_parselet::{CompileOptions, Layout, Parselet};

use crate::document::Document;
use crate::failure::{FailureSubject, loaded, missing, refused};
use crate::found::{self, DictionaryOptions};

#[pyclass(frozen, module = "wishful")]
pub(crate) struct Pattern(Parselet);

#[pymethods]
impl Pattern {
    #[new]
    #[pyo3(signature = (text, name = "parselet", *, optional = false))]
    fn new(py: Python<'_>, text: &str, name: &str, optional: bool) -> PyResult<Self> {
        let options = CompileOptions::default().optional(optional);
        let parselet = py.detach(|| Parselet::compile(name, text, &options));
        parselet.map(Self).map_err(|report| refused(py, FailureSubject::Parselet, &report))
    }

    /// Returns the paths of the parselet's keys.
    #[getter]
    fn paths(&self) -> Vec<String> {
        self.0.paths().collect()
    }

    /// Extracts a document's data in the shape of the parselet. With `strip`, texts of elements are
    /// those of parslepy: blanks between elements count, and white space is collapsed.
    #[pyo3(signature = (document, *, prune = true, strip = false, places = false))]
    fn extract<'py>(
        &self,
        document: &Bound<'py, Document>,
        prune: bool,
        strip: bool,
        places: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, tree) = (document.py(), &document.get().tree);
        let found = py.detach(|| {
            let options =
                wishful_parselet::Options::default().prune(prune).strip(strip).keep_blanks(strip);
            let extraction = self.0.extract(tree, &options);
            if let Some(limit) = extraction.limit() {
                return Err(format!("the parselet stopped at its limit of {limit:?}"));
            }
            let json = if places {
                extraction.places_to_json(Layout::Compact)
            } else {
                extraction.to_json()
            };
            json.map_err(|error| error.to_string())
        });
        loaded(py, &found.map_err(|message| missing(py, message))?)
    }

    /// Returns the same object, since parselets are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Explains how a key got its value in a document.
    fn explain(&self, document: &Bound<'_, Document>, path: &str) -> Option<String> {
        let (py, tree) = (document.py(), &document.get().tree);
        py.detach(|| self.0.extract(tree, &wishful_parselet::Options::default()).explain(path))
    }
}

/// Extracts the microformats of a document, as microformats2 defines them.
pub(crate) fn microformats<'py>(
    py: Python<'py>,
    tree: &tree::Document,
    (base, except_roots): (Option<&str>, &[String]),
    join: Option<fn(&str, &str) -> String>,
    shape: DictionaryOptions<'_, 'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let except_roots: Vec<&str> = except_roots.iter().map(String::as_str).collect();
    let except_roots = &except_roots[..];
    let options = wishful_microformats::Options::default();
    let options = options.base(base).join(join).except_roots(except_roots);
    let found = py.detach(|| Microformats::new(tree, &options));
    found::built(py, &found, shape)
}

/// Joins a base and an address as mf2py does. An address stays as it is if that raises.
pub(crate) fn joined(base: &str, address: &str) -> String {
    let joined = Python::attach(|py| {
        let module = py.import("wishful._metaformats")?;
        module.getattr("joined")?.call1((base, address))?.extract()
    });
    joined.unwrap_or_else(|_: PyErr| address.to_owned())
}
