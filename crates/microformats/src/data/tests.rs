//! Tests on any input: the work is linear, spans are inside of the source, and both RDF formats
//! contain the same graph.

use oxjsonld::JsonLdParser;
use oxrdf::dataset::CanonicalizationAlgorithm;
use oxrdf::{Dataset, GraphName};
use oxttl::TurtleParser;

use super::{DataOptions, StructuredData};
use crate::output::{FormatOptions, JsonOptions};
use crate::step::Step;
use crate::vocabulary::Vocabulary;
use wishful::base::counted;
use wishful::tree::Document;
use wishful::{Allowance, Grammar, ParseOptions, Parser};

const BASE: DataOptions<'_> = DataOptions {
    base: Some("https://a.example/b"),
    vocabulary: None,
    syntaxes: None,
    included: Allowance { at_least: 1 << 16, per_byte: 4 },
    names: Allowance { at_least: 1 << 20, per_byte: 16 },
    depth: 128,
};

fn document(html: &str) -> Document {
    let parser = Parser::new(Grammar::load("whatwg").expect("it is shipped")).expect("it is right");
    parser.parse(html, &ParseOptions::default()).expect("it is short")
}

fn script(json: &str) -> String {
    format!("<script type=application/ld+json>{json}</script>")
}

/// Joins the texts for the numbers below `n`.
fn numbered(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect()
}

type DataFamily = (&'static str, fn(usize) -> String);

const FAMILIES: [DataFamily; 20] = [
    ("nested items", |n| "<p itemprop=a itemscope>x<div>".repeat(n)),
    ("items in a row", |n| {
        "<p itemscope itemtype=http://a.example/T><b itemprop='a b c'>x</b></p>".repeat(n)
    }),
    ("one target of many items", |n| {
        "<p id=t><b itemprop=a>x</b><i itemprop=b>y</i></p>".to_owned()
            + &"<p itemscope itemref=t></p>".repeat(n)
    }),
    ("items that include one another", |n| {
        numbered(n, |i| {
            let next = (i + 1) % n;
            format!("<p id=i{i} itemscope itemprop=a itemref='i{next} i{i}'></p>")
        })
    }),
    ("many names of targets", |n| {
        format!("<p itemscope itemref='{}'>", "x ".repeat(n)) + &"<b id=y>".repeat(n)
    }),
    ("nested subjects", |n| "<div property=a typeof=b vocab=http://a.example/>x".repeat(n)),
    ("many prefixes", |n| {
        let prefixes = numbered(n, |i| format!("p{i}: http://a.example/{i}/ "));
        let properties = numbered(n, |i| format!("<b property=p{i}:x>y</b>"));
        format!("<p prefix='{prefixes}'>{properties}")
    }),
    ("prefixes in prefixes", |n| "<div prefix='a: http://a.example/' property=a:b>".repeat(n)),
    ("links with text", |n| "<a href=/x property=og:see_also>x</a>".repeat(n)),
    ("properties of a page", |n| "<meta property=og:title content=x>".repeat(n)),
    ("images with sizes", |n| {
        "<meta property=og:image content=/x><meta property=og:image:width content=3>".repeat(n)
    }),
    ("many scripts", |n| {
        script(r#"{"@context": {"@vocab": "http://a.example/"}, "a": "b"}"#).repeat(n)
    }),
    ("many contexts", |n| {
        let node = r#"{"@context": {"b": "http://a.example/b", "c": null}, "b": 1},"#.repeat(n);
        script(&format!("[{node} {{}}]"))
    }),
    ("one context of many terms", |n| {
        let terms = numbered(n, |i| format!(r#""t{i}": "http://a.example/{i}","#));
        let members = numbered(n, |i| format!(r#""t{i}": "x","#));
        script(&format!(r#"{{"@context": {{{terms} "a": null}}, {members} "a": 1}}"#))
    }),
    ("contexts that are not read", |n| {
        script(&format!("[{} {{}}]", r#"{"@context": "http://a.example", "a": "b"},"#.repeat(n)))
    }),
    ("names that are lost", |n| {
        script(&format!("{{{} \"a\": 1}}", numbered(n, |i| format!("\"n{i}\": 1,"))))
    }),
    ("the same again", |n| "<meta property=og:image content=/x>".repeat(n)),
    ("graphs in graphs", |n| {
        let node = r#"{"@graph": [{"@id": "http://a.example/x"}]},"#.repeat(n);
        script(&format!(r#"{{"@context": {{"@vocab": "http://a.example/"}}, "g": [{node} {{}}]}}"#))
    }),
    ("contexts that forget", |n| {
        let node = r#"{"@context": [null, {"b": "http://a.example/b"}], "b": 1},"#.repeat(n);
        script(&format!("[{node} {{}}]"))
    }),
    ("a long list", |n| {
        let values = r#""x","#.repeat(n);
        script(&format!(
            r#"{{"@context": {{"@vocab": "http://a.example/"}}, "a": {{"@list": [{values} 1]}}}}"#
        ))
    }),
];

/// Asserts that twice the input takes at most 2.1 times the work.
fn grows_linearly(name: &str, family: fn(usize) -> String, n: usize) {
    let [one, two] = [n, 2 * n].map(|n| StructuredData::new(&document(&family(n)), &BASE).work());
    assert!(one >= counted(n), "{name} does nothing: {one}");
    assert!(two * 10 <= one * 21 + 1_000, "{name}: {one}, then {two}");
}

#[test]
fn work_grows_with_the_document() {
    for (name, family) in FAMILIES {
        grows_linearly(name, family, 500);
    }
    grows_linearly("properties of a page", FAMILIES[9].1, 5_000);
    fn nested(n: usize) -> String {
        let start = r#"{"@context": {"a": "http://a.example/"}, "a": ["#.repeat(n);
        script(&format!("{start}1{}", "]}".repeat(n)))
    }
    grows_linearly("JSON in JSON", nested, 32);
}

#[test]
fn limits_leave_a_record() {
    fn nested(n: usize) -> String {
        script(&format!("{}1{}", r#"{"@graph":"#.repeat(n), "}".repeat(n)))
    }
    fn found(html: &str, options: &DataOptions<'_>) -> (bool, usize) {
        let document = document(html);
        let found = StructuredData::new(&document, options);
        (found.is_cut(), found.problems().filter(|it| it.is_error).count())
    }
    assert_eq!(found(&nested(128), &BASE), (false, 0));
    assert_eq!(found(&nested(129), &BASE), (true, 1));
    assert_eq!(found(&nested(100_000), &BASE), (true, 1));
    let target = "<b itemprop=a>x</b>".repeat(100);
    let items = "<p itemscope itemref=t></p>".repeat(100);
    let page = format!("<p id=t>{target}</p>{items}");
    let few = DataOptions { included: Allowance::fixed(500), ..BASE };
    assert_eq!(found(&page, &few), (true, 0));
    let all = DataOptions { included: Allowance::fixed(10_000), ..BASE };
    assert_eq!(found(&page, &all), (false, 0));
    let long = format!("<p prefix='p: http://a.example/{}'>", "x".repeat(10_000));
    let page = long + &"<b property=p:x>y</b>".repeat(1_000);
    assert_eq!(found(&page, &BASE), (true, 0));
    let json = {
        let document = document(&page);
        StructuredData::new(&document, &BASE).to_json(&JsonOptions::default())
    };
    assert!(json.trim_end().ends_with(r#""cut":true}"#));
}

fn of_json(json: &str) -> Dataset {
    let quads = JsonLdParser::new().for_slice(json.as_bytes());
    canonical(quads.map(|quad| quad.unwrap_or_else(|error| panic!("{error}\n{json}"))).collect())
}

fn of_turtle(turtle: &str) -> Dataset {
    let triples = TurtleParser::new().for_slice(turtle.as_bytes());
    let triples = triples.map(|triple| triple.unwrap_or_else(|error| panic!("{error}\n{turtle}")));
    canonical(triples.map(|triple| triple.in_graph(GraphName::DefaultGraph)).collect())
}

fn canonical(mut dataset: Dataset) -> Dataset {
    dataset.canonicalize(CanonicalizationAlgorithm::Unstable);
    dataset
}

/// Asserts the invariants of every page; returns the number of triples.
fn holds(html: &str, options: &DataOptions<'_>) -> usize {
    let document = document(html);
    let found = StructuredData::new(&document, options);
    let mut triples = 0;
    for triple in found.subjects().flat_map(|subject| subject.triples()) {
        triples += 1;
        assert!(triple.syntaxes().next().is_some(), "{html}");
        let mut spans = Vec::new();
        for (_, part) in triple.parts() {
            spans.extend(part.into_owned());
        }
        for span in &spans {
            assert!(document.text().get(span.range()).is_some(), "{span:?} of {html}");
        }
        match (triple.text(), triple.step()) {
            (Some(text), Step::Text) if !triple.syntaxes().any(|it| it == super::MICROFORMATS) => {
                let mut content = String::new();
                for node in triple.node().subtree().same_tree() {
                    if !node.is_element() {
                        content.extend(node.text());
                    }
                }
                assert!(text == content || html.contains("<!--"), "{text} in {html}");
            }
            (Some(text), Step::Attribute) => {
                let written = triple.node().attributes().any(|it| it.value() == text);
                assert!(
                    written || triple.datatype().is_some() || text.is_empty(),
                    "{text}: {html}"
                );
            }
            (Some(text), Step::Script) => {
                let written = spans[0].of(document.text());
                let said = serde_json::from_str::<serde_json::Value>(written).unwrap_or_default();
                let said = said.as_str().unwrap_or(written);
                let is_mended = found.problems().next().is_some();
                assert!(said == text || is_mended, "{said} {text}: {html}");
            }
            _ => {}
        }
    }
    let json = found.to_json(&JsonOptions { spans: true, ..JsonOptions::default() });
    serde_json::from_str::<serde_json::Value>(&json).expect("it is JSON");
    let [json, turtle] = both(&found);
    assert_eq!(of_json(&json), of_turtle(&turtle), "{html}\n{json}\n{turtle}");
    let _ = found.explain();
    triples
}

fn both(found: &StructuredData<'_>) -> [String; 2] {
    let options = FormatOptions::default();
    [found.to_json_ld(&options), found.to_turtle(&options)]
}

const PIECES: [&str; 45] = [
    "<div itemscope>",
    "<p itemprop=a itemscope itemtype=http://a.example/T#>",
    "<p id=x itemscope itemref='y x z' itemprop='b c'>",
    "<b id=y itemprop=a>",
    "<i id=z itemprop=http://a.example/p itemid=/x lang=en>",
    "<meta itemprop=a content='x&amp;y'>",
    "<img itemprop=i src='a b.png'>",
    "<a itemprop=u href='http://[bad'>",
    "<time itemprop=t datetime=2026-05-01T10:00:00Z>",
    "<template>",
    "</div>",
    "</p>",
    "</b>",
    "<table>",
    "text & more",
    "\n",
    "é",
    "<div vocab=http://schema.org/ typeof='A B'>",
    "<p property=a typeof>",
    "<b property='a foaf:name _:x' lang='not a tag'>",
    "<b about='[_:x]' property=a resource='q:r'>",
    "<b prefix='q: http://q.example/ r: s t' property=q:x content=c>",
    "<b property=a datatype=xsd:integer>",
    "<a property=b href=/x>",
    "<body vocab='bad vocabulary' typeof=C>",
    "<meta property=og:image content=/x>",
    "<meta property=og:image:width content=3>",
    "<meta name='og:title twitter:card' content='T'>",
    "<script type=application/ld+json>",
    "</script>",
    r#"{"@context": "http://a.example", "#,
    r#"{"@context": {"@vocab": "http://a.example/", "a": {"@id": "x:y", "@language": "en"}}, "#,
    r#""@context": {"a": "b:c", "b": "a:d", "c": {"@id": "@id", "@type": "@id"}}, "#,
    r#""@id": "_:x", "#,
    r#""@id": "x y", "@type": ["T", "a:b"], "#,
    r#""a": {"@value": "v", "@language": "e n"}, "#,
    r#""c": "\u00e9\ud800", "#,
    r#""a": {"@list": [1, "x", {}]}, "#,
    r#""b": [true, null, 2.5e3]}"#,
    "{}",
    "\"}",
    "\r\n",
    "<!-- // */",
    "<p class=h-card><a class='u-url p-name' href=/x>Jane</a>",
    "<i class='p-note e-content'>",
];

#[test]
fn random_input_has_valid_spans_and_equal_graphs() {
    let mut random = fastrand::Rng::with_seed(36);
    let nowhere = DataOptions { base: None, ..BASE };
    let mut triples = 0;
    for round in 0..1_500 {
        let count = random.usize(1..24);
        let html: String = (0..count).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
        triples += holds(&html, if round % 2 == 0 { &BASE } else { &nowhere });
    }
    assert!(triples > 5_000, "{triples}");
}

#[test]
fn a_custom_syntax_is_a_file() {
    let text = r#"syntax boats "Boats" by scope ;
        marks item boat ; marks type kind ; marks property says ; marks id at ;
        reads text title of <abbr> ; reads url to of <p> ;
        syntax notes "Notes" by script ;
        marks item type as "notes" of <script> ; marks id "$id" ; marks vocabulary "$about" ;
        marks prefixes "$words" ;
        extend opengraph ; prefix my "https://my.example/" ;"#;
    let vocabulary = Vocabulary::shipped_with([("boats.vocabulary", text)]);
    let vocabulary = vocabulary.unwrap_or_else(|report| panic!("{}", report.render(false)));
    let html = r#"<p boat at=/a kind=https://b.example/Boat><abbr says=name title=Argo>A</abbr></p>
        <script type=notes>{"$words": {"$about": "https://n.example/"}, "$id": "/a", "length": 9, "$no": 1}</script>
        <meta property=my:mast content=2>"#;
    let document = document(html);
    let found =
        StructuredData::new(&document, &DataOptions { vocabulary: Some(&vocabulary), ..BASE });
    let mut triples = Vec::new();
    for subject in found.subjects() {
        for triple in subject.triples() {
            if triple.syntaxes().next() != Some("rdfa") {
                let value = triple.text().or(triple.id()).unwrap_or_default();
                triples.push(format!("{} {} {value}", subject.id(), triple.property()));
            }
        }
    }
    assert_eq!(
        triples,
        [
            "https://a.example/b https://my.example/mast 2",
            "https://a.example/a http://www.w3.org/1999/02/22-rdf-syntax-ns#type https://b.example/Boat",
            "https://a.example/a https://b.example/name Argo",
            "https://a.example/a https://n.example/length 9",
        ]
    );
}
