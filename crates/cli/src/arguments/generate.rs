//! The arguments of `wishful generate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::examples;
use wishful_console::arguments::GrammarChoice;

/// The maximum length of a sentence; it takes some seconds and some hundred megabytes.
const MOST_WORDS: i64 = 1_000_000;

#[derive(Args, Debug)]
#[command(after_help = examples::GENERATE)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    /// Number of documents
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,

    /// Random seed; the same seed gives the same documents
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Approximate number of tags, texts and comments in a document, at most 1000000
    #[arg(long, value_name = "WORDS", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=MOST_WORDS))]
    pub(crate) size: u32,

    /// Leave out tags that the grammar declares omissible
    #[arg(long)]
    pub(crate) omit: bool,

    /// Make this many mistakes in each document, each of which needs a repair; every mistake costs
    /// one more parse
    #[arg(long, value_name = "N", conflicts_with = "omit", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) broken: Option<u32>,

    /// Generate documents until every rule of the grammar is used, and report why any rule could
    /// not be; with --broken, until no more wishes, remedies and exclusions are exercised
    #[arg(long, conflicts_with_all = ["omit", "number"])]
    pub(crate) cover: bool,

    /// Generate the content of this element, such as `td`, instead of whole documents
    #[arg(long, value_name = "CONTEXT")]
    pub(crate) fragment: Option<String>,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = GenerateFormat::Text)]
    pub(crate) format: GenerateFormat,

    /// Write files into this folder: with -f text one for each document, else one for all
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// The format of sentences.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GenerateFormat {
    /// The documents; if there are several, each after a line with its number
    #[value(alias = "html")]
    Text,
    /// A case file for `wishful test`
    Cases,
    /// Format of the public html5lib tree-construction tests
    Dat,
    /// One line of JSON for each document
    Json,
}
