//! The project itself: its documents, its examples, and the order of its modules.

mod documents;
mod examples;
mod layers;
