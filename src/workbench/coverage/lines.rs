//! The `excluding` and `including` lines in force in each element, and those that something has
//! ended.
//!
//! The recogniser provides only the first. The second are the exclusions that would have refused a
//! token without their `until`. They show whether an `until` has an effect. Both depend on the open
//! elements only. Few combinations occur, so each is computed once and interned.

use super::outline::{Kind, Outline, UnitId};
use crate::base::{BitRow, HashMap, Place};
use crate::earley::{ContextId, ContextLine, FlagId, FrameKindId, TerminalId};
use crate::grammar::ast::Guard;
use std::collections::BTreeMap;

/// An interned set of lines in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ForceId(usize);

/// The lines in force, and the ended lines with the frame kind that ended each.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
struct Force {
    lines: Vec<ContextId>,
    ended: BTreeMap<ContextId, FrameKindId>,
}

/// The relevant parts of a line.
#[derive(Debug)]
struct Line {
    unit: Option<UnitId>,
    place: Place,
    excludes: bool,
    /// The terminals that it forbids or admits.
    terminals: BitRow,
    until: BitRow,
    guard: Option<Guard>,
}

/// All lines of a grammar, and a cache of the sets in force.
#[derive(Debug)]
pub(super) struct Lines {
    lines: Vec<Line>,
    /// The lines that forbid or admit a terminal, by terminal.
    about: Vec<Vec<ContextId>>,
    /// The lines that begin in a frame, by kind.
    adds: Vec<Vec<ContextId>>,
    forces: Vec<Force>,
    numbers: HashMap<Force, ForceId>,
    entered: HashMap<(ForceId, FrameKindId), ForceId>,
}

/// A line that made a difference for a word.
pub(super) struct Told {
    pub(super) unit: Option<UnitId>,
    pub(super) place: Place,
    /// The frame kind that has ended the line.
    pub(super) ended_by: Option<FrameKindId>,
    pub(super) admits: bool,
}

impl Lines {
    /// The empty set.
    pub(super) const NOTHING: ForceId = ForceId(0);

    pub(super) fn of(outline: &Outline) -> Self {
        let (grammar, rules) = (&outline.grammar, outline.grammar.rules());
        let lines: Vec<Line> = (0..rules.context_count())
            .map(|number| {
                line(outline, ContextId::new(number), rules.context(ContextId::new(number)))
            })
            .collect();
        let about = (0..rules.terminal_count()).map(|terminal| {
            let names = |number: &usize| lines[*number].terminals.contains(terminal);
            (0..lines.len()).filter(names).map(ContextId::new).collect()
        });
        let about = about.collect();
        let kinds = (0..rules.frame_kind_count()).map(FrameKindId::new);
        let adds = kinds.map(|kind| grammar.rules().frame_kind(kind).adds.clone()).collect();
        let nothing = Force::default();
        let numbers = HashMap::from_iter([(nothing.clone(), Self::NOTHING)]);
        Self { lines, about, adds, forces: vec![nothing], numbers, entered: HashMap::default() }
    }

    /// Iterates over the lines that begin in elements of a kind.
    pub(super) fn begun_in(&self, kind: FrameKindId) -> impl Iterator<Item = UnitId> {
        self.adds[kind.index()].iter().filter_map(|line| self.lines[line.index()].unit)
    }

    /// Returns the set in force inside an element of a kind.
    pub(super) fn enter(&mut self, around: ForceId, kind: FrameKindId) -> ForceId {
        if let Some(&known) = self.entered.get(&(around, kind)) {
            return known;
        }
        let mut force = self.forces[around.0].clone();
        let Self { lines, adds, .. } = self;
        let (ended, mut staying): (Vec<_>, Vec<_>) =
            force.lines.iter().partition(|line| lines[line.index()].until.contains(kind.index()));
        force.ended.extend(ended.into_iter().map(|line| (line, kind)));
        staying.extend(&adds[kind.index()]);
        staying.sort_unstable();
        staying.dedup();
        force.ended.retain(|line, _| !staying.contains(line));
        force.lines = staying;
        let next = ForceId(self.forces.len());
        let id = *self.numbers.entry(force).or_insert_with_key(|force| {
            self.forces.push(force.clone());
            next
        });
        self.entered.insert((around, kind), id);
        id
    }

    /// Reports whether a guard holds.
    pub(super) fn holds(
        &self,
        outline: &Outline,
        guard: &Guard,
        force: ForceId,
        flags: &BitRow,
    ) -> bool {
        let name = &guard.name.value;
        let flag = outline.latch(name).map(FlagId::index);
        let is = match flag {
            Some(flag) => flags.contains(flag),
            None => outline.stages.names.labels.get(name).is_some_and(|labels| {
                let of = |line: &ContextId| {
                    labels.iter().any(|label| label.line == self.lines[line.index()].place)
                };
                self.forces[force.0].lines.iter().any(of)
            }),
        };
        is != guard.negated
    }

    /// Iterates over the lines that made a difference for an accepted word: exclusions that would
    /// have refused it without their `until`, guard or `in`, and inclusions that admit it.
    pub(super) fn told<'l>(
        &'l self,
        outline: &'l Outline,
        word: TerminalId,
        force: ForceId,
        flags: &'l BitRow,
    ) -> impl Iterator<Item = Told> + 'l {
        let Force { lines, ended } = &self.forces[force.0];
        self.about[word.index()].iter().filter_map(move |number| {
            let line = &self.lines[number.index()];
            let ended_by = ended.get(number).copied();
            let is_in_force = lines.binary_search(number).is_ok();
            let holds =
                || line.guard.as_ref().is_none_or(|guard| self.holds(outline, guard, force, flags));
            let told = match line.excludes {
                true => is_in_force || ended_by.is_some() && holds(),
                false => is_in_force && holds(),
            };
            let (unit, place, admits) = (line.unit, line.place, !line.excludes);
            told.then_some(Told { unit, place, ended_by, admits })
        })
    }
}

fn line(outline: &Outline, number: ContextId, line: &ContextLine) -> Line {
    let place = outline.grammar.context_place(number);
    let (excludes, terminals) = match line {
        ContextLine::Exclusion { forbids, .. } => (true, forbids),
        ContextLine::Inclusion { admits, .. } => (false, admits),
    };
    let kind = if excludes { Kind::Exclusion } else { Kind::Inclusion };
    Line {
        unit: outline.unit(kind, place),
        place,
        excludes,
        terminals: terminals.clone(),
        until: line.until().clone(),
        guard: outline.guards.get(&place).cloned(),
    }
}
