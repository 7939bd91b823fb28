//! `allow CODE "reason"`: silences the warnings of a code, and is a mistake if there are none.
//!
//! `allow CODE ABOUT "reason"` silences only those that are about a tag, a terminal or a name: one
//! latch that is meant to be unused shall not hide the set that a slip has made so.
//!
//! Errors cannot be allowed: the grammar is refused. An `allow` of a used grammar holds for its
//! variants, but is not held against them if a variant has nothing of the kind.

use crate::base::{Code, Diagnostic, HashMap, Severity};
use crate::grammar::ast::{At, File, facts};
use crate::grammar::compile::merge::Merged;
use crate::grammar::compile::mistake::{Mistakes, undefined, warning};
use crate::grammar::print;
use crate::grammar::schema::Head;
use crate::grammar::syntax::words_gone;

/// Whether a warning may have a code, and be meant.
const fn may_be_meant(code: Code) -> bool {
    !matches!(
        code,
        Code::Allow
            | Code::Contradictory
            | Code::Limit
            | Code::Stopped
            | Code::Syntax
            | Code::Tokenizer
            | Code::Undefined
            | Code::Unproductive
            | Code::Unresolved
            | Code::Unsupported
    )
}

pub(super) fn apply(merged: &Merged, units: &[File], mistakes: &mut Mistakes) {
    let own = units.last().map(|unit| unit.id);
    let mut found = Found::of(mistakes);
    let mut more = Vec::new();
    for At { value: fact, place } in facts(&merged.statements, Head::Allow) {
        let (Some(code), Some(reason)) = (fact.text("diagnostic"), fact.text("reason")) else {
            continue;
        };
        let Some(meant) = Code::of(&code.value).filter(|code| may_be_meant(*code)) else {
            more.push(no_code(code));
            continue;
        };
        let about = fact.item("about").map(|about| print::item(&about.value));
        let is_idle = !found.silence(meant, about.clone());
        more.extend((is_idle && own == Some(place.file)).then(|| idle(code, about)));
        more.extend(reason.value.trim().is_empty().then(|| {
            warning(Code::Allow, reason.place, "an `allow` says why").label("no reason given")
        }));
    }
    let mut silenced = found.silenced.into_iter();
    mistakes.retain(|_| silenced.next() != Some(true));
    mistakes.extend(more);
}

/// There is no such code that could be meant.
fn no_code(code: &At<String>) -> Diagnostic {
    let gone = words_gone::advice(Some(Head::Allow), &code.value);
    let known = Code::ALL.iter().copied().filter(|code| may_be_meant(*code)).map(Code::word);
    let known = known.filter(|_| gone.is_none());
    let mistake = undefined(code.place, "warning with the code", &code.value, known);
    gone.into_iter().fold(mistake, Diagnostic::help)
}

/// An `allow` that nothing needs.
fn idle(code: &At<String>, about: Option<String>) -> Diagnostic {
    let of = about.map(|about| format!(" of {about}")).unwrap_or_default();
    let message = format!("nothing{of} here is reported as `{}`", code.value);
    warning(Code::Allow, code.place, message)
        .label("allows nothing")
        .help("take this statement away")
}

/// The warnings, as `allow` statements ask for them.
struct Found {
    silenced: Vec<bool>,
    /// By code, and by code and subject; what has been asked for is taken out.
    warnings: HashMap<(Code, Option<String>), Vec<usize>>,
}

impl Found {
    fn of(mistakes: &Mistakes) -> Self {
        let mut warnings: HashMap<_, Vec<usize>> = HashMap::default();
        let numbered = mistakes.iter().enumerate();
        for (at, mistake) in numbered.filter(|(_, one)| one.severity == Severity::Warning) {
            let subjects = mistake.subjects.iter().cloned().map(Some);
            for subject in subjects.chain([None]) {
                warnings.entry((mistake.code, subject)).or_default().push(at);
            }
        }
        Self { silenced: vec![false; mistakes.len()], warnings }
    }

    /// Silences the warnings of a code, all or those that are about something; tells whether there
    /// are any.
    fn silence(&mut self, code: Code, about: Option<String>) -> bool {
        let meant = self.warnings.remove(&(code, about)).unwrap_or_default().into_iter();
        meant.filter(|&at| !std::mem::replace(&mut self.silenced[at], true)).count() > 0
    }
}
