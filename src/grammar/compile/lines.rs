//! Context lines: each `excluding` or `including` of the grammar, once.
//!
//! A line is one bit of the engine's context rows, however many elements have it. Its span
//! identifies it. A line whose mode does not hold is dropped. The engine evaluates guards by a
//! latch or by another exclusion.

use super::known::Known;
use super::sets::{Member, Members};
use crate::base::IndexMap;
use crate::grammar::ast::{At, Element, Exception, Guard, Place};

/// One `excluding` or `including` line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) excludes: bool,
    pub(crate) members: Members,
    /// The parents in which it holds; `None` for everywhere.
    pub(crate) within: Option<Members>,
    /// The boundaries: the line does not hold inside these elements.
    pub(crate) until: Members,
    /// A guard by a latch or by another exclusion.
    pub(crate) guard: Option<Guard>,
    pub(crate) place: Place,
}

/// The lines so far.
pub(super) struct Lines<'a> {
    known: Known<'a>,
    numbers: IndexMap<Place, usize>,
    pub(super) lines: Vec<Line>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(known: Known<'a>) -> Self {
        Self { known, numbers: IndexMap::default(), lines: Vec::new() }
    }

    /// Returns the numbers of the lines that are not disabled by a mode, ascending.
    pub(super) fn of(&mut self, exceptions: &[At<Exception>]) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            exceptions.iter().filter_map(|exception| self.number(exception)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn number(&mut self, exception: &At<Exception>) -> Option<usize> {
        let At { value, place } = exception;
        let decided = value.guard.as_ref().and_then(|guard| self.known.decided(guard));
        if decided == Some(false) {
            return None;
        }
        if let Some(&known) = self.numbers.get(place) {
            return Some(known);
        }
        let members = |items| {
            let members = self.known.sets.members(items);
            let is_allowed = self.known.size.allows(members.len(), *place);
            if is_allowed { members.into_owned() } else { Members::default() }
        };
        let number = self.lines.len();
        self.numbers.insert(*place, number);
        self.lines.push(Line {
            excludes: value.excludes,
            members: members(&value.items),
            within: value.within.as_ref().map(members),
            until: value.until.as_ref().map(members).unwrap_or_default(),
            guard: value.guard.clone().filter(|_| decided.is_none()),
            place: *place,
        });
        Some(number)
    }

    /// Returns those of a group's lines that hold inside an element of the group: all but those
    /// whose `until` names the element.
    pub(super) fn inside(&self, lines: &[usize], element: &Element) -> Vec<usize> {
        let start = Member::Start(element.clone());
        lines.iter().copied().filter(|&line| !self.lines[line].until.contains(&start)).collect()
    }

    /// Returns the elements that `including` lines admit.
    pub(super) fn admitted(&self) -> Vec<Element> {
        let including = self.lines.iter().filter(|line| !line.excludes);
        let members = including.flat_map(|line| &line.members);
        members.filter_map(Member::start).cloned().collect()
    }
}
