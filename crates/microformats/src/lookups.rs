//! Lookup tables for the surroundings of a value, built at the first query. A lookup costs the same
//! at any depth, and regardless of the elements inside.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::step::InputPosition;
use wishful::base::{Span, narrow, wide};
use wishful::tree::{Document, NodeId, NodeRef};

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
    pub(crate) fn spans<'m>(&self, document: &Document, place: InputPosition) -> Cow<'m, [Span]> {
        match place {
            InputPosition::Attribute(span) => vec![span].into(),
            InputPosition::Content(id) => match document.node(id) {
                Some(node) => self.texts_in(node).into(),
                None => Cow::Borrowed(&[]),
            },
        }
    }

    /// Returns the spans of the texts in an element, with adjacent spans joined.
    pub(crate) fn texts_in(&self, node: NodeRef<'_>) -> Vec<Span> {
        let texts = self.texts.get_or_init(|| texts(node.document()));
        let start = texts.partition_point(|&text| wide(text) < node.id().index());
        let end = texts.partition_point(|&text| wide(text) < node.end());
        let mut spans: Vec<Span> = Vec::new();
        for &text in &texts[start..end] {
            let Some(text) = node.document().node(NodeId::new(wide(text))) else { continue };
            for span in text.spans() {
                match spans.last_mut() {
                    Some(last) if last.end == span.start => *last = last.join(span),
                    _ => spans.push(span),
                }
            }
        }
        spans
    }

    /// Returns the language of an element (HTML, section 3.2.6.2): the nearest `lang`.
    pub(crate) fn language<'d>(&self, node: NodeRef<'d>) -> Option<&'d str> {
        let languages = self.languages.get_or_init(|| languages(node.document()));
        let nearest = wide(languages[node.id().index()]).checked_sub(1)?;
        let language = node.document().node(NodeId::new(nearest))?.attribute("lang")?;
        if language.is_empty() { None } else { Some(language) }
    }
}

fn texts(document: &Document) -> Vec<u32> {
    let mut texts = Vec::new();
    for node in document.nodes() {
        if !node.is_element() {
            texts.push(narrow(node.id().index()));
        }
    }
    texts
}

fn languages(document: &Document) -> Vec<u32> {
    let mut languages: Vec<u32> = Vec::with_capacity(document.len());
    for node in document.nodes() {
        let has_language = node.is_element() && node.attribute("lang").is_some();
        languages.push(match node.parent() {
            _ if has_language => narrow(node.id().index() + 1),
            Some(parent) => languages[parent.id().index()],
            None => 0,
        });
    }
    languages
}
