//! What may only follow from a mistake that has been told already.
//!
//! A statement that cannot be read is left out, and so is a grammar that is not found; what they
//! would have said is then missing elsewhere, and a page of such mistakes hides the one that
//! counts. So:
//!
//! * after a `use` of what is not there, only what is wrong whatever the base may say is reported:
//!   a thing that is said twice or contradicted, a circle; and what is noted as not carried out
//!   yet;
//! * after a statement that was left out, so is a name that is not defined or not asked for, unless
//!   the lost statement speaks of it. All that needs the whole grammar, such as what can be
//!   reached, waits until it can be read.
//!
//! How many mistakes were held back is a note of the first that caused it.

use super::load::Sources;
use super::syntax::tokens;
use crate::base::{Code, Diagnostic};
use std::collections::BTreeSet;

/// Adds what was found in the rest of a grammar to what is wrong with its files, but for what may
/// only follow from that.
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
            1 => "one more mistake waits".to_owned(),
            several => format!("{several} more mistakes wait"),
        };
        let why = "which may only follow from what could not be read";
        let note = format!("{what} until this is mended, {why}");
        cause.notes.push(note);
    }
    broken.extend(independent);
    broken
}

/// What is missing of a grammar.
struct Gaps<'s> {
    /// Some grammar that it uses is missing, or may be.
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
                // A string is the second word of a `use` only, however that is spelt.
                let uses = words.iter().take(2).any(|word| *word == "use" || word.starts_with('"'));
                gaps.base |= uses;
                gaps.words.extend(words);
            }
        }
        gaps
    }

    /// Whether a mistake is one however the gaps are filled.
    fn leave(&self, mistake: &Diagnostic) -> bool {
        let whole = !self.base && self.words.is_empty();
        match mistake.code {
            _ if whole => true,
            Code::Syntax | Code::Duplicate | Code::Cyclic | Code::Contradictory => true,
            Code::Undefined | Code::Unused | Code::Misspelt => {
                !self.base && !self.speak_of(mistake)
            }
            // What needs the whole grammar.
            _ => false,
        }
    }

    /// Whether a lost statement may speak of what a mistake is about: of a tag it may by the name of
    /// a set. A mistake that is about no word is about the whole.
    fn speak_of(&self, mistake: &Diagnostic) -> bool {
        let named = |word: &String| word.starts_with('<') || self.words.contains(word.as_str());
        mistake.subjects.is_empty() || mistake.subjects.iter().any(named)
    }
}

fn words(text: &str) -> Vec<&str> {
    tokens(text).iter().map(|token| token.span.of(text)).collect()
}
