//! Atomic replacement of files.
//!
//! The new content goes to a temporary file in the same folder, which is then renamed. A full disk,
//! a kill or a power failure leaves the old file or the new one, never a part. The new file has the
//! permissions of the old one, or those of any new file. If the name is a link to a file, the file
//! is replaced and the link stays. A device, a pipe or another special file is written to directly.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::inputs::folder_of;

/// Replaces the content of a file, or creates the file.
///
/// # Errors
/// If the content cannot be written; the old file is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(about) if !about.is_file() => return fs::write(path, bytes),
        Ok(about) => Some(about.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let path = match old {
        Some(_) => fs::canonicalize(path)?,
        None => path.to_owned(),
    };
    // A read-only file must not be replaced either.
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut beside = tempfile::Builder::new();
    if let Some(permissions) = old.clone().or_else(usual_permissions) {
        beside.permissions(permissions);
    }
    let mut beside = beside.prefix(".wishful-").tempfile_in(folder_of(&path))?;
    beside.write_all(bytes)?;
    if let Some(old) = old {
        // The user's mask may have removed permissions at creation.
        fs::set_permissions(beside.path(), old)?;
    }
    beside.as_file().sync_data()?;
    beside.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Returns the permissions that a program asks for when it creates a file, from which the user's
/// mask removes some. Those of a temporary file are for its owner only.
#[cfg(unix)]
fn usual_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<fs::Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_replaced_without_leftovers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["page.html"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("page.html"), folder.path().join("link.html"));
        fs::write(&path, "one").unwrap();
        symlink("page.html", &link).unwrap();
        for mode in [0o640, 0o666, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&link, format!("{mode:o}").as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{mode:o}"));
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        let (new, usual) = (folder.path().join("new.html"), folder.path().join("usual.html"));
        replace(&new, b"one").unwrap();
        fs::write(&usual, b"one").unwrap();
        let modes = [&new, &usual].map(|path| fs::metadata(path).unwrap().permissions().mode());
        assert_eq!(modes[0], modes[1]);
    }

    #[test]
    fn files_that_cannot_be_replaced_are_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        fs::write(&path, "one").unwrap();
        let mut locked = fs::metadata(&path).unwrap().permissions();
        locked.set_readonly(true);
        fs::set_permissions(&path, locked).unwrap();
        let refused = replace(&path, b"two").unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(names(folder.path()), ["page.html"]);
        assert!(replace(&folder.path().join("none/page.html"), b"two").is_err());
    }
}
