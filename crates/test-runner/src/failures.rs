//! The description of failed tests, in lines, and as much of it as a screen holds.
//!
//! Snapshots of one document by one grammar fail together, so they are one [`ReportEntry`]:
//!
//! ```text
//! failed page.html.card.{repairs,tree}
//!   decided by + card.grammar:3: <card> ::= mixed-flow* ;
//!   --- expected
//!   …
//! ```

use std::path::PathBuf;

use crate::corpus::Expectation;
use crate::corpus::run::TestResult;
use crate::corpus::test::Test;
use wishful::base::{IndexMap, visible};
use wishful::tree::LineDiff;
use wishful_console::output::number;
use wishful_console::paint::Paint;

/// The maximum number of lines of a report, apart from the totals and the heading of a watch: these
/// and a prompt are 40 lines.
const SCREEN: usize = 37;

/// The number of lines of an entry that are shown even if there are many entries.
const SHORT: usize = 10;

/// The number of entries without a description that are listed by name.
const NAMED: usize = 5;

/// Returns the lines of the description; a non-empty `why` comes first.
pub(super) fn lines(tried: &TestResult, why: &str, paint: Paint) -> Vec<String> {
    let mut lines: Vec<String> = why.lines().map(str::to_owned).collect();
    let actual = match &tried.actual {
        Ok(actual) => actual,
        Err(message) if message == why => return lines,
        Err(message) => {
            lines.extend(message.trim_end().lines().map(str::to_owned));
            return lines;
        }
    };
    match &tried.expected {
        Some(expected) => lines.extend(difference(["expected", "actual"], expected, actual, paint)),
        None => lines.push("the snapshot does not exist yet; create it with --bless".to_owned()),
    }
    lines.extend(repairs_line(tried));
    lines
}

/// Returns the line about another number of repairs than expected.
pub(super) fn repairs_line(tried: &TestResult) -> Option<String> {
    let expected = tried.expected_count.filter(|expected| *expected != tried.count)?;
    Some(format!("repairs: expected {expected}, got {}", tried.count))
}

/// Returns the difference between two results.
pub(super) fn difference(names: [&str; 2], old: &str, new: &str, paint: Paint) -> Vec<String> {
    let (old, new) = (format!("{old}\n"), format!("{new}\n"));
    let patch = LineDiff { names, left: &old, right: &new }
        .patch(&|piece, text| paint.piece(piece, &visible(text)));
    patch.lines().map(str::to_owned).collect()
}

/// The name of a test, and what it has in common with others.
#[derive(Clone)]
pub(super) struct TestLabel {
    pub(super) name: String,
    format: Expectation,
    /// The document and the grammar of a snapshot.
    group: Option<(PathBuf, String)>,
}

impl TestLabel {
    pub(super) fn of(test: &Test<'_>) -> Self {
        Self { name: test.name(), format: test.format(), group: test.group() }
    }
}

/// A test of a report, or several of one document and grammar.
pub(super) struct ReportEntry {
    pub(super) verb: String,
    pub(super) label: TestLabel,
    pub(super) lines: Vec<String>,
    /// The formats of the snapshots.
    formats: Vec<String>,
}

impl ReportEntry {
    pub(super) fn new(verb: String, label: TestLabel, lines: Vec<String>) -> Self {
        let formats = vec![label.format.name()];
        Self { verb, label, lines, formats }
    }

    /// Returns the name of the test; several snapshots are written as a shell expands them.
    pub(super) fn name(&self) -> String {
        match &self.label.group {
            Some((document, grammar)) if self.formats.len() > 1 => {
                format!("{}.{grammar}.{{{}}}", document.display(), self.formats.join(","))
            }
            _ => self.label.name.clone(),
        }
    }

    /// Adds another snapshot. A list of repairs is not described if there is another format.
    fn add(&mut self, other: Self) {
        self.formats.extend(other.formats);
        self.formats.sort();
        match (self.label.format, other.label.format) {
            (Expectation::Repairs, _) => {
                (self.lines, self.label) = (other.lines, other.label);
            }
            (_, Expectation::Repairs) => {}
            _ => self.lines.extend(other.lines),
        }
    }

    /// Formats the entry with at most `most` lines of the description.
    fn text(&self, most: usize, paint: Paint) -> String {
        let mut out = format!("{} {}\n", self.verb, paint.bold(self.name()));
        for line in self.lines.iter().take(most) {
            out.push_str(&format!("  {line}\n"));
        }
        if self.lines.len() > most {
            let more = format!("… {}", number(self.lines.len() - most, "more line"));
            out.push_str(&format!("  {}\n", paint.faint(more)));
        }
        out
    }
}

/// Merges snapshots of one document and grammar with the same verb.
fn merged(entries: Vec<ReportEntry>) -> Vec<ReportEntry> {
    let mut merged: Vec<ReportEntry> = Vec::with_capacity(entries.len());
    let mut known: IndexMap<(String, (PathBuf, String)), usize> = IndexMap::default();
    for entry in entries {
        let Some(group) = entry.label.group.clone() else {
            merged.push(entry);
            continue;
        };
        let index = *known.entry((entry.verb.clone(), group)).or_insert(merged.len());
        match merged.get_mut(index) {
            Some(first) => first.add(entry),
            None => merged.push(entry),
        }
    }
    merged
}

/// Replaces the entries with a verb by their number, if there are too many to list.
pub(super) fn summed(entries: Vec<ReportEntry>, verb: &str) -> Vec<ReportEntry> {
    let entries = merged(entries);
    let count = entries.iter().filter(|entry| entry.verb == verb).count();
    if count <= NAMED {
        return entries;
    }
    let mut summed: Vec<ReportEntry> = Vec::new();
    let mut tests = 0;
    for entry in entries {
        if entry.verb == verb {
            tests += entry.formats.len();
        } else {
            summed.push(entry);
        }
    }
    let name = number(tests, "test");
    let label = TestLabel { name, format: Expectation::Tree, group: None };
    summed.push(ReportEntry::new(verb.to_owned(), label, Vec::new()));
    summed
}

/// Formats every entry in full, each test on its own.
pub(super) fn in_full(entries: &[ReportEntry], paint: Paint) -> String {
    entries.iter().map(|entry| entry.text(usize::MAX, paint)).collect()
}

/// Formats a head and entries in [`SCREEN`] lines at most: the first entries with their
/// description, some by name, and the number of the others.
pub(super) fn on_screen(head: &str, entries: Vec<ReportEntry>, paint: Paint) -> String {
    let entries = merged(entries);
    let mut lines: Vec<&str> = head.lines().collect();
    let all: usize = entries.iter().map(|entry| entry.lines.len() + 1).sum();
    if lines.len() + all <= SCREEN {
        return format!("{head}{}", in_full(&entries, paint));
    }
    lines.truncate(SCREEN - 1);
    let (mut left, mut named) = (SCREEN - 1 - lines.len(), 0);
    let mut out: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let most = SHORT.max(left / entries.len().max(1)).min(left.saturating_sub(2));
    let mut hidden = 0;
    for entry in &entries {
        let cut = usize::from(entry.lines.len() > most);
        let height = 1 + entry.lines.len().min(most) + cut;
        if height <= left && named == 0 {
            out.push_str(&entry.text(most, paint));
            left -= height;
        } else if left > 0 && (entry.lines.is_empty() || named < NAMED) {
            out.push_str(&format!("{} {}\n", entry.verb, paint.bold(entry.name())));
            left -= 1;
            named += 1;
        } else {
            hidden += 1;
        }
    }
    let more = match hidden {
        0 => "… --full shows all lines".to_owned(),
        hidden => format!("… and {hidden} more; --full shows all"),
    };
    out.push_str(&format!("{}\n", paint.faint(more)));
    out
}
