//! The stack of open elements, parallel to the recogniser's frames.
//!
//! **Invariant**: for every open frame of the recogniser, the stack has its element at the same
//! depth. Both have gaps at the same depths. `depths[n]` is the depth of element number `n` if it
//! is open, and 0 otherwise. `by_kind[k]` has the depths of the elements of kind `k`, those
//! up to depth [`NEAR`] excepted. The cursor maintains the first part, since it alone moves frames
//! and stack.
//!
//! The index `by_kind` finds the outermost element of some kinds in as many steps as there are
//! kinds, however deep the document is. (The recogniser's frames find the innermost.) Otherwise
//! every rejected tag would cost a walk over the elements.

use super::event::{ElementNumber, SplicedElement, TokenId};
use crate::base::{Ascending, AscendingLists, BitRow, GappedStack, narrow, wide};
use crate::earley::{FrameKindId, Word};
use crate::grammar::ElementId;
use std::ops::Range;

/// Returns the number of tokens for which memory is reserved at the start. It fits a text full of
/// tags, unless that is very long. Reserved memory that is never touched costs almost nothing,
/// whereas growing the array moves all tokens. A short text needs some for virtual tags.
pub(crate) fn room(text: &str) -> usize {
    const DENSE: usize = 8;
    const LEAST: usize = 24;
    const MOST: usize = 1 << 20;
    (text.len() / DENSE).clamp(LEAST, MOST)
}

/// The number of outermost elements that are not in the index, since a query inspects them one by
/// one. Most pages have few others.
const NEAR: usize = 16;

/// One open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub number: ElementNumber,
    pub element: ElementId,
    pub kind: FrameKindId,
    /// The word that opened it.
    pub word: Word,
    /// The physical start tag, or that of the original for a copy.
    pub tag: Option<TokenId>,
    /// A physical end tag that has ended it softly.
    pub soft_end: Option<TokenId>,
    /// The last child that was closed and was not fostered elsewhere.
    pub last_child: Option<(FrameKindId, ElementNumber)>,
    /// True if it was inserted elsewhere than in the element around it.
    pub fostered: bool,
}

impl OpenElement {
    pub(super) fn new(
        number: ElementNumber,
        element: ElementId,
        kind: FrameKindId,
        word: Word,
    ) -> Self {
        let (tag, soft_end, last_child) = (None, None, None);
        Self { number, element, kind, word, tag, soft_end, last_child, fostered: false }
    }

    /// Returns the element as a splice record refers to it.
    pub(super) fn spliced(&self) -> SplicedElement {
        let &Self { number, element, word, .. } = self;
        SplicedElement { number, element, word }
    }
}

/// The stack of open elements, outermost first.
#[derive(Debug, Default)]
pub(super) struct Stack {
    elements: GappedStack<OpenElement>,
    depths: Vec<u32>,
    /// The last child of the root that was closed and was not fostered elsewhere; for elements,
    /// [`OpenElement::last_child`] has this.
    last_outermost: Option<(FrameKindId, ElementNumber)>,
    by_kind: AscendingLists,
}

impl Stack {
    /// Creates an empty stack with capacity for so many element numbers.
    pub(super) fn with_capacity(elements: usize) -> Self {
        Self { depths: Vec::with_capacity(elements), ..Self::default() }
    }

    /// Allocates the number of the next element.
    pub(super) fn number(&mut self) -> ElementNumber {
        self.depths.push(0);
        ElementNumber::new(self.depths.len() - 1)
    }

    /// Returns the number of elements made.
    pub(super) fn made(&self) -> usize {
        self.depths.len()
    }

    /// Returns the element that was made last.
    pub(super) fn last_made(&self) -> Option<ElementNumber> {
        Some(ElementNumber::new(self.depths.len().checked_sub(1)?))
    }

    #[inline(always)]
    pub(super) fn push(&mut self, element: OpenElement) {
        self.elements.push(element);
        let depth = self.depth();
        self.depths[element.number.index()] = narrow(depth);
        if depth > NEAR {
            self.depths_of(element.kind).push(narrow(depth));
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<OpenElement> {
        let closed = self.elements.pop()?;
        self.strike(&closed);
        Some(closed)
    }

    /// Returns the depth of the innermost element.
    pub(super) fn depth(&self) -> usize {
        self.elements.depth()
    }

    /// Returns the element at a depth; 1 is the outermost.
    pub(super) fn at(&self, depth: usize) -> Option<&OpenElement> {
        self.elements.get(depth)
    }

    pub(super) fn at_mut(&mut self, depth: usize) -> Option<&mut OpenElement> {
        self.elements.get_mut(depth)
    }

    /// Returns the depth of the element around the one at `depth`; 0 if there is none.
    pub(super) fn around(&self, depth: usize) -> usize {
        self.elements.below(depth)
    }

    /// Returns the depth of the element inside the one at `depth`; `None` if there is none.
    pub(super) fn inside(&self, depth: usize) -> Option<usize> {
        if depth < self.depth() { Some(self.elements.above(depth)) } else { None }
    }

    pub(super) fn current(&self) -> Option<&OpenElement> {
        self.elements.last()
    }

    /// Returns the last child of the current element, or of the root, that was closed and not
    /// fostered.
    pub(super) fn last_child(&self) -> Option<(FrameKindId, ElementNumber)> {
        self.current().map_or(self.last_outermost, |current| current.last_child)
    }

    /// Returns the last child of the root that was closed and not fostered.
    pub(super) const fn last_outermost(&self) -> Option<(FrameKindId, ElementNumber)> {
        self.last_outermost
    }

    /// Records the last child of the current element, or of the root.
    pub(super) fn note_child(&mut self, child: (FrameKindId, ElementNumber)) {
        match self.elements.last_mut() {
            Some(current) => current.last_child = Some(child),
            None => self.last_outermost = Some(child),
        }
    }

    /// Iterates over the elements from the innermost one out.
    pub(super) fn outwards(&self) -> impl Iterator<Item = &OpenElement> {
        self.elements.outwards(self.depth()).map(|(_, open)| open)
    }

    /// Iterates over the elements from the innermost one out, with their depths.
    pub(super) fn with_depths(&self) -> impl Iterator<Item = (usize, &OpenElement)> {
        self.elements.outwards(self.depth())
    }

    /// Iterates over the elements between two depths, the innermost first.
    pub(super) fn between(&self, outer: usize, inner: usize) -> impl Iterator<Item = &OpenElement> {
        let inside = self.elements.outwards(inner).skip(1);
        inside.take_while(move |&(depth, _)| depth > outer).map(|(_, open)| open)
    }

    /// Returns the depth of the outermost element of these kinds that is deeper than `depth`.
    pub(super) fn outermost_above(&self, kinds: &BitRow, depth: usize) -> Option<usize> {
        let near = depth + 1..=self.depth().min(depth + NEAR);
        for depth in near {
            if self.at(depth).is_some_and(|open| kinds.contains(open.kind.index())) {
                return Some(depth);
            }
        }
        if self.depth() <= depth + NEAR {
            return None;
        }
        let inside = narrow(depth + NEAR + 1);
        let firsts = kinds.iter().filter_map(|kind| self.by_kind.get(kind)?.first_from(inside));
        Some(wide(firsts.min()?))
    }

    /// Returns the outermost element of a kind.
    pub(super) fn outermost(&self, kind: FrameKindId) -> Option<&OpenElement> {
        let mut near = (1..=self.depth().min(NEAR)).filter_map(|depth| self.at(depth));
        near.find(|open| open.kind == kind)
            .or_else(|| self.at(wide(self.by_kind.get(kind.index())?.first_from(0)?)))
    }

    /// Returns the depth of an element, if it is open.
    pub(super) fn depth_of(&self, number: ElementNumber) -> Option<usize> {
        let depth = usize::try_from(*self.depths.get(number.index())?).ok()?;
        if depth > 0 { Some(depth) } else { None }
    }

    /// Replaces the elements at the depths in `range` by others, no more than it has depths, and
    /// returns those replaced. The cost is proportional to the range.
    pub(super) fn splice(
        &mut self,
        range: Range<usize>,
        others: Vec<OpenElement>,
    ) -> Vec<OpenElement> {
        let new_depths = range.end - others.len()..range.end;
        let removed = self.elements.splice(range.clone(), others);
        for open in &removed {
            self.depths[open.number.index()] = 0;
        }
        for depth in new_depths.clone() {
            self.note_depth(depth);
        }
        if range.end > NEAR + 1 {
            self.index(range, new_depths, &removed);
        }
        removed
    }

    /// Updates the index by kind for a range of depths, after a splice that has removed elements.
    fn index(&mut self, range: Range<usize>, new_depths: Range<usize>, removed: &[OpenElement]) {
        let new = new_depths.clone().filter_map(|depth| Some(self.at(depth)?.kind));
        let mut kinds: Vec<_> = new.chain(removed.iter().map(|open| open.kind)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let far = range.start.max(NEAR + 1);
        let mut depths: Vec<u32> = Vec::with_capacity(new_depths.len());
        for kind in kinds {
            let of_kind = new_depths.clone().filter(|&depth| match self.at(depth) {
                Some(open) => open.kind == kind && depth >= far,
                None => false,
            });
            depths.clear();
            depths.extend(of_kind.map(narrow));
            self.depths_of(kind).replace(narrow(far)..narrow(range.end), &depths);
        }
    }

    /// Removes all elements from a depth on, and returns them.
    pub(super) fn truncate(&mut self, depth: usize) -> Vec<OpenElement> {
        let removed = self.elements.split_off(depth);
        for open in &removed {
            self.strike(open);
        }
        removed
    }

    #[inline(always)]
    fn note_depth(&mut self, depth: usize) {
        if let Some(open) = self.elements.get(depth) {
            self.depths[open.number.index()] = narrow(depth);
        }
    }

    #[inline(always)]
    fn depths_of(&mut self, kind: FrameKindId) -> &mut Ascending {
        self.by_kind.list(kind.index())
    }

    /// Removes an element that has left, together with all above it, from the indexes.
    #[inline(always)]
    fn strike(&mut self, open: &OpenElement) {
        let depth = std::mem::take(&mut self.depths[open.number.index()]);
        if wide(depth) <= NEAR {
            return;
        }
        // This removes the largest depth of the kind, which may belong to another element of the
        // kind. All elements from one depth on leave together, so the index is correct once all are
        // removed.
        self.depths_of(open.kind).pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earley::TerminalId;

    /// Builds a stack of elements of these kinds.
    fn stack(kinds: &[usize]) -> Stack {
        let mut stack = Stack::default();
        for &kind in kinds {
            let element = element(&mut stack, kind);
            stack.push(element);
        }
        stack
    }

    fn element(stack: &mut Stack, kind: usize) -> OpenElement {
        let word = Word { terminal: TerminalId::new(0), label: 0 };
        OpenElement::new(stack.number(), ElementId::new(kind), FrameKindId::new(kind), word)
    }

    /// Checks the indexes against a walk over the elements.
    fn check(stack: &Stack) {
        for kind in 0..4 {
            let mut outermost = (1..=stack.depth()).filter_map(|depth| stack.at(depth));
            let outermost = outermost.find(|open| open.kind.index() == kind);
            let found = stack.outermost(FrameKindId::new(kind));
            assert_eq!(found.map(|open| open.number), outermost.map(|open| open.number));
        }
        for depth in 0..=stack.depth() + 1 {
            for kinds in [vec![0], vec![1], vec![0, 2], vec![3]] {
                let row = BitRow::of(4, kinds.iter().copied());
                let mut deeper = depth + 1..=stack.depth();
                let above = deeper.find(|&depth| match stack.at(depth) {
                    Some(open) => kinds.contains(&open.kind.index()),
                    None => false,
                });
                assert_eq!(stack.outermost_above(&row, depth), above);
            }
        }
        for depth in 1..=stack.depth() {
            if let Some(open) = stack.at(depth) {
                assert_eq!(stack.depth_of(open.number), Some(depth));
            }
        }
    }

    /// Edits a stack, in which elements of another kind are outermost, and checks each step.
    fn edit(outermost: usize) {
        let mut stack = stack(&[&vec![4; outermost][..], &[0, 1, 2, 0, 1, 1]].concat());
        let at = |depth| outermost + depth;
        check(&stack);
        let others = vec![element(&mut stack, 2), element(&mut stack, 0)];
        stack.splice(at(2)..at(4), others);
        check(&stack);
        stack.splice(at(5)..at(6), Vec::new());
        check(&stack);
        let others = vec![*stack.at(at(3)).unwrap(), element(&mut stack, 1)];
        let removed = stack.splice(at(2)..at(4), others);
        assert_eq!(removed.len(), 2);
        check(&stack);
        let inside = stack.between(at(1), at(6)).map(|open| open.kind.index());
        assert_eq!(inside.collect::<Vec<_>>(), [0, 1, 0], "there is a gap at depth 5");
        let inside = [3, 4, 6].map(|depth| stack.inside(at(depth)));
        assert_eq!(inside, [Some(at(4)), Some(at(6)), None]);
        stack.pop();
        check(&stack);
        stack.truncate(at(2));
        check(&stack);
        assert_eq!(stack.depth(), at(1));
    }

    #[test]
    fn queries_agree_with_a_walk_after_every_edit() {
        for outermost in [0, 1, NEAR - 4, NEAR - 3, NEAR - 2, NEAR, 2 * NEAR] {
            edit(outermost);
        }
    }
}
