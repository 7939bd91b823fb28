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
    /// Report every mistake of parselets, without a page
    Check(ParseletCheckArguments),
}

#[derive(Args, Debug)]
#[command(after_help = examples::PARSELET_CHECK)]
pub(in crate::cli) struct ParseletCheckArguments {
    /// The parselets; `-` is stdin
    #[arg(required = true, value_name = "PARSELET|-")]
    pub(in crate::cli) parselets: Vec<String>,

    /// Whose reading of keys, and whose words
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ParseletDialect::Wishful)]
    pub(in crate::cli) dialect: ParseletDialect,
}

/// A parselet, and on what and how to run it.
#[derive(Args, Debug)]
pub(in crate::cli) struct ParseletRun {
    /// The parselet
    #[arg(required = true, value_name = "PARSELET")]
    pub(in crate::cli) parselet: Option<String>,

    /// The documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(in crate::cli) files: Vec<String>,

    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(in crate::cli) grammar: String,

    /// The documents are XML
    #[arg(short, long, conflicts_with = "grammar")]
    pub(in crate::cli) xml: bool,

    /// Put each text that stands beside something into an element `sg_wrap`, which selectors can
    /// name
    #[arg(long)]
    pub(in crate::cli) sg_wrap: bool,

    /// Leave in what is missing, as `{}` or `[]`, and break nothing by it
    #[arg(long)]
    pub(in crate::cli) no_prune: bool,

    /// See texts of nothing but blanks, which are not there otherwise
    #[arg(long)]
    pub(in crate::cli) keep_blanks: bool,

    /// Whose reading of keys, and whose words
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ParseletDialect::Wishful)]
    pub(in crate::cli) dialect: ParseletDialect,

    /// Let `html(…)` read files below this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) allow_dir: Vec<PathBuf>,

    /// The address of the documents, to which relative ones are relative, those in attributes such
    /// as `@href` too, unless the dialect is fizx; by default that of the file, with --allow-dir
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) base: Option<String>,

    /// In lines, for people; several documents have a line each
    #[arg(long)]
    pub(in crate::cli) pretty: bool,

    /// With the places of the source that values came from: `{"value": …, "spans": …}`
    #[arg(long)]
    pub(in crate::cli) spans: bool,

    /// Say of a key, such as /reviews/date, from where its values came, and why some are left out
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
    /// As the language is described; mistakes with places and advice
    Wishful,
    /// As the implementation in C has them
    Fizx,
}
