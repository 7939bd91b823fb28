//! Tests of parsing: the public suites, the corpus, invariants, limits, and serialisation.

mod acceptance;
#[path = "../common/mod.rs"]
mod common;
mod conforming;
mod derivation;
mod differences;
mod differential;
mod encoding;
mod engines;
#[path = "../families/mod.rs"]
mod families;
mod fuzz;
mod limits;
mod marpa_cases;
mod patches;
mod promises;
mod promises_work;
mod renaming;
mod round_trip;
mod serializer;
mod shadow_roots;
mod standard_versions;
#[path = "../suite/mod.rs"]
mod suite;
mod text_pieces;
mod threads;
mod tree;
mod tree_construction;
mod tree_sink;
