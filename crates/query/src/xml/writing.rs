//! A document as well-formed XML, with a list of the changes that XML requires.
//!
//! ```text
//! <p "x"=1>a<svg xlink:href=b>   <p xmlns="…/xhtml" U000022xU000022="1">a
//!                           ──►    <svg xmlns="…/svg" xmlns:xlink="…/xlink" xlink:href="b"/></p>
//! ```
//!
//! Every element, attribute, text, comment and processing instruction of the tree is written, in
//! the order of the tree. HTML allows names and characters that XML does not. They are coerced as
//! HTML, section 13.2.9, says ([`coerce`]), and each coercion is listed with its source span.
//! **Invariant**: the text is well-formed for every document (XML 1.0, Namespaces in XML 1.0), and
//! its tree is that of the document but for the listed coercions and for cruft, which the format
//! `html` omits as well.
//!
//! The text has neither a byte order mark nor an XML declaration, so it is UTF-8 by default, and
//! may be embedded. An element with no content is written with both tags, so that a page is also
//! readable as HTML (Polyglot Markup).

use std::borrow::Cow;
use std::fmt::{self, Write};

use wishful::Allowance;
use wishful::base::{Span, XML_ATTRIBUTE, XML_TEXT, escaped};
use wishful::tree::{AttributeRef, Document, NodeKind, NodeRef, TagOrigin, WalkStep};

use super::coerce;
use crate::Node;

/// The root of a document that has no root element, several ones, or text beside it.
const AROUND: &str = "fragment";

/// A document as XML.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Xml {
    /// The text.
    pub text: String,
    /// The coercions, in the order of the text.
    pub coercions: Vec<Coercion>,
    /// False if the limit of the output cut the text. It is well-formed even then.
    pub is_whole: bool,
    /// The offset of the first element in the text.
    #[doc(hidden)]
    pub first_element: usize,
    /// The number of root elements.
    #[doc(hidden)]
    pub roots: usize,
}

/// A change that XML requires.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Coercion {
    /// The kind.
    pub kind: CoercionKind,
    /// The place in the source; `None` for what the source does not have.
    pub span: Option<Span>,
    /// The name or text in the document.
    pub from: String,
    /// The name or text in the XML; empty if there is none.
    pub to: String,
}

/// A kind of coercion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CoercionKind {
    /// The name of an element.
    Element,
    /// The name of an attribute.
    Attribute,
    /// An attribute that is left out: `xmlns`, `xmlns:…`, or one that would occur twice.
    DroppedAttribute,
    /// A character that XML excludes, in the value of an attribute.
    Value,
    /// A character that XML excludes, in a text.
    Text,
    /// A comment.
    Comment,
    /// The target or the data of a processing instruction.
    Instruction,
    /// A document type declaration without identifiers that XML cannot express, or left out.
    Doctype,
    /// An element around a document without exactly one root element.
    Root,
}

impl CoercionKind {
    /// Returns the word for the kind.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Attribute => "attribute",
            Self::DroppedAttribute => "dropped-attribute",
            Self::Value => "value",
            Self::Text => "text",
            Self::Comment => "comment",
            Self::Instruction => "instruction",
            Self::Doctype => "doctype",
            Self::Root => "root",
        }
    }
}

/// Writes a sentence without a full stop.
impl fmt::Display for Coercion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (&self.from, &self.to);
        match self.kind {
            CoercionKind::Element => write!(f, "the element `{from}` is called `{to}`"),
            CoercionKind::Attribute => write!(f, "the attribute `{from}` is called `{to}`"),
            CoercionKind::DroppedAttribute => write!(f, "the attribute `{from}` is left out"),
            CoercionKind::Value => write!(f, "the value {from:?} is written {to:?}"),
            CoercionKind::Text => write!(f, "the text {from:?} is written {to:?}"),
            CoercionKind::Comment => write!(f, "the comment {from:?} is written {to:?}"),
            CoercionKind::Instruction => {
                write!(f, "the processing instruction {from:?} is written {to:?}")
            }
            CoercionKind::Doctype if to.is_empty() => {
                write!(f, "the document type {from:?} is left out")
            }
            CoercionKind::Doctype => write!(f, "the document type {from:?} is written {to:?}"),
            CoercionKind::Root => write!(f, "<{to}> is around the document"),
        }
    }
}

/// Returns a document as XML, up to the default limit of an output.
///
/// ```
/// use wishful_query::xml;
/// let document = wishful::parse("<p>a<o:p>b");
/// let written = xml::write(&document);
/// assert_eq!(
///     written.text,
///     "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head></head>\
///      <body><p>a<oU00003Ap>b</oU00003Ap></p></body></html>"
/// );
/// assert_eq!(written.coercions[0].to_string(), "the element `o:p` is called `oU00003Ap`");
/// ```
#[must_use]
pub fn write(document: &Document) -> Xml {
    write_limited(document, Allowance::OUTPUT.of(document.text().len()))
}

/// Returns a document as XML, like [`write()`], up to about `most` bytes.
#[must_use]
pub fn write_limited(document: &Document, most: u64) -> Xml {
    let (mut elements, mut has_text) = (0, false);
    let mut child = document.root().first_child();
    while let Some(node) = child {
        elements += usize::from(node.is_element());
        has_text |= node.kind() == NodeKind::Text && !is_blank(node);
        child = node.next_sibling();
    }
    let around = if elements != 1 || has_text { Some(AROUND) } else { None };
    write_within(document, true, around, most)
}

/// Writes a document within an element `around`, up to about `most` bytes. If `namespaced` is
/// false, HTML elements are in no namespace.
#[doc(hidden)]
#[must_use]
pub fn write_within(document: &Document, namespaced: bool, around: Option<&str>, most: u64) -> Xml {
    let mut writer = XmlWriter { namespaced, ..XmlWriter::default() };
    if let Some(name) = around {
        writer.coerced(CoercionKind::Root, None, "", name);
        writer.open(name.to_owned(), String::new());
        writer.out.push('>');
    }
    let mut is_whole = true;
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(_) if u64::try_from(writer.out.len()).unwrap_or(u64::MAX) > most => {
                is_whole = false;
                break;
            }
            WalkStep::Enter(node) => writer.enter(node),
            WalkStep::Leave(node) if node.is_element() => writer.close(),
            WalkStep::Leave(_) => {}
        }
    }
    writer.finish(is_whole)
}

/// Reports whether a text is white space of XML.
fn is_blank(text: NodeRef<'_>) -> bool {
    let is_blank = |letter: char| matches!(letter, ' ' | '\t' | '\n' | '\r');
    text.text_pieces().all(|piece| piece.chars().all(is_blank))
}

#[derive(Default)]
struct XmlWriter {
    out: String,
    coercions: Vec<Coercion>,
    /// The stack of open elements: name and namespace of each.
    open: Vec<(String, String)>,
    first_element: Option<usize>,
    roots: usize,
    has_doctype: bool,
    namespaced: bool,
}

impl XmlWriter {
    fn enter(&mut self, node: NodeRef<'_>) {
        match node.kind() {
            NodeKind::Document | NodeKind::Cruft => {}
            NodeKind::Element => self.start(node),
            NodeKind::Text if self.open.is_empty() && !is_blank(node) => {}
            NodeKind::Text => self.text(node),
            NodeKind::Comment => {
                let text = node.text().unwrap_or_default();
                let coerced = coerce::comment(&text);
                self.coerced_node(CoercionKind::Comment, node, &text, &coerced);
                self.put(format_args!("<!--{coerced}-->"));
            }
            NodeKind::ProcessingInstruction => self.instruction(node),
            NodeKind::Doctype => self.doctype(node),
        }
    }

    fn put(&mut self, text: fmt::Arguments<'_>) {
        // OK because writing to a string never fails.
        let _ = self.out.write_fmt(text);
    }

    fn finish(mut self, is_whole: bool) -> Xml {
        while !self.open.is_empty() {
            self.close();
        }
        let Self { out: text, coercions, first_element, roots, .. } = self;
        let first_element = first_element.unwrap_or(text.len());
        Xml { text, coercions, is_whole, first_element, roots }
    }

    /// Lists a coercion, unless nothing is changed.
    fn coerced(&mut self, kind: CoercionKind, span: Option<Span>, from: &str, to: &str) {
        if from != to {
            self.coercions.push(Coercion { kind, span, from: from.to_owned(), to: to.to_owned() });
        }
    }

    fn coerced_node(&mut self, kind: CoercionKind, node: NodeRef<'_>, from: &str, to: &str) {
        if from != to {
            self.coerced(kind, node.spans().first().copied(), from, to);
        }
    }

    fn close(&mut self) {
        if let Some((name, _)) = self.open.pop() {
            self.put(format_args!("</{name}>"));
        }
    }

    /// Writes the beginning of a start tag.
    fn open(&mut self, name: String, namespace: String) {
        self.first_element.get_or_insert(self.out.len());
        self.put(format_args!("<{name}"));
        if namespace != self.open.last().map_or("", |(_, around)| around.as_str()) {
            self.put(format_args!(" xmlns=\"{namespace}\""));
        }
        self.roots += usize::from(self.open.is_empty());
        self.open.push((name, namespace));
    }

    fn start(&mut self, node: NodeRef<'_>) {
        let written = node.name().unwrap_or_default();
        let name = coerce::name(written);
        let span = match node.start_tag() {
            Some(TagOrigin::Written(span)) => Some(span),
            _ => None,
        };
        self.coerced(CoercionKind::Element, span, written, &name);
        let namespace = match node.namespace() {
            None if !self.namespaced => "",
            _ => Node::from(node).namespace_uri(),
        };
        self.open(name.into_owned(), namespace.to_owned());
        self.attributes(node);
        self.out.push('>');
    }

    fn attributes(&mut self, node: NodeRef<'_>) {
        let mut prefixes: Vec<&str> = Vec::new();
        let mut names: Vec<(Option<&str>, Cow<'_, str>)> = Vec::new();
        for attribute in node.own_attributes() {
            let span = Some(attribute.name_span());
            let (namespace, name) = coerce::attribute(attribute);
            let address = namespace.and_then(coerce::address);
            let key = (namespace.filter(|_| address.is_some()), name);
            if coerce::is_dropped(attribute) || names.contains(&key) {
                self.coerced(CoercionKind::DroppedAttribute, span, attribute.name(), "");
                continue;
            }
            let name = &key.1;
            if attribute.local_name() != *name && attribute.name() != format!("xml:{name}") {
                self.coerced(CoercionKind::Attribute, span, attribute.name(), name);
            }
            if let (Some(prefix), Some(address)) = (key.0, address) {
                // The prefix `xml` is always declared.
                if prefix != "xml" && !prefixes.contains(&prefix) {
                    self.put(format_args!(" xmlns:{prefix}=\"{address}\""));
                    prefixes.push(prefix);
                }
                self.put(format_args!(" {prefix}:{name}=\""));
            } else {
                self.put(format_args!(" {name}=\""));
            }
            self.value(attribute);
            names.push(key);
        }
    }

    fn value(&mut self, attribute: AttributeRef<'_>) {
        let value = coerce::text(attribute.value());
        let span = attribute.value_span();
        self.coerced(CoercionKind::Value, span, attribute.value(), &value);
        self.out.push_str(&escaped(&value, XML_ATTRIBUTE));
        self.out.push('"');
    }

    fn text(&mut self, node: NodeRef<'_>) {
        for (span, piece) in node.spanned_texts() {
            let coerced = coerce::text(piece);
            self.coerced(CoercionKind::Text, Some(span), piece, &coerced);
            if self.open.is_empty() {
                // A character reference is no white space between the parts of a document.
                self.out.push_str(&coerced.replace('\r', "\n"));
            } else {
                self.out.push_str(&escaped(&coerced, XML_TEXT));
            }
        }
    }

    fn instruction(&mut self, node: NodeRef<'_>) {
        let (target, data) = (node.target().unwrap_or_default(), node.text().unwrap_or_default());
        let (coerced_target, coerced_data) = (coerce::target(target), coerce::data(&data));
        let written = format!("{coerced_target} {coerced_data}");
        let from = format!("{target} {data}");
        self.coerced_node(CoercionKind::Instruction, node, &from, &written);
        self.put(format_args!("<?{written}?>"));
    }

    /// Writes a document type declaration, with its identifiers if XML can express them.
    fn doctype(&mut self, node: NodeRef<'_>) {
        let name = coerce::name(node.doctype_name().unwrap_or_default());
        let (public, system) =
            (node.public_id().unwrap_or_default(), node.system_id().unwrap_or_default());
        let from = declaration(node.doctype_name().unwrap_or_default(), public, system);
        // XML has at most one document type declaration, before the root.
        if self.roots > 0 || std::mem::replace(&mut self.has_doctype, true) {
            self.coerced_node(CoercionKind::Doctype, node, &from, "");
            return;
        }
        let is_quotable = !system.contains('"') || !system.contains('\'');
        let to = if is_quotable && is_public(public) {
            declaration(&name, public, &coerce::text(system))
        } else {
            declaration(&name, "", "")
        };
        self.coerced_node(CoercionKind::Doctype, node, &from, &to);
        self.out.push_str(&to);
    }
}

/// Returns a document type declaration of XML.
fn declaration(name: &str, public: &str, system: &str) -> String {
    let quote = if system.contains('"') { '\'' } else { '"' };
    match (public, system) {
        ("", "") => format!("<!DOCTYPE {name}>"),
        ("", _) => format!("<!DOCTYPE {name} SYSTEM {quote}{system}{quote}>"),
        _ => format!("<!DOCTYPE {name} PUBLIC \"{public}\" {quote}{system}{quote}>"),
    }
}

/// Reports whether this is a public identifier of XML (XML 1.0, production 13, always in double
/// quotes here).
fn is_public(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(letter))
}
