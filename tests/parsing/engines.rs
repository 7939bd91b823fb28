//! The fast engine against the textbook engine, on documents and with every shipped grammar that
//! reads markup.

use wishful::grammar::shipped;
use wishful::instruments::earley::Engine;
use wishful::instruments::events;
use wishful::{Grammar, ParseOptions, Parser};

#[test]
fn documents_are_parsed_alike() {
    let inputs: Vec<_> = [crate::common::corpus_documents(), crate::common::broken_documents()]
        .into_iter()
        .flatten()
        .collect();
    for name in shipped().filter(|one| one.reads_markup()).map(|one| one.name) {
        let parser = Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs");
        for input in &inputs {
            let parse = |engine| {
                let options = ParseOptions { engine, ..ParseOptions::default() };
                parser.parse(&input.bytes, &options).expect("input never fails")
            };
            let (fast, reference) = (parse(Engine::Fast), parse(Engine::Reference));
            assert_eq!(events(&fast), events(&reference), "{} with {name}", input.name);
            assert_eq!(fast.repairs(), reference.repairs(), "{} with {name}", input.name);
        }
    }
}

/// A search result cached under a generous limit does not let a search exceed its own limit.
#[test]
fn limits_hold_whatever_was_learnt() {
    let grammar = Grammar::load("whatwg").expect("it is shipped");
    let parser = Parser::new(grammar).expect("it runs");
    let parse = |search_nodes| {
        let limits = wishful::Limits { search_nodes, ..wishful::Limits::default() };
        let options = ParseOptions { limits, ..ParseOptions::default() };
        let document = parser.parse_str("<p><b><i>x<table><td>y</p>", &options);
        document.expect("input never fails").repairs().to_vec()
    };
    let tight = parse(0);
    let generous = parse(10_000);
    assert_ne!(tight, generous);
    assert_eq!(parse(0), tight);
    assert_eq!(parse(u64::MAX), generous);
}
