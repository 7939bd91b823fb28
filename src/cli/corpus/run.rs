//! Trying one test.

use std::fs;
use std::sync::Arc;

use super::case_file::Case;
use super::find::{Snapshot, Test};
use super::{Count, Expectation};
use crate::ParseOptions;
use crate::cli::arguments::{DEFAULT_GRAMMAR, Modes};
use crate::cli::explain;
use crate::cli::grammars::{self, Prepared, Shelf};
use crate::cli::inputs;
use crate::cli::paint::Paint;
use crate::cli::parselet::{compile, refusal};
use crate::cli::repairs;
use crate::microformats::output::JsonOptions;
use crate::microformats::{Mode, Options};
use crate::parselet::{Dialect, Layout, Options as ExtractOptions, sg_wrap};
use crate::tree::{Document, WriteOptions};
use crate::workbench::fix_document;
use crate::xml;

/// What came of a test.
#[derive(Debug)]
pub(in crate::cli) struct Tried {
    /// What should be.
    pub(in crate::cli) expected: Option<String>,
    /// What is; a message if there is no result at all.
    pub(in crate::cli) actual: Result<String, String>,
    /// How many repairs there are.
    pub(in crate::cli) count: Count,
    /// How many there should be, if that is known.
    pub(in crate::cli) expected_count: Option<Count>,
}

impl Tried {
    /// What a test comes to in which the library panicked.
    pub(in crate::cli) fn panicked() -> Self {
        let actual = Err("the library panicked, which is a bug".to_owned());
        Self { expected: None, actual, count: Count::default(), expected_count: None }
    }

    /// Whether all is as it should be.
    pub(in crate::cli) fn passes(&self) -> bool {
        let counts = self.expected_count.is_none_or(|expected| expected == self.count);
        counts && self.actual.as_ref().is_ok_and(|actual| self.expected.as_ref() == Some(actual))
    }
}

/// A result before it is compared.
struct Ran {
    text: String,
    count: Count,
}

/// Runs a test.
pub(in crate::cli) fn run(test: &Test<'_>, shelf: &Shelf) -> Tried {
    match test {
        Test::Case { file, at } => {
            let case = &file.cases[at.1];
            let folder = file.path.parent().map(|path| path.to_string_lossy()).unwrap_or_default();
            tried(run_case(case, &folder, shelf), Some(case.expected.clone()), case.repairs)
        }
        Test::Snapshot(snapshot) => {
            let expected = fs::read_to_string(snapshot.path()).ok();
            let expected = expected.map(|text| text.trim_end_matches('\n').to_owned());
            let counts = fs::read_to_string(snapshot.sibling(Expectation::Repairs)).ok();
            tried(
                run_snapshot(snapshot, shelf),
                expected,
                counts.map(|text| repairs::count_lines(&text)),
            )
        }
    }
}

fn tried(ran: Result<Ran, String>, expected: Option<String>, known: Option<Count>) -> Tried {
    let count = ran.as_ref().map(|ran| ran.count).unwrap_or_default();
    let actual = ran.map(|ran| ran.text.trim_end_matches('\n').to_owned());
    Tried { expected, actual, count, expected_count: known }
}

fn run_snapshot(snapshot: &Snapshot, shelf: &Shelf) -> Result<Ran, String> {
    let bytes = inputs::read(&snapshot.document.to_string_lossy()).map_err(|e| e.to_string())?;
    let grammar = shelf.get(&snapshot.grammar_source(), &Modes::default())?;
    let name = snapshot.document.file_name().unwrap_or_default().to_string_lossy();
    let asked = Asked { name: &name, place: None, case: None, bare: true };
    result(&grammar, &bytes, &ParseOptions::default(), snapshot.format, &asked)
}

fn run_case(case: &Case, folder: &str, shelf: &Shelf) -> Result<Ran, String> {
    let modes = Modes { named: case.modes.clone(), scripting: false };
    let format = case.format.unwrap_or(Expectation::Tree);
    if format == Expectation::Check {
        return Ok(Ran { text: check(case, folder), count: Count::default() });
    }
    if let Some(text) = &case.parselet {
        let parsed = |shelf: &Shelf| -> Result<Document, String> {
            let options = ParseOptions::default();
            let grammar = case.grammar.as_deref().unwrap_or(DEFAULT_GRAMMAR);
            shelf.get(grammar, &modes)?.parse(&case.input[..], &options)
        };
        return Ok(Ran { text: parselet(case, text, || parsed(shelf))?, count: Count::default() });
    }
    let grammar = match &case.grammar_text {
        Some(text) => Arc::new(Prepared::from_text(&inline_name(folder), text, &modes)?),
        None => shelf.get(case.grammar.as_deref().unwrap_or(DEFAULT_GRAMMAR), &modes)?,
    };
    let options = ParseOptions {
        fragment: case.fragment.clone(),
        encoding: case.encoding.clone(),
        ..ParseOptions::default()
    };
    let asked =
        Asked { place: case.place.as_deref(), case: Some(case), name: "input", bare: false };
    let mut ran = result(&grammar, &case.input, &options, format, &asked)?;
    ran.text = ran.text.replace(&inline_name(folder), INLINE);
    Ok(ran)
}

/// What a case's own grammar is called in what is expected.
const INLINE: &str = "case.grammar";

/// What it is called when it is loaded: a file of the folder, so that it may `use` those beside it.
fn inline_name(folder: &str) -> String {
    if folder.is_empty() { INLINE.to_owned() } else { format!("{folder}/{INLINE}") }
}

/// What `grammar check` says of a case's grammar.
fn check(case: &Case, folder: &str) -> String {
    let report = match &case.grammar_text {
        Some(text) => grammars::check_text(&inline_name(folder), text),
        None => grammars::check(case.grammar.as_deref().unwrap_or(DEFAULT_GRAMMAR)),
    };
    report.render(false).replace(&inline_name(folder), INLINE)
}

/// What is asked of a document beside its format.
struct Asked<'a> {
    /// What the document is called.
    name: &'a str,
    /// Which place is to be explained.
    place: Option<&'a str>,
    /// The case that asks.
    case: Option<&'a Case>,
    /// Whether the tree is to be without the list of repairs, which a snapshot has beside it.
    bare: bool,
}

/// What a document gives.
fn result(
    grammar: &Prepared,
    bytes: &[u8],
    options: &ParseOptions,
    format: Expectation,
    asked: &Asked<'_>,
) -> Result<Ran, String> {
    if format == Expectation::Explain {
        let place = asked.place.map(str::parse).transpose()?;
        let how = explain::How { name: asked.name, all: false, hides: false, paint: Paint::PLAIN };
        let mut text = String::new();
        let mut sink = |paragraph: &str| {
            text.push_str(paragraph);
            true
        };
        let explained = explain::explain(grammar, bytes, options, place, &how, &mut sink)?;
        return Ok(Ran { text, count: repairs::count(&explained.document) });
    }
    if let Prepared::Text(_) = grammar {
        let format = format.format().ok_or("that is no format of derivations")?;
        return Ok(Ran {
            text: grammar.derivations(asked.name, bytes, format, 1)?,
            count: Count::default(),
        });
    }
    let document = grammar.parse(bytes, options)?;
    let text = match (format, format.format()) {
        (_, Some(format)) => {
            document.render(format, WriteOptions { bare: asked.bare, ..WriteOptions::default() })
        }
        (Expectation::Structure, _) => document.structure(),
        (Expectation::Fix, _) => fixed(grammar, (bytes, &document), options)?,
        (Expectation::Microformats, _) => microformats(&document, asked.case),
        _ => repairs::list(&document, &|_| true).0,
    };
    Ok(Ran { text, count: repairs::count(&document) })
}

/// A document as `fix` has it, and a line for each mistake that stays.
fn fixed(
    grammar: &Prepared,
    source: (&[u8], &Document),
    options: &ParseOptions,
) -> Result<String, String> {
    let Prepared::Markup(parser) = grammar else { return Err("it describes no markup".into()) };
    let fixed = fix_document(parser, source, options, &WriteOptions::default());
    let fixed = fixed.map_err(|error| error.to_string())?;
    let (text, _, _) = source.1.source().encoding.decode(&fixed.bytes);
    let mut text = text.into_owned();
    for left in &fixed.left {
        text += &format!("\n{left}");
    }
    Ok(text)
}

/// What a parselet finds, in lines; or what is wrong with it or with the document.
fn parselet(
    case: &Case,
    text: &str,
    html: impl FnOnce() -> Result<Document, String>,
) -> Result<String, String> {
    let has = |option: &str| case.options.iter().any(|one| one == option);
    let dialect = if case.fizx { Dialect::Fizx } else { Dialect::Wishful };
    let parselet = match compile("case.let", text, dialect) {
        Ok(parselet) => parselet,
        Err(report) => return Ok(refusal(&report, dialect, false)),
    };
    let warnings = parselet.warnings().render(false);
    let document = match has("xml") {
        false => html()?,
        true => match xml::parse("input", xml::decode(&case.input), &ParseOptions::default()) {
            Ok(document) => document,
            Err(report) => return Ok(report.render(false)),
        },
    };
    let document = if has("sg-wrap") { sg_wrap(&document) } else { document };
    let options = ExtractOptions {
        prune: !has("no-prune"),
        keep_blanks: has("keep-blanks"),
        ..ExtractOptions::default()
    };
    let found = parselet.extract(&document, &options).to_json_in(Layout::Pretty);
    Ok(warnings + &found.unwrap_or_else(|error| error.to_string()))
}

/// The microformats of a document, in lines.
fn microformats(document: &Document, case: Option<&Case>) -> String {
    let is_classic = case.is_some_and(|case| case.classic);
    let mode = if is_classic { Mode::Classic } else { Mode::Microformats2 };
    let base = case.and_then(|case| case.base.as_deref());
    let found = document.microformats(&Options { mode, base, ..Options::default() });
    let options = JsonOptions { pretty: true, ..JsonOptions::default() };
    if is_classic { found.to_classic_json(&options) } else { found.to_json(&options) }
}
