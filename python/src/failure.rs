//! Errors of the library as exceptions of the package.
//!
//! The classes are Python's own (`wishful/errors.py`), so that they have fields with types and can be caught by their bases.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyType;
use wishful::diagnostics::{Finding, Report};

/// What a report is about, which decides the class of its exception.
#[derive(Clone, Copy)]
pub(crate) enum About {
    Grammar,
    Query,
    Parselet,
}

impl About {
    const fn class(self) -> &'static str {
        match self {
            Self::Grammar => "GrammarError",
            Self::Query => "QueryError",
            Self::Parselet => "ParseletError",
        }
    }
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("wishful.errors")?.getattr(name)?.cast_into::<PyType>()?)
}

fn made<'py>(py: Python<'py>, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let exception = class(py, name).and_then(|class| class.call1(arguments));
    exception.map_or_else(|error| error, PyErr::from_value)
}

/// The exception of a report: its text has carets, its field `diagnostics` all that was found.
pub(crate) fn refused(py: Python<'_>, about: About, report: &Report) -> PyErr {
    match diagnostics(py, &report.findings()) {
        Ok(found) => made(py, about.class(), (report.render(false), found)),
        Err(error) => error,
    }
}

/// The exception of an input that is not parsed at all.
pub(crate) fn unparsed(py: Python<'_>, error: &dyn Display) -> PyErr {
    made(py, "ParseError", (error.to_string(),))
}

/// The exception of what a parselet misses.
pub(crate) fn missing(py: Python<'_>, message: String) -> PyErr {
    made(py, "ExtractionError", (message,))
}

/// Findings as a list of `Diagnostic`.
pub(crate) fn diagnostics<'py>(
    py: Python<'py>,
    findings: &[Finding],
) -> PyResult<Bound<'py, PyAny>> {
    let json = wishful::diagnostics::findings_json(findings);
    py.import("wishful.errors")?.getattr("_diagnostics")?.call1((json,))
}

/// JSON as Python's own values.
pub(crate) fn loaded<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}
