//! What the expansion of rules keeps in mind: scopes, what a nonterminal was made for, open jobs.

use super::plain::PlainSymbol;
use super::sets::Member;
use crate::grammar::ast::{Atom, Content, Factor, Parent, Place, Repeat};

/// What holds for the elements of the content that is being expanded.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Scope {
    /// The `P` whose `P/<x>` rules apply.
    pub(super) parent: Option<Parent>,
    /// Lines of the groups that the content stands in; ascending.
    pub(super) lines: Vec<usize>,
}

/// A number in the table of scopes; 0 is the empty one.
pub(super) type ScopeId = usize;

/// What a nonterminal was made for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// The content of the elements that this statement describes.
    Content(usize, ScopeId),
    /// A nonterminal of the grammar.
    Named(String, ScopeId),
    /// An alternative of members.
    Set(Vec<Member>, ScopeId),
    /// A group; the same place may hold the same group for several elements.
    Group(Place, ScopeId),
    /// A repetition.
    Repeat(PlainSymbol, Repeat),
}

/// What is still to be done.
pub(super) enum Job {
    /// Give an element its frame kind.
    Element(usize),
    /// Give a nonterminal of the grammar its rules.
    Named(String, ScopeId, usize),
}

/// The content of a group that can stand in the sequence itself: one alternative, read once.
pub(super) fn spliced(factor: &Factor) -> Option<&Content> {
    let Factor { atom: Atom::Group(content), repeat: Repeat::Once } = factor else { return None };
    let only = content.alternatives.len() == 1 && content.alternatives[0].guard.is_none();
    only.then_some(content)
}
