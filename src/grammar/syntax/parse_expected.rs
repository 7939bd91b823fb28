//! Wording of the terminals that the engine expects.
//!
//! The engine returns a set of terminals, often thirty, too many to list one by one. So they are
//! grouped: signs first, then words, then kinds of symbols with an example each. The words that
//! start a statement are one group. At most [`MOST`] groups are named.
//!
//! ```text
//! expected `;`, `|`, `?`, `*`, `+`, `excluding`, `including`,
//!          or a symbol such as `<p>`, `TEXT`, `flow` or `{…}`
//! ```

use super::meta::Meta;

/// The greatest number of groups in a sentence.
const MOST: usize = 12;
/// The greatest number of words that are named one by one; more are the words that start a
/// statement.
const WORDS: usize = 9;

/// The kinds of symbols: the token's name, its name in messages, an example.
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

/// Returns the sentence `expected …` for some terminals.
pub(super) fn sentence(meta: &Meta, terminals: &[usize]) -> String {
    let names: Vec<&str> = terminals.iter().map(|&terminal| meta.name(terminal)).collect();
    let (mut words, mut signs, mut opening) = (Vec::new(), Vec::new(), Vec::new());
    for name in &names {
        if *name == ":{" || KINDS.iter().any(|(kind, ..)| kind == name) {
            continue;
        }
        let quoted = format!("`{name}`");
        match *name {
            "(" | "[" => opening.push(quoted),
            word if word.starts_with(|first: char| first.is_ascii_lowercase()) => {
                words.push(quoted);
            }
            _ => signs.push(quoted),
        }
    }
    let mut groups = signs;
    if words.len() > WORDS {
        groups.push(format!("a word that starts a statement ({})", words.join(", ")));
    } else {
        groups.extend(words);
    }
    let symbols = symbols(&names);
    groups.extend(opening);
    groups.truncate(MOST.saturating_sub(symbols.len()));
    groups.extend(symbols);
    expected(&groups)
}

/// Returns the sentence `expected …` for alternatives that contain their quotes.
pub fn expected(alternatives: &[String]) -> String {
    match alternatives.split_last() {
        None => "expected the end of the file".into(),
        Some((last, [])) => format!("expected {last}"),
        Some((last, [first])) => format!("expected {first} or {last}"),
        Some((last, first)) => format!("expected {}, or {last}", first.join(", ")),
    }
}

/// Returns the kinds of symbols among `names`: one or two separately, three and more as one group.
fn symbols(names: &[&str]) -> Vec<String> {
    let found: Vec<_> = KINDS.iter().filter(|(kind, ..)| names.contains(kind)).collect();
    if found.len() < 3 {
        return found
            .iter()
            .map(|(_, word, example)| format!("{word} such as {example}"))
            .collect();
    }
    // Among members, a string is only for `tokenizer text`; elsewhere it is expected.
    let is_member = names.contains(&"{");
    let mut examples: Vec<&str> = Vec::new();
    for (kind, _, example) in found {
        let is_rare = matches!(*kind, "PARENT" | "FRAGMENT") || *kind == "STRING" && is_member;
        if !is_rare {
            examples.push(example);
        }
    }
    match examples.split_last() {
        Some((last, first)) if !first.is_empty() => {
            vec![format!("a symbol such as {} or {last}", first.join(", "))]
        }
        _ => examples.iter().map(|example| format!("a symbol such as {example}")).collect(),
    }
}
