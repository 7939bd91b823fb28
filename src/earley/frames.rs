//! The stack of open frames, as a linked list of immutable nodes.
//!
//! A [`Frame`] is one open element at one moment: what lies below it, where its content stands,
//! what is in force. A step makes a new node for the innermost frame and leaves the others alone,
//! so any number of stacks can share their lower part: a mark is a node, and a search holds
//! thousands of stacks. Below the innermost frame every node stands *before* its child; the child's
//! `after` says where its parent will stand when the child is closed.
//!
//! Ids grow along the list, from the root to the innermost frame, so dropping the newest nodes is
//! truncation. Each node also has a *jump* to a node further down, by the skew-binary rule of Myers
//! ("An applicative random-access stack", 1983), and knows the set of kinds that the jump leaps
//! over: the frame at a given depth, and "is there a frame of these kinds above the first of
//! those", cost a logarithm, not a walk.
//!
//! An edit that takes a frame out from between others leaves a *gap*: the frames above keep their
//! depths, and so their jumps. `below` leads from frame to frame, `beneath` from depth to depth,
//! through gaps. A gap is gone when the frame above it is closed: nothing has to be done for that,
//! since `below` leads past it.
//!
//! Only an edit of the stack changes nodes that are not the innermost one, and only while nobody
//! shares them (`exchange.rs`).

use super::items::SetId;
use super::kinds::KindSets;
use super::rows::{MaskId, RowId};
use super::symbols::FrameKindId;
use crate::base::{BitRow, narrow, wide};
use std::num::NonZeroU32;

crate::base::id_type! {
    /// An open frame at one moment.
    pub(super) FrameId
}

/// What a node of the stack stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// The root, or an open frame.
    Frame,
    /// A gap. If it is directly on a frame, the next frame above is at this depth; what it says on
    /// another gap, nobody asks.
    Gap { next: NonZeroU32 },
}

const _: () = assert!(size_of::<Standing>() == size_of::<u32>(), "frames are copied all the time");

impl Standing {
    /// A gap below a frame at this depth. OK because that is 2 or more: the root is below every
    /// gap.
    fn gap(next: u32) -> Self {
        Self::Gap { next: NonZeroU32::new(next).unwrap_or(NonZeroU32::MIN) }
    }
}

/// An open frame at one moment, or a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The frame around it; the root's is itself. Of a gap it means nothing.
    pub(super) below: FrameId,
    /// The node one depth further down, a frame or a gap.
    beneath: FrameId,
    /// A node further down; `beneath` or deeper.
    jump: FrameId,
    /// The kinds of the frames from this one down to `jump`, which is not counted.
    leapt: usize,
    /// How many nodes are beneath it.
    pub(super) depth: u32,
    /// None if and only if it is the root or a gap.
    pub(super) kind: Option<FrameKindId>,
    standing: Standing,
    pub(super) label: u32,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    /// Where its content stands.
    pub(super) set: SetId,
    /// Where the frame below will stand when this one has been closed; unused in the root.
    pub(super) after: SetId,
    /// No frame below refers to a set from this number on, unless one was exchanged since: see
    /// [`Frames::base`].
    base: u32,
    /// The same for two nodes if and only if they are one frame at two moments.
    serial: u64,
}

/// A frame on certain frames below it: the same for two nodes if and only if they are one frame at
/// two moments, and nothing below it was edited in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    pub(super) depth: u32,
    pub(super) serial: u64,
}

/// A note of frames that were exchanged in place: what it says holds for all frames from `depth` on
/// that are older.
#[derive(Clone, Copy)]
struct Exchanged {
    depth: u32,
    /// Of the serial numbers of frames.
    serial: u64,
    /// No frame below refers to a set from this number on.
    base: u32,
}

/// What a frame is, before it is put on the stack.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    pub(super) kind: FrameKindId,
    pub(super) label: u32,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    pub(super) set: SetId,
    pub(super) after: SetId,
    pub(super) base: u32,
}

/// All nodes.
#[derive(Clone)]
pub(super) struct Frames {
    nodes: Vec<Frame>,
    kind_sets: KindSets,
    /// How many frames have been put on a stack so far.
    serials: u64,
    /// Of notes with the same reach, the newest; so depths and serial numbers both ascend.
    exchanged: Vec<Exchanged>,
}

impl Frames {
    /// The root frame's first node.
    pub(super) const ROOT: FrameId = FrameId::new(0);

    pub(super) fn new(
        kind_sets: KindSets,
        start: SetId,
        row: (RowId, MaskId),
        base: usize,
    ) -> Self {
        let root = Frame {
            below: Self::ROOT,
            beneath: Self::ROOT,
            jump: Self::ROOT,
            leapt: KindSets::EMPTY,
            depth: 0,
            kind: None,
            standing: Standing::Frame,
            label: 0,
            row: row.0,
            mask: row.1,
            set: start,
            after: start,
            base: narrow(base),
            serial: 0,
        };
        Self { nodes: vec![root], kind_sets, serials: 0, exchanged: Vec::new() }
    }

    /// The sets of kinds that were met.
    pub(super) fn take_kinds(&mut self) -> KindSets {
        std::mem::take(&mut self.kind_sets)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The serial number of the frame that was put on a stack last.
    pub(super) const fn newest_serial(&self) -> u64 {
        self.serials
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    pub(super) fn at(&self, node: FrameId) -> &Frame {
        &self.nodes[node.index()]
    }

    /// Opens a frame on `below`.
    #[inline(always)]
    pub(super) fn open(&mut self, below: FrameId, opening: Opening) -> FrameId {
        self.open_above(below, below, opening)
    }

    /// Opens a frame on the node `beneath`, under which `below` is the nearest frame.
    #[inline(always)]
    pub(super) fn open_above(
        &mut self,
        beneath: FrameId,
        below: FrameId,
        opening: Opening,
    ) -> FrameId {
        let (jump, leapt) = self.jump_from(beneath, KindSets::of(opening.kind));
        self.serials += 1;
        let Opening { kind, label, row, mask, set, after, base } = opening;
        self.nodes.push(Frame {
            below,
            beneath,
            jump,
            leapt,
            depth: self.at(beneath).depth + 1,
            kind: Some(kind),
            standing: Standing::Frame,
            label,
            row,
            mask,
            set,
            after,
            base,
            serial: self.serials,
        });
        FrameId::new(self.nodes.len() - 1)
    }

    /// Leaves a gap on the node `beneath`; the next frame is opened at the depth `next`.
    pub(super) fn leave_gap(&mut self, beneath: FrameId, next: u32) -> FrameId {
        let (jump, leapt) = self.jump_from(beneath, KindSets::EMPTY);
        let frame = *self.at(beneath);
        let depth = frame.depth + 1;
        let (kind, standing) = (None, Standing::gap(next));
        self.nodes.push(Frame { beneath, jump, leapt, depth, kind, standing, ..frame });
        FrameId::new(self.nodes.len() - 1)
    }

    /// Where a new node on another one jumps to, and the kinds that it leaps over, `own` among
    /// them.
    #[inline(always)]
    fn jump_from(&mut self, beneath: FrameId, own: usize) -> (FrameId, usize) {
        let parent = &self.nodes[beneath.index()];
        let far = &self.nodes[parent.jump.index()];
        let even =
            parent.depth > 0 && parent.depth - far.depth == far.depth - self.at(far.jump).depth;
        if !even {
            return (beneath, own);
        }
        let leapt = self.kind_sets.union(own, parent.leapt);
        (far.jump, self.kind_sets.union(leapt, far.leapt))
    }

    /// The same frame with its content at `set`. Nodes below number `floor` may be shared and are
    /// copied; the others are changed. Everything newer than the result is dropped.
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

    /// Makes another frame of a node, in place. Jumps are mended later.
    pub(super) fn renew(&mut self, node: FrameId, below: FrameId, opening: Opening) {
        self.serials += 1;
        let (frame, serial) = (&mut self.nodes[node.index()], self.serials);
        let Opening { kind, label, row, mask, set, after, base } = opening;
        let (kind, standing) = (Some(kind), Standing::Frame);
        *frame =
            Frame { below, kind, standing, label, row, mask, set, after, base, serial, ..*frame };
    }

    /// Makes a gap of a node; the next frame is at the depth `next`. Jumps are mended later.
    pub(super) fn make_gap(&mut self, node: FrameId, next: u32) {
        let frame = &mut self.nodes[node.index()];
        (frame.kind, frame.standing) = (None, Standing::gap(next));
    }

    /// The depth of the next frame above one that is not the innermost.
    pub(super) fn above(&self, top: FrameId, depth: u32) -> u32 {
        let node = self.at(self.at_depth(top, depth + 1));
        match node.standing {
            Standing::Frame => node.depth,
            Standing::Gap { next } => next.get(),
        }
    }

    /// Gives a frame its context row; whether that is another one.
    pub(super) fn renew_row(&mut self, node: FrameId, (row, mask): (RowId, MaskId)) -> bool {
        let frame = &mut self.nodes[node.index()];
        let differs = (frame.row, frame.mask) != (row, mask);
        (frame.row, frame.mask) = (row, mask);
        differs
    }

    /// Notes that frames below `depth` were exchanged in place, and refer to no set from number
    /// `base` on.
    pub(super) fn exchanged(&mut self, depth: u32, base: usize) {
        while self.exchanged.last().is_some_and(|last| last.depth >= depth) {
            self.exchanged.pop();
        }
        self.serials += 1;
        self.exchanged.push(Exchanged { depth, serial: self.serials, base: narrow(base) });
    }

    /// The newest note that holds for a frame.
    fn note(&self, frame: &Frame) -> Option<&Exchanged> {
        if self.exchanged.last()?.serial <= frame.serial {
            return None;
        }
        let notes = self.exchanged.partition_point(|note| note.depth <= frame.depth);
        self.exchanged[..notes].last().filter(|note| note.serial > frame.serial)
    }

    /// No frame below refers to a set from this number on.
    pub(super) fn base(&self, frame: &Frame) -> usize {
        wide(self.note(frame).map_or(frame.base, |note| note.base.max(frame.base)))
    }

    pub(super) fn stand(&self, frame: &Frame) -> Stand {
        let serial = self.note(frame).map_or(frame.serial, |note| note.serial);
        Stand { depth: frame.depth, serial }
    }

    /// Whether a frame was put on a stack later than others: see [`Frames::newest_serial`].
    pub(super) const fn is_newer(frame: &Frame, newest: u64) -> bool {
        frame.serial > newest
    }

    /// Brings what is known of the jumps over a depth up to date, after the frame there was
    /// exchanged. The jumps over a frame nest, and each is twice as long as the one inside it: of
    /// two that are equally long and side by side, the next node jumps over both.
    pub(super) fn mend_jumps(&mut self, top: FrameId, depth: u32) {
        let last = self.at(top).depth;
        let mut node = self.at_depth(top, depth);
        loop {
            let leapt = self.leapt_from(node);
            if std::mem::replace(&mut self.nodes[node.index()].leapt, leapt) == leapt {
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

    /// The kinds of the frames that a node jumps over.
    fn leapt_from(&mut self, node: FrameId) -> usize {
        let frame = *self.at(node);
        let own = frame.kind.map_or(KindSets::EMPTY, KindSets::of);
        if frame.jump == frame.beneath {
            return own;
        }
        let parent = *self.at(frame.beneath);
        let near = self.kind_sets.union(own, parent.leapt);
        self.kind_sets.union(near, self.at(parent.jump).leapt)
    }

    /// Puts sets where others that hold the same were.
    pub(super) fn rename_sets(&mut self, node: FrameId, set: SetId, after: SetId) {
        let frame = &mut self.nodes[node.index()];
        (frame.set, frame.after) = (set, after);
    }

    /// The node at `depth`, which is at most that of `node`.
    pub(super) fn at_depth(&self, node: FrameId, depth: u32) -> FrameId {
        let mut node = node;
        if self.at(node).depth == narrow(node.index()) {
            // OK because ids grow along the list: there is one for each depth.
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

    /// Whether a node is a gap.
    pub(super) fn is_gap(&self, node: FrameId) -> bool {
        self.at(node).standing != Standing::Frame
    }

    /// A node, or the next one down that is a frame.
    pub(super) fn frame_from(&self, node: FrameId) -> FrameId {
        let mut node = node;
        while self.is_gap(node) {
            node = self.at(node).beneath;
        }
        node
    }

    /// The innermost frame of a kind in `wanted` from `node` down.
    pub(super) fn nearest(&self, node: FrameId, wanted: &BitRow) -> Option<FrameId> {
        let mut node = node;
        loop {
            let frame = self.at(node);
            match frame.kind {
                Some(kind) if wanted.contains(kind.index()) => return Some(node),
                None if frame.standing == Standing::Frame => return None,
                _ => {}
            }
            let is_leapt = self.kind_sets.intersects(frame.leapt, wanted);
            node = if is_leapt { frame.beneath } else { frame.jump };
        }
    }

    /// Whether the frame at `depth`, or one of a kind in `wanted`, can be reached from `node` down
    /// through frames of kinds in `passable` only; if not, the depth where the way ends. The root
    /// counts as number "how many kinds" in `wanted`. May say yes wrongly, never no.
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
            if frame.standing == Standing::Frame {
                let here = frame.kind.map_or(self.kind_sets.kinds, FrameKindId::index);
                if wanted.contains(here) || depth == Some(frame.depth) {
                    return Ok(());
                }
                if frame.kind.is_none() || !passable.contains(here) {
                    return Err(frame.depth);
                }
            }
            if !self.kind_sets.is_within(frame.leapt, passable) {
                node = frame.beneath;
                continue;
            }
            let to = self.at(frame.jump).depth;
            if self.kind_sets.intersects(frame.leapt, wanted)
                || depth.is_some_and(|depth| depth < frame.depth && depth > to)
            {
                return Ok(());
            }
            node = frame.jump;
        }
    }
}
