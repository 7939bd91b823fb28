//! The documentation of reserved words: passages of `notes/grammar-language.md`, which is the only
//! source.

const LANGUAGE: &str = include_str!("../../../notes/grammar-language.md");

/// Returns the passage about a reserved word or a built-in terminal, in Markdown: the section with
/// the word in its heading, the table row that begins with it, or the first passage that mentions
/// it.
#[must_use]
pub fn note(word: &str) -> Option<&'static str> {
    if !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    section(word).or_else(|| row(word)).or_else(|| passage(word)).map(str::trim)
}

/// Reports whether a text mentions a word in inline code.
fn tells(text: &str, word: &str) -> bool {
    let code = text.split('`').skip(1).step_by(2);
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
    code.into_iter().any(|code| code.split(|sign: char| !is_part(sign)).any(|part| part == word))
}

/// Iterates over the sections, each with its heading.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let starts = LANGUAGE.match_indices("\n#").map(|(at, _)| at + 1);
    starts.map(|start| {
        let rest = &LANGUAGE[start..];
        let end = rest.find("\n#").unwrap_or(rest.len());
        rest[..end].split_once('\n').unwrap_or((&rest[..end], ""))
    })
}

fn section(word: &str) -> Option<&'static str> {
    sections().find(|(heading, _)| tells(heading, word)).map(|(_, text)| text)
}

fn row(word: &str) -> Option<&'static str> {
    let rows = LANGUAGE.lines().filter_map(|line| line.strip_prefix("| "));
    let mut cells = rows.filter_map(|row| row.split_once(" | "));
    cells.find(|(first, _)| tells(first, word)).map(|(_, text)| text.trim_end_matches(" |"))
}

fn passage(word: &str) -> Option<&'static str> {
    let is_code =
        |text: &&str| text.trim_start_matches('\n').starts_with("    ") || text.contains("```");
    let told = LANGUAGE.split("\n\n").filter(|text| !is_code(text)).find(|text| tells(text, word));
    let shown = |text: &&str| {
        text.lines()
            .any(|line| line.split(|sign: char| sign.is_whitespace()).any(|part| part == word))
    };
    told.or_else(|| LANGUAGE.split("\n\n").filter(is_code).find(shown))
}
