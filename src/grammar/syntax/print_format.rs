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
use super::meta::{Meta, MetaToken};
use super::parse::parse;
use super::print::{SplitStatement, WIDEST_HANG};
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
pub fn left_alone(text: &str) -> Vec<usize> {
    let tokens = Meta::get().tokens(text);
    let mut left_alone = Vec::new();
    for statement in Meta::get().ended(&tokens) {
        if let Some(first) = statement.first()
            && has_comment(text, statement)
        {
            left_alone.push(text[..wide(first.span.start)].matches('\n').count() + 1);
        }
    }
    left_alone
}

/// Reports whether there is a comment between the tokens of a statement.
fn has_comment(text: &str, statement: &[MetaToken]) -> bool {
    statement
        .windows(2)
        .any(|pair| text[wide(pair[0].span.end)..wide(pair[1].span.start)].contains('#'))
}

/// A statement with its surroundings.
struct FormattedLine<'a> {
    /// The lines before it: comments, and empty texts for blank lines.
    before: Vec<&'a str>,
    statement: &'a Statement,
    laid: SplitStatement,
    /// The text of the statement, if it has a comment inside.
    verbatim: Option<&'a str>,
    /// The comment after it.
    after: Option<&'a str>,
    /// The column of its operator.
    column: usize,
}

/// Splits the text into statements with their comments, and the lines after the last one.
fn take_apart<'a>(
    text: &'a str,
    statements: &[&'a Statement],
) -> (Vec<FormattedLine<'a>>, Vec<&'a str>) {
    let tokens = Meta::get().tokens(text);
    let parts = Meta::get().ended(&tokens);
    let mut lines: Vec<FormattedLine<'a>> = Vec::new();
    let mut end = 0;
    for (part, statement) in parts.zip(statements) {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
        let range = first.span.join(last.span).range();
        let (after, before) = between(&text[end..range.start], end > 0);
        if let Some(last) = lines.last_mut() {
            last.after = after;
        }
        end = range.end;
        let verbatim = if has_comment(text, part) { Some(&text[range]) } else { None };
        let laid = SplitStatement::of(statement);
        lines.push(FormattedLine { before, statement, laid, verbatim, after: None, column: 0 });
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
    let is_blank = |character: char| character.is_whitespace() || character == '\u{FEFF}';
    let mut lines: Vec<&str> = Vec::new();
    for line in gap.split('\n') {
        let start = line.len() - line.trim_start_matches(is_blank).len();
        let end = line.trim_end_matches(is_blank).len();
        lines.push(line.get(start..end).unwrap_or_default());
    }
    let after = if within && !lines.is_empty() { Some(lines.remove(0)) } else { None };
    // The last piece is the indentation of the next statement, unless the file ends in a comment.
    lines.pop_if(|last| last.is_empty());
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    (after.filter(|comment| !comment.is_empty()), lines)
}

impl FormattedLine<'_> {
    /// Returns the width of the left side, if it can be aligned with its neighbours.
    fn width(&self) -> Option<usize> {
        let width = self.laid.width();
        let aligned = self.verbatim.is_none() && !self.laid.operator.is_empty();
        if aligned && width <= WIDEST_HANG { Some(width) } else { None }
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
fn align(lines: &mut [FormattedLine<'_>]) {
    for group in lines.chunk_by_mut(|previous, line| line.continues(previous)) {
        let column = group.iter().filter_map(FormattedLine::width).max().unwrap_or(0);
        for line in group {
            if line.width().is_some() {
                line.column = column;
            }
        }
    }
}

/// Joins the formatted lines; `rest` are the lines after the last statement.
fn put_together(lines: &[FormattedLine<'_>], rest: &[&str]) -> String {
    let mut out = String::new();
    for line in lines {
        push_own_lines(&mut out, &line.before);
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
    push_own_lines(&mut out, rest);
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Appends comment lines and blank lines between statements. Blank lines at the start of the text
/// are dropped.
fn push_own_lines(out: &mut String, lines: &[&str]) {
    for line in lines {
        if !line.is_empty() {
            out.push_str(line);
            out.push('\n');
        } else if !out.is_empty() {
            out.push('\n');
        }
    }
}
