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

use super::document::Document;
use super::meter::Metered;
use super::node_ref::{NodeKind, NodeRef};
use super::shadow::ShadowRoot;
use super::walk::Step;

/// Writes a document in the format of the tests.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    let mut dump = Dump { out, depth: 0, in_text: false };
    for step in document.root().walk() {
        match step {
            Step::Enter(node) => dump.enter(node)?,
            Step::Leave(node) => dump.leave(node)?,
        }
    }
    dump.end_text()
}

/// Reports whether the children of an element belong to its template contents.
fn has_contents(node: NodeRef<'_>) -> bool {
    node.has_template_contents()
}

struct Dump<'d, 'm, W: Write> {
    out: &'d mut Metered<'m, W>,
    depth: usize,
    /// Set if a text has begun and its closing quote is not written yet.
    in_text: bool,
}

impl<W: Write> Dump<'_, '_, W> {
    fn enter(&mut self, node: NodeRef<'_>) -> fmt::Result {
        match node.kind() {
            NodeKind::Document | NodeKind::Cruft => Ok(()),
            NodeKind::Element => self.element(node),
            NodeKind::Text => self.text(node),
            NodeKind::Comment => {
                self.begin(0)?;
                writeln!(self.out, "<!-- {} -->", node.text().unwrap_or_default())
            }
            NodeKind::ProcessingInstruction => {
                self.begin(0)?;
                node.write_instruction(self.out)?;
                self.out.write_char('\n')
            }
            NodeKind::Doctype => self.doctype(node),
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if node.kind() == NodeKind::Element {
            self.end_text()?;
            self.depth -= 1 + usize::from(has_contents(node));
        }
        Ok(())
    }

    /// Begins a line, if there is room for it.
    fn begin(&mut self, deeper: usize) -> fmt::Result {
        self.end_text()?;
        self.out.room()?;
        write!(self.out, "| {}", Indent(2 * (self.depth + deeper)))
    }

    /// Writes a shadow root with its mode.
    fn shadow_root(&mut self, root: ShadowRoot) -> fmt::Result {
        self.begin(0)?;
        writeln!(self.out, "#shadow-root ({})", root.mode())?;
        self.depth += 1;
        Ok(())
    }

    fn element(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if let Some(root) = node.shadow_root() {
            return self.shadow_root(root);
        }
        self.begin(0)?;
        let name = node.name().unwrap_or_default();
        match node.namespace() {
            Some(namespace) => writeln!(self.out, "<{namespace} {name}>")?,
            None => writeln!(self.out, "<{name}>")?,
        }
        let mut attributes: Vec<_> = node.own_attributes().collect();
        attributes.sort_by(|a, b| a.shown_name().encode_utf16().cmp(b.shown_name().encode_utf16()));
        for attribute in attributes {
            self.begin(1)?;
            writeln!(self.out, "{}=\"{}\"", attribute.shown_name(), attribute.value())?;
        }
        self.depth += 1;
        if has_contents(node) {
            self.begin(0)?;
            self.out.write_str("content\n")?;
            self.depth += 1;
        }
        Ok(())
    }

    fn text(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let parted = node.previous_sibling().is_some_and(|before| before.kind() == NodeKind::Text);
        if !self.in_text || parted {
            self.begin(0)?;
            self.out.write_char('"')?;
            self.in_text = true;
        }
        node.texts().try_for_each(|piece| self.out.write_str(piece))
    }

    fn end_text(&mut self) -> fmt::Result {
        if self.in_text {
            self.in_text = false;
            self.out.write_str("\"\n")?;
        }
        Ok(())
    }

    fn doctype(&mut self, node: NodeRef<'_>) -> fmt::Result {
        self.begin(0)?;
        let text = node.document().text();
        let Some(doctype) = node.doctype() else { return writeln!(self.out, "<!DOCTYPE >") };
        let [name, public, system] = [&doctype.name, &doctype.public_id, &doctype.system_id]
            .map(|value| value.as_ref().map_or("", |value| value.get(text)));
        write!(self.out, "<!DOCTYPE {name}")?;
        if !(public.is_empty() && system.is_empty()) {
            write!(self.out, " \"{public}\" \"{system}\"")?;
        }
        self.out.write_str(">\n")
    }
}
