//! The repairs of parse errors: for each token with an error, the source that reads the same
//! without it.
//!
//! A [`Respelling`] changes one construct of a token and nothing else, so that the tokenizer reads
//! the same token:
//!
//! | token | error | source without it |
//! | --- | --- | --- |
//! | text | `a <3`, `&copy 1`, `&#128;`, `&foo;` | `a &lt;3`, `&copy; 1`, `&#8364;`, `&amp;foo;` |
//! | start tag | `<a b=c"d>`, `<a b="c"d>`, `<a b=>` | `<a b='c"d'>`, `<a b="c" d>`, `<a b="">` |
//! | start tag | a second `b=`, `<a/b>`, `<div/>` | nothing, `<a b>`, `<div>` |
//! | end tag | `</p a=b>`, `</p/>` | `</p>` |
//! | comment | `<!x>`, `<?xml …>`, `</3>`, `--!>`, `<!-->` | `<!--x-->`, …, `-->`, `<!---->` |
//! | doctype | `<!DOCTYPEhtml PUBLIC"…"'…'>` | a blank at each place |
//! | none | `</>` | nothing |
//!
//! The repairs are found in the *parts* of tokens, and not at the positions of errors. A position
//! says where the tokenizer noticed an error, and not what is wrong there. Some constructs have no
//! other spelling, such as a comment with `<!--` in it. For these there is no repair.
//!
//! A repair is a proposal, which `errors` verifies: whether U+0000 counts in a text, for example,
//! depends on the tree.

use crate::form::expresses;
use wishful::base::{Span, wide};
use wishful::token::{
    AttributeRef, Comment, Doctype, Html5Tokenizer, KindRef, LexicalState, TagRef, TextRef,
    TokenRef, Tokenizer, Tokens,
};
use wishful::tree::{Document, NodeKind};

/// The code of the error for `<div/>`, which only the tree can detect.
const TRAILING_SOLIDUS: &str = "non-void-html-element-start-tag-with-trailing-solidus";

/// The character that is read instead of U+0000.
const REPLACEMENT: &str = "\u{FFFD}";

/// A replacement of a part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// The part of the text.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// The replacements that repair one construct; they depend on each other.
pub(super) type Respelling = Vec<Replacement>;

/// Returns the repairs of the parse errors of a document. Those of U+0000 come last, since its
/// meaning depends on the tree: they fail more often than others. `expresses` reports whether the
/// source can contain a text.
pub(super) fn repairs(document: &Document, expresses: impl Fn(&str) -> bool) -> Vec<Respelling> {
    let mut finder = ErrorFinder {
        document,
        text: document.text(),
        has_replacement: expresses(REPLACEMENT),
        solidi: Vec::new(),
        repairs: Vec::new(),
    };
    for error in document.errors() {
        if error.code == TRAILING_SOLIDUS {
            finder.solidi.push(error.at);
        }
    }
    // What contains the rest of the page gets no end, see `Document::unfinished_rest`.
    let rest = document.unfinished_rest().map(|rest| rest.span.start);
    for token in document.tokens().iter() {
        if rest != Some(token.span.start) || matches!(token.kind, KindRef::StartTag(_)) {
            finder.token(token);
        }
    }
    let mut repairs = finder.repairs;
    repairs.sort_by_key(|repair| {
        repair.iter().any(|replacement| replacement.span.of(document.text()).contains('\0'))
    });
    repairs
}

/// Returns the repair of the parse error at an offset, as one replacement. Whether the new text has
/// the same tree is not verified.
#[must_use]
pub fn error_repair(document: &Document, at: u32) -> Option<Replacement> {
    // An error may be one character after what it is about.
    for slack in [0, 1] {
        for repair in repairs(document, |text| expresses(document, text)) {
            let (Some(first), Some(last)) = (repair.first(), repair.last()) else { continue };
            if first.span.start <= at && at <= last.span.end + slack {
                return Some(joined(document.text(), &repair));
            }
        }
    }
    None
}

/// Joins the replacements of a repair.
fn joined(source: &str, repair: &[Replacement]) -> Replacement {
    let mut text = String::new();
    let mut span = repair[0].span;
    span.end = span.start;
    for replacement in repair {
        text += Span { start: span.end, end: replacement.span.start }.of(source);
        text += &replacement.text;
        span.end = replacement.span.end;
    }
    Replacement { span, text }
}

struct ErrorFinder<'d> {
    document: &'d Document,
    text: &'d str,
    /// True if the source can contain U+FFFD.
    has_replacement: bool,
    /// The positions of errors for `<div/>`, ascending.
    solidi: Vec<u32>,
    repairs: Vec<Respelling>,
}

impl<'d> ErrorFinder<'d> {
    fn token(&mut self, token: TokenRef<'_>) {
        match token.kind {
            KindRef::StartTag(tag) => self.start_tag(token.span, tag),
            KindRef::EndTag(tag) => self.end_tag(token.span, tag),
            KindRef::Text(text) => self.text(token.span, text),
            KindRef::Comment(comment) => self.comment(token.span, comment),
            KindRef::Doctype(doctype) => self.doctype(token.span, doctype),
            KindRef::Lost => self.lost(token.span),
            KindRef::ProcessingInstruction(_) | KindRef::EndOfFile => {}
        }
    }

    fn source(&self, span: Span) -> &'d str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Adds a repair of one replacement, if it changes something.
    fn replace(&mut self, span: Span, text: &str) {
        if self.source(span) != text {
            self.repairs.push(vec![Replacement { span, text: text.to_owned() }]);
        }
    }

    /// Removes a part of a text. An ampersand before it stays one: `&</>#` is read as `&#`.
    fn remove(&mut self, span: Span) {
        /// The length of the longest name of a reference.
        const LONGEST: usize = 32;
        let mut repair = vec![Replacement { span, text: String::new() }];
        let before = &self.text.as_bytes()[..wide(span.start)];
        let name = before.iter().rev().take(LONGEST);
        let name = name.take_while(|byte| byte.is_ascii_alphanumeric() || b"#\0".contains(byte));
        let after = before.len() - name.count();
        if before[..after].ends_with(b"&") && reference(&self.text[after - 1..], false).is_none() {
            let ampersand = Span::new(after - 1, after);
            repair.insert(0, Replacement { span: ampersand, text: "&amp;".to_owned() });
        }
        self.repairs.push(repair);
    }

    fn insert(&mut self, at: u32, text: &str) {
        self.replace(Span { start: at, end: at }, text);
    }

    /// Writes U+FFFD for each U+0000 of a part of a token, where the tokenizer reads it so.
    fn nulls(&mut self, span: Span) {
        if !self.has_replacement {
            return;
        }
        for (at, _) in self.source(span).match_indices('\0') {
            let start = span.start + offset(at);
            self.replace(Span { start, end: start + 1 }, REPLACEMENT);
        }
    }

    fn text(&mut self, span: Span, text: TextRef<'_>) {
        match text.state {
            LexicalState::Data => {
                let reading =
                    TextReading { opens_tags: true, null: None, ..TextReading::default() };
                self.characters(span, &reading);
            }
            LexicalState::RcData => self.characters(span, &TextReading::default()),
            LexicalState::CdataSection => {
                self.nulls(span);
                if !self.source(span).ends_with("]]>") {
                    self.insert(span.end, "]]>");
                }
            }
            _ => self.nulls(span),
        }
    }

    /// Returns the characters that the tree has for U+0000 in the data state (13.2.6): none, or
    /// U+FFFD in an element of a namespace.
    fn read_as(&self, null: u32) -> &'static str {
        let node = self.document.node_at(null);
        if node.is_some_and(|node| node.kind() == NodeKind::Text) { REPLACEMENT } else { "" }
    }

    /// Repairs the characters of a text or value in which references are decoded.
    fn characters(&mut self, span: Span, reading: &TextReading) {
        let source = self.source(span);
        for (at, byte) in source.bytes().enumerate() {
            let start = span.start + offset(at);
            let one = Span { start, end: start + 1 };
            match byte {
                b'<' if reading.opens_tags => self.replace(one, "&lt;"),
                0 => match reading.null.unwrap_or_else(|| self.read_as(start)) {
                    "" => self.remove(one),
                    text => self.replace(one, text),
                },
                b'&' => {
                    if let Some((length, text)) = reference(&source[at..], reading.is_attribute) {
                        self.replace(Span { start, end: start + offset(length) }, &text);
                    }
                }
                _ => {}
            }
        }
    }

    fn end_tag(&mut self, span: Span, tag: TagRef<'_>) {
        let name = tag.name.span();
        self.nulls(name);
        let rest = Span { start: name.end, end: span.end - 1 };
        if !self.source(rest).bytes().all(|byte| byte.is_ascii_whitespace()) {
            self.replace(rest, "");
        }
    }

    fn start_tag(&mut self, span: Span, tag: TagRef<'_>) {
        self.nulls(tag.name.span());
        let mut last = TagPart { end: tag.name.span().end, is_unquoted: false };
        let mut duplicates = None;
        for attribute in tag.attributes() {
            if attribute.duplicate {
                duplicates = Some(attribute.span.end);
                continue;
            }
            let gap = Span { start: last.end, end: attribute.span.start };
            let blanks = match duplicates.take() {
                Some(end) => Span { start: end, ..gap },
                None => gap,
            };
            let blanks = without_solidi(self.source(blanks));
            self.replace(gap, if blanks.is_empty() { " " } else { &blanks });
            last = self.attribute(attribute);
        }
        self.tag_end(span, tag, last, duplicates.unwrap_or(last.end));
    }

    /// Repairs what follows the last attribute that counts. `end` is the end of the last attribute.
    fn tag_end(&mut self, span: Span, tag: TagRef<'_>, last: TagPart, end: u32) {
        let rest = Span { start: last.end, end: span.end - 1 };
        let source = self.source(Span { start: end, ..rest });
        let blanks = without_solidi(source);
        let solidus = tag.self_closing && !self.has_wrong_solidus(span);
        let solidi = source.len() - blanks.len();
        if solidi == usize::from(solidus) && end == last.end {
            return;
        }
        if !solidus {
            self.replace(rest, "");
        } else if last.is_unquoted || source.starts_with(|first: char| first != '/') {
            self.replace(rest, " /");
        } else {
            self.replace(rest, "/");
        }
    }

    /// Reports whether the `/` at the end of a start tag is an error.
    fn has_wrong_solidus(&self, span: Span) -> bool {
        let after = self.solidi.partition_point(|&at| at <= span.start);
        self.solidi.get(after).is_some_and(|&at| at <= span.end)
    }

    fn attribute(&mut self, attribute: AttributeRef<'_>) -> TagPart {
        let end = attribute.span.end;
        self.nulls(attribute.name.span());
        let Some(value) = attribute.value else { return TagPart { end, is_unquoted: false } };
        let value = value.span();
        let is_quoted = end > value.end;
        let source = self.source(value);
        if !is_quoted && source.is_empty() {
            self.insert(end, "\"\"");
            return TagPart { end, is_unquoted: false };
        }
        let is_wrong = source.contains(['"', '\'', '<', '=', '`']);
        if !is_quoted && is_wrong {
            self.quote(value);
        }
        self.characters(value, &TextReading { is_attribute: true, ..TextReading::default() });
        TagPart { end, is_unquoted: !is_quoted && !is_wrong }
    }

    /// Puts quotes around a value.
    fn quote(&mut self, value: Span) {
        let source = self.source(value);
        let quote = if source.contains('"') && !source.contains('\'') { "'" } else { "\"" };
        let mut repair = vec![Replacement { span: at(value.start), text: quote.to_owned() }];
        for (found, _) in source.match_indices('"').filter(|_| quote == "\"") {
            let start = value.start + offset(found);
            repair.push(Replacement {
                span: Span { start, end: start + 1 },
                text: "&quot;".to_owned(),
            });
        }
        repair.push(Replacement { span: at(value.end), text: quote.to_owned() });
        self.repairs.push(repair);
    }

    fn comment(&mut self, span: Span, comment: &Comment) {
        let value = comment.value.span();
        let open = Span { start: span.start, end: value.start };
        let close = Span { start: value.end, end: span.end };
        let is_sound = (self.source(open), self.source(close)) == ("<!--", "-->");
        if !is_sound && is_comment_text(self.source(value)) {
            self.repairs.push(vec![
                Replacement { span: open, text: "<!--".to_owned() },
                Replacement { span: close, text: "-->".to_owned() },
            ]);
        }
        self.nulls(value);
    }

    /// Repairs a document type declaration. One that sets the force-quirks flag is ended after the
    /// parts that were read, if its name or public identifier can mean quirks mode by itself.
    fn doctype(&mut self, span: Span, doctype: &Doctype) {
        const KEYWORD: &str = "<!DOCTYPE";
        let Some(name) = &doctype.name else { return };
        let after = span.start + offset(KEYWORD.len());
        if name.span().start == after {
            self.insert(after, " ");
        }
        self.nulls(name.span());
        let (mut last, mut close) = (name.span().end, ">".to_owned());
        for identifier in [&doctype.public_id, &doctype.system_id].into_iter().flatten() {
            let identifier = identifier.span();
            let (before, quote) = self
                .source(Span { start: last, end: identifier.start })
                .split_at(wide(identifier.start - last) - 1);
            if !before.ends_with(|last: char| last.is_ascii_whitespace()) {
                self.insert(identifier.start - 1, " ");
            }
            self.nulls(identifier);
            let is_quoted = self.text[wide(identifier.end)..].starts_with(quote);
            last = identifier.end + u32::from(is_quoted);
            close = if is_quoted { ">".to_owned() } else { format!("{quote}>") };
        }
        let rest = Span { start: last, end: span.end };
        let is_other = name.get(self.text) != "html" || doctype.public_id.is_some();
        let has_more = !self.source(rest).trim_ascii_start().starts_with('>');
        let is_wrong = if doctype.force_quirks { is_other } else { has_more };
        if is_wrong {
            self.replace(rest, &close);
        }
    }

    /// Repairs source without a token: `</>`, an empty section or a tag that the end of the page
    /// cuts off. A tag that goes on over several lines stays: it has a `>` or a quote missing, and
    /// all that follows would be deleted.
    fn lost(&mut self, span: Span) {
        let source = self.source(span);
        if source.starts_with("<![CDATA[") {
            if !source.ends_with("]]>") {
                self.insert(span.end, "]]>");
            }
            return;
        }
        let is_line = !source.trim_end().contains(['\n', '\r', '>']);
        if source == "</>" || source.starts_with('<') && is_line {
            match source.strip_prefix("</") {
                Some(name) if self.has_open(span.start, name) => self.insert(span.end, ">"),
                _ => self.remove(span),
            }
        }
    }

    /// Reports whether an element of a name is around the source before an offset.
    fn has_open(&self, before: u32, name: &str) -> bool {
        let mut around = self.document.node_at(before.saturating_sub(1));
        while let Some(node) = around {
            if node.name().is_some_and(|other| other.eq_ignore_ascii_case(name.trim_end())) {
                return true;
            }
            around = node.parent();
        }
        false
    }
}

/// The meaning of characters in a text or value.
struct TextReading {
    /// True if `&x=` is no reference.
    is_attribute: bool,
    /// True if `<` may begin a tag.
    opens_tags: bool,
    /// The characters that U+0000 is read as; `None` if that depends on the tree.
    null: Option<&'static str>,
}

impl Default for TextReading {
    fn default() -> Self {
        Self { is_attribute: false, opens_tags: false, null: Some(REPLACEMENT) }
    }
}

/// The end of a name or attribute in a start tag.
#[derive(Clone, Copy)]
struct TagPart {
    end: u32,
    /// True if a `/` after it would be a part of its value.
    is_unquoted: bool,
}

fn without_solidi(gap: &str) -> String {
    gap.replace('/', "")
}

/// Reports whether a comment can have this text (13.1.6). It cannot be written otherwise.
fn is_comment_text(text: &str) -> bool {
    !text.starts_with('>')
        && !text.starts_with("->")
        && !["<!--", "-->", "--!>"].iter().any(|part| text.contains(part))
        && !text.ends_with("<!-")
}

/// Returns the correct spelling of an incorrect character reference, or of an ampersand that seems
/// to begin one, at the start of a text. It replaces as many bytes as the first field says.
fn reference(source: &str, is_attribute: bool) -> Option<(usize, String)> {
    let digits = usize::from(source[1..].starts_with('#'));
    let name = source[1 + digits..].bytes().take_while(u8::is_ascii_alphanumeric).count();
    let mut written = &source[..1 + digits + name];
    if source[written.len()..].starts_with(';') {
        written = &source[..=written.len()];
    }
    let mut tokenizer = Html5Tokenizer::new(written);
    let mut tokens = Tokens::with_capacity(1);
    Tokenizer::push_next(&mut tokenizer, &mut tokens);
    let (value, errors) = (tokens.text(0)?.value, tokenizer.errors());
    let has = |code: &str| errors.iter().any(|error| error.code == code);
    if errors.is_empty() {
        return None;
    }
    if has("unknown-named-character-reference")
        || has("absence-of-digits-in-numeric-character-reference")
    {
        return Some((1, "&amp;".to_owned()));
    }
    let character = value.get(written).chars().next()?;
    let length = value.span_of(Span::new(0, character.len_utf8())).range().end;
    let is_unended = has("missing-semicolon-after-character-reference");
    let next = source[length..].chars().next();
    if digits == 0
        && is_attribute
        && next.is_some_and(|next| next == '=' || next.is_ascii_alphanumeric())
    {
        // 13.2.5.73: "for historical reasons", this is no reference.
        return None;
    }
    if digits == 0 || errors.len() == 1 && is_unended || has_no_reference(character) {
        return is_unended.then(|| (length, format!("{};", &source[..length])));
    }
    Some((length, format!("&#{};", u32::from(character))))
}

/// Reports whether any reference to a character is an error (13.2.5.80).
fn has_no_reference(character: char) -> bool {
    let code = u32::from(character);
    character.is_control() && !matches!(character, '\t' | '\n' | '\x0C')
        || (0xFDD0..=0xFDEF).contains(&code)
        || code & 0xFFFE == 0xFFFE
}

fn at(offset: u32) -> Span {
    Span { start: offset, end: offset }
}

fn offset(length: usize) -> u32 {
    Span::at(length).start
}
