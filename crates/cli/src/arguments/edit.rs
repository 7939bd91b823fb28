//! The arguments of `wishful edit`.

use clap::Args;

use super::{PageOptions, PlainGrammar};
use crate::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::EDIT)]
pub(crate) struct EditArguments {
    /// The nodes to edit: a CSS selector, an XPath expression, or both mixed; not with --script
    #[arg(value_name = "SELECTOR", required_unless_present = "script")]
    pub(crate) select: Option<String>,

    /// Documents; `-` is stdin
    #[arg(value_name = "FILE|-")]
    pub(crate) files: Vec<String>,

    /// Read the edits from a TOML file of `[[edit]]` tables
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "remove_attribute", "add_class", "remove_class",
        "rename", "remove", "unwrap", "wrap", "text", "html", "replace", "before", "prepend", "append", "after"])]
    pub(crate) script: Option<String>,

    /// Set an attribute; in the value, `{name}` is another attribute of the element
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment, help_heading = "Edits")]
    pub(crate) set: Vec<(String, String)>,

    /// Remove an attribute
    #[arg(long, value_name = "NAME", help_heading = "Edits")]
    pub(crate) remove_attribute: Vec<String>,

    /// Add a class
    #[arg(long, value_name = "CLASS", help_heading = "Edits")]
    pub(crate) add_class: Vec<String>,

    /// Remove a class
    #[arg(long, value_name = "CLASS", help_heading = "Edits")]
    pub(crate) remove_class: Vec<String>,

    /// Give the element another name
    #[arg(long, value_name = "NAME", help_heading = "Edits")]
    pub(crate) rename: Option<String>,

    /// Remove the node with its content
    #[arg(long, help_heading = "Edits")]
    pub(crate) remove: bool,

    /// Remove the element's tags, but not its content
    #[arg(long, help_heading = "Edits")]
    pub(crate) unwrap: bool,

    /// Put an element around the node
    #[arg(long, value_name = "TAG", help_heading = "Edits")]
    pub(crate) wrap: Vec<String>,

    /// Replace the content by a text
    #[arg(long, value_name = "TEXT", help_heading = "Edits")]
    pub(crate) text: Option<String>,

    /// Replace the content by HTML
    #[arg(long, value_name = "HTML", conflicts_with = "text", help_heading = "Edits")]
    pub(crate) html: Option<String>,

    /// Replace the node by HTML
    #[arg(long, value_name = "HTML", conflicts_with = "remove", help_heading = "Edits")]
    pub(crate) replace: Option<String>,

    /// Insert HTML before the node
    #[arg(long, value_name = "HTML", help_heading = "Edits")]
    pub(crate) before: Option<String>,

    /// Insert HTML at the start of the content
    #[arg(long, value_name = "HTML", help_heading = "Edits")]
    pub(crate) prepend: Option<String>,

    /// Insert HTML at the end of the content
    #[arg(long, value_name = "HTML", help_heading = "Edits")]
    pub(crate) append: Option<String>,

    /// Insert HTML after the node
    #[arg(long, value_name = "HTML", help_heading = "Edits")]
    pub(crate) after: Option<String>,

    /// Permit to write elements around an edited node anew, with all their content, where an edit
    /// is refused otherwise
    #[arg(long)]
    pub(crate) rewrite: bool,

    /// Write each changed document back to its file
    #[arg(short, long, conflicts_with = "check")]
    pub(crate) in_place: bool,

    /// Write nothing; list the files that would change, and exit with status 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,

    /// Print a JSON object for each document instead of a patch
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) grammar: PlainGrammar,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("write NAME=VALUE, as in `--set rel=nofollow`".to_owned()),
    }
}
