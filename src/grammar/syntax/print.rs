//! Printer of statements: the canonical form of the grammar language.
//!
//! The input is a tree of [`ast`](super::ast). The output is text that [`parse`](super::parse)
//! reads as an equal tree but for spans, which a property test checks. `notes/grammar-language.md`
//! uses this form: one blank between words, ` ;` at the end, at most 100 columns.
//!
//! ```text
//! <template> ::= loose* (in-body flow*
//!                | sections ({sections aside} excluding <table> <form> until cell)*
//!                | <tr> ({<tr> aside} excluding <table> <form> until cell)*)?
//!                excluding <form> until boundary ;
//! ```
//!
//! A statement is first split into *words* (`print_words.rs`), which must not be broken. A sign, a
//! bar or `until` belongs to the word that it introduces, a parenthesis to the text that it
//! encloses. Then the words are laid out. If a statement is too long for one line, clauses such as
//! `excluding` get their own lines. So does an alternative that fits on a line, but not after the
//! previous one. Lines after the first are indented to the first word after the *head*. The head is
//! the left side with its operator, or the first word of a statement. If the left side is too wide
//! for that, the indentation is four columns.
//!
//! `SplitStatement` separates the head from the rest, so that the formatter
//! ([`format`](super::print_format::format)) can align the operators of adjacent lines.

use super::ast::{Edit, Exception, Fact, File, Item, Items, Rejected, Remedy, Statement};
use super::escapes::string_text;
use super::print_words::{LineBreak, PrintedWord, Words};

/// The greatest width of a line, in characters, unless a single word is wider.
const WIDTH: usize = 100;
/// The greatest width of a left side whose operator determines the indentation.
pub(super) const WIDEST_HANG: usize = 28;
/// The indentation after a head that is too wide.
const SHALLOW_HANG: usize = 4;

/// Prints a file in canonical form: its legend, then its statements, each on its own lines.
#[must_use]
pub fn file(file: &File) -> String {
    let mut out = String::new();
    if !file.legend.is_empty() {
        out.push_str(file.legend.trim_end());
        out.push_str("\n\n");
    }
    for statement in &file.statements {
        out.push_str(&self::statement(&statement.value));
        out.push('\n');
    }
    out
}

/// Prints a statement in canonical form, with its `;` but without a final line break.
#[must_use]
pub fn statement(statement: &Statement) -> String {
    SplitStatement::of(statement).text(0)
}

/// Prints an item in canonical form, for messages.
#[must_use]
pub fn item(item: &Item) -> String {
    Words::of(|words| words.item(item))
}

/// Prints a list of items in canonical form, for messages.
#[must_use]
pub fn items(items: &Items) -> String {
    Words::of(|words| words.items(items))
}

/// Prints an `excluding` or `including` line in canonical form, for messages.
#[must_use]
pub fn exception(exception: &Exception) -> String {
    Words::of(|words| words.exception(exception))
}

/// Prints the operands of some slots of a fact in canonical form, for messages.
#[must_use]
pub fn operands(fact: &Fact, slots: &[&str]) -> String {
    let said = fact.said().filter(|(slot, _)| slots.contains(&slot.name));
    Words::of(|words| said.for_each(|(slot, operand)| words.slot(slot, operand)))
}

/// Prints a string in quotes, with escapes.
#[must_use]
pub fn string(value: &str) -> String {
    string_text(value)
}

/// Prints the left side of a remedy line in canonical form, for messages.
pub(crate) fn rejected(rejected: &Rejected) -> String {
    Words::of(|words| words.rejected(rejected))
}

/// Prints a remedy in canonical form, for messages.
#[must_use]
pub fn remedy(remedy: &Remedy) -> String {
    Words::of(|words| words.remedy(remedy))
}

/// A statement split into words, with its head apart.
pub(super) struct SplitStatement {
    /// The words before the operator.
    left: Vec<PrintedWord>,
    /// `=`, `|=`, `::=`, `->`; empty for statements that start with a word of the language.
    pub(super) operator: &'static str,
    /// The words after the operator; the last one ends with `;`.
    right: Vec<PrintedWord>,
}

impl SplitStatement {
    /// Splits a statement into words.
    pub(super) fn of(statement: &Statement) -> Self {
        let mut left = Words::default();
        let mut right = Words::default();
        let operator = describe(statement, false, &mut left, &mut right);
        right.flush();
        right.suffix(if right.words.is_empty() { ";" } else { " ;" });
        Self { left: left.words, operator, right: right.words }
    }

    /// Returns the width of the left side on one line.
    pub(super) fn width(&self) -> usize {
        line_width(&self.left)
    }

    /// Returns the canonical text. The operator is placed as after a left side of `column`
    /// characters.
    pub(super) fn text(&self, column: usize) -> String {
        let mut lines = LineBuffer::default();
        if self.width() <= WIDEST_HANG {
            let left: Vec<&str> = self.left.iter().map(|word| word.text.as_str()).collect();
            let head = format!("{:column$} {}", left.join(" "), self.operator);
            lines.hang = head.trim_end().chars().count() + 1;
            lines.word(head.trim_end());
        } else {
            lines.hang = SHALLOW_HANG;
            self.left.iter().for_each(|word| lines.word(&word.text));
            lines.word(self.operator);
        }
        let long = lines.at + 1 + line_width(&self.right) > WIDTH;
        for (index, word) in self.right.iter().enumerate() {
            let breaks = match word.break_before {
                LineBreak::Full => false,
                LineBreak::Unit => {
                    let rest = self.right[index + 1..].iter();
                    let unit =
                        rest.take_while(|word| word.break_before == LineBreak::Full).count() + 1;
                    let width = line_width(&self.right[index..index + unit]);
                    lines.at + 1 + width > WIDTH && lines.hang + width <= WIDTH
                }
                LineBreak::Clause => true,
            };
            if breaks && long && index > 0 {
                lines.end();
            }
            lines.word(&word.text);
        }
        lines.text
    }
}

/// Returns the width of words on one line.
fn line_width(words: &[PrintedWord]) -> usize {
    let widths = words.iter().map(|word| word.text.chars().count() + 1);
    widths.sum::<usize>().saturating_sub(1)
}

/// The lines of text that words are added to.
#[derive(Default)]
struct LineBuffer {
    text: String,
    /// The column, in characters.
    at: usize,
    /// The indentation of lines after the first.
    hang: usize,
    /// True if the line has a word.
    filled: bool,
}

impl LineBuffer {
    /// Starts another line.
    fn end(&mut self) {
        self.text.push('\n');
        self.text.push_str(&" ".repeat(self.hang));
        self.at = self.hang;
        self.filled = false;
    }

    /// Adds a word to the line, or to the next one if this one is full.
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.filled && self.at + 1 + width > WIDTH {
            self.end();
        } else if self.filled {
            self.text.push(' ');
            self.at += 1;
        }
        self.text.push_str(word);
        self.at += width;
        self.filled = true;
    }
}

/// Writes the two sides of a statement and returns its operator; `removed` if it is after `remove`.
fn describe(
    statement: &Statement,
    removed: bool,
    left: &mut Words,
    right: &mut Words,
) -> &'static str {
    match statement {
        Statement::Set { name, items } => {
            left.word(&name.value);
            right.items(items);
            "="
        }
        Statement::Rule { left: subject, content } => {
            left.left(subject);
            right.content(content);
            "::="
        }
        Statement::Remedy { rejected, remedies } => {
            left.rejected(rejected);
            remedies.iter().for_each(|remedy| right.remedy(&remedy.value));
            "->"
        }
        Statement::Fact(fact) => right.fact(left, fact, removed),
        Statement::Edit(Edit::Extend, inner) => {
            describe(&inner.value, false, left, right);
            "|="
        }
        Statement::Edit(edit, inner) => {
            let removes = *edit == Edit::Remove;
            left.prefix(if removes { "remove " } else { "replace " });
            describe(&inner.value, removes, left, right)
        }
    }
}
