//! Tests of the engine alone: its corpus, its oracles, frames, and the growth of its work.

#[path = "../common/mod.rs"]
mod common;
mod corpus;
#[path = "../earley_model/mod.rs"]
mod earley_model;
#[path = "../earley_support/mod.rs"]
mod earley_support;
mod engines;
mod frames;
mod frames_oracle;
mod frames_sugar;
mod linear;
mod nested;
mod oracle;
#[path = "../earley_support/strings.rs"]
mod strings;
