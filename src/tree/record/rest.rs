//! The rest of a source that one unfinished construct contains.
//!
//! Without `</title>`, a title contains the rest of the page. An end tag at the end of the source
//! would make that official: the page stays blank, and the mistake can no longer be seen. Where the
//! construct should have ended, only its author knows. So nothing is written at the end of such a
//! source. The rule has two exceptions:
//!
//! * A construct that contains nothing that would be markup outside of it has swallowed nothing,
//!   and its end is written: `<title>Oops`, `<!-- note`.
//! * Plain text has no end.

use crate::base::Span;
use crate::token::{KindRef, LexicalState};
use crate::tree::document::Document;
use crate::tree::excerpt::condensed;

/// A construct without an end that contains the rest of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnfinishedRest {
    /// The span of the construct, from its first byte to the end of the source.
    pub span: Span,
    /// The span of its own first part, such as a start tag.
    opening: Span,
    /// Set if it can have no end.
    is_endless: bool,
    /// The span of the first markup that it contains.
    first: Option<Span>,
}

impl Document {
    /// Returns the construct without an end that contains the rest of the source, if there is one.
    #[doc(hidden)]
    #[must_use]
    pub fn unfinished_rest(&self) -> Option<UnfinishedRest> {
        let tokens = self.tokens();
        let mut last = tokens.len();
        let (mut opening, mut is_endless) = (None, false);
        while let Some(token) = last.checked_sub(1).and_then(|number| tokens.get(number)) {
            last -= 1;
            let written = token.span.of(self.text());
            match token.kind {
                KindRef::EndOfFile => {}
                _ if token.span.is_empty() => {}
                KindRef::Text(text) if is_literal(text.state) => {
                    is_endless |= text.state == LexicalState::PlainText;
                    opening = Some(token.span);
                }
                KindRef::StartTag(_) if opening.is_some() => {
                    return self.rest(token.span, token.span, is_endless);
                }
                _ if opening.is_some() => return None,
                KindRef::Text(_) if written.starts_with("<![") && !written.ends_with("]]>") => {
                    return self.rest(
                        token.span,
                        opening_of(written, token.span, "<![CDATA["),
                        false,
                    );
                }
                KindRef::Comment(comment) if !is_ended(written, comment.bogus) => {
                    return self.rest(token.span, opening_of(written, token.span, "<!--"), false);
                }
                KindRef::Lost if written.starts_with('<') => {
                    let name = written.split_ascii_whitespace().next().unwrap_or_default();
                    return self.rest(token.span, opening_of(written, token.span, name), false);
                }
                KindRef::Lost => {}
                _ => return None,
            }
        }
        None
    }

    /// Returns the rest that begins with a token, if it is endless or there is markup in it.
    fn rest(&self, token: Span, opening: Span, is_endless: bool) -> Option<UnfinishedRest> {
        let end = Span::at(self.text().len()).end;
        let first = first_markup(self.text(), Span { start: opening.end, end });
        if first.is_none() && !is_endless {
            return None;
        }
        let span = Span { start: token.start, end };
        Some(UnfinishedRest { span, opening, is_endless, first })
    }
}

/// Returns the span of the opening of a token: `expected` if the token begins with it, else its
/// first two characters.
fn opening_of(written: &str, token: Span, expected: &str) -> Span {
    let length = if written.starts_with(expected) { expected.len() } else { 2 };
    let start = token.range().start;
    Span::new(start, (start + length).min(token.range().end))
}

impl UnfinishedRest {
    /// Describes the rest, and what to do about it, in words.
    #[must_use]
    pub fn describe(self, document: &Document) -> String {
        let text = document.text();
        let opening = condensed(self.opening.of(text));
        let at = document.position(self.span.start);
        if self.is_endless {
            return format!(
                "`{opening}` at {at} contains the rest of the page as text, and no tag ends it"
            );
        }
        let mut contents = String::new();
        if let Some(first) = self.first {
            let at = document.position(first.start);
            contents = format!(", from `{}` at {at} on", condensed(first.of(text)));
        }
        format!(
            "`{opening}` at {at} has no end, so it contains the rest of the page{contents}; write \
             its end where it belongs"
        )
    }
}

/// Reports whether text in a state contains no tags but one.
pub fn is_literal(state: LexicalState) -> bool {
    matches!(
        state,
        LexicalState::RcData
            | LexicalState::RawText
            | LexicalState::ScriptData
            | LexicalState::PlainText
    )
}

/// Returns the span of the first text that would be markup, up to its `>`.
fn first_markup(text: &str, within: Span) -> Option<Span> {
    let inside = within.of(text);
    for (at, _) in inside.match_indices('<') {
        let next = inside[at + 1..].chars().next();
        if next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')) {
            let length = inside[at..].find('>')? + 1;
            let start = within.range().start + at;
            return Some(Span::new(start, start + length));
        }
    }
    None
}

/// Reports whether the end of a comment is written.
pub fn is_ended(source: &str, bogus: bool) -> bool {
    if bogus {
        return source.ends_with('>');
    }
    let inside = source.strip_prefix("<!--").unwrap_or_default();
    inside.ends_with("-->") || inside.ends_with("--!>") || inside == ">" || inside == "->"
}
