//! The input of a parse: bytes, whose encoding the parser detects, or a text.

use std::borrow::Cow;
use std::ffi::CString;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyMemoryView, PyString};
use wishful::{Interrupt, ParseError, ParseOptions, Parser, tree};

use crate::failure::unparsed;

/// The number of bytes from which on a parse detaches the interpreter, as in Python's `hashlib`.
/// Detaching costs as much as the parse of a few tags.
const DETACHED: usize = 2048;

/// The number of bytes from which on a parse looks for signals: some milliseconds of work.
const LARGE: usize = 1 << 20;

/// The greatest length in bytes of what is taken for an address.
const LONGEST_ADDRESS: usize = 256;

/// The input of one parse. Any thread can read it, and immutable objects are not copied.
pub(crate) enum DocumentInput {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl DocumentInput {
    /// Borrows or copies the contents of a Python object.
    ///
    /// # Errors
    /// If the object is neither bytes-like nor a `str`.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Text(match PyBackedStr::try_from(text.clone()) {
                Ok(whole) => whole,
                Err(_) => replaced(text)?,
            }));
        }
        // Other buffers may change while they are parsed, so they are copied.
        if let Ok(view) = PyMemoryView::from(object) {
            let copied = view.call_method0("tobytes")?;
            return Ok(Self::Bytes(copied.cast_into::<PyBytes>()?.into()));
        }
        let kind = object.get_type().name()?;
        let message = format!("a document must be bytes or str, not {kind}; read a file first");
        Err(PyTypeError::new_err(message))
    }

    /// Warns if the input looks like the name of a file or an address, and not like a page.
    ///
    /// # Errors
    /// If a filter makes an exception of the warning.
    pub(crate) fn warn_of_address(&self, py: Python<'_>) -> PyResult<()> {
        let bytes = self.bytes().trim_ascii();
        if bytes.len() > LONGEST_ADDRESS || bytes.iter().any(|byte| b"<>\n\r\0".contains(byte)) {
            return Ok(());
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return Ok(()) };
        let lower = text.to_ascii_lowercase();
        let is_url = !text.contains(' ')
            && ["http://", "https://", "file://"].iter().any(|start| lower.starts_with(start));
        let is_file = [".html", ".htm", ".xhtml"].iter().any(|end| lower.ends_with(end));
        if !is_url && !is_file {
            return Ok(());
        }
        let advice = if is_url {
            "fetch the page, and parse its bytes"
        } else {
            "read the file, or use `parse_file`"
        };
        let message = format!("{text:?} looks like an address, and not like a page: {advice}");
        let class = py.import("wishful.errors")?.getattr("AddressWarning")?;
        PyErr::warn(py, &class, &CString::new(message)?, 1)
    }

    /// Parses the input; with the interpreter detached, unless the input is short.
    ///
    /// # Errors
    /// Those of [`interruptibly`] and of [`Parser::parse`].
    pub(crate) fn parse_interruptibly(
        &self,
        py: Python<'_>,
        parser: &Parser,
        options: &ParseOptions,
    ) -> PyResult<tree::Document> {
        let length = self.bytes().len();
        if length < DETACHED {
            return self.parse(parser, options).map_err(|error| unparsed(py, &error));
        }
        interruptibly(py, length, options, |options| self.parse(parser, options))
    }

    /// Returns the input as bytes; a text is in UTF-8.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Text(text) => text.as_bytes(),
        }
    }

    /// Parses the input.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub(crate) fn parse(
        &self,
        parser: &Parser,
        options: &ParseOptions,
    ) -> Result<tree::Document, ParseError> {
        match self {
            Self::Bytes(bytes) => parser.parse(&bytes[..], options),
            Self::Text(text) => parser.parse(&text[..], options),
        }
    }
}

/// Parses inputs of a length with the interpreter detached. An exception of a signal handler, such
/// as `KeyboardInterrupt`, ends the parses.
///
/// # Errors
/// That exception, and the errors of the parses.
pub(crate) fn interruptibly<T: Send>(
    py: Python<'_>,
    length: usize,
    options: &ParseOptions,
    parse: impl FnOnce(&ParseOptions) -> Result<T, ParseError> + Send,
) -> PyResult<T> {
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let mut options = Cow::Borrowed(options);
    if length >= LARGE {
        let raised = Arc::clone(&raised);
        options.to_mut().interrupt = Some(Interrupt::new(move || {
            let Err(error) = Python::attach(|py| py.check_signals()) else { return false };
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            true
        }));
    }
    let parsed = py.detach(|| parse(&options));
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => parsed.map_err(|error| unparsed(py, &error)),
    }
}

/// Replaces each lone surrogate, which only Python's strings may contain, by U+FFFD. The number of
/// characters stays the same.
fn replaced(text: &Bound<'_, PyString>) -> PyResult<PyBackedStr> {
    let bytes = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?;
    let bytes: &[u8] = bytes.extract()?;
    let mut replaced = String::new();
    for &number in bytes.as_chunks().0 {
        let letter = char::from_u32(u32::from_le_bytes(number));
        replaced.push(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    PyString::new(text.py(), &replaced).try_into()
}
