//! What is wrong with an expression, told to whoever wrote it.

use crate::base::{Code, Diagnostic, FileId, Place, Report, Span};
use crate::grammar::Grammar;
use crate::grammar::compile::mistake::nearest;

/// A mistake at a place of the expression, which is the only file of its report.
pub(crate) fn mistake(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, Place { file: FileId::new(0), span }, message)
}

/// Something is spoken of that there is not.
pub(super) fn unknown<'n>(
    sort: &str,
    span: Span,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let wrong = mistake(Code::Undefined, span, format!("there is no {sort} `{name}`")).about(name);
    match nearest(name, known) {
        Some(near) => wrong.did_you_mean(near),
        None => wrong,
    }
}

pub(super) fn too_long(text: &str, most: usize) -> Diagnostic {
    let message = format!("the expression has {} bytes, and {most} are allowed", text.len());
    let end = Span::new(most.min(text.len()), text.len());
    mistake(Code::Limit, end, message)
        .help("say it in several expressions, or raise `Limits::size`")
}

/// A text that is none of the grammar's: the words that a token stands for are told as words.
pub(super) fn unread(mut report: Report, grammar: &Grammar, text: &str) -> Report {
    for found in &mut report.diagnostics {
        let span = found.primary.place.span;
        let expected: Vec<String> = found
            .notes
            .iter()
            .filter_map(|note| note.strip_prefix("expected one of "))
            .flat_map(|list| list.split(' '))
            .map(str::to_owned)
            .collect();
        let wanted = Wanted::of(grammar, &expected);
        let word = word_at(text, span);
        let message = match span.is_empty() {
            true => "the expression ends too early".to_owned(),
            false => format!(
                "`{}` is not acceptable here",
                if word.is_empty() { span.of(text) } else { word }
            ),
        };
        let place = found.primary.place;
        let mut told = Diagnostic::error(Code::Syntax, place, message).label("not acceptable");
        told = told.note(format!("acceptable here: {}", wanted.wording()));
        if let Some(near) = nearest(word, wanted.words.iter().map(String::as_str)) {
            told = told.did_you_mean(near);
        } else if text[..span.range().start].ends_with(':') && span.of(text) == ":" {
            told = told
                .help("a pseudo-element is no part of a document: nothing can be selected by it");
        }
        *found = told;
    }
    report
}

/// The word that begins at a place, or goes on there.
fn word_at(text: &str, span: Span) -> &str {
    let rest = &text[span.range().start..];
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_'));
    &rest[..end.unwrap_or(rest.len())]
}

/// What was acceptable, as it is told.
struct Wanted {
    /// Words of the language.
    words: Vec<String>,
    signs: Vec<String>,
    /// Whether any name is.
    name: bool,
    others: Vec<&'static str>,
}

impl Wanted {
    fn of(grammar: &Grammar, expected: &[String]) -> Self {
        let mut wanted =
            Self { words: Vec::new(), signs: Vec::new(), name: false, others: Vec::new() };
        for spelled in expected {
            match spelled.as_str() {
                "NAME" => wanted.name = true,
                "ESCAPED" => {}
                "BLANK" => wanted.others.push("a blank"),
                "DIGITS" => wanted.others.push("a number"),
                "LITERAL" | "STRING" => wanted.others.push("a text in quotes"),
                quoted if quoted.starts_with('"') => {
                    let word = quoted.trim_matches('"').to_owned();
                    match word.starts_with(char::is_alphabetic) {
                        true => wanted.words.push(word),
                        false => wanted.signs.push(word),
                    }
                }
                token => wanted.words.extend(spellings(grammar, token)),
            }
        }
        wanted.others.dedup();
        wanted.words.sort_unstable();
        wanted
    }

    /// Where any name is acceptable, words are not told one by one.
    fn wording(&self) -> String {
        let signs = self.signs.iter().map(|sign| format!("`{sign}`"));
        let words = self.words.iter().filter(|_| !self.name).map(|word| format!("`{word}`"));
        let name = self.name.then(|| "a name".to_owned());
        let others = self.others.iter().map(|other| (*other).to_owned());
        let all: Vec<String> = name.into_iter().chain(others).chain(signs).chain(words).collect();
        if all.is_empty() { "the end".to_owned() } else { all.join(", ") }
    }
}

/// The words that a token's pattern lists: `(?i:one|two)`.
fn spellings(grammar: &Grammar, token: &str) -> Vec<String> {
    let rules = grammar.text_rules().map(|rules| rules.rules()).unwrap_or_default();
    let pattern = rules.iter().find(|rule| rule.name == token).map(|rule| rule.pattern.as_str());
    let list = pattern.and_then(|pattern| pattern.strip_prefix("(?i:")?.strip_suffix(')'));
    list.map(|list| list.split('|').map(str::to_owned).collect()).unwrap_or_default()
}
