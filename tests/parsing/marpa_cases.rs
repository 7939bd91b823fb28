//! The documented examples of Marpa::R2::HTML, and its behaviour on small documents:
//! `corpus/marpa`, with the answers that Marpa itself gave to `tests/parity/examples.py`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use wishful::tree::{NodeKind, NodeRef, TagOrigin};
use wishful::{Document, Grammar, ParseOptions, Parser};

/// Splits a case file into sections. The line break before a section's header does not belong to
/// the section before it.
fn sections(text: &str) -> BTreeMap<&str, &str> {
    let mut found = BTreeMap::new();
    for part in text.split("\n--- ").skip(1) {
        let (name, body) = part.split_once('\n').unwrap_or((part, ""));
        let known = ["input", "configuration", "grammar", "structure", "virtual"];
        assert!(known.contains(&name), "an unknown section: {name}");
        found.insert(name, body.strip_suffix('\n').unwrap_or(body));
    }
    found
}

/// Prints the structure with `~` for each tag that is not in the source.
fn with_virtual(document: &Document) -> String {
    let mut elements = Vec::new();
    for node in document.root().children() {
        if node.kind() == NodeKind::Element {
            elements.push(element(node));
        }
    }
    elements.join(" ")
}

/// Prints an element recursively; the documents are small.
fn element(node: NodeRef<'_>) -> String {
    let [start, end] = [node.start_tag(), node.end_tag()]
        .map(|origin| if matches!(origin, Some(TagOrigin::Written(_))) { "" } else { "~" });
    let mut children = String::new();
    for child in node.children() {
        if child.kind() == NodeKind::Element {
            children += &format!(" {}", element(child));
        }
    }
    format!("({start}{}{children}{end})", node.name().unwrap_or_default())
}

/// The cases in which HTML5's tokenizer differs from Marpa's, with the reason.
const OTHER_TOKENS: &[(&str, &str)] = &[
    ("void-with-slash.txt", "`<br/>` is an element `br/` to HTML::Parser, and a `br` to HTML5"),
    ("page-from-fragments.txt", "a title that never ends is text to the end in HTML5"),
];

#[test]
fn marpa_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/marpa");
    let mut run = 0;
    for path in crate::common::files(&folder, &["txt"]) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a case is UTF-8");
        let sections = sections(&text);
        assert_eq!(
            sections.contains_key("configuration"),
            sections.contains_key("grammar"),
            "{name}: a configuration of Marpa's has its like in our language"
        );
        let lines = sections.get("grammar").copied().unwrap_or_default();
        let grammar = Grammar::source(&name, &format!("use \"marpa\" ;\n{lines}\n")).compile();
        let grammar = grammar.unwrap_or_else(|report| panic!("{name}:\n{}", report.render(false)));
        let parser = Parser::new(grammar).expect("it runs");
        let document = parser.parse(sections["input"], &ParseOptions::default());
        let document = document.expect("input never fails");
        let same = with_virtual(&document) == sections["virtual"]
            && document.structure() == sections["structure"];
        let excused = OTHER_TOKENS.iter().any(|&(other, _)| other == name);
        assert_eq!(same, !excused, "{name}: got {}", with_virtual(&document));
        run += 1;
    }
    assert!(run >= 63, "only {run} cases were found");
}
