//! Random element grammars, and a naive model of frames: a list of open elements, each with the words that its content has
//! been moved by, parsed again from their start for every question.
// Each test file uses its part.
#![allow(dead_code, unreachable_pub)]

pub mod naive;
pub mod random;
