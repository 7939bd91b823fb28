//! Progress of long work: a bar on stderr, if that is a terminal, and only after a second.

use std::time::{Duration, Instant};

use super::failure::{Outcome, Verdict};
use super::output::complain;
use crate::base::counted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A count of steps done, perhaps of a known number.
#[derive(Debug)]
pub(super) struct Progress {
    /// Hidden until the work has taken a second.
    bar: ProgressBar,
    begun: Instant,
    shown: bool,
}

impl Progress {
    /// For `total` steps; an unknown number if `None`.
    pub(super) fn new(total: Option<usize>) -> Self {
        let bar = match total {
            Some(_) => ProgressBar::hidden().with_style(style("{bar:30} {pos}/{len} {eta}")),
            None => ProgressBar::hidden().with_style(style("{spinner} {human_pos} {per_sec}")),
        };
        bar.set_length(counted(total.unwrap_or_default()));
        Self { bar, begun: Instant::now(), shown: false }
    }

    /// One more step is done.
    pub(super) fn step(&mut self) {
        self.steps(1);
    }

    /// So many more steps are done.
    pub(super) fn steps(&mut self, count: u64) {
        self.bar.inc(count);
        if !self.shown && self.begun.elapsed() > Duration::from_secs(1) {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        }
    }

    /// Takes the bar away while something else is written.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Does the work of each file in turn, with progress on a terminal. Of those that cannot be done the reason is told, and the others
/// are still done.
///
/// # Errors
/// What stops the whole command.
pub(super) fn each(files: &[String], mut work: impl FnMut(&str) -> Outcome) -> Outcome {
    let mut progress = Progress::new(Some(files.len()));
    let mut verdict = Verdict::Done;
    for file in files {
        match work(file) {
            Ok(of_file) => verdict = verdict.and(of_file),
            Err(failure) if failure.status() == 1 => {
                progress.suspend(|| complain(&failure.to_string()));
                verdict = Verdict::Refused;
            }
            Err(failure) => return Err(failure),
        }
        progress.step();
    }
    Ok(verdict)
}
