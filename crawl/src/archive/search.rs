//! The search for the next record after a damaged one.
//!
//! In a compressed file, that is the next offset with gzip's magic number from which `WARC/` can be
//! decompressed. Compressed data contains the magic number by chance once in 16 MiB, but not with a
//! record's head after it.
//!
//! In an uncompressed file, it is an empty line followed by `WARC/`. A page may contain that, too,
//! but the search runs only after damage.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::bufread::GzDecoder;
use memchr::memmem;

use super::counted;
use super::stretch::{Form, GZIP};

/// The bytes that end a record and begin the next one in an uncompressed file.
const BEGINNING: &[u8] = b"\r\n\r\nWARC/";

/// The number of bytes within which a gzip member must decompress to `WARC/`. The limit makes a
/// search linear in the length of the file.
const PROBE: u64 = 1 << 10;

/// Returns the offset of the next record at or after `from`.
pub(super) fn next_record(
    file: &mut BufReader<File>,
    form: Form,
    mut from: u64,
) -> io::Result<Option<u64>> {
    match form {
        Form::Plain => {
            // The line breaks may lie before `from`.
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

/// Returns the offset of the first occurrence of some bytes at or after `from`.
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
        // An occurrence may straddle the end of the window.
        let passed = window.len().saturating_sub(bytes.len() - 1);
        window.drain(..passed);
        start += counted(passed);
    }
}

/// Reports whether the gzip member at an offset begins with `WARC/`.
fn begins_record(file: &mut BufReader<File>, offset: u64) -> io::Result<bool> {
    file.seek(SeekFrom::Start(offset))?;
    let mut word = [0; 5];
    let read = GzDecoder::new(file.by_ref().take(PROBE)).read_exact(&mut word);
    Ok(read.is_ok() && &word == b"WARC/")
}
