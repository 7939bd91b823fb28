//! The operation `query`.

use serde::{Deserialize, Serialize};
use wishful::Allowance;
use wishful::diagnostics::Utf16;
use wishful_query::{Language, Limits, Node, Query, ReachedLimit, Value};

use crate::answer::{Answered, good};
use crate::choice::refused;
use crate::rows::{shown, spans};
use crate::shelf::DocumentCache;

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum QuestionLanguage {
    Css,
    Xpath,
    Parsley,
}

impl QuestionLanguage {
    pub(crate) fn language(&self) -> Language {
        match self {
            Self::Css => Language::Css,
            Self::Xpath => Language::XPath,
            Self::Parsley => Language::Parsley,
        }
    }
}

/// The arguments of `query`.
#[derive(Deserialize)]
pub(crate) struct Expression {
    document: u32,
    language: QuestionLanguage,
    text: String,
    #[serde(default = "rows")]
    rows: usize,
    #[serde(default = "steps")]
    steps: u64,
}

fn rows() -> usize {
    500
}

/// Returns the default limit of steps, which take about a second.
fn steps() -> u64 {
    1 << 26
}

#[derive(Serialize)]
struct Selected {
    kind: &'static str,
    count: usize,
    nodes: Vec<NodeRow>,
    value: Option<serde_json::Value>,
    limit: Option<&'static str>,
    reading: String,
}

#[derive(Serialize)]
struct NodeRow {
    node: usize,
    kind: &'static str,
    name: Option<String>,
    text: String,
    spans: Vec<[u32; 2]>,
}

/// Evaluates an expression on a document.
pub(crate) fn query(shelf: &DocumentCache, asked: &Expression) -> Answered {
    let document = &shelf.document(asked.document)?.document;
    let language = asked.language.language();
    let limits = Limits::default().steps(Allowance::fixed(asked.steps));
    let query = Query::compile_within(language, &asked.text, limits).map_err(refused)?;
    let answer = query.run(document).map_err(refused)?;
    let units = Utf16::of(document.text());
    let (kind, count, nodes, value) = match answer.value() {
        Value::Nodes(nodes) => {
            let rows = nodes.iter().take(asked.rows).map(|node| row(*node, &units));
            ("nodes", nodes.len(), rows.collect(), None)
        }
        Value::Texts(texts) => ("texts", texts.len(), Vec::new(), Some(texts.as_slice().into())),
        Value::Boolean(boolean) => ("boolean", 1, Vec::new(), Some((*boolean).into())),
        Value::Number(_) => ("number", 1, Vec::new(), Some(answer.value().to_text().into())),
        Value::String(text) => ("string", 1, Vec::new(), Some(text.as_str().into())),
    };
    let limit = match answer.limit() {
        Some(ReachedLimit::Steps) => Some("steps"),
        Some(ReachedLimit::Answer) => Some("answer"),
        None => None,
    };
    good(Selected { kind, count, nodes, value, limit, reading: query.explain() })
}

fn row(node: Node<'_>, units: &Utf16<'_>) -> NodeRow {
    let spans = match node.attribute() {
        Some(attribute) => {
            let mut spans = Vec::new();
            if let Some(span) = attribute.value_span() {
                spans.push(units.span(span));
            }
            spans
        }
        None => spans(node.node_ref(), units),
    };
    NodeRow {
        node: node.node_ref().id().index(),
        kind: node.kind().name(),
        name: node.name().map(|name| name.to_string()),
        text: shown(&node.string_value()),
        spans,
    }
}
