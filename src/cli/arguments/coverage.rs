//! The arguments of `wishful coverage`.

use clap::{Args, ValueEnum};

use super::{GrammarChoice, Reading};
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::COVERAGE)]
pub(in crate::cli) struct CoverageArguments {
    /// Documents, files of cases (*.txt, html5lib's *.dat), or folders of all of these; `-` is
    /// stdin
    #[arg(required = true, value_name = "FILE|DIR|-")]
    pub(in crate::cli) files: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    /// What to print
    #[arg(short, long, value_enum, default_value_t = CoverageFormat::Text)]
    pub(in crate::cli) format: CoverageFormat,

    /// With -f text: only the lines of which something was never exercised
    #[arg(long)]
    pub(in crate::cli) missed: bool,

    /// Take each line out in turn, and tell those without which every tree is the same
    #[arg(long)]
    pub(in crate::cli) decisive: bool,

    /// Exit with status 1 if fewer parts were exercised, of a hundred
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(in crate::cli) fail_under: Option<f64>,
}

/// The output of `coverage`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum CoverageFormat {
    /// The grammar, with counts in a margin
    Text,
    /// The same as a page by itself
    Html,
    /// One JSON object
    Json,
    /// The tracefile of lcov, which editors show
    Lcov,
}

/// Parses a percentage, with or without its sign.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err(format!("`{text}` is no number from 0 to 100")),
    }
}
