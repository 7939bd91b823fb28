//! The operation `data`: the structured data of a document, as rows with their sources or in a
//! format of the command. `bindings/npm/extract.js` gives the fields of rows names.

use serde::{Deserialize, Serialize};
use wishful::diagnostics::Utf16;
use wishful_microformats::Vocabulary;
use wishful_microformats::data::{DataOptions, StructuredData, Triple};
use wishful_microformats::output::{FormatOptions, JsonOptions};

use crate::answer::{Answered, Problem, good};
use crate::shelf::DocumentCache;

/// The arguments of `data`.
#[derive(Deserialize)]
pub(crate) struct DataRequest {
    document: u32,
    base: Option<String>,
    syntaxes: Option<Vec<String>>,
    /// `rows`, or a format of the command: `json`, `json-ld` or `turtle`.
    format: String,
}

/// A value: property, name, text, datatype, language, syntaxes, step, element and sources.
type ValueRow<'g> = (
    &'g str,
    Option<&'g str>,
    Option<&'g str>,
    Option<&'g str>,
    Option<&'g str>,
    Vec<&'g str>,
    &'static str,
    usize,
    Vec<[u32; 2]>,
);

/// A subject: its name, types, syntaxes, first element and values.
type SubjectRow<'g> = (&'g str, Vec<&'g str>, Vec<&'g str>, usize, Vec<ValueRow<'g>>);

#[derive(Serialize)]
struct Graph<'g> {
    subjects: Vec<SubjectRow<'g>>,
    /// The problems: place, message, syntax, and whether it prevented the reading.
    problems: Vec<(String, &'g str, &'g str, bool)>,
    cut: bool,
}

/// Reads the structured data of a document.
pub(crate) fn data(shelf: &DocumentCache, asked: &DataRequest) -> Answered {
    let document = &shelf.document(asked.document)?.document;
    if let Some(names) = &asked.syntaxes {
        Vocabulary::shipped().check_syntaxes(names).map_err(Problem::impossible)?;
    }
    let names: Option<Vec<&str>> =
        asked.syntaxes.as_ref().map(|names| names.iter().map(String::as_str).collect());
    let options = DataOptions::default().base(asked.base.as_deref()).syntaxes(names.as_deref());
    let data = StructuredData::new(document, &options);
    good(match asked.format.as_str() {
        "rows" => return good(graph(&data)),
        "json" => data.to_json(&JsonOptions::default()),
        "json-ld" => data.to_json_ld(&FormatOptions::default()),
        "turtle" => data.to_turtle(&FormatOptions::default()),
        other => return Err(Problem::request(format!("unknown format `{other}`"))),
    })
}

/// Returns the graph as rows, up to the limit of its JSON.
fn graph<'g>(data: &'g StructuredData<'_>) -> Graph<'g> {
    let units = Utf16::of(data.document().text());
    let (bounded, cut) = data.bounded();
    let mut subjects = Vec::with_capacity(bounded.len());
    for (subject, triples) in bounded {
        let values = triples.into_iter().map(|triple| value(triple, &units)).collect();
        let (types, syntaxes) = (subject.types().collect(), subject.syntaxes().collect());
        subjects.push((subject.id(), types, syntaxes, subject.node().id().index(), values));
    }
    let mut problems = Vec::new();
    for problem in data.problems() {
        let place = problem.position.to_string();
        problems.push((place, problem.message, problem.syntax, problem.is_error));
    }
    Graph { subjects, problems, cut }
}

fn value<'g>(triple: Triple<'g>, units: &Utf16<'_>) -> ValueRow<'g> {
    let mut spans = Vec::new();
    for (_, part) in triple.parts() {
        spans.extend(part.iter().map(|&span| units.span(span)));
    }
    (
        triple.property(),
        triple.id(),
        triple.text(),
        triple.datatype(),
        triple.language(),
        triple.syntaxes().collect(),
        triple.step().wording(),
        triple.node().id().index(),
        spans,
    )
}
