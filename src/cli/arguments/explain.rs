//! The arguments of `wishful explain`.

use super::super::{examples, inputs::LineColumn};
use super::{GrammarChoice, Reading};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[command(after_help = examples::EXPLAIN)]
pub(in crate::cli) struct ExplainArguments {
    /// The document; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(in crate::cli) file: String,

    /// A place in it, from 1:1, in characters; without one, every repair is explained
    #[arg(value_name = "LINE:COL")]
    pub(in crate::cli) place: Option<LineColumn>,

    /// Of what was set aside, ignored or closed by force: what was in its way, line by line, and
    /// what would have let it in
    #[arg(long, conflicts_with = "could")]
    pub(in crate::cli) why_not: bool,

    /// Say whether this could stand at the place, and why: `<p>`, `</p>`, TEXT, SPACE, NUL,
    /// COMMENT, PI, DOCTYPE, EOF
    #[arg(long, value_name = "WHAT", requires = "place")]
    pub(in crate::cli) could: Option<String>,

    /// How to print it
    #[arg(short, long, value_enum, default_value_t = ExplainFormat::Text)]
    pub(in crate::cli) format: ExplainFormat,

    #[command(flatten)]
    pub(in crate::cli) grammar: GrammarChoice,

    #[command(flatten)]
    pub(in crate::cli) reading: Reading,

    /// List all that was acceptable, however much; with --why-not, answer for the first 2,000
    /// tokens, and not for the first 50
    #[arg(long)]
    pub(in crate::cli) all: bool,

    /// Explain no repairs that go without saying: allowed ones, and tags of elements that every
    /// document has (`<html>`)
    #[arg(long, conflicts_with_all = ["why_not", "could"])]
    pub(in crate::cli) hide_allowed: bool,
}

/// The format of explanations.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum ExplainFormat {
    /// Paragraphs
    Text,
    /// A JSON object
    Json,
}
