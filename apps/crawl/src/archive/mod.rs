//! A reader of the records of a WARC file (ISO 28500) that recovers after damage.
//!
//! ```text
//! a.warc.gz   │ member: record │ member: record │ ≈≈ damaged ≈≈ │ member: record │
//!             0                8,211            9,040           9,977
//!             Record           Record           DamagedPart at 9,040 Record
//! ```
//!
//! A [`RecordPosition`] has two offsets: that of the record's gzip member in the file, and that of
//! the record in the decompressed member. The second offset is 0 where each record has its own
//! member, as the standard recommends. In a file that is not compressed, the first is the offset of
//! the record. A resumed run starts at a [`RecordPosition`]. Zstandard frames are treated as gzip
//! members are.
//!
//! A gzip member is damaged if it cannot be decompressed or has a wrong checksum. A record is
//! damaged if its length is missing or wrong, or if the file ends early. Each of these is *one*
//! [`DamagedPart`]: the reader skips that record as a whole and continues at the next recognisable
//! one ([`search`]).
//!
//! The amount of memory is bounded: 64 KiB for a head, and the requested number of bytes for a
//! block. Only a file that cannot be read, for example after a disk error, ends the reading.

mod head;
mod search;
mod stretch;

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::zstd;
pub(crate) use head::Head;
pub(crate) use stretch::begins_archive;
use stretch::{FileStretch, Form};

/// The position of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RecordPosition {
    /// The offset of the record in the file, or that of its gzip member or Zstandard frame.
    pub(crate) offset: u64,
    /// The offset in the decompressed member or frame.
    pub(crate) within: u64,
}

#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) at: RecordPosition,
    pub(crate) head: Head,
    /// The content, or its beginning.
    pub(crate) block: Vec<u8>,
    /// A flag for content that is longer than `block`.
    pub(crate) is_cut: bool,
}

/// A part of the file that cannot be read.
#[derive(Debug)]
pub(crate) struct DamagedPart {
    pub(crate) at: RecordPosition,
    /// The problem, the number of bytes that were skipped, and the offset at which reading
    /// continues.
    pub(crate) what: String,
}

/// The next item of an archive.
#[derive(Debug)]
pub(crate) enum ArchiveItem {
    Record(Record),
    Damage(DamagedPart),
}

/// The reason that a record was not read.
enum SkipReason {
    Damage(String),
    Unreadable(io::Error),
}

impl From<io::Error> for SkipReason {
    /// Classifies an error. The decoders report damage as one of these three kinds, and file
    /// systems do not use them.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Damage("the data ends too early".into()),
            ErrorKind::InvalidInput | ErrorKind::InvalidData => Self::Damage(error.to_string()),
            _ => Self::Unreadable(error),
        }
    }
}

/// An iterator over the records of a file, from a position on.
pub(crate) struct Archive {
    /// The stretch that is being read; `None` at the end of the file.
    stretch: Option<FileStretch>,
    at: RecordPosition,
}

impl Archive {
    /// Starts reading a file at a position. The path shows the form if the file does not.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn new(file: File, path: &Path, from: RecordPosition) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        file.rewind()?;
        let form = Form::of(&mut file, path)?;
        let mut archive = Self { stretch: None, at: from };
        archive.begin(form, file, from.offset)?;
        if let Some(stretch) = &mut archive.stretch {
            stretch.set_continues(true);
            // A position beyond the end counts as the end.
            let skipped = io::copy(&mut stretch.by_ref().take(from.within), &mut io::sink());
            stretch.set_continues(false);
            archive.at.within = skipped.map_err(|error| {
                io::Error::other(format!("a part that was read before is damaged now: {error}"))
            })?;
        }
        Ok(archive)
    }

    /// Returns the position of the next item.
    pub(crate) fn at(&self) -> RecordPosition {
        self.at
    }

    /// Returns the next record, with at most `most` bytes of its content if it is `wanted`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn next(
        &mut self,
        most: u64,
        wanted: impl Fn(&Head) -> bool,
    ) -> io::Result<Option<ArchiveItem>> {
        loop {
            if self.stretch.is_none() {
                return Ok(None);
            }
            let at = self.at;
            match self.record(most, &wanted) {
                Ok(Some(record)) => return Ok(Some(ArchiveItem::Record(record))),
                Ok(None) => self.next_stretch()?,
                Err(SkipReason::Unreadable(error)) => return Err(error),
                Err(SkipReason::Damage(what)) => {
                    let then = match self.continue_after(at)? {
                        Some(next) => {
                            let skipped = next - at.offset;
                            format!("{skipped} bytes skipped; reading continues at byte {next}")
                        }
                        None => "no record follows, so the rest of the file is skipped".to_owned(),
                    };
                    return Ok(Some(ArchiveItem::Damage(DamagedPart {
                        at,
                        what: format!("{what}; {then}"),
                    })));
                }
            }
        }
    }

    /// Reads the next record of this stretch; `None` at the end of the stretch.
    fn record(
        &mut self,
        most: u64,
        wanted: &impl Fn(&Head) -> bool,
    ) -> Result<Option<Record>, SkipReason> {
        let Some(stretch) = &mut self.stretch else { return Ok(None) };
        if let FileStretch::Frames(_) = stretch {
            // The end of a record may be in the next frame.
            self.at.within += line_breaks(stretch)?.1;
        }
        let at = self.at;
        if stretch.fill_buf()?.is_empty() {
            return Ok(None);
        }
        stretch.set_continues(true);
        let (head, head_length) = head::read(stretch)?.map_err(SkipReason::Damage)?;
        let keep = if wanted(&head) { head.length.min(most) } else { 0 };
        let mut block = Vec::new();
        stretch.by_ref().take(keep).read_to_end(&mut block)?;
        let rest = head.length - keep;
        let passed = io::copy(&mut stretch.by_ref().take(rest), &mut io::sink())?;
        if (counted(block.len()), passed) != (keep, rest) {
            return Err(SkipReason::Damage("the file ends within a record".into()));
        }
        stretch.set_continues(false);
        // The end is two line breaks; some programs write more.
        let (breaks, end) = line_breaks(stretch)?;
        if breaks < 2 && !stretch.fill_buf()?.is_empty() {
            return Err(SkipReason::Damage("the record is longer than its head declares".into()));
        }
        let length = head_length + head.length + end;
        match stretch {
            FileStretch::Plain(_) => self.at.offset += length,
            FileStretch::Member(_) | FileStretch::Frames(_) => self.at.within += length,
        }
        Ok(Some(Record { at, head, block, is_cut: rest > 0 }))
    }

    /// Continues after the end of a stretch.
    fn next_stretch(&mut self) -> io::Result<()> {
        let Some(stretch) = self.stretch.take() else { return Ok(()) };
        let (form, mut file) = stretch.into_parts();
        let offset = file.stream_position()?;
        self.begin(form, file, offset)
    }

    /// Begins a stretch at an offset, unless that is the end of the file.
    fn begin(&mut self, form: Form, mut file: BufReader<File>, offset: u64) -> io::Result<()> {
        file.seek(io::SeekFrom::Start(offset))?;
        if let Form::Zstd(_) = form {
            zstd::skip(&mut file)?;
        }
        self.at = RecordPosition { offset: file.stream_position()?, within: 0 };
        let is_end = file.fill_buf()?.is_empty();
        self.stretch = if is_end { None } else { Some(FileStretch::new(form, file)) };
        Ok(())
    }

    /// Searches for the next record after a damaged one at `at`, continues there, and returns its
    /// offset.
    fn continue_after(&mut self, at: RecordPosition) -> io::Result<Option<u64>> {
        let Some(stretch) = self.stretch.take() else { return Ok(None) };
        let (mut form, mut file) = stretch.into_parts();
        match search::next_record(&mut file, &mut form, at.offset + 1)? {
            Some(offset) => {
                self.begin(form, file, offset)?;
                Ok(Some(offset))
            }
            None => {
                self.at = RecordPosition { offset: file.seek(io::SeekFrom::End(0))?, within: 0 };
                Ok(None)
            }
        }
    }
}

/// Skips line breaks, and returns their number and their length in bytes. At the end of a gzip
/// member or a frame, this also verifies the checksum.
fn line_breaks(stretch: &mut FileStretch) -> io::Result<(u64, u64)> {
    let (mut breaks, mut length) = (0, 0);
    loop {
        match stretch.fill_buf()?.first() {
            Some(b'\n') => breaks += 1,
            Some(b'\r') => {}
            _ => return Ok((breaks, length)),
        }
        stretch.consume(1);
        length += 1;
    }
}

fn counted(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
