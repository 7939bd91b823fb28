//! Failures of commands, and their exit statuses.

use std::fmt;
use std::io;
use std::path::Path;

/// The result of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Success: exit status 0.
    Done,
    /// The exit status 1: an input or a grammar was refused, or a test failed, and stderr has the
    /// reason.
    Refused,
    /// The compared items differ: exit status 1.
    Differs,
    /// An item to compare could not be read completely, and stderr has the reason. The exit status
    /// is 2, since 1 would mean a difference.
    Trouble,
}

impl Verdict {
    /// Combines two verdicts: the first one that is not `Treatment`.
    pub fn and(self, other: Self) -> Self {
        if self == Self::Done { other } else { self }
    }
}

/// The exit status of a closed pipe: 128 and SIGPIPE.
const CLOSED_PIPE: u8 = 128 + 13;

/// The result of a command.
pub type CommandResult = Result<Verdict, Failure>;

/// The reason for which a command stopped early.
#[derive(Debug)]
pub struct Failure(FailureKind);

#[derive(Debug)]
enum FailureKind {
    Refused(String),
    Usage(String),
    /// The reader of our output closed it.
    ClosedPipe,
}

impl Failure {
    /// Creates a failure for a refused input or grammar.
    pub fn refused(message: impl Into<String>) -> Self {
        Self(FailureKind::Refused(message.into()))
    }

    /// Creates a failure for a refused input; its name precedes the message.
    pub fn of_input(path: &str, message: impl fmt::Display) -> Self {
        Self::refused(format!("{}: {message}", shown(path)))
    }

    /// Creates the failure for an unreadable file, with advice for files of the wrong kind.
    pub fn unreadable(path: &str, error: &io::Error) -> Self {
        let advice = match error.kind() {
            io::ErrorKind::IsADirectory => "; name the files in it, such as `FOLDER/*.html`",
            io::ErrorKind::NotADirectory => "; expected a folder",
            _ => "",
        };
        Self::refused(format!("{path}: cannot be read: {}{advice}", reason(error)))
    }

    /// Creates a failure for a file that cannot be written.
    pub fn unwritten(path: &Path, error: &io::Error) -> Self {
        let reason = reason(error);
        Self::refused(format!("{}: cannot be written: {reason}", path.display()))
    }

    /// Creates a failure for an impossible command line.
    pub fn usage(message: impl Into<String>) -> Self {
        Self(FailureKind::Usage(message.into()))
    }

    /// Changes the exit status 1 to 2, for commands in which 1 has another meaning.
    pub fn into_trouble(self) -> Self {
        match self.0 {
            FailureKind::Refused(message) => Self(FailureKind::Usage(message)),
            other => Self(other),
        }
    }

    /// Reports whether the output was closed.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self.0, FailureKind::ClosedPipe)
    }

    /// Returns the exit status: 1 for a refusal, 2 for wrong usage, 141 for a closed pipe. A shell
    /// sees 141 for a program that SIGPIPE ends, such as `cat` or `grep`. So a script can detect
    /// incomplete output.
    pub fn status(&self) -> u8 {
        match self.0 {
            FailureKind::ClosedPipe => CLOSED_PIPE,
            FailureKind::Refused(_) => 1,
            FailureKind::Usage(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            FailureKind::Refused(message) | FailureKind::Usage(message) => {
                f.write_str(message.trim_end())
            }
            FailureKind::ClosedPipe => f.write_str("the output was closed"),
        }
    }
}

impl From<io::Error> for Failure {
    /// Converts an error of writing the output. Errors of reading name their file and use
    /// [`Failure::refused`].
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self(FailureKind::ClosedPipe),
            _ => {
                let reason = reason(&error);
                Self::refused(format!("the output cannot be written: {reason}"))
            }
        }
    }
}

/// Returns the name of a path in messages and headers.
pub fn shown(path: &str) -> &str {
    if path == "-" { "stdin" } else { path }
}

/// Returns the operating system's message without the error number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}
