//! Grammars by name or path, ready to parse with, and advice where a name is misspelt.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::arguments::{GrammarChoice, Modes};
use super::failure::Failure;
use super::inputs;
use super::nearest;
use super::output;
use super::stamps::{Noted, Present, Stamps};
use crate::derivation::Derivations;
use crate::grammar::load::{FileSystem, Loader, Remembered, decoded};
use crate::grammar::{self, FragmentContext, Grammar, TokenizerKind};
use crate::tree::{Document, Format};
use crate::{ParseError, ParseOptions, Parser};

/// A grammar that is ready.
#[derive(Clone)]
pub(super) enum Prepared {
    /// It describes markup.
    Markup(Parser),
    /// It has tokens of its own, and is parsed to derivations.
    Text(Arc<Grammar>),
}

/// The files of the grammars that a command line names: `-` is stdin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Files;

impl Loader for Files {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        match inputs::is_stdin(path) {
            true => stdin().map(Some),
            false => FileSystem.read(path),
        }
    }

    fn called(&self, path: &Path) -> String {
        inputs::shown(&path.to_string_lossy()).to_owned()
    }
}

/// What stdin says. It can be read only once: a grammar that is compiled twice, in two modes, say, is the same text.
fn stdin() -> io::Result<String> {
    static READ: OnceLock<String> = OnceLock::new();
    if let Some(text) = READ.get() {
        return Ok(text.clone());
    }
    let text = FileSystem::text(inputs::take_stdin()?.lock())?;
    Ok(READ.get_or_init(|| text).clone())
}

const NO_MARKUP: &str = "the grammar's tokenizer is `text`: it describes no markup";

/// The grammar of a command line; its mistakes are printed with carets.
///
/// # Errors
/// If it is refused.
pub(super) fn prepare(choice: &GrammarChoice) -> Result<Prepared, Failure> {
    let files = Remembered::new(Files);
    load(&choice.grammar, &choice.modes, output::stderr_colour(), &files).map_err(Failure::refused)
}

/// Loads a grammar with modes turned on.
fn load(name: &str, modes: &Modes, colour: bool, files: &dyn Loader) -> Result<Prepared, String> {
    let grammar = Grammar::load_from(name, &on(modes), files)
        .map_err(|report| report.render_most(colour, output::MISTAKES))?;
    declares(&grammar, modes)?;
    Prepared::new(grammar)
}

/// The modes to turn on: those that are named, and `scripting`, if it is asked for. (To a grammar without that mode it makes no
/// difference whether scripts run.)
fn on(modes: &Modes) -> grammar::Modes {
    let scripting = modes.scripting.then_some("scripting");
    grammar::Modes::on(names(modes).chain(scripting))
}

/// Refuses modes that are named and that a grammar does not declare.
fn declares(grammar: &Grammar, modes: &Modes) -> Result<(), String> {
    grammar::Modes::on(names(modes)).declared_by(grammar)
}

fn names(modes: &Modes) -> impl Iterator<Item = &str> {
    modes.named.iter().map(String::as_str)
}

impl Prepared {
    fn new(grammar: Grammar) -> Result<Self, String> {
        let grammar = Arc::new(grammar);
        if grammar.tokenizer() == TokenizerKind::Text {
            return Ok(Self::Text(grammar));
        }
        Parser::new(grammar).map(Self::Markup).map_err(|error| error.to_string())
    }

    /// A grammar from its text, called `name`, with the files that it uses.
    pub(super) fn from_text(
        name: &str,
        text: &str,
        modes: &Modes,
        files: &dyn Loader,
    ) -> Result<Self, String> {
        let grammar = Grammar::from_text_from(name, text, &on(modes), files)
            .map_err(|report| report.render(false))?;
        declares(&grammar, modes)?;
        Self::new(grammar)
    }

    /// The grammar itself.
    pub(super) fn grammar(&self) -> &Grammar {
        match self {
            Self::Markup(parser) => parser.grammar(),
            Self::Text(grammar) => grammar,
        }
    }

    /// Parses a document.
    pub(super) fn parse<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
    ) -> Result<Document, String> {
        match self {
            Self::Markup(parser) => {
                parser.parse(bytes, options).map_err(|error| advised(&error, self, options))
            }
            Self::Text(_) => Err(NO_MARKUP.into()),
        }
    }

    /// Parses a document, and keeps its events.
    pub(super) fn parse_recorded(
        &self,
        bytes: &[u8],
        options: &ParseOptions,
    ) -> Result<Document, String> {
        match self {
            Self::Markup(parser) => {
                let parsed = parser.parse_recorded(bytes, options);
                parsed.map_err(|error| advised(&error, self, options))
            }
            Self::Text(_) => Err(NO_MARKUP.into()),
        }
    }

    /// Parses a text that is decoded already.
    pub(super) fn parse_str(
        &self,
        text: impl Into<String>,
        options: &ParseOptions,
    ) -> Result<Document, String> {
        match self {
            Self::Markup(parser) => {
                parser.parse_str(text, options).map_err(|error| advised(&error, self, options))
            }
            Self::Text(_) => Err(NO_MARKUP.into()),
        }
    }

    /// The text of a document, decoded as it is to be parsed, without its byte order mark; by a grammar that has tokens of its own,
    /// what is UTF-8.
    pub(super) fn text(&self, bytes: &[u8], options: &ParseOptions) -> Result<String, String> {
        let text = match self {
            Self::Markup(_) => self.parse(bytes, options)?.text().to_owned(),
            Self::Text(_) => decoded(bytes.to_vec()).map_err(|error| error.to_string())?,
        };
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// The best derivations of a text by a grammar that has tokens of its own, at most `most`; messages call it
    /// `name`.
    pub(super) fn derivations(
        &self,
        name: &str,
        bytes: &[u8],
        format: Format,
        most: usize,
    ) -> Result<String, String> {
        let Self::Text(grammar) = self else { return Err("the grammar describes markup".into()) };
        let failed = |message: String| format!("{name}: {message}");
        let text =
            std::str::from_utf8(bytes).map_err(|error| failed(format!("not UTF-8: {error}")))?;
        let read = Derivations::read(grammar, name, text);
        let derivations = read.map_err(|report| report.render(false))?;
        let unknown = || failed("derivations are printed as tree, json or dot".to_owned());
        derivations.render(format, most).ok_or_else(unknown)
    }
}

/// An error of the parser, with the nearest known name if it is about a name.
pub(super) fn advised(error: &ParseError, grammar: &Prepared, options: &ParseOptions) -> String {
    let (Prepared::Markup(parser), Some(context)) = (grammar, &options.fragment) else {
        return error.to_string();
    };
    let grammar = parser.grammar();
    let Some(FragmentContext { name, .. }) = FragmentContext::read(context) else {
        return error.to_string();
    };
    if grammar.names(&name) {
        return error.to_string();
    }
    let known = grammar.elements().filter_map(|(_, element)| element.name.as_deref());
    format!("{error}{}", nearest::advice(&name, known))
}

/// What to say if the context of a fragment is an element that the grammar does not name.
pub(super) fn wildcard_context(grammar: &Prepared, options: &ParseOptions) -> Option<String> {
    let (Prepared::Markup(parser), Some(context)) = (grammar, &options.fragment) else {
        return None;
    };
    let grammar = parser.grammar();
    let element = grammar.element(parser.context(options).ok()??);
    let known = grammar.elements().filter_map(|(_, element)| element.name.as_deref());
    let name = FragmentContext::read(context)?.name;
    let advice = nearest::advice(&name, known);
    element.name.is_none().then(|| {
        format!("note: {} does not name `{context}`: it counts as `<*>`{advice}", grammar.name())
    })
}

/// From where a grammar is looked for that a file of `folder` names: from there if it is there, or if its name says so, else from the
/// current folder.
pub(super) fn home<'f>(folder: &'f Path, name: &str) -> &'f Path {
    let is_beside =
        folder.join(name).is_file() || name.starts_with("./") || name.starts_with("../");
    if is_beside { folder } else { Path::new("") }
}

/// The key of a prepared grammar: the folder that its name is looked for in, the name, and the modes.
type Key = (PathBuf, String, Vec<String>, bool);

/// A grammar that one thread prepares and the others wait for.
type Slot = Arc<OnceLock<Loaded>>;

/// A grammar, or its mistakes as plain text, and the files that were read or looked for on the way.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) grammar: Result<Arc<Prepared>, String>,
    pub(super) files: Stamps,
}

impl Loaded {
    /// Makes a grammar of files that are looked for from a folder, and called as they are from there: so messages call them
    /// alike wherever the program was started.
    pub(super) fn new(
        folder: &Path,
        load: impl FnOnce(&dyn Loader) -> Result<Prepared, String>,
    ) -> Self {
        let noted = Noted::of(folder);
        let grammar = load(&Remembered::new(&noted)).map(Arc::new);
        Self { grammar, files: noted.stamps() }
    }
}

/// How many grammars a shelf holds; a stream that names more has them loaded again.
const SHELF: usize = 64;

/// Prepared grammars, each loaded once and shared by all threads.
#[derive(Default)]
pub(super) struct Shelf {
    ready: Mutex<HashMap<Key, Slot>>,
}

impl Shelf {
    /// A grammar by name or path.
    ///
    /// # Errors
    /// Its mistakes, as plain text.
    pub(super) fn get(&self, name: &str, modes: &Modes) -> Result<Arc<Prepared>, String> {
        self.load(Path::new(""), name, modes).grammar
    }

    /// A grammar that is looked for beside a file of the folder, and then from the current folder and among the shipped ones.
    pub(super) fn beside(&self, folder: &Path, name: &str, modes: &Modes) -> Loaded {
        let mut loaded = self.load(home(folder, name), name, modes);
        // Were it there, it would be the one.
        loaded.files.note(folder.join(name));
        loaded
    }

    fn load(&self, folder: &Path, name: &str, modes: &Modes) -> Loaded {
        let key = (folder.to_owned(), name.to_owned(), modes.named.clone(), modes.scripting);
        let loaded = || Loaded::new(folder, |files| load(name, modes, false, files));
        self.slot(key).get_or_init(loaded).clone()
    }

    fn slot(&self, key: Key) -> Slot {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.len() >= SHELF && !ready.contains_key(&key) {
            ready.clear();
        }
        ready.entry(key).or_default().clone()
    }

    /// Forgets each grammar of which a file is not as it was when it was read.
    pub(super) fn refresh(&self, present: &mut Present) {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let mut is_fresh = |loaded: &Loaded| present.stale(&loaded.files).is_empty();
        ready.retain(|_, slot| slot.get().is_some_and(&mut is_fresh));
    }
}
