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

use std::fs;
use std::path::Path;

use serde_json::json;

use super::arguments::{DiffArguments, GrammarChoice};
use super::documents::{self, Item};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::{self, Prepared};
use super::output::{Output, complain};
use super::progress::Progress;
use crate::pool::{self, Answer};
use crate::slippers::event::RepairId;
use crate::workbench::causes::report::{Detail, Report};
use crate::workbench::causes::{Compared, Side, Variants};
use crate::{ParseError, ParseOptions};
use summary::Tally;
use view::Page;
pub(super) use view::{Texts, view};

pub(super) fn run(arguments: &DiffArguments) -> Outcome {
    compared(arguments).map_err(Failure::into_trouble)
}

fn compared(arguments: &DiffArguments) -> Outcome {
    let grammars = grammars_of(arguments)?;
    arguments.files.iter().try_for_each(|file| refuse_archive(file, &arguments.grammars))?;
    let found = documents::find(&arguments.files, arguments.modes.scripting)?;
    let work = Work::new(grammars, arguments, found.many)?;
    if arguments.changes {
        return changes::run(&work, &found);
    }
    let options = arguments.reading.options();
    let mut run = Run {
        out: Output::stdout(),
        progress: Progress::new(Some(found.items.len())),
        tally: Tally::new(work.grammars.len() - 1),
        report: Report::default(),
        work: &work,
    };
    let mut asked = found.items.iter();
    pool::in_order(
        arguments.workers.count(),
        found.items.iter(),
        |item| work.page(item, &options),
        |answer| {
            let Answer::Next(page) = answer else { return Ok(()) };
            let name = asked.next().map_or("", |item| &item.name);
            run.take(page.unwrap_or_else(|| Page::panicked(name)))
        },
    )?;
    run.finish(found.many)
}

/// Loads the grammars; there must be at least two.
fn grammars_of(arguments: &DiffArguments) -> Result<Vec<Prepared>, Failure> {
    let names = &arguments.grammars;
    if names.len() < 2 {
        return Err(Failure::usage(format!(
            "diff takes two grammars or more, `-g A -g B`; there is {}",
            names.len()
        )));
    }
    let prepared = |name: &String| {
        let (grammar, modes) = (name.clone(), arguments.modes.clone());
        grammars::prepare(&GrammarChoice { grammar, modes })
    };
    names.iter().map(prepared).collect()
}

/// Rejects a web archive, which another program reads.
fn refuse_archive(file: &str, grammars: &[String]) -> Result<(), Failure> {
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if ![".warc", ".warc.gz"].iter().any(|ending| name.ends_with(ending)) {
        return Ok(());
    }
    let grammars = grammars.join(" ");
    Err(Failure::refused(format!(
        "{file}: this is a web archive: `wishful-crawl --diff {grammars} {file}` compares its pages"
    )))
}

/// The comparison of each document.
struct Work<'a> {
    arguments: &'a DiffArguments,
    grammars: Vec<Prepared>,
    /// The parsers, if all grammars are of markup. Otherwise derivations are compared as texts
    /// only.
    variants: Option<Variants>,
    /// A flag: the decisive lines are computed.
    asks_decisive: bool,
}

impl<'a> Work<'a> {
    fn new(
        grammars: Vec<Prepared>,
        arguments: &'a DiffArguments,
        many: bool,
    ) -> Result<Self, Failure> {
        let parsers = grammars.iter().map(|grammar| match grammar {
            Prepared::Markup(parser) => Some(parser.clone()),
            Prepared::Text(_) => None,
        });
        let variants = parsers.collect::<Option<Vec<_>>>().map(Variants::new);
        let needs = arguments.stat || arguments.json || arguments.report.is_some();
        if (needs || arguments.changes) && variants.is_none() {
            let message = "--stat, --changes, --json and --report are for grammars of markup, and `tokenizer text` is none";
            return Err(Failure::usage(message));
        }
        if arguments.changes && grammars.len() > 2 {
            return Err(Failure::usage("--changes compares two grammars, `-g A -g B`"));
        }
        Ok(Self { arguments, grammars, variants, asks_decisive: needs || many })
    }

    fn page(&self, item: &Item, options: &ParseOptions) -> Page {
        let refused = |message: String| Page { said: vec![message], ..Page::of(&item.name) };
        let read = item.read(options);
        let (bytes, options) = match read {
            Ok(read) => read,
            Err(failure) => return refused(failure.to_string()),
        };
        let page = match &self.variants {
            Some(variants) => self.markup(variants, &item.name, &bytes, &options),
            None => view::derived(&self.grammars, &item.name, &bytes),
        };
        page.unwrap_or_else(refused)
    }

    fn markup(
        &self,
        variants: &Variants,
        name: &str,
        bytes: &[u8],
        options: &ParseOptions,
    ) -> Result<Page, String> {
        let advised = |error| self.advised(name, &error, options);
        let mut compared = variants.compare(bytes, options).map_err(advised)?;
        let hides = self.arguments.hide_allowed;
        if hides {
            hide(&mut compared);
        }
        let has_texts = !self.arguments.stat && !self.arguments.json;
        let mut page = Page::compared(name, &compared, has_texts, hides);
        for number in 0..compared.differences.len() {
            let asks = self.asks_decisive && !compared.differences[number].is_none();
            let decisive = match asks {
                true => variants.decisive(number + 1, bytes, options).map_err(advised)?,
                false => Default::default(),
            };
            page.decisive.push(decisive);
        }
        if self.arguments.report.is_some() {
            page.detail = Some(Detail::of(variants, &compared));
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
struct Run<'a> {
    out: Output,
    progress: Progress,
    tally: Tally,
    report: Report,
    work: &'a Work<'a>,
}

impl Run<'_> {
    /// Prints the differences of a document.
    fn take(&mut self, mut page: Page) -> Result<(), Failure> {
        self.progress.step();
        if !page.said.is_empty() {
            self.out.flush()?;
            self.progress.suspend(|| page.said.iter().for_each(|said| complain(said)));
        }
        if let Some(detail) = page.detail.take() {
            self.report.add(&page.name, &page.differences, &page.decisive, detail);
        }
        self.tally.add(&page);
        let names = &self.work.arguments.grammars;
        if self.work.arguments.json {
            return self.out.text(&summary::json_lines(&page, names));
        }
        if self.work.arguments.stat {
            return self.out.text(&summary::stat_lines(&page, names));
        }
        self.texts(&page)
    }

    fn texts(&mut self, page: &Page) -> Result<(), Failure> {
        let Some((first, others)) = page.texts.split_first() else { return Ok(()) };
        let names = &self.work.arguments.grammars;
        for (other, name) in others.iter().zip(&names[1..]) {
            Texts { document: &page.name, grammars: [&names[0], name], texts: [first, other] }
                .write(&mut self.out)?;
        }
        Ok(())
    }

    fn finish(mut self, many: bool) -> Outcome {
        let arguments = self.work.arguments;
        drop(self.progress);
        let names = &arguments.grammars;
        match &self.work.variants {
            Some(variants) if arguments.json => {
                for (number, summary) in self.tally.summaries.iter().enumerate() {
                    let [first, second] = [&names[0], &names[number + 1]];
                    let line = json!({ "grammars": [first, second], "summary": summary });
                    self.out.line(&line.to_string())?;
                }
                self.out.line(
                    &json!({ "lines": summary::cited_lines(&self.tally, variants.lines()) })
                        .to_string(),
                )?;
            }
            _ if many || arguments.stat => {
                let lines = self.work.variants.as_ref().map(Variants::lines);
                self.out.text(&self.tally.text(names, lines))?;
            }
            _ if self.tally.equal == 1 => self.out.line("the trees and the repairs are equal")?,
            _ => {}
        }
        if let (Some(path), Some(variants)) = (&arguments.report, &self.work.variants) {
            let page = self.report.page(variants, &self.tally.summaries);
            fs::write(path, page).map_err(|error| Failure::unwritten(path, &error))?;
        }
        self.out.finish()?;
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
