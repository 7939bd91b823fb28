//! The output folder of a run: its parts, and the position at which each unit continues.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::head::Head;
use super::manifest::{self, Entry, Manifest};
use super::part::Part;
use crate::archive::Place;
use crate::arguments::{Bounds, Format};
use crate::columns::Column;
use crate::failure::Failure;
use crate::row::Row;
use crate::units::Unit;

pub(crate) struct Store {
    folder: PathBuf,
    format: Format,
    columns: Vec<Column>,
    bounds: Bounds,
    manifest: Mutex<Manifest>,
    /// The progress of each unit in earlier runs.
    begun: Vec<Progress>,
    /// The checksum of the lengths of each unit's files.
    lengths: Vec<u32>,
}

/// The progress of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    parts: usize,
    rows: u64,
    next: Place,
    is_done: bool,
}

/// The format, the columns and the limits of the output.
pub(crate) struct Writing {
    pub(crate) format: Format,
    pub(crate) columns: Vec<Column>,
    pub(crate) bounds: Bounds,
}

impl Store {
    /// Opens a folder, which must be empty or new. With `resume`, it may hold a run with the same
    /// head and units.
    ///
    /// # Errors
    /// If the folder holds something else, or cannot be written to.
    pub(crate) fn open(
        folder: &Path,
        head: &Head,
        units: &[Unit],
        writing: Writing,
        resume: bool,
    ) -> Result<Self, Failure> {
        make(folder)?;
        if !resume {
            refuse_used(folder)?;
        }
        let mut manifest = Manifest::open(folder)?;
        let mut begun = vec![Progress::default(); units.len()];
        let lengths: Vec<u32> = units.iter().map(Unit::lengths).collect();
        match manifest.read()? {
            Some((before, entries)) => {
                refuse_changed(folder, &before, head)?;
                refuse_missing(folder, &entries)?;
                refuse_others(units, &lengths, &entries)?;
                entries.iter().for_each(|entry| Progress::add(&mut begun, entry));
            }
            None => manifest.add(head)?,
        }
        let Writing { format, columns, bounds } = writing;
        let store = Self {
            folder: folder.to_owned(),
            format,
            columns,
            bounds,
            manifest: manifest.into(),
            begun,
            lengths,
        };
        store.tidy()?;
        Ok(store)
    }

    /// Returns the number of rows of earlier runs, and the number of units that these finished.
    pub(crate) fn before(&self) -> (u64, usize) {
        let rows = self.begun.iter().map(|unit| unit.rows).sum();
        (rows, self.begun.iter().filter(|unit| unit.is_done).count())
    }

    /// Returns a writer of the remaining parts of a unit; `None` if the unit is finished.
    pub(crate) fn unit(&self, unit: usize) -> Option<UnitParts<'_>> {
        let begun = self.begun.get(unit).filter(|unit| !unit.is_done)?;
        let count = Count { unit, part: begun.parts, rows: 0, bytes: 0, next: begun.next };
        Some(UnitParts { store: self, open: None, count })
    }

    /// Removes the temporary files of a killed run.
    fn tidy(&self) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::unwritable(self.folder.display(), &error);
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("_part-") && name.ends_with(".tmp") {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Begins a part.
    fn begin(&self, count: &Count) -> Result<Open, Failure> {
        let path = self.folder.join(format!("_{}.tmp", count.name()));
        let part = File::create(&path).and_then(|file| Part::new(self.format, &self.columns, file));
        let part = part.map_err(|error| Failure::unwritable(path.display(), &error))?;
        Ok(Open { part, path })
    }

    /// Completes a part and gives it its final name.
    fn keep(&self, open: Open, count: &Count) -> Result<String, Failure> {
        let name = format!("{}.{}", count.name(), self.format.name());
        let Open { part, path } = open;
        let kept = part.finish().and_then(|()| fs::rename(&path, self.folder.join(&name)));
        kept.and_then(|()| self.sync()).map_err(|error| {
            // Remove the file, since an incomplete part only takes space on a full disk.
            let _ = fs::remove_file(&path);
            Failure::unwritable(path.display(), &error)
        })?;
        Ok(name)
    }

    /// Flushes the folder's directory entries to the disk.
    fn sync(&self) -> io::Result<()> {
        File::open(&self.folder)?.sync_all()
    }
}

/// Creates a folder, unless it exists.
fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::refused(format!(
            "{}: this is no folder, and rows are written to a folder of their own",
            folder.display()
        )),
        _ => Failure::unwritable(folder.display(), &error),
    })
}

/// Rejects a folder that is not empty.
fn refuse_used(folder: &Path) -> Result<(), Failure> {
    let mut entries =
        fs::read_dir(folder).map_err(|error| Failure::unreadable(folder.display(), &error))?;
    let advice = match folder.join(manifest::NAME).exists() {
        true => "it has a run: --resume goes on with it",
        false => "it is not empty; rows are written to a folder of their own",
    };
    match entries.next() {
        Some(_) => Err(Failure::refused(format!("{}: {advice}", folder.display()))),
        None => Ok(()),
    }
}

/// Rejects resuming a run whose rows would differ.
fn refuse_changed(folder: &Path, before: &Head, now: &Head) -> Result<(), Failure> {
    let changes = before.changes(now);
    match changes.is_empty() {
        true => Ok(()),
        false => Err(Failure::refused(format!(
            "{}: the run cannot be gone on with, since its rows would be others: {}; ask as then, or write to another folder",
            folder.display(),
            changes.join("; ")
        ))),
    }
}

/// Rejects resuming a run of which a part is missing.
fn refuse_missing(folder: &Path, entries: &[Entry]) -> Result<(), Failure> {
    let missing = entries.iter().filter_map(|entry| entry.file.as_deref());
    match missing.map(|name| folder.join(name)).find(|path| !path.is_file()) {
        None => Ok(()),
        Some(path) => Err(Failure::refused(format!(
            "{}: this part was written and is not there any more; put it back, or write to another folder",
            path.display()
        ))),
    }
}

/// Rejects resuming if the files of a unit have changed since its rows were written. A unit without
/// rows may change.
fn refuse_others(units: &[Unit], lengths: &[u32], entries: &[Entry]) -> Result<(), Failure> {
    let is_other =
        |entry: &&Entry| lengths.get(entry.unit).is_some_and(|now| *now != entry.lengths);
    match entries.iter().find(is_other).and_then(|entry| units.get(entry.unit)) {
        None => Ok(()),
        Some(unit) => Err(Failure::refused(format!(
            "{}: the run cannot be gone on with, since here is another length than when rows of it were written; put back what it was, or write to another folder",
            unit.name()
        ))),
    }
}

impl Progress {
    fn add(begun: &mut [Self], entry: &Entry) {
        // The heads were compared before, so an unknown unit is not part of this run.
        let Some(unit) = begun.get_mut(entry.unit) else { return };
        unit.parts += usize::from(entry.file.is_some());
        unit.rows += entry.rows;
        unit.next = entry.next;
        unit.is_done = entry.done;
    }
}

/// A writer of the parts of a unit, one at a time.
pub(crate) struct UnitParts<'s> {
    store: &'s Store,
    open: Option<Open>,
    count: Count,
}

/// A part that is being written.
struct Open {
    part: Part,
    path: PathBuf,
}

/// The size of a part, and its position in the unit.
struct Count {
    unit: usize,
    part: usize,
    rows: u64,
    bytes: u64,
    next: Place,
}

impl Count {
    /// Returns the name of the part without its extension.
    fn name(&self) -> String {
        format!("part-{:05}-{:05}", self.unit, self.part)
    }
}

impl UnitParts<'_> {
    /// Returns the position from which the unit is to be read.
    pub(crate) fn next(&self) -> Place {
        self.count.next
    }

    /// Writes a row, if the page has one, and notes that the unit continues at `next`.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub(crate) fn row(&mut self, row: Option<&Row>, next: Place) -> Result<(), Failure> {
        self.count.next = next;
        let Some(row) = row else { return Ok(()) };
        let open = match &mut self.open {
            Some(open) => open,
            None => self.open.insert(self.store.begin(&self.count)?),
        };
        let written = open.part.row(row);
        written.map_err(|error| Failure::unwritable(open.path.display(), &error))?;
        self.count.rows += 1;
        self.count.bytes += u64::try_from(row.size()).unwrap_or(u64::MAX);
        let bounds = &self.store.bounds;
        let is_full = self.count.rows >= bounds.part_rows || self.count.bytes >= bounds.part_bytes;
        if is_full { self.end(false) } else { Ok(()) }
    }

    /// Writes the last part and marks the unit as finished.
    ///
    /// # Errors
    /// If the last part cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.end(true)
    }

    /// Completes the open part, if there is one, and adds an entry to the manifest.
    fn end(&mut self, done: bool) -> Result<(), Failure> {
        let file = self.open.take().map(|open| self.store.keep(open, &self.count)).transpose()?;
        let Count { unit, rows, next, .. } = self.count;
        self.count.part += usize::from(file.is_some());
        (self.count.rows, self.count.bytes) = (0, 0);
        let lengths = self.store.lengths.get(unit).copied().unwrap_or_default();
        let entry = Entry { unit, lengths, file, rows, next, done };
        self.store.manifest.lock().unwrap_or_else(PoisonError::into_inner).add(&entry)
    }
}

impl Drop for UnitParts<'_> {
    /// Removes the incomplete part, ignoring errors.
    fn drop(&mut self) {
        if let Some(Open { path, .. }) = self.open.take() {
            let _ = fs::remove_file(path);
        }
    }
}
