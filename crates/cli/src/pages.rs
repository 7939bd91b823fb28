//! Parallel processing of pages with output in order, shared by the commands that print a result
//! per page.

use std::num::NonZeroUsize;

use super::failure::{CommandResult, Failure, Verdict};
use super::output::{Output, complain};
use super::progress::Progress;
use wishful::pool::{self, Answer};

/// The result of a page.
#[derive(Default)]
pub(super) struct PageResult {
    pub(super) out: Vec<u8>,
    /// The messages on stderr, a line each; if there are any, the exit status is 1.
    pub(super) messages: String,
    /// The lines on stderr that do not change the exit status.
    pub(super) notes: Vec<String>,
}

impl PageResult {
    /// Creates a result with output and messages; empty messages are dropped.
    pub(super) fn new(out: impl Into<Vec<u8>>, messages: impl IntoIterator<Item = String>) -> Self {
        let messages = messages.into_iter().filter(|message| !message.is_empty());
        let messages = messages.collect::<Vec<_>>().join("\n");
        Self { out: out.into(), messages, notes: Vec::new() }
    }

    pub(super) fn with_notes(self, notes: impl IntoIterator<Item = String>) -> Self {
        Self { notes: notes.into_iter().collect(), ..self }
    }

    /// Creates a result without output.
    pub(super) fn refused(failure: Failure) -> Self {
        Self { messages: failure.to_string(), ..Self::default() }
    }

    fn panicked() -> Self {
        let message =
            "the library panicked on this page, which is a bug in wishful: please report it";
        Self { messages: message.to_owned(), ..Self::default() }
    }
}

/// Processes each page on the worker threads, with progress on a terminal.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn each<T: Sync>(
    files: &[T],
    workers: NonZeroUsize,
    out: &mut Output,
    work: impl Fn(&T) -> PageResult + Sync,
) -> CommandResult {
    let mut progress = Progress::new(Some(files.len()));
    let mut verdict = Verdict::Done;
    pool::in_order(workers, files.iter(), work, |answer| {
        let Answer::Next(page) = answer else { return out.flush() };
        let page = page.unwrap_or_else(PageResult::panicked);
        progress.step();
        out.bytes(&page.out)?;
        if !page.notes.is_empty() {
            out.flush()?;
            progress.suspend(|| complain(&page.notes.join("\n")));
        }
        if !page.messages.is_empty() {
            out.flush()?;
            progress.suspend(|| complain(&page.messages));
            verdict = Verdict::Refused;
        }
        Ok::<_, Failure>(())
    })?;
    Ok(verdict)
}
