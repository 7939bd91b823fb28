//! Microformats2: the public suite (116 pairs of HTML and JSON, compared as JSON), randomly broken
//! documents, and the growth of work.

use std::fs;
use std::path::Path;

use serde_json::Value;
use wishful::{Grammar, ParseOptions, Parser};
use wishful_microformats::output::JsonOptions;
use wishful_microformats::{Microformats, Mode, Options};

/// The cases that contradict others of the suite, with the reason.
const CONTRADICTORY: &[(&str, &str)] = &[(
    "microformats-v2-unit/value/value-dt.html",
    "`2-with-tz` keeps the colon of a zone in a time that is parted from its date; h-event/time and h-event/concatenate, of the \
     same structure, want it without",
)];

/// The number of pairs in the suite.
const PAIRS: usize = 116;

#[test]
fn the_public_suite() {
    let Some(suites) = crate::common::suites() else { return };
    let suite = suites.join("microformats");
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (mut passed, mut failed) = (0, Vec::new());
    for path in crate::common::files(&suite, &["html"]) {
        let Ok(expected) = fs::read_to_string(path.with_extension("json")) else { continue };
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let name = path.strip_prefix(&suite).unwrap().display().to_string();
        match read(&parser, &path) {
            ours if ours == expected => passed += 1,
            ours => failed.push((name, format!("{ours}\n{expected}"))),
        }
    }
    let mut new = failed.clone();
    for (known, _) in CONTRADICTORY {
        new.retain(|(name, _)| name != known);
    }
    assert!(new.is_empty(), "{passed} passed; these did not: {new:#?}");
    assert_eq!((passed, failed.len()), (PAIRS - CONTRADICTORY.len(), CONTRADICTORY.len()));
}

fn read(parser: &Parser, path: &Path) -> Value {
    let document = parser.parse(fs::read(path).unwrap(), &ParseOptions::default()).unwrap();
    let is_unit = path.to_string_lossy().contains("v2-unit");
    let base = if is_unit { "http://example.test" } else { "http://example.com/" };
    let options = Options::default().base(Some(base));
    let json = Microformats::new(&document, &options).to_json(&JsonOptions::default());
    serde_json::from_str(&json).unwrap()
}

/// The markup that is inserted into documents at random.
const MARKS: &[&str] = &[
    "<div class='h-card'>",
    "<div class='p-author h-card vcard'>",
    "<p class='vevent h-'>",
    "<span class='value'>",
    "<i class='value-title' title='2026-11-22T7pm'>",
    "<b class='dt-start dtstart e-x u-y p-z'>",
    "<a class='include' href='#a'>",
    "<div id=a class='vcard' itemref='a b'>",
    "<td headers='a' class='hreview item fn'>",
    "<a rel='tag bookmark me' href='//[x'>",
    "<img class='photo u-photo' src='\u{e9}' alt>",
    "<template><p class='h-entry'>",
    "12:99am \u{202e}2026-1",
];

/// Returns a mutated document with some of [`MARKS`] inserted.
fn broken(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = crate::common::mutate(bytes, 4_000, random);
    for _ in 0..random.usize(0..6) {
        let at = random.usize(0..=bytes.len());
        let mark = MARKS[random.usize(0..MARKS.len())];
        bytes.splice(at..at, mark.bytes());
    }
    bytes
}

#[test]
fn no_document_panics_and_output_is_json() {
    let Some(suites) = crate::common::suites() else { return };
    let mut documents = Vec::new();
    for path in crate::common::files(&suites.join("microformats"), &["html"]) {
        documents.push(fs::read(path).unwrap());
    }
    for page in crate::common::page_documents() {
        documents.push(page.bytes);
    }
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    for bytes in &documents {
        holds_up(&parser, bytes);
    }
    let mut random = fastrand::Rng::with_seed(17);
    for _ in 0..crate::common::mutations(3_000) {
        let bytes = broken(&documents[random.usize(0..documents.len())], &mut random);
        holds_up(&parser, &bytes);
    }
}

/// Checks in both modes that the output is JSON, that spans are within the text, and that the parts
/// of values are in the document.
fn holds_up(parser: &Parser, bytes: &[u8]) {
    let document = parser.parse(bytes, &ParseOptions::default()).unwrap();
    for mode in [Mode::Microformats2, Mode::Classic] {
        let options = Options::default().mode(mode).base(Some("http://example.com/a/"));
        let found = Microformats::new(&document, &options);
        let json = found.to_json(&JsonOptions::default().spans(true).lang(true));
        serde_json::from_str::<Value>(&json).unwrap();
        for item in found.all_items() {
            for property in item.properties() {
                for value in property.values() {
                    for (_, spans) in value.parts() {
                        for span in spans.iter() {
                            assert!(document.text().get(span.range()).is_some());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn classes_of_style_sheets_may_be_no_roots() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let html = "<p class='h-full h-card'>A<i class='h-screen'><b class=p-name>B</b></i>";
    let document = parser.parse(html, &ParseOptions::default()).unwrap();
    let cases: [&[&str]; 3] = [&["h-full", "h-screen"], &[], &["h-full", "h-screen", "h-card"]];
    let [some, none, all] = cases.map(|except_roots| {
        let found = Microformats::new(&document, &Options::default().except_roots(except_roots));
        let json: Value = serde_json::from_str(&found.to_json(&JsonOptions::default())).unwrap();
        json["items"].clone()
    });
    let name = serde_json::json!({ "name": ["B"] });
    let card = serde_json::json!([{ "type": ["h-card"], "properties": name }]);
    assert_eq!(some, card);
    assert_eq!(none[0]["children"][0]["type"][0], "h-screen");
    assert_eq!(all, serde_json::json!([]));
}

/// A named family of documents by size.
type Family = (&'static str, fn(usize) -> String);

/// Documents on which extraction could take superlinear work.
const FAMILIES: &[Family] = &[
    ("nested roots", |n| "<div class='h-entry'>".repeat(n) + "x"),
    ("nested properties", |n| {
        "<div class='h-x'>".to_owned() + &"<p class='p-a'><div class='u-b e-c'>x".repeat(n)
    }),
    ("nested items of properties", |n| "<div class='p-a h-b'>x".repeat(n)),
    ("nested classic items", |n| "<div class='vcard agent'><b class=fn>x</b>".repeat(n)),
    ("includes of one large target", |n| {
        let include = "<div class=vcard><a class=include href='#t'>x</a></div>".repeat(n);
        include + "<div id=t>" + &"<b class=nickname>x</b>".repeat(n) + "</div>"
    }),
    ("mutual includes", |n| {
        let mut html = String::new();
        for k in 0..n {
            let next = k + 1;
            html +=
                &format!("<div id=i{k} class=vcard><a class=include href='#i{next}'>x</a></div>");
        }
        html
    }),
    ("values", |n| {
        let values = "<b class=value>x</b>".repeat(n);
        format!("<div class=h-a><div class=p-b>{values}</div><div class=dt-c>{values}</div></div>")
    }),
    ("roots in an event", |n| {
        format!("<div class=vevent>{}</div>", "<p class='vcard attendee'>x</p>".repeat(n))
    }),
    ("properties of one element", |n| {
        let classes = numbered(n, |word| format!("p-{word} "));
        format!("<div class=h-a><b class='{classes}'>x</b></div>")
    }),
    ("root classes of one element", |n| {
        let classes = numbered(n, |word| format!("h-{word} "));
        format!("<div class='{classes}'>x</div>")
    }),
    ("types of one link", |n| {
        let types = numbered(n, |word| format!("{word} "));
        format!("<a href=x rel='{types}'>x</a>")
    }),
    ("copies of many classes", |n| {
        let classes = numbered(n, |word| format!("p-{word} h-{word} "));
        format!("<div class=h-a><p><b class='{classes}'>x{}", "<p>x".repeat(n))
    }),
    ("copies of links with many types", |n| {
        let types = numbered(n, |word| format!("{word} "));
        format!("<p><a href='/{types}' rel='{types}'>x{}", "<p>x".repeat(n))
    }),
    ("nested properties that include a target", |n| {
        let nested = "<div class=note>".repeat(n);
        let includes = "<a class='include fn' href='#t'>x</a>".repeat(n);
        format!("<p id=t>{}</p><div class=vcard>{nested}{includes}", "x".repeat(n))
    }),
    ("items with a reference", |n| {
        "<div class=vcard itemref=t>x</div>".repeat(n) + "<p id=t class=note>" + &"x".repeat(n)
    }),
    ("dates", |n| {
        format!("<div class=h-a>{}</div>", "<b class=dt-c><i class=value>7pm</i></b>".repeat(n))
    }),
];

/// Joins pieces with the words for the numbers below `count`, one letter for each digit.
fn numbered(count: usize, piece: fn(&str) -> String) -> String {
    let mut pieces = String::new();
    for number in 0..count {
        let mut word = String::new();
        for digit in number.to_string().bytes() {
            word.push(char::from(digit - b'0' + b'a'));
        }
        pieces += &piece(&word);
    }
    pieces
}

#[test]
fn work_grows_with_the_document() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    for (name, family) in FAMILIES {
        let [once, twice] = [400, 800].map(|n| {
            let document = parser.parse(family(n), &ParseOptions::default()).unwrap();
            Microformats::new(&document, &Options::default()).work()
        });
        assert!(once > 100, "{name}: {once}");
        assert!(twice * 10 <= once * 21, "{name}: {once}, and {twice} at twice the size");
    }
}

#[test]
fn reached_limits_are_reported_and_partial_output_is_json() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (_, includes) = FAMILIES[4];
    let document = parser.parse(includes(3_000), &ParseOptions::default()).unwrap();
    let found = Microformats::new(&document, &Options::default());
    assert!(found.is_cut());
    let json: Value = serde_json::from_str(&found.to_json(&JsonOptions::default())).unwrap();
    assert_eq!(json["cut"], true);

    let (_, nested) = FAMILIES[1];
    let document = parser.parse(nested(2_000), &ParseOptions::default()).unwrap();
    let found: Microformats<'_> = Microformats::new(&document, &Options::default());
    let bytes = wishful::Allowance::fixed(10_000);
    let text = found.to_json(&JsonOptions::default().bytes(bytes));
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["cut"], true);
}

/// Copies of formatting elements repeat long attributes, so texts that are joined or decoded from
/// them have a limit.
#[test]
fn concatenated_texts_are_bounded() {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    let (long, paragraphs) = ("y".repeat(20_000), "<p>x".repeat(5_000));
    let pages = [
        format!("<div class=h-x><div class=p-n><p><b class=value-title title={long}>x{paragraphs}"),
        format!("<div class=h-x><p><a class=u-n href=/{long}>x{paragraphs}"),
    ];
    for page in pages {
        let document = parser.parse(&page, &ParseOptions::default()).unwrap();
        let options = Options::default().base(Some("https://example.org/"));
        let found = Microformats::new(&document, &options);
        assert!(found.is_cut());
        let values = found.items().next().unwrap().property("n").unwrap().values();
        let mut bytes = 0;
        for value in values {
            if !long.ends_with(&value.text()[1..]) {
                bytes += value.text().len();
            }
        }
        assert!((1 << 25..=1 << 26).contains(&bytes), "{bytes}");
    }
    let deep = "<div class='hentry'>".to_owned() + &"<div class=entry-content>x".repeat(2_500);
    let document = parser.parse(&deep, &ParseOptions::default()).unwrap();
    let found = Microformats::new(&document, &Options::default().mode(Mode::Classic));
    let content = found.items().next().unwrap().property("entry-content").unwrap();
    let html = content.values().next().unwrap().html().unwrap();
    assert!((1 << 26..1 << 27).contains(&html.len()), "{}", html.len());
}
