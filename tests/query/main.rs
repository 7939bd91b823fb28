//! Tests of queries: random expressions, and XPath by the answers of other implementations.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/places.rs"]
mod places;
mod query;
mod xpath;
