//! `wishful fix`: a source with the same tree and no mistakes, or the original source with only the
//! virtual tags added.

use std::io::Read;
use std::path::Path;

use super::arguments::FixArguments;
use super::failure::{CommandResult, Failure, Verdict};
use super::grammars::{self, PreparedGrammar};
use super::inputs;
use super::output::{Output, complain, complain_within};
use super::progress::Progress;
use super::reading::{self, BoundedInput};
use super::replacing;
use wishful::ParseOptions;
use wishful::tree::{Document, Extent, WriteOptions};
use wishful_workbench::fix::fix_document;

pub(super) fn run(arguments: &FixArguments) -> CommandResult {
    let writes_files = arguments.in_place || arguments.check;
    if arguments.files.len() > 1 && !writes_files {
        let message =
            "cannot print several documents to stdout: use --in-place, or name one document";
        return Err(Failure::usage(message));
    }
    if arguments.in_place && arguments.files.iter().any(|file| file == "-") {
        return Err(Failure::usage("stdin cannot be fixed in place; omit --in-place"));
    }
    let fixer = DocumentFixer { grammar: grammars::prepare(&arguments.grammar)?, arguments };
    let mut out = Output::stdout();
    let mut verdict = Verdict::Done;
    let mut progress = Progress::new(Some(arguments.files.len()));
    for path in &arguments.files {
        let outcome = fixer.file(path, &mut out);
        progress.step();
        match outcome {
            Ok(of_file) => verdict = verdict.and(of_file),
            Err(failure) if arguments.files.len() > 1 => {
                progress.suspend(|| complain(&failure.to_string()));
                verdict = Verdict::Refused;
            }
            Err(failure) => return Err(failure),
        }
    }
    out.finish()?;
    Ok(verdict)
}

struct DocumentFixer<'a> {
    grammar: PreparedGrammar,
    arguments: &'a FixArguments,
}

/// A fixed document.
struct FixedDocument {
    bytes: Vec<u8>,
    extent: Extent,
    /// The messages about it.
    messages: Vec<String>,
}

impl DocumentFixer<'_> {
    fn file(&self, path: &str, out: &mut Output) -> CommandResult {
        let BoundedInput { bytes, rest } = reading::read(path, self.arguments.bounds.max_bytes)?;
        let options = self
            .arguments
            .reading
            .options()
            .limits(self.arguments.bounds.limits())
            .partial(rest.is_some());
        if let Some(note) = grammars::wildcard_context(&self.grammar, &options) {
            complain(&note);
        }
        let document = self.grammar.parse_recorded(&bytes, &options);
        let document = document.map_err(|message| Failure::of_input(path, message))?;
        let fixed = self.fixed(&bytes, &document, &options);
        let fixed = fixed.map_err(|message| Failure::of_input(path, message))?;
        let changed = self.write(path, (&bytes, &fixed.bytes), rest, out)?;
        let parsed = out.within_limits(&document, path)?;
        let most = self.arguments.bounds.output().of(document.text().len());
        let messages = fixed.messages.iter();
        let messages = messages.map(|message| format!("{}:{message}", inputs::shown(path)));
        complain_within(messages, most, path);
        let written = out.within_bytes(fixed.extent, most, path)?;
        Ok(changed.and(parsed).and(written))
    }

    fn fixed(
        &self,
        bytes: &[u8],
        document: &Document,
        options: &ParseOptions,
    ) -> Result<FixedDocument, String> {
        let most = self.arguments.bounds.output();
        if self.arguments.only_tags {
            let (bytes, extent) = document.fixed_within(bytes, most);
            return Ok(FixedDocument { bytes, extent, messages: Vec::new() });
        }
        let PreparedGrammar::Markup(parser) = &self.grammar else { return Err(String::new()) };
        let write = WriteOptions::default().bytes(most);
        let fixed = fix_document(parser, (bytes, document), options, &write)
            .map_err(|error| error.to_string())?;
        let messages = fixed.left.iter().map(ToString::to_string).collect();
        Ok(FixedDocument { bytes: fixed.bytes, extent: fixed.extent, messages })
    }

    /// Writes the fixed source to its destination.
    fn write(
        &self,
        path: &str,
        (old, new): (&[u8], &[u8]),
        rest: Option<Box<dyn Read>>,
        out: &mut Output,
    ) -> CommandResult {
        let is_same = old == new;
        if self.arguments.check {
            if is_same {
                return Ok(Verdict::Done);
            }
            out.line(inputs::shown(path))?;
            return Ok(Verdict::Refused);
        }
        if self.arguments.in_place {
            if !is_same {
                let whole = with_rest(new, rest, path)?;
                replacing::replace(Path::new(path), &whole)
                    .map_err(|error| unwritable(path, &error))?;
            }
            return Ok(Verdict::Done);
        }
        out.bytes(new)?;
        if let Some(rest) = rest {
            out.copy(rest, path)?;
        }
        Ok(Verdict::Done)
    }
}

/// Appends the unread rest of the input to the fixed source.
fn with_rest(fixed: &[u8], rest: Option<Box<dyn Read>>, path: &str) -> Result<Vec<u8>, Failure> {
    let mut whole = fixed.to_vec();
    if let Some(mut rest) = rest {
        let read = rest.read_to_end(&mut whole);
        read.map_err(|error| inputs::unreadable(inputs::shown(path), &error))?;
    }
    Ok(whole)
}

fn unwritable(path: &str, error: &std::io::Error) -> Failure {
    let reason = inputs::reason(error);
    Failure::refused(format!("{}: cannot be written: {reason}", inputs::shown(path)))
}
