//! Parallel processing of pages with output in order, shared by the commands that print a result
//! per page.

use std::num::NonZeroUsize;

use super::failure::{Failure, Outcome, Verdict};
use super::output::{Output, complain};
use super::progress::Progress;
use crate::pool::{self, Answer};

/// The result of a page.
#[derive(Default)]
pub(super) struct Page {
    pub(super) out: String,
    /// The messages on stderr; if there are any, the exit status is 1.
    pub(super) said: String,
}

impl Page {
    /// Creates a result with output and messages; empty messages are dropped.
    pub(super) fn new(out: String, said: impl IntoIterator<Item = String>) -> Self {
        let said = said.into_iter().filter(|said| !said.is_empty());
        Self { out, said: said.collect::<Vec<_>>().join("\n") }
    }

    /// Creates a result without output.
    pub(super) fn refused(failure: Failure) -> Self {
        Self { said: failure.to_string(), ..Self::default() }
    }

    fn panicked() -> Self {
        let said = "the library panicked on this page, which is a bug in wishful: please report it";
        Self { said: said.to_owned(), ..Self::default() }
    }
}

/// Processes each page on the worker threads, with progress on a terminal.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn each(
    files: &[String],
    workers: NonZeroUsize,
    out: &mut Output,
    work: impl Fn(&str) -> Page + Sync,
) -> Outcome {
    let mut progress = Progress::new(Some(files.len()));
    let mut verdict = Verdict::Done;
    pool::in_order(
        workers,
        files.iter(),
        |path| work(path),
        |answer| {
            let Answer::Next(page) = answer else { return out.flush() };
            let page = page.unwrap_or_else(Page::panicked);
            progress.step();
            out.text(&page.out)?;
            if !page.said.is_empty() {
                out.flush()?;
                progress.suspend(|| complain(&page.said));
                verdict = Verdict::Refused;
            }
            Ok::<_, Failure>(())
        },
    )?;
    Ok(verdict)
}
