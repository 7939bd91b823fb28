//! The arguments of `wishful fix`.

use clap::Args;

use super::{Bounds, GrammarChoice, Reading};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::FIX)]
pub(crate) struct FixArguments {
    /// Documents; `-` is stdin; several only with --in-place or --check
    #[arg(value_name = "FILE|-", required = true)]
    pub(crate) files: Vec<String>,

    /// Write each changed document back to its file
    #[arg(short, long, conflicts_with = "check")]
    pub(crate) in_place: bool,

    /// Write nothing; list the files that would change, and exit with status 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,

    /// Only write out all inserted tags, each where it was inserted; change nothing else
    #[arg(long)]
    pub(crate) only_tags: bool,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) bounds: Bounds,
}
