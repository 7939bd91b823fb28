//! Running one test.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::case::Case;
use super::test::{Snapshot, Test};
use super::{Expectation, RepairTally};
use crate::repairs;
use wishful::base::{Finding, Severity, SourceFile};
use wishful::explain::{ExplainOptions, TextExplanation};
use wishful::grammar::load::CachingLoader;
use wishful::tree::{Document, WriteOptions};
use wishful::{Grammar, ParseOptions};
use wishful_check::Checker;
use wishful_console::arguments::{CHECKING_GRAMMAR, Modes};
use wishful_console::explained;
use wishful_console::grammars::{self, GrammarCache, LoadedGrammar, PreparedGrammar};
use wishful_console::inputs;
use wishful_console::output::MISTAKES;
use wishful_console::stamps::{StampingLoader, Stamps};
use wishful_diagnosis::Diagnoser;
use wishful_edit::fix::fix_document;
use wishful_microformats::data::{DataOptions, StructuredData};
use wishful_microformats::output::{FormatOptions, JsonOptions};
use wishful_microformats::{Microformats, Mode, Options};
use wishful_parselet::{
    CompileOptions, Dialect, Layout, Options as ExtractOptions, Parselet, sg_wrap,
};
use wishful_query::xml;

/// The result of a test.
#[derive(Clone, Debug)]
pub(crate) struct TestResult {
    /// The expected result.
    pub(crate) expected: Option<String>,
    /// The actual result; a message if there is none.
    pub(crate) actual: Result<String, String>,
    /// The number of repairs.
    pub(crate) count: RepairTally,
    /// The expected number of repairs, if known.
    pub(crate) expected_count: Option<RepairTally>,
    /// The files that the result depends on, except the case file itself.
    pub(crate) files: Stamps,
    /// The running time.
    pub(crate) time: Duration,
}

impl Default for TestResult {
    /// Returns an empty result.
    fn default() -> Self {
        Self {
            expected: None,
            actual: Ok(String::new()),
            count: RepairTally::default(),
            expected_count: None,
            files: Stamps::default(),
            time: Duration::ZERO,
        }
    }
}

impl TestResult {
    /// Returns the result of a test in which the library panicked.
    pub(crate) fn panicked() -> Self {
        let actual = Err("the library panicked, which is a bug".to_owned());
        Self { actual, ..Self::default() }
    }

    /// Reports whether the test passes.
    pub(crate) fn passes(&self) -> bool {
        let counts = self.expected_count.is_none_or(|expected| expected == self.count);
        counts && self.actual.as_ref().is_ok_and(|actual| self.expected.as_ref() == Some(actual))
    }
}

/// A result before its comparison.
struct RunResult {
    text: String,
    count: RepairTally,
}

impl RunResult {
    /// Returns a result that has no repairs.
    fn without_repairs(text: String) -> Self {
        Self { text, count: RepairTally::default() }
    }
}

/// A document, and the grammar and options to parse it with.
pub(crate) struct ParseInput {
    pub(crate) grammar: Arc<PreparedGrammar>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) options: ParseOptions,
}

/// Runs a test.
pub(crate) fn run(test: &Test<'_>, shelf: &GrammarCache) -> TestResult {
    let begun = Instant::now();
    let mut files = Stamps::default();
    let tried = match test {
        Test::Case { file, at } => {
            let case = &file.cases[at.1];
            tried(
                run_case(case, test, shelf, &mut files),
                Some(case.expected.clone()),
                case.repairs,
            )
        }
        Test::Snapshot(snapshot) => {
            let (expected, known) = expected(snapshot, &mut files);
            tried(run_snapshot(snapshot, test, shelf, &mut files), expected, known)
        }
    };
    TestResult { files, time: begun.elapsed(), ..tried }
}

fn tried(
    ran: Result<RunResult, String>,
    expected: Option<String>,
    known: Option<RepairTally>,
) -> TestResult {
    let (actual, count) = match ran {
        Ok(RunResult { text, count }) => (Ok(text.trim_end_matches('\n').to_owned()), count),
        Err(message) => (Err(message), RepairTally::default()),
    };
    TestResult { expected, actual, count, expected_count: known, ..TestResult::default() }
}

/// Reads the expected content and number of repairs of a snapshot.
fn expected(snapshot: &Snapshot, files: &mut Stamps) -> (Option<String>, Option<RepairTally>) {
    let text = read_noted(snapshot.path(), files);
    let text = text.map(|text| text.trim_end_matches('\n').to_owned());
    let count = match snapshot.format {
        Expectation::TreeAndRepairs => text.as_deref().map(repairs::count_below),
        _ => read_noted(snapshot.sibling(Expectation::Repairs), files)
            .map(|list| repairs::count_lines(&list)),
    };
    (text, count)
}

/// Reads a file if it exists, and records its stamp.
fn read_noted(path: PathBuf, files: &mut Stamps) -> Option<String> {
    files.note(path.clone());
    fs::read_to_string(path).ok()
}

/// Returns the document and the grammar of a test, and records the files that they are read from.
///
/// # Errors
/// If one of them cannot be read.
pub(crate) fn parse_input(
    test: &Test<'_>,
    shelf: &GrammarCache,
    files: &mut Stamps,
) -> Result<ParseInput, String> {
    let folder = test.folder();
    let (loaded, bytes, options) = match test {
        Test::Case { file, at } => {
            let case = &file.cases[at.1];
            let options = ParseOptions::default()
                .fragment(case.fragment.as_deref())
                .encoding(case.encoding.as_deref());
            (grammar_of(case, &folder, shelf), case.input.clone(), options)
        }
        Test::Snapshot(snapshot) => {
            files.note(snapshot.document.clone());
            let read = inputs::read(&snapshot.document.to_string_lossy());
            let bytes = read.map_err(|failure| failure.to_string())?;
            (snapshot_grammar(snapshot, shelf), bytes, ParseOptions::default())
        }
    };
    files.extend(loaded.files);
    Ok(ParseInput { grammar: loaded.grammar?, bytes, options })
}

/// Returns the grammar of a case: its own, or one that is searched beside its file.
fn grammar_of(case: &Case, folder: &Path, shelf: &GrammarCache) -> LoadedGrammar {
    let modes = Modes { named: case.modes.clone(), scripting: false };
    match &case.grammar_text {
        Some(text) => LoadedGrammar::new(folder, |files| {
            PreparedGrammar::from_text(INLINE, text, &modes, files)
        }),
        None => shelf.beside(folder, case.grammar_name().unwrap_or_default(), &modes),
    }
}

/// Returns the grammar of a snapshot: the nearest file of that name, otherwise the shipped one.
fn snapshot_grammar(snapshot: &Snapshot, shelf: &GrammarCache) -> LoadedGrammar {
    let (home, name) = snapshot.grammar_from();
    let mut loaded = shelf.beside(&home, &name, &Modes::default());
    // A nearer file that is created later would take precedence, so its absence is noted.
    for folder in snapshot.grammar_folders() {
        loaded.files.note(folder.join(snapshot.grammar_file()));
        if folder == home {
            break;
        }
    }
    loaded
}

fn run_snapshot(
    snapshot: &Snapshot,
    test: &Test<'_>,
    shelf: &GrammarCache,
    files: &mut Stamps,
) -> Result<RunResult, String> {
    let input = parse_input(test, shelf, files)?;
    if snapshot.format == Expectation::Findings {
        return findings(&input, checker(CHECKING_GRAMMAR, test, shelf, files)?);
    }
    let name = snapshot.document.file_name().unwrap_or_default().to_string_lossy();
    let parameters = OutputParameters { name: &name, place: None, case: None, bare: true };
    result(&input, snapshot.format, &parameters)
}

fn run_case(
    case: &Case,
    test: &Test<'_>,
    shelf: &GrammarCache,
    files: &mut Stamps,
) -> Result<RunResult, String> {
    if case.format() == Expectation::Check {
        return Ok(RunResult::without_repairs(check(case, test, files)));
    }
    if let Some(text) = &case.parselet {
        let text = parselet(case, text, || {
            let ParseInput { grammar, bytes, options } = parse_input(test, shelf, files)?;
            grammar.parse(bytes, &options)
        })?;
        return Ok(RunResult::without_repairs(text));
    }
    let input = parse_input(test, shelf, files)?;
    if case.format() == Expectation::Findings {
        let rules = case.rules.as_deref().unwrap_or(CHECKING_GRAMMAR);
        return findings(&input, checker(rules, test, shelf, files)?);
    }
    let place = case.place.as_deref();
    let parameters = OutputParameters { name: "input", place, case: Some(case), bare: false };
    result(&input, case.format(), &parameters)
}

/// Returns the checker of a grammar that is searched as the grammar of a test is.
fn checker(
    rules: &str,
    test: &Test<'_>,
    shelf: &GrammarCache,
    files: &mut Stamps,
) -> Result<Arc<Checker>, String> {
    let loaded = shelf.beside(&test.folder(), rules, &Modes::default());
    files.extend(loaded.files);
    shelf.checker_of(loaded.grammar?.as_ref())
}

/// Returns the findings in a document, a line each: `1:8 obsolete-attribute the attribute …`.
/// A warning says so after the position.
fn findings(input: &ParseInput, checker: Arc<Checker>) -> Result<RunResult, String> {
    let ParseInput { grammar, bytes, options } = input;
    let document = grammar.parse(bytes, &options.clone().name("input"))?;
    let mut text = String::new();
    let found = match grammar.as_ref() {
        PreparedGrammar::Markup(parser) => {
            Diagnoser::new(parser.clone(), checker).findings(&document, options)
        }
        _ => checker.findings(&document),
    };
    for Finding { severity, code, message, place, .. } in found {
        if let Some(place) = place {
            let _ = write!(text, "{}:{} ", place.start.line, place.start.column);
        }
        let warning = if severity == Severity::Warning { "warning " } else { "" };
        let _ = writeln!(text, "{warning}{code}: {message}");
    }
    Ok(RunResult { text, count: repairs::count(&document) })
}

/// The name of a case's own grammar. It counts as a file of the folder, so that it may `use` the
/// files beside it.
const INLINE: &str = "case.grammar";

/// Returns the output of `grammar check` for a case's grammar.
fn check(case: &Case, test: &Test<'_>, files: &mut Stamps) -> String {
    let folder = test.folder();
    let name = case.grammar_name().unwrap_or_default();
    let folder = if case.grammar_text.is_some() { &folder } else { grammars::home(&folder, name) };
    let noted = StampingLoader::of(folder);
    let source = match &case.grammar_text {
        Some(text) => Grammar::source(INLINE, text),
        None => Grammar::named(name),
    };
    let report = source.loader(&CachingLoader::new(&noted)).check();
    files.extend(noted.stamps());
    report.render(false)
}

/// Parameters of a document's output in addition to the format.
struct OutputParameters<'a> {
    /// The name of the document.
    name: &'a str,
    /// The position to explain.
    place: Option<&'a str>,
    /// The case, if the test is one.
    case: Option<&'a Case>,
    /// A flag that omits the list of repairs after the tree, since a snapshot has it in a separate
    /// file.
    bare: bool,
}

/// Renders a document in a format.
fn result(
    input: &ParseInput,
    format: Expectation,
    parameters: &OutputParameters<'_>,
) -> Result<RunResult, String> {
    let ParseInput { grammar, bytes, options } = input;
    let OutputParameters { name, place, case, bare } = *parameters;
    if format == Expectation::Explain {
        let place = place.map(str::parse).transpose()?;
        if let PreparedGrammar::Text(grammar) = grammar.as_ref() {
            let text = grammars::utf8(name, bytes)?;
            let file = SourceFile::new(name, text);
            let at = place.map(|place| explained::offset_at(&file, place)).transpose()?;
            let explanation = TextExplanation::of(grammar, name, text, at);
            return Ok(RunResult::without_repairs(explanation.text(false)));
        }
        let fragment = options.fragment.as_deref();
        let how =
            ExplainOptions::default().name(name).fragment(fragment).more(Some(explained::MORE));
        let mut text = String::new();
        let explained =
            explained::explain(grammar, bytes, options, place, &how, &mut |paragraph| {
                text.push_str(paragraph);
                true
            })?;
        return Ok(RunResult { text, count: repairs::count(&explained.document) });
    }
    if let PreparedGrammar::Text(_) = **grammar {
        let format = format.format().ok_or("derivations cannot be written in this format")?;
        return Ok(RunResult::without_repairs(grammar.derivations(name, bytes, format, 1)?));
    }
    let document = grammar.parse(bytes, options)?;
    let write = WriteOptions::default().bare(bare).statements(true);
    let text = match (format, format.format()) {
        (_, Some(format)) => document.render(format, write),
        (Expectation::Structure, _) => document.structure(),
        (Expectation::Fix, _) => fixed(grammar, (bytes, &document), options)?,
        (Expectation::TreeAndRepairs, _) => repairs::below_tree(&document),
        (Expectation::Microformats, _) => microformats(&document, case),
        (Expectation::Data, _) => data(&document, case),
        _ => repairs::list(&document, &|_| true).0,
    };
    Ok(RunResult { text, count: repairs::count(&document) })
}

/// Returns the output of `fix`, followed by a line for each remaining mistake.
fn fixed(
    grammar: &PreparedGrammar,
    source: (&[u8], &Document),
    options: &ParseOptions,
) -> Result<String, String> {
    let PreparedGrammar::Markup(parser) = grammar else {
        return Err("the grammar does not describe markup".into());
    };
    let fixed = fix_document(parser, source, options, &WriteOptions::default());
    let fixed = fixed.map_err(|error| error.to_string())?;
    let (text, _, _) = source.1.source().encoding.decode(&fixed.bytes);
    let mut text = text.into_owned();
    for left in &fixed.left {
        text += &format!("\n{left}");
    }
    Ok(text)
}

/// Returns the values that a parselet extracts, pretty-printed, or the mistakes of the parselet or
/// the document.
fn parselet(
    case: &Case,
    text: &str,
    html: impl FnOnce() -> Result<Document, String>,
) -> Result<String, String> {
    let dialect = if case.fizx { Dialect::Fizx } else { Dialect::Wishful };
    let compiling = CompileOptions::default().dialect(dialect);
    let parselet = match Parselet::compile("case.let", text, &compiling) {
        Ok(parselet) => parselet,
        Err(report) => return Ok(dialect.refusal(&report, false, MISTAKES)),
    };
    let warnings = parselet.warnings().render(false);
    let document = if case.has_option("xml") {
        match xml::parse("input", xml::decode(&case.input), &ParseOptions::default()) {
            Ok(document) => document,
            Err(report) => return Ok(report.render(false)),
        }
    } else {
        html()?
    };
    let document = if case.has_option("sg-wrap") { sg_wrap(&document) } else { document };
    let options = ExtractOptions::default()
        .prune(!case.has_option("no-prune"))
        .keep_blanks(case.has_option("keep-blanks"));
    let found = parselet.extract(&document, &options).to_json_in(Layout::Pretty);
    Ok(warnings + &found.unwrap_or_else(|error| error.to_string()))
}

/// Explains the structured data of a document, with its origin in the source.
fn data(document: &Document, case: Option<&Case>) -> String {
    let base = case.and_then(|case| case.base.as_deref());
    let found = StructuredData::new(document, &DataOptions::default().base(base));
    let is_turtle = case.is_some_and(|case| case.has_option("turtle"));
    if is_turtle { found.to_turtle(&FormatOptions::default()) } else { found.explain() }
}

/// Returns the microformats of a document, pretty-printed.
fn microformats(document: &Document, case: Option<&Case>) -> String {
    let is_classic = case.is_some_and(|case| case.classic);
    let mode = if is_classic { Mode::Classic } else { Mode::Microformats2 };
    let base = case.and_then(|case| case.base.as_deref());
    let found = Microformats::new(document, &Options::default().mode(mode).base(base));
    if case.is_some_and(|case| case.has_option("explain")) {
        return found.explain();
    }
    let has_srcset = case.is_some_and(|case| case.has_option("srcset"));
    let options = JsonOptions::default().pretty(true).srcset(has_srcset);
    if is_classic { found.to_classic_json(&options) } else { found.to_json(&options) }
}
