//! The arguments of `wishful score`.

use clap::{Args, ValueEnum};

use super::PageOptions;
use crate::examples;
use wishful_console::arguments::GrammarChoice;

#[derive(Args, Debug)]
#[command(after_help = examples::SCORE)]
pub(crate) struct ScoreArguments {
    /// Documents, case files and *.dat (each input counts as a document), or folders of these
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = ScoreFormat::Table)]
    pub(crate) format: ScoreFormat,

    /// Print only the N worst documents
    #[arg(long, value_name = "N")]
    pub(crate) worst: Option<std::num::NonZeroUsize>,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

/// The format of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ScoreFormat {
    /// A table, the worst document first
    Table,
    /// One JSON object, the worst document first
    Json,
    /// One line of JSON for each document, in the order of the command line, printed as soon as
    /// possible
    Ndjson,
}
