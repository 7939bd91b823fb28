//! The lines of a grammar that documents exercise: a grammar with each kind of statement, and the
//! public suite.

use std::collections::BTreeMap;
use wishful::grammar::Modes;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_workbench::coverage::{CountedDocument, Coverage, Decisive, RemovableLines, Report};

const TOY: &str = r#"
start document ;
tokenizer html5 ;
inline = <b> <i> ;
document ::= COMMENT* <html> COMMENT* EOF ;
<html> ::= (<head> | <body> | <table>)* ;
<head> ::= <meta>* ;
<body> ::= (TEXT | SPACE | inline | <p> | <div> | <table>)* ;
<div> ::= (TEXT | SPACE | inline | <p> | <div> | <table>)* ;
<p> ::= (TEXT | SPACE | inline)* ;
<b> <i> ::= (TEXT | SPACE | inline | <div>)* excluding <b> until <div> ;
<table> ::= <td>* ;
<td> ::= (TEXT | SPACE)* ;
void <meta> ;
latch seen set <table> ;
wish <html> ;
wish <body> for TEXT inline <p> ;
wish </p> </b> for <p> <div> ;
wish </td> for <td> </table> ;
<b> excluded -> cruft ;
<i> [seen] -> cruft ;
</p> -> close </p> unless <div> <p> ;
all ends TEXT EOF -> grant ;
EOF -> ends ;
"#;

fn toy() -> Parser {
    let grammar = Grammar::source("toy.grammar", TOY).compile();
    Parser::new(crate::common::made(grammar)).unwrap()
}

fn report(documents: &[&str]) -> Report {
    let parser = toy();
    let mut coverage = Coverage::of(parser.grammar());
    for text in documents {
        coverage.add(&parser.parse(*text, &ParseOptions::default()).unwrap()).unwrap();
    }
    coverage.report()
}

/// Returns the counts of the unit with this text.
fn counts(report: &Report, text: &str) -> Vec<u64> {
    let unit = report.units().find(|(_, unit)| unit.text == text);
    let (_, unit) = unit.unwrap_or_else(|| panic!("there is no unit `{text}`"));
    unit.ways.iter().map(|way| way.count).collect()
}

#[test]
fn each_kind_of_statement_is_exercised_by_its_documents() {
    // By text: the counts for each of these documents alone.
    let documents =
        ["<html><body>x", "<b>x<b>y", "<b>x<div><b>y", "<html><table><td>x<td>y</table>"];
    let expected: &[(&str, [&[u64]; 4])] = &[
        ("void <meta>", [&[0], &[0], &[0], &[0]]),
        ("latch seen set <table>", [&[0], &[0], &[0], &[1]]),
        ("wish <html>", [&[0], &[1], &[1], &[0]]),
        ("wish <body> for TEXT inline <p>", [&[0], &[1], &[1], &[0]]),
        ("wish </td> for <td> </table>", [&[0], &[0], &[0], &[2]]),
        ("excluding <b> until <div>", [&[0, 0], &[1, 0], &[0, 1], &[0, 0]]),
        ("<b> excluded -> cruft", [&[0], &[1], &[0], &[0]]),
        ("<td> ::= (TEXT | SPACE)*", [&[0], &[0], &[0], &[2]]),
        ("<body>", [&[1], &[1], &[1], &[0]]),
    ];
    for (at, document) in documents.iter().enumerate() {
        let report = report(&[document]);
        for (text, of_each) in expected {
            assert_eq!(counts(&report, text), of_each[at], "{text} by {document}");
        }
    }
}

/// Returns how often each place of comments was used.
fn comment_counts(text: &str) -> Vec<u64> {
    let report = report(&[text]);
    let comments = report.units().filter(|(_, unit)| unit.text == "COMMENT*");
    comments.map(|(_, unit)| unit.count()).collect()
}

#[test]
fn equal_symbols_are_counted_by_their_position_in_the_rule() {
    assert_eq!(comment_counts("<!--a--><!--b--><html></html>"), [2, 0]);
    assert_eq!(comment_counts("<!--a--><html></html><!--b-->"), [1, 1]);
}

/// Returns the counts of the remedy.
fn step_counts(text: &str) -> Vec<u64> {
    counts(&report(&[text]), "close </p> unless <div>")
}

#[test]
fn an_inapplicable_remedy_is_not_counted() {
    assert_eq!(step_counts("<p><b>x</p>"), [1, 0]);
    assert_eq!(step_counts("<html><body><p><b><div></p>"), [0, 1]);
}

/// Returns the counts of the condition.
fn condition_counts(text: &str) -> Vec<u64> {
    counts(&report(&[text]), "seen")
}

#[test]
fn conditions_hold_or_fail() {
    assert_eq!(condition_counts("<html><head><i>"), [0, 1]);
    assert_eq!(condition_counts("<html><table></table><i>"), [1, 0]);
}

#[test]
fn statements_count_in_the_file_that_has_them() {
    let variant = "use \"marpa\" ;\nblock |= <acme> ;\n";
    let parser = Parser::new(Grammar::source("mine.grammar", variant).compile().unwrap()).unwrap();
    let mut coverage = Coverage::of(parser.grammar());
    coverage.add(&parser.parse("<p>x<acme>y", &ParseOptions::default()).unwrap()).unwrap();
    let report = coverage.report();
    let marpa = report.files.iter().find(|file| file.name == "marpa.grammar").unwrap();
    assert!(marpa.units.iter().any(|unit| unit.is_statement && unit.count() > 0));
    let other = Coverage::of(&Grammar::load("marpa").unwrap());
    assert!(coverage.merge(&other).is_err());
}

#[test]
fn a_document_of_another_grammar_is_refused() {
    let mut coverage = Coverage::of(toy().grammar());
    let document = toy().parse("x", &ParseOptions::default()).unwrap();
    assert!(coverage.add(&document).is_err());
}

#[test]
fn decisive_lines_are_reported() {
    let parser = toy();
    let mut coverage = Coverage::of(parser.grammar());
    let options = ParseOptions::default();
    let mut witness = |text: &str| {
        let document = parser.parse(text, &options).unwrap();
        let exercised = coverage.add(&document).unwrap();
        CountedDocument::new(&document, parser.grammar(), &options, exercised)
    };
    let witnesses = ["<html><body>x", "<b>x<b>y"].map(&mut witness).to_vec();
    let ablation = RemovableLines::of(&coverage, witnesses);
    let decided: BTreeMap<String, Decisive> = (0..ablation.len())
        .map(|number| (ablation.line(number).1.to_owned(), ablation.decide(number)))
        .collect();
    assert_eq!(decided["latch seen set <table> ;"], Decisive::Needed);
    assert_eq!(decided["void <meta> ;"], Decisive::Needed);
    assert_eq!(decided["excluding <b> until <div>"], Decisive::Changes("input".to_owned()));
    assert_eq!(decided["wish </td> for <td> </table> ;"], Decisive::No);
}

/// Returns every `step`-th document of the public suite, with the scripting modes in which its tree
/// holds.
fn suite(step: usize) -> Vec<(String, ParseOptions, bool)> {
    let cases = crate::common::tree_construction().into_iter().flatten().step_by(step);
    let own = crate::common::corpus_constructions().into_iter();
    let documents = cases.chain(own).flat_map(|case| {
        let options = ParseOptions::default().fragment(case.fragment.as_deref());
        let modes: Vec<bool> = case.modes().collect();
        modes.into_iter().map(move |on| (case.data.clone(), options.clone(), on))
    });
    documents.collect()
}

/// Returns the parser of `whatwg` in some modes.
fn whatwg_with(modes: &Modes) -> Parser {
    Parser::new(Grammar::named("whatwg").modes(modes).compile().unwrap()).unwrap()
}

/// Returns the added coverages of `whatwg` without and with scripting, and the documents.
fn whatwg(documents: &[(String, ParseOptions, bool)]) -> (Coverage, Vec<CountedDocument>) {
    let parsers = [whatwg_with(&Modes::default()), whatwg_with(&Modes::on(["scripting"]))];
    let mut coverages = [Coverage::of(parsers[0].grammar()), Coverage::of(parsers[1].grammar())];
    let mut witnesses = Vec::new();
    for (text, options, on) in documents {
        let at = usize::from(*on);
        let document = parsers[at].parse(text.as_str(), options).unwrap();
        let exercised = coverages[at].add(&document).unwrap();
        witnesses.push(CountedDocument::new(&document, parsers[at].grammar(), options, exercised));
    }
    let [mut all, other] = coverages;
    all.merge(&other).unwrap();
    (all, witnesses)
}

#[test]
fn counts_add_up() {
    let documents = suite(20);
    let (whole, _) = whatwg(&documents);
    let (even, odd): (Vec<_>, Vec<_>) =
        documents.iter().cloned().enumerate().partition(|(at, _)| at % 2 == 0);
    let part =
        |part: Vec<(usize, _)>| whatwg(&part.into_iter().map(|(_, one)| one).collect::<Vec<_>>()).0;
    let mut added = part(odd);
    added.merge(&part(even)).unwrap();
    assert_eq!(added.report(), whole.report());
}

/// A decisive line is exercised: trying only the documents that exercise a line finds what trying
/// all documents finds.
#[test]
fn a_decisive_line_is_exercised() {
    let (coverage, witnesses) = whatwg(&suite(40));
    let ablation = RemovableLines::of(&coverage, witnesses);
    let step = if cfg!(debug_assertions) { 7 } else { 1 };
    let mut tried = 0;
    for number in (0..ablation.len()).step_by(step) {
        tried += 1;
        assert_eq!(
            ablation.decide(number),
            ablation.decide_by_all(number),
            "{:?}",
            ablation.line(number)
        );
    }
    assert!(tried > 30, "only {tried} lines were tried");
}
