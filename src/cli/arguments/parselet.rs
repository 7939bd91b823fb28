//! The arguments of `wishful parselet`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::grammar_name::GrammarName;
use super::{DEFAULT_GRAMMAR, Reading, Workers};
use crate::cli::bounds::Bounds;
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(
    after_help = examples::PARSELET,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(in crate::cli) struct ParseletArguments {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<ParseletCommand>,

    #[command(flatten)]
    pub(in crate::cli) run: ParseletRun,
}

/// A command about parselets.
#[derive(Subcommand, Debug)]
pub(in crate::cli) enum ParseletCommand {
    /// Report every mistake in parselets, without a document
    Check(ParseletCheckArguments),
}

#[derive(Args, Debug)]
#[command(after_help = examples::PARSELET_CHECK)]
pub(in crate::cli) struct ParseletCheckArguments {
    /// Parselets; `-` is stdin
    #[arg(required = true, value_name = "PARSELET|-")]
    pub(in crate::cli) parselets: Vec<String>,

    /// Dialect: how keys are read, and how mistakes are worded
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ParseletDialect::Wishful)]
    pub(in crate::cli) dialect: ParseletDialect,
}

/// A parselet, and on what and how to run it.
#[derive(Args, Debug)]
pub(in crate::cli) struct ParseletRun {
    /// Parselet; `-` is stdin
    #[arg(required = true, value_name = "PARSELET")]
    pub(in crate::cli) parselet: Option<String>,

    /// Documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(in crate::cli) files: Vec<String>,

    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(in crate::cli) grammar: String,

    /// Parse the documents as XML
    #[arg(short, long, conflicts_with = "grammar")]
    pub(in crate::cli) xml: bool,

    /// Wrap each text that has siblings in an element `sg_wrap`, so that selectors can match it
    #[arg(long)]
    pub(in crate::cli) sg_wrap: bool,

    /// Keep missing values as `{}` or `[]` instead of removing what needs them
    #[arg(long)]
    pub(in crate::cli) no_prune: bool,

    /// Keep texts of only white space, which are otherwise removed
    #[arg(long)]
    pub(in crate::cli) keep_blanks: bool,

    /// Dialect: how keys are read, and how mistakes are worded
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ParseletDialect::Wishful)]
    pub(in crate::cli) dialect: ParseletDialect,

    /// Let `html(…)` read files below this folder; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) allow_dir: Vec<PathBuf>,

    /// Base URL against which relative URLs are resolved, also those in attributes such as `@href`
    /// unless the dialect is fizx; default with --allow-dir: the URL of the file
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) base: Option<String>,

    /// Pretty-print the JSON; with several documents, each gets one line
    #[arg(long)]
    pub(in crate::cli) pretty: bool,

    /// Include the source positions of values: `{"value": …, "spans": …}`
    #[arg(long)]
    pub(in crate::cli) spans: bool,

    /// Explain a key, such as /reviews/date: where its values came from, and why some are left out
    #[arg(long, value_name = "KEY", conflicts_with_all = ["spans", "pretty"])]
    pub(in crate::cli) explain: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) workers: Workers,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
}

/// A dialect of parselets.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum ParseletDialect {
    /// As documented; mistakes come with positions and advice
    Wishful,
    /// Compatible with the implementation in C
    Fizx,
}
