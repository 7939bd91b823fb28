//! The tree of a grammar file as the engine reads it: names of rules and tokens, nothing understood
//! yet.
//!
//! The engine's own trees have a node for every plain rule, those that stand for a repetition among
//! them. Here such helpers are spliced away: a [`Node`] is a token, or an instance of a rule that
//! `grammar/meta.grammar` writes, with the parts that this rule writes, in order. So `items` of
//! `<a> - <b> <c>` has four parts, item, `-`, item, item, however long the list is and however deep
//! the engine's tree of it. No rule is called as a token is, so a name says which it is.
//!
//! The tree nests as deep as the parentheses and braces of a statement, which the parser limits
//! before it asks the engine: functions that recurse here, the one that drops a node among them,
//! are bounded by that. [`lower`](super::lower) makes an [`ast`](super::ast) of it; nothing else
//! reads it.

use super::meta::{Meta, Refusal, Step, Token};
use crate::base::{Span, wide};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// An instance of a rule, or a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Node {
    /// The rule's name in `meta.grammar`; or that of a `token` statement, or the reserved word or
    /// sign itself.
    #[serde(serialize_with = "number_of", deserialize_with = "name_of")]
    pub(super) name: &'static str,
    /// From its first token to its last; empty, after the token before it, if it has none.
    pub(super) span: Span,
    /// Its parts; a token has none.
    pub(super) parts: Vec<Node>,
}

impl Node {
    /// A token, or an instance without parts so far.
    pub(super) const fn new(name: &'static str, span: Span) -> Self {
        Self { name, span, parts: Vec::new() }
    }

    /// Adds a part, and covers it.
    pub(super) fn attach(&mut self, part: Self) {
        if self.span.is_empty() {
            self.span = part.span;
        } else if !part.span.is_empty() {
            self.span = self.span.join(part.span);
        }
        self.parts.push(part);
    }

    /// The parts of this name.
    pub(super) fn all<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.parts.iter().filter(move |part| part.name == name)
    }

    /// The first part of this name.
    pub(super) fn part(&self, name: &str) -> Option<&Self> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// Whether there is a part of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.part(name).is_some()
    }
}

/// Reads statements, each with its `;`.
pub(super) fn read(tokens: &[Token]) -> Result<Node, Refusal> {
    let walk = Meta::get().walk(tokens)?;
    // The walk is over the tree of these tokens; the refusal is for the type's sake.
    node(&walk, tokens).ok_or(Refusal { at: tokens.len(), expected: Vec::new() })
}

/// What a walk comes by: instances of the rules that are written, and tokens.
fn node(walk: &[Step], tokens: &[Token]) -> Option<Node> {
    let meta = Meta::get();
    let mut open = vec![Node::new("", Span::at(0))];
    let mut end = 0;
    let mut tokens = tokens.iter();
    for step in walk {
        let part = match *step {
            Step::Open(rule) => {
                open.push(Node::new(meta.rule(rule), Span::at(end)));
                continue;
            }
            Step::Token => {
                let Token { terminal, span } = *tokens.next()?;
                end = wide(span.end);
                Node::new(meta.name(terminal?), span)
            }
            Step::Close => open.pop()?,
        };
        open.last_mut()?.attach(part);
    }
    open.pop()?.parts.pop()
}

/// Names are stored as numbers.
fn number_of<S: Serializer>(name: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    let number = Meta::get().number(name).and_then(|number| u16::try_from(number).ok());
    number.ok_or_else(|| ser::Error::custom("no such symbol"))?.serialize(serializer)
}

fn name_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    let number = u16::deserialize(deserializer)?;
    Meta::get().symbol(number.into()).ok_or_else(|| de::Error::custom("no such symbol"))
}
