//! Words of earlier versions of the language, with advice on what to write instead.

use super::schema::Head;

/// The head of the fact, or none for a remedy; the word; the advice.
const GONE: [(Option<Head>, &str, &str); 7] = [
    (None, "drop", "what was `drop` is written `cruft`"),
    (None, "ignore", "what was `ignore` is written `discard`"),
    (
        Some(Head::Formatting),
        "ark",
        "`ark` is no longer said: of formatting elements alike, three are kept",
    ),
    (
        Some(Head::Doctype),
        "public-prefix",
        "what was `public-prefix \"…\"` is written `public \"…*\"`",
    ),
    (
        Some(Head::Doctype),
        "public-prefix-with-system",
        "what was `public-prefix-with-system \"…\"` is written `public \"…*\" with system`",
    ),
    (
        Some(Head::Doctype),
        "public-prefix-without-system",
        "what was `public-prefix-without-system \"…\"` is written `public \"…*\" without system`",
    ),
    (
        Some(Head::Allow),
        "endless",
        "that start tags could go on inside each other is not reported any more: take this out",
    ),
];

/// Returns the advice for a word of an earlier version, in a fact or, without a head, in a remedy.
pub(crate) fn advice(head: Option<Head>, word: &str) -> Option<&'static str> {
    let (.., advice) = GONE.iter().find(|(of, gone, _)| *of == head && *gone == word)?;
    Some(advice)
}
