//! Tests of the layers on finished trees: microformats, queries and parselets.

#[path = "../common/mod.rs"]
mod common;
mod microformats;
mod microformats_explain;
mod microformats_formats;
mod microformats_interpret;
mod parsley;
#[path = "../common/places.rs"]
mod places;
mod query;
mod xpath;
