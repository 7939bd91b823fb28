//! Differential testing against html5ever with its known bugs fixed (`tests/peers/html5ever`).
//!
//! Every difference is shrunk and must be explained. Where html5ever is wrong,
//! `corpus/whatwg/excused.dat` has a case with the standard's tree and the deciding paragraph, and
//! a patch fixes the bug. So known bugs of html5ever cause no difference, and any remaining
//! difference points to this project.

use super::soup::{Kitchen, Soup};
use super::{Input, Parsers, peer, shrink};
use std::collections::{BTreeMap, HashSet};
use wishful::grammar::ast::FileSpan;

/// The maximum number of parses for shrinking an input.
const TRIES: usize = 2000;

/// The outcome of one input.
pub(crate) enum Outcome {
    /// The trees are equal.
    Equal,
    /// The trees differ; the smallest input found that still differs.
    Different(Soup),
}

/// The parser on the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// html5ever, whose trees are compared.
    Html5ever,
    /// This project's parser on the reference engine, whose events and repairs are compared.
    Reference,
}

/// Two parsers on the same inputs.
pub(crate) struct Duel {
    /// The parsers of this project.
    pub(crate) parsers: Parsers,
    pub(crate) opponent: Opponent,
    /// The generator of inputs.
    pub(crate) kitchen: Kitchen,
}

impl Duel {
    /// Compares the trees of an input, and shrinks a difference.
    pub(crate) fn compare(&self, soup: &Soup) -> Outcome {
        if self.agree(&soup.input()) {
            return Outcome::Equal;
        }
        let smallest = shrink::shrink(soup, TRIES, |soup: &Soup| !self.agree(&soup.input()));
        Outcome::Different(smallest)
    }

    /// Reports whether both parsers give a tree of an input, and the same one.
    pub(crate) fn agree(&self, input: &Input) -> bool {
        if self.opponent == Opponent::Reference {
            return self.parsers.engines_agree(input) == Ok(true);
        }
        match (self.parsers.tree(input), peer::tree(input)) {
            (Ok(ours), Ok(theirs)) => comparable(&ours) == comparable(&theirs),
            _ => false,
        }
    }

    /// Describes a difference: the input, and a diff of both trees.
    pub(crate) fn story(&self, input: &Input) -> String {
        let (ours, theirs) = (self.parsers.tree(input), peer::tree(input));
        let trees = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => super::difference(&comparable(theirs), &comparable(ours)),
            (Err(message), _) | (_, Err(message)) => format!("failed: {message}\n"),
        };
        format!("{}{trees}", super::headline(input))
    }
}

/// Removes what html5ever does not store: whether an identifier of a doctype is empty or missing.
fn comparable(tree: &str) -> String {
    tree.replace(" \"\" \"\">\n", ">\n")
}

/// The results of a run.
#[derive(Default)]
pub(crate) struct Tally {
    /// The hashes of all inputs so far.
    seen: HashSet<u64>,
    /// The number of inputs that were compared.
    pub(crate) compared: u64,
    /// The number of inputs with different trees.
    pub(crate) different: u64,
    /// The shrunk differences, each with the number of inputs that show it.
    pub(crate) groups: BTreeMap<(usize, String), (u64, Soup)>,
    /// The number of inputs in which each location in the grammar acted.
    pub(crate) fired: BTreeMap<FileSpan, u64>,
}

impl Tally {
    /// Reports whether an input is new and within the limit, and records it.
    pub(crate) fn claim(&mut self, input: &Input, most: u64) -> bool {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        !self.is_full(most) && self.seen.insert(hasher.finish())
    }

    /// Reports whether the maximum number of inputs is recorded.
    pub(crate) fn is_full(&self, most: u64) -> bool {
        u64::try_from(self.seen.len()).is_ok_and(|seen| seen >= most)
    }

    /// Counts an outcome.
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

    /// Counts the grammar locations that acted on an input.
    pub(crate) fn note(&mut self, places: HashSet<FileSpan>) {
        places.into_iter().for_each(|place| *self.fired.entry(place).or_default() += 1);
    }
}
