//! The ways to read a text with a measured grammar, and their work counters.

use super::nested::{framed, read_tree};
use super::{Toy, read_all, toy, with_chart};
use wishful_earley::util::counted;
use wishful_earley::{Options, Recogniser, Word};

/// A name and the value of a counter.
pub type Counter = (&'static str, u64);

/// A name, a compiler of the grammar (`None` if it does not apply), and a function that reads a
/// text and returns its counters.
pub type Reading = (&'static str, fn(&str) -> Option<Toy>, fn(&Toy, &[Word]) -> Vec<Counter>);

/// Three ways: the recogniser alone; frames, if the grammar is visibly nested, with a tree from the
/// effects of reading; a chart, its forest and first tree.
pub const READINGS: [Reading; 3] = [
    ("recogniser", |text| Some(toy(text)), recognise),
    ("frames, tree of events", framed, tree_of_events),
    ("forest, first tree", |text| Some(toy(text)), first_tree),
];

/// Reads all words.
pub fn recognise(grammar: &Toy, words: &[Word]) -> Vec<Counter> {
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    assert_eq!(read_all(&mut recogniser, words), None);
    assert!(recogniser.complete());
    of_engine(&recogniser).into()
}

/// Reads all words and builds a tree from their effects.
pub fn tree_of_events(grammar: &Toy, words: &[Word]) -> Vec<Counter> {
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    let nodes = read_tree(&mut recogniser, words).expect("the string is of the grammar");
    let tree = [("tree nodes", counted(nodes.len()))];
    of_engine(&recogniser).into_iter().chain(tree).collect()
}

/// Reads all words and extracts the first tree from the forest.
pub fn first_tree(grammar: &Toy, words: &[Word]) -> Vec<Counter> {
    let mut recogniser = with_chart(&grammar.rules);
    assert_eq!(read_all(&mut recogniser, words), None);
    let forest = recogniser.forest().expect("the string is of the grammar");
    let mut trees = forest.trees();
    let tree = trees.next().expect("so it has a tree");
    assert_eq!(tree.span(0), 0..words.len());
    let made = [
        ("forest steps", forest.work()),
        ("forest nodes", counted(forest.size())),
        ("tree steps", trees.work()),
        ("tree nodes", counted(tree.size())),
    ];
    of_engine(&recogniser).into_iter().chain(made).collect()
}

/// Returns the counters that reading changes. Nothing here searches or edits.
fn of_engine(recogniser: &Recogniser) -> [Counter; 3] {
    let work = recogniser.work();
    [("items", work.items), ("sets", work.sets), ("frames opened", work.frames_opened)]
}
