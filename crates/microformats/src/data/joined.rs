//! Microformats as part of the graph: the nodes of their JSON-LD, each with the values that gave
//! it.

use oxrdf::NamedOrBlankNode;

use super::graph::{Graph, Object, SourcedObject};
use crate::addresses::Addresses;
use crate::output::linked::{LinkedNode, Object as Linked, ObjectSource};
use crate::results::{Microformats, Range, TermId, Text};
use crate::step::{Role, Step};
use wishful::Allowance;
use wishful::tree::NodeId;

/// Creates a graph of the items. (Its texts are those of their tables, of which it has a copy.)
pub(super) fn graph<'d>(
    found: &Microformats<'d>,
    addresses: Addresses<'d>,
    bounds: [Allowance; 2],
) -> Graph<'d> {
    let mut graph = Graph::new(addresses, found.tables.clone(), bounds);
    graph.is_cut |= found.is_cut();
    graph.work += found.work();
    found.nodes(|node| {
        add(&mut graph, node);
        true
    });
    graph
}

/// Adds a node with its triples.
fn add(graph: &mut Graph<'_>, node: LinkedNode<'_>) {
    let Some(subject) = name(graph, &node.id) else { return };
    graph.subject(subject, node.element);
    for own in &node.types {
        let name = graph.tables.term(own.iri().as_str());
        let (step, parts) = (Step::Attribute, Range::default());
        let said = SourcedObject { object: Object::Name(name), step, parts, node: node.element };
        graph.add(subject, graph.kind(), said);
    }
    for (property, objects) in node.properties {
        let property = graph.tables.term(property.iri().as_str());
        for (object, source) in objects {
            if let Some(said) = said(graph, object, source, node.element) {
                graph.add(subject, property, said);
            }
        }
    }
}

/// Converts an object. Markup is left out, because its text is a separate object.
fn said<'d>(
    graph: &mut Graph<'d>,
    object: Linked<'_>,
    source: ObjectSource<'_>,
    element: NodeId,
) -> Option<SourcedObject<'d>> {
    let object = match (object, source) {
        (Linked::Node(id), _) => Object::Name(name(graph, &id)?),
        (Linked::Typed(text, kind), _) => {
            let datatype = Some(graph.xsd(kind));
            let text = graph.tables.store(&text);
            Object::Text { text, datatype, language: None }
        }
        (Linked::Text(_), Some((value, role))) => {
            let row = value.row();
            let alternative = if role == Role::Alternative { row.form.alt() } else { None };
            Object::plain(match alternative.unwrap_or(row.text) {
                Text::Stored(span) => Text::Stored(span),
                Text::Borrowed(text) if graph.may_use(text.len()) => graph.tables.store(text),
                Text::Borrowed(_) => return None,
            })
        }
        (Linked::Text(_), None) | (Linked::Markup(_), _) => return None,
    };
    Some(match source {
        Some((value, _)) => {
            let row = value.row();
            SourcedObject { object, step: row.step, parts: row.parts, node: row.node }
        }
        None => {
            SourcedObject { object, step: Step::Nested, parts: Range::default(), node: element }
        }
    })
}

fn name(graph: &mut Graph<'_>, node: &NamedOrBlankNode) -> Option<TermId> {
    match node {
        NamedOrBlankNode::NamedNode(node) => graph.joined(node.as_str(), ""),
        NamedOrBlankNode::BlankNode(node) => graph.joined("_:", node.as_str()),
    }
}
