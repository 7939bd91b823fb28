//! `unreadable`: text that the tokenizer produces but the content does not accept, or the other way
//! round.
//!
//! The lexical state of an element is set by `lexical`, its content by a rule. These are separate
//! statements, and one of them is easily forgotten. Reported are:
//!
//! * an element whose text is `RAW` by its lexical state, but whose content has no `RAW`;
//! * an element whose content has `RAW` and no other text, but whose lexical state is `data`, in
//!   which all text is `TEXT` and `SPACE`;
//! * an element of the own file with `TEXT` and without `SPACE`, if a remedy drops blanks;
//! * `TEXT` that is acceptable nowhere: every word of every document would become cruft.

use super::subject::Subject;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::tables::ResolvedRemedy;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let stages = subject.stages;
    if subject.is_of_texts() {
        return;
    }
    let [raw, text, space] = ["RAW", "TEXT", "SPACE"].map(|name| subject.terminal(name));
    let has_raw = subject.containment.holding_terminal(&stages.plain, raw);
    let has_text = subject.containment.holding_terminal(&stages.plain, text);
    let has_space = subject.containment.holding_terminal(&stages.plain, space);
    let dropped = space.and_then(|space| dropping(subject, space));
    for number in 0..stages.plain.elements.len() {
        if subject.is_open(number) {
            one(subject, number, has_raw[number], has_text[number], mistakes);
            if let Some(dropped) = dropped
                && has_text[number]
                && !has_space[number]
            {
                mistakes.extend(without_blanks(subject, number, dropped));
            }
        }
    }
    if let Some(text) = text
        && !subject.reach.terminals[text]
        && let Some(start) = &stages.names.start
    {
        mistakes.push(
            warning(Code::Unreadable, start.place, "TEXT is not allowed anywhere in a document")
                .label("no rule reachable from it contains TEXT")
                .about("TEXT"),
        );
    }
}

/// Checks the text of an element.
fn one(
    subject: &Subject<'_>,
    number: usize,
    has_raw: bool,
    has_text: bool,
    mistakes: &mut Mistakes,
) {
    let (spelling, element) = (subject.spelling(number), &subject.stages.plain.elements[number]);
    mistakes.extend(match subject.stages.symbols.lexical.get(&element.occurrence.element) {
        Some((state, place)) if is_raw(state) && !has_raw => {
            let mistake = no_raw(spelling, state, *place);
            Some(match element.place {
                Some(rule) => mistake.also(rule, "its content"),
                None => mistake,
            })
        }
        None if has_raw && !has_text => element.place.map(|place| not_read_so(spelling, place)),
        _ => None,
    });
}

/// Returns the span of the remedy line that drops a token everywhere, without a record.
fn dropping(subject: &Subject<'_>, token: usize) -> Option<FileSpan> {
    let tables = &subject.stages.tables;
    let mut lines = tables.lines_of(token).iter().map(|&line| &tables.remedies[line]);
    let line = lines
        .find(|line| line.guards.is_empty() && line.within.is_none() && line.wherever.is_none())?;
    let is_dropped = line.remedies.first()?.value == ResolvedRemedy::Discard;
    if is_dropped && !line.excluded { Some(line.place) } else { None }
}

/// Returns the warning for a content of the own file that has `TEXT` only.
fn without_blanks(subject: &Subject<'_>, number: usize, dropped: FileSpan) -> Option<Diagnostic> {
    let place = subject.stages.plain.elements[number].place?;
    if Some(place.file) != subject.own {
        return None;
    }
    let spelling = subject.spelling(number);
    let message = format!("{spelling} allows TEXT, but no SPACE, so blanks before it are dropped");
    Some(
        warning(Code::Unreadable, place, message)
            .label("a blank run of text is SPACE, not TEXT")
            .also(dropped, "drops it")
            .help("write `(TEXT | SPACE)*`")
            .about(spelling),
    )
}

fn is_raw(state: &str) -> bool {
    matches!(state, "rawtext" | "script-data" | "plaintext")
}

fn no_raw(spelling: String, state: &str, place: FileSpan) -> Diagnostic {
    let message = format!("the text of {spelling} is RAW, but its content does not allow RAW");
    warning(Code::Unreadable, place, message).label(state).about(spelling)
}

fn not_read_so(spelling: String, place: FileSpan) -> Diagnostic {
    let message = format!("{spelling} allows RAW, but its text is not read as RAW");
    warning(Code::Unreadable, place, message)
        .label("no other text is allowed")
        .help(format!("declare its lexical state: `lexical rawtext {spelling} ;`"))
        .about(spelling)
}
