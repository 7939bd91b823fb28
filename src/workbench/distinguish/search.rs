//! The search: documents in the order of their price, each way of standing once.
//!
//! A document is a smaller one and a token; its price is that of its tokens. Where every token costs the same, documents come
//! in the order of their size, and when all of one size have come, there is none of that size. Where tokens are the cheaper
//! the nearer they are to what differs, those come first that are made of these.
//!
//! What may come of a document with more behind it depends on where the grammars' parsers stand, not on how they came there
//! (`slippers/stand.rs`). So only the first document of those that stand alike is made longer: `<b></b>` stands where
//! `<i></i>` does, and `<p><p>` where `<p>` does, if all that they have open is one and the same in both trees.
//!
//! What the lines that differ are about may show only where something else came before. So where tokens have different
//! prices, a document by which something comes up that no other has shown (`slippers/stand.rs`: where a content stands, what the
//! list of formatting elements is like, which latches are on, two of these; a line that was come by), or after which the grammars
//! have other elements open, costs little.
//!
//! Some workers ask; what they found is taken in order, so that the answer is the same however many they are.

use super::alphabet::{Alphabet, Plain, Shape};
use super::probe::{Agreement, Answer, Probe};
use super::side::Setting;
use crate::base::narrow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::thread;

/// A document on the way.
#[derive(Clone, Debug)]
struct Prefix {
    text: String,
    /// Its tokens, as kinds and members of their classes.
    tokens: Vec<(usize, usize)>,
    setting: usize,
}

/// A document that is to be made longer by the kinds of one price.
struct Work {
    prefix: Arc<Prefix>,
    price: u32,
}

/// A document on which grammars differ.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) text: String,
    pub(super) tokens: usize,
    pub(super) setting: usize,
    pub(super) differ: (usize, usize),
}

/// How a round of the search ended.
pub(super) enum Round {
    /// There is more to do.
    More,
    /// All has been done.
    Done,
    /// These differ.
    Hit(Hit),
}

/// How many documents are made longer in one round.
const ROUND: usize = 64;
/// However many threads are asked for.
const MOST_THREADS: usize = 256;

/// What it costs that a document is not simply a whole document; more where it begins as in another setting.
const SETTING: u32 = 1;
const LIKE_SETTING: u32 = 4;

/// What the first token of a document costs at most.
const FIRST: u32 = 2;

/// A search that goes on round by round.
pub(super) struct Search<'a> {
    probe: Probe<'a>,
    alphabet: &'a Alphabet,
    settings: &'a [Setting],
    /// By kind of token.
    prices: Vec<u32>,
    /// Documents have no more tokens.
    most_tokens: usize,
    /// What is to be done, by the price that it comes to.
    open: BTreeMap<u32, Vec<Work>>,
    stood: HashSet<u64>,
    /// What some document has shown, by setting, and by whether the grammars had other elements open.
    seen: HashSet<(usize, bool, u64)>,
    /// How many documents were asked about.
    pub(super) tried: u64,
    /// All documents of up to this price have been tried.
    pub(super) exhausted: u32,
    threads: usize,
    /// Whether only the first of those that stand alike is made longer.
    pub(super) merges: bool,
}

impl<'a> Search<'a> {
    /// A search for documents of up to so many tokens; `prices` are those of the kinds of the alphabet, at least 1.
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
            stood: HashSet::new(),
            seen: HashSet::new(),
            tried: 0,
            exhausted: 0,
            threads: threads.clamp(1, MOST_THREADS),
            merges: true,
        };
        let mut begun = HashSet::new();
        for (number, setting) in settings.iter().enumerate() {
            let own = match search.by_size() {
                true => 0,
                false if !begun.insert(probe.beginning(setting)) => LIKE_SETTING,
                false if number > 0 => SETTING,
                false => 0,
            };
            let prefix = Prefix { text: String::new(), tokens: Vec::new(), setting: number };
            search.open_up(Arc::new(prefix), own);
        }
        search
    }

    /// Whether documents come in the order of their size.
    fn by_size(&self) -> bool {
        self.prices.iter().all(|price| *price == 1)
    }

    /// Whether grammars differ on a document without any token.
    pub(super) fn empty(&mut self) -> Option<Hit> {
        let hit = |setting: usize| {
            let differ = self.probe.differing("", &self.settings[setting])?;
            Some(Hit { text: String::new(), tokens: 0, setting, differ })
        };
        (0..self.settings.len()).find_map(hit)
    }

    /// A document is to be made longer by tokens of each price.
    fn open_up(&mut self, prefix: Arc<Prefix>, own: u32) {
        if prefix.tokens.len() >= self.most_tokens {
            return;
        }
        let mut prices = self.prices.clone();
        prices.sort_unstable();
        prices.dedup();
        // Of one token there are few documents.
        let most = if prefix.tokens.is_empty() { FIRST } else { u32::MAX };
        for price in prices {
            let work = Work { prefix: prefix.clone(), price };
            self.open.entry(own + price.min(most)).or_default().push(work);
        }
    }

    /// Makes the cheapest documents longer.
    pub(super) fn round(&mut self) -> Round {
        let Some((price, works)) = self.cheapest() else { return Round::Done };
        self.exhausted = price - 1;
        for (prefix, answer) in self.answers(&works).into_iter().flatten() {
            self.tried += 1;
            match answer {
                Answer::Merges => {}
                Answer::Agrees(agreement) => {
                    if self.stood.insert(agreement.likeness) || !self.merges {
                        let own = self.worth(&prefix, price, &agreement);
                        self.open_up(Arc::new(prefix), own);
                    }
                }
                Answer::Differs(one, other) => return Round::Hit(prefix.hit((one, other))),
            }
        }
        if self.open.is_empty() {
            self.exhausted = price;
            return Round::Done;
        }
        Round::More
    }

    /// Takes some of the cheapest work that is left, with its price.
    fn cheapest(&mut self) -> Option<(u32, Vec<Work>)> {
        let mut entry = self.open.first_entry()?;
        let price = *entry.key();
        let most = entry.get().len().min(ROUND);
        let works = entry.get_mut().drain(..most).collect();
        if entry.get().is_empty() {
            entry.remove();
        }
        Some((price, works))
    }

    /// What a document costs that is made longer.
    fn worth(&mut self, prefix: &Prefix, price: u32, agreement: &Agreement) -> u32 {
        if self.by_size() {
            return price;
        }
        let mut is_new = false;
        for &feature in &agreement.features {
            is_new |= self.seen.insert((prefix.setting, agreement.apart, feature));
        }
        match is_new {
            true => price.min(narrow(1 + prefix.tokens.len() / 2)),
            false => price,
        }
    }

    /// What comes of each work, in order.
    fn answers(&self, works: &[Work]) -> Vec<Vec<(Prefix, Answer)>> {
        if self.threads == 1 || works.len() == 1 {
            return works.iter().map(|work| self.longer(work)).collect();
        }
        let share = works.len().div_ceil(self.threads);
        let of = |works: &[Work]| works.iter().map(|work| self.longer(work)).collect::<Vec<_>>();
        let of = &of;
        thread::scope(|scope| {
            let shares = works.chunks(share);
            let workers: Vec<_> =
                shares.clone().map(|works| scope.spawn(move || of(works))).collect();
            let joined = workers.into_iter().zip(shares);
            // A worker that panicked is a bug of the parser; what it had is done again here, where it is seen.
            joined.flat_map(|(worker, works)| worker.join().unwrap_or_else(|_| of(works))).collect()
        })
    }

    fn longer(&self, work: &Work) -> Vec<(Prefix, Answer)> {
        let Work { prefix, price } = work;
        let mut found = Vec::new();
        for kind in (0..self.prices.len()).filter(|kind| self.prices[*kind] == *price) {
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

    /// The members of a class that a document may have next: those that it has, and the first that it has not.
    fn members(&self, prefix: &Prefix, kind: usize) -> std::ops::Range<usize> {
        let class = |kind: usize| match self.alphabet.kinds[kind].shape {
            Shape::Start { class, .. } | Shape::End { class } => Some(class),
            Shape::Plain(..) => None,
        };
        let Some(own) = class(kind) else {
            let is_again = prefix.tokens.last().is_some_and(|&(last, _)| last == kind);
            let is_text = matches!(self.alphabet.kinds[kind].shape, Shape::Plain(Plain::Text, _));
            return 0..usize::from(!(is_again && is_text));
        };
        let of_class = prefix.tokens.iter().filter(|&&(kind, _)| class(kind) == Some(own));
        let used = of_class.map(|&(_, member)| member + 1).max().unwrap_or(0);
        0..(used + 1).min(self.alphabet.classes[own].len())
    }
}

impl Prefix {
    fn hit(self, differ: (usize, usize)) -> Hit {
        Hit { tokens: self.tokens.len(), text: self.text, setting: self.setting, differ }
    }
}
