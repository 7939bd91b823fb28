//! The arguments of `wishful diff`.

use std::path::PathBuf;

use clap::Args;

use super::{Modes, Reading, Workers};
use crate::cli::arguments::grammar_name::GrammarName;
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::DIFF)]
pub(in crate::cli) struct DiffArguments {
    /// The grammars, two or more, each with a -g of its own: shipped names or paths; the others are
    /// compared with the first
    #[arg(short, long = "grammar", value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, num_args = 1, required = true)]
    pub(in crate::cli) grammars: Vec<String>,

    /// Documents; case files and *.dat, of which every input is one; folders of all these
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(in crate::cli) files: Vec<String>,

    /// Instead of the differences a line for each document that differs, and the summary
    #[arg(long)]
    pub(in crate::cli) stat: bool,

    /// Instead of the differences a line for each page that changes, and the classes of changes:
    /// how many pages each has, the smallest document that shows it, and the line that decides it.
    /// For many pages: it takes hardly longer than two parses. Of two grammars
    #[arg(long, conflicts_with_all = ["stat", "hide_allowed"])]
    pub(in crate::cli) changes: bool,

    /// Make the smallest document of a class with so many tests at most
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "changes")]
    pub(in crate::cli) tests: u64,

    /// Instead of text a line of JSON for each document that differs, and one for each summary
    #[arg(long, conflicts_with = "stat")]
    pub(in crate::cli) json: bool,

    /// Write a page with trees side by side, to be looked at in a browser
    #[arg(long, value_name = "FILE.html")]
    pub(in crate::cli) report: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) workers: Workers,

    #[command(flatten)]
    pub(in crate::cli) modes: Modes,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    /// List no repairs that go without saying: allowed ones, and tags of elements that every
    /// document has (`<html>`)
    #[arg(long)]
    pub(in crate::cli) hide_allowed: bool,
}
