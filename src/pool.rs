//! Parallel work with results in order and bounded memory.
//!
//! ```text
//! source ──► jobs ──► worker ─┐
//!      │        └───► worker ─┤ each reports its end in a channel of its own
//!      └─► order ─────────────┴─► sink, in the order of the source
//! ```
//!
//! The source sends each job to `jobs`, with one end of a channel by which its worker reports its
//! end. It sends the other end to `order`; the sink takes these in order and waits for each. Both
//! channels are bounded, so the source is never more than a few jobs per worker ahead of the sink.
//! A slow job delays the answers of the others, but not their work. A job whose worker panics has
//! no answer; the others go on.
//!
//! The messages in the channels do not depend on the kind of work: jobs and answers themselves are
//! stored in an array, by number.
//!
//! At most 256 workers are started, and no more than the system has room for. If none can be
//! started, the work is done in the caller's thread.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};

/// The maximum number of jobs per worker that the source may be ahead.
const AHEAD: usize = 16;

/// The maximum number of workers. Each has a stack and some jobs in memory, and more of them than
/// processors are no faster.
const MOST: usize = 256;

/// A message to the sink.
#[derive(Debug)]
pub enum Answer<T> {
    /// The answer of the next job; `None` if its worker panicked.
    Next(Option<T>),
    /// The next answer is not ready yet, so written output may be flushed.
    Waiting,
}

/// Returns the default number of workers.
#[must_use]
pub fn processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Does `work` on each of `jobs` in at most `workers` threads, and passes the answers to `sink` in
/// order. A separate thread draws the jobs; the sink runs in the caller's.
///
/// ```
/// use wishful::pool::{Answer, in_order, processors};
/// let mut lengths = Vec::new();
/// let words = ["wish", "grant", "cruft"].into_iter();
/// in_order(processors(), words, str::len, |answer| {
///     if let Answer::Next(length) = answer {
///         lengths.extend(length);
///     }
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!(lengths, [4, 5, 5]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
/// The sink's first error, after which no more jobs are drawn.
pub fn in_order<J: Send, T: Send, E>(
    workers: NonZeroUsize,
    mut jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(J) -> T + Sync,
    mut sink: impl FnMut(Answer<T>) -> Result<(), E>,
) -> Result<(), E> {
    let workers = workers.get().min(MOST);
    let (waiting, answers) = (Slots::new(workers), Slots::new(workers));
    let mut failed = None;
    let started = drive(
        workers,
        &mut |number| {
            let Some(job) = jobs.next() else { return false };
            waiting.put(number, job);
            true
        },
        &|number| {
            if let Some(job) = waiting.take(number)
                && let Some(answer) = attempt(&work, job)
            {
                answers.put(number, answer);
            }
        },
        &mut |number| {
            let answer = match number {
                Some(number) => Answer::Next(answers.take(number)),
                None => Answer::Waiting,
            };
            failed = sink(answer).err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    match (started, failed) {
        (false, _) => in_turn(jobs, work, sink),
        (true, Some(failed)) => Err(failed),
        (true, None) => Ok(()),
    }
}

/// An array of values by number, modulo its size. A value is taken before its slot is reused.
struct Slots<V>(Box<[Mutex<Option<V>>]>);

impl<V> Slots<V> {
    /// Creates one slot for each job that may be in flight, between drawing it and taking its
    /// answer.
    fn new(workers: usize) -> Self {
        Self((0..workers * AHEAD + 2).map(|_| Mutex::new(None)).collect())
    }

    fn slot(&self, number: usize) -> &Mutex<Option<V>> {
        &self.0[number % self.0.len()]
    }

    fn put(&self, number: usize, value: V) {
        *self.slot(number).lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    fn take(&self, number: usize) -> Option<V> {
        self.slot(number).lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The callback that gets the number of a finished job, or `None` before waiting for one. It breaks
/// off to stop.
type EndCallback<'a> = &'a mut dyn FnMut(Option<usize>) -> ControlFlow<()>;

/// A queued job, with the channel by which its worker reports its end.
struct QueuedJob {
    number: usize,
    done: Sender<()>,
}

impl QueuedJob {
    /// Does the job. If the sink has stopped, nothing receives the report.
    fn answer(self, work: &dyn Fn(usize)) {
        work(self.number);
        self.done.send(()).ok();
    }
}

/// Lets `workers` threads do the jobs that another thread draws, and reports each end to the sink
/// in order. Jobs are drawn by number, as long as `source` returns true. Returns false if no
/// threads can be started; then no job was drawn.
fn drive(
    workers: usize,
    source: &mut (dyn FnMut(usize) -> bool + Send),
    work: &(dyn Fn(usize) + Sync),
    sink: EndCallback<'_>,
) -> bool {
    thread::scope(|scope| {
        let (job_in, job_out) = bounded::<QueuedJob>(workers * AHEAD);
        let (order_in, order_out) = bounded(workers * AHEAD);
        let mut started = 0;
        for _ in 0..workers {
            let jobs = job_out.clone();
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                for job in jobs {
                    job.answer(work);
                }
            });
            if worker.is_err() {
                break;
            }
            started += 1;
        }
        drop(job_out);
        // OK because `order_out` ends at once if nothing draws: every thread ends, and none was
        // given a job.
        if started == 0 {
            return false;
        }
        let drawer =
            thread::Builder::new().spawn_scoped(scope, move || feed(source, &order_in, &job_in));
        if drawer.is_err() {
            return false;
        }
        // OK because the sink itself knows why it broke off.
        let _ = drain(&order_out, sink);
        true
    })
}

/// Does a job; returns `None` if it panics.
fn attempt<J, T>(work: &impl Fn(J) -> T, job: J) -> Option<T> {
    catch_unwind(AssertUnwindSafe(|| work(job))).ok()
}

/// Does the jobs one after the other, if no threads can be started.
fn in_turn<J, T, E>(
    jobs: impl Iterator<Item = J>,
    work: impl Fn(J) -> T,
    mut sink: impl FnMut(Answer<T>) -> Result<(), E>,
) -> Result<(), E> {
    for job in jobs {
        sink(Answer::Next(attempt(&work, job)))?;
        // The next job may take long to arrive; readers of the answers need not wait for it.
        sink(Answer::Waiting)?;
    }
    Ok(())
}

/// Takes jobs from the source and queues them, until there are no more or the answers are no longer
/// wanted.
fn feed(
    source: &mut dyn FnMut(usize) -> bool,
    order: &Sender<Receiver<()>>,
    queue: &Sender<QueuedJob>,
) {
    for number in 0.. {
        if !source(number) {
            return;
        }
        let (done, wait) = bounded(1);
        if order.send(wait).is_err() || queue.send(QueuedJob { number, done }).is_err() {
            return;
        }
    }
}

/// Waits for the jobs to finish, in order.
fn drain(order: &Receiver<Receiver<()>>, sink: EndCallback<'_>) -> ControlFlow<()> {
    let mut numbers = 0..;
    while let Some(done) = ready_or_wait(order, sink)? {
        ready_or_wait(&done, sink)?;
        sink(numbers.next())?;
    }
    ControlFlow::Continue(())
}

/// Returns the next message, and calls the sink with `None` first if it must wait. Returns `None`
/// at the end of the channel.
fn ready_or_wait<M>(channel: &Receiver<M>, sink: EndCallback<'_>) -> ControlFlow<(), Option<M>> {
    match channel.try_recv() {
        Ok(message) => ControlFlow::Continue(Some(message)),
        Err(TryRecvError::Disconnected) => ControlFlow::Continue(None),
        Err(TryRecvError::Empty) => {
            sink(None)?;
            ControlFlow::Continue(channel.recv().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn three() -> NonZeroUsize {
        NonZeroUsize::new(3).unwrap()
    }

    #[test]
    fn answers_are_in_input_order() {
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_order(three(), 0..500, slow_double, |answer| {
            if let Answer::Next(answer) = answer {
                seen.push(answer.unwrap());
            }
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert_eq!(seen, (0..500).map(|job| job * 2).collect::<Vec<_>>());
    }

    fn slow_double(job: u64) -> u64 {
        thread::sleep(std::time::Duration::from_micros(job * 7919 % 500));
        job * 2
    }

    #[test]
    fn no_idle_worker_is_started() {
        let mut seen = Vec::new();
        let many = NonZeroUsize::MAX;
        let result: Result<(), ()> = in_order(many, 0..5, thread_of_job, |answer| {
            if let Answer::Next(answer) = answer {
                seen.push(answer.unwrap().0);
            }
            Ok(())
        });
        assert_eq!((result, seen), (Ok(()), vec![0, 1, 2, 3, 4]));
    }

    #[test]
    fn jobs_run_in_turn_without_threads() {
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_turn(0..3, thread_of_job, |answer| {
            if let Answer::Next(answer) = answer {
                seen.push(answer.unwrap());
            }
            Ok(())
        });
        let here = thread::current().id();
        assert_eq!((result, seen), (Ok(()), vec![(0, here), (1, here), (2, here)]));
    }

    fn thread_of_job(job: i32) -> (i32, thread::ThreadId) {
        (job, thread::current().id())
    }

    #[test]
    fn a_sink_that_stops_stops_the_source() {
        let drawn = AtomicUsize::new(0);
        let jobs = (0..1_000_000).inspect(|_| {
            drawn.fetch_add(1, Ordering::Relaxed);
        });
        let result = in_order(
            three(),
            jobs,
            |job: i32| job,
            |answer| match answer {
                Answer::Next(Some(10)) => Err("enough"),
                _ => Ok(()),
            },
        );
        assert_eq!(result, Err("enough"));
        let bound = 10 + 3 * 3 * AHEAD;
        assert!(drawn.load(Ordering::Relaxed) < bound, "{drawn:?} jobs were drawn");
    }

    #[test]
    fn a_panicking_job_has_no_answer() {
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_order(three(), 0..6, panic_at_three, |answer| {
            if let Answer::Next(answer) = answer {
                seen.push(answer);
            }
            Ok(())
        });
        assert_eq!(result, Ok(()));
        assert_eq!(seen, [Some(0), Some(1), Some(2), None, Some(4), Some(5)]);
    }

    fn panic_at_three(job: i32) -> i32 {
        if job == 3 { std::panic::resume_unwind(Box::new(())) } else { job }
    }
}
