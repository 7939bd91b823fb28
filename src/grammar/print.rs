//! Statements as text: the canonical form of the grammar language.
//!
//! In comes a tree of [`ast`](super::ast), out goes text that [`parse`](super::parse) reads back as an
//! equal tree but for places; a property test holds the two against each other. The form is the one
//! of `notes/grammar-language.md`: one blank between words, ` ;` at the end, at most 100 columns.
//!
//! ```text
//! definition ::= start-line | tokenizer-line | use-line | mode-line | namespace-line | set-line
//!                | rule-line | extend-line | void-line ;
//! ```
//!
//! A statement is first taken apart into *words*, pieces that must not be broken: a sign, a bar or
//! `until` belongs to the word that it introduces, a parenthesis to what it encloses. Then the words
//! are laid out, and lines after the first hang below the first word after the *head*, which is the
//! left side with its operator, or the word that a statement starts with. A head that is too wide to
//! hang below gives way to four columns.
//!
//! [`Laid`] keeps head and rest apart, so that the formatter ([`format`](super::print_format::format)) can
//! align the operators of neighbouring lines.

use super::ast::{Content, Exception, File, Item, Items, Remedy, Removal, Statement};
use super::print_words::{Words, pattern_text, string_text};

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
    let mut words = Words::default();
    words.item(item);
    words.joined()
}

/// The canonical text of a list of items, as messages cite it.
#[must_use]
pub fn items(items: &Items) -> String {
    let mut words = Words::default();
    words.items(items);
    words.joined()
}

/// The canonical text of the right side of a rule, as messages cite it.
#[must_use]
pub fn content(content: &Content) -> String {
    let mut words = Words::default();
    words.content(content);
    words.joined()
}

/// The canonical text of an `excluding` or `including` line, as messages cite it.
#[must_use]
pub fn exception(exception: &Exception) -> String {
    let mut words = Words::default();
    words.exception(exception);
    words.joined()
}

/// The canonical text of a remedy, as messages cite it.
#[must_use]
pub fn remedy(remedy: &Remedy) -> String {
    let mut words = Words::default();
    words.remedy(remedy);
    words.joined()
}

/// A statement as words, its head apart.
pub(super) struct Laid {
    /// What stands before the operator, and the operator; the operator is empty for statements that
    /// start with a word of the language.
    pub(super) left: String,
    /// `=`, `|=`, `::=`, `->` or nothing.
    pub(super) operator: &'static str,
    /// The words of the right side; the last ends with `;`.
    right: Vec<String>,
}

impl Laid {
    /// Takes a statement apart.
    pub(super) fn of(statement: &Statement) -> Self {
        let mut left = Words::default();
        let mut right = Words::default();
        let operator = describe(statement, &mut left, &mut right);
        right.flush();
        if right.words.is_empty() {
            right.words.push(";".into());
        } else {
            right.suffix(" ;");
        }
        Self { left: left.joined(), operator, right: right.words }
    }

    /// The canonical text, with the operator at a column that leaves room for a left side of `column`
    /// characters.
    pub(super) fn text(&self, column: usize) -> String {
        let head = self.head(column);
        let width = head.chars().count();
        let (heads, hang): (Vec<&str>, usize) = if width <= WIDEST_HANG.max(column) + 4 {
            (vec![&head], width + 1)
        } else {
            (head.split(' ').collect(), SHALLOW_HANG)
        };
        let mut out = String::new();
        let mut column = 0;
        for word in heads.into_iter().chain(self.right.iter().map(String::as_str)) {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                out.push('\n');
                out.push_str(&" ".repeat(hang));
                column = hang;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += width;
        }
        out
    }

    fn head(&self, column: usize) -> String {
        match self.operator {
            "" => self.left.clone(),
            operator => format!("{:column$} {operator}", self.left),
        }
    }
}

/// Writes the two sides of a statement and gives its operator.
fn describe(statement: &Statement, left: &mut Words, right: &mut Words) -> &'static str {
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
        Statement::Extend { left: subject, content } => {
            left.left(subject);
            right.content(content);
            "|="
        }
        Statement::Remedy { left: rejected, excluded, within, remedies } => {
            left.rejected(rejected, *excluded, within.as_ref());
            remedies.iter().for_each(|remedy| right.remedy(&remedy.value));
            "->"
        }
        Statement::Token { name, pattern } => {
            left.word(&format!("token {}", name.value));
            right.word(&pattern_text(&pattern.value));
            "="
        }
        Statement::Replace(inner) => {
            left.prefix("replace ");
            describe(&inner.value, left, right)
        }
        Statement::Remove(removal) => {
            left.prefix("remove ");
            describe_removal(removal, left, right)
        }
        named => {
            describe_named(named, left, right);
            ""
        }
    }
}

/// Writes a statement that starts with a word of the language.
fn describe_named(statement: &Statement, left: &mut Words, right: &mut Words) {
    match statement {
        Statement::Start(name) => right.named(left, "start", &name.value),
        Statement::Tokenizer(name) => right.named(left, "tokenizer", &name.value),
        Statement::Use(name) => right.named(left, "use", &string_text(&name.value)),
        Statement::Mode(names) => right.names(left, "mode", names),
        Statement::Namespace(names) => right.names(left, "namespace", names),
        Statement::Void(items) => {
            left.word("void");
            right.items(items);
        }
        Statement::Lexical { guard, state, items } => {
            left.word("lexical");
            right.guard(guard.as_ref());
            right.word(&state.value);
            right.items(items);
        }
        Statement::TextWhole => right.named(left, "text", "whole"),
        Statement::Skip(pattern) => right.named(left, "skip", &pattern_text(&pattern.value)),
        Statement::Wish { tags, cost, purpose, unless } => {
            left.word("wish");
            right.items(tags);
            if let Some(cost) = cost {
                right.word(&format!("cost {}", cost.value));
            }
            right.clause("for ", purpose.as_ref());
            right.clause("unless ", unless.as_ref());
        }
        Statement::Formatting { elements, markers, reopen, ark } => {
            left.word("formatting");
            right.items(elements);
            right.clause("markers ", Some(markers));
            right.clause("reopen ", Some(reopen));
            right.word(&format!("ark {}", ark.value));
        }
        Statement::Allow { code, reason } => {
            left.word("allow");
            right.word(&code.value);
            right.word(&string_text(&reason.value));
        }
        // The statements with an operator; `describe` has written them.
        Statement::Set { .. }
        | Statement::Rule { .. }
        | Statement::Extend { .. }
        | Statement::Remedy { .. }
        | Statement::Token { .. }
        | Statement::Replace(_)
        | Statement::Remove(_) => {}
    }
}

/// Writes what follows `remove`.
fn describe_removal(removal: &Removal, left: &mut Words, right: &mut Words) -> &'static str {
    match removal {
        Removal::Set { name, items } => {
            left.word(&name.value);
            if let Some(items) = items {
                right.items(items);
            }
            "="
        }
        Removal::Rule(subject) => {
            left.left(subject);
            "::="
        }
        Removal::Remedy { left: rejected, excluded, within } => {
            left.rejected(rejected, *excluded, within.as_ref());
            "->"
        }
        Removal::Wish(items) => {
            right.listed(left, "wish", items);
            ""
        }
        Removal::Void(items) => {
            right.listed(left, "void", items);
            ""
        }
        Removal::Lexical(items) => {
            right.listed(left, "lexical", items);
            ""
        }
        Removal::Token(name) => {
            right.named(left, "token", &name.value);
            ""
        }
    }
}
