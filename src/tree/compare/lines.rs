//! The comparison of two texts by lines: as a patch, or side by side.
//!
//! All comparisons use this module: [`Comparison`](crate::tree::Comparison) compares outlines, and
//! the command line compares other texts. Colours are up to the caller: every piece of the output
//! passes through a [`Painter`] together with its [`DiffPiece`]. The output is either a unified
//! patch
//!
//! ```text
//! --- left
//! +++ right
//! @@ -1,3 +1,3 @@
//!  one
//! -two
//! +zwei
//!  three
//! ```
//!
//! or two columns with a mark between them: `|` for a changed line, `<` and `>` for one that only
//! that side has.
//!
//! A patch of bytes for other programs has no colours: see `file_patch`.
//!
//! The search is Myers' algorithm, whose time is proportional to the lines times the differences.
//! After [`PATIENCE`] it accepts a difference that is not the shortest.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, group_diff_ops};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::base::{Indent, Paint};

/// The number of equal lines shown around a difference.
const CONTEXT: usize = 3;

/// The time limit of the search for the shortest difference.
const PATIENCE: Duration = Duration::from_secs(5);

/// The width of the narrowest column, in characters.
const NARROWEST: usize = 10;

/// The width of the widest column, in characters; more would only be blanks.
const WIDEST: usize = 100_000;

/// The kind of a piece of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiffPiece {
    /// The name of a side.
    Name,
    /// The position in the texts of the lines that follow.
    Position,
    /// A line of both sides.
    Same,
    /// A line of the left side only.
    Left,
    /// A line of the right side only.
    Right,
}

impl Paint {
    /// Colours a piece of a comparison.
    pub fn piece(self, piece: DiffPiece, text: &str) -> String {
        match piece {
            DiffPiece::Name => self.bold(text),
            DiffPiece::Position => self.cyan(text),
            DiffPiece::Same => text.to_owned(),
            DiffPiece::Left => self.red(text),
            DiffPiece::Right => self.green(text),
        }
    }
}

/// A function that colours a piece; [`plain`] returns it unchanged.
pub(crate) type Painter<'a> = &'a dyn Fn(DiffPiece, &str) -> String;

/// Returns a piece without colour.
#[must_use]
pub(crate) fn plain(_: DiffPiece, text: &str) -> String {
    text.to_owned()
}

/// Returns the end of the search's time limit; `None` without a clock, as in WebAssembly on its
/// own.
fn deadline() -> Option<Instant> {
    const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    if HAS_CLOCK { Some(Instant::now() + PATIENCE) } else { None }
}

/// Aligns the rows of two lists, in order: returns the pairs of indices of equal rows. The search
/// and its cost are those of the comparison by lines.
#[doc(hidden)]
pub fn aligned(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for op in steps(left, right) {
        if matches!(op, DiffOp::Equal { .. }) {
            pairs.extend(op.old_range().zip(op.new_range()));
        }
    }
    pairs
}

/// Returns the operations that convert one list into the other.
fn steps(left: &[u32], right: &[u32]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), left, right);
    let (all, others) = (0..left.len(), 0..right.len());
    // OK because what captures never fails.
    let _ = myers::diff_deadline(&mut hook, left, all, right, others, deadline());
    hook.into_inner().into_inner().into_ops()
}

/// Two texts to compare, with their names.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct LineDiff<'a> {
    /// The names of the left and the right text.
    pub names: [&'a str; 2],
    /// The left text.
    pub left: &'a str,
    /// The right text.
    pub right: &'a str,
}

/// The line of a patch after a line without a line break.
pub(super) const NO_LINE_BREAK: &str = "\\ No newline at end of file";

/// Two texts whose lines have been compared. `L` is `str` or `[u8]`.
pub(super) struct ComparedLines<'a, L: ?Sized> {
    /// The lines of the left text, each with its line break.
    left: Vec<&'a L>,
    right: Vec<&'a L>,
    /// The differences, grouped with the equal lines that are shown around them.
    groups: Vec<Vec<DiffOp>>,
}

/// A row of a unified patch.
pub(super) enum PatchRow<'a, L: ?Sized> {
    /// The header of a group: its position in both texts.
    Position(String),
    /// A line with its mark.
    Line(DiffPiece, char, &'a L),
}

impl<'a, L: ?Sized + Eq + Hash> ComparedLines<'a, L> {
    /// Compares lines. Equal lines get equal numbers, so the search is always one over numbers.
    pub(super) fn new(left: Vec<&'a L>, right: Vec<&'a L>) -> Self {
        let mut numbers = HashMap::new();
        let steps = steps(&numbered(&left, &mut numbers), &numbered(&right, &mut numbers));
        Self { left, right, groups: group_diff_ops(steps, CONTEXT) }
    }

    /// Returns the rows of the unified patch; none if there is no difference.
    pub(super) fn rows(&self) -> Vec<PatchRow<'a, L>> {
        let mut rows = Vec::new();
        for group in &self.groups {
            rows.push(PatchRow::Position(header(group)));
            for op in group {
                let (left, right) = (&self.left[op.old_range()], &self.right[op.new_range()]);
                if matches!(op, DiffOp::Equal { .. }) {
                    rows.extend(
                        left.iter().map(|line| PatchRow::Line(DiffPiece::Same, ' ', *line)),
                    );
                } else {
                    rows.extend(
                        left.iter().map(|line| PatchRow::Line(DiffPiece::Left, '-', *line)),
                    );
                    rows.extend(
                        right.iter().map(|line| PatchRow::Line(DiffPiece::Right, '+', *line)),
                    );
                }
            }
        }
        rows
    }
}

impl<'a> LineDiff<'a> {
    fn compared(&self) -> ComparedLines<'a, str> {
        let [left, right] = [self.left, self.right];
        ComparedLines::new(
            left.split_inclusive('\n').collect(),
            right.split_inclusive('\n').collect(),
        )
    }

    /// Returns the difference as a unified patch; empty if there is none.
    #[must_use]
    pub fn patch(&self, paint: Painter<'_>) -> String {
        let rows = self.compared().rows();
        let mut patch = Patch { out: String::new(), paint };
        if !rows.is_empty() {
            patch.line(DiffPiece::Name, &format!("--- {}", self.names[0]));
            patch.line(DiffPiece::Name, &format!("+++ {}", self.names[1]));
        }
        for row in rows {
            match row {
                PatchRow::Position(header) => patch.line(DiffPiece::Position, &header),
                PatchRow::Line(piece, mark, line) => {
                    let content = line.strip_suffix('\n');
                    patch.line(piece, &format!("{mark}{}", content.unwrap_or(line)));
                    if content.is_none() {
                        patch.line(DiffPiece::Position, NO_LINE_BREAK);
                    }
                }
            }
        }
        patch.out
    }

    /// Returns the difference in two columns that together are `width` wide (23 to 200,003); empty
    /// if there is none. Between the columns, `|` marks a changed line, `<` and `>` one that only
    /// that side has. A line that is wider than its column continues in the next row, without a
    /// mark.
    #[must_use]
    pub fn side_by_side(&self, width: usize, paint: Painter<'_>) -> String {
        if self.left == self.right {
            return String::new();
        }
        let column = (width.saturating_sub(3) / 2).clamp(NARROWEST, WIDEST);
        let compared = self.compared();
        let mut rows = Rows { out: String::new(), column, paint };
        rows.row((DiffPiece::Name, self.names[0]), ' ', (DiffPiece::Name, self.names[1]));
        for group in &compared.groups {
            if group.first().is_some_and(|op| op.old_range().start > 0) {
                rows.row((DiffPiece::Position, "…"), ' ', (DiffPiece::Position, "…"));
            }
            for op in group {
                rows.op(&compared, op);
            }
        }
        rows.out
    }
}

/// Returns the number of each line; a new line gets the next number.
fn numbered<'a, L: ?Sized + Eq + Hash>(
    lines: &[&'a L],
    numbers: &mut HashMap<&'a L, u32>,
) -> Vec<u32> {
    let mut numbered = Vec::with_capacity(lines.len());
    for line in lines {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        numbered.push(*numbers.entry(*line).or_insert(next));
    }
    numbered
}

/// The writer of a patch.
struct Patch<'a> {
    out: String,
    paint: Painter<'a>,
}

impl Patch<'_> {
    fn line(&mut self, piece: DiffPiece, text: &str) {
        self.out.push_str(&(self.paint)(piece, text));
        self.out.push('\n');
    }
}

/// Returns the header of a group: its position in both texts.
fn header(group: &[DiffOp]) -> String {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return String::new() };
    let left = extent(first.old_range().start..last.old_range().end);
    let right = extent(first.new_range().start..last.new_range().end);
    format!("@@ -{left} +{right} @@")
}

/// Formats a range of lines for a patch: the first line, from 1, and the count unless it is one. An
/// empty range has the number of the line before it.
fn extent(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        length => format!("{},{length}", lines.start + 1),
    }
}

/// The writer of two columns.
struct Rows<'a> {
    out: String,
    column: usize,
    paint: Painter<'a>,
}

impl Rows<'_> {
    /// Writes the lines of one operation of the difference side by side.
    fn op(&mut self, compared: &ComparedLines<'_, str>, op: &DiffOp) {
        let mut left = compared.left[op.old_range()].iter();
        let mut right = compared.right[op.new_range()].iter();
        let (of_left, mark, of_right) = match op {
            DiffOp::Equal { .. } => (DiffPiece::Same, ' ', DiffPiece::Same),
            _ => (DiffPiece::Left, '|', DiffPiece::Right),
        };
        loop {
            match (left.next(), right.next()) {
                (Some(left), Some(right)) => self.row((of_left, left), mark, (of_right, right)),
                (Some(left), None) => self.row((of_left, left), '<', (of_right, "")),
                (None, Some(right)) => self.row((of_left, ""), '>', (of_right, right)),
                (None, None) => return,
            }
        }
    }

    /// Writes a line of each side, in as many rows as the longer one needs.
    fn row(&mut self, left: (DiffPiece, &str), mark: char, right: (DiffPiece, &str)) {
        let lefts = wrapped(left.1.trim_end(), self.column);
        let rights = wrapped(right.1.trim_end(), self.column);
        for row in 0..lefts.len().max(rights.len()) {
            let left = (left.0, lefts.get(row).map_or("", String::as_str));
            let right = (right.0, rights.get(row).map_or("", String::as_str));
            self.cells(left, if row == 0 { mark } else { ' ' }, right);
        }
    }

    fn cells(&mut self, left: (DiffPiece, &str), mark: char, right: (DiffPiece, &str)) {
        let gap = Indent(self.column - left.1.width().min(self.column));
        let row = format!("{}{gap} {mark} {}", self.painted(left), self.painted(right));
        // OK because writing to a string never fails.
        let _ = writeln!(self.out, "{}", row.trim_end());
    }

    fn painted(&self, (piece, text): (DiffPiece, &str)) -> String {
        if text.is_empty() { String::new() } else { (self.paint)(piece, text) }
    }
}

/// The additional indentation of a line's continuations.
const HANGING: usize = 2;

/// Splits a line into pieces that fit into a column, at blanks if there are any. The indentation of
/// a split line is at most half of the column.
fn wrapped(line: &str, column: usize) -> Vec<String> {
    if line.width() <= column {
        return vec![line.to_owned()];
    }
    let mut rest = line.trim_start_matches(' ');
    let mut indent = (line.len() - rest.len()).min(column / 2);
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(fitting(rest, column - indent));
        pieces.push(format!("{}{}", Indent(indent), piece.trim_end_matches(' ')));
        if pieces.len() == 1 {
            indent = (indent + HANGING).min(column / 2);
        }
        rest = after.trim_start_matches(' ');
    }
    pieces
}

/// Returns the number of bytes of a text that fit into a width. The text is split at a gap of two
/// blanks if there is one, since the note after the gap should stay whole; else at a blank. At
/// least one character always fits.
fn fitting(text: &str, width: usize) -> usize {
    let mut used = 0;
    for (over, letter) in text.char_indices() {
        used += letter.width().unwrap_or(1);
        if used > width {
            let fits = &text[..over];
            return match fits.rfind("  ").or_else(|| fits.rfind(' ')) {
                _ if letter == ' ' && !fits.contains("  ") => over,
                Some(blank) => blank,
                // OK because a character is at most two wide, and so is the narrowest piece at
                // least.
                None => over,
            };
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(piece: DiffPiece, text: &str) -> String {
        format!("[{piece:?} {text}]")
    }

    #[test]
    fn a_patch_has_headers_and_marks() {
        let diff = LineDiff { names: ["a", "b"], left: "1\n2\n3\n", right: "1\nzwei\n3\n" };
        assert_eq!(diff.patch(&plain), "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+zwei\n 3\n");
        let painted = diff.patch(&tagged);
        assert!(
            painted
                .starts_with("[Name --- a]\n[Name +++ b]\n[Position @@ -1,3 +1,3 @@]\n[Same  1]\n")
        );
        assert!(painted.contains("[Left -2]\n[Right +zwei]\n"), "{painted}");
        let same = LineDiff { right: diff.left, ..diff };
        assert_eq!((same.patch(&plain), same.side_by_side(80, &plain)), Default::default());
    }

    #[test]
    fn hunk_headers_are_those_of_the_patch_program() {
        for (left, right, patch) in [
            ("", "1\n", "@@ -0,0 +1 @@\n+1\n"),
            ("1\n", "", "@@ -1 +0,0 @@\n-1\n"),
            ("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n", "@@ -3,4 +3,3 @@\n 3\n 4\n 5\n-6\n"),
        ] {
            let diff = LineDiff { names: ["a", "b"], left, right };
            assert_eq!(diff.patch(&plain), format!("--- a\n+++ b\n{patch}"));
        }
    }

    #[test]
    fn sides_are_wrapped_filled_and_painted() {
        let diff =
            LineDiff { names: ["a", "b"], left: "one\ntwo\n", right: "one\na longer line\nmore\n" };
        let wanted = "\
a              b
one            one
two          | a longer
                 line
             > more
";
        assert_eq!(diff.side_by_side(27, &plain), wanted);
        assert!(diff.side_by_side(200_000, &plain).contains("more\n"), "as wide as may be");
        assert_eq!(diff.side_by_side(usize::MAX, &plain), diff.side_by_side(300_000, &plain));
        let painted = diff.side_by_side(27, &tagged);
        assert!(
            painted.contains(
                "[Left two]          | [Right a longer]\n               [Right   line]\n"
            ),
            "{painted}"
        );
        assert!(painted.contains("\n             > [Right more]\n"), "{painted}");
    }

    #[test]
    fn no_word_of_a_wide_line_is_lost() {
        let line = format!("{:30}<p>{:20}virtual end", "", "");
        assert_eq!(wrapped(&line, 24), [format!("{:12}<p>", ""), format!("{:12}virtual end", "")]);
        let line = format!("<p>{:4}virtual end", "");
        assert_eq!(wrapped(&line, 14), ["<p>", "  virtual end"]);
        assert_eq!(wrapped(&line, 15), ["<p>", "  virtual end"]);
        assert_eq!(wrapped(&line, 17), ["<p>", "  virtual end"]);
        let name = "x".repeat(25);
        assert_eq!(
            wrapped(&name, 10),
            ["x".repeat(10), format!("  {}", "x".repeat(8)), format!("  {}", "x".repeat(7))]
        );
        assert_eq!(
            wrapped("\u{6f22}\u{6f22}\u{6f22}\u{6f22}\u{6f22}\u{6f22}", 10)
                .concat()
                .matches('\u{6f22}')
                .count(),
            6
        );
        assert_eq!(wrapped("fits", 10), ["fits"]);
    }
}
