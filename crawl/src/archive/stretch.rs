//! A stretch of a file that is read by one decoder: an uncompressed file up to its end, or a gzip
//! member.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;

/// The compression of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Plain,
    /// One or more gzip members.
    Gzip,
}

/// The first bytes of a gzip member: the magic number, and the method deflate.
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b, 8];

/// The magic number of a Zstandard frame.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

impl Form {
    /// Detects the form of a file from its first bytes, or from its name if these are damaged.
    pub(super) fn of(file: &mut BufReader<File>, path: &Path) -> io::Result<Self> {
        let start = file.fill_buf()?;
        let is_named_so = path.extension().is_some_and(|extension| extension == "gz");
        match start {
            start if start.starts_with(ZSTD) => Err(io::Error::new(
                ErrorKind::Unsupported,
                "Zstandard is not supported; decompress the file with `zstd -d`",
            )),
            start if start.starts_with(b"WARC/") => Ok(Self::Plain),
            start if start.starts_with(GZIP) || is_named_so => Ok(Self::Gzip),
            _ => Ok(Self::Plain),
        }
    }
}

/// A stretch of a file; reading it gives uncompressed bytes.
#[derive(Debug)]
pub(super) enum FileStretch {
    Plain(BufReader<File>),
    Member(Box<BufReader<GzDecoder<BufReader<File>>>>),
}

impl FileStretch {
    pub(super) fn new(form: Form, file: BufReader<File>) -> Self {
        match form {
            Form::Plain => Self::Plain(file),
            Form::Gzip => Self::Member(Box::new(BufReader::new(GzDecoder::new(file)))),
        }
    }

    /// Returns the file, positioned after the bytes that were read. That is the end of the gzip
    /// member if it was read to its end.
    pub(super) fn into_file(self) -> BufReader<File> {
        match self {
            Self::Plain(file) => file,
            Self::Member(member) => member.into_inner().into_inner(),
        }
    }
}

impl Read for FileStretch {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Member(member) => member.read(buffer),
        }
    }
}

impl BufRead for FileStretch {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Self::Plain(file) => file.fill_buf(),
            Self::Member(member) => member.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match self {
            Self::Plain(file) => file.consume(amount),
            Self::Member(member) => member.consume(amount),
        }
    }
}
