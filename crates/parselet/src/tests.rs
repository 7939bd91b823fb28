//! Tests of compilation and its errors, and of XML and wrapped texts.

use super::json::{self, JsonKind, JsonValue};
use super::mistakes::Mistake;
use super::{CompileOptions, Dialect, Parselet, sg_wrap};
use wishful::tree::{Format, WriteOptions};
use wishful::{Grammar, ParseOptions, Parser};

fn read(text: &str) -> (Option<JsonValue>, Vec<Mistake>) {
    json::read(text, &CompileOptions::default())
}

/// Returns a value in a compact notation, and the source texts of its mistakes.
fn shown(text: &str) -> (String, Vec<&str>) {
    let (value, mistakes) = read(text);
    let mut out = String::new();
    if let Some(value) = value {
        show(&value, &mut out);
    }
    (out, mistakes.iter().map(|mistake| mistake.span.of(text)).collect())
}

fn show(value: &JsonValue, out: &mut String) {
    match &value.kind {
        JsonKind::Text(text) => out.push_str(&text.value),
        JsonKind::Object(members) => {
            out.push('{');
            for member in members {
                out.push_str(&format!("{}=", member.key.value));
                show(&member.value, out);
                out.push(';');
            }
            out.push('}');
        }
        JsonKind::Array(values) => {
            out.push('[');
            for value in values {
                show(value, out);
                out.push(';');
            }
            out.push(']');
        }
        JsonKind::Other { .. } => out.push('#'),
    }
}

#[test]
fn loose_json_is_read() {
    let cases = [
        (r#"{"a": "b"}"#, "{a=b;}"),
        (r#"{"a": "b",}"#, "{a=b;}"),
        (r#"{'a': '"', "b": ['x',], }"#, "{a=\";b=[x;];}"),
        ("/* one */{/*two*/\"a\"/**/: /***/\"b\"/* * / */}", "{a=b;}"),
        (r#"{"a": {}} and {more"#, "{a={};}"),
        ("{\"a\": \"two\nlines\"}", "{a=two\nlines;}"),
        ("\u{FEFF}{\"a\": 1.5e3, \"b\": null}", "{a=#;b=#;}"),
        ("{}", "{}"),
        ("[]x", "[]"),
        ("\"a\"", "a"),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), (expected.to_owned(), Vec::new()), "{text}");
    }
}

#[test]
fn every_json_mistake_is_reported_with_its_position() {
    let cases: [(&str, &str, &[&str]); 17] = [
        (", {}", "", &[","]),
        (r#"{"a": ["b"}"#, "{a=[b;];}", &["["]),
        (r#"{"a": "b"]}"#, "{a=b;}", &["]"]),
        (r#"{"a": {"b": "c"#, "{a={b=c;};}", &["\""]),
        (r#"{"a": ["b""#, "{a=[b;];}", &["[", "{"]),
        (r#"{"a": "b\"#, "{a=b\\;}", &["\""]),
        ("{\"a\": \"b\" /* c}", "{a=b;}", &["/"]),
        ("/* c}", "", &["/", ""]),
        ("", "", &[""]),
        (r#"{a: "b", "c": "d"}"#, "{c=d;}", &["a"]),
        (r#"{"a" "b", "c": "d"}"#, "{c=d;}", &["\"b\""]),
        (r#"{"a": , "c": "d"}"#, "{c=d;}", &[","]),
        (r#"{"a": }"#, "{}", &["}"]),
        (r#"{"a"}"#, "{}", &["}"]),
        (r#"{"a": "b" "c": "d"}"#, "{a=b;c=d;}", &["\"c\""]),
        (r#"{"a": ["b" "c"],, "d": "\q"}"#, "{a=[b;c;];d=q;}", &["\"c\"", ",", "\\q"]),
        (r#"{"a": oops, "b": ["c", :, truth]}"#, "{a=#;b=[c;#;];}", &["oops", ":", "truth"]),
    ];
    for (text, expected, places) in cases {
        let (value, mut wrong) = shown(text);
        let mut places = places.to_vec();
        wrong.sort_unstable();
        places.sort_unstable();
        assert_eq!((value.as_str(), wrong), (expected, places), "{text}");
    }
}

fn report(text: &str, dialect: Dialect) -> wishful::base::Report {
    let options = CompileOptions { dialect, ..CompileOptions::default() };
    match Parselet::compile("x.let", text, &options) {
        Ok(parselet) => parselet.warnings().clone(),
        Err(report) => report,
    }
}

fn first(text: &str) -> String {
    let report = report(text, Dialect::Fizx);
    report.diagnostics.first().map(|first| first.message.clone()).unwrap_or_default()
}

#[test]
fn fizx_has_the_messages_of_its_implementation() {
    let json = |what: &str| format!("Your parselet is not valid json: {what}");
    let cases = [
        ("{\n  name\": \"h1\"}", json("quoted object property name expected at char:4")),
        ("{\"a\": \"b\"", json("unexpected end of data at char:9")),
        ("{\"a\" \"b\"}", json("object property name separator ':' expected at char:5")),
        ("{\"a\": \"b\" \"c\": \"d\"}", json("object value separator ',' expected at char:10")),
        ("[\"a\" \"b\"]", json("array value separator ',' expected at char:5")),
        ("{\"a\": nul}", json("null expected at char:9")),
        ("[\"a\"]", "The parselet root must be an object".to_owned()),
        ("{\"a\": [\"b\", \"c\"]}", "Parselet arrays should have length 1.".to_owned()),
        ("{\"a\": []}", "Parselet arrays should have length 1.".to_owned()),
        (
            "{\"a\": [[\"b\"]]}",
            "Arrays may contain either a single string or an object.".to_owned(),
        ),
        ("{\"a\": 1}", "Parselets can only be made up of strings, arrays, and objects.".to_owned()),
        ("{\"a\": {\"b\": \"c[\"}}", "syntax error in key: /a/b".to_owned()),
        ("{\"a\": \"foo::b\"}", "syntax error in key: /a".to_owned()),
        ("{\"a\": \"foo(b)\"}", "Parsing failed: function foo not found".to_owned()),
        ("{\"a\": \"lib:foo (b)\"}", "Parsing failed: function foo not found".to_owned()),
        (
            "{\"a\": \"x:foo(b)\"}",
            "Parsing failed: function foo bound to undefined prefix x".to_owned(),
        ),
        ("{\"a\": \"lib:nl(b, c)\"}", "Parsing failed: Invalid number of arguments".to_owned()),
        ("{\"a\": \"foo(b)\", \"c\": 1}", first("{\"c\": 1}")),
    ];
    for (text, expected) in cases {
        assert_eq!(first(text), expected, "{text}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once_with_positions() {
    let text =
        "{\n \"a\": [],\n \"b\": {\"c(x[)\": \"a\\\\:b \\u005b\", \"d e\": true},\n \"f\": [[]]\n}";
    let report = report(text, Dialect::Wishful);
    let file = report.files.iter().next().unwrap().1;
    let told: Vec<String> = report
        .diagnostics
        .iter()
        .map(|one| format!("{} {}", file.position(one.primary.place.span.start), one.code))
        .collect();
    assert_eq!(
        told,
        ["2:7 syntax", "3:13 syntax", "3:30 syntax", "3:40 unsupported", "4:8 syntax"],
        "{}",
        report.render(false)
    );
}

#[test]
fn the_last_of_equal_keys_applies() {
    let report = report(r#"{"a": "x", "b": "y", "a?": "z"}"#, Dialect::Wishful);
    assert_eq!(report.diagnostics.len(), 1);
    let parselet = Parselet::compile(
        "x.let",
        r#"{"a": "x", "b": "y", "a?": "z", "c": {"d": "e"}}"#,
        &CompileOptions::default(),
    )
    .unwrap();
    assert!(!parselet.warnings().has_errors());
    assert!(parselet.slots.get(parselet.slots.find("/a").unwrap()).optional);
}

#[test]
fn depth_and_size_are_bounded() {
    let deep = |depth: usize| format!("{}\"a\"{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    let compile = |text: &str, options: &CompileOptions| Parselet::compile("x", text, options);
    assert!(compile(&deep(64), &CompileOptions::default()).is_ok());
    let deeper = compile(&deep(65), &CompileOptions::default()).unwrap_err();
    assert_eq!(deeper.diagnostics[0].code, wishful::base::Code::Limit);
    let unbounded = CompileOptions { depth: usize::MAX, ..CompileOptions::default() };
    assert!(compile(&deep(100_000), &unbounded).is_err());
    let short = CompileOptions { size: 7, ..CompileOptions::default() };
    assert!(compile("{'a':'b'}", &short).is_err());
}

#[test]
fn every_key_can_be_optional() {
    let options = CompileOptions { optional: true, ..CompileOptions::default() };
    let text = r#"{"a": "h1", "b(li)": [{"c": "b", "d": "i"}]}"#;
    let page = html("<ul><li><b>1</b><li><i>2</i><li>3</ul>");
    let parselet = Parselet::compile("x", text, &options).unwrap();
    let found = parselet.extract(&page, &super::Options::default()).to_json();
    assert_eq!(found.unwrap(), r#"{"b":[{"c":"1"},{"d":"2"}]}"#);
    let strict = Parselet::compile("x", text, &CompileOptions::default()).unwrap();
    assert!(strict.extract(&page, &super::Options::default()).to_json().is_err());
}

fn html(text: &str) -> wishful::Document {
    let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    parser.parse(text, &ParseOptions::default()).unwrap()
}

#[test]
fn mixed_texts_are_wrapped_in_place() {
    let document = html("<p> <b>Hello</b> world!</p><p>alone</p>a<table>b<tr><td>c<br>d</table>");
    let wrapped = sg_wrap(&document);
    assert_eq!(
        wrapped.render(Format::Html, WriteOptions::default()),
        "<html><head></head><body><p> <b>Hello</b><sg_wrap> world!</sg_wrap></p><p>alone</p>\
         <sg_wrap>ab</sg_wrap><table><tbody><tr><td><sg_wrap>c</sg_wrap><br></br><sg_wrap>d</sg_wrap>\
         </td></tr></tbody></table></body></html>"
    );
    let text = wrapped.nodes().find(|node| node.text().as_deref() == Some(" world!")).unwrap();
    assert_eq!(text.spans()[0].of(document.text()), " world!");
}

mod xml {
    use wishful::ParseOptions;
    use wishful_query::xml::{decode, parse};

    #[test]
    fn names_texts_and_attributes_are_as_xml_has_them() {
        let text = "<?xml version='1.0'?>\n<!DOCTYPE a><!-- x --><a:Feed xmlns:a='u' B='1&amp;\n2' c=\"'\">\r\n\
                    x &lt;<![CDATA[<y>]]>&#233;<Leaf/><?pi?></a:Feed>\n";
        let document = parse("x.xml", text, &ParseOptions::default()).unwrap();
        let feed = document.first_element("a:Feed").unwrap();
        assert_eq!(feed.text_content(), "\nx <<y>é");
        let attributes: Vec<_> = feed.attributes().map(|one| (one.name(), one.value())).collect();
        assert_eq!(attributes, [("B", "1& 2"), ("c", "'")]);
        assert_eq!(feed.first_child().unwrap().next_sibling().unwrap().name(), Some("Leaf"));
        assert_eq!(document.repair_ids().count(), 0);
        assert_eq!(feed.spans().len(), 2);
    }

    #[test]
    fn malformed_xml_is_refused_with_its_position() {
        let cases = [
            ("<a><b></a>", "1:7"),
            ("<a>\n", "1:1"),
            ("<a/>\n<b/>", "2:1"),
            ("x<a/>", "1:1"),
            ("<a/>x", "1:5"),
            ("<a>&nbsp;</a>", "1:4"),
            ("<a b='1' b='2'/>", "1:1"),
            ("<a b=1/>", "1:1"),
            ("<a><!-- -- --></a>", "1:"),
            ("<1/>", "1:2"),
            ("", "1:1"),
            ("<a", "1:"),
        ];
        for (text, place) in cases {
            let report = parse("x.xml", text, &ParseOptions::default()).unwrap_err();
            let shown = report.render(false);
            assert!(shown.contains(&format!("x.xml:{place}")), "{text}: {shown}");
        }
    }

    #[test]
    fn encodings_are_declared() {
        assert!(
            decode(b"<?xml version='1.0' encoding='latin1'?><a>\xE9</a>").ends_with("?><a>é</a>")
        );
        assert_eq!(decode("\u{FEFF}<a>é</a>".as_bytes()), "<a>é</a>");
    }
}
