//! Parallel parsing of many documents, with the results in order.
//!
//! ```text
//! iterable ──► jobs ──► worker ─┐
//!      │        └────► worker ──┤ one channel per answer
//!      └─► order ───────────────┴─► the next document
//! ```
//!
//! The consumer draws from the iterable until the maximum number of jobs is in flight. Then it
//! waits for the oldest job, with the interpreter detached.
//!
//! Workers never attach to the interpreter. A worker reads the input directly from Python's memory,
//! and sends it back with the answer. The consumer, which holds the interpreter, frees it.
//!
//! Memory is bounded by the jobs in flight, so the iterable may be endless.

use std::any::Any;
use std::borrow::Cow;
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
use url::Url;
use wishful::{ParseError, ParseOptions, Parser, tree};

use crate::document::Document;
use crate::failure::unparsed;
use crate::grammar::meant;
use crate::input::DocumentInput;
use crate::options;

/// The maximum number of jobs in flight for each worker.
const AHEAD: usize = 8;

/// The maximum number of threads. More threads than processors are no faster.
const MOST: usize = 256;

/// The interval at which a waiting consumer checks for signals.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

type Parsed = Result<tree::Document, ParseError>;

/// The result of a job, a document or a panic, together with the input, which the consumer stores
/// or frees.
struct ParsedAnswer {
    outcome: Result<Parsed, Box<dyn Any + Send>>,
    input: DocumentInput,
    url: Option<Url>,
}

/// An input, and the channel for its answer.
struct ParseJob {
    input: DocumentInput,
    /// The URL of this document, if it has one of its own.
    url: Option<Url>,
    answer: Sender<ParsedAnswer>,
}

/// The state that workers and the consumer share.
struct Shared {
    parser: Parser,
    options: ParseOptions,
    /// A flag that tells the workers to stop, since the consumer is gone.
    is_over: AtomicBool,
    finished: AtomicUsize,
}

impl Shared {
    /// Returns the options for a document.
    fn options_for(&self, url: Option<&Url>) -> Cow<'_, ParseOptions> {
        match url {
            Some(url) => Cow::Owned(self.options.clone().url(Some(url.clone()))),
            None => Cow::Borrowed(&self.options),
        }
    }

    fn work(&self, jobs: &Receiver<ParseJob>) {
        for ParseJob { input, url, answer } in jobs {
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                input.parse(&self.parser, &self.options_for(url.as_ref()))
            }));
            self.finished.fetch_add(1, Ordering::Release);
            // The send fails only if the consumer is gone; then the answer is not needed.
            answer.send(ParsedAnswer { outcome, input, url }).ok();
        }
    }
}

/// The result of one item of the iterable: an answer to wait for, or the error of the item itself.
enum ItemResult {
    Waits(Receiver<ParsedAnswer>),
    Raises(PyErr),
}

/// The documents of an iterable, in its order.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Documents {
    /// The queue of jobs. The consumer locks it for the whole of a call; a second consumer gets an
    /// error instead of waiting.
    queue: Mutex<Queue>,
    shared: Arc<Shared>,
    /// The id of the process that started the threads.
    home: u32,
}

/// The jobs in flight, and the iterable that they come from.
struct Queue {
    /// The iterable, or `None` after its end.
    source: Option<Py<PyIterator>>,
    /// The URLs of the documents, if the caller gave them.
    urls: Option<Py<PyIterator>>,
    jobs: Sender<ParseJob>,
    order: VecDeque<ItemResult>,
    threads: usize,
}

impl Drop for Documents {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

/// Parses the documents of an iterable in several threads, and yields them in its order. Only a few
/// documents for each thread are in flight at once, so the iterable may be endless. If a document
/// cannot be parsed, its turn raises an exception, and iteration can continue with the next one.
#[pyfunction]
///
/// `urls` is an iterable of the URL of each document, or `None` for one without.
#[pyo3(
    signature = (iterable, grammar = None, *, threads = None, urls = None, **options),
    text_signature = "(iterable, grammar=None, *, threads=None, urls=None, name=None, fragment=None, latches=None, url=None, encoding=None, transport_encoding=None, max_bytes=None, max_nodes=None, shadow_roots=None, patches=None)"
)]
pub(crate) fn parse_many(
    py: Python<'_>,
    iterable: &Bound<'_, PyAny>,
    grammar: Option<&Bound<'_, PyAny>>,
    threads: Option<isize>,
    urls: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Documents> {
    let (parser, options) = (meant(py, grammar)?, options::read(options)?);
    let (is_over, finished) = (AtomicBool::new(false), AtomicUsize::new(0));
    let shared = Arc::new(Shared { parser, options, is_over, finished });
    let source = Some(iterable.try_iter()?.unbind());
    let urls = urls.map(PyAnyMethods::try_iter).transpose()?.map(Bound::unbind);
    let (jobs, drawn) = unbounded();
    let threads = start(&shared, &drawn, wanted(threads)?)?;
    let queue = Mutex::new(Queue { source, urls, jobs, order: VecDeque::new(), threads });
    Ok(Documents { queue, shared, home: process::id() })
}

/// Returns the number of threads to start.
fn wanted(threads: Option<isize>) -> PyResult<usize> {
    let threads = match threads.map(usize::try_from) {
        None => thread::available_parallelism().map_or(1, usize::from),
        Some(Ok(threads)) if threads > 0 => threads,
        Some(_) => {
            return Err(PyValueError::new_err("`threads` must be at least one"));
        }
    };
    Ok(threads.min(MOST))
}

/// Starts as many threads as the system permits, up to `threads`, and returns their number.
///
/// # Errors
/// If no thread can be started.
fn start(shared: &Arc<Shared>, jobs: &Receiver<ParseJob>, threads: usize) -> PyResult<usize> {
    for started in 0..threads {
        let (shared, jobs) = (Arc::clone(shared), jobs.clone());
        if let Err(error) = thread::Builder::new().spawn(move || shared.work(&jobs)) {
            return if started > 0 { Ok(started) } else { Err(error.into()) };
        }
    }
    Ok(threads)
}

impl Queue {
    /// Draws from the iterable until the maximum number of jobs is in flight.
    fn draw(&mut self, py: Python<'_>) {
        while self.order.len() < self.threads * AHEAD {
            let Some(source) = &self.source else { return };
            let turn = match source.bind(py).clone().next() {
                Some(Ok(item)) => match self.drawn(&item) {
                    Ok((input, url)) => self.send(input, url),
                    Err(error) => ItemResult::Raises(error),
                },
                Some(Err(error)) => {
                    self.source = None;
                    ItemResult::Raises(error)
                }
                None => return self.source = None,
            };
            self.order.push_back(turn);
        }
    }

    /// Returns an item of the iterable as an input, and its URL.
    fn drawn(&self, item: &Bound<'_, PyAny>) -> PyResult<(DocumentInput, Option<Url>)> {
        let url = match &self.urls {
            Some(urls) => match urls.bind(item.py()).clone().next() {
                Some(url) => url?.extract::<Option<String>>()?,
                None => {
                    return Err(PyValueError::new_err("`urls` has fewer items than the iterable"));
                }
            },
            None => None,
        };
        let input = DocumentInput::of(item)?;
        input.warn_of_address(item.py())?;
        Ok((input, url.map(|url| options::address(&url)).transpose()?))
    }

    fn send(&self, input: DocumentInput, url: Option<Url>) -> ItemResult {
        let (answer, wait) = bounded(1);
        // OK because the workers end only after this queue does.
        self.jobs.send(ParseJob { input, url, answer }).ok();
        ItemResult::Waits(wait)
    }

    /// Returns the next answer, or `None` at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<ParsedAnswer>> {
        self.draw(py);
        match self.order.pop_front() {
            None => Ok(None),
            Some(ItemResult::Raises(error)) => Err(error),
            Some(ItemResult::Waits(answer)) => {
                let waited = wait(py, &answer);
                // After an interrupt, the caller may ask for this answer again.
                if waited.is_err() {
                    self.order.push_front(ItemResult::Waits(answer));
                }
                waited
            }
        }
    }
}

/// Waits for an answer with the interpreter detached, and checks for signals at intervals.
fn wait(py: Python<'_>, answer: &Receiver<ParsedAnswer>) -> PyResult<Option<ParsedAnswer>> {
    loop {
        match py.detach(|| answer.recv_timeout(SIGNAL_CHECK)) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

impl Documents {
    /// Locks the queue for the consumer.
    ///
    /// # Errors
    /// If another consumer holds the lock, or if this is a forked process, in which no worker runs.
    fn queue(&self) -> PyResult<MutexGuard<'_, Queue>> {
        if self.home != process::id() {
            let message = "the threads belong to another process; call parse_many in this one";
            return Err(PyRuntimeError::new_err(message));
        }
        match self.queue.try_lock() {
            Ok(queue) => Ok(queue),
            Err(TryLockError::Poisoned(queue)) => Ok(queue.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let message =
                    "the next document is already requested, by another thread or by the iterable";
                Err(PyRuntimeError::new_err(message))
            }
        }
    }
}

#[pymethods]
impl Documents {
    /// Returns the number of documents parsed so far, whether they have been taken or not.
    #[getter]
    fn finished(&self) -> usize {
        self.shared.finished.load(Ordering::Acquire)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, Document>>> {
        let answer = self.queue()?.next(py)?;
        let Some(ParsedAnswer { outcome, input, url }) = answer else { return Ok(None) };
        let tree = match outcome {
            Ok(parsed) => parsed.map_err(|error| unparsed(py, &error))?,
            Err(panic) => resume_unwind(panic),
        };
        let options = self.shared.options_for(url.as_ref()).into_owned();
        Ok(Some(Bound::new(py, Document::new(tree, &self.shared.parser, options, input))?))
    }
}
