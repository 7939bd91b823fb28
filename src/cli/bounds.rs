//! Limits on the text, the tree and the output of a document.

use clap::Args;

use crate::Limits;
use crate::base::Allowance;
use crate::tree::WriteOptions;

/// The limits on reading, building and writing.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Bounds {
    /// Read and parse no more than this many bytes of text; that a limit was met is said, with exit
    /// status 1 (by batch in the answer)
    #[arg(long, value_name = "N")]
    pub(super) max_bytes: Option<u32>,

    /// Parse no more than this many tokens
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_tokens: Option<u32>,

    /// Parse until the tree has this many nodes; by default 8 for each byte, and at least 1,048,576
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_nodes: Option<u64>,

    /// Write about this many bytes for a document; by default 256 for each byte, and at least 64
    /// MiB
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_output: Option<u64>,
}

impl Bounds {
    /// Converts the bounds to the library's limits.
    pub(super) fn limits(&self) -> Limits {
        let unlimited = Limits::default();
        Limits {
            text_bytes: self.max_bytes.unwrap_or(unlimited.text_bytes),
            tokens: self.max_tokens.unwrap_or(unlimited.tokens),
            nodes: self.max_nodes.map_or(unlimited.nodes, Allowance::fixed),
            ..unlimited
        }
    }

    /// Returns the limit on the output for a document.
    pub(super) fn output(&self) -> Allowance {
        self.max_output.map_or(WriteOptions::default().bytes, Allowance::fixed)
    }
}
