//! Context lines: each `excluding` or `including` of the grammar, once.
//!
//! A line is one bit of the engine's context rows, however many elements have it. Its span
//! identifies it. A line whose mode does not hold is dropped. The engine evaluates guards by a
//! latch or by another exclusion.

use super::known::PassResults;
use super::sets::Members;
use crate::base::IndexMap;
use crate::grammar::ast::{At, Element, Exception, FileSpan, Guard, Items};

/// One `excluding` or `including` line.
#[derive(Clone, Debug)]
pub(crate) struct ExceptionLine {
    pub(crate) excludes: bool,
    pub(crate) members: Members,
    /// The parents in which it holds; `None` for everywhere.
    pub(crate) within: Option<Members>,
    /// The boundaries: the line does not hold inside these elements.
    pub(crate) until: Members,
    /// A guard by a latch or by another exclusion.
    pub(crate) guard: Option<Guard>,
    pub(crate) place: FileSpan,
}

/// The lines so far.
pub(super) struct ExceptionLines<'a> {
    known: PassResults<'a>,
    numbers: IndexMap<FileSpan, usize>,
    pub(super) lines: Vec<ExceptionLine>,
}

impl<'a> ExceptionLines<'a> {
    pub(super) fn new(known: PassResults<'a>) -> Self {
        Self { known, numbers: IndexMap::default(), lines: Vec::new() }
    }

    /// Returns the numbers of the lines that are not disabled by a mode, ascending.
    pub(super) fn of(&mut self, exceptions: &[At<Exception>]) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(exceptions.len());
        for exception in exceptions {
            numbers.extend(self.number(exception));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn number(&mut self, exception: &At<Exception>) -> Option<usize> {
        let At { value, place } = exception;
        let decided = match &value.guard {
            Some(guard) => self.known.decided(guard),
            None => None,
        };
        if decided == Some(false) {
            return None;
        }
        if let Some(&known) = self.numbers.get(place) {
            return Some(known);
        }
        let number = self.lines.len();
        self.numbers.insert(*place, number);
        self.lines.push(ExceptionLine {
            excludes: value.excludes,
            members: self.members(&value.items, *place),
            within: value.within.as_ref().map(|items| self.members(items, *place)),
            until: match &value.until {
                Some(items) => self.members(items, *place),
                None => Members::default(),
            },
            guard: if decided.is_none() { value.guard.clone() } else { None },
            place: *place,
        });
        Some(number)
    }

    /// Returns the members of a list, or none if the grammar is too large with them.
    fn members(&self, items: &Items, place: FileSpan) -> Members {
        let members = self.known.sets.members(items);
        if self.known.size.allows(members.len(), place) {
            members.into_owned()
        } else {
            Members::default()
        }
    }

    /// Returns those of a group's lines that hold inside an element of the group: all but those
    /// whose `until` names the element.
    pub(super) fn inside(&self, lines: &[usize], element: &Element) -> Vec<usize> {
        if lines.is_empty() {
            return Vec::new();
        }
        let start = self.known.sets.start_of(element);
        lines.iter().copied().filter(|&line| !self.lines[line].until.contains(&start)).collect()
    }

    /// Returns the elements that `including` lines admit.
    pub(super) fn admitted(&self) -> Vec<Element> {
        let mut admitted = Vec::new();
        for line in &self.lines {
            if !line.excludes {
                admitted.extend(self.known.sets.started(&line.members).cloned());
            }
        }
        admitted
    }
}
