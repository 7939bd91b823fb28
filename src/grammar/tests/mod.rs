//! Tests of compiled grammars, and of the diagnostics for mistakes in grammars.

mod compile;
mod compile_facts;
mod language;
mod lint;
mod mutations;
pub(crate) mod slips;
mod stored;
