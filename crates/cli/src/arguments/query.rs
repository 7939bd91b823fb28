//! The arguments of `wishful query`.

use clap::{Args, ValueEnum};

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::QUERY)]
pub(crate) struct QueryArguments {
    /// CSS selector, XPath expression, or both mixed
    #[arg(value_name = "EXPR")]
    pub(crate) expression: String,

    /// Documents; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    /// Read the expression as a CSS selector
    #[arg(long, conflicts_with_all = ["xpath", "parsley"])]
    pub(crate) css: bool,

    /// Read the expression as XPath 1.0
    #[arg(long, conflicts_with = "parsley")]
    pub(crate) xpath: bool,

    /// Read the expression as CSS, XPath or both mixed, as in parselets. This is the default, but
    /// an expression that begins with `/` or `(/` is XPath if it can be
    #[arg(long)]
    pub(crate) parsley: bool,

    /// Set the variable $NAME of the expression to a string; may be repeated
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) variables: Vec<(String, String)>,

    /// Base URL against which relative URLs are resolved: those of attributes that hold one, and
    /// the arguments of `resolve-uri`
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Output for each match
    #[arg(short, long, value_enum, default_value_t = QueryFormat::Text)]
    pub(crate) format: QueryFormat,

    /// Print the text that a reader sees: blocks, rows and `<br>` begin a line, scripts and hidden
    /// content are left out (`wishful query --text html page.html`: the whole page)
    #[arg(long, conflicts_with = "format")]
    pub(crate) text: bool,

    /// Add each node's markup to the lines of `-f json`
    #[arg(long)]
    pub(crate) markup: bool,

    /// Explain how the expression is read, its other readings, and the steps of its evaluation;
    /// needs no documents
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

/// Parses `NAME=VALUE`.
fn variable(written: &str) -> Result<(String, String), String> {
    match written.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE, as in --var address=/about".to_owned()),
    }
}

/// The output for the nodes that an expression selects.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QueryFormat {
    /// Text content of each node
    Text,
    /// Each node as HTML
    Html,
    /// Each node as HTML on one line, for `grep`: a blank replaces each line break
    Line,
    /// One line of JSON for each node
    Json,
    /// Source positions, as FILE:LINE:COL-LINE:COL
    Spans,
    /// Number of matches
    Count,
}
