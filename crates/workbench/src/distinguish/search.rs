//! Best-first search over token sequences modulo parser-state fingerprints.
//!
//! A document is a smaller document and a token; its price is the sum of its tokens' prices. With
//! equal prices, documents come in the order of size. After all documents of one size it is known
//! that none of that size differs. With lower prices for tokens near to the difference, documents
//! made of these come first.
//!
//! **Merging.** The behaviour of a document's continuations depends on the states of the parsers,
//! not on how they got there (`slippers/fingerprint.rs`). So of several documents with equal states
//! only the first is extended. For example, `<b></b>` leads to the same state as `<i></i>`, and
//! `<p><p>` to the same as `<p>`. The state includes which open elements are the same node in all
//! trees.
//!
//! **Novelty.** The difference may be visible only after certain other tokens. So, with different
//! prices, a document becomes cheap if it shows a feature that no other one has shown. Features are
//! the Earley set of the current content, the last entry of the list of formatting elements, and
//! the latches that are on. Pairs of these are features, too, and so are the lines of the grammar
//! that were applied or are in force. The same goes for a document after which the grammars have
//! different elements open.
//!
//! Several workers probe documents. Their results are taken in order, so the answer does not depend
//! on the number of workers.

use super::alphabet::{Alphabet, TaglessToken, TokenShape};
use super::probe::{Agreement, Probe, ProbeAnswer};
use super::side::Setting;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::thread;
use wishful::base::narrow;

/// A document to be extended.
#[derive(Clone, Debug)]
struct Prefix {
    text: String,
    /// The tokens, as kinds and members of their classes.
    tokens: Vec<(usize, usize)>,
    setting: usize,
}

/// A document that is to be extended by all kinds of one price.
struct QueuedExtension {
    prefix: Arc<Prefix>,
    price: u32,
}

/// A document on which grammars differ.
#[derive(Clone, Debug)]
pub(super) struct SearchHit {
    pub(super) text: String,
    pub(super) tokens: usize,
    pub(super) setting: usize,
    pub(super) differ: (usize, usize),
}

/// The outcome of a round.
pub(super) enum SearchRound {
    /// Documents remain.
    More,
    /// All documents were tried.
    Done,
    /// A document that differs.
    Hit(SearchHit),
}

/// The number of documents that one round extends.
const ROUND: usize = 64;
/// The upper bound of the number of threads.
const MOST_THREADS: usize = 256;

/// The prices of settings other than the whole document. A setting with the same initial state as
/// an earlier one costs more.
const SETTING: u32 = 1;
const LIKE_SETTING: u32 = 4;

/// The largest price of a document's first token.
const FIRST: u32 = 2;

/// A search in rounds.
pub(super) struct Search<'a> {
    probe: Probe<'a>,
    alphabet: &'a Alphabet,
    settings: &'a [Setting],
    /// The prices by kind of token.
    prices: Vec<u32>,
    /// The largest number of tokens of a document.
    most_tokens: usize,
    /// The priority queue: work by the price of the resulting documents.
    open: BTreeMap<u32, Vec<QueuedExtension>>,
    reached: HashSet<u64>,
    /// The features shown so far, by setting and by whether the grammars had different elements
    /// open.
    seen: HashSet<(usize, bool, u64)>,
    /// The number of documents probed.
    pub(super) tried: u64,
    /// The price up to which all documents were tried.
    pub(super) exhausted: u32,
    threads: usize,
    /// True if only the first of several documents with equal states is extended.
    pub(super) merges: bool,
}

impl<'a> Search<'a> {
    /// Starts a search for documents of up to `most_tokens` tokens. `prices` are those of the
    /// alphabet's kinds, at least 1.
    pub(super) fn new(
        probe: Probe<'a>,
        alphabet: &'a Alphabet,
        settings: &'a [Setting],
        prices: Vec<u32>,
        (most_tokens, threads): (usize, usize),
    ) -> Self {
        let mut search = Self {
            probe,
            alphabet,
            settings,
            prices,
            most_tokens,
            open: BTreeMap::new(),
            reached: HashSet::new(),
            seen: HashSet::new(),
            tried: 0,
            exhausted: 0,
            threads: threads.clamp(1, MOST_THREADS),
            merges: true,
        };
        let mut begun = HashSet::new();
        for (number, setting) in settings.iter().enumerate() {
            let own = if search.by_size() {
                0
            } else if !begun.insert(probe.beginning(setting)) {
                LIKE_SETTING
            } else if number > 0 {
                SETTING
            } else {
                0
            };
            let prefix = Prefix { text: String::new(), tokens: Vec::new(), setting: number };
            search.open_up(Arc::new(prefix), own);
        }
        search
    }

    /// Reports whether documents come in the order of size.
    fn by_size(&self) -> bool {
        self.prices.iter().all(|price| *price == 1)
    }

    /// Returns a setting in which grammars differ on the empty document, as a hit.
    pub(super) fn empty(&mut self) -> Option<SearchHit> {
        for (number, setting) in self.settings.iter().enumerate() {
            if let Some(differ) = self.probe.differing("", setting) {
                return Some(SearchHit { text: String::new(), tokens: 0, setting: number, differ });
            }
        }
        None
    }

    /// Enqueues the extension of a document by tokens of each price.
    fn open_up(&mut self, prefix: Arc<Prefix>, own: u32) {
        if prefix.tokens.len() >= self.most_tokens {
            return;
        }
        let mut prices = self.prices.clone();
        prices.sort_unstable();
        prices.dedup();
        // There are few documents of one token, so all of them are tried early.
        let most = if prefix.tokens.is_empty() { FIRST } else { u32::MAX };
        for price in prices {
            let work = QueuedExtension { prefix: prefix.clone(), price };
            self.open.entry(own + price.min(most)).or_default().push(work);
        }
    }

    /// Extends the cheapest documents.
    pub(super) fn round(&mut self) -> SearchRound {
        let Some((price, works)) = self.cheapest() else { return SearchRound::Done };
        self.exhausted = price - 1;
        for (prefix, answer) in self.answers(&works).into_iter().flatten() {
            self.tried += 1;
            match answer {
                ProbeAnswer::Merges => {}
                ProbeAnswer::Agrees(agreement) => {
                    if self.reached.insert(agreement.fingerprint) || !self.merges {
                        let own = self.worth(&prefix, price, &agreement);
                        self.open_up(Arc::new(prefix), own);
                    }
                }
                ProbeAnswer::Differs(one, other) => {
                    return SearchRound::Hit(prefix.hit((one, other)));
                }
            }
        }
        if self.open.is_empty() {
            self.exhausted = price;
            return SearchRound::Done;
        }
        SearchRound::More
    }

    /// Removes some of the cheapest work from the queue. Also returns its price.
    fn cheapest(&mut self) -> Option<(u32, Vec<QueuedExtension>)> {
        let mut entry = self.open.first_entry()?;
        let price = *entry.key();
        let most = entry.get().len().min(ROUND);
        let works = entry.get_mut().drain(..most).collect();
        if entry.get().is_empty() {
            entry.remove();
        }
        Some((price, works))
    }

    /// Returns the price from which a document's extensions are counted.
    fn worth(&mut self, prefix: &Prefix, price: u32, agreement: &Agreement) -> u32 {
        if self.by_size() {
            return price;
        }
        let mut is_new = false;
        for &feature in &agreement.features {
            is_new |= self.seen.insert((prefix.setting, agreement.apart, feature));
        }
        if is_new { price.min(narrow(1 + prefix.tokens.len() / 2)) } else { price }
    }

    /// Probes the extensions of each work item, and returns the results in order.
    fn answers(&self, works: &[QueuedExtension]) -> Vec<Vec<(Prefix, ProbeAnswer)>> {
        if self.threads == 1 || works.len() == 1 {
            return self.all_longer(works);
        }
        let share = works.len().div_ceil(self.threads);
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for works in works.chunks(share) {
                workers.push((works, scope.spawn(move || self.all_longer(works))));
            }
            let mut answers = Vec::new();
            for (works, worker) in workers {
                // A worker panics only because of a bug in the parser. Its share is done again on
                // this thread, so that the panic is visible.
                answers.extend(worker.join().unwrap_or_else(|_| self.all_longer(works)));
            }
            answers
        })
    }

    fn all_longer(&self, works: &[QueuedExtension]) -> Vec<Vec<(Prefix, ProbeAnswer)>> {
        works.iter().map(|work| self.longer(work)).collect()
    }

    fn longer(&self, work: &QueuedExtension) -> Vec<(Prefix, ProbeAnswer)> {
        let QueuedExtension { prefix, price } = work;
        let mut found = Vec::new();
        for kind in 0..self.prices.len() {
            if self.prices[kind] != *price {
                continue;
            }
            for member in self.members(prefix, kind) {
                let mut longer = Prefix::clone(prefix);
                longer.text.push_str(&self.alphabet.spelling(kind, member));
                longer.tokens.push((kind, member));
                let last = (&self.alphabet.kinds[kind].shape, prefix.text.len());
                let setting = &self.settings[prefix.setting];
                let answer = self.probe.ask(&longer.text, setting, Some(last));
                found.push((longer, answer));
            }
        }
        found
    }

    /// Returns the members of a class that may come next: those that the document has, and the
    /// first that it does not have.
    fn members(&self, prefix: &Prefix, kind: usize) -> std::ops::Range<usize> {
        let Some(own) = self.class(kind) else {
            let is_again = prefix.tokens.last().is_some_and(|&(last, _)| last == kind);
            let is_text =
                matches!(self.alphabet.kinds[kind].shape, TokenShape::Plain(TaglessToken::Text, _));
            return 0..usize::from(!(is_again && is_text));
        };
        let mut used = 0;
        for &(kind, member) in &prefix.tokens {
            if self.class(kind) == Some(own) {
                used = used.max(member + 1);
            }
        }
        0..(used + 1).min(self.alphabet.classes[own].len())
    }

    /// Returns the class of a kind of tags.
    fn class(&self, kind: usize) -> Option<usize> {
        match self.alphabet.kinds[kind].shape {
            TokenShape::Start { class, .. } | TokenShape::End { class } => Some(class),
            TokenShape::Plain(..) => None,
        }
    }
}

impl Prefix {
    fn hit(self, differ: (usize, usize)) -> SearchHit {
        SearchHit { tokens: self.tokens.len(), text: self.text, setting: self.setting, differ }
    }
}
