//! The operation `parselet`: a parselet and its answer, with the source spans of its texts.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::Utf16;
use wishful_parselet::{CompileOptions, Dialect, Extraction, Layout, Options, Parselet, Value};
use wishful_query::ReachedLimit;

use crate::answer::{Answered, Problem, good};
use crate::choice::refused;
use crate::findings::FindingRow;
use crate::rows::shown;
use crate::shelf::DocumentCache;

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum DialectName {
    #[default]
    Wishful,
    Fizx,
}

/// The arguments of `parselet`.
#[derive(Deserialize)]
pub(crate) struct ParseletRequest {
    document: u32,
    text: String,
    #[serde(default)]
    dialect: DialectName,
    key: Option<String>,
}

#[derive(Serialize)]
struct Extracted {
    json: Option<String>,
    error: Option<String>,
    rows: Vec<TextRow>,
    keys: Vec<String>,
    warnings: Vec<FindingRow>,
    explained: Option<String>,
    limit: Option<&'static str>,
}

/// A text of the answer.
#[derive(Serialize)]
struct TextRow {
    path: String,
    text: String,
    node: Option<usize>,
    spans: Vec<[u32; 2]>,
}

/// The maximum number of texts in an answer.
const MOST: usize = 10_000;

/// Extracts data from a document by a parselet.
pub(crate) fn parselet(shelf: &DocumentCache, asked: &ParseletRequest) -> Answered {
    let document = &shelf.document(asked.document)?.document;
    let dialect = match asked.dialect {
        DialectName::Wishful => Dialect::Wishful,
        DialectName::Fizx => Dialect::Fizx,
    };
    let options = CompileOptions::default().dialect(dialect);
    let parselet = Parselet::compile("parselet", &asked.text, &options).map_err(refused)?;
    let extraction = parselet.extract(document, &Options::default());
    let (json, error) = match extraction.to_json_in(Layout::Pretty) {
        Ok(json) => (Some(json), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let explained = match &asked.key {
        None => None,
        Some(key) => match extraction.explain(key) {
            Some(explained) => Some(explained),
            None => {
                let message = format!("the parselet has no key `{key}`");
                return Err(Problem::impossible(message));
            }
        },
    };
    good(Extracted {
        json,
        error,
        rows: rows(&extraction, &Utf16::of(document.text())),
        keys: parselet.paths().collect(),
        warnings: FindingRow::all(parselet.warnings()),
        explained,
        limit: match extraction.limit() {
            Some(ReachedLimit::Steps) => Some("steps"),
            Some(ReachedLimit::Answer) => Some("answer"),
            None => None,
        },
    })
}

/// Lists the texts of an answer in order.
fn rows(extraction: &Extraction<'_, '_>, units: &Utf16<'_>) -> Vec<TextRow> {
    let mut rows = Vec::new();
    let mut left: Vec<(String, Value<'_, '_>)> = Vec::new();
    if let Ok(value) = extraction.value() {
        left.push((String::new(), value));
    }
    while let Some((path, value)) = left.pop() {
        if rows.len() >= MOST {
            break;
        }
        let start = left.len();
        for (key, value) in value.members() {
            left.push((format!("{path}/{key}"), value));
        }
        for (index, value) in value.items().enumerate() {
            left.push((format!("{path}/{index}"), value));
        }
        left[start..].reverse();
        if let Some(text) = value.text() {
            let node = value.node().map(|node| node.node_ref().id().index());
            let spans = value.spans().into_iter().map(|span| units.span(span)).collect();
            rows.push(TextRow { path, text: shown(text), node, spans });
        }
    }
    rows
}
