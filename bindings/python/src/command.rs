//! The command `wishful` in the process of the interpreter.

use std::ffi::OsString;
use std::io::{self, Write};

use pyo3::prelude::*;

/// Runs the command `wishful` with arguments, and returns its exit status.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let program = OsString::from("wishful");
        let status = wishful_cli::run_with(std::iter::once(program).chain(arguments));
        // A program of Rust flushes its output when `main` returns; the interpreter does not. OK to
        // ignore errors because a command flushes its own output and reports them.
        let _ = io::stdout().flush();
        status
    })
}
