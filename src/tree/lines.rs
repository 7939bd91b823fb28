//! The comparison of two texts by lines: as a patch, or side by side.
//!
//! All comparisons use this module: [`Comparison`](super::Comparison) compares outlines, and the
//! command line compares other texts. Colours are up to the caller: every piece of the output
//! passes through a [`Painter`] together with its [`Piece`]. The output is either a unified patch
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
//! The search is Myers' algorithm, whose time is proportional to the lines times the differences.
//! After [`PATIENCE`] it accepts a difference that is not the shortest.

use std::collections::HashMap;
use std::fmt::Write;
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
pub(crate) enum Piece {
    /// The name of a side.
    Name,
    /// The position in the texts of the lines that follow.
    Place,
    /// A line of both sides.
    Same,
    /// A line of the left side only.
    Left,
    /// A line of the right side only.
    Right,
}

impl Paint {
    /// Colours a piece of a comparison.
    pub(crate) fn piece(self, piece: Piece, text: &str) -> String {
        match piece {
            Piece::Name => self.bold(text),
            Piece::Place => self.cyan(text),
            Piece::Same => text.to_owned(),
            Piece::Left => self.red(text),
            Piece::Right => self.green(text),
        }
    }
}

/// A function that colours a piece; [`plain`] returns it unchanged.
pub(crate) type Painter<'a> = &'a dyn Fn(Piece, &str) -> String;

/// Returns a piece without colour.
#[must_use]
pub(crate) fn plain(_: Piece, text: &str) -> String {
    text.to_owned()
}

/// Returns the end of the search's time limit; `None` without a clock, as in WebAssembly on its
/// own.
fn deadline() -> Option<Instant> {
    const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    HAS_CLOCK.then(|| Instant::now() + PATIENCE)
}

/// Aligns the rows of two lists, in order: returns the pairs of indices of equal rows. The search
/// and its cost are those of the comparison by lines.
pub(crate) fn aligned(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    let ops = steps(left, right).into_iter();
    let equal = ops.filter(|op| matches!(op, DiffOp::Equal { .. }));
    equal.flat_map(|op| op.old_range().zip(op.new_range())).collect()
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
pub(crate) struct LineDiff<'a> {
    /// The names of the left and the right text.
    pub names: [&'a str; 2],
    /// The left text.
    pub left: &'a str,
    /// The right text.
    pub right: &'a str,
}

/// Two texts whose lines have been compared.
struct Compared<'a> {
    /// The lines of the left text, each with its line break.
    left: Vec<&'a str>,
    right: Vec<&'a str>,
    /// The differences, grouped with the equal lines that are shown around them.
    groups: Vec<Vec<DiffOp>>,
}

impl<'a> LineDiff<'a> {
    /// Compares the texts. Equal lines get equal numbers, so the search is always one over numbers.
    fn compared(&self) -> Compared<'a> {
        let mut numbers = HashMap::new();
        let mut numbered = |line: &&'a str| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(*line).or_insert(next)
        };
        let lines = |text: &'a str| text.split_inclusive('\n').collect::<Vec<_>>();
        let (left, right) = (lines(self.left), lines(self.right));
        let lefts: Vec<u32> = left.iter().map(&mut numbered).collect();
        let rights: Vec<u32> = right.iter().map(&mut numbered).collect();
        Compared { left, right, groups: group_diff_ops(steps(&lefts, &rights), CONTEXT) }
    }

    /// Returns the difference as a unified patch; empty if there is none.
    #[must_use]
    pub(crate) fn patch(&self, paint: Painter<'_>) -> String {
        let compared = self.compared();
        let mut out = String::new();
        let mut line = |piece, text: &str| {
            out.push_str(&paint(piece, text));
            out.push('\n');
        };
        for (index, group) in compared.groups.iter().enumerate() {
            if index == 0 {
                line(Piece::Name, &format!("--- {}", self.names[0]));
                line(Piece::Name, &format!("+++ {}", self.names[1]));
            }
            line(Piece::Place, &header(group));
            let mut lines = |piece, mark, lines: &[&str]| {
                let text = |text: &&str| format!("{mark}{}", text.trim_end_matches('\n'));
                lines.iter().map(text).for_each(|text| line(piece, &text));
            };
            for op in group {
                let (left, right) =
                    (&compared.left[op.old_range()], &compared.right[op.new_range()]);
                if matches!(op, DiffOp::Equal { .. }) {
                    lines(Piece::Same, ' ', left);
                } else {
                    lines(Piece::Left, '-', left);
                    lines(Piece::Right, '+', right);
                }
            }
        }
        out
    }

    /// Returns the difference in two columns that together are `width` wide (23 to 200,003); empty
    /// if there is none. Between the columns, `|` marks a changed line, `<` and `>` one that only
    /// that side has. A line that is wider than its column continues in the next row, without a
    /// mark.
    #[must_use]
    pub(crate) fn side_by_side(&self, width: usize, paint: Painter<'_>) -> String {
        if self.left == self.right {
            return String::new();
        }
        let column = (width.saturating_sub(3) / 2).clamp(NARROWEST, WIDEST);
        let compared = self.compared();
        let mut rows = Rows { out: String::new(), column, paint };
        rows.row((Piece::Name, self.names[0]), ' ', (Piece::Name, self.names[1]));
        for group in &compared.groups {
            if group.first().is_some_and(|op| op.old_range().start > 0) {
                rows.row((Piece::Place, "…"), ' ', (Piece::Place, "…"));
            }
            for op in group {
                rows.op(&compared, op);
            }
        }
        rows.out
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
    fn op(&mut self, compared: &Compared<'_>, op: &DiffOp) {
        let mut left = compared.left[op.old_range()].iter();
        let mut right = compared.right[op.new_range()].iter();
        let equal = matches!(op, DiffOp::Equal { .. });
        let (of_left, mark, of_right) = match equal {
            true => (Piece::Same, ' ', Piece::Same),
            false => (Piece::Left, '|', Piece::Right),
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
    fn row(&mut self, left: (Piece, &str), mark: char, right: (Piece, &str)) {
        let cells = |text: &str| wrapped(text.trim_end(), self.column);
        let (lefts, rights) = (cells(left.1), cells(right.1));
        for row in 0..lefts.len().max(rights.len()) {
            let cell = |cells: &[String]| cells.get(row).cloned().unwrap_or_default();
            let (left, right) = ((left.0, cell(&lefts)), (right.0, cell(&rights)));
            self.cells(&left, if row == 0 { mark } else { ' ' }, &right);
        }
    }

    fn cells(&mut self, left: &(Piece, String), mark: char, right: &(Piece, String)) {
        let gap = Indent(self.column - left.1.width().min(self.column));
        let painted = |(piece, text): &(Piece, String)| match text.is_empty() {
            true => String::new(),
            false => (self.paint)(*piece, text),
        };
        let row = format!("{}{gap} {mark} {}", painted(left), painted(right));
        // OK because writing to a string never fails.
        let _ = writeln!(self.out, "{}", row.trim_end());
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
    let over = text.char_indices().find(|(_, letter)| {
        used += letter.width().unwrap_or(1);
        used > width
    });
    let Some((over, letter)) = over else { return text.len() };
    match text[..over].rfind("  ").or_else(|| text[..over].rfind(' ')) {
        _ if letter == ' ' && !text[..over].contains("  ") => over,
        Some(blank) => blank,
        // OK because a character is at most two wide, and so is the narrowest piece at least.
        None => over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(piece: Piece, text: &str) -> String {
        format!("[{piece:?} {text}]")
    }

    #[test]
    fn a_patch_has_headers_and_marks() {
        let diff = LineDiff { names: ["a", "b"], left: "1\n2\n3\n", right: "1\nzwei\n3\n" };
        assert_eq!(diff.patch(&plain), "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+zwei\n 3\n");
        let painted = diff.patch(&tagged);
        assert!(
            painted.starts_with("[Name --- a]\n[Name +++ b]\n[Place @@ -1,3 +1,3 @@]\n[Same  1]\n")
        );
        assert!(painted.contains("[Left -2]\n[Right +zwei]\n"), "{painted}");
        let same = LineDiff { right: diff.left, ..diff };
        assert_eq!((same.patch(&plain), same.side_by_side(80, &plain)), Default::default());
    }

    #[test]
    fn a_patch_says_where_it_is_as_patch_does() {
        let of = |left, right| LineDiff { names: ["a", "b"], left, right }.patch(&plain);
        assert_eq!(of("", "1\n"), "--- a\n+++ b\n@@ -0,0 +1 @@\n+1\n");
        assert_eq!(of("1\n", ""), "--- a\n+++ b\n@@ -1 +0,0 @@\n-1\n");
        let (left, right) = ("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n");
        assert_eq!(of(left, right), "--- a\n+++ b\n@@ -3,4 +3,3 @@\n 3\n 4\n 5\n-6\n");
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
