//! The result of fixing a source.

use std::fmt;

use wishful::base::Position;
use wishful::token::{KindRef, TokenError};
use wishful::tree::{Document, Extent};

/// The result of fixing a source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The fixed source.
    pub bytes: Vec<u8>,
    /// The remaining mistakes, in the order of the source; empty if and only if the result has no
    /// mistake.
    pub left: Vec<RemainingMistake>,
    /// The number of parses.
    pub parses: usize,
    /// `Cut` if the output was too long, so that the source was left as it is.
    pub extent: Extent,
}

/// A mistake that remains.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RemainingMistake {
    /// The position in the source that was to be fixed.
    pub position: Position,
    /// The name of the repair's kind in the output formats, or the code of a parse error.
    pub kind: &'static str,
    /// The parser's repair, as a sentence, or the parse error in words.
    pub repair: String,
    /// The reason why the mistake cannot be fixed.
    pub reason: String,
}

impl RemainingMistake {
    /// Creates the mistake for a parse error of a document. `position` is that in the source that
    /// was to be fixed.
    pub(super) fn error(document: &Document, error: &TokenError, position: Position) -> Self {
        let reason = limit_reason(document).unwrap_or_else(|| {
            let is_lost = lost_around(document, error).is_some();
            let code = if is_lost { "eof-in-tag" } else { error.code };
            let known = REASONS.iter().find(|(codes, _)| codes.contains(&code));
            known.map_or(OTHER_TREE, |(_, reason)| reason).to_owned()
        });
        Self { position, kind: error.code, repair: error.code.replace('-', " "), reason }
    }
}

/// Returns the offset of a parse error, or of the unfinished tag that it is in.
pub(super) fn place(document: &Document, error: &TokenError) -> u32 {
    lost_around(document, error).unwrap_or(error.at)
}

/// Returns the start of the lost token around an error.
fn lost_around(document: &Document, error: &TokenError) -> Option<u32> {
    let tokens = document.tokens();
    let token = tokens.get(tokens.at(error.at.saturating_sub(1)))?;
    if matches!(token.kind, KindRef::Lost) { Some(token.span.start) } else { None }
}

/// Returns the reason why nothing is repaired in a document of which a limit was reached.
pub(super) fn limit_reason(document: &Document) -> Option<String> {
    let limit = document.limit()?;
    Some(format!(
        "limit on the number of {limit} reached, so the end of the document was not parsed"
    ))
}

/// The reason for an error whose repair failed.
const OTHER_TREE: &str = "a page without this error would have another tree";

/// The reasons for errors that have no repair, by their codes.
const REASONS: &[(&[&str], &str)] = &[
    (
        &[
            "control-character-in-input-stream",
            "control-character-reference",
            "noncharacter-in-input-stream",
            "noncharacter-character-reference",
        ],
        "HTML has no correct spelling of this character: remove it",
    ),
    (
        &["unexpected-null-character"],
        "U+0000 is read as U+FFFD here, which the encoding of the page cannot express: remove it",
    ),
    (
        &["eof-in-comment", "eof-in-cdata"],
        "this contains the rest of the page: write its end where it belongs",
    ),
    (
        &["nested-comment"],
        "the text of a comment cannot contain `<!--`: change the text, or end the comment before it",
    ),
    (
        &[
            "incorrectly-opened-comment",
            "cdata-in-html-content",
            "disallowed-processing-instruction-target",
            "invalid-first-character-of-processing-instruction-target",
            "invalid-first-character-of-tag-name",
            "invalid-processing-instruction-target",
        ],
        "this is read as a comment, but the text of a comment cannot contain `<!--`, `-->` or `--!>`",
    ),
    (
        &["unexpected-character-in-attribute-name", "unexpected-equals-sign-before-attribute-name"],
        "an attribute with this name has no correct spelling: a quote or a `>` may be missing before it",
    ),
    (
        &[
            "abrupt-doctype-public-identifier",
            "abrupt-doctype-system-identifier",
            "eof-in-doctype",
            "invalid-character-sequence-after-doctype-name",
            "missing-doctype-name",
            "missing-doctype-public-identifier",
            "missing-doctype-system-identifier",
            "missing-quote-before-doctype-public-identifier",
            "missing-quote-before-doctype-system-identifier",
        ],
        "a correct declaration would take the page out of quirks mode: write `<!DOCTYPE html>` if that is wanted",
    ),
    (
        &["eof-in-tag", "eof-in-processing-instruction"],
        "nothing from here to the end of the page is shown: write the missing quote or `>`",
    ),
    (
        &["eof-in-script-html-comment-like-text"],
        "nothing ends this script: `<!--` in it needs `-->`, and `<script>` after it `</script>`",
    ),
];

impl fmt::Display for RemainingMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, repair, reason, .. } = self;
        write!(f, "{position}: left as it is ({repair}): {reason}")
    }
}
