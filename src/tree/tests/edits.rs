//! Moved nodes, copies, and retracted nodes.

use proptest::prelude::*;

use super::properties::walks_in_order;
use super::toy::{ELEMENTS, PIECE, Play, RANK, SHEET};
use crate::earley::{TerminalId, Word};
use crate::grammar::ElementId;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation, RepairKind, SplicedElement};
use crate::tree::{Document, Format, NodeKind, NodeRef, TagOrigin, WriteOptions};

fn number(element: usize) -> ElementNumber {
    ElementNumber::new(element)
}

fn splice(range: std::ops::Range<usize>, others: &[usize]) -> Edit {
    let word = Word { terminal: TerminalId::new(0), label: 0 };
    let mut spliced = Vec::new();
    for &other in others {
        spliced.push(SplicedElement { number: number(other), element: ElementId::new(0), word });
    }
    Edit::Splice { range, others: spliced, stays: None }
}

/// Returns the children of a node: elements as `<name>`, other nodes as their text.
fn texts(node: NodeRef<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    for child in node.children() {
        texts.push(match child.name() {
            Some(name) => format!("<{name}>"),
            None => child.text().unwrap_or_default().into_owned(),
        });
    }
    texts
}

fn render(document: &Document, format: Format) -> String {
    document.render(format, WriteOptions::default())
}

/// Returns a document in which text and an element are read in `<rank>` and fostered before it.
fn fostered() -> Document {
    let before = InsertionLocation::Before(number(1));
    let play = Play::new().start(SHEET).start(RANK);
    let play = play.put(before).text("a").because(RepairKind::Fostered);
    let play = play.put(before).text("b").because(RepairKind::Fostered);
    let play = play.put(before).start(PIECE).because(RepairKind::Fostered).text("c").end();
    play.put(before).text("d").end().text("e").end().finish()
}

/// Returns `<rank><piece>1<sheet>2</piece>3</sheet></rank>` after the adoption agency algorithm.
fn adopted() -> Document {
    let play = Play::new().start(RANK).tag(PIECE, &[("k", "v")]).text("1").start(SHEET).text("2");
    play.end_token(PIECE)
        .edit(Edit::Copy { of: number(1) })
        .edit(Edit::MoveChildren { from: number(2), to: number(3) })
        .edit(Edit::Move { element: number(3), to: InsertionLocation::Inside(number(2)) })
        .edit(Edit::Move { element: number(2), to: InsertionLocation::Inside(number(0)) })
        .edit(splice(2..4, &[2, 3]))
        .text("3")
        .wish_end()
        .end()
        .end()
        .finish()
}

#[test]
fn fostered_nodes_precede_the_element() {
    let document = fostered();
    let sheet = document.first_element("sheet").expect("there");
    assert_eq!(texts(sheet), ["ab", "<piece>", "d", "<rank>", "e"]);
    assert_eq!(document.structure(), "(sheet (piece) (rank))");
    let text = sheet.first_child().expect("there");
    let repair = text.moved_by().expect("fostered");
    assert_eq!(document.repairs()[repair.index()].kind, RepairKind::Fostered);
    assert_eq!(document.first_element("rank").expect("there").moved_by(), None);
}

#[test]
fn moved_nodes_are_found_at_their_source_position() {
    let document = fostered();
    assert_eq!(document.text(), "<sheet><rank>ab<piece>c</piece>d</rank>e</sheet>");
    for (offset, name, text) in [
        (8, Some("rank"), None),
        (13, None, Some("ab")),
        (14, None, Some("ab")),
        (16, Some("piece"), None),
        (31, None, Some("d")),
        (39, None, Some("e")),
    ] {
        let node = document.node_at(offset).expect("in the text");
        assert_eq!((node.name(), node.text().as_deref()), (name, text), "at {offset}");
    }
}

#[test]
fn tree_marks_moved_nodes() {
    let expected = "\
<sheet>
  \"ab\"                                  fostered
  <piece>                               fostered
    \"c\"
  \"d\"
  <rank>
  \"e\"
";
    let bare = WriteOptions { bare: true, ..WriteOptions::default() };
    assert_eq!(fostered().render(Format::Tree, bare), expected);
}

/// `<sheet>x<rank>y</rank></sheet>`, where `y` is moved before `<rank>`, next to `x`.
#[test]
fn moved_parts_of_a_text_are_reported() {
    let before = InsertionLocation::Before(number(1));
    let play = Play::new().start(SHEET).text("x").start(RANK);
    let document = play.put(before).text("y").because(RepairKind::Fostered).end().end().finish();
    let bare = WriteOptions { bare: true, ..WriteOptions::default() };
    let expected =
        "<sheet>\n  \"xy\"                                  fostered in part: \"y\"\n  <rank>\n";
    assert_eq!(document.render(Format::Tree, bare), expected);
    let text = document.first_element("sheet").expect("there").first_child().expect("there");
    assert_eq!((text.moved_by(), text.moves().count()), (None, 1));
    let json: serde_json::Value =
        serde_json::from_str(&render(&document, Format::Json)).expect("valid");
    assert_eq!(
        (&json["nodes"][2]["moved_parts"][0], json["nodes"][2].get("moved")),
        (&0.into(), None)
    );
}

#[test]
fn repairs_name_the_insertion_location() {
    let line = "(toy.grammar:7: <piece> -> <sheet> <rank> ;)";
    let document = fostered();
    let sentences: Vec<_> = document.repair_ids().map(|id| document.describe_repair(id)).collect();
    assert_eq!(sentences[0], format!("moved \"a\" before <rank> at 1:14 {line}"));
    assert_eq!(sentences[2], format!("moved <piece> before <rank> at 1:16 {line}"));
    let document = Play::new().start(PIECE).wish_end().reopen(0).text("t").finish();
    let sentence = document.describe_repair(document.repair_ids().nth(1).expect("there"));
    assert_eq!(sentence, format!("reopened <piece> before \"t\" at 1:8 {line}"));
}

#[test]
fn adoption_splits_an_element() {
    let document = adopted();
    assert_eq!(document.structure(), "(rank (piece) (sheet (piece)))");
    let pieces: Vec<_> = document.nodes().filter(|node| node.name() == Some("piece")).collect();
    assert_eq!(texts(pieces[0]), ["1"]);
    assert_eq!(texts(pieces[1]), ["23"], "text joins what was moved");
    assert_eq!(pieces[1].attribute("k"), Some("v"));
    let Some(TagOrigin::Written(tag)) = pieces[0].start_tag() else { panic!("written") };
    let Some(TagOrigin::Copied { of, repair }) = pieces[1].start_tag() else { panic!("a copy") };
    assert_eq!(of, Some(tag));
    assert!(repair.is_some());
    assert!(matches!(pieces[0].end_tag(), Some(TagOrigin::Written(_))), "its own end tag");
    assert_eq!(document.node_at(31), Some(pieces[0]), "which is found");
    assert!(pieces[1].spans().is_empty());
}

#[test]
fn tree_and_events_show_an_adoption() {
    let bare = WriteOptions { bare: true, ..WriteOptions::default() };
    let expected = "\
<rank>
  <piece k=\"v\">
    \"1\"
  <sheet>                               adopted
    <piece k=\"v\">                       copy of 1:7, virtual end, adopted
      \"23\"
";
    assert_eq!(adopted().render(Format::Tree, bare), expected);
    let events = render(&adopted(), Format::Events);
    let edits: Vec<_> = events.lines().filter(|line| line.starts_with("edit")).collect();
    let expected = [
        "edit copy #1 repair 0 adopted",
        "edit move-children #2 inside #3 repair 1 adopted",
        "edit move #3 inside #2 repair 2 adopted",
        "edit move #2 inside #0 repair 3 adopted",
        "edit splice 2..4 #2 #3 repair 4 adopted",
    ];
    assert_eq!(edits, expected);
}

#[test]
fn json_names_the_original_tag_of_a_copy() {
    let json: serde_json::Value =
        serde_json::from_str(&render(&adopted(), Format::Json)).expect("valid");
    let copy = &json["nodes"][5];
    assert_eq!(copy["name"], "piece");
    assert_eq!(copy["start"]["copy"]["start"], 6);
    assert_eq!(copy["start"]["repair"], 0);
    assert_eq!(copy["attributes"][0]["value"], "v");
    assert_eq!(copy["moved"], 2);
    assert_eq!(json["nodes"][4]["moved"], 3);
}

#[test]
fn retracted_elements_leave_no_node() {
    let document = Play::new()
        .start(SHEET)
        .text("a")
        .start(RANK)
        .text("b")
        .start(PIECE)
        .text("c")
        .edit(Edit::Retract { depth: 2 })
        .text("d")
        .start(RANK)
        .end()
        .end()
        .finish();
    assert_eq!(document.structure(), "(sheet (rank))");
    let sheet = document.first_element("sheet").expect("there");
    assert_eq!(texts(sheet), ["ad", "<rank>"]);
    let inside = document.text().find("c").expect("written") as u32;
    assert_eq!(document.node_at(inside), Some(sheet));
    assert_eq!(document.len(), 4);
}

#[test]
fn reopened_elements_have_the_attributes_of_the_original() {
    let document = Play::new()
        .start(SHEET)
        .tag(PIECE, &[("k", "v")])
        .wish_end()
        .end()
        .start(RANK)
        .reopen(1)
        .text("t")
        .wish_end()
        .reopen(3)
        .wish_end()
        .end()
        .finish();
    let pieces: Vec<_> = document.nodes().filter(|node| node.name() == Some("piece")).collect();
    assert!(pieces.iter().all(|piece| piece.attribute("k") == Some("v")));
    let fixed = "<sheet><piece k='v'></piece></sheet><rank><piece k='v'>t</piece>\
        <piece k='v'></piece></rank>";
    assert_eq!(render(&document, Format::Fix), fixed);
    let outline = render(&document, Format::Tree);
    assert!(outline.contains("reopened copy of 1:8, virtual end\n"), "{outline}");
    assert!(
        render(&document, Format::Events).contains("open <piece> copy-of #1 repair 1 reopened\n")
    );
}

#[test]
fn merged_attributes_fill_gaps_and_name_their_tag() {
    let document = Play::new()
        .tag(SHEET, &[("a", "1"), ("a", "2")])
        .merge(&[("a", "3"), ("b", "4"), ("b", "5")], 0)
        .merge(&[("b", "6"), ("c", "7")], 0)
        .end()
        .finish();
    let sheet = document.first_element("sheet").expect("there");
    let own: Vec<_> = sheet
        .own_attributes()
        .map(|attribute| (attribute.name(), attribute.value(), attribute.merged_from().is_some()))
        .collect();
    assert_eq!(own, [("a", "1", false), ("b", "4", true), ("c", "7", true)]);
    assert_eq!(document.node_at(20), Some(sheet));
    let json: serde_json::Value =
        serde_json::from_str(&render(&document, Format::Json)).expect("valid");
    assert_eq!(json["nodes"][1]["attributes"][2]["merged"]["start"], 19);
}

#[test]
fn insertion_locations_include_the_document_and_closed_elements() {
    let document = Play::new()
        .start(SHEET)
        .start(RANK)
        .end()
        .start(PIECE)
        .put(InsertionLocation::Inside(number(1)))
        .text("a")
        .put(InsertionLocation::Root)
        .comment("c")
        .text("b")
        .end()
        .end()
        .finish();
    assert_eq!(texts(document.root()), ["<sheet>", "c"]);
    assert_eq!(texts(document.first_element("rank").expect("there")), ["a"]);
    assert_eq!(texts(document.first_element("piece").expect("there")), ["b"]);
}

#[test]
fn html5lib_does_not_join_texts_that_a_move_made_adjacent() {
    let document = Play::new()
        .start(SHEET)
        .text("a")
        .start(RANK)
        .end()
        .text("b")
        .start(PIECE)
        .edit(Edit::Move { element: number(1), to: InsertionLocation::Inside(number(2)) })
        .end()
        .end()
        .finish();
    let expected = "| <sheet>\n|   \"a\"\n|   \"b\"\n|   <piece>\n|     <rank>\n";
    assert_eq!(render(&document, Format::Html5lib), expected);
}

/// A step of a random play with edits; numbers are taken modulo the number of elements.
#[derive(Clone, Debug)]
enum Act {
    Start(usize, usize),
    End,
    Text(usize),
    Reopen(usize),
    Copy(usize),
    Move(usize, usize),
    MoveChildren(usize, usize),
    Splice(usize, usize, Vec<usize>),
    Retract(usize),
}

fn chance() -> impl Strategy<Value = usize> {
    0..1_000_usize
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (0..ELEMENTS, chance()).prop_map(|(element, spot)| Act::Start(element, spot)),
        2 => Just(Act::End),
        4 => chance().prop_map(Act::Text),
        1 => chance().prop_map(Act::Reopen),
        2 => chance().prop_map(Act::Copy),
        2 => (chance(), chance()).prop_map(|(element, spot)| Act::Move(element, spot)),
        1 => (chance(), chance()).prop_map(|(from, to)| Act::MoveChildren(from, to)),
        1 => (chance(), chance(), prop::collection::vec(chance(), 0..3))
            .prop_map(|(start, len, others)| Act::Splice(start, len, others)),
        1 => chance().prop_map(Act::Retract),
    ]
}

/// Returns a random insertion location; half of them are `Here`.
fn spot(chance: usize, made: usize) -> InsertionLocation {
    match chance % 8 {
        _ if made == 0 => InsertionLocation::Here,
        0 | 1 => InsertionLocation::Before(number(chance / 8 % made)),
        2 => InsertionLocation::Inside(number(chance / 8 % made)),
        3 => InsertionLocation::Root,
        _ => InsertionLocation::Here,
    }
}

fn played(acts: &[Act]) -> Document {
    let mut play = Play::new();
    for act in acts {
        let (made, depth) = (play.next_number(), play.depth());
        play = match act {
            Act::Start(element, chance) => play.put(spot(*chance, made)).start(*element),
            Act::Text(chance) => play.put(spot(*chance, made)).text("text"),
            Act::End if depth > 0 => play.end(),
            Act::Reopen(other) if made > 0 => play.reopen(other % made),
            Act::Copy(other) if made > 0 => play.edit(Edit::Copy { of: number(other % made) }),
            Act::Move(element, chance) if made > 0 => match spot(*chance, made) {
                InsertionLocation::Here => play,
                to => play.edit(Edit::Move { element: number(element % made), to }),
            },
            Act::MoveChildren(from, to) if made > 0 => {
                let (from, to) = (number(from % made), number(to % made));
                play.edit(Edit::MoveChildren { from, to })
            }
            Act::Splice(start, len, others) if made > 0 => {
                let start = start % (depth + 1);
                let end = start + len % (depth - start + 1);
                let others: Vec<_> = others.iter().map(|other| other % made).collect();
                play.edit(splice(start + 1..end + 1, &others))
            }
            Act::Retract(at) if depth > 0 => play.edit(Edit::Retract { depth: at % depth + 1 }),
            _ => play,
        };
    }
    play.finish()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(11),
        ..ProptestConfig::default()
    })]

    #[test]
    fn edits_keep_the_links(acts in prop::collection::vec(act(), 0..40)) {
        let document = played(&acts);
        walks_in_order(&document)?;
        for node in document.nodes() {
            prop_assert_eq!(node.children().last(), node.last_child());
            for child in node.children() {
                prop_assert_eq!(child.next_sibling().map_or(Some(child), NodeRef::previous_sibling), Some(child));
            }
            prop_assert!(node.kind() != NodeKind::Text || !node.text().unwrap_or_default().is_empty());
        }
        for offset in 0..document.text().len() as u32 {
            prop_assert!(document.node_at(offset).is_some());
        }
        for &format in Format::ALL {
            let _ = document.render(format, WriteOptions::default());
        }
    }
}
