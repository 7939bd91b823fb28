//! The arguments of `wishful test`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use crate::corpus::Expectation;
use wishful_console::arguments::{GrammarName, percent};

/// The arguments of `wishful test`.
#[derive(Args, Debug)]
pub struct TestArguments {
    /// Folders or files with cases or snapshots, a line of a case file, or part of a title;
    /// default: the folder `corpus`
    #[arg(value_name = "DIR|FILE[:LINE]|TITLE")]
    pub(crate) what: Vec<String>,

    /// Write the actual results into the files as the expected ones
    #[arg(long)]
    pub(crate) bless: bool,

    /// Bless a result even if it has more repairs or more cruft than before
    #[arg(long, requires = "bless")]
    pub(crate) accept_worse: bool,

    /// Only cases and snapshots by this grammar; with --bless and -f, create a snapshot of each
    /// document
    #[arg(short, long, value_name = "NAME", value_parser = GrammarName, hide_possible_values = true)]
    pub(crate) grammar: Option<String>,

    /// Format of the report, or with --bless and -g of the snapshots to create
    #[arg(short, long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) format: Option<String>,

    /// Run only the cases and snapshots whose title or path contains this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,

    /// Under each failure, name the line of its grammar that decides it, among those that have
    /// changed since this commit of git
    #[arg(long, value_name = "REV", conflicts_with_all = ["bless", "watch", "list", "format"])]
    pub(crate) since: Option<String>,

    /// Show every failure in full; otherwise the report has at most 40 lines
    #[arg(long, conflicts_with_all = ["review", "list"])]
    pub(crate) full: bool,

    /// Go through the failures, one document at a time: accept, reject, skip, explain, edit
    #[arg(long, conflicts_with_all = ["bless", "format"])]
    pub(crate) review: bool,

    /// When a file changes, run the tests that depend on it again, and report what fails or passes
    /// now, and which changed line of a grammar decides it
    #[arg(long, conflicts_with_all = ["bless", "review", "format"])]
    pub(crate) watch: bool,

    /// Run nothing; list the selected tests with position and title
    #[arg(long, conflicts_with_all = ["bless", "review", "watch"])]
    pub(crate) list: bool,

    /// Also report which lines of each tested grammar the documents exercise
    #[arg(long, conflicts_with_all = ["review", "watch", "list", "debug"])]
    pub(crate) coverage: bool,

    /// With --coverage: also write it to this file, in lcov format
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub(crate) lcov: Option<PathBuf>,

    /// With --coverage: exit with status 1 if less than this percentage of the parts of a grammar
    /// was exercised
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "coverage")]
    pub(crate) fail_under: Option<f64>,

    /// Show each step of the parse: what was rejected and why, what was tried, and what was done
    #[arg(long, conflicts_with_all = ["bless", "review", "watch", "list", "format"])]
    pub(crate) debug: bool,
}

/// The format of the report of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum TestReport {
    /// Readable text: failures with their differences
    #[default]
    Text,
    /// One JSON object, `wishful-test/1`
    Json,
    /// JUnit XML
    Junit,
}

impl TestArguments {
    /// Returns the format of the report. With `--bless -g`, the format option is that of snapshots
    /// instead, and the report is text.
    ///
    /// # Errors
    /// A message if the format is one of snapshots only.
    pub(crate) fn report(&self) -> Result<TestReport, String> {
        let (None, Some(format)) = (self.blessed_grammar(), &self.format) else {
            return Ok(TestReport::Text);
        };
        TestReport::from_str(format, false).map_err(|_| {
            format!(
                "`{format}` is a snapshot format; create such snapshots with `--bless -g GRAMMAR -f {format}`"
            )
        })
    }

    /// Returns the grammar and the format of the snapshots to create, if requested.
    ///
    /// # Errors
    /// A message if snapshots cannot have this format.
    pub(crate) fn snapshots(&self) -> Result<Option<(&str, Expectation)>, String> {
        let Some((grammar, format)) = self.blessed_grammar().zip(self.format.as_deref()) else {
            return Ok(None);
        };
        Ok(Some((grammar, Expectation::named(format)?)))
    }

    /// Returns the grammar whose snapshots are created or blessed, if only those are.
    fn blessed_grammar(&self) -> Option<&str> {
        if self.bless { self.grammar() } else { None }
    }

    /// Returns the name of the only grammar that is tested, if there is one.
    pub(crate) fn grammar(&self) -> Option<&str> {
        let named = self.grammar.as_deref()?;
        match named.strip_suffix(".grammar") {
            Some(name) if !named.contains(['/', '\\']) => Some(name),
            _ => Some(named),
        }
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
                Some(help) => format!("Snapshots: {help}"),
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
    fn the_format_option_means_snapshots_if_a_grammar_is_given() {
        assert_eq!(read("test").report(), Ok(TestReport::Text));
        assert_eq!(read("test -f junit").report(), Ok(TestReport::Junit));
        assert_eq!(read("test -f json").snapshots(), Ok(None));
        let made = read("test --bless -g marpa -f json");
        assert_eq!(made.snapshots(), Ok(Some(("marpa", Expectation::Json))));
        assert_eq!(made.report(), Ok(TestReport::Text));
        assert_eq!(read("test -g marpa -f json").report(), Ok(TestReport::Json));
        assert_eq!(read("test --bless -g mine.grammar").grammar(), Some("mine"));
        assert!(read("test -f tree").report().is_err());
        assert!(read("test --bless -g marpa -f junit").snapshots().is_err());
    }
}
