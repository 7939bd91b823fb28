//! The arguments of `wishful distinguish`.

use super::super::examples;
use super::Workers;
use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = examples::DISTINGUISH)]
pub(in crate::cli) struct DistinguishArguments {
    /// The grammars, two or more, each with a -g of its own: shipped names or paths
    #[arg(short, long = "grammar", value_name = "NAME|PATH", num_args = 1, required = true)]
    pub(in crate::cli) grammars: Vec<String>,

    /// How long to look
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    pub(in crate::cli) seconds: f64,

    /// Look at documents of no more than so many tokens
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(in crate::cli) tokens: usize,

    /// Documents to begin with, or folders in which every *.html and *.htm is one: those that
    /// differ are shrunk
    #[arg(long, value_name = "FILE|DIR")]
    pub(in crate::cli) from: Vec<String>,

    /// Compare the repairs, too
    #[arg(long)]
    pub(in crate::cli) repairs: bool,

    /// Read documents as the content of this element, such as `td`, and not otherwise
    #[arg(long, value_name = "CONTEXT")]
    pub(in crate::cli) fragment: Option<String>,

    /// Read documents with this mode on, and not otherwise
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) mode: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) workers: Workers,

    /// Print the answer as one line of JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
