//! Which elements are open at each point of a stream of events.

use super::event::{Edit, ElementNumber, Event, EventKind, TokenId};
use crate::base::GappedStack;
use crate::grammar::ElementId;

/// An element of the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opened {
    /// Which element it is.
    pub element: ElementId,
    /// Its start tag, for a copy that of the element that was copied; `None` if and only if that is
    /// virtual.
    pub token: Option<TokenId>,
}

/// The stack of open elements, as the events that were passed say.
#[derive(Clone, Debug, Default)]
pub struct OpenElements {
    /// By element number.
    made: Vec<Opened>,
    /// Each is one of `made`.
    open: GappedStack<ElementNumber>,
}

impl OpenElements {
    /// Passes an event; tells whether it fits: whether what it closes is the current element, and
    /// whatever else it names is there.
    pub fn pass(&mut self, event: &Event, edits: &[Edit]) -> bool {
        match event.kind {
            EventKind::Open(element) => {
                let copied = event.copy_of.map(|other| self.get(other));
                let token = event.token.or(copied.flatten().and_then(|other| other.token));
                self.open.push(ElementNumber::new(self.made.len()));
                self.made.push(Opened { element, token });
                copied.is_none_or(|other| other.is_some())
            }
            EventKind::Close(element) => {
                let closed = self.current();
                self.open.pop();
                closed.is_some_and(|closed| closed.element == element)
            }
            EventKind::Edit(edit) => edits.get(edit.index()).is_some_and(|edit| self.edit(edit)),
            _ => true,
        }
    }

    fn edit(&mut self, edit: &Edit) -> bool {
        match edit {
            Edit::Splice { range, others, stays } => {
                let fits = self.open.has_room(range, others.len())
                    && stays.is_none_or(|stays| {
                        let last = self.open.get(range.end - 1);
                        others.get(stays).map(|other| &other.number) == last && last.is_some()
                    })
                    && others.iter().all(|other| self.get(other.number).is_some());
                if fits {
                    for other in others {
                        self.made[other.number.index()].element = other.element;
                    }
                    let others = others.iter().map(|other| other.number).collect();
                    self.open.splice(range.clone(), others);
                }
                fits
            }
            Edit::Retract { depth } => !self.open.split_off(*depth).is_empty(),
            Edit::Copy { of } => {
                let other = self.get(*of);
                self.made.extend(other);
                other.is_some()
            }
            Edit::Move { element, .. } => self.get(*element).is_some(),
            Edit::MoveChildren { from, to } => {
                self.get(*from).is_some() && self.get(*to).is_some() && from != to
            }
            Edit::Merge { into, .. } => self.get(*into).is_some(),
            Edit::Waive | Edit::Apart | Edit::Flag { .. } => true,
        }
    }

    fn get(&self, element: ElementNumber) -> Option<Opened> {
        self.made.get(element.index()).copied()
    }

    /// The innermost open element.
    #[must_use]
    pub fn current(&self) -> Option<Opened> {
        self.get(*self.open.last()?)
    }

    /// The depth of the innermost open element; 0 if none is open. There may be gaps between:
    /// [`Edit::Splice`].
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.depth()
    }

    /// The open elements, the current one first.
    pub fn outwards(&self) -> impl Iterator<Item = Opened> {
        self.open.outwards(self.depth()).filter_map(|(_, &element)| self.get(element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earley::{TerminalId, Word};
    use crate::slippers::event::{EditId, InsertionLocation, Spliced};

    fn event(kind: EventKind) -> Event {
        Event {
            kind,
            word: None,
            token: None,
            cause: None,
            location: InsertionLocation::Here,
            copy_of: None,
        }
    }

    fn open(element: usize) -> Event {
        event(EventKind::Open(ElementId::new(element)))
    }

    fn close(element: usize) -> Event {
        event(EventKind::Close(ElementId::new(element)))
    }

    /// Whether the last of the events fits; edits are taken in order.
    fn fits(steps: &[Result<Event, Edit>]) -> bool {
        let edits: Vec<Edit> = steps.iter().filter_map(|step| step.clone().err()).collect();
        let mut numbers = 0..;
        let mut open = OpenElements::default();
        let mut fits = true;
        for step in steps {
            assert!(fits, "only the last may not fit");
            let mut edit = || event(EventKind::Edit(EditId::new(numbers.next().unwrap_or(0))));
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
