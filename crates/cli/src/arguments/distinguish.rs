//! The arguments of `wishful distinguish`.

use super::super::examples;
use super::Workers;
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[command(after_help = examples::DISTINGUISH)]
pub(crate) struct DistinguishArguments {
    /// Grammars, two or more, each with its own -g: shipped names or paths
    #[arg(short, long = "grammar", value_name = "NAME|PATH", num_args = 1, required = true)]
    pub(crate) grammars: Vec<String>,

    /// Stop searching after this many seconds
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    pub(crate) seconds: f64,

    /// Try documents of at most this many tokens
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) tokens: usize,

    /// Documents to start from, or folders with *.html and *.htm files; those that differ are made
    /// smaller
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) from: Vec<String>,

    /// Compare repairs as well as trees
    #[arg(long)]
    pub(crate) repairs: bool,

    /// Results of grammars with `tokenizer text` to compare; each includes those before it
    /// [default: trees]
    #[arg(long, value_name = "RESULTS", value_enum, conflicts_with = "repairs")]
    pub(crate) compare: Option<CompareTexts>,

    /// Parse documents only as the content of this element, such as `td`
    #[arg(long, value_name = "CONTEXT")]
    pub(crate) fragment: Option<String>,

    /// Parse documents only with this mode on
    #[arg(long, value_name = "NAME")]
    pub(crate) mode: Option<String>,

    #[command(flatten)]
    pub(crate) workers: Workers,

    /// Print the answer as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The compared results of grammars of texts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompareTexts {
    /// Whether a text is accepted
    Acceptance,
    /// Whether it has more than one tree
    Ambiguity,
    /// Its best tree
    Trees,
}
