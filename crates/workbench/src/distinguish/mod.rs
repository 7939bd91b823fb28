//! Finds the smallest document on which grammars differ.
//!
//! ```
//! use wishful::Grammar;
//! use wishful_workbench::distinguish::{Options, Side, distinguish};
//!
//! let side = |name: &'static str| {
//!     Side::new(name, move |modes| Grammar::named(name).modes(modes).compile())
//! };
//! let sides = [side("whatwg").unwrap(), side("quirks-always").unwrap()];
//! let answer = distinguish(
//!     &sides,
//!     &Options::default().documents(4_000).by_size(false),
//!     &mut |_| true,
//! );
//! let found = answer.found.unwrap();
//! assert_eq!(found.text, "<!DOCTYPE html><p><table>");
//! ```
//!
//! The technique is best-first search over token sequences modulo parser-state fingerprints.
//! Documents are sequences of token kinds that some grammar may treat differently (`alphabet.rs`);
//! names that no line of any grammar distinguishes are one kind. Of several documents that leave
//! all parsers in equal states, only one is extended (`search.rs`). The search has two parts:
//!
//! 1. **Guided.** Tokens have prices, and the cheapest documents come first. Tokens in statements
//!    that only some of the grammars have (`focus.rs`) are cheap. Other tokens are expensive, most
//!    of all those that behave as another one does (`alike.rs`). Alternatively, the caller supplies
//!    documents. The first document that differs is [shrunk](super::shrink::shrink).
//! 2. **By size.** All documents of one token, of two tokens and so on are tried, up to the size of
//!    the one found. So the result is the smallest document, or there is none up to the size that
//!    was [completed](Answer::exhausted).
//!
//! Each document is tried in several *settings*. The first is as a whole document. The others cost
//! more: as a fragment in each context, and with each mode, that only some grammars have a line
//! about; and as a fragment in each element that one of these lines names, if parsing starts in a
//! new state there. A whole document that differs is called the smallest if no smaller whole
//! document differs.
//!
//! **Soundness of "none".** The claim that no document of `n` tokens differs covers all documents
//! over this alphabet. It relies on a lemma: parsers in equal states behave equally on the same
//! rest of a text. `slippers/fingerprint.rs` defines the state, and `tests.rs` compares the search
//! with one that merges nothing. Fingerprints have 64 bits; a collision would hide a document.
//! Outside of the alphabet are character references, attributes that no grammar names, and
//! malformed markup.
//!
//! [`texts`] compares grammars of texts.

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
pub mod texts;

use super::shrink::{self, shrink};
use alphabet::Alphabet;
use focus::{FocusNames, Nearness};
pub use probe::Compared;
use probe::Probe;
use search::{Search, SearchHit, SearchRound};
pub use side::{Setting, Side};
use std::collections::HashSet;

/// The options of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The results of parsing that are compared.
    pub compared: Compared,
    /// The largest number of tokens of a document.
    pub tokens: usize,
    /// The largest number of documents tried, in each of the two parts.
    pub documents: u64,
    /// The number of threads, at most 256. The answer does not depend on it.
    pub threads: usize,
    /// The only setting, if documents are parsed in one setting only.
    pub setting: Option<Setting>,
    /// Initial documents. If there are any, the guided part shrinks those that differ, and tries no
    /// others.
    pub from: &'a [String],
    /// True if the search by size follows the guided part.
    pub by_size: bool,
}

wishful::base::setters! { Options<'a> {
    compared: Compared, tokens: usize, documents: u64, threads: usize, setting: Option<Setting>,
    from: &'a [String], by_size: bool,
} }

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

/// A part of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchPart {
    /// The nearest to the difference first.
    Guided,
    /// In the order of size.
    BySize,
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The current part.
    pub part: SearchPart,
    /// The number of documents tried so far.
    pub tried: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The smallest document found on which grammars differ.
    pub found: Option<FoundDifference>,
    /// The largest number of tokens up to which no document differs; `None` if not even the empty
    /// document was tried.
    pub exhausted: Option<usize>,
    /// The number of token kinds.
    pub kinds: usize,
    /// The settings in which documents were parsed.
    pub settings: Vec<Setting>,
    /// The number of documents tried.
    pub tried: u64,
    /// True if all grammars are equal apart from names of sets and comments. Then nothing was
    /// tried, since no document can differ.
    pub same: bool,
}

impl Answer {
    /// Reports whether the document found is known to be the smallest that differs.
    #[must_use]
    pub fn is_smallest(&self) -> bool {
        match &self.found {
            Some(found) => {
                found.tokens == 0 || self.exhausted.is_some_and(|all| all + 1 >= found.tokens)
            }
            None => false,
        }
    }
}

/// A document on which grammars differ.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FoundDifference {
    /// The distinguishing document.
    pub text: String,
    /// The number of its tokens.
    pub tokens: usize,
    /// The setting in which it differs.
    pub setting: Setting,
    /// The indices of two grammars that differ.
    pub differ: (usize, usize),
}

/// Searches for the smallest document on which two of the grammars differ. Calls `go_on` between
/// rounds of at most a few thousand documents; if it returns false, the current part ends.
///
/// # Panics
/// Never, unless a parser panics.
pub fn distinguish(
    sides: &[Side],
    options: &Options<'_>,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Answer {
    let statements: Vec<_> = sides.iter().map(|side| side.statements.clone()).collect();
    let focus = FocusNames::of(&statements);
    let alphabet = Alphabet::of(&statements, &focus);
    let same_trees = sides.windows(2).all(|two| two[0].tree_facts() == two[1].tree_facts());
    let (probe, tried) = (Probe { sides, compared: options.compared, same_trees }, 0);
    let settings = settings(probe, &focus, &alphabet, options);
    let same = sides.windows(2).all(|two| two[0].means_the_same(&two[1]));
    let kinds = alphabet.kinds.len();
    let answer = Answer { found: None, exhausted: None, kinds, settings, tried, same };
    let mut distinguisher = Distinguisher { probe, alphabet: &alphabet, options, answer, go_on };
    if !same {
        distinguisher.run();
    }
    distinguisher.answer
}

/// Returns the settings in which documents are parsed.
fn settings(
    probe: Probe<'_>,
    focus: &FocusNames<'_>,
    alphabet: &Alphabet,
    options: &Options<'_>,
) -> Vec<Setting> {
    if let Some(only) = &options.setting {
        return vec![only.clone()];
    }
    let mut modes = Vec::new();
    for side in probe.sides {
        modes.extend(side.modes().filter(|name| focus.nearness(name) == Nearness::Direct));
    }
    modes.sort_unstable();
    modes.dedup();
    let mut settings = vec![Setting::default()];
    for name in &focus.contexts {
        settings.push(Setting { fragment: Some(name.clone()), ..Setting::default() });
    }
    for name in modes {
        settings.push(Setting { mode: Some(name.into()), ..Setting::default() });
    }
    settings.retain(|setting| probe.takes(setting));
    let mut begun: HashSet<_> = settings.iter().map(|setting| probe.beginning(setting)).collect();
    for name in alphabet.classes.iter().flatten() {
        if focus.nearness(name) != Nearness::Direct {
            continue;
        }
        let setting = Setting { fragment: Some(name.clone()), ..Setting::default() };
        if probe.takes(&setting) && begun.insert(probe.beginning(&setting)) {
            settings.push(setting);
        }
    }
    settings
}

/// The largest number of tests for shrinking one document.
const SHRINKING: shrink::Limits = shrink::Limits { tests: 20_000 };

/// The outcome of a part of the search.
enum PartOutcome {
    Hit(SearchHit),
    /// All documents were tried.
    Done,
    Stopped,
}

/// A search for a document on which grammars differ, in progress.
struct Distinguisher<'a, 'o> {
    probe: Probe<'a>,
    alphabet: &'a Alphabet,
    options: &'a Options<'o>,
    answer: Answer,
    go_on: &'a mut dyn FnMut(Progress) -> bool,
}

impl Distinguisher<'_, '_> {
    fn run(&mut self) {
        if self.options.from.is_empty() {
            self.guided();
        } else {
            self.given();
        }
        // If the guided part tried all documents, there are none left for the search by size.
        let is_done = self.answer.found.is_none() && self.answer.exhausted.is_some();
        if self.options.by_size && !is_done {
            self.by_size();
        }
    }

    /// Shrinks the initial documents that differ.
    fn given(&mut self) {
        for text in self.options.from {
            if !(self.go_on)(Progress { part: SearchPart::Guided, tried: self.answer.tried }) {
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

    /// Searches in the order of price, where tokens near to the difference are cheap.
    fn guided(&mut self) {
        let leads = alike::leading(&self.probe.sides[0], self.alphabet);
        let mut prices = Vec::new();
        for (kind, leads) in self.alphabet.kinds.iter().zip(leads) {
            let surcharge = u32::from(!leads);
            prices.push(match kind.nearness {
                Nearness::Direct => 2,
                Nearness::Near => 3 + surcharge,
                Nearness::Around => 4 + 2 * surcharge,
                Nearness::Far => 5 + 2 * surcharge,
            });
        }
        let settings = self.answer.settings.clone();
        let (ended, _) = self.search(&settings, prices, self.options.tokens, SearchPart::Guided);
        match ended {
            PartOutcome::Hit(hit) => self.shrunk(&hit.text, &settings[hit.setting]),
            PartOutcome::Done => self.answer.exhausted = Some(self.options.tokens),
            PartOutcome::Stopped => {}
        }
    }

    /// Searches all documents that are smaller than the one found.
    fn by_size(&mut self) {
        let most = match &self.answer.found {
            Some(found) => found.tokens.saturating_sub(1).min(self.options.tokens),
            None => self.options.tokens,
        };
        let prices = vec![1; self.alphabet.kinds.len()];
        let settings = self.settings_by_size();
        let (ended, below) = self.search(&settings, prices, most, SearchPart::BySize);
        self.answer.exhausted = if matches!(ended, PartOutcome::Done) { Some(most) } else { below };
        if let PartOutcome::Hit(SearchHit { text, tokens, setting, differ }) = ended {
            let setting = settings[setting].clone();
            self.answer.found = Some(FoundDifference { text, tokens, setting, differ });
        }
    }

    /// Returns the settings for the search by size. A whole document that differs is better than a
    /// smaller fragment.
    fn settings_by_size(&self) -> Vec<Setting> {
        let whole = Setting::default();
        match &self.answer.found {
            Some(found) if found.setting == whole => vec![whole],
            _ => self.answer.settings.clone(),
        }
    }

    /// Searches at these prices. Also returns the price up to which no document differs.
    fn search(
        &mut self,
        settings: &[Setting],
        prices: Vec<u32>,
        most: usize,
        part: SearchPart,
    ) -> (PartOutcome, Option<usize>) {
        let bounds = (most, self.options.threads);
        let mut search = Search::new(self.probe, self.alphabet, settings, prices, bounds);
        let before = self.answer.tried;
        if let Some(hit) = search.empty() {
            return (PartOutcome::Hit(hit), None);
        }
        loop {
            let round = search.round();
            self.answer.tried = before + search.tried;
            let ended = match round {
                SearchRound::Hit(hit) => PartOutcome::Hit(hit),
                SearchRound::Done => PartOutcome::Done,
                SearchRound::More if search.tried >= self.options.documents => PartOutcome::Stopped,
                SearchRound::More if (self.go_on)(Progress { part, tried: self.answer.tried }) => {
                    continue;
                }
                SearchRound::More => PartOutcome::Stopped,
            };
            return (ended, usize::try_from(search.exhausted).ok());
        }
    }

    /// Shrinks a document that differs, and stores the result if it is smaller than the best so
    /// far.
    fn shrunk(&mut self, text: &str, setting: &Setting) {
        let probe = self.probe;
        let limits = SHRINKING;
        let small =
            shrink(text, limits, &mut |text| Some(probe.differing(text, setting).is_some()));
        let Some(small) = small else { return };
        self.answer.tried += small.tests;
        let Some(differ) = probe.differing(&small.text, setting) else { return };
        let setting = setting.clone();
        let found = FoundDifference { text: small.text, tokens: small.pieces, setting, differ };
        let is_smaller = match &self.answer.found {
            Some(old) => (found.tokens, found.text.len()) < (old.tokens, old.text.len()),
            None => true,
        };
        if is_smaller {
            self.answer.found = Some(found);
        }
    }
}
