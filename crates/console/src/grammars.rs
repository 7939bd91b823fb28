//! Grammars by name or path, prepared for parsing, with suggestions for misspelt names.

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
use super::reading;
use super::reports;
use super::stamps::{CurrentStamps, StampingLoader, Stamps};
use wishful::derivation::Derivations;
use wishful::grammar::load::{CachingLoader, FileSystem, Loader, decoded};
use wishful::grammar::load_embedded::{embedded, shipped};
use wishful::grammar::{self, FragmentContext, Grammar, TokenizerKind};
use wishful::tree::{Document, Format};
use wishful::{ParseError, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_query::xml;

/// A grammar that is ready for parsing.
#[derive(Clone)]
pub enum PreparedGrammar {
    /// A grammar of markup.
    Markup(Parser),
    /// The shipped grammar `xml`. Documents are read as XML: `/>` ends every element, and nothing
    /// is repaired.
    Xml(&'static Parser),
    /// A grammar with its own tokens; texts are parsed to derivations.
    Text(Arc<Grammar>),
}

/// A loader of grammar files for the command line; `-` is stdin.
#[derive(Clone, Copy, Debug)]
pub struct CliFiles;

impl Loader for CliFiles {
    fn read(&self, path: &Path) -> io::Result<Option<String>> {
        if inputs::is_stdin(path) {
            return Ok(Some(stdin()?));
        }
        FileSystem.read(path)
    }

    fn called(&self, path: &Path) -> String {
        inputs::shown(&path.to_string_lossy()).to_owned()
    }
}

/// Returns the content of stdin, which is cached. A grammar that is compiled twice, for example in
/// two modes, sees the same text.
fn stdin() -> io::Result<String> {
    static READ: OnceLock<String> = OnceLock::new();
    if let Some(text) = READ.get() {
        return Ok(text.clone());
    }
    let text = FileSystem::text(reading::take_stdin()?.lock())?;
    Ok(READ.get_or_init(|| text).clone())
}

const NO_MARKUP: &str = "the grammar's tokenizer is `text`, so it does not describe markup";

/// The message about formats that only documents have.
pub const FORMATS_OF_TEXTS: &str = "derivations are printed as tree, json or dot";

/// The message of commands about repairs, for the grammar `xml`.
pub const NOTHING_TO_REPAIR: &str =
    "the grammar `xml` reads XML, which is well-formed or refused, so there are no repairs";

/// The message of commands that read HTML only, for the grammar `xml`.
const NO_XML: &str = "the grammar `xml` reads XML, and this command HTML; `parse`, `query` and \
    `parselet --xml` read XML";

/// The maximum number of warnings about a grammar that are printed by another command than `check`.
pub const WARNINGS: usize = 3;

/// The name of the shipped grammar that reads XML.
const XML: &str = "xml";

/// Loads and prepares the grammar of a command line. Its mistakes are rendered with carets.
///
/// # Errors
/// If it is refused.
pub fn prepare(choice: &GrammarChoice) -> Result<PreparedGrammar, Failure> {
    let files = CachingLoader::new(CliFiles);
    load(&choice.grammar, &choice.modes, output::stderr_colour(), &files).map_err(Failure::refused)
}

/// Prints the warnings about a grammar on stderr. Shipped grammars have none.
pub fn warn(name: &str) {
    if shipped().any(|known| known.name == name) && !Path::new(name).is_file() {
        return;
    }
    let report = Grammar::named(name).loader(&CachingLoader::new(CliFiles)).check();
    for warning in reports::warnings(&report, WARNINGS) {
        output::complain(&warning);
    }
}

/// Loads and prepares a grammar without modes. Its mistakes are rendered with carets.
///
/// # Errors
/// If it is refused.
pub fn prepare_plain(name: &str) -> Result<PreparedGrammar, Failure> {
    prepare(&GrammarChoice { grammar: name.to_owned(), modes: Modes::default() })
}

/// Loads a grammar of HTML without modes. Its mistakes are rendered with carets.
///
/// # Errors
/// If it is refused, or reads XML.
pub fn load_plain(name: &str) -> Result<Grammar, Failure> {
    let files = CachingLoader::new(CliFiles);
    let grammar = Grammar::named(name)
        .loader(&files)
        .compile()
        .map_err(|report| reports::refused(&report))?;
    if is_xml(&grammar) {
        return Err(Failure::refused(NO_XML.to_owned()));
    }
    Ok(grammar)
}

/// Loads a grammar with modes turned on.
///
/// # Errors
/// The grammar's mistakes, rendered with carets.
pub fn load(
    name: &str,
    modes: &Modes,
    colour: bool,
    files: &dyn Loader,
) -> Result<PreparedGrammar, String> {
    let grammar = Grammar::named(name)
        .modes(&turned_on(modes))
        .loader(files)
        .compile()
        .map_err(|report| report.render_most(colour, output::MISTAKES))?;
    check_declared(&grammar, modes)?;
    PreparedGrammar::new(grammar)
}

/// Returns the modes to turn on: the named ones, and `scripting` if requested. (A grammar without
/// this mode ignores it.)
fn turned_on(modes: &Modes) -> grammar::Modes {
    let scripting = modes.scripting.then_some("scripting");
    grammar::Modes::on(names(modes).chain(scripting))
}

/// Rejects named modes that the grammar does not declare.
fn check_declared(grammar: &Grammar, modes: &Modes) -> Result<(), String> {
    grammar::Modes::on(names(modes)).declared_by(grammar)
}

fn names(modes: &Modes) -> impl Iterator<Item = &str> {
    modes.named.iter().map(String::as_str)
}

impl PreparedGrammar {
    fn new(grammar: Grammar) -> Result<Self, String> {
        let grammar = Arc::new(grammar);
        if grammar.tokenizer().is_text() {
            return Ok(Self::Text(grammar));
        }
        if is_xml(&grammar) {
            return Ok(Self::Xml(xml::parser()));
        }
        Parser::new(grammar).map(Self::Markup).map_err(|error| error.to_string())
    }

    /// Prepares a grammar from its text, called `name`, and the files that it uses.
    pub fn from_text(
        name: &str,
        text: &str,
        modes: &Modes,
        files: &dyn Loader,
    ) -> Result<Self, String> {
        let grammar = Grammar::source(name, text)
            .modes(&turned_on(modes))
            .loader(files)
            .compile()
            .map_err(|report| report.render(false))?;
        check_declared(&grammar, modes)?;
        Self::new(grammar)
    }

    /// Returns the grammar.
    pub fn grammar(&self) -> &Grammar {
        match self {
            Self::Markup(parser) => parser.grammar(),
            Self::Xml(parser) => parser.grammar(),
            Self::Text(grammar) => grammar,
        }
    }

    /// Parses a document.
    pub fn parse<'b>(
        &self,
        bytes: impl Into<Cow<'b, [u8]>>,
        options: &ParseOptions,
    ) -> Result<Document, String> {
        let bytes = bytes.into();
        match self {
            Self::Markup(parser) => {
                parser.parse(bytes, options).map_err(|error| advised(&error, self, options))
            }
            Self::Xml(_) => parse_xml(xml::decode(&bytes), options),
            Self::Text(_) => Err(NO_MARKUP.into()),
        }
    }

    /// Parses a decoded text.
    pub fn parse_str(
        &self,
        text: impl Into<String>,
        options: &ParseOptions,
    ) -> Result<Document, String> {
        let text = text.into();
        match self {
            Self::Markup(parser) => {
                parser.parse(text, options).map_err(|error| advised(&error, self, options))
            }
            Self::Xml(_) => parse_xml(text, options),
            Self::Text(_) => Err(NO_MARKUP.into()),
        }
    }

    /// Returns the text of a document without its byte order mark, decoded as for parsing. For a
    /// grammar with its own tokens, the bytes must be UTF-8.
    pub fn text(&self, bytes: &[u8], options: &ParseOptions) -> Result<String, String> {
        let text = match self {
            Self::Markup(_) | Self::Xml(_) => self.parse(bytes, options)?.text().to_owned(),
            Self::Text(_) => decoded(bytes.to_vec()).map_err(|error| error.to_string())?,
        };
        match text.strip_prefix('\u{feff}') {
            Some(unmarked) => Ok(unmarked.to_owned()),
            None => Ok(text),
        }
    }

    /// Renders up to `most` best derivations of a text by a grammar with its own tokens; `name` is
    /// the text's name in messages.
    pub fn derivations(
        &self,
        name: &str,
        bytes: &[u8],
        format: Format,
        most: usize,
    ) -> Result<String, String> {
        self.read_text(name, bytes)?
            .render(format, most)
            .ok_or_else(|| format!("{name}: {FORMATS_OF_TEXTS}"))
    }

    /// Reads a text by a grammar with its own tokens; `name` is the text's name in messages.
    pub fn read_text<'a>(&'a self, name: &str, bytes: &'a [u8]) -> Result<Derivations<'a>, String> {
        let Self::Text(grammar) = self else {
            return Err("the grammar describes markup, not text".into());
        };
        read_text(grammar, name, bytes)
    }
}

/// Reads a text by a grammar with its own tokens; `name` is the text's name in messages.
///
/// # Errors
/// If the text is not UTF-8, or the grammar refuses it.
pub fn read_text<'a>(
    grammar: &'a Grammar,
    name: &str,
    bytes: &'a [u8],
) -> Result<Derivations<'a>, String> {
    Derivations::read(grammar, name, utf8(name, bytes)?).map_err(|report| report.render(false))
}

/// Returns the text of bytes, which must be UTF-8; `name` is its name in messages.
///
/// # Errors
/// If it is not.
pub fn utf8<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, String> {
    std::str::from_utf8(bytes).map_err(|error| format!("{name}: not UTF-8: {error}"))
}

/// Reports whether a grammar is the shipped one for XML.
fn is_xml(grammar: &Grammar) -> bool {
    let name = grammar.name();
    name.strip_suffix(".grammar").unwrap_or(name) == XML
        && grammar.files().iter().all(|(_, file)| Some(file.text()) == embedded(XML))
}

fn parse_xml(text: String, options: &ParseOptions) -> Result<Document, String> {
    let name = options.name.as_deref().unwrap_or("input");
    xml::parse(name, text, options).map_err(|report| report.render(false))
}

/// Returns a note if a document is XML, by the extension of its file or by its XML declaration, and
/// the grammar reads it as HTML. A file `*.html` with such a declaration is an old page of HTML.
pub fn xml_note(grammar: &Grammar, path: &str, bytes: &[u8]) -> Option<String> {
    let is_html = grammar.tokenizer() == TokenizerKind::Html5 && !is_xml(grammar);
    let is_xml = match inputs::extension(Path::new(path)) {
        Some("xhtml" | "xht") => true,
        Some("html" | "htm") => false,
        _ => bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).starts_with(b"<?xml "),
    };
    if !is_html || !is_xml {
        return None;
    }
    let path = inputs::shown(path);
    Some(format!(
        "note: {path} is XML, where `/>` ends every element, but is read as HTML; `parse -g xml` and \
         `query -g xml` read it as XML"
    ))
}

/// Returns the parser's error message, with the nearest known name if it concerns a name.
pub fn advised(error: &ParseError, grammar: &PreparedGrammar, options: &ParseOptions) -> String {
    let (PreparedGrammar::Markup(parser), Some(context)) = (grammar, &options.fragment) else {
        return error.to_string();
    };
    let grammar = parser.grammar();
    let Some(FragmentContext { name, .. }) = FragmentContext::read(context) else {
        return error.to_string();
    };
    if grammar.names(&name) {
        return error.to_string();
    }
    format!("{error}{}", nearest::advice(&name, element_names(grammar)))
}

fn element_names(grammar: &Grammar) -> impl Iterator<Item = &str> {
    grammar.elements().filter_map(|(_, element)| element.name.as_deref())
}

/// Returns a note if the context element of a fragment is not named in the grammar.
pub fn wildcard_context(grammar: &PreparedGrammar, options: &ParseOptions) -> Option<String> {
    let (PreparedGrammar::Markup(parser), Some(context)) = (grammar, &options.fragment) else {
        return None;
    };
    let grammar = parser.grammar();
    let element = grammar.element(parser.context(options).ok()??);
    if element.name.is_some() {
        return None;
    }
    let name = FragmentContext::read(context)?.name;
    let advice = nearest::advice(&name, element_names(grammar));
    let grammar = grammar.name();
    Some(format!(
        "note: {grammar} has no rule for `{context}`, so the rule of `<*>` applies{advice}"
    ))
}

/// Returns the folder in which to search for a grammar that a file of `folder` names. It is
/// `folder` if the grammar is there or its name starts with `./` or `../`, otherwise the current
/// folder.
pub fn home<'f>(folder: &'f Path, name: &str) -> &'f Path {
    let is_beside =
        folder.join(name).is_file() || name.starts_with("./") || name.starts_with("../");
    if is_beside { folder } else { Path::new("") }
}

/// Returns the path of a file of a grammar, which may be relative to the grammar's folder. Shipped
/// grammars exist only inside the program, so their paths are those in the project's folder.
pub fn path_of(name: &str, folder: &Path) -> String {
    let path = Path::new(name);
    let found = [path.to_path_buf(), folder.join(name)].into_iter().find(|path| path.is_file());
    match found {
        Some(path) => std::path::absolute(&path).unwrap_or(path).to_string_lossy().into_owned(),
        None => format!("grammar/{name}"),
    }
}

/// The key of a prepared grammar: the folder of the search, the name, and the modes.
type ShelfKey = (PathBuf, String, Vec<String>, bool);

/// A grammar that one thread prepares while the others wait for it.
type ShelfSlot = Arc<OnceLock<LoadedGrammar>>;

/// A grammar, or its mistakes as plain text, with the stamps of the files that were read or
/// searched for.
#[derive(Clone)]
pub struct LoadedGrammar {
    /// The grammar, or its mistakes.
    pub grammar: Result<Arc<PreparedGrammar>, String>,
    /// The stamps of the files.
    pub files: Stamps,
}

impl LoadedGrammar {
    /// Loads a grammar from files relative to a folder, and names them relative to it. So messages
    /// do not depend on the current folder.
    pub fn new(
        folder: &Path,
        load: impl FnOnce(&dyn Loader) -> Result<PreparedGrammar, String>,
    ) -> Self {
        let noted = StampingLoader::of(folder);
        let grammar = load(&CachingLoader::new(&noted)).map(Arc::new);
        Self { grammar, files: noted.stamps() }
    }
}

/// The capacity of a shelf; a stream that names more grammars causes reloads.
const SHELF: usize = 64;

/// A cache of prepared grammars, shared by all threads.
#[derive(Default)]
pub struct GrammarCache {
    ready: Mutex<HashMap<ShelfKey, ShelfSlot>>,
    /// The checkers of grammars, by name.
    checkers: Mutex<HashMap<String, Arc<Checker>>>,
}

impl GrammarCache {
    /// Returns a grammar by name or path.
    ///
    /// # Errors
    /// The grammar's mistakes, as plain text.
    pub fn get(&self, name: &str, modes: &Modes) -> Result<Arc<PreparedGrammar>, String> {
        self.load(Path::new(""), name, modes).grammar
    }

    /// Returns the checker of a grammar without modes.
    ///
    /// # Errors
    /// The grammar's mistakes, as plain text.
    pub fn checker(&self, name: &str) -> Result<Arc<Checker>, String> {
        self.checker_of(self.get(name, &Modes::default())?.as_ref())
    }

    /// Returns the checker of a prepared grammar.
    ///
    /// # Errors
    /// The grammar's mistakes, as plain text.
    pub fn checker_of(&self, prepared: &PreparedGrammar) -> Result<Arc<Checker>, String> {
        let PreparedGrammar::Markup(parser) = prepared else { return Err(NO_MARKUP.into()) };
        let name = parser.grammar().name();
        let mut checkers = self.checkers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(checker) = checkers.get(name)
            && Arc::ptr_eq(checker.grammar(), parser.grammar())
        {
            return Ok(Arc::clone(checker));
        }
        let checker = Checker::new(Arc::clone(parser.grammar()));
        let checker = Arc::new(checker.map_err(|report| report.render(false))?);
        if checkers.len() >= SHELF {
            checkers.clear();
        }
        checkers.insert(name.to_owned(), Arc::clone(&checker));
        Ok(checker)
    }

    /// Returns a grammar that is searched first in a folder, then in the current folder and among
    /// the shipped ones.
    pub fn beside(&self, folder: &Path, name: &str, modes: &Modes) -> LoadedGrammar {
        let mut loaded = self.load(home(folder, name), name, modes);
        // A file that is created here later would take precedence, so its absence is noted.
        loaded.files.note(folder.join(name));
        loaded
    }

    fn load(&self, folder: &Path, name: &str, modes: &Modes) -> LoadedGrammar {
        let key = (folder.to_owned(), name.to_owned(), modes.named.clone(), modes.scripting);
        let slot = self.slot(key);
        slot.get_or_init(|| LoadedGrammar::new(folder, |files| load(name, modes, false, files)))
            .clone()
    }

    fn slot(&self, key: ShelfKey) -> ShelfSlot {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.len() >= SHELF && !ready.contains_key(&key) {
            ready.clear();
        }
        ready.entry(key).or_default().clone()
    }

    /// Drops every grammar with a file that has changed since it was read.
    pub fn refresh(&self, present: &mut CurrentStamps) {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready.retain(|_, slot| match slot.get() {
            Some(loaded) => present.stale(&loaded.files).is_empty(),
            None => false,
        });
    }
}
