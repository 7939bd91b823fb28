//! Suppression of diagnostics that may merely follow from another mistake.
//!
//! The parser leaves out a statement that it cannot read, and the loader a grammar that it cannot
//! find. The definitions in them are then missing elsewhere. A page of such consequences would hide
//! the one mistake that matters. Therefore:
//!
//! * After a `use` of a missing grammar, only mistakes that do not depend on the base are reported:
//!   syntax errors, duplicates, contradictions and cycles.
//! * After a statement that was left out, undefined, unused and misspelt names are reported as
//!   well, unless the lost statement mentions them. Diagnostics that need the whole grammar, for
//!   example of what can be reached, wait until it can be read.
//!
//! A note on the first cause says how many diagnostics were held back.

use super::load::Sources;
use super::meta::Meta;
use crate::base::{Code, Diagnostic};
use std::collections::BTreeSet;

/// Appends to `broken`, the diagnostics of a grammar's files, those of `found` that do not merely
/// follow from them.
pub(super) fn join(
    sources: &Sources,
    mut broken: Vec<Diagnostic>,
    found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let gaps = Gaps::of(sources);
    let all = found.len();
    let independent: Vec<Diagnostic> =
        found.into_iter().filter(|mistake| gaps.leave(mistake)).collect();
    let held_back = all - independent.len();
    let first = broken.iter_mut().min_by_key(|mistake| mistake.primary.place);
    if let (Some(cause), 1..) = (first, held_back) {
        let what = match held_back {
            1 => "one more mistake is not shown".to_owned(),
            several => format!("{several} more mistakes are not shown"),
        };
        let why = "since this one may be the cause";
        let note = format!("{what} until this is fixed, {why}");
        cause.notes.push(note);
    }
    broken.extend(independent);
    broken
}

/// The missing parts of a grammar.
struct Gaps<'s> {
    /// True if a grammar that it uses is missing, or may be.
    base: bool,
    /// The words of the statements that were left out.
    words: BTreeSet<&'s str>,
}

impl<'s> Gaps<'s> {
    fn of(sources: &'s Sources) -> Self {
        let mut gaps = Self { base: sources.incomplete, words: BTreeSet::new() };
        for unit in &sources.units {
            let text = sources.files.get(unit.id).text();
            for lost in &unit.lost {
                let words = words(lost.of(text));
                // In a lost statement, only a `use` has a string as its second word, even if `use`
                // is misspelt.
                let uses = words.iter().take(2).any(|word| *word == "use" || word.starts_with('"'));
                gaps.base |= uses;
                gaps.words.extend(words);
            }
        }
        gaps
    }

    /// Reports whether a mistake remains one however the gaps are filled.
    fn leave(&self, mistake: &Diagnostic) -> bool {
        let whole = !self.base && self.words.is_empty();
        match mistake.code {
            _ if whole => true,
            Code::Syntax | Code::Duplicate | Code::Cyclic | Code::Contradictory => true,
            Code::Undefined | Code::Unused | Code::Misspelt => {
                !self.base && !self.speak_of(mistake)
            }
            // The other lints need the whole grammar.
            _ => false,
        }
    }

    /// Reports whether a lost statement may mention a subject of a mistake. It may mention any tag,
    /// by the name of a set. A mistake without subjects is about the whole grammar.
    fn speak_of(&self, mistake: &Diagnostic) -> bool {
        let mut subjects = mistake.subjects.iter();
        mistake.subjects.is_empty()
            || subjects.any(|word| word.starts_with('<') || self.words.contains(word.as_str()))
    }
}

fn words(text: &str) -> Vec<&str> {
    Meta::get().tokens(text).iter().map(|token| token.span.of(text)).collect()
}
