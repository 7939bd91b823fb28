//! Tests of SGML: document type definitions, and comparisons with `nsgmls`.

#[path = "../common/mod.rs"]
mod common;
mod dtd;
mod esis;
