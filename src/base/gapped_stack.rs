//! A stack from whose middle members can be removed or exchanged.

use super::{narrow, wide};
use std::ops::Range;

/// A stack whose members keep their depths when members below them are removed or exchanged.
/// Removed members leave *gaps*, which exist until the members above have been popped. The
/// outermost member has depth 1.
///
/// Invariant: the two ends of a run of gaps know the depths of the neighbouring members. Inner gaps
/// may be out of date; no operation reads them.
#[derive(Clone, Debug)]
pub struct GappedStack<T> {
    slots: Vec<StackSlot<T>>,
}

#[derive(Clone, Debug)]
enum StackSlot<T> {
    Member(T),
    /// A removed member; both numbers are depths.
    Gap {
        below: u32,
        above: u32,
    },
}

impl<T> Default for GappedStack<T> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<T> GappedStack<T> {
    /// Adds a member on top.
    pub fn push(&mut self, member: T) {
        self.slots.push(StackSlot::Member(member));
    }

    /// Removes and returns the innermost member. Also removes the gaps below it, so that a member
    /// is on top again.
    pub fn pop(&mut self) -> Option<T> {
        let below = self.below(self.depth());
        let slot = self.slots.pop()?;
        self.slots.truncate(below);
        slot.member()
    }

    /// Returns the depth of the innermost member; 0 if the stack is empty.
    pub fn depth(&self) -> usize {
        self.slots.len()
    }

    /// Returns the member at a depth; `None` for a gap.
    pub fn get(&self, depth: usize) -> Option<&T> {
        match self.slots.get(depth.checked_sub(1)?)? {
            StackSlot::Member(member) => Some(member),
            StackSlot::Gap { .. } => None,
        }
    }

    /// Returns the member at a depth; `None` for a gap.
    pub fn get_mut(&mut self, depth: usize) -> Option<&mut T> {
        match self.slots.get_mut(depth.checked_sub(1)?)? {
            StackSlot::Member(member) => Some(member),
            StackSlot::Gap { .. } => None,
        }
    }

    /// Returns the innermost member.
    pub fn last(&self) -> Option<&T> {
        match self.slots.last()? {
            StackSlot::Member(member) => Some(member),
            StackSlot::Gap { .. } => None,
        }
    }

    /// Returns the innermost member.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.get_mut(self.depth())
    }

    /// Returns the depth of the member below the one at `depth`, or below the next member to be
    /// pushed; 0 if there is none.
    pub fn below(&self, depth: usize) -> usize {
        let below = depth.saturating_sub(1);
        match below.checked_sub(1).and_then(|index| self.slots.get(index)) {
            Some(StackSlot::Gap { below, .. }) => wide(*below),
            _ => below,
        }
    }

    /// Returns the depth of the member above the one at `depth`, which must not be the innermost.
    pub fn above(&self, depth: usize) -> usize {
        match self.slots.get(depth) {
            Some(StackSlot::Gap { above, .. }) => wide(*above),
            _ => depth + 1,
        }
    }

    /// Iterates over the members and their depths, from the one at `depth` outwards.
    pub fn outwards(&self, depth: usize) -> impl Iterator<Item = (usize, &T)> {
        let depths = std::iter::successors(Some(depth), |&depth| Some(self.below(depth)));
        depths.map_while(|depth| Some((depth, self.get(depth)?)))
    }

    /// Removes the member at `depth` and all above it, and returns them, outermost first. Returns
    /// nothing if `depth` has no member.
    pub fn split_off(&mut self, depth: usize) -> Vec<T> {
        if self.get(depth).is_none() {
            return Vec::new();
        }
        let below = self.below(depth);
        let removed = self.slots.split_off(depth - 1);
        self.slots.truncate(below);
        removed.into_iter().filter_map(StackSlot::member).collect()
    }

    /// Reports whether both ends of a range of depths have members, and the range has room for
    /// `others` members.
    pub fn has_room(&self, range: &Range<usize>, others: usize) -> bool {
        let last = range.end.saturating_sub(1);
        others <= range.len() && self.get(range.start).is_some() && self.get(last).is_some()
    }

    /// Replaces the members in a range of depths by `others`, which take its innermost depths. The
    /// range must have room for them ([`GappedStack::has_room`]). Returns the removed members,
    /// outermost first.
    pub fn splice(&mut self, range: Range<usize>, others: Vec<T>) -> Vec<T> {
        let below = self.below(range.start);
        let first = range.end - others.len();
        // The depth of the member above the gap; none if the stack then ends below it.
        let next = if !others.is_empty() {
            Some(first)
        } else if range.end <= self.depth() {
            Some(self.above(range.end - 1))
        } else {
            None
        };
        let gap = || StackSlot::Gap { below: narrow(below), above: narrow(next.unwrap_or(0)) };
        let mut removed = Vec::with_capacity(range.len());
        let mut depth = range.end - 1;
        while depth > below {
            let slot = &mut self.slots[depth - 1];
            if let StackSlot::Member(member) = std::mem::replace(slot, gap()) {
                removed.push(member);
            }
            depth = self.below(depth);
        }
        removed.reverse();
        for (slot, other) in self.slots[first - 1..].iter_mut().zip(others) {
            *slot = StackSlot::Member(other);
        }
        match next {
            Some(next) if below + 1 < next => {
                self.slots[below] = gap();
                self.slots[next - 2] = gap();
            }
            Some(_) => {}
            None => self.slots.truncate(below),
        }
        removed
    }
}

impl<T> StackSlot<T> {
    /// Returns the member; `None` for a gap.
    fn member(self) -> Option<T> {
        match self {
            Self::Member(member) => Some(member),
            Self::Gap { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the members with their depths, innermost first.
    fn all(stack: &GappedStack<char>) -> Vec<(usize, char)> {
        stack.outwards(stack.depth()).map(|(depth, &member)| (depth, member)).collect()
    }

    #[test]
    fn elements_above_a_splice_keep_their_depth() {
        let mut stack = GappedStack::default();
        "abcdefgh".chars().for_each(|member| stack.push(member));
        assert_eq!(stack.splice(3..5, vec!['x']), ['c', 'd']);
        assert_eq!(stack.splice(6..7, vec![]), ['f']);
        assert_eq!(all(&stack), [(8, 'h'), (7, 'g'), (5, 'e'), (4, 'x'), (2, 'b'), (1, 'a')]);
        assert!(!stack.has_room(&(3..5), 0) && !stack.has_room(&(4..7), 0), "gaps at the ends");
        assert!(stack.has_room(&(4..8), 4) && !stack.has_room(&(4..8), 5));
        assert_eq!(stack.splice(4..6, vec![]), ['x', 'e']);
        assert_eq!((stack.below(7), stack.above(2)), (2, 7), "runs join");
        assert_eq!(stack.splice(2..8, vec!['y', 'z']), ['b', 'g']);
        assert_eq!(all(&stack), [(8, 'h'), (7, 'z'), (6, 'y'), (1, 'a')]);
        assert_eq!((stack.pop(), stack.pop(), stack.pop()), (Some('h'), Some('z'), Some('y')));
        assert_eq!(stack.depth(), 1);
    }

    #[test]
    fn gaps_are_popped_with_the_element_above() {
        let mut stack = GappedStack::default();
        "abcde".chars().for_each(|member| stack.push(member));
        stack.splice(2..4, vec![]);
        assert!(stack.split_off(3).is_empty());
        assert_eq!(stack.split_off(4), ['d', 'e']);
        assert_eq!(stack.depth(), 1);
        "fg".chars().for_each(|member| stack.push(member));
        assert_eq!(stack.splice(2..4, vec![]), ['f', 'g']);
        assert_eq!((stack.depth(), stack.pop(), stack.pop()), (1, Some('a'), None));
    }
}
