//! `conforming` and the conformance tests of WPT and the Nu checker, in `../shared/conformance`.
//! The name of a file says whether a checker finds something in it.

use crate::common::shared_folder;
use std::fs;
use std::path::{Path, PathBuf};
use wishful::check::Checker;
use wishful::{Grammar, ParseOptions, Parser};

/// The files with another verdict, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("html/attributes/accesskey/duplicate-key-labels-novalid.html", "equal keys are not compared"),
    ("html/attributes/lang/deprecated-tag-haswarn.html", "the register of languages is not read"),
    ("html/elements/del/date-0004-02-29-haswarn.html", UNLIKELY),
    ("html/elements/del/date-year-five-digits-haswarn.html", UNLIKELY),
    ("html/elements/del/global-date-and-time-timezone-minutes-15-haswarn.html", UNLIKELY),
    ("html/elements/del/global-date-and-time-timezone-plus-1500-haswarn.html", UNLIKELY),
    ("html/elements/ins/date-0004-02-29-haswarn.html", UNLIKELY),
    ("html/elements/ins/date-0214-09-29-haswarn.html", UNLIKELY),
    ("html/elements/ins/date-year-five-digits-haswarn.html", UNLIKELY),
    ("html/elements/ins/global-date-and-time-timezone-minus-1300-haswarn.html", UNLIKELY),
    ("html/elements/ins/global-date-and-time-timezone-minutes-15-haswarn.html", UNLIKELY),
    ("html/elements/ins/global-date-and-time-timezone-plus-1500-haswarn.html", UNLIKELY),
    ("html/elements/object/model-isvalid.html", PARAM),
    ("html/elements/param/model-isvalid.html", PARAM),
    (
        "html/elements/picture/video-source-media-src-novalid.html",
        "section 4.8.2: `media` applies to the `<source>` of a `<video>` since 2023",
    ),
    ("html/elements/table/integrity/vertical-novalid.html", "cells that overlap are not found"),
];

/// The reason of `<param>`.
const PARAM: &str = "section 16.2: `<param>` is obsolete, and Nu warns about it";
/// The reason of the dates.
const UNLIKELY: &str = "a date that is valid (2.3.5), although Nu warns that it may be mistyped";

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
fn the_verdict_is_that_of_the_name() {
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
        let is_faultless = checker.findings(&document).is_empty();
        if is_faultless != name.ends_with("-isvalid.html") {
            other.push(name);
        }
    }
    let mut expected: Vec<&str> = EXCEPTIONS.iter().map(|(name, _)| *name).collect();
    expected.sort_unstable();
    assert_eq!(other, expected);
}
