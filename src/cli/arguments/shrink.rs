//! The arguments of `wishful shrink`.

use super::super::examples;
use super::{GrammarChoice, Reading};
use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = examples::SHRINK)]
pub(in crate::cli) struct ShrinkArguments {
    /// The document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(in crate::cli) file: String,

    /// What is to hold of the smaller document: see below. Given several times, all of it
    #[arg(long = "while", value_name = "CONDITION", required = true)]
    pub(in crate::cli) conditions: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    /// How long to go on; what is smallest by then is printed. What has been asked is waited for: a
    /// command that may hang says itself how long, as in 'command timeout 5 …'
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    pub(in crate::cli) seconds: f64,

    /// How often to ask at most
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(in crate::cli) tests: u64,
}
