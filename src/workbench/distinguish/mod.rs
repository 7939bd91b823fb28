//! The smallest document on which grammars differ.
//!
//! ```
//! use wishful::Grammar;
//! use wishful::workbench::distinguish::{Options, Side, distinguish};
//!
//! let side = |name: &'static str| Side::new(name, move |modes| Grammar::load_with(name, modes));
//! let sides = [side("whatwg").unwrap(), side("quirks-always").unwrap()];
//! let answer = distinguish(&sides, &Options { documents: 4_000, by_size: false, ..Options::default() }, &mut |_| true);
//! let found = answer.found.unwrap();
//! assert_eq!(found.text, "<!DOCTYPE html><p><table>");
//! ```
//!
//! What a document is made of are kinds of tokens that some grammar may treat in a way of its own (`alphabet.rs`): names that
//! no line of any grammar tells apart are one kind. The search comes in two parts, both of which never make two documents
//! longer after which all parsers stand alike (`search.rs`):
//!
//! 1. **Guided.** Tokens that the lines are about which not all grammars have (`focus.rs`) are cheap, others dear, those most that do what
//!    another one does (`alike.rs`), and the cheapest documents come first. Or it begins with documents that are given. What differs is [shrunk](super::shrink::shrink).
//! 2. **By size.** All documents of one token, of two, and so on, up to those that are smaller than what was found: so
//!    what is found is the smallest, or there is none up to the size that was [done](Answer::exhausted).
//!
//! Each document is tried in some *settings*: as a whole document, and, at a higher price, as a fragment in each context and with each mode
//! that a line speaks of which not all grammars have, and in the elements that such a line names, as far as a fragment begins in a way of its own there. What differs as a whole document is called the smallest if no smaller
//! whole document differs.
//!
//! **What "none" rests on.** That no document of so many tokens differs is said of all documents that are made of these kinds, for
//! parsers that stand alike go on alike: `slippers/stand.rs` says what that takes, and that it is all is what
//! `tests.rs` here holds against a search that merges nothing. Hashes have 64 bits, and two that are equal by chance would hide a document.
//! What is no kind of token is not tried: character references, attributes that no grammar names, markup that is broken in itself.

mod alike;
mod alphabet;
mod focus;
mod mentions;
mod named;
mod probe;
mod search;
mod side;
#[cfg(test)]
mod tests;

use super::shrink::{self, shrink};
use alphabet::{Alphabet, Kind};
use focus::{Focus, Nearness};
pub use probe::Compared;
use probe::Probe;
use search::{Hit, Round, Search};
pub use side::{Setting, Side};
use std::collections::HashSet;

/// What to look for, and how far.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// What is compared.
    pub compared: Compared,
    /// How many tokens a document has at most.
    pub tokens: usize,
    /// How many documents are tried at most, in each of the two parts.
    pub documents: u64,
    /// How many threads try them, at most 256. The answer does not depend on that.
    pub threads: usize,
    /// How documents are read, if only in one way.
    pub setting: Option<Setting>,
    /// Documents to begin with: the guided part shrinks those that differ, and tries no others.
    pub from: &'a [String],
    /// Whether documents that differ are looked for by their size, too.
    pub by_size: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            compared: Compared::Trees,
            tokens: 8,
            documents: u64::MAX,
            threads: 1,
            setting: None,
            from: &[],
            by_size: true,
        }
    }
}

/// Which part of the search it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What is near to the difference first.
    Guided,
    /// In the order of their size.
    BySize,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Where it is.
    pub part: Part,
    /// How many documents were tried so far.
    pub tried: u64,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A document on which grammars differ, the smallest that was found.
    pub found: Option<Found>,
    /// No document of up to so many tokens differs; none if not even the empty one was looked at.
    pub exhausted: Option<usize>,
    /// How many kinds of tokens there are.
    pub kinds: usize,
    /// How documents were read.
    pub settings: Vec<Setting>,
    /// How many documents were tried.
    pub tried: u64,
    /// Whether all grammars come to the same, but for names of sets and remarks: then nothing was tried, as no document can
    /// differ.
    pub same: bool,
}

impl Answer {
    /// Whether no smaller document differs than the one that was found.
    #[must_use]
    pub fn is_smallest(&self) -> bool {
        let found = self.found.as_ref().map(|found| found.tokens);
        found.is_some_and(|tokens| {
            tokens == 0 || self.exhausted.is_some_and(|all| all + 1 >= tokens)
        })
    }
}

/// A document on which grammars differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The document.
    pub text: String,
    /// How many tokens it has.
    pub tokens: usize,
    /// How it is read.
    pub setting: Setting,
    /// The numbers of two grammars that differ.
    pub differ: (usize, usize),
}

/// The smallest document that is found on which two of the grammars differ. `go_on` is asked between rounds, of a few thousand
/// documents at most, whether to go on with this part.
///
/// # Panics
/// Never, unless a parser does.
pub fn distinguish(
    sides: &[Side],
    options: &Options<'_>,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Answer {
    let statements: Vec<_> = sides.iter().map(|side| side.statements.clone()).collect();
    let focus = Focus::of(&statements);
    let alphabet = Alphabet::of(&statements, &focus);
    let same_trees = sides.windows(2).all(|two| two[0].tree_facts() == two[1].tree_facts());
    let (probe, tried) = (Probe { sides, compared: options.compared, same_trees }, 0);
    let settings = settings(probe, &focus, &alphabet, options);
    let same = sides.windows(2).all(|two| two[0].means_the_same(&two[1]));
    let kinds = alphabet.kinds.len();
    let answer = Answer { found: None, exhausted: None, kinds, settings, tried, same };
    let mut looking = Looking { probe, alphabet: &alphabet, options, answer, go_on };
    if !same {
        looking.look();
    }
    looking.answer
}

/// In which ways documents are read.
fn settings(
    probe: Probe<'_>,
    focus: &Focus<'_>,
    alphabet: &Alphabet,
    options: &Options<'_>,
) -> Vec<Setting> {
    if let Some(only) = &options.setting {
        return vec![only.clone()];
    }
    let is_direct = |name: &&str| focus.nearness(name) == Nearness::Direct;
    let mut modes: Vec<&str> = probe.sides.iter().flat_map(Side::modes).filter(is_direct).collect();
    modes.sort_unstable();
    modes.dedup();
    let of_context = |name: &str| Setting { fragment: Some(name.into()), ..Setting::default() };
    let of_mode = |name: &str| Setting { mode: Some(name.into()), ..Setting::default() };
    let mut settings = vec![Setting::default()];
    settings.extend(focus.contexts.iter().map(|name| of_context(name)));
    settings.extend(modes.into_iter().map(of_mode));
    let is_taken = |setting: &Setting| probe.sides.iter().all(|side| side.takes(setting).is_ok());
    settings.retain(is_taken);
    let mut begun: HashSet<_> = settings.iter().map(|setting| probe.beginning(setting)).collect();
    let named = alphabet.classes.iter().flatten().map(String::as_str).filter(is_direct);
    let others = named.map(of_context).filter(is_taken);
    settings.extend(others.filter(|setting| begun.insert(probe.beginning(setting))));
    settings
}

/// How often the condition is asked while one document is shrunk.
const SHRINKING: shrink::Limits = shrink::Limits { tests: 20_000 };

/// How a part of the search ended.
enum Ended {
    Hit(Hit),
    /// All was tried.
    Done,
    Stopped,
}

struct Looking<'a, 'o> {
    probe: Probe<'a>,
    alphabet: &'a Alphabet,
    options: &'a Options<'o>,
    answer: Answer,
    go_on: &'a mut dyn FnMut(Progress) -> bool,
}

impl Looking<'_, '_> {
    fn look(&mut self) {
        if self.options.from.is_empty() {
            self.guided();
        } else {
            self.given();
        }
        // Where all was tried that there is, its order does not matter.
        let is_done = self.answer.found.is_none() && self.answer.exhausted.is_some();
        if self.options.by_size && !is_done {
            self.by_size();
        }
    }

    /// Begins with documents that are at hand.
    fn given(&mut self) {
        for text in self.options.from {
            if !(self.go_on)(Progress { part: Part::Guided, tried: self.answer.tried }) {
                return;
            }
            for setting in self.answer.settings.clone() {
                self.answer.tried += 1;
                if self.probe.differing(text, &setting).is_some() {
                    self.shrunk(text, &setting);
                }
            }
        }
    }

    /// Tries first what is near to the difference.
    fn guided(&mut self) {
        let leads = alike::leading(&self.probe.sides[0], self.alphabet);
        let price = |(kind, leads): (&Kind, bool)| match kind.nearness {
            Nearness::Direct => 2,
            Nearness::Near => 3 + u32::from(!leads),
            Nearness::Around => 4 + 2 * u32::from(!leads),
            Nearness::Far => 5 + 2 * u32::from(!leads),
        };
        let prices = self.alphabet.kinds.iter().zip(leads).map(price).collect();
        let settings = self.answer.settings.clone();
        let (ended, _) = self.search(&settings, prices, self.options.tokens, Part::Guided);
        match ended {
            Ended::Hit(hit) => self.shrunk(&hit.text, &settings[hit.setting]),
            Ended::Done => self.answer.exhausted = Some(self.options.tokens),
            Ended::Stopped => {}
        }
    }

    /// Tries all that is smaller than what was found.
    fn by_size(&mut self) {
        let smaller = self.answer.found.as_ref().map(|found| found.tokens.saturating_sub(1));
        let most = smaller.unwrap_or(self.options.tokens).min(self.options.tokens);
        let prices = vec![1; self.alphabet.kinds.len()];
        let settings = self.settings_by_size();
        let (ended, below) = self.search(&settings, prices, most, Part::BySize);
        self.answer.exhausted = if matches!(ended, Ended::Done) { Some(most) } else { below };
        if let Ended::Hit(Hit { text, tokens, setting, differ }) = ended {
            let setting = settings[setting].clone();
            self.answer.found = Some(Found { text, tokens, setting, differ });
        }
    }

    /// A whole document that differs is better than a smaller fragment.
    fn settings_by_size(&self) -> Vec<Setting> {
        let whole = Setting::default();
        match &self.answer.found {
            Some(found) if found.setting == whole => vec![whole],
            _ => self.answer.settings.clone(),
        }
    }

    /// What is found at these prices, and the price up to which there is nothing.
    fn search(
        &mut self,
        settings: &[Setting],
        prices: Vec<u32>,
        most: usize,
        part: Part,
    ) -> (Ended, Option<usize>) {
        let bounds = (most, self.options.threads);
        let mut search = Search::new(self.probe, self.alphabet, settings, prices, bounds);
        let before = self.answer.tried;
        if let Some(hit) = search.empty() {
            return (Ended::Hit(hit), None);
        }
        loop {
            let round = search.round();
            self.answer.tried = before + search.tried;
            let ended = match round {
                Round::Hit(hit) => Ended::Hit(hit),
                Round::Done => Ended::Done,
                Round::More if search.tried >= self.options.documents => Ended::Stopped,
                Round::More if (self.go_on)(Progress { part, tried: self.answer.tried }) => {
                    continue;
                }
                Round::More => Ended::Stopped,
            };
            return (ended, usize::try_from(search.exhausted).ok());
        }
    }

    /// Takes a document that differs, made as small as it goes, if it is smaller than what there is.
    fn shrunk(&mut self, text: &str, setting: &Setting) {
        let probe = self.probe;
        let limits = SHRINKING;
        let small =
            shrink(text, limits, &mut |text| Some(probe.differing(text, setting).is_some()));
        let Some(small) = small else { return };
        self.answer.tried += small.tests;
        let Some(differ) = probe.differing(&small.text, setting) else { return };
        let setting = setting.clone();
        let found = Found { text: small.text, tokens: small.pieces, setting, differ };
        let is_smaller =
            |old: &Found| (found.tokens, found.text.len()) < (old.tokens, old.text.len());
        if self.answer.found.as_ref().is_none_or(is_smaller) {
            self.answer.found = Some(found);
        }
    }
}
