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
use wishful_console::inputs::{self, LineColumn};
use wishful_console::output::Output;
use wishful_template::{Dialect, TemplatePage, pages, states};

/// Explains the pages of a template, each as a document.
pub(super) fn explain(
    (grammar, parser): (&PreparedGrammar, &Parser),
    (dialect, file): (&Dialect, &SourceFile),
    (options, arguments): (&ParseOptions, &ExplainArguments),
    out: &mut Output,
) -> CommandResult {
    let (name, plain, how) = (file.name(), ParseOptions::default(), (options, arguments));
    let mut verdict = Verdict::Done;
    let is_sampled = if let Some(place) = arguments.place {
        let offset = offset_at(file, place);
        let offset = offset.map_err(|message| Failure::refused(format!("{name}: {message}")))?;
        let found = states(dialect, file, parser, &plain, offset);
        let place = format!("{name}:{}:{}", place.line, place.column);
        if found.states.is_empty() {
            out.line(&format!("{place}: no page has this place"))?;
        }
        for state in &found.states {
            if arguments.format == ExplainFormat::Text {
                let open: Vec<String> = state.open.iter().map(|name| format!("<{name}>")).collect();
                let none = open.is_empty().then_some("no element is open");
                let open = none.map_or_else(|| open.join(" "), str::to_owned);
                out.line(&format!("{place}{}: {open}", said(&state.page.conditions)))?;
            }
            let (page, offset) = (&state.page, Some(state.offset));
            verdict = verdict.and(explain_page(grammar, (page, offset), how, out)?);
        }
        found.is_sampled
    } else {
        let found = pages(dialect, file, parser, &plain);
        for page in &found.pages {
            verdict = verdict.and(explain_page(grammar, (page, None), how, out)?);
        }
        found.is_sampled
    };
    if is_sampled {
        complain_of_more(name);
    }
    Ok(verdict)
}

/// Explains a page of a template, or what happens at an offset in it.
fn explain_page(
    grammar: &PreparedGrammar,
    (page, offset): (&TemplatePage, Option<u32>),
    (options, arguments): (&ParseOptions, &ExplainArguments),
    out: &mut Output,
) -> CommandResult {
    let text = page.text.as_str();
    let place = offset.map(|offset| {
        let position = SourceFile::new("", text).position(offset);
        LineColumn { line: position.line, column: position.column }
    });
    let file = format!("page of {}{}", inputs::shown(&arguments.file), said(&page.conditions));
    let mut options = options.clone().lexer(None).name(file.as_str());
    if options.fragment.is_none() {
        options.fragment.clone_from(&page.fragment);
    }
    let arguments = ExplainArguments { file, place, ..arguments.clone() };
    document(grammar, text.as_bytes(), options, &arguments, out)
}
