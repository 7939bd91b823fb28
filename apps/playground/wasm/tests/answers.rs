//! Requests to the playground without a WebAssembly module: a small version of what `test/` checks
//! on the built module.

use serde_json::{Value, json};
use wishful_playground::Playground;

fn ask(playground: &mut Playground, question: &Value) -> Value {
    serde_json::from_slice(&playground.answer(question.to_string().as_bytes())).expect("it is JSON")
}

#[test]
fn a_position_has_its_node_token_and_repairs() {
    let mut playground = Playground::default();
    let html = "<table>\u{1F600}<td>x";
    let parsed = ask(
        &mut playground,
        &json!({ "op": "parse", "grammar": { "name": "marpa" }, "html": html }),
    );
    let document = &parsed["ok"]["document"];
    let here = ask(&mut playground, &json!({ "op": "at", "document": document, "at": 10 }));
    let here = &here["ok"];
    assert_eq!(here["token"], json!([9, 13]), "{here}");
    let node = usize::try_from(here["node"].as_u64().unwrap_or_default()).unwrap_or_default();
    assert_eq!(parsed["ok"]["nodes"][node - 1]["name"], "td");
    let repairs = here["repairs"].as_array().cloned().unwrap_or_default();
    assert!(!repairs.is_empty(), "{here}");
    for number in repairs {
        let number = usize::try_from(number.as_u64().unwrap_or_default()).unwrap_or_default();
        assert_eq!(parsed["ok"]["repairs"]["rows"][number]["at"], json!([9, 9]), "{here}");
    }
}

#[test]
fn grammars_are_cached_and_documents_dropped() {
    let mut playground = Playground::default();
    let names = ["marpa", "html2", "marpa-2009", "marpa", "html2"];
    for (number, name) in (1..).zip(names) {
        let question = json!({ "op": "parse", "grammar": { "name": name }, "html": "<p>x" });
        assert_eq!(ask(&mut playground, &question)["ok"]["document"], number);
    }
    let gone = ask(&mut playground, &json!({ "op": "at", "document": 1, "at": 0 }));
    assert_eq!(gone["error"]["code"], "forgotten");
}

#[test]
fn invalid_requests_are_refused() {
    let mut playground = Playground::default();
    for question in [json!({}), json!([]), json!({ "op": "dance" }), json!({ "op": "parse" })] {
        assert_eq!(ask(&mut playground, &question)["error"]["code"], "request", "{question}");
    }
    assert!(playground.answer(b"\xff{").starts_with(b"{\"error\""));
}

#[cfg(feature = "check")]
#[test]
fn a_finding_has_its_rule_and_its_position() {
    let mut playground = Playground::default();
    let html = "<!DOCTYPE html><html lang=en><title>\u{1F600}</title><ul><p>x</p></ul>";
    let whatwg = json!({ "name": "whatwg" });
    let parsed = ask(&mut playground, &json!({ "op": "parse", "grammar": whatwg, "html": html }));
    let document = &parsed["ok"]["document"];
    let checked = ask(&mut playground, &json!({ "op": "conformance", "document": document }));
    let checked = &checked["ok"];
    assert_eq!(checked["count"], 1, "{checked}");
    let finding = &checked["findings"][0];
    assert_eq!(finding["code"], "misplaced-element");
    assert_eq!((&finding["at"], &finding["place"]), (&json!([50, 53]), &json!("1:50")));
    let rule = finding["notes"][0].as_str().unwrap_or_default();
    assert!(rule.starts_with("by conforming.grammar:"), "{rule}");
    assert!(rule.ends_with("(section 4.4.5)"), "{rule}");
}

#[cfg(feature = "check")]
#[test]
fn a_template_has_the_mistakes_of_its_pages() {
    let mut playground = Playground::default();
    let html = "<td>{% if owner %}\u{1F600}</td>{% endif %}</td>";
    let whatwg = json!({ "name": "whatwg" });
    let parsed = ask(&mut playground, &json!({ "op": "parse", "grammar": whatwg, "html": html }));
    let document = &parsed["ok"]["document"];
    let mut asked = |op, template| {
        let request = json!({ "op": op, "document": document, "template": template });
        ask(&mut playground, &request)
    };
    let checked = &asked("conformance", "jinja")["ok"];
    assert_eq!((&checked["count"], &checked["sampled"]), (&json!(1), &json!(false)), "{checked}");
    assert_eq!(checked["findings"][0]["at"], json!([36, 41]), "{checked}");
    let fixed = &asked("fix", "jinja")["ok"];
    assert_eq!(fixed, &json!({ "text": html.replacen("</td>", "", 1), "left": [] }));
    assert_eq!(asked("conformance", "jnja")["error"]["code"], "impossible");
}

#[cfg(feature = "check")]
#[test]
fn a_page_has_its_mistakes_and_its_intended_source() {
    let mut playground = Playground::default();
    let html = "<!DOCTYPE html><html lang=en><title>\u{1F600}</title><ul>\n<li><a href=x>One\n\
                <li><a href=y>Two</a>\n</ul>";
    let whatwg = json!({ "name": "whatwg" });
    let parsed = ask(&mut playground, &json!({ "op": "parse", "grammar": whatwg, "html": html }));
    let document = &parsed["ok"]["document"];
    let meant = &ask(&mut playground, &json!({ "op": "intent", "document": document }))["ok"];
    assert_eq!(meant["count"], 1, "{meant}");
    let mistake = &meant["mistakes"][0];
    assert_eq!(mistake["kind"], "unclosed-element");
    assert_eq!((&mistake["at"], &mistake["place"]), (&json!([55, 65]), &json!("2:5")));
    assert_eq!(mistake["edits"], json!([{ "at": [68, 68], "text": "</a>" }]));
    assert_eq!(meant["text"], html.replace("One", "One</a>"));
    let checked = ask(&mut playground, &json!({ "op": "conformance", "document": document }));
    let checked = &checked["ok"];
    assert_eq!(checked["count"], 1, "{checked}");
    let finding = &checked["findings"][0];
    assert_eq!(finding["code"], mistake["kind"]);
    assert_eq!(finding["related"], mistake["related"]);
    let text = &meant["text"];
    let parsed = ask(&mut playground, &json!({ "op": "parse", "grammar": whatwg, "html": text }));
    let document = &parsed["ok"]["document"];
    let right = &ask(&mut playground, &json!({ "op": "intent", "document": document }))["ok"];
    assert_eq!(right, &json!({ "count": 0, "mistakes": [], "text": null }));
}

#[cfg(feature = "check")]
#[test]
fn a_script_edits_the_source() {
    let mut playground = Playground::default();
    let html = "\u{1F600}<B>x</B></i><br>";
    let whatwg = json!({ "name": "whatwg" });
    let parse = json!({ "op": "parse", "grammar": whatwg, "html": html, "fragment": "p" });
    let parsed = ask(&mut playground, &parse);
    let document = &parsed["ok"]["document"];
    let script = "[[edit]]\nselect = 'b'\nrename = 'i'\n[[edit]]\nselect = 'br'\ntext = 'x'";
    let edit = json!({ "op": "edit", "document": document, "script": script });
    let edited = &ask(&mut playground, &edit)["ok"];
    assert_eq!(edited["text"], "\u{1F600}<i>x</i></i><br>", "{edited}");
    assert_eq!(edited["refused"][0]["spans"], json!([[14, 18]]), "{edited}");
    let mistake = json!({ "op": "edit", "document": document, "script": "[[edit]" });
    assert_eq!(ask(&mut playground, &mistake)["error"]["code"], "refused");
}
