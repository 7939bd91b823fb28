//! `wishful diff --changes`: the pages that a change of a grammar alters, and the classes of these
//! changes.
//!
//! The algorithm is in `wishful_workbench::changes`. Worker threads compare the pages, and results
//! are printed in order. Then the groups of changed pages are explained, again in parallel. The
//! report shows the smallest document of each class.

use serde_json::json;

use super::{DiffWorker, verdict};
use crate::documents::{DocumentSource, FoundDocuments};
use crate::failure::{CommandResult, Failure};
use crate::output::{Output, complain};
use crate::paint::visible;
use crate::progress::Progress;
use wishful::ParseOptions;
use wishful::pool::{self, Answer};
use wishful_workbench::causes::{Change, Variants};
use wishful_workbench::changes::{Changes, Sample, Summary};

/// Compares all documents, and explains the changes.
pub(super) fn run(worker: &DiffWorker<'_>, found: &FoundDocuments) -> CommandResult {
    // OK because `DiffWorker::new` has refused what is no markup.
    let Some(variants) = &worker.variants else { return Ok(verdict(true, false)) };
    let mut run = ChangesRun {
        worker,
        variants,
        out: Output::stdout(),
        changes: Changes::default(),
        is_trouble: false,
    };
    run.compare(found)?;
    run.out.flush()?;
    let summary = run.explained();
    run.finish(&summary)
}

struct ChangesRun<'a> {
    worker: &'a DiffWorker<'a>,
    variants: &'a Variants,
    out: Output,
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
    fn compare(&mut self, found: &FoundDocuments) -> Result<(), Failure> {
        let options = self.worker.arguments.reading.options();
        let (worker, variants) = (self.worker, self.variants);
        let mut progress = Progress::new(Some(found.items.len()));
        let mut names = found.items.iter().map(|item| item.name.as_str());
        pool::in_order(
            worker.arguments.workers.count(),
            found.items.iter(),
            |item| compared(worker, variants, item, &options),
            |answer| {
                let Answer::Next(result) = answer else { return self.out.flush() };
                let name = names.next().unwrap_or_default();
                progress.step();
                let result = result.unwrap_or_else(|| Err(super::view::panicked(name)));
                if let Some(message) = self.take(name, result)? {
                    self.is_trouble = true;
                    self.out.flush()?;
                    progress.suspend(|| complain(&message));
                }
                Ok(())
            },
        )
    }

    /// Counts a document and prints a line if it changes; returns a message for stderr, if there is
    /// one.
    fn take(
        &mut self,
        name: &str,
        result: Result<DocumentChange, String>,
    ) -> Result<Option<String>, Failure> {
        let DocumentChange { change, is_part } = match result {
            Ok(compared) => compared,
            Err(message) => return Ok(Some(message)),
        };
        match change {
            None => self.changes.add_same(),
            Some((change, sample)) => {
                self.line(name, &change)?;
                self.changes.add(&change, sample);
            }
        }
        if is_part {
            return Ok(Some(format!("{name}: compared only up to a limit")));
        }
        Ok(None)
    }

    fn line(&mut self, name: &str, change: &Change) -> Result<(), Failure> {
        if !self.worker.arguments.json {
            let kind = change.kind.name();
            return self.out.line(&format!("{kind:<8} {}:{}", visible(name), change.at));
        }
        let mut line = json!(change);
        line["file"] = name.into();
        self.out.line(&line.to_string())
    }

    fn explained(&self) -> Summary {
        let groups = self.changes.groups();
        let mut progress = Progress::new(Some(groups.len()));
        let (mut explained, tests) = (Vec::new(), self.worker.arguments.tests);
        let Ok(()) = pool::in_order(
            self.worker.arguments.workers.count(),
            groups,
            |group| group.explain(self.variants, tests),
            |answer| {
                if let Answer::Next(group) = answer {
                    progress.step();
                    explained.extend(group);
                }
                Ok::<_, std::convert::Infallible>(())
            },
        );
        self.changes.summary(explained)
    }

    fn finish(mut self, summary: &Summary) -> CommandResult {
        let arguments = self.worker.arguments;
        let names = [arguments.grammars[0].as_str(), arguments.grammars[1].as_str()];
        if arguments.json {
            let line = json!({ "grammars": names, "changes": summary });
            self.out.line(&line.to_string())?;
        } else {
            let blank = if self.changes.changed() > 0 { "\n" } else { "" };
            self.out.text(&format!("{blank}{}", summary.text(names)))?;
        }
        self.out.finish()?;
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
