//! The tables of a tree, which its builder fills and its document owns.

use std::collections::BTreeMap;

use super::node::{
    CopyOrigin, Cruft, Element, ElementRow, MergedAttribute, NodeContent, NodeId, NodeRow,
    PieceText, Tagging, TextPiece,
};
use super::owners::record::OwnerRecord;
use super::shadow::ShadowRoot;
use crate::base::{NameId, wide};
use crate::earley::Word;
use crate::slippers::event::{RepairId, TokenId};

/// The optional features of a tree, which the events do not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TreeOptions {
    /// Shadow roots: the first child that the grammar permits as an element's shadow root becomes
    /// it.
    pub shadow_roots: bool,
    /// Content patching (13.2.6.4.4, start tag "template", step 8). The content of elements like
    /// `<template for=a>` replaces the nodes between `<?start name="a">` and `<?end>` in the scope
    /// around them, or is inserted at `<?marker name="a">`. The element and the instructions are
    /// then removed.
    pub patches: bool,
}

crate::base::setters! { TreeOptions { shadow_roots: bool, patches: bool } }

/// The information of the events, as tables.
#[derive(Default, PartialEq)]
pub(crate) struct Tables {
    pub(super) nodes: Vec<NodeRow>,
    pub(super) elements: Vec<Element>,
    pub(super) pieces: Vec<TextPiece>,
    /// The rows that [`NodeContent::Cruft`] refers to.
    pub(super) cruft: Vec<Cruft>,
    /// The rows that [`Tagging::Copied`] refers to.
    pub(super) copies: Vec<CopyOrigin>,
    /// The attributes merged from tags other than an element's own, in order.
    pub(super) merged: BTreeMap<ElementRow, Vec<MergedAttribute>>,
    /// The elements that are shadow roots, each the first child of its host.
    pub(super) shadow_roots: BTreeMap<ElementRow, ShadowRoot>,
    /// The record for the form owners.
    pub(super) owners: OwnerRecord,
    /// The repairs that moved a node, sorted by node: one for each node, but for a text node one
    /// for each part that was moved.
    pub(super) moved: Vec<(NodeId, RepairId)>,
    /// Set if a mirror was not filled or a patch not applied, since that would have exceeded a
    /// limit.
    pub(crate) is_cut: bool,
    /// The names of the elements that repairs closed by force, sorted by repair.
    pub(super) forced: Vec<(RepairId, Option<NameId>)>,
    /// The repairs that insert a tag which authors may omit somewhere, in the order of the events,
    /// each with the next word; `None` at the end.
    pub(super) followed: Vec<(RepairId, Option<Word>)>,
}

impl Tables {
    pub(super) fn row_of(&self, node: NodeId) -> Option<ElementRow> {
        match self.nodes[node.index()].content {
            NodeContent::Element(row) => Some(row),
            _ => None,
        }
    }

    /// Returns the pieces of a text node; none for other nodes.
    pub(super) fn pieces_of(&self, node: NodeId) -> impl Iterator<Item = PieceText> {
        let (whole, last) = match self.nodes[node.index()].content {
            NodeContent::Whole(token) => (Some(PieceText::Whole(token)), None),
            NodeContent::Text(last) => (None, Some(last)),
            _ => (None, None),
        };
        let first = last.map(|last| self.pieces[last.index()].next);
        let ring = std::iter::successors(first, move |&piece| {
            if Some(piece) == last { None } else { Some(self.pieces[piece.index()].next) }
        });
        whole.into_iter().chain(ring.map(|piece| self.pieces[piece.index()].written))
    }

    /// Returns one past the number of the last descendant of a node, once the tree is complete.
    pub(super) fn subtree_end(&self, node: NodeId) -> usize {
        match self.nodes[node.index()].content {
            NodeContent::Document => self.nodes.len(),
            NodeContent::Element(row) => wide(self.elements[row.index()].subtree_end),
            _ => node.index() + 1,
        }
    }

    /// Returns the physical start tag of an element; for a copy, that of the copied element.
    pub(super) fn tag(&self, row: ElementRow) -> Option<TokenId> {
        match self.elements.get(row.index())?.start.get() {
            Tagging::Written(token) => Some(token),
            Tagging::Copied(copy) => self.copies[copy.index()].tag,
            Tagging::Virtual(_) | Tagging::None => None,
        }
    }

    pub(super) fn element_mut(&mut self, node: NodeId) -> Option<&mut Element> {
        let row = self.row_of(node)?;
        Some(&mut self.elements[row.index()])
    }
}
