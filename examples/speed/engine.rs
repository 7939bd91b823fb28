//! The recogniser alone, on the grammars of `../shared/engine-grammars`.
//!
//! Two kinds of table. The first has 100,000 tokens, ours beside `gearley` (the first row) and `earlgrey`. *Cold*: the rules
//! are built anew before each run, outside of what is timed. *Warm*: the same rules have read the same string. Who would
//! need more than seconds for the string gets a shorter one, and the row says of how many tokens; its rate is no more than
//! an upper bound then. `earlgrey` keeps all of its chart, so it never gets more than 2,000.
//!
//! Of ours, three kinds of row must not be taken for one another. *Warm* is the grammar as it is, written out, which is what the others
//! read, too. *And a tree* is that with its chart kept (by the textbook's engine), the forest, and the first tree out of it: what a
//! general grammar costs. *Frames* is for grammars with rules `x ::= open … close` that nothing else opens or closes: each such rule is made
//! a kind of frame, as elements of markup are; the strings are the same. Its *tree events* are what reading a word says, "opened" and
//! "closed": a tree of all elements and words is made of them, and dropped, without any chart or forest.
//!
//! The other table has ours from 1,000 to 1,000,000 tokens, with the engine's own counters by token: they are the claim of
//! linear work, the seconds beside them are for the eye.

use super::Settings;
use super::earley_support::nested::{Node, framed, read_tree};
use super::earley_support::{Toy, read_all, shared, toy, with_chart};
use super::measure::{Row, affordable, interleave, short, timed};
use super::peers::engines::{Earlgrey, Gearley};
use super::strings::{MEASURED, Measured};
use std::time::Duration;
use wishful::earley::{Options, Recogniser, Tree, Word};

/// No engine is linear here; ours is to be polynomial.
const AMBIGUOUS: Measured = ("ambiguous", "ambiguous.g", |size| "a ".repeat(size));

/// How long one run of a slow engine may take.
const LIMIT: Duration = Duration::from_secs(1);

/// Prints all tables.
pub(crate) fn run(settings: Settings) {
    let cases = MEASURED.into_iter().chain([AMBIGUOUS]);
    let found =
        cases.filter_map(|case| Some((case, shared(&format!("engine-grammars/{}", case.1))?)));
    let found: Vec<(Measured, String)> = found.collect();
    for (case, grammar) in &found {
        println!("\n### Recogniser: {}\n", case.0);
        print!("{}", table(case, grammar, settings));
    }
    println!("\n### Recogniser: growth\n");
    println!("| grammar | tokens | seconds | Mtokens/s | items a token | sets a token |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (case, grammar) in &found {
        growth(case, grammar, settings);
    }
}

fn table(&(_, _, string): &Measured, grammar: &str, settings: Settings) -> String {
    let most = if settings.quick { 10_000 } else { 100_000 };
    let limit = if settings.quick { LIMIT / 10 } else { LIMIT };
    let rivals = Rivals { grammar, string, most, limit };
    let rows = [
        Some(rivals.gearley()),
        Some(rivals.ours("cold", true, recognise)),
        Some(rivals.ours("warm", false, recognise)),
        Some(rivals.ours("warm, and a tree", false, one_tree)),
        rivals.framed("warm, frames", recognise),
        rivals.framed("warm, frames, tree events", tree_of_events),
        Some(rivals.earlgrey()),
    ];
    interleave(rows.into_iter().flatten().collect(), settings.budget(6)).markdown("Mtokens")
}

/// What makes the rows of one table.
struct Rivals<'a> {
    grammar: &'a str,
    string: fn(usize) -> String,
    /// The size of the string, for whom it takes no longer than the limit.
    most: usize,
    limit: Duration,
}

impl<'a> Rivals<'a> {
    fn gearley(&self) -> Row<'a> {
        let gearley = Gearley::new(self.grammar);
        let read = |words: &[u32]| assert!(gearley.recognise(words));
        let words = |size| gearley.words(&(self.string)(size));
        let size = affordable(self.most, self.limit, |size| {
            let words = words(size);
            timed(|| read(&words))
        });
        let words = words(size);
        let name = self.named("gearley 0.0.4", size);
        Row::new(name, millions(size), move || assert!(gearley.recognise(&words)))
    }

    /// Ours, with rules that were never used before if it is cold.
    fn ours<T: 'a>(&self, name: &str, cold: bool, run: fn(&Toy, &[Word]) -> T) -> Row<'a> {
        self.read_with(toy(self.grammar), name, cold, run)
    }

    /// Ours with frames, if the grammar is visibly nested.
    fn framed<T: 'a>(&self, name: &str, run: fn(&Toy, &[Word]) -> T) -> Option<Row<'a>> {
        Some(self.read_with(framed(self.grammar)?, name, false, run))
    }

    fn read_with<T: 'a>(
        &self,
        ours: Toy,
        name: &str,
        cold: bool,
        run: fn(&Toy, &[Word]) -> T,
    ) -> Row<'a> {
        let grammar = self.grammar;
        let words = |size| ours.words(&(self.string)(size));
        let size = affordable(self.most, self.limit, |size| {
            let words = words(size);
            timed(|| run(&ours, &words))
        });
        let words = words(size);
        let name = self.named(&format!("wishful, {name}"), size);
        Row::timing_itself(name, millions(size), move || {
            let fresh = cold.then(|| toy(grammar));
            timed(|| run(fresh.as_ref().unwrap_or(&ours), &words))
        })
    }

    fn earlgrey(&self) -> Row<'a> {
        let earlgrey = Earlgrey::new(self.grammar);
        let run = |size| {
            let string = (self.string)(size);
            timed(|| earlgrey.recognise(&string))
        };
        let size = affordable(2000, self.limit / 4, run);
        let string = (self.string)(size);
        Row::new(self.named("earlgrey", size), millions(size), move || {
            assert!(earlgrey.recognise(&string));
        })
    }

    /// The name of a row, with the size of its string if that is not the usual one.
    fn named(&self, name: &str, size: usize) -> String {
        if size == self.most { name.to_owned() } else { format!("{name} (of {size} tokens)") }
    }
}

fn millions(tokens: usize) -> f64 {
    tokens as f64 / 1e6
}

/// Reads all words.
fn recognise(grammar: &Toy, words: &[Word]) -> Recogniser {
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    for &word in words {
        recogniser.read(word).expect("the string is of the grammar");
    }
    assert!(recogniser.complete());
    recogniser
}

/// Reads all words and takes the first tree out of the forest.
fn one_tree(grammar: &Toy, words: &[Word]) -> Tree {
    let mut recogniser = with_chart(&grammar.rules);
    assert_eq!(read_all(&mut recogniser, words), None);
    let forest = recogniser.forest().expect("the string is of the grammar");
    forest.trees().next().expect("so it has a tree")
}

/// Reads all words, and makes a tree of what that says.
fn tree_of_events(grammar: &Toy, words: &[Word]) -> Vec<Node> {
    let mut recogniser = Recogniser::new(grammar.rules.clone(), Options::default());
    read_tree(&mut recogniser, words).expect("the string is of the grammar")
}

fn growth(&(name, _, string): &Measured, grammar: &str, settings: Settings) {
    let grammar = toy(grammar);
    let decades = if settings.quick { 3..=5 } else { 3..=6 };
    let mut before = Duration::ZERO;
    for size in decades.map(|power| 10_usize.pow(power)) {
        // Where time is quadratic, ten times the size takes a hundred times as long.
        if before * 100 > settings.patience() {
            println!("| {name} | {size} | skipped | | | |");
            continue;
        }
        let words = grammar.words(&string(size));
        let mut work = None;
        let took = timed(|| work = Some(recognise(&grammar, &words).work()));
        let a_token = |count: u64| short(count as f64 / words.len() as f64);
        let work = work.expect("it has run");
        println!(
            "| {name} | {size} | {} | {} | {} | {} |",
            short(took.as_secs_f64()),
            short(millions(words.len()) / took.as_secs_f64()),
            a_token(work.items),
            a_token(work.sets)
        );
        before = took;
    }
}
