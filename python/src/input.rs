//! What is parsed: bytes, whose encoding is found, or text.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyMemoryView, PyString};
use wishful::{ParseError, ParseOptions, Parser, tree};

/// The input of one parse: readable in any thread, and not copied where it is immutable.
pub(crate) enum Input {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Input {
    /// The input that an object is.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let whole = PyBackedStr::try_from(text.clone());
            return whole.or_else(|_| replaced(text)).map(Self::Text);
        }
        // (What else shows its bytes may change them meanwhile, so they are copied.)
        if let Ok(view) = PyMemoryView::from(object) {
            let copied = view.call_method0("tobytes")?;
            return Ok(Self::Bytes(copied.cast_into::<PyBytes>()?.into()));
        }
        let kind = object.get_type().name()?;
        let message = format!("a document is bytes or str, not {kind}; read a file first");
        Err(PyTypeError::new_err(message))
    }

    /// Parses it.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub(crate) fn parse(
        &self,
        parser: &Parser,
        options: &ParseOptions,
    ) -> Result<tree::Document, ParseError> {
        match self {
            Self::Bytes(bytes) => parser.parse(&bytes[..], options),
            Self::Text(text) => parser.parse_str(&text[..], options),
        }
    }
}

/// A text with U+FFFD for each surrogate, which Python's texts may have and no others: as many characters as before.
fn replaced(text: &Bound<'_, PyString>) -> PyResult<PyBackedStr> {
    let bytes = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?;
    let bytes: &[u8] = bytes.extract()?;
    let numbers = bytes.as_chunks().0.iter().map(|&number| u32::from_le_bytes(number));
    let letters =
        numbers.map(|number| char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
    PyString::new(text.py(), &letters.collect::<String>()).try_into()
}
