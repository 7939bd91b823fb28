//! Tests of queries: random expressions, and XPath by the answers of other implementations.

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod places;
mod query;
mod xml;
mod xpath;
