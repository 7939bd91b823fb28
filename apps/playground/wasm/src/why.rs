//! The operations `explain`, `why_not`, `could` and `sets`.

use serde::{Deserialize, Serialize};
use wishful::Document;
use wishful::base::Span;
use wishful::diagnostics::Utf16;
use wishful::explain::why_not::{Possibility, WhyNot, WhyNotAnalyser};
use wishful::explain::{ExplainOptions, ExplanationStep, Paragraph};

use crate::answer::{Answered, Problem, good};
use crate::shelf::{CachedDocument, DocumentCache};

/// A request about a position or about a repair.
#[derive(Deserialize)]
pub(crate) struct RepairQuestion {
    document: u32,
    at: Option<u32>,
    repair: Option<usize>,
}

/// A request about a position.
#[derive(Deserialize)]
pub(crate) struct WhyNotAt {
    document: u32,
    at: u32,
}

/// A request whether the grammar allows something at a position.
#[derive(Deserialize)]
pub(crate) struct PossibilityRequest {
    document: u32,
    at: u32,
    what: String,
}

#[derive(Serialize)]
struct Explained {
    paragraphs: Vec<Row<Paragraph>>,
    steps: Vec<Row<ExplanationStep>>,
}

/// A part of an answer, with its position.
#[derive(Serialize)]
struct Row<T> {
    at: [u32; 2],
    place: String,
    #[serde(flatten)]
    part: T,
}

/// Returns parts of an answer with their positions.
fn rows<T>(document: &Document, parts: impl IntoIterator<Item = (Span, T)>) -> Vec<Row<T>> {
    let units = Utf16::of(document.text());
    let mut rows = Vec::new();
    for (span, part) in parts {
        let place = document.position(span.start).to_string();
        rows.push(Row { at: units.span(span), place, part });
    }
    rows
}

/// Explains what happened to a token, and why.
pub(crate) fn explain(
    shelf: &DocumentCache,
    RepairQuestion { document, at, repair }: &RepairQuestion,
) -> Answered {
    let kept = shelf.document(*document)?;
    let traced = kept.traced()?;
    let document = traced.document();
    let explanation = match (repair, at) {
        (Some(number), _) => document.repair_ids().nth(*number).and_then(|id| traced.of(id)),
        (None, Some(at)) => traced.at(Utf16::of(document.text()).offset(*at)),
        (None, None) => return Err(Problem::request("the request needs `at` or `repair`")),
    };
    let explanation = explanation.ok_or_else(|| Problem::impossible("no such token or repair"))?;
    let paragraphs = explanation.paragraphs(document, &how(kept));
    let paragraphs = rows(document, paragraphs.into_iter().map(|one| (one.span, one)));
    let steps = rows(document, explanation.spans.into_iter().zip(explanation.steps));
    good(Explained { paragraphs, steps })
}

/// Returns the options for writing explanations.
fn how(kept: &CachedDocument) -> ExplainOptions<'_> {
    ExplainOptions::default().fragment(kept.options.fragment.as_deref())
}

#[derive(Serialize)]
struct Refusals {
    paragraphs: Vec<Row<Paragraph>>,
    answers: Vec<Row<WhyNot>>,
}

/// Explains why the token at a position was rejected.
pub(crate) fn why_not(shelf: &DocumentCache, WhyNotAt { document, at }: &WhyNotAt) -> Answered {
    let kept = shelf.document(*document)?;
    let text = kept.document.text();
    let analyser = WhyNotAnalyser::new(&kept.parser);
    let analysis = analyser.analyse(text, &kept.options).map_err(Problem::impossible)?;
    let answers = analysis.why_not(analysis.refused_at(Utf16::of(text).offset(*at)));
    let document = analysis.document();
    let paragraphs = answers.iter().map(|answer| (answer.span, answer.paragraph(&how(kept))));
    let paragraphs = rows(document, paragraphs);
    let answers = rows(document, answers.into_iter().map(|answer| (answer.span, answer)));
    good(Refusals { paragraphs, answers })
}

#[derive(Serialize)]
struct CouldAnswer {
    paragraphs: Vec<Row<Paragraph>>,
    answer: Possibility,
}

/// Reports whether the grammar allows something at a position.
pub(crate) fn could(
    shelf: &DocumentCache,
    PossibilityRequest { document, at, what }: &PossibilityRequest,
) -> Answered {
    let kept = shelf.document(*document)?;
    let text = kept.document.text();
    let analyser = WhyNotAnalyser::new(&kept.parser);
    let analysis = analyser.analyse(text, &kept.options).map_err(Problem::impossible)?;
    let answer = analysis.could(Utf16::of(text).offset(*at), what).map_err(Problem::impossible)?;
    let paragraph = answer.paragraph(&how(kept));
    let paragraphs = rows(analysis.document(), [(paragraph.span, paragraph)]);
    good(CouldAnswer { paragraphs, answer })
}

#[cfg(feature = "tools")]
#[derive(Serialize)]
struct EarleySets {
    steps: Vec<wishful::explain::EarleyStep>,
}

/// Returns the Earley sets before and after each word that was read for the token at a position.
#[cfg(feature = "tools")]
pub(crate) fn sets(shelf: &DocumentCache, WhyNotAt { document, at }: &WhyNotAt) -> Answered {
    let traced = shelf.document(*document)?.traced()?;
    let offset = Utf16::of(traced.document().text()).offset(*at);
    good(EarleySets { steps: traced.sets(offset).map_err(Problem::impossible)? })
}
