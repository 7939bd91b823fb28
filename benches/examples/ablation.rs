//! Ablation: deletes each rule, exclusion, wish and remedy of a grammar in turn, and lists those
//! that no tree needs.
//!
//!     cargo run --release -p benches --example ablation -- [GRAMMAR] [--parts] [--repairs]
//!         [-j THREADS] [--all]
//!     cargo run --release -p benches --example ablation -- --check [GRAMMAR] [-j THREADS]
//!
//! The trees are those of the public suite's inputs and of the documents and cases of `corpus/`. In
//! its `whatwg/lines.dat`, each case exists for the grammar line that it names.
//!
//! `--parts` also deletes each item of the lists in remedies and wishes. `--all` lists, for every
//! line, the inputs that need it. `--repairs` lists the inputs with a repair that cites a line but
//! whose trees do not change without that line.
//!
//! `--check` deletes each statement of a grammar for checking (`conforming`), and lists those
//! without which the findings in all conformance tests and broken pages of `../shared` and in the
//! documents of `corpus/` are the same. The exit status is 1 if there is one.

#[path = "../../crates/workbench/tests/common/ablation.rs"]
mod ablation;
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use ablation::{Deletion, Notice, Whole};
use common::files;
use indicatif::{ProgressBar, ProgressStyle};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::Parsers;
use wishful::diagnostics::{Report, Span};
use wishful::grammar::ast::{File, Statement};
use wishful::grammar::print;
use wishful::grammar::schema::Head;
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_workbench::coverage::deletions;

struct AblationArguments {
    grammar: String,
    parts: bool,
    repairs: bool,
    all: bool,
    check: bool,
    threads: usize,
}

fn arguments() -> Result<AblationArguments, Box<dyn std::error::Error>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found = AblationArguments {
        grammar: String::new(),
        parts: false,
        repairs: false,
        all: false,
        check: false,
        threads,
    };
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--parts" => found.parts = true,
            "--repairs" => found.repairs = true,
            "--all" => found.all = true,
            "--check" => found.check = true,
            "-j" => found.threads = rest.next().ok_or("-j needs a value")?.parse()?,
            _ => found.grammar = argument,
        }
    }
    if found.grammar.is_empty() {
        found.grammar = if found.check { "conforming" } else { "whatwg" }.to_owned();
    }
    Ok(found)
}

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments = arguments()?;
    let grammar = Grammar::load(&arguments.grammar)?;
    if arguments.check {
        return check(&grammar, arguments.threads);
    }
    let whole = Whole::new(&Parsers::load(&arguments.grammar)?, ablation::inputs());
    let deletions = deletions(grammar.statements(), arguments.parts);
    let notices =
        in_threads(arguments.threads, deletions.len(), |number| whole.notice(&deletions[number]))?;
    let (mut refused, mut unnoticed) = (0, 0);
    for (deletion, notice) in deletions.iter().zip(&notices) {
        let line = format!("{}: {}", grammar.cites(deletion.place).0, deletion.what);
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
        list_unmoved(&grammar, &whole, &deletions);
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the inputs that do not change without a line although one of their repairs cites it.
fn list_unmoved(grammar: &Grammar, whole: &Whole, deletions: &[Deletion]) {
    let (mut judged, mut unmoved) = (0, 0);
    for (deletion, inputs) in deletions.iter().zip(whole.citing(deletions)) {
        judged += inputs.len();
        let same = if inputs.is_empty() { Vec::new() } else { whole.unmoved(deletion, &inputs) };
        unmoved += same.len();
        if let Some(&first) = same.first() {
            let line = grammar.cites(deletion.place).0;
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

/// Lists the statements of a grammar for checking without which all findings are the same. Fails if
/// there is one.
fn check(grammar: &Grammar, threads: usize) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let file = grammar.statements().file();
    let parser = Parser::new(Grammar::load("whatwg")?)?;
    let mut inputs = common::broken_documents();
    inputs.extend(common::page_documents());
    let mut texts: Vec<_> = inputs.into_iter().map(|input| input.bytes).collect();
    texts.extend(common::corpus_inputs().into_iter().map(String::into_bytes));
    for path in common::shared_folder("conformance").iter().flat_map(|path| files(path, &["html"]))
    {
        texts.push(std::fs::read(path)?);
    }
    let mut documents = Vec::new();
    for text in &texts {
        documents.push(parser.parse(text, &ParseOptions::default())?);
    }
    let by_all = checker(&file)?;
    let whole: Vec<_> = documents.iter().map(|document| findings(&by_all, document)).collect();
    let statements: Vec<usize> = (0..file.statements.len())
        .filter(|&at| {
            !matches!(&file.statements[at].value, Statement::Set { .. })
                && !matches!(&file.statements[at].value, Statement::Fact(fact)
                    if matches!(fact.row().head, Head::Start | Head::Tokenizer | Head::Use
                        | Head::Mode | Head::Namespace | Head::Allow))
        })
        .collect();
    let notices = in_threads(threads, statements.len(), |number| {
        let mut rest = file.clone();
        rest.statements.remove(statements[number]);
        let Ok(by_rest) = checker(&rest) else { return Notice::Refused };
        let mut all = documents.iter().zip(&whole);
        match all.position(|(document, whole)| findings(&by_rest, document) != *whole) {
            Some(number) => Notice::Tree(number),
            None => Notice::Nothing,
        }
    })?;
    let mut idle = 0;
    for (&at, notice) in statements.iter().zip(&notices) {
        if *notice == Notice::Nothing {
            idle += 1;
            let statement = &file.statements[at];
            println!(
                "idle: {}: {}",
                grammar.cites(statement.place).0,
                print::statement(&statement.value)
            );
        }
    }
    let refused = notices.iter().filter(|notice| **notice == Notice::Refused).count();
    println!(
        "{} statements, {} documents: without {refused} the grammar is invalid, {idle} are idle",
        statements.len(),
        documents.len()
    );
    Ok(if idle == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn checker(file: &File) -> Result<Checker, Report> {
    Checker::new(Grammar::source("ablation.grammar", &print::file(file)).compile()?)
}

/// Returns the codes, positions and messages of what a checker finds.
fn findings(checker: &Checker, document: &Document) -> Vec<(String, Span, String)> {
    let found = checker.check(document).into_iter();
    found.map(|found| (found.code.into_owned(), found.span, found.message)).collect()
}

/// Computes a notice for each number, on several threads.
fn in_threads(
    threads: usize,
    count: usize,
    notice: impl Fn(usize) -> Notice + Sync,
) -> Result<Vec<Notice>, Box<dyn std::error::Error>> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}")?;
    let progress = ProgressBar::new(count as u64).with_style(style);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let notice = notice(number);
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
