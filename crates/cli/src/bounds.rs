//! Limits on the text, the tree and the output of a document.

use clap::Args;

use wishful::Limits;
use wishful::base::Allowance;
use wishful::tree::WriteOptions;

/// The limits on reading, building and writing.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Bounds {
    /// Read at most this many bytes of text; reaching a limit is reported and gives exit status 1
    /// (in batch: a field of the answer)
    #[arg(long, value_name = "N")]
    pub(super) max_bytes: Option<u32>,

    /// Parse at most this many tokens
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_tokens: Option<u32>,

    /// Stop when the tree has this many nodes; default: 8 for each byte, and at least 1,048,576
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_nodes: Option<u64>,

    /// Write about this many bytes for a document at most; default: 256 for each byte, and at least
    /// 64 MiB
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_output: Option<u64>,
}

impl Bounds {
    /// Converts the bounds to the library's limits.
    pub(super) fn limits(&self) -> Limits {
        let unlimited = Limits::default();
        unlimited
            .text_bytes(self.max_bytes.unwrap_or(unlimited.text_bytes))
            .tokens(self.max_tokens.unwrap_or(unlimited.tokens))
            .nodes(self.max_nodes.map_or(unlimited.nodes, Allowance::fixed))
    }

    /// Returns the limit on the output for a document.
    pub(super) fn output(&self) -> Allowance {
        self.max_output.map_or(WriteOptions::default().bytes, Allowance::fixed)
    }
}
