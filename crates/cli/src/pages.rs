//! `wishful pages`: the pages that templates may write.

use std::fs;
use std::path::Path;

use super::arguments::PagesArguments;
use super::templates::TemplateLanguages;
use wishful::base::SourceFile;
use wishful::{ParseOptions, Parser};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars;
use wishful_console::inputs;
use wishful_console::output::{Output, complain};
use wishful_template::{Dialect, TemplatePage, pages};

pub(super) fn run(arguments: &PagesArguments) -> CommandResult {
    let languages = TemplateLanguages::new(&arguments.language, &arguments.folders)?;
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
        let folder = arguments.output.as_deref();
        if print_pages(&dialect, &file, &parser, folder, &mut out)? {
            complain_of_more(file.name());
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

/// Reports that pages are left out.
pub(super) fn complain_of_more(name: &str) {
    complain(&format!("{name}: there are more states than were tried"));
}

/// Returns conditions as the end of a name.
pub(super) fn said(conditions: &[String]) -> String {
    if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) }
}
