//! The measured grammars on generated strings: accepted, and in linear time, by the counters.

mod earley_support;
#[path = "earley_support/strings.rs"]
mod strings;

use earley_support::{read_all, shared, toy, with_chart};
use strings::*;
use wishful::earley::*;

fn work(file: &str, string: &str) -> Option<Work> {
    let grammar = toy(&shared(&format!("engine-grammars/{file}"))?);
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    assert_eq!(read_all(&mut recogniser, &grammar.words(string)), None, "{file}");
    assert!(recogniser.complete(), "{file}");
    Some(recogniser.work())
}

fn check_linear(file: &str, make: fn(usize) -> String) {
    let (half, full) = (make(10_000), make(20_000));
    let count = |string: &str| string.split_whitespace().count() as f64;
    let growth = count(&full) / count(&half);
    let (Some(less), Some(more)) = (work(file, &half), work(file, &full)) else { return };
    assert!(more.items as f64 <= 1.05 * growth * less.items as f64, "{file}: {less:?} {more:?}");
    let trees = toy(&shared(&format!("engine-grammars/{file}")).unwrap());
    let forest = |string: &str| {
        let mut recogniser = with_chart(&trees.rules);
        read_all(&mut recogniser, &trees.words(string));
        let forest = recogniser.forest().unwrap();
        assert_eq!(forest.trees().next().unwrap().span(0), 0..string.split_whitespace().count());
        forest.size() as f64
    };
    assert!(forest(&full) <= 1.05 * growth * forest(&half), "{file}: forest");
}

#[test]
fn measured_grammars_are_linear() {
    for (_, file, make) in MEASURED {
        check_linear(file, make);
    }
}

#[test]
fn most_ambiguous_grammar_is_cubic_at_worst() {
    let Some(text) = shared("engine-grammars/ambiguous.g") else { return };
    let grammar = toy(&text);
    let mut recogniser = with_chart(&grammar.rules);
    assert_eq!(read_all(&mut recogniser, &grammar.words(&"a ".repeat(60))), None);
    let forest = recogniser.forest().unwrap();
    assert!(forest.size() < 60 * 60 * 60);
    assert!(forest.ambiguous());
    assert_eq!(forest.count_trees(500), 500);
}

#[test]
fn lists_of_either_recursion_keep_few_items() {
    let left = toy("S\nS S a\nS");
    let mut recogniser = Recogniser::new(left.rules.clone(), Options::default());
    for word in left.words(&"a ".repeat(50_000)) {
        recogniser.read(word).unwrap();
        assert!(recogniser.in_memory().0 <= 2);
    }
    let right = toy("A\nA a A\nA a");
    let mut recogniser = Recogniser::new(right.rules.clone(), Options::default());
    read_all(&mut recogniser, &right.words(&"a ".repeat(50_000)));
    assert!(recogniser.work().items <= 150_001);
}
