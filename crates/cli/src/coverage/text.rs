//! The annotated grammar: its text with a margin that shows how often the units on each line were
//! exercised.
//!
//! ```text
//!      2   47  ends:{style}                 -> adopt scope ;
//!      0!  48  any-end                      -> grant ;
//!      7*  49  <p> ::= flow* excluding <p> ;
//!                            ~~~~~~~~~~~  never let in
//! ```
//!
//! `!` marks a line with no exercised unit. `*` marks a line with some units that were not
//! exercised; they are underlined.

use std::fmt::Write;

use wishful_console::paint::{Paint, visible};
use wishful_workbench::coverage::{FileReport, Report, UnitReport};

/// Annotates all files of a report; with `missed`, only the lines that have a unit that was not
/// exercised.
pub(super) fn annotated(report: &Report, missed: bool, paint: Paint) -> String {
    let mut out = String::new();
    for file in &report.files {
        if file.units.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{}", paint.bold(&file.name));
        for (number, line) in file.text.lines().enumerate() {
            let margin = LineUnits::of(file, number + 1);
            if !missed || margin.is_missed() {
                margin.write(number + 1, line, file, paint, &mut out);
            }
        }
        out.push('\n');
    }
    out.push_str(&summary(report));
    out
}

/// Formats the total.
fn summary(report: &Report) -> String {
    let Report { statements, parts, .. } = report;
    let documents = report.documents;
    format!("{documents} documents exercise {statements} statements, {parts} parts\n")
}

/// Lists the lines whose removal changed nothing.
pub(super) fn undecided(lines: &[String], paint: Paint) -> String {
    let mut out = String::new();
    for line in lines {
        let _ = writeln!(out, "{} {line}", paint.yellow("no effect:"));
    }
    out
}

/// The units that start on a line.
struct LineUnits<'r> {
    units: Vec<&'r UnitReport>,
}

impl<'r> LineUnits<'r> {
    /// Collects the units in force that start on a line.
    fn of(file: &'r FileReport, line: usize) -> Self {
        let from = file.units.partition_point(|unit| unit.line < line);
        let units = file.units[from..].iter().take_while(|unit| unit.line == line);
        Self { units: units.filter(|unit| unit.in_force).collect() }
    }

    fn count(&self) -> Option<u64> {
        self.units.iter().map(|unit| unit.count()).max()
    }

    fn is_missed(&self) -> bool {
        self.units.iter().any(|unit| unit.is_missed())
    }

    fn write(&self, number: usize, line: &str, file: &FileReport, paint: Paint, out: &mut String) {
        let line = visible(line);
        let (margin, line) = match self.count() {
            None => (format!("{:>9} ", ""), paint.faint(&line)),
            Some(0) => (paint.red(format!("{:>8}! ", 0)), paint.red(&line)),
            Some(count) if self.is_missed() => {
                (paint.yellow(format!("{count:>8}* ")), line.into_owned())
            }
            Some(count) => (paint.green(format!("{count:>8}  ")), line.into_owned()),
        };
        let text = format!("{margin}{}  {line}", paint.faint(format!("{number:>5}")));
        let _ = writeln!(out, "{}", text.trim_end());
        if self.count() > Some(0) {
            for unit in self.underlined() {
                let (width, what) = (width(unit, file), missing(unit));
                let before = " ".repeat(17 + unit.column - 1);
                let sign = if unit.count() == 0 { "^" } else { "~" };
                let mark = sign.repeat(width);
                let _ = writeln!(out, "{}", paint.red(format!("{before}{mark}  {what}")));
            }
        }
    }

    /// Returns the missed units, except those inside another one of them.
    fn underlined(&self) -> impl Iterator<Item = &&'r UnitReport> {
        self.units.iter().filter(|unit| {
            unit.is_missed() && !self.units.iter().any(|other| is_inside_missed(unit, other))
        })
    }
}

/// Reports whether a unit is inside another one of which nothing was exercised.
fn is_inside_missed(unit: &UnitReport, other: &UnitReport) -> bool {
    other.is_missed()
        && other.count() == 0
        && other.span != unit.span
        && other.span[0] <= unit.span[0]
        && unit.span[1] <= other.span[1]
}

/// Returns the width of a unit's first line in characters.
fn width(unit: &UnitReport, file: &FileReport) -> usize {
    let [from, to] = unit.span;
    let text =
        file.text.get(wishful::base::wide(from)..wishful::base::wide(to)).unwrap_or_default();
    text.lines().next().unwrap_or_default().chars().count().max(1)
}

/// Lists the ways in which a unit was not exercised.
fn missing(unit: &UnitReport) -> String {
    let mut missed = Vec::new();
    for way in &unit.ways {
        if way.count == 0 {
            missed.push(way.way);
        }
    }
    format!("never {}", missed.join(", never "))
}
