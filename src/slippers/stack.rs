//! The open elements, as the slippers see them: beside each frame of the recogniser, which element it is.
//!
//! **Invariant**: `elements[d - 1]` is the element of the recogniser's frame at depth `d`, for every open frame; and
//! `depths[n]` is the depth of element number `n` if it is open, else 0. Whoever moves the recogniser over a tag moves
//! this stack with it (`Slippers::open`, `Slippers::close`, `edit`).

use super::event::{ElementNumber, TokenId};
use crate::earley::{FrameKindId, Word};
use crate::grammar::ElementId;

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
}

impl Stack {
    /// The number of the next element to be made.
    pub(super) fn number(&mut self) -> ElementNumber {
        self.depths.push(0);
        ElementNumber::new(self.depths.len() - 1)
    }

    pub(super) fn push(&mut self, element: OpenElement) {
        self.elements.push(element);
        self.place(self.elements.len());
    }

    pub(super) fn pop(&mut self) -> Option<OpenElement> {
        let element = self.elements.pop()?;
        self.depths[element.number.index()] = 0;
        Some(element)
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

    /// From the outermost one in, with their depths.
    pub(super) fn inwards(&self) -> impl Iterator<Item = (usize, &OpenElement)> {
        self.elements.iter().enumerate().map(|(index, element)| (index + 1, element))
    }

    /// The depth of an element, if it is open.
    pub(super) fn depth_of(&self, number: ElementNumber) -> Option<usize> {
        let depth = usize::try_from(*self.depths.get(number.index())?).ok()?;
        (depth > 0).then_some(depth)
    }

    /// Puts others in the place of those at the depths in `range`.
    pub(super) fn splice(&mut self, range: std::ops::Range<usize>, others: Vec<OpenElement>) {
        let indices = range.start - 1..range.end - 1;
        for gone in self.elements.splice(indices, others) {
            self.depths[gone.number.index()] = 0;
        }
        for depth in range.start..=self.elements.len() {
            self.place(depth);
        }
    }

    /// Drops all from a depth on.
    pub(super) fn truncate(&mut self, depth: usize) {
        for gone in self.elements.drain(depth - 1..) {
            self.depths[gone.number.index()] = 0;
        }
    }

    fn place(&mut self, depth: usize) {
        let number = self.elements[depth - 1].number;
        // OK because the engine's depths are 32 bits wide, too.
        self.depths[number.index()] = u32::try_from(depth).unwrap_or(u32::MAX);
    }
}
