//! The arguments of `wishful generate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::GrammarChoice;
use crate::cli::examples;

/// The maximum length of a sentence; it takes some seconds and some hundred megabytes.
const MOST_WORDS: i64 = 1_000_000;

#[derive(Args, Debug)]
#[command(after_help = examples::GENERATE)]
pub(in crate::cli) struct GenerateArguments {
    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    /// How many sentences
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) number: u64,

    /// What all chance depends on: the same seed makes the same sentences
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(in crate::cli) seed: u64,

    /// About how many words a sentence has, at most 1000000: tags, texts, comments
    #[arg(long, value_name = "WORDS", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=MOST_WORDS))]
    pub(in crate::cli) size: u32,

    /// Leave out tags that the grammar calls omissible
    #[arg(long)]
    pub(in crate::cli) omit: bool,

    /// Make so many mistakes in each, each of which needs a repair; for each the text is read again
    #[arg(long, value_name = "N", conflicts_with = "omit", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) broken: Option<u32>,

    /// Make sentences until every rule of the grammar was used, and say of the others why they were
    /// not
    #[arg(long, conflicts_with_all = ["omit", "broken", "number"])]
    pub(in crate::cli) cover: bool,

    /// Make the content of this element, such as `td`, and no whole documents
    #[arg(long, value_name = "CONTEXT")]
    pub(in crate::cli) fragment: Option<String>,

    /// How they are printed
    #[arg(short, long, value_enum, default_value_t = GenerateFormat::Text)]
    pub(in crate::cli) format: GenerateFormat,

    /// Write files into this folder: for `text` one for each sentence, else one for all
    #[arg(short, long, value_name = "DIR")]
    pub(in crate::cli) output: Option<PathBuf>,
}

/// The format of sentences.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum GenerateFormat {
    /// The texts; of several, each behind a line with its number
    #[value(alias = "html")]
    Text,
    /// A case file for `wishful test`
    Cases,
    /// The format of the public tree-construction tests
    Dat,
    /// A line of JSON for each
    Json,
}
