//! `wishful explain` of a document, in paragraphs.
//!
//! ```text
//! page.html:1:8: <tbody> was inserted before <td>
//!   1 | <table><td>x
//!     |        ^^^^
//!   inside      <html> <body> <table>
//!   acceptable  <caption> <col> <colgroup> <tbody> <tfoot> <thead> </table>, a comment, …
//!   rejected    <td>: the content of <table> has no place for it
//!               marpa.grammar:59  <table>    ::= (tablepart | sgml)* ;
//!   passed over <html> <head> <body>
//!   inserted    <tbody>
//!               marpa.grammar:93  <td>  -> <html> <head> <body> <tbody> <tr> closing <table> ;
//! ```

use super::sets;
use crate::arguments::{ExplainArguments, ExplainFormat};
use crate::why_not::{self, AnswerContext};
use wishful::ParseOptions;
use wishful::base::counted;
use wishful::explain::{ExplainOptions, Explanation};
use wishful::tree::{Document, Extent, WriteOptions};
use wishful_console::explained::{Explained, MORE, explain, token_at, traced};
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars::PreparedGrammar;
use wishful_console::inputs;
use wishful_console::output::Output;

/// Explains a document.
pub(super) fn document(
    grammar: &PreparedGrammar,
    bytes: &[u8],
    options: ParseOptions,
    arguments: &ExplainArguments,
    out: &mut Output,
) -> CommandResult {
    let name = inputs::shown(&arguments.file);
    if arguments.sets {
        return sets::of_markup((grammar, &options), bytes, arguments, out);
    }
    let how = ExplainOptions::default()
        .name(name)
        .fragment(options.fragment.as_deref())
        .more(if arguments.all { None } else { Some(MORE) })
        .hide_allowed(arguments.hide_allowed)
        .colour(out.paint().colour());
    let most = WriteOptions::default().bytes.of(bytes.len());
    let (mut written, mut length) = (Ok(()), 0);
    let mut sink = |text: &str| {
        written = out.text(text);
        length += counted(text.len());
        written.is_ok() && length < most
    };
    let asks = arguments.why_not || arguments.could.is_some();
    let explained = match (asks, arguments.format) {
        (true, _) => {
            let (options, how, sink) = (&options, &how, &mut sink);
            why_not::answer(grammar, bytes, AnswerContext { options, arguments, how, sink })
        }
        (false, ExplainFormat::Json) => json(grammar, bytes, &options, arguments, &mut sink),
        (false, ExplainFormat::Text) => {
            explain(grammar, bytes, &options, arguments.place, &how, &mut sink)
        }
    };
    written?;
    let explained = explained.map_err(|message| Failure::refused(format!("{name}: {message}")))?;
    let parsed = out.within_limits(&explained.document, &arguments.file)?;
    let written = out.within_bytes(explained.extent, most, &arguments.file)?;
    Ok(parsed.and(written))
}

/// Writes the explanations as a line of JSON, with the position of each step. The sink takes a step
/// and returns whether it wants more; the member `cut` marks an incomplete output.
fn json(
    grammar: &PreparedGrammar,
    bytes: &[u8],
    options: &ParseOptions,
    arguments: &ExplainArguments,
    sink: &mut dyn FnMut(&str) -> bool,
) -> Result<Explained, String> {
    let traced = traced(grammar, bytes, options)?;
    let document = traced.document();
    let explanations: Box<dyn Iterator<Item = Explanation>> = match arguments.place {
        Some(place) => Box::new(std::iter::once(traced.token(token_at(document, place)?))),
        None => Box::new(traced.all()),
    };
    let mut wanted = sink("{\"explanations\":[");
    for (number, one) in explanations.enumerate() {
        wanted = wanted && (number == 0 || sink(",")) && json_row(document, &one, sink);
        if !wanted {
            break;
        }
    }
    let name = serde_json::json!(inputs::shown(&arguments.file));
    let cut = if wanted { "" } else { ",\"cut\":true" };
    sink(&format!("],\"file\":{name}{cut}}}\n"));
    let extent = if wanted { Extent::Whole } else { Extent::Cut };
    Ok(Explained { document: traced.into_document(), extent })
}

/// Writes one explanation, and reports whether the sink wants more.
fn json_row(document: &Document, one: &Explanation, sink: &mut dyn FnMut(&str) -> bool) -> bool {
    let mut positions = Vec::new();
    let mut wanted = sink("{\"steps\":[");
    for (step, span) in one.steps.iter().zip(&one.spans) {
        if !wanted {
            break;
        }
        let comma = if positions.is_empty() { "" } else { "," };
        positions.push(document.source().file.position(span.start));
        wanted = sink(&format!("{comma}{}", serde_json::json!(step)));
    }
    sink(&format!("],\"positions\":{}}}", serde_json::json!(positions))) && wanted
}
