//! The `html5lib` format of the public tree-construction tests, without the first line `#document`.
//!
//! ```text
//! | <!DOCTYPE html>
//! | <html>
//! |   <body>
//! |     class="a"            (the attributes of <body>, sorted)
//! |     "Text"
//! |     <svg svg>
//! ```
//!
//! Template contents are below a line `content`, one level deeper. A shadow root is a line
//! `#shadow-root (open)`, the first in its host. Cruft is omitted, and texts that only cruft
//! separates are one text. Two texts that became neighbours because a node between them was moved
//! stay two texts. The format indents by depth, so its size is quadratic in the depth of a
//! document.

use std::fmt::{self, Write};

use crate::base::Indent;

use super::meter::Metered;
use super::sink::TreeSink;
use crate::tree::document::Document;
use crate::tree::node_ref::NodeRef;

/// Writes a document in the format of the tests.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    let mut dump = Dump { out, result: Ok(()) };
    document.build_into(&mut dump);
    dump.result
}

/// A writer of the nodes; a handle is the depth of a node's children.
struct Dump<'d, 'm, W: Write> {
    out: &'d mut Metered<'m, W>,
    result: fmt::Result,
}

impl<W: Write> Dump<'_, '_, W> {
    /// Writes a line, if there is room for it and no earlier one failed.
    fn line(&mut self, depth: usize, line: fmt::Arguments<'_>) {
        if self.result.is_ok() {
            let indent = Indent(2 * depth);
            self.result = self.out.room().and_then(|()| writeln!(self.out, "| {indent}{line}"));
        }
    }
}

impl<W: Write> TreeSink for Dump<'_, '_, W> {
    type Handle = usize;

    fn root(&mut self) -> usize {
        0
    }

    fn append_element(&mut self, &depth: &usize, element: NodeRef<'_>) -> usize {
        let name = element.name().unwrap_or_default();
        match element.namespace() {
            Some(namespace) => self.line(depth, format_args!("<{namespace} {name}>")),
            None => self.line(depth, format_args!("<{name}>")),
        }
        let mut attributes: Vec<_> = element.own_attributes().collect();
        attributes.sort_by(|a, b| a.shown_name().encode_utf16().cmp(b.shown_name().encode_utf16()));
        for attribute in attributes {
            let (name, value) = (attribute.shown_name(), attribute.value());
            self.line(depth + 1, format_args!("{name}=\"{value}\""));
        }
        depth + 1
    }

    fn append_text(&mut self, &depth: &usize, text: &str) {
        self.line(depth, format_args!("\"{text}\""));
    }

    fn append_comment(&mut self, &depth: &usize, text: &str) {
        self.line(depth, format_args!("<!-- {text} -->"));
    }

    fn append_instruction(&mut self, &depth: &usize, target: &str, data: &str) {
        self.line(depth, format_args!("<?{target} {data}?>"));
    }

    fn append_doctype(&mut self, &depth: &usize, name: &str, public: &str, system: &str) {
        match (public, system) {
            ("", "") => self.line(depth, format_args!("<!DOCTYPE {name}>")),
            _ => self.line(depth, format_args!("<!DOCTYPE {name} \"{public}\" \"{system}\">")),
        }
    }

    fn template_contents(&mut self, &depth: &usize) -> usize {
        self.line(depth, format_args!("content"));
        depth + 1
    }

    fn attach_shadow_root(&mut self, &depth: &usize, root: NodeRef<'_>) -> usize {
        let mode = root.shadow_root().unwrap_or_default().mode();
        self.line(depth, format_args!("#shadow-root ({mode})"));
        depth + 1
    }
}
