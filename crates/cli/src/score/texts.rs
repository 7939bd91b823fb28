//! `wishful score` of texts by a grammar with its own tokens: which are refused, which ambiguous.
//!
//! ```text
//!     trees    tokens  document
//!   refused         3  c.txt      1:4 the text ends too early
//!         2         5  a.txt
//!         1         3  b.txt
//! 3 texts: 1 accepted, 1 ambiguous, 1 refused
//! ```

use std::cmp::Reverse;
use std::fmt::Write;

use serde::Serialize;
use serde_json::json;

use super::super::arguments::{ScoreArguments, ScoreFormat};
use super::super::documents::{self, DocumentSource};
use wishful::base::Report;
use wishful::derivation::Derivations;
use wishful::{Grammar, ParseOptions};
use wishful_console::driver::{self, InputResult};
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars;
use wishful_console::output::{Output, number};
use wishful_console::paint::visible;

/// The version of the output format.
const SCHEMA: &str = "wishful-score-texts/1";

/// The number of trees up to which they are counted.
const MANY: usize = 1000;

/// The score of a text.
#[derive(Serialize)]
struct TextScore {
    file: String,
    /// The number of trees, at most 1000; 0 if the text is refused.
    trees: usize,
    tokens: usize,
    /// The place and the reason, if the text is refused.
    refused: Option<String>,
}

/// Scores texts. Refused texts are not failures, as mistakes in documents are not.
pub(super) fn run(grammar: &Grammar, arguments: &ScoreArguments) -> CommandResult {
    let found = documents::find_texts(&arguments.files)?;
    let (mut out, mut scores) = (Output::stdout(), Vec::new());
    let verdict = driver::each(
        &found.items,
        arguments.pages.workers.count(),
        &mut out,
        |item| scored(item, grammar).map(|score| InputResult::new(score, None)),
        |score: TextScore, out| {
            if arguments.format == ScoreFormat::Ndjson {
                out.line(&json!(score).to_string())?;
            }
            scores.push(score);
            Ok(None)
        },
    )?;
    // The sort is stable: equal texts stay in the order of the command line.
    scores.sort_by_key(|score| (score.refused.is_none(), Reverse(score.trees)));
    let refused = scores.iter().filter(|score| score.refused.is_some()).count();
    let ambiguous = scores.iter().filter(|score| score.trees > 1).count();
    let (texts, accepted) = (scores.len(), scores.len() - refused - ambiguous);
    scores.truncate(arguments.worst.map_or(usize::MAX, std::num::NonZeroUsize::get));
    match arguments.format {
        ScoreFormat::Ndjson => {}
        ScoreFormat::Table => {
            let total = number(texts, "text");
            out.text(&table(&scores))?;
            out.line(&format!(
                "{total}: {accepted} accepted, {ambiguous} ambiguous, {refused} refused"
            ))?;
        }
        ScoreFormat::Json => {
            let total = json!({
                "texts": texts, "accepted": accepted, "ambiguous": ambiguous, "refused": refused,
            });
            let whole = json!({ "schema": SCHEMA, "documents": scores, "total": total });
            out.line(&whole.to_string())?;
        }
    }
    out.finish()?;
    Ok(verdict)
}

fn scored(item: &DocumentSource, grammar: &Grammar) -> Result<TextScore, Failure> {
    let (bytes, _) = item.read(&ParseOptions::default())?;
    let text = grammars::utf8(&item.name, &bytes).map_err(Failure::refused)?;
    let rules = grammar.text_rules().map(|rules| rules.tokens(text, 0));
    let tokens = rules.into_iter().flatten().flatten().filter(|token| !token.skip).count();
    let file = item.name.clone();
    Ok(match Derivations::read(grammar, &file, text) {
        Ok(read) => TextScore { trees: read.count(MANY), refused: None, file, tokens },
        Err(report) => TextScore { trees: 0, refused: Some(reason(&report)), file, tokens },
    })
}

/// Returns the position and the label of a report.
fn reason(report: &Report) -> String {
    let labels = report.diagnostics.iter().map(|mistake| {
        let (place, text) = (mistake.primary.place, &mistake.primary.text);
        format!("{} {text}", report.files.get(place.file).position(place.span.start))
    });
    labels.collect::<Vec<_>>().join(", ")
}

fn table(scores: &[TextScore]) -> String {
    let mut out = String::from("    trees    tokens  document\n");
    for TextScore { file, trees, tokens, refused } in scores {
        let trees = match (refused, trees) {
            (Some(_), _) => "refused".to_owned(),
            (None, &MANY) => format!("{MANY}+"),
            (None, trees) => trees.to_string(),
        };
        let why = refused.as_ref().map(|why| format!("  ({why})")).unwrap_or_default();
        // OK because writing to a string never fails.
        let _ = writeln!(out, "{trees:>9}{tokens:>10}  {}{why}", visible(file));
    }
    out
}
