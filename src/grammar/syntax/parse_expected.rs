//! What the engine expects, in the words of the language.
//!
//! The engine's answer is a set of terminals, often thirty. Read out one by one they would hide
//! what matters, so they are grouped: signs first, then words, then kinds of symbols with an
//! example each; the words that start a statement are one group. At most [`MOST`] things are named.
//!
//! ```text
//! expected `;`, `|`, `?`, `*`, `+`, `excluding`, `including`, or a symbol such as `<p>`, `TEXT`, `flow` or `{…}`
//! ```

use super::meta::Meta;

/// How many things a sentence names.
const MOST: usize = 12;
/// More words than these are the words that start a statement.
const WORDS: usize = 9;

/// The kinds of symbols: the token's name, what a reader calls it, an example.
const KINDS: [(&str, &str, &str); 10] = [
    ("START", "an element", "`<p>`"),
    ("END", "an end tag", "`</p>`"),
    ("TERMINAL", "a terminal", "`TEXT`"),
    ("NAME", "a name", "`flow`"),
    ("{", "a set in braces", "`{…}`"),
    ("STRING", "a string", "`\"text\"`"),
    ("PARENT", "a parent", "`<head>/`"),
    ("FRAGMENT", "the root of a fragment", "`fragment/`"),
    ("REGEX", "a regular expression", "`/[0-9]+/`"),
    ("NUMBER", "a number", "`2`"),
];

/// `expected …`: the terminals in words.
pub(super) fn sentence(meta: &Meta, expected: &[usize]) -> String {
    let names: Vec<&str> = expected.iter().map(|&terminal| meta.name(terminal)).collect();
    let (words, signs): (Vec<&str>, Vec<&str>) = names
        .iter()
        .filter(|name| **name != ":{" && !KINDS.iter().any(|(kind, ..)| kind == *name))
        .partition(|name| name.starts_with(|first: char| first.is_ascii_lowercase()));
    let opening = |sign: &&str| matches!(*sign, "(" | "[");
    let mut things: Vec<String> = Vec::new();
    things.extend(signs.iter().filter(|sign| !opening(sign)).map(|sign| format!("`{sign}`")));
    if words.len() > WORDS {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        things.push(format!("a word that starts a statement ({})", words.join(", ")));
    } else {
        things.extend(words.iter().map(|word| format!("`{word}`")));
    }
    let symbols = symbols(&names);
    let room = MOST.saturating_sub(symbols.len());
    let rest = signs.iter().filter(|sign| opening(sign)).map(|sign| format!("`{sign}`"));
    things.extend(rest);
    if things.len() > room {
        things.truncate(room);
    }
    things.extend(symbols);
    match things.split_last() {
        None => "expected the end of the file".into(),
        Some((last, [])) => format!("expected {last}"),
        Some((last, [first])) => format!("expected {first} or {last}"),
        Some((last, first)) => format!("expected {}, or {last}", first.join(", ")),
    }
}

/// The kinds of symbols among `names`: each by itself, or three and more as one.
fn symbols(names: &[&str]) -> Vec<String> {
    let found: Vec<_> = KINDS.iter().filter(|(kind, ..)| names.contains(kind)).collect();
    if found.len() < 3 {
        return found
            .iter()
            .map(|(_, word, example)| format!("{word} such as {example}"))
            .collect();
    }
    // Among members a string is for `tokenizer text` only; elsewhere it is what is wanted.
    let is_member = names.contains(&"{");
    let is_rare = |kind| matches!(kind, "PARENT" | "FRAGMENT") || kind == "STRING" && is_member;
    let examples: Vec<&str> =
        found.iter().filter(|(kind, ..)| !is_rare(*kind)).map(|(.., example)| *example).collect();
    match examples.split_last() {
        Some((last, first)) if !first.is_empty() => {
            vec![format!("a symbol such as {} or {last}", first.join(", "))]
        }
        _ => examples.iter().map(|example| format!("a symbol such as {example}")).collect(),
    }
}
