//! The manifest: the head of the run, and the list of what is written.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::head::Head;
use crate::archive::RecordPosition;
use crate::failure::CrawlFailure;
use crate::row::PageOutcome;

/// The name of the manifest file.
pub(super) const NAME: &str = "_manifest.ndjson";

/// A line of the manifest after the first, which is the [head](Head): a record that something of a
/// unit is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ManifestEntry {
    pub(super) unit: usize,
    /// A checksum of the lengths of the unit's files.
    pub(super) lengths: u32,
    /// The file of the part; `None` if there were no more rows.
    pub(super) file: Option<String>,
    pub(super) rows: u64,
    /// The worst outcome of the rows.
    pub(super) worst: Option<PageOutcome>,
    /// The position from which the unit is still to be read.
    pub(super) next: RecordPosition,
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
    pub(super) fn open(folder: &Path) -> Result<Self, CrawlFailure> {
        let path = folder.join(NAME);
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(|error| CrawlFailure::unwritable(path.display(), &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path, file, length: 0 }),
            Err(TryLockError::WouldBlock) => Err(CrawlFailure::refused(format!(
                "{}: another run is writing to this folder",
                folder.display()
            ))),
            Err(TryLockError::Error(error)) => {
                Err(CrawlFailure::unwritable(path.display(), &error))
            }
        }
    }

    /// Reads the manifest; `None` if it has no complete line. An incomplete last line is removed.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not an entry.
    pub(super) fn read(&mut self) -> Result<Option<(Head, Vec<ManifestEntry>)>, CrawlFailure> {
        let mut lines = Vec::new();
        let mut reader = BufReader::new(&self.file);
        let mut whole = 0;
        let mut line = Vec::new();
        loop {
            let read = reader.read_until(b'\n', &mut line);
            if read.map_err(|error| CrawlFailure::unreadable(self.path.display(), &error))? == 0 {
                break;
            }
            if line.last() == Some(&b'\n') {
                whole += u64::try_from(line.len()).unwrap_or_default();
                lines.push(std::mem::take(&mut line));
            }
        }
        self.length = whole;
        self.cut().map_err(|error| CrawlFailure::unwritable(self.path.display(), &error))?;
        let mut lines = (1..).zip(&lines);
        let Some((number, head)) = lines.next() else { return Ok(None) };
        let head = self.parsed(number, head)?;
        let mut entries = Vec::new();
        for (number, line) in lines {
            entries.push(self.parsed(number, line)?);
        }
        Ok(Some((head, entries)))
    }

    fn parsed<T: for<'de> Deserialize<'de>>(
        &self,
        number: usize,
        line: &[u8],
    ) -> Result<T, CrawlFailure> {
        serde_json::from_slice(line).map_err(|error| {
            CrawlFailure::refused(format!(
                "{}:{number}: not a line of a manifest: {error}",
                self.path.display()
            ))
        })
    }

    /// Appends a line and flushes it to the disk.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub(super) fn add(&mut self, line: &impl Serialize) -> Result<(), CrawlFailure> {
        let mut text = serde_json::to_vec(line).map_err(io::Error::from).unwrap_or_default();
        text.push(b'\n');
        // An incomplete line of another lane is removed first.
        let written = self.cut().and_then(|()| self.file.write_all(&text));
        let written = written.and_then(|()| self.file.sync_all());
        written.map_err(|error| CrawlFailure::unwritable(self.path.display(), &error))?;
        self.length += u64::try_from(text.len()).unwrap_or_default();
        Ok(())
    }

    /// Truncates the file after its complete lines.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partly_written_line_is_removed_before_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let next = RecordPosition::default();
        let worst = Some(PageOutcome::GivenUp);
        let first =
            ManifestEntry { unit: 0, lengths: 7, file: None, rows: 1, worst, next, done: true };
        let second = ManifestEntry { unit: 1, ..first.clone() };
        let head = serde_json::json!({
            "schema": "", "version": "", "options": {}, "texts": {}, "units": 2, "inputs": 0
        });
        let mut manifest = Manifest::open(folder.path()).unwrap();
        manifest.add(&head).unwrap();
        manifest.add(&first).unwrap();
        manifest.file.write_all(br#"{"unit":9,"fi"#).unwrap();
        manifest.add(&second).unwrap();
        drop(manifest);
        let (_, entries) = Manifest::open(folder.path()).unwrap().read().unwrap().unwrap();
        assert_eq!(entries, [first, second]);
    }
}
