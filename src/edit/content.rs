//! New content.

use std::sync::Arc;

use crate::tree::{Document, NodeId};
use crate::{ParseError, ParseOptions, Parser};

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
    pub(super) fn of(
        insertion: &Insertion,
        context: Option<&str>,
        parser: &Parser,
        options: &ParseOptions,
    ) -> Result<Self, ParseError> {
        Ok(match insertion {
            Insertion::Text(text) => Self::Text(text.clone()),
            Insertion::Node(node) => Self::Node(*node),
            Insertion::Html(html) => {
                let context = context.or(options.fragment.as_deref()).map(str::to_owned);
                let options = options.clone().fragment(context.as_deref());
                Self::Fragment(Arc::new(parser.parse_str(html, &options)?), context)
            }
        })
    }
}
