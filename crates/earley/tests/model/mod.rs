//! Random element grammars, and a naive model of frames. The model is a list of open elements, each
//! with the words that advanced its content; every query parses these words again from the start.
// Each test file uses only a part.
#![allow(dead_code, unreachable_pub)]

pub mod naive;
pub mod random;
