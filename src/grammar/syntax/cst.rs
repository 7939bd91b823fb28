//! The concrete syntax tree of statements: rules and tokens by name, nothing interpreted.
//!
//! The engine's own trees have a node for every plain rule, including helpers for repetitions. Here
//! the helpers are spliced away. A [`CstNode`] is a token, or an instance of a rule of
//! the grammar (`grammar/meta.grammar`), with the parts that this rule writes, in order. So `items`
//! of `<a> - <b> <c>` has four parts: item, `-`, item, item. That does not depend on the length of
//! the list or on the depth of the engine's tree. No rule has the name of a token, so a name is
//! unambiguous.
//!
//! The tree nests as deep as the parentheses and braces of a statement, which the parser limits
//! before it calls the engine. That bounds the functions that recurse here, including the one that
//! drops a node. For grammar files `lower` reads the tree, to make an
//! [`ast`](super::ast).

use super::meta::{EngineRefusal, Meta, MetaToken};
use crate::base::{Span, wide};
use crate::earley::{Tree, TreeLabel};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// An instance of a rule, or a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CstNode {
    /// The name of the rule in the grammar, the name of a `token` statement, or the reserved
    /// word or sign itself.
    #[serde(serialize_with = "number_of", deserialize_with = "name_of")]
    pub name: &'static str,
    /// The span from the first token to the last. An instance without tokens has an empty span
    /// after the preceding token.
    pub span: Span,
    /// The parts; empty for a token.
    pub parts: Vec<CstNode>,
}

impl CstNode {
    /// Returns a token, or an instance without parts.
    pub(super) const fn new(name: &'static str, span: Span) -> Self {
        Self { name, span, parts: Vec::new() }
    }

    /// Appends a part and extends the span to cover it.
    fn attach(&mut self, part: Self) {
        if self.span.is_empty() {
            self.span = part.span;
        } else if !part.span.is_empty() {
            self.span = self.span.join(part.span);
        }
        self.parts.push(part);
    }

    /// Iterates over the parts of this name.
    pub fn named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.parts.iter().filter(move |part| part.name == name)
    }

    /// Returns the first part of this name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Self> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Reports whether there is a part of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.part(name).is_some()
    }
}

impl Meta {
    /// Parses statements, each with its `;`.
    ///
    /// # Errors
    /// The position of the first token that is not acceptable.
    pub fn tree(&'static self, tokens: &[MetaToken]) -> Result<CstNode, EngineRefusal> {
        let tree = self.engine_tree(tokens)?;
        Ok(node(self, &tree, 0, tokens))
    }
}

/// Builds the node for a node of the engine's tree of these tokens.
fn node(meta: &'static Meta, tree: &Tree, index: usize, tokens: &[MetaToken]) -> CstNode {
    let first = tree.span(index).start;
    let rule = match tree.label(index) {
        TreeLabel::Terminal(terminal) => {
            return CstNode::new(meta.name(terminal.index()), tokens[first].span);
        }
        TreeLabel::Rule(rule) => rule,
    };
    let before = tokens[..first].last().map_or(0, |token| wide(token.span.end));
    let mut node = CstNode::new(meta.left(rule), Span::at(before));
    for part in tree.parts(index, |rule| meta.is_helper(rule)) {
        node.attach(self::node(meta, tree, part, tokens));
    }
    node
}

/// Serializes a name as its number.
fn number_of<S: Serializer>(name: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    let number = Meta::get().number(name).and_then(|number| u16::try_from(number).ok());
    number.ok_or_else(|| ser::Error::custom("no such symbol"))?.serialize(serializer)
}

fn name_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    let number = u16::deserialize(deserializer)?;
    Meta::get().symbol(number.into()).ok_or_else(|| de::Error::custom("no such symbol"))
}
