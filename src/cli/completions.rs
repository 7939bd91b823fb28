//! `wishful completions`: a shell's completion script.

use clap::CommandFactory;

use super::arguments::{Arguments, CompletionsArguments};
use super::failure::{Outcome, Verdict};
use super::output::Output;

pub(super) fn run(arguments: &CompletionsArguments) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "wishful", &mut script);
    let mut out = Output::stdout();
    out.text(&String::from_utf8_lossy(&script))?;
    out.finish()?;
    Ok(Verdict::Done)
}
