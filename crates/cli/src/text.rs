//! `wishful text`: the visible text of pages, and from which bytes each run of it came.

use serde_json::json;

use super::arguments::TextArguments;
use super::parsed::{PageParser, ParsedPage};
use wishful::base::counted;
use wishful::tree::{Document, not_written};
use wishful_console::failure::CommandResult;
use wishful_console::inputs;
use wishful_console::output::Output;
use wishful_query::{Select, TextRun};

pub(super) fn run(arguments: &TextArguments) -> CommandResult {
    let parser = PageParser::new(&arguments.grammar, &arguments.pages)?;
    let mut out = Output::stdout();
    let verdict = parser.print(&arguments.files, &mut out, |page| Ok(text(page, arguments)))?;
    out.finish()?;
    Ok(verdict)
}

/// Returns the output for a page.
fn text(page: &mut ParsedPage<'_>, arguments: &TextArguments) -> String {
    let is_alone = arguments.files.len() == 1;
    let (name, document) = (page.name, &page.document);
    if !arguments.map {
        let text = document.visible_text("\n", true) + "\n";
        let shown = inputs::shown(page.path);
        return if is_alone { text } else { format!("==> {shown} <==\n{text}") };
    }
    let map = document.text_map("\n", true);
    let mut out = String::new();
    for run in map.runs() {
        if counted(out.len()) >= page.most {
            page.messages.push(format!("{name}: {}", not_written(page.most)));
            break;
        }
        let mut line = object(document, &map.text()[run.range.clone()], run);
        if !is_alone {
            line["file"] = inputs::shown(page.path).into();
        }
        out += &line.to_string();
        out.push('\n');
    }
    out
}

fn object(document: &Document, text: &str, run: &TextRun) -> serde_json::Value {
    let mut line = json!({"text": text, "kind": run.kind.word()});
    if let Some(span) = run.span {
        let position = document.position(span.start);
        line["span"] = json!([span.start, span.end]);
        line["line"] = position.line.into();
        line["column"] = position.column.into();
    }
    if run.is_moved {
        line["moved"] = true.into();
    }
    line
}
