//! Folders of pages as input, and a folder as output.
//!
//! ```text
//! wishful fix site/ -o out/        site/index.html      out/index.html
//!                                  site/news/1.html     out/news/1.html
//! ```
//!
//! Invariant: an output folder never replaces an input, and no two pages have one output. Both are
//! checked before the first page is read.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use wishful_console::failure::Failure;
use wishful_console::{inputs, replacing};

/// A page of the command line, or of a folder there.
#[derive(Debug)]
pub(super) struct PageFile {
    /// The path; `-` is stdin.
    pub(super) path: String,
    /// The path in an output folder: that below the folder of the command line.
    place: PathBuf,
}

/// Returns the pages that arguments name: each file, and of each folder the HTML files and those
/// whose paths are `also` meant.
///
/// # Errors
/// If a folder cannot be read or has no pages.
pub(super) fn pages(
    arguments: &[String],
    also: &dyn Fn(&str) -> bool,
) -> Result<Vec<PageFile>, Failure> {
    let mut pages = Vec::new();
    for argument in arguments {
        let folder = Path::new(argument);
        if !folder.is_dir() {
            let place = folder.file_name().map(PathBuf::from).unwrap_or_default();
            pages.push(PageFile { path: argument.clone(), place });
            continue;
        }
        let before = pages.len();
        for path in inputs::walk(folder)? {
            let name = path.to_string_lossy();
            if inputs::is_document(&path) || also(&name) {
                let place = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                pages.push(PageFile { path: name.into_owned(), place });
            }
        }
        if pages.len() == before {
            let message = "no pages found: no *.html or *.htm file";
            return Err(Failure::refused(format!("{argument}: {message}")));
        }
    }
    Ok(pages)
}

/// A folder that receives a file for each page.
#[derive(Debug)]
pub(super) struct OutputFolder<'a>(&'a Path);

impl<'a> OutputFolder<'a> {
    /// Checks that pages of these arguments can be written to a folder.
    ///
    /// # Errors
    /// If an input would be replaced, or if two pages have one output.
    pub(super) fn new(
        folder: &'a Path,
        arguments: &[String],
        pages: &[PageFile],
    ) -> Result<Self, Failure> {
        let shown = folder.display();
        if arguments.iter().any(|argument| argument == "-") {
            return Err(Failure::usage("stdin has no name in an output folder; omit -o"));
        }
        let real = real_path(folder);
        for argument in arguments {
            let input = Path::new(argument);
            if input.is_dir() && real.starts_with(real_path(input)) {
                let message = format!(
                    "{shown} is in the input folder {argument}: name an output folder outside of it"
                );
                return Err(Failure::usage(message));
            }
        }
        let mut sources: BTreeMap<PathBuf, &str> = BTreeMap::new();
        for page in pages {
            sources.insert(real_path(Path::new(&page.path)), &page.path);
        }
        let mut outputs: BTreeMap<PathBuf, &str> = BTreeMap::new();
        for page in pages {
            let output = real_path(&folder.join(&page.place));
            if let Some(source) = sources.get(&output) {
                let message =
                    format!("-o {shown} would replace the input {source}: name another folder");
                return Err(Failure::usage(message));
            }
            if let Some(other) = outputs.insert(output, &page.path) {
                let place = folder.join(&page.place);
                let message = format!(
                    "{other} and {} would both become {}: name the folder around them, or write them one by one",
                    page.path,
                    place.display()
                );
                return Err(Failure::usage(message));
            }
        }
        Ok(Self(folder))
    }

    /// Writes the output of a page.
    ///
    /// # Errors
    /// If a folder or the file cannot be written.
    pub(super) fn write(&self, page: &PageFile, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.0.join(&page.place);
        let made = fs::create_dir_all(inputs::folder_of(&path));
        made.and_then(|()| replacing::replace(&path, bytes))
            .map_err(|error| Failure::unwritten(&path, &error))
    }
}

/// Returns a path without links, as far as it exists.
fn real_path(path: &Path) -> PathBuf {
    let mut missing = Vec::new();
    let mut exists = path;
    loop {
        let start = if exists.as_os_str().is_empty() { Path::new(".") } else { exists };
        if let Ok(real) = fs::canonicalize(start) {
            return missing.iter().rev().fold(real, |path, name| path.join(name));
        }
        let (Some(parent), Some(name)) = (exists.parent(), exists.file_name()) else {
            return path.to_owned();
        };
        missing.push(name);
        exists = parent;
    }
}
