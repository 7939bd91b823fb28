//! Files as they were when they were read, to tell later which of them have changed.
//!
//! A stamp is what the file system says of a file without reading it. It is taken *before* the file is read: a change in
//! between makes the file look changed later, which costs a look, and never unchanged, which would cost the truth. A file that was
//! looked for and was not there has a stamp, too: it would matter if it came to be.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::grammar::load::{FileSystem, Loader};

/// What is known of a file without reading it; `None` if it is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp(Option<(Option<SystemTime>, u64, Identity)>);

/// Which file it is that the name stands for, and when anything about it was changed last.
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
        let known = |file: fs::Metadata| (file.modified().ok(), file.len(), identity(&file));
        Self(fs::metadata(path).ok().map(known))
    }
}

/// Files, each as it was when it was noted first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stamps(BTreeMap<PathBuf, Stamp>);

impl Stamps {
    /// Notes a file as it is now, unless it was noted before.
    pub(super) fn note(&mut self, path: PathBuf) {
        let now = |path: &PathBuf| Stamp::of(path);
        let stamp = self.0.get(&path).copied().unwrap_or_else(|| now(&path));
        self.0.insert(path, stamp);
    }

    /// Adds what others have noted; of a file that both have, what they know counts.
    pub(super) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The paths.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }
}

/// Files as they are now, each looked at once.
#[derive(Default)]
pub(super) struct Present(HashMap<PathBuf, Stamp>);

impl Present {
    /// The files that are not as they were noted.
    pub(super) fn stale(&mut self, noted: &Stamps) -> Vec<PathBuf> {
        let mut now = |path: &PathBuf| match self.0.get(path) {
            Some(stamp) => *stamp,
            None => *self.0.entry(path.clone()).or_insert_with(|| Stamp::of(path)),
        };
        let changed = noted.0.iter().filter(|(path, stamp)| now(path) != **stamp);
        changed.map(|(path, _)| path.clone()).collect()
    }
}

/// The files of a folder, by paths relative to it; notes what it is asked for.
pub(super) struct Noted {
    folder: PathBuf,
    stamps: RefCell<Stamps>,
}

impl Noted {
    pub(super) fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), stamps: RefCell::default() }
    }

    /// What was asked for.
    pub(super) fn stamps(self) -> Stamps {
        self.stamps.into_inner()
    }
}

impl Loader for &Noted {
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
    fn what_is_changed_made_replaced_or_removed_is_stale() {
        let folder = std::env::temp_dir().join(format!("wishful-stamps-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |name: &str| folder.join(name);
        for name in ["same", "longer", "replaced", "removed"] {
            fs::write(file(name), "a").unwrap();
        }
        let noted = Noted::of(&folder);
        for name in ["same", "longer", "replaced", "removed", "made", "never"] {
            let text = (&noted).read(Path::new(name)).unwrap();
            assert_eq!(text.is_none(), ["made", "never"].contains(&name), "{name}");
        }
        let stamps = noted.stamps();
        assert!(Present::default().stale(&stamps).is_empty());
        fs::write(file("longer"), "ab").unwrap();
        fs::write(file("made"), "a").unwrap();
        fs::write(file("beside"), "b").unwrap();
        fs::rename(file("beside"), file("replaced")).unwrap();
        fs::remove_file(file("removed")).unwrap();
        let stale = Present::default().stale(&stamps);
        let stale: Vec<_> = stale.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(stale, ["longer", "made", "removed", "replaced"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
