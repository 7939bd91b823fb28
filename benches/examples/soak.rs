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
struct SoakInput {
    name: String,
    bytes: Vec<u8>,
    fragment: Option<String>,
    parser: usize,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut numbers: Vec<u64> = Vec::new();
    for text in std::env::args().skip(1) {
        numbers.push(text.parse()?);
    }
    let inputs = numbers.first().copied().unwrap_or(100_000);
    let seed = numbers.get(1).copied().unwrap_or(7);
    let threads = match numbers.get(2) {
        Some(&threads) => usize::try_from(threads)?,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let soak = Soak::new(seed)?;
    let breaches = soak.run(inputs, threads)?;
    for breach in &breaches {
        println!("{breach}");
    }
    let result = if breaches.is_empty() { "no violations" } else { "violations found" };
    println!("{} documents and {inputs} inputs: {result}", soak.documents.len());
    Ok(if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Soak {
    fn new(seed: u64) -> Result<Self, Box<dyn Error>> {
        let mut documents = common::corpus_documents();
        documents.extend(common::broken_documents());
        documents.extend(common::construction_documents());
        documents.extend(common::page_documents());
        let mut parsers = Vec::new();
        for shipped in shipped() {
            if shipped.reads_markup() {
                let grammar = Grammar::load(shipped.name)?;
                parsers.push((shipped.name, Parser::new(grammar)?));
            }
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
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| self.work(documents, inputs, &next, &breaches, &progress));
            }
        });
        progress.finish_and_clear();
        Ok(breaches.into_inner().expect("no thread panics while it holds the lock"))
    }

    /// Parses inputs from number `next` on, until there are no more or too many violations.
    fn work(
        &self,
        documents: u64,
        inputs: u64,
        next: &AtomicU64,
        breaches: &Mutex<Vec<String>>,
        progress: &ProgressBar,
    ) {
        let locked = || breaches.lock().expect("no thread panics while it holds the lock");
        while locked().len() < MOST {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let input = match number.checked_sub(documents) {
                None => self.document(number),
                Some(number) if number < inputs => self.input(number),
                Some(_) => break,
            };
            let verified = self.verify(&input.bytes, input.fragment.as_ref(), input.parser);
            if let Err(broken) = verified {
                locked().push(format!("{}: {broken}\n{}", input.name, self.shrunk(&input)));
            }
            progress.inc(1);
        }
    }

    /// Returns the document and the parser of a number.
    fn document(&self, number: u64) -> SoakInput {
        let number = usize::try_from(number).expect("the number of inputs fits in memory");
        let document = &self.documents[number / self.parsers.len()];
        let (name, bytes) = (document.name.clone(), document.bytes.clone());
        SoakInput { name, bytes, fragment: None, parser: number % self.parsers.len() }
    }

    /// Returns a mutation of a document, or a soup.
    fn input(&self, number: u64) -> SoakInput {
        let mut random = Rng::with_seed(self.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number));
        let whatwg = self.parsers.iter().position(|(name, _)| *name == "whatwg");
        let any = random.usize(..self.parsers.len());
        let parser = match whatwg {
            Some(whatwg) if random.bool() => whatwg,
            _ => any,
        };
        let name = format!("input {number}");
        if random.bool() {
            let input = self.kitchen.input(number).input();
            return SoakInput {
                name,
                bytes: input.text.into_bytes(),
                fragment: input.fragment,
                parser,
            };
        }
        let document = &self.documents[random.usize(..self.documents.len())];
        let most = if random.u8(0..16) == 0 { LARGE } else { 4000 };
        let bytes = common::mutate(&document.bytes, most, &mut random);
        SoakInput { name: format!("{name}, of {}", document.name), bytes, fragment: None, parser }
    }

    /// Checks the invariants of a parse and describes the violated one.
    fn verify(&self, bytes: &[u8], fragment: Option<&String>, parser: usize) -> Result<(), String> {
        let (name, parser) = &self.parsers[parser];
        let grammar = parser.grammar();
        let fragment = match fragment {
            Some(context) if grammar.has_context(context) => Some(context.clone()),
            _ => None,
        };
        let options = ParseOptions::default().fragment(fragment.as_deref());
        match suite::caught(|| verify::verify(parser, bytes, &options).map(drop)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(broken)) => Err(format!("{name}: {broken}")),
            Err(panic) => Err(format!("{name}: {panic}")),
        }
    }

    /// Returns the smallest input found that violates an invariant with the same grammar, as a
    /// heading; for input that is not UTF-8, its bytes.
    fn shrunk(&self, broken: &SoakInput) -> String {
        let Ok(text) = str::from_utf8(&broken.bytes) else { return format!("{:?}", broken.bytes) };
        let soup =
            Soup { pieces: split(text), fragment: broken.fragment.clone(), scripting: false };
        let smallest = shrink(&soup, TRIES, |soup: &Soup| {
            let input = soup.input();
            self.verify(input.text.as_bytes(), input.fragment.as_ref(), broken.parser).is_err()
        });
        suite::headline(&smallest.input())
    }
}
