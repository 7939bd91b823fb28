//! What the parse errors of the standard (13.2.2) mean for the author of a page, in one sentence
//! each. `{}` stands for what is wrong: an attribute, or the first character.

/// Returns the sentence of a parse error, and what to do; `None` for an error without one, whose
/// name says it.
pub(super) fn sentence(code: &str) -> Option<(&'static str, &'static str)> {
    let index = SENTENCES.binary_search_by_key(&code, |(code, ..)| code).ok()?;
    let (_, message, advice) = SENTENCES[index];
    Some((message, advice))
}

/// Returns the address of the standard's text about a parse error.
pub(super) fn standard_link(code: &str) -> String {
    format!("https://html.spec.whatwg.org/multipage/parsing.html#parse-error-{code}")
}

/// Returns the codes of all parse errors with a sentence.
pub fn error_codes() -> impl Iterator<Item = &'static str> {
    SENTENCES.iter().map(|(code, ..)| *code)
}

/// The codes, in order, with a sentence and an advice.
const SENTENCES: [(&str, &str, &str); 48] = [
    (
        "abrupt-closing-of-empty-comment",
        "a comment is closed before its `<!--` is complete",
        "write `<!---->`",
    ),
    (
        "abrupt-doctype-public-identifier",
        "the document type ends inside a quoted identifier",
        "write `<!DOCTYPE html>`",
    ),
    (
        "abrupt-doctype-system-identifier",
        "the document type ends inside a quoted identifier",
        "write `<!DOCTYPE html>`",
    ),
    (
        "absence-of-digits-in-numeric-character-reference",
        "`&#` is followed by no number",
        "write a number, or `&amp;#` for the two characters",
    ),
    (
        "cdata-in-html-content",
        "`<![CDATA[` is for SVG and MathML; in HTML it is read as a comment",
        "remove it, and write `&lt;` for `<`",
    ),
    (
        "character-reference-outside-unicode-range",
        "this number is greater than that of any character",
        "write the number of a character",
    ),
    (
        "control-character-in-input-stream",
        "this is a control character, which shows nothing",
        "remove it",
    ),
    (
        "control-character-reference",
        "this number is that of a control character",
        "write the number of a character",
    ),
    ("duplicate-attribute", "`{}` is given twice; only the first counts", "remove one of the two"),
    (
        "end-tag-with-attributes",
        "an end tag has no attributes",
        "move them to the start tag, or remove them",
    ),
    ("end-tag-with-trailing-solidus", "an end tag needs no `/` before its `>`", "remove the `/`"),
    ("eof-before-tag-name", "the page ends with a `<`", "write `&lt;` for the character"),
    ("eof-in-cdata", "`<![CDATA[` is not closed", "write `]]>` at its end"),
    (
        "eof-in-comment",
        "a comment is not closed up to the end of the page",
        "write `-->` at its end",
    ),
    ("eof-in-doctype", "the document type is not closed", "write `<!DOCTYPE html>`"),
    (
        "eof-in-script-html-comment-like-text",
        "a `<!--` in a script is not closed up to the end of the page",
        "write `-->`, or remove the `<!--`",
    ),
    ("eof-in-tag", "the page ends inside a tag, which is lost", "write its `>`"),
    ("incorrectly-closed-comment", "a comment ends in `--!>`", "write `-->`"),
    (
        "incorrectly-opened-comment",
        "`<!` begins neither a comment nor the document type",
        "write `<!--` and `-->` around a comment, or `&lt;!` for the characters",
    ),
    (
        "invalid-character-sequence-after-doctype-name",
        "this does not belong into the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "invalid-first-character-of-tag-name",
        "this `<` starts no tag",
        "write `&lt;` for the character",
    ),
    (
        "missing-attribute-value",
        "`{}` has no value after its `=`",
        "write a value, or remove the `=`",
    ),
    ("missing-doctype-name", "the document type has no name", "write `<!DOCTYPE html>`"),
    (
        "missing-doctype-public-identifier",
        "the document type lacks what it announces",
        "write `<!DOCTYPE html>`",
    ),
    (
        "missing-doctype-system-identifier",
        "the document type lacks what it announces",
        "write `<!DOCTYPE html>`",
    ),
    ("missing-end-tag-name", "`</>` closes nothing", "write the name of the element, or remove it"),
    (
        "missing-quote-before-doctype-public-identifier",
        "a quote is missing in the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "missing-quote-before-doctype-system-identifier",
        "a quote is missing in the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "missing-semicolon-after-character-reference",
        "this character reference has no `;`",
        "write the `;`, or `&amp;` for the character",
    ),
    (
        "missing-whitespace-after-doctype-public-keyword",
        "a blank is missing in the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "missing-whitespace-after-doctype-system-keyword",
        "a blank is missing in the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "missing-whitespace-before-doctype-name",
        "a blank is missing in the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "missing-whitespace-between-attributes",
        "a blank is missing between two attributes",
        "write a blank, or look for a quote too many",
    ),
    (
        "missing-whitespace-between-doctype-public-and-system-identifiers",
        "a blank is missing in the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "nested-comment",
        "a `<!--` is inside a comment; the first `-->` ends both",
        "close the comment before it, or remove it",
    ),
    (
        "non-void-html-element-start-tag-with-trailing-solidus",
        "the `/` does not close this element; it stays open",
        "write the end tag",
    ),
    (
        "noncharacter-character-reference",
        "this number is that of no character",
        "write the number of a character",
    ),
    ("noncharacter-in-input-stream", "this is no character", "remove it"),
    ("null-character-reference", "`&#0;` is no character", "remove it"),
    (
        "surrogate-character-reference",
        "this number is half of a character",
        "write the number of the whole character",
    ),
    ("surrogate-in-input-stream", "this is half of a character", "remove it"),
    (
        "unexpected-character-after-doctype-system-identifier",
        "this does not belong into the document type",
        "write `<!DOCTYPE html>`",
    ),
    (
        "unexpected-character-in-attribute-name",
        "a quote or a `<` is in the name of an attribute",
        "look for a quote or a `>` that is missing before it",
    ),
    (
        "unexpected-character-in-unquoted-attribute-value",
        "a value without quotes contains a quote, `<`, `=` or a backtick",
        "write quotes around the value",
    ),
    (
        "unexpected-equals-sign-before-attribute-name",
        "a `=` has no name before it",
        "write the name, or remove the `=`",
    ),
    ("unexpected-null-character", "this is a null character", "remove it"),
    (
        "unexpected-solidus-in-tag",
        "a `/` is inside a tag",
        "remove it, or write quotes around the value",
    ),
    (
        "unknown-named-character-reference",
        "there is no character reference of this name",
        "write `&amp;` for the character, or correct the name",
    ),
];

#[cfg(test)]
mod tests {
    use super::{SENTENCES, sentence};

    #[test]
    fn the_codes_are_in_order() {
        assert!(SENTENCES.is_sorted_by_key(|(code, ..)| code));
        assert!(sentence("eof-in-tag").is_some() && sentence("x").is_none());
    }
}
