//! Tests of edits of bytes: pages that declare their encoding, and pages whose encoding is guessed.

use super::{Edited, Editor, InsertAt, Insertion};
use wishful::grammar::Grammar;
use wishful::source::{Encoding, EncodingReason};
use wishful::tree::Document;
use wishful::{ParseOptions, Parser};

/// Texts in the script of each encoding that a page may be guessed to have, and its label.
const GUESSED: [(&str, &str); 8] = [
    ("utf-8", "Ein schönes Café, naïve Leute und größere Straßen in Köln."),
    ("windows-1252", "Ein schönes Café, naïve Leute und größere Straßen in Köln."),
    ("windows-1251", "Пожалуйста, оставьте сообщение в гостевой книге, большое спасибо."),
    ("koi8-u", "Пожалуйста, оставьте сообщение в гостевой книге, большое спасибо."),
    ("shift_jis", "私のホームページへようこそ。日本語のページです。リンクはご自由に。"),
    ("euc-jp", "私のホームページへようこそ。日本語のページです。リンクはご自由に。"),
    ("gbk", "欢迎来到我的主页。这是中文网页，请留言。谢谢大家的支持。"),
    ("windows-1253", "Καλώς ήρθατε στην προσωπική μου σελίδα, σας ευχαριστώ πολύ."),
];

/// New text: of windows-1252, of other encodings, outside of the basic plane.
const NEW: &str = "naïve ш漢 😀";

fn parser() -> Parser {
    Parser::new(Grammar::load("whatwg").expect("a shipped grammar")).expect("a grammar of markup")
}

/// Edits the first paragraph.
fn edited(
    parser: &Parser,
    bytes: &[u8],
    options: &ParseOptions,
    edit: impl FnOnce(&mut super::Editor<'_>, wishful::tree::NodeId),
) -> (Document, Edited) {
    let document = parser.parse(bytes, options).expect("the options are valid");
    let mut editor = Editor::new(&document);
    edit(&mut editor, document.first_element("p").expect("a paragraph").id());
    let edited = editor.finish(parser, bytes, options).expect("the options are valid");
    (document, edited)
}

/// Adds a text and an attribute.
fn add(editor: &mut super::Editor<'_>, node: wishful::tree::NodeId) {
    editor.insert(node, InsertAt::Last, Insertion::Text(NEW.to_owned())).expect("no conflict");
    editor.set_attribute(node, "title", Some(NEW)).expect("no conflict");
}

fn encoded(text: &str, label: &str) -> (Vec<u8>, &'static Encoding) {
    let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
    let bytes = match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding.encode(text).0.into_owned(),
    };
    (bytes, encoding)
}

/// New text in a page that declares no encoding is ASCII, so no parser reads the page otherwise.
#[test]
fn new_text_is_ascii_where_the_encoding_is_guessed() {
    let parser = parser();
    for (label, text) in GUESSED.into_iter().chain([("windows-1252", "ASCII")]) {
        let (bytes, encoding) = encoded(&format!("<title>t</title><p>{text}</p><b>x"), label);
        let options = ParseOptions::default();
        let (document, out) = edited(&parser, &bytes, &options, add);
        let guess = [EncodingReason::Guess, EncodingReason::Default];
        assert!(guess.contains(&document.source().reason), "{label}");
        assert_eq!((document.source().encoding, &out.refused[..]), (encoding, &[][..]), "{label}");
        let new = "na&#239;ve &#1096;&#28450; &#128512;";
        let expected =
            encoded(&format!("<title>t</title><p title=\"{new}\">{text}{new}</p><b>x"), label);
        assert_eq!(out.bytes, expected.0, "{label}: {}", out.bytes.escape_ascii());
        let edited = out.document.as_ref().expect("a new document");
        assert_eq!(edited.source().encoding, encoding, "{label}");
        let end = Document::text(&document).find("</p>").expect("the end tag");
        let end = u32::try_from(end).expect("a small page");
        let moved = out.offset(end).map(|at| edited.text()[at as usize..].to_owned());
        assert_eq!(moved.as_deref(), Some("</p><b>x"), "offsets count the references");
    }
}

/// A page with a declared encoding gets the characters that it has.
#[test]
fn declared_encodings_are_written() {
    let parser = parser();
    let source = "<p>x</p>";
    for label in
        ["utf-8", "windows-1252", "windows-1251", "shift_jis", "gb18030", "utf-16le", "utf-16be"]
    {
        let (bare, encoding) = encoded(source, label);
        let mark: &[u8] = match label {
            "utf-8" => b"\xEF\xBB\xBF",
            "utf-16le" => b"\xFF\xFE",
            "utf-16be" => b"\xFE\xFF",
            _ => b"",
        };
        let late = " ".repeat(1100);
        let mut pages = vec![
            (bare.clone(), ParseOptions::default().encoding(label)),
            (bare.clone(), ParseOptions::default().transport_encoding(label)),
        ];
        if !mark.is_empty() {
            pages.push(([mark, &bare].concat(), ParseOptions::default()));
        }
        if !label.starts_with("utf-16") {
            let meta = format!("<meta charset={label}>{source}");
            pages.push((meta.clone().into_bytes(), ParseOptions::default()));
            pages.push((format!("{late}{meta}").into_bytes(), ParseOptions::default()));
            let xml = format!("<?xml version=\"1.0\" encoding=\"{label}\"?>{source}");
            pages.push((xml.into_bytes(), ParseOptions::default()));
        }
        for (bytes, options) in pages {
            let (document, out) = edited(&parser, &bytes, &options, add);
            let reason = document.source().reason.name();
            assert_eq!((document.source().encoding, &out.refused[..]), (encoding, &[][..]));
            let text = out.document.as_ref().expect("a new document").text();
            let mut expected = String::new();
            for letter in NEW.chars() {
                match encoding.encode(letter.encode_utf8(&mut [0; 4])) {
                    (_, _, is_missing)
                        if is_missing && !label.starts_with("utf-16")
                            || reason == EncodingReason::Default.name() && !letter.is_ascii() =>
                    {
                        expected.push_str(&format!("&#{};", u32::from(letter)));
                    }
                    _ => expected.push(letter),
                }
            }
            let expected = format!("<p title=\"{expected}\">x{expected}</p>");
            assert!(text.ends_with(&expected), "{label}, {reason}: {text}");
        }
    }
}

/// A page reads back the same without references, or the edit is refused with advice.
#[test]
fn unencodable_names_scripts_and_comments_are_kept_or_refused() {
    let parser = parser();
    let options = ParseOptions::default();
    let russian = encoded(&format!("<p>{}", GUESSED[2].1), "windows-1251").0;
    let mut refused = 0;
    for bytes in
        [b"<p>x".to_vec(), b"<p>caf\xE9 x".to_vec(), russian, "<p>größe".as_bytes().to_vec()]
    {
        for html in [
            "<script>'NEW'</script>",
            "<style>/*NEW*/</style>",
            "<!--NEW-->",
            "<xNEW></xNEW>",
            "<i NEW=a>b</i>",
            "<iframe>NEW</iframe>",
            "<svg><![CDATA[NEW]]></svg>",
        ] {
            for new in ["ä", "ш", "漢", "ж\u{85}", "\u{85}"] {
                let html = html.replace("NEW", new);
                let (document, out) = edited(&parser, &bytes, &options, |editor, node| {
                    let at = InsertAt::Last;
                    editor.insert(node, at, Insertion::Html(html.clone())).expect("no conflict");
                });
                let case = format!("{html} in {}", bytes.escape_ascii());
                match &out.refused[..] {
                    [] => {
                        let (edited, of_text) = (&out.document, document.text());
                        let text = edited.as_ref().expect("a new document").text();
                        assert_eq!(text, format!("{of_text}{html}"), "{case}");
                    }
                    [one] => {
                        refused += 1;
                        let has_advice =
                            one.reason.contains("declare the encoding with `<meta charset=");
                        assert!(has_advice, "{case}: {}", one.reason);
                        assert_eq!(out.bytes, bytes, "{case}");
                    }
                    more => panic!("{more:?}"),
                }
            }
        }
    }
    assert!(refused > 30, "only {refused} edits were refused");
}

/// One edit that needs a byte outside of ASCII takes no reference from the others.
#[test]
fn references_are_written_for_each_edit_separately() {
    let parser = parser();
    let (_, out) = edited(&parser, b"<p>x", &ParseOptions::default(), |editor, node| {
        let html = "<b title=ï>ï</b><script>'é'</script><textarea>ï</textarea>";
        editor.insert(node, InsertAt::Last, Insertion::Html(html.to_owned())).expect("no conflict");
    });
    assert_eq!(out.refused, []);
    let expected =
        b"<p>x<b title=&#239;>&#239;</b><script>'\xE9'</script><textarea>&#239;</textarea>";
    assert_eq!(out.bytes.escape_ascii().to_string(), expected.escape_ascii().to_string());
}

/// A declaration that contradicts the bytes is refused with the reason, one that fits is written.
#[test]
fn a_declaration_can_be_added() {
    let parser = parser();
    let declare = |bytes: &[u8], html: &str| {
        let options = ParseOptions::default();
        let document = parser.parse(bytes, &options).expect("the options are valid");
        let mut editor = Editor::new(&document);
        let title = document.first_element("title").expect("a title").id();
        let html = Insertion::Html(html.to_owned());
        editor.insert(title, InsertAt::After, html).expect("no conflict");
        editor.finish(&parser, bytes, &options).expect("the options are valid")
    };
    let latin = b"<title>t</title><p>caf\xE9 na\xEFve gr\xF6\xDFer";
    assert_eq!(declare(latin, "<meta charset=windows-1252>").refused, []);
    assert_eq!(declare(b"<title>t</title><p>x", "<meta charset=utf-8>").refused, []);
    let out = declare(latin, "<meta charset=utf-8>");
    assert_eq!(
        out.refused.first().map(|refused| refused.reason.as_str()),
        Some("the page would be read as UTF-8 then, but it is written in windows-1252")
    );
}
