//! Answers to why-not queries: the named obstacle is what rejected a tag, since without it the tag
//! is accepted.
//!
//! The test draws tags of the public suite that a shipped grammar rejected. It changes the obstacle
//! that the answer names in the grammar's text, compiles that text from scratch, and parses the
//! document again. `WISHFUL_WHY_NOT=N` draws N tags (200 take minutes). The kinds of obstacles are
//! printed with `--nocapture`.

use crate::common::dat::Case;
use fastrand::Rng;
use std::collections::BTreeMap;
use wishful::diagnostics::Span;
use wishful::explain::RepairKind;
use wishful::explain::why_not::{
    Obstacle, PieceOutcome, SufficientChange, WhyNot, WhyNotAnalyser, WhyNotAnalysis,
};
use wishful::grammar::statements::on_one_line;
use wishful::grammar::{Grammar, shipped};
use wishful::{Document, ParseOptions, Parser};

/// Returns the number of answers to check against the changed grammar.
fn questions() -> usize {
    let asked = std::env::var("WISHFUL_WHY_NOT").ok();
    asked.map_or(24, |asked| asked.parse().expect("WISHFUL_WHY_NOT is a number"))
}

/// The statements of a shipped grammar, one a line.
struct Statements {
    name: &'static str,
    lines: Vec<String>,
    parser: Parser,
}

impl Statements {
    fn of(name: &'static str) -> Self {
        let grammar = Grammar::load(name).unwrap();
        let mut lines = Vec::new();
        for statement in grammar.statements().in_force() {
            lines.push(on_one_line(&statement.value));
        }
        let parser = Parser::new(grammar).unwrap();
        Self { name, lines, parser }
    }

    /// Compiles the grammar after a change.
    fn changed(&self, way: &SufficientChange) -> Parser {
        let mut lines = self.lines.clone();
        match &way.now {
            Some(now) => {
                let at = lines.iter().position(|line| line == now);
                let at = at.unwrap_or_else(|| panic!("{now} is no statement of {}", self.name));
                lines.remove(at);
                lines.splice(at..at, way.changed.clone());
            }
            None => lines.insert(0, way.changed.clone().expect("a line is added")),
        }
        let grammar = Grammar::source("changed.grammar", &lines.join("\n")).compile();
        Parser::new(crate::common::made(grammar)).unwrap()
    }
}

fn options(case: &Case) -> ParseOptions {
    let fragment = case.fragment.clone();
    ParseOptions::default().fragment(fragment.as_deref()).encoding("utf-8")
}

/// Reports whether the token at an offset became cruft.
fn is_set_aside(document: &Document, start: u32) -> bool {
    for repair in document.repairs() {
        if repair.kind == RepairKind::Cruft && repair.span.start == start {
            return true;
        }
    }
    false
}

/// Checks that the change affects only what the obstacle names.
fn check_change(answer: &WhyNot, way: &SufficientChange) {
    let (now, changed) = (way.now.as_deref().unwrap_or(""), way.changed.as_deref().unwrap_or(""));
    let story = format!("{answer:#?}");
    match &way.obstacle {
        Obstacle::Guard { guard } => {
            assert_eq!(now.replacen(&format!("{guard} "), "", 1), changed, "{story}");
        }
        Obstacle::NotExcluded => assert_eq!(now.replacen("excluded ", "", 1), changed, "{story}"),
        Obstacle::NotIn | Obstacle::NotWhere => {
            let (left, right) = changed.split_once(" -> ").expect("it is a line of remedies");
            let is_other = now.split(' ').any(|word| !changed.contains(word));
            assert!(now.starts_with(left) && now.ends_with(right) && is_other, "{story}");
        }
        Obstacle::InTheWay { elements } => {
            for element in elements {
                assert!(changed.contains(&format!("{}>", element.name)), "{story}");
            }
            assert!(changed.contains(" - "), "{story}");
        }
        Obstacle::Excluded { .. } => assert!(now.contains("excluding"), "{story}"),
        Obstacle::Before => assert!(now.contains(" -> ") || now.starts_with("latch"), "{story}"),
        Obstacle::NotNamed => {
            assert!(now.starts_with("wish") && changed.len() > now.len(), "{story}");
        }
        Obstacle::NoLine => assert!(now.is_empty() && changed.contains(" -> "), "{story}"),
        Obstacle::NoPlace => assert!(changed.contains("including"), "{story}"),
        other => panic!("{other:?} is nothing to change: {story}"),
    }
}

/// Checks that the tag does not become cruft in the changed grammar.
fn check(statements: &Statements, case: &Case, answer: &WhyNot, way: &SufficientChange) {
    check_change(answer, way);
    let document = statements.changed(way).parse(&*case.data, &options(case)).unwrap();
    let start = answer.span.start;
    assert!(!is_set_aside(&document, start), "{}: {}\n{answer:#?}", case.name, case.data);
}

/// Draws a tag of the document that became cruft.
fn drawn(analysis: &WhyNotAnalysis<'_>, rng: &mut Rng) -> Option<WhyNot> {
    let text = analysis.document().text();
    let mut tags = Vec::new();
    for (at, (span, outcome)) in analysis.refused().enumerate() {
        if outcome == PieceOutcome::SetAside && is_tag(text, span) {
            tags.push(at);
        }
    }
    let at = *rng.choice(&tags)?;
    analysis.why_not(at..at + 1).pop()
}

fn is_tag(text: &str, span: Span) -> bool {
    let name = text[span.range()].trim_start_matches(['<', '/']);
    text[span.range()].starts_with('<') && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Reports whether no single change could make a token acceptable. Then no sequence of tags leads
/// to a position for it, and no element could be allowed to contain it. A name that the grammar
/// does not have cannot be inserted, so its end tag ends nothing.
fn has_no_place(answer: &WhyNot) -> bool {
    let is_end = answer.token.starts_with("</");
    answer.sequences.is_empty() && (is_end || answer.inside.is_empty())
}

fn kind(obstacle: &Obstacle) -> String {
    let json = serde_json::to_value(obstacle).unwrap();
    json["kind"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_tag_is_read_without_the_named_obstacle() {
    let mut cases = crate::common::corpus_constructions();
    cases.extend(crate::common::tree_construction().unwrap_or_default());
    let grammars: Vec<Statements> = shipped()
        .filter(|grammar| grammar.reads_markup())
        .map(|grammar| Statements::of(grammar.name))
        // A grammar with `forbid` statements reads trees, not documents.
        .filter(|grammar| grammar.parser.grammar().tree_facts().forbidden.is_empty())
        .collect();
    let counsels: Vec<WhyNotAnalyser<'_>> =
        grammars.iter().map(|grammar| WhyNotAnalyser::new(&grammar.parser)).collect();
    let standard = grammars.iter().position(|grammar| grammar.name == "whatwg");
    let (mut rng, mut asked, mut unnamed) = (Rng::with_seed(19), 0, BTreeMap::new());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    while asked < questions() {
        // Half of them use the grammar `whatwg`, the others any grammar.
        let any = rng.usize(..grammars.len());
        let at = if rng.bool() { standard.unwrap() } else { any };
        let (statements, analyser) = (&grammars[at], &counsels[at]);
        let case = &cases[rng.usize(..cases.len())];
        let Ok(analysis) = analyser.analyse(case.data.as_bytes(), &options(case)) else { continue };
        let Some(answer) = drawn(&analysis, &mut rng) else { continue };
        match answer.decisive() {
            Some(way) => {
                asked += 1;
                check(statements, case, &answer, way);
                *kinds.entry(kind(&way.obstacle)).or_default() += 1;
            }
            None => {
                assert!(has_no_place(&answer), "{}: {}\n{answer:#?}", statements.name, case.data);
                *unnamed.entry(answer.token).or_insert(0) += 1;
            }
        }
    }
    println!("obstacles: {kinds:?}\nwithout a place anywhere: {unnamed:?}");
}
