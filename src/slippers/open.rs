//! The stack of open elements at each point of a stream of events.

use super::event::{Edit, ElementNumber, Event, EventKind, SplicedElement, TokenId};
use crate::base::GappedStack;
use crate::grammar::ElementId;
use std::ops::Range;

/// An element of the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The number of the element.
    pub number: ElementNumber,
    /// The grammar's element for it.
    pub element: ElementId,
    /// The start tag, or that of the original for a copy; `None` if and only if that is virtual.
    pub token: Option<TokenId>,
}

/// The elements of a stream up to a point, and the stack of those that are open. Each reader of the
/// stream chooses the data `T` that is stored for an element.
#[derive(Clone, Debug)]
pub struct Elements<T> {
    /// The elements by number.
    made: Vec<T>,
    /// The open elements, each one of `made`.
    open: GappedStack<T>,
}

impl<T> Default for Elements<T> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<T> Elements<T> {
    /// Creates an empty stack with capacity for so many elements.
    pub(crate) fn with_capacity(elements: usize) -> Self {
        Self { made: Vec::with_capacity(elements), open: GappedStack::default() }
    }
}

impl<T: Copy> Elements<T> {
    /// Adds the next element.
    #[inline(always)]
    pub(crate) fn make(&mut self, element: T) {
        self.made.push(element);
    }

    /// Pushes an element that was added.
    #[inline(always)]
    pub(crate) fn open(&mut self, element: T) {
        self.open.push(element);
    }

    /// Pops the current element.
    #[inline(always)]
    pub(crate) fn close(&mut self) -> Option<T> {
        self.open.pop()
    }

    /// Reports whether elements are open at both ends of a range of depths that has room for so
    /// many others.
    pub(crate) fn has_room(&self, range: &Range<usize>, others: usize) -> bool {
        self.open.has_room(range, others)
    }

    /// Replaces the open elements in a range of depths, as [`Edit::Splice`] defines. Returns those
    /// replaced, outermost first.
    pub(crate) fn splice(&mut self, range: &Range<usize>, others: Vec<T>) -> Vec<T> {
        self.open.splice(range.clone(), others)
    }

    /// Removes the element at a depth and all inside it from the stack, and returns it.
    pub(crate) fn retract(&mut self, depth: usize) -> Option<T> {
        self.open.split_off(depth).first().copied()
    }

    /// Returns the number of elements made.
    pub(crate) const fn made(&self) -> usize {
        self.made.len()
    }

    /// Returns an element by its number.
    pub fn get(&self, element: ElementNumber) -> Option<T> {
        self.made.get(element.index()).copied()
    }

    /// Returns the open element at a depth, where 1 is the outermost; `None` at a gap.
    pub fn at(&self, depth: usize) -> Option<T> {
        self.open.get(depth).copied()
    }

    /// Returns the innermost open element.
    #[must_use]
    #[inline(always)]
    pub fn current(&self) -> Option<T> {
        self.open.last().copied()
    }

    /// Returns the depth of the innermost open element, or 0 if none is open. There may be gaps
    /// below it: see [`Edit::Splice`].
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.depth()
    }

    /// Returns the open elements, the current one first.
    pub fn outwards(&self) -> impl Iterator<Item = T> {
        self.open.outwards(self.depth()).map(|(_, &element)| element)
    }
}

/// The elements, with the data that the events alone provide.
pub type OpenElements = Elements<Opened>;

impl OpenElements {
    /// Applies an event, and reports whether it is consistent: it closes only the current element,
    /// and everything else that it refers to exists.
    pub fn pass(&mut self, event: &Event, edits: &[Edit]) -> bool {
        match event.kind {
            EventKind::Open(element) => {
                let original = event.copy_of.and_then(|original| self.get(original));
                let token = event.token.or(original.and_then(|original| original.token));
                let opened = Opened { number: self.next(), element, token };
                self.make(opened);
                self.open(opened);
                event.copy_of.is_none() || original.is_some()
            }
            EventKind::Close(element) => {
                self.close().is_some_and(|closed| closed.element == element)
            }
            EventKind::Edit(edit) => edits.get(edit.index()).is_some_and(|edit| self.edit(edit)),
            _ => true,
        }
    }

    fn next(&self) -> ElementNumber {
        ElementNumber::new(self.made())
    }

    fn edit(&mut self, edit: &Edit) -> bool {
        match edit {
            Edit::Splice { range, others, stays } => self.replace_range(range, others, *stays),
            Edit::Retract { depth } => self.retract(*depth).is_some(),
            Edit::Copy { of } => {
                let Some(original) = self.get(*of) else { return false };
                self.make(Opened { number: self.next(), ..original });
                true
            }
            Edit::Move { element, .. } => self.get(*element).is_some(),
            Edit::MoveChildren { from, to } => {
                self.get(*from).is_some() && self.get(*to).is_some() && from != to
            }
            Edit::Merge { into, .. } => self.get(*into).is_some(),
            Edit::Waive | Edit::Apart | Edit::Flag { .. } => true,
        }
    }

    /// Applies a splice; each of the others becomes the element that the splice names.
    fn replace_range(
        &mut self,
        range: &Range<usize>,
        others: &[SplicedElement],
        stays: Option<usize>,
    ) -> bool {
        if !self.has_room(range, others.len()) {
            return false;
        }
        if let Some(stays) = stays {
            let last = self.at(range.end.saturating_sub(1)).map(|last| last.number);
            if others.get(stays).map(|other| other.number) != last {
                return false;
            }
        }
        if others.iter().any(|other| self.get(other.number).is_none()) {
            return false;
        }
        let mut opened = Vec::with_capacity(others.len());
        for other in others {
            let made = &mut self.made[other.number.index()];
            made.element = other.element;
            opened.push(*made);
        }
        self.splice(range, opened);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earley::{TerminalId, Word};
    use crate::slippers::event::EditId;

    fn open(element: usize) -> Event {
        Event::of(EventKind::Open(ElementId::new(element)))
    }

    fn close(element: usize) -> Event {
        Event::of(EventKind::Close(ElementId::new(element)))
    }

    /// Reports whether the last of the events is consistent; edits are applied in order.
    fn fits(steps: &[Result<Event, Edit>]) -> bool {
        let mut edits: Vec<Edit> = Vec::new();
        let mut open = OpenElements::default();
        let mut fits = true;
        for step in steps {
            assert!(fits, "only the last may not fit");
            let event = match step {
                Ok(event) => *event,
                Err(edit) => {
                    edits.push(edit.clone());
                    Event::of(EventKind::Edit(EditId::new(edits.len() - 1)))
                }
            };
            fits = open.pass(&event, &edits);
        }
        fits
    }

    fn splice(range: std::ops::Range<usize>, others: &[usize]) -> Result<Event, Edit> {
        let word = Word { terminal: TerminalId::new(0), label: 0 };
        let mut spliced = Vec::new();
        for &other in others {
            let number = ElementNumber::new(other);
            spliced.push(SplicedElement { number, element: ElementId::new(1), word });
        }
        Err(Edit::Splice { range, others: spliced, stays: None })
    }

    #[test]
    fn only_the_current_element_closes() {
        assert!(fits(&[Ok(open(1)), Ok(open(2)), Ok(close(2)), Ok(close(1))]));
        assert!(!fits(&[Ok(open(1)), Ok(open(2)), Ok(close(1))]));
        assert!(!fits(&[Ok(close(1))]));
    }

    #[test]
    fn splices_replace_open_elements() {
        let copy = Err(Edit::Copy { of: ElementNumber::new(0) });
        let opened = [Ok(open(1)), Ok(open(2)), copy, splice(2..3, &[2])];
        assert!(fits(&[&opened[..], &[Ok(close(1)), Ok(close(1))]].concat()));
        assert!(!fits(&[&opened[..], &[Ok(close(2))]].concat()));
        assert!(!fits(&[Ok(open(1)), splice(0..1, &[])]));
        assert!(!fits(&[Ok(open(1)), splice(1..3, &[])]));
        assert!(!fits(&[Ok(open(1)), splice(1..2, &[1])]));
    }

    #[test]
    fn retracting_closes_the_content() {
        let retract = |depth| Err(Edit::Retract { depth });
        assert!(fits(&[Ok(open(1)), Ok(open(2)), Ok(open(3)), retract(2), Ok(close(1))]));
        assert!(!fits(&[Ok(open(1)), retract(2)]));
        assert!(!fits(&[Ok(open(1)), retract(0)]));
    }
}
