//! The class `Grammar`, and a cache of the shipped grammars.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use wishful::diagnostics::Report;
use wishful::grammar::{EmbeddedOnly, FileSystem, Loader, Modes, shipped};
use wishful::{Grammar as Compiled, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;

use crate::document::Document;
use crate::failure::{FailureSubject, diagnostics, refused, unparsed};
use crate::input::DocumentInput;
use crate::options;

/// A compiled grammar that is ready for parsing.
#[pyclass(frozen, module = "wishful")]
pub(crate) struct Grammar {
    parser: Parser,
    /// Created on first use.
    checker: OnceLock<Arc<Checker>>,
}

/// A cache of the parsers of the shipped grammars. Each is created on first use; after that, no
/// thread waits for a lock.
static PARSERS: LazyLock<HashMap<&str, OnceLock<Parser>>> = LazyLock::new(|| {
    let mut parsers = HashMap::new();
    for grammar in shipped() {
        if grammar.reads_markup() {
            parsers.insert(grammar.name, OnceLock::new());
        }
    }
    parsers
});

/// The checkers of the shipped grammars. Each is created on first use.
static CHECKERS: LazyLock<HashMap<&str, OnceLock<Arc<Checker>>>> =
    LazyLock::new(|| PARSERS.keys().map(|&name| (name, OnceLock::new())).collect());

/// The diagnoser of the last check. No thread calls Python, or waits, while it has the lock.
static DIAGNOSER: Mutex<Option<Arc<Diagnoser>>> = Mutex::new(None);

/// Returns the parser of a shipped grammar.
///
/// # Errors
/// If there is no such grammar; the message names the closest one.
pub(crate) fn of_name(py: Python<'_>, name: &str) -> PyResult<Parser> {
    if let Some(slot) = PARSERS.get(name)
        && let Some(parser) = slot.get()
    {
        return Ok(parser.clone());
    }
    let parser = parser(py, &[], |modes| {
        Compiled::named(name).modes(modes).loader(&EmbeddedOnly).compile()
    })?;
    Ok(match PARSERS.get(name) {
        Some(slot) => slot.get_or_init(|| parser).clone(),
        None => parser,
    })
}

/// Returns the name of a shipped grammar whose parser this is.
pub(crate) fn shipped_name(parser: &Parser) -> Option<&'static str> {
    let mut known = PARSERS.iter().filter_map(|(name, slot)| Some((*name, slot.get()?)));
    let (name, _) = known.find(|(_, known)| Arc::ptr_eq(known.grammar(), parser.grammar()))?;
    Some(name)
}

/// Returns the parser of an argument `grammar`: the name of a shipped grammar, a [`Grammar`], or
/// `None` for `whatwg`.
///
/// # Errors
/// If the argument is of another type, or names no shipped grammar.
pub(crate) fn meant(py: Python<'_>, grammar: Option<&Bound<'_, PyAny>>) -> PyResult<Parser> {
    let Some(grammar) = grammar else { return of_name(py, "whatwg") };
    if grammar.is_none() {
        return of_name(py, "whatwg");
    }
    if let Ok(own) = grammar.cast::<Grammar>() {
        return Ok(own.get().parser.clone());
    }
    match grammar.cast::<PyString>() {
        Ok(name) => of_name(py, &name.to_cow()?),
        Err(_) => {
            let kind = grammar.get_type().name()?;
            let message =
                format!("a grammar must be a Grammar or the name of a shipped one, not {kind}");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// Returns the diagnoser of the documents that a parser reads, for an argument `grammar` of
/// [`checker`].
///
/// # Errors
/// Those of [`checker`].
pub(crate) fn diagnoser(
    py: Python<'_>,
    parser: &Parser,
    grammar: Option<&Bound<'_, PyAny>>,
) -> PyResult<Arc<Diagnoser>> {
    let checker = checker(py, grammar)?;
    let mut last = DIAGNOSER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(last) = &*last
        && Arc::ptr_eq(last.parser().grammar(), parser.grammar())
        && std::ptr::eq(last.checker(), &*checker)
    {
        return Ok(Arc::clone(last));
    }
    let diagnoser = Arc::new(Diagnoser::new(parser.clone(), checker));
    *last = Some(Arc::clone(&diagnoser));
    Ok(diagnoser)
}

/// Returns the checker of an argument `grammar`: the name of a shipped grammar, a [`Grammar`], or
/// `None` for `conforming`.
///
/// # Errors
/// Those of [`meant`], and if a selector of a `forbid` statement cannot be compiled.
fn checker(py: Python<'_>, grammar: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<Checker>> {
    let conforming = PyString::intern(py, "conforming");
    let grammar = grammar.filter(|grammar| !grammar.is_none()).unwrap_or(&conforming);
    let parser = meant(py, Some(grammar))?;
    let name = grammar.cast::<PyString>().ok().map(|name| name.to_cow()).transpose()?;
    let slot = match (grammar.cast::<Grammar>(), name) {
        (Ok(own), _) => Some(&own.get().checker),
        (Err(_), name) => name.and_then(|name| CHECKERS.get(&*name)),
    };
    if let Some(checker) = slot.and_then(OnceLock::get) {
        return Ok(Arc::clone(checker));
    }
    let created = py.detach(|| Checker::new(Arc::clone(parser.grammar())));
    let created = created.map_err(|report| refused(py, FailureSubject::Grammar, &report))?;
    let created = Arc::new(created);
    Ok(Arc::clone(slot.map_or(&created, |slot| slot.get_or_init(|| Arc::clone(&created)))))
}

/// Compiles a grammar with some modes on and creates its parser.
///
/// # Errors
/// If the grammar is rejected, describes no markup, or declares no such modes.
fn parser(
    py: Python<'_>,
    names: &[String],
    load: impl Send + FnOnce(&Modes) -> Result<Compiled, Report>,
) -> PyResult<Parser> {
    let modes = Modes::on(names.iter().map(String::as_str));
    let grammar = py.detach(|| load(&modes));
    let grammar = grammar.map_err(|report| refused(py, FailureSubject::Grammar, &report))?;
    modes.declared_by(&grammar).map_err(PyValueError::new_err)?;
    Parser::new(grammar).map_err(|_| {
        unparsed(
            py,
            &"the grammar does not describe markup; wishful.grammars() lists those that do",
        )
    })
}

/// Reads the text of a file.
///
/// # Errors
/// The matching subclass of `OSError`.
fn read(path: &Path) -> PyResult<String> {
    let error = match FileSystem.read(path) {
        Ok(Some(text)) => return Ok(text),
        Ok(None) => io::Error::new(io::ErrorKind::NotFound, "file not found"),
        Err(error) => error,
    };
    Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())).into())
}

impl Grammar {
    fn new(parser: Parser) -> Self {
        Self { parser, checker: OnceLock::new() }
    }
}

#[pymethods]
impl Grammar {
    /// Loads a shipped grammar, with some of its modes on.
    #[staticmethod]
    #[pyo3(signature = (name, modes = Vec::new()))]
    fn load(py: Python<'_>, name: &str, modes: Vec<String>) -> PyResult<Self> {
        if modes.is_empty() {
            return Ok(Self::new(of_name(py, name)?));
        }
        let parser = parser(py, &modes, |modes| {
            Compiled::named(name).modes(modes).loader(&EmbeddedOnly).compile()
        })?;
        Ok(Self::new(parser))
    }

    /// Compiles a grammar from a text. Messages call it `name`, and it can use shipped grammars
    /// only.
    #[staticmethod]
    #[pyo3(signature = (text, name = "input.grammar", modes = Vec::new()))]
    fn from_text(py: Python<'_>, text: &str, name: &str, modes: Vec<String>) -> PyResult<Self> {
        let parser = parser(py, &modes, |modes| {
            Compiled::source(name, text).modes(modes).loader(&EmbeddedOnly).compile()
        })?;
        Ok(Self::new(parser))
    }

    /// Compiles a grammar from a file. Grammars that it uses are searched for beside the file, then
    /// among the shipped ones.
    #[staticmethod]
    #[pyo3(signature = (path, modes = Vec::new()))]
    fn from_file(py: Python<'_>, path: PathBuf, modes: Vec<String>) -> PyResult<Self> {
        let (text, name) = (read(&path)?, path.display().to_string());
        let parser = parser(py, &modes, |modes| {
            Compiled::source(&name, &text).modes(modes).loader(&FileSystem).compile()
        })?;
        Ok(Self::new(parser))
    }

    /// Checks the text of a grammar and returns all findings as a list of `Diagnostic`. Used
    /// grammars are the shipped ones; with `path`, they are also searched for beside that file.
    #[staticmethod]
    #[pyo3(signature = (text, name = "input.grammar", *, path = None))]
    fn check<'py>(
        py: Python<'py>,
        text: &str,
        name: &str,
        path: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let report = py.detach(|| match path {
            Some(path) => {
                Compiled::source(&path.display().to_string(), text).loader(&FileSystem).check()
            }
            None => Compiled::source(name, text).loader(&EmbeddedOnly).check(),
        });
        diagnostics(py, &report.findings())
    }

    /// Returns the name of the grammar.
    #[getter]
    fn name(&self) -> String {
        self.parser.grammar().name().to_owned()
    }

    /// Returns the names of the modes, each with whether it is on.
    #[getter]
    fn modes(&self) -> Vec<(String, bool)> {
        self.parser.grammar().modes().iter().map(|mode| (mode.name.clone(), mode.on)).collect()
    }

    /// Parses a document by this grammar.
    #[pyo3(
        signature = (data, **options),
        text_signature = "($self, data, *, name=None, fragment=None, latches=None, url=None, encoding=None, transport_encoding=None, max_bytes=None, max_nodes=None, shadow_roots=None, patches=None)"
    )]
    fn parse<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, Document>> {
        let input = DocumentInput::of(data)?;
        input.warn_of_address(py)?;
        Document::parsed(py, &self.parser, input, options::read(options)?)
    }

    /// Returns the same object, since grammars are immutable.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _seen: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Grammar {}>", self.name())
    }
}

/// Returns the names of the shipped grammars of documents, each with a one-line description.
#[pyfunction]
pub(crate) fn grammars() -> Vec<(&'static str, &'static str)> {
    let mut grammars = Vec::new();
    for grammar in shipped() {
        if grammar.reads_markup() {
            grammars.push((grammar.name, grammar.description()));
        }
    }
    grammars
}
