//! The failure of a run and its exit status, which follows the command `wishful`.

use std::fmt;
use std::io::{self, Write};

/// 128 plus SIGPIPE: the status that a shell reports for a program ended by that signal.
const CLOSED_PIPE: u8 = 128 + 13;

/// The reason that a run stopped.
#[derive(Debug)]
pub(crate) struct CrawlFailure(FailureKind);

#[derive(Debug)]
enum FailureKind {
    Refused(String),
    Usage(String),
    ClosedPipe,
    Stopped,
}

impl CrawlFailure {
    /// Creates the failure of an unreadable input or an unwritable output.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self(FailureKind::Refused(message.into()))
    }

    /// Creates the failure of invalid arguments.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self(FailureKind::Usage(message.into()))
    }

    /// Creates the failure of a part that stopped because another part failed and has reported why.
    pub(crate) fn stopped() -> Self {
        Self(FailureKind::Stopped)
    }

    /// Creates the failure of an input that cannot be read.
    pub(crate) fn unreadable(name: impl fmt::Display, error: &io::Error) -> Self {
        Self::refused(format!("{name}: cannot be read: {}", reason(error)))
    }

    /// Creates the failure of an output that cannot be written.
    pub(crate) fn unwritable(name: impl fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self(FailureKind::ClosedPipe),
            _ => Self::refused(format!("{name}: cannot be written: {}", reason(error))),
        }
    }

    /// Adds advice to the message.
    pub(crate) fn advising(self, advice: &str) -> Self {
        match self.0 {
            FailureKind::Refused(message) => {
                Self(FailureKind::Refused(format!("{message}; {advice}")))
            }
            other => Self(other),
        }
    }

    /// Reports whether there is no message to print: for a closed pipe, and for a failure that was
    /// already reported.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self.0, FailureKind::ClosedPipe | FailureKind::Stopped)
    }

    /// Returns the exit status.
    pub(crate) fn status(&self) -> u8 {
        match self.0 {
            FailureKind::ClosedPipe => CLOSED_PIPE,
            FailureKind::Refused(_) | FailureKind::Stopped => 1,
            FailureKind::Usage(_) => 2,
        }
    }
}

impl fmt::Display for CrawlFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            FailureKind::Refused(message) | FailureKind::Usage(message) => {
                f.write_str(message.trim_end())
            }
            FailureKind::ClosedPipe => f.write_str("the reader closed the output"),
            FailureKind::Stopped => f.write_str("stopped"),
        }
    }
}

/// Returns the operating system's message without the error number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

/// Prints a message to stderr. A closed stderr is ignored.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{}", message.trim_end());
}
