//! Which kinds of tokens do the same, as far as can be seen at once.
//!
//! Most kinds of tokens have nothing to do with what differs, and yet some of them may be needed for it to show: any formatting
//! element, anything that is not closed by what comes next. Whoever tries all of them at each place does not come far. So of those that
//! show the same features (`slippers/stand.rs`) after nothing and after each token that shows something new by itself, one
//! *leads*, and is tried before the others.

use super::alphabet::Alphabet;
use super::side::{Setting, Side};
use crate::base::hash_of;
use std::collections::HashSet;

/// By kind: whether it leads.
pub(super) fn leading(side: &Side, alphabet: &Alphabet) -> Vec<bool> {
    let spellings: Vec<String> =
        (0..alphabet.kinds.len()).map(|kind| alphabet.spelling(kind, 0)).collect();
    let mut seen = HashSet::new();
    let mut contexts = vec![String::new()];
    contexts.extend(spellings.iter().filter(|text| seen.insert(shown(side, text))).cloned());
    let shown_after = |context: &String, text: &String| shown(side, &format!("{context}{text}"));
    let mut known: HashSet<Vec<u64>> = HashSet::new();
    let leads = |text: &String| {
        known.insert(contexts.iter().map(|context| shown_after(context, text)).collect())
    };
    spellings.iter().map(leads).collect()
}

/// The features that a text shows, as one hash.
fn shown(side: &Side, text: &str) -> u64 {
    let reading = side.read(text, &Setting::default()).ok();
    hash_of(
        reading.map(|reading| (reading.features, reading.last.map(|(stand, _)| stand.features))),
    )
}
