//! The command line.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};
use serde_json::Value;

use crate::columns::Column;
use crate::failure::CrawlFailure;
use crate::row::PageOutcome;

/// Parse the pages of web archives with a grammar of HTML, and write one row for each
///
/// The input is WARC files (plain, or compressed with gzip or Zstandard), HTML files, and folders
/// of both. The output is a folder of Parquet or NDJSON files with a row for each HTML page. A row
/// has the page's origin, its encoding, its repairs with the grammar lines that permit them, and
/// any other columns that you select. Pages over a limit, unreadable pages and damaged records are
/// rows, too, with the reason.
///
/// Parts are written completely or not at all, so --resume continues a run that was killed.
#[derive(Parser, Debug)]
#[command(name = "wishful-crawl", version, arg_required_else_help = true)]
pub(crate) struct CrawlArguments {
    /// WARC files, HTML files, or folders of *.warc, *.warc.gz, *.warc.zst, *.html and *.htm, in
    /// upper or lower case. `-` is a WARC file on stdin, which is first copied to a temporary file
    #[arg(value_name = "FILE|DIR")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Read the names of more inputs from a file, one a line; `-` is stdin
    #[arg(long, value_name = "LIST")]
    pub(crate) files: Option<PathBuf>,

    /// The output folder, empty or new; `-` writes NDJSON to stdout, which is the default of --diff
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["schema", "diff"])]
    pub(crate) out: Option<PathBuf>,

    /// The format of rows [default: parquet in a folder, ndjson on stdout]
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<RowFormat>,

    /// Continue a run that was killed or ran out of disk space; start one if there is none
    #[arg(long)]
    pub(crate) resume: bool,

    /// Exit with status 1 if a row has this outcome or one after it in this list. If an input
    /// cannot be read at all, the status is always 1
    #[arg(long, value_enum, default_value = "damaged", value_name = "OUTCOME")]
    pub(crate) fail_on: FailOn,

    /// The grammar: the name of a shipped one, or a file
    #[arg(short, long, default_value = "whatwg", value_name = "GRAMMAR")]
    pub(crate) grammar: String,

    /// Parse each page with two grammars, and write rows only for pages that differ. At the end,
    /// list the classes of differences: for each, the number of pages, the smallest document that
    /// shows it, and the grammar line that decides it
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["grammar", "resume"])]
    pub(crate) diff: Vec<String>,

    /// The maximum number of tests to make the smallest document of a class
    #[arg(long, default_value_t = 2000, value_name = "N", requires = "diff")]
    pub(crate) tests: u64,

    /// The names of columns, separated by commas; `default` and `all` are groups of columns [see:
    /// --schema]
    #[arg(short, long, default_value = "default", value_name = "LIST", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,

    /// Print the columns and their meanings
    #[arg(long)]
    pub(crate) schema: bool,

    /// Add a column of microformats of these types (h-card,h-event,…), at any depth; `all` adds all
    /// types, and links
    #[arg(long, value_name = "TYPES", value_delimiter = ',')]
    pub(crate) microformats: Vec<String>,

    /// Add a column with the answer of a parselet
    #[arg(long, value_name = "FILE")]
    pub(crate) parselet: Option<PathBuf>,

    /// Add a column with the answer of an expression: CSS, XPath, or a mixture of both
    #[arg(long, value_name = "EXPR")]
    pub(crate) query: Option<String>,

    /// Add a column with the findings of a check by a grammar, such as `conforming`
    #[arg(long, value_name = "NAME|PATH", conflicts_with = "diff")]
    pub(crate) check: Option<String>,

    /// The number of threads that parse pages [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

/// The format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RowFormat {
    /// Parquet, compressed with Snappy
    Parquet,
    /// One line of JSON for each row
    Ndjson,
}

impl RowFormat {
    /// Returns the format's name, which is also the extension of its files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Ndjson => "ndjson",
        }
    }
}

/// The least outcome that fails a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FailOn {
    /// A limit was reached
    Cut,
    /// A page was not parsed
    GivenUp,
    /// A part of an archive is damaged, or the archive ends early
    Damaged,
    /// Rows do not affect the status
    Never,
}

impl FailOn {
    /// Reports whether an outcome fails the run.
    pub(crate) fn includes(self, outcome: PageOutcome) -> bool {
        let least = match self {
            Self::Cut => PageOutcome::Cut,
            Self::GivenUp => PageOutcome::GivenUp,
            Self::Damaged => PageOutcome::Damaged,
            Self::Never => return false,
        };
        outcome >= least
    }
}

/// Limits on pages and parts.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[command(next_help_heading = "Bounds")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Bounds {
    /// Parse at most N bytes of a page
    #[arg(long, default_value_t = 4 << 20, value_name = "N")]
    pub(crate) max_bytes: u32,

    /// Parse at most N tokens of a page
    #[arg(long, default_value_t = 1 << 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_tokens: u32,

    /// Stop the parse of a page at N nodes
    #[arg(long, default_value_t = 1 << 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_nodes: u64,

    /// Write at most N bytes of a column with content of the page, such as its title, its text or
    /// its links
    #[arg(long, default_value_t = 1 << 20, value_name = "N")]
    pub(crate) max_value: u32,

    /// Visit at most N nodes and characters of a page for a parselet or a query
    #[arg(long, default_value_t = 1 << 26, value_name = "N")]
    pub(crate) max_steps: u64,

    /// End a part of the output after N rows
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,

    /// End a part of the output after about N bytes of rows, before compression
    #[arg(long, default_value_t = 64 << 20, value_name = "N")]
    pub(crate) part_bytes: u64,
}

impl Bounds {
    /// Returns the limits by the names of their options.
    pub(crate) fn named(&self) -> BTreeMap<String, Value> {
        // OK because a struct of numbers is a table of numbers.
        serde_json::to_value(self).and_then(serde_json::from_value).unwrap_or_default()
    }

    /// Returns the maximum number of bytes of a page.
    pub(crate) fn page(&self) -> usize {
        usize::try_from(self.max_bytes).unwrap_or(usize::MAX)
    }

    /// Returns the maximum number of bytes of a column.
    pub(crate) fn value(&self) -> usize {
        usize::try_from(self.max_value).unwrap_or(usize::MAX)
    }
}

impl CrawlArguments {
    /// Reports whether rows go to stdout.
    pub(crate) fn is_to_stdout(&self) -> bool {
        self.out.as_deref().is_none_or(|out| out.as_os_str() == "-")
    }

    /// Returns the output folder, unless rows go to stdout.
    pub(crate) fn folder(&self) -> Option<&Path> {
        if self.is_to_stdout() { None } else { self.out.as_deref() }
    }

    /// Returns the format of rows.
    pub(crate) fn format(&self) -> Result<RowFormat, CrawlFailure> {
        match (self.is_to_stdout(), self.format) {
            (false, format) => Ok(format.unwrap_or(RowFormat::Parquet)),
            (true, None | Some(RowFormat::Ndjson)) if !self.resume => Ok(RowFormat::Ndjson),
            (true, Some(RowFormat::Parquet)) => {
                Err(CrawlFailure::usage("Parquet needs an output folder: add `-o DIR`"))
            }
            (true, _) => Err(CrawlFailure::usage(
                "--resume needs an output folder (`-o DIR`): a run to stdout cannot be resumed",
            )),
        }
    }

    /// Returns the selected columns in schema order: those named, and those that an option fills.
    ///
    /// # Errors
    /// If there is no such column, or no option fills it.
    pub(crate) fn columns(&self) -> Result<Vec<Column>, CrawlFailure> {
        let mut selected = Vec::new();
        for name in &self.columns {
            match name.as_str() {
                "default" if self.diff.is_empty() => selected.extend(Column::default()),
                "default" => selected.extend(Column::of_diff()),
                "all" => {
                    selected.extend(Column::all().filter(|column| self.can_fill(*column).is_ok()));
                }
                name => selected.push(named(name)?),
            }
        }
        selected.extend(Column::all().filter(|column| self.is_option_of(*column)));
        for &column in &selected {
            self.can_fill(column)?;
        }
        selected.sort_unstable();
        selected.dedup();
        Ok(selected)
    }

    /// Returns the selected types of microformats; empty for all of them.
    ///
    /// # Errors
    /// If a word cannot be a type.
    pub(crate) fn types(&self) -> Result<Vec<String>, CrawlFailure> {
        let types = &self.microformats;
        if types.iter().any(|word| word == "all") {
            return Ok(Vec::new());
        }
        for word in types {
            if !is_type(word) {
                return Err(CrawlFailure::usage(format!(
                    "`{word}` is not a microformats type: write one such as `h-card`, or `all`"
                )));
            }
        }
        Ok(types.clone())
    }

    /// Reports whether the column needs an option for its content, and that option is given.
    fn is_option_of(&self, column: Column) -> bool {
        match column {
            Column::Microformats => !self.microformats.is_empty(),
            Column::Findings => self.check.is_some(),
            Column::Parselet | Column::ParseletError => self.parselet.is_some(),
            Column::Query | Column::QueryError => self.query.is_some(),
            Column::Change | Column::ChangeAt | Column::ChangeFirst | Column::ChangeSecond => {
                !self.diff.is_empty()
            }
            _ => false,
        }
    }

    fn can_fill(&self, column: Column) -> Result<(), CrawlFailure> {
        let option = match column {
            Column::Findings => "--check GRAMMAR",
            Column::Parselet | Column::ParseletError => "--parselet FILE",
            Column::Query | Column::QueryError => "--query EXPR",
            Column::Change | Column::ChangeAt | Column::ChangeFirst | Column::ChangeSecond => {
                "--diff A B"
            }
            _ => return Ok(()),
        };
        if self.is_option_of(column) {
            return Ok(());
        }
        Err(CrawlFailure::usage(format!("the column `{}` needs {option}", column.name())))
    }
}

/// Reports whether a word may be a root class of microformats, even one that no vocabulary defines:
/// `h-` and lower-case letters, digits and hyphens.
fn is_type(word: &str) -> bool {
    let Some(rest) = word.strip_prefix("h-") else { return false };
    !rest.is_empty() && rest.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

fn named(name: &str) -> Result<Column, CrawlFailure> {
    if let Some(column) = Column::named(name) {
        return Ok(column);
    }
    let names: Vec<&str> = Column::all().map(Column::name).collect();
    Err(CrawlFailure::usage(format!(
        "unknown column `{name}`; expected one of {}",
        names.join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(options: &[&str]) -> Result<Vec<&'static str>, String> {
        let all = ["wishful-crawl", "-o", "out"].iter().chain(options);
        let columns =
            CrawlArguments::parse_from(all).columns().map_err(|failure| failure.to_string())?;
        Ok(columns.into_iter().map(Column::name).collect())
    }

    fn types(list: &str) -> Result<Vec<String>, String> {
        let all = ["wishful-crawl", "-o", "out", "--microformats", list];
        CrawlArguments::parse_from(all).types().map_err(|failure| failure.to_string())
    }

    #[test]
    fn types_of_microformats_are_distinguished_from_other_words() {
        assert_eq!(types("h-card,h-x-mine").unwrap(), ["h-card", "h-x-mine"]);
        assert_eq!(types("h-card,all").unwrap(), [""; 0]);
        for (list, wrong) in [("hcard", "`hcard` is"), ("h-card,", "`` is"), ("h-Card", "`h-Card`")]
        {
            assert!(types(list).unwrap_err().starts_with(wrong), "{list}");
        }
    }

    #[test]
    fn bounds_are_named_as_their_options_are() {
        let arguments =
            CrawlArguments::parse_from(["wishful-crawl", "-o", "out", "--part-rows", "7"]);
        let named = arguments.bounds.named();
        assert_eq!(named["part-rows"], 7);
        let mut options = <CrawlArguments as clap::CommandFactory>::command();
        options.build();
        let bounds = options.get_arguments().filter(|one| one.get_help_heading() == Some("Bounds"));
        let mut names: Vec<&str> = bounds.filter_map(clap::Arg::get_long).collect();
        names.sort_unstable();
        assert_eq!(named.keys().collect::<Vec<_>>(), names);
    }

    #[test]
    fn columns_are_chosen_by_name_and_by_the_options_that_fill_them() {
        assert_eq!(columns(&["-c", "title,url,url"]).unwrap(), ["url", "title"]);
        assert_eq!(
            columns(&["-c", "url", "--query", "h1"]).unwrap(),
            ["url", "query", "query_error"]
        );
        let default = columns(&[]).unwrap();
        assert!(default.contains(&"lines") && !default.contains(&"links"));
        assert!(columns(&["-c", "all"]).unwrap().contains(&"microformats"));
        assert!(columns(&["-c", "all"]).unwrap().len() > default.len());
        assert!(columns(&["-c", "tilte"]).unwrap_err().contains("unknown column `tilte`"));
        assert!(columns(&["-c", "parselet"]).unwrap_err().contains("--parselet FILE"));
    }
}
