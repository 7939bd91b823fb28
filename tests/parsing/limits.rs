//! Limits: where the standard or an output format needs more than linear work, a limit stops it,
//! and the result names the limit.

use std::fmt::{self, Write};

use crate::families::{EVERYWHERE, Family, MEASURED, STANDARD, numbered};
use wishful::instruments::tokens;
use wishful::tree::{Extent, Format, WriteOptions};
use wishful::{Allowance, Document, Grammar, Limit, Limits, ParseOptions, Parser, verify};

/// Families that are quadratic by the standard: each token reopens all active formatting elements
/// before it, which all differ.
const QUADRATIC: [Family; 3] = [
    ("fonts in paragraphs", |n| numbered(n, |i| format!("<font a{i}=1><p>"))),
    ("fonts before rows", |n| {
        format!("<table>{}{}", numbered(n, |i| format!("<b a{i}>")), "<tr>x".repeat(n))
    }),
    ("fonts before blocks", |n| {
        format!("<p>{}{}", numbered(n, |i| format!("<i a{i}>")), "<p>x".repeat(n))
    }),
];

fn whatwg() -> Parser {
    Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it runs")
}

fn within(nodes: Allowance) -> ParseOptions {
    ParseOptions::default().limits(Limits::default().nodes(nodes))
}

/// The maximum number of nodes that one token creates, not counting reopened elements. The adoption
/// agency algorithm runs its outer loop eight times and copies four elements each time.
const OF_ONE_TOKEN: u64 = 64;

fn count(number: usize) -> u64 {
    u64::try_from(number).expect("there are so many")
}

/// Parses with a limit of nodes and checks the invariants of a parse, which hold for a limited one,
/// too.
fn ended(parser: &Parser, text: &str, most: u64) -> Document {
    let options = within(Allowance::fixed(most));
    let document = verify::verify(parser, text.as_bytes(), &options);
    let document = document.unwrap_or_else(|violation| panic!("{most}: {violation}"));
    let nodes = document.work().nodes;
    assert!(nodes < most + OF_ONE_TOKEN, "{nodes} nodes of {most}");
    // Mirrors are filled only while the number of nodes permits it.
    assert!(count(document.len()) <= most + nodes + 1);
    let end = tokens(&document).last().map_or(0, |token| token.span.end);
    match document.limit() {
        Some(limit) => assert_eq!(limit, Limit::Nodes),
        None => assert_eq!(count(document.text().len()), u64::from(end)),
    }
    document
}

#[test]
fn a_tree_has_no_more_nodes_than_the_limit() {
    let parser = whatwg();
    let measured = MEASURED.map(|(name, _, input)| (name, input));
    for (name, input) in EVERYWHERE.iter().chain(&STANDARD).chain(&measured).chain(&QUADRATIC) {
        let text = input(60);
        let all = parser.parse(&text, &ParseOptions::default()).expect("input never fails");
        assert_eq!(all.limit(), None, "{name}");
        for most in [1, 2, 7, 30, 100, 101, all.work().nodes - 1, all.work().nodes] {
            let document = ended(&parser, &text, most);
            let is_whole = tokens(&document).len() == tokens(&all).len();
            assert_eq!(document.limit().is_none(), is_whole, "{name} with {most}");
            if is_whole {
                assert_eq!(outline(&document), outline(&all), "{name} with {most}");
            }
        }
    }
}

fn outline(document: &Document) -> String {
    document.render(Format::Tree, WriteOptions::default())
}

#[test]
fn mirrors_are_filled_within_the_limit() {
    let parser = whatwg();
    let option = "<i>x</i>".repeat(50);
    let text = format!("<select><selectedcontent></selectedcontent><option>{option}</select>y");
    let all = parser.parse(&*text, &ParseOptions::default()).expect("input never fails");
    let (made, copies, shown) = (all.work().nodes, 100, "x".repeat(50));
    let whole = format!("{shown}{shown}y");
    let cases = [
        (made + copies + 1, &*shown, whole, None),
        (made + 1, "", format!("{shown}y"), Some(Limit::Nodes)),
    ];
    for (most, mirrored, content, limit) in cases {
        let document = parser.parse(&*text, &within(Allowance::fixed(most)));
        let document = document.expect("input never fails");
        let mirror = document.first_element("selectedcontent").expect("it is there");
        assert_eq!(mirror.text_content(), mirrored);
        assert_eq!(document.root().text_content(), content);
        assert_eq!(document.limit(), limit);
    }
}

#[test]
fn quadratic_trees_stop_at_the_limit() {
    let parser = whatwg();
    for (name, input) in QUADRATIC {
        let text = input(3000);
        let [few, more] = [1 << 14, 1 << 15].map(|most| {
            let document = parser.parse(&text, &within(Allowance::fixed(most)));
            let document = document.expect("input never fails");
            assert_eq!(document.limit(), Some(Limit::Nodes), "{name}");
            document.work().counters()
        });
        for ((counter, few), (_, more)) in few.into_iter().zip(more) {
            assert!(more * 10 <= few * 21 + 1000, "{counter}, {name}: {few} and {more}");
        }
        let document = parser.parse(&text, &within(Allowance::fixed(1 << 15)));
        assert!(document.expect("input never fails").repairs().len() < 1 << 17, "{name}");
    }
}

#[test]
fn the_limit_is_a_multiple_of_the_input() {
    let parser = whatwg();
    let text = QUADRATIC[0].1(10_000);
    let document = parser.parse(&text, &ParseOptions::default()).expect("input never fails");
    assert_eq!(document.limit(), Some(Limit::Nodes));
    let most = Limits::default().nodes.of(text.len());
    assert_eq!(most, 8 * count(text.len()));
    assert!((most..most + OF_ONE_TOKEN).contains(&document.work().nodes));
}

/// A sink that counts the bytes and stores the last piece.
#[derive(Default)]
struct CountingSink {
    written: u64,
    last: String,
}

impl Write for CountingSink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.written += count(text.len());
        self.last = text.to_owned();
        Ok(())
    }
}

#[test]
fn html5lib_output_of_deep_trees_stops_at_the_limit() {
    let text = "<div>".repeat(200_000);
    let document = whatwg().parse(&text, &ParseOptions::default()).expect("input never fails");
    assert_eq!(document.limit(), None);
    let mut out = CountingSink::default();
    let options = WriteOptions::default().bytes(Allowance::fixed(1 << 26));
    assert_eq!(document.write(Format::Html5lib, options, &mut out), Ok(Extent::Cut));
    // The output exceeds the limit by the rest of the current line and the remark.
    assert!((1 << 26..(1 << 26) + 400_100).contains(&out.written), "{}", out.written);
    assert_eq!(out.last, "# output truncated: limit of 67108864 bytes of output reached\n");
    for &format in Format::ALL {
        if format == Format::Html5lib {
            continue;
        }
        let mut out = CountingSink::default();
        let extent = document.write(format, WriteOptions::default(), &mut out);
        assert_eq!(extent, Ok(Extent::Whole), "{format:?}");
    }
}

/// Families whose output repeats, indents or renames something for each node.
const MULTIPLIED: [Family; 4] = [
    ("levels", |n| "<div>".repeat(n)),
    ("attributes that are copied", |n| {
        format!("<p><b {}></p>{}", numbered(n, |i| format!("a{i}=1 ")), "<p>x".repeat(n))
    }),
    ("a long name in the way", |n| {
        let name = "x".repeat(n);
        format!("<{name}>{}</{name}>", "<span>".repeat(n))
    }),
    ("attributes on a level", |n| {
        format!("{}<p {}>", "<div>".repeat(n), numbered(n, |i| format!("a{i}=1 ")))
    }),
];

#[test]
fn no_format_writes_more_than_its_limit() {
    let parser = whatwg();
    for (name, input) in MULTIPLIED {
        let text = input(1000);
        let document = parser.parse(&text, &ParseOptions::default()).expect("input never fails");
        for &format in Format::ALL {
            let all = WriteOptions::default().bytes(Allowance::UNBOUNDED);
            let all = document.render(format, all);
            for most in [0, 1, 500, 50_000, count(all.len()) - 1, count(all.len())] {
                let options = WriteOptions::default().bytes(Allowance::fixed(most));
                let mut out = String::new();
                let extent = document.write(format, options, &mut out).expect("a string takes all");
                let what = format!("{name} in {format:?} with {most}");
                // The output may exceed the limit by one more item, which in JSON is long if it has
                // many attributes. The end tags of open elements and the source that is fixed
                // count, too.
                let slack = 24 * count(text.len()) + 20_000;
                assert!(count(out.len()) < most + slack, "{what}: {}", out.len());
                match extent {
                    Extent::Whole => assert_eq!(out, all, "{what}"),
                    Extent::Cut => assert!(says_so(format, &out, most), "{what}: {out}"),
                }
                if most >= count(all.len()) {
                    assert_eq!(extent, Extent::Whole, "{what}");
                }
            }
        }
    }
}

/// Reports whether a cut output ends with the remark that it is cut.
fn says_so(format: Format, out: &str, most: u64) -> bool {
    let sentence = wishful::instruments::not_written(most);
    match format {
        Format::Json => {
            let json: serde_json::Value = serde_json::from_str(out).expect("it is JSON");
            json["cut"] == true && json["schema"] == "wishful-document/1"
        }
        Format::Fix => !out.contains(&sentence),
        Format::Html => out.ends_with(&format!("</html><!-- wishful: {sentence} -->")) || most < 10,
        Format::Tree => out.ends_with(&format!("\n\n{sentence}\n")) || most < 2,
        Format::Dot => out.ends_with(&format!(";\n  // {sentence}\n}}\n")),
        // The line-based formats.
        _ => out.lines().last() == Some(&format!("# {sentence}")),
    }
}

/// A sink that fails after some bytes.
struct Full(usize);

impl Write for Full {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[test]
fn an_error_of_the_sink_is_no_limit() {
    let document =
        whatwg().parse("<p>x".repeat(100), &ParseOptions::default()).expect("input never fails");
    for &format in Format::ALL {
        for most in [100, u64::MAX] {
            let options = WriteOptions::default().bytes(Allowance::fixed(most));
            assert_eq!(
                document.write(format, options, &mut Full(110)),
                Err(fmt::Error),
                "{format:?}"
            );
        }
    }
}

/// Linear formats are linear on every family; the only other format indents by depth.
#[test]
fn other_output_is_linear() {
    let parser = whatwg();
    for (name, input) in EVERYWHERE.iter().chain(&STANDARD) {
        let [one, two] = [500, 1000].map(|n| {
            let document = parser.parse(input(n), &ParseOptions::default());
            let document = document.expect("input never fails");
            let mut lengths = Vec::new();
            for &format in Format::ALL {
                if format != Format::Html5lib {
                    let length = document.render(format, WriteOptions::default()).len();
                    lengths.push((format, length));
                }
            }
            lengths
        });
        for ((format, one), (_, two)) in one.into_iter().zip(two) {
            assert!(two * 10 <= one * 22, "{name} in {format:?}: {one} and {two}");
        }
    }
}

/// No real document comes near a limit: at most a thirtieth of the nodes, and a sixteenth of the
/// bytes.
#[test]
fn documents_are_far_from_the_limits() {
    let parser = whatwg();
    for input in crate::common::all_documents() {
        let document = parser.parse(&input.bytes, &ParseOptions::default());
        let document = document.expect("input never fails");
        let text = document.text().len();
        let nodes = document.work().nodes;
        assert!(30 * nodes <= Limits::default().nodes.of(text), "{}: {nodes}", input.name);
        for &format in Format::ALL {
            let mut out = CountingSink::default();
            let extent = document.write(format, WriteOptions::default(), &mut out);
            assert_eq!(extent, Ok(Extent::Whole));
            let most = WriteOptions::default().bytes.of(text);
            assert!(16 * out.written <= most, "{} in {format:?}: {}", input.name, out.written);
        }
    }
}

#[test]
fn partly_read_input_is_reported() {
    let options = ParseOptions::default().partial(true);
    let document = whatwg().parse(b"<p>x", &options).expect("input never fails");
    assert_eq!(document.limit(), Some(Limit::TextBytes));
    assert!(verify::verify(&whatwg(), b"<p>x", &options).is_ok());
}
