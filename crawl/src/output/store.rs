//! The folder of a run: which parts there are, and where each unit goes on.

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

/// The folder that a run writes to.
pub(crate) struct Store {
    folder: PathBuf,
    format: Format,
    columns: Vec<Column>,
    bounds: Bounds,
    manifest: Mutex<Manifest>,
    /// How far each unit was read by the runs before.
    begun: Vec<Progress>,
    /// A checksum of the lengths of the files of each unit.
    lengths: Vec<u32>,
}

/// How far a unit was read.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    parts: usize,
    rows: u64,
    next: Place,
    is_done: bool,
}

/// What a run writes.
pub(crate) struct Writing {
    pub(crate) format: Format,
    pub(crate) columns: Vec<Column>,
    pub(crate) bounds: Bounds,
}

impl Store {
    /// Opens a folder: an empty one, or one that is not there yet; to `resume`, one of a run with the same head and units.
    ///
    /// # Errors
    /// If it is another one, or cannot be written to.
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

    /// How many rows the runs before have written, and how many units they have read to their end.
    pub(crate) fn before(&self) -> (u64, usize) {
        let rows = self.begun.iter().map(|unit| unit.rows).sum();
        (rows, self.begun.iter().filter(|unit| unit.is_done).count())
    }

    /// The parts of a unit, to be gone on with; none if it was read to its end.
    pub(crate) fn unit(&self, unit: usize) -> Option<UnitParts<'_>> {
        let begun = self.begun.get(unit).filter(|unit| !unit.is_done)?;
        let count = Count { unit, part: begun.parts, rows: 0, bytes: 0, next: begun.next };
        Some(UnitParts { store: self, open: None, count })
    }

    /// Removes what was being written when a run was killed.
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

    /// Gives a part that is complete its name.
    fn keep(&self, open: Open, count: &Count) -> Result<String, Failure> {
        let name = format!("{}.{}", count.name(), self.format.name());
        let Open { part, path } = open;
        let kept = part.finish().and_then(|()| fs::rename(&path, self.folder.join(&name)));
        kept.and_then(|()| self.sync()).map_err(|error| {
            // (What it takes of a disk that is full is of no use.)
            let _ = fs::remove_file(&path);
            Failure::unwritable(path.display(), &error)
        })?;
        Ok(name)
    }

    /// Has the disk keep the names of the folder.
    fn sync(&self) -> io::Result<()> {
        File::open(&self.folder)?.sync_all()
    }
}

/// Makes a folder that is not there.
fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::refused(format!(
            "{}: this is no folder, and rows are written to a folder of their own",
            folder.display()
        )),
        _ => Failure::unwritable(folder.display(), &error),
    })
}

/// Refuses a folder that has anything in it.
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

/// Refuses to go on with a run whose rows would be others.
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

/// Refuses to go on with a run of which a part was taken away.
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

/// Refuses to go on with a unit that is another one than that whose rows are written. (One of which there are none may come later.)
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
        // (A unit that there is not is no unit of this head, which was compared.)
        let Some(unit) = begun.get_mut(entry.unit) else { return };
        unit.parts += usize::from(entry.file.is_some());
        unit.rows += entry.rows;
        unit.next = entry.next;
        unit.is_done = entry.done;
    }
}

/// The parts of a unit, of which one is written at a time.
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

/// What is in a part, and where it is in its unit.
struct Count {
    unit: usize,
    part: usize,
    rows: u64,
    bytes: u64,
    next: Place,
}

impl Count {
    /// What the part is called, without its ending.
    fn name(&self) -> String {
        format!("part-{:05}-{:05}", self.unit, self.part)
    }
}

impl UnitParts<'_> {
    /// From where on the unit is to be read.
    pub(crate) fn next(&self) -> Place {
        self.count.next
    }

    /// Writes a row, or that there is none, behind which the unit goes on at `next`.
    ///
    /// # Errors
    /// If it cannot be written.
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

    /// The unit was read to its end.
    ///
    /// # Errors
    /// If the last part cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.end(true)
    }

    /// Ends the part that is open, if one is, and says so in the manifest.
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
    /// Takes away what was begun and not ended, as far as that goes.
    fn drop(&mut self) {
        if let Some(Open { path, .. }) = self.open.take() {
            let _ = fs::remove_file(path);
        }
    }
}
