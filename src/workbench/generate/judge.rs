//! Whether a text is read as it was meant: no mistake, and the tree that it was made from.

use super::made::{Made, Node, NodeKind};
use crate::derivation;
use crate::grammar::{ElementId, Grammar};
use crate::parser::{ParseOptions, Parser};
use crate::tree::{self, Document, NodeRef, Step};

/// Reads what was made again, to see whether it says what was meant.
pub(super) enum Judge {
    /// For a grammar of markup: texts are parsed.
    Markup { parser: Box<Parser>, options: Box<ParseOptions> },
    /// For a grammar with tokens of its own.
    Tokens,
}

/// Why a text is not as it was meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// There is a mistake in it.
    Mistake,
    /// It has another tree.
    Tree,
}

impl Judge {
    pub(super) fn new(parser: Option<Parser>, fragment: Option<String>) -> Self {
        let Some(parser) = parser else { return Self::Tokens };
        let options = Box::new(ParseOptions { fragment, ..ParseOptions::default() });
        Self::Markup { parser: Box::new(parser), options }
    }

    /// What is read of a text of markup; none if it is no markup.
    pub(super) fn read(&self, text: &str) -> Option<Document> {
        match self {
            Self::Markup { parser, options } => parser.parse_str(text, options).ok(),
            Self::Tokens => None,
        }
    }

    /// Whether a text is read without a mistake as a tree; then with the document, if it is markup. Of a grammar with tokens of its
    /// own: whether it is one of its texts.
    pub(super) fn judge(
        &self,
        grammar: &Grammar,
        text: &str,
        made: &Made,
        allows: bool,
    ) -> Result<Option<Document>, Fault> {
        if matches!(self, Self::Tokens) {
            let checked = derivation::check(grammar, "sentence", text);
            return checked.map(|()| None).map_err(|_| Fault::Mistake);
        }
        let document = self.read(text).ok_or(Fault::Mistake)?;
        let repaired = match allows {
            true => document.mistakes().next().is_some(),
            false => !document.repairs().is_empty(),
        };
        if repaired
            || document.limit().is_some()
            || !document.errors().is_empty()
            || !document.breaches().is_empty()
        {
            return Err(Fault::Mistake);
        }
        match is_tree(grammar, &document, &made.tree) {
            true => Ok(Some(document)),
            false => Err(Fault::Tree),
        }
    }
}

/// Whether a document has this tree. What is in an element into which others are mirrored is not compared: nobody wrote it.
pub(super) fn is_tree(grammar: &Grammar, document: &Document, tree: &[Node]) -> bool {
    let shows = |name: &str| {
        let mirrors = grammar.tree_facts().mirrors.iter();
        let mut into = mirrors.flat_map(|mirror| &mirror.into);
        into.any(|&element: &ElementId| grammar.element(element).name.as_deref() == Some(name))
    };
    let (mut made, mut depth) = (tree.iter().peekable(), 0);
    let mut hidden: Option<usize> = None;
    for step in document.root().walk() {
        match step {
            Step::Enter(node) if node.kind() == tree::NodeKind::Document => {}
            Step::Enter(node) => {
                if hidden.is_none() {
                    if !made.next().is_some_and(|made| made.depth == depth && is_node(node, made)) {
                        return false;
                    }
                    if node.name().is_some_and(shows) {
                        hidden = Some(depth);
                        while made.next_if(|made| made.depth > depth).is_some() {}
                    }
                }
                depth += 1;
            }
            Step::Leave(node) if node.kind() == tree::NodeKind::Document => {}
            Step::Leave(_) => {
                depth -= 1;
                hidden = hidden.filter(|&at| at < depth);
            }
        }
    }
    made.next().is_none()
}

fn is_node(node: NodeRef<'_>, made: &Node) -> bool {
    let text = || node.text().unwrap_or_default();
    match (&made.kind, node.kind()) {
        (NodeKind::Element { name, namespace, attributes }, tree::NodeKind::Element) => {
            node.name() == Some(name)
                && node.namespace() == namespace.as_deref()
                && node.attributes().count() == attributes.len()
                && node.attributes().zip(attributes).all(|(read, (_, value))| read.value() == value)
        }
        (NodeKind::Text(wanted), tree::NodeKind::Text)
        | (NodeKind::Comment(wanted), tree::NodeKind::Comment) => text() == wanted.as_str(),
        (NodeKind::ProcessingInstruction(target, data), tree::NodeKind::ProcessingInstruction) => {
            node.target() == Some(target) && text() == data.as_str()
        }
        (NodeKind::Doctype(name), tree::NodeKind::Doctype) => {
            let read = node.doctype().and_then(|doctype| doctype.name.as_ref());
            read.is_some_and(|read| read.get(node.document().text()).eq_ignore_ascii_case(name))
        }
        _ => false,
    }
}

impl Fault {
    /// In words.
    pub(super) const fn why(self) -> &'static str {
        match self {
            Self::Mistake => "what was made is read with a mistake in it",
            Self::Tree => "what was made is read as another tree",
        }
    }
}
