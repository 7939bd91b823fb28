//! The arguments of `wishful shrink`.

use super::super::examples;
use super::Reading;
use clap::Args;
use wishful_console::arguments::GrammarChoice;

#[derive(Args, Debug)]
#[command(after_help = examples::SHRINK)]
pub(crate) struct ShrinkArguments {
    /// Document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(crate) file: String,

    /// Condition that the smaller document must satisfy: see below; if repeated, all must hold
    #[arg(long = "while", value_name = "CONDITION", required = true)]
    pub(crate) conditions: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Stop after this many seconds, and print the smallest document so far. A running command is
    /// not interrupted: limit one that may hang, as in 'command timeout 5 …'
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    pub(crate) seconds: f64,

    /// Test the condition at most this many times
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) tests: u64,
}
