//! Tests of the tools for work on grammars and pages: coverage, causes, repairs, generators.

mod ablation;
#[path = "../common/ablation.rs"]
mod ablations;
mod causes;
#[path = "../../../../tests/common/mod.rs"]
mod common;
mod coverage;
mod distinguish;
mod fix_contract;
mod fix_errors;
mod forms;
#[path = "../common/forms.rs"]
mod forms_contract;
mod generate;
#[path = "../../../../tests/suite/mod.rs"]
mod suite;
mod why_not;
