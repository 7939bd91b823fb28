//! The tree of a grammar file as the engine reads it: names of rules and tokens, nothing understood yet.
//!
//! The engine's own trees have a node for every plain rule, those that stand for a repetition among
//! them. Here such helpers are spliced away: a [`Node`] is an instance of a rule that
//! `grammar/meta.grammar` writes, and its children are the parts that this rule writes, in order.
//! So `items` of `<a> - <b> <c>` has four children, item, leaf `-`, item, item, however long the
//! list is and however deep the engine's tree of it.
//!
//! The tree nests as deep as the parentheses and braces of a statement, which the parser limits
//! before it asks the engine: functions that recurse here, the one that drops a node among them, are
//! bounded by that. [`lower`](super::lower) makes an [`ast`](super::ast) of it; nothing else reads it.

use crate::base::{Span, wide};

/// An instance of a rule.
#[derive(Debug)]
pub(super) struct Node<'m> {
    /// The rule's name in `meta.grammar`.
    pub(super) name: &'m str,
    /// From its first token to its last; empty, after the token before it, if it has none.
    pub(super) span: Span,
    /// Its parts.
    pub(super) children: Vec<Child<'m>>,
}

/// A part of an instance.
#[derive(Debug)]
pub(super) enum Child<'m> {
    /// An instance of another rule.
    Node(Node<'m>),
    /// A token.
    Leaf(Leaf<'m>),
}

/// A token in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'m> {
    /// The name of its `token` statement, or the reserved word or sign itself.
    pub(super) name: &'m str,
    /// Where it stands.
    pub(super) span: Span,
}

impl<'m> Child<'m> {
    /// The name of its rule or token.
    pub(super) const fn name(&self) -> &'m str {
        match self {
            Self::Node(node) => node.name,
            Self::Leaf(leaf) => leaf.name,
        }
    }

    /// The instance that it is.
    pub(super) const fn node(&self) -> Option<&Node<'m>> {
        match self {
            Self::Node(node) => Some(node),
            Self::Leaf(_) => None,
        }
    }

    /// The token that it is.
    pub(super) const fn leaf(&self) -> Option<Leaf<'m>> {
        match self {
            Self::Leaf(leaf) => Some(*leaf),
            Self::Node(_) => None,
        }
    }
}

impl<'m> Node<'m> {
    /// The instances of rule `name` among its parts.
    pub(super) fn nodes<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Node<'m>> {
        self.children.iter().filter_map(move |child| match child {
            Child::Node(node) if node.name == name => Some(node),
            _ => None,
        })
    }

    /// The first instance of rule `name`.
    pub(super) fn node<'n>(&'n self, name: &'n str) -> Option<&'n Node<'m>> {
        self.nodes(name).next()
    }

    /// The tokens `name` among its parts.
    pub(super) fn leaves<'n>(&'n self, name: &'n str) -> impl Iterator<Item = Leaf<'m>> {
        self.children.iter().filter_map(move |child| match child {
            Child::Leaf(leaf) if leaf.name == name => Some(*leaf),
            _ => None,
        })
    }

    /// The first token `name`.
    pub(super) fn leaf(&self, name: &str) -> Option<Leaf<'m>> {
        self.leaves(name).next()
    }

    /// Whether token `name` is a part of it.
    pub(super) fn has(&self, name: &str) -> bool {
        self.leaf(name).is_some()
    }

    /// Its first part, if that is an instance.
    pub(super) fn first_node(&self) -> Option<&Node<'m>> {
        self.children.first()?.node()
    }
}

/// Puts a tree together from the events of a walk over the engine's tree.
#[derive(Default)]
pub(super) struct Builder<'m> {
    /// Instances that are open, helpers left out.
    open: Vec<Node<'m>>,
    /// For each open instance, helpers too, whether it is a helper's.
    helpers: Vec<bool>,
    /// Where the last token ends.
    end: usize,
    root: Option<Node<'m>>,
}

impl<'m> Builder<'m> {
    /// An instance of `rule` starts.
    pub(super) fn open(&mut self, rule: &'m str) {
        self.helpers.push(is_helper(rule));
        if !is_helper(rule) {
            self.open.push(Node { name: rule, span: Span::at(self.end), children: Vec::new() });
        }
    }

    /// The next token.
    pub(super) fn leaf(&mut self, name: &'m str, span: Span) {
        self.end = wide(span.end);
        self.attach(Child::Leaf(Leaf { name, span }), span);
    }

    /// The instance that started last and is still open ends.
    pub(super) fn close(&mut self) {
        if self.helpers.pop() == Some(false)
            && let Some(node) = self.open.pop()
        {
            let span = node.span;
            if self.open.is_empty() {
                self.root = Some(node);
            } else {
                self.attach(Child::Node(node), span);
            }
        }
    }

    /// Adds a part to the innermost open instance, which covers it then.
    fn attach(&mut self, part: Child<'m>, span: Span) {
        if let Some(node) = self.open.last_mut() {
            if node.span.is_empty() {
                node.span = span;
            } else if !span.is_empty() {
                node.span = node.span.join(span);
            }
            node.children.push(part);
        }
    }

    /// The tree, once all that was open is closed.
    pub(super) fn finish(self) -> Option<Node<'m>> {
        self.root
    }
}

/// Whether a nonterminal stands for a repetition or a group within a rule.
fn is_helper(rule: &str) -> bool {
    rule.contains('\'')
}
