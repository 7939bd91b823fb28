//! The output folder of a run: its parts, and the position at which each unit continues.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::head::Head;
use super::manifest::{self, Manifest, ManifestEntry};
use super::part::OutputPart;
use crate::archive::RecordPosition;
use crate::arguments::{Bounds, RowFormat};
use crate::columns::Column;
use crate::failure::CrawlFailure;
use crate::row::{PageOutcome, PageRow};
use crate::units::Unit;

pub(crate) struct Store {
    folder: PathBuf,
    format: RowFormat,
    columns: Vec<Column>,
    bounds: Bounds,
    manifest: Mutex<Manifest>,
    /// The progress of each unit in earlier runs.
    begun: Vec<UnitProgress>,
    /// The checksum of the lengths of each unit's files.
    lengths: Vec<u32>,
}

/// The progress of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct UnitProgress {
    parts: usize,
    rows: u64,
    worst: Option<PageOutcome>,
    next: RecordPosition,
    is_done: bool,
}

/// The format, the columns and the limits of the output.
pub(crate) struct Writing {
    pub(crate) format: RowFormat,
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
    ) -> Result<Self, CrawlFailure> {
        make(folder)?;
        if !resume {
            refuse_used(folder)?;
        }
        let mut manifest = Manifest::open(folder)?;
        let mut begun = vec![UnitProgress::default(); units.len()];
        let lengths: Vec<u32> = units.iter().map(Unit::lengths).collect();
        match manifest.read()? {
            Some((before, entries)) => {
                refuse_changed(folder, &before, head)?;
                refuse_missing(folder, &entries)?;
                refuse_others(units, &lengths, &entries)?;
                for entry in &entries {
                    UnitProgress::add(&mut begun, entry);
                }
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
        let (mut rows, mut finished) = (0, 0);
        for unit in &self.begun {
            rows += unit.rows;
            finished += usize::from(unit.is_done);
        }
        (rows, finished)
    }

    /// Returns the worst outcome of a row of earlier runs.
    pub(crate) fn worst(&self) -> Option<PageOutcome> {
        self.begun.iter().filter_map(|unit| unit.worst).max()
    }

    /// Returns a writer of the remaining parts of a unit; `None` if the unit is finished.
    pub(crate) fn unit(&self, unit: usize) -> Option<UnitParts<'_>> {
        let begun = self.begun.get(unit)?;
        if begun.is_done {
            return None;
        }
        let count = PartCount { unit, part: begun.parts, next: begun.next, ..PartCount::default() };
        Some(UnitParts { store: self, open: None, count })
    }

    /// Removes the temporary files of a killed run.
    fn tidy(&self) -> Result<(), CrawlFailure> {
        let failed = |error: io::Error| CrawlFailure::unwritable(self.folder.display(), &error);
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
    fn begin(&self, count: &PartCount) -> Result<OpenPart, CrawlFailure> {
        let path = self.folder.join(format!("_{}.tmp", count.name()));
        let part =
            File::create(&path).and_then(|file| OutputPart::new(self.format, &self.columns, file));
        let part = part.map_err(|error| CrawlFailure::unwritable(path.display(), &error))?;
        Ok(OpenPart { part, path })
    }

    /// Completes a part and gives it its final name.
    fn keep(&self, open: OpenPart, count: &PartCount) -> Result<String, CrawlFailure> {
        let name = format!("{}.{}", count.name(), self.format.name());
        let OpenPart { part, path } = open;
        let renamed = part.finish().and_then(|()| fs::rename(&path, self.folder.join(&name)));
        renamed.and_then(|()| self.sync()).map_err(|error| {
            // Remove the file, since an incomplete part only takes space on a full disk.
            let _ = fs::remove_file(&path);
            CrawlFailure::unwritable(path.display(), &error)
        })?;
        Ok(name)
    }

    /// Flushes the folder's directory entries to the disk.
    fn sync(&self) -> io::Result<()> {
        File::open(&self.folder)?.sync_all()
    }
}

/// Creates a folder, unless it exists.
fn make(folder: &Path) -> Result<(), CrawlFailure> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => CrawlFailure::refused(format!(
            "{}: not a folder; name an empty or new folder for the rows",
            folder.display()
        )),
        _ => CrawlFailure::unwritable(folder.display(), &error),
    })
}

/// Rejects a folder that is not empty.
fn refuse_used(folder: &Path) -> Result<(), CrawlFailure> {
    let mut entries =
        fs::read_dir(folder).map_err(|error| CrawlFailure::unreadable(folder.display(), &error))?;
    let advice = if folder.join(manifest::NAME).exists() {
        "the folder contains a run; use --resume to continue it"
    } else {
        "the folder is not empty; name an empty or new folder for the rows"
    };
    match entries.next() {
        Some(_) => Err(CrawlFailure::refused(format!("{}: {advice}", folder.display()))),
        None => Ok(()),
    }
}

/// Rejects resuming a run whose rows would differ.
fn refuse_changed(folder: &Path, before: &Head, now: &Head) -> Result<(), CrawlFailure> {
    let changes = before.changes(now);
    if changes.is_empty() {
        return Ok(());
    }
    Err(CrawlFailure::refused(format!(
        "{}: the run cannot be resumed, since its rows would differ: {}; repeat its options and inputs, or write to another folder",
        folder.display(),
        changes.join("; ")
    )))
}

/// Rejects resuming a run of which a part is missing.
fn refuse_missing(folder: &Path, entries: &[ManifestEntry]) -> Result<(), CrawlFailure> {
    for entry in entries {
        let Some(name) = &entry.file else { continue };
        let path = folder.join(name);
        if !path.is_file() {
            return Err(CrawlFailure::refused(format!(
                "{}: this part of the run is missing; restore it, or write to another folder",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Rejects resuming if the files of a unit have changed since its rows were written. A unit without
/// rows may change.
fn refuse_others(
    units: &[Unit],
    lengths: &[u32],
    entries: &[ManifestEntry],
) -> Result<(), CrawlFailure> {
    for entry in entries {
        if let (Some(unit), Some(&now)) = (units.get(entry.unit), lengths.get(entry.unit))
            && now != entry.lengths
        {
            return Err(CrawlFailure::refused(format!(
                "{}: the run cannot be resumed, since this input's length has changed; restore it, or write to another folder",
                unit.name()
            )));
        }
    }
    Ok(())
}

impl UnitProgress {
    fn add(begun: &mut [Self], entry: &ManifestEntry) {
        // The heads were compared before, so an unknown unit is not part of this run.
        let Some(unit) = begun.get_mut(entry.unit) else { return };
        unit.parts += usize::from(entry.file.is_some());
        unit.rows += entry.rows;
        unit.worst = unit.worst.max(entry.worst);
        unit.next = entry.next;
        unit.is_done = entry.done;
    }
}

/// A writer of the parts of a unit, one at a time.
pub(crate) struct UnitParts<'s> {
    store: &'s Store,
    open: Option<OpenPart>,
    count: PartCount,
}

/// A part that is being written.
struct OpenPart {
    part: OutputPart,
    path: PathBuf,
}

/// The size of a part, and its position in the unit.
#[derive(Default)]
struct PartCount {
    unit: usize,
    part: usize,
    rows: u64,
    bytes: u64,
    worst: Option<PageOutcome>,
    next: RecordPosition,
}

impl PartCount {
    /// Returns the name of the part without its extension.
    fn name(&self) -> String {
        format!("part-{:05}-{:05}", self.unit, self.part)
    }
}

impl UnitParts<'_> {
    /// Returns the position from which the unit is to be read.
    pub(crate) fn next(&self) -> RecordPosition {
        self.count.next
    }

    /// Writes a row, if the page has one, and notes that the unit continues at `next`.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub(crate) fn row(
        &mut self,
        row: Option<&PageRow>,
        next: RecordPosition,
    ) -> Result<(), CrawlFailure> {
        self.count.next = next;
        let Some(row) = row else { return Ok(()) };
        let open = match &mut self.open {
            Some(open) => open,
            None => self.open.insert(self.store.begin(&self.count)?),
        };
        let written = open.part.row(row);
        written.map_err(|error| CrawlFailure::unwritable(open.path.display(), &error))?;
        self.count.rows += 1;
        self.count.worst = self.count.worst.max(Some(row.outcome));
        self.count.bytes += u64::try_from(row.size()).unwrap_or(u64::MAX);
        let bounds = &self.store.bounds;
        let is_full = self.count.rows >= bounds.part_rows || self.count.bytes >= bounds.part_bytes;
        if is_full { self.end(false) } else { Ok(()) }
    }

    /// Writes the last part and marks the unit as finished.
    ///
    /// # Errors
    /// If the last part cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), CrawlFailure> {
        self.end(true)
    }

    /// Completes the open part, if there is one, and adds an entry to the manifest.
    fn end(&mut self, done: bool) -> Result<(), CrawlFailure> {
        let file = match self.open.take() {
            Some(open) => Some(self.store.keep(open, &self.count)?),
            None => None,
        };
        let PartCount { unit, rows, worst, next, .. } = self.count;
        let part = self.count.part + usize::from(file.is_some());
        self.count = PartCount { unit, part, next, ..PartCount::default() };
        let lengths = self.store.lengths.get(unit).copied().unwrap_or_default();
        let entry = ManifestEntry { unit, lengths, file, rows, worst, next, done };
        self.store.manifest.lock().unwrap_or_else(PoisonError::into_inner).add(&entry)
    }
}

impl Drop for UnitParts<'_> {
    /// Removes the incomplete part, ignoring errors.
    fn drop(&mut self) {
        if let Some(OpenPart { path, .. }) = self.open.take() {
            let _ = fs::remove_file(path);
        }
    }
}
