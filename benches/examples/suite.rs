//! Runs the public tree-construction suite and shows the trees that differ.
//!
//!     cargo run -p benches --example suite -- [FILTER] [-n FAILURES] [-g GRAMMAR | --peer]
//!
//! `FILTER` is a case (`tests1:3`), a file (`tests1`) or a substring of inputs. If it selects one
//! case, the output also has its events and repairs. `--peer` runs html5ever instead, to show its
//! tree of a case.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use common::dat::Case;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use suite::{Input, Parsers, Tree};

struct SuiteArguments {
    filter: Option<String>,
    show: usize,
    grammar: String,
    peer: bool,
}

fn arguments() -> Result<SuiteArguments, Box<dyn std::error::Error>> {
    let mut found =
        SuiteArguments { filter: None, show: 5, grammar: "whatwg".to_owned(), peer: false };
    let mut all = std::env::args().skip(1);
    while let Some(argument) = all.next() {
        let mut value = || all.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "-n" => found.show = value()?.parse()?,
            "-g" => found.grammar = value()?,
            "--peer" => found.peer = true,
            _ => found.filter = Some(argument),
        }
    }
    Ok(found)
}

fn main() -> ExitCode {
    match show() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn show() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = arguments()?;
    let cases = common::tree_construction();
    let cases =
        cases.ok_or("not run: notes/suite.md says where the suite is, and how to lay it out")?;
    let cases = suite::chosen(cases, arguments.filter.as_deref());
    if cases.is_empty() {
        return Err("no case has this name, file or input".into());
    }
    let parsers = if arguments.peer { None } else { Some(Parsers::load(&arguments.grammar)?) };
    let watch = CaseWatch::default();
    watch.start();
    let passed = match &parsers {
        Some(parsers) => run(&cases, arguments.show, &watch, |input| parsers.tree(input)),
        None => run(&cases, arguments.show, &watch, suite::peer::tree),
    };
    if let ([case], Some(parsers)) = (cases.as_slice(), &parsers) {
        for scripting in case.modes().take(1) {
            println!("{}", suite::close_look(parsers, &suite::input(case, scripting)));
        }
    }
    match cases.len() - passed {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} cases failed", cases.len()).into()),
    }
}

/// Runs the cases; prints the counts of each file, then the first failures. Returns the number of
/// cases that pass.
fn run(cases: &[Case], show: usize, watch: &CaseWatch, judge: impl Fn(&Input) -> Tree) -> usize {
    let (mut passed, mut stories) = (0, Vec::new());
    for file in cases.chunk_by(|a, b| a.file() == b.file()) {
        let mut failures = Vec::new();
        for case in file {
            watch.begin(case);
            failures.extend(suite::failure(case, &judge));
        }
        let good = file.len() - failures.len();
        let mut names = Vec::new();
        for failure in &failures {
            if let Some((_, name)) = failure.case.name.rsplit_once(':') {
                names.push(name);
            }
        }
        println!("{good:4} of {:4}  {}  {}", file.len(), file[0].file(), names.join(" "));
        passed += good;
        stories.extend(failures.iter().take(show - stories.len()).map(suite::Failure::story));
    }
    println!("{passed:4} of {:4}\n", cases.len());
    for story in &stories {
        println!("{story}");
    }
    passed
}

/// A watchdog that names the case that is still running after some seconds, since a parse that does
/// not end prints nothing.
#[derive(Clone, Default)]
struct CaseWatch(Arc<Mutex<Option<(Instant, String)>>>);

impl CaseWatch {
    fn begin(&self, case: &Case) {
        *self.0.lock().expect("no thread panics while it holds the lock") =
            Some((Instant::now(), case.name.clone()));
    }

    fn start(&self) {
        let watch = self.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_secs(3));
                let current =
                    watch.0.lock().expect("no thread panics while it holds the lock").clone();
                if let Some((since, name)) = current
                    && since.elapsed() > Duration::from_secs(3)
                {
                    eprintln!("{name} is still running after {:?}", since.elapsed());
                }
            }
        });
    }
}
