//! A report in the format of lcov, which editors show beside the text.
//!
//! A line of the report is a line on which some unit begins; its count is the largest one of these
//! units. A branch is a way of a statement's part.

use super::report::{FileReport, Report, UnitReport};
use std::collections::BTreeMap;
use std::fmt::Write;

impl Report {
    /// Returns the report as an lcov tracefile. `path` maps the name of a grammar file to its path.
    #[must_use]
    pub fn to_lcov(&self, path: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        for file in self.files.iter().filter(|file| !file.units.is_empty()) {
            let _ = writeln!(out, "TN:\nSF:{}", path(&file.name));
            branches(file, &mut out);
            lines(file, &mut out);
            out.push_str("end_of_record\n");
        }
        out
    }
}

fn in_force(file: &FileReport) -> impl Iterator<Item = &UnitReport> {
    file.units.iter().filter(|unit| unit.in_force)
}

fn branches(file: &FileReport, out: &mut String) {
    let (mut found, mut hit) = (0, 0);
    for (block, unit) in in_force(file).enumerate().filter(|(_, unit)| !unit.is_statement) {
        for (branch, way) in unit.ways.iter().enumerate() {
            found += 1;
            hit += usize::from(way.count > 0);
            // In this format, a branch is `-` if its block was never reached.
            let taken = if unit.count() > 0 { way.count.to_string() } else { "-".to_owned() };
            let _ = writeln!(out, "BRDA:{},{block},{branch},{taken}", unit.line);
        }
    }
    let _ = writeln!(out, "BRF:{found}\nBRH:{hit}");
}

fn lines(file: &FileReport, out: &mut String) {
    let mut lines: BTreeMap<usize, u64> = BTreeMap::new();
    for unit in in_force(file) {
        let line = lines.entry(unit.line).or_default();
        *line = (*line).max(unit.count());
    }
    for (line, count) in &lines {
        let _ = writeln!(out, "DA:{line},{count}");
    }
    let hit = lines.values().filter(|count| **count > 0).count();
    let _ = writeln!(out, "LF:{}\nLH:{hit}", lines.len());
}
