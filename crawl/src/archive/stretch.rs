//! A stretch of a file that is read in one go: to the end of a file that is not compressed, or a gzip member.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;

/// How an archive is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Plain,
    /// A gzip member, or several.
    Gzip,
}

/// What a gzip member begins with: its magic number, and deflate.
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b, 8];

/// What a frame of Zstandard begins with.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

impl Form {
    /// The form of a file, by what it begins with; by its name, if that is damaged.
    pub(super) fn of(file: &mut BufReader<File>, path: &Path) -> io::Result<Self> {
        let start = file.fill_buf()?;
        let is_named_so = path.extension().is_some_and(|extension| extension == "gz");
        match start {
            start if start.starts_with(ZSTD) => Err(io::Error::new(
                ErrorKind::Unsupported,
                "it is compressed by Zstandard, which is not read here: `zstd -d` it",
            )),
            start if start.starts_with(b"WARC/") => Ok(Self::Plain),
            start if start.starts_with(GZIP) || is_named_so => Ok(Self::Gzip),
            _ => Ok(Self::Plain),
        }
    }
}

/// A stretch of a file, as the bytes that are written there.
#[derive(Debug)]
pub(super) enum Stretch {
    Plain(BufReader<File>),
    Member(Box<BufReader<GzDecoder<BufReader<File>>>>),
}

impl Stretch {
    pub(super) fn new(form: Form, file: BufReader<File>) -> Self {
        match form {
            Form::Plain => Self::Plain(file),
            Form::Gzip => Self::Member(Box::new(BufReader::new(GzDecoder::new(file)))),
        }
    }

    /// The file, behind what was read; that is the end of the member, if that was read to its end.
    pub(super) fn into_file(self) -> BufReader<File> {
        match self {
            Self::Plain(file) => file,
            Self::Member(member) => member.into_inner().into_inner(),
        }
    }
}

impl Read for Stretch {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Member(member) => member.read(buffer),
        }
    }
}

impl BufRead for Stretch {
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
