//! The arguments of `wishful pages`.

use std::path::PathBuf;

use clap::Args;
use wishful_console::inputs::LineColumn;

use super::PlainGrammar;
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::PAGES)]
pub(crate) struct PagesArguments {
    /// Templates; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    /// Read the files as templates of this language: django, ejs, erb, handlebars, jinja, liquid,
    /// outlook, php, twig, or a file such as mine.template [default: by the ending of a file's
    /// name, such as .j2, or that of wishful.toml]
    #[arg(long, value_name = "NAME|PATH")]
    pub(crate) template: Option<String>,

    /// Look for the files that a template includes or extends in this folder; may be repeated
    /// [default: those of wishful.toml]
    #[arg(long, value_name = "DIR")]
    pub(crate) template_path: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Print the open elements at this position instead, under each condition
    #[arg(long, value_name = "LINE:COL", conflicts_with = "output")]
    pub(crate) at: Option<LineColumn>,

    /// Write each page to a file of this folder, and list the files
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}
