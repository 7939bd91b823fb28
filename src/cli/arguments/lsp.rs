//! The arguments of `wishful lsp`.

use clap::Args;

use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::LSP)]
pub(in crate::cli) struct LspArguments {
    /// Use stdin and stdout (always the case; editors pass this option)
    #[arg(long)]
    pub(in crate::cli) stdio: bool,
}
