//! A shrinker for documents with a different ESIS.

use super::peer::{self, Outcome};

/// The maximum number of documents that are tried.
const TRIES: usize = 1500;

/// Removes ever smaller ranges as long as the document stays valid and its ESIS still differs.
pub(crate) fn smallest(document: &str) -> String {
    let mut best: Vec<char> = document.chars().collect();
    let (mut length, mut tries) = (best.len().next_power_of_two() / 2, 0);
    while length > 0 {
        let mut at = 0;
        while at < best.len() && tries < TRIES {
            let end = (at + length).min(best.len());
            let without: String = best[..at].iter().chain(&best[end..]).collect();
            tries += 1;
            match peer::held(&without) {
                Outcome::Differs if peer::is_read(&without) => best = without.chars().collect(),
                _ => at += length,
            }
        }
        length /= 2;
    }
    best.into_iter().collect()
}
