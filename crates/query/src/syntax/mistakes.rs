//! Diagnostics for invalid expressions.

use wishful::base::{Code, Diagnostic, FileId, FileSpan, Report, Span};
use wishful::grammar::Grammar;
use wishful::grammar::nearest;

/// Creates a diagnostic at a span of the expression, which is the only file of its report.
pub(crate) fn mistake(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, FileSpan { file: FileId::new(0), span }, message)
}

/// Creates a diagnostic about an unknown name, with the nearest known one as a suggestion.
pub(super) fn unknown<'n>(
    sort: &str,
    span: Span,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    mistake(Code::Undefined, span, format!("unknown {sort} `{name}`"))
        .about(name)
        .did_you_mean(nearest(name, known))
}

pub(super) fn too_long(text: &str, most: usize) -> Diagnostic {
    let message = format!("the expression has {} bytes, but only {most} are allowed", text.len());
    let end = Span::new(most.min(text.len()), text.len());
    mistake(Code::Limit, end, message)
        .help("split it into several expressions, or raise `Limits::size`")
}

/// Rewrites the engine's report of a syntax error: token names in it become the words that the
/// tokens match.
pub(super) fn syntax_error(mut report: Report, grammar: &Grammar, text: &str) -> Report {
    for found in &mut report.diagnostics {
        let span = found.primary.place.span;
        let mut expected = ExpectedTokens::default();
        for note in &found.notes {
            if let Some(list) = note.strip_prefix("expected one of ") {
                expected.add(grammar, list.split(' '));
            }
        }
        expected.dedup();
        let place = found.primary.place;
        let mut rewritten = match expectation(text, span, &expected) {
            Some((code, message)) => Diagnostic::error(code, place, message),
            None => refused(text, place),
        };
        rewritten = rewritten.note(format!("acceptable here: {}", expected.wording()));
        let (word, before) = (word_at(text, span), &text[..span.range().start]);
        if before.ends_with("::") || span.of(text) == "::" || is_pseudo_element(before, word) {
            rewritten = rewritten.help(NO_ELEMENT);
        } else if let Some(name) = unfinished_pseudo_class(grammar, before) {
            rewritten = rewritten.help(written_as(grammar, name));
        } else if let Some(near) = nearest(word, expected.names()) {
            rewritten = rewritten.did_you_mean(near);
            if before.ends_with(':') {
                rewritten = rewritten.note(written_as(grammar, near));
            }
        }
        *found = rewritten;
    }
    report
}

/// The advice about pseudo-elements, which exist only in the rendering of a document.
const NO_ELEMENT: &str = "pseudo-elements are not part of a document; `::text` selects the texts of an element, `::attr(name)` an attribute";

/// Reports whether a word is a pseudo-element that may follow a single colon. (Selectors 4, section
/// 3.6.)
fn is_pseudo_element(before: &str, word: &str) -> bool {
    let names = ["before", "after", "first-line", "first-letter"];
    before.ends_with(':') && names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Creates the diagnostic for an unacceptable token.
fn refused(text: &str, place: FileSpan) -> Diagnostic {
    let word = word_at(text, place.span);
    let message = if place.span.is_empty() {
        "the expression ends too early".to_owned()
    } else if word.is_empty() {
        format!("`{}` is not acceptable here", place.span.of(text))
    } else {
        format!("`{word}` is not acceptable here")
    };
    Diagnostic::error(Code::Syntax, place, message).label("not acceptable")
}

/// Returns a specific message for an unterminated comment or quoted text, and for an unknown
/// pseudo-class.
fn expectation(text: &str, span: Span, expected: &ExpectedTokens) -> Option<(Code, String)> {
    let (before, rest) = text.split_at(span.range().start);
    if rest.starts_with("/*") {
        return Some((Code::Syntax, "this comment is not closed".to_owned()));
    }
    if let Some(quote @ ('"' | '\'')) = rest.chars().next()
        && expected.text
        && !rest[1..].contains(quote)
    {
        return Some((Code::Syntax, "this quoted text is not closed".to_owned()));
    }
    let word = word_at(text, span);
    let is_class = before.ends_with(':') && !word.is_empty() && !expected.name;
    if is_class && expected.words.iter().any(|word| word == "nth-child") {
        return Some((Code::Undefined, format!("unknown pseudo-class `{word}`")));
    }
    None
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
    ("SOUP", "('text')"),
    ("PLACE", "(0)"),
];

/// Returns an example of the arguments of a pseudo-class; an empty text if it takes none.
fn arguments(grammar: &Grammar, name: &str) -> &'static str {
    for (token, arguments) in PSEUDO_CLASSES {
        if spellings(grammar, token).contains(&name) {
            return arguments;
        }
    }
    ""
}

/// Reports the pseudo-class at a span of an expression, which is unknown or lacks what it needs. In
/// Parsley's mixture, `a:not` is an XPath name wherever it is no selector.
pub(crate) fn pseudo_class(grammar: &Grammar, text: &str, span: Span) -> Diagnostic {
    let (name, rest) = (span.of(text), text[span.range().end..].trim_start());
    let known = pseudo_classes(grammar);
    if is_pseudo_element(":", name) {
        let message = format!("`:{name}` is a pseudo-element");
        return mistake(Code::Unsupported, span, message).help(NO_ELEMENT);
    }
    if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        let wrong = mistake(Code::Undefined, span, format!("unknown pseudo-class `:{name}`"));
        let near = nearest(name, known.iter().copied());
        let wrong = wrong.did_you_mean(near);
        return match near {
            Some(near) => wrong.note(written_as(grammar, near)),
            None => wrong,
        };
    }
    let argument = rest.strip_prefix('(').map(str::trim_start);
    let message = match (arguments(grammar, name), argument) {
        ("", _) => format!("the pseudo-class `:{name}` takes no argument"),
        (_, None) => format!("the pseudo-class `:{name}` needs an argument"),
        (_, Some(rest)) if rest.starts_with(')') => {
            format!("the pseudo-class `:{name}` needs an argument")
        }
        _ => format!("the pseudo-class `:{name}` takes another argument"),
    };
    mistake(Code::Syntax, span, message).help(written_as(grammar, name))
}

/// Returns an example of a pseudo-class.
fn written_as(grammar: &Grammar, name: &str) -> String {
    format!("it is written `:{name}{}`", arguments(grammar, name))
}

/// Returns the names of all pseudo-classes.
fn pseudo_classes(grammar: &Grammar) -> Vec<&str> {
    let mut known = Vec::new();
    for (token, _) in PSEUDO_CLASSES {
        known.extend(spellings(grammar, token));
    }
    known
}

/// Reports a step `a::b` whose axis does not exist. In Parsley's mixture, it may be a
/// pseudo-element.
pub(super) fn pseudo_element(span: Span, axis: &str, word: &str) -> Diagnostic {
    if matches!(word, "text" | "attr") {
        let message = format!("nothing may follow the pseudo-element `::{word}`");
        return mistake(Code::Syntax, span, message).help(format!(
            "write other parts of the selector before it, as in `{axis}:hover::text`"
        ));
    }
    let message = format!("`::{word}` is no pseudo-element of a document, and `{axis}` is no axis");
    mistake(Code::Undefined, span, message).help(NO_ELEMENT)
}

/// Returns the pseudo-class that a text breaks off in, with or without its parenthesis.
fn unfinished_pseudo_class<'t>(grammar: &Grammar, before: &'t str) -> Option<&'t str> {
    let before = before.trim_end();
    let (_, name) = before.strip_suffix('(').unwrap_or(before).rsplit_once(':')?;
    let is_known = pseudo_classes(grammar).iter().any(|known| known.eq_ignore_ascii_case(name));
    if is_known && !arguments(grammar, name).is_empty() { Some(name) } else { None }
}

/// Returns the word at the start of a span, or the rest of the word if the span starts inside one.
pub(crate) fn word_at(text: &str, span: Span) -> &str {
    let rest = &text[span.range().start..];
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_'));
    &rest[..end.unwrap_or(rest.len())]
}

/// The acceptable tokens, grouped for a message.
#[derive(Default)]
struct ExpectedTokens {
    /// Keywords of the language.
    words: Vec<String>,
    signs: Vec<String>,
    /// A flag: any name is acceptable.
    name: bool,
    /// A flag: a quoted text is acceptable.
    text: bool,
    others: Vec<&'static str>,
}

impl ExpectedTokens {
    /// Adds tokens by their names in the grammar.
    fn add<'n>(&mut self, grammar: &Grammar, expected: impl Iterator<Item = &'n str>) {
        for token in expected {
            match token {
                "NAME" => self.name = true,
                "ESCAPED" => {}
                "BLANK" => self.others.push("a blank"),
                "DIGITS" => self.others.push("a number"),
                "LITERAL" | "STRING" => {
                    self.text = true;
                    self.others.push("a text in quotes");
                }
                "N" => self.words.push("n".to_owned()),
                quoted if quoted.starts_with('"') => {
                    let word = quoted.trim_matches('"').to_owned();
                    if word.starts_with(char::is_alphabetic) {
                        self.words.push(word);
                    } else {
                        self.signs.push(word);
                    }
                }
                token => {
                    self.words.extend(spellings(grammar, token).into_iter().map(str::to_owned));
                }
            }
        }
    }

    /// Sorts the words, and removes duplicates.
    fn dedup(&mut self) {
        self.others.dedup();
        self.words.sort_unstable();
        self.words.dedup();
    }

    /// Returns the words that a misspelling is compared with.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str).filter(|word| word.len() > 1)
    }

    /// Lists the acceptable tokens. If any name is acceptable, keywords are omitted.
    fn wording(&self) -> String {
        let mut listed = Vec::new();
        if self.name {
            listed.push("a name".to_owned());
        }
        for other in &self.others {
            listed.push((*other).to_owned());
        }
        for sign in &self.signs {
            listed.push(format!("`{sign}`"));
        }
        if !self.name {
            for word in &self.words {
                listed.push(format!("`{word}`"));
            }
        }
        if listed.is_empty() { "the end".to_owned() } else { listed.join(", ") }
    }
}

/// Returns the words in a token's pattern of the form `(?i:one|two)`.
fn spellings<'g>(grammar: &'g Grammar, token: &str) -> Vec<&'g str> {
    let Some(rules) = grammar.text_rules() else { return Vec::new() };
    let Some(rule) = rules.rules().iter().find(|rule| rule.name == token) else {
        return Vec::new();
    };
    let words = rule.pattern.strip_prefix("(?i:").and_then(|words| words.strip_suffix(')'));
    match words {
        Some(words) => words.split('|').collect(),
        None => Vec::new(),
    }
}
