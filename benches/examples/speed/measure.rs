//! Interleaved measurements, and the table that they make.
//!
//! A [`Row`] is something that can be run again and again and says how long it took. [`interleave`] runs all rows once, then
//! all rows again, until the time is used up: what else the machine is doing meets every row alike. Each round also gives
//! the ratio of each row to the first one *in that round*, and the table shows the median of those ratios: absolute figures
//! move by a factor of two on a shared machine, ratios hold.
//!
//! Time is that of the processor (of one core, as nothing here has threads), not of the clock on the wall, so waiting for
//! others does not count.

use cpu_time::ProcessTime;
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something to measure, by name.
pub(crate) struct Row<'a> {
    name: String,
    /// How much a run does: megabytes, or millions of tokens.
    amount: f64,
    run: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> Row<'a> {
    /// All that `run` does is measured.
    pub(crate) fn new<T>(
        name: impl Into<String>,
        amount: f64,
        mut run: impl FnMut() -> T + 'a,
    ) -> Self {
        Self::timing_itself(name, amount, move || timed(&mut run))
    }

    /// `run` says itself how long the part of it took that counts.
    pub(crate) fn timing_itself(
        name: impl Into<String>,
        amount: f64,
        run: impl FnMut() -> Duration + 'a,
    ) -> Self {
        Self { name: name.into(), amount, run: Box::new(run) }
    }

    /// Seconds of one run, as the mean of some in a row.
    fn sample(&mut self, repeats: u32) -> f64 {
        (0..repeats).map(|_| (self.run)().as_secs_f64()).sum::<f64>() / f64::from(repeats)
    }
}

/// How much time of the processor something takes, the drop of its result included.
pub(crate) fn timed<T>(run: impl FnOnce() -> T) -> Duration {
    let start = ProcessTime::now();
    drop(black_box(run()));
    start.elapsed()
}

/// How many rounds to run.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// No new round begins after so long, …
    pub(crate) time: Duration,
    /// … unless there were fewer than so many …
    pub(crate) least: usize,
    /// … and none after so many.
    pub(crate) most: usize,
}

/// The measurements.
pub(crate) struct Table {
    /// The name of each row.
    names: Vec<String>,
    /// How much each row does in a second, a list for each round.
    rounds: Vec<Vec<f64>>,
}

/// A sample repeats what is quicker than this, since a process needs a moment to get going after it has waited for others.
const SAMPLE: Duration = Duration::from_millis(40);

/// Runs all rows in turn. The first round warms memory and processor up, tells how often a sample repeats each row, and
/// does not count, unless it alone uses up the time.
pub(crate) fn interleave(mut rows: Vec<Row<'_>>, budget: Budget) -> Table {
    let start = Instant::now();
    let first: Vec<f64> = rows.iter_mut().map(|row| row.sample(1)).collect();
    let repeats = |seconds: &f64| (1..20).find(|&n| f64::from(n) * seconds > SAMPLE.as_secs_f64());
    let repeats: Vec<u32> = first.iter().map(|seconds| repeats(seconds).unwrap_or(20)).collect();
    let mut rounds: Vec<Vec<f64>> = Vec::new();
    if start.elapsed() > budget.time {
        rounds.push(first);
    }
    while rounds.len() < budget.least
        || (rounds.len() < budget.most && start.elapsed() < budget.time)
    {
        rounds.push(rows.iter_mut().zip(&repeats).map(|(row, &n)| row.sample(n)).collect());
    }
    for round in &mut rounds {
        round.iter_mut().zip(&rows).for_each(|(seconds, row)| *seconds = row.amount / *seconds);
    }
    Table { names: rows.into_iter().map(|row| row.name).collect(), rounds }
}

impl Table {
    /// The table as Markdown, with the name of the unit of what is done.
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

/// Half of the values are between `low` and `high`.
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

/// Three digits that matter.
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

/// The largest size up to `most`, by doubling, that takes less than `limit`, as far as the growth seen so far tells.
pub(crate) fn affordable(
    most: usize,
    limit: Duration,
    mut run: impl FnMut(usize) -> Duration,
) -> usize {
    let (mut size, mut before) = (64.min(most), Duration::MAX);
    loop {
        // The better of two, lest a hiccup looks like growth.
        let took = run(size).min(run(size)).max(Duration::from_micros(1));
        let growth = took.div_duration_f64(before).max(2.0);
        if size == most || took.mul_f64(growth) > limit {
            return size;
        }
        (size, before) = (most.min(2 * size), took);
    }
}
