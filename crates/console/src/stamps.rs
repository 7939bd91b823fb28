//! Stamps of files, to detect later which files have changed.
//!
//! A stamp is the file system's metadata of a file. It is taken *before* the file is read. So a
//! change in between makes the file look changed later, which costs a reload; the reverse order
//! could hide the change. A file that was searched for and not found also has a stamp, since
//! creating it would matter.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use wishful::grammar::load::{FileSystem, Loader};

/// The metadata of a file; `None` if it does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp(Option<(Option<SystemTime>, u64, Identity)>);

/// The inode and the time of the last status change.
type Identity = (u64, i64, i64);

#[cfg(unix)]
fn identity(file: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (file.ino(), file.ctime(), file.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {
    (0, 0, 0)
}

impl Stamp {
    fn of(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(file) => Self(Some((file.modified().ok(), file.len(), identity(&file)))),
            Err(_) => Self(None),
        }
    }
}

/// Files with their stamps, as of their first use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stamps(BTreeMap<PathBuf, Stamp>);

impl Stamps {
    /// Records the current stamp of a file, unless it has one.
    pub fn note(&mut self, path: PathBuf) {
        self.0.entry(path).or_insert_with_key(|path| Stamp::of(path));
    }

    /// Adds other stamps; they override existing ones of the same file.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns the paths.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }
}

/// A cache of the current stamps of files.
#[derive(Default)]
pub struct CurrentStamps(HashMap<PathBuf, Stamp>);

impl CurrentStamps {
    /// Returns the files whose current stamps differ from the recorded ones.
    pub fn stale(&mut self, noted: &Stamps) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, stamp) in &noted.0 {
            let present = match self.0.get(path) {
                Some(present) => *present,
                None => *self.0.entry(path.clone()).or_insert_with(|| Stamp::of(path)),
            };
            if present != *stamp {
                changed.push(path.clone());
            }
        }
        changed
    }
}

/// A loader of files relative to a folder that records the stamp of each requested file.
pub struct StampingLoader {
    folder: PathBuf,
    stamps: RefCell<Stamps>,
}

impl StampingLoader {
    /// Creates a loader of files relative to a folder.
    pub fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), stamps: RefCell::default() }
    }

    /// Returns the stamps of the requested files.
    pub fn stamps(self) -> Stamps {
        self.stamps.into_inner()
    }
}

impl Loader for &StampingLoader {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        let path = self.folder.join(path);
        self.stamps.borrow_mut().note(path.clone());
        FileSystem.read(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_created_replaced_and_removed_files_are_stale() {
        let folder = std::env::temp_dir().join(format!("wishful-stamps-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |name: &str| folder.join(name);
        for name in ["same", "longer", "replaced", "removed"] {
            fs::write(file(name), "a").unwrap();
        }
        let noted = StampingLoader::of(&folder);
        for name in ["same", "longer", "replaced", "removed", "made", "never"] {
            let text = (&noted).read(Path::new(name)).unwrap();
            assert_eq!(text.is_none(), ["made", "never"].contains(&name), "{name}");
        }
        let stamps = noted.stamps();
        assert!(CurrentStamps::default().stale(&stamps).is_empty());
        fs::write(file("longer"), "ab").unwrap();
        fs::write(file("made"), "a").unwrap();
        fs::write(file("beside"), "b").unwrap();
        fs::rename(file("beside"), file("replaced")).unwrap();
        fs::remove_file(file("removed")).unwrap();
        let stale = CurrentStamps::default().stale(&stamps);
        let stale: Vec<_> = stale.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(stale, ["longer", "made", "removed", "replaced"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
