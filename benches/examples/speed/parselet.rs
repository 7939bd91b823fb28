//! Parselets: the page and the parselet of the language's own example. The parselet is compiled
//! once; then each run parses the page and extracts from it.
//!
//! The table shows pages per second: two milliseconds for a page are five hundred.

use super::Settings;
use super::child::{Child, PARSLEPY};
use super::common;
use super::measure::{MeasuredRow, interleave};
use super::whole::parser;
use std::fs;
use wishful::ParseOptions;
use wishful_parselet::{CompileOptions, Options, Parselet};

/// The number of times that a run parses the page.
const PAGES: usize = 8;

/// The translation of `with-newlines(.review_comment)` for parslepy: an XPath function over the
/// selector as cssselect translates it.
const TEXT_WITH_NEWLINES: &str = "parslepy:textnl(descendant-or-self::*[@class and \
     contains(concat(' ', normalize-space(@class), ' '), ' review_comment ')])";

/// Prints the table.
pub(crate) fn run(settings: Settings) {
    let Some(suites) = common::suites() else { return };
    let folder = suites.join("parsley");
    let Ok(text) = fs::read_to_string(folder.join("yelp.let")) else { return };
    let Ok(page) = fs::read_to_string(folder.join("yelp.html")) else { return };
    println!("\n### Parselets: yelp, {} bytes, parsed and extracted\n", page.len());
    let parser = parser("whatwg");
    let options = CompileOptions::default();
    let parselet = Parselet::compile("yelp.let", &text, &options).expect("it is the suite's");
    let parse = || parser.parse(&*page, &ParseOptions::default()).expect("input never fails");
    let each = PAGES as f64;
    let mut rows = vec![
        MeasuredRow::new("wishful", each, || {
            let mut length = 0;
            for _ in 0..PAGES {
                let document = parse();
                let found = parselet.extract(&document, &Options::default());
                length += found.to_json().expect("the page has all of it").len();
            }
            length
        }),
        MeasuredRow::new("wishful, parse alone", each, || {
            let mut nodes = 0;
            for _ in 0..PAGES {
                nodes += parse().len();
            }
            nodes
        }),
        MeasuredRow::new("wishful, compiling the parselet", 1.0, || {
            Parselet::compile("yelp.let", &text, &options).expect("it is the suite's")
        }),
    ];
    let theirs = text.replace("with-newlines(.review_comment)", TEXT_WITH_NEWLINES);
    let pages = std::iter::repeat_n(page.as_bytes(), PAGES);
    if let Some(mut child) = Child::start(&PARSLEPY)
        && child.load(std::iter::once(theirs.as_bytes()).chain(pages)).is_ok()
    {
        let name = child.version.clone();
        rows.push(MeasuredRow::timing_itself(name, each, move || {
            child.run().expect("the peer answers")
        }));
    }
    print!("{}", interleave(rows, settings.budget(3)).markdown("pages"));
}
