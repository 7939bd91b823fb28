//! Tests of complexity and robustness: the work is linear, and no input causes a panic.

use std::fs;

use super::super::work::ReaderWork;
use super::*;
use std::fmt::Write as _;
use wishful::Allowance;
use wishful::base::counted;

/// Asserts that twice the input takes at most 2.1 times the work, for each of the counters.
#[track_caller]
fn grows_linearly(family: impl Fn(usize) -> String, options: &ClassicOptions, n: usize) {
    let work = |n: usize| {
        let document = document(&family(n));
        outcome(&document, options).work
    };
    let (once, twice) = (work(n), work(2 * n));
    let done = once.looks + once.letters + once.values;
    assert!(done >= counted(n), "the family does nothing: {once:?}");
    for ((name, once), (_, twice)) in once.counters().into_iter().zip(twice.counters()) {
        assert!(twice * 10 <= once * 21 + 400, "{name}: {once}, then {twice}");
    }
}

#[track_caller]
fn linear(family: impl Fn(usize) -> String) {
    grows_linearly(family, &ClassicOptions::default(), 400);
}

#[test]
fn many_roots_in_one_root() {
    fn event(item: &str, n: usize) -> String {
        format!("<div class=vevent>{}</div>", item.repeat(n))
    }
    linear(|n| event("<p class='attendee vcard'><b class=fn>A B</b></p>", n));
    linear(|n| event("<p class=vcard><b class=fn>A B</b></p>", n));
    linear(|n| event("<p class=attendee>A B</p>", n));
    linear(|n| event("<p class=location>A <b class=vcard></b></p>", n));
    linear(|n| {
        format!("<div class=vcard>{}</div>", "<p class=adr><b class=geo>1;2</b></p>".repeat(n))
    });
}

#[test]
fn roots_in_roots() {
    fn nested(item: &str, n: usize) -> String {
        item.repeat(n)
    }
    linear(|n| nested("<div class='agent vcard'><b class=fn>A B</b>", n));
    linear(|n| nested("<div class=vcard><b class=fn>A B</b>", n));
    linear(|n| nested("<div class=vevent><div class=location>", n));
    linear(|n| {
        nested("<div class=vevent><div class=location>", n) + "<p class=vcard><b class=fn>A B</b>"
    });
    linear(|n| nested("<div class=adr>", n));
    let both = "<div class=vevent><div class='attendee location'>";
    linear(|n| nested(both, n) + "<p class=vcard><b class=fn>A B</b>");
    linear(|n| nested(both, n) + "<p class=adr>");
    linear(|n| {
        format!(
            "<div class=vevent>{}",
            nested("<div class=location>", n) + "<p class=vcard><b class=fn>A B</b>"
        )
    });
}

#[test]
fn many_classes_of_one_element() {
    linear(|n| {
        let classes = "note fn ".repeat(n);
        format!("<div class=vcard><p class='{classes}'>{}</p></div>", "a".repeat(n))
    });
    fn work(n: usize) -> ReaderWork {
        let (mut text, mut classes) = ("format xmany \"many\" ;".to_owned(), String::new());
        for index in 0..n {
            write!(text, " property p{index} many text ;").unwrap();
            write!(classes, "p{index} ").unwrap();
        }
        let vocabulary = Vocabulary::shipped_with([("many.vocabulary", &*text)]).unwrap();
        let document = document(&format!("<div class=xmany><p class='{classes}'>A B</p></div>"));
        let addresses = Addresses::new(&document, None);
        let outcome = read(&document, &vocabulary, addresses, &ClassicOptions::default());
        assert_eq!(outcome.tables.values.len(), n);
        outcome.work
    }
    for ((name, once), (_, twice)) in work(500).counters().into_iter().zip(work(1_000).counters()) {
        assert!(twice * 10 <= once * 21 + 400, "{name}: {once}, then {twice}");
    }
}

#[test]
fn long_lists_of_values() {
    fn list(class: &str, value: &str, n: usize) -> String {
        format!("<div class=vevent><p class={class}>{}</p></div>", value.repeat(n))
    }
    linear(|n| list("summary", "<b class=value>a</b>", n));
    linear(|n| list("url", "<b class=value>a</b>", n));
    linear(|n| list("uid", "<b class=value>a</b>", n));
    linear(|n| list("dtstart", "<b class=value>2008-07-21</b>", n));
    linear(|n| list("dtstart", "<b class=value>a</b>", n));
    // Each enclosing element has the same values.
    fn nested(class: &str, n: usize) -> String {
        let values = "<b class=value>a</b>".repeat(n);
        format!("<div class=vcard>{}{values}</div>", format!("<div class={class}>").repeat(n))
    }
    linear(|n| nested("note", n));
    linear(|n| nested("url", n));
    linear(|n| nested("'note title url key nickname'", n));
}

#[test]
fn includes_of_one_large_target() {
    fn family(n: usize) -> String {
        let includes = "<div class=vevent><a class=include href='#x'>x</a></div>".repeat(n);
        let target = "<b class=category>a</b>".repeat(n);
        format!("{includes}<div id=x>{target}</div>")
    }
    let options = ClassicOptions {
        copies: Allowance { at_least: 0, per_byte: 4 },
        ..ClassicOptions::default()
    };
    grows_linearly(family, &options, 400);
    linear(|n| {
        let mut html = String::from("<div class=vcard>");
        for index in 0..n {
            write!(html, "<p id=a{index}><a class=include href='#b{index}'>x</a></p>").unwrap();
            write!(html, "<p id=b{index} class=note><a class=include href='#a{index}'>y</a></p>")
                .unwrap();
        }
        html
    });
}

#[test]
fn formats_that_are_no_compounds() {
    linear(|n| "<a rel='tag license me' rev=vote-for href=/a title=b>c</a>".repeat(n));
    linear(|n| format!("<ol class=xoxo>{}</ol>", "<li>a <a href=b>c</a>".repeat(n)));
    linear(|n| "<ol class=xoxo><li>a ".to_owned() + &"<ol><li>a ".repeat(n));
    linear(|n| "<ol class=xoxo><li>a ".repeat(n));
    linear(|n| "<div class=xoxo><p class=xoxo>a <span>".repeat(n));
    linear(|n| "<dl class=profile><dt>a<dd>b ".repeat(n));
    linear(|n| "<dl class=profile><dt>a<dd>b ".to_owned() + &"<dl><dt>a<dd>b ".repeat(n));
    linear(|n| format!("<b class=Z3988 title='{}'>", "a=b&amp;".repeat(n)) + &"<p>".repeat(n));
}

#[test]
fn parts_in_parts_are_bounded() {
    let html = "<div class=vcard>".to_owned()
        + &"<div class='org n'>".repeat(3_000)
        + "<b class=organization-unit>a";
    let document = document(&html);
    let options = ClassicOptions {
        work: Allowance { at_least: 0, per_byte: 8 },
        ..ClassicOptions::default()
    };
    let outcome = outcome(&document, &options);
    assert!(outcome.is_cut);
    let spent: u64 = outcome.work.looks + outcome.work.letters + outcome.work.values;
    assert!(spent <= counted(html.len()) * 8 + 20_000, "{:?}", outcome.work);
}

/// Mutates a text at random positions: deletes, duplicates or moves pieces, and changes letters.
fn mutated(text: &str, random: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..8) {
        let at = random.usize(0..=letters.len());
        let end = (at + random.usize(0..30)).min(letters.len());
        let piece: Vec<char> = letters[at..end].to_vec();
        match random.u32(0..4) {
            0 => drop(letters.drain(at..end)),
            1 => drop(letters.splice(at..at, piece)),
            2 => drop(letters.splice(0..0, piece)),
            _ => {
                let letter = ['<', '>', '"', ' ', '&', '-', '+', ':', '9', 'T', '#', '\u{e9}']
                    [random.usize(0..12)];
                drop(letters.splice(at..at, [letter]));
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn mutated_examples_do_not_panic() {
    let folder = crate::common::root().join("corpus/microformats");
    let files = crate::common::files(&folder, &["txt"]);
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut random = fastrand::Rng::with_seed(17);
    let mut items = 0;
    for _ in 0..2_000 {
        let text = &texts[random.usize(0..texts.len())];
        let from = random.usize(0..text.len());
        let piece: String = text.chars().skip(from).take(1_500).collect();
        let root = ["vcard", "vevent", "hreview", "hentry", "adr"][random.usize(0..5)];
        let html = format!("<div class={root}>{}", mutated(&piece, &mut random));
        items += items_of(&html);
    }
    assert!(items > 2_000, "{items}");
}

fn items_of(html: &str) -> usize {
    items(html).as_array().unwrap().len()
}

#[test]
fn json_stops_at_the_limit() {
    let html = "<div class=vcard><b class=fn>A B</b></div>".repeat(300);
    let document = document(&html);
    let options = Options { mode: Mode::Classic, ..Options::default() };
    let found = Microformats::new(&document, &options);
    let whole = found.to_classic_json(&JsonOptions::default());
    for most in [0, 1, 10, 100, 1_000, 10_000] {
        let bytes = Allowance::fixed(most);
        let json = found.to_classic_json(&JsonOptions { bytes, ..JsonOptions::default() });
        let value: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["cut"], true, "{most}");
        assert!(json.len() < whole.len());
        assert!(counted(json.len()) < most + 400, "{most}: {json}");
    }
}

#[test]
fn deep_items_are_written_without_recursion() {
    let html = "<div class='agent vcard'><b class=fn>A B</b>".repeat(20_000);
    let document = document(&html);
    let options = Options { mode: Mode::Classic, ..Options::default() };
    let json = Microformats::new(&document, &options).to_classic_json(&JsonOptions::default());
    assert_eq!(json.matches(r#""type":"vcard""#).count(), 20_000);
}

/// Hand-written documents cause no panic, reach no limit, and need work in proportion to their
/// size.
#[test]
fn public_documents_are_read_whole() {
    let Some(suites) = crate::common::suites() else { return };
    let mut read = 0;
    let folders = [suites.join("microformats"), suites.with_file_name("pages")];
    for path in folders.iter().flat_map(|folder| crate::common::files(folder, &["html"])) {
        let html = std::fs::read(&path).unwrap();
        let document = PARSER.parse(&html, &ParseOptions::default()).unwrap();
        let outcome = outcome(&document, &ClassicOptions::default());
        assert!(!outcome.is_cut, "{}", path.display());
        let most = 20 * counted(html.len()) + 1_000;
        assert!(outcome.work.total() < most, "{}: {:?}", path.display(), outcome.work);
        read += 1;
    }
    assert!(read > 100, "{read} documents");
}
