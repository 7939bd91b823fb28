//! The tokens of a grammar file with their rules, for highlighting and search; works on half-typed
//! text as well.
//!
//! A file is split at each `;`, as [`parse`](super::parse) does. In a statement that can be parsed,
//! each token has the rule of `grammar/meta.grammar` that it is a part of; otherwise it has only
//! its kind. A statement that is being typed has no `;` yet and would spoil the next one as well.
//! So parsing is tried again from the starts of the next lines. Nothing here fails, and nothing
//! recurses.

use super::cst::CstNode;
use super::meta::{Meta, MetaToken};
use super::parse::DEEPEST;
use super::schema::Row;
use super::stored_trees;
use crate::base::Span;

/// A token and its rule.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// A reserved word or sign, or the name of a `token` statement of `meta.grammar`; empty if it
    /// is not a token.
    pub name: &'static str,
    /// The span.
    pub span: Span,
    /// The rule that it is a part of; empty in an unreadable statement.
    pub rule: &'static str,
    /// The namespace of the braces around it.
    pub namespace: Option<Span>,
}

/// A statement as its tokens.
#[derive(Clone, Debug, Default)]
pub struct StatementTokens {
    /// The tokens in order, without the `;`.
    pub pieces: Vec<Piece>,
    /// The rule of the statement, such as `set-line`; empty if it is unreadable.
    pub line: &'static str,
    /// `replace`, `remove` or nothing.
    pub edit: &'static str,
    /// The span from the first token to the last.
    pub span: Span,
}

impl StatementTokens {
    /// Reports whether a variant can replace the statement. It writes another base with `use`, and
    /// only adds words to some lists.
    #[must_use]
    pub fn is_replaceable(&self) -> bool {
        Row::of_line(self.line).is_none_or(|row| row.replaced.is_some())
    }
}

/// The number of line starts from which parsing is tried again in an unreadable statement.
const TRIES: usize = 16;

/// Returns the statements of a file.
pub fn stretches(text: &str) -> Vec<StatementTokens> {
    if let Some(trees) = stored_trees::stored(text) {
        return trees.iter().flat_map(|tree| tree.named("statement")).map(read).collect();
    }
    let tokens = Meta::get().tokens(text);
    Meta::get().ended(&tokens).flat_map(|statement| of_statement(text, statement)).collect()
}

/// Returns a statement, or an unreadable one followed by another one.
fn of_statement(text: &str, tokens: &[MetaToken]) -> Vec<StatementTokens> {
    for start in std::iter::once(0).chain(line_starts(text, tokens).take(TRIES)) {
        let (lost, rest) = tokens.split_at(start);
        if let Some(found) = attempt(rest) {
            return unparsed(lost).into_iter().chain([found]).collect();
        }
    }
    unparsed(tokens).into_iter().collect()
}

/// Iterates over the indices of the tokens that are first on their lines, except the very first.
fn line_starts<'t>(text: &'t str, tokens: &'t [MetaToken]) -> impl Iterator<Item = usize> + 't {
    (1..tokens.len()).filter(|&at| tokens[at].starts_line(&tokens[at - 1], text))
}

/// Parses a statement; returns `None` if it cannot be parsed.
fn attempt(tokens: &[MetaToken]) -> Option<StatementTokens> {
    if tokens.iter().any(|token| token.terminal.is_none()) || is_too_deep(tokens) {
        return None;
    }
    let tree = Meta::get().tree(tokens).ok()?;
    Some(read(tree.part("statement")?))
}

/// Reports whether more brackets are opened than the parser should nest.
fn is_too_deep(tokens: &[MetaToken]) -> bool {
    let opening = tokens.iter().filter(|token| matches!(name(token), "(" | "{" | ":{"));
    opening.count() > DEEPEST
}

/// Returns the name of a token in the grammar of the language; empty if it has none.
fn name(token: &MetaToken) -> &'static str {
    match token.terminal {
        Some(terminal) => Meta::get().name(terminal),
        None => "",
    }
}

/// Returns the tokens of a statement that cannot be parsed, without a rule and a namespace. So an
/// editor can still colour them.
fn unparsed(tokens: &[MetaToken]) -> Option<StatementTokens> {
    let span = tokens.first()?.span.join(tokens.last()?.span);
    let mut pieces = Vec::new();
    for token in tokens {
        let name = name(token);
        if name != ";" {
            pieces.push(Piece { name, span: token.span, rule: "", namespace: None });
        }
    }
    Some(StatementTokens { pieces, span, ..StatementTokens::default() })
}

/// Returns the tokens of a statement's tree.
fn read(statement: &CstNode) -> StatementTokens {
    let mut stretch = StatementTokens { span: statement.span, ..StatementTokens::default() };
    // The stack of nodes to visit, each with its rule and the namespace of the braces around it.
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
        let inside = match node.part("NAME") {
            Some(name) if node.name == "braces" => Some(name.span),
            _ => namespace,
        };
        for part in node.parts.iter().rev() {
            rest.push((part, node.name, inside));
        }
    }
    stretch
}

/// Returns the names of the tokens that are acceptable at an offset, judging by the tokens before
/// it in its statement, and these tokens.
pub fn acceptable(text: &str, offset: usize) -> (Vec<&'static str>, Vec<Piece>) {
    let before = Meta::get().tokens(&text[..offset]);
    let statement = before.rsplit(|token| name(token) == ";").next().unwrap_or_default();
    for start in std::iter::once(0).chain(line_starts(text, statement).take(TRIES)) {
        let rest = &statement[start..];
        if let Some(expected) = Meta::get().expected_after(rest) {
            let pieces = match unparsed(rest) {
                Some(stretch) => stretch.pieces,
                None => Vec::new(),
            };
            let names = expected.into_iter().map(|terminal| Meta::get().name(terminal));
            return (names.collect(), pieces);
        }
    }
    (Vec::new(), Vec::new())
}
