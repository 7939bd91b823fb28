//! Pages that are read by several threads and answered in order: what the commands share that print something of each.

use std::num::NonZeroUsize;

use super::failure::{Failure, Outcome, Verdict};
use super::output::{Output, complain};
use super::progress::Progress;
use crate::pool::{self, Answer};

/// What a page comes to.
#[derive(Default)]
pub(super) struct Page {
    pub(super) out: String,
    /// What is said on stderr, and makes the exit status 1; empty if there is nothing to say.
    pub(super) said: String,
}

impl Page {
    /// A page that gives something, with what is said of it; texts that are empty say nothing.
    pub(super) fn new(out: String, said: impl IntoIterator<Item = String>) -> Self {
        let said = said.into_iter().filter(|said| !said.is_empty());
        Self { out, said: said.collect::<Vec<_>>().join("\n") }
    }

    /// A page that gives nothing.
    pub(super) fn refused(failure: Failure) -> Self {
        Self { said: failure.to_string(), ..Self::default() }
    }

    fn panicked() -> Self {
        let said = "the library panicked on this page, which is a bug in wishful: please report it";
        Self { said: said.to_owned(), ..Self::default() }
    }
}

/// Does the work of each page, with progress on a terminal.
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
