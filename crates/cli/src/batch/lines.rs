//! The lines of stdin, with a bound on their length.

use std::io::{self, BufRead, Read};

use wishful::base::counted;
use wishful_console::inputs::MARK;

/// A line of stdin.
pub(super) enum InputLine {
    Whole(Vec<u8>),
    /// A line over the maximum length; it was skipped.
    TooLong,
}

/// Returns the maximum length of a request, given the maximum text of its document. One byte of
/// text takes up to six bytes of JSON (`\u0000`); a constant covers the rest of the request.
pub(super) fn longest(text_bytes: Option<u32>) -> u64 {
    const REST: u64 = 1 << 16;
    match text_bytes {
        Some(bytes) => 6 * u64::from(bytes) + REST,
        None => 1 << 32,
    }
}

/// Returns the lines of stdin without line breaks. A read error ends the iterator and is stored in
/// `failed`.
pub(super) fn lines(
    failed: &mut Option<io::Error>,
    most: u64,
) -> impl Iterator<Item = InputLine> + Send + '_ {
    let mut stdin = io::BufReader::new(io::stdin());
    let mut is_first = true;
    std::iter::from_fn(move || match line(&mut stdin, most) {
        Ok(Some(line)) if is_first => {
            is_first = false;
            Some(without_mark(line))
        }
        Ok(line) => line,
        Err(error) => {
            *failed = Some(error);
            None
        }
    })
}

/// Removes a byte order mark, with which some programs start a stream, from the first line.
fn without_mark(line: InputLine) -> InputLine {
    match line {
        InputLine::Whole(mut line) if line.starts_with(MARK) => {
            InputLine::Whole(line.split_off(MARK.len()))
        }
        line => line,
    }
}

/// Reads the next line. At most `most` bytes of it are held in memory; the rest of a longer line is
/// skipped.
fn line(input: &mut impl BufRead, most: u64) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    // One more byte is for the line break.
    let read = input.by_ref().take(most + 1).read_until(b'\n', &mut line)?;
    if line.pop_if(|last| *last == b'\n').is_none() && counted(read) > most {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    if read == 0 {
        return Ok(None);
    }
    Ok(Some(InputLine::Whole(line)))
}
