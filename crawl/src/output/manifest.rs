//! The manifest: the head of the run, and the list of what is written.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::head::Head;
use crate::archive::Place;
use crate::failure::Failure;

/// The name of the manifest file.
pub(super) const NAME: &str = "_manifest.ndjson";

/// A line of the manifest after the first, which is the [head](Head): a record that something of a
/// unit is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) unit: usize,
    /// A checksum of the lengths of the unit's files.
    pub(super) lengths: u32,
    /// The file of the part; `None` if there were no more rows.
    pub(super) file: Option<String>,
    pub(super) rows: u64,
    /// The position from which the unit is still to be read.
    pub(super) next: Place,
    /// A flag that the unit was read to its end.
    pub(super) done: bool,
}

/// The manifest file. It is locked as long as this value lives.
#[derive(Debug)]
pub(super) struct Manifest {
    path: PathBuf,
    file: File,
    /// The length of the complete lines in bytes, all of them on the disk.
    length: u64,
}

impl Manifest {
    /// Opens or creates the manifest of a folder.
    ///
    /// # Errors
    /// If that fails, or another run holds the lock.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(NAME);
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(|error| Failure::unwritable(path.display(), &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, file, length: 0 }),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::refused(format!("{}: another run is writing there", folder.display())))
            }
            Err(TryLockError::Error(error)) => Err(Failure::unwritable(path.display(), &error)),
        }
    }

    /// Reads the manifest; `None` if it has no complete line. An incomplete last line is removed.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not an entry.
    pub(super) fn read(&mut self) -> Result<Option<(Head, Vec<Entry>)>, Failure> {
        let failed = |error: &io::Error| Failure::unreadable(self.path.display(), error);
        let mut lines = Vec::new();
        let mut reader = BufReader::new(&self.file);
        let mut whole = 0;
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(|error| failed(&error))? > 0 {
            if line.last() == Some(&b'\n') {
                whole += u64::try_from(line.len()).unwrap_or_default();
                lines.push(std::mem::take(&mut line));
            }
        }
        self.length = whole;
        self.cut().map_err(|error| Failure::unwritable(self.path.display(), &error))?;
        let mut lines = (1..).zip(&lines);
        let Some((number, head)) = lines.next() else { return Ok(None) };
        let head = self.parsed(number, head)?;
        let entries =
            lines.map(|(number, line)| self.parsed(number, line)).collect::<Result<_, _>>()?;
        Ok(Some((head, entries)))
    }

    fn parsed<T: for<'de> Deserialize<'de>>(
        &self,
        number: usize,
        line: &[u8],
    ) -> Result<T, Failure> {
        serde_json::from_slice(line).map_err(|error| {
            Failure::refused(format!(
                "{}:{number}: this is no line of a manifest: {error}",
                self.path.display()
            ))
        })
    }

    /// Appends a line and flushes it to the disk.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub(super) fn add(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_vec(line).map_err(io::Error::from).unwrap_or_default();
        text.push(b'\n');
        // An incomplete line of another lane is removed first.
        let written = self.cut().and_then(|()| self.file.write_all(&text));
        let written = written.and_then(|()| self.file.sync_all());
        written.map_err(|error| Failure::unwritable(self.path.display(), &error))?;
        self.length += u64::try_from(text.len()).unwrap_or_default();
        Ok(())
    }

    /// Truncates the file after its complete lines.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_had_no_room_is_not_there_when_the_next_one_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let entry = |unit| Entry {
            unit,
            lengths: 7,
            file: None,
            rows: 1,
            next: Place::default(),
            done: true,
        };
        let head = serde_json::json!({
            "schema": "", "version": "", "options": {}, "texts": {}, "units": 2, "inputs": 0
        });
        let mut manifest = Manifest::open(folder.path()).unwrap();
        manifest.add(&head).unwrap();
        manifest.add(&entry(0)).unwrap();
        manifest.file.write_all(br#"{"unit":9,"fi"#).unwrap();
        manifest.add(&entry(1)).unwrap();
        drop(manifest);
        let read = Manifest::open(folder.path()).unwrap().read().unwrap();
        assert_eq!(read.map(|(_, entries)| entries), Some(vec![entry(0), entry(1)]));
    }
}
