//! The `excluding` and `including` lines in force in each element, and those that something has
//! ended.
//!
//! The recogniser provides only the first. The second are the exclusions that would have refused a
//! token without their `until`. They show whether an `until` has an effect. Both depend on the open
//! elements only. Few combinations occur, so each is computed once and interned.

use super::outline::{Kind, Outline, UnitId};
use std::collections::BTreeMap;
use wishful::base::{BitRow, HashMap, Place};
use wishful::grammar::ast::Guard;
use wishful_earley::{ContextId, ContextLine, FrameKindId, TerminalId};

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
struct ExceptionLine {
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
pub(super) struct ExceptionLines {
    lines: Vec<ExceptionLine>,
    /// The lines that forbid or admit a terminal, by terminal.
    about: Vec<Vec<ContextId>>,
    /// The lines that begin in a frame, by kind.
    adds: Vec<Vec<ContextId>>,
    forces: Vec<Force>,
    numbers: HashMap<Force, ForceId>,
    entered: HashMap<(ForceId, FrameKindId), ForceId>,
}

/// A line that made a difference for a word.
pub(super) struct EffectiveLine {
    pub(super) unit: Option<UnitId>,
    pub(super) place: Place,
    /// The frame kind that has ended the line.
    pub(super) ended_by: Option<FrameKindId>,
    pub(super) admits: bool,
}

impl ExceptionLines {
    /// The empty set.
    pub(super) const NOTHING: ForceId = ForceId(0);

    pub(super) fn of(outline: &Outline) -> Self {
        let rules = outline.grammar.rules();
        let mut lines = Vec::new();
        let mut about = vec![Vec::new(); rules.terminal_count()];
        for number in (0..rules.context_count()).map(ContextId::new) {
            let line = line(outline, number, rules.context(number));
            for terminal in line.terminals.iter() {
                about[terminal].push(number);
            }
            lines.push(line);
        }
        let kinds = 0..rules.frame_kind_count();
        let adds =
            kinds.map(|kind| rules.frame_kind(FrameKindId::new(kind)).adds.clone()).collect();
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
        for line in ended {
            force.ended.insert(line, kind);
        }
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
        let holds = match outline.latch(name) {
            Some(flag) => flags.contains(flag.index()),
            None => self.has_label(outline, name, force),
        };
        holds != guard.negated
    }

    /// Reports whether a line with a label is in force.
    fn has_label(&self, outline: &Outline, name: &str, force: ForceId) -> bool {
        let Some(labels) = outline.stages.names.labels.get(name) else { return false };
        self.forces[force.0].lines.iter().any(|line| {
            let place = self.lines[line.index()].place;
            labels.iter().any(|label| label.line == place)
        })
    }

    /// Iterates over the lines that made a difference for an accepted word: exclusions that would
    /// have refused it without their `until`, guard or `in`, and inclusions that admit it.
    pub(super) fn effective<'l>(
        &'l self,
        outline: &'l Outline,
        word: TerminalId,
        force: ForceId,
        flags: &'l BitRow,
    ) -> impl Iterator<Item = EffectiveLine> + 'l {
        let Force { lines, ended } = &self.forces[force.0];
        self.about[word.index()].iter().filter_map(move |number| {
            let line = &self.lines[number.index()];
            let ended_by = ended.get(number).copied();
            let is_in_force = lines.binary_search(number).is_ok();
            let is_ended = line.excludes && ended_by.is_some();
            if !is_in_force && !is_ended {
                return None;
            }
            // An exclusion in force made a difference even if its guard does not hold.
            if !(line.excludes && is_in_force)
                && let Some(guard) = &line.guard
                && !self.holds(outline, guard, force, flags)
            {
                return None;
            }
            let (unit, place, admits) = (line.unit, line.place, !line.excludes);
            Some(EffectiveLine { unit, place, ended_by, admits })
        })
    }
}

fn line(outline: &Outline, number: ContextId, line: &ContextLine) -> ExceptionLine {
    let place = outline.grammar.context_place(number);
    let (excludes, terminals) = match line {
        ContextLine::Exclusion { forbids, .. } => (true, forbids),
        ContextLine::Inclusion { admits, .. } => (false, admits),
    };
    let kind = if excludes { Kind::Exclusion } else { Kind::Inclusion };
    ExceptionLine {
        unit: outline.unit(kind, place),
        place,
        excludes,
        terminals: terminals.clone(),
        until: line.until().clone(),
        guard: outline.guards.get(&place).cloned(),
    }
}
