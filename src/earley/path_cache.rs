//! Grants that were found before: for a goal, and what the search looked at, the path.
//!
//! A search looks at the innermost frames of a stack, as many as its paths close, and what it finds follows from them:
//! their kinds, what is in force in them, where their contents stand, and which flags are on. So paths are kept in a tree
//! with a level for each frame, the innermost first; looking one up goes down as many levels as the search
//! had looked at. A content's place is told by its set, if that is the same in every text (`residents.rs`);
//! other places, and answers that hang on what the frames further down are, are not kept. A search that its limit
//! would have ended is not answered from here: what is remembered changes no answer.

use super::chart::SetId;
use super::cheapest::Path;
use super::frames::{Frame, NodeId};
use super::intern::{Interned, QuickMap};
use super::machine::Machine;
use super::rows::{MaskId, RowId};
use super::rules::{FrameKindId, Word};
use super::wishes::WishRow;
use crate::base::{BitRow, wide};

/// So many frames of a stack are told apart …
const LEVELS: usize = 8;
/// … and so many places of the tree are kept.
const PLACES: usize = 1 << 16;

/// What a search sees of one frame.
type Seen = (Option<FrameKindId>, RowId, MaskId, SetId);

/// What is asked: by the wishes' serial number, for which goal, under which flags, where the root reads the content of
/// which kind, and how many frames would stay open above the one that the goal closes.
type Asked = (u64, Word, usize, Option<FrameKindId>, Option<u32>);

/// All of them.
#[derive(Clone, Default)]
pub(super) struct Grants {
    flags: Interned<BitRow>,
    roots: QuickMap<Asked, usize>,
    deeper: QuickMap<(usize, Seen), usize>,
    /// By place of the tree: the path, and how many nodes the search looked at.
    paths: Vec<Option<(Path, u64)>>,
}

impl Grants {
    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.paths.len()
    }

    fn place(&mut self) -> usize {
        self.paths.push(None);
        self.paths.len() - 1
    }
}

impl Machine {
    /// What is asked of a search; none if labels matter, which are others in each text.
    fn asked(
        &mut self,
        top: NodeId,
        wishes: &WishRow,
        goal: Word,
        closes: Option<u32>,
    ) -> Option<Asked> {
        if goal.label != 0 {
            return None;
        }
        let flags = self.grants.flags.number(&self.flags);
        let open = closes.map(|depth| self.frames.at(top).depth - depth);
        Some((wishes.serial, goal, flags, self.within(), open))
    }

    /// What a search sees of each frame from `top` down, as if all inside it were closed; none for what cannot be told.
    fn seen(&self, top: NodeId) -> impl Iterator<Item = Option<Seen>> {
        let top = self.frames.at(top);
        let below = |&(frame, _): &(&Frame, SetId)| {
            (frame.depth > 0).then(|| (self.frames.at(frame.below), frame.after))
        };
        std::iter::successors(Some((top, top.set)), below).map(|(frame, set)| {
            let seen = (frame.kind, frame.row, frame.mask, set);
            self.chart.is_resident(set).then_some(seen)
        })
    }

    /// The path that was found for the same question where all looked the same, if a search within `limit` finds it.
    pub(super) fn granted(
        &mut self,
        top: NodeId,
        wishes: &WishRow,
        goal: Word,
        closes: Option<u32>,
        limit: u64,
    ) -> Option<Path> {
        let asked = self.asked(top, wishes, goal, closes)?;
        let mut place = *self.grants.roots.get(&asked)?;
        for seen in self.seen(top) {
            place = *self.grants.deeper.get(&(place, seen?))?;
            if let Some((path, looked_at)) = &self.grants.paths[place] {
                // The last node is looked at whatever the limit says.
                return (*looked_at <= limit + 1).then(|| path.clone());
            }
        }
        None
    }

    /// Remembers the path of a search that looked at so many nodes, and at the frames down to depth `lowest`.
    pub(super) fn grant(
        &mut self,
        top: NodeId,
        (wishes, goal, closes): (&WishRow, Word, Option<u32>),
        (lowest, looked_at): (u32, u64),
        path: &Path,
    ) {
        let depth = self.frames.at(top).depth;
        if wide(depth - lowest) >= LEVELS || path.words.iter().any(|word| word.label != 0) {
            return;
        }
        if self.grants.len() > PLACES {
            self.grants = Grants::default();
        }
        let Some(asked) = self.asked(top, wishes, goal, closes) else { return };
        let levels = self.seen(top).take(wide(depth - lowest) + 1);
        let Some(levels) = levels.collect::<Option<Vec<Seen>>>() else { return };
        let known = self.grants.roots.get(&asked).copied();
        let mut place = known.unwrap_or_else(|| self.grants.place());
        self.grants.roots.insert(asked, place);
        for seen in levels {
            let known = self.grants.deeper.get(&(place, seen)).copied();
            let next = known.unwrap_or_else(|| self.grants.place());
            self.grants.deeper.insert((place, seen), next);
            place = next;
        }
        self.grants.paths[place] = Some((path.clone(), looked_at));
    }
}
