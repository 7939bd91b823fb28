//! Stretches of text that are not tokens of the language: their ends, and what was probably meant.
//!
//! The tokenizer stops at an offset where no token starts. [`end`] returns the offset at which it
//! may continue, so that one mistake gives one message. A string without its closing quote extends
//! to the end of its line, but not over a final `;`. A tag without `>` extends to the next blank.
//! Adjacent stray signs are one stretch. [`diagnostic`] then describes the mistake, from a table of
//! signs of other notations.

use crate::base::{Code, Diagnostic, FileSpan};

/// Signs of other notations: a prefix, the message, the advice.
const FOREIGN: [(&str, &str, &str); 16] = [
    ("//", "this is not a comment", "a comment starts with `#`"),
    ("/*", "this is not a comment", "a comment starts with `#` and runs to the end of the line"),
    ("<!--", "this is not a comment", "a comment starts with `#`; the token is called `COMMENT`"),
    (":=", "`:=` is not part of the grammar language", "write `::=` for a rule, `=` for a set"),
    ("::", "`::` is not part of the grammar language", "write `::=` for a rule"),
    (
        ":",
        "`:` is allowed only between a namespace and `{`",
        "write `::=` for a rule, and `svg:{…}`, without a space, for a set in a namespace",
    ),
    (">", "this `>` closes no tag", "write `->` for a remedy; a tag starts with `<` and a letter"),
    ("→", "`→` is not part of the grammar language", "write `->` for a remedy"),
    (
        ",",
        "a comma is not part of the grammar language",
        "separate the members of a list with spaces",
    ),
    ("'", "a string is not written in single quotes", "write it in double quotes: `\"text\"`"),
    ("“", "a string is not written in typographic quotes", "write it in straight ones: `\"text\"`"),
    ("‘", "a string is not written in typographic quotes", "write it in straight ones: `\"text\"`"),
    (
        "&",
        "`&` is not part of the grammar language",
        "list sets side by side to join them; subtract with `-`",
    ),
    (
        ".",
        "`.` is allowed only in strings and regular expressions",
        "the name of a file is a string, `use \"marpa.grammar\" ;`; numbers are whole",
    ),
    ("$", "`$` is not part of the grammar language", "names are letters, digits, `-` and `_`"),
    ("_", "a name does not start with `_`", "names start with a letter"),
];

/// Returns the end, greater than `start`, of a stretch at `start` that is not a token.
pub(super) fn end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let line = rest.split(['\n', '\r']).next().unwrap_or(rest);
    let length = match line.as_bytes().first() {
        Some(b'"' | b'/') => open_ended(line),
        Some(b'\'') => line[1..].find('\'').map_or(1, |at| at + 2),
        Some(b'<') => {
            let name = line.trim_start_matches('<');
            let stop =
                name.find(|character: char| character.is_whitespace() || ";<".contains(character));
            line.len() - name.len() + stop.unwrap_or(name.len())
        }
        _ if line.starts_with('“') => line.find('”').map_or(0, |at| at + '”'.len_utf8()),
        _ if line.starts_with('‘') => line.find('’').map_or(0, |at| at + '’'.len_utf8()),
        _ => line.chars().take_while(|&character| stray(character)).map(char::len_utf8).sum(),
    };
    let first = rest.chars().next().map_or(1, char::len_utf8);
    start + length.max(first)
}

/// Returns the length of an unclosed string or regular expression: its line, without a `;` at the
/// end.
fn open_ended(line: &str) -> usize {
    let comment = line.find(" #").unwrap_or(line.len());
    let trimmed = line[..comment].trim_end();
    trimmed.strip_suffix(';').map_or(trimmed, str::trim_end).len()
}

/// Reports whether no token starts with this character.
fn stray(character: char) -> bool {
    let known = "<\"/#=|-+*?()[]{}!;";
    !(character.is_whitespace() || character.is_ascii_alphanumeric() || known.contains(character))
        || character == '='
}

/// Returns the diagnostic for a stretch that is not a token.
pub(super) fn diagnostic(place: FileSpan, text: &str) -> Diagnostic {
    let found = place.span.of(text);
    let error = |message: &str| Diagnostic::error(Code::Syntax, place, message);
    let foreign = FOREIGN.iter().find(|(start, ..)| found.starts_with(start));
    if let Some((_, message, help)) = foreign {
        return error(message).label("unknown").help(*help);
    }
    match found.chars().next() {
        Some('"') => error("this string has no closing quote")
            .label("starts here")
            .help("a string ends on its line; write a quote in it as `\\\"`, a line break `\\n`"),
        Some('/') if found[1..].starts_with('<') => error("only one element can be before `/`")
            .label("expected `P/<x>`")
            .help("`P/<x> ::= …` is the content of `<x>` in P, which is one `<p>` or `fragment`"),
        Some('/') => error("this regular expression has no closing slash")
            .label("starts here")
            .help("it ends on its line; write a slash in it as `\\/`"),
        Some('<') if found.contains('>') => error("this is not a valid tag in a grammar")
            .label("not a tag")
            .help("tags are `<x>`, `</x>`, `<x a>`, `<x a=v>`, `<ns:x>`, `<ns:*>` and `<*>`"),
        Some('<') => {
            error("this tag has no `>`").label("starts here").help("a tag ends on its line: `<x>`")
        }
        Some(control) if control.is_control() => {
            error(&format!("a control character, U+{:04X}", u32::from(control)))
                .label("unknown")
                .help("delete it")
        }
        _ => error(&format!("unexpected `{found}`"))
            .label("unknown")
            .help("names are ASCII letters, digits, `-` and `_`; write other text in strings"),
    }
}
