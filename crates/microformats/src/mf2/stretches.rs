//! The order of the visit: document order, with included elements at the end of those that include
//! them.
//!
//! A stretch is a range of node indices. An inclusion pushes another stretch, which ends before the
//! one below it continues. An open entry ends with its element, or with the stretch in which it was
//! opened.

use wishful::base::{counted, narrow, wide};
use wishful::tree::{Document, NodeId, NodeRef};

/// The maximum depth of nested inclusions.
const NESTED: usize = 32;

/// A range of nodes under visit.
#[derive(Clone, Copy, Debug)]
struct NodeStretch {
    next: u32,
    end: u32,
    /// The number of open entries when the stretch began.
    below: usize,
}

/// The state of the visit.
#[derive(Debug)]
pub(super) struct StretchWalk<'a> {
    document: &'a Document,
    stretches: Vec<NodeStretch>,
    /// For each open entry, the end of its element.
    ends: Vec<u32>,
    /// The last node.
    last: Option<NodeRef<'a>>,
    /// The number of nodes that may still be visited again.
    allowed: u64,
    is_cut: bool,
    visited: u64,
}

impl<'a> StretchWalk<'a> {
    /// Visits all nodes of a document, and at most `again` of them again.
    pub(super) fn new(document: &'a Document, again: u64) -> Self {
        let whole = NodeStretch { next: 0, end: narrow(document.len()), below: 0 };
        let (stretches, ends) = (vec![whole], Vec::new());
        Self { document, stretches, ends, last: None, allowed: again, is_cut: false, visited: 0 }
    }

    /// Returns the next node.
    pub(super) fn next(&mut self) -> Option<NodeRef<'a>> {
        while let Some(stretch) = self.stretches.last_mut() {
            if stretch.next < stretch.end {
                let id = NodeId::new(wide(stretch.next));
                stretch.next += 1;
                self.visited += 1;
                self.last = self.document.node(id);
                return self.last;
            }
            self.stretches.pop();
        }
        None
    }

    /// Skips the descendants of the last node.
    pub(super) fn skip(&mut self) {
        if let (Some(last), Some(stretch)) = (self.last, self.stretches.last_mut()) {
            stretch.next = narrow(last.end());
        }
    }

    /// Records that `open` entries are open now; the new ones end with `node`.
    pub(super) fn opened(&mut self, node: NodeRef<'a>, open: usize) {
        self.ends.resize(open, narrow(node.end()));
    }

    pub(super) fn closed(&mut self) {
        self.ends.pop();
    }

    /// Reports whether the last of `open` entries ends here. A finished stretch ends once all
    /// entries opened in it have ended.
    pub(super) fn ends(&mut self, open: usize) -> bool {
        while let Some(&NodeStretch { next, end, below }) = self.stretches.last() {
            if next < end {
                let last = self.ends.last();
                return open > below && last.is_some_and(|&end| end <= next);
            }
            if open > below {
                return true;
            }
            self.stretches.pop();
        }
        open > 0
    }

    /// Pushes the subtree of a target. Returns `false` if the target contains a node that is being
    /// visited, or if a limit is reached.
    pub(super) fn include(&mut self, target: NodeRef<'a>, open: usize) -> bool {
        let size = counted(target.end() - target.id().index());
        let (start, end) = (target.id().index(), target.end());
        for stretch in &self.stretches {
            if (start..end).contains(&wide(stretch.next.saturating_sub(1))) {
                return false;
            }
        }
        match self.allowed.checked_sub(size) {
            Some(allowed) if self.stretches.len() <= NESTED => self.allowed = allowed,
            _ => {
                self.is_cut = true;
                return false;
            }
        }
        let [next, end] = [start, end].map(narrow);
        self.stretches.push(NodeStretch { next, end, below: open });
        true
    }

    /// Reports whether the last node was visited as part of an included element.
    pub(super) fn is_included(&self) -> bool {
        self.stretches.len() > 1
    }

    /// Returns the number of visited nodes.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Reports whether an inclusion is missing because a limit was reached.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }
}
