//! Properties of sentences, for all grammars and seeds. `WISHFUL_SENTENCES=N` sets the number of
//! sentences for each grammar.

use super::generator::{GenerateOptions, Generator, SentenceKind};
use super::judge::Judge;
use super::sentence::Sentence;
use super::walk::Goal;
use crate::coverage::Coverage;
use std::sync::Arc;
#[cfg(feature = "large")]
use wishful::ParseOptions;
use wishful::Parser;
use wishful::grammar::{Grammar, shipped};
#[cfg(feature = "large")]
use wishful_check::Checker;

/// Grammars whose tokens depend most on what is acceptable where they begin. Sentences are spelled
/// without regard to that, so that many are discarded, and some rules have none.
const CONTEXTUAL: [&str; 2] = ["antlr4", "yacc"];

/// Iterates over generators for the shipped grammars that have sentences of this kind.
fn generators(kind: SentenceKind) -> impl Iterator<Item = (&'static str, Generator)> {
    let spelt = shipped().filter(|grammar| !CONTEXTUAL.contains(&grammar.name));
    spelt.filter_map(move |grammar| Some((grammar.name, generator(grammar.name, kind)?)))
}

/// Returns a generator for a shipped grammar, if the grammar has sentences of this kind.
fn generator(name: &str, kind: SentenceKind) -> Option<Generator> {
    let grammar = loaded(name);
    let is_text = grammar.tokenizer().is_text();
    // A grammar with `forbid` statements checks trees that another grammar makes of texts.
    let checks_trees = !grammar.tree_facts().forbidden.is_empty();
    if checks_trees || is_text && kind != SentenceKind::Conforming {
        return None;
    }
    let options = GenerateOptions { seed: 1, kind, ..GenerateOptions::default() };
    match Generator::new(grammar, options) {
        Ok(generator) => Some(generator),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn loaded(name: &str) -> Grammar {
    match Grammar::load(name) {
        Ok(grammar) => grammar,
        Err(report) => panic!("{}", report.render(false)),
    }
}

fn sentence(name: &str, generator: &Generator, number: u64) -> Sentence {
    match generator.sentence(number) {
        Ok(sentence) => sentence,
        Err(error) => panic!("{name}: {error}"),
    }
}

fn sentences() -> u64 {
    let requested = std::env::var("WISHFUL_SENTENCES").ok();
    requested.and_then(|number| number.parse().ok()).unwrap_or(60)
}

/// Derivations are checked before the generator discards any. So the test shows that sentences are
/// right without discarding.
#[test]
fn generated_documents_parse_to_the_derived_tree() {
    for (name, generator) in generators(SentenceKind::Conforming) {
        let is_markup = !generator.grammar.tokenizer().is_text();
        let parser = if is_markup { Parser::new(generator.grammar.clone()).ok() } else { None };
        let judge = Judge::new(parser, None);
        let mut ill = Vec::new();
        for number in 0..sentences() {
            let goal = Goal { size: 40, route: None, taken: None };
            let (made, _) = generator.walk(&mut generator.random(number), goal).run();
            let Some(made) = made else { panic!("{name}: sentence {number} was given up") };
            if let Err(fault) = judge.judge(&generator.grammar, &made.text, &made, false) {
                ill.push(format!("{name}: sentence {number}: {fault:?}\n{}", made.text));
            }
        }
        // The grammar's own tokens may merge beyond the two tokens that are checked when they are
        // written.
        let most = if is_markup { 0 } else { usize::try_from(sentences() / 4).unwrap_or(0) };
        assert!(ill.len() <= most, "{}", ill.join("\n"));
    }
}

#[test]
fn omitted_tags_are_no_mistake() {
    for (name, generator) in generators(SentenceKind::Omitting) {
        let mut left_out = 0;
        for number in 0..sentences() {
            let sentence = sentence(name, &generator, number);
            let Some(document) = sentence.document() else { panic!("{name} is markup") };
            assert_eq!(document.mistakes().count(), 0, "{name}: {}", sentence.text());
            assert!(
                document.repairs().len() >= sentence.changes().len(),
                "{name}: {}",
                sentence.text()
            );
            left_out += sentence.changes().len();
        }
        let may = !generator.grammar.tree_facts().omissions.is_empty();
        assert_eq!(left_out > 0, may, "{name}: {left_out} tags left out");
    }
}

#[test]
fn each_mistake_makes_a_repair() {
    for (name, generator) in generators(SentenceKind::Broken { mistakes: 3 }) {
        for number in 0..sentences() / 4 {
            let sentence = sentence(name, &generator, number);
            let Some(document) = sentence.document() else { panic!("{name} is markup") };
            assert_eq!(sentence.changes().len(), 3);
            assert!(document.mistakes().count() >= 3, "{name}: {}", sentence.text());
        }
    }
}

fn text(generator: &Generator, number: u64) -> Option<String> {
    Some(generator.sentence(number).ok()?.text().to_owned())
}

#[test]
fn a_sentence_is_reproduced_from_its_number() {
    for (name, generator) in generators(SentenceKind::Conforming).take(3) {
        assert_eq!(text(&generator, 7), text(&generator, 7), "{name}");
        assert_ne!(text(&generator, 7), text(&generator, 8), "{name}");
    }
}

#[cfg(feature = "large")]
/// A grammar that checks trees, with conditions that most derivations of its rules break.
const CHECKS_TREES: &str = r#"start document ; tokenizer html5 ;
    document ::= <html> EOF ;
    <html>   ::= <head> <body> ;
    <head>   ::= <title> ;
    <title>  ::= TEXT ;
    <body> <div> ::= {<p> <div> <ul> <b>}* ;
    <ul>     ::= <li>+ ;
    <li> <p> <b> ::= TEXT ;
    lexical rcdata <title> ;
    datatype day "a day" = /[0-9]{1,2}/ ;
    attributes <p> = day day required lang cdata title cdata ;
    attributes <li> = for idref required ;
    forbid bold "b" "use CSS" ;
    forbid both "[lang][title]" "one of them" ;"#;

#[cfg(feature = "large")]
#[test]
fn documents_of_a_grammar_that_checks_trees_have_no_findings() {
    let text = CHECKS_TREES.replace(" for idref", " \"for\" idref");
    let mut grammars = vec![Grammar::source("trees", &text).compile().unwrap()];
    let shipped = shipped().filter(|grammar| grammar.name == "conforming");
    grammars.extend(shipped.map(|grammar| loaded(grammar.name)));
    for grammar in grammars {
        let grammar = Arc::new(grammar);
        let (parser, checker) = (Parser::default(), Checker::new(grammar.clone()).unwrap());
        let name = grammar.name().to_owned();
        let refused = GenerateOptions::default().kind(SentenceKind::Omitting);
        assert!(Generator::new(grammar.clone(), refused).is_err(), "{name}");
        let generator = Generator::new(grammar, GenerateOptions::default()).unwrap();
        let mut elements = 0;
        for number in 0..sentences() {
            let made = sentence(&name, &generator, number);
            let document = parser.parse(made.text(), &ParseOptions::default()).unwrap();
            assert_eq!(document.mistakes().count(), 0, "{name}: {}", made.text());
            assert_eq!(checker.findings(&document), [], "{name}: {}", made.text());
            elements += made.text().matches("</").count();
        }
        println!("{name}: {elements} elements");
        assert!(elements > 5 * usize::try_from(sentences()).unwrap(), "{name}: {elements}");
    }
}

/// Every rule that a text may need is used, or has a known reason.
#[test]
fn unused_rules_are_reported_with_the_reason() {
    for (name, generator) in generators(SentenceKind::Conforming) {
        let mut reported = vec![0];
        let cover = generator.cover_watched(&mut |done| reported.push(done));
        let is_complete = reported.last() == Some(&generator.due());
        assert!(reported.is_sorted() && is_complete, "{name}: {reported:?}");
        let mut unknown = Vec::new();
        for production in &cover.productions {
            if let Some(reason) = &production.reason
                && reason.starts_with("no generated sentence")
            {
                unknown.push(format!("{:?}: {}", production.place, production.rule));
            }
        }
        let used = cover.productions.iter().filter(|production| production.sentences > 0).count();
        println!("{name}: {used} of {} by {}", cover.productions.len(), cover.sentences.len());
        assert!(unknown.is_empty(), "{name}: {}", unknown.join("\n"));
        assert!(
            2 * used > cover.productions.len(),
            "{name}: {used} of {}",
            cover.productions.len()
        );
    }
}

/// Documents with mistakes exercise more of a grammar than those that use all its rules, and each
/// exercises something that the others do not.
#[test]
fn mistakes_exercise_wishes_and_remedies() {
    let options = || GenerateOptions { seed: 1, size: 8, ..GenerateOptions::default() };
    let grammar = Arc::new(loaded("marpa"));
    let generator = Generator::new(grammar.clone(), options()).unwrap();
    let mut coverage = Coverage::of(&grammar);
    for sentence in generator.cover().sentences {
        coverage.add(sentence.document().unwrap()).unwrap();
    }
    let options = options().kind(SentenceKind::Broken { mistakes: 3 });
    let generator = Generator::new(grammar.clone(), options).unwrap();
    let mut kept = Vec::new();
    let broken = generator.cover_repairs(&mut |count| kept.push(count));
    assert!(kept.is_sorted() && !kept.is_empty());
    let (few, many) = (coverage.report().parts.percent(), broken.report.parts.percent());
    println!("{few} by rules, {many} by {} documents with mistakes", broken.sentences.len());
    assert!(many > few + 10.0 && broken.sentences.len() < kept.len(), "{few} {many}");
    let without = |dropped: usize| {
        let mut coverage = Coverage::of(&grammar);
        for (number, sentence) in broken.sentences.iter().enumerate() {
            if number != dropped {
                coverage.add(sentence.document().unwrap()).unwrap();
            }
        }
        coverage.report()
    };
    let all = without(usize::MAX);
    assert_eq!(all.parts.percent(), many);
    assert_ne!(format!("{:?}", without(0).files), format!("{:?}", all.files));
}

/// Returns the numbers of words and of applied rules in sixteen sentences of a size.
fn work(grammar: &Arc<Grammar>, size: usize) -> (usize, usize) {
    let options = GenerateOptions { seed: 3, size, ..GenerateOptions::default() };
    let generator = match Generator::new(grammar.clone(), options) {
        Ok(generator) => generator,
        Err(error) => panic!("{error}"),
    };
    let (mut words, mut rules) = (0, 0);
    for number in 0..16 {
        let goal = Goal { size, route: None, taken: None };
        if let Some(made) = generator.walk(&mut generator.random(number), goal).run().0 {
            words += made.words;
            rules += made.rules.len();
        }
    }
    (words, rules)
}

/// The output is linear in the requested size, however deep its nesting.
#[test]
fn work_is_linear_in_the_size() {
    let grammar = Arc::new(loaded("whatwg"));
    let (small, large) = (work(&grammar, 1000), work(&grammar, 8000));
    assert!(large.0 > 4 * small.0, "{small:?} {large:?}");
    assert!(large.1 < 2 * small.1 * large.0 / small.0.max(1), "{small:?} {large:?}");
}

/// Grammars of texts without ambiguities.
const OF_TEXTS: [&str; 4] = [
    "token N = /[0-9]+/ ; skip / +/ ; s ::= s \"+\" t | t ; t ::= t \"*\" f | f ; f ::= N | \"(\" s \")\" ;",
    "s ::= \"if\" s (\"else\" s)? \"end\" | word+ \";\" ; word ::= W ; token W = /[a-z]+/ ; skip / +/ ;",
    "ops = \"+\" \"-\" ; s ::= a (ops a)* ; a ::= \"x\" | \"y\" \"!\"? | () \"z\" ;",
    "s ::= \"a\" s \"b\" | \"c\" ;",
];

#[test]
fn texts_that_cover_the_rules_are_accepted_and_exercise_each_part() {
    for rules in OF_TEXTS {
        let text = format!("start s ; tokenizer text ; {rules}");
        let grammar = Grammar::source("texts.grammar", &text).compile().expect("it is a grammar");
        let mut coverage = Coverage::of(&grammar);
        let cover = Generator::new(grammar.clone(), GenerateOptions::default()).unwrap().cover();
        for production in &cover.productions {
            assert_eq!(production.reason, None, "{production:?}");
            assert!(production.sentences > 0, "{production:?}");
        }
        for sentence in &cover.sentences {
            let read = wishful::derivation::Derivations::read(&grammar, "text", sentence.text());
            coverage.add_text(&read.expect("it is accepted")).expect("it is of the grammar");
        }
        let report = coverage.report();
        let missed: Vec<_> = report.units().filter(|(_, unit)| unit.is_missed()).collect();
        assert!(report.parts.total > 4 && missed.is_empty(), "{rules}: {missed:?}");
        assert!(cover.sentences.len() < 4, "{cover:?}");
    }
}
