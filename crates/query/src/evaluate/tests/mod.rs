//! Tests of expressions on small documents.

mod axes;
mod calls;
mod costs;
mod limits;
mod naive;
mod random;
mod values;

use super::{Answer, Failure, Settings, evaluate};
use crate::compile::compile;
use crate::limits::Limits;
use crate::node::{Node, NodeType};
use crate::plan::Plan;
use crate::syntax::{Language, Syntax};
use crate::value::Value;
use std::sync::OnceLock;
use wishful::{Document, Grammar, ParseOptions, Parser};

/// Parses a page with the standard's grammar.
pub(super) fn page(html: &str) -> Document {
    parsed("whatwg", html)
}

pub(super) fn parsed(grammar: &str, html: &str) -> Document {
    static WHATWG: OnceLock<Parser> = OnceLock::new();
    let load = || Parser::new(Grammar::load(grammar).unwrap()).unwrap();
    let parse = |parser: &Parser| parser.parse(html, &ParseOptions::default()).unwrap();
    if grammar == "whatwg" { parse(WHATWG.get_or_init(load)) } else { parse(&load()) }
}

pub(super) fn plan(text: &str) -> Plan {
    plan_of(Language::XPath, text)
}

fn plan_of(language: Language, text: &str) -> Plan {
    let read = Syntax::of(language, Limits::default()).read(text);
    read.unwrap_or_else(|report| panic!("{}", report.render(false)))
}

pub(super) fn answer<'d>(document: &'d Document, text: &str) -> Result<Answer<'d>, Failure> {
    evaluate(&plan(text), document.root(), &Settings::default())
}

/// Evaluates an expression and prints the answer on a line: nodes by name and string-value, texts
/// in quotes.
pub(super) fn ask(document: &Document, text: &str) -> String {
    match answer(document, text) {
        Ok(Answer { value, cut, .. }) => {
            assert_eq!(cut, None, "{text}");
            show(&value)
        }
        Err(failure) => failure.to_string(),
    }
}

fn show(value: &Value<'_>) -> String {
    match value {
        Value::Nodes(nodes) => nodes.iter().map(|node| shown(*node)).collect::<Vec<_>>().join(" "),
        Value::Texts(texts) => format!("{texts:?}"),
        Value::String(text) => format!("{text:?}"),
        other => other.to_text().into_owned(),
    }
}

fn shown(node: Node<'_>) -> String {
    match node.kind() {
        NodeType::Element => match node.node_ref().element_id() {
            Some(id) => format!("{}#{id}", node.local_name().unwrap_or_default()),
            None => node.local_name().unwrap_or_default().to_owned(),
        },
        NodeType::Attribute => {
            format!("@{}={}", node.name().unwrap_or_default(), node.string_value())
        }
        NodeType::Text => format!("{:?}", node.string_value()),
        kind => format!("{kind:?}"),
    }
}

/// Returns the static errors of an expression.
fn mistakes(text: &str) -> Vec<String> {
    let read = compile(Language::XPath, text, Limits::default());
    let mut mistakes = Vec::new();
    for mistake in read.err().map(|report| report.diagnostics).unwrap_or_default() {
        let place = mistake.primary.place.span.of(text).trim();
        mistakes.push(format!("{place}: {}", mistake.message));
    }
    mistakes
}
