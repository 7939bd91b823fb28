//! `wishful coverage`: which lines of a grammar some documents exercise, and without which a tree changes.
//!
//! Documents are files of HTML, the inputs of cases and those of html5lib's `.dat` files, which say themselves whether scripts
//! run: then the grammar is compiled with the mode `scripting`, too, if it has it, and the counts are added up.
//!
//! `documents` finds them, `counting` has several threads count, `text` prints the grammar with a margin; the other formats are the library's.

pub(super) mod counting;
mod documents;
pub(super) mod text;

use std::path::Path;

use super::arguments::{CoverageArguments, CoverageFormat};
use super::failure::{Failure, Outcome, Verdict};
use super::output::{Output, complain};
use super::progress::Progress;
use crate::pool::{self, Answer};
use crate::workbench::coverage::{Ablation, Coverage, Decisive, Report, Witness};
use counting::{Counting, PANICKED};
use documents::{Asked, Grammars, find};

pub(super) fn run(arguments: &CoverageArguments) -> Outcome {
    if arguments.missed && arguments.format != CoverageFormat::Text {
        return Err(Failure::usage("--missed is for `-f text`"));
    }
    let grammars = Grammars::prepare(&arguments.grammar)?;
    let asked = find(&arguments.files, arguments, &grammars)?;
    let (coverage, witnesses, mut verdict) = count(&grammars, asked)?;
    let mut report = coverage.report();
    let lines = match arguments.decisive {
        true => decide(&coverage, witnesses, &mut report)?,
        false => Vec::new(),
    };
    let mut out = Output::stdout();
    match arguments.format {
        CoverageFormat::Text => {
            out.text(&text::annotated(&report, arguments.missed, out.paint()))?;
            out.text(&text::undecided(&lines, out.paint()))?;
        }
        CoverageFormat::Html => out.text(&report.to_html())?,
        CoverageFormat::Json => {
            let json = serde_json::to_string_pretty(&report);
            out.line(&json.map_err(|error| Failure::refused(error.to_string()))?)?;
        }
        CoverageFormat::Lcov => {
            let folder = Path::new(&arguments.grammar.grammar).parent().unwrap_or(Path::new(""));
            out.text(&report.to_lcov(|name| path_of(name, folder)))?;
        }
    }
    out.finish()?;
    let percent = report.parts.percent();
    if let Some(wanted) = arguments.fail_under.filter(|wanted| percent < *wanted) {
        complain(&format!(
            "{percent:.1} % of the parts were exercised, and {wanted} % are due (--fail-under)"
        ));
        verdict = Verdict::Refused;
    }
    Ok(verdict)
}

/// Where a file of a grammar is, as far as it is one, which may stand in the grammar's folder: the shipped ones are in the program
/// only, so they are given as they stand in the project's folder.
pub(super) fn path_of(name: &str, folder: &Path) -> String {
    let path = Path::new(name);
    let found = [path.to_path_buf(), folder.join(name)].into_iter().find(|path| path.is_file());
    match found {
        Some(path) => std::path::absolute(&path).unwrap_or(path).to_string_lossy().into_owned(),
        None => format!("grammar/{name}"),
    }
}

/// Counts what all documents exercise; several at once, each thread for itself.
fn count(
    grammars: &Grammars,
    asked: Vec<Asked>,
) -> Result<(Coverage, Vec<Witness>, Verdict), Failure> {
    let counting = Counting::of([&**grammars.plain.grammar(), grammars.scripting.grammar()]);
    let mut progress = Progress::new(Some(asked.len()));
    let (mut witnesses, mut verdict) = (Vec::new(), Verdict::Done);
    let work = |asked: Asked| -> Result<Witness, String> {
        let kind = usize::from(asked.scripting);
        let parser = [&grammars.plain, &grammars.scripting][kind];
        let text = asked.text()?;
        let document = parser
            .parse(text, &asked.options)
            .map_err(|error| format!("{}: {error}", asked.name()))?;
        let exercised = counting.add(kind, &document)?;
        Ok(Witness::new(&document, parser.grammar(), &asked.options, exercised))
    };
    pool::in_order(pool::processors(), asked.into_iter(), work, |answer| {
        let Answer::Next(answer) = answer else { return Ok::<_, Failure>(()) };
        progress.step();
        match answer.unwrap_or_else(|| Err(PANICKED.to_owned())) {
            Ok(witness) => witnesses.push(witness),
            Err(message) => {
                progress.suspend(|| complain(&message));
                verdict = Verdict::Refused;
            }
        }
        Ok(())
    })?;
    let mut counted = counting.finish()?.into_iter();
    let mut coverage = counted.next().ok_or_else(|| Failure::refused(PANICKED))?;
    // A grammar without the mode is the same twice.
    for other in counted.filter(|other| other.documents() > 0) {
        coverage.merge(&other).map_err(|error| Failure::refused(error.to_string()))?;
    }
    Ok((coverage, witnesses, verdict))
}

/// Takes each line out in turn; those without which nothing changes, as they are told.
fn decide(
    coverage: &Coverage,
    witnesses: Vec<Witness>,
    report: &mut Report,
) -> Result<Vec<String>, Failure> {
    let ablation = Ablation::of(coverage, witnesses);
    let mut progress = Progress::new(Some(ablation.len()));
    let mut lines = Vec::new();
    let mut numbers = 0..ablation.len();
    pool::in_order(
        pool::processors(),
        0..ablation.len(),
        |number| ablation.decide(number),
        |answer| {
            let Answer::Next(decided) = answer else { return Ok::<_, Failure>(()) };
            progress.step();
            let number = numbers.next().unwrap_or_default();
            let (place, what) = ablation.line(number);
            let Some(decided) = decided else {
                progress
                    .suspend(|| complain(&format!("{place}: the library panicked without {what}")));
                return Ok(());
            };
            if decided == Decisive::No {
                lines.push(format!("{place}: {what}"));
            }
            ablation.note(report, number, &decided);
            Ok(())
        },
    )?;
    Ok(lines)
}
