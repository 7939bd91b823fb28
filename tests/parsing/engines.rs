//! The fast engine against the reference engine, on documents and with every shipped grammar that
//! reads markup.

use wishful::grammar::shipped;
use wishful::instruments::events;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_earley::Engine;

#[test]
fn documents_are_parsed_alike() {
    let inputs: Vec<_> = [crate::common::corpus_documents(), crate::common::broken_documents()]
        .into_iter()
        .flatten()
        .collect();
    for shipped in shipped() {
        if !shipped.reads_markup() {
            continue;
        }
        let name = shipped.name;
        let parser = Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs");
        for input in &inputs {
            let [fast, reference] = [Engine::Fast, Engine::Reference].map(|engine| {
                let mut options = ParseOptions::default();
                options.engine = engine;
                parser.parse(&input.bytes, &options).expect("input never fails")
            });
            assert_eq!(events(&fast), events(&reference), "{} with {name}", input.name);
            assert_eq!(fast.repairs(), reference.repairs(), "{} with {name}", input.name);
        }
    }
}

/// Returns the repairs that are made within a limit of search.
fn parse_within(parser: &Parser, search_nodes: u64) -> Vec<wishful::explain::Repair> {
    let limits = wishful::Limits::default().search_nodes(search_nodes);
    let options = ParseOptions::default().limits(limits);
    let document = parser.parse("<p><b><i>x<table><td>y</p>", &options);
    document.expect("input never fails").repairs().to_vec()
}

/// A search result cached under a generous limit does not let a search exceed its own limit.
#[test]
fn limits_do_not_depend_on_learnt_steps() {
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    let parser = Parser::new(grammar).expect("it runs");
    let tight = parse_within(&parser, 0);
    let generous = parse_within(&parser, 10_000);
    assert_ne!(tight, generous);
    assert_eq!(parse_within(&parser, 0), tight);
    assert_eq!(parse_within(&parser, u64::MAX), generous);
}
