//! The `excluding` and `including` lines that make a difference for a word.
//!
//! The recogniser knows the lines in force. The exclusions that an `until` has ended are found
//! here. They would have refused a word, and show whether the `until` has an effect.

use super::outline::{Outline, UnitId, UnitKind};
use wishful::base::{BitRow, FileSpan};
use wishful_earley::{ContextId, ContextLine, FrameKindId, Recogniser, TerminalId};

/// The relevant parts of a line.
#[derive(Debug)]
struct ExceptionLine {
    unit: Option<UnitId>,
    place: FileSpan,
    excludes: bool,
    /// The frame kinds in which it begins.
    begins: BitRow,
    /// The frame kinds that end it.
    until: BitRow,
}

/// All lines of a grammar.
#[derive(Debug)]
pub(super) struct ExceptionLines {
    lines: Vec<ExceptionLine>,
    /// The lines that forbid or admit a terminal, by terminal.
    about: Vec<Vec<ContextId>>,
}

/// A line that made a difference for a word.
pub(super) struct EffectiveLine {
    pub(super) unit: Option<UnitId>,
    pub(super) place: FileSpan,
    /// The frame kind that has ended the line.
    pub(super) ended_by: Option<FrameKindId>,
    pub(super) admits: bool,
}

impl ExceptionLines {
    pub(super) fn of(outline: &Outline) -> Self {
        let rules = outline.grammar.rules();
        let mut lines = Vec::new();
        let mut about = vec![Vec::new(); rules.terminal_count()];
        for number in (0..rules.context_count()).map(ContextId::new) {
            let (excludes, terminals) = match rules.context(number) {
                ContextLine::Exclusion { forbids, .. } => (true, forbids),
                ContextLine::Inclusion { admits, .. } => (false, admits),
            };
            for terminal in terminals.iter() {
                about[terminal].push(number);
            }
            let kinds = 0..rules.frame_kind_count();
            let begins = kinds
                .filter(|&kind| rules.frame_kind(FrameKindId::new(kind)).adds.contains(&number));
            let place = outline.grammar.context_place(number);
            lines.push(ExceptionLine {
                unit: outline
                    .unit(if excludes { UnitKind::Exclusion } else { UnitKind::Inclusion }, place),
                place,
                excludes,
                begins: BitRow::of(rules.frame_kind_count(), begins),
                until: rules.context(number).until().clone(),
            });
        }
        Self { lines, about }
    }

    /// Returns the unit of a line.
    pub(super) fn unit(&self, line: ContextId) -> Option<UnitId> {
        self.lines[line.index()].unit
    }

    /// Returns the lines that made a difference for an accepted word: exclusions that would have
    /// refused it without their `until`, guard or `in`, and inclusions that admit it. `around` has
    /// the kinds of the frames around the whole text, outermost first.
    pub(super) fn effective(
        &self,
        recogniser: &Recogniser,
        around: &[FrameKindId],
        word: TerminalId,
    ) -> Vec<EffectiveLine> {
        let frame = recogniser.innermost();
        let mut effective = Vec::new();
        for &number in &self.about[word.index()] {
            let line = &self.lines[number.index()];
            let mut ended_by = None;
            if !frame.context().contains(number.index()) {
                // An exclusion in force made a difference even if its guard does not hold.
                if !line.excludes || !frame.all_hold(recogniser.rules().guards(number)) {
                    continue;
                }
                ended_by = line.ended_by(recogniser, around);
                if ended_by.is_none() {
                    continue;
                }
            }
            let (unit, place, admits) = (line.unit, line.place, !line.excludes);
            effective.push(EffectiveLine { unit, place, ended_by, admits });
        }
        effective
    }
}

impl ExceptionLine {
    /// Returns the kind of the frame that ended the line, if it began in an open frame.
    fn ended_by(&self, recogniser: &Recogniser, around: &[FrameKindId]) -> Option<FrameKindId> {
        if recogniser.innermost_of(&self.begins, recogniser.depth()).is_none()
            && !around.iter().any(|kind| self.begins.contains(kind.index()))
        {
            return None;
        }
        let mut ended_by = None;
        let frames = recogniser.frames().filter_map(|frame| frame.kind());
        for kind in frames.chain(around.iter().rev().copied()) {
            if self.begins.contains(kind.index()) {
                break;
            }
            if self.until.contains(kind.index()) {
                ended_by = Some(kind);
            }
        }
        ended_by
    }
}
