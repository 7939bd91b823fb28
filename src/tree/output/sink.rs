//! The finished tree, handed to a sink that builds a DOM of its own.
//!
//! ```text
//! slippers ──► events ──► Builder ──► Document ──► build_into ──► sink ──► a DOM of the user
//! ```
//!
//! A sink is called after the parse, in document order, and never to move or change a node. The
//! tree is known only at the end. Foster parenting and the adoption agency move nodes, a later tag
//! adds attributes to `<html>`, and mirrors copy finished content. A late declaration of another
//! encoding discards all of it.
//!
//! So a sink does not save the memory of the [`Document`], which may be dropped afterwards. To read
//! a document without a tree of your own, use [`NodeRef`]. For the steps of the parse in their
//! order, use the format `events`.

use crate::tree::document::Document;
use crate::tree::node_ref::{NodeKind, NodeRef};
use crate::tree::walk::WalkStep;

/// A builder of a tree of its own, which receives a finished tree node by node.
///
/// [`Document::build_into`] calls it in
/// document order, a parent before its children. Cruft is no node of a DOM and is left out.
///
/// ```
/// use wishful::tree::{NodeRef, TreeSink};
///
/// /// A tree as a list: the parent of each node, and its name or text.
/// struct Rows(Vec<(usize, String)>);
///
/// impl TreeSink for Rows {
///     type Handle = usize;
///     fn root(&mut self) -> usize {
///         0
///     }
///     fn append_element(&mut self, parent: &usize, element: NodeRef<'_>) -> usize {
///         self.0.push((*parent, element.name().unwrap_or_default().to_owned()));
///         self.0.len()
///     }
///     fn append_text(&mut self, parent: &usize, text: &str) {
///         self.0.push((*parent, text.to_owned()));
///     }
/// }
///
/// let mut rows = Rows(Vec::new());
/// wishful::parse("<b>1<p>2").build_into(&mut rows);
/// let rows: Vec<(usize, &str)> = rows.0.iter().map(|(at, row)| (*at, &**row)).collect();
/// let body = [(1, "body"), (3, "b"), (4, "1"), (4, "p"), (6, "2")];
/// assert_eq!(rows, [&[(0, "html"), (1, "head")], &body[..]].concat());
/// ```
pub trait TreeSink {
    /// A reference to a node of the sink, to which children are appended.
    type Handle: Clone;

    /// Returns the root: the document, or what holds the nodes of a fragment.
    fn root(&mut self) -> Self::Handle;

    /// Appends an element with its [name](NodeRef::name), [namespace](NodeRef::namespace) and
    /// [attributes](NodeRef::attributes), of which duplicates do not count. `element` also has its
    /// spans and repairs.
    fn append_element(&mut self, parent: &Self::Handle, element: NodeRef<'_>) -> Self::Handle;

    /// Appends a text node, which is not empty. After a move, two text nodes may be neighbours.
    fn append_text(&mut self, parent: &Self::Handle, text: &str);

    /// Appends a comment; by default does nothing.
    fn append_comment(&mut self, _parent: &Self::Handle, _text: &str) {}

    /// Appends a processing instruction; by default does nothing.
    fn append_instruction(&mut self, _parent: &Self::Handle, _target: &str, _data: &str) {}

    /// Appends a document type, whose missing parts are empty (DOM, section 4.6); by default does
    /// nothing.
    fn append_doctype(&mut self, _: &Self::Handle, _name: &str, _public: &str, _system: &str) {}

    /// Returns the parent of an element's template contents; by default the element.
    fn template_contents(&mut self, template: &Self::Handle) -> Self::Handle {
        template.clone()
    }

    /// Attaches a [shadow root](NodeRef::shadow_root) to its host, before all children; by default
    /// appends it as the element `<template>` that declares it. Only if
    /// [`TreeOptions::shadow_roots`](crate::tree::TreeOptions::shadow_roots) is set.
    fn attach_shadow_root(&mut self, host: &Self::Handle, root: NodeRef<'_>) -> Self::Handle {
        self.append_element(host, root)
    }
}

impl Document {
    /// Builds the tree again in a sink.
    pub fn build_into<S: TreeSink>(&self, sink: &mut S) {
        let mut parents = vec![sink.root()];
        // A text, joined with those that only cruft separates from it.
        let mut text = String::new();
        for step in self.root().walk() {
            let (WalkStep::Enter(node) | WalkStep::Leave(node)) = step;
            let is_text = node.kind() == NodeKind::Text;
            if node.kind() == NodeKind::Cruft || is_text && matches!(step, WalkStep::Leave(_)) {
                continue;
            }
            let parent = parents.last().expect("a node is left after it was entered");
            let before = node.previous_sibling().map(NodeRef::kind);
            if !text.is_empty() && (!is_text || before == Some(NodeKind::Text)) {
                sink.append_text(parent, &text);
                text.clear();
            }
            match step {
                WalkStep::Enter(node) if is_text => text.extend(node.texts()),
                WalkStep::Enter(node) => parents.extend(append(sink, parent, node)),
                WalkStep::Leave(node) if node.is_element() => drop(parents.pop()),
                WalkStep::Leave(_) => {}
            }
        }
    }
}

/// Appends a node other than a text; returns the parent of its children if it is an element.
fn append<S: TreeSink>(sink: &mut S, parent: &S::Handle, node: NodeRef<'_>) -> Option<S::Handle> {
    let text = node.text().unwrap_or_default();
    match node.kind() {
        NodeKind::Element if node.is_shadow_root() => {
            return Some(sink.attach_shadow_root(parent, node));
        }
        NodeKind::Element => {
            let element = sink.append_element(parent, node);
            let contents = node.has_template_contents().then(|| sink.template_contents(&element));
            return contents.or(Some(element));
        }
        NodeKind::Comment => sink.append_comment(parent, &text),
        NodeKind::ProcessingInstruction => {
            sink.append_instruction(parent, node.target().unwrap_or_default(), &text);
        }
        NodeKind::Doctype => {
            let parts = [node.doctype_name(), node.public_id(), node.system_id()];
            let [name, public, system] = parts.map(Option::unwrap_or_default);
            sink.append_doctype(parent, name, public, system);
        }
        NodeKind::Document | NodeKind::Text | NodeKind::Cruft => {}
    }
    None
}
