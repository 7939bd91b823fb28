//! `wishful grammar cores`: the cores and steps that the fast engine caches while it reads a text.

use super::arguments::CoresArguments;
use wishful::{ParseOptions, derivation};
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs;
use wishful_console::output;

pub(super) fn run(arguments: &CoresArguments) -> CommandResult {
    let prepared = grammars::prepare_plain(&arguments.grammar)?;
    read(&prepared, &arguments.file)?;
    output::print(&prepared.grammar().rules().remembered(arguments.all))
}

/// Runs the engine over a text, to fill its caches.
fn read(prepared: &PreparedGrammar, file: &str) -> Result<(), Failure> {
    match prepared {
        PreparedGrammar::Markup(_) | PreparedGrammar::Xml(_) => {
            let document = prepared.parse(inputs::read(file)?, &ParseOptions::default());
            document.map_err(|message| Failure::of_input(file, message))?;
        }
        PreparedGrammar::Text(grammar) => {
            let text = inputs::read_text(file)?;
            derivation::check(grammar, inputs::shown(file), &text)
                .map_err(|report| Failure::refused(report.render(false)))?;
        }
    }
    Ok(())
}
