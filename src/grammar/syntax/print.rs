//! Statements as text: the canonical form of the grammar language.
//!
//! In comes a tree of [`ast`](super::ast), out goes text that [`parse`](super::parse) reads back as
//! an equal tree but for places; a property test holds the two against each other. The form is the
//! one of `notes/grammar-language.md`: one blank between words, ` ;` at the end, at most 100
//! columns.
//!
//! ```text
//! <template> ::= loose* (in-body flow*
//!                | sections ({sections aside} excluding <table> <form> until cell)*
//!                | <tr> ({<tr> aside} excluding <table> <form> until cell)*)?
//!                excluding <form> until boundary ;
//! ```
//!
//! A statement is first taken apart into *words* (`print_words.rs`), pieces that must not be
//! broken: a sign, a bar or `until` belongs to the word that it introduces, a parenthesis to what
//! it encloses. Then the words are laid out. In a statement that is too long for one line, clauses
//! such as `excluding` get lines of their own, and so does an alternative that fits on one but not
//! behind the last. Lines after the first hang below the first word after the *head*, which is the
//! left side with its operator, or the word that a statement starts with. A left side that is too
//! wide to hang below gives way to four columns.
//!
//! `Laid` keeps head and rest apart, so that the formatter
//! ([`format`](super::print_format::format)) can align the operators of neighbouring lines.

use super::ast::{Edit, Exception, Fact, File, Item, Items, Remedy, Statement};
use super::escapes::string_text;
use super::print_words::{Break, Word, Words};

/// The widest line, in characters, unless one word is wider.
const WIDTH: usize = 100;
/// The widest left side below whose operator the next lines hang.
pub(super) const WIDEST_HANG: usize = 28;
/// How far lines hang below a head that is too wide.
const SHALLOW_HANG: usize = 4;

/// The canonical text of a file: its legend, then its statements, a line group each.
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

/// The canonical text of a statement, with its `;` and without a line break at the end.
#[must_use]
pub fn statement(statement: &Statement) -> String {
    Laid::of(statement).text(0)
}

/// The canonical text of an item, as messages cite it.
#[must_use]
pub fn item(item: &Item) -> String {
    Words::of(|words| words.item(item))
}

/// The canonical text of a list of items, as messages cite it.
#[must_use]
pub fn items(items: &Items) -> String {
    Words::of(|words| words.items(items))
}

/// The canonical text of an `excluding` or `including` line, as messages cite it.
#[must_use]
pub fn exception(exception: &Exception) -> String {
    Words::of(|words| words.exception(exception))
}

/// The canonical text of what stands in some slots of a fact, as messages cite it.
#[must_use]
pub fn operands(fact: &Fact, slots: &[&str]) -> String {
    let said = fact.said().filter(|(slot, _)| slots.contains(&slot.name));
    Words::of(|words| said.for_each(|(slot, operand)| words.slot(slot, operand)))
}

/// A string in quotes, with escapes.
#[must_use]
pub fn string(value: &str) -> String {
    string_text(value)
}

/// The canonical text of a remedy, as messages cite it.
#[must_use]
pub fn remedy(remedy: &Remedy) -> String {
    Words::of(|words| words.remedy(remedy))
}

/// A statement as words, its head apart.
pub(super) struct Laid {
    /// What stands before the operator.
    left: Vec<Word>,
    /// `=`, `|=`, `::=`, `->`; empty for statements that start with a word of the language.
    pub(super) operator: &'static str,
    /// What stands after it; the last word ends with `;`.
    right: Vec<Word>,
}

impl Laid {
    /// Takes a statement apart.
    pub(super) fn of(statement: &Statement) -> Self {
        let mut left = Words::default();
        let mut right = Words::default();
        let operator = describe(statement, false, &mut left, &mut right);
        right.flush();
        right.suffix(if right.words.is_empty() { ";" } else { " ;" });
        Self { left: left.words, operator, right: right.words }
    }

    /// The width of the left side on one line.
    pub(super) fn width(&self) -> usize {
        line_width(&self.left)
    }

    /// The canonical text, with the operator at a column that leaves room for a left side of
    /// `column` characters.
    pub(super) fn text(&self, column: usize) -> String {
        let mut lines = Lines::default();
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
                Break::Full => false,
                Break::Unit => {
                    let rest = self.right[index + 1..].iter();
                    let unit = rest.take_while(|word| word.break_before == Break::Full).count() + 1;
                    let width = line_width(&self.right[index..index + unit]);
                    lines.at + 1 + width > WIDTH && lines.hang + width <= WIDTH
                }
                Break::Clause => true,
            };
            if breaks && long && index > 0 {
                lines.end();
            }
            lines.word(&word.text);
        }
        lines.text
    }
}

/// The width of words on one line.
fn line_width(words: &[Word]) -> usize {
    let widths = words.iter().map(|word| word.text.chars().count() + 1);
    widths.sum::<usize>().saturating_sub(1)
}

/// Lines of text that are filled with words.
#[derive(Default)]
struct Lines {
    text: String,
    /// The column, in characters.
    at: usize,
    /// Where lines after the first begin.
    hang: usize,
    /// Whether a word stands on the line.
    filled: bool,
}

impl Lines {
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

/// Writes the two sides of a statement, after `remove` or not, and gives its operator.
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
