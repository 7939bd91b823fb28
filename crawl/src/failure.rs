//! Why a run did not come to its end, and the exit status that says so: those of the command `wishful`.

use std::fmt;
use std::io::{self, Write};

/// 128, and SIGPIPE: what a shell sees of a program that the signal ends.
const CLOSED_PIPE: u8 = 128 + 13;

/// Why a run stopped.
#[derive(Debug)]
pub(crate) struct Failure(Kind);

#[derive(Debug)]
enum Kind {
    Refused(String),
    Usage(String),
    ClosedPipe,
    Stopped,
}

impl Failure {
    /// An input cannot be read, or an output not be written.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self(Kind::Refused(message.into()))
    }

    /// The command line asks for what there is not.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self(Kind::Usage(message.into()))
    }

    /// Another part of the run has failed, and has said why.
    pub(crate) fn stopped() -> Self {
        Self(Kind::Stopped)
    }

    /// What is called `name` cannot be read.
    pub(crate) fn unreadable(name: impl fmt::Display, error: &io::Error) -> Self {
        Self::refused(format!("{name}: cannot be read: {}", reason(error)))
    }

    /// What is called `name` cannot be written.
    pub(crate) fn unwritable(name: impl fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self(Kind::ClosedPipe),
            _ => Self::refused(format!("{name}: cannot be written: {}", reason(error))),
        }
    }

    /// The same, with what can be done about it.
    pub(crate) fn advising(self, advice: &str) -> Self {
        match self.0 {
            Kind::Refused(message) => Self(Kind::Refused(format!("{message}; {advice}"))),
            other => Self(other),
        }
    }

    /// Whether there is something to say: not of a pipe that nobody reads, nor of what was said already.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self.0, Kind::ClosedPipe | Kind::Stopped)
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self.0 {
            Kind::ClosedPipe => CLOSED_PIPE,
            Kind::Refused(_) | Kind::Stopped => 1,
            Kind::Usage(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Refused(message) | Kind::Usage(message) => f.write_str(message.trim_end()),
            Kind::ClosedPipe => f.write_str("the output was closed"),
            Kind::Stopped => f.write_str("stopped"),
        }
    }
}

/// What the operating system says, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

/// Says something on stderr; that nobody may be there to read it is no matter.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{}", message.trim_end());
}
