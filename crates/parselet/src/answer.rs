//! The result of running a parselet on a document: a value, or an error.

use std::fmt;

use super::Parselet;
use super::evaluate::{Evaluator, Failed, Focus, Interruption, settings};
use super::extract::Extractor;
use super::options::{Dialect, Options};
use super::rows::Rows;
use super::slots::SlotId;
use super::value::{AnswerView, Value};
use super::write::{Layout, json};
use wishful::tree::Document;
use wishful_query::ReachedLimit;

/// The result of running a parselet on a document.
#[derive(Clone, Debug)]
pub struct Extraction<'p, 'd> {
    pub(super) parselet: &'p Parselet,
    pub(super) rows: Rows<'d>,
    pub(super) is_pruned: bool,
    failed: Option<Failed>,
    limit: Option<ReachedLimit>,
    steps: u64,
}

/// An error instead of a value: a key is missing, or an expression failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtractionError {
    dialect: Dialect,
    kind: ErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum ErrorKind {
    /// A required key is missing or empty.
    Missing(String),
    /// The evaluation of an expression failed.
    Failed(Failed),
}

impl<'p, 'd> Extraction<'p, 'd> {
    pub(super) fn new(
        parselet: &'p Parselet,
        document: &'d Document,
        options: &Options<'d>,
    ) -> Self {
        let slots = &parselet.slots;
        let settings = settings(options);
        let evaluator = Evaluator::new(document, slots, &settings, options);
        let dialect = parselet.dialect;
        let mut extractor = Extractor { slots, dialect, rows: Rows::new(dialect), evaluator };
        let stop = extractor.run(&Focus::alone(document.root().into())).err();
        let Extractor { mut rows, evaluator, .. } = extractor;
        let (failed, limit) = match stop {
            Some(Interruption::Failed(failed)) => (Some(failed), None),
            Some(Interruption::Cut(limit)) => (None, Some(limit)),
            None => (None, None),
        };
        rows.prune(slots, limit.is_some());
        let (steps, is_pruned) = (evaluator.steps(), options.prune);
        Self { parselet, rows, is_pruned, failed, limit, steps }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// Fails if a required key is missing, or if an expression cannot be evaluated.
    pub fn value(&self) -> Result<Value<'_, 'd>, ExtractionError> {
        match self.error() {
            Some(error) => Err(error),
            None => Ok(Value::of(self.found())),
        }
    }

    fn found(&self) -> AnswerView<'_, 'd> {
        let (rows, slots) = (&self.rows, &self.parselet.slots);
        AnswerView { rows, slots, is_pruned: self.is_pruned }
    }

    fn error(&self) -> Option<ExtractionError> {
        let kind = match &self.failed {
            Some(failed) => ErrorKind::Failed(failed.clone()),
            None => ErrorKind::Missing(self.parselet.slots.path(self.broken()?)),
        };
        Some(ExtractionError { dialect: self.parselet.dialect, kind })
    }

    /// Returns the key whose absence breaks the root object.
    fn broken(&self) -> Option<SlotId> {
        if self.is_pruned { self.rows.get(Rows::ROOT).broken } else { None }
    }

    /// Returns the value as JSON on one line, with its keys in the order of the parselet.
    ///
    /// # Errors
    /// Fails if [`Extraction::value`] does.
    pub fn to_json(&self) -> Result<String, ExtractionError> {
        self.to_json_in(Layout::Compact)
    }

    /// Returns the value as JSON in a given layout.
    ///
    /// # Errors
    /// Fails if [`Extraction::value`] does.
    pub fn to_json_in(&self, layout: Layout) -> Result<String, ExtractionError> {
        self.value().map(|value| json(&value, layout))
    }

    /// Returns the source positions of the value's texts, as JSON in the shape of the value. A text
    /// becomes a list of pairs: the start and end offsets in the text of the document.
    ///
    /// # Errors
    /// Fails if [`Extraction::value`] does.
    pub fn places_to_json(&self, layout: Layout) -> Result<String, ExtractionError> {
        self.value().map(|value| json(&value.places(), layout))
    }

    /// Returns the limit that stopped the run, if one did. Keys and members of arrays may then be
    /// missing because the run did not reach them.
    #[must_use]
    pub fn limit(&self) -> Option<ReachedLimit> {
        self.limit
    }

    /// Returns the work done: the steps that [`Limits::steps`](wishful_query::Limits::steps)
    /// counts, and one step for each value.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl fmt::Display for ExtractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.kind, self.dialect) {
            (ErrorKind::Missing(path), Dialect::Wishful) => write!(f, "Key not found: {path}"),
            (ErrorKind::Missing(path), Dialect::Fizx) => {
                write!(f, "Parsing failed: {path} was empty")
            }
            (ErrorKind::Failed(failed), Dialect::Wishful) => failed.fmt(f),
            (ErrorKind::Failed(failed), Dialect::Fizx) => {
                write!(f, "Parsing failed: {}", failed.in_fizx())
            }
        }
    }
}

impl std::error::Error for ExtractionError {}
