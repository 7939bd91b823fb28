//! The arguments of `wishful pages`.

use std::path::PathBuf;

use clap::Args;

use super::{PlainGrammar, TemplateName, TemplatePath};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::PAGES)]
pub(crate) struct PagesArguments {
    /// Templates; `-` is stdin
    #[arg(required = true, value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) language: TemplateName,

    #[command(flatten)]
    pub(crate) folders: TemplatePath,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    /// Write each page to a file of this folder, and list the files
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}
