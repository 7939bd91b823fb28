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
use wishful_workbench::causes::Variants;
use wishful_workbench::changes::{Changes, Group, Summary};

use crate::archive::RecordPosition;
use crate::arguments::{CrawlArguments, RowFormat};
use crate::budget::{Budget, Reservation};
use crate::columns::SCHEMA;
use crate::failure::{CrawlFailure, complain};
use crate::output::{Head, NdjsonWriter, Store, UnitParts, Writing};
use crate::pages::{PageJob, Pages};
use crate::progress::{self, Progress};
use crate::questions::{self, Questions};
use crate::row::{PageOutcome, PageRow};
use crate::units::{self, Unit};

/// The number of workers that a lane keeps busy.
const WORKERS: usize = 4;

/// The file for the classes of changes in the output folder. Readers of Parquet folders skip names
/// that begin with `_`.
const CHANGES: &str = "_changes.json";

/// The budget of pages in memory, in pages of maximum length for each worker.
const WAITING: usize = 2;

/// Runs the command line, and reports whether every input was read without a failing row.
///
/// # Errors
/// The failure that stopped the run.
pub(crate) fn run(arguments: &CrawlArguments) -> Result<bool, CrawlFailure> {
    let format = arguments.format()?;
    let questions = Questions::of(arguments)?;
    let units = units::of(arguments)?;
    let threads = arguments.jobs.unwrap_or_else(pool::processors).get();
    match arguments.folder() {
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
fn head(
    arguments: &CrawlArguments,
    questions: &Questions,
    units: &[Unit],
    format: RowFormat,
) -> Head {
    let columns: Vec<&str> = questions.columns().iter().map(|column| column.name()).collect();
    let mut options = arguments.bounds.named();
    let mut option = |name: &str, value: Value| options.insert(name.to_owned(), value);
    option("format", format.name().into());
    option("columns", columns.into());
    option("grammar", questions.grammar().into());
    let types = &arguments.microformats;
    option("microformats", (!types.is_empty()).then(|| types.join(",")).into());
    option("query", arguments.query.clone().into());
    option("check", arguments.check.clone().into());
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
struct CrawlRun<'r> {
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

impl<'r> CrawlRun<'r> {
    fn new(
        questions: &'r Questions,
        units: &'r [Unit],
        arguments: &CrawlArguments,
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
        from: RecordPosition,
        mut sink: impl FnMut(SinkMessage<'_>) -> Result<(), CrawlFailure>,
    ) -> Result<UnitEnd, CrawlFailure> {
        let pages = match Pages::open(unit, from, self.page, self.budget.clone()) {
            Ok(pages) => pages,
            Err(failure) => return Ok(self.unread(&failure)),
        };
        let mut failed = None;
        let jobs = jobs(pages, &mut failed);
        pool::in_order(
            self.workers,
            jobs,
            |job| self.work(job),
            |answer| self.pass_on(unit, answer, &mut sink),
        )?;
        if let Some(failure) = failed {
            return Ok(self.unread(&failure));
        }
        self.progress.unit();
        Ok(UnitEnd::Read)
    }

    /// Passes the answer to a page on to the sink, unless a worker panicked.
    fn pass_on(
        &self,
        unit: &Unit,
        answer: Answer<AnsweredPage>,
        sink: &mut impl FnMut(SinkMessage<'_>) -> Result<(), CrawlFailure>,
    ) -> Result<(), CrawlFailure> {
        match answer {
            Answer::Waiting => sink(SinkMessage::Waiting),
            // Panics of the library are caught earlier and become rows.
            Answer::Next(None) => Err(CrawlFailure::refused(format!(
                "{}: a worker panicked, which is a bug in wishful-crawl: please report it",
                unit.name()
            ))),
            Answer::Next(Some(AnsweredPage { answer, next, charge, unread })) => {
                let row = answer.row.as_ref();
                sink(SinkMessage::Row(row, next))?;
                if let Some(row) = row {
                    self.progress.row(row.outcome);
                }
                self.count(answer);
                if let Some(failure) = &unread {
                    self.complain(failure);
                }
                drop(charge);
                Ok(())
            }
        }
    }

    /// Reports a unit that cannot be read.
    fn unread(&self, failure: &CrawlFailure) -> UnitEnd {
        self.complain(failure);
        UnitEnd::Unread
    }

    /// Reports an input that cannot be read.
    fn complain(&self, failure: &CrawlFailure) {
        self.progress.complain(&failure.to_string());
        self.is_incomplete.store(true, Ordering::Relaxed);
    }

    /// Answers the questions about one page.
    fn work(&self, job: PageJob) -> AnsweredPage {
        let PageJob { page, next, mut charge, unread } = job;
        let answer = self.questions.answer(page);
        charge.becomes(answer.size());
        AnsweredPage { answer, next, charge, unread }
    }

    /// Counts a page that `--diff` compared.
    fn count(&self, answer: questions::PageAnswer) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if answer.is_same {
            changes.add_same();
            self.progress.same();
        }
        if let Some(row) = answer.row
            && let Some(change) = row.change
            && let Some(sample) = answer.sample
        {
            changes.add(&change, sample);
        }
    }

    /// Explains the changes: searches for the smallest document of each group.
    fn explained(&self, variants: &Variants, tests: u64) -> Summary {
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut explained = Vec::new();
        let Ok(()) = pool::in_order(
            self.workers,
            changes.groups(),
            |group: Group<'_>| group.explain(variants, tests),
            |answer| {
                if let Answer::Next(group) = answer {
                    explained.extend(group);
                }
                Ok::<_, Infallible>(())
            },
        );
        changes.summary(explained)
    }

    /// Prints the summary, and the changes of `--diff`. Reports whether all inputs were read, and
    /// no row of this run or of `before` fails it.
    fn finish(
        self,
        arguments: &CrawlArguments,
        before: Option<PageOutcome>,
    ) -> Result<bool, CrawlFailure> {
        let worst = self.progress.worst().max(before);
        let diff = self.questions.diff();
        let changes = diff.map(|variants| self.explained(variants, arguments.tests));
        let summary = self.progress.summary();
        // Dropping the progress removes the bar.
        drop(self.progress);
        complain(&summary);
        let failing = worst.filter(|worst| arguments.fail_on.includes(*worst));
        if let Some(outcome) = failing {
            complain(&format!("exit status 1: a row is {} (see --fail-on)", outcome.name()));
        }
        if let (Some(changes), [first, second]) = (changes, &arguments.diff[..]) {
            complain(&format!("\n{}", changes.text([first, second])));
            if let Some(folder) = arguments.folder() {
                let line = serde_json::json!({ "grammars": [first, second], "changes": changes });
                let path = folder.join(CHANGES);
                std::fs::write(&path, format!("{line}\n"))
                    .map_err(|error| CrawlFailure::unwritable(path.display(), &error))?;
            }
        }
        Ok(failing.is_none() && !self.is_incomplete.into_inner())
    }
}

/// Iterates over the pages of a unit, up to its end or to a failure, which is stored in `failed`.
fn jobs<'j>(
    mut pages: Pages<'j>,
    failed: &'j mut Option<CrawlFailure>,
) -> impl Iterator<Item = PageJob> + use<'j> {
    std::iter::from_fn(move || match pages.next() {
        Ok(job) => job,
        Err(failure) => {
            *failed = Some(failure);
            None
        }
    })
}

/// A page with its answer.
struct AnsweredPage {
    answer: questions::PageAnswer,
    next: RecordPosition,
    charge: Reservation,
    unread: Option<CrawlFailure>,
}

/// A message to the sink of a unit.
enum SinkMessage<'s> {
    /// A row, or the absence of one, and the position from which reading continues.
    Row(Option<&'s PageRow>, RecordPosition),
    /// The next row is not ready yet.
    Waiting,
}

/// The end of reading a unit.
#[derive(PartialEq, Eq)]
enum UnitEnd {
    Read,
    /// A failure in the middle of the unit, which has been reported.
    Unread,
}

/// Writes all rows as lines to stdout, one unit after the other.
fn to_stdout(
    questions: &Questions,
    units: &[Unit],
    arguments: &CrawlArguments,
    threads: usize,
) -> Result<bool, CrawlFailure> {
    let workers = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let run = CrawlRun::new(questions, units, arguments, workers, threads, 0);
    let mut lines = NdjsonWriter::new(questions.columns(), std::io::stdout().lock());
    for unit in units {
        run.unit(unit, RecordPosition::default(), |step| match step {
            SinkMessage::Row(Some(row), _) => lines.row(row).map_err(stdout_failed),
            SinkMessage::Row(None, _) => Ok(()),
            SinkMessage::Waiting => lines.flush().map_err(stdout_failed),
        })?;
    }
    lines.flush().map_err(stdout_failed)?;
    run.finish(arguments, None)
}

fn stdout_failed(error: std::io::Error) -> CrawlFailure {
    CrawlFailure::unwritable("stdout", &error)
}

/// Writes all rows in parts to the output folder, several units in parallel.
fn to_folder(
    questions: &Questions,
    units: &[Unit],
    arguments: &CrawlArguments,
    store: &Store,
    threads: usize,
) -> Result<bool, CrawlFailure> {
    let (rows, before) = store.before();
    if before > 0 || rows > 0 {
        let units = units.len();
        complain(&format!(
            "{} from earlier runs; {before} of {units} archives or sets of pages are done",
            progress::rows(rows)
        ));
    }
    let lanes = threads.div_ceil(WORKERS).clamp(1, units.len().max(1));
    let workers = NonZeroUsize::new(threads.div_ceil(lanes)).unwrap_or(NonZeroUsize::MIN);
    let run = CrawlRun::new(questions, units, arguments, workers, threads, before);
    let shared = LaneState { run: &run, store, next: 0.into(), is_stopped: false.into() };
    match shared.run(lanes) {
        None => run.finish(arguments, store.worst()),
        Some(failure) => Err(failure.advising("finished parts are kept; use --resume to continue")),
    }
}

/// State shared by the lanes of a folder.
struct LaneState<'l> {
    run: &'l CrawlRun<'l>,
    store: &'l Store,
    /// The index of the next unit that no lane has taken.
    next: AtomicUsize,
    /// A flag that one of the lanes has failed.
    is_stopped: AtomicBool,
}

impl LaneState<'_> {
    /// Reads all units in several lanes, and returns the failure that stopped them early.
    fn run(&self, lanes: usize) -> Option<CrawlFailure> {
        let ended: Vec<Result<(), CrawlFailure>> = thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..lanes {
                let started = thread::Builder::new().spawn_scoped(scope, || self.lane());
                // OK because if no more threads can be started, this one does the work.
                let Ok(other) = started else { break };
                others.push(other);
            }
            let mut ended = vec![self.lane()];
            for other in others {
                ended.push(match other.join() {
                    Ok(result) => result,
                    Err(_) => Err(CrawlFailure::refused(
                        "a thread panicked, which is a bug in wishful-crawl: please report it",
                    )),
                });
            }
            ended
        });
        // The original failure comes before those of lanes that stopped because of it.
        ended.into_iter().filter_map(Result::err).min_by_key(CrawlFailure::is_silent)
    }

    /// Reads units until none is left or a lane fails.
    fn lane(&self) -> Result<(), CrawlFailure> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = self.run.units.get(number) else { return Ok(()) };
            let Some(parts) = self.store.unit(number) else { continue };
            self.unit(unit, parts)
                .inspect_err(|_| self.is_stopped.store(true, Ordering::Relaxed))?;
        }
    }

    /// Writes the rows of a unit in parts.
    fn unit(&self, unit: &Unit, mut parts: UnitParts<'_>) -> Result<(), CrawlFailure> {
        let ended = self.run.unit(unit, parts.next(), |step| match step {
            _ if self.is_stopped.load(Ordering::Relaxed) => Err(CrawlFailure::stopped()),
            SinkMessage::Row(row, next) => parts.row(row, next),
            SinkMessage::Waiting => Ok(()),
        })?;
        // If the unit was not read to its end, its full parts stay, and a resumed run reads the
        // rest again.
        if ended == UnitEnd::Read { parts.finish() } else { Ok(()) }
    }
}
