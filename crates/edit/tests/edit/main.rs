//! Tests of repaired sources, and of the form owners in edited ones.

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod fix_contract;
mod fix_errors;
mod forms;
mod forms_contract;
