//! Access control for `html(…)` in parselets: only files below the allowed folders can be read.
//!
//! A path is canonicalized first, which resolves links and `..`, and then compared with the
//! folders.

use std::io;
use std::path::{Path, PathBuf};

use url::Url;

use wishful::ParseOptions;
use wishful::tree::Document;
use wishful_console::failure::{Failure, reason};
use wishful_console::grammars::PreparedGrammar;
use wishful_console::reading;
use wishful_query::Fetch;

/// The allowed folders, as canonical paths.
pub(super) struct Folder {
    roots: Vec<PathBuf>,
}

/// A source of documents below the folders, parsed by a grammar.
pub(super) struct FromFolder<'a> {
    folder: &'a Folder,
    grammar: &'a PreparedGrammar,
}

impl Folder {
    /// Canonicalizes the folders.
    ///
    /// # Errors
    /// If one is not a readable folder.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut roots = Vec::with_capacity(paths.len());
        for path in paths {
            match readable_folder(path) {
                Ok(root) => roots.push(root),
                Err(error) => return Err(Failure::unreadable(&path.to_string_lossy(), &error)),
            }
        }
        Ok(Self { roots })
    }

    /// Returns a source of the documents below the folders.
    pub(super) fn fetch<'a>(&'a self, grammar: &'a PreparedGrammar) -> FromFolder<'a> {
        FromFolder { folder: self, grammar }
    }

    /// Returns the canonical path of a file, if it is below one of the folders.
    fn below(&self, path: &Path) -> Result<PathBuf, String> {
        let whole = path.canonicalize().map_err(|error| reason(&error))?;
        if !self.roots.iter().any(|root| whole.starts_with(root)) {
            return Err("not inside a folder of --allow-dir".to_owned());
        }
        Ok(whole)
    }
}

/// Returns the canonical path of a folder that can be read.
fn readable_folder(path: &Path) -> io::Result<PathBuf> {
    let whole = path.canonicalize()?;
    std::fs::read_dir(&whole)?;
    Ok(whole)
}

impl Fetch for FromFolder<'_> {
    fn fetch(&self, address: &Url) -> Result<Document, String> {
        if self.folder.roots.is_empty() {
            return Err("only files inside a folder of --allow-dir can be read".to_owned());
        }
        // The URL of a file on another machine has no local path.
        let path = if address.scheme() == "file" { address.to_file_path().ok() } else { None };
        let path = path.ok_or("network access is not supported")?;
        let path = self.folder.below(&path)?;
        let name = path.to_str().ok_or("its path is not Unicode")?;
        let input = reading::read(name, None).map_err(|failure| failure.to_string())?;
        let options = ParseOptions::default().url(Some(address.clone()));
        self.grammar.parse(input.bytes, &options)
    }
}
