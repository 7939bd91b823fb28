//! Small collections and conversions that the engine is built from, shared with the crates on top
//! of it. They are no part of the promise of this crate.

mod bits;
mod graphviz;
mod hash;
mod ids;
mod indent;
mod numbers;
mod ordered;
mod setters;

pub use crate::{id_type, setters};
pub use bits::BitRow;
pub use graphviz::graphviz;
pub use hash::{QuickHasher, QuickMap, QuickSet};
pub use indent::{Indent, Level};
pub use numbers::{counted, narrow, short, wide};
pub use ordered::{Ascending, AscendingLists};
