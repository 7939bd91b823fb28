//! Ablation: deletes each rule, exclusion, wish and remedy of a grammar in turn, and lists those
//! that no tree needs.
//!
//!     cargo run --release -p benches --example ablation -- [GRAMMAR] [--parts] [--repairs]
//!         [-j THREADS] [--all]
//!
//! The trees are those of the public suite's inputs and of the documents and cases of `corpus/`. In
//! its `whatwg/lines.dat`, each case exists for the grammar line that it names.
//!
//! `--parts` also deletes each item of the lists in remedies and wishes. `--all` lists, for every
//! line, the inputs that need it. `--repairs` lists the inputs with a repair that cites a line but
//! whose trees do not change without that line.

#[path = "../../crates/workbench/tests/common/ablation.rs"]
mod ablation;
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use ablation::{Deletion, Notice, Whole};
use indicatif::{ProgressBar, ProgressStyle};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::Parsers;
use wishful::grammar::FileSystem;
use wishful::grammar::ast::FileSpan;
use wishful::grammar::entry::merged_file;
use wishful::grammar::load::Sources;
use wishful::grammar::load::load;
use wishful_workbench::coverage::deletions;

struct AblationArguments {
    grammar: String,
    parts: bool,
    repairs: bool,
    all: bool,
    threads: usize,
}

fn arguments() -> Result<AblationArguments, Box<dyn std::error::Error>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let grammar = "whatwg".to_owned();
    let mut found =
        AblationArguments { grammar, parts: false, repairs: false, all: false, threads };
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--parts" => found.parts = true,
            "--repairs" => found.repairs = true,
            "--all" => found.all = true,
            "-j" => found.threads = rest.next().ok_or("-j needs a value")?.parse()?,
            _ => found.grammar = argument,
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
    let (sources, diagnostics) = load(&arguments.grammar, &FileSystem);
    if let Some(first) = diagnostics.first() {
        return Err(first.message.clone().into());
    }
    let file = merged_file(&sources);
    let whole = Whole::new(&Parsers::load(&arguments.grammar)?, ablation::inputs());
    let deletions = deletions(&file, arguments.parts);
    let notices = notices(&whole, &deletions, arguments.threads)?;
    let (mut refused, mut unnoticed) = (0, 0);
    for (deletion, notice) in deletions.iter().zip(&notices) {
        let line = format!("{}: {}", cite(&sources, deletion.place), deletion.what);
        match notice {
            Notice::Refused => {
                refused += 1;
                if arguments.all {
                    println!("the grammar is invalid without {line}");
                }
            }
            Notice::Tree(number) if arguments.all => {
                println!("needed by {:?}: {line}", whole.input(*number).text);
            }
            Notice::Tree(_) => {}
            Notice::Nothing => {
                unnoticed += 1;
                println!("no tree needs {line}");
            }
        }
    }
    let noticed = deletions.len() - refused - unnoticed;
    println!(
        "{} deletions: {noticed} change a tree, {refused} are invalid, {unnoticed} change no tree",
        deletions.len()
    );
    if arguments.repairs {
        list_unmoved(&sources, &whole, &deletions);
    }
    Ok(())
}

/// Lists the inputs that do not change without a line although one of their repairs cites it.
fn list_unmoved(sources: &Sources, whole: &Whole, deletions: &[Deletion]) {
    let (mut judged, mut unmoved) = (0, 0);
    for (deletion, inputs) in deletions.iter().zip(whole.citing(deletions)) {
        judged += inputs.len();
        let same = if inputs.is_empty() { Vec::new() } else { whole.unmoved(deletion, &inputs) };
        unmoved += same.len();
        if let Some(&first) = same.first() {
            let line = cite(sources, deletion.place);
            let text = &whole.input(first).text;
            println!(
                "cited by a repair, but without effect on the tree of {} inputs: {line}: {}",
                same.len(),
                deletion.what
            );
            println!("    example: {text:?}");
        }
    }
    println!("{judged} citations tested: in {unmoved}, the tree is the same without the line");
}

fn cite(sources: &Sources, place: FileSpan) -> String {
    let file = sources.files.get(place.file);
    format!("{}:{}", file.name(), file.position(place.span.start).line)
}

/// Finds the inputs that change by each deletion, on several threads.
fn notices(
    whole: &Whole,
    deletions: &[Deletion],
    threads: usize,
) -> Result<Vec<Notice>, Box<dyn std::error::Error>> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}")?;
    let progress = ProgressBar::new(deletions.len() as u64).with_style(style);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(deletion) = deletions.get(number) else { break };
                    let notice = whole.notice(deletion);
                    found
                        .lock()
                        .expect("no thread panics while it holds the lock")
                        .push((number, notice));
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let mut found = found.into_inner().expect("no thread panics while it holds the lock");
    found.sort_by_key(|(number, _)| *number);
    Ok(found.into_iter().map(|(_, notice)| notice).collect())
}
