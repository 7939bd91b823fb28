//! Buffered stdout, with colour where wanted; a closed pipe is reported as a silent failure.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

use super::failure::{CommandResult, Failure, Verdict};
use super::inputs;
use super::paint::{self, Paint};
use wishful::base::counted;
use wishful::tree::{Document, Extent, Format, WriteOptions, not_written};

/// A buffered writer to stdout.
pub struct Output {
    out: BufWriter<Stdout>,
    paint: Paint,
}

impl Output {
    /// Creates a writer to stdout.
    pub fn stdout() -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, io::stdout()), paint: paint::stdout() }
    }

    /// Returns the painter for stdout.
    pub fn paint(&self) -> Paint {
        self.paint
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Writes a line.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.text(line)?;
        self.text("\n")
    }

    /// Writes a document, ending with a line break; returns how much of it was written.
    pub fn document(
        &mut self,
        document: &Document,
        format: Format,
        options: WriteOptions,
    ) -> Result<Extent, Failure> {
        let mut adapter = Adapter { out: &mut self.out, last: b'\n', error: None };
        let written = document.write(format, options, &mut adapter);
        let (last, error) = (adapter.last, adapter.error);
        let extent = match (written, error) {
            (_, Some(error)) => return Err(error.into()),
            (Err(_), None) => return Err(Failure::refused("the document cannot be written")),
            (Ok(extent), None) => extent,
        };
        if last != b'\n' {
            self.text("\n")?;
        }
        Ok(extent)
    }

    /// Prints a message on stderr if the output for `path` was truncated.
    pub fn within_bytes(
        &mut self,
        extent: Extent,
        bytes: u64,
        path: &str,
    ) -> Result<Verdict, Failure> {
        if extent == Extent::Whole {
            return Ok(Verdict::Done);
        }
        self.flush()?;
        complain(&format!("{}: {}", inputs::shown(path), not_written(bytes)));
        Ok(Verdict::Refused)
    }

    /// Prints a message on stderr if a limit stopped the parse of `path`, so that the output is
    /// incomplete.
    pub fn within_limits(&mut self, document: &Document, path: &str) -> Result<Verdict, Failure> {
        let Some(message) = not_parsed(document, path) else { return Ok(Verdict::Done) };
        self.flush()?;
        complain(&message);
        Ok(Verdict::Refused)
    }

    /// Hands buffered bytes to stdout.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// Flushes the output. Commands call it at the end, since dropping would hide an error.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()
    }
}

/// Prints the text that is the whole output of a command.
pub fn print(text: &str) -> CommandResult {
    let mut out = Output::stdout();
    out.text(text)?;
    out.finish()?;
    Ok(Verdict::Done)
}

/// Returns the message for a limit that ended the parse of `path`.
pub fn not_parsed(document: &Document, path: &str) -> Option<String> {
    let limit = document.limit()?;
    let end = document.tokens().last().map_or(0, |token| token.span.end);
    let (path, end) = (inputs::shown(path), document.position(end));
    Some(format!("{path}:{end}: parsing stopped here: limit on the number of {limit} reached"))
}

/// A formatter for a byte stream; it stores the error that [`fmt::Error`] cannot carry.
struct Adapter<'a> {
    out: &'a mut BufWriter<Stdout>,
    last: u8,
    error: Option<io::Error>,
}

impl fmt::Write for Adapter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(&last) = text.as_bytes().last() {
            self.last = last;
        }
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// Prints a message on stderr; a closed stderr is ignored.
pub fn complain(message: &str) {
    let text = message.trim_end_matches(['\n', '\r']);
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns messages that have `most` bytes in total at most, and then the number of the others.
pub fn messages_within(
    messages: impl IntoIterator<Item = String>,
    most: u64,
    path: &str,
) -> Vec<String> {
    let (mut shown, mut written, mut left) = (Vec::new(), 0, 0);
    for message in messages {
        written += counted(message.len()) + 1;
        if written <= most {
            shown.push(message);
        } else {
            left += 1;
        }
    }
    if left > 0 {
        let more = number(left, "more message");
        shown.push(format!("{}: {more} not shown: {}", inputs::shown(path), not_written(most)));
    }
    shown
}

/// Formats a count with a noun: `1 file`, `1,854 mistakes`.
pub fn number(count: usize, what: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if count == 1 { format!("1 {what}") } else { format!("{grouped} {what}s") }
}

/// The number of a grammar's mistakes that are printed by default.
pub const MISTAKES: usize = 50;

/// Reports whether diagnostics are coloured.
pub fn stderr_colour() -> bool {
    paint::coloured(&io::stderr())
}
