//! Progress on a terminal, and what is said at the end.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::complain;
use crate::row::Outcome;

/// What a run has done; written to stderr, as it goes if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    units: usize,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    outcomes: BTreeMap<Outcome, u64>,
    units: usize,
}

impl Progress {
    /// Of so many units, some of which were read before.
    pub(crate) fn new(units: usize, before: usize) -> Self {
        // (On what is no terminal it stays hidden.)
        let bar = ProgressBar::no_length().with_style(style());
        bar.enable_steady_tick(Duration::from_millis(200));
        let counts = Counts { units: before, ..Counts::default() };
        let progress = Self { bar, units, counts: counts.into() };
        progress.tell_units(before);
        progress
    }

    /// A row is written.
    pub(crate) fn row(&self, outcome: Outcome) {
        self.bar.inc(1);
        *self
            .counts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .outcomes
            .entry(outcome)
            .or_default() += 1;
    }

    /// A unit is read.
    pub(crate) fn unit(&self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.units += 1;
        self.tell_units(counts.units);
    }

    fn tell_units(&self, done: usize) {
        self.bar.set_message(format!("{done} of {} archives or sets of pages", self.units));
    }

    /// Says something while the run goes on.
    pub(crate) fn complain(&self, message: &str) {
        self.bar.suspend(|| complain(message));
    }

    /// Ends it; what this run has done.
    pub(crate) fn finish(self) -> String {
        self.bar.finish_and_clear();
        let counts = self.counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let rows: u64 = counts.outcomes.values().sum();
        let each =
            counts.outcomes.iter().map(|(outcome, count)| format!("{count} {}", outcome.name()));
        let each: Vec<String> = each.collect();
        let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
        format!(
            "{rows} rows{each}; {} of {} archives or sets of pages are done",
            counts.units, self.units
        )
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner} {human_pos} pages, {per_sec}; {msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_spinner())
}
