//! A report as a self-contained HTML page: the grammar's text with counts. Missed parts are marked,
//! and each part has its counts as a tooltip.

use super::decisive::Decisive;
use super::report::{FileReport, Report, UnitReport};
use std::fmt::Write;
use wishful::base::escaped;

/// The characters that are escaped.
const MARKUP: [char; 4] = ['&', '<', '>', '"'];

const STYLE: &str = "\
:root{color-scheme:light dark;--hit:light-dark(#e6f6e6,#12301a);--some:light-dark(#fff4cc,#3a3110);--missed:light-dark(#ffd9d9,#4d1a1a);--soft:light-dark(#666,#999)}
body{font:14px/1.45 system-ui,sans-serif;margin:2em}
table{border-collapse:collapse;font:13px/1.45 ui-monospace,monospace}
td{padding:0 .6em;white-space:pre;vertical-align:top}
td.n{text-align:right;color:var(--soft);user-select:none}
tr.hit td.c{background:var(--hit)}tr.some td.c{background:var(--some)}tr.missed td.c{background:var(--missed)}
.m{background:var(--missed)}.s{background:var(--some)}
.off{color:var(--soft)}";

impl Report {
    /// Returns the report as HTML without external resources.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        let name = escaped(&self.grammar, MARKUP);
        let _ = writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>Coverage of {name}</title>\n<style>\n{STYLE}\n</style></head><body>\n<h1>Coverage of {name}</h1>"
        );
        let (statements, parts) = (self.statements, self.parts);
        let _ = writeln!(
            out,
            "<p>{} documents exercise {} of {} statements ({:.1} %), {} of {} parts ({:.1} %). Marked parts were never exercised.</p>",
            self.documents,
            statements.exercised,
            statements.total,
            statements.percent(),
            parts.exercised,
            parts.total,
            parts.percent()
        );
        for own in &self.files {
            if !own.units.is_empty() {
                file(own, &mut out);
            }
        }
        out.push_str("</body></html>\n");
        out
    }
}

fn file(file: &FileReport, out: &mut String) {
    let _ = writeln!(out, "<h2>{}</h2>\n<table>", escaped(&file.name, MARKUP));
    let mut start = 0;
    for (number, line) in file.text.split_inclusive('\n').enumerate() {
        let (mut count, mut is_missed) = (None, false);
        for unit in &file.units {
            if unit.line == number + 1 && unit.in_force {
                count = count.max(Some(unit.count()));
                is_missed |= unit.is_missed();
            }
        }
        let (class, count) = match count {
            None => ("", String::new()),
            Some(0) => ("missed", "0".to_owned()),
            Some(count) if is_missed => ("some", count.to_string()),
            Some(count) => ("hit", count.to_string()),
        };
        let number = number + 1;
        let _ = write!(
            out,
            "<tr class=\"{class}\"><td class=\"n\">{number}</td><td class=\"n c\">{count}</td><td>"
        );
        pieces(file, start, line.trim_end_matches(['\n', '\r']), out);
        out.push_str("</td></tr>\n");
        start += line.len();
    }
    out.push_str("</table>\n");
}

/// Returns the start and end of a unit in its file.
fn bounds(unit: &UnitReport) -> [usize; 2] {
    unit.span.map(wishful::base::wide)
}

/// Splits a line into pieces, each with the innermost unit that contains it.
fn pieces(file: &FileReport, start: usize, line: &str, out: &mut String) {
    let end = start + line.len();
    let mut units: Vec<&UnitReport> = Vec::new();
    let mut cuts = vec![start, end];
    for unit in &file.units {
        let [from, to] = bounds(unit);
        if from < end && to > start {
            units.push(unit);
            cuts.extend([from, to].into_iter().filter(|&at| start < at && at < end));
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    for ends in cuts.windows(2) {
        let text = escaped(&line[ends[0] - start..ends[1] - start], MARKUP);
        let around =
            units.iter().filter(|unit| bounds(unit)[0] <= ends[0] && ends[1] <= bounds(unit)[1]);
        let innermost = around.min_by_key(|unit| (unit.span[1] - unit.span[0], unit.is_statement));
        let _ = match innermost {
            None => write!(out, "{text}"),
            Some(unit) => {
                write!(
                    out,
                    "<span class=\"{}\" title=\"{}\">{text}</span>",
                    class(unit),
                    escaped(&tooltip(unit), MARKUP)
                )
            }
        };
    }
}

fn class(unit: &UnitReport) -> &'static str {
    if !unit.in_force {
        "off"
    } else if unit.count() == 0 {
        "m"
    } else if unit.is_missed() {
        "s"
    } else {
        ""
    }
}

/// Returns the counts of a unit as text.
fn tooltip(unit: &UnitReport) -> String {
    let ways = unit.ways.iter().map(|way| format!("{} {}", way.way, way.count));
    let ways = ways.collect::<Vec<_>>().join(", ");
    let ways = if unit.in_force { ways } else { "not active in these modes".to_owned() };
    match &unit.decisive {
        None => ways,
        Some(Decisive::Needed) => format!("{ways}; without it, the grammar is invalid"),
        Some(Decisive::Changes(name)) => format!("{ways}; without it, the tree of {name} changes"),
        Some(Decisive::No) => format!("{ways}; without it, no tree changes"),
    }
}
