//! A stretch of a file that is read by one decoder: an uncompressed file up to its end, a gzip
//! member, or a Zstandard frame. A record that begins in a frame may end in a later one, which then
//! belongs to the same stretch.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::FrameDecoder;

use super::head;
use crate::zstd::{self, Frames};

/// The compression of an archive.
pub(super) enum Form {
    Plain,
    /// One or more gzip members.
    Gzip,
    /// One or more Zstandard frames, and their decoder, which has the archive's dictionary.
    Zstd(Box<FrameDecoder>),
}

/// The first bytes of a gzip member: the magic number, and the method deflate.
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b, 8];

/// Reports whether a file with this beginning is an archive.
pub(crate) fn begins_archive(start: &[u8]) -> bool {
    let beginnings = [head::VERSION, GZIP, zstd::FRAME, zstd::DICTIONARY];
    beginnings.iter().any(|beginning| start.starts_with(beginning))
}

impl Form {
    /// Detects the form of a file from its first bytes, or from its name if these are damaged.
    pub(super) fn of(file: &mut BufReader<File>, path: &Path) -> io::Result<Self> {
        let start = file.fill_buf()?;
        let extension = if begins_archive(start) { None } else { path.extension() };
        let extension = extension.and_then(OsStr::to_str);
        if start.starts_with(GZIP) || extension == Some("gz") {
            return Ok(Self::Gzip);
        }
        let is_zstd = start.starts_with(zstd::FRAME) || start.starts_with(zstd::DICTIONARY);
        if is_zstd || extension == Some("zst") {
            return Ok(Self::Zstd(zstd::decoder_of(file)?.into()));
        }
        Ok(Self::Plain)
    }
}

/// A stretch of a file; reading it gives uncompressed bytes.
pub(super) enum FileStretch {
    Plain(BufReader<File>),
    Member(Box<BufReader<GzDecoder<BufReader<File>>>>),
    Frames(Box<BufReader<Frames<BufReader<File>>>>),
}

impl FileStretch {
    pub(super) fn new(form: Form, file: BufReader<File>) -> Self {
        match form {
            Form::Plain => Self::Plain(file),
            Form::Gzip => Self::Member(Box::new(BufReader::new(GzDecoder::new(file)))),
            Form::Zstd(decoder) => {
                Self::Frames(Box::new(BufReader::new(Frames::new(file, *decoder))))
            }
        }
    }

    /// Returns the form of the file, and the file, positioned after the bytes that were read. That
    /// is the end of the gzip member or the frame if it was read to its end.
    pub(super) fn into_parts(self) -> (Form, BufReader<File>) {
        match self {
            Self::Plain(file) => (Form::Plain, file),
            Self::Member(member) => (Form::Gzip, member.into_inner().into_inner()),
            Self::Frames(frames) => {
                let (file, decoder) = frames.into_inner().into_parts();
                (Form::Zstd(decoder.into()), file)
            }
        }
    }

    /// Sets whether a record continues in the next frame.
    pub(super) fn set_continues(&mut self, continues: bool) {
        if let Self::Frames(frames) = self {
            frames.get_mut().continues = continues;
        }
    }
}

impl Read for FileStretch {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Member(member) => member.read(buffer),
            Self::Frames(frames) => frames.read(buffer),
        }
    }
}

impl BufRead for FileStretch {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Self::Plain(file) => file.fill_buf(),
            Self::Member(member) => member.fill_buf(),
            Self::Frames(frames) => frames.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match self {
            Self::Plain(file) => file.consume(amount),
            Self::Member(member) => member.consume(amount),
            Self::Frames(frames) => frames.consume(amount),
        }
    }
}
