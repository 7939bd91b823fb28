//! The arguments of `wishful parselet`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(
    after_help = examples::PARSELET,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct ParseletArguments {
    #[command(subcommand)]
    pub(crate) command: Option<ParseletCommand>,

    #[command(flatten)]
    pub(crate) run: ParseletRun,
}

/// A command about parselets.
#[derive(Subcommand, Debug)]
pub(crate) enum ParseletCommand {
    /// Report every mistake in parselets, without a document
    Check(ParseletCheckArguments),
}

#[derive(Args, Debug)]
#[command(after_help = examples::PARSELET_CHECK)]
pub(crate) struct ParseletCheckArguments {
    /// Parselets; `-` is stdin
    #[arg(required = true, value_name = "PARSELET|-")]
    pub(crate) parselets: Vec<String>,

    /// Dialect: how keys are read, and how mistakes are worded
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ParseletDialect::Wishful)]
    pub(crate) dialect: ParseletDialect,
}

/// A parselet, and on what and how to run it.
#[derive(Args, Debug)]
pub(crate) struct ParseletRun {
    /// Parselet; `-` is stdin
    #[arg(required = true, value_name = "PARSELET")]
    pub(crate) parselet: Option<String>,

    /// Documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Parse the documents as XML
    #[arg(short, long, conflicts_with = "grammar")]
    pub(crate) xml: bool,

    /// Wrap each text that has siblings in an element `sg_wrap`, so that selectors can match it
    #[arg(long)]
    pub(crate) sg_wrap: bool,

    /// Keep missing values as `{}` or `[]` instead of removing what needs them
    #[arg(long)]
    pub(crate) no_prune: bool,

    /// Keep texts of only white space, which are otherwise removed
    #[arg(long)]
    pub(crate) keep_blanks: bool,

    /// Collapse white space in the texts of elements, as Python's `Parselet` does by default
    #[arg(long, conflicts_with = "keep_blanks")]
    pub(crate) strip: bool,

    /// Treat every key as optional, as Python's `Parselet` does by default
    #[arg(long)]
    pub(crate) optional: bool,

    /// Dialect: how keys are read, and how mistakes are worded
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ParseletDialect::Wishful)]
    pub(crate) dialect: ParseletDialect,

    /// Let `html(…)` read files below this folder; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) allow_dir: Vec<PathBuf>,

    /// Base URL against which relative URLs are resolved, also those in attributes such as `@href`
    /// unless the dialect is fizx; default with --allow-dir: the URL of the file
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Pretty-print the JSON; with several documents, each gets one line
    #[arg(long)]
    pub(crate) pretty: bool,

    /// Include the source positions of values: `{"value": …, "spans": …}`
    #[arg(long)]
    pub(crate) spans: bool,

    /// Explain a key, such as /reviews/date: where its values came from, and why some are left out
    #[arg(long, value_name = "KEY", conflicts_with_all = ["spans", "pretty"])]
    pub(crate) explain: Option<String>,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

/// A dialect of parselets.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParseletDialect {
    /// As documented; mistakes come with positions and advice
    Wishful,
    /// Compatible with the implementation in C
    Fizx,
}
