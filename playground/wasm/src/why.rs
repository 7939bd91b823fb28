//! The operations `explain`, `why_not`, `could` and `sets`.

use serde::{Deserialize, Serialize};
use wishful::Document;
use wishful::diagnostics::Utf16;
use wishful::explain::why_not::{Possibility, WhyNot, WhyNotAnalyser};
use wishful::explain::{ExplainOptions, Explanation, ExplanationStep};

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
struct Explained<'e> {
    text: String,
    steps: Vec<StepRow<'e>>,
}

#[derive(Serialize)]
struct StepRow<'e> {
    at: [u32; 2],
    place: String,
    #[serde(flatten)]
    step: &'e ExplanationStep,
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
    let text = explanation.paragraphs(document, &how(kept));
    good(Explained { text, steps: steps(document, &explanation) })
}

fn steps<'e>(
    document: &Document,
    Explanation { steps, spans, .. }: &'e Explanation,
) -> Vec<StepRow<'e>> {
    let units = Utf16::of(document.text());
    let mut rows = Vec::new();
    for (step, span) in steps.iter().zip(spans) {
        let place = document.position(span.start).to_string();
        rows.push(StepRow { at: units.span(*span), place, step });
    }
    rows
}

/// Returns the options for writing explanations.
fn how(kept: &CachedDocument) -> ExplainOptions<'_> {
    ExplainOptions::default().name("page.html").fragment(kept.options.fragment.as_deref())
}

#[derive(Serialize)]
struct Refusals {
    text: String,
    answers: Vec<RefusedToken>,
}

#[derive(Serialize)]
struct RefusedToken {
    at: [u32; 2],
    place: String,
    #[serde(flatten)]
    answer: WhyNot,
}

/// Explains why the token at a position was rejected.
pub(crate) fn why_not(shelf: &DocumentCache, WhyNotAt { document, at }: &WhyNotAt) -> Answered {
    let kept = shelf.document(*document)?;
    let text = kept.document.text();
    let units = Utf16::of(text);
    let analyser = WhyNotAnalyser::new(&kept.parser);
    let analysis = analyser.analyse_str(text, &kept.options).map_err(Problem::impossible)?;
    let answers = analysis.why_not(analysis.refused_at(units.offset(*at)));
    let (mut paragraphs, mut rows) = (Vec::new(), Vec::new());
    for answer in answers {
        paragraphs.push(answer.paragraphs(analysis.document(), &how(kept)));
        let (at, place) = (units.span(answer.span), answer.position.to_string());
        rows.push(RefusedToken { at, place, answer });
    }
    good(Refusals { text: paragraphs.join("\n"), answers: rows })
}

#[derive(Serialize)]
struct CouldAnswer {
    text: String,
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
    let analysis = analyser.analyse_str(text, &kept.options).map_err(Problem::impossible)?;
    let answer = analysis.could(Utf16::of(text).offset(*at), what).map_err(Problem::impossible)?;
    let text = answer.paragraphs(analysis.document(), &how(kept));
    good(CouldAnswer { text, answer })
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
