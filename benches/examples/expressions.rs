//! Random XPath expressions and their values on pages, for `tests/peers/xpath.sh` to compare with
//! another implementation.
//!
//!     cargo run --release -p benches --example expressions -- SEED COUNT FILE…
//!
//! The context node is the outermost element. The output has one JSON object a line:
//!
//! * `{"file": …, "xml": …}` for each document, with its tree as XML;
//! * `{"expression": …, "value": …}` for each expression on that document;
//! * `{"asked": …}` at the end: the number of uses of each axis, function and operator.
//!
//! A node is identified by its number in document order, not counting attributes and namespaces;
//! for these, `@name` or `#prefix` follows the element's number.
//!
//! Markup that means something else in XML (namespace declarations, prefixed attributes, templates)
//! is replaced in the page before it is parsed. A page that still cannot be written as XML is
//! skipped.

#[allow(dead_code, reason = "tests also generate documents with it")]
#[path = "../../tests/common/expressions.rs"]
mod expressions;
#[path = "../../crates/query/tests/query/places.rs"]
mod places;

use expressions::Expressions;
use places::Places;
use std::collections::HashMap;
use std::fmt::Write;
use wishful::tree::{NodeKind, NodeRef, WalkStep};
use wishful::{Allowance, Document, Grammar, ParseOptions, Parser};
use wishful_query::{Language, Limits, Node, Query};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seed: u64 = arguments.next().ok_or("no seed")?.parse()?;
    let count: usize = arguments.next().ok_or("no count")?.parse()?;
    let files: Vec<String> = arguments.collect();
    let parser = Parser::new(Grammar::load("whatwg")?)?;
    let mut asked = HashMap::<String, usize>::new();
    for (number, file) in files.iter().enumerate() {
        let mut page = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        for (from, to) in FOREIGN {
            page = page.replace(from, to);
        }
        let document = parser.parse(&page, &ParseOptions::default())?;
        let Some(xml) = xml(&document) else { continue };
        println!("{}", serde_json::json!({ "file": file, "xml": xml }));
        let places = Places::of(&document);
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::try_from(number)?);
        let mut expressions = words(&document, seed);
        for _ in 0..count {
            let text = expressions.expression();
            let line = asked_of(&document, &places, &text)?;
            println!("{line}");
        }
        for (what, times) in expressions.asked {
            *asked.entry(what).or_default() += times;
        }
    }
    println!("{}", serde_json::json!({ "asked": asked }));
    Ok(())
}

/// Markup that means something else in XML, and its replacements.
const FOREIGN: [(&str, &str); 6] = [
    ("xmlns", "data-ns"),
    ("xlink:", "xlink-"),
    ("xml:", "xml-"),
    ("<template", "<templat"),
    ("</template", "</templat"),
    ("\u{c}", " "),
];

/// Creates a generator of expressions from the names and texts of a document.
fn words(document: &Document, seed: u64) -> Expressions {
    let mut elements = HashMap::<&str, usize>::new();
    let mut attributes = HashMap::<&str, usize>::new();
    for element in document.nodes() {
        if !element.is_element() || element.namespace().is_some() {
            continue;
        }
        *elements.entry(element.name().unwrap_or_default()).or_default() += 1;
        for attribute in element.attributes() {
            *attributes.entry(attribute.name()).or_default() += 1;
        }
    }
    let mut texts = vec!["a", "1", "", " "];
    let nodes = document.nodes().filter(|node| node.kind() == NodeKind::Text);
    let contents: Vec<String> = nodes.step_by(7).take(40).map(|node| node.text_content()).collect();
    for text in &contents {
        if let Some(word) = text.split_whitespace().next()
            && !word.contains('\'')
        {
            texts.push(word);
        }
    }
    let (elements, attributes) = (most(&elements, is_name), most(&attributes, is_name));
    Expressions { prefix: "html:", ..Expressions::new(seed, &elements, &attributes, &texts) }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

/// Returns the most frequent names, and one that does not occur.
fn most<'n>(counts: &HashMap<&'n str, usize>, is_name: fn(&str) -> bool) -> Vec<&'n str> {
    let mut names: Vec<&str> = counts.keys().copied().collect();
    names.retain(|name| is_name(name));
    names.sort_by_key(|name| (std::cmp::Reverse(counts[name]), *name));
    names.truncate(12);
    names.push("nothing");
    names
}

fn asked_of(
    document: &Document,
    places: &Places,
    text: &str,
) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let steps = Allowance::fixed(1 << 24);
    let limits = Limits::default().steps(steps);
    let Ok(query) = Query::compile_within(Language::XPath, text, limits) else {
        return Ok(serde_json::json!({ "expression": text, "refused": true }));
    };
    let element = document.root().child_elements().next().ok_or("no element")?;
    let answer = query.run_at(element)?;
    if answer.limit().is_some() {
        return Ok(serde_json::json!({ "expression": text, "cut": true }));
    }
    let value = places.value(answer.value());
    Ok(serde_json::json!({ "expression": text, "value": value }))
}

/// Serialises a tree as XML; `None` if reading it back would give another tree. The tree must have
/// no template contents, no shadow trees and no adjacent texts, and only names, comments and
/// characters that XML allows.
fn xml(document: &Document) -> Option<String> {
    let mut out = ids(document);
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) => enter(node, &mut out)?,
            WalkStep::Leave(node) if node.is_element() => {
                write!(out, "</{}>", node.name()?).ok()?;
            }
            WalkStep::Leave(_) => {}
        }
    }
    Some(out)
}

/// Declares the attribute `id` as an ID for each element name.
fn ids(document: &Document) -> String {
    let mut names = std::collections::BTreeSet::new();
    for node in document.nodes() {
        if let Some(name) = node.name()
            && is_name(name)
        {
            names.insert(name);
        }
    }
    let mut lists = String::new();
    for name in names {
        lists += &format!("<!ATTLIST {name} id ID #IMPLIED>");
    }
    format!("<!DOCTYPE html [{lists}]>")
}

fn enter(node: NodeRef<'_>, out: &mut String) -> Option<()> {
    match node.kind() {
        NodeKind::Element => element(node, out),
        NodeKind::Text => {
            let text = node.text()?;
            if let Some(before) = node.previous_sibling()
                && before.kind() == NodeKind::Text
            {
                return None;
            }
            escape(&text, out)
        }
        NodeKind::Comment => {
            let text = node.text()?;
            if text.contains("--") || text.ends_with('-') || !is_text(&text) {
                return None;
            }
            write!(out, "<!--{text}-->").ok()
        }
        NodeKind::ProcessingInstruction => {
            let (target, data) = (node.target()?, node.text()?);
            if !is_text(&data) {
                return None;
            }
            write!(out, "<?{target} {data}?>").ok()
        }
        NodeKind::Document | NodeKind::Doctype | NodeKind::Cruft => Some(()),
    }
}

fn element(node: NodeRef<'_>, out: &mut String) -> Option<()> {
    let name = node.name()?;
    if !is_name(name) || node.has_template_contents() || node.is_shadow_root() {
        return None;
    }
    write!(out, "<{name}").ok()?;
    let is_declared = match node.parent() {
        Some(parent) => parent.is_element() && parent.namespace() == node.namespace(),
        None => false,
    };
    if !is_declared {
        let address = Node::from(node).namespace_uri();
        write!(out, " xmlns=\"{address}\"").ok()?;
    }
    for attribute in node.attributes() {
        if attribute.is_duplicate() {
            continue;
        }
        // `xmlns` is an ordinary attribute in HTML, but a declaration in XML.
        let is_written = is_name(attribute.name()) && attribute.namespace().is_none();
        if !is_written || attribute.name().starts_with("xmlns") {
            return None;
        }
        write!(out, " {}=\"", attribute.name()).ok()?;
        escape(attribute.value(), out)?;
        out.push('"');
    }
    out.push('>');
    Some(())
}

fn escape(text: &str, out: &mut String) -> Option<()> {
    for letter in text.chars() {
        if !is_character(letter) {
            return None;
        }
        match letter {
            'a'..='z' | 'A'..='Z' | ' ' | '\u{80}'.. => out.push(letter),
            other => write!(out, "&#{};", u32::from(other)).ok()?,
        }
    }
    Some(())
}

fn is_text(text: &str) -> bool {
    text.chars().all(is_character)
}

/// Reports whether XML allows a character (XML 1.0, production 2).
fn is_character(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}
