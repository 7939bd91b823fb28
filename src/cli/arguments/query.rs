//! The arguments of `wishful query`.

use clap::{Args, ValueEnum};

use super::grammar_name::GrammarName;
use super::{DEFAULT_GRAMMAR, Reading, Workers};
use crate::cli::bounds::Bounds;
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::QUERY)]
pub(in crate::cli) struct QueryArguments {
    /// What to look for
    #[arg(value_name = "EXPR")]
    pub(in crate::cli) expression: String,

    /// The documents; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(in crate::cli) files: Vec<String>,

    /// The expression is a selector
    #[arg(long, conflicts_with_all = ["xpath", "parsley"])]
    pub(in crate::cli) css: bool,

    /// The expression is one of XPath 1.0
    #[arg(long, conflicts_with = "parsley")]
    pub(in crate::cli) xpath: bool,

    /// The expression is either, or both mixed, as in parselets; so it is if nothing is said
    #[arg(long)]
    pub(in crate::cli) parsley: bool,

    /// Bind the variable $NAME of the expression to a text; may be given several times
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = variable)]
    pub(in crate::cli) variables: Vec<(String, String)>,

    /// The address of the documents, to which relative ones are relative
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) base: Option<String>,

    /// What to print of what is found
    #[arg(short, long, value_enum, default_value_t = QueryFormat::Text)]
    pub(in crate::cli) format: QueryFormat,

    /// Say how the expression is read, how else it could be, and what is done; documents need not
    /// be named
    #[arg(long)]
    pub(in crate::cli) explain: bool,

    /// A shipped grammar's name or the path of a grammar file
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, default_value = DEFAULT_GRAMMAR)]
    pub(in crate::cli) grammar: String,

    #[command(flatten)]
    pub(in crate::cli) workers: Workers,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
}

/// Parses `NAME=VALUE`.
fn variable(written: &str) -> Result<(String, String), String> {
    match written.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a name, `=` and a value are wanted, as in --var address=/about".to_owned()),
    }
}

/// The output for the nodes that an expression selects.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum QueryFormat {
    /// The text in each node
    Text,
    /// Each node as HTML
    Html,
    /// A line of JSON for each node
    Json,
    /// The places in the source, as FILE:LINE:COL-LINE:COL
    Spans,
    /// How many there are
    Count,
}
