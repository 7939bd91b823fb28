//! `wishful distinguish`: the smallest document on which grammars differ.
//!
//! The search is in `wishful_workbench::distinguish`. This file adds the clock, the documents of
//! folders, and the output in the form of `wishful diff`. The exit status is that of `diff`: 0 if
//! nothing differs, 1 if something does, 2 if there was no answer.

mod texts;

use super::arguments::{DistinguishArguments, check_needs};
use super::diff::{self, ViewPair};
use super::documents;
use serde_json::json;
use std::time::Instant;
use wishful::base::counted;
use wishful::grammar::Grammar;
use wishful::grammar::load::CachingLoader;
use wishful::tree::TreeOptions;
use wishful_console::arguments::{GrammarChoice, Modes};
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::grammars::{self, CliFiles, PreparedGrammar};
use wishful_console::output::Output;
use wishful_console::progress::Progress;
use wishful_workbench::distinguish::{
    Answer, Compared, FoundDifference, Options, SearchPart, Setting, Side, distinguish,
};

pub(super) fn run(arguments: &DistinguishArguments) -> CommandResult {
    // Failures with status 1 get status 2, since 1 means here that the grammars differ.
    search(arguments).map_err(|failure| match failure.status() {
        1 => Failure::usage(failure.to_string()),
        _ => failure,
    })
}

fn search(arguments: &DistinguishArguments) -> CommandResult {
    let names = &arguments.grammars;
    if names.len() < 2 {
        return Err(Failure::usage("distinguish needs two or more grammars: `-g A -g B`"));
    }
    let prepared = names.iter().map(|name| grammars::prepare_plain(name));
    let prepared = prepared.collect::<Result<Vec<_>, _>>()?;
    let is_text = |grammar: &PreparedGrammar| matches!(grammar, PreparedGrammar::Text(_));
    if prepared.iter().all(is_text) {
        return texts::search(arguments, &prepared);
    }
    if prepared.iter().any(is_text) {
        let message =
            "some of the grammars describe markup and some text, so nothing can be compared";
        return Err(Failure::refused(message));
    }
    let needs = "grammars with `tokenizer text`";
    check_needs(&[(arguments.compare.is_some(), "--compare", needs, false)])?;
    let sides = names.iter().map(|name| side(name)).collect::<Result<Vec<_>, _>>()?;
    let setting = setting(arguments, &sides)?;
    let from = texts(&arguments.from, &names[0])?;
    let options = Options::default()
        .compared(if arguments.repairs { Compared::Repairs } else { Compared::Trees })
        .tokens(arguments.tokens)
        .threads(arguments.workers.count().get())
        .setting(setting)
        .from(&from);
    let answer = timed(&sides, &options, arguments.seconds);
    let mut out = Output::stdout();
    if arguments.json {
        out.line(&as_json(&answer, names).to_string())?;
    } else {
        print(&answer, names, &mut out)?;
    }
    out.finish()?;
    Ok(if answer.found.is_some() { Verdict::Refused } else { Verdict::Done })
}

/// Loads a grammar in all of its modes.
fn side(name: &str) -> Result<Side, Failure> {
    let files = CachingLoader::new(CliFiles);
    Side::new(name, |modes| Grammar::named(name).modes(modes).loader(&files).compile())
        .map_err(Failure::refused)
}

/// Returns the parse settings from the arguments, if they specify any.
fn setting(arguments: &DistinguishArguments, sides: &[Side]) -> Result<Option<Setting>, Failure> {
    let DistinguishArguments { fragment, mode, .. } = arguments;
    if fragment.is_none() && mode.is_none() {
        return Ok(None);
    }
    let setting = Setting::default()
        .fragment(fragment.clone())
        .mode(mode.clone())
        .tree(TreeOptions::default());
    for side in sides {
        side.takes(&setting).map_err(Failure::usage)?;
    }
    Ok(Some(setting))
}

/// Reads and decodes the start documents.
fn texts(files: &[String], grammar: &str) -> Result<Vec<String>, Failure> {
    let (found, grammar) = (documents::find(files, false)?, grammars::prepare_plain(grammar)?);
    let mut texts = Vec::with_capacity(found.items.len());
    for item in &found.items {
        let (bytes, options) = item.read(&wishful::ParseOptions::default())?;
        let text = grammar.text(&bytes, &options);
        texts.push(text.map_err(|message| Failure::of_input(&item.name, message))?);
    }
    Ok(texts)
}

/// Runs the search within a time limit, with progress on a terminal. At most 80 % of the time goes
/// to the guided part, which tries documents close to the difference.
fn timed(sides: &[Side], options: &Options<'_>, seconds: f64) -> Answer {
    let begun = Instant::now();
    let mut progress = Progress::new(None);
    let mut before = 0;
    distinguish(sides, options, &mut |state| {
        progress.steps(state.tried - before);
        before = state.tried;
        let share = if state.part == SearchPart::Guided { 0.8 } else { 1.0 };
        begun.elapsed().as_secs_f64() < seconds * share
    })
}

fn print(answer: &Answer, names: &[String], out: &mut Output) -> Result<(), Failure> {
    let Some(found) = &answer.found else {
        return out.line(&nothing(answer));
    };
    let (one, other) = (&names[found.differ.0], &names[found.differ.1]);
    out.line(&shown(&found.text))?;
    out.line("")?;
    let how = how(&found.setting);
    out.line(&format!("{} on which {one} and {other} differ{how}", tokens(found.tokens)))?;
    out.line(&smallest(answer, found))?;
    out.line("")?;
    let (left, right) = (view(one, found)?, view(other, found)?);
    ViewPair { document: "document", grammars: [one, other], texts: [&left, &right] }.write(out)
}

/// Renders the found document by a grammar, as `diff` compares it.
fn view(name: &str, found: &FoundDifference) -> Result<String, Failure> {
    let modes = Modes { named: found.setting.mode.clone().into_iter().collect(), scripting: false };
    let grammar = match grammars::prepare(&GrammarChoice { grammar: name.to_owned(), modes }) {
        Ok(grammar) => grammar,
        // A grammar without the mode behaves the same with and without it.
        Err(_) => grammars::prepare_plain(name)?,
    };
    let options = wishful::ParseOptions::default()
        .fragment(found.setting.fragment.as_deref())
        .encoding("utf-8");
    diff::view(&grammar, "document", found.text.as_bytes(), &options).map_err(Failure::refused)
}

/// Prints a document on one line, with visible symbols for control characters.
fn shown(text: &str) -> String {
    let shown = text.replace('\0', "\u{2400}").replace('\n', "\u{240A}");
    if shown.trim().len() == shown.len() && !shown.is_empty() {
        shown
    } else {
        format!("{shown:?}")
    }
}

fn tokens(count: usize) -> String {
    if count == 1 { "1 token".to_owned() } else { format!("{count} tokens") }
}

/// Describes a setting: ` (--fragment "td") (--mode scripting)`.
fn how(setting: &Setting) -> String {
    let mut text = String::new();
    if let Some(name) = &setting.fragment {
        text.push_str(&format!(" (--fragment {name:?})"));
    }
    if let Some(name) = &setting.mode {
        text.push_str(&format!(" (--mode {name})"));
    }
    text
}

fn smallest(answer: &Answer, found: &FoundDifference) -> String {
    let tried =
        format!("tried {} documents made of {} kinds of tokens", answer.tried, answer.kinds);
    match (answer.is_smallest(), answer.exhausted) {
        (true, _) => format!("no smaller one exists: {tried}"),
        (false, Some(all)) if all > 0 => {
            format!(
                "no difference up to {}; not all documents up to {} were tried: {tried}",
                tokens(all),
                found.tokens - 1
            )
        }
        _ => format!("smaller ones may exist: {tried}"),
    }
}

fn nothing(answer: &Answer) -> String {
    if answer.same {
        return "no difference at any size: the grammars are equivalent".to_owned();
    }
    let tried =
        format!("tried {} documents made of {} kinds of tokens", answer.tried, answer.kinds);
    match answer.exhausted {
        Some(all) if all > 0 => format!("no difference up to {}: {tried}", tokens(all)),
        _ => format!("no difference found: {tried}"),
    }
}

fn as_json(answer: &Answer, names: &[String]) -> serde_json::Value {
    let found = match &answer.found {
        Some(found) => json!({
            "html": found.text, "tokens": found.tokens, "fragment": found.setting.fragment,
            "mode": found.setting.mode, "smallest": answer.is_smallest(),
            "grammars": [names[found.differ.0], names[found.differ.1]],
        }),
        None => serde_json::Value::Null,
    };
    json!({
        "found": found, "exhausted": answer.exhausted.map(counted), "tried": answer.tried,
        "kinds": counted(answer.kinds), "same": answer.same,
    })
}
