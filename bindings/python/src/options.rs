//! The keyword arguments of a parse: `ParseOptions` of the stubs.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use url::Url;
use wishful::tree::Encoding;
use wishful::{Allowance, ParseOptions};

/// The names of all options, for messages.
const NAMES: &str = "name, fragment, latches, url, encoding, transport_encoding, max_bytes, \
                     max_nodes, shadow_roots, patches";

/// Converts keyword arguments to options.
///
/// # Errors
/// If there is no such option, or its value has the wrong type or is not a valid URL.
pub(crate) fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<ParseOptions> {
    let mut options = ParseOptions::default();
    for (name, value) in given.into_iter().flatten() {
        // `None` leaves the default.
        if !value.is_none() {
            set(&mut options, name.extract()?, &value)?;
        }
    }
    Ok(options)
}

fn set(options: &mut ParseOptions, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "name" => options.name = Some(text(name, value)?),
        "fragment" => options.fragment = Some(text(name, value)?),
        "latches" => options.latches = checked(name, "a list of str", value, value.extract())?,
        "url" => options.url = Some(address(&text(name, value)?)?),
        "encoding" => options.encoding = Some(encoding(name, value)?),
        "transport_encoding" => options.transport_encoding = Some(encoding(name, value)?),
        "max_bytes" => options.limits.text_bytes = count(name, value)?,
        "max_nodes" => options.limits.nodes = Allowance::fixed(count(name, value)?),
        "patches" => {
            options.tree.patches = checked(name, "True or False", value, value.extract())?;
        }
        "shadow_roots" => {
            options.tree.shadow_roots = checked(name, "True or False", value, value.extract())?;
        }
        _ => {
            let message = format!("unknown option `{name}`; expected one of {NAMES}");
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(())
}

/// Converts options to the keyword arguments that give them.
pub(crate) fn written<'py>(
    py: Python<'py>,
    options: &ParseOptions,
) -> PyResult<Bound<'py, PyDict>> {
    let (given, usual) = (PyDict::new(py), ParseOptions::default());
    given.set_item("name", &options.name)?;
    given.set_item("fragment", &options.fragment)?;
    given.set_item("latches", &options.latches)?;
    given.set_item("url", options.url.as_ref().map(Url::as_str))?;
    given.set_item("encoding", &options.encoding)?;
    given.set_item("transport_encoding", &options.transport_encoding)?;
    given.set_item("patches", options.tree.patches)?;
    given.set_item("shadow_roots", options.tree.shadow_roots)?;
    if options.limits.text_bytes != usual.limits.text_bytes {
        given.set_item("max_bytes", options.limits.text_bytes)?;
    }
    // (A limit that the caller gave does not depend on the length.)
    if options.limits.nodes.per_byte == 0 {
        given.set_item("max_nodes", options.limits.nodes.at_least)?;
    }
    Ok(given)
}

fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    checked(name, "a str without lone surrogates", value, value.extract())
}

/// Returns the label of an encoding. A name that only Python knows, such as `latin-1` or `utf_8`,
/// is replaced by that of Python's codec if HTML knows that one.
fn encoding(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let label = text(name, value)?;
    if Encoding::for_label(label.as_bytes()).is_some() {
        return Ok(label);
    }
    let codec = value.py().import("codecs")?.call_method1("lookup", (&label,));
    let Ok(codec) = codec else { return Ok(label) };
    let codec: String = codec.getattr("name")?.extract()?;
    for known in [codec.replace('_', "-"), codec] {
        if Encoding::for_label(known.as_bytes()).is_some() {
            return Ok(known);
        }
    }
    Ok(label)
}

fn count<'py, T>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    checked(name, "a non-negative integer", value, value.extract().map_err(Into::into))
}

/// Returns the value of an option. On failure, the error states which values the option takes and
/// which it got.
fn checked<T>(name: &str, kind: &str, value: &Bound<'_, PyAny>, found: PyResult<T>) -> PyResult<T> {
    found.map_err(|error| {
        let message = format!("the option `{name}` must be {kind}, not {value:?}");
        if error.is_instance_of::<PyTypeError>(value.py()) {
            PyTypeError::new_err(message)
        } else {
            PyValueError::new_err(message)
        }
    })
}

pub(crate) fn address(text: &str) -> PyResult<Url> {
    Url::parse(text)
        .map_err(|error| PyValueError::new_err(format!("`{text}` is not an absolute URL: {error}")))
}
