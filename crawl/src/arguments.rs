//! The command line.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use serde_json::Value;

use crate::columns::Column;
use crate::failure::Failure;

/// Read the pages of web archives by a grammar of HTML, and write a row for each
///
/// In come WARC files (plain, or compressed by gzip), HTML files, and folders of both; out comes a folder of Parquet or NDJSON
/// files with a row for each HTML page: where it is from, its encoding, what was repaired in it by which line of the grammar, and
/// what else is asked for. A page over a limit, a page that is given up and a record that is damaged are rows that say so.
///
/// A run that was killed goes on with --resume: parts are complete or not there.
#[derive(Parser, Debug)]
#[command(name = "wishful-crawl", version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// WARC files, HTML files, or folders of *.warc, *.warc.gz, *.html and *.htm, in letters of either case
    #[arg(value_name = "FILE|DIR")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Read the names of more inputs from a file, one a line; `-` is stdin
    #[arg(long, value_name = "LIST")]
    pub(crate) files: Option<PathBuf>,

    /// The folder to write to, empty or not there yet; `-` writes NDJSON to stdout, as --diff does
    /// if nothing is said
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["schema", "diff"])]
    pub(crate) out: Option<PathBuf>,

    /// How rows are written; of stdout it is ndjson
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,

    /// Go on with a run that was killed, or that had no room; begin one if there is none
    #[arg(long)]
    pub(crate) resume: bool,

    /// The grammar: the name of a shipped one, or a file
    #[arg(short, long, default_value = "whatwg", value_name = "GRAMMAR")]
    pub(crate) grammar: String,

    /// Compare what two grammars make of each page: rows of pages that change only, and in the end
    /// the classes of changes, each with its number of pages, the smallest document that shows it
    /// and the line that decides it
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["grammar", "resume"])]
    pub(crate) diff: Vec<String>,

    /// Make the smallest document of a class with so many tests at most
    #[arg(long, default_value_t = 2000, value_name = "N", requires = "diff")]
    pub(crate) tests: u64,

    /// The columns, by name, joined by commas; `default` and `all` stand for several [see: --schema]
    #[arg(short, long, default_value = "default", value_name = "LIST", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,

    /// Print the columns, and what they are
    #[arg(long)]
    pub(crate) schema: bool,

    /// A column of microformats of these types (h-card,h-event,…), wherever they stand; `all` of all, with links
    #[arg(long, value_name = "TYPES", value_delimiter = ',')]
    pub(crate) microformats: Vec<String>,

    /// A column of what a parselet finds
    #[arg(long, value_name = "FILE")]
    pub(crate) parselet: Option<PathBuf>,

    /// A column of what an expression selects: CSS, XPath, or both in one
    #[arg(long, value_name = "EXPR")]
    pub(crate) query: Option<String>,

    /// How many threads read pages; by default as many as there are processors
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Parquet, compressed by Snappy
    Parquet,
    /// A line of JSON for each row
    Ndjson,
}

impl Format {
    /// As it is named by the option, and by the endings of files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Ndjson => "ndjson",
        }
    }
}

/// What a page may cost, and how large a part is.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[command(next_help_heading = "Bounds")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Bounds {
    /// Parse at most so many bytes of a page
    #[arg(long, default_value_t = 4 << 20, value_name = "N")]
    pub(crate) max_bytes: u32,

    /// Parse at most so many tokens of a page
    #[arg(long, default_value_t = 1 << 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_tokens: u32,

    /// Parse until the tree of a page has so many nodes
    #[arg(long, default_value_t = 1 << 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_nodes: u64,

    /// Write at most so many bytes to a title, and to a column of links, microformats, a parselet or a query
    #[arg(long, default_value_t = 1 << 20, value_name = "N")]
    pub(crate) max_value: u32,

    /// Look at so many nodes and characters of a page for a parselet or a query
    #[arg(long, default_value_t = 1 << 26, value_name = "N")]
    pub(crate) max_steps: u64,

    /// End a part of the output after so many rows
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) part_rows: u64,

    /// End a part of the output after about so many bytes of rows, not compressed
    #[arg(long, default_value_t = 64 << 20, value_name = "N")]
    pub(crate) part_bytes: u64,
}

impl Bounds {
    /// Each by the name of its option.
    pub(crate) fn named(&self) -> BTreeMap<String, Value> {
        // OK because a struct of numbers is a table of numbers.
        serde_json::to_value(self).and_then(serde_json::from_value).unwrap_or_default()
    }

    /// How many bytes of a page are read.
    pub(crate) fn page(&self) -> usize {
        usize::try_from(self.max_bytes).unwrap_or(usize::MAX)
    }

    /// How many bytes a column may have.
    pub(crate) fn value(&self) -> usize {
        usize::try_from(self.max_value).unwrap_or(usize::MAX)
    }
}

impl Arguments {
    /// Whether rows go to stdout.
    pub(crate) fn is_to_stdout(&self) -> bool {
        self.out.as_deref().is_none_or(|out| out.as_os_str() == "-")
    }

    /// How rows are written.
    pub(crate) fn format(&self) -> Result<Format, Failure> {
        match (self.is_to_stdout(), self.format) {
            (false, format) => Ok(format.unwrap_or(Format::Parquet)),
            (true, None | Some(Format::Ndjson)) if !self.resume => Ok(Format::Ndjson),
            (true, Some(Format::Parquet)) => {
                Err(Failure::usage("Parquet is written to a folder: `-o DIR`"))
            }
            (true, _) => Err(Failure::usage(
                "--resume is for a folder: of stdout nobody knows what was read",
            )),
        }
    }

    /// The columns that are asked for, by name or by an option that fills them, in the order of the schema.
    ///
    /// # Errors
    /// If there is no such column, or nothing to fill it with.
    pub(crate) fn columns(&self) -> Result<Vec<Column>, Failure> {
        let mut asked = Vec::new();
        for name in &self.columns {
            match name.as_str() {
                "default" if self.diff.is_empty() => asked.extend(Column::default()),
                "default" => asked.extend(Column::of_diff()),
                "all" => {
                    asked.extend(Column::all().filter(|column| self.can_fill(*column).is_ok()))
                }
                name => asked.push(named(name)?),
            }
        }
        let filled = Column::all().filter(|column| self.is_option_of(*column));
        asked.extend(filled);
        asked.iter().try_for_each(|column| self.can_fill(*column))?;
        asked.sort_unstable();
        asked.dedup();
        Ok(asked)
    }

    /// The types of microformats that are asked for; none for all of them.
    ///
    /// # Errors
    /// If one of them is none.
    pub(crate) fn types(&self) -> Result<Vec<String>, Failure> {
        let types = &self.microformats;
        if types.iter().any(|one| one == "all") {
            return Ok(Vec::new());
        }
        match types.iter().find(|one| !is_type(one)) {
            None => Ok(types.clone()),
            Some(other) => Err(Failure::usage(format!(
                "`{other}` is no type of microformats: they begin with `h-`, such as `h-card`; `all` stands for all of them"
            ))),
        }
    }

    /// Whether there is an option that says what is to be in a column, and it is given.
    fn is_option_of(&self, column: Column) -> bool {
        match column {
            Column::Microformats => !self.microformats.is_empty(),
            Column::Parselet | Column::ParseletError => self.parselet.is_some(),
            Column::Query | Column::QueryError => self.query.is_some(),
            Column::Change | Column::ChangeAt | Column::ChangeFirst | Column::ChangeSecond => {
                !self.diff.is_empty()
            }
            _ => false,
        }
    }

    fn can_fill(&self, column: Column) -> Result<(), Failure> {
        let option = match column {
            Column::Parselet | Column::ParseletError => "--parselet FILE",
            Column::Query | Column::QueryError => "--query EXPR",
            Column::Change | Column::ChangeAt | Column::ChangeFirst | Column::ChangeSecond => {
                "--diff A B"
            }
            _ => return Ok(()),
        };
        match self.is_option_of(column) {
            true => Ok(()),
            false => Err(Failure::usage(format!("the column `{}` wants {option}", column.name()))),
        }
    }
}

/// Whether a word may be the type of an item, also one that no vocabulary has: of small letters, digits and hyphens.
fn is_type(word: &str) -> bool {
    let is_small = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    word.strip_prefix("h-").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_small))
}

fn named(name: &str) -> Result<Column, Failure> {
    Column::named(name).ok_or_else(|| {
        let names: Vec<&str> = Column::all().map(Column::name).collect();
        Failure::usage(format!("there is no column `{name}`; there are {}", names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(options: &[&str]) -> Result<Vec<&'static str>, String> {
        let all = ["wishful-crawl", "-o", "out"].iter().chain(options);
        let columns =
            Arguments::parse_from(all).columns().map_err(|failure| failure.to_string())?;
        Ok(columns.into_iter().map(Column::name).collect())
    }

    #[test]
    fn types_of_microformats_are_told_from_other_words() {
        let types = |list: &str| {
            let all = ["wishful-crawl", "-o", "out", "--microformats", list];
            Arguments::parse_from(all).types().map_err(|failure| failure.to_string())
        };
        assert_eq!(types("h-card,h-x-mine").unwrap(), ["h-card", "h-x-mine"]);
        assert_eq!(types("h-card,all").unwrap(), [""; 0]);
        for (list, wrong) in [("hcard", "`hcard` is"), ("h-card,", "`` is"), ("h-Card", "`h-Card`")]
        {
            assert!(types(list).unwrap_err().starts_with(wrong), "{list}");
        }
    }

    #[test]
    fn bounds_are_named_as_their_options_are() {
        let arguments = Arguments::parse_from(["wishful-crawl", "-o", "out", "--part-rows", "7"]);
        let named = arguments.bounds.named();
        assert_eq!(named["part-rows"], 7);
        let mut options = <Arguments as clap::CommandFactory>::command();
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
        assert!(columns(&["-c", "tilte"]).unwrap_err().contains("there is no column `tilte`"));
        assert!(columns(&["-c", "parselet"]).unwrap_err().contains("--parselet FILE"));
    }
}
