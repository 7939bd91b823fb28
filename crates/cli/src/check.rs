//! `wishful check`: the mistakes of documents, by a grammar of what authors should write.

use super::arguments::{CheckPagesArguments, FailWhen};
use super::documents::{self, DocumentSource};
use super::failure::{CommandResult, Failure, Verdict};
use super::grammars;
use super::inputs;
use super::output::{Output, complain, not_parsed};
use super::progress::Progress;
use super::replacing;
use super::reports::{number, refused};
use std::path::Path;
use wishful::base::{Finding, Severity, render_finding};
use wishful::check::Checker;
use wishful::pool::{self, Answer};
use wishful::tree::{Extent, WriteOptions};
use wishful::{ParseOptions, Parser};
use wishful_workbench::fix::fix_document;

/// The findings in a document.
struct CheckedDocument {
    findings: Vec<Finding>,
    /// The findings as text, if that is the output format.
    text: String,
    /// The message about a limit that was reached.
    message: Option<String>,
}

/// The state that all threads share.
struct Check<'a> {
    parser: Parser,
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
        parser: Parser::new(grammars::load_plain(&arguments.parse_with)?)
            .map_err(|error| Failure::refused(error.to_string()))?,
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
    let (mut findings, mut verdict) = (Vec::new(), Verdict::Done);
    let mut with_findings = 0;
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
                out.text(&checked.text)?;
                with_findings += usize::from(!checked.findings.is_empty());
                findings.extend(checked.findings);
            }
            Ok::<_, Failure>(())
        },
    )?;
    drop(progress);
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    match arguments.format.write(&findings) {
        Some(report) => out.text(&report)?,
        None if findings.is_empty() => {}
        None => {
            let (all, documents) = (number(findings.len(), "finding"), found.items.len());
            let warnings = match findings.len() - errors {
                0 => String::new(),
                warnings => format!(" ({})", number(warnings, "warning")),
            };
            let documents = number(documents, "document");
            out.text(&format!("{all}{warnings} in {with_findings} of {documents}\n"))?;
        }
    }
    out.finish()?;
    let is_failure = match arguments.fail_on {
        FailWhen::Error => errors > 0,
        FailWhen::Any => !findings.is_empty(),
        FailWhen::Never => false,
    };
    if is_failure {
        verdict = Verdict::Refused;
    }
    Ok(verdict)
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
        let document = self.parser.parse(bytes, &options);
        let document = document.map_err(|error| format!("{}: {error}", item.name))?;
        let mut findings = self.checker.findings(&document);
        findings.retain(|finding| !self.arguments.allow.contains(&finding.code));
        let mut text = String::new();
        if self.arguments.format == super::arguments::CheckFormat::Text {
            for finding in &findings {
                text.push_str(&render_finding(finding, &document.source().file, self.colour));
                text.push_str("\n\n");
            }
        }
        Ok(CheckedDocument { findings, text, message: not_parsed(&document, &item.name) })
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
        let document = self.parser.parse_recorded(&bytes, options);
        let document = document.map_err(|error| format!("{name}: {error}"))?;
        let write = WriteOptions::default().bytes(self.arguments.bounds.output());
        let fixed = fix_document(&self.parser, (&bytes, &document), options, &write)
            .map_err(|error| format!("{name}: {error}"))?;
        if document.limit().is_some() || fixed.extent == Extent::Cut || fixed.bytes == bytes {
            return Ok(bytes);
        }
        replacing::replace(path, &fixed.bytes)
            .map_err(|error| format!("{name}: cannot be written: {}", inputs::reason(&error)))?;
        Ok(fixed.bytes)
    }
}
