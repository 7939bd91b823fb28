//! Many documents, by several threads, in order.
//!
//! ```text
//! iterable ──► jobs ──► worker ─┐
//!      │        └────► worker ──┤ each answer in a channel of its own
//!      └─► order ───────────────┴─► the next document
//! ```
//!
//! Whoever asks for the next document draws from the iterable until so many jobs are under way, and waits for the oldest
//! one, without the interpreter. A worker never asks for the interpreter: what it parses it reads from where Python has it,
//! and hands that back with the answer, so that it is freed by a thread that may do so. So the memory is bounded by the jobs under way
//! and the iterable may be endless.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use std::{process, thread};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use wishful::{ParseError, ParseOptions, Parser, tree};

use crate::document::Document;
use crate::failure::unparsed;
use crate::grammar::meant;
use crate::input::Input;
use crate::options;

/// How many jobs of a worker may be under way.
const AHEAD: usize = 8;

/// How many threads there are at most: more than processors are no faster.
const MOST: usize = 256;

/// How long the one who waits does not look whether it was interrupted.
const LOOK: Duration = Duration::from_millis(50);

type Parsed = Result<tree::Document, ParseError>;

/// What came of a job: a document, or a panic; and the input, to be freed.
struct Answer {
    outcome: Result<Parsed, Box<dyn Any + Send>>,
    _input: Input,
}

/// An input, and where its answer goes.
struct Job {
    input: Input,
    answer: Sender<Answer>,
}

/// What the workers share with the one who asks.
struct Shared {
    parser: Parser,
    options: ParseOptions,
    /// Nobody wants answers any more.
    is_over: AtomicBool,
    finished: AtomicUsize,
}

impl Shared {
    fn work(&self, jobs: &Receiver<Job>) {
        for Job { input, answer } in jobs {
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let parse = || input.parse(&self.parser, &self.options);
            let outcome = catch_unwind(AssertUnwindSafe(parse));
            self.finished.fetch_add(1, Ordering::Release);
            // (If nobody waits any more, there is nobody to tell.)
            answer.send(Answer { outcome, _input: input }).ok();
        }
    }
}

/// What comes of an item of the iterable: an answer, or what is wrong with the item itself.
enum Turn {
    Waits(Receiver<Answer>),
    Raises(PyErr),
}

/// The documents of an iterable, in its order.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Documents {
    /// Whoever asks for the next document has it to himself, and nobody waits for it.
    queue: Mutex<Queue>,
    shared: Arc<Shared>,
    /// The process that the threads are in.
    home: u32,
}

/// What is under way.
struct Queue {
    /// None when it is at its end.
    source: Option<Py<PyIterator>>,
    jobs: Sender<Job>,
    order: VecDeque<Turn>,
    threads: usize,
}

impl Drop for Documents {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

/// Parses the documents of an iterable by several threads, and gives them in its order. No more than a few documents a
/// thread are under way at once, so the iterable may be endless. If a document cannot be parsed at all, its turn raises, and
/// the next one may be asked for.
#[pyfunction]
#[pyo3(signature = (iterable, grammar = None, *, threads = None, **options))]
pub(crate) fn parse_many(
    py: Python<'_>,
    iterable: &Bound<'_, PyAny>,
    grammar: Option<&Bound<'_, PyAny>>,
    threads: Option<isize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Documents> {
    let (parser, options) = (meant(py, grammar)?, options::read(options)?);
    let (is_over, finished) = (AtomicBool::new(false), AtomicUsize::new(0));
    let shared = Arc::new(Shared { parser, options, is_over, finished });
    let source = Some(iterable.try_iter()?.unbind());
    let (jobs, drawn) = unbounded();
    let threads = start(&shared, &drawn, wanted(threads)?)?;
    let queue = Mutex::new(Queue { source, jobs, order: VecDeque::new(), threads });
    Ok(Documents { queue, shared, home: process::id() })
}

/// How many threads to start.
fn wanted(threads: Option<isize>) -> PyResult<usize> {
    let threads = match threads.map(usize::try_from) {
        None => thread::available_parallelism().map_or(1, usize::from),
        Some(Ok(threads)) if threads > 0 => threads,
        Some(_) => {
            return Err(PyValueError::new_err("documents are parsed by at least one thread"));
        }
    };
    Ok(threads.min(MOST))
}

/// Starts as many threads as can be had; how many those are.
///
/// # Errors
/// If there are none.
fn start(shared: &Arc<Shared>, jobs: &Receiver<Job>, threads: usize) -> PyResult<usize> {
    for started in 0..threads {
        let (shared, jobs) = (Arc::clone(shared), jobs.clone());
        if let Err(error) = thread::Builder::new().spawn(move || shared.work(&jobs)) {
            return if started > 0 { Ok(started) } else { Err(error.into()) };
        }
    }
    Ok(threads)
}

impl Queue {
    /// Draws from the iterable as long as there is room.
    fn draw(&mut self, py: Python<'_>) {
        while self.order.len() < self.threads * AHEAD {
            let Some(source) = &self.source else { return };
            let turn = match source.bind(py).clone().next() {
                Some(Ok(item)) => Input::of(&item).map(|input| self.send(input)),
                Some(Err(error)) => {
                    self.source = None;
                    Err(error)
                }
                None => return self.source = None,
            };
            self.order.push_back(turn.unwrap_or_else(Turn::Raises));
        }
    }

    fn send(&self, input: Input) -> Turn {
        let (answer, wait) = bounded(1);
        // OK because the workers end only after this does.
        self.jobs.send(Job { input, answer }).ok();
        Turn::Waits(wait)
    }

    /// The next answer; none at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Answer>> {
        self.draw(py);
        match self.order.pop_front() {
            None => Ok(None),
            Some(Turn::Raises(error)) => Err(error),
            Some(Turn::Waits(answer)) => {
                let waited = wait(py, &answer);
                // (Who was interrupted may ask again.)
                if waited.is_err() {
                    self.order.push_front(Turn::Waits(answer));
                }
                waited
            }
        }
    }
}

/// Waits for an answer without the interpreter, which is asked now and then whether to go on.
fn wait(py: Python<'_>, answer: &Receiver<Answer>) -> PyResult<Option<Answer>> {
    loop {
        match py.detach(|| answer.recv_timeout(LOOK)) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

impl Documents {
    /// What is under way, for one who asks.
    ///
    /// # Errors
    /// If another one is asking, or this is a copy of the process, in which no thread works.
    fn queue(&self) -> PyResult<MutexGuard<'_, Queue>> {
        if self.home != process::id() {
            let message =
                "the threads are in the process that made them; call parse_many in this one";
            return Err(PyRuntimeError::new_err(message));
        }
        match self.queue.try_lock() {
            Ok(queue) => Ok(queue),
            Err(TryLockError::Poisoned(queue)) => Ok(queue.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let message = "the next document is being asked for already, by another thread or by the iterable itself";
                Err(PyRuntimeError::new_err(message))
            }
        }
    }
}

#[pymethods]
impl Documents {
    /// How many documents the threads have parsed so far, taken or not.
    #[getter]
    fn finished(&self) -> usize {
        self.shared.finished.load(Ordering::Acquire)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Document>>> {
        let answer = self.queue()?.next(py)?;
        let Some(Answer { outcome, .. }) = answer else { return Ok(None) };
        let tree = outcome.unwrap_or_else(|panic| resume_unwind(panic));
        let tree = tree.map_err(|error| unparsed(py, &error))?;
        let Shared { parser, options, .. } = &*self.shared;
        Ok(Some(Bound::new(py, Document::new(tree, parser, options.clone()))?))
    }
}
