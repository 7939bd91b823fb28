//! `wishful parselet`: runs a parselet on pages, or only checks it.
//!
//! Worker threads process the pages, and answers are printed in order. The answer for a single page
//! is the value; several pages get a line each.

mod folder;

use std::path::Path;

use serde_json::json;

use super::arguments::{
    ParseletArguments, ParseletCheckArguments, ParseletCommand, ParseletDialect, ParseletRun,
};
use folder::Folder;
use wishful::tree::Document;
use wishful_console::driver::{self, InputResult};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::output::{MISTAKES, Output, complain, not_parsed, number, stderr_colour};
use wishful_console::reports::counts;
use wishful_console::{inputs, nearest, reading};
use wishful_parselet::{CompileOptions, Dialect, Extraction, Layout, Options, Parselet, sg_wrap};
use wishful_query::{Documents, Limits, xml};

impl ParseletDialect {
    /// Converts the dialect to the library's type.
    pub(super) const fn dialect(self) -> Dialect {
        match self {
            Self::Wishful => Dialect::Wishful,
            Self::Fizx => Dialect::Fizx,
        }
    }
}

pub(super) fn run(arguments: &ParseletArguments) -> CommandResult {
    match &arguments.command {
        Some(ParseletCommand::Check(arguments)) => check(arguments),
        None => extract(&arguments.run),
    }
}

/// Reports all mistakes of parselets.
fn check(arguments: &ParseletCheckArguments) -> CommandResult {
    let dialect = arguments.dialect.dialect();
    let options = CompileOptions::default().dialect(dialect);
    let mut out = Output::stdout();
    let mut verdict = Verdict::Done;
    for path in &arguments.parselets {
        let name = inputs::shown(path);
        let text = match inputs::read_text(path) {
            Ok(text) => text,
            Err(failure) => {
                out.flush()?;
                complain(&failure.to_string());
                verdict = Verdict::Refused;
                continue;
            }
        };
        let (report, keys) = match Parselet::compile(name, &text, &options) {
            Ok(parselet) => (parselet.warnings().clone(), parselet.paths().count()),
            Err(report) => (report, 0),
        };
        if report.is_faultless() {
            out.line(&format!("{name}: no mistakes ({})", number(keys, "key")))?;
            continue;
        }
        out.flush()?;
        complain(&dialect.refusal(&report, stderr_colour(), MISTAKES));
        if dialect == Dialect::Wishful {
            complain(&format!("\n{name}: {}", counts(&report)));
        }
        if report.has_errors() {
            verdict = Verdict::Refused;
        }
    }
    out.finish()?;
    Ok(verdict)
}

/// Runs a parselet on pages.
fn extract(arguments: &ParseletRun) -> CommandResult {
    let runner = ParseletRunner::new(arguments)?;
    let mut out = Output::stdout();
    let workers = arguments.pages.workers.count();
    let verdict = driver::pages(&arguments.files, workers, &mut out, |path| runner.page(path))?;
    out.finish()?;
    Ok(verdict)
}

/// The state shared by all pages.
struct ParseletRunner<'a> {
    arguments: &'a ParseletRun,
    parselet: Parselet,
    grammar: PreparedGrammar,
    url: Option<url::Url>,
    folder: Folder,
}

impl<'a> ParseletRunner<'a> {
    fn new(arguments: &'a ParseletRun) -> Result<Self, Failure> {
        let path = arguments.parselet.as_deref().unwrap_or_default();
        if path == "-" && arguments.files.iter().any(|file| file == "-") {
            return Err(Failure::usage("stdin cannot be both the parselet and a document"));
        }
        let dialect = arguments.dialect.dialect();
        let text = inputs::read_text(path)?;
        let options = CompileOptions::default().dialect(dialect).optional(arguments.optional);
        let parselet =
            Parselet::compile(inputs::shown(path), &text, &options).map_err(|report| {
                Failure::refused(dialect.refusal(&report, stderr_colour(), MISTAKES))
            })?;
        if dialect == Dialect::Wishful && !parselet.warnings().diagnostics.is_empty() {
            complain(&parselet.warnings().render_most(stderr_colour(), MISTAKES));
        }
        if let Some(key) = &arguments.explain {
            check_key(&parselet, key)?;
        }
        let grammar = grammars::prepare_plain(&arguments.grammar.grammar)?;
        let folder = Folder::new(&arguments.allow_dir)?;
        let url = inputs::url(arguments.base.as_deref())?;
        Ok(Self { arguments, parselet, grammar, url, folder })
    }

    fn page(&self, path: &str) -> Result<InputResult<Vec<u8>>, Failure> {
        let page = self.read(path);
        Ok(page.unwrap_or_else(|failure| self.refused(path, [failure.to_string()])))
    }

    fn is_alone(&self) -> bool {
        self.arguments.files.len() == 1
    }

    /// Returns the result for a page without a value.
    fn refused(
        &self,
        path: &str,
        messages: impl IntoIterator<Item = String>,
    ) -> InputResult<Vec<u8>> {
        let page = InputResult::new("", messages);
        if self.is_alone() || self.arguments.explain.is_some() {
            return page;
        }
        let line = json!({ "file": inputs::shown(path), "error": page.messages.join("\n") });
        InputResult { value: Some(format!("{line}\n").into_bytes()), ..page }
    }

    fn read(&self, path: &str) -> Result<InputResult<Vec<u8>>, Failure> {
        let (document, message) = self.document(path)?;
        let fetch = self.folder.fetch(&self.grammar);
        let documents = Documents::new(&fetch);
        let options = Options::default()
            .prune(!self.arguments.no_prune)
            .keep_blanks(self.arguments.keep_blanks || self.arguments.strip)
            .strip(self.arguments.strip)
            .resolve(
                self.arguments.base.is_some()
                    && self.arguments.dialect.dialect() == Dialect::Wishful,
            )
            .documents(Some(&documents))
            .limits(Limits::default().answer(self.arguments.pages.bounds.output()));
        let extraction = self.parselet.extract(&document, &options);
        if let Some(key) = &self.arguments.explain {
            let explained = extraction.explain(key).unwrap_or_default();
            let heading = format!("==> {} <==\n", inputs::shown(path));
            let heading = if self.is_alone() { "" } else { &heading };
            return Ok(InputResult::new(format!("{heading}{explained}"), [message]));
        }
        let Ok(value) = extraction.to_json_in(self.layout()) else {
            let error = match extraction.value() {
                Ok(_) => String::new(),
                Err(error) => error.to_string(),
            };
            return Ok(self.refused(path, [message, self.named(path, &error)]));
        };
        let cut = match extraction.limit() {
            Some(limit) => self.named(path, limit.wording()),
            None => String::new(),
        };
        Ok(InputResult::new(self.formatted(path, &value, &extraction), [message, cut]))
    }

    /// Prefixes a message with the page's name; the implementation in C does not.
    fn named(&self, path: &str, message: &str) -> String {
        match self.arguments.dialect.dialect() {
            Dialect::Fizx => message.to_owned(),
            Dialect::Wishful => format!("{}: {message}", inputs::shown(path)),
        }
    }

    /// Parses the document at a path; also returns a message if a limit stopped the parse.
    fn document(&self, path: &str) -> Result<(Document, String), Failure> {
        let bounds = &self.arguments.pages.bounds;
        let input = match (reading::read(path, bounds.max_bytes), self.arguments.dialect.dialect())
        {
            (Ok(input), _) => input,
            (Err(failure), Dialect::Wishful) => return Err(failure),
            (Err(_), Dialect::Fizx) => {
                let message = format!("Couldn't parse file: {}", inputs::shown(path));
                return Err(Failure::refused(message));
            }
        };
        let options = self.arguments.pages.options()?.partial(input.rest.is_some());
        let options = options.url(self.url(path)).name(inputs::shown(path));
        let document = if self.arguments.xml {
            xml::parse(inputs::shown(path), xml::decode(&input.bytes), &options)
                .map_err(|report| Failure::refused(report.render(stderr_colour())))?
        } else {
            let document = self.grammar.parse(input.bytes, &options);
            document.map_err(|message| Failure::of_input(path, message))?
        };
        let message = not_parsed(&document, path).unwrap_or_default();
        let document = if self.arguments.sg_wrap { sg_wrap(&document) } else { document };
        Ok((document, message))
    }

    /// Returns the URL of a page: the argument, or the file's URL if other files may be read.
    fn url(&self, path: &str) -> Option<url::Url> {
        if self.url.is_some() || self.arguments.allow_dir.is_empty() {
            return self.url.clone();
        }
        url::Url::from_file_path(Path::new(path).canonicalize().ok()?).ok()
    }

    fn layout(&self) -> Layout {
        match (self.arguments.pretty && self.is_alone(), self.arguments.dialect.dialect()) {
            (true, _) => Layout::Pretty,
            (false, Dialect::Wishful) => Layout::Compact,
            (false, Dialect::Fizx) => Layout::Fizx,
        }
    }

    fn formatted(&self, path: &str, value: &str, extraction: &Extraction<'_, '_>) -> String {
        let mut spans = String::new();
        if self.arguments.spans
            && let Ok(places) = extraction.places_to_json(Layout::Compact)
        {
            spans = format!(",\"spans\":{places}");
        }
        if !self.is_alone() {
            inputs::json_line(path, "value", &format!("{value}{spans}"))
        } else if self.arguments.spans {
            format!("{{\"value\":{value}{spans}}}\n")
        } else {
            format!("{value}\n")
        }
    }
}

/// Rejects a key that the parselet does not have.
fn check_key(parselet: &Parselet, key: &str) -> Result<(), Failure> {
    let wanted = key.trim_start_matches('/');
    let paths: Vec<String> = parselet.paths().collect();
    let names = paths.iter().map(|path| path.trim_start_matches('/'));
    if wanted.is_empty() || names.clone().any(|name| name == wanted) {
        return Ok(());
    }
    let advice = nearest::advice(wanted, names);
    Err(Failure::usage(format!(
        "--explain {key}: unknown key{advice} (keys: {})",
        paths.join(", ")
    )))
}
