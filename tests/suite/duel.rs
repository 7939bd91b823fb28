//! Our trees against those of html5ever with its known errors mended (`tests/peers/html5ever`).
//!
//! A difference is shrunk, and has no excuse: where html5ever is wrong, the case of the error is in
//! `corpus/whatwg/excused.dat` with the tree of the standard and the paragraph that decides it, and a patch mends it. So what
//! an error of html5ever causes is not there, whatever else is in the input; and what is there is ours to explain.

use super::soup::{Kitchen, Soup};
use super::{Input, Parsers, peer, shrink};
use std::collections::{BTreeMap, HashSet};
use wishful::instruments::grammar::ast::Place;

/// How often a shrinking input may be tried.
const TRIES: usize = 2000;

/// What became of one input.
pub(crate) enum Outcome {
    /// The trees are equal.
    Equal,
    /// They differ; the smallest input found that does, too.
    Different(Soup),
}

/// Two parsers on the same inputs.
pub(crate) struct Duel {
    /// Ours.
    pub(crate) parsers: Parsers,
    /// Where inputs come from.
    pub(crate) kitchen: Kitchen,
}

impl Duel {
    /// Compares the trees of an input, and shrinks a difference.
    pub(crate) fn compare(&self, soup: &Soup) -> Outcome {
        if self.agree(&soup.input()) {
            return Outcome::Equal;
        }
        let differs = |soup: &Soup| !self.agree(&soup.input());
        Outcome::Different(shrink::shrink(soup, TRIES, differs))
    }

    /// Reports whether both parsers give a tree of an input, and the same one.
    pub(crate) fn agree(&self, input: &Input) -> bool {
        match (self.parsers.tree(input), peer::tree(input)) {
            (Ok(ours), Ok(theirs)) => comparable(&ours) == comparable(&theirs),
            _ => false,
        }
    }

    /// A difference for people: the input, and both trees as one.
    pub(crate) fn story(&self, input: &Input) -> String {
        let (ours, theirs) = (self.parsers.tree(input), peer::tree(input));
        let trees = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => super::difference(&comparable(theirs), &comparable(ours)),
            (Err(message), _) | (_, Err(message)) => format!("failed: {message}\n"),
        };
        format!("{}{trees}", super::headline(input))
    }
}

/// A tree without what html5ever does not keep: whether an identifier of a doctype is empty or missing.
fn comparable(tree: &str) -> String {
    tree.replace(" \"\" \"\">\n", ">\n")
}

/// What a run found.
#[derive(Default)]
pub(crate) struct Tally {
    /// The inputs, by a hash.
    seen: HashSet<u64>,
    /// How many were compared.
    pub(crate) compared: u64,
    /// How many differ.
    pub(crate) different: u64,
    /// Those in their smallest forms, each with the number of inputs that show it.
    pub(crate) groups: BTreeMap<(usize, String), (u64, Soup)>,
    /// In how many inputs each place of the grammar did something.
    pub(crate) fired: BTreeMap<Place, u64>,
}

impl Tally {
    /// Whether an input is a new one, and not one too many.
    pub(crate) fn claim(&mut self, input: &Input, most: u64) -> bool {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        !self.is_full(most) && self.seen.insert(hasher.finish())
    }

    /// Whether so many inputs are claimed.
    pub(crate) fn is_full(&self, most: u64) -> bool {
        u64::try_from(self.seen.len()).is_ok_and(|seen| seen >= most)
    }

    /// Counts one outcome.
    pub(crate) fn count(&mut self, outcome: Outcome) {
        self.compared += 1;
        match outcome {
            Outcome::Equal => {}
            Outcome::Different(shrunk) => {
                self.different += 1;
                self.group(shrunk);
            }
        }
    }

    /// Adds a shrunk difference.
    fn group(&mut self, soup: Soup) {
        let input = soup.input();
        let key = (input.text.len(), super::headline(&input));
        self.groups.entry(key).or_insert((0, soup)).0 += 1;
    }

    /// Counts the places that did something to an input.
    pub(crate) fn note(&mut self, places: HashSet<Place>) {
        places.into_iter().for_each(|place| *self.fired.entry(place).or_default() += 1);
    }
}
