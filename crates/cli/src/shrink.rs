//! `wishful shrink`: reduction of a document while conditions hold.
//!
//! The algorithm is in `wishful_workbench::shrink`, the conditions are in `condition.rs`; this file
//! adds the clock.

use super::arguments::ShrinkArguments;
use super::condition::Condition;
use std::io;
use std::time::Instant;
use wishful_console::failure::{CommandResult, Failure, Verdict, reason};
use wishful_console::grammars::{self, PreparedGrammar};
use wishful_console::inputs::{self, MARK};
use wishful_console::output::{Output, complain};
use wishful_console::progress::Progress;
use wishful_workbench::shrink::{Limits, shrink, shrink_tokens};

pub(super) fn run(arguments: &ShrinkArguments) -> CommandResult {
    let ShrinkArguments { file, grammar, reading, .. } = arguments;
    let prepared = grammars::prepare(grammar)?;
    let mut conditions = Vec::with_capacity(arguments.conditions.len());
    for written in &arguments.conditions {
        conditions.push(Condition::read(written, (grammar, &prepared), reading)?);
    }
    let text = text(arguments, &prepared)?;
    for (condition, written) in conditions.iter().zip(&arguments.conditions) {
        if !condition.holds(&text).map_err(|error| unasked(&error))? {
            let message = format!("'{written}' is false for the document itself");
            return Err(Failure::refused(format!("{}: {message}", inputs::shown(file))));
        }
    }
    let mut progress = Progress::new(None);
    let (begun, mut failed) = (Instant::now(), None);
    let limits = Limits::default().tests(arguments.tests);
    let mut holds = |text: &str| {
        progress.steps(1);
        if begun.elapsed().as_secs_f64() >= arguments.seconds {
            return None;
        }
        all(&conditions, text).map_err(|error| failed = Some(error)).ok()
    };
    let shrunk = match prepared.grammar().text_rules() {
        Some(rules) => shrink_tokens(&text, rules, limits, &mut holds),
        None => shrink(&text, limits, &mut holds),
    };
    drop(progress);
    if let Some(error) = failed {
        return Err(unasked(&error));
    }
    let Some(shrunk) = shrunk else {
        return Err(Failure::refused("time ran out before the document was tested; see --seconds"));
    };
    let mut out = Output::stdout();
    out.text(&shrunk.text)?;
    out.finish()?;
    let rest = if shrunk.minimal { "minimal" } else { "limit reached, may not be minimal" };
    let (before, after) = (text.len(), shrunk.text.len());
    complain(&format!(
        "{before} bytes to {after}, {} tokens, after {} tests: {rest}",
        shrunk.pieces, shrunk.tests
    ));
    Ok(Verdict::Done)
}

/// Returns the document, decoded as `parse` decodes it. The output is always UTF-8; a message says
/// so if the document has another encoding.
fn text(arguments: &ShrinkArguments, grammar: &PreparedGrammar) -> Result<String, Failure> {
    let ShrinkArguments { file, reading, .. } = arguments;
    let (bytes, name) = (inputs::read(file)?, inputs::shown(file));
    let text = grammar.text(&bytes, &reading.options()?);
    let text = text.map_err(|message| Failure::refused(format!("{name}: {message}")))?;
    if bytes.strip_prefix(MARK).unwrap_or(&bytes) != text.as_bytes() {
        complain(&format!("{name}: printed as UTF-8, whatever encoding it declares"));
    }
    Ok(text)
}

fn all(conditions: &[Condition], text: &str) -> io::Result<bool> {
    for condition in conditions {
        if !condition.holds(text)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn unasked(error: &io::Error) -> Failure {
    Failure::refused(format!("cannot run the command: {}", reason(error)))
}
