//! Tests of the engine alone: its corpus, its oracles, frames, and the growth of its work.

mod corpus;
mod engines;
mod forests;
mod frames;
mod frames_oracle;
mod frames_sugar;
mod linear;
#[path = "../model/mod.rs"]
mod model;
mod nested;
mod oracle;
#[path = "../../../../tests/common/shared.rs"]
mod shared;
#[path = "../support/strings.rs"]
mod strings;
#[path = "../support/mod.rs"]
mod support;
