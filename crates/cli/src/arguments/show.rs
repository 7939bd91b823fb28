//! The arguments of `wishful grammar show`.

use clap::Args;

use super::GrammarNameArguments;

#[derive(Args, Debug)]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    pub(crate) of: GrammarNameArguments,

    /// Print only the statements that concern a tag or token, each with its position and how it is
    /// concerned
    #[arg(long, value_name = "'<p>'")]
    pub(crate) about: Option<String>,
}
