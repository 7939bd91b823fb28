//! The documentation of reserved words: passages of `notes/grammar-language.md`, which is the only
//! source.

use wishful::embedded::LANGUAGE_NOTES;

/// Returns the passage about a reserved word or a built-in terminal, in Markdown: the section with
/// the word in its heading, the table row that begins with it, or the first passage that mentions
/// it.
#[must_use]
pub fn note(word: &str) -> Option<&'static str> {
    if !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let found = section(word).or_else(|| row(word)).or_else(|| passage(word))?;
    Some(found.trim())
}

/// Reports whether a text mentions a word in inline code.
fn mentions(text: &str, word: &str) -> bool {
    for code in text.split('`').skip(1).step_by(2) {
        let mut parts =
            code.split(|sign: char| !(sign.is_alphanumeric() || matches!(sign, '-' | '_')));
        if parts.any(|part| part == word) {
            return true;
        }
    }
    false
}

/// Iterates over the sections, each with its heading.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGE_NOTES.match_indices("\n#").map(|(at, _)| {
        let rest = &LANGUAGE_NOTES[at + 1..];
        let end = rest.find("\n#").unwrap_or(rest.len());
        rest[..end].split_once('\n').unwrap_or((&rest[..end], ""))
    })
}

fn section(word: &str) -> Option<&'static str> {
    let (_, text) = sections().find(|(heading, _)| mentions(heading, word))?;
    Some(text)
}

fn row(word: &str) -> Option<&'static str> {
    for line in LANGUAGE_NOTES.lines() {
        if let Some(row) = line.strip_prefix("| ")
            && let Some((first, text)) = row.split_once(" | ")
            && mentions(first, word)
        {
            return Some(text.trim_end_matches(" |"));
        }
    }
    None
}

fn passage(word: &str) -> Option<&'static str> {
    for text in LANGUAGE_NOTES.split("\n\n") {
        if !is_code(text) && mentions(text, word) {
            return Some(text);
        }
    }
    let mut passages = LANGUAGE_NOTES.split("\n\n");
    passages.find(|text| is_code(text) && text.split_whitespace().any(|part| part == word))
}

/// Reports whether a passage is a block of code.
fn is_code(passage: &str) -> bool {
    passage.trim_start_matches('\n').starts_with("    ") || passage.contains("```")
}
