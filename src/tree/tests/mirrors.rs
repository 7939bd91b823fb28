//! What is mirrored, of hand-made events: what no text can say, and how much work it is.

use super::toy::{CAVE, GLASS, PIECE, Play, RANK, RELIC, SHEET, SHRINE, STOP};
use crate::earley::{TerminalId, Word};
use crate::grammar::ElementId;
use crate::slippers::event::{Edit, ElementNumber, Spliced, Spot};
use crate::tree::{Document, NodeRef};
use proptest::prelude::*;

/// What the mirrors of a document hold.
fn mirrors(document: &Document) -> Vec<String> {
    let mirrors = document.nodes().filter(|node| matches!(node.name(), Some("stop" | "glass")));
    mirrors.map(NodeRef::text_content).collect()
}

fn relic(play: Play, attributes: &[(&str, &str)], text: &str) -> Play {
    play.tag(RELIC, attributes).text(text).start(PIECE).text("!").end().end()
}

/// A mirror, and relics with an attribute and a text each.
fn mirrored(relics: &[(&str, &str)]) -> String {
    let mut play = Play::new().start(RANK).start(STOP).text("|");
    for (attribute, text) in relics {
        let attributes: &[_] = if attribute.is_empty() { &[] } else { &[(*attribute, "")] };
        play = relic(play, attributes, text);
    }
    let document = play.end().finish();
    let stop = document.find("stop").expect("there");
    assert!(stop.children().all(|child| child.parent() == Some(stop)));
    mirrors(&document).concat()
}

#[test]
fn a_mirror_shows_the_chosen_one() {
    assert_eq!(mirrored(&[("", "a"), ("", "b")]), "a!");
    assert_eq!(mirrored(&[("", "a"), ("best", "b"), ("", "c")]), "b!");
    assert_eq!(
        mirrored(&[("best", "a"), ("best", "b")]),
        "b!",
        "the last of those that ask for it"
    );
    assert_eq!(mirrored(&[("broken", "a"), ("", "b"), ("", "c")]), "b!");
    assert_eq!(mirrored(&[]), "");
}

#[test]
fn a_copy_that_stands_there_again_has_its_attributes() {
    let play = Play::new().start(RANK).start(STOP).tag(RELIC, &[("best", "")]).end();
    let document = play.reopen(2).text("again").end().start(RELIC).text("c").end().finish();
    assert_eq!(mirrors(&document), ["again"]);
}

fn splice(range: std::ops::Range<usize>, others: &[usize]) -> Edit {
    let word = Word { terminal: TerminalId::new(0), label: 0 };
    let spliced = |&other: &usize| Spliced {
        number: ElementNumber::new(other),
        element: ElementId::new(0),
        word,
    };
    Edit::Splice { range, others: others.iter().map(spliced).collect(), stays: None }
}

#[test]
fn what_leaves_the_stack_from_between_is_not_closed() {
    let play = Play::new().start(RANK).start(STOP).start(RELIC).text("a").start(PIECE).text("b");
    let document = play.edit(splice(2..3, &[])).end().text("c").end().finish();
    assert_eq!(mirrors(&document), [""]);
}

#[test]
fn what_is_moved_on_the_stack_is_what_it_was() {
    let play = Play::new().start(SHEET).start(RANK).start(STOP).start(RELIC).text("a");
    let document = play.edit(splice(1..3, &[1, 0])).end().finish();
    assert_eq!(mirrors(&document), ["a"]);
    let play = Play::new().start(PIECE).start(RANK).start(STOP).start(PIECE).start(RELIC).text("a");
    let document = play.edit(splice(1..4, &[1])).end().finish();
    assert_eq!(mirrors(&document), ["a"], "one place further in");
}

#[test]
fn what_is_taken_back_is_forgotten() {
    let play = Play::new().start(RANK).start(STOP).start(SHEET).start(RELIC).text("a");
    let play = play.edit(Edit::Retract { depth: 2 });
    assert_eq!(mirrors(&relic(play, &[("best", "")], "b").finish()), ["b!"]);
}

#[test]
fn the_edge_of_template_contents_is_that_of_a_mirror() {
    let play = Play::new().start(RANK).start(SHRINE).start(GLASS).text("x").end().end();
    let document = relic(play, &[], "a").start(GLASS).finish();
    assert_eq!(mirrors(&document), ["x", "a!"]);
    let play = Play::new().start(RANK).start(GLASS).end().start(CAVE);
    assert_eq!(mirrors(&relic(relic(play, &[], "a").end(), &[], "b").finish()), ["b!"]);
}

/// A relic of a hundred pieces, and so many mirrors behind it, in each other or not.
fn many(nested: bool) -> Document {
    let mut play = Play::new().start(RANK).start(RELIC);
    for _ in 0..100 {
        play = play.start(PIECE).text("t").end();
    }
    play = play.end();
    if nested {
        play = play.start(GLASS);
    }
    for _ in 0..1_000 {
        play = play.start(GLASS).text("more").end().text("more");
    }
    play.finish()
}

#[test]
fn no_mirror_has_the_copies_made_again() {
    for nested in [false, true] {
        let document = many(nested);
        assert_eq!(document.tables.elements.len(), 1_102 + 100 + usize::from(nested));
        let first = document.find("glass").expect("there");
        let end = if nested { "more" } else { "" };
        assert_eq!(first.text_content(), "t".repeat(100) + end);
    }
}

/// What is first in the document is found although every element stands before all that was read earlier.
#[test]
fn each_mirror_that_is_put_before_the_others_is_the_first() {
    let mut play = Play::new().start(RANK).start(RELIC).text("a").end().start(SHEET);
    play = play.start(GLASS).text("0").end();
    let before = Spot::Before(ElementNumber::new(2));
    play = play.put(before).start(PIECE).start(GLASS).text("1").end().start(GLASS).text("2").end();
    play = play.end().put(before).start(GLASS).text("3").end();
    assert_eq!(mirrors(&play.finish()), ["a", "", "3", ""]);
}

proptest! {
    /// Whatever comes, nothing is shown but what a relic holds or what was written into the mirror, and the nodes hang together.
    #[test]
    fn nothing_else_is_shown(acts in prop::collection::vec((0_usize..12, 0_usize..100), 0..60)) {
        let elements = [RANK, RELIC, GLASS, SHEET, PIECE, CAVE, SHRINE];
        let mut play = Play::new().start(RANK);
        for (act, other) in acts {
            let element = ElementNumber::new(other % play.next_number());
            play = match act {
                0..7 => play.start(elements[act]),
                7 => play.tag(RELIC, &[("best", "")]),
                8 => play.put(Spot::Before(element)).start(elements[other % 7]),
                9 if play.depth() > 1 => play.end(),
                10 => { let depth = play.depth(); play.edit(splice(depth..depth + 1, &[])).start(PIECE) }
                _ => play.text("t"),
            };
        }
        let document = play.finish();
        for node in document.nodes() {
            prop_assert!(node.children().all(|child| child.parent() == Some(node)));
        }
    }
}
