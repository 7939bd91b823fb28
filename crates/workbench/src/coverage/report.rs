//! The counts as data.

use super::decisive::Decisive;
use super::outline::{Outline, Unit, UnitKind};
use super::recorder::Hits;
use serde::Serialize;
use std::fmt;
use wishful::base::{FileId, real};

/// The coverage of a grammar by some documents. Its JSON form is `wishful-coverage/1`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The schema name, `wishful-coverage/1`.
    pub schema: &'static str,
    /// The grammar's name.
    pub grammar: String,
    /// The number of documents.
    pub documents: usize,
    /// The share of the statements in force that were exercised.
    pub statements: Ratio,
    /// The share of the ways of all units in force that were exercised.
    pub parts: Ratio,
    /// The grammar's files, its own first.
    pub files: Vec<FileReport>,
}

/// A number out of a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Ratio {
    /// The number of exercised ones.
    pub exercised: usize,
    /// The total.
    pub total: usize,
}

/// The coverage of one file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct FileReport {
    /// The name, as in messages.
    pub name: String,
    /// The text.
    #[serde(skip)]
    pub text: String,
    /// The units in the order of the file, each statement before its parts.
    pub units: Vec<UnitReport>,
}

/// The counts of a statement or a part of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct UnitReport {
    /// The kind.
    pub kind: UnitKind,
    /// True for a whole statement.
    pub is_statement: bool,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The last line.
    pub last_line: usize,
    /// The span in the file in bytes: start and end.
    pub span: [u32; 2],
    /// The source text, on one line.
    pub text: String,
    /// True if it is in force with the grammar's modes.
    pub in_force: bool,
    /// The counts of each way: one or two.
    pub ways: Vec<WayReport>,
    /// The effect of removing it on trees; `None` if that was not tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisive: Option<Decisive>,
}

/// The count of one way of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WayReport {
    /// The name of the way: `exercised`; for an exclusion `refused` and `let in`; for a condition
    /// `held` and `failed`; for a step `done` and `passed over`.
    pub way: &'static str,
    /// The count.
    pub count: u64,
}

impl Ratio {
    /// Returns the percentage; 100 if the total is 0.
    #[must_use]
    pub fn percent(&self) -> f64 {
        match self.total {
            0 => 100.0,
            total => real(self.exercised) / real(total) * 100.0,
        }
    }

    fn add(&mut self, is_exercised: bool) {
        self.total += 1;
        self.exercised += usize::from(is_exercised);
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({:.1} %)", self.exercised, self.total, self.percent())
    }
}

impl UnitReport {
    /// Returns the sum of the counts of all ways.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ways.iter().map(|way| way.count).sum()
    }

    /// Reports whether it is in force and one of its ways was not exercised.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.in_force && self.ways.iter().any(|way| way.count == 0)
    }
}

/// Returns the names of the ways of a unit.
fn ways(kind: UnitKind) -> [&'static str; 2] {
    match kind {
        UnitKind::Exclusion => ["refused", "let in"],
        UnitKind::Condition => ["held", "failed"],
        UnitKind::Step => ["done", "passed over"],
        _ => ["exercised", ""],
    }
}

impl Report {
    pub(super) fn of(
        outline: &Outline,
        counts: &Hits,
        in_force: &[bool],
        documents: usize,
    ) -> Self {
        let mut files = Vec::new();
        for (id, file) in outline.grammar.files().iter() {
            let units = units(outline, id, counts, in_force);
            let (name, text) = (file.name().to_owned(), file.text().to_owned());
            files.push(FileReport { name, text, units });
        }
        let (mut statements, mut parts) = (Ratio::default(), Ratio::default());
        for unit in files.iter().flat_map(|file| &file.units) {
            if !unit.in_force {
                continue;
            }
            if unit.is_statement {
                statements.add(unit.count() > 0);
            }
            unit.ways.iter().for_each(|way| parts.add(way.count > 0));
        }
        let (schema, grammar) = ("wishful-coverage/1", outline.grammar.name().to_owned());
        Self { schema, grammar, documents, statements, parts, files }
    }

    /// Iterates over all units.
    pub fn units(&self) -> impl Iterator<Item = (&FileReport, &UnitReport)> {
        self.files.iter().flat_map(|file| file.units.iter().map(move |unit| (file, unit)))
    }
}

/// Returns the units of a file, in its order.
fn units(outline: &Outline, file: FileId, counts: &Hits, in_force: &[bool]) -> Vec<UnitReport> {
    let mut units = Vec::new();
    for (number, unit) in outline.units.iter().enumerate() {
        if unit.place.file == file {
            units.push(report(outline, (number, unit), counts[number], in_force[number]));
        }
    }
    units.sort_by_key(|unit| {
        (unit.span[0], !unit.is_statement, std::cmp::Reverse(unit.span[1]), unit.kind)
    });
    units
}

fn report(
    outline: &Outline,
    (number, unit): (usize, &Unit),
    counts: [u64; 2],
    in_force: bool,
) -> UnitReport {
    let file = outline.grammar.files().get(unit.place.file);
    let (span, position) = (unit.place.span, file.position(unit.place.span.start));
    let text = file.text().get(span.range()).unwrap_or_default();
    let ways = ways(unit.kind).into_iter().zip(counts).take(unit.ways);
    UnitReport {
        kind: unit.kind,
        is_statement: unit.statement.index() == number,
        line: position.line,
        column: position.column,
        last_line: file.position(span.end.max(span.start + 1) - 1).line,
        span: [span.start, span.end],
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        in_force,
        ways: ways.map(|(way, count)| WayReport { way, count }).collect(),
        decisive: None,
    }
}
