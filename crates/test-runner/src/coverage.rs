//! The coverage of the grammars that tests name, by the documents of the tests.
//!
//! ```text
//! coverage of shop.grammar by 1 document: 30 of 190 (15.8 %) statements, 88 of 1279 (6.9 %) parts
//!   shop.grammar            all of 1
//!   whatwg.grammar          missed in 232 of 238 lines: 12 15-33 35-42 45 47 49 53-55 59 63-65 …
//!   whatwg-doctype.grammar  missed in 42 of 42 lines: 7 9-49
//!   whatwg-foreign.grammar  missed in 26 of 26 lines: 6-31
//! ```
//!
//! A grammar in several modes counts as one, and its counts are added, as in `wishful coverage`. A
//! document of several tests counts once. Grammars inside a case, and the grammar of XML, are
//! omitted.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::arguments::{TestArguments, TestReport};
use crate::corpus::run::parse_input;
use crate::corpus::test::{SharedGrammar, Test};
use wishful::base::{HashSet, IndexMap};
use wishful::pool;
use wishful_console::driver;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, GrammarCache, PreparedGrammar};
use wishful_console::output::{Output, complain};
use wishful_console::paint::Paint;
use wishful_console::stamps::Stamps;
use wishful_workbench::coverage::{Coverage, FileReport, GrammarCoverages, Report};

/// The maximum number of line ranges that are listed for a file.
const RANGES: usize = 12;

/// The coverage report of each grammar, with the folder of the grammar.
pub(super) struct FolderCoverage(Vec<(PathBuf, Report)>);

/// Counts the coverage by the tests' documents. A document that cannot be parsed is skipped, since
/// its test reports the reason.
///
/// # Errors
/// If the library has a bug.
pub(super) fn count(tests: &[Test<'_>], shelf: &GrammarCache) -> Result<FolderCoverage, Failure> {
    let grammars = grammars(tests, shelf);
    let counting = GrammarCoverages::of(grammars.values().map(|grammar| grammar.grammar()));
    let jobs = jobs(tests, &grammars);
    driver::in_order(
        &jobs,
        pool::processors(),
        &mut Output::stdout(),
        |(number, test)| {
            let Ok(input) = parse_input(test, shelf, &mut Stamps::default()) else { return Ok(()) };
            let grammar = &grammars[*number];
            let added = if grammar.grammar().tokenizer().is_text() {
                let read = grammars::read_text(grammar.grammar(), "input", &input.bytes);
                read.map(|read| counting.add_text(*number, &read))
            } else {
                let document = grammar.parse(input.bytes, &input.options);
                document.map(|document| counting.add(*number, &document))
            };
            let Ok(added) = added else { return Ok(()) };
            added.map_err(|error| error.to_string())?;
            Ok::<_, String>(())
        },
        |_, counted, _| {
            counted.unwrap_or_else(|| Err(driver::PANICKED.to_owned())).map_err(Failure::refused)
        },
    )?;
    let counted = counting.finish().map_err(|error| Failure::refused(error.to_string()))?;
    let counted = grammars.into_keys().zip(counted);
    Ok(FolderCoverage(merged(counted)?))
}

/// Loads the grammars that tests name, apart from that of XML, each with its modes.
fn grammars(
    tests: &[Test<'_>],
    shelf: &GrammarCache,
) -> IndexMap<SharedGrammar, Arc<PreparedGrammar>> {
    let mut grammars = IndexMap::default();
    let mut without = HashSet::default();
    for test in tests {
        let Some(named) = test.shared_grammar() else { continue };
        if grammars.contains_key(&named) || without.contains(&named) {
            continue;
        }
        match parse_input(test, shelf, &mut Stamps::default()) {
            Ok(input) if !matches!(*input.grammar, PreparedGrammar::Xml(_)) => {
                grammars.insert(named, input.grammar);
            }
            _ => {
                without.insert(named);
            }
        }
    }
    grammars
}

/// Returns the tests whose documents are counted, each with the index of its grammar.
fn jobs<'t, 'c>(
    tests: &'t [Test<'c>],
    grammars: &IndexMap<SharedGrammar, Arc<PreparedGrammar>>,
) -> Vec<(usize, &'t Test<'c>)> {
    let mut seen = HashSet::default();
    let mut jobs = Vec::new();
    for test in tests {
        let Some(grammar) = test.shared_grammar() else { continue };
        let Some(number) = grammars.get_index_of(&grammar) else { continue };
        let is_new = match test.document() {
            Some(document) => seen.insert((number, document.to_owned())),
            None => true,
        };
        if is_new {
            jobs.push((number, test));
        }
    }
    jobs
}

/// Merges the reports of each grammar over its modes.
fn merged(
    counted: impl Iterator<Item = (SharedGrammar, Coverage)>,
) -> Result<Vec<(PathBuf, Report)>, Failure> {
    let mut whole: IndexMap<(PathBuf, String), Coverage> = IndexMap::default();
    for (SharedGrammar { folder, name, .. }, coverage) in counted {
        match whole.entry((folder, name)) {
            indexmap::map::Entry::Vacant(entry) => {
                entry.insert(coverage);
            }
            indexmap::map::Entry::Occupied(mut entry) => {
                let merged = entry.get_mut().merge(&coverage);
                merged.map_err(|error| Failure::refused(error.to_string()))?;
            }
        }
    }
    let mut reports = Vec::with_capacity(whole.len());
    for ((folder, name), coverage) in whole {
        let path = folder.join(name);
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        reports.push((folder, coverage.report()));
    }
    Ok(reports)
}

impl FolderCoverage {
    /// Prints the coverage: on stdout after a text report, on stderr with a machine-readable one.
    pub(super) fn show(&self, arguments: &TestArguments, report: TestReport) -> CommandResult {
        match report {
            TestReport::Text => {
                let mut out = Output::stdout();
                out.text(&self.table(out.paint()))?;
                out.finish()?;
            }
            TestReport::Json | TestReport::Junit => complain(&self.table(Paint::PLAIN)),
        }
        if let Some(path) = &arguments.lcov {
            fs::write(path, self.to_lcov()).map_err(|error| Failure::unwritten(path, &error))?;
        }
        Ok(self.verdict(arguments.fail_under))
    }

    fn table(&self, paint: Paint) -> String {
        if self.0.is_empty() {
            return "no coverage: no test uses a grammar of markup\n".to_owned();
        }
        self.0.iter().map(|(_, report)| of_grammar(report, paint)).collect()
    }

    fn to_lcov(&self) -> String {
        let mut lcov = String::new();
        for (folder, report) in &self.0 {
            lcov.push_str(&report.to_lcov(|name| grammars::path_of(name, folder)));
        }
        lcov
    }

    /// Prints a message about each grammar with insufficient coverage.
    fn verdict(&self, wanted: Option<f64>) -> Verdict {
        let mut verdict = Verdict::Done;
        for (_, report) in &self.0 {
            let percent = report.parts.percent();
            if let Some(wanted) = wanted
                && percent < wanted
            {
                let name = &report.grammar;
                complain(&format!(
                    "{name}: {percent:.1} % of the parts were exercised; --fail-under requires {wanted} %"
                ));
                verdict = Verdict::Refused;
            }
        }
        verdict
    }
}

fn of_grammar(report: &Report, paint: Paint) -> String {
    let documents = match report.documents {
        1 => "1 document".to_owned(),
        count => format!("{count} documents"),
    };
    let (statements, parts) = (report.statements, report.parts);
    let grammar = paint.bold(&report.grammar);
    let mut out =
        format!("coverage of {grammar} by {documents}: {statements} statements, {parts} parts\n");
    let mut width = 0;
    for file in &report.files {
        if !file.units.is_empty() {
            width = width.max(file.name.chars().count());
        }
    }
    for file in &report.files {
        if file.units.is_empty() {
            continue;
        }
        let lines = UnitLines::of(file);
        let coverage = match lines.missed.len() {
            0 => paint.green(format!("all of {}", lines.all)),
            missed => format!(
                "{}: {}",
                paint.yellow(format!("missed in {missed} of {} lines", lines.all)),
                ranges(&lines.missed)
            ),
        };
        let _ = writeln!(out, "  {:<width$}  {coverage}", file.name);
    }
    out
}

/// The lines of a file on which a unit in force starts.
struct UnitLines {
    all: usize,
    /// The lines with a unit that was not exercised.
    missed: Vec<usize>,
}

impl UnitLines {
    fn of(file: &FileReport) -> Self {
        let (mut all, mut missed) = (Vec::new(), Vec::new());
        for unit in &file.units {
            if unit.in_force {
                all.push(unit.line);
                if unit.is_missed() {
                    missed.push(unit.line);
                }
            }
        }
        for lines in [&mut all, &mut missed] {
            lines.sort_unstable();
            lines.dedup();
        }
        Self { all: all.len(), missed }
    }
}

/// Formats line numbers as ranges: `3 5-7 12`.
fn ranges(lines: &[usize]) -> String {
    let mut ranges = Vec::new();
    for range in lines.chunk_by(|a, b| a + 1 == *b) {
        if ranges.len() == RANGES {
            ranges.push("…".to_owned());
            break;
        }
        ranges.push(match range {
            [first, .., last] => format!("{first}-{last}"),
            _ => range[0].to_string(),
        });
    }
    ranges.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_reported_as_ranges() {
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[3, 5, 6, 7, 12, 13]), "3 5-7 12-13");
        let many: Vec<usize> = (0..100).map(|at| 2 * at).collect();
        assert!(ranges(&many).ends_with(" 22 …"), "{}", ranges(&many));
    }
}
