//! The keyword arguments of a parse: `ParseOptions` of the stubs.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use url::Url;
use wishful::{Allowance, ParseOptions};

/// The names of all options, for messages.
const NAMES: &str =
    "name, fragment, url, encoding, transport_encoding, max_bytes, max_nodes, shadow_roots";

/// What keyword arguments say.
///
/// # Errors
/// If there is no such option, or its value is of the wrong type or no address.
pub(crate) fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<ParseOptions> {
    let mut options = ParseOptions::default();
    for (name, value) in given.into_iter().flatten() {
        // (`None` is to say nothing.)
        if !value.is_none() {
            set(&mut options, name.extract()?, &value)?;
        }
    }
    Ok(options)
}

fn set(options: &mut ParseOptions, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "name" => options.name = Some(value.extract()?),
        "fragment" => options.fragment = Some(value.extract()?),
        "url" => options.url = Some(address(value)?),
        "encoding" => options.encoding = Some(value.extract()?),
        "transport_encoding" => options.transport_encoding = Some(value.extract()?),
        "max_bytes" => options.limits.text_bytes = value.extract()?,
        "max_nodes" => options.limits.nodes = Allowance::fixed(value.extract()?),
        "shadow_roots" => options.tree.shadow_roots = value.extract()?,
        _ => {
            let message = format!("there is no option `{name}`; there are {NAMES}");
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(())
}

fn address(value: &Bound<'_, PyAny>) -> PyResult<Url> {
    let text: String = value.extract()?;
    Url::parse(&text)
        .map_err(|error| PyValueError::new_err(format!("`{text}` is no whole address: {error}")))
}
