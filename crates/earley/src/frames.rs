//! The stack of open frames, as a persistent linked list of nodes.
//!
//! A [`Frame`] is the state of one open element at one moment: the frame below it, the state of its
//! content, and the context lines in force. A step creates a new node for the innermost frame and
//! leaves the others alone, so any number of stacks can share their lower part. A checkpoint is a
//! node, and a search holds thousands of stacks. Invariant: every node below the innermost frame
//! records the state *before* its child. The child's `after` is the state of its parent once the
//! child is closed.
//!
//! Ids increase along the list, from the root to the innermost frame, so dropping the newest nodes
//! is truncation. Each node also has a *jump pointer* to a node further down, by the skew-binary
//! rule of Myers ("An applicative random-access stack", 1983). It stores the set of kinds that the
//! jump skips. So two queries take logarithmic time: finding the frame at a given depth, and
//! testing whether a frame of some kinds is above the first frame of other kinds.
//!
//! An edit that removes a frame between others leaves a *gap*, so that the frames above keep their
//! depths and jumps. `below` leads from frame to frame; `beneath` leads from depth to depth,
//! through gaps. A gap disappears without further work when the frame above it is closed, since
//! `below` skips it.
//!
//! Only an edit of the stack changes nodes other than the innermost one, and only while no other
//! stack shares them (`exchange.rs`).

use super::items::{SetId, SiteId};
use super::kinds::KindSets;
use super::rows::{MaskId, RowId};
use super::symbols::FrameKindId;
use crate::util::{BitRow, narrow, wide};
use std::num::NonZeroU32;

/// The number of nodes for which memory is reserved at the start.
const ROOM: usize = 32;

/// The number of nodes for which an emptied arena keeps memory.
const LARGE: usize = 1 << 12;

crate::id_type! {
    /// The state of an open frame at one moment.
    pub(super) FrameId
}

/// The role of a node of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeRole {
    /// The root, or an open frame.
    Frame,
    /// A gap. If it is directly above a frame, `next` is the depth of the next frame above it.
    /// Otherwise `next` is never read.
    Gap { next: NonZeroU32 },
}

const _: () = assert!(size_of::<NodeRole>() == size_of::<u32>(), "frames are copied all the time");

impl NodeRole {
    /// Returns a gap below a frame at depth `next`. OK because that is 2 or more: the root is below
    /// every gap.
    fn gap(next: u32) -> Self {
        Self::Gap { next: NonZeroU32::new(next).unwrap_or(NonZeroU32::MIN) }
    }
}

/// The state of an open frame at one moment, or a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The next outer frame; the root refers to itself. Unused in a gap.
    pub(super) below: FrameId,
    /// The node one depth further down, a frame or a gap.
    beneath: FrameId,
    /// The jump pointer to a node further down, which is `beneath` or deeper.
    jump: FrameId,
    /// The kinds of the frames from this one down to `jump`, exclusive.
    skipped: usize,
    /// The number of nodes beneath it.
    pub(super) depth: u32,
    /// The kind of the frame; `None` if and only if it is the root or a gap.
    pub(super) kind: Option<FrameKindId>,
    role: NodeRole,
    pub(super) label: u32,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    /// The state of its content.
    pub(super) set: SetId,
    /// The state of the frame below once this frame is closed; unused in the root.
    pub(super) after: SetId,
    /// A number from which on no frame below refers to a set, unless one was exchanged since: see
    /// [`Frames::base`].
    base: u32,
    /// A hint at the site of the frame below once this frame is closed.
    pub(super) site_after: Option<SiteId>,
    /// A number that two nodes share if and only if they are one frame at two moments.
    serial: u64,
}

/// The identity of a frame and of all frames below it. Two nodes have equal values if and only if
/// they are one frame at two moments, and nothing below was edited in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FrameIdentity {
    pub(super) depth: u32,
    pub(super) serial: u64,
}

/// A record of an in-place edit. It applies to all frames from `depth` on that are older than it.
#[derive(Clone, Copy)]
struct InPlaceEdit {
    depth: u32,
    /// The serial number of the edit, in the sequence of the serial numbers of frames.
    serial: u64,
    /// A number from which on no frame below refers to a set.
    base: u32,
}

/// The state of a frame that is about to be opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub(super) kind: FrameKindId,
    pub(super) label: u32,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    pub(super) set: SetId,
    pub(super) after: SetId,
    pub(super) base: u32,
    pub(super) site_after: Option<SiteId>,
}

/// The arena of all nodes.
#[derive(Clone, Default)]
pub(super) struct Frames {
    nodes: Vec<Frame>,
    kind_sets: KindSets,
    /// The number of serial numbers assigned so far, to frames and to records of edits.
    serials: u64,
    /// The records of in-place edits. A record replaces those with the same or a greater depth, so
    /// depths and serial numbers both ascend.
    exchanged: Vec<InPlaceEdit>,
}

impl Frame {
    /// Returns the frame that is opened at the place of this node.
    #[inline(always)]
    fn opened(self, opening: Opening, serial: u64) -> Self {
        let Opening { kind, label, row, mask, set, after, base, site_after } = opening;
        let (kind, role) = (Some(kind), NodeRole::Frame);
        Self { kind, role, label, row, mask, set, after, base, site_after, serial, ..self }
    }
}

impl Frames {
    /// The first node of the root frame.
    pub(super) const ROOT: FrameId = FrameId::new(0);

    /// Creates an empty arena.
    pub(super) fn new(kind_sets: KindSets) -> Self {
        Self { kind_sets, ..Self::default() }
    }

    /// Adds the root frame to an empty arena.
    pub(super) fn start(&mut self, start: SetId, row: (RowId, MaskId), base: usize) {
        let root = Frame {
            below: Self::ROOT,
            beneath: Self::ROOT,
            jump: Self::ROOT,
            skipped: KindSets::EMPTY,
            depth: 0,
            kind: None,
            role: NodeRole::Frame,
            label: 0,
            row: row.0,
            mask: row.1,
            set: start,
            after: start,
            base: narrow(base),
            site_after: None,
            serial: 0,
        };
        self.nodes.reserve(ROOM);
        self.nodes.push(root);
    }

    /// Reports whether the arena's memory is small enough to be kept.
    pub(super) fn is_small(&self) -> bool {
        self.nodes.capacity() <= LARGE
    }

    /// Empties the arena for the next text, but keeps the sets of kinds, and its memory unless that
    /// is large.
    pub(super) fn reset(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(LARGE);
        (self.serials, self.exchanged) = (0, Vec::new());
    }

    /// Returns the number of interned sets of kinds.
    pub(super) fn kind_sets(&self) -> usize {
        self.kind_sets.len()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the last serial number assigned.
    pub(super) const fn newest_serial(&self) -> u64 {
        self.serials
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    pub(super) fn at(&self, node: FrameId) -> &Frame {
        &self.nodes[node.index()]
    }

    /// Opens a frame on top of `below`.
    #[inline(always)]
    pub(super) fn open(&mut self, below: FrameId, opening: Opening) -> FrameId {
        self.open_above(below, below, opening)
    }

    /// Opens a frame on top of the node `beneath`, whose nearest frame downwards is `below`.
    #[inline(always)]
    pub(super) fn open_above(
        &mut self,
        beneath: FrameId,
        below: FrameId,
        opening: Opening,
    ) -> FrameId {
        let (jump, skipped) = self.jump_from(beneath, KindSets::of(opening.kind));
        self.serials += 1;
        let frame = *self.at(beneath);
        let depth = frame.depth + 1;
        let frame = Frame { below, beneath, jump, skipped, depth, ..frame };
        self.nodes.push(frame.opened(opening, self.serials));
        FrameId::new(self.nodes.len() - 1)
    }

    /// Leaves a gap on top of the node `beneath`; the next frame is opened at depth `next`.
    pub(super) fn leave_gap(&mut self, beneath: FrameId, next: u32) -> FrameId {
        let (jump, skipped) = self.jump_from(beneath, KindSets::EMPTY);
        let frame = *self.at(beneath);
        let depth = frame.depth + 1;
        let (kind, role) = (None, NodeRole::gap(next));
        self.nodes.push(Frame { beneath, jump, skipped, depth, kind, role, ..frame });
        FrameId::new(self.nodes.len() - 1)
    }

    /// Returns the jump target of a new node on top of `beneath`, and the set of kinds that the
    /// jump skips, including `own`.
    #[inline(always)]
    fn jump_from(&mut self, beneath: FrameId, own: usize) -> (FrameId, usize) {
        let parent = &self.nodes[beneath.index()];
        let far = &self.nodes[parent.jump.index()];
        let even =
            parent.depth > 0 && parent.depth - far.depth == far.depth - self.at(far.jump).depth;
        if !even {
            return (beneath, own);
        }
        let skipped = self.kind_sets.union(own, parent.skipped);
        (far.jump, self.kind_sets.union(skipped, far.skipped))
    }

    /// Moves the content of a frame to `set`, and returns the frame's node. Nodes below number
    /// `floor` may be shared and are copied; others are changed in place. Drops all nodes newer
    /// than the result.
    #[inline(always)]
    pub(super) fn moved(&mut self, node: FrameId, set: SetId, floor: usize) -> FrameId {
        if node.index() >= floor {
            self.nodes.truncate(node.index() + 1);
            self.nodes[node.index()].set = set;
            return node;
        }
        let moved = Frame { set, ..*self.at(node) };
        self.nodes.truncate(floor);
        self.nodes.push(moved);
        FrameId::new(self.nodes.len() - 1)
    }

    /// Moves a frame's content to `set`, in place.
    pub(super) fn set(&mut self, node: FrameId, set: SetId) {
        self.nodes[node.index()].set = set;
    }

    /// Replaces a node by another frame, in place. The caller repairs the jumps.
    pub(super) fn renew(&mut self, node: FrameId, below: FrameId, opening: Opening) {
        self.serials += 1;
        let frame = &mut self.nodes[node.index()];
        *frame = Frame { below, ..*frame }.opened(opening, self.serials);
    }

    /// Turns a node into a gap; the next frame is at depth `next`. The caller repairs the jumps.
    pub(super) fn make_gap(&mut self, node: FrameId, next: u32) {
        let frame = &mut self.nodes[node.index()];
        (frame.kind, frame.role) = (None, NodeRole::gap(next));
    }

    /// Returns the depth of the next frame above the one at `depth`, which must not be the
    /// innermost.
    pub(super) fn above(&self, top: FrameId, depth: u32) -> u32 {
        let node = self.at(self.at_depth(top, depth + 1));
        match node.role {
            NodeRole::Frame => node.depth,
            NodeRole::Gap { next } => next.get(),
        }
    }

    /// Sets the context row of a frame, and reports whether it changed.
    pub(super) fn renew_row(&mut self, node: FrameId, (row, mask): (RowId, MaskId)) -> bool {
        let frame = &mut self.nodes[node.index()];
        let differs = (frame.row, frame.mask) != (row, mask);
        (frame.row, frame.mask) = (row, mask);
        differs
    }

    /// Records an edit in place of frames below `depth`. Open frames from `depth` on get a new
    /// identity, so that failures cached for them no longer apply. They also keep all sets below
    /// number `base`, since the edited frames may refer to these.
    pub(super) fn exchanged(&mut self, depth: u32, base: usize) {
        while let Some(last) = self.exchanged.last()
            && last.depth >= depth
        {
            self.exchanged.pop();
        }
        self.serials += 1;
        self.exchanged.push(InPlaceEdit { depth, serial: self.serials, base: narrow(base) });
    }

    /// Returns the newest record that applies to a frame.
    fn newest_edit(&self, frame: &Frame) -> Option<&InPlaceEdit> {
        if self.exchanged.last()?.serial <= frame.serial {
            return None;
        }
        let below = self.exchanged.partition_point(|edit| edit.depth <= frame.depth);
        let newest = self.exchanged[..below].last()?;
        if newest.serial > frame.serial { Some(newest) } else { None }
    }

    /// Returns a number from which on no frame below refers to a set.
    pub(super) fn base(&self, frame: &Frame) -> usize {
        match self.newest_edit(frame) {
            Some(edit) => wide(edit.base.max(frame.base)),
            None => wide(frame.base),
        }
    }

    /// Returns the number from which on a step in a frame may drop sets.
    #[inline(always)]
    pub(super) fn first_droppable(&self, frame: &Frame, keeps_before: bool, floor: usize) -> usize {
        let before = if keeps_before { frame.set.index() + 1 } else { 0 };
        floor.max(self.base(frame)).max(before)
    }

    pub(super) fn identity(&self, frame: &Frame) -> FrameIdentity {
        let serial = match self.newest_edit(frame) {
            Some(edit) => edit.serial,
            None => frame.serial,
        };
        FrameIdentity { depth: frame.depth, serial }
    }

    /// Reports whether a frame was opened after a moment; see [`Frames::newest_serial`].
    pub(super) const fn is_newer(frame: &Frame, newest: u64) -> bool {
        frame.serial > newest
    }

    /// Updates the skipped kinds of all jumps over a depth, after the frame there was exchanged.
    /// The jumps over a frame nest, and each is twice as long as the one inside it. Of two adjacent
    /// jumps of equal length, the node after the second jumps over both.
    pub(super) fn update_jumps(&mut self, top: FrameId, depth: u32) {
        let last = self.at(top).depth;
        let mut node = self.at_depth(top, depth);
        loop {
            let skipped = self.skipped_from(node);
            if std::mem::replace(&mut self.nodes[node.index()].skipped, skipped) == skipped {
                return;
            }
            let frame = *self.at(node);
            if frame.depth == last {
                return;
            }
            let next = self.at_depth(top, frame.depth + 1);
            let is_over = self.at(self.at(next).jump).depth < frame.depth;
            let beside = frame.depth + (frame.depth - self.at(frame.jump).depth) + 1;
            match (is_over, beside <= last) {
                (true, _) => node = next,
                (false, true) => node = self.at_depth(top, beside),
                (false, false) => return,
            }
        }
    }

    /// Computes the kinds of the frames that a node jumps over.
    fn skipped_from(&mut self, node: FrameId) -> usize {
        let frame = *self.at(node);
        let own = frame.kind.map_or(KindSets::EMPTY, KindSets::of);
        if frame.jump == frame.beneath {
            return own;
        }
        let parent = *self.at(frame.beneath);
        let near = self.kind_sets.union(own, parent.skipped);
        self.kind_sets.union(near, self.at(parent.jump).skipped)
    }

    /// Replaces the sets of a frame by equivalent ones.
    pub(super) fn rename_sets(&mut self, node: FrameId, set: SetId, after: SetId) {
        let frame = &mut self.nodes[node.index()];
        (frame.set, frame.after) = (set, after);
    }

    /// Returns the node at `depth`, which is at most that of `node`.
    pub(super) fn at_depth(&self, node: FrameId, depth: u32) -> FrameId {
        let mut node = node;
        if self.at(node).depth == narrow(node.index()) {
            // OK because ids increase along the list: there is exactly one node for each depth.
            return FrameId::new(wide(depth.min(self.at(node).depth)));
        }
        loop {
            let frame = self.at(node);
            if frame.depth <= depth {
                return node;
            }
            node = if self.at(frame.jump).depth >= depth { frame.jump } else { frame.beneath };
        }
    }

    /// Reports whether a node is a gap.
    pub(super) fn is_gap(&self, node: FrameId) -> bool {
        self.at(node).role != NodeRole::Frame
    }

    /// Returns the node itself if it is a frame, or else the next frame further down.
    pub(super) fn frame_from(&self, node: FrameId) -> FrameId {
        let mut node = node;
        while self.is_gap(node) {
            node = self.at(node).beneath;
        }
        node
    }

    /// Returns the innermost frame, from `node` down, of a kind in `wanted` that is above a depth.
    pub(super) fn nearest(&self, node: FrameId, wanted: &BitRow, above: u32) -> Option<FrameId> {
        let mut node = node;
        loop {
            let frame = self.at(node);
            if frame.depth <= above {
                return None;
            }
            if frame.kind.is_some_and(|kind| wanted.contains(kind.index())) {
                return Some(node);
            }
            let is_skipped = self.kind_sets.intersects(frame.skipped, wanted);
            node = if is_skipped { frame.beneath } else { frame.jump };
        }
    }

    /// Tests whether a goal is reachable from `node` down, through frames of kinds in `passable`.
    /// The goal is the frame at `depth`, or one of a kind in `wanted`. The error is the depth where
    /// the path ends. In `wanted`, the root has the number of kinds as its number. The test is
    /// conservative: a wrong `Ok` is possible, a wrong `Err` is not.
    pub(super) fn reaches(
        &self,
        node: FrameId,
        wanted: &BitRow,
        passable: &BitRow,
        depth: Option<u32>,
    ) -> Result<(), u32> {
        let mut node = node;
        loop {
            let frame = self.at(node);
            if frame.role == NodeRole::Frame {
                let here = frame.kind.map_or(self.kind_sets.kinds, FrameKindId::index);
                if wanted.contains(here) || depth == Some(frame.depth) {
                    return Ok(());
                }
                if frame.kind.is_none() || !passable.contains(here) {
                    return Err(frame.depth);
                }
            }
            if !self.kind_sets.is_within(frame.skipped, passable) {
                node = frame.beneath;
                continue;
            }
            let to = self.at(frame.jump).depth;
            if self.kind_sets.intersects(frame.skipped, wanted)
                || depth.is_some_and(|depth| depth < frame.depth && depth > to)
            {
                return Ok(());
            }
            node = frame.jump;
        }
    }
}
