//! Notes: words that are read and checked, and not carried out by this version.
//!
//! A grammar may say them, and is not worse for it; but a parser does not do what they say. Each is noted once, where it
//! first stands. What such words are is known to one function, [`deferred`].

use super::Subject;
use crate::base::Diagnostic;
use crate::grammar::compile::deferred;
use crate::grammar::compile::mistake::Mistakes;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let stages = subject.stages;
    let mut seen = BTreeSet::new();
    let spoiled: BTreeSet<_> = mistakes.iter().map(|m| (m.primary.0, m.primary.1)).collect();
    for (place, word) in deferred(&stages.names) {
        // A name that is not there is taken for that of an exclusion, and reported already.
        if spoiled.contains(&(place.file, place.span)) {
            continue;
        }
        if seen.insert(word.clone()) {
            let message = format!("`{word}` is read and checked, but not carried out yet");
            let note = Diagnostic::remark("deferred", place.file, place.span, message);
            mistakes.push(note.label("a parser refuses a grammar that says this"));
        }
    }
}
