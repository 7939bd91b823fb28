//! Parselets: the page and the parselet of the language's own example. The parselet is compiled
//! once; then each run parses the page and extracts from it.
//!
//! The table shows pages per second: two milliseconds for a page are five hundred.

use super::Settings;
use super::child::{Child, PARSLEPY};
use super::common;
use super::measure::{Row, interleave};
use super::whole::parser;
use std::fs;
use wishful::ParseOptions;
use wishful::parselet::{CompileOptions, Options, Parselet};

/// The number of times that a run parses the page.
const PAGES: usize = 8;

/// The translation of `with-newlines(.review_comment)` for parslepy: an XPath function over the
/// selector as cssselect translates it.
const TEXT_WITH_NEWLINES: &str = "parslepy:textnl(descendant-or-self::*[@class and \
     contains(concat(' ', normalize-space(@class), ' '), ' review_comment ')])";

/// Prints the table.
pub(crate) fn run(settings: Settings) {
    let Some(suites) = common::suites() else { return };
    let file = |name: &str| fs::read_to_string(suites.join("parsley").join(name));
    let (Ok(text), Ok(page)) = (file("yelp.let"), file("yelp.html")) else { return };
    println!("\n### Parselets: yelp, {} bytes, parsed and extracted\n", page.len());
    let parser = parser("whatwg");
    let options = CompileOptions::default();
    let parselet = Parselet::compile("yelp.let", &text, &options).expect("it is the suite's");
    let extract = || {
        let document =
            parser.parse_str(&*page, &ParseOptions::default()).expect("input never fails");
        let found = parselet.extract(&document, &Options::default());
        found.to_json().expect("the page has all of it").len()
    };
    let parse =
        || parser.parse_str(&*page, &ParseOptions::default()).expect("input never fails").len();
    let compile = || Parselet::compile("yelp.let", &text, &options).expect("it is the suite's");
    let each = PAGES as f64;
    let mut rows = vec![
        Row::new("wishful", each, || (0..PAGES).map(|_| extract()).sum::<usize>()),
        Row::new("wishful, parse alone", each, || (0..PAGES).map(|_| parse()).sum::<usize>()),
        Row::new("wishful, compiling the parselet", 1.0, compile),
    ];
    let theirs = text.replace("with-newlines(.review_comment)", TEXT_WITH_NEWLINES);
    let pages = std::iter::repeat_n(page.as_bytes(), PAGES);
    let child = Child::start(&PARSLEPY);
    let child = child.and_then(|mut child| {
        child.load(std::iter::once(theirs.as_bytes()).chain(pages)).ok()?;
        Some(child)
    });
    rows.extend(child.map(|mut child| {
        let name = child.version.clone();
        Row::timing_itself(name, each, move || child.run().expect("the peer answers"))
    }));
    print!("{}", interleave(rows, settings.budget(3)).markdown("pages"));
}
