//! Tests of queries: random expressions, and XPath by the answers of other implementations.

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod places;
mod query;
mod tables;
mod xml;
mod xpath;
