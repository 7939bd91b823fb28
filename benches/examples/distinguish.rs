//! Searches for the smallest document on which two grammars differ. The pairs are the shipped
//! variants over `whatwg`, and `whatwg` against itself without one of the lines that `ablation`
//! calls decisive.
//!
//!     cargo run --release -p benches --example distinguish -- [--seconds N] [--deletions N]
//!         [--only TEXT] [-j THREADS]
//!
//! Each pair is a line of output: the number of tokens, whether that is proved minimal, the
//! seconds, and the document. If none is found for a deleted line, the line shows an input that
//! differs.
//!
//! `--only` selects pairs whose names contain a text. `--deletions` takes that many lines, spread
//! evenly over the grammar, without those that change no tree of the public suite and of `corpus/`.

#[path = "../../crates/workbench/tests/common/ablation.rs"]
mod ablation;
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use ablation::{Notice, Whole};
use std::process::ExitCode;
use std::time::Instant;
use suite::{Input, Parsers};
use wishful::Grammar;
use wishful::grammar::ast::File;
use wishful::grammar::print;
use wishful::grammar::schema::Head;
use wishful::grammar::shipped;
use wishful_workbench::coverage::deletions;
use wishful_workbench::distinguish::{Options, SearchPart, Side, distinguish};

struct DistinguishArguments {
    seconds: f64,
    deletions: usize,
    threads: usize,
    only: String,
}

fn arguments() -> Result<DistinguishArguments, Box<dyn std::error::Error>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found =
        DistinguishArguments { seconds: 10.0, deletions: 100, threads, only: String::new() };
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--seconds" => found.seconds = value()?.parse()?,
            "--deletions" => found.deletions = value()?.parse()?,
            "--only" => found.only = value()?,
            "-j" => found.threads = value()?.parse()?,
            _ => return Err(format!("unknown option `{argument}`").into()),
        }
    }
    Ok(found)
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = arguments()?;
    println!("tokens  smallest  seconds  document");
    let mut score = Score::default();
    pairs(&arguments, &mut score)?;
    score.tell("pairs of variants");
    let mut score = Score::default();
    lines(&arguments, &mut score)?;
    score.tell("deleted lines");
    Ok(())
}

/// The number of pairs, and of those with a document of at most 8 tokens.
#[derive(Default)]
struct Score {
    of: usize,
    small: usize,
}

impl Score {
    fn tell(&self, what: &str) {
        println!("{what}: {} of {} differ on a document of at most 8 tokens", self.small, self.of);
    }
}

/// Runs all pairs of `whatwg` and its shipped variants.
fn pairs(
    arguments: &DistinguishArguments,
    score: &mut Score,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut names = vec!["whatwg"];
    for grammar in shipped() {
        if uses_whatwg(grammar.name) {
            names.push(grammar.name);
        }
    }
    for (at, one) in names.iter().enumerate() {
        for other in &names[at + 1..] {
            let what = format!("{one} {other}");
            if what.contains(&arguments.only) {
                let sides = [
                    Side::new(*one, |modes| Grammar::named(one).modes(modes).compile())?,
                    Side::new(*other, |modes| Grammar::named(other).modes(modes).compile())?,
                ];
                find(&sides, &what, None, arguments, score);
            }
        }
    }
    Ok(())
}

/// Reports whether the files of a grammar use `whatwg`.
fn uses_whatwg(name: &str) -> bool {
    let grammar = Grammar::load(name).expect("it is shipped");
    grammar.statements().written().any(|statement| {
        let file = statement.value.fact(Head::Use).and_then(|fact| fact.text("file"));
        file.is_some_and(|file| file.value.starts_with("whatwg."))
    })
}

/// Creates the side of a changed grammar.
fn side(name: &str, file: &File) -> Result<Side, Box<dyn std::error::Error>> {
    let text = print::file(file);
    Ok(Side::new(name, |modes| Grammar::source("whatwg.grammar", &text).modes(modes).compile())?)
}

/// Runs `whatwg` against itself without one line, for each selected line that changes some tree.
fn lines(
    arguments: &DistinguishArguments,
    score: &mut Score,
) -> Result<(), Box<dyn std::error::Error>> {
    let whatwg = Grammar::load("whatwg")?;
    let statements = whatwg.statements();
    let whole = Whole::new(&Parsers::load("whatwg")?, ablation::inputs());
    let deletions = deletions(statements, true);
    let step = deletions.len() / arguments.deletions.clamp(1, deletions.len());
    let mut order: Vec<usize> = (0..deletions.len()).collect();
    order.sort_by_key(|number| (number % step, *number));
    let mut taken = 0;
    for number in order {
        let deletion = &deletions[number];
        if taken == arguments.deletions {
            break;
        }
        let Notice::Tree(noticing) = whole.notice(deletion) else { continue };
        taken += 1;
        let what = deletion.what.split_whitespace().collect::<Vec<_>>().join(" ");
        if !what.contains(&arguments.only) {
            continue;
        }
        let sides = [side("whatwg", &statements.file())?, side("without", &deletion.rest())?];
        find(&sides, &what, Some(whole.input(noticing)), arguments, score);
    }
    Ok(())
}

fn find(
    sides: &[Side],
    what: &str,
    noticing: Option<&Input>,
    arguments: &DistinguishArguments,
    score: &mut Score,
) {
    let begun = Instant::now();
    let mut first = None;
    let options = Options::default().threads(arguments.threads);
    let answer = distinguish(sides, &options, &mut |at| {
        let seconds = begun.elapsed().as_secs_f64();
        if at.part == SearchPart::BySize {
            first.get_or_insert(seconds);
        }
        seconds < arguments.seconds * if at.part == SearchPart::Guided { 0.8 } else { 1.0 }
    });
    score.of += 1;
    let seconds = first.unwrap_or_else(|| begun.elapsed().as_secs_f64());
    match &answer.found {
        Some(found) => {
            score.small += usize::from(found.tokens <= 8);
            let smallest = if answer.is_smallest() { "yes" } else { "" };
            let how = [&found.setting.fragment, &found.setting.mode];
            let how: Vec<&str> = how.into_iter().flatten().map(String::as_str).collect();
            println!(
                "{:6}  {smallest:8}  {seconds:7.2}  {:?} {how:?}    {what}",
                found.tokens, found.text
            );
        }
        None => {
            println!(
                "  none  up to {:?}  {:7.2}  {}    {what}",
                answer.exhausted,
                begun.elapsed().as_secs_f64(),
                answer.tried
            );
            if let Some(Input { text, fragment, scripting }) = noticing {
                println!("        {text:?} {fragment:?} scripting {scripting}");
            }
        }
    }
}
