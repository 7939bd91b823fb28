//! `wishful parse`: trees of documents.

use std::num::NonZeroUsize;

use super::arguments::{FailOn, ForestFormat, ParseArguments, ParseFormat, check_needs};
use super::coercions;
use super::findings::FindingOutput;
use super::folders::{self, OutputFolder, PageFile};
use wishful::ParseOptions;
use wishful::base::Severity;
use wishful::source::Splicer;
use wishful::tree::{Document, Extent, FindingKinds, Format, WriteOptions};
use wishful_console::driver;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs;
use wishful_console::output::{MISTAKES, Output, complain, number, stderr_colour};
use wishful_console::reading;
use wishful_query::xml;

pub(super) fn run(arguments: &ParseArguments) -> CommandResult {
    let format = match arguments.format {
        ParseFormat::Document(format) => Some(format),
        ParseFormat::Xml | ParseFormat::Findings(_) => None,
    };
    let files = inputs::or_stdin(&arguments.files)?;
    let (is_html, is_tree) = (format == Some(Format::Html), format == Some(Format::Tree));
    let is_file = is_html || arguments.format == ParseFormat::Xml;
    check_needs(&[
        (arguments.mark_repairs, "--mark-repairs", "`-f html`", is_html),
        (arguments.hide_allowed, "--hide-allowed", "`-f tree`", is_tree),
        (arguments.output.is_some(), "-o", "`-f html` or `-f xml`", is_file),
    ])?;
    let pages = folders::pages(&files, &|_| false)?;
    let folder = match &arguments.output {
        Some(folder) => Some(OutputFolder::new(folder, &files, &pages)?),
        None => None,
    };
    let grammar = grammars::prepare(&arguments.grammar)?;
    grammars::warn(&arguments.grammar.grammar);
    let is_text = matches!(grammar, PreparedGrammar::Text(_));
    let needed = "a grammar with `tokenizer text`";
    check_needs(&[
        (arguments.trees.is_some(), "--trees", needed, is_text),
        (arguments.forest.is_some(), "--forest", needed, is_text),
    ])?;
    if format.is_none() && is_text {
        return Err(Failure::usage("-f xml, -f sarif and -f github need a grammar of markup"));
    }
    let mut out = Output::stdout();
    let report = match arguments.format {
        ParseFormat::Document(_) | ParseFormat::Xml => FindingOutput::Text,
        ParseFormat::Findings(format) => FindingOutput::start(format, &mut out)?,
    };
    let mut printer = TreePrinter {
        grammar,
        format,
        folder,
        several: pages.len() > 1,
        report,
        options: arguments.reading.options()?.limits(arguments.bounds.limits()),
        arguments,
        out,
        first: true,
    };
    if let Some(note) = grammars::wildcard_context(&printer.grammar, &printer.options) {
        complain(&note);
    }
    let verdict = driver::in_turn(&pages, |page| printer.page(page))?;
    let TreePrinter { grammar, mut out, report, .. } = printer;
    report.finish(&mut out)?;
    out.finish()?;
    // The process ends here, and the operating system frees its memory at once. Dropping the
    // grammar would take longer than many a parse.
    std::mem::forget(grammar);
    Ok(verdict)
}

/// The state shared by all documents.
struct TreePrinter<'a> {
    grammar: PreparedGrammar,
    options: ParseOptions,
    arguments: &'a ParseArguments,
    /// The output format; `None` for XML, and if findings are printed instead.
    format: Option<Format>,
    /// The folder to write to, instead of stdout.
    folder: Option<OutputFolder<'a>>,
    /// A flag: there is more than one document.
    several: bool,
    /// The report of findings, if they are to be printed.
    report: FindingOutput,
    out: Output,
    /// A flag: no document has been written yet.
    first: bool,
}

impl TreePrinter<'_> {
    fn page(&mut self, page: &PageFile) -> CommandResult {
        let path = page.path.as_str();
        let input = reading::read(path, self.arguments.bounds.max_bytes)?;
        if let PreparedGrammar::Text(_) = self.grammar {
            return self.text(path, &input.bytes);
        }
        self.options.partial = input.rest.is_some();
        self.options.name = Some(inputs::shown(path).to_owned());
        if let Some(note) = grammars::xml_note(self.grammar.grammar(), path, &input.bytes) {
            complain(&note);
        }
        let document = self.grammar.parse(input.bytes, &self.options);
        let document = document.map_err(|message| Failure::of_input(path, message))?;
        let options = WriteOptions::default()
            .colour(self.out.paint().colour())
            .mark_repairs(self.arguments.mark_repairs)
            .hide_allowed(self.arguments.hide_allowed)
            .bytes(self.arguments.bounds.output());
        let extent = match self.format {
            Some(format) => self.write(page, &document, format, options)?,
            None if self.arguments.format == ParseFormat::Xml => self.xml(page, &document)?,
            None => self.find(&document)?,
        };
        let whole = self.out.within_limits(&document, path)?;
        let most = options.bytes.of(document.text().len());
        let whole = whole.and(self.out.within_bytes(extent, most, path)?);
        Ok(whole.and(self.fail_on(path, &document)?))
    }

    /// Prints the derivations of a text by a grammar with its own tokens, and its repairs on
    /// stderr.
    fn text(&mut self, path: &str, bytes: &[u8]) -> CommandResult {
        let name = inputs::shown(path);
        let derivations = self.grammar.read_text(name, bytes).map_err(Failure::refused)?;
        let text = match self.arguments.forest {
            Some(ForestFormat::Dot) => derivations.forest_dot(),
            None => {
                let format = self.format.unwrap_or(Format::Tree);
                let most = self.arguments.trees.map_or(1, NonZeroUsize::get);
                let text = derivations.render(format, most);
                text.ok_or_else(|| {
                    Failure::refused(format!("{name}: {}", grammars::FORMATS_OF_TEXTS))
                })?
            }
        };
        let repairs = derivations.into_repairs();
        self.header(path)?;
        self.out.text(&text)?;
        if repairs.diagnostics.is_empty() {
            return Ok(Verdict::Done);
        }
        self.out.flush()?;
        complain(&repairs.render_most(stderr_colour(), MISTAKES));
        let is_fatal = wanted(&self.arguments.fail_on).repairs;
        Ok(if is_fatal { Verdict::Refused } else { Verdict::Done })
    }

    /// Writes the findings of a document: those that `--fail-on` names as errors, by default all as
    /// warnings.
    fn find(&mut self, document: &Document) -> Result<Extent, Failure> {
        let fatal = wanted(&self.arguments.fail_on);
        let (wanted, severity) = if fatal == FindingKinds::default() {
            (FindingKinds::default().repairs(true).allowed(false).errors(true), Severity::Warning)
        } else {
            (fatal, Severity::Error)
        };
        let bytes = self.arguments.bounds.output();
        let findings = document.findings_within(wanted, severity, bytes);
        self.report.document(findings, bytes.of(document.text().len()), &mut self.out)
    }

    /// Prints on stderr the number of findings that make the run fail.
    fn fail_on(&mut self, path: &str, document: &Document) -> CommandResult {
        let wanted = wanted(&self.arguments.fail_on);
        let mut repairs = 0;
        if wanted.repairs {
            repairs += document.mistakes().count() + document.attribute_errors().len();
        }
        if wanted.allowed {
            repairs += document.repairs().len() - document.mistakes().count();
        }
        let errors = if wanted.errors { document.errors().len() } else { 0 };
        let mut counts = Vec::new();
        if repairs > 0 {
            counts.push(number(repairs, "repair"));
        }
        if errors > 0 {
            counts.push(number(errors, "error"));
        }
        if counts.is_empty() {
            return Ok(Verdict::Done);
        }
        self.out.flush()?;
        complain(&format!("{}: {}", inputs::shown(path), counts.join(", ")));
        Ok(Verdict::Refused)
    }

    fn write(
        &mut self,
        page: &PageFile,
        document: &Document,
        format: Format,
        options: WriteOptions,
    ) -> Result<Extent, Failure> {
        let path = page.path.as_str();
        if let Some(folder) = &self.folder {
            let (bytes, extent) = encoded(document, format, options.colour(false));
            folder.write(page, &bytes)?;
            return Ok(extent);
        }
        if format != Format::Json || !self.several {
            self.header(path)?;
            return self.out.document(document, format, options);
        }
        let mut json = String::new();
        // OK because writing to a string never fails.
        let extent = document.write(Format::Json, options, &mut json).unwrap_or(Extent::Cut);
        self.out.text(&inputs::json_line(path, "document", &json))?;
        Ok(extent)
    }

    /// Writes a document as XML, and prints its coercions on stderr.
    fn xml(&mut self, page: &PageFile, document: &Document) -> Result<Extent, Failure> {
        let path = page.path.as_str();
        let most = self.arguments.bounds.output().of(document.text().len());
        let written = xml::write_limited(document, most);
        if let Some(folder) = &self.folder {
            folder.write(page, format!("{}\n", written.text).as_bytes())?;
        } else {
            self.header(path)?;
            self.out.line(&written.text)?;
            self.out.flush()?;
        }
        for note in coercions::notes(&written, document, inputs::shown(path)) {
            complain(&note);
        }
        Ok(if written.is_whole { Extent::Whole } else { Extent::Cut })
    }

    /// Prints `==> page.html <==` before each of several documents.
    fn header(&mut self, path: &str) -> Result<(), Failure> {
        if self.several {
            let gap = if self.first { "" } else { "\n" };
            self.out.line(&format!("{gap}==> {} <==", inputs::shown(path)))?;
        }
        self.first = false;
        Ok(())
    }
}

/// Writes a document in the encoding of its source, with a line break at the end.
fn encoded(document: &Document, format: Format, options: WriteOptions) -> (Vec<u8>, Extent) {
    let mut text = String::new();
    if document.text().starts_with('\u{FEFF}') {
        text.push('\u{FEFF}');
    }
    // OK because writing to a string never fails.
    let extent = document.write(format, options, &mut text).unwrap_or(Extent::Cut);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let mut splicer = Splicer::new(b"", document.source().encoding, None);
    splicer.write(&text);
    (splicer.finish(), extent)
}

/// Converts the argument of `--fail-on`.
fn wanted(fail_on: &[FailOn]) -> FindingKinds {
    let any = fail_on.contains(&FailOn::Any);
    FindingKinds::default()
        .repairs(any || fail_on.contains(&FailOn::Repairs))
        .allowed(any)
        .errors(fail_on.contains(&FailOn::Errors))
}
