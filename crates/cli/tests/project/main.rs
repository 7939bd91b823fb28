//! Tests of the project itself: its documents, its examples, and the ranks of its modules.

mod documents;
mod examples;
mod language;
mod layers;
#[path = "../../../../tests/common/shared.rs"]
mod shared;
mod versions;
