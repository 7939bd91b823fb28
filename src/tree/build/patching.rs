//! The state of content patching during a parse; `patch` has the steps.

use crate::tree::node::NodeId;
use std::collections::BTreeMap;

/// The state of content patching during a parse.
#[derive(Default)]
pub(super) struct Patching {
    /// The instructions that begin a range or mark a point, by name, as they were inserted.
    pub(super) markers: BTreeMap<String, Vec<NodeId>>,
    /// The open elements whose content is inserted elsewhere, innermost last.
    pub(super) open: Vec<OpenPatch>,
    /// The number of steps so far.
    pub(super) steps: usize,
}

impl Patching {
    /// Reports whether the content of an open element is inserted elsewhere.
    #[inline(always)]
    pub(super) const fn is_active(&self) -> bool {
        !self.open.is_empty()
    }
}

/// An open element whose content is inserted elsewhere.
pub(super) struct OpenPatch {
    /// The element, which is in no tree.
    pub(super) element: NodeId,
    /// The insertion target.
    pub(super) target: NodeId,
    /// The insertion start marker.
    pub(super) start: NodeId,
    /// The insertion end marker.
    pub(super) end: Option<NodeId>,
}
