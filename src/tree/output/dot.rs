//! The `dot` format: the tree for Graphviz, with virtual elements dashed and cruft red.

use std::fmt::{self, Write};

use super::meter::Metered;
use crate::base::graphviz;
use crate::tree::document::Document;
use crate::tree::excerpt::Quoted;
use crate::tree::node_ref::{NodeKind, NodeRef};

/// Writes a document as a graph.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    out.write_str("digraph document {\n  node [shape=box fontname=monospace];\n")?;
    for node in document.nodes() {
        out.room()?;
        let id = node.id().index();
        writeln!(out, "  n{id} [label={}{}];", graphviz(&label(node)), style(node))?;
        if let Some(parent) = node.parent() {
            writeln!(out, "  n{} -> n{id};", parent.id().index())?;
        }
    }
    out.write_str("}\n")
}

fn label(node: NodeRef<'_>) -> String {
    match node.kind() {
        NodeKind::Document => "document".to_owned(),
        NodeKind::Element => format!("<{}>", node.qualified_name().unwrap_or_default()),
        NodeKind::Doctype => "doctype".to_owned(),
        NodeKind::Comment => format!("comment {}", Quoted(&node.text().unwrap_or_default())),
        NodeKind::ProcessingInstruction => {
            let (target, data) = (node.target().unwrap_or_default(), node.text());
            format!("pi {target} {}", Quoted(&data.unwrap_or_default()))
        }
        NodeKind::Text | NodeKind::Cruft => Quoted(&node.text().unwrap_or_default()).to_string(),
    }
}

fn style(node: NodeRef<'_>) -> &'static str {
    match node.kind() {
        NodeKind::Element if node.is_virtual() => " style=dashed",
        NodeKind::Cruft => " color=red fontcolor=red",
        NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => " shape=plain",
        _ => "",
    }
}
