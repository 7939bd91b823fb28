//! The operation `intent`: the mistakes of the author, and the page as it was probably meant.

use serde::{Deserialize, Serialize};
use wishful::Document;
use wishful::base::{Location, Span};
use wishful::diagnostics::Utf16;
use wishful_diagnosis::Mistake;

use crate::answer::{Answered, good};
use crate::conformance::{ConformingGrammar, rows};
use crate::findings::{FindingLocation, RelatedRow};
use crate::shelf::DocumentCache;

/// The arguments of `intent`.
#[derive(Deserialize)]
pub(crate) struct IntentRequest {
    document: u32,
    #[serde(default = "rows")]
    rows: usize,
}

#[derive(Serialize)]
struct IntentAnswer {
    /// The number of all mistakes.
    count: usize,
    mistakes: Vec<MistakeRow>,
    /// The text without the mistakes; `None` if there are none.
    text: Option<String>,
}

/// A mistake of the author.
#[derive(Serialize)]
struct MistakeRow {
    kind: &'static str,
    warning: bool,
    message: String,
    advice: String,
    #[serde(flatten)]
    where_: FindingLocation,
    related: Vec<RelatedRow>,
    consequences: Vec<RelatedRow>,
    edits: Vec<SourceEditRow>,
}

/// An edit of the source.
#[derive(Serialize)]
struct SourceEditRow {
    at: [u32; 2],
    text: String,
}

impl ConformingGrammar {
    /// Finds the mistakes of a document.
    pub(crate) fn intent(&mut self, shelf: &DocumentCache, asked: &IntentRequest) -> Answered {
        let kept = shelf.document(asked.document)?;
        let diagnosis = self.diagnoser(&kept.parser)?.diagnose(&kept.document, &kept.options);
        let units = Utf16::of(kept.document.text());
        let count = diagnosis.mistakes.len();
        let listed = diagnosis.mistakes.iter().take(asked.rows);
        let mistakes = listed.map(|mistake| MistakeRow::new(mistake, &kept.document, &units));
        let mistakes = mistakes.collect();
        let text = if count > 0 { Some(diagnosis.text) } else { None };
        good(IntentAnswer { count, mistakes, text })
    }
}

impl MistakeRow {
    fn new(mistake: &Mistake, document: &Document, units: &Utf16<'_>) -> Self {
        let place = |span: Span| Location::of(&document.source().file, span);
        let related = |places: &[(Span, String)]| -> Vec<RelatedRow> {
            let rows = places
                .iter()
                .map(|(span, label)| RelatedRow::of_document(place(*span), label.clone(), units));
            rows.collect()
        };
        let edits = mistake
            .edits
            .iter()
            .map(|edit| SourceEditRow { at: units.span(edit.span), text: edit.text.clone() });
        Self {
            kind: mistake.kind.code(),
            warning: mistake.is_warning,
            message: mistake.message.clone(),
            advice: mistake.advice.clone(),
            where_: FindingLocation::of_document(place(mistake.place), units),
            related: related(&mistake.related),
            consequences: related(&mistake.consequences),
            edits: edits.collect(),
        }
    }
}
