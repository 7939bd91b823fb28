//! The exact output of the formats.

use super::toy::{ANY, BEAD, PIECE, Play, RANK, SHEET, STOP, TAIL, VERSE};
use crate::slippers::event::RepairKind;
use crate::tree::{Document, Format, WriteOptions};

fn render(document: &Document, format: Format) -> String {
    document.render(format, WriteOptions::default())
}

/// Returns a document for `<piece a='1'>One <b & co>`, with virtual tags, cruft, an attribute and
/// blanks.
fn broken() -> Document {
    Play::new()
        .wish(SHEET)
        .wish(RANK)
        .tag(PIECE, &[("b", "1"), ("a", "x & \"y\""), ("b", "2")])
        .text("One\n")
        .cruft("file", true)
        .text("two")
        .start(STOP)
        .wish_end()
        .end()
        .finish()
}

#[test]
fn tree_marks_virtual_tags_and_lists_repairs() {
    let expected = "\
<sheet>                                 virtual start, unfinished
  <rank>                                virtual start
    <piece b=\"1\" a=\"x & \\\"y\\\"\">         virtual end
      \"One\\n\"
      cruft \"</file>\"
      \"two\"
      <stop>

5 repairs
  1:1     inserted <sheet> before <piece>                  toy.grammar:7: <piece> -> <sheet> <rank> ;
  1:1     inserted <rank> before <piece>                   toy.grammar:7: <piece> -> <sheet> <rank> ;
  2:1     set aside </file>                                toy.grammar:7: <piece> -> <sheet> <rank> ;
  2:17    inserted </piece> before </rank>                 toy.grammar:7: <piece> -> <sheet> <rank> ;
  2:24    closed <sheet> by force at the end of the parse
";
    assert_eq!(render(&broken(), Format::Tree), expected);
}

#[test]
fn tree_in_colour_is_the_same_tree() {
    let colour = WriteOptions { colour: true, ..WriteOptions::default() };
    let painted = broken().render(Format::Tree, colour);
    assert!(painted.contains("\x1b[31m      cruft \"</file>\"\x1b[0m"));
    let mut plain = painted;
    for code in ["\x1b[0m", "\x1b[2m", "\x1b[31m", "\x1b[32m"] {
        plain = plain.replace(code, "");
    }
    assert_eq!(plain, render(&broken(), Format::Tree));
}

#[test]
fn tree_cuts_long_texts_and_disarms_control_characters() {
    let long = "é".repeat(61);
    let document = Play::new().text(&long).comment("\u{202E}\x1b[2J").finish();
    let expected = format!("\"{}\"…\ncomment \"\\u{{202e}}\\u{{1b}}[2J\"\n", "é".repeat(60));
    assert_eq!(render(&document, Format::Tree), expected);
}

#[test]
fn html_follows_the_standard() {
    let expected = "<sheet><rank><piece b=\"1\" a=\"x &amp; &quot;y&quot;\">One\ntwo<stop></piece>\
        </rank></sheet>";
    assert_eq!(render(&broken(), Format::Html), expected);
}

#[test]
fn html_escapes_by_context() {
    let document = Play::new()
        .doctype("sheet", Some(("p", "s")))
        .comment(" & ")
        .tag(RANK, &[("a", "<\u{A0}>\"&")])
        .text("<\u{A0}>\"&")
        .end()
        .start(VERSE)
        .text("a < b && c")
        .end()
        .finish();
    let expected = "<!DOCTYPE sheet><!-- & --><rank a=\"&lt;&nbsp;&gt;&quot;&amp;\">\
        &lt;&nbsp;&gt;\"&amp;</rank><verse>a < b && c</verse>";
    assert_eq!(render(&document, Format::Html), expected);
}

#[test]
fn html_marks_repairs_outside_of_elements() {
    let marks = WriteOptions { mark_repairs: true, ..WriteOptions::default() };
    let document = Play::new()
        .wish(SHEET)
        .start(VERSE)
        .text("t")
        .cruft_text("inside")
        .wish_end()
        .cruft_text("a--->b-")
        .finish();
    let expected = "<!-- wishful: start tag inserted --><sheet><verse>t</verse>\
        <!-- wishful: end tag inserted --><!-- wishful: cruft: a- - ->b- --></sheet>\
        <!-- wishful: closed by force -->";
    assert_eq!(document.render(Format::Html, marks), expected);
}

#[test]
fn html5lib_sorts_attributes_and_joins_texts_around_cruft() {
    let document = Play::new()
        .doctype("sheet", Some(("p", "")))
        .start(RANK)
        .tag(BEAD, &[("z", "1"), ("a", "2"), ("z", "3")])
        .text("One ")
        .cruft("file", true)
        .text("two\nthree")
        .end()
        .comment("c")
        .finish();
    let expected = "\
| <!DOCTYPE sheet \"p\" \"\">
| <rank>
|   <ring bead>
|     a=\"2\"
|     z=\"1\"
|     \"One two
three\"
|   <!-- c -->
";
    assert_eq!(render(&document, Format::Html5lib), expected);
}

#[test]
fn events_are_lines() {
    let document = Play::new()
        .wish(RANK)
        .start(ANY)
        .decoded(" &amp;b", Some(" &b"), &[1, 3])
        .start(STOP)
        .cruft("file", false)
        .wish_end()
        .end()
        .finish();
    let expected = "\
# wishful-events/1
open <rank> repair 0 virtual-start
open <acme> token 0
text 0..1 token 1 \"\"
text 1..3 token 1 \" &amp;b\"
open <stop> token 2
close </stop>
cruft token 3 repair 1 cruft \"</file>\" unread
close </acme> repair 2 virtual-end
close </rank> token 4
end token 5
";
    assert_eq!(render(&document, Format::Events), expected);
}

#[test]
fn tokens_are_lines() {
    let document = Play::new().start(RANK).text("a\nb").lost("</>").comment("c").finish();
    let expected = "\
# wishful-tokens/1
0..6 start-tag \"<rank>\"
6..9 text \"a\\nb\"
9..12 lost \"</>\"
12..20 comment \"<!--c-->\"
20..20 end-of-file \"\"
";
    assert_eq!(render(&document, Format::Tokens), expected);
}

#[test]
fn dot_dashes_virtual_elements_and_reddens_cruft() {
    let document = Play::new().wish(RANK).text("a\"\\").cruft("file", true).end().finish();
    let expected = r#"digraph document {
  node [shape=box fontname=monospace];
  n0 [label="document"];
  n1 [label="<rank>" style=dashed];
  n0 -> n1;
  n2 [label="\"a\\\"\\\\\"" shape=plain];
  n1 -> n2;
  n3 [label="\"</file>\"" color=red fontcolor=red];
  n1 -> n3;
}
"#;
    assert_eq!(render(&document, Format::Dot), expected);
}

#[test]
fn fix_adds_virtual_tags_and_nothing_else() {
    let document = Play::new()
        .lost("\u{FEFF}")
        .wish(SHEET)
        .start(ANY)
        .text("a &amp; b")
        .cruft("file", true)
        .lost("</>")
        .wish_end()
        .wish(BEAD)
        .text("\r\n")
        .end()
        .lost("<x y=")
        .wish_end()
        .finish();
    let expected = "\u{FEFF}<sheet><acme>a &amp; b</file></></acme><bead>\r\n</bead></sheet><x y=";
    let expected = expected.replace("</file></></acme><bead>", "</file></acme><bead></>");
    assert_eq!(render(&document, Format::Fix), expected);
}

#[test]
fn fix_writes_no_end_tag_for_unclosable_or_forced_elements() {
    let document = Play::new().start(SHEET).start(TAIL).text("t").wish_end().finish();
    assert_eq!(render(&document, Format::Fix), "<sheet><tail>t");
}

#[test]
fn json_has_all_data() {
    let document = broken();
    let json = render(&document, Format::Json);
    let json: serde_json::Value = serde_json::from_str(&json).expect("valid");
    assert_eq!(json["schema"], "wishful-document/1");
    assert_eq!(json["grammar"], "toy");
    let piece = &json["nodes"][3];
    assert_eq!(piece["name"], "piece");
    assert_eq!(piece["parent"], 2);
    assert_eq!(piece["start"]["span"]["bytes"], serde_json::json!([0, 31]));
    assert_eq!(piece["end"], serde_json::json!({ "repair": 3 }));
    assert_eq!(piece["attributes"][2]["duplicate"], true);
    assert_eq!(piece["attributes"][1]["value"], "x & \"y\"");
    assert_eq!(json["nodes"][5]["repair"], 2);
    let repair = &json["repairs"][3];
    assert_eq!(repair["inserted"], "</piece>");
    assert_eq!(repair["rejected"], "</rank>");
    assert_eq!((&repair["line"], &repair["column"]), (&2.into(), &17.into()));
    assert_eq!(repair["grammar"]["at"], "toy.grammar:7");
    assert!(json["repairs"][4]["grammar"].is_null());
}

#[test]
fn structure_is_elements_only() {
    assert_eq!(broken().structure(), "(sheet (rank (piece (stop))))");
    assert_eq!(Play::new().text("t").finish().structure(), "");
}

#[test]
fn formats_have_names() {
    for &format in Format::ALL {
        assert_eq!(Format::from_name(&format.name()), Some(format));
    }
}

#[test]
fn repair_kinds_are_serialised_by_their_names() {
    for kind in [
        RepairKind::VirtualStart,
        RepairKind::VirtualEnd,
        RepairKind::Cruft,
        RepairKind::GivenUp,
        RepairKind::Unfinished,
        RepairKind::Reopened,
        RepairKind::Fostered,
        RepairKind::Rewritten,
        RepairKind::Adopted,
        RepairKind::Unlinked,
        RepairKind::Retracted,
        RepairKind::Merged,
    ] {
        assert_eq!(serde_json::to_value(kind).expect("a string"), kind.name());
    }
}
