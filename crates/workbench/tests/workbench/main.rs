//! Tests of the tools for work on grammars and pages: coverage, causes, generators.

mod ablation;
#[path = "../common/ablation.rs"]
mod ablations;
mod causes;
#[path = "../../../../tests/common/mod.rs"]
mod common;
mod coverage;
mod distinguish;
mod generate;
#[path = "../../../../tests/suite/mod.rs"]
mod suite;
mod why_not;
