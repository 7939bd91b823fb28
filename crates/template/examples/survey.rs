//! Checks all templates of folders, and prints their mistakes, one a line. The last line has the
//! sums: the templates, those with structural mistakes, those with some under a condition, the
//! pages, the templates with more states than were tried. Then, of the templates with conditions of
//! which all, no or some pages of random conditions have structural mistakes: how many there are,
//! and how many of them have such a finding.
//!
//!     cargo run --release -p wishful-template --example survey -- DIALECT PATH…

use std::path::PathBuf;
use wishful::base::{Finding, SourceFile};
use wishful::slippers::event::RepairKind;
use wishful::tree::error_codes;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::{Diagnoser, MistakeKind};
use wishful_template::{Dialect, check, random_pages};

/// The random pages of a template.
const PAGES: usize = 32;

/// The codes of findings that are not structural.
const NAMES: [&str; 4] =
    ["misplaced-element", "obsolete-attribute", "unknown-attribute", "unknown-element"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("which dialect?")?;
    let dialect = Dialect::load(&name)?.ok_or("this dialect is not known")?;
    let checker = Checker::new(Grammar::load("conforming")?)?;
    let diagnoser = Diagnoser::new(Parser::new(Grammar::load("whatwg")?)?, checker);
    let mut paths: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let (mut sums, mut classes) = ([0; 5], [[0; 2]; 3]);
    let mut random = fastrand::Rng::with_seed(1);
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                paths.push(entry?.path());
            }
            continue;
        }
        let name = path.display().to_string();
        if !(name.ends_with(".html") || dialect.is_named_by(&name)) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let file = SourceFile::new(name, text);
        let checked = check(&dialect, &file, &diagnoser, &ParseOptions::default());
        if checked.is_sampled {
            println!("{}: not all states were tried", file.name());
        }
        for finding in &checked.findings {
            let place = finding.place.as_ref().map(|place| (place.start.line, place.start.column));
            let (line, column) = place.unwrap_or_default();
            println!("{}:{line}:{column}: {} [{}]", file.name(), finding.message, finding.code);
        }
        let has_finding = checked.findings.iter().any(is_structural);
        let is_conditional = |finding: &Finding| {
            is_structural(finding) && ["if ", "in s"].iter().any(|w| finding.message.starts_with(w))
        };
        let has_conditional = checked.findings.iter().any(is_conditional);
        let counts = [1, usize::from(has_finding), usize::from(has_conditional)];
        let counts = counts.into_iter().chain([checked.pages, usize::from(checked.is_sampled)]);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let (parser, random) = (diagnoser.parser(), || random.bool());
        let pages = random_pages(&dialect, file.text(), parser, PAGES, random);
        let count = pages.len();
        let is_clean = |(page, options): (String, ParseOptions)| {
            let document = parser.parse(page, &options);
            document
                .is_ok_and(|page| !diagnoser.findings(&page, &options).iter().any(is_structural))
        };
        let clean = pages.into_iter().map(is_clean).filter(|is_clean| *is_clean).count();
        let class = [clean == count, clean == 0, true].iter().position(|is| *is).unwrap_or(2);
        if count > 0 {
            classes[class][0] += 1;
            classes[class][1] += usize::from(has_finding);
            if class == 0 && has_finding {
                println!("{}: its random pages have no mistake", file.name());
            }
        }
    }
    let all = sums.iter().chain(classes.iter().flatten()).map(usize::to_string);
    println!("{}", all.collect::<Vec<_>>().join(" | "));
    Ok(())
}

/// Reports whether a finding is about tags, and about no value that is not known.
fn is_structural(finding: &Finding) -> bool {
    let code = finding.code.as_str();
    let is_known = code == "template-block"
        || MistakeKind::ALL.iter().any(|kind| kind.code() == code)
        || RepairKind::ALL.iter().any(|kind| kind.name() == code)
        || error_codes().any(|other| other == code);
    is_known && !NAMES.contains(&code)
}
