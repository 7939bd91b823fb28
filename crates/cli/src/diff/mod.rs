//! `wishful diff`: the differences between grammars on the same documents, and the grammars' lines
//! that cause them.
//!
//! Each grammar but the first is compared with the first: the trees, and the lists of repairs. The
//! lists omit the grammars' line numbers, which always differ, and the marks of allowed repairs.
//! Worker threads parse the documents. Differences are printed in the order of the command line, as
//! a patch or in two columns, followed by a summary (`summary.rs`).
//!
//! `--changes` spends only as long on a document as it takes to detect a change, and then
//! classifies the changed documents (`changes.rs`).
//!
//! The exit status is that of `diff`: 0 if nothing differs, 1 if something does, 2 if something
//! could not be compared completely.

mod changes;
mod summary;
mod view;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::arguments::DiffArguments;
use super::documents::{self, DocumentSource};
use summary::DiffTally;
use view::ComparedPage;
pub(super) use view::{ViewPair, view};
use wishful::slippers::event::RepairId;
use wishful::{ParseError, ParseOptions};
use wishful_console::arguments::GrammarChoice;
use wishful_console::driver::{self, RunStreams};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::output::Output;
use wishful_workbench::causes::{Compared, Side, Variants};

pub(super) fn run(arguments: &DiffArguments) -> CommandResult {
    compared(arguments).map_err(Failure::into_trouble)
}

fn compared(arguments: &DiffArguments) -> CommandResult {
    let grammars = grammars_of(arguments)?;
    for file in &arguments.files {
        refuse_archive(file, &arguments.grammars)?;
    }
    let found = documents::find(&arguments.files, arguments.modes.scripting)?;
    let worker = DiffWorker::new(grammars, arguments, found.many)?;
    if arguments.changes {
        return changes::run(&worker, &found);
    }
    let options = arguments.reading.options()?;
    let mut out = Output::stdout();
    let mut run = DiffRun { tally: DiffTally::new(worker.grammars.len() - 1), worker: &worker };
    driver::in_order(
        &found.items,
        arguments.workers.count(),
        &mut out,
        |item| worker.page(item, &options),
        |item, page, streams| {
            run.take(&page.unwrap_or_else(|| ComparedPage::panicked(&item.name)), streams)
        },
    )?;
    run.finish(found.many, out)
}

/// Loads the grammars; there must be at least two.
fn grammars_of(arguments: &DiffArguments) -> Result<Vec<PreparedGrammar>, Failure> {
    let names = &arguments.grammars;
    if names.len() < 2 {
        return Err(Failure::usage(format!(
            "diff needs two or more grammars, `-g A -g B`; given: {}",
            names.len()
        )));
    }
    let mut prepared = Vec::with_capacity(names.len());
    for name in names {
        let (grammar, modes) = (name.clone(), arguments.modes.clone());
        prepared.push(grammars::prepare(&GrammarChoice { grammar, modes })?);
    }
    Ok(prepared)
}

/// Rejects a web archive, which another program reads.
fn refuse_archive(file: &str, grammars: &[String]) -> Result<(), Failure> {
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if !name.ends_with(".warc") && !name.ends_with(".warc.gz") {
        return Ok(());
    }
    let grammars = grammars.join(" ");
    Err(Failure::refused(format!(
        "{file}: this is a web archive; compare its pages with `wishful-crawl --diff {grammars} {file}`"
    )))
}

/// The comparison of each document.
struct DiffWorker<'a> {
    arguments: &'a DiffArguments,
    grammars: Vec<PreparedGrammar>,
    /// The parsers, if all grammars are of markup. Otherwise derivations are compared as texts
    /// only.
    variants: Option<Variants>,
    /// A flag: the decisive lines are computed.
    asks_decisive: bool,
}

impl<'a> DiffWorker<'a> {
    fn new(
        grammars: Vec<PreparedGrammar>,
        arguments: &'a DiffArguments,
        many: bool,
    ) -> Result<Self, Failure> {
        let mut parsers = Vec::with_capacity(grammars.len());
        for grammar in &grammars {
            if let PreparedGrammar::Markup(parser) = grammar {
                parsers.push(parser.clone());
            }
        }
        let are_markup = parsers.len() == grammars.len();
        let variants = if are_markup { Some(Variants::new(parsers)) } else { None };
        let needs = arguments.stat || arguments.json;
        if (needs || arguments.changes) && variants.is_none() {
            let message =
                "--stat, --changes and --json need grammars of markup, not `tokenizer text`";
            return Err(Failure::usage(message));
        }
        if arguments.changes && grammars.len() > 2 {
            return Err(Failure::usage("--changes needs exactly two grammars: `-g A -g B`"));
        }
        Ok(Self { arguments, grammars, variants, asks_decisive: needs || many })
    }

    fn page(&self, item: &DocumentSource, options: &ParseOptions) -> ComparedPage {
        let (bytes, options) = match item.read(options) {
            Ok(read) => read,
            Err(failure) => return ComparedPage::refused(&item.name, failure.to_string()),
        };
        let page = match &self.variants {
            Some(variants) => self.markup(variants, &item.name, &bytes, &options),
            None => view::derived(&self.grammars, &item.name, &bytes),
        };
        page.unwrap_or_else(|message| ComparedPage::refused(&item.name, message))
    }

    fn markup(
        &self,
        variants: &Variants,
        name: &str,
        bytes: &[u8],
        options: &ParseOptions,
    ) -> Result<ComparedPage, String> {
        let compared = variants.compare(bytes, options);
        let mut compared = compared.map_err(|error| self.advised(name, &error, options))?;
        let hides = self.arguments.hide_allowed;
        if hides {
            hide(&mut compared);
        }
        let has_texts = !self.arguments.stat && !self.arguments.json;
        let mut page = ComparedPage::new(name, &compared, has_texts, hides);
        for (number, difference) in compared.differences.iter().enumerate() {
            if self.asks_decisive && !difference.is_none() {
                let decisive = variants.decisive(number + 1, bytes, options);
                let decisive = decisive.map_err(|error| self.advised(name, &error, options))?;
                page.decisive.push(decisive);
            } else {
                page.decisive.push(BTreeSet::new());
            }
        }
        page.differences = compared.differences;
        Ok(page)
    }

    /// Returns the parser's error message for a document, with advice.
    fn advised(&self, name: &str, error: &ParseError, options: &ParseOptions) -> String {
        format!("{name}: {}", grammars::advised(error, &self.grammars[0], options))
    }
}

/// Removes unremarkable repairs from the differences: allowed ones, and tags of elements that every
/// document has.
fn hide(compared: &mut Compared) {
    let (first, others) =
        compared.documents.split_first().expect("two documents at least are compared");
    for (other, difference) in others.iter().zip(&mut compared.differences) {
        let hidden = [first.unremarkable(), other.unremarkable()];
        difference.repairs.retain(|repair| {
            let of_side = if repair.side == Side::First { &hidden[0] } else { &hidden[1] };
            !of_side(RepairId::new(repair.number))
        });
    }
}

/// The state of a run while results arrive.
struct DiffRun<'a> {
    tally: DiffTally,
    worker: &'a DiffWorker<'a>,
}

impl DiffRun<'_> {
    /// Prints the differences of a document.
    fn take(&mut self, page: &ComparedPage, streams: &mut RunStreams<'_>) -> Result<(), Failure> {
        streams.complain(&page.messages)?;
        self.tally.add(page);
        let names = &self.worker.arguments.grammars;
        if self.worker.arguments.json {
            return streams.out.text(&summary::json_lines(page, names));
        }
        if self.worker.arguments.stat {
            return streams.out.text(&summary::stat_lines(page, names));
        }
        self.texts(page, streams.out)
    }

    fn texts(&self, page: &ComparedPage, out: &mut Output) -> Result<(), Failure> {
        let Some((first, others)) = page.texts.split_first() else { return Ok(()) };
        let names = &self.worker.arguments.grammars;
        for (other, name) in others.iter().zip(&names[1..]) {
            ViewPair { document: &page.name, grammars: [&names[0], name], texts: [first, other] }
                .write(out)?;
        }
        Ok(())
    }

    fn finish(self, many: bool, mut out: Output) -> CommandResult {
        let arguments = self.worker.arguments;
        let names = &arguments.grammars;
        match &self.worker.variants {
            Some(variants) if arguments.json => {
                for (number, summary) in self.tally.summaries.iter().enumerate() {
                    let [first, second] = [&names[0], &names[number + 1]];
                    let line = json!({ "grammars": [first, second], "summary": summary });
                    out.line(&line.to_string())?;
                }
                out.line(
                    &json!({ "lines": summary::cited_lines(&self.tally, variants.lines()) })
                        .to_string(),
                )?;
            }
            _ if many || arguments.stat => {
                let lines = self.worker.variants.as_ref().map(Variants::lines);
                out.text(&self.tally.text(names, lines))?;
            }
            _ if self.tally.equal == 1 => out.line("the trees and the repairs are equal")?,
            _ => {}
        }
        out.finish()?;
        Ok(verdict(self.tally.trouble, !self.tally.differ.is_empty()))
    }
}

/// Returns the verdict of a comparison.
fn verdict(trouble: bool, differs: bool) -> Verdict {
    match (trouble, differs) {
        (true, _) => Verdict::Trouble,
        (false, true) => Verdict::Differs,
        (false, false) => Verdict::Done,
    }
}
