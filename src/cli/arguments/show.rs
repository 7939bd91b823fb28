//! The arguments of `wishful grammar show`.

use clap::Args;

use super::GrammarNameArguments;

#[derive(Args, Debug)]
pub(in crate::cli) struct ShowArguments {
    #[command(flatten)]
    pub(in crate::cli) of: GrammarNameArguments,

    /// Only the statements that touch a tag or token, each with its place and how: what holds it,
    /// excludes it, asks for it
    #[arg(long, value_name = "'<p>'")]
    pub(in crate::cli) about: Option<String>,
}
