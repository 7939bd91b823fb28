//! `wishful explain` of a text by a grammar with its own tokens.

use super::super::arguments::{ExplainArguments, ExplainFormat, check_needs};
use super::sets;
use wishful::Grammar;
use wishful::base::SourceFile;
use wishful::explain::TextExplanation;
use wishful_console::explained::offset_at;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars;
use wishful_console::output::Output;

/// Explains a text, or shows the sets at a position. The status of a text that is refused is 1.
pub(super) fn explain(
    grammar: &Grammar,
    name: &str,
    bytes: &[u8],
    arguments: &ExplainArguments,
) -> CommandResult {
    let needed = "a grammar of markup";
    check_needs(&[
        (arguments.why_not, "--why-not", needed, false),
        (arguments.could.is_some(), "--could", needed, false),
        (arguments.hide_allowed, "--hide-allowed", needed, false),
    ])?;
    let text = grammars::utf8(name, bytes).map_err(Failure::refused)?;
    let file = SourceFile::new(name, text);
    let at = arguments.place.map(|place| offset_at(&file, place)).transpose();
    let at = at.map_err(|message| Failure::refused(format!("{name}: {message}")))?;
    if let (true, Some(at)) = (arguments.sets, at) {
        return sets::of_text(grammar, &file, at, arguments.format);
    }
    let explanation = TextExplanation::of(grammar, name, text, at);
    let mut out = Output::stdout();
    match arguments.format {
        ExplainFormat::Text => out.text(&explanation.text(out.paint().colour()))?,
        ExplainFormat::Json => out.line(&serde_json::json!(explanation).to_string())?,
    }
    out.finish()?;
    Ok(if explanation.refused.is_some() { Verdict::Refused } else { Verdict::Done })
}
