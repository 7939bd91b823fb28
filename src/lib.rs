//! wishful: a predictive Earley parser that reads a textual HTML grammar, and Ruby Slippers that
//! grant its wishes.

pub mod base;
pub mod earley;
