//! The history of a run: its events, and between them records of the tries at each token.
//!
//! A [`Trace`] receives both in one stream, as [`TraceStep`]s. So the events before a record lead
//! to the state in which the record was made ([`Playback`](super::Playback)). A record of an action
//! comes before the events of the action:
//!
//! ```text
//! <td>x            by the grammar marpa, at the token <td>
//!
//! record  rejected; acceptable are <html>, COMMENT, …
//! record  inserted <html>
//! event   open <html>, virtual
//! record  applied, line 92
//! record  rejected; acceptable are <head>, COMMENT, …
//! ```
//!
//! A `Vec<TraceStep>` is a trace that stores the stream. `explain`, why-not and causes read it;
//! coverage counts the steps as they come. A run without a trace makes no records.

use super::event::{ElementNumber, Event, RepairId, TokenId};
use super::rejection::Rejection;
use crate::base::{BitRow, Span};
use crate::earley::{Refusal, TerminalId, Word};
use crate::grammar::ElementId;
use crate::grammar::ast::FileSpan;
use crate::token::TokenRef;
use serde::Serialize;

/// One step of a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceStep {
    /// An event.
    Event(Event),
    /// A record about a piece of a token.
    Record(TracePoint, TraceRecord),
}

/// The piece that a record is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TracePoint {
    /// The token.
    pub token: TokenId,
    /// The span of its piece.
    pub span: Span,
}

/// A trace record: one try at a token, or its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceRecord {
    /// The token was acceptable, as this word.
    Accepted(Word),
    /// The token was not acceptable.
    Rejected {
        /// The terminal of the token; `None` if the grammar never mentions it.
        terminal: Option<TerminalId>,
        /// The current element; `None` if none is open.
        inside: Option<ElementId>,
        /// The terminals that were acceptable.
        acceptable: BitRow,
        /// The reason for the rejection.
        refusal: Option<Refusal>,
    },
    /// A remedy did not apply.
    Passed {
        /// The line of the grammar.
        place: FileSpan,
    },
    /// A search for virtual tags was given up at its limit.
    GivenUp,
    /// A remedy was done; its actions were shown before, and its events are past.
    Applied {
        /// The line of the grammar.
        place: FileSpan,
    },
    /// Tags were inserted.
    Inserted {
        /// The tags in order, each with the line of the grammar that permits it.
        tags: Vec<(Word, Option<FileSpan>)>,
        /// The terminal for which wishes were granted; `None` if a remedy names the tag.
        goal: Option<TerminalId>,
    },
    /// The token was set aside.
    SetAside {
        /// The line that demands it, if one does.
        place: Option<FileSpan>,
    },
    /// Another action with a record was done: the token was rewritten, or an element was reopened.
    Edited(RepairId),
    /// The token was settled, or is tried again, without a record.
    Settled {
        /// The way in which it was settled.
        how: UnrecordedAction,
        /// The lines that demand it.
        places: Vec<FileSpan>,
    },
}

/// The way in which a rejected token is settled without a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnrecordedAction {
    /// The token leaves no trace, and is no mistake.
    Ignored,
    /// The token is read although it is excluded.
    Admitted,
    /// The token ends an element softly: elements inside stay open.
    EndedSoftly,
}

/// The state of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFingerprint {
    /// A hash that is equal for runs in equivalent states, and almost never for others.
    pub hash: u64,
    /// The elements that may still matter, each once.
    pub elements: Vec<ElementNumber>,
    /// The start tags of the open and the active formatting elements, except virtual ones.
    pub tags: Vec<Span>,
    /// Hashes of notable features, a measure of novelty: few runs show only features that another
    /// run has shown.
    pub features: Vec<u64>,
}

/// The state of a run before a token.
pub trait RunView {
    /// Returns the token.
    fn token(&self) -> TokenRef<'_>;
    /// Computes the fingerprint of the state.
    fn fingerprint(&self) -> RunFingerprint;
    /// Determines the effect of a text here, which is the same in states with equal fingerprints.
    fn text_effect(&mut self) -> TextEffect;
}

/// The effect of a text on the state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextEffect {
    /// It may be read with a repair.
    Repaired,
    /// It is read without a repair, whether it begins with blanks or not.
    Read,
    /// In the same way, and it leaves the state as it is.
    None,
}

/// An observer of a run.
pub trait Trace {
    /// Reports whether the observer wants the records. Without them, a run takes the short ways of
    /// an ordinary parse.
    fn wants_records(&self) -> bool {
        true
    }
    /// Announces that a run begins; steps of an earlier one (in another encoding) are void.
    fn restart(&mut self) {}
    /// Announces a token before its first look. By the fingerprint of the run, an observer can
    /// recognise a state that it has seen.
    fn before(&mut self, _run: &mut dyn RunView) {}
    /// Receives the next step.
    fn step(&mut self, _step: TraceStep) {}
    /// Allows further queries about a piece that was rejected, as the preceding record has shown.
    fn rejected(&mut self, _: &mut Rejection<'_, '_>) {}
}

/// Stores the steps.
impl Trace for Vec<TraceStep> {
    fn restart(&mut self) {
        self.clear();
    }

    fn step(&mut self, step: TraceStep) {
        self.push(step);
    }
}
