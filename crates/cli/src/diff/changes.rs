//! `wishful diff --changes`: the pages that a change of a grammar alters, and the classes of these
//! changes.
//!
//! The algorithm is in `wishful_workbench::changes`. Worker threads compare the pages, and results
//! are printed in order. Then the groups of changed pages are explained, again in parallel. The
//! report shows the smallest document of each class.

use serde_json::json;

use super::{DiffWorker, verdict};
use crate::documents::{DocumentSource, FoundDocuments};
use wishful::ParseOptions;
use wishful_console::driver;
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::output::Output;
use wishful_console::paint::visible;
use wishful_workbench::causes::{Change, Variants};
use wishful_workbench::changes::{Changes, Sample, Summary};

/// Compares all documents, and explains the changes.
pub(super) fn run(worker: &DiffWorker<'_>, found: &FoundDocuments) -> CommandResult {
    // OK because `DiffWorker::new` has refused what is no markup.
    let Some(variants) = &worker.variants else { return Ok(verdict(true, false)) };
    let mut run = ChangesRun { worker, variants, changes: Changes::default(), is_trouble: false };
    let mut out = Output::stdout();
    run.compare(found, &mut out)?;
    out.flush()?;
    let summary = run.explained(&mut out)?;
    run.finish(&summary, out)
}

struct ChangesRun<'a> {
    worker: &'a DiffWorker<'a>,
    variants: &'a Variants,
    changes: Changes,
    /// A flag: a document was not compared completely.
    is_trouble: bool,
}

/// The comparison of a document.
struct DocumentChange {
    change: Option<(Change, Sample)>,
    /// A flag: a limit ended one of the parses.
    is_part: bool,
}

impl ChangesRun<'_> {
    fn compare(&mut self, found: &FoundDocuments, out: &mut Output) -> Result<(), Failure> {
        let options = self.worker.arguments.reading.options()?;
        let (worker, variants) = (self.worker, self.variants);
        driver::in_order(
            &found.items,
            worker.arguments.workers.count(),
            out,
            |item| compared(worker, variants, item, &options),
            |item, result, streams| {
                let result = result.unwrap_or_else(|| Err(super::view::panicked(&item.name)));
                let message = self.take(&item.name, result, streams.out)?;
                self.is_trouble |= message.is_some();
                streams.complain(message.as_slice())
            },
        )
    }

    /// Counts a document and prints a line if it changes; returns a message for stderr, if there is
    /// one.
    fn take(
        &mut self,
        name: &str,
        result: Result<DocumentChange, String>,
        out: &mut Output,
    ) -> Result<Option<String>, Failure> {
        let DocumentChange { change, is_part } = match result {
            Ok(compared) => compared,
            Err(message) => return Ok(Some(message)),
        };
        match change {
            None => self.changes.add_same(),
            Some((change, sample)) => {
                self.line(name, &change, out)?;
                self.changes.add(&change, sample);
            }
        }
        if is_part {
            return Ok(Some(format!("{name}: compared only up to a limit")));
        }
        Ok(None)
    }

    fn line(&self, name: &str, change: &Change, out: &mut Output) -> Result<(), Failure> {
        if !self.worker.arguments.json {
            let kind = change.kind.name();
            return out.line(&format!("{kind:<8} {}:{}", visible(name), change.at));
        }
        let mut line = json!(change);
        line["file"] = name.into();
        out.line(&line.to_string())
    }

    fn explained(&self, out: &mut Output) -> Result<Summary, Failure> {
        let (mut explained, tests) = (Vec::new(), self.worker.arguments.tests);
        let groups: Vec<_> = self.changes.groups().collect();
        driver::in_order(
            &groups,
            self.worker.arguments.workers.count(),
            out,
            |group| group.explain(self.variants, tests),
            |_, group, _| {
                explained.extend(group);
                Ok(())
            },
        )?;
        Ok(self.changes.summary(explained))
    }

    fn finish(self, summary: &Summary, mut out: Output) -> CommandResult {
        let arguments = self.worker.arguments;
        let names = [arguments.grammars[0].as_str(), arguments.grammars[1].as_str()];
        if arguments.json {
            let line = json!({ "grammars": names, "changes": summary });
            out.line(&line.to_string())?;
        } else {
            let blank = if self.changes.changed() > 0 { "\n" } else { "" };
            out.text(&format!("{blank}{}", summary.text(names)))?;
        }
        out.finish()?;
        Ok(verdict(self.is_trouble, self.changes.changed() > 0))
    }
}

/// Compares a document.
///
/// # Errors
/// The reason why it cannot be compared.
fn compared(
    worker: &DiffWorker<'_>,
    variants: &Variants,
    item: &DocumentSource,
    options: &ParseOptions,
) -> Result<DocumentChange, String> {
    let (bytes, options) = item.read(options).map_err(|failure| failure.to_string())?;
    let documents = variants.parse(&bytes, &options);
    let documents = documents.map_err(|error| worker.advised(&item.name, &error, &options))?;
    let change = match variants.change(&documents, 1) {
        Some(change) => {
            let sample = Sample::new(&item.name, &change, &documents[0], &options);
            Some((change, sample))
        }
        None => None,
    };
    let is_part = documents.iter().any(|document| document.limit().is_some());
    Ok(DocumentChange { change, is_part })
}
