//! `wishful explain` of a template: the pages that it may write, or the states of the parser at a
//! position.
//!
//! ```text
//! cart.j2:2:5 if `owner`: <table> <tbody> <tr> <td>
//! page of cart.j2 if `owner`:1:24: </td> was inserted before <td>
//! ```

use super::document::document;
use crate::arguments::{ExplainArguments, ExplainFormat};
use crate::pages::{complain_of_more, said};
use wishful::base::SourceFile;
use wishful::{ParseOptions, Parser};
use wishful_console::explained::offset_at;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::PreparedGrammar;
use wishful_console::inputs::LineColumn;
use wishful_console::output::Output;
use wishful_template::{Dialect, OpenState, TemplatePage, pages, states};

/// Explains the pages of a template, each as a document.
pub(super) fn explain(
    (grammar, parser): (&PreparedGrammar, &Parser),
    (dialect, file): (&Dialect, &SourceFile),
    (options, arguments): (&ParseOptions, &ExplainArguments),
    out: &mut Output,
) -> CommandResult {
    let name = file.name();
    let plain = ParseOptions::default();
    let mut verdict = Verdict::Done;
    let mut page = |page: &TemplatePage, place: Option<u32>, out: &mut Output| {
        let text = page.text.as_str();
        let file = format!("page of {name}{}", said(&page.conditions));
        let place = place.map(|offset| {
            let position = SourceFile::new("", text).position(offset);
            LineColumn { line: position.line, column: position.column }
        });
        let options = options.clone().lexer(None).name(file.as_str());
        let options = match &page.fragment {
            Some(context) if options.fragment.is_none() => options.fragment(context.as_str()),
            _ => options,
        };
        let arguments = ExplainArguments { file, place, ..arguments.clone() };
        verdict = verdict.and(document(grammar, text.as_bytes(), options, &arguments, out)?);
        Ok::<(), Failure>(())
    };
    let Some(place) = arguments.place else {
        let found = pages(dialect, file, parser, &plain);
        for one in &found.pages {
            page(one, None, out)?;
        }
        if found.is_sampled {
            complain_of_more(name);
        }
        return Ok(verdict);
    };
    let offset = offset_at(file, place);
    let offset = offset.map_err(|message| Failure::refused(format!("{name}: {message}")))?;
    let found = states(dialect, file, parser, &plain, offset);
    let LineColumn { line, column } = place;
    if found.states.is_empty() {
        out.line(&format!("{name}:{line}:{column}: no page has this place"))?;
    }
    for OpenState { page: one, open, offset, .. } in &found.states {
        let open: Vec<String> = open.iter().map(|name| format!("<{name}>")).collect();
        let open = if open.is_empty() { "no element is open".to_owned() } else { open.join(" ") };
        if arguments.format == ExplainFormat::Text {
            out.line(&format!("{name}:{line}:{column}{}: {open}", said(&one.conditions)))?;
        }
        page(one, Some(*offset), out)?;
    }
    if found.is_sampled {
        complain_of_more(name);
    }
    Ok(verdict)
}
