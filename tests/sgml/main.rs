//! Tests of SGML document type definitions.

#[path = "../common/mod.rs"]
mod common;
mod dtd;
