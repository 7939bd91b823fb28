//! Why a command did not do its work, and the exit status that says so.

use std::fmt;
use std::io;
use std::path::Path;

/// How a command that ran to its end went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// As asked: exit status 0.
    Done,
    /// An input or a grammar was refused, or a test failed; stderr has said why: exit status 1.
    Refused,
    /// What was compared differs: exit status 1.
    Differs,
    /// Of what was to be compared something could not be read to its end; stderr has said why: exit status 2, since 1
    /// would say that it differs.
    Trouble,
}

impl Verdict {
    /// `Refused` if either is.
    pub(super) fn and(self, other: Self) -> Self {
        if self == Self::Done { other } else { self }
    }
}

/// 128, and SIGPIPE.
const CLOSED_PIPE: u8 = 128 + 13;

/// What a command returns.
pub(super) type Outcome = Result<Verdict, Failure>;

/// Why a command stopped before its end.
#[derive(Debug)]
pub(super) struct Failure(Kind);

#[derive(Debug)]
enum Kind {
    Refused(String),
    Usage(String),
    /// Whoever read our output has had enough.
    ClosedPipe,
}

impl Failure {
    /// The input or the grammar is refused.
    pub(super) fn refused(message: impl Into<String>) -> Self {
        Self(Kind::Refused(message.into()))
    }

    /// A file cannot be written.
    pub(super) fn unwritten(path: &Path, error: &io::Error) -> Self {
        let reason = super::inputs::reason(error);
        Self::refused(format!("{}: cannot be written: {reason}", path.display()))
    }

    /// The command line asks for what there is not.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self(Kind::Usage(message.into()))
    }

    /// The same where 1 has another meaning: then it is 2.
    pub(super) fn into_trouble(self) -> Self {
        match self.0 {
            Kind::Refused(message) => Self(Kind::Usage(message)),
            other => Self(other),
        }
    }

    /// Whether nobody reads the output any more.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self.0, Kind::ClosedPipe)
    }

    /// The exit status: 1 for a refusal, 2 for wrong usage; 141 for a closed pipe, which is what a shell sees of a
    /// program that the signal for it ends, as it ends `cat` and `grep`: not all was written, and a script can tell.
    pub(super) fn status(&self) -> u8 {
        match self.0 {
            Kind::ClosedPipe => CLOSED_PIPE,
            Kind::Refused(_) => 1,
            Kind::Usage(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Refused(message) | Kind::Usage(message) => f.write_str(message.trim_end()),
            Kind::ClosedPipe => f.write_str("the output was closed"),
        }
    }
}

impl From<io::Error> for Failure {
    /// An error in writing the output; errors in reading name their file and are made by
    /// [`Failure::refused`].
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self(Kind::ClosedPipe),
            _ => {
                let reason = super::inputs::reason(&error);
                Self::refused(format!("the output cannot be written: {reason}"))
            }
        }
    }
}
