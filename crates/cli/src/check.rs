//! `wishful check`: the mistakes of documents, by a grammar of what authors should write.

use super::arguments::{CheckFormat, CheckPagesArguments, FailWhen, GrammarChoice};
use super::documents::{self, DocumentSource};
use super::explained::markup;
use super::failure::{CommandResult, Failure, Verdict};
use super::findings::{FindingOutput, rendered};
use super::grammars::{self, PreparedGrammar};
use super::inputs;
use super::output::{Output, complain, not_parsed, number};
use super::progress::Progress;
use super::replacing;
use super::reports::refused;
use std::path::Path;
use wishful::ParseOptions;
use wishful::base::{Finding, Severity};
use wishful::check::Checker;
use wishful::pool::{self, Answer};
use wishful::tree::{Extent, WriteOptions};
use wishful_workbench::fix::fix_document;

/// The findings in a document.
struct CheckedDocument {
    name: String,
    findings: Vec<Finding>,
    /// The findings as text, if that is the output format, and whether it is complete.
    text: (String, Extent),
    /// The limit on the bytes of the findings.
    most: u64,
    /// The message about a limit that was reached.
    message: Option<String>,
}

/// The state that all threads share.
struct Check<'a> {
    grammar: PreparedGrammar,
    checker: Checker,
    options: ParseOptions,
    arguments: &'a CheckPagesArguments,
    colour: bool,
}

pub(super) fn run(arguments: &CheckPagesArguments) -> CommandResult {
    if arguments.fix
        && (arguments.files.is_empty() || arguments.files.iter().any(|file| file == "-"))
    {
        return Err(Failure::usage("stdin cannot be fixed in place; omit --fix, or name files"));
    }
    let mut out = Output::stdout();
    let check = Check {
        grammar: grammars::prepare(&GrammarChoice {
            grammar: arguments.parse_with.clone(),
            ..GrammarChoice::default()
        })?,
        checker: Checker::new(grammars::load_plain(&arguments.grammar)?)
            .map_err(|report| refused(&report))?,
        options: arguments.reading.options().limits(arguments.bounds.limits()),
        arguments,
        colour: out.paint().colour(),
    };
    let stdin = ["-".to_owned()];
    let files = if arguments.files.is_empty() { &stdin[..] } else { &arguments.files[..] };
    let found = documents::find(files, false)?;
    let mut progress = Progress::new(Some(found.items.len()));
    let mut report = FindingOutput::start(arguments.format, &mut out)?;
    let (mut counts, mut verdict) = (FindingCounts::default(), Verdict::Done);
    pool::in_order(
        arguments.workers.count(),
        found.items.iter(),
        |item| check.document(item),
        |answer| {
            let Answer::Next(answer) = answer else { return out.flush() };
            progress.step();
            let checked = answer.unwrap_or_else(|| {
                Err("the checker panicked, which is a bug in wishful".to_owned())
            });
            let (checked, message) = match checked {
                Ok(mut checked) => {
                    let message = checked.message.take();
                    (Some(checked), message)
                }
                Err(message) => (None, Some(message)),
            };
            if let Some(message) = message {
                out.flush()?;
                progress.suspend(|| complain(&message));
                verdict = Verdict::Refused;
            }
            if let Some(checked) = checked {
                counts.add(&checked.findings);
                let (text, extent) = checked.text;
                out.text(&text)?;
                let listed = report.document(checked.findings, checked.most, &mut out)?;
                let whole = if listed == Extent::Whole { extent } else { listed };
                verdict = verdict.and(out.within_bytes(whole, checked.most, &checked.name)?);
            }
            Ok::<_, Failure>(())
        },
    )?;
    drop(progress);
    if arguments.format == CheckFormat::Text && counts.findings > 0 {
        out.line(&counts.sentence(found.items.len()))?;
    }
    report.finish(&mut out)?;
    out.finish()?;
    let is_failure = match arguments.fail_on {
        FailWhen::Error => counts.errors > 0,
        FailWhen::Any => counts.findings > 0,
        FailWhen::Never => false,
    };
    if is_failure {
        verdict = Verdict::Refused;
    }
    Ok(verdict)
}

/// The numbers of findings in all documents.
#[derive(Default)]
struct FindingCounts {
    findings: usize,
    errors: usize,
    /// The number of documents with findings.
    documents: usize,
}

impl FindingCounts {
    fn add(&mut self, findings: &[Finding]) {
        self.findings += findings.len();
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        self.errors += errors.count();
        self.documents += usize::from(!findings.is_empty());
    }

    /// Returns `3 findings (1 warning) in 2 of 5 documents`.
    fn sentence(&self, documents: usize) -> String {
        let warnings = match self.findings - self.errors {
            0 => String::new(),
            warnings => format!(" ({})", number(warnings, "warning")),
        };
        let (findings, with_findings) = (number(self.findings, "finding"), self.documents);
        format!("{findings}{warnings} in {with_findings} of {}", number(documents, "document"))
    }
}

impl Check<'_> {
    fn document(&self, item: &DocumentSource) -> Result<CheckedDocument, String> {
        let (mut bytes, options) =
            item.read(&self.options).map_err(|failure| failure.to_string())?;
        if self.arguments.fix
            && let Some(path) = item.file()
        {
            bytes = self.fixed(path, bytes, &options)?;
        }
        if let Some(note) = grammars::xml_note(self.grammar.grammar(), &item.name, &bytes) {
            complain(&note);
        }
        let document = self.grammar.parse(bytes, &options);
        let document = document.map_err(|error| format!("{}: {error}", item.name))?;
        let bytes = self.arguments.bounds.output();
        let mut findings = self.checker.findings_within(&document, bytes);
        findings.retain(|finding| !self.arguments.allow.contains(&finding.code));
        let most = bytes.of(document.text().len());
        let text = if self.arguments.format == CheckFormat::Text {
            rendered(findings.clone(), &document.source().file, self.colour, most)
        } else {
            (String::new(), Extent::Whole)
        };
        let (name, message) = (item.name.clone(), not_parsed(&document, &item.name));
        Ok(CheckedDocument { name, findings, text, most, message })
    }

    /// Repairs a file in place and returns its bytes. A file of which a limit was reached stays as
    /// it is.
    fn fixed(
        &self,
        path: &Path,
        bytes: Vec<u8>,
        options: &ParseOptions,
    ) -> Result<Vec<u8>, String> {
        let name = path.display();
        let parser = markup(&self.grammar)?;
        let document = parser.parse_recorded(&bytes, options);
        let document = document.map_err(|error| format!("{name}: {error}"))?;
        let write = WriteOptions::default().bytes(self.arguments.bounds.output());
        let fixed = fix_document(parser, (&bytes, &document), options, &write)
            .map_err(|error| format!("{name}: {error}"))?;
        if document.limit().is_some() || fixed.extent == Extent::Cut || fixed.bytes == bytes {
            return Ok(bytes);
        }
        replacing::replace(path, &fixed.bytes)
            .map_err(|error| format!("{name}: cannot be written: {}", inputs::reason(&error)))?;
        Ok(fixed.bytes)
    }
}
