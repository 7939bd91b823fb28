//! The units of a run: an archive, or a group of page files.
//!
//! Each unit is read in order and has its own parts of the output; several units are read in
//! parallel. So the same command line must give the same units in every run: folders are walked in
//! the order of names. [`names`] and [`Unit::lengths`] detect whether the inputs have changed
//! since.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::Crc;

use crate::archive::begins_archive;
use crate::arguments::CrawlArguments;
use crate::failure::{CrawlFailure, reason};

/// The maximum number of page files in a unit.
const PAGES: usize = 4096;

/// The name of the input on stdin.
const STDIN: &str = "-";

/// A group of inputs that is read in order.
#[derive(Debug)]
pub(crate) enum Unit {
    Archive(ArchiveInput),
    /// HTML files.
    Pages(Vec<PathBuf>),
}

/// An archive on the command line.
#[derive(Debug)]
pub(crate) struct ArchiveInput {
    pub(crate) path: PathBuf,
    /// A temporary copy, if the path is `-`: archives are read from offsets on, and stdin cannot
    /// be.
    copy: Option<File>,
}

impl ArchiveInput {
    fn at(path: PathBuf) -> Self {
        Self { path, copy: None }
    }

    /// Copies stdin to a file that has no name, so that it vanishes with the process.
    fn of_stdin() -> Result<Self, CrawlFailure> {
        let copied = tempfile::tempfile().and_then(|mut file| {
            io::copy(&mut io::stdin().lock(), &mut file)?;
            Ok(file)
        });
        match copied {
            Ok(file) => Ok(Self { path: STDIN.into(), copy: Some(file) }),
            Err(error) => Err(CrawlFailure::refused(format!(
                "stdin: cannot be copied to a temporary file: {}",
                reason(&error)
            ))),
        }
    }

    /// Opens the archive.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub(crate) fn open(&self) -> io::Result<File> {
        match &self.copy {
            Some(file) => file.try_clone(),
            None => File::open(&self.path),
        }
    }
}

impl Unit {
    /// Returns the name of the unit in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Archive(archive) => archive.path.display().to_string(),
            Self::Pages(paths) => {
                let first = paths.first().map(|path| path.display().to_string());
                format!("{} pages from {}", paths.len(), first.unwrap_or_default())
            }
        }
    }

    /// Returns a checksum of the current lengths of the unit's files.
    pub(crate) fn lengths(&self) -> u32 {
        let mut sum = Crc::new();
        for path in self.paths() {
            let metadata = match self {
                Self::Archive(ArchiveInput { copy: Some(file), .. }) => file.metadata(),
                _ => fs::metadata(path),
            };
            let length = metadata.map_or(0, |file| file.len());
            sum.update(&length.to_le_bytes());
        }
        sum.sum()
    }

    fn paths(&self) -> &[PathBuf] {
        match self {
            Self::Archive(archive) => std::slice::from_ref(&archive.path),
            Self::Pages(paths) => paths,
        }
    }
}

/// Returns the units of a command line.
///
/// # Errors
/// If a list or a folder cannot be read, or there is no input.
pub(crate) fn of(arguments: &CrawlArguments) -> Result<Vec<Unit>, CrawlFailure> {
    let mut inputs = arguments.inputs.clone();
    if let Some(list) = &arguments.files {
        inputs.extend(listed(list)?);
    }
    let is_list_on_stdin = arguments.files.as_deref().is_some_and(is_stdin);
    let mut files = InputFiles { is_stdin_read: is_list_on_stdin, ..InputFiles::default() };
    let none_is_named = inputs.is_empty();
    for input in inputs {
        files.add(input)?;
    }
    let mut units: Vec<Unit> = files.archives.into_iter().map(Unit::Archive).collect();
    for pages in files.pages.chunks(PAGES) {
        units.push(Unit::Pages(pages.to_vec()));
    }
    if !units.is_empty() {
        return Ok(units);
    }
    Err(CrawlFailure::usage(if none_is_named {
        "no input: name archives, pages or folders, or use --files LIST"
    } else {
        "no input: the folders contain no *.warc, *.warc.gz, *.warc.zst, *.html or *.htm files"
    }))
}

/// Reads the names in a list.
fn listed(list: &Path) -> Result<Vec<PathBuf>, CrawlFailure> {
    let (called, reader): (_, Box<dyn Read>) = if is_stdin(list) {
        ("stdin".to_owned(), Box::new(io::stdin()))
    } else {
        let file = File::open(list);
        let file = file.map_err(|error| CrawlFailure::unreadable(list.display(), &error))?;
        (list.display().to_string(), Box::new(file))
    };
    let mut names = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(reader).split(b'\n')) {
        let line = line.map_err(|error| CrawlFailure::unreadable(&called, &error))?;
        let name = std::str::from_utf8(&line).map(str::trim).map_err(|_| {
            CrawlFailure::refused(format!(
                "{called}:{number}: this name is not valid UTF-8, which a list requires; name it on the command line"
            ))
        })?;
        if !name.is_empty() {
            names.push(PathBuf::from(name));
        }
    }
    Ok(names)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

#[derive(Default)]
struct InputFiles {
    archives: Vec<ArchiveInput>,
    pages: Vec<PathBuf>,
    is_stdin_read: bool,
}

impl InputFiles {
    fn add(&mut self, input: PathBuf) -> Result<(), CrawlFailure> {
        if input.is_dir() {
            for path in walk(&input)? {
                match by_name(&path) {
                    Some(InputKind::Archive) => self.archives.push(ArchiveInput::at(path)),
                    Some(InputKind::Page) => self.pages.push(path),
                    None => {}
                }
            }
            return Ok(());
        }
        if is_stdin(&input) {
            if std::mem::replace(&mut self.is_stdin_read, true) {
                return Err(CrawlFailure::usage("stdin (`-`) can be read only once"));
            }
            self.archives.push(ArchiveInput::of_stdin()?);
            return Ok(());
        }
        refuse_stream(&input)?;
        let kind = match by_name(&input) {
            Some(kind) => kind,
            None => by_beginning(&input),
        };
        match kind {
            InputKind::Archive => self.archives.push(ArchiveInput::at(input)),
            InputKind::Page => self.pages.push(input),
        }
        Ok(())
    }
}

/// Rejects inputs that can be read only once: archives are read from offsets on, and a resumed run
/// reads them again.
fn refuse_stream(path: &Path) -> Result<(), CrawlFailure> {
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return Err(CrawlFailure::usage(format!(
            "{}: not a regular file; save it to a file first, or write it to stdin and name `-`",
            path.display()
        )));
    }
    Ok(())
}

enum InputKind {
    Archive,
    Page,
}

fn by_name(path: &Path) -> Option<InputKind> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    if name.ends_with(".warc") || name.ends_with(".warc.gz") || name.ends_with(".warc.zst") {
        Some(InputKind::Archive)
    } else if name.ends_with(".html") || name.ends_with(".htm") {
        Some(InputKind::Page)
    } else {
        None
    }
}

/// Classifies a named file by its first bytes, since its name does not tell. A file that cannot be
/// read counts as a page that cannot be read.
fn by_beginning(path: &Path) -> InputKind {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(5).read_to_end(&mut start));
    if read.is_ok() && begins_archive(&start) { InputKind::Archive } else { InputKind::Page }
}

/// Returns all files below a folder, in the order of names. It skips hidden files and folders, and
/// does not follow links to folders.
fn walk(folder: &Path) -> Result<Vec<PathBuf>, CrawlFailure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error: io::Error| CrawlFailure::unreadable(folder.display(), &error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let is_folder = entry.file_type().map_err(failed)?.is_dir();
            if is_folder {
                folders.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns a checksum of the names of all inputs.
pub(crate) fn names(units: &[Unit]) -> u32 {
    let mut sum = Crc::new();
    for unit in units {
        for path in unit.paths() {
            sum.update(path.as_os_str().as_encoded_bytes());
            sum.update(b"\n");
        }
    }
    sum.sum()
}
