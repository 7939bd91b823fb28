//! The operation `parselet`: a parselet and its answer, with the source spans of its texts.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::Utf16;
use wishful::parselet::{CompileOptions, Dialect, Extraction, Layout, Options, Parselet, Value};
use wishful::query::Met;

use crate::answer::{Answered, Problem, good};
use crate::choice::refused;
use crate::findings::FindingRow;
use crate::rows::shown;
use crate::shelf::Shelf;

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Reading {
    #[default]
    Wishful,
    Fizx,
}

/// The arguments of `parselet`.
#[derive(Deserialize)]
pub(crate) struct Asked {
    document: u32,
    text: String,
    #[serde(default)]
    dialect: Reading,
    key: Option<String>,
}

#[derive(Serialize)]
struct Extracted {
    json: Option<String>,
    error: Option<String>,
    rows: Vec<Row>,
    keys: Vec<String>,
    warnings: Vec<FindingRow>,
    explained: Option<String>,
    limit: Option<&'static str>,
}

/// A text of the answer.
#[derive(Serialize)]
struct Row {
    path: String,
    text: String,
    node: Option<usize>,
    spans: Vec<[u32; 2]>,
}

/// The maximum number of texts in an answer.
const MOST: usize = 10_000;

/// Extracts data from a document by a parselet.
pub(crate) fn parselet(shelf: &Shelf, asked: &Asked) -> Answered {
    let document = &shelf.document(asked.document)?.document;
    let dialect = match asked.dialect {
        Reading::Wishful => Dialect::Wishful,
        Reading::Fizx => Dialect::Fizx,
    };
    let options = CompileOptions { dialect, ..CompileOptions::default() };
    let parselet = Parselet::compile("parselet", &asked.text, &options).map_err(refused)?;
    let extraction = parselet.extract(document, &Options::default());
    let (json, error) = match extraction.to_json_in(Layout::Pretty) {
        Ok(json) => (Some(json), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let explained = asked.key.as_ref().map(|key| {
        let none = || Problem::impossible(format!("the parselet has no key `{key}`"));
        extraction.explain(key).ok_or_else(none)
    });
    good(Extracted {
        json,
        error,
        rows: rows(&extraction, &Utf16::of(document.text())),
        keys: parselet.paths().collect(),
        warnings: FindingRow::all(parselet.warnings()),
        explained: explained.transpose()?,
        limit: extraction.limit().map(|met| match met {
            Met::Steps => "steps",
            Met::Answer => "answer",
        }),
    })
}

/// Lists the texts of an answer in order.
fn rows(extraction: &Extraction<'_, '_>, units: &Utf16<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let whole = extraction.value().ok().map(|value| (String::new(), value));
    let mut left: Vec<(String, Value<'_, '_>)> = whole.into_iter().collect();
    while let Some((path, value)) = left.pop() {
        if rows.len() >= MOST {
            break;
        }
        let start = left.len();
        left.extend(value.members().map(|(key, value)| (format!("{path}/{key}"), value)));
        left.extend(value.items().enumerate().map(|(at, value)| (format!("{path}/{at}"), value)));
        left[start..].reverse();
        if let Some(text) = value.text() {
            let node = value.node().map(|node| node.node_ref().id().index());
            let spans = value.spans().into_iter().map(|span| units.span(span)).collect();
            rows.push(Row { path, text: shown(text), node, spans });
        }
    }
    rows
}
