//! Properties of the diagnosis of every page: all short sequences of pieces, and mutations of tidy
//! pages.

use fastrand::Rng;
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;

const PIECES: [&str; 14] = [
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<a href=\"",
    "\">",
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "x\n  ",
    "<ul><li>",
];

fn diagnoser() -> Diagnoser {
    let grammar = |name| Grammar::load(name).expect("a shipped grammar");
    let checker = Checker::new(grammar("conforming")).expect("its selectors are tested");
    Diagnoser::new(Parser::new(grammar("whatwg")).expect("a grammar of markup"), checker)
}

fn problems(document: &Document) -> usize {
    document.mistakes().count() + document.errors().len()
}

/// Checks what holds for the diagnosis of every page.
fn check(diagnoser: &Diagnoser, page: &str) {
    let options = ParseOptions::default().name("page.html");
    let document = diagnoser.parser().parse(page, &options).expect("every text is a page");
    let diagnosis = diagnoser.diagnose(&document, &options);
    let text = document.text();
    assert_eq!(diagnosis.source(&document, page.as_bytes()), diagnosis.text.as_bytes(), "{page}");
    for mistake in &diagnosis.mistakes {
        let places = mistake.related.iter().map(|(span, _)| *span);
        let edits = mistake.edits.iter().map(|edit| edit.span);
        for span in places.chain(edits).chain([mistake.place]) {
            assert!(text.get(span.range()).is_some(), "{page}: {mistake:?}");
        }
        assert!(!mistake.message.is_empty() && !mistake.advice.is_empty(), "{page}: {mistake:?}");
        assert!(!mistake.edits.is_empty(), "{page}: {mistake:?}");
    }
    let Some(repaired) = &diagnosis.document else {
        assert!(diagnosis.mistakes.is_empty() && diagnosis.text == page, "{page}");
        return;
    };
    assert!(problems(repaired) <= problems(&document), "{page}\n{}", diagnosis.text);
    let findings = diagnoser.findings(&document, &options);
    assert!(findings.len() >= diagnosis.mistakes.len(), "{page}");
    assert!(findings.is_sorted_by_key(|one| one.place.as_ref().map(|place| place.start.offset)));
}

#[test]
fn every_short_page_has_a_diagnosis() {
    let diagnoser = diagnoser();
    let count = PIECES.len();
    for number in 0..count.pow(4) {
        let mut page = String::new();
        let mut rest = number;
        for _ in 0..4 {
            page.push_str(PIECES[rest % count]);
            rest /= count;
        }
        check(&diagnoser, &page);
    }
}

#[test]
fn every_mutation_of_a_page_has_a_diagnosis() {
    let diagnoser = diagnoser();
    let page = include_str!("../../../corpus/conforming/forms.html");
    let mut random = Rng::with_seed(7);
    for _ in 0..2000 {
        let mut text = page.to_owned();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..text.len());
            let end = (at + random.usize(..4)).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(end) {
                text.replace_range(at..end, PIECES[random.usize(..PIECES.len())]);
            }
        }
        check(&diagnoser, &text);
    }
}

#[test]
fn tidy_pages_have_no_mistakes() {
    let diagnoser = diagnoser();
    let options = ParseOptions::default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/conforming");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let page = std::fs::read_to_string(&path).expect("UTF-8");
        let document = diagnoser.parser().parse(&page, &options).expect("a page");
        let mistakes = diagnoser.diagnose(&document, &options).mistakes;
        assert!(mistakes.is_empty(), "{}: {mistakes:?}", path.display());
        pages += 1;
    }
    assert!(pages > 20);
}

#[test]
fn comments_that_the_parser_ends_are_not_unclosed() {
    let diagnoser = diagnoser();
    for page in ["<!-->x", "<!--->x", "<!--x--!>y", "<!--x--!>", "<!-->"] {
        check(&diagnoser, page);
        let document = diagnoser.parser().parse(page, &ParseOptions::default()).expect("a page");
        let mistakes = diagnoser.diagnose(&document, &ParseOptions::default()).mistakes;
        assert!(mistakes.is_empty(), "{page}: {mistakes:?}");
    }
    let page = "<!--x\n<p>y</p>";
    let document = diagnoser.parser().parse(page, &ParseOptions::default()).expect("a page");
    let diagnosis = diagnoser.diagnose(&document, &ParseOptions::default());
    assert_eq!(diagnosis.text, "<!--x-->\n<p>y</p>");
    check(&diagnoser, "<body><p>x</body>\u{e9}t\u{e9}</html>\u{1F600}");
}

#[test]
fn a_source_keeps_its_encoding() {
    let diagnoser = diagnoser();
    let options = ParseOptions::default();
    let page =
        b"<!DOCTYPE html><meta charset=windows-1252><title>\xE9t\xE9</title><div><b>\xE9</div>";
    let document = diagnoser.parser().parse(page, &options).expect("a page");
    let diagnosis = diagnoser.diagnose(&document, &options);
    let source = diagnosis.source(&document, page);
    assert!(source.ends_with(b"<div><b>\xE9</b></div>"), "{:?}", diagnosis.mistakes);
}

#[test]
fn an_encoding_is_declared_early() {
    let head = "<!DOCTYPE html><html lang=en><title>x</title>";
    let (filler, meta) = ("<!-- -->".repeat(200), "<meta charset=utf-8>");
    let pages = [
        (format!("{head}{meta}<p>\u{e4}"), &[][..]),
        (format!("{head}<p>a"), &[]),
        (format!("{head}<p>\u{e4}"), &["undeclared-encoding"]),
        (format!("{head}{filler}{meta}<p>\u{e4}"), &["late-encoding"]),
        (format!("\u{feff}{head}<p>\u{e4}"), &[]),
    ];
    let (diagnoser, options) = (diagnoser(), ParseOptions::default());
    for (page, expected) in pages {
        let document = diagnoser.parser().parse(page.as_bytes(), &options).expect("it is short");
        let found = diagnoser.findings(&document, &options);
        let codes: Vec<_> = found.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, expected, "{page}");
    }
}

#[test]
fn invalid_bytes_are_found() {
    let diagnoser = diagnoser();
    let options = ParseOptions::default().name("page.html");
    let page = b"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>caf\xE9</title>";
    let document = diagnoser.parser().parse(page, &options).expect("a page");
    let findings = diagnoser.findings(&document, &options);
    let found: Vec<&str> = findings.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(found, ["malformed-bytes"]);
    assert_eq!(findings[0].place.as_ref().map(|place| place.start.column), Some(60));
}
