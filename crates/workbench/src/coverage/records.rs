//! Coverage by trace records: refusals, granted wishes, tried remedies.
//!
//! A *round* is one rejection and its remedies. For each remedy before the applied one, the
//! slippers either report that it was passed over, or its conditions did not hold. So a remedy
//! without a report has failed conditions.

use super::outline::{UnitId, UnitKind};
use super::walk::{CoverageTrace, RejectionRound};
use wishful::base::FileSpan;
use wishful::grammar::RemedyLine;
use wishful::grammar::schema::Head;
use wishful::slippers::{TraceRecord, UnrecordedAction};
use wishful_earley::{Refusal, TerminalId};

impl CoverageTrace<'_> {
    /// Counts the units that a record exercises.
    pub(super) fn record(&mut self, record: TraceRecord) {
        match record {
            TraceRecord::Rejected { terminal, refusal, .. } => self.rejected(terminal, refusal),
            TraceRecord::Passed { place } => self.passed(place),
            TraceRecord::Applied { place } => self.applied(place),
            TraceRecord::Inserted { tags, goal } => {
                for (word, place) in tags {
                    if let Some(place) = place {
                        self.inserted(word.terminal, place, goal);
                    }
                }
            }
            TraceRecord::Settled { how: UnrecordedAction::EndedSoftly, places } => {
                let Some(RejectionRound { rejected, .. }) = self.round else { return };
                self.is_soft = true;
                self.recorder.hit_facts(Head::Soft);
                self.recorder.hit_lists(Head::Soft, "ends", rejected);
                // These wishes would be granted if the element were closed.
                for place in places {
                    self.recorder.granted(place, None, rejected);
                }
            }
            TraceRecord::SetAside { place } => {
                let latch = match place {
                    Some(place) if self.round.is_none() => self.recorder.outline.latch_at(place),
                    _ => None,
                };
                self.recorder.hit(latch, 0);
                self.end_round(None);
            }
            TraceRecord::Accepted(_) => self.end_round(None),
            TraceRecord::Settled { .. } | TraceRecord::Edited(_) | TraceRecord::GivenUp => {}
        }
    }

    fn rejected(&mut self, terminal: Option<TerminalId>, refusal: Option<Refusal>) {
        self.end_round(None);
        self.round = terminal.map(|rejected| RejectionRound { rejected, tried: Vec::new() });
        let Some(Refusal::Excluded(line)) = refusal else { return };
        let place = self.recorder.outline.grammar.context_place(line);
        let unit = self.recorder.outline.unit(UnitKind::Exclusion, place);
        self.recorder.hit(unit, 0);
        if let Some(terminal) = terminal {
            self.recorder.hit_list("items", place, terminal);
        }
    }

    fn passed(&mut self, place: FileSpan) {
        if let Some(round) = &mut self.round {
            round.tried.push(place);
        }
        let step = self.step(place);
        self.recorder.hit(step, 1);
    }

    /// Returns the step at a span. An implicit `grant` has the span of a wish, and is none.
    fn step(&self, place: FileSpan) -> Option<UnitId> {
        self.recorder.outline.unit(UnitKind::Step, place)
    }

    fn applied(&mut self, place: FileSpan) {
        let outline = self.recorder.outline.clone();
        let step = self.step(place);
        self.recorder.hit(step, 0);
        if let Some(&statement) = outline.steps.get(&place) {
            let unit = outline.unit(UnitKind::Remedy, statement);
            self.recorder.hit(unit, 0);
            if let Some(round) = &self.round {
                self.recorder.hit_list("left", statement, round.rejected);
            }
        }
        self.end_round(Some(place));
    }

    /// Ends a round, and counts the conditions that held and those that failed.
    fn end_round(&mut self, applied: Option<FileSpan>) {
        let Some(RejectionRound { rejected, tried }) = self.round.take() else { return };
        let outline = self.recorder.outline.clone();
        let lines: Vec<&RemedyLine> = outline.grammar.remedies(rejected).collect();
        let end = lines.iter().position(|line| Some(line.place) == applied);
        let seen = match end {
            Some(end) => &lines[..=end],
            None => &lines[..],
        };
        for statement in seen.chunk_by(|one, other| one.line == other.line) {
            let line = statement[0];
            let held = statement
                .iter()
                .any(|line| tried.contains(&line.place) || Some(line.place) == applied);
            let condition = outline.conditions.get(&line.line).copied();
            self.recorder.hit(condition, usize::from(!held));
        }
    }

    fn inserted(&mut self, tag: TerminalId, place: FileSpan, goal: Option<TerminalId>) {
        match goal {
            Some(goal) => self.recorder.granted(place, Some(tag), goal),
            None => self.recorder.hit_list("step", place, tag),
        }
    }
}
