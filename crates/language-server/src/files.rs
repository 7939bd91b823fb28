//! The texts that are open in the editor, layered over the file system.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

use lsp_types::Uri;
use url::Url;

use wishful::base::SourceFile;
use wishful::grammar::load::{FileSystem, Loader};
use wishful::grammar::load_embedded::named;

/// An open text.
pub(super) struct OpenText {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) file: SourceFile,
}

/// The open texts, by name: the path of a file, or the URI of any other text.
#[derive(Default)]
pub(super) struct EditorFiles {
    pub(super) open: BTreeMap<String, OpenText>,
    /// The folder for copies of shipped grammars.
    pub(super) copies: Option<PathBuf>,
}

impl Loader for EditorFiles {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        match path.to_str().and_then(|name| self.open.get(name)) {
            Some(open) => Ok(Some(open.file.text().to_owned())),
            None => FileSystem.read(path),
        }
    }
}

/// Returns the name of a text.
pub(super) fn name(uri: &Uri) -> String {
    match path(uri.as_str()) {
        Some(path) => path.display().to_string(),
        None => uri.as_str().to_owned(),
    }
}

/// Returns the path of a `file:` URI.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    Url::parse(uri).ok()?.to_file_path().ok()
}

impl EditorFiles {
    /// Returns the URI of a file by its name. A shipped grammar is written to a file that the
    /// editor can open.
    pub(super) fn uri(&self, name: &str) -> Option<Uri> {
        if let Some(open) = self.open.get(name) {
            return Some(open.uri.clone());
        }
        let path =
            if Path::new(name).is_absolute() { PathBuf::from(name) } else { self.shipped(name)? };
        Url::from_file_path(path).ok()?.as_str().parse().ok()
    }

    /// Writes a shipped grammar to a file, unless an identical copy exists.
    fn shipped(&self, name: &str) -> Option<PathBuf> {
        let grammar = named(name.strip_suffix(".grammar")?)?;
        let path = self.copies.as_ref()?.join(name);
        if fs::read_to_string(&path).is_ok_and(|text| text == grammar.text) {
            return Some(path);
        }
        fs::create_dir_all(path.parent()?).ok()?;
        fs::write(&path, grammar.text).ok()?;
        Some(path)
    }

    /// Reports whether a file belongs to the user: it is writable, and not a copy of a shipped
    /// grammar.
    pub(super) fn is_own(&self, name: &str) -> bool {
        let path = Path::new(name);
        let is_copy = self.copies.as_ref().is_some_and(|copies| path.starts_with(copies));
        let is_locked = fs::metadata(path).is_ok_and(|about| about.permissions().readonly());
        (path.is_absolute() || name.contains(':')) && !is_copy && !is_locked
    }
}

/// Returns the user's cache folder.
fn cache() -> Option<PathBuf> {
    for variable in ["XDG_CACHE_HOME", "LOCALAPPDATA"] {
        if let Some(folder) = absolute(variable) {
            return Some(folder);
        }
    }
    Some(absolute("HOME")?.join(".cache"))
}

/// Returns the value of an environment variable, if it is an absolute path.
fn absolute(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os(variable)?);
    if path.is_absolute() { Some(path) } else { None }
}

/// Returns the folder for copies of shipped grammars: a part of the user's cache folder.
pub(super) fn user_copies() -> Option<PathBuf> {
    Some(cache()?.join("wishful").join(env!("CARGO_PKG_VERSION")))
}
