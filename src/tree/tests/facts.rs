//! Facts of a grammar that affect only the tree.

use super::toy::{ANY, CAVE, GEM, PIECE, Play, RANK, SHEET, SHRINE};
use crate::tree::{Document, Format, NodeRef, WriteOptions};

fn dump(document: &Document) -> String {
    document.render(Format::Html5lib, WriteOptions::default())
}

#[test]
fn template_contents_are_a_level_deeper() {
    let document = Play::new().tag(SHRINE, &[("k", "v")]).start(PIECE).text("t").end().end();
    let document = document.start(RANK).end().finish();
    let expected = "\
| <shrine>
|   k=\"v\"
|   content
|     <piece>
|       \"t\"
| <rank>
";
    assert_eq!(dump(&document), expected);
    let html = document.render(Format::Html, WriteOptions::default());
    assert_eq!(html, "<shrine k=\"v\"><piece>t</piece></shrine><rank></rank>");
}

#[test]
fn the_first_line_feed_goes_if_it_follows_the_tag() {
    let text = |play: Play| play.finish().root().text_content();
    assert_eq!(text(Play::new().start(SHRINE).text("\n\na")), "\na");
    assert_eq!(text(Play::new().start(SHRINE).lost("</>").text("\na")), "a");
    assert_eq!(text(Play::new().start(SHRINE).cruft("x", false).text("\na")), "\na");
    assert_eq!(text(Play::new().wish(SHRINE).text("\na")), "\na");
    assert_eq!(text(Play::new().start(SHEET).text("\na")), "\na");
    assert_eq!(Play::new().start(SHRINE).text("\n").finish().len(), 2, "no empty text");
    let decoded = Play::new().start(SHRINE).decoded("\r\nab", Some("\nab"), &[1, 3]);
    assert_eq!(text(decoded), "ab");
}

#[test]
fn nul_leaves_no_trace() {
    let document = Play::new().text("\0a\0\0é\0").start(SHEET).text("\0").finish();
    assert_eq!(document.root().text_content(), "aé");
    assert_eq!(document.len(), 3);
    assert_eq!(document.root().first_child().map(|text| text.spans().len()), Some(2));
}

#[test]
fn strings_replace_written_text() {
    let document = Play::new().text("a").instead("\0", "\u{FFFD}").text("b").mark().finish();
    let text = document.root().first_child().expect("there");
    assert_eq!(text.text().as_deref(), Some("a\u{FFFD}b"));
    assert_eq!(text.spans().len(), 1, "neighbours are joined");
    let events = document.render(Format::Events, WriteOptions::default());
    assert!(events.contains("\ninstead token 1 repair 0 rewritten \"\u{FFFD}\"\n"), "{events}");
    assert!(events.contains("\nread WORD\n"), "{events}");
}

#[test]
fn names_are_adjusted_in_their_namespace() {
    let attributes = [("x:z", "1"), ("x:y", "2"), ("viewbox", "3")];
    let document = Play::new().tag(GEM, &attributes).end().tag(SHEET, &attributes).finish();
    let expected = "\
| <ring Gem>
|   viewBox=\"3\"
|   x y=\"2\"
|   x:z=\"1\"
| <sheet>
|   viewbox=\"3\"
|   x:y=\"2\"
|   x:z=\"1\"
";
    assert_eq!(dump(&document), expected);
    let html = document.render(Format::Html, WriteOptions::default());
    assert!(html.starts_with("<Gem x:z=\"1\" x:y=\"2\" viewBox=\"3\"></Gem>"), "{html}");
}

#[test]
fn a_shadow_root_is_the_first_in_its_host() {
    let play = || {
        Play::new()
            .tag(CAVE, &[("mode", "a")])
            .text("1")
            .end()
            .start(SHEET)
            .text("2")
            .tag(CAVE, &[("mode", "Open")])
            .start(PIECE)
            .text("3")
            .end()
            .end()
            .text("4")
            .tag(CAVE, &[("mode", "Open")])
            .end()
            .end()
    };
    let outside = "| <cave>\n|   mode=\"a\"\n|   \"1\"\n";
    let expected = "\
| <sheet>
|   #shadow-root (open)
|     <piece>
|       \"3\"
|   \"24\"
|   <cave>
|     mode=\"Open\"
";
    let document = play().with_shadow_roots().finish();
    assert_eq!(dump(&document), format!("{outside}{expected}"));
    let caves: Vec<_> = document.nodes().filter(|node| node.name() == Some("cave")).collect();
    let are_roots: Vec<bool> = caves.iter().map(|cave| cave.is_shadow_root()).collect();
    assert_eq!(are_roots, [false, true, false]);
    let document = play().finish();
    assert!(!document.nodes().any(NodeRef::is_shadow_root), "only if it is asked for");
}

#[test]
fn a_shadow_root_has_the_properties_that_its_tag_declares() {
    let attributes = [("best", ""), ("rows", "ALL"), ("x", "y"), ("mode", "Closed")];
    let play = Play::new().start(ANY).tag(CAVE, &attributes).text("1").end().text("2").end();
    let document = play.start(PIECE).tag(CAVE, &attributes).with_shadow_roots().finish();
    let roots: Vec<_> = document.nodes().filter_map(NodeRef::shadow_root).collect();
    let [root] = roots[..] else { panic!("{roots:?}: a piece is no host") };
    assert_eq!(root.to_string(), "closed, serializable, manual slots");
    let html = document.render(Format::Html, WriteOptions::default());
    let written = "<acme><cave mode=\"closed\" best=\"\" rows=\"all\">1</cave>2</acme>";
    assert!(html.starts_with(written), "{html}");
    let json = document.render(Format::Json, WriteOptions::default());
    let json = json.replace(|letter: char| letter.is_ascii_whitespace(), "");
    let shown = "\"shadow_root\":{\"mode\":\"closed\",\"serializable\":true,\"manual_slots\":true}";
    assert!(json.contains(shown), "{json}");
}
