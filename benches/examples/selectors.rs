//! Random selectors on pages and broken documents, answered by this project and by the crate
//! `scraper`. `tests/peers/css.sh` adds lexbor's answers and compares all three.
//!
//!     cargo run --release -p benches --example selectors -- NUMBER SEED
//!
//! The output has one JSON object a line:
//!
//! * `{"text": string, "names": [string]}` for a document, with the names of its elements in order;
//! * `{"selectors": string, "ours": [number], "scraper": [number] or null}` for a case on the last
//!   document, with the indices of the matching elements.
//!
//! `null` means that `scraper` does not support the selectors, or that its tree differs. It differs
//! for pages with `noscript`, which `scraper` parses with scripting on.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/peers/selectors.rs"]
mod selectors;

use scraper::{ElementRef, Html, Selector};
use selectors::Vocabulary;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::io::{Write, stdout};
use wishful::tree::{NodeId, NodeRef};
use wishful::{Document, Grammar, ParseOptions, Parser};
use wishful_query::{Language, Query, Value as Selected};

/// The maximum number of broken documents.
const BROKEN: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [number, seed] = &arguments[..] else { return Err("NUMBER SEED".into()) };
    let (number, mut rng) = (number.parse::<usize>()?, fastrand::Rng::with_seed(seed.parse()?));
    let grammar = Grammar::load("whatwg")?;
    let parser = Parser::new(grammar)?;
    let inputs = inputs();
    let each = number.div_ceil(inputs.len().max(1));
    for input in inputs {
        let document = parser.parse(input.bytes, &ParseOptions::default())?;
        // All parsers read the decoded text.
        let document = parser.parse(document.text(), &ParseOptions::default())?;
        Pair::new(&document).answer(each, &mut rng)?;
    }
    Ok(())
}

fn inputs() -> Vec<common::Input> {
    let mut inputs = common::page_documents();
    let broken = match common::suites() {
        Some(folder) => common::files(&folder.join("broken"), &["html"]),
        None => Vec::new(),
    };
    let step = broken.len().div_ceil(BROKEN).max(1);
    for path in broken.iter().step_by(step) {
        if let Ok(bytes) = std::fs::read(path) {
            inputs.push(common::Input { name: path.display().to_string(), bytes });
        }
    }
    inputs
}

/// Pseudo-classes that `scraper` does not support.
const UNKNOWN: &[&str] = &[
    "any-link",
    "link",
    "checked",
    "disabled",
    "enabled",
    "optional",
    "required",
    "read-only",
    "read-write",
    "placeholder-shown",
    "contains",
];

/// A document in both implementations.
struct Pair<'d> {
    document: &'d Document,
    elements: Vec<NodeRef<'d>>,
    numbers: HashMap<NodeId, usize>,
    /// The document of `scraper`, if its tree is equal.
    other: Option<Other>,
}

struct Other {
    html: Html,
    numbers: HashMap<ego_tree::NodeId, usize>,
}

impl<'d> Pair<'d> {
    fn new(document: &'d Document) -> Self {
        let elements: Vec<NodeRef<'d>> =
            document.nodes().same_tree().filter(|node| node.is_element()).collect();
        let mut numbers = HashMap::new();
        for (number, node) in elements.iter().enumerate() {
            numbers.insert(node.id(), number);
        }
        let html = Html::parse_document(document.text());
        let others = others(&html);
        let names = elements.iter().filter_map(|node| node.name());
        let is_same = names.eq(others.iter().map(|element| element.value().name()));
        let mut other_numbers = HashMap::new();
        for (number, element) in others.iter().enumerate() {
            other_numbers.insert(element.id(), number);
        }
        let other = if is_same { Some(Other { html, numbers: other_numbers }) } else { None };
        Self { document, elements, numbers, other }
    }

    fn answer(&self, count: usize, rng: &mut fastrand::Rng) -> Result<(), Box<dyn Error>> {
        let names: Vec<_> = self.elements.iter().filter_map(|node| node.name()).collect();
        let mut out = stdout().lock();
        writeln!(out, "{}", json!({"text": self.document.text(), "names": names}))?;
        let vocabulary = Vocabulary::new(&self.elements);
        for _ in 0..count {
            let text = vocabulary.selectors(rng);
            let line = json!({"selectors": text, "ours": self.ours(&text)?, "scraper": self.theirs(&text)});
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn ours(&self, text: &str) -> Result<Value, String> {
        let query = Query::compile(Language::Css, text);
        let query = query.map_err(|report| report.render(false))?;
        let answer = query.run(self.document).map_err(|report| report.render(false))?;
        match answer.value() {
            Selected::Nodes(nodes) => {
                Ok(nodes.iter().map(|node| self.numbers[&node.node_ref().id()]).collect())
            }
            _ => Err(format!("`{text}` selects no elements")),
        }
    }

    fn theirs(&self, text: &str) -> Value {
        // Inside `:is`, `scraper` ignores selectors that it does not support.
        if UNKNOWN.iter().any(|name| text.contains(&format!(":{name}"))) {
            return Value::Null;
        }
        let (Some(Other { html, numbers }), Ok(selector)) = (&self.other, Selector::parse(text))
        else {
            return Value::Null;
        };
        let mut selected: Vec<usize> = Vec::new();
        for element in html.select(&selector) {
            selected.extend(numbers.get(&element.id()));
        }
        selected.into()
    }
}

/// Returns the elements of `scraper`'s tree outside of template contents.
fn others(html: &Html) -> Vec<ElementRef<'_>> {
    let mut elements = Vec::new();
    for element in html.tree.root().descendants().filter_map(ElementRef::wrap) {
        let is_in_template =
            element.ancestors().any(|node| node.value().is_fragment() && node.parent().is_some());
        if !is_in_template {
            elements.push(element);
        }
    }
    elements
}
