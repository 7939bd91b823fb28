//! `allow CODE "reason"` suppresses the warnings of a code. An `allow` that suppresses nothing is a
//! mistake.
//!
//! `allow CODE ABOUT "reason"` suppresses only the warnings about one tag, terminal or name. So the
//! author can allow one latch to be unused without hiding a set that is unused by mistake.
//!
//! Errors cannot be allowed: the grammar is refused. An `allow` covers the statements of its own
//! file and of the files that this file uses. So the `allow` of a base does not hide the mistakes
//! of its variants, and is not reported if it suppresses nothing in a variant.

use crate::base::{Code, Diagnostic, HashMap, Severity};
use crate::grammar::ast::{At, File, FileSpan, facts};
use crate::grammar::compile::merge::MergedStatements;
use crate::grammar::compile::mistake::{Mistakes, undefined, warning};
use crate::grammar::print;
use crate::grammar::schema::Head;

/// Reports whether an `allow` may name a code: whether some warning has it and can be intended.
const fn may_be_allowed(code: Code) -> bool {
    !matches!(
        code,
        Code::Allow
            | Code::Contradictory
            | Code::Limit
            | Code::Several
            | Code::Stopped
            | Code::Syntax
            | Code::Tokenizer
            | Code::Undefined
            | Code::Unproductive
            | Code::Unresolved
            | Code::Unsupported
    )
}

/// Removes the warnings that `allow` statements suppress. Reports the statements without an effect
/// (in the own file only), without a reason, or with an unknown code.
pub(super) fn apply(merged: &MergedStatements, units: &[File], mistakes: &mut Mistakes) {
    let own = units.last().map(|unit| unit.id);
    // The used files precede those that use them.
    let order = |place: FileSpan| units.iter().position(|unit| unit.id == place.file);
    let mut found = FoundWarnings::of(mistakes);
    let mut more = Vec::new();
    for At { value: fact, place } in facts(&merged.statements, Head::Allow) {
        let (Some(code), Some(reason)) = (fact.text("diagnostic"), fact.text("reason")) else {
            continue;
        };
        let allowed = match Code::of(&code.value) {
            Some(allowed) if may_be_allowed(allowed) => allowed,
            _ => {
                more.push(no_code(code));
                continue;
            }
        };
        let about = fact.item("about").map(|about| print::item(&about.value));
        let covers = |other: FileSpan| order(other) <= order(place);
        let is_idle = !found.silence(mistakes, (allowed, about.clone()), covers);
        if is_idle && own == Some(place.file) {
            more.push(idle(code, about));
        }
        if reason.value.trim().is_empty() {
            more.push(
                warning(Code::Allow, reason.place, "`allow` without a reason")
                    .label("no reason given"),
            );
        }
    }
    let mut silenced = found.silenced.into_iter();
    mistakes.retain(|_| silenced.next() != Some(true));
    mistakes.extend(more);
}

/// Returns the error for an unknown code, or one that cannot be allowed.
fn no_code(code: &At<String>) -> Diagnostic {
    let what = "warning with the code";
    let known = Code::ALL.iter().copied().filter(|code| may_be_allowed(*code)).map(Code::word);
    undefined(code.place, what, &code.value, known)
}

/// Returns the warning for an `allow` that suppresses nothing.
fn idle(code: &At<String>, about: Option<String>) -> Diagnostic {
    let of = match about {
        Some(about) => format!(" of {about}"),
        None => String::new(),
    };
    let message = format!("unused `allow`: nothing{of} here is reported as `{}`", code.value);
    warning(Code::Allow, code.place, message).label("has no effect").help("remove this statement")
}

/// The warnings, indexed for `allow` statements.
struct FoundWarnings {
    silenced: Vec<bool>,
    /// By code, and by code and subject.
    warnings: HashMap<AllowKey, Vec<usize>>,
}

/// A code, and perhaps a subject.
type AllowKey = (Code, Option<String>);

impl FoundWarnings {
    /// Indexes the warnings among the mistakes.
    fn of(mistakes: &Mistakes) -> Self {
        let mut warnings: HashMap<_, Vec<usize>> = HashMap::default();
        for (at, mistake) in mistakes.iter().enumerate() {
            if mistake.severity != Severity::Warning {
                continue;
            }
            for subject in &mistake.subjects {
                warnings.entry((mistake.code, Some(subject.clone()))).or_default().push(at);
            }
            warnings.entry((mistake.code, None)).or_default().push(at);
        }
        Self { silenced: vec![false; mistakes.len()], warnings }
    }

    /// Suppresses the warnings of a code, or only those about one subject, at places that the
    /// `allow` covers. Reports whether there are any that were not suppressed before.
    fn silence(
        &mut self,
        mistakes: &Mistakes,
        key: AllowKey,
        covers: impl Fn(FileSpan) -> bool,
    ) -> bool {
        let mut any = false;
        for &at in self.warnings.get(&key).into_iter().flatten() {
            if covers(mistakes[at].primary.place) {
                any |= !std::mem::replace(&mut self.silenced[at], true);
            }
        }
        any
    }
}
