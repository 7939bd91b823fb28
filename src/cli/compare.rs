//! Two texts compared by lines: as a patch, or side by side.

use std::fmt::Write;
use std::time::Duration;

use similar::{Algorithm, ChangeTag, DiffTag, TextDiff};

use super::paint::{Paint, visible};

/// How many equal lines are shown around a difference.
const CONTEXT: usize = 3;

/// How long to look for the shortest difference before a longer one will do.
const PATIENCE: Duration = Duration::from_secs(5);

fn lines<'a>(old: &'a str, new: &'a str) -> TextDiff<'a, 'a, str> {
    let mut how = TextDiff::configure();
    how.algorithm(Algorithm::Myers).timeout(PATIENCE).diff_lines(old, new)
}

/// A unified patch, in colour if `paint` says so; empty if the texts are equal.
pub(super) fn patch(names: (&str, &str), old: &str, new: &str, paint: Paint) -> String {
    let diff = lines(old, new);
    let mut patch = diff.unified_diff();
    patch.context_radius(CONTEXT);
    let mut out = String::new();
    for hunk in patch.iter_hunks() {
        if out.is_empty() {
            let (old, new) = (format!("--- {}", names.0), format!("+++ {}", names.1));
            let _ = writeln!(out, "{}\n{}", paint.bold(old), paint.bold(new));
        }
        let _ = writeln!(out, "{}", paint.cyan(hunk.header()));
        for change in hunk.iter_changes() {
            let text = change.value().trim_end_matches('\n');
            let line = match change.tag() {
                ChangeTag::Equal => format!(" {text}"),
                ChangeTag::Delete => paint.red(format!("-{text}")),
                ChangeTag::Insert => paint.green(format!("+{text}")),
            };
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

/// The differences side by side in `width` columns, with some equal lines around them.
pub(super) fn side_by_side(
    names: (&str, &str),
    old: &str,
    new: &str,
    width: usize,
    paint: Paint,
) -> String {
    let diff = lines(old, new);
    let half = (width.saturating_sub(3) / 2).max(10);
    let mut out = String::new();
    let mut row = |left: &str, mark: char, right: &str| {
        let left = fitted(left, half);
        let right = fitted(right, half);
        let line = match mark {
            ' ' => format!("{left}   {right}"),
            '<' => format!("{} < ", paint.red(left)),
            '>' => format!("{left} > {}", paint.green(right)),
            _ => format!("{} | {}", paint.red(left), paint.green(right)),
        };
        let _ = writeln!(out, "{}", line.trim_end());
    };
    row(names.0, ' ', names.1);
    for group in diff.grouped_ops(CONTEXT) {
        row(&"─".repeat(half), ' ', &"─".repeat(half));
        for op in group {
            let (tag, left, right) = op.as_tag_tuple();
            let mark = match tag {
                DiffTag::Equal => ' ',
                DiffTag::Delete => '<',
                DiffTag::Insert => '>',
                DiffTag::Replace => '|',
            };
            for index in 0..left.len().max(right.len()) {
                let at = |range: &std::ops::Range<usize>| {
                    Some(range.start + index).filter(|at| *at < range.end)
                };
                let left = at(&left).and_then(|at| diff.old_slice(at));
                let right = at(&right).and_then(|at| diff.new_slice(at));
                let mark = match (mark, left, right) {
                    ('|', Some(_), None) => '<',
                    ('|', None, Some(_)) => '>',
                    _ => mark,
                };
                row(left.unwrap_or_default(), mark, right.unwrap_or_default());
            }
        }
    }
    out
}

/// A line cut or filled to `width` characters.
fn fitted(line: &str, width: usize) -> String {
    let line = visible(line.trim_end_matches('\n'));
    let length = line.chars().count();
    if length <= width {
        return format!("{line}{}", " ".repeat(width - length));
    }
    let cut: String = line.chars().take(width - 1).collect();
    format!("{cut}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_has_headers_and_marks() {
        let patch = patch(("a", "b"), "1\n2\n3\n", "1\nzwei\n3\n", Paint::PLAIN);
        assert_eq!(patch, "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+zwei\n 3\n");
        assert_eq!(super::patch(("a", "b"), "1\n", "1\n", Paint::PLAIN), "");
    }

    #[test]
    fn sides_are_cut_and_filled() {
        let text =
            side_by_side(("a", "b"), "one\ntwo\n", "one\na longer line\nmore\n", 27, Paint::PLAIN);
        let rule = "─".repeat(12);
        let wanted = format!(
            "a              b\n{rule}   {rule}\none            one\ntwo          | a longer li…\n             > more\n"
        );
        assert_eq!(text, wanted);
    }
}
