//! Names of sets and rules: of the language's letters, none twice and none reserved.

use std::collections::HashSet;

use crate::grammar::parse::reserved_words;

/// The names that are taken.
pub(super) struct Names {
    taken: HashSet<String>,
    /// Words that cannot be names.
    reserved: HashSet<&'static str>,
}

impl Names {
    pub(super) fn new() -> Self {
        let own = ["document", "pcdata", "anywhere", "answered", "anything", "all", "ends"];
        let taken = own.into_iter().map(str::to_owned).collect();
        Self { taken, reserved: reserved_words().collect() }
    }

    /// A name like this one that is not taken.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let spelt = spelt(wanted);
        let is_word = self.reserved.contains(spelt.as_str());
        let wanted = if is_word { format!("{spelt}-set") } else { spelt };
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let mut candidates = std::iter::once(wanted.clone()).chain(numbered);
        let name = candidates.find(|name| !self.taken.contains(name)).unwrap_or(wanted);
        self.taken.insert(name.clone());
        name
    }
}

/// A name in the letters that the language has: `%pre.content;` is `pre-content`.
fn spelt(name: &str) -> String {
    let letters =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
    let lower = letters.collect::<String>().to_ascii_lowercase();
    let parts: Vec<&str> = lower.split('-').filter(|part| !part.is_empty()).collect();
    let name = parts.join("-");
    if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        name
    } else {
        format!("x{name}")
    }
}
