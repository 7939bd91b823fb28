//! `wishful score`: the number of mistakes of documents, most broken first.
//!
//! ```text
//!  per 1000  mistakes  tokens  virtual  written  document
//!     111.1         2      18        9        8  a.html      1 virtual-end, 1 cruft
//!       0.0         0       3        6        1  b.html
//!      95.2         2      21       15        9  2 documents
//! ```
//!
//! `texts` scores texts of grammars with their own tokens.

mod texts;

use std::fmt::Write;

use serde::Serialize;
use serde_json::json;

use super::arguments::{ScoreArguments, ScoreFormat};
use super::documents::{self, DocumentSource};
use wishful::ParseOptions;
use wishful_console::driver::{self, InputResult};
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::output::{Output, not_parsed};
use wishful_console::paint::visible;
use wishful_workbench::score::Score;

/// The version of the output format. It changes if and only if a script for the old format could
/// fail.
const SCHEMA: &str = "wishful-score/1";

/// A document's score.
struct DocumentScore {
    name: String,
    score: Score,
}

impl DocumentScore {
    /// Returns the sort key: the rate of mistakes, and their number.
    fn key(&self) -> (f64, usize) {
        (self.score.per_thousand(), self.score.mistakes())
    }
}

/// A line of JSON.
#[derive(Serialize)]
struct ScoreEntry<'a> {
    file: &'a str,
    mistakes: usize,
    per_thousand: f64,
    #[serde(flatten)]
    score: &'a Score,
}

impl<'a> ScoreEntry<'a> {
    fn of(file: &'a str, score: &'a Score) -> Self {
        Self { file, mistakes: score.mistakes(), per_thousand: score.per_thousand(), score }
    }

    fn line(&self) -> String {
        serde_json::to_string(self).expect("names and numbers are JSON") + "\n"
    }
}

pub(super) fn run(arguments: &ScoreArguments) -> CommandResult {
    let grammar = grammars::prepare(&arguments.grammar)?;
    if let PreparedGrammar::Text(grammar) = &grammar {
        return texts::run(grammar, arguments);
    }
    let found = documents::find(&arguments.files, arguments.grammar.modes.scripting)?;
    let options = arguments.pages.options()?;
    let (mut out, mut scores) = (Output::stdout(), Vec::new());
    let verdict = driver::each(
        &found.items,
        arguments.pages.workers.count(),
        &mut out,
        |item| scored(item, &grammar, &options),
        |scored, out| {
            if arguments.format == ScoreFormat::Ndjson {
                out.text(&ScoreEntry::of(&scored.name, &scored.score).line())?;
            } else {
                scores.push(scored);
            }
            Ok(None)
        },
    )?;
    out.text(&formatted(scores, arguments))?;
    out.finish()?;
    Ok(verdict)
}

fn scored(
    item: &DocumentSource,
    grammar: &PreparedGrammar,
    options: &ParseOptions,
) -> Result<InputResult<DocumentScore>, Failure> {
    let (bytes, options) = item.read(options)?;
    let document = grammar.parse(bytes, &options);
    let document = document.map_err(|message| Failure::of_input(&item.name, message))?;
    let score = DocumentScore { name: item.name.clone(), score: Score::of(&document) };
    Ok(InputResult::new(score, not_parsed(&document, &item.name)))
}

/// Formats all scores and their sum.
fn formatted(mut scores: Vec<DocumentScore>, arguments: &ScoreArguments) -> String {
    let mut total = Score::default();
    for scored in &scores {
        total.add(&scored.score);
    }
    let count = scores.len();
    // The sort is stable: documents with equal scores stay in the order of the command line.
    scores.sort_by(|a, b| b.key().partial_cmp(&a.key()).unwrap_or(std::cmp::Ordering::Equal));
    scores.truncate(arguments.worst.map_or(usize::MAX, std::num::NonZeroUsize::get));
    match arguments.format {
        ScoreFormat::Ndjson => String::new(),
        ScoreFormat::Table => table(&scores, count, &total),
        ScoreFormat::Json => {
            let entries: Vec<ScoreEntry<'_>> =
                scores.iter().map(|scored| ScoreEntry::of(&scored.name, &scored.score)).collect();
            let name = format!("{count} documents");
            let total = ScoreEntry::of(&name, &total);
            format!("{}\n", json!({ "schema": SCHEMA, "documents": entries, "total": total }))
        }
    }
}

fn table(scores: &[DocumentScore], count: usize, total: &Score) -> String {
    let mut out = String::from(" per 1000  mistakes    tokens   virtual   written  document\n");
    for scored in scores {
        row(&mut out, &visible(&scored.name), &scored.score);
    }
    if count > 1 {
        row(&mut out, &format!("{count} documents"), total);
    }
    out
}

fn row(out: &mut String, name: &str, score: &Score) {
    let mut kinds: Vec<_> = score.kinds.iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let kinds: Vec<String> =
        kinds.iter().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    let kinds = if kinds.is_empty() { kinds.concat() } else { format!("  ({})", kinds.join(", ")) };
    let (rate, mistakes) = (score.per_thousand(), score.mistakes());
    let Score { tokens, virtual_tags, written_tags, .. } = score;
    // OK because writing to a string never fails.
    let _ = writeln!(
        out,
        "{rate:>9.1}{mistakes:>10}{tokens:>10}{virtual_tags:>10}{written_tags:>10}  {name}{kinds}"
    );
}
