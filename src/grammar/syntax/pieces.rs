//! The tokens of a grammar file with the parts that they play, for who shows or searches it: half-typed text, too.
//!
//! A file is cut at each `;`, as [`parse`](super::parse) cuts it. Of a statement that can be read, each token knows the
//! rule of `grammar/meta.grammar` that it is a part of; of one that cannot, it knows its kind only. Where a statement is
//! being typed, and has no `;` yet, the one behind it would be spoilt, too: so reading is tried again from the next
//! lines on. Nothing here fails, and nothing recurses.

use super::cst::{self, Node};
use super::meta::{Meta, Token, ended, tokens};
use super::parse::DEEPEST;
use super::stored_trees;
use crate::base::{Span, wide};

/// A token and what it is a part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// A reserved word or sign, or the name of a `token` statement of `meta.grammar`; empty if it is no token.
    pub(crate) name: &'static str,
    /// Where it stands.
    pub(crate) span: Span,
    /// The rule that it is a part of; empty in a statement that cannot be read.
    pub(crate) rule: &'static str,
    /// The namespace of the braces in which it stands.
    pub(crate) namespace: Option<Span>,
}

/// A statement as its tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stretch {
    /// In order, without the `;`.
    pub(crate) pieces: Vec<Piece>,
    /// What it is, such as `set-line`; empty if it cannot be read.
    pub(crate) line: &'static str,
    /// `replace` or `remove`, or nothing.
    pub(crate) edit: &'static str,
    /// From the first token to the last.
    pub(crate) span: Span,
}

/// From how many lines on reading is tried again in a statement that cannot be read.
const TRIES: usize = 16;

/// The statements of a file.
pub(crate) fn stretches(text: &str) -> Vec<Stretch> {
    if let Some(trees) = stored_trees::stored(text) {
        return trees.iter().flat_map(|tree| tree.all("statement")).map(read).collect();
    }
    let tokens = tokens(text);
    ended(&tokens).flat_map(|statement| of_statement(text, statement)).collect()
}

/// A statement, or one that cannot be read and another behind it.
fn of_statement(text: &str, tokens: &[Token]) -> Vec<Stretch> {
    for start in std::iter::once(0).chain(line_starts(text, tokens).take(TRIES)) {
        let (lost, rest) = tokens.split_at(start);
        if let Some(found) = attempt(rest) {
            return unread(lost).into_iter().chain([found]).collect();
        }
    }
    unread(tokens).into_iter().collect()
}

/// The numbers of the tokens with which lines begin, but for the first.
fn line_starts<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = usize> + 't {
    let gap = |pair: &[Token]| &text[wide(pair[0].span.end)..wide(pair[1].span.start)];
    let pairs = tokens.windows(2).enumerate();
    pairs.filter(move |(_, pair)| gap(pair).contains('\n')).map(|(at, _)| at + 1)
}

fn attempt(tokens: &[Token]) -> Option<Stretch> {
    if tokens.iter().any(|token| token.terminal.is_none()) || is_too_deep(tokens) {
        return None;
    }
    let tree = cst::read(tokens).ok()?;
    tree.part("statement").map(read)
}

fn is_too_deep(tokens: &[Token]) -> bool {
    let names = tokens.iter().map(name);
    names.filter(|name| matches!(*name, "(" | "{" | ":{")).count() > DEEPEST
}

fn name(token: &Token) -> &'static str {
    token.terminal.map_or("", |terminal| Meta::get().name(terminal))
}

/// The tokens of a statement that cannot be read.
fn unread(tokens: &[Token]) -> Option<Stretch> {
    let span = tokens.first()?.span.join(tokens.last()?.span);
    let piece =
        |token: &Token| Piece { name: name(token), span: token.span, rule: "", namespace: None };
    let pieces = tokens.iter().map(piece).filter(|piece| piece.name != ";");
    Some(Stretch { pieces: pieces.collect(), span, ..Stretch::default() })
}

/// The tokens of a statement's tree.
fn read(statement: &Node) -> Stretch {
    let mut stretch = Stretch { span: statement.span, ..Stretch::default() };
    // What is to be looked at, the next last: a node, the rule and the braces that it is in.
    let mut rest = vec![(statement, "statement", None)];
    while let Some((node, rule, namespace)) = rest.pop() {
        if Meta::get().terminal(node.name).is_some() {
            stretch.pieces.push(Piece { name: node.name, span: node.span, rule, namespace });
            continue;
        }
        match node.name {
            "replacement" => stretch.edit = "replace",
            "removal" => stretch.edit = "remove",
            line if stretch.line.is_empty()
                && (line.ends_with("-line") || line.ends_with("-removal")) =>
            {
                stretch.line = line;
            }
            _ => {}
        }
        let own = (node.name == "braces").then(|| node.part("NAME")).flatten();
        let inside = own.map(|name| name.span).or(namespace);
        let from = rest.len();
        rest.extend(node.parts.iter().map(|part| (part, node.name, inside)));
        rest[from..].reverse();
    }
    stretch
}

/// What may stand at an offset, by what stands before it in its statement: the names of tokens; and the tokens of the
/// statement up to there.
pub(crate) fn acceptable(text: &str, offset: usize) -> (Vec<&'static str>, Vec<Piece>) {
    let before = tokens(&text[..offset]);
    let statement = before.rsplit(|token| name(token) == ";").next().unwrap_or_default();
    for start in std::iter::once(0).chain(line_starts(text, statement).take(TRIES)) {
        let rest = &statement[start..];
        if let Some(expected) = Meta::get().expected_after(rest) {
            let pieces = unread(rest).map(|stretch| stretch.pieces);
            let names = expected.into_iter().map(|terminal| Meta::get().name(terminal));
            return (names.collect(), pieces.unwrap_or_default());
        }
    }
    (Vec::new(), Vec::new())
}
