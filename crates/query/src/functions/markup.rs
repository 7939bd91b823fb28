//! Parsley's functions on markup: nodes as XML, and their text with line breaks.

use std::fmt::Write;

use super::Call;
use crate::evaluate::{Eval, EvalNode, Evaluator, Val};
use crate::function::Markup;
use crate::names::names;
use crate::node::{Node, NodePart, NodeType};
use crate::view::View;
use wishful::base::{XML_ATTRIBUTE, XML_TEXT, escaped};
use wishful::tree::{AttributeRef, NodeKind, NodeRef, WalkStep};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Evaluates a function that returns markup or text with line breaks.
    pub(super) fn markup(&mut self, of: Markup, call: Call<'e>) -> Eval<Val<'e>> {
        if of == Markup::Document {
            return self.fetched(call);
        }
        let mut out = String::new();
        for place in self.nodes_of(call, 0)?.iter() {
            let before = out.len();
            self.steps.take(self.world.end(*place) - place.number())?;
            self.write_node(of, *place, &mut out);
            self.made(out.len() - before)?;
            self.has_room(out.len())?;
        }
        Ok(Val::text(out))
    }

    /// Writes a node in the form `of`: as text with line breaks, as XML, or as the XML of its
    /// content. The last is escaped text for an attribute.
    fn write_node(&self, of: Markup, place: EvalNode, out: &mut String) {
        let (view, room) = (self.world.view, self.room());
        let Some(node) = self.world.node(place) else {
            out.push_str(&self.world.string_value(place));
            return;
        };
        match (of, node.kind()) {
            (Markup::WithNewlines, NodeType::Attribute | NodeType::Namespace) => {
                out.push_str(&node.string_value_in(view));
            }
            (Markup::WithNewlines, _) => with_newlines(node.owner, view, out),
            (Markup::OuterXml, NodeType::Attribute) => attribute(node, out),
            (Markup::OuterXml, NodeType::Namespace) => {}
            (Markup::OuterXml, _) if node.part == NodePart::Itself => {
                write_xml(node.owner, view, room, out);
            }
            (_, NodeType::Attribute | NodeType::Namespace) => {
                out.push_str(&escaped(&node.string_value(), XML_TEXT));
            }
            _ => node.owner.children().for_each(|child| write_xml(child, view, room, out)),
        }
    }
}

/// Writes a node as XML without indentation, and stops once the output exceeds `room` bytes.
fn write_xml(top: NodeRef<'_>, view: View, room: usize, out: &mut String) {
    let mut steps = top.walk();
    while let Some(step) = steps.next() {
        if out.len() > room {
            return;
        }
        match step {
            // A shadow tree is not part of its host's markup.
            WalkStep::Enter(node) if node.is_shadow_root() && node != top => steps.pass_over(node),
            WalkStep::Enter(node) => enter(node, view, out),
            WalkStep::Leave(node) => leave(node, view, out),
        }
    }
}

/// Writes a start tag, or a node without children.
fn enter(node: NodeRef<'_>, view: View, out: &mut String) {
    match node.kind() {
        NodeKind::Element if !node.is_shadow_root() => {
            out.push('<');
            out.push_str(node.name().unwrap_or_default());
            for attribute in node.attributes() {
                if !attribute.is_duplicate() {
                    write_attribute(attribute, out);
                }
            }
            out.push_str(if is_empty(node, view) { "/>" } else { ">" });
        }
        NodeKind::Text if view.has_text(node) => text(node, out),
        NodeKind::Comment => {
            let comment = node.text().unwrap_or_default();
            // OK because a string is written to.
            write!(out, "<!--{comment}-->").expect("strings have room");
        }
        NodeKind::ProcessingInstruction => {
            node.write_instruction(out).expect("strings have room");
        }
        _ => {}
    }
}

/// Writes the end tag of an element that is not empty.
fn leave(node: NodeRef<'_>, view: View, out: &mut String) {
    if node.is_element() && !node.is_shadow_root() && !is_empty(node, view) {
        write!(out, "</{}>", node.name().unwrap_or_default()).expect("strings have room");
    }
}

/// Reports whether an element has no visible children.
fn is_empty(node: NodeRef<'_>, view: View) -> bool {
    !node.children().any(|child| view.has(child) && !child.is_shadow_root())
}

/// Writes a text: in `<script>` and `<style>` as a CDATA section, elsewhere escaped.
fn text(node: NodeRef<'_>, out: &mut String) {
    let text = node.text().unwrap_or_default();
    let parent = node.parent().filter(|parent| parent.namespace_id().is_none());
    let name = parent.and_then(NodeRef::name).unwrap_or_default();
    if names().is_character_data(name) {
        let text = text.replace("]]>", "]]]]><![CDATA[>");
        write!(out, "<![CDATA[{text}]]>").expect("strings have room");
    } else {
        out.push_str(&escaped(&text, XML_TEXT));
    }
}

fn attribute(node: Node<'_>, out: &mut String) {
    if let Some(attribute) = node.attribute() {
        write_attribute(attribute, out);
    }
}

fn write_attribute(attribute: AttributeRef<'_>, out: &mut String) {
    let value = escaped(attribute.value(), XML_ATTRIBUTE);
    write!(out, " {}=\"{value}\"", attribute.name()).expect("strings have room");
}

/// Writes the text in a node, with a line break after each element listed under `breaks`, and
/// without the text of silent elements.
fn with_newlines(top: NodeRef<'_>, view: View, out: &mut String) {
    let mut steps = top.walk();
    while let Some(step) = steps.next() {
        match step {
            WalkStep::Enter(node) if node.kind() == NodeKind::Text && view.has_text(node) => {
                out.extend(node.text_pieces());
            }
            WalkStep::Enter(node) if names().is_silent(&html_name(node)) => steps.pass_over(node),
            WalkStep::Leave(node) if names().breaks(&html_name(node)) => out.push('\n'),
            _ => {}
        }
    }
}

/// Returns the name of an HTML element in lower case; other nodes have an empty one.
fn html_name(node: NodeRef<'_>) -> String {
    match node.namespace_id() {
        None => node.name().unwrap_or_default().to_ascii_lowercase(),
        Some(_) => String::new(),
    }
}
