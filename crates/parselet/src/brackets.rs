//! Bracket matching with error recovery: finds the first value of a text, and balances its brackets
//! and quotes.
//!
//! ```text
//! {"a": ["b"}          {"a": ["b"]}       `[` is not closed
//! {"a": "b"]}          {"a": "b" }        unexpected `]`: no open bracket matches it
//! {"a": {"b": "c       {"a": {"b": "c"}}  unterminated string
//! ```
//!
//! The grammar of parselets then parses the balanced text as a whole, and one missing bracket does
//! not hide the other mistakes. Text after the first value is ignored.

use std::borrow::Cow;

use super::mistakes::{Mistake, MistakeKind};
use super::offsets::Offsets;
use wishful::base::Span;
pub(crate) use wishful::token::TextTokenizer;

/// The first value of a text, with balanced brackets.
#[derive(Debug)]
pub(super) struct Balanced<'t> {
    pub(super) text: Cow<'t, str>,
    /// A mapping from offsets in `text` to offsets in the source.
    pub(super) offsets: Offsets,
}

/// A scan over the tokens of a text.
struct Outline<'t> {
    text: &'t str,
    most: usize,
    /// The unclosed brackets, innermost last.
    open: Vec<Span>,
    edits: Vec<Edit>,
    mistakes: Vec<Mistake>,
}

/// A replacement for a span.
struct Edit {
    at: Span,
    text: String,
}

/// Returns the first value of a text with balanced brackets, and the mistakes of its brackets and
/// quotes. Returns no value if there is none, or if brackets nest deeper than `most`.
pub(super) fn balanced<'t>(
    rules: &TextTokenizer,
    text: &'t str,
    most: usize,
) -> (Option<Balanced<'t>>, Vec<Mistake>) {
    let mut outline =
        Outline { text, most, open: Vec::new(), edits: Vec::new(), mistakes: Vec::new() };
    let value = outline.value(rules);
    let Outline { edits, mistakes, .. } = outline;
    (value.map(|value| edited(text, value, edits)), mistakes)
}

impl Outline<'_> {
    /// Returns the span of the first value, and records the edits that balance it.
    fn value(&mut self, rules: &TextTokenizer) -> Option<Span> {
        let mut value: Option<Span> = None;
        for token in rules.tokens(self.text, 0) {
            let (span, rule) = match token {
                Ok(token) if token.skip => continue,
                Ok(token) => (token.span, Some(token.rule)),
                Err(unmatched) => (unmatched.span, None),
            };
            let is_endless = rule.is_some_and(|rule| rules.rules()[rule].name == "OPEN");
            match span.of(self.text) {
                "{" | "[" => self.opens(span)?,
                close @ ("}" | "]") if !self.closes(close, span) => continue,
                "," | ":" if self.open.is_empty() => {
                    self.mistakes.push(Mistake::new(span, MistakeKind::NoValue));
                    return None;
                }
                _ if is_endless => self.ends(span),
                _ => {}
            }
            if is_endless && span.of(self.text).starts_with('/') {
                break;
            }
            value = Some(value.map_or(span, |value| value.join(span)));
            if self.open.is_empty() {
                return value;
            }
        }
        self.end(value)
    }

    /// Records an opening bracket; `None` if brackets nest too deeply.
    fn opens(&mut self, span: Span) -> Option<()> {
        self.open.push(span);
        if self.open.len() <= self.most {
            return Some(());
        }
        self.mistakes.push(Mistake::new(span, MistakeKind::TooDeep(self.most)));
        None
    }

    /// Pops the open brackets up to the one that `close` closes. Returns `false` if there is none.
    fn closes(&mut self, close: &str, span: Span) -> bool {
        let of = if close == "}" { "{" } else { "[" };
        let Some(at) = self.open.iter().rposition(|open| open.of(self.text) == of) else {
            let bracket = close.chars().next().unwrap_or_default();
            self.mistakes.push(Mistake::new(span, MistakeKind::ClosesNothing(bracket)));
            self.edits.push(Edit { at: span, text: " ".to_owned() });
            return false;
        };
        let unclosed = self.open.split_off(at + 1);
        self.unclosed(unclosed, span, "this bracket closes an outer bracket");
        self.open.pop();
        true
    }

    /// Inserts closing brackets for `unclosed` in front of the span `before`.
    fn unclosed(&mut self, unclosed: Vec<Span>, before: Span, why: &'static str) {
        let at = Span { end: before.start, ..before };
        let mut text = String::new();
        for open in unclosed.into_iter().rev() {
            let is_object = open.of(self.text) == "{";
            text.push(if is_object { '}' } else { ']' });
            let wrong = MistakeKind::Unclosed(if is_object { '{' } else { '[' });
            self.mistakes.push(Mistake::new(open, wrong).also(before, why));
        }
        self.edits.push(Edit { at, text });
    }

    /// Terminates a string or comment that has no end.
    fn ends(&mut self, span: Span) {
        let written = span.of(self.text);
        let (what, end) = match written.chars().next() {
            Some('/') => ("comment", "*/"),
            Some('\'') => ("string", "'"),
            _ => ("string", "\""),
        };
        let opening = Span::new(span.range().start, span.range().start + 1);
        self.mistakes.push(Mistake::new(opening, MistakeKind::Endless(what)));
        let slashes = written.len() - written.trim_end_matches('\\').len();
        let escape = if slashes % 2 == 1 && what == "string" { "\\" } else { "" };
        self.edits.push(Edit { at: Span::at(self.text.len()), text: format!("{escape}{end}") });
    }

    /// Handles the end of the text: closes all open brackets.
    fn end(&mut self, value: Option<Span>) -> Option<Span> {
        let end = Span::at(self.text.len());
        if value.is_none() {
            self.mistakes.push(Mistake::new(end, MistakeKind::Nothing));
        }
        let last = self.mistakes.last().map(|mistake| &mistake.wrong);
        let follows = matches!(last, Some(MistakeKind::Endless(_)));
        let (open, before) = (std::mem::take(&mut self.open), self.mistakes.len());
        self.unclosed(open, end, "the text ends here");
        if follows {
            // (An unterminated string may contain the closing brackets, so do not report them,
            // too.)
            self.mistakes.truncate(before);
        }
        Some(value?.join(end))
    }
}

/// Applies the edits, which are sorted by position, to the span of the value.
fn edited(text: &str, value: Span, edits: Vec<Edit>) -> Balanced<'_> {
    let mut offsets = Offsets::default();
    let mut at = value.range().start;
    offsets.join(0, at);
    if edits.is_empty() {
        return Balanced { text: value.of(text).into(), offsets };
    }
    let mut out = String::new();
    for edit in edits {
        let range = edit.at.range();
        if range.start < at {
            continue;
        }
        out.push_str(&text[at..range.start]);
        offsets.join(out.len(), range.start);
        out.push_str(&edit.text);
        offsets.join(out.len(), range.end);
        at = range.end;
    }
    out.push_str(&text[at..value.range().end.max(at)]);
    Balanced { text: out.into(), offsets }
}
