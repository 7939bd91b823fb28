//! `wishful parse`: documents to trees.

use std::num::NonZeroUsize;

use super::arguments::{FailOn, ParseArguments};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::{self, Prepared};
use super::inputs;
use super::output::{Output, complain};
use super::progress;
use super::reading;
use crate::ParseOptions;
use crate::tree::{Document, Extent, Format, WriteOptions};

pub(super) fn run(arguments: &ParseArguments) -> Outcome {
    if arguments.mark_repairs && arguments.format != Format::Html {
        return Err(Failure::usage("--mark-repairs is for `-f html`"));
    }
    if arguments.hide_allowed && arguments.format != Format::Tree {
        return Err(Failure::usage("--hide-allowed is for `-f tree`"));
    }
    let grammar = grammars::prepare(&arguments.grammar)?;
    if arguments.trees.is_some() && !matches!(grammar, Prepared::Text(_)) {
        return Err(Failure::usage("--trees is for grammars with `tokenizer text`"));
    }
    let mut work = Work {
        grammar,
        options: ParseOptions { limits: arguments.bounds.limits(), ..arguments.reading.options() },
        arguments,
        out: Output::stdout(),
        first: true,
    };
    if let Some(note) = grammars::wildcard_context(&work.grammar, &work.options) {
        complain(&note);
    }
    let verdict = progress::each(&arguments.files, |file| work.file(file))?;
    let Work { grammar, out, .. } = work;
    out.finish()?;
    // The process ends, and the operating system takes its memory back at once: dropping would take longer than many a parse.
    std::mem::forget(grammar);
    Ok(verdict)
}

struct Work<'a> {
    grammar: Prepared,
    options: ParseOptions,
    arguments: &'a ParseArguments,
    out: Output,
    /// Whether no document was written yet.
    first: bool,
}

impl Work<'_> {
    fn file(&mut self, path: &str) -> Outcome {
        let input = reading::read(path, self.arguments.bounds.max_bytes)?;
        let named = |message| Failure::refused(format!("{}: {message}", inputs::shown(path)));
        if let Prepared::Text(_) = self.grammar {
            let format = self.arguments.format;
            let most = self.arguments.trees.map_or(1, NonZeroUsize::get);
            let text = self.grammar.derivations(inputs::shown(path), &input.bytes, format, most);
            let text = text.map_err(Failure::refused)?;
            self.header(path)?;
            self.out.text(&text)?;
            return Ok(Verdict::Done);
        }
        self.options.partial = input.rest.is_some();
        self.options.name = Some(inputs::shown(path).to_owned());
        let document = self.grammar.parse(input.bytes, &self.options).map_err(named)?;
        let options = WriteOptions {
            colour: self.out.paint().colour(),
            mark_repairs: self.arguments.mark_repairs,
            hide_allowed: self.arguments.hide_allowed,
            bytes: self.arguments.bounds.output(),
            ..WriteOptions::default()
        };
        let extent = self.write(path, &document, options)?;
        let whole = self.out.within_limits(&document, path)?;
        let most = options.bytes.of(document.text().len());
        let whole = whole.and(self.out.within_bytes(extent, most, path)?);
        let failures = match self.arguments.fail_on {
            None => 0,
            Some(FailOn::Repairs) => document.mistakes().count() + document.breaches().len(),
            Some(FailOn::Any) => document.repairs().len() + document.breaches().len(),
        };
        match failures {
            0 => Ok(whole),
            count => {
                self.out.flush()?;
                let repairs =
                    if count == 1 { "1 repair".into() } else { format!("{count} repairs") };
                complain(&format!("{}: {repairs}", inputs::shown(path)));
                Ok(Verdict::Refused)
            }
        }
    }

    fn write(
        &mut self,
        path: &str,
        document: &Document,
        options: WriteOptions,
    ) -> Result<Extent, Failure> {
        if self.arguments.format != Format::Json || self.arguments.files.len() == 1 {
            self.header(path)?;
            return self.out.document(document, self.arguments.format, options);
        }
        let mut json = String::new();
        // OK because writing to a string never fails.
        let extent = document.write(Format::Json, options, &mut json).unwrap_or(Extent::Cut);
        let path = serde_json::Value::from(inputs::shown(path));
        self.out.line(&format!("{{\"file\":{path},\"document\":{}}}", json.trim_end()))?;
        Ok(extent)
    }

    /// `==> page.html <==` before each of several documents.
    fn header(&mut self, path: &str) -> Result<(), Failure> {
        if self.arguments.files.len() > 1 {
            let gap = if self.first { "" } else { "\n" };
            self.out.line(&format!("{gap}==> {} <==", inputs::shown(path)))?;
        }
        self.first = false;
        Ok(())
    }
}
