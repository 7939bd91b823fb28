//! A soak test: parses all available documents, mutations of them, and the soups of
//! `tests/suite/soup` by every shipped grammar. It checks the invariants of a parse: it does not
//! panic, it ends, its tokens tile the text, and a fresh recogniser accepts its events.
//!
//!     cargo run --release -p benches --example soak -- [INPUTS] [SEED] [THREADS]
//!
//! Half of the inputs are mutations: one in sixteen of these has up to 20,000 bytes, the others up
//! to 4,000. The other half are soups, as documents and as fragments. Half of all are parsed by
//! `whatwg`, the most complex grammar. If a grammar does not have the context element of a
//! fragment, it parses the soup as a document.
//!
//! Every violation is shrunk and reported; the run ends early after ten.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use suite::shrink::shrink;
use suite::soup::{Kitchen, LARGE, Soup, split};
use wishful::grammar::shipped;
use wishful::{Grammar, ParseOptions, Parser, verify};

/// The number of violations that ends the run.
const MOST: usize = 10;

/// The maximum number of parses for shrinking an input.
const TRIES: usize = 2000;

/// The sources of inputs, and the parsers.
struct Soak {
    seed: u64,
    documents: Vec<common::Input>,
    kitchen: Kitchen,
    parsers: Vec<(&'static str, Parser)>,
}

/// The input with a number, and its parser.
struct Round {
    name: String,
    bytes: Vec<u8>,
    fragment: Option<String>,
    parser: usize,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|text| text.parse()).collect();
    let numbers = numbers?;
    let number = |at: usize, default| numbers.get(at).copied().unwrap_or(default);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = numbers.get(2).map_or(Ok(cores), |&threads| usize::try_from(threads))?;
    let soak = Soak::new(number(1, 7))?;
    let breaches = soak.run(number(0, 100_000), threads)?;
    for breach in &breaches {
        println!("{breach}");
    }
    let held = if breaches.is_empty() { "every promise held" } else { "not every promise held" };
    println!("{} documents and {} inputs: {held}", soak.documents.len(), number(0, 100_000));
    Ok(if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Soak {
    fn new(seed: u64) -> Result<Self, Box<dyn Error>> {
        let mut documents = common::corpus_documents();
        documents.extend(common::broken_documents());
        documents.extend(common::construction_documents());
        documents.extend(common::page_documents());
        let mut parsers = Vec::new();
        for shipped in shipped().filter(|one| one.reads_markup()) {
            let grammar = Grammar::load(shipped.name)?;
            parsers.push((shipped.name, Parser::new(grammar)?));
        }
        Ok(Self { seed, documents, kitchen: Kitchen::new(seed), parsers })
    }
    /// Parses the documents by every grammar, then `inputs` other inputs, and returns the
    /// violations.
    fn run(&self, inputs: u64, threads: usize) -> Result<Vec<String>, Box<dyn Error>> {
        let documents = u64::try_from(self.documents.len() * self.parsers.len())?;
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}")?;
        let progress = ProgressBar::new(documents + inputs).with_style(style);
        let (next, breaches) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let locked = || breaches.lock().expect("nobody panics with it");
        let work = || {
            while locked().len() < MOST {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let round = match number.checked_sub(documents) {
                    None => self.document(number),
                    Some(number) if number < inputs => self.input(number),
                    Some(_) => break,
                };
                if let Err(broken) =
                    self.verify(&round.bytes, round.fragment.as_ref(), round.parser)
                {
                    locked().push(format!("{}: {broken}\n{}", round.name, self.shrunk(&round)));
                }
                progress.inc(1);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(work);
            }
        });
        progress.finish_and_clear();
        Ok(breaches.into_inner().expect("nobody panics with it"))
    }

    /// Returns the document and the parser of a number.
    fn document(&self, number: u64) -> Round {
        let number = usize::try_from(number).expect("as many as there are");
        let document = &self.documents[number / self.parsers.len()];
        let (name, bytes) = (document.name.clone(), document.bytes.clone());
        Round { name, bytes, fragment: None, parser: number % self.parsers.len() }
    }

    /// Returns a mutation of a document, or a soup.
    fn input(&self, number: u64) -> Round {
        let mut random = Rng::with_seed(self.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number));
        let whatwg = self.parsers.iter().position(|(name, _)| *name == "whatwg");
        let any = random.usize(..self.parsers.len());
        let parser = whatwg.filter(|_| random.bool()).unwrap_or(any);
        let name = format!("input {number}");
        if random.bool() {
            let input = self.kitchen.input(number).input();
            return Round {
                name,
                bytes: input.text.into_bytes(),
                fragment: input.fragment,
                parser,
            };
        }
        let document = &self.documents[random.usize(..self.documents.len())];
        let most = if random.u8(0..16) == 0 { LARGE } else { 4000 };
        let bytes = common::mutate(&document.bytes, most, &mut random);
        Round { name: format!("{name}, of {}", document.name), bytes, fragment: None, parser }
    }

    /// Checks the invariants of a parse and describes the violated one.
    fn verify(&self, bytes: &[u8], fragment: Option<&String>, parser: usize) -> Result<(), String> {
        let (name, parser) = &self.parsers[parser];
        let grammar = parser.grammar();
        let is_context = |context: &&String| grammar.has_context(context);
        let fragment = fragment.filter(is_context).cloned();
        let options = ParseOptions { fragment, ..ParseOptions::default() };
        match suite::caught(|| verify::verify(parser, bytes, &options).map(drop)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(broken)) => Err(format!("{name}: {broken}")),
            Err(panic) => Err(format!("{name}: {panic}")),
        }
    }

    /// Returns the smallest input found that violates an invariant with the same grammar, as a
    /// heading; for input that is not UTF-8, its bytes.
    fn shrunk(&self, round: &Round) -> String {
        let Ok(text) = str::from_utf8(&round.bytes) else { return format!("{:?}", round.bytes) };
        let soup = Soup { pieces: split(text), fragment: round.fragment.clone(), scripting: false };
        let breaks = |soup: &Soup| {
            let input = soup.input();
            self.verify(input.text.as_bytes(), input.fragment.as_ref(), round.parser).is_err()
        };
        suite::headline(&shrink(&soup, TRIES, breaks).input())
    }
}
