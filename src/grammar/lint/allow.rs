//! `allow CODE "reason"`: silences the warnings of a code, and is a mistake if there are none.
//!
//! `allow CODE ABOUT "reason"` silences only those that name a tag, a terminal or a name: one latch that is meant to be
//! unused shall not hide the set that a slip has made so.
//!
//! Errors cannot be allowed: the grammar is refused. An `allow` of a used grammar holds for its
//! variants, but is not held against them if a variant has nothing of the kind.

use crate::base::{Code, Diagnostic, HashMap, HashSet, Severity};
use crate::grammar::ast::{At, File, facts};
use crate::grammar::compile::merge::Merged;
use crate::grammar::compile::mistake::{undefined, warning};
use crate::grammar::print;
use crate::grammar::schema::Head;

/// Whether a warning may have a code, and be meant.
const fn may_be_meant(code: Code) -> bool {
    match code {
        Code::Ambiguous
        | Code::Contradictory
        | Code::Cyclic
        | Code::Duplicate
        | Code::Empty
        | Code::Endless
        | Code::Fallback
        | Code::Misspelt
        | Code::Once
        | Code::Unanswered
        | Code::Unfinished
        | Code::Unlike
        | Code::Unreachable
        | Code::Unreadable
        | Code::Unused
        | Code::Useless => true,
        Code::Allow
        | Code::Limit
        | Code::Stopped
        | Code::Syntax
        | Code::Tokenizer
        | Code::Undefined
        | Code::Unproductive
        | Code::Unresolved
        | Code::Unsupported => false,
    }
}

pub(super) fn apply(merged: &Merged, units: &[File], mistakes: &mut Vec<Diagnostic>) {
    let own = units.last().map(|unit| unit.id);
    let mut found = Found::of(mistakes);
    let mut more = Vec::new();
    for At { value: fact, place } in facts(&merged.statements, Head::Allow) {
        let (Some(code), Some(reason)) = (fact.text("diagnostic"), fact.text("reason")) else {
            continue;
        };
        let Some(meant) = Code::of(&code.value).filter(|code| may_be_meant(*code)) else {
            let known =
                Code::ALL.iter().copied().filter(|code| may_be_meant(*code)).map(Code::word);
            more.push(undefined(code.place, "warning with the code", &code.value, known));
            continue;
        };
        let about = fact.item("about").map(|about| print::item(&about.value));
        let is_idle = !found.silence(meant, about.as_deref());
        if is_idle && own == Some(place.file) {
            let of = about.map(|about| format!(" of {about}")).unwrap_or_default();
            let message = format!("nothing{of} here is reported as `{}`", code.value);
            more.push(
                warning(Code::Allow, code.place, message)
                    .label("allows nothing")
                    .help("take this statement away"),
            );
        }
        if reason.value.trim().is_empty() {
            more.push(
                warning(Code::Allow, reason.place, "an `allow` says why").label("no reason given"),
            );
        }
    }
    let mut silenced = found.silenced.into_iter();
    mistakes.retain(|_| silenced.next() != Some(true));
    mistakes.extend(more);
}

/// The warnings, as `allow` statements ask for them.
struct Found<'m> {
    mistakes: &'m [Diagnostic],
    silenced: Vec<bool>,
    /// By code; a code that is silenced as a whole is taken out.
    of_code: HashMap<Code, Vec<usize>>,
    /// By code and a word that is in the message or a label.
    of_word: HashMap<(Code, String), Vec<usize>>,
}

impl<'m> Found<'m> {
    fn of(mistakes: &'m [Diagnostic]) -> Self {
        let mut found = Self {
            mistakes,
            silenced: vec![false; mistakes.len()],
            of_code: HashMap::default(),
            of_word: HashMap::default(),
        };
        let warnings = mistakes.iter().enumerate();
        for (at, mistake) in warnings.filter(|(_, one)| one.severity == Severity::Warning) {
            found.of_code.entry(mistake.code).or_default().push(at);
            let words: HashSet<&str> = texts(mistake).flat_map(words).collect();
            for word in words {
                found.of_word.entry((mistake.code, word.to_owned())).or_default().push(at);
            }
        }
        found
    }

    /// Silences the warnings of a code, all or those that name something; tells whether there are any.
    fn silence(&mut self, code: Code, about: Option<&str>) -> bool {
        let Some(all) = self.of_code.get(&code) else { return false };
        let word = about.and_then(|about| words(about).next());
        let of_word = |word: &str| self.of_word.get(&(code, word.to_owned()));
        let candidates = word.map_or(Some(all), of_word).into_iter().flatten();
        let is_meant = |at: usize| about.is_none_or(|about| names(&self.mistakes[at], about));
        let is_silenced = |at: usize| self.silenced[at];
        let meant: Vec<usize> =
            candidates.copied().filter(|&at| !is_silenced(at) && is_meant(at)).collect();
        meant.iter().for_each(|&at| self.silenced[at] = true);
        if about.is_none() {
            self.of_code.remove(&code);
        }
        !meant.is_empty()
    }
}

/// What is a part of a word.
fn inner(character: char) -> bool {
    character.is_alphanumeric() || character == '-' || character == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| !inner(character)).filter(|word| !word.is_empty())
}

/// The message and the labels.
fn texts(mistake: &Diagnostic) -> impl Iterator<Item = &str> {
    let labels = mistake.secondary.iter().chain([&mistake.primary]).map(|(_, _, label)| label);
    labels.chain([&mistake.message]).map(String::as_str)
}

/// Whether the message or a label of a mistake has this tag or name as a whole word.
fn names(mistake: &Diagnostic, about: &str) -> bool {
    let has = |text: &str| {
        text.match_indices(about).any(|(at, _)| {
            !text[..at].ends_with(inner) && !text[at + about.len()..].starts_with(inner)
        })
    };
    texts(mistake).any(has)
}
