//! The arguments of `wishful score`.

use clap::{Args, ValueEnum};

use super::{GrammarChoice, Reading, Workers};
use crate::cli::bounds::Bounds;
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::SCORE)]
pub(in crate::cli) struct ScoreArguments {
    /// Documents, case files and *.dat (each input counts as a document), or folders of these
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(in crate::cli) files: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = ScoreFormat::Table)]
    pub(in crate::cli) format: ScoreFormat,

    /// Print only the N worst documents
    #[arg(long, value_name = "N")]
    pub(in crate::cli) worst: Option<std::num::NonZeroUsize>,

    #[command(flatten)]
    pub(in crate::cli) workers: Workers,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
}

/// The format of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum ScoreFormat {
    /// A table, the worst document first
    Table,
    /// One JSON object, the worst document first
    Json,
    /// One line of JSON for each document, in the order of the command line, printed as soon as
    /// possible
    Ndjson,
}
