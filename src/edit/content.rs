//! New content.

use std::sync::Arc;

use super::overlay::is_written;
use super::refusal::mistake;
use crate::tree::{Document, NodeId, TagOrigin};
use crate::{ParseOptions, Parser};

/// New content: HTML, text, or a node that is moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insertion {
    /// HTML, which is parsed as a fragment in its new context.
    Html(String),
    /// Text, which is escaped as the context needs it.
    Text(String),
    /// A node of the document. It is moved there with its content.
    Node(NodeId),
}

/// New content after the parse of its HTML.
#[derive(Clone)]
pub(super) enum ParsedContent {
    /// Parsed HTML, and the context. Without one, the HTML was parsed as a document.
    Fragment(Arc<Document>, Option<String>),
    Text(String),
    Node(NodeId),
}

impl ParsedContent {
    /// Parses new content in the context of an element, by its qualified name.
    ///
    /// # Errors
    /// If the HTML has a mistake there, with the mistake in words.
    pub(super) fn of(
        insertion: &Insertion,
        context: Option<&str>,
        parser: &Parser,
        options: &ParseOptions,
    ) -> Result<Self, String> {
        let html = match insertion {
            Insertion::Text(text) => return Ok(Self::Text(text.clone())),
            Insertion::Node(node) => return Ok(Self::Node(*node)),
            Insertion::Html(html) => html,
        };
        let context = context.or(options.fragment.as_deref()).map(str::to_owned);
        let options = options.clone().fragment(context.as_deref());
        let fragment = parser.parse_str(html, &options).map_err(|error| error.to_string())?;
        if let Some(mistake) = mistake(&fragment, context.as_deref()) {
            return Err(mistake);
        }
        if let Some(limit) = fragment.limit() {
            return Err(format!("limit on the number of {limit} reached in the new HTML"));
        }
        if context.is_none() && has_loose_content(&fragment) {
            return Err("only comments and a whole document can stand there; \
                        insert the HTML in an element of the page"
                .to_owned());
        }
        Ok(Self::Fragment(Arc::new(fragment), context))
    }

    /// Reports whether the content is a fragment that omits tags.
    pub(super) fn omits_tags(&self) -> bool {
        let Self::Fragment(fragment, Some(_)) = self else { return false };
        fragment.nodes().any(|node| {
            [node.start_tag(), node.end_tag()]
                .iter()
                .any(|tag| matches!(tag, Some(TagOrigin::Virtual(_))))
        })
    }
}

/// Reports whether a document has content in an element without tags, as in `x<!DOCTYPE html>`.
fn has_loose_content(document: &Document) -> bool {
    let mut next = document.root().last_child();
    while let Some(top) = next {
        if top.is_element() && !is_written(top) {
            return top.descendants().any(|node| !node.is_element() || is_written(node));
        }
        next = top.previous_sibling();
    }
    false
}
