//! Wrapping of texts that have siblings into elements `sg_wrap`, so that selectors can find them.
//!
//! ```text
//! <p><b>Hello</b> world!</p>   ──►   <p><b>Hello</b><sg_wrap> world!</sg_wrap></p>
//! ```
//!
//! The module writes the tree as tokens, and parses them with a grammar that accepts any
//! well-nested tags. All source spans survive. Facts from the grammar of the page are lost:
//! namespaces, and which elements have template contents.

use wishful::ParseOptions;
use wishful::base::Span;
use wishful::token::{
    Attribute, Comment, LexicalState, ProcessingInstruction, Tag, Text, Token, TokenKind, Value,
};
use wishful::tree::{Document, NodeKind, NodeRef, TagOrigin};
use wishful_query::xml;

/// The name of the wrapping elements.
const NAME: &str = "sg_wrap";

/// Returns a copy of a document in which each text that is not blank and has non-blank siblings is
/// in an element `sg_wrap`.
///
/// # Panics
/// Never: the grammar accepts all well-nested tokens.
#[must_use]
pub fn sg_wrap(document: &Document) -> Document {
    let mut writer = TokenWriter { tokens: Vec::new(), at: 0 };
    writer.write(document.root());
    writer.rest(document);
    let options = ParseOptions::default()
        .name(document.source().file.name())
        .url(document.base_url().cloned());
    let read = xml::parser().parse((document.text(), writer.tokens), &options);
    read.expect("the options name no fragment and no encoding")
}

/// A writer that turns a tree into tokens.
struct TokenWriter {
    tokens: Vec<Token>,
    /// The end of the last token.
    at: u32,
}

/// A unit of pending work.
enum WrapTask<'d> {
    /// A node, and whether it has siblings that are not blank.
    Node(NodeRef<'d>, bool),
    End(NodeRef<'d>),
}

impl TokenWriter {
    /// Writes a tree as tokens, with an element `sg_wrap` around each text that has siblings which
    /// are not blank. Tasks on a stack replace recursion.
    fn write(&mut self, root: NodeRef<'_>) {
        let has_siblings = false;
        let mut tasks = vec![WrapTask::Node(root, has_siblings)];
        while let Some(task) = tasks.pop() {
            match task {
                WrapTask::End(element) => self.end(element),
                WrapTask::Node(node, has_siblings) => {
                    self.node(node, has_siblings);
                    if node.is_element() {
                        tasks.push(WrapTask::End(node));
                    }
                    let visible = node.children().filter(|child| !is_blank(*child));
                    let have_siblings = visible.take(2).count() > 1;
                    for child in node.children().rev() {
                        tasks.push(WrapTask::Node(child, have_siblings));
                    }
                }
            }
        }
    }

    /// Appends a token. Its span is empty, at the end of the last token, if its own span does not
    /// come after that.
    fn push(&mut self, span: Option<Span>, kind: TokenKind) {
        let span = match span {
            Some(span) if span.start >= self.at => span,
            _ => Span { start: self.at, end: self.at },
        };
        if span.start > self.at {
            let lost = Span { start: self.at, end: span.start };
            self.tokens.push(Token { span: lost, kind: TokenKind::Lost });
        }
        self.at = span.end;
        self.tokens.push(Token { span, kind });
    }

    /// Appends a token for the text after the last token.
    fn rest(&mut self, document: &Document) {
        let end = Span::at(document.text().len());
        if end.start > self.at {
            self.tokens.push(Token { span: Span { start: self.at, ..end }, kind: TokenKind::Lost });
        }
    }

    /// Writes a node without its children. A text that is not blank and has siblings gets its
    /// `sg_wrap`.
    fn node(&mut self, node: NodeRef<'_>, has_siblings: bool) {
        match node.kind() {
            NodeKind::Element => self.start(node),
            NodeKind::Text if has_siblings && !is_blank(node) => {
                self.push(None, TokenKind::StartTag(tag(NAME, [].into())));
                self.text(node);
                self.push(None, TokenKind::EndTag(tag(NAME, [].into())));
            }
            NodeKind::Text => self.text(node),
            NodeKind::Comment => {
                let span = node.spans().first().copied();
                let value = text_value(span, node);
                self.push(span, TokenKind::Comment(Comment { value, bogus: false }));
            }
            NodeKind::ProcessingInstruction => {
                let span = node.spans().first().copied();
                let (target, data) = (node.target().unwrap_or_default(), node.text());
                let text = format!("{target} {}", data.unwrap_or_default());
                let value = Value::decoded(span.unwrap_or(Span::at(0)), text);
                let instruction = ProcessingInstruction { value };
                self.push(span, TokenKind::ProcessingInstruction(instruction));
            }
            NodeKind::Document | NodeKind::Doctype | NodeKind::Cruft => {}
        }
    }

    /// Writes the start tag of an element.
    fn start(&mut self, node: NodeRef<'_>) {
        let mut attributes = Vec::new();
        for attribute in node.attributes() {
            if attribute.is_duplicate() {
                continue;
            }
            let name = attribute.name_span();
            let value = attribute.value_span().unwrap_or(Span { start: name.end, ..name });
            attributes.push(Attribute {
                name: Value::decoded(name, attribute.name()),
                value: Some(Value::decoded(value, attribute.value())),
                span: name.join(value),
                duplicate: false,
            });
        }
        let tag = tag(node.name().unwrap_or_default(), attributes.into());
        self.push(written_span(node.start_tag()), TokenKind::StartTag(tag));
    }

    /// Writes the end tag of an element.
    fn end(&mut self, node: NodeRef<'_>) {
        let tag = tag(node.name().unwrap_or_default(), [].into());
        self.push(written_span(node.end_tag()), TokenKind::EndTag(tag));
    }

    /// Writes a text.
    fn text(&mut self, node: NodeRef<'_>) {
        let spans = node.spans();
        let span = match (spans.first(), spans.last()) {
            (Some(first), Some(last)) => Some(first.join(*last)),
            _ => None,
        };
        let value = text_value(span, node);
        self.push(span, TokenKind::Text(Text { value, state: LexicalState::Data }));
    }
}

/// Returns a tag without a span.
fn tag(name: &str, attributes: Box<[Attribute]>) -> Tag {
    Tag { name: Value::decoded(Span::at(0), name), attributes, self_closing: false }
}

fn text_value(span: Option<Span>, node: NodeRef<'_>) -> Value {
    Value::decoded(span.unwrap_or(Span::at(0)), node.text().unwrap_or_default())
}

/// Returns the span of a tag, if the source has it.
fn written_span(tag: Option<TagOrigin>) -> Option<Span> {
    match tag {
        Some(TagOrigin::Written(span)) => Some(span),
        _ => None,
    }
}

fn is_blank(node: NodeRef<'_>) -> bool {
    if node.kind() != NodeKind::Text {
        return false;
    }
    let Some(text) = node.text() else { return false };
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}
