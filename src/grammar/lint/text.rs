//! `unreadable`: text that the tokenizer produces but the content does not accept, or the other way
//! round.
//!
//! The lexical state of an element is set by `lexical`, its content by a rule. These are separate
//! statements, and one of them is easily forgotten. Reported are:
//!
//! * an element whose text is `RAW` by its lexical state, but whose content has no `RAW`;
//! * an element whose content has `RAW` and no other text, but whose lexical state is `data`, in
//!   which all text is `TEXT` and `SPACE`;
//! * `TEXT` that is acceptable nowhere: every word of every document would become cruft.

use super::subject::Subject;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::mistake::{Mistakes, warning};

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let stages = subject.stages;
    if subject.is_of_texts() {
        return;
    }
    let (raw, text) = (subject.terminal("RAW"), subject.terminal("TEXT"));
    let has_raw = subject.containment.holding_terminal(&stages.plain, raw);
    let has_text = subject.containment.holding_terminal(&stages.plain, text);
    for number in 0..stages.plain.elements.len() {
        if subject.is_open(number) {
            one(subject, number, has_raw[number], has_text[number], mistakes);
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
