//! The arguments of `wishful check`.

use clap::Args;

use super::{CheckFormat, PageOptions, TemplatePath};
use crate::examples;
use wishful_console::arguments::GrammarName;
use wishful_console::settings::FailWhen;

#[derive(Args, Debug)]
#[command(after_help = examples::CHECK)]
pub(crate) struct CheckPagesArguments {
    /// Documents, case files and *.dat (each input counts as a document), or folders of these;
    /// stdin if there is none
    #[arg(value_name = "FILE|DIR")]
    pub(crate) files: Vec<String>,

    /// Grammar that documents must conform to: shipped, or a file, such as a variant with house
    /// rules [default: that of wishful.toml, or conforming]
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true)]
    pub(crate) grammar: Option<String>,

    /// Grammar that parses the documents [default: that of -g if it is a variant of whatwg, or
    /// whatwg]
    #[arg(long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true)]
    pub(crate) parse_with: Option<String>,

    #[command(flatten)]
    pub(crate) folders: TemplatePath,

    /// Output format
    #[arg(short, long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,

    /// Leave out files and folders of folders that match this pattern, such as `drafts/` or
    /// `*.old.html`, besides those in .gitignore, hidden ones and `node_modules`
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Do not report findings with this code; separate several with commas
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,

    /// Findings that set the exit status 1 [default: that of wishful.toml, or error]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) fail_on: Option<FailWhen>,

    /// First repair the files in place, as `wishful fix --in-place` does: same tree, no mistakes
    #[arg(long)]
    pub(crate) fix: bool,

    #[command(flatten)]
    pub(crate) pages: PageOptions,
}
