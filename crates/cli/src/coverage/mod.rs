//! `wishful coverage`: the lines of a grammar that documents exercise, and the lines whose removal
//! changes a tree.
//!
//! Documents are HTML files, the inputs of cases, and those of html5lib's `.dat` files. A `.dat`
//! case specifies the scripting flag. For such cases the grammar is also compiled with the mode
//! `scripting`, if it has one, and the counts are added. Of a grammar with `tokenizer text`, the
//! documents are texts, and the best tree of each is counted.
//!
//! `documents` finds the documents, and `text` prints the grammar
//! with a margin. The library provides the other formats.

mod documents;
mod text;

use std::path::Path;

use super::arguments::{CoverageArguments, CoverageFormat, check_needs};
use documents::{CoverageDocument, Grammars, find};
use wishful::pool;
use wishful_console::driver::{self, InputResult};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars;
use wishful_console::output::{Output, complain};
use wishful_workbench::coverage::{
    CountedDocument, Coverage, Decisive, GrammarCoverages, RemovableLines, Report,
};

pub(super) fn run(arguments: &CoverageArguments) -> CommandResult {
    let is_text = arguments.format == CoverageFormat::Text;
    check_needs(&[(arguments.missed, "--missed", "`-f text`", is_text)])?;
    let grammars = Grammars::prepare(&arguments.grammar)?;
    let is_markup = matches!(grammars, Grammars::Markup { .. });
    check_needs(&[(arguments.decisive, "--decisive", "a grammar of markup", is_markup)])?;
    let documents = find(&arguments.files, arguments, &grammars)?;
    let (coverage, witnesses, mut verdict) = count(&grammars, &documents)?;
    let mut report = coverage.report();
    let lines =
        if arguments.decisive { decide(&coverage, witnesses, &mut report)? } else { Vec::new() };
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
            out.text(&report.to_lcov(|name| grammars::path_of(name, folder)))?;
        }
    }
    out.finish()?;
    let percent = report.parts.percent();
    if let Some(wanted) = arguments.fail_under
        && percent < wanted
    {
        complain(&format!(
            "{percent:.1} % of the parts were exercised; --fail-under requires {wanted} %"
        ));
        verdict = Verdict::Refused;
    }
    Ok(verdict)
}

/// Counts the coverage of all documents in parallel.
fn count(
    grammars: &Grammars,
    documents: &[CoverageDocument],
) -> Result<(Coverage, Vec<CountedDocument>, Verdict), Failure> {
    let counting = GrammarCoverages::of(grammars.all());
    let (mut out, mut witnesses) = (Output::stdout(), Vec::new());
    let verdict = driver::each(
        documents,
        pool::processors(),
        &mut out,
        |document| count_one(grammars, &counting, document).map_err(Failure::refused),
        |witness, _| {
            witnesses.extend(witness);
            Ok(None)
        },
    )?;
    let counted = counting.finish().map_err(|error| Failure::refused(error.to_string()))?;
    let mut counted = counted.into_iter();
    let mut coverage = counted.next().ok_or_else(|| Failure::refused(driver::PANICKED))?;
    for other in counted {
        // For a grammar without the mode, the two are equal.
        if other.documents() > 0 {
            coverage.merge(&other).map_err(|error| Failure::refused(error.to_string()))?;
        }
    }
    Ok((coverage, witnesses, verdict))
}

/// Parses a document, and counts it. Returns it if it is markup.
fn count_one(
    grammars: &Grammars,
    counting: &GrammarCoverages,
    document: &CoverageDocument,
) -> Result<InputResult<Option<CountedDocument>>, String> {
    let kind = usize::from(document.scripting);
    let (text, options) = (document.text()?, &document.options);
    let parser = match grammars {
        Grammars::Markup { plain, scripting } => [plain, scripting][kind],
        Grammars::Text(grammar) => {
            let read = grammars::read_text(grammar, document.name(), &text)?;
            counting.add_text(0, &read).map_err(|error| error.to_string())?;
            return Ok(InputResult::new(None, None));
        }
    };
    let parsed = parser.parse(text, options);
    let parsed = parsed.map_err(|error| format!("{}: {error}", document.name()))?;
    let exercised = counting.add(kind, &parsed).map_err(|error| error.to_string())?;
    let counted = CountedDocument::new(&parsed, parser.grammar(), options, exercised);
    Ok(InputResult::new(Some(counted), None))
}

/// Removes each line in turn, and returns a description of those whose removal changes nothing.
fn decide(
    coverage: &Coverage,
    witnesses: Vec<CountedDocument>,
    report: &mut Report,
) -> Result<Vec<String>, Failure> {
    let ablation = RemovableLines::of(coverage, witnesses);
    let (mut out, mut lines) = (Output::stdout(), Vec::new());
    let numbers: Vec<usize> = (0..ablation.len()).collect();
    driver::in_order(
        &numbers,
        pool::processors(),
        &mut out,
        |&number| ablation.decide(number),
        |&number, decided, streams| {
            let (place, what) = ablation.line(number);
            let Some(decided) = decided else {
                return streams
                    .complain(&[format!("{place}: the library panicked without {what}")]);
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
