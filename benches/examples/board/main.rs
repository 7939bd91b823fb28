//! The comparison behind the board of parser differences, `notes/differences.md`.
//!
//!     benches/peers/board/setup             installs the peers
//!     benches/peers/board/build             writes the board
//!     benches/peers/board/build --check     compares it
//!     cargo run --release -p benches --example board -- [-n SOUPS] [--seed SEED]
//!         [--peers FOLDER]                  the results as JSON, for `report.py`
//!
//! Documents are the public suite, tag soups (`tests/suite/soup`) and the pages. Each peer parses
//! them all. Where a peer that promises the standard's trees differs, the document is shrunk while
//! the kind of the first difference stays the same. Differences with the same deciding line of the
//! grammar (`cause.rs`) and the same kind are a cluster.
//!
//! A peer may follow an earlier standard. If its tree is that of a shipped earlier version, it is
//! counted apart.
//!
//! Nothing in the output depends on time, threads or the machine.

#[path = "../../../crates/workbench/tests/common/ablation.rs"]
mod ablation;
mod cause;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod dump;
mod output;
mod peers;
#[path = "../../../tests/suite/mod.rs"]
mod suite;

use cause::{Decision, Question};
use dump::{Kind, comparable, kind};
use peers::{Asked, PEERS, Peer, PeerAnswer};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::soup::{Kitchen, Soup, split};
use suite::{Input, Parsers, shrink};

/// The grammar whose trees are those of the standard.
const OURS: &str = "whatwg";
/// The earlier versions of the standard, the latest first.
pub(crate) const VERSIONS: [&str; 5] =
    ["whatwg-2026-09", "whatwg-2026-08", "whatwg-2026-05", "whatwg-2025", "whatwg-2023"];
/// The sources of documents.
pub(crate) const SOURCES: [&str; 3] = ["suite", "soups", "pages"];
/// The greatest number of pieces of a soup. Some peers limit the depth of trees, which shrinking
/// cannot undo.
const PIECES: usize = 100;
/// The maximum number of parses to shrink a document.
const TRIES: usize = 600;

struct Arguments {
    soups: u64,
    seed: u64,
    peers: PathBuf,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let root = common::root();
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root.join("target"), PathBuf::from);
    let mut found = Arguments { soups: 20_000, seed: 1, peers: target.join("board") };
    let mut all = std::env::args().skip(1);
    while let Some(argument) = all.next() {
        let mut value = || all.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "-n" => found.soups = value()?.parse()?,
            "--seed" => found.seed = value()?.parse()?,
            "--peers" => found.peers = value()?.into(),
            _ => return Err(format!("unknown option `{argument}`").into()),
        }
    }
    Ok(found)
}

fn main() -> ExitCode {
    let board = arguments().and_then(|arguments| board(&arguments));
    match board {
        Ok(board) => {
            println!("{}", output::value(&board));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Our parsers: by the standard, and by its earlier versions.
pub(crate) struct Ours {
    whole: Parsers,
    versions: Vec<Parsers>,
}

impl Ours {
    fn load() -> Result<Self, String> {
        let versions = VERSIONS.iter().map(|name| Parsers::load(name)).collect::<Result<_, _>>()?;
        Ok(Self { whole: Parsers::load(OURS)?, versions })
    }

    fn tree(&self, input: &Input) -> String {
        tree(&self.whole, input)
    }

    /// Returns the latest earlier version of the standard that has this tree.
    fn version(&self, input: &Input, theirs: &str) -> Option<usize> {
        self.versions.iter().position(|parsers| tree(parsers, input) == theirs)
    }

    /// Compares the tree of a peer with ours.
    fn verdict(&self, input: &Input, ours: &str, answer: &PeerAnswer) -> Verdict {
        match answer {
            PeerAnswer::Unsupported => Verdict::Unsupported,
            PeerAnswer::Failed(_) => Verdict::Differs(Kind::Failure),
            PeerAnswer::Tree(theirs) if theirs == ours => Verdict::Equal,
            PeerAnswer::Tree(theirs) => match self.version(input, theirs) {
                Some(version) => Verdict::Earlier(version),
                None => Verdict::Differs(kind(ours, theirs)),
            },
        }
    }
}

fn tree(parsers: &Parsers, input: &Input) -> String {
    match parsers.tree(input) {
        Ok(tree) => comparable(&tree),
        Err(message) => format!("failed: {message}"),
    }
}

/// The comparison of a peer's tree with ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Equal,
    /// The tree is that of an earlier version of the standard, by its index.
    Earlier(usize),
    Differs(Kind),
    Unsupported,
}

/// A document that all peers parse.
struct BoardDocument {
    source: usize,
    soup: Soup,
    ours: String,
}

/// Collects all documents, without repetitions.
fn documents(arguments: &Arguments, ours: &Ours) -> Vec<BoardDocument> {
    let mut soups = Vec::new();
    for case in common::tree_construction().unwrap_or_default() {
        soups.push((
            0,
            Soup {
                pieces: split(&case.data),
                fragment: case.fragment,
                scripting: case.scripting.unwrap_or_default(),
            },
        ));
    }
    let kitchen = Kitchen::new(arguments.seed);
    for number in 0..arguments.soups {
        let soup = kitchen.input(number);
        if soup.pieces.len() <= PIECES {
            soups.push((1, soup));
        }
    }
    for page in common::page_documents() {
        let pieces = split(&String::from_utf8_lossy(&page.bytes));
        soups.push((2, Soup { pieces, ..Soup::default() }));
    }
    let mut seen = BTreeSet::new();
    let mut documents = Vec::new();
    for (source, soup) in soups {
        if seen.insert(peers::line(&soup.input())) {
            let ours = ours.tree(&soup.input());
            documents.push(BoardDocument { source, soup, ours });
        }
    }
    documents
}

/// The counts of a peer on the documents of a source.
#[derive(Clone, Default)]
pub(crate) struct Counts {
    pub(crate) equal: usize,
    pub(crate) earlier: [usize; VERSIONS.len()],
    pub(crate) kinds: BTreeMap<Kind, usize>,
    pub(crate) unsupported: usize,
}

/// The result of a peer.
pub(crate) struct PeerResult {
    pub(crate) peer: Peer,
    pub(crate) version: String,
    pub(crate) counts: [Counts; SOURCES.len()],
    /// The shrunk documents, each with its kind and the number of documents that shrink to it.
    shrunk: BTreeMap<String, (Soup, Kind, usize)>,
}

/// Compares all documents with a peer, and shrinks the differences.
fn compare(
    peer: Peer,
    documents: &[BoardDocument],
    ours: &Ours,
    arguments: &Arguments,
) -> Result<PeerResult, Box<dyn Error>> {
    let mut asked = Asked::new(peer, common::root(), &arguments.peers);
    let version = asked.version(common::root(), &arguments.peers)?;
    let mut result =
        PeerResult { peer, version, counts: Default::default(), shrunk: BTreeMap::new() };
    let inputs: Vec<Input> = documents.iter().map(|document| document.soup.input()).collect();
    let answers = asked.ask(&inputs)?;
    let mut examples: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for (number, (document, answer)) in documents.iter().zip(&answers).enumerate() {
        let counts = &mut result.counts[document.source];
        match ours.verdict(&inputs[number], &document.ours, answer) {
            Verdict::Equal => counts.equal += 1,
            Verdict::Earlier(version) => counts.earlier[version] += 1,
            Verdict::Unsupported => counts.unsupported += 1,
            Verdict::Differs(kind) => {
                *counts.kinds.entry(kind).or_default() += 1;
                examples.entry(kind).or_default().push(number);
            }
        }
    }
    eprintln!("{}: {} kinds of differences", peer.name, examples.len());
    for (kind, mut numbers) in examples {
        if !peer.is_standard {
            // These peers differ nearly everywhere, so one document shows the kind.
            numbers.sort_by_key(|&number| inputs[number].text.len());
            numbers.truncate(1);
        }
        for number in numbers {
            let soup = shrink::shrink(&documents[number].soup, TRIES, |soup: &Soup| {
                let input = soup.input();
                let answer = asked.tree(&input);
                ours.verdict(&input, &ours.tree(&input), &answer) == Verdict::Differs(kind)
            });
            let key = peers::line(&soup.input());
            result.shrunk.entry(key).or_insert((soup, kind, 0)).2 += 1;
        }
    }
    eprintln!("{}: {} shrunk documents", peer.name, result.shrunk.len());
    Ok(result)
}

/// A shrunk document with the answers of all peers that promise the standard's trees.
pub(crate) struct Specimen {
    pub(crate) input: Input,
    pub(crate) ours: String,
    /// The answers and verdicts, by peer in the order of [`PEERS`].
    pub(crate) answers: Vec<(Peer, PeerAnswer, Verdict)>,
    /// The number of documents that shrink to this one, by peer.
    pub(crate) counts: BTreeMap<&'static str, usize>,
    pub(crate) kind: Kind,
    pub(crate) decision: Option<Decision>,
}

impl Specimen {
    /// Returns the tree of the first peer whose difference has the kind of the specimen.
    pub(crate) fn theirs(&self) -> Option<(&'static str, &str)> {
        self.answers.iter().find_map(|(peer, answer, verdict)| match answer {
            PeerAnswer::Tree(tree) if *verdict == Verdict::Differs(self.kind) => {
                Some((peer.name, &**tree))
            }
            _ => None,
        })
    }
}

/// Everything that the report shows.
pub(crate) struct Board {
    pub(crate) results: Vec<PeerResult>,
    pub(crate) specimens: Vec<Specimen>,
    pub(crate) documents: [usize; SOURCES.len()],
    pub(crate) soups: u64,
    pub(crate) seed: u64,
}

fn board(arguments: &Arguments) -> Result<Board, Box<dyn Error>> {
    let ours = Ours::load()?;
    let documents = documents(arguments, &ours);
    let mut counts = [0; SOURCES.len()];
    for document in &documents {
        counts[document.source] += 1;
    }
    eprintln!("{counts:?} documents");
    let results = std::thread::scope(|scope| {
        let (documents, ours) = (&documents[..], &ours);
        let threads: Vec<_> = PEERS
            .iter()
            .map(|peer| {
                scope.spawn(|| {
                    compare(*peer, documents, ours, arguments).map_err(|error| error.to_string())
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a peer's failure is an error"))
            .collect::<Result<Vec<_>, String>>()
    })?;
    let specimens = specimens(&results, &ours, common::root(), &arguments.peers)?;
    Ok(Board {
        results,
        specimens,
        documents: counts,
        soups: arguments.soups,
        seed: arguments.seed,
    })
}

/// Asks all peers that promise the standard's trees about all shrunk documents.
fn specimens(
    results: &[PeerResult],
    ours: &Ours,
    root: &Path,
    folder: &Path,
) -> Result<Vec<Specimen>, Box<dyn Error>> {
    let standard = results.iter().filter(|result| result.peer.is_standard);
    let mut specimens: BTreeMap<(usize, String, Kind), Specimen> = BTreeMap::new();
    for result in standard.clone() {
        for (line, (soup, kind, count)) in &result.shrunk {
            let input = soup.input();
            let key = (input.text.len(), line.clone(), *kind);
            let specimen = specimens.entry(key).or_insert_with(|| Specimen {
                ours: ours.tree(&input),
                input,
                answers: Vec::new(),
                counts: BTreeMap::new(),
                kind: *kind,
                decision: None,
            });
            specimen.counts.insert(result.peer.name, *count);
        }
    }
    let mut specimens: Vec<Specimen> = specimens.into_values().collect();
    let inputs: Vec<Input> = specimens.iter().map(|specimen| specimen.input.clone()).collect();
    for result in standard {
        let answers = Asked::new(result.peer, root, folder).ask(&inputs)?;
        for (specimen, answer) in specimens.iter_mut().zip(answers) {
            let verdict = ours.verdict(&specimen.input, &specimen.ours, &answer);
            specimen.answers.push((result.peer, answer, verdict));
        }
    }
    let (mut asked, mut questions) = (Vec::new(), Vec::new());
    for (number, specimen) in specimens.iter().enumerate() {
        if let Some((_, theirs)) = specimen.theirs() {
            asked.push(number);
            questions.push(Question {
                input: specimen.input.clone(),
                ours: specimen.ours.clone(),
                theirs: theirs.to_owned(),
                kind: specimen.kind,
            });
        }
    }
    eprintln!("{} documents: which lines decide", questions.len());
    let decisions = cause::RemovableParts::load(OURS).decide(&questions);
    for (number, decision) in asked.into_iter().zip(decisions) {
        specimens[number].decision = decision;
    }
    Ok(specimens)
}
