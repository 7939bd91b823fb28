//! The progress bar on a terminal, and the summary at the end.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{IsTerminal, stdout};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::failure::complain;
use crate::row::PageOutcome;

/// Counters of a run, displayed on stderr as the run proceeds if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    units: usize,
    counts: Mutex<RunCounts>,
}

#[derive(Debug, Default)]
struct RunCounts {
    outcomes: BTreeMap<PageOutcome, u64>,
    units: usize,
}

impl Progress {
    /// Creates the progress of a run, some of whose units are finished already. If the rows go to
    /// the terminal, there is no bar.
    pub(crate) fn new(units: usize, before: usize, is_to_stdout: bool) -> Self {
        let bar = if is_to_stdout && stdout().is_terminal() {
            ProgressBar::hidden()
        } else {
            // Without a terminal the bar is hidden, too.
            ProgressBar::no_length()
        };
        bar.set_style(style());
        bar.enable_steady_tick(Duration::from_millis(200));
        let counts = RunCounts { units: before, ..RunCounts::default() };
        let progress = Self { bar, units, counts: counts.into() };
        progress.tell_units(before);
        progress
    }

    /// Counts a row.
    pub(crate) fn row(&self, outcome: PageOutcome) {
        self.bar.inc(1);
        *self.counts().outcomes.entry(outcome).or_default() += 1;
    }

    /// Counts a compared page without a change.
    pub(crate) fn same(&self) {
        self.bar.inc(1);
    }

    /// Counts a finished unit.
    pub(crate) fn unit(&self) {
        let mut counts = self.counts();
        counts.units += 1;
        self.tell_units(counts.units);
    }

    fn counts(&self) -> MutexGuard<'_, RunCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell_units(&self, done: usize) {
        self.bar.set_message(format!("{done} of {} archives or sets of pages", self.units));
    }

    /// Prints a message during the run.
    pub(crate) fn complain(&self, message: &str) {
        self.bar.suspend(|| complain(message));
    }

    /// Returns the worst outcome of a row.
    pub(crate) fn worst(&self) -> Option<PageOutcome> {
        self.counts().outcomes.keys().copied().max()
    }

    /// Summarises the run.
    pub(crate) fn summary(&self) -> String {
        let counts = self.counts();
        let mut each = Vec::new();
        for (outcome, count) in &counts.outcomes {
            each.push(format!("{count} {}", outcome.name()));
        }
        let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
        let rows = rows(counts.outcomes.values().sum());
        format!(
            "{rows}{each}; {} of {} archives or sets of pages are done",
            counts.units, self.units
        )
    }
}

impl Drop for Progress {
    /// Removes the bar, however the run ends.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Formats a number of rows.
pub(crate) fn rows(count: u64) -> String {
    format!("{count} {}", if count == 1 { "row" } else { "rows" })
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner} {human_pos} pages, {rate} a second; {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
        // OK because it is written to a text, in memory.
        let _ = write!(out, "{:.1}", state.per_sec());
    })
}
