//! Visible texts with their sources: on cases, on all documents at hand and on random soup.

use fastrand::Rng;
use wishful::tree::{NodeKind, NodeRef};
use wishful::{Document, parse};
use wishful_query::{RunKind, Select, TextMap};

use crate::common;

/// Returns the runs, each as its kind, its text and its source.
fn runs(page: &str) -> Vec<(&'static str, String, String)> {
    let document = parse(page);
    let map = document.text_map("\n", true);
    let mut found = Vec::new();
    for run in map.runs() {
        let source = run.span.map_or("", |span| span.of(document.text()));
        found.push((run.kind.word(), map.text()[run.range.clone()].to_owned(), source.to_owned()));
    }
    found
}

#[track_caller]
fn check_runs(page: &str, wanted: &[(&str, &str, &str)]) {
    let found = runs(page);
    let found: Vec<_> =
        found.iter().map(|(kind, text, source)| (*kind, &**text, &**source)).collect();
    assert_eq!(found, wanted);
}

#[test]
fn words_are_copied_decoded_and_separated() {
    check_runs(
        "<p>Fish &amp;   chips<br>now",
        &[
            ("copied", "Fish ", "Fish "),
            ("decoded", "&", "&amp;"),
            ("inserted", " ", ""),
            ("copied", "chips", "chips"),
            ("inserted", "\n", ""),
            ("copied", "now", "now"),
        ],
    );
}

#[test]
fn one_blank_of_the_source_is_copied() {
    check_runs(
        "<p> one two  three ",
        &[("copied", "one two", "one two"), ("inserted", " ", ""), ("copied", "three", "three")],
    );
    check_runs(
        "<table><td>1<td>2",
        &[("copied", "1", "1"), ("inserted", "\t", ""), ("copied", "2", "2")],
    );
}

#[test]
fn references_of_several_characters_are_one_run() {
    check_runs(
        "<p>a&NotEqualTilde;&lt;&notit;",
        &[
            ("copied", "a", "a"),
            ("decoded", "\u{2242}\u{338}", "&NotEqualTilde;"),
            ("decoded", "<", "&lt;"),
            ("decoded", "\u{ac}", "&not"),
            ("copied", "it;", "it;"),
        ],
    );
}

#[test]
fn preformatted_blanks_have_their_source() {
    check_runs(
        "a<pre>\n b\r\nc \n</pre>",
        &[
            ("copied", "a", "a"),
            ("inserted", "\n", ""),
            ("copied", " b", " b"),
            ("decoded", "\n", "\r\n"),
            ("copied", "c", "c"),
        ],
    );
}

#[test]
fn moved_text_is_told() {
    let document = parse("<table>lost <b>words</b><tr><td>cell</table>");
    let map = document.text_map(" ", true);
    assert_eq!(map.text(), "lost words cell");
    let moved: Vec<bool> = map.runs().iter().map(|run| run.is_moved).collect();
    assert_eq!(moved, [true, false, true, false, false]);
}

#[test]
fn quotes_have_sources() {
    let page = "<p>Fish &amp;   <b>chips</b>";
    let document = parse(page);
    let map = document.text_map("\n", true);
    let quote = |from: usize, to: usize| -> Vec<&str> {
        map.spans(from..to).into_iter().map(|span| span.of(page)).collect()
    };
    assert_eq!(map.text(), "Fish & chips");
    assert_eq!(quote(0, 12), ["Fish &amp;", "chips"]);
    assert_eq!(quote(1, 3), ["is"]);
    assert_eq!(quote(6, 7), [""; 0]);
    assert_eq!(quote(5, 8), ["&amp;", "c"]);
    assert_eq!(quote(12, 20), [""; 0]);
    let heading = parse("<h1>One</h1><p>two");
    let bold = heading.select("p").unwrap()[0];
    assert_eq!(bold.text_map(" ", true).text(), "two");
}

/// Appends the visible words, by another walk.
fn words(node: NodeRef<'_>, out: &mut String) {
    const HIDDEN: &str = "area audio base basefont canvas datalist head iframe link meta noembed \
        noframes object param rp script style template title video";
    for child in node.children() {
        if child.kind() == NodeKind::Text {
            out.extend(
                child.text().unwrap().chars().filter(|letter| !letter.is_ascii_whitespace()),
            );
        }
        let style = child.attribute("style").unwrap_or_default().to_ascii_lowercase();
        let style: String = style.split_whitespace().collect();
        let style = style.rsplit(';').find_map(|one| one.strip_prefix("display:"));
        let is_hidden = child.attribute("hidden").is_some()
            || style.is_some_and(|value| value.split('!').next() == Some("none"))
            || child.name().is_some_and(|name| HIDDEN.split(' ').any(|hidden| hidden == name));
        if child.is_element() && !is_hidden {
            words(child, out);
        }
    }
}

/// Checks the map of a document, and returns the number of its runs.
fn check(document: &Document, shown: &str) -> usize {
    let mut count = 0;
    for (separator, strip) in [("\n", true), ("|", true), (" ", false)] {
        let map = document.text_map(separator, strip);
        assert_eq!(map.text(), document.visible_text(separator, strip), "{shown}");
        check_map(document, &map, shown);
        count += map.runs().len();
        // Each visible word is there once, in the order of the tree.
        let mut wanted = String::new();
        words(document.root(), &mut wanted);
        let mut found = String::new();
        for run in map.runs().iter().filter(|run| run.kind != RunKind::Inserted) {
            let text = &map.text()[run.range.clone()];
            found.extend(text.chars().filter(|letter| !letter.is_ascii_whitespace()));
        }
        assert_eq!(found, wanted, "{shown}");
    }
    count
}

fn check_map(document: &Document, map: &TextMap, shown: &str) {
    let (mut end, mut sources) = (0, Vec::new());
    for run in map.runs() {
        assert!(run.range.start == end && run.range.end > end, "{shown} {run:?}");
        end = run.range.end;
        let text = &map.text()[run.range.clone()];
        let Some(span) = run.span else {
            assert_eq!(run.kind, RunKind::Inserted, "{shown} {text:?}");
            continue;
        };
        sources.push(span);
        let source = span.of(document.text());
        if run.kind == RunKind::Copied {
            assert_eq!(source, text, "{shown}");
            continue;
        }
        // (U+0000 is another character in foreign content than elsewhere.)
        if !source.contains('\0') {
            let parsed = parse(format!("<p>x{source}"));
            let paragraph = parsed.first_element("p").unwrap();
            let wanted = format!("x{}", text.replace('\r', "\n"));
            assert_eq!(paragraph.text_content().replace('\r', "\n"), wanted, "{shown} {source:?}");
        }
        let quoted = map.spans(run.range.clone());
        assert_eq!(quoted, [span], "{shown}");
    }
    assert_eq!(end, map.text().len(), "{shown}");
    if document.first_element("selectedcontent").is_some() {
        // The tree has the content of an option twice.
        return;
    }
    sources.sort_unstable_by_key(|span| (span.start, span.end));
    for pair in sources.windows(2) {
        assert!(pair[0].end <= pair[1].start, "{shown} {pair:?}");
    }
}

#[test]
fn documents_at_hand() {
    let mut count = 0;
    let documents = common::page_documents().into_iter().chain(common::broken_documents());
    for input in documents.chain(common::corpus_documents()) {
        count += check(&parse(&input.bytes[..]), &input.name);
    }
    assert!(count > 1000, "{count}");
    for input in common::corpus_inputs() {
        check(&parse(&input[..]), &input);
    }
}

const PIECES: [&str; 33] = [
    "<p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<br>",
    "<pre>",
    "</pre>",
    "<script>",
    "</script>",
    "<textarea>",
    "</textarea>",
    "<svg>",
    "<![CDATA[",
    "]]>",
    "<p hidden>",
    "<p style='display: none'>",
    "<!--c-->",
    "</p>",
    "<a>",
    "one",
    " two",
    "  ",
    "\n",
    "\r\n",
    "&amp;",
    "&lt",
    "&#0;&#x80;",
    "\u{e9}",
];

/// `WISHFUL_MUTATIONS` gives the number of soups.
#[test]
fn soups() {
    for seed in 0..common::mutations(4000) {
        let mut random = Rng::with_seed(u64::try_from(seed).unwrap());
        let mut page = String::new();
        for _ in 0..random.usize(1..30) {
            page += PIECES[random.usize(..PIECES.len())];
        }
        check(&parse(&page[..]), &page);
    }
}
