//! The cases in `corpus/microformats/`.

use super::*;
use std::fs;
use std::path::{Path, PathBuf};

/// A case: `==== title`, attributes, HTML, `----`, JSON.
struct Case<'t> {
    title: &'t str,
    html: String,
    base: Option<&'t str>,
    expected: Value,
}

fn cases(text: &str) -> impl Iterator<Item = Case<'_>> {
    let cases = text.split("\n==== ").skip(1);
    cases.map(|case| {
        let (title, rest) = case.split_once('\n').expect("a title is a line");
        let (html, expected) =
            rest.split_once("\n----\n").unwrap_or_else(|| panic!("{title}: no line of dashes"));
        let expected =
            serde_json::from_str(expected).unwrap_or_else(|error| panic!("{title}: {error}"));
        let (around, html) = attribute(html, "in: ");
        let (base, html) = attribute(html, "base: ");
        let html = match around {
            Some(class) => format!("<div class=\"{class}\">{html}</div>"),
            None => html.to_owned(),
        };
        Case { title, html, base, expected }
    })
}

fn attribute<'t>(text: &'t str, name: &str) -> (Option<&'t str>, &'t str) {
    match text.strip_prefix(name).and_then(|rest| rest.split_once('\n')) {
        Some((value, rest)) => (Some(value), rest),
        None => (None, text),
    }
}

pub(super) fn files() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/microformats");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|it| it == "txt"));
    let mut files: Vec<_> =
        texts.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn the_examples_of_the_seed_give_what_it_says() {
    let (mut passed, mut failed) = (0, Vec::new());
    for (path, text) in files() {
        for case in cases(&text) {
            let options = Options { base: case.base, ..Options::default() };
            let items = items_with(&case.html, &options);
            match items == case.expected {
                true => passed += 1,
                false => failed.push(format!(
                    "{}: {}\n  gave     {items}\n  expected {}",
                    path.display(),
                    case.title,
                    case.expected
                )),
            }
        }
    }
    assert!(failed.is_empty(), "{passed} passed, {} failed\n{}", failed.len(), failed.join("\n"));
    assert!(passed >= 32, "only {passed} cases were found");
}
