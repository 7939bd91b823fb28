//! The spelling of the output, character by character.
//!
//! Most of it is copied. The exceptions are:
//!
//! * virtual tags
//! * tags with attributes merged from other tags, and tags that were read as another tag
//! * text whose end would be read differently before its new successor (`&am` before `p;`, `<`
//!   before `b>`)
//! * a line feed that its element would drop
//! * a comment that the source never ended and that now has a successor

use super::left::LeftTokens;
use super::order::OutputItem;
use super::pieces::{PieceLocation, PiecePart, TreePiece, facts_around};
use super::plan::{Part, RewrittenSource};
use wishful::base::{Span, XML_TEXT, escaped};
use wishful::slippers::event::{RepairId, TokenId};
use wishful::token::{KindRef, LexicalState, TextRef};
use wishful::tree::{Document, NodeKind, NodeRef, PieceText, TagOrigin, is_ended, is_literal};

pub(super) fn parts(
    document: &Document,
    left: &LeftTokens<'_>,
    pieces: &[TreePiece],
    items: Vec<OutputItem>,
) -> RewrittenSource {
    let (parts, changes) = (Vec::new(), Vec::new());
    let mut speller = Speller { document, left, parts, changes, length: 0, end: None, open: None };
    for item in items {
        match item {
            OutputItem::Between(span) => speller.copy(span),
            OutputItem::Piece(number) => speller.piece(&pieces[number]),
        }
    }
    RewrittenSource { parts: speller.parts, changes: speller.changes }
}

/// The last copied part, if its meaning depends on what follows, and the way to write it
/// differently.
#[derive(Clone, Copy)]
enum OpenPart {
    Text(PieceText),
    Comment(TokenId),
}

struct Speller<'a> {
    document: &'a Document,
    left: &'a LeftTokens<'a>,
    parts: Vec<Part>,
    /// The tags and moved pieces so far, each with its offset in the output.
    changes: Vec<(usize, RepairId)>,
    /// The length of the output so far.
    length: usize,
    /// The end, in the source, of the last copied part; `None` if something was written after it.
    end: Option<u32>,
    /// The last part with its span, if its meaning depends on what follows.
    open: Option<(OpenPart, Span)>,
}

impl<'a> Speller<'a> {
    fn piece(&mut self, piece: &TreePiece) {
        let Some(node) = self.document.node(piece.node) else { return };
        if let (PieceLocation::Missing | PieceLocation::Moved(_), Some(cause)) =
            (piece.location, piece.cause)
        {
            self.changes.push((self.length, cause));
        }
        match (piece.part, piece.location) {
            (PiecePart::Text(written), _) => self.text(node, written, piece.location.span()),
            (PiecePart::Start, location) => self.start_tag(node, location),
            (PiecePart::End, location) => self.end_tag(node, location),
            (PiecePart::Whole, PieceLocation::Held(span) | PieceLocation::Moved(span)) => {
                self.copy(span);
                if node.kind() == NodeKind::Comment
                    && let Some(token) = node.own_token()
                {
                    self.open = Some((OpenPart::Comment(token), span));
                }
            }
            (PiecePart::Left, PieceLocation::Held(span) | PieceLocation::Moved(span)) => {
                self.copy(span)
            }
            (
                PiecePart::Whole | PiecePart::Left,
                PieceLocation::Omitted | PieceLocation::Missing,
            ) => {}
        }
    }

    fn source(&self, span: Span) -> &'a str {
        self.document.text().get(span.range()).unwrap_or_default()
    }

    /// Copies a span of the source.
    fn copy(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        if self.end == Some(span.start) {
            self.open = None;
            if let Some(Part::Copy(last)) = self.parts.last_mut() {
                *last = last.join(span);
            }
        } else {
            self.before(self.source(span));
            self.parts.push(Part::Copy(span));
        }
        self.length += span.range().len();
        self.end = Some(span.end);
    }

    /// Writes text that is not in the source.
    fn write(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.before(text);
        self.end = None;
        self.length += text.len();
        match self.parts.last_mut() {
            Some(Part::Write(last)) => last.push_str(text),
            _ => self.parts.push(Part::Write(text.to_owned())),
        }
    }

    /// Rewrites the last part if `next`, directly after it, would change its meaning.
    fn before(&mut self, next: &str) {
        let Some((open, span)) = self.open.take() else { return };
        match open {
            OpenPart::Text(written) => {
                let source = self.source(span);
                if is_continued(source, next) || self.is_open_section(written, span) {
                    self.retract(span);
                    let text = escaped(self.document.piece_text(written), XML_TEXT);
                    self.length += text.len();
                    self.parts.push(Part::Write(text));
                }
            }
            OpenPart::Comment(token) => {
                let end = self.end_of_comment(token, span);
                self.length += end.as_ref().map_or(0, String::len);
                self.parts.extend(end.map(Part::Write));
            }
        }
    }

    /// Removes the last copied span from the output.
    fn retract(&mut self, span: Span) {
        self.length -= span.range().len();
        if let Some(Part::Copy(last)) = self.parts.last_mut() {
            last.end = span.start;
            if last.is_empty() {
                self.parts.pop();
            }
        }
    }

    /// Returns the missing end of a comment that the source does not end.
    fn end_of_comment(&self, token: TokenId, span: Span) -> Option<String> {
        let source = self.source(span);
        let is_last = span.range().end == self.document.text().len();
        let KindRef::Comment(comment) = self.document.token(token)?.kind else { return None };
        if !is_last || is_ended(source, comment.bogus) {
            return None;
        }
        let end = match source.strip_prefix("<!--") {
            None => ">",
            Some(_) if comment.bogus => ">",
            Some(inside) if inside.ends_with("--") || inside.ends_with("--!") => ">",
            Some(inside) if inside.ends_with('-') => "->",
            Some(_) => "-->",
        };
        Some(end.to_owned())
    }

    fn text(&mut self, node: NodeRef<'_>, written: PieceText, span: Option<Span>) {
        let Some(span) = span else { return };
        let lexical = facts_around(node).map_or(LexicalState::Data, |facts| facts.lexical);
        let is_markup = matches!(lexical, LexicalState::Data | LexicalState::RcData);
        let value = self.document.piece_text(written);
        self.keep_newline(node, written, value, span);
        if !is_markup {
            return self.copy(span);
        }
        let is_other = matches!(written, PieceText::Instead { .. })
            || self.is_cut_section(written, span)
            || self.is_read_otherwise(written, lexical);
        if is_other {
            return self.write(&escaped(value, XML_TEXT));
        }
        self.copy(span);
        self.open = Some((OpenPart::Text(written), span));
    }

    /// Writes a line feed before text that begins with one, if the element would drop the text's
    /// own.
    fn keep_newline(&mut self, node: NodeRef<'_>, written: PieceText, value: &str, span: Span) {
        let is_first = node.previous_sibling().is_none_or(|other| other.cruft().is_some())
            && node.pieces().next() == Some(written);
        if value.starts_with('\n')
            && is_first
            && self.end != Some(span.start)
            && node.parent().is_some_and(NodeRef::drops_newline)
        {
            self.write("\n");
        }
    }

    /// Reports whether text was read as that of another element, in which less is markup.
    fn is_read_otherwise(&self, written: PieceText, lexical: LexicalState) -> bool {
        let Some(token) = written.token() else { return false };
        let Some(text) = self.document.tokens().text(token.index()) else { return false };
        is_literal(text.state) && text.state != lexical
    }

    /// Reports whether text is the end of a CDATA section that the end of the source cut off.
    fn is_open_section(&self, written: PieceText, span: Span) -> bool {
        let Some(token) = written.token() else { return false };
        let Some(token) = self.document.token_span(token) else { return false };
        let source = self.source(token);
        span.range().end == self.document.text().len()
            && source.starts_with("<![")
            && !source.ends_with("]]>")
    }

    /// Reports whether text is a part of a CDATA section and is separated from the rest of it.
    fn is_cut_section(&self, written: PieceText, span: Span) -> bool {
        let (token, range) = match written {
            PieceText::Whole(_) | PieceText::Instead { .. } => return false,
            PieceText::Range { token, range } => (token, range),
        };
        let Some(token) = self.document.token(token) else { return false };
        let KindRef::Text(TextRef { value, .. }) = token.kind else { return false };
        let is_section = value.span() != token.span;
        let is_all = range.start == 0 && range.range().end >= value.len();
        is_section && !is_all && (range.start == 0 || self.end != Some(span.start))
    }

    fn start_tag(&mut self, node: NodeRef<'a>, location: PieceLocation) {
        let tag = match node.start_tag() {
            Some(TagOrigin::Copied { of, .. }) => of,
            _ => location.span(),
        };
        let name = node.name().unwrap_or_default();
        let Some(span) = tag else {
            self.write(&format!("<{name}"));
            self.merged(node);
            return self.write(">");
        };
        let Some(tag) = node.tag() else { return self.write(&format!("<{name}>")) };
        if node.own_token().is_some_and(|token| self.left.has(token)) {
            return self.copy(span);
        }
        let has_merged = self.merged_spans(node).next().is_some();
        let is_renamed = !tag.name.get(self.document.text()).eq_ignore_ascii_case(name)
            && !tag.name.span().is_empty();
        let mut from = span.start;
        if is_renamed {
            self.write(&format!("<{name}"));
            from = tag.name.span().end;
        }
        if has_merged && self.source(span).ends_with('>') {
            let end = span.end - 1;
            self.copy(Span { start: from, end });
            self.merged(node);
            from = end;
        }
        self.copy(Span { start: from, end: span.end });
    }

    /// Writes the attributes that an element got from other tags.
    fn merged(&mut self, node: NodeRef<'a>) {
        let spans: Vec<Span> = self.merged_spans(node).collect();
        for span in spans {
            self.write(" ");
            self.copy(span);
        }
    }

    fn merged_spans(&self, node: NodeRef<'a>) -> impl Iterator<Item = Span> + use<'a> {
        let left = self.left;
        node.merged_spans(move |token| !left.has(token))
    }

    fn end_tag(&mut self, node: NodeRef<'_>, location: PieceLocation) {
        let name = node.name().unwrap_or_default();
        let token = node.end_token().and_then(|token| self.document.token(token));
        let is_its = match token.map(|token| token.kind) {
            Some(KindRef::EndTag(tag)) => {
                let written = tag.name.get(self.document.text());
                written.is_empty() || written.eq_ignore_ascii_case(name)
            }
            // (Another tag, or an SGML short form instead of one.)
            Some(KindRef::StartTag(_)) => false,
            _ => true,
        };
        match location.span() {
            Some(span) if is_its => self.copy(span),
            _ => {
                self.write("</");
                self.name(node);
                self.write(">");
            }
        }
    }

    /// Writes the name of an element. A non-ASCII name, which the encoding may lack, is copied from
    /// the start tag.
    fn name(&mut self, node: NodeRef<'_>) {
        let name = node.name().unwrap_or_default();
        if !name.is_ascii()
            && let Some(tag) = node.tag()
            && self.source(tag.name.span()) == name
        {
            self.copy(tag.name.span());
        } else {
            self.write(name);
        }
    }
}

/// Reports whether the end of a text and its successor would form a tag or a character reference.
fn is_continued(source: &str, next: &str) -> bool {
    let Some(first) = next.chars().next() else { return false };
    if source.ends_with("</") || source.ends_with("<!") {
        return true;
    }
    if source.ends_with('<') {
        return first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?');
    }
    let before = source.trim_end_matches(is_in_reference);
    before.ends_with('&') && (is_in_reference(first) || first == ';')
}

/// Reports whether a character can be between the `&` and the `;` of a character reference.
fn is_in_reference(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '#'
}
