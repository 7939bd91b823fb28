//! Which elements are open at each point of a stream of events.

use super::event::{Edit, ElementNumber, Event, EventKind, Spliced, TokenId};
use crate::base::GappedStack;
use crate::grammar::ElementId;
use std::ops::Range;

/// An element of the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opened {
    /// Which of the elements made so far.
    pub number: ElementNumber,
    /// What the grammar calls it.
    pub element: ElementId,
    /// Its start tag, for a copy that of the element that was copied; `None` if and only if that is
    /// virtual.
    pub token: Option<TokenId>,
}

/// The elements of a stream as far as it was passed, and the stack of those that are open. Who
/// reads the stream says what is kept of an element.
#[derive(Clone, Debug)]
pub(crate) struct Elements<T> {
    /// By element number.
    made: Vec<T>,
    /// Each is one of `made`.
    open: GappedStack<T>,
}

impl<T> Default for Elements<T> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<T> Elements<T> {
    /// None yet, with room for so many.
    pub(crate) fn with_capacity(elements: usize) -> Self {
        Self { made: Vec::with_capacity(elements), open: GappedStack::default() }
    }
}

impl<T: Copy> Elements<T> {
    /// The next element is made.
    #[inline(always)]
    pub(crate) fn make(&mut self, element: T) {
        self.made.push(element);
    }

    /// An element that was made becomes the current one.
    #[inline(always)]
    pub(crate) fn open(&mut self, element: T) {
        self.open.push(element);
    }

    /// The current element ends.
    #[inline(always)]
    pub(crate) fn close(&mut self) -> Option<T> {
        self.open.pop()
    }

    /// Whether elements are open at both ends of a range of depths that has room for so many.
    pub(crate) fn has_room(&self, range: &Range<usize>, others: usize) -> bool {
        self.open.has_room(range, others)
    }

    /// Exchanges what is open in a range of depths, as [`Edit::Splice`] says; those that were
    /// there, outermost first.
    pub(crate) fn splice(&mut self, range: &Range<usize>, others: Vec<T>) -> Vec<T> {
        self.open.splice(range.clone(), others)
    }

    /// Takes the element at a depth off the stack with all inside it, and returns it.
    pub(crate) fn retract(&mut self, depth: usize) -> Option<T> {
        self.open.split_off(depth).first().copied()
    }

    /// How many were made.
    pub(crate) const fn made(&self) -> usize {
        self.made.len()
    }

    /// An element by its number.
    pub(crate) fn get(&self, element: ElementNumber) -> Option<T> {
        self.made.get(element.index()).copied()
    }

    /// The open element at a depth, 1 is the outermost; none at a gap.
    pub(crate) fn at(&self, depth: usize) -> Option<T> {
        self.open.get(depth).copied()
    }

    /// The innermost open element.
    #[must_use]
    #[inline(always)]
    pub(crate) fn current(&self) -> Option<T> {
        self.open.last().copied()
    }

    /// The depth of the innermost open element; 0 if none is open. There may be gaps between:
    /// [`Edit::Splice`].
    #[must_use]
    pub(crate) fn depth(&self) -> usize {
        self.open.depth()
    }

    /// The open elements, the current one first.
    pub(crate) fn outwards(&self) -> impl Iterator<Item = T> {
        self.open.outwards(self.depth()).map(|(_, &element)| element)
    }
}

/// The elements, with what the events alone say of each.
pub(crate) type OpenElements = Elements<Opened>;

impl OpenElements {
    /// Passes an event; tells whether it fits: whether what it closes is the current element, and
    /// whatever else it names is there.
    pub(crate) fn pass(&mut self, event: &Event, edits: &[Edit]) -> bool {
        match event.kind {
            EventKind::Open(element) => {
                let copied = event.copy_of.map(|other| self.get(other));
                let token = event.token.or(copied.flatten().and_then(|other| other.token));
                let opened = Opened { number: self.next(), element, token };
                self.make(opened);
                self.open(opened);
                copied.is_none_or(|other| other.is_some())
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
            Edit::Splice { range, others, stays } => self.exchange(range, others, *stays),
            Edit::Retract { depth } => self.retract(*depth).is_some(),
            Edit::Copy { of } => {
                let copy = self.get(*of).map(|other| Opened { number: self.next(), ..other });
                self.made.extend(copy);
                copy.is_some()
            }
            Edit::Move { element, .. } => self.get(*element).is_some(),
            Edit::MoveChildren { from, to } => {
                self.get(*from).is_some() && self.get(*to).is_some() && from != to
            }
            Edit::Merge { into, .. } => self.get(*into).is_some(),
            Edit::Waive | Edit::Apart | Edit::Flag { .. } => true,
        }
    }

    /// A splice; each of the others is from now on the element that it says.
    fn exchange(&mut self, range: &Range<usize>, others: &[Spliced], stays: Option<usize>) -> bool {
        let last = self.at(range.end.saturating_sub(1)).map(|last| last.number);
        let is_last = |stays: usize| others.get(stays).map(|other| other.number) == last;
        let fits = self.has_room(range, others.len())
            && stays.is_none_or(is_last)
            && others.iter().all(|other| self.get(other.number).is_some());
        if fits {
            let renamed = |other: &Spliced| {
                let made = &mut self.made[other.number.index()];
                made.element = other.element;
                *made
            };
            let others = others.iter().map(renamed).collect();
            self.splice(range, others);
        }
        fits
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

    /// Whether the last of the events fits; edits are taken in order.
    fn fits(steps: &[Result<Event, Edit>]) -> bool {
        let edits: Vec<Edit> = steps.iter().filter_map(|step| step.clone().err()).collect();
        let mut numbers = 0..;
        let mut open = OpenElements::default();
        let mut fits = true;
        for step in steps {
            assert!(fits, "only the last may not fit");
            let mut edit = || Event::of(EventKind::Edit(EditId::new(numbers.next().unwrap_or(0))));
            fits = open.pass(&step.clone().unwrap_or_else(|_| edit()), &edits);
        }
        fits
    }

    fn splice(range: std::ops::Range<usize>, others: &[usize]) -> Result<Event, Edit> {
        let word = Word { terminal: TerminalId::new(0), label: 0 };
        let other = |&other: &usize| Spliced {
            number: ElementNumber::new(other),
            element: ElementId::new(1),
            word,
        };
        Err(Edit::Splice { range, others: others.iter().map(other).collect(), stays: None })
    }

    #[test]
    fn only_the_current_element_closes() {
        assert!(fits(&[Ok(open(1)), Ok(open(2)), Ok(close(2)), Ok(close(1))]));
        assert!(!fits(&[Ok(open(1)), Ok(open(2)), Ok(close(1))]));
        assert!(!fits(&[Ok(close(1))]));
    }

    #[test]
    fn splices_exchange_what_is_open() {
        let copy = Err(Edit::Copy { of: ElementNumber::new(0) });
        let opened = [Ok(open(1)), Ok(open(2)), copy, splice(2..3, &[2])];
        assert!(fits(&[&opened[..], &[Ok(close(1)), Ok(close(1))]].concat()));
        assert!(!fits(&[&opened[..], &[Ok(close(2))]].concat()));
        assert!(!fits(&[Ok(open(1)), splice(0..1, &[])]));
        assert!(!fits(&[Ok(open(1)), splice(1..3, &[])]));
        assert!(!fits(&[Ok(open(1)), splice(1..2, &[1])]));
    }

    #[test]
    fn retracting_closes_what_is_inside() {
        let retract = |depth| Err(Edit::Retract { depth });
        assert!(fits(&[Ok(open(1)), Ok(open(2)), Ok(open(3)), retract(2), Ok(close(1))]));
        assert!(!fits(&[Ok(open(1)), retract(2)]));
        assert!(!fits(&[Ok(open(1)), retract(0)]));
    }
}
