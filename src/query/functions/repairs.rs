//! wishful's own functions: how the parser repaired the context node.

use crate::query::evaluate::{Evaluator, Place, Val};
use crate::query::function::Repairs;
use crate::tree::{NodeKind, NodeRef, TagOrigin};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn repairs(&mut self, of: Repairs, place: Place) -> Val<'e> {
        let node = self.world.inner(place);
        match of {
            Repairs::Repair => Val::text(node.map(kinds).unwrap_or_default()),
            Repairs::Virtual => Val::Boolean(node.is_some_and(is_virtual)),
            Repairs::Moved => Val::Boolean(node.is_some_and(|node| node.moves().next().is_some())),
            Repairs::Cruft => Val::Boolean(node.is_some_and(|node| node.kind() == NodeKind::Cruft)),
        }
    }
}

/// Reports whether a node is an element whose start tag is not in the source.
fn is_virtual(node: NodeRef<'_>) -> bool {
    node.is_element() && !matches!(node.start_tag(), None | Some(TagOrigin::Written(_)))
}

/// Returns the kinds of the repairs that produced a node: of its start tag, of its end tag, of its
/// position, and of setting it aside as cruft.
fn kinds(node: NodeRef<'_>) -> String {
    let tags = [node.start_tag(), node.end_tag()].map(|tag| tag.and_then(TagOrigin::repair));
    let repairs = tags.into_iter().flatten().chain(node.moves()).chain(node.cruft());
    let mut kinds: Vec<&str> = repairs
        .filter_map(|repair| node.document().repairs().get(repair.index()))
        .map(|repair| repair.kind.name())
        .collect();
    kinds.dedup();
    kinds.join(" ")
}
