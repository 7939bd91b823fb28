//! JSON-LD contains every text of every item.

use oxjsonld::JsonLdParser;
use oxrdf::Dataset;
use proptest::prelude::*;
use wishful::Allowance;
use wishful_microformats::output::FormatOptions;

use super::pages;

fn of_json(json: &str) -> Dataset {
    let quads = JsonLdParser::new().for_slice(json.as_bytes());
    let mut dataset = Dataset::new();
    for quad in quads {
        dataset.insert(&quad.unwrap_or_else(|error| panic!("{error}\n{json}")));
    }
    dataset
}

#[test]
fn all_items_have_triples() {
    for (name, html) in pages::all() {
        let items = pages::of(&html, |it| it.all_items().count());
        let json = pages::of(&html, |it| it.to_json_ld(&FormatOptions::default()));
        assert!(!of_json(&json).is_empty() || items == 0, "{name}");
    }
}

/// Each text of each property is the text of a triple.
#[test]
fn no_text_is_lost() {
    for (name, html) in pages::all() {
        pages::of(&html, |microformats| {
            let json = microformats.to_json_ld(&FormatOptions::default());
            let dataset = of_json(&json);
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
                        assert!(is_said, "{name}: {}: {}\n{json}", property.name(), value.text());
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
    let json = pages::of(html, |it| it.to_json_ld(&FormatOptions::default()));
    insta::assert_snapshot!(json);
}

#[test]
fn long_output_is_cut_with_a_remark() {
    let html = format!("<div class=h-card>{}", "<b class='p-note h-x'>text text".repeat(200));
    let options = FormatOptions::default().bytes(Allowance::fixed(2_000));
    pages::of(&html, |it| {
        let json = it.to_json_ld(&options);
        assert!(json.contains("\"mf:cut\":true") && json.len() < 10_000);
        serde_json::from_str::<serde_json::Value>(&json).unwrap();
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The graph of any texts can be read.
    #[test]
    fn any_texts(name in "\\PC{0,20}|.{0,20}", url in "[a-z:/<> \"\\\\{}é%]{0,12}", note in ".{0,30}") {
        let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;");
        let html = format!(
            "<div class=h-card><data class=p-name value=\"{}\"></data><a class=u-url href=\"{}\">x</a>\
             <data class=p-note value=\"{}\"></data><data class=p-locality value=\"{}\"></data></div>",
            quoted(&name), quoted(&url), quoted(&note), quoted(&name)
        );
        pages::of(&html, |it| {
            of_json(&it.to_json_ld(&FormatOptions::default()));
        });
    }
}
