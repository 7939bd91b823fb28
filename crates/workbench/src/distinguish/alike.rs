//! Observational classes of token kinds: kinds that show the same features in the same contexts.
//!
//! Most kinds of tokens have nothing to do with the difference between the grammars, yet some of
//! them may be needed to expose it. Examples are any formatting element, or anything that the next
//! token does not close. Trying all of them at each position is too expensive.
//!
//! So kinds are grouped by the features that they show (`slippers/fingerprint.rs`) after the empty
//! text, and after each token that shows something new by itself. Of each group one kind *leads*:
//! the search tries it before the others.

use super::alphabet::Alphabet;
use super::side::{Setting, Side};
use std::collections::HashSet;
use wishful::base::hash_of;

/// Returns, for each kind, whether it leads.
pub(super) fn leading(side: &Side, alphabet: &Alphabet) -> Vec<bool> {
    let spellings: Vec<String> =
        (0..alphabet.kinds.len()).map(|kind| alphabet.spelling(kind, 0)).collect();
    let mut seen = HashSet::new();
    let mut contexts = vec![String::new()];
    for text in &spellings {
        if seen.insert(shown(side, text)) {
            contexts.push(text.clone());
        }
    }
    let mut known: HashSet<Vec<u64>> = HashSet::new();
    let mut leads = Vec::new();
    for text in &spellings {
        let features = contexts.iter().map(|context| shown(side, &format!("{context}{text}")));
        leads.push(known.insert(features.collect()));
    }
    leads
}

/// Returns the hash of all features of a text.
fn shown(side: &Side, text: &str) -> u64 {
    let reading = side.read(text, &Setting::default()).ok();
    hash_of(reading.map(|reading| {
        (reading.features, reading.last.map(|(fingerprint, _)| fingerprint.features))
    }))
}
