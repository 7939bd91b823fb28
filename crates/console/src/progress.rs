//! Progress of long work: a bar on stderr, if that is a terminal, shown only after a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use wishful::base::counted;

/// A count of completed steps, with an optional total.
#[derive(Debug)]
pub struct Progress {
    /// The bar, hidden until the work has taken a second.
    bar: ProgressBar,
    begun: Instant,
    shown: bool,
}

impl Progress {
    /// Starts a count to `total` steps; `None` means an unknown total.
    pub fn new(total: Option<usize>) -> Self {
        let bar = match total {
            Some(_) => ProgressBar::hidden().with_style(style("{bar:30} {pos}/{len} {eta}")),
            None => ProgressBar::hidden().with_style(style("{spinner} {human_pos} {per_sec}")),
        };
        bar.set_length(counted(total.unwrap_or_default()));
        Self { bar, begun: Instant::now(), shown: false }
    }

    /// Counts one completed step.
    pub fn step(&mut self) {
        self.steps(1);
    }

    /// Counts several completed steps.
    pub fn steps(&mut self, count: u64) {
        self.bar.inc(count);
        if !self.shown && self.begun.elapsed() > Duration::from_secs(1) {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        }
    }

    /// Hides the bar while something else is written.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
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
