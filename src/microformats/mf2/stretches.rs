//! The order in which elements are visited: the document's, with what is included at the end of
//! what includes it.
//!
//! A stretch is a range of node numbers. An inclusion begins another one on top, which ends before the one below goes
//! on. What is open ends where its element does, or with the stretch in which it was opened.

use crate::base::{counted, narrow, wide};
use crate::tree::{Document, NodeId, NodeRef};

/// So many inclusions may stand in one another.
const NESTED: usize = 32;

/// A range of nodes that is being visited.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    next: u32,
    end: u32,
    /// How many things were open when it began.
    below: usize,
}

/// Where the visit is.
#[derive(Debug)]
pub(super) struct Stretches<'a> {
    document: &'a Document,
    stretches: Vec<Stretch>,
    /// Where the elements end that opened something: for each thing that is open.
    ends: Vec<u32>,
    /// The node that came last.
    last: Option<NodeRef<'a>>,
    /// How many nodes may still be visited again.
    allowed: u64,
    is_cut: bool,
    visited: u64,
}

impl<'a> Stretches<'a> {
    /// All nodes of a document, and at most so many of them again.
    pub(super) fn new(document: &'a Document, again: u64) -> Self {
        let whole = Stretch { next: 0, end: narrow(document.len()), below: 0 };
        let (stretches, ends) = (vec![whole], Vec::new());
        Self { document, stretches, ends, last: None, allowed: again, is_cut: false, visited: 0 }
    }

    /// The next node.
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

    /// Passes over what is in the node that came last.
    pub(super) fn skip(&mut self) {
        if let (Some(last), Some(stretch)) = (self.last, self.stretches.last_mut()) {
            stretch.next = narrow(last.end());
        }
    }

    /// Says that so many things are open now, the new ones by a node.
    pub(super) fn opened(&mut self, node: NodeRef<'a>, open: usize) {
        self.ends.resize(open, narrow(node.end()));
    }

    pub(super) fn closed(&mut self) {
        self.ends.pop();
    }

    /// Whether the last of so many open things ends here; a stretch that is over ends, too, when all of its own do.
    pub(super) fn ends(&mut self, open: usize) -> bool {
        while let Some(&Stretch { next, end, below }) = self.stretches.last() {
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

    /// Goes on with a node and what is in it, unless that holds the place itself or is being visited already.
    pub(super) fn include(&mut self, target: NodeRef<'a>, open: usize) -> bool {
        let size = counted(target.end() - target.id().index());
        let (start, end) = (target.id().index(), target.end());
        let holds =
            |stretch: &Stretch| (start..end).contains(&wide(stretch.next.saturating_sub(1)));
        if self.stretches.iter().any(holds) {
            return false;
        }
        let is_deep = self.stretches.len() > NESTED;
        let Some(allowed) = self.allowed.checked_sub(size).filter(|_| !is_deep) else {
            self.is_cut = true;
            return false;
        };
        self.allowed = allowed;
        let [next, end] = [start, end].map(narrow);
        self.stretches.push(Stretch { next, end, below: open });
        true
    }

    /// Reports whether the node that came last is read again, as it is included.
    pub(super) fn is_included(&self) -> bool {
        self.stretches.len() > 1
    }

    /// How many nodes came.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether something was not included because the limit was met.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }
}
