//! A tree as tables: what its builder makes and its document keeps.

use std::collections::BTreeMap;

use super::node::{
    Content, Copied, Cruft, Element, ElementRow, MergedAttribute, Node, NodeId, Piece, Tagging,
};
use super::shadow::ShadowRoot;
use crate::base::{NameId, wide};
use crate::slippers::event::{RepairId, TokenId};

/// What a tree is to have that the events leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeOptions {
    /// Shadow roots: the first element in another one that the grammar says may be its shadow root is it.
    pub shadow_roots: bool,
    /// Content patching: what is in elements like `<template for=a>` takes the place of what stands
    /// between `<?start name=a>` and `<?end>` in what is around them, or stands at `<?marker
    /// name=a>`; the element and the instructions go. (HTML, 13.2.6.4.4, start tag "template", step
    /// 8; the chapter leaves to the DOM which instruction is meant: it is the first in the
    /// document.)
    pub patches: bool,
}

/// Everything that the events say, as tables.
#[derive(Default, PartialEq)]
pub(crate) struct Tables {
    pub(super) nodes: Vec<Node>,
    pub(super) elements: Vec<Element>,
    pub(super) pieces: Vec<Piece>,
    /// What [`Content::Cruft`] names.
    pub(super) cruft: Vec<Cruft>,
    /// What [`Tagging::Copied`] names.
    pub(super) copies: Vec<Copied>,
    /// Attributes from other tags than an element's own, in order.
    pub(super) merged: BTreeMap<ElementRow, Vec<MergedAttribute>>,
    /// The elements that are shadow roots, each the first in its host.
    pub(super) shadow_roots: BTreeMap<ElementRow, ShadowRoot>,
    /// Which repairs put a node elsewhere than where it was read; ascending, one for a node, and for a text one for each part that
    /// was put elsewhere.
    pub(super) moved: Vec<(NodeId, RepairId)>,
    /// Some mirror was not filled or some patch not applied, since that would have taken too much.
    pub(crate) is_cut: bool,
    /// The names of the elements that repairs closed by force, by the repair, ascending.
    pub(super) forced: Vec<(RepairId, Option<NameId>)>,
}

impl Tables {
    pub(super) fn row_of(&self, node: NodeId) -> Option<ElementRow> {
        match self.nodes[node.index()].content {
            Content::Element(row) => Some(row),
            _ => None,
        }
    }

    /// The number behind the last node in a node, once the tree stands.
    pub(super) fn behind(&self, node: NodeId) -> usize {
        match self.nodes[node.index()].content {
            Content::Document => self.nodes.len(),
            Content::Element(row) => wide(self.elements[row.index()].behind),
            _ => node.index() + 1,
        }
    }

    /// The physical start tag of an element; for a copy that of the element that was copied.
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
