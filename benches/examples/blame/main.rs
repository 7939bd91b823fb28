//! Blame: how often the first finding in a page is at the one thing that was broken.
//!
//! Takes pages without mistakes: own ones by seed, or files. Breaks each in one of twelve known
//! ways (`damage`), and takes the findings that are new. *hit*: the first of them, or one of its
//! related places, is on the line of the damage and within 300 bytes of it. *any*: some new finding
//! is. *noise*: new findings a damage. *restored*: the page as it was probably meant has the tree
//! of the undamaged page, blank texts aside.
//!
//! ```text
//! cargo run --release -p benches --example blame -- [-n 30] [--seed 1] [--flat] [FILE…]
//! ```
//!
//! `--damages N` breaks each page at N places; *any* then counts the damages that some finding is
//! at. `--flat` removes the indentation first. With `VNU_JAR=…/vnu.jar`, the Nu checker judges the
//! same pages; with `HTML_VALIDATE='node …/html-validate.mjs'`, html-validate does. `--list` prints
//! each miss.

mod damage;
mod pages;
mod peers;

use damage::{Constructs, KINDS, apply};
use fastrand::Rng;
use std::collections::BTreeMap;
use wishful::base::{Finding, Severity};
use wishful::tree::{Document, Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;

type BlameFailure = Box<dyn std::error::Error>;

struct BlameArguments {
    number: usize,
    seed: u64,
    damages: usize,
    is_flat: bool,
    lists: bool,
    files: Vec<String>,
}

/// A damaged page.
struct DamagedPage {
    kind: usize,
    page: usize,
    text: String,
    /// By damage: the offsets at which a finding may be.
    places: Vec<Vec<usize>>,
}

/// A finding of some checker: its message, its offset, and those of its related places.
struct Found {
    message: String,
    at: usize,
    related: Vec<usize>,
}

#[derive(Default, Clone, Copy)]
struct BlameRow {
    cases: usize,
    hit: usize,
    any: usize,
    silent: usize,
    findings: usize,
    damages: usize,
    restored: usize,
}

fn main() -> Result<(), BlameFailure> {
    let arguments = arguments()?;
    let options = ParseOptions::default().name("page.html");
    let checker = Checker::new(Grammar::load("conforming")?)?;
    let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg")?)?, checker);
    let pages = read_pages(&arguments)?;
    let parse = |text: &str| diagnoser.parser().parse(text, &options);
    let documents = pages.iter().map(|page| parse(page)).collect::<Result<Vec<_>, _>>()?;
    let cases = cases(&arguments, &pages, &documents);
    let (mut table, mut own) = (vec![BlameRow::default(); KINDS.len()], Vec::new());
    let bases: Vec<Vec<Found>> =
        documents.iter().map(|page| found(diagnoser.findings(page, &options))).collect();
    for case in &cases {
        let document = parse(&case.text)?;
        let findings = found(diagnoser.findings(&document, &options));
        let repaired = diagnoser.diagnose(&document, &options).document.unwrap_or(document);
        let is_restored = tree(&repaired) == tree(&documents[case.page]);
        table[case.kind].restored += usize::from(is_restored);
        own.push(findings);
    }
    count(&mut table, &cases, &own, &bases, &pages, arguments.lists);
    print("wishful", &table, true);
    for peer in peers::of_environment() {
        let mut table = vec![BlameRow::default(); KINDS.len()];
        let texts: Vec<&str> =
            pages.iter().map(String::as_str).chain(cases.iter().map(|case| &*case.text)).collect();
        let mut bases = peer.findings(&texts)?;
        let damaged = bases.split_off(pages.len());
        count(&mut table, &cases, &damaged, &bases, &pages, false);
        print(peer.name, &table, false);
    }
    Ok(())
}

fn arguments() -> Result<BlameArguments, BlameFailure> {
    let mut arguments = BlameArguments {
        number: 30,
        seed: 1,
        damages: 1,
        is_flat: false,
        lists: false,
        files: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a number"));
        match word.as_str() {
            "-n" => arguments.number = value()?.parse()?,
            "--seed" => arguments.seed = value()?.parse()?,
            "--damages" => arguments.damages = value()?.parse()?,
            "--flat" => arguments.is_flat = true,
            "--list" => arguments.lists = true,
            option if option.starts_with('-') => return Err(format!("no option {option}").into()),
            file => arguments.files.push(file.to_owned()),
        }
    }
    Ok(arguments)
}

fn read_pages(arguments: &BlameArguments) -> Result<Vec<String>, BlameFailure> {
    let mut pages = Vec::new();
    for file in &arguments.files {
        let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        pages.push(String::from_utf8_lossy(&bytes).replace('\r', ""));
    }
    if pages.is_empty() {
        pages.extend((0..18).map(|page| pages::page(arguments.seed * 100 + page)));
    }
    if arguments.is_flat {
        for page in &mut pages {
            *page = page.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
        }
    }
    Ok(pages)
}

fn cases(arguments: &BlameArguments, pages: &[String], documents: &[Document]) -> Vec<DamagedPage> {
    let mut random = Rng::with_seed(arguments.seed);
    let constructs: Vec<Constructs> = documents.iter().map(Constructs::of).collect();
    let mut cases = Vec::new();
    for (kind, name) in KINDS.iter().enumerate() {
        let (mut made, mut tries) = (0, 0);
        while made < arguments.number && tries < arguments.number * 30 {
            tries += 1;
            let page = random.usize(..pages.len());
            let mut damages = Vec::new();
            damages.extend(constructs[page].damage(name, &pages[page], &mut random));
            for _ in 1..arguments.damages {
                let other = KINDS[random.usize(..KINDS.len())];
                damages.extend(constructs[page].damage(other, &pages[page], &mut random));
            }
            if damages.len() < arguments.damages {
                continue;
            }
            let Some((text, places)) = apply(&pages[page], &damages) else { continue };
            cases.push(DamagedPage { kind, page, text, places });
            made += 1;
        }
    }
    cases
}

/// Counts the new findings of a checker.
fn count(
    table: &mut [BlameRow],
    cases: &[DamagedPage],
    found: &[Vec<Found>],
    bases: &[Vec<Found>],
    pages: &[String],
    lists: bool,
) {
    for (case, found) in cases.iter().zip(found) {
        let row = &mut table[case.kind];
        let mut known: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for base in &bases[case.page] {
            let line = line(&pages[case.page], base.at);
            *known.entry((line, &base.message)).or_default() += 1;
        }
        let mut new: Vec<&Found> = Vec::new();
        for one in found {
            match known.get_mut(&(line(&case.text, one.at), one.message.as_str())) {
                Some(count) if *count > 0 => *count -= 1,
                _ => new.push(one),
            }
        }
        new.sort_by_key(|one| one.at);
        let is_at = |one: &Found, places: &[usize]| {
            let mut ats = std::iter::once(one.at).chain(one.related.iter().copied());
            ats.any(|at| {
                places.iter().any(|&place| {
                    at.abs_diff(place) <= 300 && line(&case.text, at) == line(&case.text, place)
                })
            })
        };
        let first = new.first();
        let is_hit = first.is_some_and(|one| case.places.iter().any(|places| is_at(one, places)));
        row.cases += 1;
        row.hit += usize::from(is_hit);
        row.any +=
            case.places.iter().filter(|places| new.iter().any(|one| is_at(one, places))).count();
        row.silent += usize::from(new.is_empty());
        row.findings += new.len();
        row.damages += case.places.len();
        if lists && !is_hit {
            let places: Vec<usize> =
                case.places.iter().flatten().map(|&at| line(&case.text, at)).collect();
            let message = first.map(|one| (line(&case.text, one.at), &one.message));
            println!("{}: lines {places:?}, found {message:?}", KINDS[case.kind]);
        }
    }
}

fn print(name: &str, table: &[BlameRow], has_restored: bool) {
    println!("## {name}");
    let mut all = BlameRow::default();
    let line = |kind: &str, row: BlameRow| {
        let percent = |part: usize, of: usize| 100.0 * real(part) / real(of.max(1));
        let mut restored = String::new();
        if has_restored {
            restored = format!("  restored {:5.1} %", percent(row.restored, row.cases));
        }
        println!(
            "  {kind:20} of {:4}: hit {:5.1} %  any {:5.1} %  silent {:3}  noise {:.2}{restored}",
            row.cases,
            percent(row.hit, row.cases),
            percent(row.any, row.damages),
            row.silent,
            real(row.findings) / real(row.damages.max(1)),
        );
    };
    for (kind, &row) in KINDS.iter().zip(table) {
        line(kind, row);
        all.cases += row.cases;
        all.hit += row.hit;
        all.any += row.any;
        all.silent += row.silent;
        all.findings += row.findings;
        all.damages += row.damages;
        all.restored += row.restored;
    }
    line("all", all);
}

fn real(number: usize) -> f64 {
    wishful::base::real(number)
}

fn line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

fn found(findings: Vec<Finding>) -> Vec<Found> {
    let counted = |one: &Finding| matches!(one.severity, Severity::Error | Severity::Warning);
    let findings = findings.into_iter().filter(counted);
    let found = findings.filter_map(|one| {
        let at = one.place?.start.offset as usize;
        let related = one.related.iter().map(|related| related.place.start.offset as usize);
        Some(Found { message: one.message, at, related: related.collect() })
    });
    found.collect()
}

/// Returns the tree, with texts in one line and without blank ones.
fn tree(document: &Document) -> Vec<String> {
    let text = document.render(Format::Html5lib, WriteOptions::default());
    let pieces: Vec<String> = text
        .split('"')
        .enumerate()
        .map(|(index, piece)| match index % 2 {
            0 => piece.to_owned(),
            _ => piece.split_whitespace().collect::<Vec<_>>().join(" "),
        })
        .collect();
    let is_blank = |line: &&str| line.trim_start_matches(['|', ' ']) == "\"\"";
    pieces.join("\"").lines().filter(|line| !is_blank(line)).map(str::to_owned).collect()
}
