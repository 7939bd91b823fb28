//! `wishful parselet`: runs a parselet on pages, or only checks it.
//!
//! Worker threads process the pages, and answers are printed in order. The answer for a single page
//! is the value; several pages get a line each.

mod folder;

use std::path::Path;

use serde_json::json;

use super::arguments::{
    GrammarChoice, ParseletArguments, ParseletCheckArguments, ParseletCommand, ParseletDialect,
    ParseletRun,
};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::{self, Prepared};
use super::output::{MISTAKES, Output, complain, not_parsed, stderr_colour};
use super::pages::{self, Page};
use super::reports::{counts, number};
use super::{inputs, nearest, reading};
use crate::base::Report;
use crate::parselet::{CompileOptions, Dialect, Extraction, Layout, Options, Parselet, sg_wrap};
use crate::query::{Documents, Limits};
use crate::tree::Document;
use crate::{ParseOptions, xml};
use folder::Folder;

impl ParseletDialect {
    /// Converts the dialect to the library's type.
    pub(super) const fn dialect(self) -> Dialect {
        match self {
            Self::Wishful => Dialect::Wishful,
            Self::Fizx => Dialect::Fizx,
        }
    }
}

pub(super) fn run(arguments: &ParseletArguments) -> Outcome {
    match &arguments.command {
        Some(ParseletCommand::Check(arguments)) => check(arguments),
        None => extract(&arguments.run),
    }
}

/// Compiles a parselet.
pub(super) fn compile(name: &str, text: &str, dialect: Dialect) -> Result<Parselet, Report> {
    Parselet::compile(name, text, &CompileOptions { dialect, ..CompileOptions::default() })
}

/// Formats the report of a refused parselet; in the dialect fizx, as the implementation in C does.
pub(super) fn refusal(report: &Report, dialect: Dialect, colour: bool) -> String {
    match (dialect, report.diagnostics.first()) {
        (Dialect::Fizx, Some(first)) => first.message.clone(),
        _ => report.render_most(colour, MISTAKES),
    }
}

/// Reports all mistakes of parselets.
fn check(arguments: &ParseletCheckArguments) -> Outcome {
    let dialect = arguments.dialect.dialect();
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
        let (report, keys) = match compile(name, &text, dialect) {
            Ok(parselet) => (parselet.warnings().clone(), parselet.paths().count()),
            Err(report) => (report, 0),
        };
        if report.is_faultless() {
            out.line(&format!("{name}: no mistakes ({})", number(keys, "key")))?;
            continue;
        }
        out.flush()?;
        complain(&refusal(&report, dialect, stderr_colour()));
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
fn extract(arguments: &ParseletRun) -> Outcome {
    let work = Work::new(arguments)?;
    let mut out = Output::stdout();
    let workers = arguments.workers.count();
    let verdict = pages::each(&arguments.files, workers, &mut out, |path| work.page(path))?;
    out.finish()?;
    Ok(verdict)
}

/// The state shared by all pages.
struct Work<'a> {
    arguments: &'a ParseletRun,
    parselet: Parselet,
    grammar: Prepared,
    url: Option<url::Url>,
    folder: Folder,
}

impl<'a> Work<'a> {
    fn new(arguments: &'a ParseletRun) -> Result<Self, Failure> {
        let path = arguments.parselet.as_deref().unwrap_or_default();
        if path == "-" && arguments.files.iter().any(|file| file == "-") {
            return Err(Failure::usage("stdin is the parselet or a document, not both"));
        }
        let dialect = arguments.dialect.dialect();
        let text = inputs::read_text(path)?;
        let refused = |report: Report| Failure::refused(refusal(&report, dialect, stderr_colour()));
        let parselet = compile(inputs::shown(path), &text, dialect).map_err(refused)?;
        if dialect == Dialect::Wishful && !parselet.warnings().diagnostics.is_empty() {
            complain(&parselet.warnings().render_most(stderr_colour(), MISTAKES));
        }
        if let Some(key) = &arguments.explain {
            known(&parselet, key)?;
        }
        let choice = GrammarChoice { grammar: arguments.grammar.clone(), ..Default::default() };
        let grammar = grammars::prepare(&choice)?;
        let folder = Folder::new(&arguments.allow_dir)?;
        let url = super::microformats::url(arguments.base.as_deref())?;
        Ok(Self { arguments, parselet, grammar, url, folder })
    }

    fn page(&self, path: &str) -> Page {
        self.read(path).unwrap_or_else(|failure| self.refused(path, [failure.to_string()]))
    }

    fn is_alone(&self) -> bool {
        self.arguments.files.len() == 1
    }

    /// Returns the result for a page without a value.
    fn refused(&self, path: &str, said: impl IntoIterator<Item = String>) -> Page {
        let mut page = Page::new(String::new(), said);
        if !self.is_alone() && self.arguments.explain.is_none() {
            let line = json!({ "file": inputs::shown(path), "error": page.said });
            page.out = format!("{line}\n");
        }
        page
    }

    fn read(&self, path: &str) -> Result<Page, Failure> {
        let (document, said) = self.document(path)?;
        let fetch = self.folder.fetch(&self.grammar);
        let documents = Documents::new(&fetch);
        let options = Options {
            prune: !self.arguments.no_prune,
            keep_blanks: self.arguments.keep_blanks,
            resolve: self.arguments.base.is_some()
                && self.arguments.dialect.dialect() == Dialect::Wishful,
            documents: Some(&documents),
            limits: Limits { answer: self.arguments.bounds.output(), ..Limits::default() },
        };
        let extraction = self.parselet.extract(&document, &options);
        if let Some(key) = &self.arguments.explain {
            let explained = extraction.explain(key).unwrap_or_default();
            let heading = format!("==> {} <==\n", inputs::shown(path));
            let heading = if self.is_alone() { "" } else { &heading };
            return Ok(Page { out: format!("{heading}{explained}"), said });
        }
        let Ok(value) = extraction.to_json_in(self.layout()) else {
            let error = extraction.value().err().map(|error| error.to_string());
            let error = self.named(path, &error.unwrap_or_default());
            return Ok(self.refused(path, [said, error]));
        };
        let cut = extraction.limit().map(|met| self.named(path, met.wording()));
        let cut = cut.unwrap_or_default();
        Ok(Page::new(self.written(path, &value, &extraction), [said, cut]))
    }

    /// Prefixes a message with the page's name; the implementation in C does not.
    fn named(&self, path: &str, message: &str) -> String {
        match self.arguments.dialect.dialect() {
            Dialect::Fizx => message.to_owned(),
            Dialect::Wishful => format!("{}: {message}", inputs::shown(path)),
        }
    }

    /// Parses the document at a path; also returns a message if a limit ended the parse.
    fn document(&self, path: &str) -> Result<(Document, String), Failure> {
        let bounds = &self.arguments.bounds;
        let unread = |failure: Failure| match self.arguments.dialect.dialect() {
            Dialect::Fizx => {
                Failure::refused(format!("Couldn't parse file: {}", inputs::shown(path)))
            }
            Dialect::Wishful => failure,
        };
        let input = reading::read(path, bounds.max_bytes).map_err(unread)?;
        let options = ParseOptions {
            limits: bounds.limits(),
            partial: input.rest.is_some(),
            url: self.url(path),
            ..self.arguments.reading.options()
        };
        let document = match self.arguments.xml {
            true => xml::parse(inputs::shown(path), xml::decode(&input.bytes), &options)
                .map_err(|report| Failure::refused(report.render(stderr_colour()))),
            false => self
                .grammar
                .parse(input.bytes, &options)
                .map_err(|message| Failure::refused(format!("{}: {message}", inputs::shown(path)))),
        }?;
        let said = not_parsed(&document, path).unwrap_or_default();
        let document = if self.arguments.sg_wrap { sg_wrap(&document) } else { document };
        Ok((document, said))
    }

    /// Returns the URL of a page: the argument, or the file's URL if other files may be read.
    fn url(&self, path: &str) -> Option<url::Url> {
        let file = || {
            let whole = Path::new(path).canonicalize().ok()?;
            url::Url::from_file_path(whole).ok()
        };
        self.url.clone().or_else(|| (!self.arguments.allow_dir.is_empty()).then(file).flatten())
    }

    fn layout(&self) -> Layout {
        match (self.arguments.pretty && self.is_alone(), self.arguments.dialect.dialect()) {
            (true, _) => Layout::Pretty,
            (false, Dialect::Wishful) => Layout::Compact,
            (false, Dialect::Fizx) => Layout::Fizx,
        }
    }

    fn written(&self, path: &str, value: &str, extraction: &Extraction<'_, '_>) -> String {
        let places = self.arguments.spans.then(|| extraction.places_to_json(Layout::Compact));
        let places = places.and_then(Result::ok).map(|places| format!(",\"spans\":{places}"));
        let places = places.unwrap_or_default();
        if !self.is_alone() {
            let file = serde_json::Value::from(inputs::shown(path));
            return format!("{{\"file\":{file},\"value\":{value}{places}}}\n");
        }
        match self.arguments.spans {
            true => format!("{{\"value\":{value}{places}}}\n"),
            false => format!("{value}\n"),
        }
    }
}

/// Rejects a key that the parselet does not have.
fn known(parselet: &Parselet, key: &str) -> Result<(), Failure> {
    let wanted = key.trim_start_matches('/');
    let paths: Vec<String> = parselet.paths().collect();
    let names = || paths.iter().map(|path| path.trim_start_matches('/'));
    if wanted.is_empty() || names().any(|name| name == wanted) {
        return Ok(());
    }
    let advice = nearest::advice(wanted, names());
    Err(Failure::usage(format!(
        "--explain {key}: there is no such key{advice} (there are {})",
        paths.join(", ")
    )))
}
