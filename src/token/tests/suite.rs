//! The public tokenizer suite.

use super::{all_tokens, check_tiling, tokens_as_json};
use crate::base::{Point, SourceFile};
use crate::common;
use crate::token::{Html5Tokenizer, LexicalState};
use serde_json::Value as Json;
use std::path::PathBuf;

/// The number of pairs of case and initial state that must pass. Lone surrogates are impossible in
/// a text and not counted.
const PASSING: usize = 7028;

/// The cases that changed when the standard introduced processing instructions: their text begins
/// one.
const CHANGED: &[&str] = &[
    "Simili processing instruction",
    "A bogus comment stops at >, even if preceded by two dashes",
    "<?",
    "<?A",
    "<?B",
    "<?Y",
    "<?Z",
    "<?a",
    "<?b",
    "<?y",
    "<?z",
];

/// The error that the standard renamed at that time, in the suite and now, where a comment remains.
const RENAMED: (&str, &str) = (
    "unexpected-question-mark-instead-of-tag-name",
    "invalid-first-character-of-processing-instruction-target",
);

/// Undoes the suite's second round of `\uHHHH`; returns `None` for a lone surrogate.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).unwrap());
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

fn unescape_all(json: &Json) -> Option<Json> {
    Some(match json {
        Json::String(text) => Json::String(unescape(text)?),
        Json::Array(items) => items.iter().map(unescape_all).collect::<Option<_>>()?,
        Json::Object(map) => {
            let entries =
                map.iter().map(|(key, value)| Some((unescape(key)?, unescape_all(value)?)));
            entries.collect::<Option<_>>()?
        }
        other => other.clone(),
    })
}

fn state_of(name: &str) -> LexicalState {
    match name {
        "Data state" => LexicalState::Data,
        "PLAINTEXT state" => LexicalState::PlainText,
        "RCDATA state" => LexicalState::RcData,
        "RAWTEXT state" => LexicalState::RawText,
        "Script data state" => LexicalState::ScriptData,
        "CDATA section state" => LexicalState::CdataSection,
        other => panic!("unknown state {other}"),
    }
}

/// Runs a case in a state. Returns `None` for a case that no text can have, else the difference.
///
/// The suite predates processing instructions, so it matches a tokenizer without them.
fn run_case(case: &Json, state: &str, has_instructions: bool) -> Option<Result<(), String>> {
    let escaped = case["doubleEscaped"] == true;
    let plain = |json: &Json| if escaped { unescape_all(json) } else { Some(json.clone()) };
    let (input, expected) = (plain(&case["input"])?, plain(&case["output"])?);
    let text = input.as_str().unwrap();
    let mut tokenizer = Html5Tokenizer::new(text);
    if !has_instructions {
        tokenizer = tokenizer.without_instructions();
    }
    tokenizer.set_state(state_of(state), case["lastStartTag"].as_str().unwrap_or(""));
    let tokens = all_tokens(&mut tokenizer, |_, _| {});
    if let Err(reason) = check_tiling(&tokens, text) {
        return Some(Err(reason));
    }
    let found = Json::from(tokens_as_json(&tokens, text));
    if found != expected {
        return Some(Err(format!("{text:?}: expected {expected}, found {found}")));
    }
    let file = SourceFile::new("", text);
    let mut codes = Vec::new();
    for error in tokenizer.errors() {
        let Point { line, utf16, .. } = file.point(error.at);
        codes.push((line, utf16, error.code));
    }
    let (old, new) = RENAMED;
    let mut expected = Vec::new();
    for error in case["errors"].as_array().into_iter().flatten() {
        let code = error["code"].as_str().unwrap();
        let [line, column] = ["line", "col"].map(|key| error[key].as_u64().unwrap() as usize);
        if has_instructions && code == old {
            // It is now an error of the character after the question mark.
            expected.push((line, column + 1, new));
        } else {
            expected.push((line, column, code));
        }
    }
    codes.sort_unstable();
    expected.sort_unstable();
    if codes != expected {
        return Some(Err(format!("{text:?}: expected errors {expected:?}, found {codes:?}")));
    }
    Some(Ok(()))
}

#[test]
fn the_public_tokenizer_suite_passes() {
    let Some(suites) = common::suites() else { return };
    let folder = suites.join("html5lib/tokenizer");
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_suite = path.extension() == Some("test".as_ref());
        if is_suite && path.file_stem() != Some("xmlViolation".as_ref()) {
            files.push(path);
        }
    }
    files.sort();
    let (mut passing, mut skipped, mut wrong) = (0, 0, Vec::new());
    for path in files {
        let file: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let data = serde_json::json!(["Data state"]);
        for case in file["tests"].as_array().unwrap() {
            let title = case["description"].as_str().unwrap();
            let states = case.get("initialStates").unwrap_or(&data).as_array().unwrap();
            for state in states.iter().map(|state| state.as_str().unwrap()) {
                match run_case(case, state, false) {
                    None => skipped += 1,
                    Some(Ok(())) => passing += 1,
                    Some(Err(reason)) => wrong.push(format!("{name}: {title} ({state}): {reason}")),
                }
                let is_changed = CHANGED.contains(&title);
                match run_case(case, state, true) {
                    Some(Err(reason)) if !is_changed => {
                        wrong.push(format!("{name}: {title} ({state}), 2026: {reason}"));
                    }
                    Some(Ok(())) if is_changed => {
                        wrong.push(format!(
                            "{name}: {title} passes: strike it off the changed ones"
                        ));
                    }
                    _ => {}
                }
            }
        }
    }
    eprintln!("{passing} pass, {skipped} have lone surrogates");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(passing, PASSING);
}
