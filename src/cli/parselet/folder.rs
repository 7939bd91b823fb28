//! Access control for `html(…)` in parselets: only files below the allowed folders can be read.
//!
//! A path is canonicalized first, which resolves links and `..`, and then compared with the
//! folders.

use std::path::{Path, PathBuf};

use url::Url;

use crate::ParseOptions;
use crate::cli::failure::Failure;
use crate::cli::grammars::Prepared;
use crate::cli::{inputs, reading};
use crate::query::Fetch;
use crate::tree::Document;

/// The allowed folders, as canonical paths.
pub(super) struct Folder {
    roots: Vec<PathBuf>,
}

/// A source of documents below the folders, parsed by a grammar.
pub(super) struct FromFolder<'a> {
    folder: &'a Folder,
    grammar: &'a Prepared,
}

impl Folder {
    /// Canonicalizes the folders.
    ///
    /// # Errors
    /// If one is not a readable folder.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, Failure> {
        let root = |path: &PathBuf| {
            let failed = |error| inputs::unreadable(&path.to_string_lossy(), &error);
            let whole = path.canonicalize().map_err(failed)?;
            std::fs::read_dir(&whole).map_err(failed)?;
            Ok::<_, Failure>(whole)
        };
        Ok(Self { roots: paths.iter().map(root).collect::<Result<_, _>>()? })
    }

    /// Returns a source of the documents below the folders.
    pub(super) fn fetch<'a>(&'a self, grammar: &'a Prepared) -> FromFolder<'a> {
        FromFolder { folder: self, grammar }
    }

    /// Returns the canonical path of a file, if it is below one of the folders.
    fn below(&self, path: &Path) -> Result<PathBuf, String> {
        let whole = path.canonicalize().map_err(|error| inputs::reason(&error))?;
        match self.roots.iter().any(|root| whole.starts_with(root)) {
            true => Ok(whole),
            false => Err("it is not below a folder of --allow-dir".to_owned()),
        }
    }
}

impl Fetch for FromFolder<'_> {
    fn fetch(&self, address: &Url) -> Result<Document, String> {
        if self.folder.roots.is_empty() {
            return Err("only files below a folder of --allow-dir may be read".to_owned());
        }
        // The URL of a file on another machine has no local path.
        let path = Some(address).filter(|address| address.scheme() == "file");
        let path = path.and_then(|address| address.to_file_path().ok());
        let path = path.ok_or("nothing is read over the network")?;
        let path = self.folder.below(&path)?;
        let name = path.to_str().ok_or("its path is no Unicode")?;
        let input = reading::read(name, None).map_err(|failure| failure.to_string())?;
        let options = ParseOptions { url: Some(address.clone()), ..ParseOptions::default() };
        self.grammar.parse(input.bytes, &options)
    }
}
