//! `wishful fix`: the source with only the virtual tags added.

use super::arguments::FixArguments;
use super::failure::{Failure, Outcome};
use super::grammars;
use super::inputs;
use super::output::{Output, complain};
use crate::ParseOptions;

pub(super) fn run(arguments: &FixArguments) -> Outcome {
    let grammar = grammars::prepare(&arguments.grammar)?;
    let bytes = inputs::read(&arguments.file)?;
    let options = ParseOptions { limits: arguments.bounds.limits(), ..arguments.reading.options() };
    if let Some(note) = grammars::wildcard_context(&grammar, &options) {
        complain(&note);
    }
    let document = grammar.parse(&bytes, &options).map_err(|message| {
        Failure::refused(format!("{}: {message}", inputs::shown(&arguments.file)))
    })?;
    let mut out = Output::stdout();
    out.bytes(&document.fixed(&bytes))?;
    let verdict = out.within_limits(&document, &arguments.file)?;
    out.finish()?;
    Ok(verdict)
}
