//! `wishful fix`: the source with only the virtual tags added.

use super::arguments::FixArguments;
use super::failure::{Failure, Outcome, Verdict};
use super::grammars;
use super::inputs;
use super::output::Output;
use crate::tree::{Format, WriteOptions};

pub(super) fn run(arguments: &FixArguments) -> Outcome {
    let grammar = grammars::prepare(&arguments.grammar)?;
    let bytes = inputs::read(&arguments.file)?;
    let document = grammar.parse(&bytes, &arguments.reading.options()).map_err(|message| {
        Failure::refused(format!("{}: {message}", inputs::shown(&arguments.file)))
    })?;
    let mut out = Output::stdout();
    out.document(&document, Format::Fix, WriteOptions::default())?;
    out.finish()?;
    Ok(Verdict::Done)
}
