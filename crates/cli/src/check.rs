//! `wishful check`: the mistakes of documents, by a grammar of what authors should write.

use super::arguments::{CheckFormat, CheckPagesArguments};
use super::documents::{self, DocumentSource};
use super::findings::{FindingOutput, rendered};
use super::templates::{self, TemplateLanguages};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Arc;
use wishful::base::{Finding, Severity, SourceFile};
use wishful::tree::{Extent, WriteOptions, not_written};
use wishful::{Grammar, ParseOptions};
use wishful_check::Checker;
use wishful_console::arguments::{CHECKING_GRAMMAR, DEFAULT_GRAMMAR};
use wishful_console::driver::{self, InputResult};
use wishful_console::explained::markup;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::nearest::advice;
use wishful_console::output::{Output, complain, not_parsed, number};
use wishful_console::replacing;
use wishful_console::reports::refused;
use wishful_console::settings::FailWhen;
use wishful_console::settings::ProjectSettings;
use wishful_diagnosis::Diagnoser;
use wishful_edit::fix::fix_document;
use wishful_template::Dialect;

/// The findings in a document.
struct CheckedDocument {
    name: String,
    findings: Vec<Finding>,
    /// The findings as text, if that is the output format, and whether it is complete.
    text: (String, Extent),
    /// The limit on the bytes of the findings.
    most: u64,
    /// True if it is a template of which not every page was checked.
    is_sampled: bool,
}

/// The state that all threads share.
struct Check<'a> {
    grammar: PreparedGrammar,
    checker: Arc<Checker>,
    diagnoser: Option<Diagnoser>,
    options: ParseOptions,
    arguments: &'a CheckPagesArguments,
    templates: TemplateLanguages,
    /// The codes of findings that are not reported.
    allow: Vec<String>,
    colour: bool,
}

pub(super) fn run(arguments: &CheckPagesArguments) -> CommandResult {
    if arguments.fix
        && (arguments.files.is_empty() || arguments.files.iter().any(|file| file == "-"))
    {
        return Err(Failure::usage("stdin cannot be fixed in place; omit --fix, or name files"));
    }
    let mut out = Output::stdout();
    let settings = ProjectSettings::here()?.check;
    let chosen = arguments.grammar.as_deref().or(settings.grammar.as_deref());
    let chosen = chosen.unwrap_or(CHECKING_GRAMMAR);
    let expected = grammars::load_plain(chosen)?;
    if expected.tokenizer().is_text() {
        return Err(needs_markup(chosen));
    }
    let reading = arguments.parse_with.as_deref().unwrap_or_else(|| reading(chosen, &expected));
    let grammar = grammars::prepare_plain(reading)?;
    if let PreparedGrammar::Text(_) = grammar {
        return Err(needs_markup(reading));
    }
    let checker = Checker::new(expected);
    let checker = Arc::new(checker.map_err(|report| refused(&report))?);
    let diagnoser = match &grammar {
        PreparedGrammar::Markup(parser) => {
            Some(Diagnoser::new(parser.clone(), Arc::clone(&checker)))
        }
        _ => None,
    };
    // The process ends after it, so its tables need not be freed.
    let check = ManuallyDrop::new(Check {
        grammar,
        checker,
        diagnoser,
        options: arguments.pages.options()?,
        arguments,
        templates: arguments.pages.reading.languages(&arguments.folders)?,
        allow: [settings.allow, arguments.allow.clone()].concat(),
        colour: out.paint().colour(),
    });
    let stdin = ["-".to_owned()];
    check.codes_are_known()?;
    let files = if arguments.files.is_empty() { &stdin[..] } else { &arguments.files[..] };
    let exclude = [settings.exclude, arguments.exclude.clone()].concat();
    let found = documents::find_without(files, false, &exclude, &|path| {
        check.templates.named(&path.to_string_lossy()).is_some()
    });
    let found = found.map_err(Failure::into_trouble)?;
    let mut report = FindingOutput::start(arguments.format, &mut out)?;
    let mut counts = FindingCounts::default();
    let mut verdict = driver::each(
        &found.items,
        arguments.pages.workers.count(),
        &mut out,
        |item| check.document(item),
        |checked, out| {
            counts.add(&checked.findings);
            counts.sampled += usize::from(checked.is_sampled);
            let (text, extent) = checked.text;
            out.text(&text)?;
            let listed = report.document(checked.findings, checked.most, out)?;
            let is_cut = [extent, listed].contains(&Extent::Cut);
            Ok(is_cut.then(|| format!("{}: {}", checked.name, not_written(checked.most))))
        },
    )?;
    if arguments.format == CheckFormat::Text && counts.findings > 0 {
        if counts.findings > TABLE {
            out.text(&counts.table())?;
        }
        out.line(&counts.sentence(found.items.len()))?;
    }
    if arguments.format == CheckFormat::Text && counts.sampled > 0 {
        let templates = number(counts.sampled, "template");
        complain(&format!(
            "in {templates}, the parser has more states than pages were tried; mistakes in some \
             combinations of conditions may be missing"
        ));
    }
    report.finish(&mut out)?;
    out.finish()?;
    let is_failure = match arguments.fail_on.or(settings.fail_on).unwrap_or(FailWhen::Error) {
        FailWhen::Error => counts.errors > 0,
        FailWhen::Any => counts.findings > 0,
        FailWhen::Never => false,
    };
    // An input that could not be read is more than a finding.
    if verdict != Verdict::Done {
        verdict = Verdict::Trouble;
    } else if is_failure {
        verdict = Verdict::Refused;
    }
    Ok(verdict)
}

/// Returns the name of the grammar that parses the documents, if none was chosen: a variant of the
/// default one is meant for reading as well.
fn reading<'g>(chosen: &'g str, expected: &Grammar) -> &'g str {
    let base = format!("{DEFAULT_GRAMMAR}.grammar");
    let is_variant = expected.files().iter().any(|(_, file)| file.name() == base);
    if is_variant { chosen } else { DEFAULT_GRAMMAR }
}

/// Returns the message for a grammar of texts.
fn needs_markup(grammar: &str) -> Failure {
    Failure::refused(format!(
        "`{grammar}` describes text, and `check` reads pages of HTML, by a grammar of markup; \
         `wishful parse -g {grammar} FILE` says whether a text matches, `wishful grammar check \
         {grammar}` checks the grammar itself"
    ))
}

/// The greatest number of findings without a table of their codes.
const TABLE: usize = 20;

/// The numbers of findings in all documents.
#[derive(Default)]
struct FindingCounts {
    by_code: BTreeMap<String, usize>,
    findings: usize,
    errors: usize,
    /// The number of documents with findings.
    documents: usize,
    /// The number of templates of which not every page was checked.
    sampled: usize,
}

impl FindingCounts {
    fn add(&mut self, findings: &[Finding]) {
        self.findings += findings.len();
        for finding in findings {
            *self.by_code.entry(finding.code.clone()).or_default() += 1;
        }
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        self.errors += errors.count();
        self.documents += usize::from(!findings.is_empty());
    }

    /// Returns a line for each code with its number, the most frequent first.
    fn table(&self) -> String {
        let mut codes: Vec<(&String, &usize)> = self.by_code.iter().collect();
        codes.sort_by_key(|(_, count)| Reverse(**count));
        codes.iter().map(|(code, count)| format!("{count:6}  {code}\n")).collect()
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
    /// Refuses a code in `--allow` or the settings that no finding has.
    fn codes_are_known(&self) -> Result<(), Failure> {
        let known: Vec<&str> = match &self.diagnoser {
            Some(diagnoser) => diagnoser.codes(),
            None => self.checker.codes().collect(),
        };
        for code in &self.allow {
            if !known.contains(&code.as_str()) {
                let near = advice(code, known.iter().copied());
                let message = format!("allow {code}: no finding has this code{near}");
                return Err(Failure::usage(message));
            }
        }
        Ok(())
    }

    fn document(&self, item: &DocumentSource) -> Result<InputResult<CheckedDocument>, Failure> {
        let (mut bytes, options) = item.read(&self.options)?;
        if let Some(dialect) = self.templates.of(item.file())
            && let Some(diagnoser) = &self.diagnoser
        {
            return self.template(item, bytes, (&dialect, diagnoser), &options);
        }
        if self.arguments.fix
            && let Some(path) = item.file()
        {
            bytes = self.fixed(path, bytes, &options)?;
        }
        let note = grammars::xml_note(self.grammar.grammar(), &item.name, &bytes);
        let document = self.grammar.parse(bytes, &options);
        let document = document.map_err(|error| Failure::of_input(&item.name, error))?;
        let bytes = self.arguments.pages.bounds.output();
        let mut findings = match &self.diagnoser {
            Some(diagnoser) => diagnoser.findings_within(&document, &options, bytes),
            None => self.checker.findings_within(&document, bytes),
        };
        findings.retain(|finding| !self.allow.contains(&finding.code));
        let most = bytes.of(document.text().len());
        let checked = self.checked(&document.source().file, findings, most);
        Ok(InputResult::new(checked, not_parsed(&document, &item.name)).with_notes(note))
    }

    /// Checks the pages that a template may write.
    fn template(
        &self,
        item: &DocumentSource,
        mut bytes: Vec<u8>,
        (dialect, diagnoser): (&Dialect, &Diagnoser),
        options: &ParseOptions,
    ) -> Result<InputResult<CheckedDocument>, Failure> {
        if self.arguments.fix
            && let Some(path) = item.file()
        {
            let source = (item.name.as_str(), &bytes[..]);
            let repaired = templates::repaired(source, dialect, diagnoser, options, false)?;
            let changed = repaired.text.into_bytes();
            if changed != bytes {
                let written = replacing::replace(path, &changed);
                written.map_err(|error| Failure::unwritten(path, &error))?;
                bytes = changed;
            }
        }
        let text = templates::text(&item.name, &bytes)?;
        let file = SourceFile::new(item.name.clone(), text);
        let checked = wishful_template::check(dialect, &file, diagnoser, options);
        let most = self.arguments.pages.bounds.output().of(text.len());
        let mut findings = checked.findings;
        findings.retain(|finding| !self.allow.contains(&finding.code));
        let findings = Finding::within(most, findings.into_iter());
        let is_sampled = checked.is_sampled;
        let checked = CheckedDocument { is_sampled, ..self.checked(&file, findings, most) };
        Ok(InputResult::new(checked, None))
    }

    /// Writes the findings in a file, if their output format is text.
    fn checked(&self, file: &SourceFile, findings: Vec<Finding>, most: u64) -> CheckedDocument {
        let text = if self.arguments.format == CheckFormat::Text {
            rendered(findings.clone(), file, self.colour, most)
        } else {
            (String::new(), Extent::Whole)
        };
        let name = file.name().to_owned();
        CheckedDocument { name, findings, text, most, is_sampled: false }
    }

    /// Repairs a file in place and returns its bytes. A file of which a limit was reached stays as
    /// it is.
    fn fixed(
        &self,
        path: &Path,
        bytes: Vec<u8>,
        options: &ParseOptions,
    ) -> Result<Vec<u8>, Failure> {
        let name = path.display().to_string();
        let parser = markup(&self.grammar).map_err(Failure::refused)?;
        let document = parser.parse(&bytes, &options.clone().record_events(true));
        let document = document.map_err(|error| Failure::of_input(&name, error))?;
        let write = WriteOptions::default().bytes(self.arguments.pages.bounds.output());
        let fixed = fix_document(parser, (&bytes, &document), options, &write)
            .map_err(|error| Failure::of_input(&name, error))?;
        if document.limit().is_some() || fixed.extent == Extent::Cut || fixed.bytes == bytes {
            return Ok(bytes);
        }
        replacing::replace(path, &fixed.bytes).map_err(|error| Failure::unwritten(path, &error))?;
        Ok(fixed.bytes)
    }
}
