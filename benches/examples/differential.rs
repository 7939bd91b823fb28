//! Differential testing against html5ever with its known bugs fixed, on distinct inputs: tag soup,
//! nests, and mutations of the suite's inputs and of pages.
//!
//!     cargo run --release -p benches --example differential -- [-n INPUTS] [--seed SEED]
//!         [-j THREADS] [-g GRAMMAR] [--groups MOST] [--lines] [--reference]
//!         [--exhaustive LENGTH [--part K/N]]
//!
//! Inputs with different trees are shrunk and grouped by the shrunk input. The run ends early at
//! `MOST` groups (default 30).
//!
//! `--exhaustive LENGTH` compares all sequences of at most `LENGTH` tokens over the alphabets of
//! `tests/suite/soup/sequences.rs` in place of random inputs. `--part K/N` takes each Nth of them,
//! from number K (0 to N - 1) on.
//!
//! `--reference` compares the events and repairs of the fast engine with those of the reference
//! engine, in place of the trees of html5ever.
//!
//! `--lines` lists the grammar statements that act in fewer than a hundred inputs. A statement acts
//! if an element is read by it, if it rejects or settles a token, if a repair cites it or it
//! permits one, or if its latch is set. Facts about names, for example `void`, and sets do not act
//! by themselves.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use suite::Parsers;
use suite::duel::{Duel, Opponent, Tally};
use suite::soup::{Kitchen, Soup, sequences};
use wishful::grammar::FileSystem;
use wishful::grammar::ast::{
    At, Atom, Content, Edit, Exception, File, FileSpan, Item, Items, Statement,
};
use wishful::grammar::load::Sources;
use wishful::grammar::load::load;
use wishful::grammar::print;
use wishful::grammar::schema::Head;

struct DifferentialArguments {
    inputs: u64,
    seed: u64,
    threads: usize,
    grammar: String,
    groups: usize,
    lines: bool,
    opponent: Opponent,
    exhaustive: Option<u32>,
    part: (u64, u64),
}

fn arguments() -> Result<DifferentialArguments, Box<dyn std::error::Error>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let grammar = "whatwg".to_owned();
    let mut found = DifferentialArguments {
        inputs: 10_000,
        seed: 1,
        threads,
        grammar,
        groups: 30,
        lines: false,
        opponent: Opponent::Html5ever,
        exhaustive: None,
        part: (0, 1),
    };
    let mut all = std::env::args().skip(1);
    while let Some(argument) = all.next() {
        let mut value = || all.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "-n" => found.inputs = value()?.parse()?,
            "--seed" => found.seed = value()?.parse()?,
            "-j" => found.threads = value()?.parse()?,
            "-g" => found.grammar = value()?,
            "--groups" => found.groups = value()?.parse()?,
            "--lines" => found.lines = true,
            "--reference" => found.opponent = Opponent::Reference,
            "--exhaustive" => found.exhaustive = Some(value()?.parse()?),
            "--part" => {
                let text = value()?;
                let (part, parts) = text.split_once('/').ok_or("`--part` is K/N")?;
                found.part = (part.parse()?, parts.parse()?);
            }
            _ => return Err(format!("unknown option `{argument}`").into()),
        }
    }
    if let Some(length) = found.exhaustive {
        let (part, parts) = found.part;
        found.inputs = sequences::count(length).saturating_sub(part).div_ceil(parts.max(1));
    }
    Ok(found)
}

impl DifferentialArguments {
    /// Returns the input with a number; `None` after the last sequence.
    fn input(&self, kitchen: &Kitchen, number: u64) -> Option<Soup> {
        match self.exhaustive {
            None => Some(kitchen.input(number)),
            Some(_) if number >= self.inputs => None,
            Some(_) => Some(sequences::sequence(number * self.part.1 + self.part.0)),
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the comparison, prints the report, and reports whether no input differs.
fn run() -> Result<bool, Box<dyn std::error::Error>> {
    let arguments = arguments()?;
    let duel = Duel {
        parsers: Parsers::load(&arguments.grammar)?,
        opponent: arguments.opponent,
        kitchen: Kitchen::new(arguments.seed),
    };
    let tally = tally(&duel, &arguments)?;
    for (count, soup) in tally.groups.values() {
        println!("== {count} inputs shrink to this one{}", duel.story(&soup.input()));
    }
    if arguments.lines {
        list_lines(&arguments.grammar, &tally);
    }
    println!(
        "{} inputs compared: {} differ, in {} groups",
        tally.compared,
        tally.different,
        tally.groups.len()
    );
    Ok(tally.different == 0)
}

/// Compares the inputs on several threads.
fn tally(
    duel: &Duel,
    arguments: &DifferentialArguments,
) -> Result<Tally, Box<dyn std::error::Error>> {
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} {msg}")?;
    let progress = ProgressBar::new(arguments.inputs).with_style(style);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            scope.spawn(|| compare_inputs(duel, arguments, &next, &tally, &progress));
        }
    });
    progress.finish_and_clear();
    Ok(tally.into_inner().expect("no thread panics while it holds the lock"))
}

/// Compares inputs until there are enough of them, or enough groups.
fn compare_inputs(
    duel: &Duel,
    arguments: &DifferentialArguments,
    next: &AtomicU64,
    tally: &Mutex<Tally>,
    progress: &ProgressBar,
) {
    let locked = || tally.lock().expect("no thread panics while it holds the lock");
    loop {
        let is_full = locked().is_full(arguments.inputs);
        if is_full || locked().groups.len() >= arguments.groups {
            break;
        }
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(soup) = arguments.input(&duel.kitchen, number) else { break };
        let input = soup.input();
        if !locked().claim(&input, arguments.inputs) {
            continue;
        }
        let outcome = duel.compare(&soup);
        if arguments.lines
            && let Ok(places) = duel.parsers.fired(&input)
        {
            locked().note(places);
        }
        locked().count(outcome);
        progress.inc(1);
    }
}

/// Lists the statements that can act on an input but acted on few.
fn list_lines(grammar: &str, tally: &Tally) {
    let (sources, _) = load(grammar, &FileSystem);
    for file in &sources.units {
        for (line, count, text) in rarely_fired(&sources, file, tally) {
            println!("{count:4}  {line}: {text}");
        }
    }
}

/// Reports whether a statement of this kind acts on an input by itself. A group that has a name but
/// excludes nothing is part of the rule around it.
fn is_active(statement: &Statement, sets: &HashSet<&str>) -> bool {
    match statement {
        Statement::Remedy { .. } => true,
        Statement::Fact(fact) => {
            matches!(
                fact.row().head,
                Head::Formatting | Head::Latch | Head::Omissible | Head::Soft | Head::Wish
            )
        }
        Statement::Rule { left, content } => {
            let has_group = left.items.iter().any(
                |item| matches!(&item.value, Item::Name(name) if !sets.contains(name.as_str())),
            );
            !has_group || !content.exceptions.is_empty()
        }
        Statement::Edit(Edit::Replace, statement) => is_active(&statement.value, sets),
        _ => false,
    }
}

fn rarely_fired(sources: &Sources, file: &File, tally: &Tally) -> Vec<(String, u64, String)> {
    let (mut voids, mut sets) = (Vec::new(), HashSet::new());
    for unit in &sources.units {
        for statement in &unit.statements {
            voids.extend(void(&statement.value));
            if let Statement::Set { name, .. } = &statement.value {
                sets.insert(name.value.as_str());
            }
        }
    }
    let mut active: Vec<(FileSpan, String)> = Vec::new();
    for statement in &file.statements {
        if is_active(&statement.value, &sets) {
            active.push((statement.place, print::statement(&statement.value)));
        }
    }
    for statement in &file.statements {
        for exclusion in exclusions(&statement.value, &voids) {
            active.push((exclusion.place, print::exception(&exclusion.value)));
        }
    }
    let text = sources.files.get(file.id);
    let mut rare = Vec::new();
    for (FileSpan { span, .. }, printed) in active {
        let mut count = 0;
        for (place, fired) in &tally.fired {
            if place.file == file.id && span.range().contains(&place.span.range().start) {
                count += fired;
            }
        }
        if count < 100 {
            let line = format!("{}:{}", text.name(), text.position(span.start).line);
            rare.push((line, count, printed));
        }
    }
    rare
}

/// Collects the exclusions of a rule, including those in its groups.
fn exclusions<'a>(statement: &'a Statement, voids: &[Void]) -> Vec<&'a At<Exception>> {
    let mut found = Vec::new();
    let mut contents = match statement {
        Statement::Rule { content, .. } => vec![content],
        _ => Vec::new(),
    };
    while let Some(content) = contents.pop() {
        for exclusion in &content.exceptions {
            if !gives_a_name_only(content, exclusion, voids) {
                found.push(exclusion);
            }
        }
        for alternative in &content.alternatives {
            for factor in &alternative.factors {
                if let Atom::Group(content) = &factor.value.atom {
                    contents.push(content);
                }
            }
        }
    }
    found
}

/// Elements that are void under a condition: the condition's name and the elements.
type Void<'a> = (&'a str, &'a Items);

fn void(statement: &Statement) -> Option<Void<'_>> {
    let fact = statement.fact(Head::Void)?;
    Some((&fact.guards("guard").first()?.name.value, fact.items("elements")?))
}

/// Reports whether a group reads only elements that the name of its exclusion makes void. These
/// have no content from which anything could be excluded.
fn gives_a_name_only(content: &Content, exclusion: &At<Exception>, voids: &[Void]) -> bool {
    let Some(label) = &exclusion.value.label else { return false };
    for alternative in &content.alternatives {
        for factor in &alternative.factors {
            let Atom::Item(item) = &factor.value.atom else { return false };
            if !is_void(item, &label.value, voids) {
                return false;
            }
        }
    }
    true
}

/// Reports whether an element is void under a condition.
fn is_void(element: &Item, condition: &str, voids: &[Void]) -> bool {
    for (name, items) in voids {
        if *name == condition && items.terms.iter().any(|(_, void)| void.value == *element) {
            return true;
        }
    }
    false
}
