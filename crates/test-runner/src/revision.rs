//! Grammar files as of a commit, read with the program `git`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use wishful::grammar::load::{Loader, decoded};
use wishful_console::failure::{Failure, reason};

/// A commit of the repository around a folder.
pub(super) struct Revision {
    folder: PathBuf,
    commit: String,
}

impl Revision {
    /// Looks up the commit that a name denotes for the repository of a folder.
    ///
    /// # Errors
    /// If `git` cannot be started, the folder is in no repository, or the name denotes no commit.
    pub(super) fn of(name: &str, folder: &Path) -> Result<Self, Failure> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let found = git(folder, &["rev-parse", "--is-inside-work-tree"])?;
        if !found.status.success() {
            return Err(Failure::refused(format!(
                "{}: not in a git repository, so there is no revision `{name}` to compare with",
                folder.display()
            )));
        }
        let commit = format!("{name}^{{commit}}");
        let found =
            git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        if !found.status.success() {
            return Err(Failure::refused(format!(
                "unknown revision `{name}`: expected a commit, branch or tag, such as HEAD or HEAD~3"
            )));
        }
        let commit = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        Ok(Self { folder: folder.to_owned(), commit })
    }
}

impl Loader for Revision {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        let object = format!("{}:./{}", self.commit, path.to_string_lossy().replace('\\', "/"));
        let shown = git(&self.folder, &["cat-file", "blob", &object])
            .map_err(|failure| io::Error::other(failure.to_string()))?;
        // OK because the commit exists, so only the file can be missing.
        if shown.status.success() { decoded(shown.stdout).map(Some) } else { Ok(None) }
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output, Failure> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    command.output().map_err(|error| {
        Failure::refused(format!("git: cannot be started: {}; --since needs it", reason(&error)))
    })
}
