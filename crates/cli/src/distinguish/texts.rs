//! `wishful distinguish` of grammars with `tokenizer text`: the shortest text on which they differ.
//!
//! ```text
//! 0-0-0
//!
//! 5 tokens on which left.grammar and right.grammar differ: trees
//! no shorter one exists: tried 96 texts made of 2 kinds of tokens
//!
//! left.grammar: 1 tree
//! …
//! ```

use std::time::Instant;

use serde_json::{Value, json};

use super::super::arguments::{CompareTexts, DistinguishArguments, check_needs};
use super::{shown, tokens};
use wishful::Grammar;
use wishful::base::counted;
use wishful::tree::Format;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::PreparedGrammar;
use wishful_console::output::Output;
use wishful_console::progress::Progress;
use wishful_workbench::distinguish::texts::{
    Compared, FoundText, Options, TextAnswer, distinguish,
};

pub(super) fn search(
    arguments: &DistinguishArguments,
    grammars: &[PreparedGrammar],
) -> CommandResult {
    let DistinguishArguments { fragment, mode, repairs, from, .. } = arguments;
    let needs = "grammars of markup";
    check_needs(&[
        (fragment.is_some(), "--fragment", needs, false),
        (mode.is_some(), "--mode", needs, false),
        (*repairs, "--repairs", needs, false),
        (!from.is_empty(), "--from", needs, false),
    ])?;
    let compared = match arguments.compare {
        Some(CompareTexts::Acceptance) => Compared::Acceptance,
        Some(CompareTexts::Ambiguity) => Compared::Ambiguity,
        Some(CompareTexts::Trees) | None => Compared::Trees,
    };
    let options = Options::default().compared(compared).tokens(arguments.tokens);
    let sides: Vec<&Grammar> = grammars.iter().map(PreparedGrammar::grammar).collect();
    let answer = timed(&sides, &options, arguments.seconds);
    let mut out = Output::stdout();
    if arguments.json {
        out.line(&as_json(&answer, &arguments.grammars).to_string())?;
    } else {
        print(&answer, grammars, &arguments.grammars, &mut out)?;
    }
    out.finish()?;
    Ok(if answer.found.is_some() { Verdict::Refused } else { Verdict::Done })
}

/// Runs the search within a time limit, with progress on a terminal. If trees are compared, half of
/// the time goes to acceptance.
fn timed(sides: &[&Grammar], options: &Options, seconds: f64) -> TextAnswer {
    let (begun, mut progress, mut before) = (Instant::now(), Progress::new(None), 0);
    distinguish(sides, options, &mut |state| {
        progress.steps(state.tried - before);
        before = state.tried;
        let share = if state.part == options.compared { 1.0 } else { 0.5 };
        begun.elapsed().as_secs_f64() < seconds * share
    })
}

fn print(
    answer: &TextAnswer,
    grammars: &[PreparedGrammar],
    names: &[String],
    out: &mut Output,
) -> Result<(), Failure> {
    let (texts, kinds) = (answer.tried, answer.pieces.len());
    let tried = format!("tried {texts} texts made of {kinds} kinds of tokens");
    if answer.equivalent {
        return out.line("no difference at any size: the grammars are equivalent");
    }
    let Some(found) = &answer.found else {
        return out.line(&format!("{}: {tried}", nothing(answer)));
    };
    let FoundText { text, differ: (one, other), what, .. } = found;
    out.line(&shown(text))?;
    out.line("")?;
    let (first, second) = (&names[*one], &names[*other]);
    let (count, what) = (tokens(found.tokens), what.name());
    out.line(&format!("{count} on which {first} and {second} differ: {what}"))?;
    let shortest =
        if answer.is_shortest() { "no shorter one exists" } else { "shorter ones may exist" };
    out.line(&format!("{shortest}: {tried}"))?;
    for &side in [one, other] {
        out.line(&format!("\n==> {} <==", names[side]))?;
        match grammars[side].derivations("text", text.as_bytes(), Format::Tree, 2) {
            Ok(trees) => out.text(&trees)?,
            Err(report) => out.line(report.trim_end())?,
        }
    }
    Ok(())
}

/// Describes the extent of a search that found nothing.
fn nothing(answer: &TextAnswer) -> String {
    let up_to = |all: Option<usize>| match all {
        Some(all) => format!("up to {}", tokens(all)),
        None => "found, but the search ended early".to_owned(),
    };
    let acceptance = if answer.same {
        "the grammars accept the same texts of these kinds of tokens".to_owned()
    } else {
        format!("no difference in acceptance {}", up_to(answer.exhausted))
    };
    if answer.compared == Compared::Acceptance {
        return acceptance;
    }
    let what = answer.compared.name();
    format!("{acceptance}, no difference in {what} {}", up_to(answer.exhausted_trees))
}

fn as_json(answer: &TextAnswer, names: &[String]) -> Value {
    let found = answer.found.as_ref().map(|found| {
        json!({
            "text": found.text, "tokens": found.tokens, "differs": found.what.name(),
            "shortest": answer.is_shortest(),
            "grammars": [names[found.differ.0], names[found.differ.1]],
        })
    });
    json!({
        "found": found, "exhausted": answer.exhausted.map(counted),
        "exhausted_trees": answer.exhausted_trees.map(counted), "tried": answer.tried,
        "tokens": answer.pieces, "same": answer.same,
        "equivalent": answer.equivalent,
    })
}
