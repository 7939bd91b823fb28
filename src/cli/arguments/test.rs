//! The arguments of `wishful test`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::coverage::percent;
use crate::cli::arguments::grammar_name::GrammarName;
use crate::cli::corpus::Expectation;
use crate::cli::examples;

#[derive(Args, Debug)]
#[command(after_help = examples::TEST)]
pub(crate) struct TestArguments {
    /// Folders and files with cases or snapshots, a line of a case file, or a part of a title;
    /// without a place, the folder `corpus`
    #[arg(value_name = "DIR|FILE[:LINE]|TITLE")]
    pub(in crate::cli) what: Vec<String>,

    /// Write what came out into the files as what is expected
    #[arg(long)]
    pub(in crate::cli) bless: bool,

    /// Bless a result even if it has more repairs or more cruft than before
    #[arg(long, requires = "bless")]
    pub(in crate::cli) accept_worse: bool,

    /// With --bless: make a snapshot of each document by this grammar
    #[arg(short, long, value_name = "NAME|PATH", value_parser = GrammarName, hide_possible_values = true, requires = "bless", requires = "format")]
    pub(in crate::cli) grammar: Option<String>,

    /// How to report, or with -g the format of the snapshots to make
    #[arg(short, long, value_name = "FORMAT", value_parser = formats())]
    pub(in crate::cli) format: Option<String>,

    /// Only the cases and snapshots whose title or path has this text in it
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) only: Option<String>,

    /// Go through the failures one at a time: accept, reject, skip, explain, edit
    #[arg(long, conflicts_with_all = ["bless", "format"])]
    pub(in crate::cli) review: bool,

    /// Run again what depends on a file whenever it changes, and say what fails or passes since
    #[arg(long, conflicts_with_all = ["bless", "review", "format"])]
    pub(in crate::cli) watch: bool,

    /// Run nothing: list what would be run, each with its place and title
    #[arg(long, conflicts_with_all = ["bless", "review", "watch"])]
    pub(in crate::cli) list: bool,

    /// Then tell which lines the documents of the tests exercised of each grammar that tests name
    #[arg(long, conflicts_with_all = ["review", "watch", "list", "debug"])]
    pub(in crate::cli) coverage: bool,

    /// With --coverage: write it into this file, too, in the format of lcov, which editors show
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub(in crate::cli) lcov: Option<PathBuf>,

    /// With --coverage: exit with status 1 if of a grammar fewer parts were exercised, of a hundred
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "coverage")]
    pub(in crate::cli) fail_under: Option<f64>,

    /// Show how each token was looked at: what was rejected and why, what was tried, what was done
    #[arg(long, conflicts_with_all = ["bless", "review", "watch", "list", "format"])]
    pub(in crate::cli) debug: bool,
}

/// The format of the report of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum TestReport {
    /// Failures with their differences: for people
    #[default]
    Text,
    /// One JSON object, `wishful-test/1`
    Json,
    /// XML as JUnit writes it
    Junit,
}

impl TestArguments {
    /// Returns the format of the report. With `-g`, the format option is that of snapshots instead,
    /// and the report is text.
    ///
    /// # Errors
    /// A message if the format is one of snapshots only.
    pub(in crate::cli) fn report(&self) -> Result<TestReport, String> {
        let (None, Some(format)) = (&self.grammar, &self.format) else {
            return Ok(TestReport::Text);
        };
        TestReport::from_str(format, false).map_err(|_| {
            format!(
                "`{format}` is a format of snapshots: `--bless -g GRAMMAR -f {format}` makes them"
            )
        })
    }

    /// Returns the grammar and the format of the snapshots to create, if requested.
    ///
    /// # Errors
    /// A message if snapshots cannot have this format.
    pub(in crate::cli) fn snapshots(&self) -> Result<Option<(&str, Expectation)>, String> {
        let Some((grammar, format)) = self.grammar.as_deref().zip(self.format.as_deref()) else {
            return Ok(None);
        };
        Ok(Some((grammar, Expectation::named(format)?)))
    }
}

/// Returns the parser of the formats of reports and snapshots. A name may denote one of each.
fn formats() -> PossibleValuesParser {
    let mut values = Vec::new();
    for report in TestReport::value_variants() {
        values.extend(report.to_possible_value());
    }
    for expectation in Expectation::value_variants() {
        let name = expectation.name();
        if TestReport::from_str(&name, false).is_ok() {
            continue;
        }
        if let Some(value) = expectation.to_possible_value() {
            let help = match value.get_help() {
                Some(help) => format!("With -g: {help}"),
                None => String::new(),
            };
            values.push(PossibleValue::new(name).help(help));
        }
    }
    PossibleValuesParser::new(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct TestLine {
        #[command(flatten)]
        test: TestArguments,
    }

    fn read(line: &str) -> TestArguments {
        TestLine::try_parse_from(line.split(' ')).unwrap_or_else(|error| panic!("{error}")).test
    }

    #[test]
    fn a_format_is_that_of_the_report_or_with_a_grammar_that_of_snapshots() {
        assert_eq!(read("test").report(), Ok(TestReport::Text));
        assert_eq!(read("test -f junit").report(), Ok(TestReport::Junit));
        assert_eq!(read("test -f json").snapshots(), Ok(None));
        let made = read("test --bless -g marpa -f json");
        assert_eq!(made.snapshots(), Ok(Some(("marpa", Expectation::Json))));
        assert_eq!(made.report(), Ok(TestReport::Text));
        assert!(read("test -f tree").report().is_err());
        assert!(read("test --bless -g marpa -f junit").snapshots().is_err());
    }
}
