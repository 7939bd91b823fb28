//! `wishful explain`: the history of a token and its repairs.
//!
//! `document` explains a document, `templates` the pages of a template, `texts` texts of grammars
//! with their own tokens; `sets` prints Earley sets.

mod document;
mod sets;
mod templates;
mod texts;

use super::arguments::ExplainArguments;
use super::templates::text;
use document::document;
use wishful::base::SourceFile;
use wishful_console::failure::CommandResult;
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs;
use wishful_console::output::Output;

pub(super) fn run(arguments: &ExplainArguments) -> CommandResult {
    let mut out = Output::stdout();
    let grammar = grammars::prepare(&arguments.grammar)?;
    let bytes = inputs::read(&arguments.file)?;
    let name = inputs::shown(&arguments.file);
    if let PreparedGrammar::Text(grammar) = &grammar {
        return texts::explain(grammar, name, &bytes, arguments);
    }
    let options = arguments.reading.options()?.name(name);
    let languages = arguments.reading.languages(&arguments.folders)?;
    let verdict = match (&grammar, languages.of_path(&arguments.file)) {
        (PreparedGrammar::Markup(parser), Some(dialect)) => {
            let file = SourceFile::new(name, text(&arguments.file, &bytes)?);
            let how = (&options, arguments);
            templates::explain((&grammar, parser), (&dialect, &file), how, &mut out)?
        }
        _ => document(&grammar, &bytes, options, arguments, &mut out)?,
    };
    out.finish()?;
    Ok(verdict)
}
