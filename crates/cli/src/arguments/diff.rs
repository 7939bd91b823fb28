//! The arguments of `wishful diff`.

use clap::Args;

use super::{Reading, Workers};
use crate::examples;
use wishful_console::arguments::GrammarName;
use wishful_console::arguments::Modes;

#[derive(Args, Debug)]
#[command(after_help = examples::DIFF)]
pub(crate) struct DiffArguments {
    /// Grammars to compare, two or more, each with its own -g: shipped names or paths; each is
    /// compared with the first
    #[arg(short, long = "grammar", value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, num_args = 1, required = true)]
    pub(crate) grammars: Vec<String>,

    /// Documents, case files and *.dat (each input counts as a document), or folders of these
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) files: Vec<String>,

    /// Instead of differences, print one line for each document that differs, and a summary
    #[arg(long)]
    pub(crate) stat: bool,

    /// Instead of differences, print one line for each page that changes, and the classes of
    /// changes: the number of pages, the smallest example and the deciding line of each. Suits many
    /// pages: it takes little longer than two parses. Needs exactly two grammars
    #[arg(long, conflicts_with_all = ["stat", "hide_allowed"])]
    pub(crate) changes: bool,

    /// With --changes: run at most this many tests to find the smallest example of a class
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "changes")]
    pub(crate) tests: u64,

    /// Instead of text, print one line of JSON for each document that differs, and one for each
    /// summary
    #[arg(long, conflicts_with = "stat")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) workers: Workers,

    #[command(flatten)]
    pub(crate) modes: Modes,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Hide routine repairs: allowed ones, and tags of elements that every document has (`<html>`)
    #[arg(long)]
    pub(crate) hide_allowed: bool,
}
