//! Trees from hand-made events, of a toy vocabulary.

mod axes;
mod compared;
mod deep;
mod edits;
mod facts;
mod formats;
mod library;
mod mirrors;
mod properties;
mod toy;
