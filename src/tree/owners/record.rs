//! What a parse records of forms, and what is computed from it.

use crate::tree::node::{ElementRow, NodeId};

/// The record of a parse from which the form owners are computed.
#[derive(Default, PartialEq)]
pub(crate) struct OwnerRecord {
    /// The changes of the form element pointer: the number of elements made before, and the form.
    pub(in crate::tree) pointers: Vec<(usize, Option<ElementRow>)>,
    /// The moves of elements since the first change, in order.
    pub(in crate::tree) moves: Vec<ElementMove>,
}

/// A move of an element.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::tree) struct ElementMove {
    /// The number of elements made before.
    pub(in crate::tree) made: usize,
    pub(in crate::tree) element: ElementRow,
    /// The parent elements before and after, if there are any.
    pub(in crate::tree) from: Option<ElementRow>,
    pub(in crate::tree) to: Option<ElementRow>,
}

impl OwnerRecord {
    /// Returns the form element pointer at the time when an element was made.
    pub(super) fn pointer_at(&self, row: ElementRow) -> Option<ElementRow> {
        let after = self.pointers.partition_point(|&(made, _)| made <= row.index());
        self.pointers[..after].last()?.1
    }
}

/// A form-associated element that is in a form or has a form owner.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnedControl {
    /// The element.
    pub control: NodeId,
    /// The form owner.
    pub owner: Option<NodeId>,
    /// The nearest form around the element, in its tree.
    pub around: Option<NodeId>,
}

/// An element that the parser associated with a form.
pub(super) struct Association {
    pub(super) control: ElementRow,
    pub(super) form: ElementRow,
}
