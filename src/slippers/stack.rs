//! The open elements, as the slippers see them: beside each frame of the recogniser, which element
//! it is.
//!
//! **Invariant**: the element at depth `d` is that of the recogniser's frame at depth `d`, for
//! every open frame, and where there is a gap in its stack, there is one here; `depths[n]` is the
//! depth of element number `n` if it is open, else 0; and `by_kind[k]` has the depths of the
//! elements of kind `k`. The cursor sees to the first: it alone moves frames and stack.
//!
//! Which of some kinds is the outermost is asked of `by_kind`: it costs as many steps as there are
//! kinds, however deep the document is. (The innermost is asked of the recogniser's frames.) A walk
//! over the elements would be made again for every tag that it refuses.

use super::event::{ElementNumber, Spliced, TokenId};
use crate::base::{Ascending, AscendingLists, BitRow, GappedStack, narrow, wide};
use crate::earley::{FrameKindId, Word};
use crate::grammar::ElementId;
use std::collections::BTreeSet;
use std::ops::Range;

/// For how many tokens memory is reserved at the start: for as many as a text full of tags has,
/// unless it is very long. Memory that is reserved and never touched costs nearly nothing; to move
/// all tokens each time the room runs out costs more.
pub(crate) fn room(text: &str) -> usize {
    const DENSE: usize = 8;
    const MOST: usize = 1 << 20;
    (text.len() / DENSE).min(MOST)
}

/// One open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub number: ElementNumber,
    pub element: ElementId,
    pub kind: FrameKindId,
    /// The word that opened it.
    pub word: Word,
    /// Its physical start tag, or that of the element that it is a copy of.
    pub tag: Option<TokenId>,
    /// A physical end tag that closed nothing yet.
    pub soft_end: Option<TokenId>,
    /// The last child that was closed and stands in it.
    pub last_child: Option<(FrameKindId, ElementNumber)>,
    /// Whether it stands elsewhere than in the element around it.
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

    /// As what the record of a splice names it.
    pub(super) fn spliced(&self) -> Spliced {
        let &Self { number, element, word, .. } = self;
        Spliced { number, element, word }
    }
}

/// All of them, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Stack {
    elements: GappedStack<OpenElement>,
    depths: Vec<u32>,
    /// The last child of the root that was closed and stands there; of elements,
    /// [`OpenElement::last_child`].
    last_outermost: Option<(FrameKindId, ElementNumber)>,
    by_kind: AscendingLists,
}

impl Stack {
    /// Empty, with room for the numbers of so many elements.
    pub(super) fn with_capacity(elements: usize) -> Self {
        Self { depths: Vec::with_capacity(elements), ..Self::default() }
    }

    /// The number of the next element to be made.
    pub(super) fn number(&mut self) -> ElementNumber {
        self.depths.push(0);
        ElementNumber::new(self.depths.len() - 1)
    }

    /// How many elements were made.
    pub(super) fn made(&self) -> usize {
        self.depths.len()
    }

    /// The element that was made last.
    pub(super) fn last_made(&self) -> Option<ElementNumber> {
        self.depths.len().checked_sub(1).map(ElementNumber::new)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, element: OpenElement) {
        self.elements.push(element);
        let depth = self.depth();
        self.note_depth(depth);
        self.depths_of(element.kind).push(narrow(depth));
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<OpenElement> {
        let closed = self.elements.pop()?;
        self.strike(&closed);
        Some(closed)
    }

    /// The depth of the innermost one.
    pub(super) fn depth(&self) -> usize {
        self.elements.depth()
    }

    /// The element at a depth; 1 is the outermost.
    pub(super) fn at(&self, depth: usize) -> Option<&OpenElement> {
        self.elements.get(depth)
    }

    pub(super) fn at_mut(&mut self, depth: usize) -> Option<&mut OpenElement> {
        self.elements.get_mut(depth)
    }

    /// The depth of the element around the one at `depth`; 0 if there is none.
    pub(super) fn around(&self, depth: usize) -> usize {
        self.elements.below(depth)
    }

    /// The depth of the element inside the one at `depth`; `None` if there is none.
    pub(super) fn inside(&self, depth: usize) -> Option<usize> {
        (depth < self.depth()).then(|| self.elements.above(depth))
    }

    pub(super) fn current(&self) -> Option<&OpenElement> {
        self.elements.last()
    }

    /// The last child of the current element, or of the root, that was closed and stands there.
    pub(super) fn last_child(&self) -> Option<(FrameKindId, ElementNumber)> {
        self.current().map_or(self.last_outermost, |current| current.last_child)
    }

    /// The last child of the root that was closed and stands there.
    pub(super) const fn last_outermost(&self) -> Option<(FrameKindId, ElementNumber)> {
        self.last_outermost
    }

    /// Remembers such a child.
    pub(super) fn note_child(&mut self, child: (FrameKindId, ElementNumber)) {
        match self.elements.last_mut() {
            Some(current) => current.last_child = Some(child),
            None => self.last_outermost = Some(child),
        }
    }

    /// From the innermost one out.
    pub(super) fn outwards(&self) -> impl Iterator<Item = &OpenElement> {
        self.elements.outwards(self.depth()).map(|(_, open)| open)
    }

    /// The same with their depths.
    pub(super) fn with_depths(&self) -> impl Iterator<Item = (usize, &OpenElement)> {
        self.elements.outwards(self.depth())
    }

    /// Those between two, the inner one first.
    pub(super) fn between(&self, outer: usize, inner: usize) -> impl Iterator<Item = &OpenElement> {
        let inside = self.elements.outwards(inner).skip(1);
        inside.take_while(move |&(depth, _)| depth > outer).map(|(_, open)| open)
    }

    /// The depth of the outermost one of these kinds that is deeper than `depth`.
    pub(super) fn outermost_above(&self, kinds: &BitRow, depth: usize) -> Option<usize> {
        let first = |kind: usize| self.by_kind.get(kind)?.first_from(narrow(depth + 1));
        kinds.iter().filter_map(first).min().map(wide)
    }

    /// The outermost one of a kind.
    pub(super) fn outermost(&self, kind: FrameKindId) -> Option<&OpenElement> {
        self.at(wide(self.by_kind.get(kind.index())?.first_from(0)?))
    }

    /// The depth of an element, if it is open.
    pub(super) fn depth_of(&self, number: ElementNumber) -> Option<usize> {
        let depth = usize::try_from(*self.depths.get(number.index())?).ok()?;
        (depth > 0).then_some(depth)
    }

    /// Puts others where those at the depths in `range` are, no more than it has depths, and
    /// returns those that were there. It costs the elements of the range.
    pub(super) fn splice(
        &mut self,
        range: Range<usize>,
        others: Vec<OpenElement>,
    ) -> Vec<OpenElement> {
        let places = range.end - others.len()..range.end;
        let mut kinds: BTreeSet<FrameKindId> = others.iter().map(|open| open.kind).collect();
        let gone = self.elements.splice(range.clone(), others);
        gone.iter().for_each(|open| self.depths[open.number.index()] = 0);
        places.clone().for_each(|depth| self.note_depth(depth));
        kinds.extend(gone.iter().map(|open| open.kind));
        for kind in kinds {
            let is = |&depth: &usize| self.at(depth).is_some_and(|open| open.kind == kind);
            let depths: Vec<u32> = places.clone().filter(is).map(narrow).collect();
            self.depths_of(kind).replace(narrow(range.start)..narrow(range.end), &depths);
        }
        gone
    }

    /// Drops all elements from a depth on, and returns them.
    pub(super) fn truncate(&mut self, depth: usize) -> Vec<OpenElement> {
        let gone = self.elements.split_off(depth);
        gone.iter().for_each(|open| self.strike(open));
        gone
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

    /// Strikes the notes of one that has left with all above it.
    #[inline(always)]
    fn strike(&mut self, open: &OpenElement) {
        self.depths[open.number.index()] = 0;
        // This takes the largest depth of the kind, which may be that of another element of the
        // kind. All elements from one depth on leave together, so in the end theirs are gone.
        self.depths_of(open.kind).pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earley::TerminalId;

    /// A stack of elements of these kinds.
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

    /// What the notes say is what a walk finds.
    fn check(stack: &Stack) {
        let kind_at = |at: usize| stack.at(at).map(|open| open.kind.index());
        for depth in 0..=stack.depth() + 1 {
            for kinds in [vec![0], vec![1], vec![0, 2], vec![3]] {
                let is = |at: &usize| kind_at(*at).is_some_and(|kind| kinds.contains(&kind));
                let row = BitRow::of(4, kinds.iter().copied());
                let above = (1..=stack.depth()).filter(|&at| at > depth).find(is);
                assert_eq!(stack.outermost_above(&row, depth), above);
            }
        }
        for depth in (1..=stack.depth()).filter(|&at| stack.at(at).is_some()) {
            assert_eq!(stack.depth_of(stack.at(depth).unwrap().number), Some(depth));
        }
    }

    #[test]
    fn the_notes_of_kinds_follow_every_edit() {
        let mut stack = stack(&[0, 1, 2, 0, 1, 1]);
        check(&stack);
        let others = vec![element(&mut stack, 2), element(&mut stack, 0)];
        stack.splice(2..4, others);
        check(&stack);
        stack.splice(5..6, Vec::new());
        check(&stack);
        let others = vec![*stack.at(3).unwrap(), element(&mut stack, 1)];
        let gone = stack.splice(2..4, others);
        assert_eq!(gone.len(), 2);
        check(&stack);
        let inside = stack.between(1, 6).map(|open| open.kind.index());
        assert_eq!(inside.collect::<Vec<_>>(), [0, 1, 0], "there is a gap at depth 5");
        assert_eq!([3, 4, 6].map(|depth| stack.inside(depth)), [Some(4), Some(6), None]);
        stack.pop();
        check(&stack);
        stack.truncate(2);
        check(&stack);
        assert_eq!(stack.depth(), 1);
    }
}
