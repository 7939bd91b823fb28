//! The recogniser alone, on the grammars of `../shared/engine-grammars`.
//!
//! Each grammar has a table: this recogniser beside `gearley` (the first row) and `earlgrey`, on a
//! string of 100,000 tokens. *Cold* builds the rules anew before each run, outside of the timed
//! part. *Warm* reuses rules that have read the same string.
//!
//! An engine that needs more than the time limit gets a shorter string, and its row names the
//! number of tokens; its rate is only an upper bound then. `earlgrey` keeps its whole chart, so it
//! never gets more than 2,000 tokens.
//!
//! The rows of this recogniser measure three different things:
//!
//! * *Warm* is the grammar as it is written, which the other engines read, too.
//! * *And a tree* keeps the chart (with the reference engine), builds the forest and extracts its
//!   first tree: the cost of a general grammar.
//! * *Frames* is for grammars with rules `x ::= open … close` whose terminals occur nowhere else.
//!   Each rule of that form becomes a kind of frame, as elements of markup do; the strings are the
//!   same. *Tree events* builds a tree of all elements and words from the answers of `read`,
//!   "opened" and "closed", and drops it. It uses neither a chart nor a forest.

use super::Settings;
use super::common::shared_file;
use super::earley_support::nested::framed;
use super::earley_support::readings::{Counter, first_tree, recognise, tree_of_events};
use super::earley_support::{Toy, toy};
use super::measure::{MeasuredRow, affordable, interleave, timed};
use super::peers::engines::{Earlgrey, Gearley};
use super::strings::{MEASURED, Measured};
use std::time::Duration;
use wishful_earley::Word;

/// An ambiguous grammar. No engine is linear on it; this one must be polynomial.
const AMBIGUOUS: Measured = ("ambiguous", "ambiguous.g", |size| "a ".repeat(size));

/// The maximum time of one run of a slow engine.
const LIMIT: Duration = Duration::from_secs(1);

/// Prints all tables.
pub(crate) fn run(settings: Settings) {
    for case in MEASURED.into_iter().chain([AMBIGUOUS]) {
        let Some(grammar) = shared_file(&format!("engine-grammars/{}", case.1)) else { continue };
        println!("\n### Recogniser: {}\n", case.0);
        print!("{}", table(&case, &grammar, settings));
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

/// A builder of one table's rows.
struct Rivals<'a> {
    grammar: &'a str,
    string: fn(usize) -> String,
    /// The size of the string for engines within the time limit.
    most: usize,
    limit: Duration,
}

impl<'a> Rivals<'a> {
    fn gearley(&self) -> MeasuredRow<'a> {
        let gearley = Gearley::new(self.grammar);
        let size = affordable(self.most, self.limit, |size| {
            let words = gearley.words(&(self.string)(size));
            timed(|| assert!(gearley.recognise(&words)))
        });
        let words = gearley.words(&(self.string)(size));
        let name = self.named("gearley 0.0.4", size);
        MeasuredRow::new(name, millions(size), move || assert!(gearley.recognise(&words)))
    }

    /// Measures this recogniser, with new rules if `cold`.
    fn ours(
        &self,
        name: &str,
        cold: bool,
        run: fn(&Toy, &[Word]) -> Vec<Counter>,
    ) -> MeasuredRow<'a> {
        self.read_with(toy(self.grammar), name, cold, run)
    }

    /// Measures this recogniser with frames, if the grammar is visibly nested.
    fn framed(
        &self,
        name: &str,
        run: fn(&Toy, &[Word]) -> Vec<Counter>,
    ) -> Option<MeasuredRow<'a>> {
        Some(self.read_with(framed(self.grammar)?, name, false, run))
    }

    fn read_with(
        &self,
        ours: Toy,
        name: &str,
        cold: bool,
        run: fn(&Toy, &[Word]) -> Vec<Counter>,
    ) -> MeasuredRow<'a> {
        let grammar = self.grammar;
        let size = affordable(self.most, self.limit, |size| {
            let words = ours.words(&(self.string)(size));
            timed(|| run(&ours, &words))
        });
        let words = ours.words(&(self.string)(size));
        let name = self.named(&format!("wishful, {name}"), size);
        MeasuredRow::timing_itself(name, millions(size), move || {
            if cold {
                let fresh = toy(grammar);
                return timed(|| run(&fresh, &words));
            }
            timed(|| run(&ours, &words))
        })
    }

    fn earlgrey(&self) -> MeasuredRow<'a> {
        let earlgrey = Earlgrey::new(self.grammar);
        let size = affordable(2000, self.limit / 4, |size| {
            let string = (self.string)(size);
            timed(|| earlgrey.recognise(&string))
        });
        let string = (self.string)(size);
        MeasuredRow::new(self.named("earlgrey", size), millions(size), move || {
            assert!(earlgrey.recognise(&string));
        })
    }

    /// Names a row, with the size of its string if that is not the usual one.
    fn named(&self, name: &str, size: usize) -> String {
        if size == self.most { name.to_owned() } else { format!("{name} (of {size} tokens)") }
    }
}

fn millions(tokens: usize) -> f64 {
    tokens as f64 / 1e6
}
