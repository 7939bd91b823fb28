//! What a run reads, in units: an archive each, or some page files.
//!
//! A unit is read in order, and has parts of the output of its own; several are read at a time. So the units of the same command line
//! must be the same in each run: folders are walked in the order of names, and [`names`] and [`Unit::lengths`] tell whether something
//! has changed since.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::Crc;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// How many page files are a unit.
const PAGES: usize = 4096;

/// What is read in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Archive(PathBuf),
    /// HTML files.
    Pages(Vec<PathBuf>),
}

impl Unit {
    /// What it is called.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Archive(path) => path.display().to_string(),
            Self::Pages(paths) => {
                let first = paths.first().map(|path| path.display().to_string());
                format!("{} pages from {} on", paths.len(), first.unwrap_or_default())
            }
        }
    }

    /// A checksum of the lengths of its files, as they are now.
    pub(crate) fn lengths(&self) -> u32 {
        let mut sum = Crc::new();
        for path in self.paths() {
            let length = fs::metadata(path).map_or(0, |file| file.len());
            sum.update(&length.to_le_bytes());
        }
        sum.sum()
    }

    fn paths(&self) -> &[PathBuf] {
        match self {
            Self::Archive(path) => std::slice::from_ref(path),
            Self::Pages(paths) => paths,
        }
    }
}

/// The units of a command line.
///
/// # Errors
/// If a list or a folder cannot be read, or there is nothing to read.
pub(crate) fn of(arguments: &Arguments) -> Result<Vec<Unit>, Failure> {
    let mut inputs = arguments.inputs.clone();
    if let Some(list) = &arguments.files {
        inputs.extend(listed(list)?);
    }
    let mut files = Files::default();
    let none_is_named = inputs.is_empty();
    for input in inputs {
        files.add(input)?;
    }
    let mut units: Vec<Unit> = files.archives.into_iter().map(Unit::Archive).collect();
    units.extend(files.pages.chunks(PAGES).map(|pages| Unit::Pages(pages.to_vec())));
    match units.is_empty() {
        true if none_is_named => Err(Failure::usage(
            "there is nothing to read: name archives, pages or folders, or --files LIST",
        )),
        true => Err(Failure::usage(
            "there is nothing to read: no *.warc, *.warc.gz, *.html or *.htm is in the folders",
        )),
        false => Ok(units),
    }
}

/// The names in a list.
fn listed(list: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (called, reader): (_, Box<dyn Read>) = match list.as_os_str() == "-" {
        true => ("stdin".to_owned(), Box::new(io::stdin())),
        false => {
            let file = File::open(list);
            let file = file.map_err(|error| Failure::unreadable(list.display(), &error))?;
            (list.display().to_string(), Box::new(file))
        }
    };
    let mut names = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(reader).split(b'\n')) {
        let line = line.map_err(|error| Failure::unreadable(&called, &error))?;
        let name = std::str::from_utf8(&line).map(str::trim).map_err(|_| {
            Failure::refused(format!(
                "{called}:{number}: this name is not UTF-8, as those in a list must be; name it on the command line"
            ))
        })?;
        if !name.is_empty() {
            names.push(PathBuf::from(name));
        }
    }
    Ok(names)
}

#[derive(Default)]
struct Files {
    archives: Vec<PathBuf>,
    pages: Vec<PathBuf>,
}

impl Files {
    fn add(&mut self, input: PathBuf) -> Result<(), Failure> {
        if input.is_dir() {
            for path in walk(&input)? {
                match by_name(&path) {
                    Some(Kind::Archive) => self.archives.push(path),
                    Some(Kind::Page) => self.pages.push(path),
                    None => {}
                }
            }
            return Ok(());
        }
        refuse_stream(&input)?;
        match by_name(&input).unwrap_or_else(|| by_beginning(&input)) {
            Kind::Archive => self.archives.push(input),
            Kind::Page => self.pages.push(input),
        }
        Ok(())
    }
}

/// Refuses what can be read but once: archives are read from offsets on, and again by a run that goes on.
fn refuse_stream(path: &Path) -> Result<(), Failure> {
    match path.as_os_str() == "-" || fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        true => Err(Failure::usage(format!(
            "{}: this is a stream, and pages are read from files: save it first; `--files -` reads names from stdin",
            path.display()
        ))),
        false => Ok(()),
    }
}

enum Kind {
    Archive,
    Page,
}

fn by_name(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    match () {
        () if ends(&[".warc", ".warc.gz", ".warc.zst"]) => Some(Kind::Archive),
        () if ends(&[".html", ".htm"]) => Some(Kind::Page),
        () => None,
    }
}

/// What a file is that was named and whose name does not say so. (One that cannot be read is a page that cannot be read.)
fn by_beginning(path: &Path) -> Kind {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(5).read_to_end(&mut start));
    match read.is_ok() && (start == b"WARC/" || start.starts_with(&[0x1f, 0x8b])) {
        true => Kind::Archive,
        false => Kind::Page,
    }
}

/// All files under a folder, by name; hidden ones and hidden folders are left out, and links to folders are not followed.
fn walk(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error: io::Error| Failure::unreadable(folder.display(), &error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            match entry.file_type().map_err(failed)?.is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    files.sort();
    Ok(files)
}

/// A checksum of the names of all that is read.
pub(crate) fn names(units: &[Unit]) -> u32 {
    let mut sum = Crc::new();
    for path in units.iter().flat_map(Unit::paths) {
        sum.update(path.as_os_str().as_encoded_bytes());
        sum.update(b"\n");
    }
    sum.sum()
}
