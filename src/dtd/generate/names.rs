//! Names of sets and rules: unique, not reserved, and of the letters that the language allows.

use std::collections::HashSet;

use super::reach::ReachableTypes;
use crate::base::{Code, Diagnostic, Report};
use crate::dtd::model::Dtd;
use crate::grammar::parse::reserved_words;

/// The names in use.
pub(super) struct FreshNames {
    taken: HashSet<String>,
    /// The words that cannot be names.
    reserved: HashSet<&'static str>,
}

impl FreshNames {
    pub(super) fn new() -> Self {
        let own = ["document", "pcdata", "anywhere", "answered", "anything", "all", "ends"];
        let taken = own.into_iter().map(str::to_owned).collect();
        Self { taken, reserved: reserved_words().collect() }
    }

    /// Returns an unused name similar to `wanted`, and marks it as used.
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

/// Converts a name to the letters of the language: `%pre.content;` becomes `pre-content`.
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

/// Reports an error for element types whose names are no tags of the language. For example, SGML
/// names may have full stops.
pub(super) fn writable(dtd: &Dtd, reach: &ReachableTypes) -> Result<(), Report> {
    let mut diagnostics = Vec::new();
    for name in reach.depth.keys() {
        if !is_writable(name) {
            diagnostics.extend(unwritable(dtd, name));
        }
    }
    if diagnostics.is_empty() {
        return Ok(());
    }
    Err(Report { files: dtd.files.clone(), diagnostics })
}

fn is_writable(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
}

/// Returns the error for a name that no tag can have, at its declaration.
fn unwritable(dtd: &Dtd, name: &str) -> Option<Diagnostic> {
    let place = dtd.declaration(name)?.place;
    let message = format!("the element type `{name}` cannot be written in a grammar");
    let error = Diagnostic::error(Code::Unsupported, place, message).label("declared here");
    let note = "tag names in a grammar consist of letters, digits, `-` and `_`";
    Some(error.note(note).help("rename it in a copy of the DTD"))
}
