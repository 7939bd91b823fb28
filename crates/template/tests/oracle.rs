//! The mistakes of a template are those of its pages: generated templates of each language, whose
//! pages a second renderer writes for every assignment, and the diagnoser checks one by one.
//!
//! `WISHFUL_TEMPLATES=100000` sets the number of templates, and `WISHFUL_UNIONS=100000` that of
//! unions. `WISHFUL_UNIONS=60000..100000` takes a part of them.

mod generator;

use fastrand::Rng;
use generator::{CONDITIONS, Generated, Piece, page};
use std::collections::BTreeSet;
use wishful::base::SourceFile;
use wishful::slippers::event::RepairKind;
use wishful::token::KindRef;
use wishful::tree::error_codes;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::{Diagnoser, MistakeKind};
use wishful_template::{Dialect, PageReport, TemplateReports, check};

/// The number of conditions whose pages are parsed.
const MORE_CONDITIONS: usize = 10;

/// A mistake: its code, and its start in the template.
type PageMistake = (String, usize);

/// Returns the mistakes of the page of each assignment.
fn mistakes(
    (diagnoser, options): (&Diagnoser, &ParseOptions),
    pieces: &[Piece],
    places: &[usize],
) -> Vec<BTreeSet<PageMistake>> {
    let structural = |code: &str| {
        MistakeKind::ALL.iter().any(|kind| kind.code() == code)
            || RepairKind::ALL.iter().any(|kind| kind.name() == code)
            || error_codes().any(|other| other == code)
            || ["misplaced-element", "obsolete-attribute", "unknown-attribute", "unknown-element"]
                .contains(&code)
    };
    let mut all = Vec::new();
    for assignment in 0..1 << CONDITIONS {
        let (text, origins) = page(pieces, places, assignment);
        let document = diagnoser.parser().parse(text, options).unwrap();
        let mut found = BTreeSet::new();
        for finding in diagnoser.findings(&document, options) {
            let start = finding.place.as_ref().unwrap().start.offset as usize;
            if structural(&finding.code) {
                // What is at the end of a page is after its last byte.
                let after = origins.last().map_or(0, |last| last + 1);
                found.insert((finding.code, origins.get(start).copied().unwrap_or(after)));
            }
        }
        all.push(found);
    }
    all
}

/// Reports whether a condition in words is that of a mistake: in some page with the mistake it
/// holds, and without each part of it the page has no such mistake.
fn is_condition(message: &str, of: &PageMistake, pages: &[BTreeSet<PageMistake>]) -> bool {
    let words = message.strip_prefix("if ").and_then(|rest| rest.split_once(": "));
    let mut literals = Vec::new();
    for word in words.map_or("", |(words, _)| words).split(" and ").filter(|word| !word.is_empty())
    {
        let number = word.trim_start_matches("not ").trim_matches('`').trim_start_matches('$');
        literals.push((number[1..].parse::<usize>().unwrap(), !word.starts_with("not ")));
    }
    (0..pages.len()).any(|page| {
        let holds = |&(number, value): &(usize, bool)| (page >> number & 1 == 1) == value;
        pages[page].contains(of)
            && literals.iter().all(holds)
            && literals.iter().all(|(number, _)| !pages[page ^ (1 << number)].contains(of))
    })
}

#[test]
fn the_mistakes_of_a_template_are_those_of_its_pages() {
    let count = std::env::var("WISHFUL_TEMPLATES").ok().map_or(80, |text| text.parse().unwrap());
    let checker = Checker::new(Grammar::load("conforming").unwrap()).unwrap();
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let diagnoser = Diagnoser::new(parser, checker);
    let (mut found, mut with_condition) = (0_u64, 0_u64);
    for seed in 0..count {
        let mut rng = Rng::with_seed(seed);
        let Generated { language, dialect, pieces, text, places, .. } =
            Generated::new(&mut rng, seed, CONDITIONS);
        let options = TemplateReports::read(&dialect, &text, diagnoser.parser(), 1).options;
        let pages = mistakes((&diagnoser, &options), &pieces, &places);
        let file = SourceFile::new("t", text.as_str());
        let checked = check(&dialect, &file, &diagnoser, &ParseOptions::default());
        let expected: BTreeSet<PageMistake> = pages.iter().flatten().cloned().collect();
        let mut actual = BTreeSet::new();
        for finding in checked.findings {
            let start = finding.place.as_ref().unwrap().start.offset as usize;
            let mistake = (finding.code.clone(), start);
            assert!(
                is_condition(&finding.message, &mistake, &pages),
                "{seed} {}: {text}\n{}",
                language.0,
                finding.message
            );
            found += 1;
            with_condition += u64::from(finding.message.starts_with("if "));
            actual.insert(mistake);
        }
        assert_eq!(actual, expected, "{seed} {}: {text}", language.0);
    }
    assert!(found > count && with_condition * 3 > count, "{found}, {with_condition}");
}

/// Returns the repairs and the parse errors of a page.
fn reports(
    (parser, options): (&Parser, &ParseOptions),
    text: String,
    origins: &[usize],
) -> BTreeSet<PageReport> {
    let document = parser.parse(text, options).unwrap();
    let place = |at: usize| origins.get(at).map_or(u32::MAX, |at| u32::try_from(*at).unwrap());
    let mut found = BTreeSet::new();
    for repair in document.repairs() {
        let token = document.token(repair.token).unwrap();
        let mut start = repair.span.range().start;
        if let KindRef::Text(_) = token.kind {
            // The place of a text is that of its first character that is no blank.
            let text = &document.text()[start..token.span.range().end];
            start += text.find(|letter: char| !letter.is_whitespace()).unwrap_or(0);
        }
        found.insert(PageReport {
            place: place(start),
            code: repair.kind.name(),
            inserted: repair.inserted.map(|terminal| terminal.index()),
        });
    }
    for error in document.errors() {
        let (place, code) = (place(error.at as usize), error.code);
        found.insert(PageReport { place, code, inserted: None });
    }
    found
}

#[test]
fn the_union_of_all_branches_is_that_of_all_pages() {
    let seeds = std::env::var("WISHFUL_UNIONS").unwrap_or("400".to_owned());
    let (first, last) = seeds.split_once("..").unwrap_or(("0", &seeds));
    let (first, last): (u64, u64) = (first.parse().unwrap(), last.parse().unwrap());
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (mut pages, mut parsed, mut inexact) = (0_usize, 0_usize, 0_u64);
    for seed in first..last {
        let mut rng = Rng::with_seed(seed);
        let Generated { language, dialect, pieces, text, places, .. } =
            Generated::new(&mut rng, seed, MORE_CONDITIONS);
        let union = TemplateReports::read(&dialect, &text, &parser, usize::MAX);
        if !union.is_exact {
            println!("inexact {seed} {}: {text}", language.0);
        }
        inexact += u64::from(!union.is_exact);
        parsed += union.pages;
        let mut used = 0_usize;
        for piece in &pieces {
            if let Piece::If(number, _) = piece {
                used |= 1 << number;
            }
        }
        for assignment in (0..1 << MORE_CONDITIONS).filter(|all| all & !used == 0) {
            pages += 1;
            let (page, origins) = page(&pieces, &places, assignment);
            let expected = reports((&parser, &union.options), page, &origins);
            let value = |name: &str| {
                let number: usize = name.trim_start_matches(['$', 'c']).parse().unwrap();
                assignment >> number & 1 == 1
            };
            let holding =
                union.reports.iter().filter(|(_, condition)| union.holds(*condition, value));
            let actual: BTreeSet<PageReport> = holding.map(|(report, _)| report.clone()).collect();
            assert_eq!(actual, expected, "{seed} {} {assignment:b}: {text}", language.0);
        }
    }
    let count = last - first;
    println!("{count} templates, {pages} pages by {parsed}, {inexact} not exact");
    assert!(inexact * 1000 <= count, "{inexact} of {count} unions are not exact");
}

#[test]
fn a_thousand_independent_conditions_need_few_pages() {
    let checker = Checker::new(Grammar::load("conforming").unwrap()).unwrap();
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let diagnoser = Diagnoser::new(parser, checker);
    let jinja = Dialect::named("jinja").unwrap();
    let line = |number: usize| {
        let end = if number == 500 { "" } else { "</b>" };
        format!("<p>1 {{% if c{number} %}}<b>2{end}{{% else %}}<i>3</i>{{% endif %}}</p>\n")
    };
    let text: String = (0..1000).map(line).collect();
    let file = SourceFile::new("t", text.as_str());
    let checked = check(&jinja, &file, &diagnoser, &ParseOptions::default());
    assert!(!checked.is_sampled && checked.pages <= 8, "{} pages", checked.pages);
    let [finding] = checked.findings.as_slice() else { panic!("{:?}", checked.findings) };
    assert!(finding.message.starts_with("if `c500`: `<b>` is not closed"), "{}", finding.message);
    // One element in each line, with anything or nothing before them.
    let page = "<!doctype html><title>x</title><body>\n";
    let headed = format!("{page}<h1>x</h1>\n");
    let befores = ["", "x", "<b>", "<div>", "<div>x", "<div><p>x</p>", "<body>\n", page, &headed];
    let befores = befores.map(|before| (before, "p"));
    let others = [("", "option"), ("<ul>", "li"), ("<table><tbody>\n<tr>", "td")];
    for (around, name) in befores.into_iter().chain(others) {
        let line = |number| format!("{{% if c{number} %}}<{name}>{number}</{name}>{{% endif %}}\n");
        let text: String = std::iter::once(around.to_owned()).chain((0..1000).map(line)).collect();
        let file = SourceFile::new("t", text.as_str());
        let checked = check(&jinja, &file, &diagnoser, &ParseOptions::default());
        assert!(!checked.is_sampled && checked.pages <= 8, "{around}: {} pages", checked.pages);
    }
}
