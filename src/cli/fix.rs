//! `wishful fix`: the source with only the virtual tags added.

use super::arguments::FixArguments;
use super::failure::{Failure, Outcome};
use super::grammars;
use super::inputs;
use super::output::{Output, complain};
use super::reading::{self, Input};
use crate::ParseOptions;

pub(super) fn run(arguments: &FixArguments) -> Outcome {
    let grammar = grammars::prepare(&arguments.grammar)?;
    let path = &arguments.file;
    let Input { bytes, rest } = reading::read(path, arguments.bounds.max_bytes)?;
    let options = ParseOptions {
        limits: arguments.bounds.limits(),
        partial: rest.is_some(),
        ..arguments.reading.options()
    };
    if let Some(note) = grammars::wildcard_context(&grammar, &options) {
        complain(&note);
    }
    let named = |message| Failure::refused(format!("{}: {message}", inputs::shown(path)));
    let document = grammar.parse(&bytes, &options).map_err(named)?;
    let mut out = Output::stdout();
    let most = arguments.bounds.output();
    let (fixed, extent) = document.fixed_within(&bytes, most);
    out.bytes(&fixed)?;
    if let Some(rest) = rest {
        out.copy(rest, path)?;
    }
    let parsed = out.within_limits(&document, path)?;
    let written = out.within_bytes(extent, most.of(document.text().len()), path)?;
    out.finish()?;
    Ok(parsed.and(written))
}
