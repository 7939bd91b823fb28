//! Verifies that a text parses without a mistake to the tree it was made from.

use super::made::{MadeNode, MadeText, NodeKind};
use wishful::derivation;
use wishful::grammar::Grammar;
use wishful::tree::{self, Document, NodeRef, WalkStep};
use wishful::{ParseOptions, Parser};

/// A verifier of generated texts.
pub(super) enum Judge {
    /// The parser of a grammar of markup.
    Markup { parser: Box<Parser>, options: Box<ParseOptions> },
    /// A grammar that defines its own tokens.
    Tokens,
}

/// The reason why verification fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VerificationFault {
    /// The text has a mistake.
    Mistake,
    /// The text has another tree.
    Tree,
}

impl Judge {
    /// Creates a verifier. Without a parser, the grammar defines its own tokens. `fragment` is the
    /// context element in which the texts are parsed, if they are fragments.
    pub(super) fn new(parser: Option<Parser>, fragment: Option<String>) -> Self {
        let Some(parser) = parser else { return Self::Tokens };
        let options = Box::new(ParseOptions::default().fragment(fragment.as_deref()));
        Self::Markup { parser: Box::new(parser), options }
    }

    /// Parses a text of markup; `None` if the grammar is none of markup.
    pub(super) fn read(&self, text: &str) -> Option<Document> {
        match self {
            Self::Markup { parser, options } => parser.parse(text, options).ok(),
            Self::Tokens => None,
        }
    }

    /// Verifies that a text parses to its tree without a mistake, and returns the document. For a
    /// grammar that defines its own tokens, verifies only that the text is derivable. `allows`
    /// permits allowed repairs.
    pub(super) fn judge(
        &self,
        grammar: &Grammar,
        text: &str,
        made: &MadeText,
        allows: bool,
    ) -> Result<Option<Document>, VerificationFault> {
        if matches!(self, Self::Tokens) {
            return match derivation::check(grammar, "sentence", text) {
                Ok(()) => Ok(None),
                Err(_) => Err(VerificationFault::Mistake),
            };
        }
        let document = self.read(text).ok_or(VerificationFault::Mistake)?;
        let repaired = if allows {
            document.mistakes().next().is_some()
        } else {
            !document.repairs().is_empty()
        };
        if repaired
            || document.limit().is_some()
            || !document.errors().is_empty()
            || !document.attribute_errors().is_empty()
        {
            return Err(VerificationFault::Mistake);
        }
        if is_tree(grammar, &document, &made.tree) {
            Ok(Some(document))
        } else {
            Err(VerificationFault::Tree)
        }
    }
}

/// Reports whether the grammar mirrors trees into elements of a name.
fn is_mirror(grammar: &Grammar, name: &str) -> bool {
    let mut into = grammar.tree_facts().mirrors.iter().flat_map(|mirror| &mirror.into);
    into.any(|&element| grammar.element(element).name.as_deref() == Some(name))
}

/// Reports whether a document has this tree. The contents of elements into which others are
/// mirrored are skipped, since they are copies.
pub(super) fn is_tree(grammar: &Grammar, document: &Document, tree: &[MadeNode]) -> bool {
    let (mut made, mut depth) = (tree.iter().peekable(), 0);
    let mut steps = document.root().walk();
    while let Some(step) = steps.next() {
        match step {
            WalkStep::Enter(node) if node.kind() == tree::NodeKind::Document => {}
            WalkStep::Enter(node) => {
                match made.next() {
                    Some(made) if made.depth == depth && is_node(node, made) => {}
                    _ => return false,
                }
                if node.name().is_some_and(|name| is_mirror(grammar, name)) {
                    while made.next_if(|made| made.depth > depth).is_some() {}
                    steps.pass_over(node);
                } else {
                    depth += 1;
                }
            }
            WalkStep::Leave(node) if node.kind() == tree::NodeKind::Document => {}
            WalkStep::Leave(_) => depth -= 1,
        }
    }
    made.next().is_none()
}

/// Reports whether a node of the tree is the one that was generated.
fn is_node(node: NodeRef<'_>, made: &MadeNode) -> bool {
    match (&made.kind, node.kind()) {
        (NodeKind::Element { name, namespace, attributes }, tree::NodeKind::Element) => {
            node.name() == Some(name)
                && node.namespace() == namespace.as_deref()
                && node.attributes().count() == attributes.len()
                && node.attributes().zip(attributes).all(|(read, (_, value))| read.value() == value)
        }
        (NodeKind::Text(wanted), tree::NodeKind::Text)
        | (NodeKind::Comment(wanted), tree::NodeKind::Comment) => {
            node.text().unwrap_or_default() == wanted.as_str()
        }
        (NodeKind::ProcessingInstruction(target, data), tree::NodeKind::ProcessingInstruction) => {
            node.target() == Some(target) && node.text().unwrap_or_default() == data.as_str()
        }
        (NodeKind::Doctype(name), tree::NodeKind::Doctype) => {
            node.doctype_name().is_some_and(|read| read.eq_ignore_ascii_case(name))
        }
        _ => false,
    }
}

impl VerificationFault {
    /// Returns the reason in words.
    pub(super) const fn why(self) -> &'static str {
        match self {
            Self::Mistake => "the generated sentence is parsed with an error",
            Self::Tree => "the generated sentence is parsed into another tree",
        }
    }
}
