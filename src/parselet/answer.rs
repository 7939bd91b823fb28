//! What a parselet gives for a document: a value, or why there is none.

use std::fmt;

use super::Parselet;
use super::evaluate::{Evaluator, Failed, Focus, Stop, settings};
use super::extract::Extractor;
use super::options::{Dialect, Options};
use super::rows::Rows;
use super::slots::SlotId;
use super::value::{Found, Value};
use super::write::{Layout, json};
use crate::query::Met;
use crate::tree::Document;

/// What a parselet found in a document.
#[derive(Clone, Debug)]
pub struct Extraction<'p, 'd> {
    pub(super) parselet: &'p Parselet,
    pub(super) rows: Rows<'d>,
    pub(super) is_pruned: bool,
    failed: Option<Failed>,
    limit: Option<Met>,
    steps: u64,
}

/// Why there is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtractionError {
    dialect: Dialect,
    kind: ErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum ErrorKind {
    /// A key that must be there is missing or empty.
    Missing(String),
    /// An expression cannot be evaluated.
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
        let evaluator = Evaluator::new(document, slots, &settings, options.resolve);
        let mut extractor = Extractor { slots, rows: Rows::new(), evaluator };
        let stop = extractor.run(&Focus::alone(document.root().into())).err();
        let Extractor { mut rows, evaluator, .. } = extractor;
        let (failed, limit) = match stop {
            Some(Stop::Failed(failed)) => (Some(failed), None),
            Some(Stop::Cut(limit)) => (None, Some(limit)),
            None => (None, None),
        };
        rows.prune(slots, limit.is_some());
        let (steps, is_pruned) = (evaluator.steps(), options.prune);
        Self { parselet, rows, is_pruned, failed, limit, steps }
    }

    /// The value.
    ///
    /// # Errors
    /// If a key is missing that must be there, or an expression cannot be evaluated.
    pub fn value(&self) -> Result<Value<'_, 'd>, ExtractionError> {
        match self.error() {
            Some(error) => Err(error),
            None => Ok(Value::of(self.found())),
        }
    }

    fn found(&self) -> Found<'_, 'd> {
        let (rows, slots) = (&self.rows, &self.parselet.slots);
        Found { rows, slots, is_pruned: self.is_pruned }
    }

    fn error(&self) -> Option<ExtractionError> {
        let missing =
            || self.broken().map(|slot| ErrorKind::Missing(self.parselet.slots.path(slot)));
        let kind = self.failed.clone().map(ErrorKind::Failed).or_else(missing)?;
        Some(ExtractionError { dialect: self.parselet.dialect, kind })
    }

    /// The key by which the whole is broken.
    fn broken(&self) -> Option<SlotId> {
        self.rows.get(Rows::ROOT).broken.filter(|_| self.is_pruned)
    }

    /// The value as JSON, in one line, its keys in the order of the parselet.
    ///
    /// # Errors
    /// As those of [`Extraction::value`].
    pub fn to_json(&self) -> Result<String, ExtractionError> {
        self.to_json_in(Layout::Compact)
    }

    /// The value as JSON, laid out.
    ///
    /// # Errors
    /// As those of [`Extraction::value`].
    pub fn to_json_in(&self, layout: Layout) -> Result<String, ExtractionError> {
        self.value().map(|value| json(&value, layout))
    }

    /// Where the texts of the value are written, as JSON in the shape of the value: of each text a list of pairs, the offsets of
    /// its beginning and its end in the text of the document.
    ///
    /// # Errors
    /// As those of [`Extraction::value`].
    pub fn places_to_json(&self, layout: Layout) -> Result<String, ExtractionError> {
        self.value().map(|value| json(&value.places(), layout))
    }

    /// The limit that ended the run before its end, if one did: then keys may be missing that were not looked for, and members
    /// of arrays.
    #[must_use]
    pub fn limit(&self) -> Option<Met> {
        self.limit
    }

    /// How much work it was: what [`Limits::steps`](crate::query::Limits::steps) counts, and a step for each value.
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
