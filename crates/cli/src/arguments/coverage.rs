//! The arguments of `wishful coverage`.

use clap::{Args, ValueEnum};

use super::Reading;
use crate::examples;
use wishful_console::arguments::{GrammarChoice, percent};

#[derive(Args, Debug)]
#[command(after_help = examples::COVERAGE)]
pub(crate) struct CoverageArguments {
    /// Documents, case files (*.txt, html5lib *.dat), or folders of these; `-` is stdin
    #[arg(required = true, value_name = "FILE|DIR|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = CoverageFormat::Text)]
    pub(crate) format: CoverageFormat,

    /// With -f text: print only the lines that were not fully exercised
    #[arg(long)]
    pub(crate) missed: bool,

    /// Remove each line in turn, and list the lines whose removal changes no tree
    #[arg(long)]
    pub(crate) decisive: bool,

    /// Exit with status 1 if less than this percentage of parts was exercised
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fail_under: Option<f64>,
}

/// The output of `coverage`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum CoverageFormat {
    /// The grammar, with counts in the margin
    Text,
    /// The same as a self-contained HTML page
    Html,
    /// One JSON object
    Json,
    /// An lcov tracefile, which editors can show
    Lcov,
}
