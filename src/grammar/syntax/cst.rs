//! The concrete syntax tree of a grammar file: rules and tokens by name, nothing interpreted.
//!
//! The engine's own trees have a node for every plain rule, including helpers for repetitions. Here
//! the helpers are spliced away. A [`CstNode`] is a token, or an instance of a rule of
//! `grammar/meta.grammar`, with the parts that this rule writes, in order. So `items` of
//! `<a> - <b> <c>` has four parts: item, `-`, item, item. That does not depend on the length of the
//! list or on the depth of the engine's tree. No rule has the name of a token, so a name is
//! unambiguous.
//!
//! The tree nests as deep as the parentheses and braces of a statement, which the parser limits
//! before it calls the engine. That bounds the functions that recurse here, including the one that
//! drops a node. Only [`lower`](super::lower) reads the tree, to make an [`ast`](super::ast).

use super::meta::{EngineRefusal, Meta, MetaToken, WalkStep};
use crate::base::{Span, wide};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// An instance of a rule, or a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CstNode {
    /// The name of the rule in `meta.grammar`, the name of a `token` statement, or the reserved
    /// word or sign itself.
    #[serde(serialize_with = "number_of", deserialize_with = "name_of")]
    pub(super) name: &'static str,
    /// The span from the first token to the last. An instance without tokens has an empty span
    /// after the preceding token.
    pub(super) span: Span,
    /// The parts; empty for a token.
    pub(super) parts: Vec<CstNode>,
}

impl CstNode {
    /// Returns a token, or an instance without parts.
    pub(super) const fn new(name: &'static str, span: Span) -> Self {
        Self { name, span, parts: Vec::new() }
    }

    /// Appends a part and extends the span to cover it.
    pub(super) fn attach(&mut self, part: Self) {
        if self.span.is_empty() {
            self.span = part.span;
        } else if !part.span.is_empty() {
            self.span = self.span.join(part.span);
        }
        self.parts.push(part);
    }

    /// Iterates over the parts of this name.
    pub(super) fn named<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.parts.iter().filter(move |part| part.name == name)
    }

    /// Returns the first part of this name.
    pub(super) fn part(&self, name: &str) -> Option<&Self> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Reports whether there is a part of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.part(name).is_some()
    }
}

/// Parses statements, each with its `;`.
pub(super) fn read(tokens: &[MetaToken]) -> Result<CstNode, EngineRefusal> {
    let walk = Meta::get().walk(tokens)?;
    // The walk belongs to the tree of these tokens, so this error cannot occur.
    node(&walk, tokens).ok_or(EngineRefusal { at: tokens.len(), expected: Vec::new() })
}

/// Builds the tree from a walk: instances of the written rules, and tokens.
fn node(walk: &[WalkStep], tokens: &[MetaToken]) -> Option<CstNode> {
    let meta = Meta::get();
    let mut open = vec![CstNode::new("", Span::at(0))];
    let mut end = 0;
    let mut tokens = tokens.iter();
    for step in walk {
        let part = match *step {
            WalkStep::Open(rule) => {
                open.push(CstNode::new(meta.rule(rule), Span::at(end)));
                continue;
            }
            WalkStep::Token => {
                let MetaToken { terminal, span } = *tokens.next()?;
                end = wide(span.end);
                CstNode::new(meta.name(terminal?), span)
            }
            WalkStep::Close => open.pop()?,
        };
        open.last_mut()?.attach(part);
    }
    open.pop()?.parts.pop()
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
