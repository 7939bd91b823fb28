//! Tests of queries: random expressions, and XPath by the answers of other implementations.

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod places;
mod query;
mod tables;
mod text_map;
mod xml;
mod xpath;
