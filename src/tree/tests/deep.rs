//! Deep documents: nothing recurses, and the sizes stay linear.

use super::toy::{PIECE, Play, RANK, RELIC, STOP};
use crate::base::Allowance;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation};
use crate::tree::{Comparison, Document, Format, WriteOptions};

fn chain(depth: usize, innermost: &str) -> Document {
    let mut play = Play::new();
    for level in 0..depth {
        play = if level % 2 == 0 { play.start(RANK) } else { play.wish(PIECE) };
    }
    play.text(innermost).finish()
}

#[test]
fn a_hundred_thousand_levels() {
    let document = chain(100_000, "t");
    let linear = [Format::Tree, Format::Html, Format::Json, Format::Events];
    for format in linear.into_iter().chain([Format::Tokens, Format::Dot, Format::Fix]) {
        let written = document.render(format, WriteOptions::default());
        assert!(written.len() < 100_000 * 1_000, "{format:?} is {} long", written.len());
    }
    assert_eq!(document.root().text_content(), "t");
    assert_eq!(document.structure().len(), 50_000 * 15 - 1);
    let text = document.nodes().next_back().expect("there");
    assert_eq!(text.ancestors().count(), 100_001);
}

#[test]
fn html5lib_indents_by_depth() {
    let document = chain(1_000, "t");
    let written = document.render(Format::Html5lib, WriteOptions::default());
    assert_eq!(written.lines().last().map(str::len), Some(2 + 2_000 + 3));
}

/// A writer that only counts, since the output is quadratic.
struct CountingWriter(usize);

impl std::fmt::Write for CountingWriter {
    fn write_str(&mut self, piece: &str) -> std::fmt::Result {
        self.0 += piece.len();
        Ok(())
    }
}

#[test]
fn html5lib_indents_by_more_than_a_format_can() {
    let document = chain(33_000, "t");
    let mut count = CountingWriter(0);
    let options = WriteOptions { bytes: Allowance::UNBOUNDED, ..WriteOptions::default() };
    let written = document.write(Format::Html5lib, options, &mut count);
    assert!(written.is_ok() && count.0 > 33_000 * 33_000);
}

#[test]
fn deep_documents_are_compared() {
    let comparison = Comparison::new(&chain(100_000, "t"), &chain(100_000, "y"));
    let patch = comparison.patch();
    assert_eq!(patch.lines().filter(|line| line.starts_with(['-', '+'])).count(), 4);
    assert_eq!(comparison.summary().structures_differ, 0);
    assert!(!comparison.side_by_side(100).is_empty());
}

#[test]
fn moves_and_mirrors_of_a_hundred_thousand_levels() {
    let mut play = Play::new().start(RANK).start(STOP).start(RELIC);
    for _ in 0..50_000 {
        play = play.start(PIECE);
    }
    let first = ElementNumber::new(3);
    let to = InsertionLocation::Before(ElementNumber::new(4));
    let document = play
        .put(InsertionLocation::Before(first))
        .text("moved")
        .edit(Edit::Move { element: ElementNumber::new(50_002), to })
        .edit(Edit::Retract { depth: 40_000 })
        .finish();
    let mirror = document.first_element("stop").expect("there");
    let relic = document.first_element("relic").expect("there");
    assert_eq!(mirror.descendants().count(), relic.descendants().count());
    assert_eq!(mirror.text_content(), "moved");
}
