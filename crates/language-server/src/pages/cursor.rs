//! The construct at the cursor: a finished tag in the tree, or a tag that is being typed.

use std::borrow::Cow;

use super::extents::{end_tag, start_tag};
use wishful::base::Span;
use wishful::token::KindRef;
use wishful::tree::{Document, NodeRef};

/// A tag of an element of the tree.
#[derive(Clone, Copy)]
pub(super) struct ElementTag<'d> {
    pub(super) element: NodeRef<'d>,
    pub(super) span: Span,
    pub(super) is_end: bool,
}

impl<'d> ElementTag<'d> {
    /// Returns the tag at an offset. A tag that the parser set aside belongs to no element.
    pub(super) fn at(document: &'d Document, offset: u32) -> Option<Self> {
        let element = document.node_at(offset)?;
        for (tag, is_end) in [(start_tag(element), false), (end_tag(element), true)] {
            if let Some(span) = tag
                && span.start <= offset
                && offset < span.end
            {
                return Some(Self { element, span, is_end });
            }
        }
        None
    }

    /// Returns the span of the name as it is written.
    pub(super) fn name(self) -> Span {
        name_span(self.element.document(), self.span)
    }
}

/// Returns the span of the name in a written tag.
pub(super) fn name_span(document: &Document, tag: Span) -> Span {
    let written = tag.of(document.text());
    let name = written.trim_start_matches(['<', '/']);
    let start = tag.range().start + written.len() - name.len();
    let end = name.find(ends_name).unwrap_or(name.len());
    Span::new(start, start + end)
}

/// Reports whether a character ends the name of a tag.
pub(super) fn ends_name(letter: char) -> bool {
    letter.is_ascii_whitespace() || matches!(letter, '/' | '>')
}

/// A tag that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TypedTag {
    /// The offset of its `<`.
    pub(super) start: usize,
    /// The offset of the attribute that is being typed; for a name, that of the `<`.
    pub(super) cut: usize,
    /// The offset of the word that is being typed, which the cursor ends.
    pub(super) word: usize,
    pub(super) part: TypedPart,
}

/// The part of a tag before the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypedPart {
    StartName,
    EndName,
    AttributeName,
    /// The value of the attribute of this name, and whether it is quoted.
    Value(String, bool),
}

impl TypedTag {
    /// Returns the tag that is being typed before an offset.
    pub(super) fn before(document: &Document, offset: usize) -> Option<Self> {
        let text = document.text();
        let tokens = document.tokens();
        let token = tokens.get(tokens.at(Span::at(offset.checked_sub(1)?).start))?;
        let start = match token.kind {
            // Other texts than a lone `<` or `</` before the cursor are no tags.
            KindRef::Text(_) => {
                let before = &text[..offset];
                before.strip_suffix('/').unwrap_or(before).strip_suffix('<')?.len()
            }
            _ => token.span.range().start,
        };
        let typed = text.get(start..offset)?;
        let inner = typed.strip_prefix('<')?;
        if matches!(token.kind, KindRef::StartTag(_) | KindRef::EndTag(_))
            && token.span.range().end == offset
        {
            return None;
        }
        let name = inner.strip_prefix('/').unwrap_or(inner);
        if name.starts_with(|letter: char| !letter.is_ascii_alphabetic()) {
            return None;
        }
        let word = offset - name.len();
        let is_end = name.len() < inner.len();
        match name.find(ends_name) {
            None if is_end => Some(Self { start, cut: start, word, part: TypedPart::EndName }),
            None => Some(Self { start, cut: start, word, part: TypedPart::StartName }),
            Some(_) if is_end => None,
            Some(end) => Some(attribute(text, start, word + end, offset)),
        }
    }
}

/// Returns the attribute that is being typed at the end of a start tag. `at` is the offset after
/// the tag's name (13.2.5.32 to 13.2.5.39, in short).
fn attribute(text: &str, start: usize, mut at: usize, offset: usize) -> TypedTag {
    loop {
        at = skip(text, at, offset, |letter| letter.is_ascii_whitespace() || letter == '/');
        let cut = at;
        // (A name can begin with `=`.)
        at += text[at..offset].chars().next().map_or(0, char::len_utf8);
        at = skip(text, at, offset, |letter| !ends_name(letter) && letter != '=');
        let name = &text[cut..at];
        if at == offset {
            return TypedTag { start, cut, word: cut, part: TypedPart::AttributeName };
        }
        let after = skip(text, at, offset, |letter| letter.is_ascii_whitespace());
        if !text[after..offset].starts_with('=') {
            at = after;
            continue;
        }
        at = skip(text, after + 1, offset, |letter| letter.is_ascii_whitespace());
        let quote = text[at..offset].chars().next().filter(|first| matches!(first, '"' | '\''));
        let word = at + usize::from(quote.is_some());
        at = match quote {
            Some(quote) => skip(text, word, offset, |letter| letter != quote),
            None => skip(text, word, offset, |letter| !letter.is_ascii_whitespace()),
        };
        if at == offset {
            let part = TypedPart::Value(name.to_ascii_lowercase(), quote.is_some());
            return TypedTag { start, cut, word, part };
        }
        at += usize::from(quote.is_some());
    }
}

/// Returns the offset of the first character from `at` on that does not satisfy a predicate.
fn skip(text: &str, at: usize, end: usize, is_skipped: impl Fn(char) -> bool) -> usize {
    let rest = &text[at.min(end)..end];
    at + rest.find(|letter| !is_skipped(letter)).unwrap_or(rest.len())
}

/// Returns the element whose start tag begins at an offset.
pub(super) fn element_starting_at(document: &Document, offset: usize) -> Option<NodeRef<'_>> {
    let offset = Span::at(offset).start;
    let element = document.node_at(offset)?;
    if start_tag(element)?.start == offset { Some(element) } else { None }
}

/// Shortens source for a message.
pub(super) fn shown(source: &str) -> Cow<'_, str> {
    match source.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &source[..end]).into(),
        None => source.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_before_the_cursor_is_found() {
        for (text, word, part) in [
            ("<", 1, Some(TypedPart::StartName)),
            ("a<", 2, Some(TypedPart::StartName)),
            ("<ul><l", 5, Some(TypedPart::StartName)),
            ("<ul></", 6, Some(TypedPart::EndName)),
            ("<ul></u", 6, Some(TypedPart::EndName)),
            ("<a ", 3, Some(TypedPart::AttributeName)),
            ("<a b=c hr", 7, Some(TypedPart::AttributeName)),
            ("<a b='c d' hr", 11, Some(TypedPart::AttributeName)),
            ("<a =x", 3, Some(TypedPart::AttributeName)),
            ("<a b c", 5, Some(TypedPart::AttributeName)),
            ("<a Dir=", 7, Some(TypedPart::Value("dir".to_owned(), false))),
            ("<a dir = \"l", 10, Some(TypedPart::Value("dir".to_owned(), true))),
            ("<a dir=l", 7, Some(TypedPart::Value("dir".to_owned(), false))),
            ("<a>", 0, None),
            ("a b", 0, None),
            ("<!-- <", 0, None),
            ("</a b", 0, None),
            ("< ", 0, None),
        ] {
            let document = wishful::parse(text);
            let typed = TypedTag::before(&document, text.len());
            let found = typed.as_ref().map(|typed| (typed.word, typed.part.clone()));
            assert_eq!(found, part.map(|part| (word, part)), "{text}");
        }
    }
}
