//! `wishful grammar fmt`: formats a grammar file in canonical form, with all its comments.
//!
//! The input is a file without mistakes; the output is the same file with statements as
//! [`print`](super::print) lays them out. Parts that are not in the tree are copied from the text:
//!
//! * Comments on their own lines stay before the statement that they precede; comments after a
//!   statement stay at the end of its line.
//! * Blank lines stay, several as one, none at the start and the end.
//! * A statement with a comment *inside* keeps its layout, except for blanks at the ends of lines.
//!   Only its author knows what the comment refers to. [`left_alone`] lists these statements.
//!
//! Adjacent statements of one kind, without a comment or a blank line in between, get aligned
//! operators, except after left sides that are too wide. Two properties are tested: formatting
//! changes no statement, and it is idempotent.

use super::ast::Statement;
use super::meta::{Token, tokens};
use super::parse::parse;
use super::print::{Laid, WIDEST_HANG};
use crate::base::{Files, Report, SourceFile, wide};
use std::mem::discriminant;

/// Formats the text of a grammar file, called `name` in messages.
///
/// # Errors
/// The syntax mistakes of the file; such a file is not formatted.
pub fn format(name: &str, text: &str) -> Result<String, Report> {
    let mut files = Files::default();
    let file = files.add(SourceFile::new(name, text));
    let (unit, diagnostics) = parse(file, &files);
    if !diagnostics.is_empty() {
        return Err(Report { files, diagnostics });
    }
    let statements: Vec<&Statement> = unit.statements.iter().map(|at| &at.value).collect();
    let (mut lines, rest) = take_apart(text, &statements);
    align(&mut lines);
    Ok(put_together(&lines, &rest))
}

/// Returns the lines, from 1, at which unformatted statements begin, because they have a comment
/// inside.
#[must_use]
pub(crate) fn left_alone(text: &str) -> Vec<usize> {
    let tokens = tokens(text);
    let statements = tokens.split_inclusive(|token| token.span.of(text) == ";");
    let left = statements.filter(|part| has_comment(text, part)).filter_map(|part| part.first());
    left.map(|first| text[..wide(first.span.start)].matches('\n').count() + 1).collect()
}

/// Reports whether there is a comment between the tokens of a statement.
fn has_comment(text: &str, statement: &[Token]) -> bool {
    let gap = |pair: &[Token]| &text[wide(pair[0].span.end)..wide(pair[1].span.start)];
    statement.windows(2).any(|pair| gap(pair).contains('#'))
}

/// A statement with its surroundings.
struct Line<'a> {
    /// The lines before it: comments, and empty texts for blank lines.
    before: Vec<&'a str>,
    statement: &'a Statement,
    laid: Laid,
    /// The text of the statement, if it has a comment inside.
    verbatim: Option<&'a str>,
    /// The comment after it.
    after: Option<&'a str>,
    /// The column of its operator.
    column: usize,
}

/// Splits the text into statements with their comments, and the lines after the last one.
fn take_apart<'a>(text: &'a str, statements: &[&'a Statement]) -> (Vec<Line<'a>>, Vec<&'a str>) {
    let tokens = tokens(text);
    let ranges = tokens.split_inclusive(|token| token.span.of(text) == ";").filter_map(|part| {
        let range = part.first()?.span.join(part.last()?.span).range();
        Some((range, has_comment(text, part)))
    });
    let mut lines: Vec<Line<'a>> = Vec::new();
    let mut end = 0;
    for ((range, commented), statement) in ranges.zip(statements) {
        let (after, before) = between(&text[end..range.start], end > 0);
        if let Some(last) = lines.last_mut() {
            last.after = after;
        }
        end = range.end;
        let verbatim = commented.then(|| &text[range]);
        let laid = Laid::of(statement);
        lines.push(Line { before, statement, laid, verbatim, after: None, column: 0 });
    }
    let (after, rest) = between(&text[end..], end > 0);
    if let Some(last) = lines.last_mut() {
        last.after = after;
    }
    (lines, rest)
}

/// Splits the text between two statements. Returns the comment at the end of the line on which
/// `gap` starts, if that is `within` a line, and the comments and blank lines after it.
fn between(gap: &str, within: bool) -> (Option<&str>, Vec<&str>) {
    let trim = |line: &'_ str| {
        let mark = |character: char| character.is_whitespace() || character == '\u{FEFF}';
        line.len() - line.trim_start_matches(mark).len()..line.trim_end_matches(mark).len()
    };
    let mut lines: Vec<&str> =
        gap.split('\n').map(|line| line.get(trim(line)).unwrap_or_default()).collect();
    let after = if within && !lines.is_empty() { Some(lines.remove(0)) } else { None };
    // The last piece is the indentation of the next statement, unless the file ends in a comment.
    lines.pop_if(|last| last.is_empty());
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    (after.filter(|comment| !comment.is_empty()), lines)
}

impl Line<'_> {
    /// Returns the width of the left side, if it can be aligned with its neighbours.
    fn width(&self) -> Option<usize> {
        let width = self.laid.width();
        let aligned = self.verbatim.is_none() && !self.laid.operator.is_empty();
        (aligned && width <= WIDEST_HANG).then_some(width)
    }

    /// Reports whether the statement belongs to the group of the previous one.
    fn continues(&self, previous: &Self) -> bool {
        let kind = |line: &Self| match line.statement {
            Statement::Edit(edit, _) => (discriminant(line.statement), Some(*edit)),
            other => (discriminant(other), None),
        };
        self.before.is_empty()
            && kind(self) == kind(previous)
            && self.laid.operator == previous.laid.operator
    }
}

/// Aligns the operators of each group.
fn align(lines: &mut [Line<'_>]) {
    for group in lines.chunk_by_mut(|previous, line| line.continues(previous)) {
        let column = group.iter().filter_map(Line::width).max().unwrap_or(0);
        for line in group.iter_mut().filter(|line| line.width().is_some()) {
            line.column = column;
        }
    }
}

fn put_together(lines: &[Line<'_>], rest: &[&str]) -> String {
    let mut out = String::new();
    let own_lines = |out: &mut String, lines: &[&str]| {
        for line in lines {
            if !line.is_empty() {
                out.push_str(line);
                out.push('\n');
            } else if !out.is_empty() {
                out.push('\n');
            }
        }
    };
    for line in lines {
        own_lines(&mut out, &line.before);
        match line.verbatim {
            Some(text) => {
                let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
                out.push_str(&trimmed.join("\n"));
            }
            None => out.push_str(&line.laid.text(line.column)),
        }
        if let Some(comment) = line.after {
            out.push_str("  ");
            out.push_str(comment);
        }
        out.push('\n');
    }
    own_lines(&mut out, rest);
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    out
}
