//! The mistakes of the grammars that tests name, shown once for each grammar:
//!
//! ```text
//! error[undefined]: nothing to extend: no rule `blok`
//!  --> nestp.grammar:2:1
//!   …
//! nestp.grammar: 1 error; 40 snapshots not run
//! ```
//!
//! A shipped grammar has no mistakes, and a test shows those of a grammar inside a case.

use std::path::PathBuf;

use crate::corpus::run::TestResult;
use crate::corpus::test::{SharedGrammar, Test};
use wishful::Grammar;
use wishful::base::{IndexMap, IndexSet, Report, Severity};
use wishful::grammar::load::CachingLoader;
use wishful_console::grammars::WARNINGS;
use wishful_console::output::number;
use wishful_console::paint::Paint;
use wishful_console::reports::warnings;
use wishful_console::stamps::StampingLoader;

/// The maximum number of lines of the mistakes of all grammars.
const LINES: usize = 34;

/// The folders in which the grammar of a snapshot is searched in addition.
const ABOVE: &str = "or in a folder above them, up to the one with `wishful.toml`";

/// The folder and the name of a grammar.
type GrammarKey = (PathBuf, String);

/// The mistakes of grammars.
#[derive(Default)]
pub(super) struct GrammarFaults(IndexMap<GrammarKey, GrammarFault>);

struct GrammarFault {
    report: Report,
    /// False if there is no such file.
    is_file: bool,
    /// The numbers of snapshots and of cases that were not run.
    not_run: [usize; 2],
    /// The name of the first such case.
    first_case: Option<String>,
}

fn key(shared: SharedGrammar) -> GrammarKey {
    (shared.folder, shared.name)
}

impl GrammarFaults {
    /// Checks the grammars of tests with these results.
    pub(super) fn of<'t, 'c: 't>(
        tried: impl IntoIterator<Item = (&'t Test<'c>, &'t TestResult)>,
    ) -> Self {
        let mut faults = Self::default();
        for (test, tried) in tried {
            let Some(shared) = test.shared_grammar() else { continue };
            let (folder, name) = key(shared);
            if tried.actual.is_ok() && !folder.join(&name).is_file() {
                continue;
            }
            let fault = faults.0.entry((folder, name)).or_insert_with_key(|(folder, name)| {
                let files = StampingLoader::of(folder);
                let mut report = Grammar::named(name).loader(&CachingLoader::new(&files)).check();
                if report.has_errors() {
                    // Warnings may be consequences of the errors.
                    report.diagnostics.retain(|one| one.severity == Severity::Error);
                }
                GrammarFault {
                    report,
                    is_file: folder.join(name).is_file(),
                    not_run: [0, 0],
                    first_case: None,
                }
            });
            if fault.report.has_errors() {
                let is_case = test.case().is_some();
                fault.not_run[usize::from(is_case)] += 1;
                if is_case && fault.first_case.is_none() {
                    fault.first_case = Some(test.name());
                }
            }
        }
        faults
    }

    /// Reports whether the grammar of a test has errors, so that the test was not run.
    pub(super) fn refuse(&self, test: &Test<'_>) -> bool {
        let fault = test.shared_grammar().and_then(|shared| self.0.get(&key(shared)));
        fault.is_some_and(|fault| fault.report.has_errors())
    }

    /// Formats the errors, once for grammars that have them in common, and the warnings.
    pub(super) fn text(&self, paint: Paint) -> String {
        let mut refused: IndexMap<String, Vec<(&str, &GrammarFault)>> = IndexMap::default();
        let mut warned = IndexSet::default();
        for ((_, name), fault) in &self.0 {
            if fault.report.has_errors() {
                let text = fault.report.render(false);
                refused.entry(text).or_default().push((name, fault));
            } else {
                warned.extend(warnings(&fault.report, WARNINGS));
            }
        }
        let mut out = String::new();
        let room = LINES / refused.len().max(1);
        for grammars in refused.values() {
            let names: Vec<&str> = grammars.iter().map(|(name, _)| *name).collect();
            let report = &grammars[0].1.report;
            let count = paint.red(number(report.diagnostics.len(), "error"));
            let (text, not_run) = (rendered(report, room, paint), not_run(grammars));
            let names = names.join(", ");
            let first = grammars.iter().find_map(|(_, fault)| fault.first_case.as_ref());
            let at = first.map(|first| format!(", first {first}")).unwrap_or_default();
            out += &format!("{text}\n{names}: {count}; {not_run} not run{at}\n");
            if !grammars[0].1.is_file && grammars[0].1.not_run[0] > 0 {
                out += &format!("  there is no `{names}.grammar` beside the documents, {ABOVE}\n");
            }
        }
        for warning in warned {
            out += &format!("{}\n", paint.yellow(warning));
        }
        out
    }
}

/// Renders as many mistakes as fit into `room` lines, at least one.
fn rendered(report: &Report, room: usize, paint: Paint) -> String {
    let mut most = report.diagnostics.len();
    loop {
        let text = report.render_most(paint.colour(), most);
        let text = text.trim_end();
        if most <= 1 || text.lines().count() < room {
            return text.to_owned();
        }
        most -= 1;
    }
}

fn not_run(grammars: &[(&str, &GrammarFault)]) -> String {
    let (mut snapshots, mut cases) = (0, 0);
    for (_, fault) in grammars {
        snapshots += fault.not_run[0];
        cases += fault.not_run[1];
    }
    match (snapshots, cases) {
        (_, 0) => number(snapshots, "snapshot"),
        (0, _) => number(cases, "case"),
        _ => format!("{} and {}", number(snapshots, "snapshot"), number(cases, "case")),
    }
}
