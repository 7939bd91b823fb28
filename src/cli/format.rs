//! The formats of `-f`.

use clap::ValueEnum;

use crate::tree;

/// What to print of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    /// Indented, with the repairs: for people
    Tree,
    /// HTML, serialised by the standard
    Html,
    /// A JSON object
    Json,
    /// The format of the public tree-construction tests
    Html5lib,
    /// What happened, step by step
    Events,
    /// The physical tokens
    Tokens,
    /// The tree for Graphviz
    Dot,
}

impl From<Format> for tree::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Tree => Self::Tree,
            Format::Html => Self::Html,
            Format::Json => Self::Json,
            Format::Html5lib => Self::Html5lib,
            Format::Events => Self::Events,
            Format::Tokens => Self::Tokens,
            Format::Dot => Self::Dot,
        }
    }
}
