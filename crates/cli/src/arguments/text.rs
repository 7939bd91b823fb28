//! The arguments of `wishful text`.

use clap::Args;

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::TEXT)]
pub(crate) struct TextArguments {
    /// Documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Print a line of JSON for each run of the text: its origin, and its place in the source
    #[arg(long)]
    pub(crate) map: bool,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}
