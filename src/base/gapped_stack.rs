//! A stack out of which something can be taken from between.

use super::{narrow, wide};
use std::ops::Range;

/// A stack whose members keep their depths when others below them are taken out or exchanged: those
/// leave *gaps*, which are there until what is above has left. The outermost member has depth 1.
///
/// What a gap says of the members around it is right at the ends of a run of gaps; nobody asks
/// elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct GappedStack<T> {
    slots: Vec<Slot<T>>,
}

#[derive(Clone, Debug)]
enum Slot<T> {
    Member(T),
    /// By depth: the member below, 0 if there is none, and the member above.
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
    pub(crate) fn push(&mut self, member: T) {
        self.slots.push(Slot::Member(member));
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let below = self.below(self.depth());
        let member = self.slots.pop();
        self.slots.truncate(below);
        member.and_then(Slot::member)
    }

    /// The depth of the innermost member; 0 if there is none.
    pub(crate) fn depth(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn get(&self, depth: usize) -> Option<&T> {
        match self.slots.get(depth.checked_sub(1)?)? {
            Slot::Member(member) => Some(member),
            Slot::Gap { .. } => None,
        }
    }

    pub(crate) fn get_mut(&mut self, depth: usize) -> Option<&mut T> {
        match self.slots.get_mut(depth.checked_sub(1)?)? {
            Slot::Member(member) => Some(member),
            Slot::Gap { .. } => None,
        }
    }

    /// The innermost member.
    pub(crate) fn last(&self) -> Option<&T> {
        match self.slots.last()? {
            Slot::Member(member) => Some(member),
            Slot::Gap { .. } => None,
        }
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.get_mut(self.depth())
    }

    /// The depth of the member below the one at `depth`, or below what would be pushed next; 0 if
    /// there is none.
    pub(crate) fn below(&self, depth: usize) -> usize {
        let below = depth.saturating_sub(1);
        match below.checked_sub(1).and_then(|index| self.slots.get(index)) {
            Some(Slot::Gap { below, .. }) => wide(*below),
            _ => below,
        }
    }

    /// The depth of the member above the one at `depth`, which is not the innermost.
    pub(crate) fn above(&self, depth: usize) -> usize {
        match self.slots.get(depth) {
            Some(Slot::Gap { above, .. }) => wide(*above),
            _ => depth + 1,
        }
    }

    /// The members from the one at `depth` out, with their depths.
    pub(crate) fn outwards(&self, depth: usize) -> impl Iterator<Item = (usize, &T)> {
        let below = |&depth: &usize| Some(self.below(depth));
        let depths = std::iter::successors(Some(depth), below);
        depths.map_while(|depth| Some((depth, self.get(depth)?)))
    }

    /// Takes the members from the one at `depth` on out, if there is one; they come outermost
    /// first.
    pub(crate) fn split_off(&mut self, depth: usize) -> Vec<T> {
        if self.get(depth).is_none() {
            return Vec::new();
        }
        let below = self.below(depth);
        let gone = self.slots.split_off(depth - 1);
        self.slots.truncate(below);
        gone.into_iter().filter_map(Slot::member).collect()
    }

    /// Whether members are at both ends of a range of depths, and it has room for so many others.
    pub(crate) fn has_room(&self, range: &Range<usize>, others: usize) -> bool {
        let is_member = |depth: usize| self.get(depth).is_some();
        others <= range.len() && is_member(range.start) && is_member(range.end.saturating_sub(1))
    }

    /// Puts others where the members in a range were, which has room for them
    /// ([`GappedStack::has_room`]): they take its innermost depths. Those that were there,
    /// outermost first.
    pub(crate) fn splice(&mut self, range: Range<usize>, others: Vec<T>) -> Vec<T> {
        let below = self.below(range.start);
        let above = (range.end <= self.depth()).then(|| self.above(range.end - 1));
        let inside = self.outwards(range.end - 1).map(|(depth, _)| depth);
        let mut inside: Vec<usize> = inside.take_while(|&depth| depth > below).collect();
        inside.reverse();
        let first = range.end - others.len();
        let next = if others.is_empty() { above } else { Some(first) };
        let gap = || Slot::Gap { below: narrow(below), above: narrow(next.unwrap_or(0)) };
        let take = |depth: usize| std::mem::replace(&mut self.slots[depth - 1], gap());
        let gone = inside.into_iter().map(take).filter_map(Slot::member).collect();
        for (slot, other) in self.slots[first - 1..].iter_mut().zip(others) {
            *slot = Slot::Member(other);
        }
        match next {
            Some(next) if below + 1 < next => {
                self.slots[below] = gap();
                self.slots[next - 2] = gap();
            }
            Some(_) => {}
            None => self.slots.truncate(below),
        }
        gone
    }
}

impl<T> Slot<T> {
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

    /// The members with their depths, innermost first.
    fn all(stack: &GappedStack<char>) -> Vec<(usize, char)> {
        stack.outwards(stack.depth()).map(|(depth, &member)| (depth, member)).collect()
    }

    #[test]
    fn what_is_above_keeps_its_depth() {
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
    fn gaps_leave_with_what_is_above() {
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
