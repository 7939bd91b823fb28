//! `wishful explain --sets`: the Earley sets at a position.
//!
//! ```text
//! set 2, before N "2" at 1:5
//!   sum ::= sum "+" • N  [0]
//! ```
//!
//! The number after an item is that of the set where its rule began. In markup, each element has
//! sets of its own, numbered from 0.

use serde_json::json;

use super::super::arguments::{ExplainArguments, ExplainFormat};
use wishful::base::{SourceFile, wide};
use wishful::derivation;
use wishful::explain::EarleyStep;
use wishful::{Grammar, ParseOptions};
use wishful_console::explained::{token_at, traced};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::PreparedGrammar;
use wishful_console::inputs;
use wishful_console::output::Output;

/// The greatest number of tokens of a text whose sets are shown.
const MOST: usize = 4_000;

/// A set, or the sets of an element.
struct ShownSets {
    /// The position among the words that were read.
    title: String,
    /// The number of each set, and its items.
    sets: Vec<(usize, Vec<String>)>,
}

/// Shows the sets at a position of a document.
pub(super) fn of_markup(
    (grammar, options): (&PreparedGrammar, &ParseOptions),
    bytes: &[u8],
    arguments: &ExplainArguments,
    out: &mut Output,
) -> CommandResult {
    let name = inputs::shown(&arguments.file);
    let refused = |message: String| Failure::refused(format!("{name}: {message}"));
    let traced = traced(grammar, bytes, options).map_err(refused)?;
    let Some(place) = arguments.place else { return Ok(Verdict::Done) };
    let token = token_at(traced.document(), place).map_err(refused)?;
    let at = traced.document().token_span(token).map_or(0, |span| span.start);
    let steps = traced.sets(at).map_err(|error| refused(error.to_string()))?;
    let mut shown = Vec::new();
    for EarleyStep { word, written, inside, sets, .. } in steps {
        let inside =
            inside.map_or_else(|| "outside all elements".to_owned(), |name| format!("in {name}"));
        let what = match word {
            Some(word) if written => format!("before {word}"),
            Some(word) => format!("before {word}, which is inserted"),
            None => "after the token".to_owned(),
        };
        let sets = sets.into_iter().enumerate().collect();
        shown.push(ShownSets { title: format!("{inside}, {what}"), sets });
    }
    if shown.is_empty() {
        return Err(refused("no word was read for the token at this position".to_owned()));
    }
    print(&shown, arguments.format, out)
}

/// Shows the sets before and after the token at an offset of a text.
pub(super) fn of_text(
    grammar: &Grammar,
    file: &SourceFile,
    at: u32,
    format: ExplainFormat,
) -> CommandResult {
    let chart = derivation::chart(grammar, file.name(), file.text(), MOST);
    let token = chart.spans.iter().position(|span| span.end > at).unwrap_or(chart.spans.len());
    if chart.spans.len() > MOST {
        return Err(Failure::refused(format!(
            "{}: the sets of texts with more than {MOST} tokens are not shown; `wishful shrink` makes it smaller",
            file.name()
        )));
    }
    let mut shown = Vec::new();
    for (number, items) in chart.sets.into_iter().enumerate().skip(token).take(2) {
        let title = match chart.spans.get(number) {
            Some(span) => {
                let text = &file.text()[wide(span.start)..wide(span.end)];
                format!("before {text:?} at {}", file.position(span.start))
            }
            None if chart.refused.is_some() => "where the text is refused".to_owned(),
            None => "at the end".to_owned(),
        };
        shown.push(ShownSets { title, sets: vec![(number, items)] });
    }
    let mut out = Output::stdout();
    print(&shown, format, &mut out)?;
    out.finish()?;
    Ok(Verdict::Done)
}

fn print(shown: &[ShownSets], format: ExplainFormat, out: &mut Output) -> CommandResult {
    let mut json = Vec::new();
    for ShownSets { title, sets } in shown {
        let numbered = sets.iter().map(|(set, items)| json!({ "set": set, "items": items }));
        json.push(json!({ "at": title, "sets": numbered.collect::<Vec<_>>() }));
        if format == ExplainFormat::Json {
            continue;
        }
        for (number, items) in sets {
            out.line(&format!("set {number}, {title}"))?;
            for item in items {
                out.line(&format!("  {item}"))?;
            }
        }
    }
    if format == ExplainFormat::Json {
        out.line(&json!({ "steps": json }).to_string())?;
    }
    Ok(Verdict::Done)
}
