//! The arguments of `wishful shrink`.

use super::super::examples;
use super::{GrammarChoice, Reading};
use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = examples::SHRINK)]
pub(in crate::cli) struct ShrinkArguments {
    /// Document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(in crate::cli) file: String,

    /// Condition that the smaller document must meet: see below; if repeated, all must hold
    #[arg(long = "while", value_name = "CONDITION", required = true)]
    pub(in crate::cli) conditions: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    /// Stop after this many seconds, and print the smallest document so far. A running command is
    /// not interrupted: limit one that may hang, as in 'command timeout 5 …'
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    pub(in crate::cli) seconds: f64,

    /// Test the condition at most this many times
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(in crate::cli) tests: u64,
}
