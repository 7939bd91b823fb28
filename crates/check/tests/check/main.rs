//! Tests of conformance checking: the public suite.

mod conformance_suite;
#[path = "../../../../tests/common/shared.rs"]
mod shared;
