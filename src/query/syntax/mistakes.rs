//! Diagnostics for invalid expressions.

use crate::base::{Code, Diagnostic, FileId, Place, Report, Span};
use crate::grammar::Grammar;
use crate::grammar::compile::mistake::nearest;

/// Creates a diagnostic at a span of the expression, which is the only file of its report.
pub(crate) fn mistake(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, Place { file: FileId::new(0), span }, message)
}

/// Creates a diagnostic about an unknown name, with the nearest known one as a suggestion.
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

/// Rewrites the engine's report of a syntax error: token names in it become the words that the
/// tokens match.
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
        let place = found.primary.place;
        let mut told = match expectation(text, span, &wanted) {
            Some((code, message)) => Diagnostic::error(code, place, message),
            None => refused(text, place),
        };
        told = told.note(format!("acceptable here: {}", wanted.wording()));
        let (word, before) = (word_at(text, span), &text[..span.range().start]);
        if before.ends_with("::") || span.of(text) == "::" || is_pseudo_element(before, word) {
            told = told.help(NO_ELEMENT);
        } else if let Some(near) = nearest(word, wanted.names()) {
            told = told.did_you_mean(near);
            if before.ends_with(':') {
                told = told.note(format!("it is written `:{near}{}`", arguments(grammar, near)));
            }
        }
        *found = told;
    }
    report
}

/// The advice about pseudo-elements, which exist only in the rendering of a document.
const NO_ELEMENT: &str = "a pseudo-element is no part of a document; `::text` is the texts of an element, `::attr(name)` an attribute";

/// Reports whether a word is a pseudo-element that may follow a single colon. (Selectors 4, section
/// 3.6.)
fn is_pseudo_element(before: &str, word: &str) -> bool {
    let names = ["before", "after", "first-line", "first-letter"];
    before.ends_with(':') && names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Creates the diagnostic for an unacceptable token.
fn refused(text: &str, place: Place) -> Diagnostic {
    let word = word_at(text, place.span);
    let message = match place.span.is_empty() {
        true => "the expression ends too early".to_owned(),
        false if word.is_empty() => format!("`{}` is not acceptable here", place.span.of(text)),
        false => format!("`{word}` is not acceptable here"),
    };
    Diagnostic::error(Code::Syntax, place, message).label("not acceptable")
}

/// Returns a specific message for an unterminated comment or quoted text, and for an unknown
/// pseudo-class.
fn expectation(text: &str, span: Span, wanted: &Wanted) -> Option<(Code, String)> {
    let (before, rest) = text.split_at(span.range().start);
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
    if rest.starts_with("/*") {
        return Some((Code::Syntax, "the comment that begins here has no end".to_owned()));
    }
    if quote.is_some_and(|quote| wanted.text && !rest[1..].contains(quote)) {
        return Some((Code::Syntax, "the text in quotes that begins here has no end".to_owned()));
    }
    let word = word_at(text, span);
    let is_class = before.ends_with(':') && !word.is_empty() && !wanted.name;
    let is_class = is_class && wanted.words.iter().any(|word| word == "nth-child");
    is_class.then(|| (Code::Undefined, format!("there is no pseudo-class `{word}`")))
}

/// The tokens of pseudo-classes, each with an example of its arguments.
const PSEUDO_CLASSES: &[(&str, &str)] = &[
    ("PLAIN", ""),
    ("UNMATCHED", ""),
    ("TEXT", ""),
    ("PARITY", ""),
    ("SELECTING", "(a, b)"),
    ("NOT", "(a, b)"),
    ("HAS", "(> a)"),
    ("NTH-CHILD", "(2n+1 of a)"),
    ("NTH-TYPE", "(2n+1)"),
    ("LANG", "(en)"),
    ("DIR", "(ltr)"),
    ("CONTAINS", "('text')"),
    ("PLACE", "(0)"),
];

/// Returns an example of the arguments of a pseudo-class; an empty text if it takes none.
fn arguments(grammar: &Grammar, name: &str) -> &'static str {
    let mut tokens = PSEUDO_CLASSES.iter();
    let token = tokens.find(|(token, _)| spellings(grammar, token).iter().any(|one| one == name));
    token.map_or("", |(_, arguments)| arguments)
}

/// Returns advice for an unknown XPath name `a:b`, which may be meant as a pseudo-class.
pub(crate) fn pseudo_class(grammar: &Grammar, name: &str) -> String {
    let tokens = PSEUDO_CLASSES.iter();
    let known: Vec<String> = tokens.flat_map(|(token, _)| spellings(grammar, token)).collect();
    if known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return format!("there is a pseudo-class `:{name}`, but its argument is written otherwise");
    }
    if is_pseudo_element(":", name) {
        return NO_ELEMENT.to_owned();
    }
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => {
            format!("did you mean the pseudo-class `:{near}{}`?", arguments(grammar, near))
        }
        None => format!("nor is there a pseudo-class `:{name}`"),
    }
}

/// Returns the word at the start of a span, or the rest of the word if the span starts inside one.
pub(crate) fn word_at(text: &str, span: Span) -> &str {
    let rest = &text[span.range().start..];
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_'));
    &rest[..end.unwrap_or(rest.len())]
}

/// The acceptable tokens, grouped for a message.
#[derive(Default)]
struct Wanted {
    /// Keywords of the language.
    words: Vec<String>,
    signs: Vec<String>,
    /// A flag: any name is acceptable.
    name: bool,
    /// A flag: a quoted text is acceptable.
    text: bool,
    others: Vec<&'static str>,
}

impl Wanted {
    fn of(grammar: &Grammar, expected: &[String]) -> Self {
        let mut wanted = Self::default();
        for spelled in expected {
            match spelled.as_str() {
                "NAME" => wanted.name = true,
                "ESCAPED" => {}
                "BLANK" => wanted.others.push("a blank"),
                "DIGITS" => wanted.others.push("a number"),
                "LITERAL" | "STRING" => {
                    wanted.text = true;
                    wanted.others.push("a text in quotes");
                }
                "N" => wanted.words.push("n".to_owned()),
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
        wanted.words.dedup();
        wanted
    }

    /// Returns the words that a misspelling is compared with.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str).filter(|word| word.len() > 1)
    }

    /// Lists the acceptable tokens. If any name is acceptable, keywords are omitted.
    fn wording(&self) -> String {
        let signs = self.signs.iter().map(|sign| format!("`{sign}`"));
        let words = self.words.iter().filter(|_| !self.name).map(|word| format!("`{word}`"));
        let name = self.name.then(|| "a name".to_owned());
        let others = self.others.iter().map(|other| (*other).to_owned());
        let all: Vec<String> = name.into_iter().chain(others).chain(signs).chain(words).collect();
        if all.is_empty() { "the end".to_owned() } else { all.join(", ") }
    }
}

/// Returns the words in a token's pattern of the form `(?i:one|two)`.
fn spellings(grammar: &Grammar, token: &str) -> Vec<String> {
    let rules = grammar.text_rules().map(|rules| rules.rules()).unwrap_or_default();
    let pattern = rules.iter().find(|rule| rule.name == token).map(|rule| rule.pattern.as_str());
    let list = pattern.and_then(|pattern| pattern.strip_prefix("(?i:")?.strip_suffix(')'));
    list.map(|list| list.split('|').map(str::to_owned).collect()).unwrap_or_default()
}
