//! Lookup tables for the surroundings of a value, built at the first query. A lookup costs the same
//! at any depth, and regardless of the elements inside.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::step::Place;
use crate::base::{Span, narrow, wide};
use crate::tree::{Document, NodeId, NodeRef};

#[derive(Clone, Debug, Default)]
pub(crate) struct Lookups {
    /// The indices of the nodes that are not elements, in ascending order.
    texts: OnceLock<Vec<u32>>,
    /// For each node, one more than the index of its nearest ancestor-or-self with `lang`; 0 if
    /// there is none.
    languages: OnceLock<Vec<u32>>,
}

impl Lookups {
    /// Returns the spans of a place: of an attribute, or of all texts in an element.
    pub(crate) fn spans<'m>(&self, document: &Document, place: Place) -> Cow<'m, [Span]> {
        match place {
            Place::Attribute(span) => vec![span].into(),
            Place::Content(id) => {
                let node = document.node(id);
                node.map_or_else(Vec::new, |node| self.texts_in(node)).into()
            }
        }
    }

    /// Returns the spans of the texts in an element, with adjacent spans joined.
    pub(crate) fn texts_in(&self, node: NodeRef<'_>) -> Vec<Span> {
        let texts = self.texts.get_or_init(|| texts(node.document()));
        let [start, end] = [node.id().index(), node.end()]
            .map(|index| texts.partition_point(|&text| wide(text) < index));
        let nodes = texts[start..end]
            .iter()
            .filter_map(|&text| node.document().node(NodeId::new(wide(text))));
        let mut spans: Vec<Span> = Vec::new();
        for span in nodes.flat_map(|node| node.spans()) {
            match spans.last_mut() {
                Some(last) if last.end == span.start => *last = last.join(span),
                _ => spans.push(span),
            }
        }
        spans
    }

    /// Returns the language of an element (HTML, section 3.2.6.2): the nearest `lang`.
    pub(crate) fn language<'d>(&self, node: NodeRef<'d>) -> Option<&'d str> {
        let languages = self.languages.get_or_init(|| languages(node.document()));
        let said = wide(languages[node.id().index()]).checked_sub(1)?;
        let said = node.document().node(NodeId::new(said))?.attribute("lang");
        said.filter(|lang| !lang.is_empty())
    }
}

fn texts(document: &Document) -> Vec<u32> {
    let nodes = document.nodes().filter(|node| !node.is_element());
    nodes.map(|node| narrow(node.id().index())).collect()
}

fn languages(document: &Document) -> Vec<u32> {
    let mut languages: Vec<u32> = Vec::with_capacity(document.len());
    for node in document.nodes() {
        let says = node.is_element() && node.attribute("lang").is_some();
        let around = node.parent().map_or(0, |parent| languages[parent.id().index()]);
        languages.push(if says { narrow(node.id().index() + 1) } else { around });
    }
    languages
}
