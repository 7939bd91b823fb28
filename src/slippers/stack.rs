//! The open elements, as the slippers see them: beside each frame of the recogniser, which element it is.
//!
//! **Invariant**: `elements[d - 1]` is the element of the recogniser's frame at depth `d`, for every open frame;
//! `depths[n]` is the depth of element number `n` if it is open, else 0; and `by_kind[k]` has the depths of the elements
//! of kind `k`, the outermost first. Whoever moves the recogniser over a tag moves this stack with it
//! (`Slippers::open`, `Slippers::close`, `edit`).
//!
//! Which of some kinds is the outermost is asked of `by_kind`: it costs as many steps as there are kinds, however deep the
//! document is. (The innermost is asked of the recogniser's frames.) A walk over the elements would be made again for every
//! tag that it refuses.

use super::event::{ElementNumber, TokenId};
use crate::base::{BitRow, narrow, replace_within};
use crate::earley::{FrameKindId, Word};
use crate::grammar::ElementId;
use std::collections::BTreeSet;
use std::ops::Range;

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
}

/// All of them, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Stack {
    elements: Vec<OpenElement>,
    depths: Vec<u32>,
    /// The last child of the root that was closed and stands there; of elements, [`OpenElement::last_child`].
    last_outermost: Option<(FrameKindId, ElementNumber)>,
    by_kind: Vec<Vec<usize>>,
}

impl Stack {
    /// The number of the next element to be made.
    pub(super) fn number(&mut self) -> ElementNumber {
        self.depths.push(0);
        ElementNumber::new(self.depths.len() - 1)
    }

    /// The element that was made last.
    pub(super) fn last_made(&self) -> Option<ElementNumber> {
        self.depths.len().checked_sub(1).map(ElementNumber::new)
    }

    pub(super) fn push(&mut self, element: OpenElement) {
        self.elements.push(element);
        self.place(self.elements.len());
    }

    pub(super) fn pop(&mut self) -> Option<OpenElement> {
        self.displace(self.elements.len());
        self.elements.pop()
    }

    /// How many are open.
    pub(super) fn depth(&self) -> usize {
        self.elements.len()
    }

    /// The element at a depth; 1 is the outermost.
    pub(super) fn at(&self, depth: usize) -> Option<&OpenElement> {
        self.elements.get(depth.checked_sub(1)?)
    }

    pub(super) fn at_mut(&mut self, depth: usize) -> Option<&mut OpenElement> {
        self.elements.get_mut(depth.checked_sub(1)?)
    }

    pub(super) fn current(&self) -> Option<&OpenElement> {
        self.elements.last()
    }

    /// The last child of the current element, or of the root, that was closed and stands there.
    pub(super) fn last_child(&self) -> Option<(FrameKindId, ElementNumber)> {
        self.current().map_or(self.last_outermost, |current| current.last_child)
    }

    /// Remembers such a child.
    pub(super) fn note_child(&mut self, child: (FrameKindId, ElementNumber)) {
        match self.elements.last_mut() {
            Some(current) => current.last_child = Some(child),
            None => self.last_outermost = Some(child),
        }
    }

    /// From the innermost one out, with their depths.
    pub(super) fn outwards(&self) -> impl Iterator<Item = (usize, &OpenElement)> {
        self.elements.iter().enumerate().rev().map(|(index, element)| (index + 1, element))
    }

    /// The depth of the outermost one of these kinds that is deeper than `depth`.
    pub(super) fn outermost_above(&self, kinds: &BitRow, depth: usize) -> Option<usize> {
        let first =
            |depths: &[usize]| depths[depths.partition_point(|&at| at <= depth)..].first().copied();
        kinds.iter().filter_map(|kind| first(self.by_kind.get(kind)?)).min()
    }

    /// The outermost one of a kind.
    pub(super) fn outermost(&self, kind: FrameKindId) -> Option<&OpenElement> {
        self.at(*self.by_kind.get(kind.index())?.first()?)
    }

    /// The depth of an element, if it is open.
    pub(super) fn depth_of(&self, number: ElementNumber) -> Option<usize> {
        let depth = usize::try_from(*self.depths.get(number.index())?).ok()?;
        (depth > 0).then_some(depth)
    }

    /// Puts others in the place of those at the depths in `range`; those. It costs the range if they are as many.
    pub(super) fn splice(
        &mut self,
        range: Range<usize>,
        others: Vec<OpenElement>,
    ) -> Vec<OpenElement> {
        let stays = others.len() == range.len();
        if !stays {
            self.displace(range.start);
        }
        let places = range.start - 1..range.end - 1;
        let gone: Vec<OpenElement> = self.elements.splice(places, others).collect();
        if stays {
            self.exchanged(&gone, range);
        } else {
            (range.start..=self.elements.len()).for_each(|depth| self.place(depth));
        }
        gone
    }

    /// Notes that those at the depths in `range` are others than before.
    fn exchanged(&mut self, gone: &[OpenElement], range: Range<usize>) {
        gone.iter().for_each(|open| self.depths[open.number.index()] = 0);
        for depth in range.clone() {
            self.note_depth(depth);
        }
        let now = &self.elements[range.start - 1..range.end - 1];
        let kinds: BTreeSet<FrameKindId> = gone.iter().chain(now).map(|open| open.kind).collect();
        for kind in kinds {
            let is = |&depth: &usize| self.elements[depth - 1].kind == kind;
            let depths = range.clone().filter(is).collect();
            replace_within(self.depths_of(kind), range.clone(), depths);
        }
    }

    /// Drops all from a depth on; those.
    pub(super) fn truncate(&mut self, depth: usize) -> Vec<OpenElement> {
        self.displace(depth);
        self.elements.split_off(depth - 1)
    }

    /// Notes where the element at a depth stands; those above it are not noted.
    fn place(&mut self, depth: usize) {
        let kind = self.elements[depth - 1].kind;
        self.note_depth(depth);
        self.depths_of(kind).push(depth);
    }

    fn note_depth(&mut self, depth: usize) {
        self.depths[self.elements[depth - 1].number.index()] = narrow(depth);
    }

    fn depths_of(&mut self, kind: FrameKindId) -> &mut Vec<usize> {
        if self.by_kind.len() <= kind.index() {
            self.by_kind.resize_with(kind.index() + 1, Vec::new);
        }
        &mut self.by_kind[kind.index()]
    }

    /// Strikes the notes of all from a depth on.
    fn displace(&mut self, depth: usize) {
        for element in self.elements.iter().skip(depth.saturating_sub(1)) {
            self.depths[element.number.index()] = 0;
            // The last one of its kind is among those that are struck, too: which of them is which does not matter.
            self.by_kind[element.kind.index()].pop();
        }
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
        for depth in 0..=stack.depth() + 1 {
            for kinds in [vec![0], vec![1], vec![0, 2], vec![3]] {
                let is = |at: &usize| kinds.contains(&stack.at(*at).unwrap().kind.index());
                let row = BitRow::of(4, kinds.iter().copied());
                let above = (1..=stack.depth()).filter(|&at| at > depth).find(is);
                assert_eq!(stack.outermost_above(&row, depth), above);
            }
        }
        for (depth, open) in stack.outwards() {
            assert_eq!(stack.depth_of(open.number), Some(depth));
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
        stack.pop();
        check(&stack);
        stack.truncate(2);
        check(&stack);
        assert_eq!(stack.depth(), 1);
    }
}
