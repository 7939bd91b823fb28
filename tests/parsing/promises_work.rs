//! Work is linear in the input: each counter on its own, at `n` and at `2n`.

use crate::families::{EVERYWHERE, Family, MEASURED, STANDARD, wishing};
use wishful::{Grammar, ParseOptions, ParseWork, Parser};

fn work(parser: &Parser, text: &str) -> ParseWork {
    parser.parse(text, &ParseOptions::default()).expect("input never fails").work()
}

fn check(parser: &Parser, family: &Family, n: usize) {
    let (name, input) = family;
    // A first run fills the caches. Otherwise their cost in the first count would hide repeated
    // work.
    work(parser, &input(n));
    let [one, two] = [n, 2 * n].map(|n| work(parser, &input(n)).counters());
    let grammar = parser.grammar().name();
    for ((counter, one), (_, two)) in one.into_iter().zip(two) {
        assert!(two * 10 <= one * 21, "{counter}, {name} with {grammar}: {one} at n, {two} at 2n");
    }
}

#[test]
fn work_is_linear() {
    for name in ["marpa", "marpa-2009"] {
        let parser = Parser::new(Grammar::load(name).expect("it is shipped")).expect("it runs");
        EVERYWHERE.iter().for_each(|family| check(&parser, family, 4000));
    }
}

#[test]
fn work_of_the_standard_is_linear() {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs");
    let measured = MEASURED.map(|(name, _, input)| (name, input));
    let families = EVERYWHERE.iter().chain(&STANDARD).chain(&measured);
    families.for_each(|family| check(&parser, family, 1000));
}

#[test]
fn work_of_wishes_is_linear() {
    for (parser, families) in wishing() {
        families.iter().for_each(|family| check(&parser, family, 6000));
    }
}

/// So many failed searches occur that a bounded cache could drop them all. The work must stay
/// linear.
#[test]
fn failed_searches_stay_cached() {
    let wishing = wishing();
    let (parser, families) = &wishing[1];
    let work = work(parser, &families[0].1(22_000));
    assert!(work.engine.search_nodes < 62 * 22_000 + 10_000, "{work:?}");
    assert_eq!(work.engine.search_limits, 0);
}

/// A search that failed or reached its limit is not repeated in the same state.
#[test]
fn a_failed_search_costs_once() {
    for (parser, families) in &wishing()[3..] {
        let [few, more] = [10, 1000].map(|n| work(parser, &families[0].1(n)).engine);
        // The caches of the first text serve the second.
        assert!(more.search_nodes <= few.search_nodes, "{}", parser.grammar().name());
    }
}

/// Cheap wishes without effect do not delay the search for the useful one.
#[test]
fn lower_bounds_direct_the_search() {
    let wishing = wishing();
    let (parser, families) = &wishing[2];
    let work = work(parser, &families[0].1(1));
    assert!(work.engine.search_nodes < 100, "{work:?}");
}
