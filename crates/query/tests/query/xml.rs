//! Any document as XML: what a reader of XML makes of it is the document, but for the listed
//! coercions.

use fastrand::Rng;
use wishful::tree::{Document, NodeKind, NodeRef, WalkStep};
use wishful::{Grammar, ParseOptions, Parser};
use wishful_query::xml::{self, CoercionKind, Xml};

/// Pieces of tags, names and texts that XML does not allow as they are, among ordinary ones.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<b ",
    "<o:p ",
    "<a\"b ",
    "<svg ",
    "<math ",
    "<title ",
    "<template>",
    "<table>",
    "<td>",
    "<select>",
    "<option>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<textarea>",
    "\"x\"=1 ",
    "x=1 ",
    "X=2 ",
    ":on=3 ",
    "@click=4 ",
    "xmlns=u ",
    "xmlns:q=u ",
    "xlink:href=a ",
    "xml:lang=de ",
    "lang=en ",
    "1a=2 ",
    "=",
    "é=1 ",
    "y=\"&#1;&#12;\r\n\t<>&amp;\" ",
    "/>",
    ">",
    "<!-- a -- b --->",
    "<!--->",
    "<!-- \u{c}-",
    "-->",
    "<?php echo ?>",
    "<?xml a?>",
    "<?a  b?c?>",
    "<!DOCTYPE html>",
    "<!DOCTYPE o:p PUBLIC \"-//é\" 'a\"b'>",
    "<![CDATA[x]]>",
    "]]>",
    "&",
    "&lt;",
    "a",
    " ",
    "\n",
    "\r",
    "\u{1}",
    "\u{b}",
    "\u{c}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{1fffe}",
    "é",
    "\0",
];

/// A part of a tree. Adjacent texts are one.
#[derive(PartialEq, Debug)]
enum TreePart {
    Start(String, Vec<(String, String)>),
    End,
    Text(String),
    Comment(String),
}

/// The listed coercions of one kind.
fn changed(xml: &Xml, kind: CoercionKind, from: &str) -> Option<String> {
    let mut found = xml.coercions.iter().filter(|one| one.kind == kind && one.from == from);
    found.next().map(|one| one.to.clone())
}

/// Returns the parts of a document after the coercions in the list, and nothing but these.
fn coerced(document: &Document, xml: &Xml) -> Vec<TreePart> {
    let root = xml.coercions.iter().find(|one| one.kind == CoercionKind::Root);
    let mut parts = Vec::new();
    parts.extend(root.map(|root| TreePart::Start(root.to.clone(), Vec::new())));
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) => coerced_part(node, xml, &mut parts),
            WalkStep::Leave(node) if node.is_element() => parts.push(TreePart::End),
            WalkStep::Leave(_) => {}
        }
    }
    parts.extend(root.map(|_| TreePart::End));
    parts
}

fn coerced_part(node: NodeRef<'_>, xml: &Xml, parts: &mut Vec<TreePart>) {
    let text = node.text().unwrap_or_default().into_owned();
    match node.kind() {
        NodeKind::Element => {
            let name = node.name().unwrap_or_default();
            let name = changed(xml, CoercionKind::Element, name).unwrap_or(name.to_owned());
            let mut attributes = Vec::new();
            for one in node.own_attributes() {
                let local = one.local_name();
                if changed(xml, CoercionKind::DroppedAttribute, one.name()).is_some() {
                    continue;
                }
                let name = match one.namespace() {
                    Some(prefix) => format!("{prefix}:{local}"),
                    None => changed(xml, CoercionKind::Attribute, one.name())
                        .unwrap_or(one.name().to_owned()),
                };
                let value = changed(xml, CoercionKind::Value, one.value());
                attributes.push((name, value.unwrap_or(one.value().to_owned())));
            }
            parts.push(TreePart::Start(name, attributes));
        }
        NodeKind::Text => {
            for (_, piece) in node.spanned_texts() {
                let piece = changed(xml, CoercionKind::Text, piece).unwrap_or(piece.to_owned());
                add_text(piece, parts);
            }
        }
        NodeKind::Comment => {
            parts.push(TreePart::Comment(
                changed(xml, CoercionKind::Comment, &text).unwrap_or(text),
            ));
        }
        _ => {}
    }
}

fn add_text(piece: String, parts: &mut Vec<TreePart>) {
    match parts.last_mut() {
        Some(TreePart::Text(before)) => before.push_str(&piece),
        _ => parts.push(TreePart::Text(piece)),
    }
}

/// Returns the parts of a tree that was read as XML.
fn read(document: &Document) -> Vec<TreePart> {
    let mut parts = Vec::new();
    for step in document.root().walk() {
        match step {
            WalkStep::Leave(node) if node.is_element() => parts.push(TreePart::End),
            WalkStep::Leave(_) => {}
            WalkStep::Enter(node) => match node.kind() {
                NodeKind::Element => {
                    let attributes = node.own_attributes();
                    let pair = |one: wishful::tree::AttributeRef<'_>| {
                        (one.name().to_owned(), one.value().to_owned())
                    };
                    let name = node.name().unwrap_or_default().to_owned();
                    parts.push(TreePart::Start(name, attributes.map(pair).collect()));
                }
                NodeKind::Text => {
                    add_text(node.text().unwrap_or_default().into_owned(), &mut parts)
                }
                NodeKind::Comment => {
                    parts.push(TreePart::Comment(node.text().unwrap_or_default().into_owned()));
                }
                _ => {}
            },
        }
    }
    parts
}

/// Removes texts outside of the root, which are blank.
fn within_root(parts: Vec<TreePart>) -> Vec<TreePart> {
    let mut depth = 0;
    let mut kept = Vec::new();
    for part in parts {
        match part {
            TreePart::Start(..) => depth += 1,
            TreePart::End => depth -= 1,
            TreePart::Text(_) if depth == 0 => continue,
            _ => {}
        }
        kept.push(part);
    }
    kept
}

fn check(document: &Document, source: &str) {
    let written = xml::write(document);
    let read_back = match xml::parse("soup.xml", written.text.as_str(), &ParseOptions::default()) {
        Ok(read_back) => read_back,
        Err(report) => panic!("{source:?}\n{}\n{}", written.text, report.render(false)),
    };
    let (own, other) = (coerced(document, &written), read(&read_back));
    assert_eq!(within_root(own), within_root(other), "{source:?}\n{}", written.text);
}

fn rounds() -> u64 {
    if std::env::var_os("CI").is_some() { 30_000 } else { 5_000 }
}

#[test]
fn soups_are_well_formed_and_read_back() {
    let grammars = ["whatwg", "marpa", "whatwg-2025"].map(|name| {
        Parser::new(Grammar::load(name).expect("it is shipped")).expect("it describes markup")
    });
    let fragment = ParseOptions::default().fragment("td");
    for seed in 0..rounds() {
        let mut random = Rng::with_seed(seed);
        let length = random.usize(..12);
        let piece = |random: &mut Rng| PIECES[random.usize(..PIECES.len())];
        let source: String = (0..length).map(|_| piece(&mut random)).collect();
        let parser = &grammars[random.usize(..grammars.len())];
        let options = if random.usize(..4) == 0 { &fragment } else { &ParseOptions::default() };
        let document = parser.parse(source.as_str(), options).expect("a soup is parsed");
        check(&document, &source);
    }
}

#[test]
fn all_pairs_of_pieces_are_well_formed() {
    for first in PIECES {
        for second in PIECES {
            let source = format!("{first}{second}");
            check(&wishful::parse(source.as_str()), &source);
        }
    }
}

#[test]
fn texts_have_references_only_where_xml_needs_them() {
    let document = wishful::parse("<body><p title='a\n\"b\"'>a\n\t\"b\" &amp; ]]>&#13;");
    let body = "<p title=\"a&#10;&quot;b&quot;\">a\n\t\"b\" &amp; ]]&gt;&#13;</p>";
    assert!(xml::write(&document).text.contains(body));
}

#[test]
fn a_cut_output_is_well_formed() {
    let document = wishful::parse("<div><p>a<p x=1>b<svg><o:p>".repeat(20).as_str());
    let whole = xml::write(&document);
    assert!(whole.is_whole);
    for most in 0..200 {
        let cut = xml::write_limited(&document, most);
        assert!(!cut.is_whole && cut.text.len() < whole.text.len());
        xml::parse("cut.xml", cut.text.as_str(), &ParseOptions::default())
            .expect("it is well-formed");
    }
}
