//! `:dir`: the directionality of elements. (HTML, section 3.2.6.4.)
//!
//! An element declares its direction, derives it from its text, or inherits it from its parent.
//! `grammar/query/html.selectors` tells which. A text counts for the nearest enclosing element with
//! automatic direction, unless an element in between declares its own or is isolated. So each text
//! is read once.

use unicode_bidi::{BidiClass, bidi_class};

use super::caches::{Directions, NodeSet};
use super::run::MatchRun;
use super::structure::is_element;
use crate::definitions::tables;
use crate::steps::BudgetExhausted;
use wishful::base::BitRow;
use wishful::tree::{NodeId, NodeKind, NodeRef};

/// The elements that affect directions.
struct DirectionSources {
    left_to_right: NodeSet,
    right_to_left: NodeSet,
    automatic: NodeSet,
    by_value: NodeSet,
    apart: NodeSet,
}

impl DirectionSources {
    /// Returns the element for which texts inside a node count, given that `around` is the one for
    /// the node itself.
    fn counts_inside(&self, node: NodeRef<'_>, around: Option<NodeId>) -> Option<NodeId> {
        let index = node.id().index();
        if self.automatic.bits.contains(index) {
            return if self.by_value.bits.contains(index) { None } else { Some(node.id()) };
        }
        if self.apart.bits.contains(index) || node.holds_other_tree() { None } else { around }
    }

    /// Returns the direction that does not depend on the parent, if the element has one: declared,
    /// automatic, or the default of an outermost element.
    fn own(&self, node: NodeRef<'_>, found: &BitRow) -> Option<bool> {
        let index = node.id().index();
        if self.automatic.bits.contains(index) {
            return Some(found.contains(index));
        }
        // Template contents have no parent element.
        let is_outermost = node.parent().is_none_or(NodeRef::has_template_contents);
        let is_ltr = is_outermost || self.left_to_right.bits.contains(index);
        let is_rtl = self.right_to_left.bits.contains(index);
        if is_ltr || is_rtl { Some(is_rtl) } else { None }
    }
}

impl<'d> MatchRun<'_, 'd> {
    /// Reports whether an element has a direction.
    pub(super) fn is_directed(
        &mut self,
        right_to_left: bool,
        node: NodeRef<'d>,
    ) -> Result<bool, BudgetExhausted> {
        if self.caches.directions.is_none() {
            self.caches.directions = Some(self.directions()?);
        }
        let Some(directions) = &self.caches.directions else { return Ok(false) };
        let is_rtl = directions.right_to_left.contains(node.id().index());
        Ok(is_element(node) && is_rtl == right_to_left)
    }

    fn directions(&mut self) -> Result<Directions, BudgetExhausted> {
        let sources = DirectionSources {
            left_to_right: self.table(tables().left_to_right())?,
            right_to_left: self.table(tables().right_to_left())?,
            automatic: self.table(tables().automatic())?,
            by_value: self.table(tables().automatic_by_value())?,
            apart: self.table(tables().set_apart())?,
        };
        let found = self.found_in_texts(&sources)?;
        let document = self.program.document;
        let mut right_to_left = BitRow::new(document.len());
        for node in document.nodes() {
            self.steps.take(1)?;
            let around = node.parent().map(|parent| right_to_left.contains(parent.id().index()));
            if sources.own(node, &found).or(around) == Some(true) {
                right_to_left.insert(node.id().index());
            }
        }
        Ok(Directions { right_to_left })
    }

    /// Returns the automatic elements whose text is right-to-left: its first strong character is.
    fn found_in_texts(&mut self, sources: &DirectionSources) -> Result<BitRow, BudgetExhausted> {
        let document = self.program.document;
        let mut right_to_left = BitRow::new(document.len());
        let mut decided = BitRow::new(document.len());
        // For each node, the element for which texts inside it count.
        let mut inside: Vec<Option<NodeId>> = Vec::with_capacity(document.len());
        for node in document.nodes() {
            self.steps.take(1)?;
            let around = node.parent().and_then(|parent| inside[parent.id().index()]);
            let is_by_value = sources.by_value.bits.contains(node.id().index());
            let target = if is_by_value { Some(node.id()) } else { around };
            if let Some(target) = target
                && !decided.contains(target.index())
            {
                let direction = if is_by_value {
                    self.first_direction(node.attribute(tables().direction_value()))?
                } else if node.kind() == NodeKind::Text {
                    self.first_direction(node.text_pieces())?
                } else {
                    None
                };
                if let Some(is_rtl) = direction {
                    decided.insert(target.index());
                    if is_rtl {
                        right_to_left.insert(target.index());
                    }
                }
            }
            inside.push(sources.counts_inside(node, around));
        }
        Ok(right_to_left)
    }

    /// Returns the direction of the first strong character, if there is one; `true` means
    /// right-to-left.
    fn first_direction<'t>(
        &mut self,
        pieces: impl IntoIterator<Item = &'t str>,
    ) -> Result<Option<bool>, BudgetExhausted> {
        for piece in pieces {
            self.steps.take_bytes(piece.len())?;
            for letter in piece.chars() {
                match bidi_class(letter) {
                    BidiClass::L => return Ok(Some(false)),
                    BidiClass::R | BidiClass::AL => return Ok(Some(true)),
                    _ => {}
                }
            }
        }
        Ok(None)
    }
}
