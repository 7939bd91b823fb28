//! The records of a WARC file (ISO 28500), one after the other, also behind what is damaged.
//!
//! ```text
//! a.warc.gz   │ member: record │ member: record │ ≈≈ damaged ≈≈ │ member: record │
//!             0                8,211            9,040           9,977
//!             Record           Record           Damage at 9,040 Record
//! ```
//!
//! A [`Place`] is where a record begins: the offset of its gzip member in the file, and its offset in what that holds (0
//! where each record has a member of its own, as the standard recommends). In a file that is not compressed each record is at an offset
//! of the file. A run that goes on where another one ended begins at such a place.
//!
//! Anything that is not as it should be (a member that cannot be decompressed or has another checksum, a record without a length or
//! with one that leads elsewhere than behind it, a file that ends early) is *one* [`Damage`]: the record at that place is given up
//! as a whole, and reading goes on where the next record can be made out ([`search`]). What is read is bounded: of a head 64 KiB, of a
//! block what is asked for.
//!
//! Only a file that cannot be read (a disk's error) ends the reading.

mod head;
mod search;
mod stretch;

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::Path;

use serde::{Deserialize, Serialize};

pub(crate) use head::Head;
use stretch::{Form, Stretch};

/// Where a record begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The offset in the file: of the record, or of the gzip member that it is in.
    pub(crate) offset: u64,
    /// The offset in what the member holds.
    pub(crate) within: u64,
}

/// A record.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) at: Place,
    pub(crate) head: Head,
    /// Its content, or the beginning of it.
    pub(crate) block: Vec<u8>,
    /// Whether there is more of its content.
    pub(crate) is_cut: bool,
}

/// What could not be read.
#[derive(Debug)]
pub(crate) struct Damage {
    pub(crate) at: Place,
    /// What is wrong, and where reading goes on.
    pub(crate) what: String,
}

/// What there is next.
#[derive(Debug)]
pub(crate) enum Found {
    Record(Record),
    Damage(Damage),
}

/// Why a record was not read.
enum Trouble {
    Damage(String),
    Unreadable(io::Error),
}

impl From<io::Error> for Trouble {
    /// (What flate2 says of damage has one of three kinds; no file system has them.)
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Damage("it ends too early".into()),
            ErrorKind::InvalidInput | ErrorKind::InvalidData => Self::Damage(error.to_string()),
            _ => Self::Unreadable(error),
        }
    }
}

/// The records of a file, from a place on.
#[derive(Debug)]
pub(crate) struct Archive {
    form: Form,
    /// What is read now; `None` at the end of the file.
    stretch: Option<Stretch>,
    at: Place,
}

impl Archive {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or is compressed by something else than gzip.
    pub(crate) fn open(path: &Path, from: Place) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
        let form = Form::of(&mut file, path)?;
        let mut archive = Self { form, stretch: None, at: from };
        archive.begin(file, from.offset)?;
        if let Some(stretch) = &mut archive.stretch {
            // (A place that is past the end is the end: there is nothing there.)
            let skipped = io::copy(&mut stretch.by_ref().take(from.within), &mut io::sink());
            archive.at.within = skipped.map_err(|error| {
                io::Error::other(format!("what was read of it before is damaged now: {error}"))
            })?;
        }
        Ok(archive)
    }

    /// Where what comes next begins.
    pub(crate) fn at(&self) -> Place {
        self.at
    }

    /// The next record; of the contents of those that are `wanted` so many bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn next(
        &mut self,
        most: u64,
        wanted: impl Fn(&Head) -> bool,
    ) -> io::Result<Option<Found>> {
        loop {
            if self.stretch.is_none() {
                return Ok(None);
            }
            let at = self.at;
            match self.record(most, &wanted) {
                Ok(Some(record)) => return Ok(Some(Found::Record(record))),
                Ok(None) => self.next_stretch()?,
                Err(Trouble::Unreadable(error)) => return Err(error),
                Err(Trouble::Damage(what)) => {
                    let then = match self.go_on_behind(at)? {
                        Some(next) => format!("reading goes on at {next}"),
                        None => "nothing behind it can be read".to_owned(),
                    };
                    return Ok(Some(Found::Damage(Damage { at, what: format!("{what}; {then}") })));
                }
            }
        }
    }

    /// The next record of this stretch; `None` at its end.
    fn record(
        &mut self,
        most: u64,
        wanted: &impl Fn(&Head) -> bool,
    ) -> Result<Option<Record>, Trouble> {
        let at = self.at;
        let Some(stretch) = &mut self.stretch else { return Ok(None) };
        if stretch.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let (head, head_length) = head::read(stretch)?.map_err(Trouble::Damage)?;
        let keep = if wanted(&head) { head.length.min(most) } else { 0 };
        let mut block = Vec::new();
        stretch.by_ref().take(keep).read_to_end(&mut block)?;
        let rest = head.length - keep;
        let passed = io::copy(&mut stretch.by_ref().take(rest), &mut io::sink())?;
        if (counted(block.len()), passed) != (keep, rest) {
            return Err(Trouble::Damage("the file ends within a record".into()));
        }
        let end = end_of_record(stretch)?;
        let length = head_length + head.length + end;
        match self.form {
            Form::Plain => self.at.offset += length,
            Form::Gzip => self.at.within += length,
        }
        Ok(Some(Record { at, head, block, is_cut: rest > 0 }))
    }

    /// Goes on with what is behind the end of a stretch.
    fn next_stretch(&mut self) -> io::Result<()> {
        let Some(mut file) = self.stretch.take().map(Stretch::into_file) else { return Ok(()) };
        let offset = file.stream_position()?;
        self.begin(file, offset)
    }

    /// Begins a stretch at an offset, if the file goes on there.
    fn begin(&mut self, mut file: BufReader<File>, offset: u64) -> io::Result<()> {
        file.seek(io::SeekFrom::Start(offset))?;
        self.at = Place { offset, within: 0 };
        let is_end = file.fill_buf()?.is_empty();
        self.stretch = (!is_end).then(|| Stretch::new(self.form, file));
        Ok(())
    }

    /// Looks for the next record behind one that begins at `at` and is damaged; tells where it is.
    fn go_on_behind(&mut self, at: Place) -> io::Result<Option<u64>> {
        let Some(stretch) = self.stretch.take() else { return Ok(None) };
        let mut file = stretch.into_file();
        match search::next_record(&mut file, self.form, at.offset + 1)? {
            Some(offset) => self.begin(file, offset).map(|()| Some(offset)),
            None => {
                self.at = Place { offset: file.seek(io::SeekFrom::End(0))?, within: 0 };
                Ok(None)
            }
        }
    }
}

/// Passes over what ends a record, two line breaks, or more of them, which some programs write; how many bytes that were.
///
/// # Errors
/// If there is something else, so that the length of the record is another one than its head says.
fn end_of_record(stretch: &mut Stretch) -> Result<u64, Trouble> {
    let (mut breaks, mut length) = (0, 0);
    loop {
        // (At the end of a member this reads its checksum.)
        match stretch.fill_buf()?.first() {
            Some(b'\n') => breaks += 1,
            Some(b'\r') => {}
            Some(_) if breaks < 2 => {
                return Err(Trouble::Damage("it is longer than its head says".into()));
            }
            _ => return Ok(length),
        }
        stretch.consume(1);
        length += 1;
    }
}

fn counted(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
