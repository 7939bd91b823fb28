//! The loader: from a name or a path to parsed files, used grammars before those that use them.
//!
//! `use "base.grammar"` searches the folder of the file that contains it, then the grammars
//! embedded in the program ([`embedded`](super::load_embedded::named)). A name on the command line
//! is searched for in the same way, from the current folder. A name with a path separator never
//! means an embedded grammar. If nothing is found, the diagnostic lists the searched locations and
//! the closest shipped name.
//!
//! Files are read through a [`Loader`], so that a library without a file system, a test, or an
//! editor with unsaved text can supply its own. [`load`] is an iterative depth-first search over
//! `use` statements. A grammar is *open* from its discovery until all grammars that it uses are
//! loaded; then it becomes a unit. Discovering an open grammar again is a cycle. Invariant: every
//! unit occurs once, after all units that it uses.

use super::ast::{At, File, FileSpan, facts};
use super::load_embedded::{Embedded, named, shipped};
use super::parse::parse;
use super::schema::Head;
use crate::base::{Code, Diagnostic, Files, SourceFile, Span, counted};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A source of grammar files.
pub trait Loader {
    /// Reads the text of a file; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file exists but cannot be read. For a folder, the kind is
    /// [`IsADirectory`](io::ErrorKind::IsADirectory).
    fn read(&self, path: &Path) -> io::Result<Option<String>>;

    /// Returns the name of a file in messages: by default its path.
    fn called(&self, path: &Path) -> String {
        path.display().to_string()
    }
}

/// The files of the file system, up to `FileSystem::LARGEST`.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileSystem;

impl FileSystem {
    /// The greatest size of a file in bytes, many times that of any grammar. Larger files, and
    /// endless ones (`/dev/zero`), are refused without reading further.
    pub(crate) const LARGEST: u64 = 1 << 24;
}

impl Loader for FileSystem {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !path.exists() {
            return Ok(None);
        }
        Ok(Some(Self::text(std::fs::File::open(path)?)?))
    }
}

impl FileSystem {
    /// Reads the text of an open file.
    ///
    /// # Errors
    /// If it cannot be read, is too large or is not UTF-8.
    #[doc(hidden)]
    pub fn text(file: impl Read) -> io::Result<String> {
        let mut bytes = Vec::new();
        file.take(Self::LARGEST + 1).read_to_end(&mut bytes)?;
        if counted(bytes.len()) > Self::LARGEST {
            let message = format!("larger than the limit of {} MiB", Self::LARGEST >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        decoded(bytes)
    }
}

/// A loader that caches each file it reads: a pipe can be read only once, and a file could change
/// between two reads.
pub struct CachingLoader<L> {
    loader: L,
    read: RefCell<HashMap<PathBuf, Option<String>>>,
}

impl<L> CachingLoader<L> {
    /// Wraps `loader`.
    pub fn new(loader: L) -> Self {
        Self { loader, read: RefCell::default() }
    }
}

impl<L: Loader> Loader for CachingLoader<L> {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        if let Some(text) = self.read.borrow().get(path) {
            return Ok(text.clone());
        }
        let text = self.loader.read(path)?;
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    fn called(&self, path: &Path) -> String {
        self.loader.called(path)
    }
}

/// Decodes the text of a file, which must be UTF-8.
///
/// # Errors
/// If it is not; the message has the byte and the line.
pub fn decoded(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let (before, rest) = error.as_bytes().split_at(at);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = match rest.first() {
            Some(byte) => format!(" (0x{byte:02X})"),
            None => String::new(),
        };
        let message = format!("not UTF-8: byte {} of the file{byte}, in line {line}", at + 1);
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// A loader without files: only embedded grammars are found.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedOnly;

impl Loader for EmbeddedOnly {
    fn read(&self, _: &Path) -> io::Result<Option<String>> {
        Ok(None)
    }
}

/// Texts in memory, by path.
impl Loader for HashMap<PathBuf, String> {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        Ok(self.get(path).cloned())
    }
}

/// A grammar and all grammars that it uses, parsed.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The texts.
    pub files: Files,
    /// The parsed files, each once: used grammars before those that use them, the requested grammar
    /// last.
    pub units: Vec<File>,
    /// True if a used grammar is missing, or not read yet because of a cycle.
    pub incomplete: bool,
}

/// Loads a grammar, given by the name of a shipped one or by its path, and all grammars that it
/// uses.
///
/// A file that is not found, or is used in a cycle, gets a diagnostic; the rest is loaded.
#[must_use]
pub fn load(name_or_path: &str, loader: &dyn Loader) -> (Sources, Vec<Diagnostic>) {
    let mut loading = Loading::new(loader);
    match loading.find(name_or_path, None) {
        Ok(found) => loading.open(found),
        Err(failure) => {
            // No file contains the name, so the diagnostic has an empty span.
            let file = loading.sources.files.add(SourceFile::new("", ""));
            let place = FileSpan { file, span: Span::at(0) };
            let asked = At { value: name_or_path.to_owned(), place };
            loading.diagnostics.push(failure.diagnostic(&asked));
        }
    }
    loading.run()
}

/// Returns the shipped grammar that [`load`] would load for a name; `None` if it would load a file
/// or fail.
#[must_use]
pub(crate) fn shipped_as(name_or_path: &str, loader: &dyn Loader) -> Option<&'static Embedded> {
    match Loading::new(loader).find(name_or_path, None).ok()?.origin {
        Origin::Embedded(name) => named(name),
        Origin::File(_) => None,
    }
}

/// Loads a grammar given as text, called `name` in messages, and all grammars that it uses, which
/// are searched for beside the path `name`.
#[must_use]
pub fn load_text(name: &str, text: &str, loader: &dyn Loader) -> (Sources, Vec<Diagnostic>) {
    load_text_without(name, text, loader, None)
}

/// Loads a grammar like [`load_text`], without the statement at a span.
#[must_use]
pub(crate) fn load_text_without(
    name: &str,
    text: &str,
    loader: &dyn Loader,
    without: Option<FileSpan>,
) -> (Sources, Vec<Diagnostic>) {
    let mut loading = Loading { without, ..Loading::new(loader) };
    loading.open(FoundGrammar { origin: Origin::File(PathBuf::from(name)), text: text.to_owned() });
    loading.run()
}

/// The identity of a grammar; two uses of one origin are one unit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Origin {
    Embedded(&'static str),
    File(PathBuf),
}

/// A grammar that was found, not parsed yet.
struct FoundGrammar {
    origin: Origin,
    text: String,
}

/// A grammar that waits for the grammars that it uses.
struct OpenGrammar {
    origin: Origin,
    unit: File,
    /// The remaining `use` statements, the next one last.
    uses: Vec<At<String>>,
}

/// The reason why a grammar cannot be loaded.
enum LoadFailure {
    Missing(Vec<PathBuf>),
    Folder(PathBuf),
    Unreadable(PathBuf, io::Error),
}

impl LoadFailure {
    fn diagnostic(self, At { value: name, place }: &At<String>) -> Diagnostic {
        let error = |message: String| Diagnostic::error(Code::Undefined, *place, message);
        match self {
            Self::Missing(_) if name.trim().is_empty() => {
                error("the name of a grammar is missing".to_owned())
                    .label("empty")
                    .help("name a file or a shipped grammar: `use \"whatwg\" ;`")
            }
            Self::Missing(paths) => {
                let mut places: Vec<String> =
                    paths.iter().map(|path| format!("`{}`", path.display())).collect();
                if !separated(name) {
                    places.push("the shipped grammars".into());
                }
                let diagnostic = error(format!("unknown grammar `{name}`"))
                    .label("not found")
                    .note(format!("searched in {}", places.join(" and ")));
                // A shipped grammar needs no extension, a file does.
                let file = paths.iter().map(|path| path.with_extension("grammar"));
                if let Some(file) = file.into_iter().find(|path| path.is_file()) {
                    return diagnostic.help(format!("did you mean the file `{}`?", file.display()));
                }
                match nearest(name) {
                    Some(near) => Diagnostic {
                        meant: Some(near.to_owned()),
                        ..diagnostic.help(format!("did you mean the shipped `{near}`?"))
                    },
                    None => diagnostic.help(the_shipped()),
                }
            }
            Self::Folder(path) => error(format!("`{}` is a folder, not a grammar", path.display()))
                .label("a folder")
                .help("name a file in it, such as `….grammar`"),
            Self::Unreadable(path, reason) => {
                let diagnostic = error(format!("cannot read the grammar `{name}`"))
                    .label("unreadable")
                    .note(format!("`{}`: {reason}", path.display()));
                match reason.kind() {
                    io::ErrorKind::InvalidData => diagnostic
                        .help("save it as UTF-8; `iconv -f latin1 -t utf-8` converts Latin-1"),
                    _ => diagnostic,
                }
            }
        }
    }
}

fn separated(name: &str) -> bool {
    name.contains(['/', '\\'])
}

fn the_shipped() -> String {
    let names: Vec<String> = shipped().map(|grammar| format!("`{}`", grammar.name)).collect();
    format!("a grammar is a file, or one of the shipped {}", names.join(", "))
}

/// Returns the shipped grammar with the closest name.
fn nearest(name: &str) -> Option<&'static str> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let wanted = file.strip_suffix(".grammar").unwrap_or(file);
    let distance = |name: &str| strsim::damerau_levenshtein(wanted, name);
    let near = shipped().map(|grammar| grammar.name).min_by_key(|name| distance(name))?;
    if distance(near) <= near.len().div_ceil(3) { Some(near) } else { None }
}

/// The state of the depth-first search over `use` statements.
struct Loading<'l> {
    loader: &'l dyn Loader,
    /// The span of a statement that is left out.
    without: Option<FileSpan>,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    /// The grammars that have become units.
    done: Vec<Origin>,
    /// The stack of open grammars; each is used by the one before.
    open: Vec<OpenGrammar>,
}

impl<'l> Loading<'l> {
    fn new(loader: &'l dyn Loader) -> Self {
        Self {
            loader,
            without: None,
            sources: Sources::default(),
            diagnostics: Vec::new(),
            done: Vec::new(),
            open: Vec::new(),
        }
    }

    fn run(mut self) -> (Sources, Vec<Diagnostic>) {
        while let Some(last) = self.open.last_mut() {
            match last.uses.pop() {
                Some(name) => self.take(&name),
                None => self.close(),
            }
        }
        (self.sources, self.diagnostics)
    }

    /// Parses a grammar and pushes it onto the stack of open grammars.
    fn open(&mut self, found: FoundGrammar) {
        let name = match &found.origin {
            Origin::Embedded(name) => format!("{name}.grammar"),
            Origin::File(path) => self.loader.called(path),
        };
        let file = self.sources.files.add(SourceFile::new(name, found.text));
        let (mut unit, diagnostics) = parse(file, &self.sources.files);
        unit.statements.retain(|statement| Some(statement.place) != self.without);
        self.diagnostics.extend(diagnostics);
        let uses = facts(&unit.statements, Head::Use).filter_map(|fact| fact.value.text("file"));
        let mut uses: Vec<At<String>> = uses.cloned().collect();
        uses.reverse();
        self.open.push(OpenGrammar { origin: found.origin, unit, uses });
    }

    /// Turns the innermost open grammar, all of whose uses are loaded, into a unit.
    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.done.push(open.origin);
            self.sources.units.push(open.unit);
        }
    }

    /// Follows a `use` of the innermost open grammar.
    fn take(&mut self, name: &At<String>) {
        let beside = self.open.last().map(|open| open.origin.clone());
        let found = match self.find(&name.value, beside.as_ref()) {
            Ok(found) => found,
            Err(failure) => {
                self.sources.incomplete = true;
                return self.diagnostics.push(failure.diagnostic(name));
            }
        };
        if let Some(start) = self.open.iter().position(|open| open.origin == found.origin) {
            self.sources.incomplete = true;
            let cycle = self.cycle(start, name.place);
            self.diagnostics.push(cycle);
        } else if !self.done.contains(&found.origin) {
            self.open(found);
        }
    }

    /// Returns the diagnostic for a use of the open grammar `start`.
    fn cycle(&self, start: usize, place: FileSpan) -> Diagnostic {
        let name =
            |open: &OpenGrammar| format!("`{}`", self.sources.files.get(open.unit.id).name());
        let mut chain: Vec<String> = self.open[start..].iter().map(name).collect();
        chain.extend(self.open.get(start).map(name));
        let message = if chain.len() == 2 {
            "a grammar uses itself".to_owned()
        } else {
            "grammars use each other in a cycle".to_owned()
        };
        Diagnostic::error(Code::Cyclic, place, message)
            .label("closes the cycle")
            .note(chain.join(" uses "))
            .help("remove this `use`, or move what both need to a third grammar")
    }

    /// Searches for a grammar: beside the one that uses it, then among the shipped ones.
    fn find(&self, name: &str, user: Option<&Origin>) -> Result<FoundGrammar, LoadFailure> {
        let mut tried = Vec::new();
        let mut is_folder = None;
        let folder = match user {
            Some(Origin::Embedded(_)) => None,
            Some(Origin::File(path)) => Some(path.parent().unwrap_or(Path::new("")).to_owned()),
            None => Some(PathBuf::new()),
        };
        if let Some(folder) = folder {
            let path = plain(&folder.join(name));
            match self.loader.read(&path) {
                Ok(Some(text)) => return Ok(FoundGrammar { origin: Origin::File(path), text }),
                Ok(None) => tried.push(path),
                Err(reason) if reason.kind() == io::ErrorKind::IsADirectory => {
                    is_folder = Some(path);
                }
                Err(reason) => return Err(LoadFailure::Unreadable(path, reason)),
            }
        }
        let shipped = if separated(name) { None } else { named(name) };
        match shipped {
            Some(grammar) => {
                let origin = Origin::Embedded(grammar.name);
                Ok(FoundGrammar { origin, text: grammar.text.to_owned() })
            }
            None => Err(match is_folder {
                Some(folder) => LoadFailure::Folder(folder),
                None => LoadFailure::Missing(tried),
            }),
        }
    }
}

/// Normalises a path, so that one file has one name: removes `.` and, where that is safe, `x/..`.
fn plain(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}
