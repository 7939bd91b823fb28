//! wishful's own functions: how the parser repaired the context node.

use crate::evaluate::{EvalNode, Evaluator, Val};
use crate::function::RepairFn;
use wishful::tree::{NodeKind, NodeRef, TagOrigin};

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    pub(super) fn repairs(&mut self, of: RepairFn, place: EvalNode) -> Val<'e> {
        let node = self.world.inner(place);
        match of {
            RepairFn::Repair => Val::text(node.map(kinds).unwrap_or_default()),
            RepairFn::Virtual => Val::Boolean(node.is_some_and(NodeRef::is_virtual)),
            RepairFn::Moved => Val::Boolean(node.is_some_and(|node| node.moves().next().is_some())),
            RepairFn::Cruft => {
                Val::Boolean(node.is_some_and(|node| node.kind() == NodeKind::Cruft))
            }
        }
    }
}

/// Returns the kinds of the repairs that produced a node: of its start tag, of its end tag, of its
/// position, and of setting it aside as cruft.
fn kinds(node: NodeRef<'_>) -> String {
    let tags = [node.start_tag(), node.end_tag()].into_iter().flatten();
    let repairs = tags.filter_map(TagOrigin::repair).chain(node.moves()).chain(node.cruft());
    let mut kinds = Vec::new();
    for id in repairs {
        if let Some(repair) = node.document().repairs().get(id.index()) {
            kinds.push(repair.kind.name());
        }
    }
    kinds.dedup();
    kinds.join(" ")
}
