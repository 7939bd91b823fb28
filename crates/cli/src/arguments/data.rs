//! The arguments of `wishful data`.

use clap::{Args, ValueEnum};

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::DATA)]
pub(crate) struct DataArguments {
    /// Documents; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Read only these syntaxes: microformats, microdata, rdfa, opengraph, json-ld, or those of
    /// --vocabulary
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) syntax: Vec<String>,

    /// Base URL against which relative URLs in the documents are resolved
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Output format of the graph
    #[arg(short, long, value_enum, default_value_t = DataFormat::Json)]
    pub(crate) format: DataFormat,

    /// With -f json: include the source positions of subjects and values
    #[arg(long)]
    pub(crate) spans: bool,

    /// Explain for each value which syntax and which step produced it, and its source position
    #[arg(long, conflicts_with_all = ["format", "spans"])]
    pub(crate) explain: bool,

    /// File with your own syntaxes and formats; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) vocabulary: Vec<String>,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

/// The format of the graph.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DataFormat {
    /// Subjects with their types and properties, and the syntaxes that state them
    Json,
    /// JSON-LD 1.1, expanded and flat
    JsonLd,
    /// Turtle 1.1
    Turtle,
}
