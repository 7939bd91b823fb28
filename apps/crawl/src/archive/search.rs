//! The search for the next record after a damaged one.
//!
//! In a compressed file, that is the next offset with the magic number of gzip or Zstandard from
//! which `WARC/` can be decompressed. Compressed data contains gzip's magic number by chance once
//! in 16 MiB, but not with a record's head after it.
//!
//! In an uncompressed file, it is the next offset at which a record's head can be read. Any bytes
//! may precede it, because garbage and padding need not end with a line break. A page may contain
//! such a head, too, but the search runs only after damage.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::bufread::GzDecoder;
use memchr::memmem;

use super::stretch::{Form, GZIP};
use super::{counted, head};
use crate::zstd;

/// The number of bytes within which a gzip member must decompress to `WARC/`. The limit makes a
/// search linear in the length of the file. In a Zstandard frame, that is the first block.
const PROBE: u64 = 1 << 10;

/// Returns the offset of the next record at or after `from`.
pub(super) fn next_record(
    file: &mut BufReader<File>,
    form: &mut Form,
    mut from: u64,
) -> io::Result<Option<u64>> {
    let beginning = match form {
        Form::Plain => head::VERSION,
        Form::Gzip => GZIP,
        Form::Zstd(_) => zstd::FRAME,
    };
    while let Some(offset) = find(file, beginning, from)? {
        file.seek(SeekFrom::Start(offset))?;
        let is_record = match form {
            Form::Plain => head::read(file)?.is_ok(),
            Form::Gzip => begins_record(file),
            Form::Zstd(decoder) => zstd::begins_with(file.by_ref(), head::VERSION, decoder),
        };
        if is_record {
            return Ok(Some(offset));
        }
        from = offset + 1;
    }
    Ok(None)
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

/// Reports whether the gzip member at the file's position begins with `WARC/`.
fn begins_record(file: &mut BufReader<File>) -> bool {
    let mut word = [0; head::VERSION.len()];
    let read = GzDecoder::new(file.take(PROBE)).read_exact(&mut word);
    read.is_ok() && word == head::VERSION
}
