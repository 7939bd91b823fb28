//! `wishful pages`: the pages that templates may write, and the open elements at a place of a
//! template.

use std::fs;
use std::path::Path;

use super::arguments::PagesArguments;
use super::templates::TemplateLanguages;
use wishful::base::{Position, SourceFile};
use wishful::{ParseOptions, Parser};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars;
use wishful_console::inputs::{self, LineColumn};
use wishful_console::output::{Output, complain};
use wishful_template::{Dialect, TemplatePage, pages, states};

pub(super) fn run(arguments: &PagesArguments) -> CommandResult {
    let languages =
        TemplateLanguages::new(arguments.template.as_deref(), &arguments.template_path)?;
    let grammar = grammars::load_plain(&arguments.grammar.grammar)?;
    let parser = Parser::new(grammar).map_err(|error| Failure::usage(error.to_string()))?;
    if let Some(folder) = &arguments.output {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritten(folder, &error))?;
    }
    let mut out = Output::stdout();
    for path in &arguments.files {
        let file = (path != "-").then(|| Path::new(path));
        let Some(dialect) = languages.of(file) else {
            let message = "its name tells no template language; name one: --template jinja";
            return Err(Failure::usage(format!("{}: {message}", inputs::shown(path))));
        };
        let file = SourceFile::new(inputs::shown(path), inputs::read_text(path)?);
        let is_sampled = match (arguments.at, &arguments.output) {
            (Some(place), _) => print_states(&dialect, &file, &parser, place, &mut out)?,
            (None, folder) => print_pages(&dialect, &file, &parser, folder.as_deref(), &mut out)?,
        };
        if is_sampled {
            complain(&format!("{}: there are more states than were tried", file.name()));
        }
    }
    out.finish()?;
    Ok(Verdict::Done)
}

fn print_pages(
    dialect: &Dialect,
    file: &SourceFile,
    parser: &Parser,
    folder: Option<&Path>,
    out: &mut Output,
) -> Result<bool, Failure> {
    let found = pages(dialect, file, parser, &ParseOptions::default());
    for (number, page) in found.pages.iter().enumerate() {
        let TemplatePage { conditions, text, .. } = page;
        let conditions = said(conditions);
        let Some(folder) = folder else {
            out.text(&format!("==> {}{conditions} <==\n{}\n", file.name(), text.trim_end()))?;
            continue;
        };
        let name = Path::new(file.name()).file_name().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!("{name}.{}.html", number + 1));
        fs::write(&path, text).map_err(|error| Failure::unwritten(&path, &error))?;
        out.line(&format!("{}{conditions}", path.display()))?;
    }
    Ok(found.is_sampled)
}

fn print_states(
    dialect: &Dialect,
    file: &SourceFile,
    parser: &Parser,
    place: LineColumn,
    out: &mut Output,
) -> Result<bool, Failure> {
    let LineColumn { line, column } = place;
    let Some(offset) = file.offset(Position { line, column }) else {
        let message = format!("{}: there is no position {line}:{column}", file.name());
        return Err(Failure::usage(message));
    };
    let found = states(dialect, file, parser, &ParseOptions::default(), offset);
    if found.states.is_empty() {
        out.line(&format!("{}:{line}:{column}: no page has this place", file.name()))?;
    }
    for state in &found.states {
        let open: Vec<String> = state.open.iter().map(|name| format!("<{name}>")).collect();
        let open = if open.is_empty() { "no element is open".to_owned() } else { open.join(" ") };
        let conditions = said(&state.conditions);
        out.line(&format!("{}:{line}:{column}{conditions}: {open}", file.name()))?;
    }
    Ok(found.is_sampled)
}

/// Returns conditions as the end of a name.
fn said(conditions: &[String]) -> String {
    if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) }
}
