//! The arguments of `wishful lsp`.

use clap::Args;

use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::LSP)]
pub(in crate::cli) struct LspArguments {
    /// Speak over stdin and stdout, which it does anyway: editors say so
    #[arg(long)]
    pub(in crate::cli) stdio: bool,
}
