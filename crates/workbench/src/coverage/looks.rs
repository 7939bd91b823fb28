//! Coverage by trace records: refusals, granted wishes, tried remedies.
//!
//! A *round* is one rejection and its remedies. For each remedy before the applied one, the
//! slippers either report that it was passed over, or its conditions did not hold. So a remedy
//! without a report has failed conditions.

use super::outline::{Kind, UnitId};
use super::recorder::Recorder;
use wishful::base::Place;
use wishful::grammar::RemedyLine;
use wishful::slippers::event::TokenId;
use wishful::slippers::{Look, Settled, Trace};
use wishful_earley::{Refusal, TerminalId};

/// A rejected token, and the remedies that were tried.
#[derive(Debug)]
pub(super) struct RejectionRound {
    rejected: TerminalId,
    tried: Vec<Place>,
}

/// A trace that counts exercised units.
pub(super) struct Looks<'r> {
    pub(super) recorder: &'r mut Recorder,
    round: Option<RejectionRound>,
    /// The tokens that ended an element softly, with their terminals.
    pub(super) soft: Vec<(TokenId, TerminalId)>,
}

impl Trace for Looks<'_> {
    fn look(&mut self, token: TokenId, look: &Look<'_>) {
        match *look {
            Look::Rejected { terminal, refusal, .. } => self.rejected(terminal, refusal),
            Look::Passed { place } => self.passed(place),
            Look::Applied { place } => self.applied(place),
            Look::Inserted { words, places, goal } => {
                for (word, place) in words.iter().zip(places) {
                    if let Some(place) = *place {
                        self.inserted(word.terminal, place, goal);
                    }
                }
            }
            Look::Settled { how: Settled::EndedSoftly, places } => {
                let Some(RejectionRound { rejected, .. }) = self.round else { return };
                self.soft.push((token, rejected));
                // These wishes would be granted if the element were closed.
                places.iter().for_each(|&place| self.recorder.granted(place, None, rejected));
            }
            Look::SetAside { place } => {
                let latch = match place {
                    Some(place) if self.round.is_none() => self.recorder.outline.latch_at(place),
                    _ => None,
                };
                self.recorder.hit(latch, 0);
                self.end_round(None);
            }
            Look::Accepted(_) => self.end_round(None),
            Look::Settled { .. } | Look::Edited(_) | Look::GivenUp => {}
        }
    }
}

impl<'r> Looks<'r> {
    pub(super) fn new(recorder: &'r mut Recorder) -> Self {
        Self { recorder, round: None, soft: Vec::new() }
    }

    fn rejected(&mut self, terminal: Option<TerminalId>, refusal: Option<Refusal>) {
        self.end_round(None);
        self.round = terminal.map(|rejected| RejectionRound { rejected, tried: Vec::new() });
        let Some(Refusal::Excluded(line)) = refusal else { return };
        let place = self.recorder.outline.grammar.context_place(line);
        let unit = self.recorder.outline.unit(Kind::Exclusion, place);
        self.recorder.hit(unit, 0);
        if let Some(terminal) = terminal {
            self.recorder.hit_list("items", place, terminal);
        }
    }

    fn passed(&mut self, place: Place) {
        if let Some(round) = &mut self.round {
            round.tried.push(place);
        }
        let step = self.step(place);
        self.recorder.hit(step, 1);
    }

    /// Returns the step at a span. An implicit `grant` has the span of a wish, and is none.
    fn step(&self, place: Place) -> Option<UnitId> {
        self.recorder.outline.unit(Kind::Step, place)
    }

    fn applied(&mut self, place: Place) {
        let outline = self.recorder.outline.clone();
        let step = self.step(place);
        self.recorder.hit(step, 0);
        if let Some(&statement) = outline.steps.get(&place) {
            let unit = outline.unit(Kind::Remedy, statement);
            self.recorder.hit(unit, 0);
            if let Some(round) = &self.round {
                self.recorder.hit_list("left", statement, round.rejected);
            }
        }
        self.end_round(Some(place));
    }

    /// Ends a round, and counts the conditions that held and those that failed.
    fn end_round(&mut self, applied: Option<Place>) {
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

    fn inserted(&mut self, tag: TerminalId, place: Place, goal: Option<TerminalId>) {
        match goal {
            Some(goal) => self.recorder.granted(place, Some(tag), goal),
            None => self.recorder.hit_list("step", place, tag),
        }
    }
}
