//! Tests of the editor: cases with their whole output, and the contract on random edits.

use super::{Conflict, Edited, Editor, InsertAt, Insertion, Rewriting};
use fastrand::Rng;
use wishful::grammar::Grammar;
use wishful::source::Encoding;
use wishful::tree::{Document, Format, NodeId, NodeRef, WriteOptions};
use wishful::{ParseOptions, Parser};

fn parser(name: &str) -> Parser {
    let grammar = Grammar::load(name).expect("a shipped grammar");
    Parser::new(grammar).expect("a grammar of markup")
}

fn edited(source: &str, edit: impl FnOnce(&Document, &mut Editor<'_>)) -> Edited {
    let (parser, options) = (parser("whatwg"), ParseOptions::default());
    let document = parser.parse(source, &options).expect("a document");
    let mut editor = Editor::new(&document);
    edit(&document, &mut editor);
    editor.finish_str(&parser, source, &options).expect("the options are valid")
}

fn first(document: &Document, name: &str) -> NodeId {
    document.first_element(name).expect("an element of that name").id()
}

/// Returns the elements of a name, in document order.
fn named<'d>(document: &'d Document, name: &str) -> Vec<NodeRef<'d>> {
    document.nodes().filter(|node| node.name() == Some(name)).collect()
}

fn text(edited: &Edited) -> &str {
    assert_eq!(edited.refused, []);
    std::str::from_utf8(&edited.bytes).expect("UTF-8")
}

#[test]
fn attributes_keep_their_quotes() {
    let source = "<p id='a' title=b hidden><p Class=\"x y\">";
    let out = edited(source, |document, editor| {
        let p = first(document, "p");
        editor.set_attribute(p, "id", Some("it's")).expect("no conflict");
        editor.set_attribute(p, "title", Some("two words")).expect("no conflict");
        editor.set_attribute(p, "hidden", Some("until-found")).expect("no conflict");
        let second = document.node(p).and_then(|p| p.next_sibling()).expect("the second");
        editor.add_class(second.id(), "z").expect("no conflict");
        editor.remove_class(second.id(), "x").expect("no conflict");
    });
    assert_eq!(
        text(&out),
        "<p id=\"it's\" title=\"two words\" hidden=\"until-found\"><p Class=\"y z\">"
    );
    let removed = edited("<p a b=1 a=2 c>", |document, editor| {
        editor.set_attribute(first(document, "p"), "a", None).expect("no conflict");
    });
    assert_eq!(text(&removed), "<p b=1 c>");
}

#[test]
fn omitted_tags_are_written_where_they_are_needed() {
    let out = edited("<ul><li>One<li>Two</ul>", |document, editor| {
        editor
            .insert(first(document, "li"), InsertAt::After, html("<li>New"))
            .expect("no conflict");
    });
    assert_eq!(text(&out), "<ul><li>One<li>New<li>Two</ul>");
    assert_eq!(out.written, []);
    let out = edited("<div><p>One<div>Two</div>Three</div>", |document, editor| {
        let second = named(document, "div")[1].id();
        editor.remove(second).expect("no conflict");
    });
    assert_eq!(text(&out), "<div><p>One</p>Three</div>");
    assert!(matches!(out.written[..], [Rewriting::Tags(_)]), "{:?}", out.written);
}

fn html(html: &str) -> Insertion {
    Insertion::Html(html.to_owned())
}

#[test]
fn nodes_are_renamed_wrapped_unwrapped_moved_and_replaced() {
    let out = edited("<CENTER>a <B>b</B></CENTER><i>c</i><u>d</u>e", |document, editor| {
        editor.rename(first(document, "center"), "div").expect("no conflict");
        editor.unwrap(first(document, "b")).expect("no conflict");
        editor.wrap(first(document, "i"), "<span class=x>").expect("no conflict");
        editor.wrap(first(document, "i"), "<em>").expect("no conflict");
        let moved = Insertion::Node(first(document, "u"));
        editor.insert(first(document, "center"), InsertAt::First, moved).expect("no conflict");
    });
    assert_eq!(text(&out), "<div><u>d</u>a b</div><em><span class=x><i>c</i></span></em>e");
    let out = edited("<p>a<br>b", |document, editor| {
        let br = first(document, "br");
        editor.replace(br, Insertion::Text("1 < 2".to_owned())).expect("no conflict");
    });
    assert_eq!(text(&out), "<p>a1 &lt; 2b");
}

#[test]
fn inexpressible_trees_are_refused() {
    let out = edited("<p>a</p><script>b</script><table><tr><td>c</table>", |document, editor| {
        editor
            .insert(first(document, "p"), InsertAt::First, html("<i>x</i>"))
            .expect("no conflict");
        editor.set_text(first(document, "script"), "'</script>'").expect("no conflict");
        editor
            .insert(first(document, "tr"), InsertAt::Before, Insertion::Text("t".to_owned()))
            .expect("no conflict");
        editor.rename(first(document, "p"), "td").expect("no conflict");
    });
    let refused: Vec<usize> = out.refused.iter().map(|refused| refused.edit.index()).collect();
    assert_eq!(refused, [1, 2, 3], "{:?}", out.refused);
    let bytes = std::str::from_utf8(&out.bytes).expect("UTF-8");
    assert_eq!(bytes, "<p><i>x</i>a</p><script>b</script><table><tr><td>c</table>");
}

#[test]
fn conflicts_are_errors() {
    let document = wishful::parse("<div><p id=a>x</p></div><br>");
    let mut editor = Editor::new(&document);
    let (div, p, br) = (first(&document, "div"), first(&document, "p"), first(&document, "br"));
    editor.set_attribute(p, "id", Some("b")).expect("the first value");
    let twice = editor.set_attribute(p, "ID", Some("c")).expect_err("another value");
    assert_eq!(twice.conflict, Conflict::Twice("attribute id".to_owned()));
    assert_eq!(editor.remove(div).expect_err("it has edits").conflict, Conflict::Edited);
    editor.remove(br).expect("free");
    assert_eq!(editor.rename(br, "hr").expect_err("removed").conflict, Conflict::Removed);
    let into_itself = editor.insert(p, InsertAt::First, Insertion::Node(div));
    assert_eq!(into_itself.expect_err("a cycle").conflict, Conflict::Edited);
    let name = editor.rename(p, "1").expect_err("no name");
    assert_eq!(name.conflict, Conflict::Name("1".to_owned()));
    let root = editor.remove(NodeId::ROOT).expect_err("the root");
    assert_eq!(root.conflict, Conflict::NotEditable);
}

/// A tag in which two attributes are written in a sloppy way.
fn sloppy_tag(random: &mut Rng) -> String {
    const SEPARATORS: [&str; 6] = [" ", "\n", "/", " / ", "\t", ""];
    const VALUES: [&str; 8] = ["", "=v", "=\"v w\"", "='v'", "=", " = v", "=v/", "=\"\""];
    const ENDS: [&str; 5] = [">", " >", "/>", " />", "\n>"];
    let name = ["p", "svg", "input", "SPAN", "o:p"][random.usize(..5)];
    let [first, second] = [random.usize(..5), random.usize(..6)].map(|one| SEPARATORS[one]);
    let [one, two] = [random.usize(..8), random.usize(..8)].map(|one| VALUES[one]);
    format!("<{name}{first}A{one}{second}B{two}{}", ENDS[random.usize(..5)])
}

/// An edit of a sloppy tag keeps everything around the tag, and the attributes that it does not
/// name.
#[test]
fn edits_of_sloppy_tags_change_nothing_else() {
    let mut random = Rng::with_seed(5);
    for _ in 0..2000 {
        let tag = sloppy_tag(&mut random);
        let source = format!("<div>x{tag}y<i Z=1>z</i></div>\n");
        let number = random.usize(..6);
        let mut other = None;
        let out = edited(&source, |document, editor| {
            let mut elements = document.nodes().elements();
            let node = elements.find(|node| node.attributes().next().is_some()).expect("the tag");
            let changed = ["a", "b", "a", "b", "c", "c"][number];
            let mut rest = node.attributes().filter(|one| one.name() != changed);
            other = rest.next().map(|one| one.span().of(document.text()).to_owned());
            let value = [None, None, Some("w"), Some("\"/"), Some("w"), Some("")][number];
            editor.set_attribute(node.id(), changed, value).expect("no conflict");
        });
        let new = text(&out);
        assert!(
            new.starts_with("<div>x<") && new.ends_with("y<i Z=1>z</i></div>\n"),
            "{tag} {new}"
        );
        assert_eq!(out.written, [], "{tag} {new}");
        if let Some(other) = other.filter(|other| !other.ends_with('=')) {
            assert!(new.contains(&other), "{tag} {new}");
        }
    }
}

/// New HTML is in the source as it was given, or with the tags that it omits, or it is refused.
#[test]
fn no_byte_of_new_html_is_lost() {
    let (parser, options) = (parser("whatwg"), ParseOptions::default());
    let mut random = Rng::with_seed(7);
    let mut made = 0;
    for _ in 0..4000 {
        let source = soup(&mut random);
        let document = parser.parse(&*source, &options).expect("a document");
        let new = soup(&mut random);
        let mut editor = Editor::new(&document);
        let node = NodeId::new(random.usize(..document.len()));
        let at = [InsertAt::Before, InsertAt::First, InsertAt::Last, InsertAt::After];
        if editor.insert(node, at[random.usize(..4)], html(&new)).is_err() {
            continue;
        }
        let out = editor.finish_str(&parser, &source, &options).expect("valid options");
        let written = std::str::from_utf8(&out.bytes).expect("UTF-8");
        if !out.refused.is_empty() {
            assert_eq!(written, source);
            continue;
        }
        made += 1;
        let is_complete = out.written.contains(&Rewriting::Content(node))
            || out.written.contains(&Rewriting::Anew(node));
        assert!(is_complete || written.contains(&new), "{new} in {source}: {written}");
        // (An element that is written anew does not repeat a line break that a parser drops.)
        let (mut rest, mut letters) = (written.chars(), new.chars().filter(|one| *one != '\n'));
        assert!(letters.all(|letter| rest.any(|other| other == letter)), "{new}: {written}");
    }
    assert!(made > 100, "{made}");
}

#[test]
fn ancestors_are_rewritten_only_with_permission() {
    let source = "<div><b>1<p>2</b>3</p></div>";
    for is_permitted in [false, true] {
        let out = edited(source, |document, editor| {
            editor.allow_rewriting(is_permitted);
            let copy = named(document, "b")[1].id();
            editor.set_attribute(copy, "id", Some("x")).expect("no conflict");
        });
        if is_permitted {
            assert_eq!(text(&out), "<div><b>1</b><p><b id=\"x\">2</b>3</p></div>");
            assert!(matches!(out.written[..], [Rewriting::Anew(_)]), "{:?}", out.written);
        } else {
            assert_eq!((out.bytes.as_slice(), out.refused.len()), (source.as_bytes(), 1));
            let reason = &out.refused[0].reason;
            assert!(reason.contains("<div> at 1:1 anew (option `rewrite`)"), "{reason}");
        }
    }
}

/// The contract on random edits of random soups: the output parses to the edited tree or the edit
/// is refused. The editor checks it with the tree that it computes. Here, it is checked that what
/// is refused cannot be expressed, and that a second run without the refused edits makes the same
/// source.
#[test]
fn random_edits_keep_the_contract() {
    let options = ParseOptions::default();
    for name in ["whatwg", "marpa"] {
        let parser = parser(name);
        let mut random = Rng::with_seed(19);
        for _ in 0..300 {
            let source = soup(&mut random);
            let document = parser.parse(&*source, &options).expect("a document");
            let mut editor = Editor::new(&document);
            for _ in 0..1 + random.usize(..4) {
                random_edit(&document, &mut editor, &mut random);
            }
            let count = editor.len();
            let out = editor.finish_str(&parser, &source, &options).expect("valid options");
            assert!(out.refused.len() <= count);
            if out.refused.len() == count {
                assert_eq!(out.bytes, source.as_bytes(), "{source}");
            }
        }
    }
}

fn soup(random: &mut Rng) -> String {
    const PIECES: [&str; 30] = [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "</td>",
        "<ul>",
        "<li>",
        "</ul>",
        "text",
        " ",
        "<a href=x>",
        "</a>",
        "<div class='k'>",
        "</div>",
        "<select><option>o",
        "</select>",
        "<!-- c -->",
        "<script>s</script>",
        "<svg><g/>",
        "</svg>",
        "&amp",
        "<pre>\n",
        "<br>",
        "<template>",
        "</template>",
        "<i id=1>",
    ];
    (0..1 + random.usize(..14)).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}

fn random_edit(document: &Document, editor: &mut Editor<'_>, random: &mut Rng) {
    let node = NodeId::new(random.usize(..document.len()));
    let other = NodeId::new(random.usize(..document.len()));
    const CONTENTS: [&str; 6] =
        ["<i>new</i>", "<p>new", "new", "<li>new</li>", "<td>new</td>", "<hr>"];
    let content = html(CONTENTS[random.usize(..CONTENTS.len())]);
    let at =
        [InsertAt::Before, InsertAt::First, InsertAt::Last, InsertAt::After][random.usize(..4)];
    // OK because conflicts are expected: such an edit is not made.
    let _ = match random.usize(..11) {
        0 => editor.set_attribute(node, "title", Some("a \"b\" & 'c'")),
        1 => editor.set_attribute(node, "class", None),
        2 => editor.add_class(node, "new"),
        3 => editor.rename(node, ["div", "span", "p"][random.usize(..3)]),
        4 => editor.remove(node),
        5 => editor.unwrap(node),
        6 => editor.wrap(node, "<div class=w>"),
        7 => editor.replace(node, content),
        8 => editor.set_text(node, "1 < 2 &amp;"),
        9 => editor.insert(node, at, Insertion::Node(other)),
        _ => editor.insert(node, at, content),
    };
}

#[test]
fn a_text_stays_a_text() {
    // A byte order mark would be no part of the text if the text was parsed as bytes.
    let source = "\u{FEFF}<meta charset=latin1><p>caf\u{E9}";
    let out = edited(source, |document, editor| {
        editor.add_class(first(document, "p"), "x").expect("no conflict");
    });
    assert_eq!(text(&out), "\u{FEFF}<meta charset=latin1><p class=x>caf\u{E9}");
    assert_eq!(out.document.as_ref().map(Document::text), Some(text(&out)));
}

#[test]
fn offsets_count_references_for_characters_that_the_encoding_lacks() {
    let (parser, options) = (parser("whatwg"), ParseOptions::default().encoding("koi8-r"));
    let source = b"<p>\xC1<b>x</b>";
    let document = parser.parse(source, &options).expect("a document");
    let mut editor = Editor::new(&document);
    editor.set_attribute(first(&document, "p"), "id", Some("\u{E9}")).expect("no conflict");
    let out = editor.finish(&parser, source, &options).expect("the options are valid");
    assert_eq!(out.bytes, b"<p id=\"&#233;\">\xC1<b>x</b>");
    let new = out.document.as_ref().expect("a new document").text();
    for name in ["\u{430}", "x", "</b>"] {
        let old = u32::try_from(document.text().find(name).expect("in the old text")).ok();
        let moved = old.and_then(|old| out.offset(old)).and_then(|new| usize::try_from(new).ok());
        assert_eq!(moved, new.find(name), "{name}");
    }
}

#[test]
fn refused_edits_write_no_tags() {
    let out = edited("<p>a<p>b", |document, editor| {
        for p in named(document, "p") {
            editor.insert(p.id(), InsertAt::Last, html("<p>c")).expect("no conflict");
            editor.add_class(p.id(), "x").expect("no conflict");
        }
    });
    assert_eq!(out.bytes, b"<p class=\"x\">a<p class=\"x\">b");
    assert_eq!((out.refused.len(), out.written.len()), (2, 0));
}

/// The encodings of the standard, without the replacement encoding, in which nothing can be
/// written.
const ENCODINGS: [&str; 38] = [
    "utf-8",
    "ibm866",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "utf-16be",
    "utf-16le",
];

/// An edit of bytes has the same text as the edit of their text, in each encoding; the bytes before
/// the first edit and after the last one are the old ones.
#[test]
fn bytes_are_edited_as_their_text_in_each_encoding() {
    let parser = parser("whatwg");
    let source = "<ul>\r\n<li id=a>\u{E9}\u{44F}\u{6F22}\u{20AC}x\r\n<li>y</ul>\r\n<p>z\u{6F22}";
    for label in ENCODINGS {
        for mark in ["", "\u{FEFF}"] {
            let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
            let text = format!("{mark}{source}");
            if !mark.is_empty() && encoding.encode(&text).2 {
                continue;
            }
            let bytes: Vec<u8> = match label {
                "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                _ => encoding.encode(&text).0.into_owned(),
            };
            let options = ParseOptions::default().encoding(label);
            let document = parser.parse(&bytes, &options).expect("a document");
            let mut editor = Editor::new(&document);
            change(&document, &mut editor);
            let out = editor.finish(&parser, &bytes, &options).expect("the options are valid");
            assert_eq!(out.refused, [], "{label}");

            let edited = out.document.as_ref().expect("a new document").text();
            let decoded = document.text().trim_start_matches('\u{FEFF}').to_owned();
            let of_text = parser.parse(decoded.as_str(), &options).expect("a document");
            let mut editor = Editor::new(&of_text);
            change(&of_text, &mut editor);
            let expected =
                editor.finish_str(&parser, &decoded, &options).expect("the options are valid");
            let edited = edited.trim_start_matches('\u{FEFF}');
            assert_eq!(edited.as_bytes(), expected.bytes, "{label}");
            let same_before = bytes.iter().zip(&out.bytes).take_while(|(a, b)| a == b).count();
            let back = bytes.iter().rev().zip(out.bytes.iter().rev());
            let same_after = back.take_while(|(a, b)| a == b).count();
            assert!(same_before + same_after + 12 >= bytes.len(), "{label}");
        }
    }
}

/// Changes the first item of a list: an attribute, and a text at its end.
fn change(document: &Document, editor: &mut Editor<'_>) {
    let item = first(document, "li");
    editor.set_attribute(item, "title", Some("t")).expect("no conflict");
    editor.insert(item, InsertAt::First, Insertion::Text("new".to_owned())).expect("no conflict");
}

/// Content that a parser treats in a way of its own keeps its bytes beside an edit.
#[test]
fn special_content_keeps_its_bytes() {
    for (source, expected) in [
        // Line ends and NUL, in text and in attributes.
        ("<p a='x\ry'>a\r\nb\rc\0<b>d", "<p a='x\ry' id='n'>a\r\nb\rc\0<b>d"),
        ("<p>a<plaintext><b>\r\n</plaintext>\0", "<p id=\"n\">a<plaintext><b>\r\n</plaintext>\0"),
        // Template contents and foreign content.
        (
            "<template><td><p>x<p>y</template><svg viewBox=0><foreignObject><p>z",
            "<template><td><p id=n>x<p>y</template><svg viewBox=0><foreignObject><p>z",
        ),
        (
            "<math><mi><p>x</math><svg><![CDATA[<p>]]></svg>",
            "<math><mi><p id=\"n\">x</math><svg><![CDATA[<p>]]></svg>",
        ),
        // Content before a table that was written in it, and formatting elements that are split.
        ("<table>a<tr><p>b<td>c</table>d", "<table>a<tr><p id=\"n\">b<td>c</table>d"),
        ("<b>1<p>2</b>3</p>4", "<b>1<p id=\"n\">2</b>3</p>4"),
        ("<a href=x>1<div><a href=y><p>2</a>", "<a href=x>1<div><a href=y><p id=n>2</a>"),
        (
            "<select><button><selectedcontent></button><option>a<option selected><i>b</select><p>c",
            "<select><button><selectedcontent></button><option>a<option selected><i>b</select><p id=\"n\">c",
        ),
        (
            "<pre>\n\nx</pre><textarea>\n<p></textarea><p>y",
            "<pre>\n\nx</pre><textarea>\n<p></textarea><p id=\"n\">y",
        ),
        (
            "<!DOCTYPE html><?pi x?><p>&notin;&amp&#0;",
            "<!DOCTYPE html><?pi x?><p id=\"n\">&notin;&amp&#0;",
        ),
        ("<p>x</body></html><!-- y --> z", "<p id=\"n\">x</body></html><!-- y --> z"),
    ] {
        let out = edited(source, |document, editor| {
            let p = document.nodes().find(|node| node.name() == Some("p")).expect("a paragraph");
            editor.set_attribute(p.id(), "id", Some("n")).expect("no conflict");
        });
        assert_eq!(text(&out), expected);
    }
}

/// Edits that change nothing give the same bytes.
#[test]
fn edits_without_effect_keep_the_bytes() {
    let mut random = Rng::with_seed(11);
    for _ in 0..300 {
        let source = soup(&mut random);
        let out = edited(&source, |document, editor| {
            for node in document.nodes().filter(|node| node.name().is_some()).take(3) {
                let attribute = node.attributes().next();
                if let Some(attribute) = attribute {
                    let (name, value) = (attribute.name(), attribute.value());
                    editor.set_attribute(node.id(), name, Some(value)).expect("no conflict");
                }
                editor.set_attribute(node.id(), "no-such", None).expect("no conflict");
                editor.remove_class(node.id(), "no-such").expect("no conflict");
                let name = node.name().unwrap_or_default().to_owned();
                editor.rename(node.id(), &name).expect("no conflict");
            }
        });
        assert_eq!(out.bytes, source.as_bytes());
    }
}

/// An edit whose inverse is an edit, too.
#[derive(Clone, Copy, Debug)]
enum Undone {
    Attribute,
    Class,
    Rename,
    Comment,
    Wrap,
}

impl Undone {
    const ALL: [Self; 5] = [Self::Attribute, Self::Class, Self::Rename, Self::Comment, Self::Wrap];

    fn make(self, editor: &mut Editor<'_>, node: NodeId) {
        let comment = html("<!--undone-->");
        let made = match self {
            Self::Attribute => editor.set_attribute(node, "title", Some("undone")),
            Self::Class => editor.add_class(node, "undone"),
            Self::Rename => editor.rename(node, "x-undone"),
            Self::Comment => editor.insert(node, InsertAt::Before, comment),
            Self::Wrap => editor.wrap(node, "<x-undone>"),
        };
        made.expect("no conflict");
    }

    /// Undoes the edit of the element with a number in the old document.
    fn undo(self, old: &Document, number: usize, new: &Document, editor: &mut Editor<'_>) {
        let before = old.nodes().elements().nth(number).expect("an element");
        let after = new.nodes().elements().nth(number).expect("an element").id();
        let undone = match self {
            Self::Attribute => editor.set_attribute(after, "title", before.attribute("title")),
            Self::Class => editor.set_attribute(after, "class", before.attribute("class")),
            Self::Rename => editor.rename(after, before.name().unwrap_or_default()),
            Self::Comment => {
                let mut nodes = new.nodes();
                let comment = nodes.find(|node| node.text().as_deref() == Some("undone"));
                editor.remove(comment.expect("the comment").id())
            }
            Self::Wrap => editor.unwrap(first(new, "x-undone")),
        };
        undone.expect("no conflict");
    }
}

#[test]
fn inverse_edits_restore_the_source() {
    let options = ParseOptions::default();
    for name in ["whatwg", "marpa"] {
        let parser = parser(name);
        let (mut random, mut count) = (Rng::with_seed(23), 0);
        for _ in 0..600 {
            let source = soup(&mut random);
            let document = parser.parse(&*source, &options).expect("a document");
            let elements = document.nodes().elements().count();
            let number = random.usize(..elements.max(1));
            let Some(node) = document.nodes().elements().nth(number) else { continue };
            let edit = Undone::ALL[random.usize(..Undone::ALL.len())];
            let mut editor = Editor::new(&document);
            edit.make(&mut editor, node.id());
            let made = editor.finish_str(&parser, &source, &options).expect("valid options");
            let Some(new) = made.document else { continue };
            let mut editor = Editor::new(&new);
            editor.allow_rewriting(true);
            edit.undo(&document, number, &new, &mut editor);
            let undone = editor.finish_str(&parser, new.text(), &options).expect("valid options");
            assert_eq!(undone.refused, [], "{edit:?} of {number} in {source}");
            let again = undone.document.as_ref().unwrap_or(&new);
            let [one, other] = [&document, again]
                .map(|document| document.render(Format::Html5lib, WriteOptions::default()));
            assert_eq!(one, other, "{edit:?} of {number} in {source}");
            count += 1;
        }
        assert!(count > 200, "{name}: {count}");
    }
}
