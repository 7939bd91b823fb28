//! A tree as XML, for a reader that is quicker than building the tree step by step: that of lxml.
//!
//! What comes out says the same tree, coerced by [`coerce`], in two pieces: what stands in front of the first element, and the
//! rest. Besides, there are the line of each start tag, how many elements stand outside of all others, and how deep they stand in
//! one another. It is well-formed if it has one such element; one that is put around all is one.

use std::borrow::Cow;
use std::fmt::Write;

use pyo3::prelude::*;
use wishful::query;
use wishful::tree::{self, NodeKind, NodeRef, Step, TagOrigin};

use crate::coerce;
use crate::flat::{address, attributes, declared};

/// XML, and what its reader is to know.
#[derive(IntoPyObject)]
pub(crate) struct Written(String, String, Vec<usize>, usize, usize);

/// Writes a tree, perhaps with an element around it; with the namespace of HTML, or without one for what is the markup's own.
pub(crate) fn write(tree: &tree::Document, namespaced: bool, around: Option<&str>) -> Written {
    let mut writer = Writer { namespaced, ..Writer::default() };
    if let Some(name) = around {
        writer.open(coerce::name(name), "", 0);
        writer.out.push('>');
    }
    for step in tree.root().walk() {
        match step {
            Step::Enter(node) => writer.enter(node),
            Step::Leave(node) if node.is_element() => writer.close(),
            Step::Leave(_) => {}
        }
    }
    if around.is_some() {
        writer.close();
    }
    Written(writer.prolog, writer.out, writer.lines, writer.roots, writer.deepest)
}

#[derive(Default)]
struct Writer<'a> {
    /// What stands in front of the first element.
    prolog: String,
    out: String,
    /// Of each element, the line of its start tag; 0 if that is written nowhere.
    lines: Vec<usize>,
    /// The elements that are open: of each its name and its namespace.
    open: Vec<(Cow<'a, str>, &'a str)>,
    roots: usize,
    deepest: usize,
    has_doctype: bool,
    namespaced: bool,
}

impl<'a> Writer<'a> {
    fn enter(&mut self, node: NodeRef<'a>) {
        match node.kind() {
            NodeKind::Document | NodeKind::Cruft => {}
            NodeKind::Element => self.start(node),
            // (Outside of the root XML has no text, and no document has any that matters.)
            NodeKind::Text if self.open.is_empty() => {}
            NodeKind::Text => {
                node.text_pieces().for_each(|piece| escape(&coerce::text(piece), &mut self.out));
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

    /// Begins a start tag.
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
            _ => query::Node::from(node).namespace_uri(),
        }
    }

    fn attributes(&mut self, node: NodeRef<'_>) {
        for attribute in attributes(node).filter(|one| !coerce::is_dropped(*one)) {
            let value = coerce::text(attribute.value());
            match attribute.namespace().and_then(|word| Some((word, address(word)?))) {
                None => {
                    let name = coerce::name(attribute.name());
                    self.put(format_args!(" {name}=\""));
                }
                Some((prefix, address)) => {
                    let name = coerce::name(attribute.local_name());
                    // (`xml` is declared everywhere.)
                    if prefix != "xml" && !self.declares(prefix) {
                        self.put(format_args!(" xmlns:{prefix}=\"{address}\""));
                    }
                    self.put(format_args!(" {prefix}:{name}=\""));
                }
            }
            escape(&value, &mut self.out);
            self.out.push('"');
        }
    }

    /// Whether the tag that is being written declares a prefix already.
    fn declares(&self, prefix: &str) -> bool {
        let tag = self.out.rfind('<').map_or("", |start| &self.out[start..]);
        tag.contains(&format!(" xmlns:{prefix}=\""))
    }

    /// A document type declaration, with its identifiers if XML can say them.
    fn doctype(&mut self, node: NodeRef<'_>) {
        let (name, public, system) = declared(node);
        let (name, public, system) =
            (coerce::name(name), public.unwrap_or(""), system.unwrap_or(""));
        // (There is one or none.)
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

/// A literal; one that has both sorts of quotes cannot be said, and is empty.
fn quoted(text: &str) -> String {
    match (text.contains('"'), text.contains('\'')) {
        (false, _) => format!("\"{text}\""),
        (true, false) => format!("'{text}'"),
        (true, true) => "\"\"".to_owned(),
    }
}

/// Whether it is a public identifier of XML. (XML 1.0, production 13; here always in double quotes.)
fn is_public(text: &str) -> bool {
    let is_of_it = |letter: char| {
        letter.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(letter)
    };
    text.chars().all(is_of_it)
}

/// Writes a text or a value so that it is read as it is.
fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            letter => out.push(letter),
        }
    }
}
