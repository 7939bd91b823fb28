//! Constructs that are not closed: quotes, tags, comments and raw text.
//!
//! Each of them hides what follows, up to the next quote, `>`, `-->` or end tag. So it is looked
//! for in what a token should not contain:
//!
//! | token | contains | what is missing |
//! | --- | --- | --- |
//! | a tag | `<` outside of quotes | its `>` |
//! | a quoted value | `<` or `>`, and it ends before a letter or after `=` | its closing quote |
//! | an unquoted value | a quote | its opening quote |
//! | a comment | `<!--`, or the end of the page | its `-->` |
//! | raw text | a start tag of its own name, or the end of the page | its end tag |

use crate::facts::AuthoringFacts;
use crate::mistake::{Mistake, MistakeKind, SourceEdit};
use crate::scan::{self, ScannedAttribute, ScannedTag, is_blank};
use wishful::Grammar;
use wishful::base::{Span, narrow};
use wishful::token::{KindRef, LexicalState};
use wishful::tree::Document;
use wishful::tree::is_literal;

/// Finds what is not closed in the tokens of a document. What follows an unclosed construct is read
/// again after its repair.
pub(crate) fn unclosed(document: &Document, facts: &AuthoringFacts) -> Vec<Mistake> {
    let lexer = UnclosedSearch { text: document.text(), facts };
    let mut mistakes = Vec::new();
    let mut raw: Option<(Span, &str)> = None;
    let mut content: Option<(Span, LexicalState)> = None;
    for token in document.tokens().iter() {
        let written = lexer.source(token.span);
        if let (Some((start, name)), Some((text, state))) = (raw, content) {
            let is_text = matches!(token.kind, KindRef::Text(_));
            if !is_text {
                let is_ended = matches!(token.kind, KindRef::EndTag(_));
                mistakes.extend(lexer.raw(start, name, text, state, is_ended));
                (raw, content) = (None, None);
            }
        }
        match token.kind {
            KindRef::StartTag(tag) => {
                mistakes.extend(lexer.tag(token.span));
                raw = Some((token.span, tag.name.get(lexer.text)));
                content = None;
            }
            KindRef::EndTag(_) => {
                mistakes.extend(lexer.tag(token.span));
                raw = None;
            }
            KindRef::Lost if written.starts_with('<') => mistakes.extend(lexer.tag(token.span)),
            KindRef::Comment(_) if written.starts_with("<!--") => {
                mistakes.extend(lexer.comment(token.span));
                raw = None;
            }
            KindRef::Text(text) if raw.is_some() && is_literal(text.state) => {
                content = match content {
                    Some((before, state)) => Some((Span { end: token.span.end, ..before }, state)),
                    None => Some((token.span, text.state)),
                };
            }
            KindRef::EndOfFile => {}
            _ => raw = None,
        }
    }
    mistakes
}

/// Reports whether a document without a parse error has what looks wrong: raw text with a start tag
/// of its own name, which swallowed it, or content after an end tag that a `soft` statement names.
pub(crate) fn is_suspect(document: &Document, grammar: &Grammar) -> bool {
    let text = document.text();
    let (mut name, mut is_ended) = ("", false);
    document.tokens().iter().any(|token| match token.kind {
        KindRef::StartTag(tag) => {
            name = tag.name.get(text);
            is_ended
        }
        KindRef::EndTag(tag) => {
            let is_soft = grammar.is_soft_end(tag.name.get(text));
            let is_after = is_ended && !is_soft;
            is_ended |= is_soft;
            is_after
        }
        KindRef::Text(_) if is_ended => {
            !text.get(token.span.range()).unwrap_or_default().trim_ascii().is_empty()
        }
        KindRef::Text(raw) if is_literal(raw.state) => {
            contains_tag(text.get(token.span.range()).unwrap_or_default(), name)
        }
        _ => false,
    })
}

struct UnclosedSearch<'a> {
    text: &'a str,
    facts: &'a AuthoringFacts,
}

impl<'a> UnclosedSearch<'a> {
    fn source(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn byte(&self, at: u32) -> Option<u8> {
        self.text.as_bytes().get(at as usize).copied()
    }

    fn tag(&self, span: Span) -> Option<Mistake> {
        // Most tags contain nothing of all that.
        let written = self.source(span);
        let inner = written.get(1..written.len().saturating_sub(1))?;
        let is_complete = written.ends_with('>');
        if is_complete && !inner.bytes().any(|byte| matches!(byte, b'<' | b'>' | b'"' | b'\'')) {
            return None;
        }
        let tag = scan::tag(self.text, span.start);
        let name = self.source(tag.name);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return None;
        }
        if let Some(at) = name.find('<') {
            let at = tag.name.start + narrow(at);
            return Some(self.unclosed_tag(&tag, at));
        }
        let bytes = self.text.as_bytes();
        let cut = tag.attributes.iter().position(|attribute| {
            let start = attribute.name.start as usize;
            matches!(bytes[start - 1], b'"' | b'\'')
                && !is_name(bytes[start])
                && bytes[start] != b'"'
                || self.source(attribute.name).contains('<')
                || attribute.quote.is_none()
                    && attribute.value.is_some_and(|value| self.source(value).contains('<'))
        });
        let before_cut = cut.unwrap_or(tag.attributes.len());
        for attribute in &tag.attributes[..before_cut] {
            if let Some(mistake) = self.closing_quote(&tag, attribute) {
                return Some(mistake);
            }
        }
        if let Some(cut) = cut {
            let at = self.end_of_tag(&tag, cut);
            return Some(self.unclosed_tag(&tag, at));
        }
        if let Some(mistake) = self.opening_quote(&tag) {
            return Some(mistake);
        }
        if !tag.is_complete {
            let at = self.end_of_tag(&tag, tag.attributes.len());
            return Some(self.unclosed_tag(&tag, at));
        }
        None
    }

    /// Returns the offset at which a tag was meant to end that runs into the attribute `cut`.
    fn end_of_tag(&self, tag: &ScannedTag, cut: usize) -> u32 {
        if tag.is_end {
            return tag.name.end;
        }
        let element = self.facts.number(&self.source(tag.name).to_ascii_lowercase());
        let meant = &tag.attributes[..cut];
        let quoted = meant.iter().rposition(|attribute| attribute.quote.is_some());
        let mut at = tag.name.end;
        for (index, attribute) in meant.iter().enumerate() {
            let name = self.source(attribute.name);
            let is_known = element.is_none_or(|element| self.facts.has_attribute(element, name));
            if quoted.is_none_or(|quoted| index > quoted) && !is_known {
                break;
            }
            at = attribute.end();
        }
        if let Some(attribute) = tag.attributes.get(cut)
            && at == cut.checked_sub(1).map_or(tag.name.end, |last| tag.attributes[last].end())
            && let Some(value) = attribute.value
            && attribute.quote.is_none()
            && !self.source(attribute.name).contains('<')
            && let Some(found) = self.source(value).find('<')
        {
            return value.start + narrow(found);
        }
        let rest = self.text.get(at as usize..).unwrap_or_default();
        let solidus = rest.len() - rest.trim_start_matches(is_space).len();
        if rest[solidus..].starts_with('/') { at + narrow(solidus) + 1 } else { at }
    }

    fn unclosed_tag(&self, tag: &ScannedTag, at: u32) -> Mistake {
        let start = tag.name.start - 1 - u32::from(tag.is_end);
        let slash = if tag.is_end { "/" } else { "" };
        let name = self.source(Span { start: tag.name.start, end: tag.name.end.min(at) });
        let name = name.to_ascii_lowercase();
        Mistake::new(MistakeKind::UnclosedTag, Span { start, end: at })
            .message(format!("the tag `<{slash}{name}` has no `>`"))
            .advice("write the `>`".to_owned())
            .related(Span { start: at, end: at }, "the `>` is missing here")
            .edit(SourceEdit::insert(at, ">"))
    }

    /// Finds a value whose closing quote is missing.
    fn closing_quote(&self, tag: &ScannedTag, attribute: &ScannedAttribute) -> Option<Mistake> {
        let (value, quote) = (attribute.value?, attribute.quote?);
        let written = self.source(value);
        let after = self.byte(attribute.end());
        let is_after_value = after.is_none_or(|byte| is_blank(byte) || matches!(byte, b'/' | b'>'));
        let has_markup = written.contains(['<', '>']);
        let ends_in_name = written.trim_end().strip_suffix('=').is_some_and(|before| {
            let name = before.rsplit(is_space).next().unwrap_or_default();
            !name.is_empty() && name.bytes().all(is_name) && before.len() > name.len()
        });
        let is_suspect = !attribute.is_closed
            || (has_markup || ends_in_name) && !is_after_value
            || has_markup && ends_in_name;
        if !is_suspect {
            return None;
        }
        let mut end = written.len();
        // Before the next attribute, or the end of the tag.
        if let Some(at) = written.find(['<', '>']) {
            end = at;
            if written[..at].ends_with('/') && written[at..].starts_with('>') {
                let name = self.source(tag.name).to_ascii_lowercase();
                let is_void = self.facts.number(&name).is_some_and(|name| self.facts.is_void(name));
                end -= usize::from(is_void);
            }
        }
        let mut words = written[..end].match_indices(is_space).map(|(at, _)| at);
        let next = words.find(|&at| {
            let word = written[at..].trim_start_matches(is_space);
            let name = word.bytes().take_while(|byte| is_name(*byte)).count();
            name > 0
                && word[name..].starts_with('=')
                && word[name + 1..].bytes().next().is_none_or(|byte| byte == quote)
        });
        if let Some(next) = next {
            end = next;
        }
        let end = narrow(written[..end].trim_end_matches(is_space).len());
        let at = value.start + end;
        let opening = value.start - 1;
        let written_quote = char::from(quote);
        let name = self.source(attribute.name);
        let message =
            format!("the quote that opens the value of `{name}` is not closed in its tag");
        let mut mistake =
            Mistake::new(MistakeKind::UnclosedQuote, Span { start: opening, end: at });
        if attribute.is_closed {
            mistake =
                mistake.related(Span { start: value.end, end: value.end + 1 }, "here it is closed");
        }
        Some(
            mistake
                .message(message)
                .advice(format!("write a `{written_quote}` after the value"))
                .related(
                    Span { start: at, end: at },
                    &format!("a `{written_quote}` is probably missing here"),
                )
                .edit(SourceEdit::insert(at, &written_quote.to_string())),
        )
    }

    /// Finds a value whose opening quote is missing.
    fn opening_quote(&self, tag: &ScannedTag) -> Option<Mistake> {
        let has_quote = |span: Span| self.source(span).contains(['"', '\'']);
        let index = tag.attributes.iter().position(|attribute| {
            attribute.quote.is_none()
                && (has_quote(attribute.name) || attribute.value.is_some_and(has_quote))
        })?;
        let last = &tag.attributes[index];
        let whole = Span { start: last.name.start, end: last.end() };
        let closing = whole.start + narrow(self.source(whole).find(['"', '\''])?);
        let quote = self.source(Span { start: closing, end: closing + 1 });
        let run = tag.attributes[..=index].iter().rev();
        let run = run.take_while(|attribute| attribute.quote.is_none());
        let first = run.filter(|attribute| attribute.value.is_some()).last()?;
        let value = first.value?;
        let name = self.source(first.name);
        Some(
            Mistake::new(
                MistakeKind::UnopenedQuote,
                Span { start: first.name.start, end: last.end() },
            )
            .message(format!("the value of `{name}` has a closing quote, and no opening one"))
            .advice(format!("write a `{quote}` before the value"))
            .related(
                Span { start: value.start, end: value.start },
                &format!("a `{quote}` is missing here"),
            )
            .edit(SourceEdit::insert(value.start, quote)),
        )
    }

    fn comment(&self, span: Span) -> Option<Mistake> {
        let written = self.source(span);
        let content = &written[4..];
        let is_complete = written.ends_with("-->") && written.len() >= 7;
        let inner = if is_complete { &content[..content.len() - 3] } else { content };
        let inner_start = inner.find("<!--");
        let is_ended = written.ends_with("-->") || written.ends_with("--!>");
        if inner_start.is_none() && is_ended {
            return None;
        }
        let own = &inner[..inner_start.unwrap_or(inner.len())];
        let start = span.start + 4;
        let ends = own_ends(own);
        let at = start + narrow(ends.first().copied().unwrap_or(0));
        let mut mistake = Mistake::new(
            MistakeKind::UnclosedComment,
            Span { start: span.start, end: span.start + 4 },
        );
        if is_complete {
            let end = span.end;
            mistake = mistake.related(Span { start: end - 3, end }, "this `-->` ends it");
        }
        Some(
            mistake
                .message("this comment is not closed".to_owned())
                .advice("write `-->` at its end".to_owned())
                .related(Span { start: at, end: at }, "a `-->` is probably missing here")
                .edit(SourceEdit::insert(at, "-->"))
                .or_at(ends.iter().skip(1).map(|end| start + narrow(*end))),
        )
    }

    fn raw(
        &self,
        start: Span,
        name: &str,
        content: Span,
        state: LexicalState,
        is_ended: bool,
    ) -> Option<Mistake> {
        let written = self.source(content);
        let is_script = state == LexicalState::ScriptData;
        if is_ended && !contains_tag(written, name) || state == LexicalState::PlainText {
            return None;
        }
        let tag = scan::tag(self.text, start.start);
        let kind = tag.attributes.iter().find(|one| self.source(one.name) == "type");
        let kind = kind.and_then(|kind| kind.value).map_or("", |value| self.source(value));
        if is_ended && is_script && kind.contains("template") {
            return None;
        }
        let found = markup(written, is_script, self.facts);
        let at = if is_ended { found? } else { found.unwrap_or(written.len()) };
        let blank = written[..at].trim_end_matches(is_space).len();
        let at = content.start + narrow(blank);
        let mut mistake = Mistake::new(MistakeKind::UnclosedRawText, start);
        if is_ended {
            mistake.is_warning = true;
            mistake = mistake.related(
                Span { start: content.end, end: content.end + narrow(name.len()) + 3 },
                "this end tag ends it",
            );
        }
        Some(
            mistake
                .message(format!("`<{name}>` is not closed; what follows is read as its text"))
                .advice(format!("write `</{name}>`"))
                .related(
                    Span { start: at, end: at },
                    &format!("`</{name}>` is probably missing here"),
                )
                .edit(SourceEdit::insert(at, &format!("</{name}>"))),
        )
    }
}

/// The greatest number of places where an unclosed comment may have been meant to end.
const ENDS: usize = 6;

/// Returns the offsets at which an unclosed comment may have been meant to end, the most likely one
/// first: before its first tag, at the end of its first line, after a conditional section, or later
/// at the ends of lines.
fn own_ends(own: &str) -> Vec<usize> {
    let line = own.find('\n').unwrap_or(own.len());
    let first = own[..line].trim();
    let mut ends = Vec::new();
    if own.trim_start().starts_with('[')
        && let Some(at) = own.find("<![endif]")
    {
        ends.push(at + "<![endif]".len());
    }
    let tag = own.find('<').filter(|_| !first.starts_with('<'));
    match tag {
        Some(at) if at < line => ends.push(at),
        Some(at) => {
            // Up to the last line that is not blank, without its line break.
            let before = own[..at].trim_end();
            let rest = &own[before.len()..];
            ends.push(before.len() + rest.find(['\n', '\r']).unwrap_or(rest.len()));
        }
        None => {}
    }
    let mut at = 0;
    for line in own.split_inclusive('\n') {
        let end = at + line.trim_end_matches(['\n', '\r']).len();
        if !line.trim().is_empty() {
            ends.push(end);
        }
        at += line.len();
        if ends.len() > ENDS {
            break;
        }
    }
    if ends.is_empty() {
        ends.push(own.len());
    }
    // As many blanks at its end as at its start.
    let leading = (own.len() - own.trim_start_matches(' ').len()).max(1);
    let mut seen = Vec::new();
    for end in ends {
        let text = own[..end].trim_end_matches(' ').len();
        let end = if text > 0 { end.min(text + leading) } else { end };
        if !seen.contains(&end) {
            seen.push(end);
        }
    }
    seen
}

fn is_space(character: char) -> bool {
    character.is_ascii_whitespace()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.' | b'@')
}

/// Reports whether a text contains a start tag of a name.
fn contains_tag(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices('<').any(|(at, _)| {
        let rest = &bytes[at + 1..];
        rest.len() > name.len()
            && rest[..name.len()].eq_ignore_ascii_case(name.as_bytes())
            && (is_blank(rest[name.len()]) || matches!(rest[name.len()], b'>' | b'/'))
    })
}

/// Returns the first offset in raw text at which markup begins that is no part of a string or of a
/// comment of its language.
fn markup(text: &str, is_script: bool, facts: &AuthoringFacts) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut quote, mut at) = (None, 0);
    // The last character that is not blank.
    let mut last = b'\n';
    while at < bytes.len() {
        let byte = bytes[at];
        match (quote, byte) {
            (Some(_), b'\\') => at += 1,
            (Some(open), _) if open == byte => quote = None,
            (Some(b'"' | b'\''), b'\n') => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'' | b'`') if is_script => quote = Some(byte),
            (None, b'/') if is_script && bytes.get(at + 1) == Some(&b'/') && last != b':' => {
                at +=
                    bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            (None, b'/') if bytes.get(at + 1) == Some(&b'*') => {
                let rest = text.get(at + 2..).unwrap_or_default();
                at += 2 + rest.find("*/").map_or(rest.len(), |found| found + 2);
                last = b'\n';
                continue;
            }
            (None, b'<') if is_script && text[at..].starts_with("<!--") => {
                let rest = &text[at..];
                at += rest.find("-->").map_or(rest.len(), |found| found + 3);
                continue;
            }
            (None, b'<') => {
                let is_place = !is_script || matches!(last, b'\n' | b'>' | b';' | b'}' | b')');
                if is_place && is_tag(&text[at..], facts) {
                    return Some(at);
                }
            }
            (None, _) => {}
        }
        if byte == b'\n' || !is_blank(byte) {
            last = byte;
        }
        at += 1;
    }
    None
}

fn is_tag(text: &str, facts: &AuthoringFacts) -> bool {
    if text.starts_with("<!--") {
        return true;
    }
    let name = text[1..].strip_prefix('/').unwrap_or(&text[1..]);
    let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    facts.number(&name[..length].to_ascii_lowercase()).is_some()
}
