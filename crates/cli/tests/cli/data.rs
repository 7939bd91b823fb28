//! Tests of `wishful data`.

use serde_json::{Value, json};

use super::{Ran, file, folder, program, run_with};

const PAGE: &[u8] = b"<p itemscope itemtype=https://schema.org/Event><b itemprop=name>Tea</b></p>
<meta property=og:title content=Kew><script type=application/ld+json>{\"@context\": \"https://schema.org/\",
\"@id\": \"/e\", \"name\": \"Cakes\"}</script><p class=h-card>Jane</p>";

fn read(ran: &Ran) -> Value {
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn all_syntaxes_are_one_graph() {
    let graph = read(&run_with(&["data", "--base", "https://tea.example/", "-"], PAGE));
    let subjects = graph["graph"].as_array().unwrap();
    let ids: Vec<&str> = subjects.iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["_:i1", "https://tea.example/e", "_:b1", "https://tea.example/"]);
    assert_eq!(subjects[2]["properties"], json!({"https://schema.org/name": ["Tea"]}));
    assert_eq!(subjects[3]["syntax"], json!(["opengraph", "rdfa"]));
    let one = ["data", "--syntax", "microdata,opengraph", "--spans", "-"];
    let graph = read(&run_with(&one, PAGE));
    assert_eq!(graph["graph"].as_array().unwrap().len(), 2);
    let source = &graph["graph"][0]["sources"]["https://schema.org/name"][0];
    assert_eq!(source["parts"][0]["spans"], json!([[64, 67]]));
}

#[test]
fn every_format_contains_the_name() {
    for format in ["json", "json-ld", "turtle"] {
        let ran = run_with(&["data", "-f", format, "-"], PAGE);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}");
        assert!(ran.out.contains("Tea") && ran.out.contains("Cakes"), "{format}: {}", ran.out);
    }
    let ran = run_with(&["data", "--explain", "--syntax", "microdata", "-"], PAGE);
    let said = "1:1     _:b1 https://schema.org/Event, by microdata\n\
        1:48      https://schema.org/name \"Tea\": text, by microdata, from 1:65\n";
    assert_eq!(ran.out, said);
}

#[test]
fn several_documents_are_a_line_of_json_each() {
    let folder = folder("data-several");
    let [one, two] = ["one.html", "two.html"].map(|name| file(&folder, name, PAGE));
    let arguments = ["data", "-j2", &one, "missing.html", &two];
    let ran: Ran = program().args(arguments).output().unwrap().into();
    assert_eq!((ran.status, ran.out.lines().count()), (1, 2), "{}", ran.err);
    for (line, path) in ran.out.lines().zip([&one, &two]) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&line["file"], line["data"]["graph"].is_array()), (&json!(path), true));
    }
    let arguments = ["data", "--explain", &one, &two];
    let ran: Ran = program().args(arguments).output().unwrap().into();
    assert!(ran.out.starts_with(&format!("==> {one} <==\n")), "{}", ran.out);
}

#[test]
fn invalid_json_is_reported_with_its_position() {
    let page = b"<p itemscope><script type=application/ld+json>\n{\"a\": 1,}</script>";
    let ran = run_with(&["data", "-"], page);
    let said = "stdin:2:9: json-ld: invalid JSON: key must be a string\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, said));
    let graph: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&graph["problems"][0]["line"], &graph["problems"][0]["column"]),
        (&json!(2), &json!(9))
    );
}

#[test]
fn wrong_use_is_refused() {
    let ran = run_with(&["data", "--syntax", "micordata", "-"], PAGE);
    assert_eq!(ran.status, 2);
    let known = "expected one of microformats, json-ld, microdata, opengraph, rdfa";
    assert!(ran.err.contains(known), "{}", ran.err);
    assert_eq!(run_with(&["data", "--spans", "-f", "turtle", "-"], PAGE).status, 2);
}

#[test]
fn max_output_bounds_the_output() {
    let page = "<p itemscope><b itemprop=http://a.example/name>Jane Doe</b></p>".repeat(100);
    let said = "stdin: output truncated: limit of 1000 bytes of output reached\n";
    for format in ["json", "json-ld", "turtle"] {
        let ran = run_with(&["data", "--max-output", "1000", "-f", format, "-"], page.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (1, said), "{format}: {}", ran.out);
        assert!(ran.out.len() < 4_000, "{format}: {} bytes", ran.out.len());
    }
}

#[test]
fn a_custom_syntax_is_read_and_shown() {
    let folder = folder("data-own");
    let text = b"syntax boats \"Boats\" by scope ;\n  marks item boat ;\n  marks property says ;\n";
    let path = file(&folder, "boats.vocabulary", text);
    let page = b"<p boat><b says=name>Argo</b>";
    let arguments = ["data", "--syntax", "boats", "--vocabulary", &path, "-"];
    let graph = read(&run_with(&arguments, page));
    assert_eq!(graph["graph"][0]["properties"], json!({"name": ["Argo"]}));
    let shown = run_with(&["grammar", "show", &path], b"");
    let body = shown.out.split_once("in full\n\n").unwrap().1;
    assert_eq!(body.as_bytes().trim_ascii(), text.trim_ascii());
}
