//! Where the next record begins, behind one that is damaged.
//!
//! In a compressed file that is the next offset at which there is the magic number of gzip and from which `WARC/` can be
//! decompressed: compressed bytes have the magic number by chance once in 16 MiB, but not a head behind it. In one that is not it is an
//! empty line and `WARC/`, which a page could have, too; but only behind damage is it looked for.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::bufread::GzDecoder;
use memchr::memmem;

use super::counted;
use super::stretch::{Form, GZIP};

/// What stands before a record in a file that is not compressed, and its first word.
const BEGINNING: &[u8] = b"\r\n\r\nWARC/";

/// A member says `WARC/` within so many bytes, or is taken for none: so a search is linear in the file.
const PROBE: u64 = 1 << 10;

/// The offset of the next record at `from` or behind it.
pub(super) fn next_record(
    file: &mut BufReader<File>,
    form: Form,
    mut from: u64,
) -> io::Result<Option<u64>> {
    match form {
        Form::Plain => {
            // (The line breaks may be those that `from` is behind.)
            let found = find(file, BEGINNING, from.saturating_sub(4))?;
            Ok(found.map(|offset| offset + 4))
        }
        Form::Gzip => {
            while let Some(offset) = find(file, GZIP, from)? {
                if begins_record(file, offset)? {
                    return Ok(Some(offset));
                }
                from = offset + 1;
            }
            Ok(None)
        }
    }
}

/// The first offset at `from` or behind it where these bytes stand.
fn find(file: &mut BufReader<File>, bytes: &[u8], from: u64) -> io::Result<Option<u64>> {
    const PIECE: u64 = 1 << 16;
    let mut window = Vec::new();
    let mut start = from;
    file.seek(SeekFrom::Start(from))?;
    loop {
        if file.by_ref().take(PIECE).read_to_end(&mut window)? == 0 {
            return Ok(None);
        }
        if let Some(index) = memmem::find(&window, bytes) {
            return Ok(Some(start + counted(index)));
        }
        // What is at the end may be a beginning.
        let passed = window.len().saturating_sub(bytes.len() - 1);
        window.drain(..passed);
        start += counted(passed);
    }
}

/// Whether a member at an offset says that it is a record.
fn begins_record(file: &mut BufReader<File>, offset: u64) -> io::Result<bool> {
    file.seek(SeekFrom::Start(offset))?;
    let mut word = [0; 5];
    let read = GzDecoder::new(file.by_ref().take(PROBE)).read_exact(&mut word);
    Ok(read.is_ok() && &word == b"WARC/")
}
