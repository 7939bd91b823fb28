//! The arguments of `wishful fix`.

use std::path::PathBuf;

use clap::Args;

use super::{Bounds, Reading, TemplatePath, Workers};
use crate::examples;
use wishful_console::arguments::GrammarChoice;

#[derive(Args, Debug)]
#[command(after_help = examples::FIX)]
pub(crate) struct FixArguments {
    /// Documents, or folders of *.html and *.htm; without any, or `-`: stdin, whose fixed source is
    /// printed
    #[arg(value_name = "FILE|DIR|-", default_value = "-", hide_default_value = true)]
    pub(crate) files: Vec<String>,

    /// Write each changed document back to its file
    #[arg(short, long, conflicts_with_all = ["check", "patch", "output"])]
    pub(crate) in_place: bool,

    /// Write each document to this folder, in the tree of folders of the input; unchanged ones are
    /// copied
    #[arg(short, long, value_name = "DIR", conflicts_with_all = ["check", "patch"])]
    pub(crate) output: Option<PathBuf>,

    /// Print the changes as a patch; default, except for stdin alone
    #[arg(long, conflicts_with = "check")]
    pub(crate) patch: bool,

    /// First repair the tags, quotes and comments as the author probably meant them, by indentation
    /// and content, which is not the tree that browsers build; one file is printed to stdout
    #[arg(long)]
    pub(crate) intent: bool,

    /// Write well-formed XML in UTF-8, as EPUB and tools for XML need it, and list what XML
    /// requires to change; one file is printed to stdout
    #[arg(long)]
    pub(crate) xhtml: bool,

    #[command(flatten)]
    pub(crate) folders: TemplatePath,

    /// Write nothing; list the files that would change, and exit with status 1 if there are any, or
    /// if a mistake would stay
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) workers: Workers,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) bounds: Bounds,
}
