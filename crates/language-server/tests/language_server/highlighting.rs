//! `apps/editors/vscode/syntaxes/wishful.tmLanguage.json` covers every word and every token of
//! `grammar/meta.grammar`.

use crate::shared::root;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is there")
}

/// Returns the text under a key.
fn text_at(one: &Value, key: &str) -> String {
    one[key].as_str().expect(key).to_owned()
}

/// Returns the scopes and patterns in order. Lookaround is checked separately, since the crate
/// `regex` does not support it.
fn patterns() -> Vec<(String, String)> {
    let grammar: Value =
        serde_json::from_str(&read("apps/editors/vscode/syntaxes/wishful.tmLanguage.json"))
            .expect("JSON");
    let patterns = grammar["patterns"].as_array().expect("a list");
    patterns.iter().map(|one| (text_at(one, "name"), text_at(one, "match"))).collect()
}

/// Returns the scope of an isolated token: that of the first pattern that matches all of it.
fn scope(token: &str) -> Option<String> {
    let around = Regex::new(r"\(\?(<!|!|<=|=)(\[[^\]]*\]|\\s\*;)\)").expect("an expression");
    let found = patterns().into_iter().find(|(_, pattern)| {
        let bare = around.replace_all(pattern, "");
        let whole = Regex::new(&format!("^(?:{bare})$"))
            .unwrap_or_else(|error| panic!("{pattern}: {error}"));
        whole.is_match(token)
    });
    found.map(|(scope, _)| scope)
}

/// Returns the quoted strings of `meta.grammar`: reserved words and signs.
fn quoted() -> BTreeSet<String> {
    let text = read("grammar/meta.grammar");
    let rules = text.split("# What the file is").nth(1).expect("the rules are behind the tokens");
    let lines = rules.lines().filter(|line| !line.starts_with('#'));
    let strings = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    strings.map(str::to_owned).collect()
}

#[test]
fn every_word_of_the_language_is_highlighted() {
    let quoted = quoted();
    assert!(quoted.len() > 80, "only {} words", quoted.len());
    for word in &quoted {
        let scope = scope(word).unwrap_or_else(|| panic!("`{word}` has no scope"));
        let is_word = word.starts_with(|first: char| first.is_ascii_lowercase());
        let wanted: &[&str] = if is_word {
            &["keyword.", "support."]
        } else {
            &["keyword.operator.", "punctuation."]
        };
        assert!(wanted.iter().any(|start| scope.starts_with(start)), "`{word}` is {scope}");
    }
}

#[test]
fn no_other_word_is_highlighted_as_one() {
    let quoted = quoted();
    for (scope, pattern) in patterns()
        .iter()
        .filter(|(_, pattern)| pattern.contains("(?:") && pattern.ends_with("(?![A-Za-z0-9_-])"))
    {
        let start = pattern.find("(?:").expect("alternatives") + 3;
        let words = pattern[start..].split(')').next().expect("an end").split('|');
        for word in words {
            assert!(quoted.contains(word), "`{word}` of {scope} is no word of the language");
        }
    }
}

#[test]
fn every_kind_of_token_is_highlighted() {
    for (token, wanted) in [
        ("# a comment", "comment."),
        ("\"a \\\" b\"", "string.quoted."),
        ("/[0-9]+\\//", "string.regexp."),
        ("<svg:a href=\"x>y\">", "entity.name.tag."),
        ("</p>", "entity.name.tag."),
        ("<*>", "entity.name.tag."),
        ("TEXT", "constant.language."),
        ("inline-flow", "variable.other."),
        ("replace-it", "variable.other."),
        ("12", "constant.numeric."),
    ] {
        let scope = scope(token);
        assert!(
            scope.as_ref().is_some_and(|scope| scope.starts_with(wanted)),
            "{token}: {scope:?}"
        );
    }
}

/// The playground's editor highlights the same words.
#[test]
fn the_playground_highlights_the_same_words() {
    let source = read("apps/playground/source/editor/words.js");
    let lists = source.split("[/^(?:").skip(1);
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for rest in lists {
        if let Some((words, _)) = rest.split_once(r")(?![\w-])/") {
            known.extend(words.split('|'));
        }
    }
    let quoted = quoted();
    let mut words: BTreeSet<&str> = BTreeSet::new();
    for word in &quoted {
        if word.starts_with(|first: char| first.is_ascii_lowercase()) {
            words.insert(word);
        }
    }
    assert_eq!(known, words, "the words in apps/playground/source/editor/words.js");
}
