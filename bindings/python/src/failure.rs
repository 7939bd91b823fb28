//! Conversion of the library's errors to exceptions of the package.
//!
//! The exception classes are written in Python (`wishful/errors.py`). They have typed fields, and
//! callers can catch them by their base classes.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyType;
use wishful::diagnostics::{Finding, Report};

use crate::node::Node;

/// The subject of a report, which selects the class of its exception.
#[derive(Clone, Copy)]
pub(crate) enum FailureSubject {
    Grammar,
    Query,
    Parselet,
}

impl FailureSubject {
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
    match class(py, name).and_then(|class| class.call1(arguments)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Creates the exception of a report. Its message has carets, and its field `diagnostics` holds all
/// findings.
pub(crate) fn refused(py: Python<'_>, about: FailureSubject, report: &Report) -> PyErr {
    match diagnostics(py, &report.findings()) {
        Ok(found) => made(py, about.class(), (report.render(false), found)),
        Err(error) => error,
    }
}

/// Creates the exception of an input that cannot be parsed.
pub(crate) fn unparsed(py: Python<'_>, error: &dyn Display) -> PyErr {
    made(py, "ParseError", (error.to_string(),))
}

/// Creates the exception of a document that lacks a required key of a parselet.
pub(crate) fn missing(py: Python<'_>, message: String) -> PyErr {
    made(py, "ExtractionError", (message,))
}

/// Creates the exception of an edit that contradicts others, or that its node does not permit.
pub(crate) fn conflicting(py: Python<'_>, message: &str, conflict: &str, node: Node) -> PyErr {
    made(py, "EditError", (message, conflict, node))
}

/// Converts findings to a list of `Diagnostic`.
pub(crate) fn diagnostics<'py>(
    py: Python<'py>,
    findings: &[Finding],
) -> PyResult<Bound<'py, PyAny>> {
    let json = wishful::diagnostics::findings_json(findings);
    py.import("wishful.errors")?.getattr("_diagnostics")?.call1((json,))
}

/// Converts JSON to Python values.
pub(crate) fn loaded<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}
