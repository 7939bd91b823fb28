//! `wishful grammar cores`: the cores and steps that the fast engine caches while it reads a text.

use super::arguments::{CoresArguments, GrammarChoice, Modes};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::{self, Prepared};
use super::inputs;
use super::output::Output;
use crate::{ParseOptions, derivation};

pub(super) fn run(arguments: &CoresArguments) -> Outcome {
    let choice = GrammarChoice { grammar: arguments.grammar.clone(), modes: Modes::default() };
    let prepared = grammars::prepare(&choice)?;
    read(&prepared, &arguments.file)?;
    let mut out = Output::stdout();
    out.text(&prepared.grammar().rules().remembered(arguments.all))?;
    out.finish()?;
    Ok(Verdict::Done)
}

/// Runs the engine over a text, to fill its caches.
fn read(prepared: &Prepared, file: &str) -> Result<(), Failure> {
    let name = inputs::shown(file);
    match prepared {
        Prepared::Markup(_) => {
            let document = prepared.parse(inputs::read(file)?, &ParseOptions::default());
            let named = |message| Failure::refused(format!("{name}: {message}"));
            document.map(drop).map_err(named)
        }
        Prepared::Text(grammar) => {
            let text = inputs::read_text(file)?;
            let refused = |report: crate::base::Report| Failure::refused(report.render(false));
            derivation::check(grammar, name, &text).map_err(refused)
        }
    }
}
