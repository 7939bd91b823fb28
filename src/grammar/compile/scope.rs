//! The bookkeeping of the expansion of rules: scopes, keys of nonterminals, and the worklist.

use super::plain::PlainSymbol;
use super::sets::MemberId;
use crate::grammar::ast::{Atom, Content, Factor, FileSpan, Parent, Repeat};

/// The context of the content that is being expanded.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Scope {
    /// The `P` whose `P/<x>` rules apply.
    pub(super) parent: Option<Parent>,
    /// The exception lines of the groups around the content, ascending.
    pub(super) lines: Vec<usize>,
}

/// An index into the table of scopes; 0 is the empty scope.
pub(super) type ScopeId = usize;

/// The source of a nonterminal, by which it is interned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum NonterminalKey {
    /// The content of the elements that this statement describes.
    Content(usize, ScopeId),
    /// A nonterminal of the grammar.
    Named(String, ScopeId),
    /// A set, with one alternative for each member.
    Set(Vec<MemberId>, ScopeId),
    /// A group, by its span; it may be expanded in several scopes.
    Group(FileSpan, ScopeId),
    /// A repetition.
    Repeat(PlainSymbol, Repeat),
}

/// An entry of the worklist.
pub(super) enum ExpansionJob {
    /// Give an element its frame kind.
    Element(usize),
    /// Give a nonterminal of the grammar its rules.
    Named(String, ScopeId, usize),
}

/// Returns the content of a group that can be inlined: one alternative, not repeated.
pub(super) fn spliced(factor: &Factor) -> Option<&Content> {
    let Factor { atom: Atom::Group(content), repeat: Repeat::Once } = factor else { return None };
    let only = content.alternatives.len() == 1 && content.alternatives[0].guard.is_none();
    if only { Some(content) } else { None }
}
