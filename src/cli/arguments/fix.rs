//! The arguments of `wishful fix`.

use clap::Args;

use super::{Bounds, GrammarChoice, Reading};
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::FIX)]
pub(in crate::cli) struct FixArguments {
    /// Documents; `-` is stdin; several only with --in-place or --check
    #[arg(value_name = "FILE|-", required = true)]
    pub(in crate::cli) files: Vec<String>,

    /// Write each changed document back to its file
    #[arg(short, long, conflicts_with = "check")]
    pub(in crate::cli) in_place: bool,

    /// Write nothing; list the files that would change, and exit with status 1 if there are any
    #[arg(long)]
    pub(in crate::cli) check: bool,

    /// Only write out all inserted tags, each where it was inserted; change nothing else
    #[arg(long)]
    pub(in crate::cli) only_tags: bool,

    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
}
