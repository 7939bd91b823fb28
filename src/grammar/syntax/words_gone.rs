//! Words of earlier versions of the language, with advice on what to write instead.

use super::schema::Head;

/// The head of the fact, or none for a remedy; the word; the advice.
const GONE: [(Option<Head>, &str, &str); 7] = [
    (None, "drop", "`drop` has been renamed to `cruft`"),
    (None, "ignore", "`ignore` has been renamed to `discard`"),
    (
        Some(Head::Formatting),
        "ark",
        "`ark` no longer exists: of equal formatting elements, three are always kept",
    ),
    (Some(Head::Doctype), "public-prefix", "`public-prefix \"…\"` is now written `public \"…*\"`"),
    (
        Some(Head::Doctype),
        "public-prefix-with-system",
        "`public-prefix-with-system \"…\"` is now written `public \"…*\" with system`",
    ),
    (
        Some(Head::Doctype),
        "public-prefix-without-system",
        "`public-prefix-without-system \"…\"` is now written `public \"…*\" without system`",
    ),
    (
        Some(Head::Allow),
        "endless",
        "start tags that can nest without end are no longer reported; remove this",
    ),
];

/// Returns the advice for a word of an earlier version, in a fact or, without a head, in a remedy.
pub(crate) fn advice(head: Option<Head>, word: &str) -> Option<&'static str> {
    let (.., advice) = GONE.iter().find(|(of, gone, _)| *of == head && *gone == word)?;
    Some(advice)
}
