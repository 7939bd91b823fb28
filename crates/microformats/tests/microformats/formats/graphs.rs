//! JSON-LD and Turtle contain the same graph, and KML is valid.

use oxjsonld::JsonLdParser;
use oxrdf::dataset::CanonicalizationAlgorithm;
use oxrdf::{Dataset, GraphName};
use oxttl::TurtleParser;
use proptest::prelude::*;
use wishful::Allowance;
use wishful_microformats::Microformats;
use wishful_microformats::output::FormatOptions;

use super::pages;

fn of_json(json: &str) -> Dataset {
    let quads = JsonLdParser::new().for_slice(json.as_bytes());
    let mut dataset = Dataset::new();
    for quad in quads {
        dataset.insert(&quad.unwrap_or_else(|error| panic!("{error}\n{json}")));
    }
    canonical(dataset)
}

fn of_turtle(turtle: &str) -> Dataset {
    let triples = TurtleParser::new().for_slice(turtle.as_bytes());
    let mut dataset = Dataset::new();
    for triple in triples {
        let triple = triple.unwrap_or_else(|error| panic!("{error}\n{turtle}"));
        dataset.insert(&triple.in_graph(GraphName::DefaultGraph));
    }
    canonical(dataset)
}

fn canonical(mut dataset: Dataset) -> Dataset {
    dataset.canonicalize(CanonicalizationAlgorithm::Unstable);
    dataset
}

/// Checks that both formats contain the same triples, and returns their number.
fn compared(name: &str, microformats: &Microformats<'_>) -> usize {
    let options = FormatOptions::default();
    let (json, turtle) = (microformats.to_json_ld(&options), microformats.to_turtle(&options));
    let (of_json, of_turtle) = (of_json(&json), of_turtle(&turtle));
    assert_eq!(of_json, of_turtle, "{name}\n{json}\n{turtle}");
    of_turtle.len()
}

#[test]
fn json_ld_and_turtle_say_the_same() {
    for (name, html) in pages::all() {
        let items = pages::of(&html, |it| it.all_items().count());
        let triples = pages::of(&html, |it| compared(&name, it));
        assert!(triples > 0 || items == 0, "{name}");
    }
}

/// Each text of each property is the text of a triple.
#[test]
fn no_text_is_lost() {
    for (name, html) in pages::all() {
        pages::of(&html, |microformats| {
            let turtle = microformats.to_turtle(&FormatOptions::default());
            let dataset = of_turtle(&turtle);
            let mut said = std::collections::BTreeSet::new();
            for quad in &dataset {
                said.insert(match quad.object {
                    oxrdf::TermRef::Literal(literal) => literal.value().to_owned(),
                    oxrdf::TermRef::NamedNode(node) => node.as_str().to_owned(),
                    oxrdf::TermRef::BlankNode(_) => String::new(),
                });
            }
            for item in microformats.all_items() {
                for property in item.properties() {
                    for value in property.values().filter(|value| value.item().is_none()) {
                        let moment = wishful_microformats::interpret::DateTime::read(value.text());
                        let is_said = said.contains(value.text())
                            || said.contains(value.text().trim())
                            || moment.is_some_and(|moment| said.contains(&moment.to_string()));
                        assert!(is_said, "{name}: {}: {}\n{turtle}", property.name(), value.text());
                        assert!(value.alt().is_none_or(|alt| said.contains(alt)), "{name}");
                    }
                }
            }
        });
    }
}

#[test]
fn posts_have_terms_of_schema_org() {
    let html = "<div class=h-entry><b class=p-name>Title</b><a class=u-url href=/1>1</a>
        <time class=dt-published>2026-05-01</time><a class='p-author h-card' href=/jane>Jane</a>
        <b class=u-like-of>x</b></div>";
    let turtle = pages::of(html, |it| it.to_turtle(&FormatOptions::default()));
    insta::assert_snapshot!(turtle);
}

#[test]
fn places_are_placemarks() {
    let html = "<div class=h-card><b class=p-name>Cafe & co</b><div class='p-adr h-adr'><i class=p-locality>Testville</i>
        <div class='p-geo h-geo'><i class=p-latitude>+1.5</i><i class=p-longitude>-2</i></div></div></div>
        <p class=h-card>No place</p><div class=h-event><b class=p-name>Tea</b><b class=p-geo>3;4</b></div>";
    let kml = pages::of(html, |it| it.to_kml(&FormatOptions::default()));
    insta::assert_snapshot!(kml);
}

/// Counts the placemarks with a geometry.
fn points(kml: &kml::Kml) -> usize {
    match kml {
        kml::Kml::KmlDocument(document) => document.elements.iter().map(points).sum(),
        kml::Kml::Document { elements, .. } => elements.iter().map(points).sum(),
        kml::Kml::Placemark(placemark) => usize::from(placemark.geometry.is_some()),
        _ => 0,
    }
}

#[test]
fn kml_is_read_by_others() {
    for (name, html) in pages::all() {
        let kml = pages::of(&html, |it| it.to_kml(&FormatOptions::default()));
        let read: kml::Kml = kml.parse().unwrap_or_else(|error| panic!("{name}: {error}\n{kml}"));
        assert_eq!(points(&read), kml.matches("<Point>").count(), "{name}");
    }
}

#[test]
fn what_is_too_long_is_cut_and_says_so() {
    let html = format!("<div class=h-card>{}", "<b class='p-note h-x'>text text".repeat(200));
    let options = FormatOptions::default().bytes(Allowance::fixed(2_000));
    pages::of(&html, |it| {
        let (json, turtle) = (it.to_json_ld(&options), it.to_turtle(&options));
        assert!(json.contains("\"mf:cut\":true") && json.len() < 10_000);
        serde_json::from_str::<serde_json::Value>(&json).unwrap();
        assert!(turtle.ends_with("# cut\n") && turtle.len() < 10_000);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For any texts, both graphs are equal, and the KML can be read.
    #[test]
    fn any_texts(name in "\\PC{0,20}|.{0,20}", url in "[a-z:/<> \"\\\\{}é%]{0,12}", note in ".{0,30}") {
        let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;");
        let html = format!(
            "<div class=h-card><data class=p-name value=\"{}\"></data><a class=u-url href=\"{}\">x</a>\
             <data class=p-note value=\"{}\"></data><data class=p-locality value=\"{}\"></data></div>",
            quoted(&name), quoted(&url), quoted(&note), quoted(&name)
        );
        pages::of(&html, |it| {
            compared(&html, it);
            let kml = it.to_kml(&FormatOptions::default());
            kml.parse::<kml::Kml>().unwrap_or_else(|error: kml::Error| panic!("{error}\n{kml}"));
        });
    }
}
