//! The smallest document that still differs.

use super::peer::{self, Outcome};

/// How many documents are tried.
const TRIES: usize = 1500;

/// Takes out what can be taken out, in ever smaller stretches: what is left is valid, and differs.
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
