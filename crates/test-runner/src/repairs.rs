//! Lists and counts of repairs.

use std::fmt::Write;

use super::corpus::RepairTally;
use wishful::base::{PositionCursor, counted};
use wishful::slippers::event::RepairId;
use wishful::slippers::event::RepairKind;
use wishful::tree::{Document, Extent, Format, WriteOptions, not_written};

/// Counts the repairs of a document, and those that set something aside.
pub(crate) fn count(document: &Document) -> RepairTally {
    let repairs = document.repairs();
    let cruft = repairs.iter().filter(|repair| repair.kind == RepairKind::Cruft).count();
    RepairTally { repairs: repairs.len(), cruft }
}

/// Lists the repairs that `is_shown` accepts, one per line:
/// `1:8 virtual-start <tbody> before <tr>, allowed`. The lines omit the positions in the grammar,
/// which change with every edit of it.
///
/// Also returns whether the list is complete. The output limit applies, since each line names the
/// rejected tag, and a long tag may follow many insertions.
pub fn list(document: &Document, is_shown: &dyn Fn(RepairId) -> bool) -> (String, Extent) {
    let most = WriteOptions::default().bytes.of(document.text().len());
    let mut out = String::new();
    let mut places = PositionCursor::new(document.text());
    for (id, repair) in document.repair_ids().zip(document.repairs()) {
        if !is_shown(id) {
            continue;
        }
        if counted(out.len()) >= most {
            let _ = writeln!(out, "# {}", not_written(most));
            return (out, Extent::Cut);
        }
        let position = places.position(repair.span);
        let rejected = document.rejected_token(id);
        let what = match document.inserted_tag(id) {
            Some(tag) => format!("{tag} before {rejected}"),
            None => rejected,
        };
        let (kind, what) = (repair.kind.name(), wishful_console::paint::visible(&what));
        let allowed = document.allowed_mark(id);
        let _ = writeln!(out, "{position} {kind} {what}{allowed}");
    }
    (out, Extent::Whole)
}

/// The line between a tree and its repairs.
const BELOW: &str = "repairs";

/// Renders the tree, followed by the list of repairs.
pub(crate) fn below_tree(document: &Document) -> String {
    let bare = WriteOptions::default().bare(true);
    let mut out = document.render(Format::Tree, bare);
    let _ = write!(out, "\n{BELOW}\n");
    for line in list(document, &|_| true).0.lines() {
        let _ = writeln!(out, "  {line}");
    }
    out
}

/// Counts the repairs in the output of [`below_tree`].
pub(crate) fn count_below(text: &str) -> RepairTally {
    // OK because no line of a tree is this word: each is a tag, a quoted text, or begins with
    // another word.
    let mut count = RepairTally::default();
    for line in text.lines().rev() {
        if line == BELOW {
            break;
        }
        add_line(&mut count, line.trim_start());
    }
    count
}

/// Counts the repairs in the output of [`list`].
pub(crate) fn count_lines(text: &str) -> RepairTally {
    let mut count = RepairTally::default();
    for line in text.lines() {
        add_line(&mut count, line);
    }
    count
}

/// Counts the repair on a line of a list; an empty line has none.
fn add_line(count: &mut RepairTally, line: &str) {
    if line.is_empty() {
        return;
    }
    count.repairs += 1;
    if line.split(' ').nth(1) == Some(RepairKind::Cruft.name()) {
        count.cruft += 1;
    }
}
