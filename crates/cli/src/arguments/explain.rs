//! The arguments of `wishful explain`.

use super::super::examples;
use super::{Reading, TemplatePath};
use clap::{Args, ValueEnum};
use wishful_console::arguments::GrammarChoice;
use wishful_console::inputs::LineColumn;

#[derive(Args, Clone, Debug)]
#[command(after_help = examples::EXPLAIN)]
pub(crate) struct ExplainArguments {
    /// Document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(crate) file: String,

    /// Position in the document, counted in characters from 1:1; without it, every repair is
    /// explained. Of a template, each state of the parser at the position, under its conditions
    #[arg(value_name = "LINE:COL")]
    pub(crate) place: Option<LineColumn>,

    /// For tokens that were set aside, ignored or closed by force: show which grammar lines
    /// rejected them, and which change would allow them
    #[arg(long, conflicts_with = "could")]
    pub(crate) why_not: bool,

    /// Report whether this token would be accepted at the position, and why: `<p>`, `</p>`, TEXT,
    /// SPACE, NUL, COMMENT, PI, DOCTYPE, EOF
    #[arg(long, value_name = "WHAT", requires = "place")]
    pub(crate) could: Option<String>,

    /// Show the Earley sets at the position: before each word that was read for the token, and
    /// after it
    #[arg(long, requires = "place", conflicts_with_all = ["why_not", "could", "hide_allowed"])]
    pub(crate) sets: bool,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
    pub(crate) format: ExplainFormat,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) folders: TemplatePath,

    /// List all acceptable tokens instead of the first few; with --why-not, answer for the first
    /// 2,000 tokens instead of 50
    #[arg(long)]
    pub(crate) all: bool,

    /// Leave out routine repairs: allowed ones, and tags of elements that every document has
    /// (`<html>`)
    #[arg(long, conflicts_with_all = ["why_not", "could"])]
    pub(crate) hide_allowed: bool,
}

/// The format of explanations.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExplainFormat {
    /// Paragraphs
    Text,
    /// A JSON object
    Json,
}
