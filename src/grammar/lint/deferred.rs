//! A note: what is read and checked, and not carried out by this version.
//!
//! A grammar may say it, and is not worse for it; but a parser does not do what it says. What that is, is known to one
//! function, [`deferred`].

use super::Subject;
use crate::base::Diagnostic;
use crate::grammar::compile::deferred;
use crate::grammar::compile::mistake::Mistakes;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    if let Some((place, word)) = deferred(&subject.stages.names) {
        let message = format!("`{word}` is read and checked, but not carried out yet");
        let note = Diagnostic::remark("deferred", place.file, place.span, message);
        mistakes.push(note.label("a parser refuses a grammar that says this"));
    }
}
