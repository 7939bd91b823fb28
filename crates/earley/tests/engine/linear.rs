//! The measured grammars on generated strings, which are accepted in linear time, by work counters
//! and including trees.

use crate::shared::shared_file;
use crate::strings::*;
use crate::support::readings::READINGS;
use crate::support::{read_all, toy, with_chart};
use wishful_earley::*;

/// Each counter is linear on its own, at `n` and at `2n`. The counters are those of the recogniser,
/// of trees from frames, and of forests with their first tree.
#[test]
fn measured_grammars_are_linear() {
    const SIZE: usize = 10_000;
    for (name, file, string) in MEASURED {
        let Some(text) = shared_file(&format!("engine-grammars/{file}")) else { continue };
        for (way, rules, read) in READINGS {
            let Some(grammar) = rules(&text) else { continue };
            let words = [SIZE, 2 * SIZE].map(|size| grammar.words(&string(size)));
            // A first run fills the caches. Otherwise their cost in the first count would hide
            // repeated work.
            read(&grammar, &words[1]);
            let [one, two] = [0, 1].map(|size| read(&grammar, &words[size]));
            for ((counter, one), (_, two)) in one.into_iter().zip(two) {
                let growth = format!("{counter}, {name}, {way}: {one} at n, {two} at 2n");
                assert!(two * 10 <= one * 21, "{growth}");
            }
        }
    }
}

#[test]
fn most_ambiguous_grammar_is_cubic_at_worst() {
    let Some(text) = shared_file("engine-grammars/ambiguous.g") else { return };
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
    assert_eq!(read_all(&mut recogniser, &right.words(&"a ".repeat(50_000))), None);
    assert!((50_000..=150_001).contains(&recogniser.work().items));
}

/// Returns the work of a text's forest, and that of extracting and visiting its first tree.
fn forest_work(grammar: &str, string: &str) -> (u64, u64) {
    let grammar = toy(grammar);
    let mut recogniser = with_chart(&grammar.rules);
    assert_eq!(read_all(&mut recogniser, &grammar.words(string)), None);
    let forest = recogniser.forest().unwrap();
    let mut trees = forest.trees();
    let tree = trees.next().unwrap();
    assert_eq!(tree.span(0), 0..string.split_whitespace().count());
    let visited: usize = (0..tree.size()).map(|node| 1 + tree.children(node).len()).sum();
    (forest.work(), trees.work() + visited as u64)
}

/// Recursion of every kind, up to 100,000 words; a chain of Leo items is walked once for each
/// position where one ends.
#[test]
fn forests_and_their_first_trees_are_linear() {
    type Text = fn(usize) -> String;
    let right = "A\nA a A\nA a";
    let brackets = "S\nS ( S ) S\nS";
    let cases: [(&str, &str, Text); 8] = [
        ("right recursion", right, |size| "a ".repeat(size)),
        ("left recursion", "A\nA A a\nA a", |size| "a ".repeat(size)),
        ("flat brackets", brackets, |size| "( ) ".repeat(size / 2)),
        ("nested brackets", brackets, |size| "( ".repeat(size / 2) + &") ".repeat(size / 2)),
        ("brackets in brackets", brackets, |size| {
            "( ( ) ( ) ( ) ".repeat(size / 8) + &") ".repeat(size / 8)
        }),
        ("an empty end", "A\nA a A\nA", |size| "a ".repeat(size)),
        ("through two rules", "A\nA a B\nA a\nB b A", |size| "a b ".repeat(size / 2) + "a"),
        ("lists of lists", "L\nL A ; L\nL A ;\nA a A\nA a", |size| "a a a ; ".repeat(size / 4)),
    ];
    for (name, grammar, text) in cases {
        let (half, full) = (&text(50_000), &text(100_000));
        let (less, more) = (forest_work(grammar, half), forest_work(grammar, full));
        assert!(10 * more.0 <= 21 * less.0, "{name}, the forest: {less:?} {more:?}");
        assert!(10 * more.1 <= 21 * less.1, "{name}, its first tree: {less:?} {more:?}");
    }
}
