//! Properties of sentences, for all grammars and seeds. `WISHFUL_SENTENCES=N` sets the number of
//! sentences for each grammar.

use super::generator::{GenerateOptions, Generator, Kind};
use super::judge::Judge;
use super::walk::Wanted;
use crate::Parser;
use crate::grammar::{Grammar, TokenizerKind, shipped};

/// Iterates over generators for the shipped grammars that have sentences of this kind.
fn generators(kind: Kind) -> impl Iterator<Item = (&'static str, Generator)> {
    let load = move |name: &'static str| {
        let grammar =
            Grammar::load(name).unwrap_or_else(|report| panic!("{}", report.render(false)));
        let is_markup = grammar.tokenizer() != TokenizerKind::Text;
        (is_markup || kind == Kind::Conforming).then(|| {
            let options = GenerateOptions { seed: 1, kind, ..GenerateOptions::default() };
            (
                name,
                Generator::new(grammar, options).unwrap_or_else(|error| panic!("{name}: {error}")),
            )
        })
    };
    shipped().filter_map(move |grammar| load(grammar.name))
}

fn sentences() -> u64 {
    let asked = std::env::var("WISHFUL_SENTENCES").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or(60)
}

/// Derivations are checked before the generator discards any. So the test shows that sentences are
/// right without discarding.
#[test]
fn what_is_derived_is_read_as_it_was_meant() {
    for (name, generator) in generators(Kind::Conforming) {
        let is_markup = generator.grammar.tokenizer() != TokenizerKind::Text;
        let parser = Parser::new(generator.grammar.clone()).ok().filter(|_| is_markup);
        let judge = Judge::new(parser, None);
        let mut ill = Vec::new();
        for number in 0..sentences() {
            let wanted = Wanted { size: 40, route: None, taken: None };
            let (made, _) = generator.walk(&mut generator.random(number), wanted).run();
            let made = made.unwrap_or_else(|| panic!("{name}: sentence {number} was given up"));
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
fn with_tags_left_out_there_is_no_mistake() {
    for (name, generator) in generators(Kind::Omitting) {
        let mut left_out = 0;
        for number in 0..sentences() {
            let sentence =
                generator.sentence(number).unwrap_or_else(|error| panic!("{name}: {error}"));
            let document = sentence.document().unwrap_or_else(|| panic!("{name} is markup"));
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
    for (name, generator) in generators(Kind::Broken { mistakes: 3 }) {
        for number in 0..sentences() / 4 {
            let sentence =
                generator.sentence(number).unwrap_or_else(|error| panic!("{name}: {error}"));
            let document = sentence.document().unwrap_or_else(|| panic!("{name} is markup"));
            assert_eq!(sentence.changes().len(), 3);
            assert!(document.mistakes().count() >= 3, "{name}: {}", sentence.text());
        }
    }
}

#[test]
fn a_sentence_is_made_again_from_its_number() {
    for (name, generator) in generators(Kind::Conforming).take(3) {
        let texts =
            |number| generator.sentence(number).map(|sentence| sentence.text().to_owned()).ok();
        assert_eq!(texts(7), texts(7), "{name}");
        assert_ne!(texts(7), texts(8), "{name}");
    }
}

/// Every rule that a text may need is used, or has a known reason.
#[test]
fn every_rule_is_used_or_told_why_not() {
    for (name, generator) in generators(Kind::Conforming) {
        let mut told = vec![0];
        let cover = generator.cover_watched(&mut |done| told.push(done));
        assert!(told.is_sorted() && told.last() == Some(&generator.due()), "{name}: {told:?}");
        let unknown = cover.productions.iter().filter(|production| {
            production.reason.as_ref().is_some_and(|reason| reason.starts_with("no sentence"))
        });
        let unknown: Vec<String> = unknown
            .map(|production| format!("{:?}: {}", production.place, production.rule))
            .collect();
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

/// The output is linear in the requested size, however deep its nesting.
#[test]
fn work_is_linear_in_the_size() {
    let grammar =
        Grammar::load("whatwg").unwrap_or_else(|report| panic!("{}", report.render(false)));
    let grammar = std::sync::Arc::new(grammar);
    let work = |size: usize| {
        let options = GenerateOptions { seed: 3, size, ..GenerateOptions::default() };
        let generator =
            Generator::new(grammar.clone(), options).unwrap_or_else(|error| panic!("{error}"));
        let made = (0..4).filter_map(|number| {
            let wanted = Wanted { size, route: None, taken: None };
            generator.walk(&mut generator.random(number), wanted).run().0
        });
        made.map(|made| (made.words, made.rules.len()))
            .fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    };
    let (small, large) = (work(1000), work(8000));
    assert!(large.0 > 4 * small.0, "{small:?} {large:?}");
    assert!(large.1 < 2 * small.1 * large.0 / small.0.max(1), "{small:?} {large:?}");
}
