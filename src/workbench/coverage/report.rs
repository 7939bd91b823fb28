//! What was counted, as data.

use super::decisive::Decisive;
use super::outline::{Kind, Outline, Unit};
use super::recorder::Counts;
use crate::base::{FileId, real};
use serde::Serialize;

/// What some documents exercise of a grammar. As JSON it is `wishful-coverage/1`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// `wishful-coverage/1`.
    pub schema: &'static str,
    /// The grammar's name.
    pub grammar: String,
    /// How many documents there were.
    pub documents: usize,
    /// How many statements in force were exercised.
    pub statements: Share,
    /// How many ways of statements and of parts of them were, in which they could be.
    pub parts: Share,
    /// The grammar's files, its own first.
    pub files: Vec<FileReport>,
}

/// So many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Share {
    /// Those that were exercised.
    pub exercised: usize,
    /// All.
    pub total: usize,
}

/// What was exercised of one file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FileReport {
    /// Its name, as messages cite it.
    pub name: String,
    /// Its text.
    #[serde(skip)]
    pub text: String,
    /// Its statements and their parts, in the order of the file; a statement before its parts.
    pub units: Vec<UnitReport>,
}

/// A statement or a part of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnitReport {
    /// What it is.
    pub kind: Kind,
    /// Whether it is a whole statement.
    pub is_statement: bool,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// Its last line.
    pub last_line: usize,
    /// Where it stands in the file, in bytes: from, and up to.
    pub span: [u32; 2],
    /// As it is written, on one line.
    pub text: String,
    /// Whether the modes of the grammar leave it there.
    pub in_force: bool,
    /// How it may be exercised, each with a count: one way or two.
    pub ways: Vec<WayReport>,
    /// Whether a tree changes without it; none if that was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisive: Option<Decisive>,
}

/// How often a unit was exercised in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct WayReport {
    /// `exercised`; of an exclusion `refused` and `let in`, of a condition `held` and `failed`, of a step `done` and
    /// `passed over`.
    pub way: &'static str,
    /// How often.
    pub count: u64,
}

impl Share {
    /// Of a hundred; all of nothing is a hundred.
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

impl UnitReport {
    /// How often it was exercised, in whatever way.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ways.iter().map(|way| way.count).sum()
    }

    /// Whether it is in force, and in one of its ways was not exercised.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.in_force && self.ways.iter().any(|way| way.count == 0)
    }
}

/// What the ways of a unit are called.
fn ways(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::Exclusion => ["refused", "let in"],
        Kind::Condition => ["held", "failed"],
        Kind::Step => ["done", "passed over"],
        _ => ["exercised", ""],
    }
}

impl Report {
    pub(super) fn of(
        outline: &Outline,
        counts: &Counts,
        in_force: &[bool],
        documents: usize,
    ) -> Self {
        let files = outline.files.iter().map(|(id, file)| FileReport {
            name: file.name().to_owned(),
            text: file.text().to_owned(),
            units: units(outline, id, counts, in_force),
        });
        let files: Vec<FileReport> = files.collect();
        let (mut statements, mut parts) = (Share::default(), Share::default());
        for unit in files.iter().flat_map(|file| &file.units).filter(|unit| unit.in_force) {
            if unit.is_statement {
                statements.add(unit.count() > 0);
            }
            unit.ways.iter().for_each(|way| parts.add(way.count > 0));
        }
        let (schema, grammar) = ("wishful-coverage/1", outline.grammar.name().to_owned());
        Self { schema, grammar, documents, statements, parts, files }
    }

    /// All units.
    pub fn units(&self) -> impl Iterator<Item = (&FileReport, &UnitReport)> {
        self.files.iter().flat_map(|file| file.units.iter().map(move |unit| (file, unit)))
    }
}

/// The units of a file, in its order.
fn units(outline: &Outline, file: FileId, counts: &Counts, in_force: &[bool]) -> Vec<UnitReport> {
    let all = outline.units.iter().enumerate().filter(|(_, unit)| unit.place.file == file);
    let mut units: Vec<UnitReport> = all
        .map(|(number, unit)| report(outline, (number, unit), counts[number], in_force[number]))
        .collect();
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
    let file = outline.files.get(unit.place.file);
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
