//! Interleaved measurements, and their table.
//!
//! A [`MeasuredRow`] can be run repeatedly and measures its own time. [`interleave`] runs all rows
//! once, then all rows again, until the time budget is used up. So other load on the machine
//! affects all rows equally.
//!
//! Each round gives the ratio of each row to the first one *in that round*, and the table shows the
//! median of these ratios. Absolute times vary by a factor of two on a shared machine; the ratios
//! are stable.
//!
//! Times are processor times, of one core as nothing here uses threads, so waiting for other
//! processes does not count.

use cpu_time::ProcessTime;
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A named measurement.
pub(crate) struct MeasuredRow<'a> {
    name: String,
    /// The amount of work of a run: megabytes, or millions of tokens.
    amount: f64,
    run: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> MeasuredRow<'a> {
    /// Creates a row that measures all of `run`.
    pub(crate) fn new<T>(
        name: impl Into<String>,
        amount: f64,
        mut run: impl FnMut() -> T + 'a,
    ) -> Self {
        Self::timing_itself(name, amount, move || timed(&mut run))
    }

    /// Creates a row whose `run` returns the time to count.
    pub(crate) fn timing_itself(
        name: impl Into<String>,
        amount: f64,
        run: impl FnMut() -> Duration + 'a,
    ) -> Self {
        Self { name: name.into(), amount, run: Box::new(run) }
    }

    /// Runs several times in a row and returns the mean seconds.
    fn sample(&mut self, repeats: u32) -> f64 {
        let mut seconds = 0.0;
        for _ in 0..repeats {
            seconds += (self.run)().as_secs_f64();
        }
        seconds / f64::from(repeats)
    }
}

/// Returns the processor time of a function, including the drop of its result.
pub(crate) fn timed<T>(run: impl FnOnce() -> T) -> Duration {
    let start = ProcessTime::now();
    drop(black_box(run()));
    start.elapsed()
}

/// The limits of the number of rounds.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// The time after which no round begins, if there were `least` rounds.
    pub(crate) time: Duration,
    /// The minimum number of rounds.
    pub(crate) least: usize,
    /// The maximum number of rounds.
    pub(crate) most: usize,
}

pub(crate) struct Table {
    /// The name of each row.
    names: Vec<String>,
    /// The rate of each row in units per second, one list for each round.
    rounds: Vec<Vec<f64>>,
}

/// The minimum length of a sample. Shorter runs are repeated, since a process is slow at first
/// after it has waited for others.
const SAMPLE: Duration = Duration::from_millis(40);

/// Runs all rows in turn. The first round warms up caches and the processor, and determines the
/// number of repetitions of each row. It does not count, unless it alone uses up the time.
pub(crate) fn interleave(mut rows: Vec<MeasuredRow<'_>>, budget: Budget) -> Table {
    let start = Instant::now();
    let first: Vec<f64> = rows.iter_mut().map(|row| row.sample(1)).collect();
    let mut repeats: Vec<u32> = Vec::new();
    for seconds in &first {
        let enough = (1..20).find(|&n| f64::from(n) * seconds > SAMPLE.as_secs_f64());
        repeats.push(enough.unwrap_or(20));
    }
    let mut rounds: Vec<Vec<f64>> = Vec::new();
    if start.elapsed() > budget.time {
        rounds.push(first);
    }
    while rounds.len() < budget.least
        || (rounds.len() < budget.most && start.elapsed() < budget.time)
    {
        let mut round = Vec::new();
        for (row, &repeats) in rows.iter_mut().zip(&repeats) {
            round.push(row.sample(repeats));
        }
        rounds.push(round);
    }
    for round in &mut rounds {
        for (seconds, row) in round.iter_mut().zip(&rows) {
            *seconds = row.amount / *seconds;
        }
    }
    Table { names: rows.into_iter().map(|row| row.name).collect(), rounds }
}

impl Table {
    /// Formats the table as Markdown; `unit` names the amount of work.
    pub(crate) fn markdown(&self, unit: &str) -> String {
        let mut out = format!(
            "| {} rounds | {unit}/s | quartiles | x the first row | quartiles |\n\
             |---|---:|---:|---:|---:|\n",
            self.rounds.len()
        );
        for (row, name) in self.names.iter().enumerate() {
            let rates = Quartiles::of(self.rounds.iter().map(|round| round[row]));
            let ratios = Quartiles::of(self.rounds.iter().map(|round| round[row] / round[0]));
            let _ = writeln!(
                out,
                "| {name} | {} | {} | {} | {} |",
                short(rates.median),
                rates.spread(),
                short(ratios.median),
                ratios.spread()
            );
        }
        out
    }
}

/// The quartiles of a list of values: half of them are between `low` and `high`.
struct Quartiles {
    low: f64,
    median: f64,
    high: f64,
}

impl Quartiles {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: usize| sorted[(sorted.len() - 1) * quarter / 4];
        Self { low: at(1), median: at(2), high: at(3) }
    }

    fn spread(&self) -> String {
        format!("{} … {}", short(self.low), short(self.high))
    }
}

/// Formats a value with three significant digits.
pub(crate) fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        size if size >= 0.1 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

/// Returns the largest size up to `most`, found by doubling, that takes less than `limit`. The next
/// time is extrapolated from the last growth.
pub(crate) fn affordable(
    most: usize,
    limit: Duration,
    mut run: impl FnMut(usize) -> Duration,
) -> usize {
    let (mut size, mut before) = (64.min(most), Duration::MAX);
    loop {
        // The faster of two runs, so that a disturbance is not mistaken for growth.
        let took = run(size).min(run(size)).max(Duration::from_micros(1));
        let growth = took.div_duration_f64(before).max(2.0);
        if size == most || took.mul_f64(growth) > limit {
            return size;
        }
        (size, before) = (most.min(2 * size), took);
    }
}
