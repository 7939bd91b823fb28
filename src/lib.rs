//! wishful: a predictive Earley parser that reads a textual HTML grammar, and Ruby Slippers that
//! grant its wishes.

pub mod base;
pub mod grammar;
pub mod source;
pub mod token;
