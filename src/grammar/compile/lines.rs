//! Context lines: each `excluding` or `including` of the grammar, once.
//!
//! A line is one bit of the engine's context rows, however many elements it is written for. It is
//! identified by the place where it stands. A line whose mode does not hold is left out; a guard by
//! a latch or by another exclusion is the engine's to ask.

use super::known::Known;
use super::sets::{Member, Members};
use crate::base::IndexMap;
use crate::grammar::ast::{At, Element, Exception, Guard, Place};

/// One line of the grammar that forbids or admits.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) excludes: bool,
    pub(crate) members: Members,
    /// Only directly in these.
    pub(crate) within: Option<Members>,
    /// Until one of these is entered.
    pub(crate) until: Members,
    /// A latch or another exclusion that it depends on.
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

    /// The numbers of the lines that are in force, ascending.
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

    /// Those of a group's lines that are in force inside an element that the group reads: not those
    /// that it ends.
    pub(super) fn inside(&self, lines: &[usize], element: &Element) -> Vec<usize> {
        let start = Member::Start(element.clone());
        lines.iter().copied().filter(|&line| !self.lines[line].until.contains(&start)).collect()
    }

    /// The elements that an `including` admits.
    pub(super) fn admitted(&self) -> Vec<Element> {
        let including = self.lines.iter().filter(|line| !line.excludes);
        let members = including.flat_map(|line| &line.members);
        members.filter_map(Member::start).cloned().collect()
    }
}
