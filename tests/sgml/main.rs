//! SGML: document type definitions, and what `nsgmls` says of documents.

#[path = "../common/mod.rs"]
mod common;
mod dtd;
mod esis;
