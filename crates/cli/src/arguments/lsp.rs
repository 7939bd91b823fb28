//! The arguments of `wishful lsp`.

use clap::Args;

use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::LSP)]
pub(crate) struct LspArguments {
    /// Use stdin and stdout (always the case; editors pass this option)
    #[arg(long)]
    pub(crate) stdio: bool,
}
