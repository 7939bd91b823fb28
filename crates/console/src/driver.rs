//! The driver of commands: worker threads process the inputs, and results are printed in the order
//! of the inputs, with progress on a terminal.
//!
//! ```text
//! inputs ──► work, in threads ──► InputResult ──► value     stdout, or a sum
//!                                             ├─► notes     stderr
//!                                             └─► messages  stderr, and exit status 1
//! ```
//!
//! [`pages`] is for commands that print a text for each input, [`each`] for those that add up
//! values, and [`in_order`] for those with other outcomes. [`in_turn`] uses no threads. An input
//! that is refused, or on which the library panics, gets a message, and the others are still
//! processed.

use std::num::NonZeroUsize;

use super::failure::{CommandResult, Failure, Verdict};
use super::output::{Output, complain};
use super::progress::Progress;
use wishful::pool::{self, Answer};

/// The result of an input.
pub struct InputResult<T> {
    /// The result; `None` if the input was refused.
    pub value: Option<T>,
    /// The lines on stderr that do not change the exit status.
    pub notes: Vec<String>,
    /// The messages on stderr; if there are any, the exit status is 1.
    pub messages: Vec<String>,
}

impl<T> InputResult<T> {
    /// Creates the result of an input that was processed; empty messages are dropped.
    pub fn new(value: impl Into<T>, messages: impl IntoIterator<Item = String>) -> Self {
        let messages = messages.into_iter().filter(|message| !message.is_empty()).collect();
        Self { value: Some(value.into()), notes: Vec::new(), messages }
    }

    /// Sets the notes.
    #[must_use]
    pub fn with_notes(self, notes: impl IntoIterator<Item = String>) -> Self {
        Self { notes: notes.into_iter().collect(), ..self }
    }

    /// Creates the result of an input that was refused.
    pub fn refused(message: impl ToString) -> Self {
        Self { value: None, notes: Vec::new(), messages: vec![message.to_string()] }
    }
}

/// The message about work in which the library panicked.
pub const PANICKED: &str = "the library panicked, which is a bug in wishful";

/// The message about an input on which the library panicked.
const PAGE_PANICKED: &str =
    "the library panicked on this page, which is a bug in wishful: please report it";

/// The standard streams during a run.
pub struct RunStreams<'a> {
    /// The output of the command.
    pub out: &'a mut Output,
    progress: Progress,
}

impl RunStreams<'_> {
    /// Prints messages on stderr, after all output so far.
    pub fn complain(&mut self, messages: &[String]) -> Result<(), Failure> {
        if !messages.is_empty() {
            self.out.flush()?;
            self.progress.suspend(|| complain(&messages.join("\n")));
        }
        Ok(())
    }
}

/// Does `work` on each input in worker threads, and passes the results to `take` in order; `None`
/// if the library panicked. Output is flushed while the next result is not ready.
///
/// # Errors
/// The first error of `take`, or of writing the output.
pub fn in_order<I: Sync, T: Send>(
    inputs: &[I],
    workers: NonZeroUsize,
    out: &mut Output,
    work: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(&I, Option<T>, &mut RunStreams<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut streams = RunStreams { out, progress: Progress::new(Some(inputs.len())) };
    let mut taken = inputs.iter();
    pool::in_order(workers, inputs.iter(), work, |answer| {
        let Answer::Next(result) = answer else { return streams.out.flush() };
        streams.progress.step();
        match taken.next() {
            Some(input) => take(input, result, &mut streams),
            None => Ok(()),
        }
    })
}

/// Does `work` on each input in worker threads, passes the values to `take` in order, and prints
/// the messages, with the one that `take` returns as the last.
///
/// # Errors
/// If the output cannot be written.
pub fn each<I: Sync, T: Send>(
    inputs: &[I],
    workers: NonZeroUsize,
    out: &mut Output,
    work: impl Fn(&I) -> Result<InputResult<T>, Failure> + Sync,
    mut take: impl FnMut(T, &mut Output) -> Result<Option<String>, Failure>,
) -> CommandResult {
    let mut verdict = Verdict::Done;
    in_order(
        inputs,
        workers,
        out,
        |input| work(input).unwrap_or_else(InputResult::refused),
        |_, outcome, streams| {
            let outcome = outcome.unwrap_or_else(|| InputResult::refused(PAGE_PANICKED));
            streams.complain(&outcome.notes)?;
            let mut messages = outcome.messages;
            if let Some(value) = outcome.value {
                messages.extend(take(value, streams.out)?);
            }
            if !messages.is_empty() {
                verdict = Verdict::Refused;
            }
            streams.complain(&messages)
        },
    )?;
    Ok(verdict)
}

/// Does `work` on each input in worker threads, and prints the texts in order.
///
/// # Errors
/// If the output cannot be written.
pub fn pages<I: Sync>(
    inputs: &[I],
    workers: NonZeroUsize,
    out: &mut Output,
    work: impl Fn(&I) -> Result<InputResult<Vec<u8>>, Failure> + Sync,
) -> CommandResult {
    each(inputs, workers, out, work, |text, out| {
        out.bytes(&text)?;
        Ok(None)
    })
}

/// Does `work` on one input after the other. A refused input is reported, and the others are still
/// processed.
///
/// # Errors
/// A failure that stops the whole command.
pub fn in_turn<I>(inputs: &[I], mut work: impl FnMut(&I) -> CommandResult) -> CommandResult {
    let mut progress = Progress::new(Some(inputs.len()));
    let mut verdict = Verdict::Done;
    for input in inputs {
        match work(input) {
            Ok(of_input) => verdict = verdict.and(of_input),
            Err(failure) if failure.status() == 1 => {
                progress.suspend(|| complain(&failure.to_string()));
                verdict = Verdict::Refused;
            }
            Err(failure) => return Err(failure),
        }
        progress.step();
    }
    Ok(verdict)
}
