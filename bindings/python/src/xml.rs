//! Serialisation of a tree as XML, for lxml: its parser is faster than building the tree step by
//! step.
//!
//! The output is the same tree, coerced by [`coerce`], in two strings: the prolog before the first
//! element, and the rest. With it come the line of each start tag, the attributes whose names are
//! not names of XML, the number of root elements, and the maximum depth of open elements.
//!
//! The XML is well-formed if and only if it has one root element. The parameter `around` of
//! [`write()`] adds one.

use std::borrow::Cow;
use std::fmt::Write;

use pyo3::prelude::*;
use wishful::base::{XML_ATTRIBUTE, escaped};
use wishful::tree::{self, AttributeRef, NodeKind, NodeRef, TagOrigin, WalkStep};

use crate::coerce;
use crate::flat::{address, attributes, declared};

/// An element's number, and the names and values of its attributes.
type Attributes = (usize, Vec<(String, String)>);

/// The prolog, the rest, the line of each start tag, the attributes of each element that has one
/// whose name is no name of XML, the number of root elements, and the maximum depth.
#[derive(IntoPyObject)]
pub(crate) struct XmlText(String, String, Vec<usize>, Vec<Attributes>, usize, usize);

/// Writes a tree, optionally within an element `around`. If `namespaced`, HTML elements are in the
/// namespace of HTML; otherwise in none.
pub(crate) fn write(tree: &tree::Document, namespaced: bool, around: Option<&str>) -> XmlText {
    let mut writer = XmlWriter { namespaced, ..XmlWriter::default() };
    if let Some(name) = around {
        writer.open(coerce::name(name), "", 0);
        writer.out.push('>');
    }
    for step in tree.root().walk() {
        match step {
            WalkStep::Enter(node) => writer.enter(node),
            WalkStep::Leave(node) if node.is_element() => writer.close(),
            WalkStep::Leave(_) => {}
        }
    }
    if around.is_some() {
        writer.close();
    }
    let XmlWriter { prolog, out, lines, uncoerced, roots, deepest, .. } = writer;
    XmlText(prolog, out, lines, uncoerced, roots, deepest)
}

#[derive(Default)]
struct XmlWriter<'a> {
    /// The text before the first element.
    prolog: String,
    out: String,
    /// The line of each element's start tag; 0 if the source has none.
    lines: Vec<usize>,
    uncoerced: Vec<Attributes>,
    /// The stack of open elements: name and namespace of each.
    open: Vec<(Cow<'a, str>, &'a str)>,
    roots: usize,
    deepest: usize,
    has_doctype: bool,
    namespaced: bool,
}

impl<'a> XmlWriter<'a> {
    fn enter(&mut self, node: NodeRef<'a>) {
        match node.kind() {
            NodeKind::Document | NodeKind::Cruft => {}
            NodeKind::Element => self.start(node),
            // XML allows no text outside of the root, and no document has any that matters.
            NodeKind::Text if self.open.is_empty() => {}
            NodeKind::Text => {
                for piece in node.text_pieces() {
                    self.out.push_str(&escaped(&coerce::text(piece), XML_ATTRIBUTE));
                }
            }
            NodeKind::Comment => {
                let text = node.text().unwrap_or_default();
                self.put(format_args!("<!--{}-->", coerce::comment(&text)));
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = (node.target().unwrap_or_default(), node.text());
                let data = data.unwrap_or_default();
                self.put(format_args!("<?{target} {}?>", coerce::text(&data)));
            }
            NodeKind::Doctype if self.roots > 0 => {}
            NodeKind::Doctype => self.doctype(node),
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // OK because writing to a string never fails.
        let _ = self.out.write_fmt(text);
    }

    fn close(&mut self) {
        if let Some((name, _)) = self.open.pop() {
            self.put(format_args!("</{name}>"));
        }
    }

    /// Writes the beginning of a start tag.
    fn open(&mut self, name: Cow<'a, str>, namespace: &'a str, line: usize) {
        if self.roots == 0 {
            self.prolog = std::mem::take(&mut self.out);
        }
        self.put(format_args!("<{name}"));
        if namespace != self.open.last().map_or("", |&(_, around)| around) {
            self.put(format_args!(" xmlns=\"{namespace}\""));
        }
        self.lines.push(line);
        self.roots += usize::from(self.open.is_empty());
        self.open.push((name, namespace));
        self.deepest = self.deepest.max(self.open.len());
    }

    fn start(&mut self, node: NodeRef<'a>) {
        let name = coerce::name(node.name().unwrap_or_default());
        let line = match node.start_tag() {
            Some(TagOrigin::Written(span)) => node.document().position(span.start).line,
            _ => 0,
        };
        self.open(name, self.namespace(node), line);
        self.attributes(node);
        self.out.push('>');
    }

    fn namespace(&self, node: NodeRef<'a>) -> &'a str {
        match node.namespace() {
            None if !self.namespaced => "",
            _ => wishful_query::Node::from(node).namespace_uri(),
        }
    }

    fn attributes(&mut self, node: NodeRef<'_>) {
        if kept_attributes(node).any(|one| !coerce::is_name(one.name())) {
            let pairs =
                kept_attributes(node).map(|one| (coerce::lxml_name(one.name()), one.value()));
            let pairs = pairs.map(|(name, value)| (name.into(), coerce::text(value).into()));
            self.uncoerced.push((self.lines.len() - 1, pairs.collect()));
        }
        for attribute in kept_attributes(node) {
            let (namespace, name) = coerce::attribute(attribute);
            if let Some(prefix) = namespace
                && let Some(address) = address(prefix)
            {
                // The prefix `xml` is always declared.
                if prefix != "xml" && !self.declares(prefix) {
                    self.put(format_args!(" xmlns:{prefix}=\"{address}\""));
                }
                self.put(format_args!(" {prefix}:{name}=\""));
            } else {
                self.put(format_args!(" {name}=\""));
            }
            self.out.push_str(&escaped(&coerce::text(attribute.value()), XML_ATTRIBUTE));
            self.out.push('"');
        }
    }

    /// Reports whether the current tag already declares a prefix.
    fn declares(&self, prefix: &str) -> bool {
        let Some(start) = self.out.rfind('<') else { return false };
        self.out[start..].contains(&format!(" xmlns:{prefix}=\""))
    }

    /// Writes a document type declaration, with its identifiers if XML can express them.
    fn doctype(&mut self, node: NodeRef<'_>) {
        let (name, public, system) = declared(node);
        let (name, public, system) =
            (coerce::name(name), public.unwrap_or(""), system.unwrap_or(""));
        // XML has at most one document type declaration.
        if !std::mem::replace(&mut self.has_doctype, true) {
            let system = quoted(&coerce::text(system));
            match public {
                "" if system == "\"\"" => self.put(format_args!("<!DOCTYPE {name}>")),
                "" => self.put(format_args!("<!DOCTYPE {name} SYSTEM {system}>")),
                public if is_public(public) => {
                    self.put(format_args!("<!DOCTYPE {name} PUBLIC \"{public}\" {system}>"));
                }
                _ => self.put(format_args!("<!DOCTYPE {name}>")),
            }
        }
    }
}

/// Returns the attributes of an element that XML allows, if their names are coerced.
fn kept_attributes(node: NodeRef<'_>) -> impl Iterator<Item = AttributeRef<'_>> {
    attributes(node).filter(|attribute| !coerce::is_dropped(*attribute))
}

/// Quotes a literal. If it contains both kinds of quotes, XML cannot express it, and the result is
/// empty.
fn quoted(text: &str) -> String {
    match (text.contains('"'), text.contains('\'')) {
        (false, _) => format!("\"{text}\""),
        (true, false) => format!("'{text}'"),
        (true, true) => "\"\"".to_owned(),
    }
}

/// Reports whether this is a public identifier of XML (XML 1.0, production 13, always in double
/// quotes here).
fn is_public(text: &str) -> bool {
    for letter in text.chars() {
        if !letter.is_ascii_alphanumeric() && !" \r\n-'()+,./:=?;!*#@$_%".contains(letter) {
            return false;
        }
    }
    true
}
