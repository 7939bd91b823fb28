//! `wishful shrink`: a document made smaller, as long as a condition holds of it.
//!
//! The work is the library's (`crate::workbench::shrink`), the conditions are in `condition.rs`; here is the clock.

use super::arguments::ShrinkArguments;
use super::condition::Condition;
use super::failure::{Failure, Outcome, Verdict};
use super::inputs;
use super::output::{Output, complain};
use super::progress::Progress;
use crate::workbench::shrink::{Limits, shrink};
use std::time::Instant;

pub(super) fn run(arguments: &ShrinkArguments) -> Outcome {
    let ShrinkArguments { file, grammar, reading, .. } = arguments;
    let read = |written: &String| Condition::read(written, grammar, reading);
    let conditions = arguments.conditions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let text = inputs::read_text(file)?;
    if let Some(failed) = conditions.iter().position(|condition| !condition.holds(&text)) {
        let (file, written) = (inputs::shown(file), &arguments.conditions[failed]);
        return Err(Failure::refused(format!(
            "{file}: '{written}' does not hold of the document itself"
        )));
    }
    let mut progress = Progress::new(None);
    let (begun, mut in_time) = (Instant::now(), true);
    let shrunk = shrink(&text, Limits { tests: arguments.tests }, &mut |text| {
        progress.steps(1);
        in_time = begun.elapsed().as_secs_f64() < arguments.seconds;
        in_time && conditions.iter().all(|condition| condition.holds(text))
    });
    drop(progress);
    let Some(shrunk) = shrunk else {
        return Err(Failure::refused(
            "the time is over before the document was looked at; see --seconds",
        ));
    };
    let mut out = Output::stdout();
    out.text(&shrunk.text)?;
    out.finish()?;
    let is_minimal = shrunk.minimal && in_time;
    let rest = if is_minimal { "nothing more can go" } else { "the limit was met, more may go" };
    let (before, after) = (text.len(), shrunk.text.len());
    complain(&format!(
        "{before} bytes to {after}, {} tokens, after {} tests: {rest}",
        shrunk.pieces, shrunk.tests
    ));
    Ok(Verdict::Done)
}
