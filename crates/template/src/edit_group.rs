//! Edits of a text that depend on each other, and their way from a page to its template.

use crate::rendering::Rendering;
use std::collections::HashMap;
use std::ops::Range;
use wishful::base::{Span, narrow, wide};
use wishful::tree::aligned;
use wishful_diagnosis::SourceEdit;

/// The longest part of a page that is compared letter by letter.
const LETTERS: usize = 1 << 12;

/// The edits of a page, or of a template, that depend on each other: disjoint and in order.
pub(crate) type EditGroup = Vec<SourceEdit>;

/// Returns a text with some edits.
pub(crate) fn applied(text: &str, edits: &EditGroup) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for edit in edits {
        out.push_str(&text[at..wide(edit.span.start)]);
        out.push_str(&edit.text);
        at = wide(edit.span.end);
    }
    out + &text[at..]
}

/// Returns the offset in a text of an offset in the edited text.
pub(crate) fn before(edits: &EditGroup, at: u32) -> u32 {
    let (mut old, mut new) = (0, 0);
    for edit in edits {
        let start = new + (edit.span.start - old);
        if at <= start {
            break;
        }
        let end = start + narrow(edit.text.len());
        if at < end {
            return edit.span.start;
        }
        (old, new) = (edit.span.end, end);
    }
    old + (at - new)
}

/// Moves edits of a text to the text after other edits. `None` if they overlap.
pub(crate) fn after(done: &EditGroup, edits: EditGroup) -> Option<EditGroup> {
    let mut moved = Vec::new();
    for edit in edits {
        let (mut added, mut removed) = (0, 0);
        for other in done {
            if other.span.start < edit.span.end && edit.span.start < other.span.end {
                return None;
            }
            if other.span.end <= edit.span.start {
                added += narrow(other.text.len());
                removed += other.span.end - other.span.start;
            }
        }
        let [start, end] = [edit.span.start, edit.span.end].map(|at| at + added - removed);
        moved.push(SourceEdit { span: Span { start, end }, text: edit.text });
    }
    Some(moved)
}

/// Returns edits of a page as edits of the template. What is inserted between two parts is put
/// after the first, or if it is late, before the second or at the end. `None` if a value would have
/// to change.
pub(crate) fn in_template(
    rendering: &Rendering,
    edits: &EditGroup,
    late: Option<u32>,
) -> Option<EditGroup> {
    let mut found: EditGroup = Vec::new();
    for SourceEdit { span, text } in edits {
        let mut text = text.clone();
        if span.is_empty() {
            let is_end = wide(span.start) == rendering.text.len();
            let at = match late {
                Some(end) if is_end => end,
                _ => anchor(rendering, span.start, late.is_some())?,
            };
            found.push(SourceEdit { span: Span { start: at, end: at }, text });
            continue;
        }
        for (part, source, is_hole) in rendering.parts() {
            if part.start >= span.end || part.end <= span.start && !part.is_empty() {
                continue;
            }
            if part.start < span.start && part.is_empty() {
                continue;
            }
            if is_hole {
                return None;
            }
            let [start, end] = [span.start.max(part.start), span.end.min(part.end)]
                .map(|at| source.start + (at - part.start));
            found.push(SourceEdit { span: Span { start, end }, text: std::mem::take(&mut text) });
        }
    }
    // A loop writes a text twice.
    found.sort_by_key(|edit| (edit.span.start, edit.span.end));
    found.dedup();
    let is_ordered = found.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
    is_ordered.then_some(found)
}

/// Returns the place in the template of an offset between two parts, or inside of a text.
fn anchor(rendering: &Rendering, offset: u32, is_late: bool) -> Option<u32> {
    let touches = |part: &Span| part.start <= offset && offset <= part.end;
    let mut touching = rendering.parts().filter(|(part, ..)| touches(part));
    let (part, source, is_hole) = if is_late { touching.last()? } else { touching.next()? };
    if !is_hole {
        Some(source.start + (offset - part.start))
    } else if offset == part.start && (is_late || offset < part.end) {
        Some(source.start)
    } else {
        (offset == part.end).then_some(source.end)
    }
}

/// Returns the edits that lead from one page to another: by tags and texts, and within these by
/// letters.
pub(crate) fn edits_between(old: &str, new: &str) -> Vec<SourceEdit> {
    let mut edits = Vec::new();
    for (here, there) in gaps(&rows(old), &rows(new)) {
        let (from, to) = (&old[here.clone()], &new[there]);
        if from.is_empty() || to.is_empty() || from.len() + to.len() > LETTERS {
            edits.push(SourceEdit { span: Span::new(here.start, here.end), text: to.to_owned() });
            continue;
        }
        let [left, right] =
            [from, to].map(|text| text.split_inclusive(|_| true).collect::<Vec<_>>());
        for (inner, text) in gaps(&left, &right) {
            let span = Span::new(here.start + inner.start, here.start + inner.end);
            edits.push(SourceEdit { span, text: to[text].to_owned() });
        }
    }
    edits
}

/// Splits a page before each `<` and after each `>`.
fn rows(page: &str) -> Vec<&str> {
    let parts = page.split_inclusive('>');
    let tags =
        parts.flat_map(|part| <[&str; 2]>::from(part.split_at(part.rfind('<').unwrap_or(0))));
    tags.filter(|row| !row.is_empty()).collect()
}

/// Returns the ranges of two lists of texts that differ.
fn gaps(left: &[&str], right: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut numbers = HashMap::new();
    let [first, second] = [left, right].map(|rows| {
        let mut numbered = Vec::new();
        for row in rows {
            let next = narrow(numbers.len());
            numbered.push(*numbers.entry(*row).or_insert(next));
        }
        numbered
    });
    let mut pairs = aligned(&first, &second);
    pairs.push((left.len(), right.len()));
    let length = |rows: &[&str]| rows.iter().map(|row| row.len()).sum::<usize>();
    let (mut found, mut rows, mut at) = (Vec::new(), (0, 0), (0, 0));
    for (here, there) in pairs {
        let end = (at.0 + length(&left[rows.0..here]), at.1 + length(&right[rows.1..there]));
        if rows != (here, there) {
            found.push((at.0..end.0, at.1..end.1));
        }
        let same = left.get(here).map_or(0, |row| row.len());
        (rows, at) = ((here + 1, there + 1), (end.0 + same, end.1 + same));
    }
    found
}
