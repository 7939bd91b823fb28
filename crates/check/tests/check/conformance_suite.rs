//! `conforming` and the conformance tests of WPT and the Nu checker, in `../shared/conformance`.
//! The name of a file says whether a checker finds errors or warnings in it, or nothing.

use crate::shared::shared_folder;
use std::fs;
use std::path::{Path, PathBuf};
use wishful::base::Severity;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_check::Checker;

/// The files with another verdict, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("html/attributes/accesskey/duplicate-key-labels-novalid.html", "equal keys are not compared"),
    ("html/elements/object/model-isvalid.html", PARAM),
    ("html/elements/param/model-isvalid.html", PARAM),
    (
        "html/elements/picture/video-source-media-src-novalid.html",
        "section 4.8.2: `media` applies to the `<source>` of a `<video>` since 2023",
    ),
];

/// The reason of `<param>`.
const PARAM: &str = "section 16.2: `<param>` is obsolete, and Nu warns about it";

/// Returns all files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                left.push(path);
            } else if path.extension() == Some("html".as_ref()) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_verdict_agrees_with_the_file_name() {
    let Some(folder) = shared_folder("conformance") else { return };
    let parser =
        Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it is markup");
    let grammar = Grammar::load("conforming").expect("it is shipped");
    let checker = Checker::new(grammar).expect("its selectors are tested");
    let mut other = Vec::new();
    for path in files(&folder) {
        let bytes = fs::read(&path).expect("the file can be read");
        let document = parser.parse(&bytes, &ParseOptions::default()).expect("no limit is met");
        let name = path.strip_prefix(&folder).expect("it is below").to_string_lossy().into_owned();
        let severity = checker.findings(&document).iter().map(|finding| finding.severity).max();
        let verdict = match severity {
            Some(Severity::Error) => "-novalid.html",
            Some(_) => "-haswarn.html",
            None => "-isvalid.html",
        };
        if !name.ends_with(verdict) {
            other.push(name);
        }
    }
    let mut expected: Vec<&str> = EXCEPTIONS.iter().map(|(name, _)| *name).collect();
    expected.sort_unstable();
    assert_eq!(other, expected);
}
