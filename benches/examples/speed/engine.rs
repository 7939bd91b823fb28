//! The recogniser alone, on the grammars of `../shared/engine-grammars`.
//!
//! A table for each. It has 100,000 tokens, ours beside `gearley` (the first row) and `earlgrey`. *Cold*: the rules
//! are built anew before each run, outside of what is timed. *Warm*: the same rules have read the same string. Who would
//! need more than seconds for the string gets a shorter one, and the row says of how many tokens; its rate is no more than
//! an upper bound then. `earlgrey` keeps all of its chart, so it never gets more than 2,000.
//!
//! Of ours, three kinds of row must not be taken for one another. *Warm* is the grammar as it is, written out, which is what the others
//! read, too. *And a tree* is that with its chart kept (by the textbook's engine), the forest, and the first tree out of it: what a
//! general grammar costs. *Frames* is for grammars with rules `x ::= open … close` that nothing else opens or closes: each such rule is made
//! a kind of frame, as elements of markup are; the strings are the same. Its *tree events* are what reading a word says, "opened" and
//! "closed": a tree of all elements and words is made of them, and dropped, without any chart or forest.

use super::Settings;
use super::common::shared_file;
use super::earley_support::nested::framed;
use super::earley_support::readings::{Counter, first_tree, recognise, tree_of_events};
use super::earley_support::{Toy, toy};
use super::measure::{Row, affordable, interleave, timed};
use super::peers::engines::{Earlgrey, Gearley};
use super::strings::{MEASURED, Measured};
use std::time::Duration;
use wishful::instruments::earley::Word;

/// No engine is linear here; ours is to be polynomial.
const AMBIGUOUS: Measured = ("ambiguous", "ambiguous.g", |size| "a ".repeat(size));

/// How long one run of a slow engine may take.
const LIMIT: Duration = Duration::from_secs(1);

/// Prints all tables.
pub(crate) fn run(settings: Settings) {
    let cases = MEASURED.into_iter().chain([AMBIGUOUS]);
    let found =
        cases.filter_map(|case| Some((case, shared_file(&format!("engine-grammars/{}", case.1))?)));
    let found: Vec<(Measured, String)> = found.collect();
    for (case, grammar) in &found {
        println!("\n### Recogniser: {}\n", case.0);
        print!("{}", table(case, grammar, settings));
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
        Some(rivals.ours("warm, and a tree", false, first_tree)),
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
    fn ours(&self, name: &str, cold: bool, run: fn(&Toy, &[Word]) -> Vec<Counter>) -> Row<'a> {
        self.read_with(toy(self.grammar), name, cold, run)
    }

    /// Ours with frames, if the grammar is visibly nested.
    fn framed(&self, name: &str, run: fn(&Toy, &[Word]) -> Vec<Counter>) -> Option<Row<'a>> {
        Some(self.read_with(framed(self.grammar)?, name, false, run))
    }

    fn read_with(
        &self,
        ours: Toy,
        name: &str,
        cold: bool,
        run: fn(&Toy, &[Word]) -> Vec<Counter>,
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
