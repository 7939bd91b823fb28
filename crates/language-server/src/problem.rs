//! Errors of requests, and the conversion of parameters and results.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The error of a request: a code of the protocol, and a message.
pub(super) struct Problem(pub(super) i32, pub(super) String);

/// The protocol's error codes (LSP 3.17, "Response Message").
pub(super) mod code {
    pub(crate) const INVALID_REQUEST: i32 = -32600;
    pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
    pub(crate) const INVALID_PARAMS: i32 = -32602;
    pub(crate) const INTERNAL_ERROR: i32 = -32603;
    pub(crate) const REQUEST_CANCELLED: i32 = -32800;
    pub(crate) const REQUEST_FAILED: i32 = -32803;
}

/// Calls `answer` with parameters from JSON, and converts its result to JSON.
pub(super) fn with<P: DeserializeOwned, R: Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<R, Problem>,
) -> Result<Value, Problem> {
    let params = serde_json::from_value(params)
        .map_err(|error| Problem(code::INVALID_PARAMS, error.to_string()))?;
    serde_json::to_value(answer(params)?)
        .map_err(|error| Problem(code::INTERNAL_ERROR, error.to_string()))
}
