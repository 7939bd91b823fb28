//! The run: several units in parallel, each parsed by several threads.
//!
//! ```text
//! units ──► lane: read, decompress ──► workers: decode, parse, query ──► rows in order ──► parts
//!      └──► lane ──► …
//! ```
//!
//! A lane reads units one after the other in its own thread. Its pages go to a
//! [pool](wishful::pool) of workers, and the rows come back in order. Reading and decompressing an
//! archive is about a tenth of the work. So there are just enough lanes to keep all workers busy,
//! since each lane holds a part in memory.
//!
//! Memory is bounded by the budget of pages, a document's limits for each worker, and the part of
//! each lane. It does not depend on the number of pages.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::Value;
use wishful::pool::{self, Answer};
use wishful::workbench::causes::Variants;
use wishful::workbench::changes::{Changes, Group, Summary};

use crate::archive::Place;
use crate::arguments::{Arguments, Format};
use crate::budget::{Budget, Charge};
use crate::columns::SCHEMA;
use crate::failure::{Failure, complain};
use crate::output::{Head, Lines, Store, UnitParts, Writing};
use crate::pages::{Job, Pages};
use crate::progress::{self, Progress};
use crate::questions::{self, Questions};
use crate::row::Row;
use crate::units::{self, Unit};

/// The number of workers that a lane keeps busy.
const WORKERS: usize = 4;

/// The file for the classes of changes in the output folder. Readers of Parquet folders skip names
/// that begin with `_`.
const CHANGES: &str = "_changes.json";

/// The budget of pages in memory, in pages of maximum length for each worker.
const WAITING: usize = 2;

/// Runs the command line, and reports whether every input was read.
///
/// # Errors
/// The failure that stopped the run.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let format = arguments.format()?;
    let questions = Questions::of(arguments)?;
    let units = units::of(arguments)?;
    let threads = arguments.jobs.unwrap_or_else(pool::processors).get();
    match arguments.out.as_deref().filter(|_| !arguments.is_to_stdout()) {
        None => to_stdout(&questions, &units, arguments, threads),
        Some(folder) => {
            let head = head(arguments, &questions, &units, format);
            let writing =
                Writing { format, columns: questions.columns().to_vec(), bounds: arguments.bounds };
            let store = Store::open(folder, &head, &units, writing, arguments.resume)?;
            to_folder(&questions, &units, arguments, &store, threads)
        }
    }
}

/// Collects everything that rows and parts depend on besides the inputs.
fn head(arguments: &Arguments, questions: &Questions, units: &[Unit], format: Format) -> Head {
    let columns: Vec<&str> = questions.columns().iter().map(|column| column.name()).collect();
    let mut options = arguments.bounds.named();
    let mut option = |name: &str, value: Value| options.insert(name.to_owned(), value);
    option("format", format.name().into());
    option("columns", columns.into());
    option("grammar", questions.grammar().into());
    let types = &arguments.microformats;
    option("microformats", (!types.is_empty()).then(|| types.join(",")).into());
    option("query", arguments.query.clone().into());
    option("diff", (!arguments.diff.is_empty()).then(|| arguments.diff.join(" ")).into());
    Head {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        options,
        texts: questions.texts().clone(),
        units: units.len(),
        inputs: units::names(units),
    }
}

/// State shared by all lanes.
struct Run<'r> {
    questions: &'r Questions,
    units: &'r [Unit],
    budget: Arc<Budget>,
    /// The maximum number of bytes of a page.
    page: usize,
    workers: NonZeroUsize,
    progress: Progress,
    /// The pages that change between the two grammars of `--diff`.
    changes: Mutex<Changes>,
    /// A flag that an input could not be read.
    is_incomplete: AtomicBool,
}

impl<'r> Run<'r> {
    fn new(
        questions: &'r Questions,
        units: &'r [Unit],
        arguments: &Arguments,
        workers: NonZeroUsize,
        threads: usize,
        before: usize,
    ) -> Self {
        let page = arguments.bounds.page();
        let budget = Budget::new(threads.saturating_mul(WAITING).saturating_mul(page));
        let progress = Progress::new(units.len(), before, arguments.is_to_stdout());
        Self {
            questions,
            units,
            budget,
            page,
            workers,
            progress,
            changes: Mutex::default(),
            is_incomplete: false.into(),
        }
    }

    /// Reads a unit from a position on. Passes each row, or its absence, to `sink` together with
    /// the position after the page.
    fn unit(
        &self,
        unit: &Unit,
        from: Place,
        mut sink: impl FnMut(Step<'_>) -> Result<(), Failure>,
    ) -> Result<Ended, Failure> {
        let pages = match Pages::open(unit, from, self.page, self.budget.clone()) {
            Ok(pages) => pages,
            Err(failure) => return Ok(self.unread(&failure)),
        };
        let mut failed = None;
        let jobs = jobs(pages, &mut failed);
        let hand_on = |answer| self.hand_on(unit, answer, &mut sink);
        pool::in_order(self.workers, jobs, |job| self.work(job), hand_on)?;
        if let Some(failure) = failed {
            return Ok(self.unread(&failure));
        }
        self.progress.unit();
        Ok(Ended::Read)
    }

    fn hand_on(
        &self,
        unit: &Unit,
        answer: Answer<Done>,
        sink: &mut impl FnMut(Step<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match answer {
            Answer::Waiting => sink(Step::Waiting),
            // Panics of the library are caught earlier and become rows.
            Answer::Next(None) => {
                Err(Failure::refused(format!("{}: a worker panicked", unit.name())))
            }
            Answer::Next(Some(Done { answer, next, charge, unread })) => {
                let row = answer.row.as_ref();
                sink(Step::Row(row, next))?;
                row.iter().for_each(|row| self.progress.row(row.outcome));
                self.count(answer);
                unread.iter().for_each(|failure| self.complain(failure));
                drop(charge);
                Ok(())
            }
        }
    }

    fn unread(&self, failure: &Failure) -> Ended {
        self.complain(failure);
        Ended::Unread
    }

    /// Reports an input that cannot be read.
    fn complain(&self, failure: &Failure) {
        self.progress.complain(&failure.to_string());
        self.is_incomplete.store(true, Ordering::Relaxed);
    }

    fn work(&self, job: Job) -> Done {
        let Job { page, next, mut charge, unread } = job;
        let answer = self.questions.answer(page);
        charge.becomes(answer.size());
        Done { answer, next, charge, unread }
    }

    /// Counts a page that `--diff` compared.
    fn count(&self, answer: questions::Answer) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if answer.is_same {
            changes.add_same();
            self.progress.same();
        }
        let change = answer.row.and_then(|row| row.change);
        if let Some((change, sample)) = change.zip(answer.sample) {
            changes.add(&change, sample);
        }
    }

    /// Explains the changes: searches for the smallest document of each group.
    fn explained(&self, variants: &Variants, tests: u64) -> Summary {
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut explained = Vec::new();
        let explain = |group: Group<'_>| group.explain(variants, tests);
        let never = pool::in_order(self.workers, changes.groups(), explain, |answer| {
            if let Answer::Next(group) = answer {
                explained.extend(group);
            }
            Ok::<_, Infallible>(())
        });
        never.unwrap_or_else(|never| match never {});
        changes.summary(explained)
    }

    /// Prints the summary, and the changes of `--diff`. Reports whether all inputs were read.
    fn finish(self, arguments: &Arguments) -> Result<bool, Failure> {
        let diff = self.questions.diff();
        let changes = diff.map(|variants| self.explained(variants, arguments.tests));
        let summary = self.progress.summary();
        // Dropping the progress removes the bar.
        drop(self.progress);
        complain(&summary);
        if let (Some(changes), [first, second]) = (changes, &arguments.diff[..]) {
            complain(&format!("\n{}", changes.text([first, second])));
            if let Some(folder) = arguments.out.as_deref().filter(|_| !arguments.is_to_stdout()) {
                let line = serde_json::json!({ "grammars": [first, second], "changes": changes });
                let path = folder.join(CHANGES);
                std::fs::write(&path, format!("{line}\n"))
                    .map_err(|error| Failure::unwritable(path.display(), &error))?;
            }
        }
        Ok(!self.is_incomplete.into_inner())
    }
}

/// Iterates over the pages of a unit, up to its end or to a failure, which is stored in `failed`.
fn jobs<'j>(
    mut pages: Pages<'j>,
    failed: &'j mut Option<Failure>,
) -> impl Iterator<Item = Job> + use<'j> {
    std::iter::from_fn(move || {
        pages.next().unwrap_or_else(|failure| {
            *failed = Some(failure);
            None
        })
    })
}

/// A page with its answer.
struct Done {
    answer: questions::Answer,
    next: Place,
    charge: Charge,
    unread: Option<Failure>,
}

/// A message to the sink of a unit.
enum Step<'s> {
    /// A row, or the absence of one, and the position from which reading continues.
    Row(Option<&'s Row>, Place),
    /// The next row is not ready yet.
    Waiting,
}

/// The end of reading a unit.
#[derive(PartialEq, Eq)]
enum Ended {
    Read,
    /// A failure in the middle of the unit, which has been reported.
    Unread,
}

/// Writes all rows as lines to stdout, one unit after the other.
fn to_stdout(
    questions: &Questions,
    units: &[Unit],
    arguments: &Arguments,
    threads: usize,
) -> Result<bool, Failure> {
    let workers = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let run = Run::new(questions, units, arguments, workers, threads, 0);
    let mut lines = Lines::new(questions.columns(), std::io::stdout().lock());
    let failed = |error: std::io::Error| Failure::unwritable("stdout", &error);
    for unit in units {
        run.unit(unit, Place::default(), |step| match step {
            Step::Row(row, _) => row.map_or(Ok(()), |row| lines.row(row)).map_err(failed),
            Step::Waiting => lines.flush().map_err(failed),
        })?;
    }
    lines.flush().map_err(failed)?;
    run.finish(arguments)
}

/// Writes all rows in parts to the output folder, several units in parallel.
fn to_folder(
    questions: &Questions,
    units: &[Unit],
    arguments: &Arguments,
    store: &Store,
    threads: usize,
) -> Result<bool, Failure> {
    let (rows, before) = store.before();
    if before > 0 || rows > 0 {
        let units = units.len();
        complain(&format!(
            "{} from before; {before} of {units} archives or sets of pages are done",
            progress::rows(rows)
        ));
    }
    let lanes = threads.div_ceil(WORKERS).clamp(1, units.len().max(1));
    let workers = NonZeroUsize::new(threads.div_ceil(lanes)).unwrap_or(NonZeroUsize::MIN);
    let run = Run::new(questions, units, arguments, workers, threads, before);
    let shared = Lanes { run: &run, store, next: 0.into(), is_stopped: false.into() };
    match shared.run(lanes) {
        None => run.finish(arguments),
        Some(failure) => {
            Err(failure.advising("what is finished is kept; --resume goes on with it"))
        }
    }
}

/// State shared by the lanes of a folder.
struct Lanes<'l> {
    run: &'l Run<'l>,
    store: &'l Store,
    /// The index of the next unit that no lane has taken.
    next: AtomicUsize,
    /// A flag that one of the lanes has failed.
    is_stopped: AtomicBool,
}

impl Lanes<'_> {
    /// Reads all units in several lanes, and returns the failure that stopped them early.
    fn run(&self, lanes: usize) -> Option<Failure> {
        let lane = || self.lane();
        let ended: Vec<Result<(), Failure>> = thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, lane).ok();
            // OK because if no more threads can be started, this one does the work.
            let others: Vec<_> = (1..lanes).map_while(start).collect();
            let own = self.lane();
            let join = |lane: thread::ScopedJoinHandle<'_, _>| {
                lane.join().unwrap_or_else(|_| Err(Failure::refused("a thread panicked")))
            };
            std::iter::once(own).chain(others.into_iter().map(join)).collect()
        });
        // The original failure comes before those of lanes that stopped because of it.
        ended.into_iter().filter_map(Result::err).min_by_key(Failure::is_silent)
    }

    /// Reads units until none is left or a lane fails.
    fn lane(&self) -> Result<(), Failure> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = self.run.units.get(number) else { return Ok(()) };
            let Some(parts) = self.store.unit(number) else { continue };
            self.unit(unit, parts)
                .inspect_err(|_| self.is_stopped.store(true, Ordering::Relaxed))?;
        }
    }

    fn unit(&self, unit: &Unit, mut parts: UnitParts<'_>) -> Result<(), Failure> {
        let ended = self.run.unit(unit, parts.next(), |step| match step {
            _ if self.is_stopped.load(Ordering::Relaxed) => Err(Failure::stopped()),
            Step::Row(row, next) => parts.row(row, next),
            Step::Waiting => Ok(()),
        })?;
        // If the unit was not read to its end, its full parts stay, and a resumed run reads the
        // rest again.
        if ended == Ended::Read { parts.finish() } else { Ok(()) }
    }
}
