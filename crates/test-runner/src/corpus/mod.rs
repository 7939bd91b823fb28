//! Tests as text: case files and snapshots, found by walking a folder.
//!
//! `*.txt` files are [case files](case_file) of [cases](case). A file `page.html.marpa.tree` is a
//! snapshot: the output for the document `page.html` beside it, by the grammar `marpa`, in the
//! format `tree`. The snapshot `page.html.marpa.repairs` lists the repairs; it is written with
//! every other snapshot, and blessing compares it. The grammar of a snapshot is the
//! nearest file `marpa.grammar`, beside the document or in a folder above it up to the one with the
//! settings. If there is none, it is a shipped grammar.
//!
//! Each stage has a file. [`find`] walks and reads. [`run`] runs each [`test`] independently, so
//! that many can run in parallel. [`bless`] decides which results may become the expected ones, and
//! writes them. Blessing declares a result correct, and a result with more repairs or more cruft
//! than before seldom is. So blessing refuses it unless `--accept-worse` is given.

pub(crate) mod bless;
pub(crate) mod case;
pub(crate) mod case_file;
mod count;
mod escapes;
pub(crate) mod find;
pub(crate) mod run;
pub(crate) mod test;

pub(super) use count::RepairTally;

use clap::ValueEnum;

use wishful::tree::Format;
use wishful_console::nearest;

/// The subject of a comparison: an output format, or another report about a document or a grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Expectation {
    /// Indented, with the repairs
    Tree,
    /// HTML, serialised by the standard
    Html,
    /// The format of the public tree-construction tests
    Html5lib,
    /// The names of the elements, nested in parentheses
    Structure,
    /// One JSON object
    Json,
    /// Elements and data, as nsgmls prints them
    Esis,
    /// What happened, step by step
    Events,
    /// The physical tokens
    Tokens,
    /// Graphviz
    Dot,
    /// What `wishful fix` prints: the source that says the tree without a mistake
    Fix,
    /// The repairs, a line each
    Repairs,
    /// The tree, and the repairs without the grammar's lines, as one result
    TreeAndRepairs,
    /// The microformats, as JSON
    Microformats,
    /// What `wishful data --explain` says
    Data,
    /// What a parselet finds, as JSON; or why it finds nothing
    Parselet,
    /// The findings of `wishful check`, a line each
    Findings,
    /// What `wishful explain` says
    Explain,
    /// What `wishful grammar check` says of the grammar
    Check,
}

impl Expectation {
    /// Returns the expectation with a name.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        Self::from_str(name, false).map_err(|_| {
            let values: Vec<_> = Self::value_variants().iter().map(|known| known.name()).collect();
            let advice = nearest::advice(name, values.iter().map(String::as_str));
            format!("unknown format `{name}`{advice} (expected one of {})", values.join(", "))
        })
    }

    /// Returns the name, which is also the last part of the names of snapshots.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns the output format, if there is one.
    pub(super) fn format(self) -> Option<Format> {
        match self {
            Self::Fix => None,
            _ => Format::from_name(&self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_can_be_expected() {
        for &format in Format::ALL {
            if format == Format::Fix {
                continue;
            }
            let expected = Expectation::named(&format.name()).map(Expectation::format);
            assert_eq!(expected, Ok(Some(format)), "`Expectation` lacks a format");
        }
    }
}
