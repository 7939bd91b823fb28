//! The operation `conformance`: the findings of `wishful check` in a document.

use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use wishful::Grammar;
use wishful::diagnostics::Utf16;
use wishful_check::Checker;

use crate::answer::{Answered, Problem, good};
use crate::choice::refused;
use crate::findings::FindingRow;
use crate::shelf::DocumentCache;

/// The arguments of `conformance`.
#[derive(Deserialize)]
pub(crate) struct ConformanceRequest {
    document: u32,
    #[serde(default = "rows")]
    rows: usize,
}

fn rows() -> usize {
    500
}

#[derive(Serialize)]
struct Conformance {
    count: usize,
    findings: Vec<FindingRow>,
}

/// The shipped grammar of documents as the standard wants them, prepared on first use.
#[derive(Default)]
pub(crate) struct ConformingGrammar(OnceCell<Checker>);

impl ConformingGrammar {
    fn checker(&self) -> Result<&Checker, Problem> {
        if let Some(checker) = self.0.get() {
            return Ok(checker);
        }
        let checker = Grammar::load("conforming").and_then(Checker::new).map_err(refused)?;
        Ok(self.0.get_or_init(|| checker))
    }

    /// Checks a document.
    pub(crate) fn conformance(
        &self,
        shelf: &DocumentCache,
        asked: &ConformanceRequest,
    ) -> Answered {
        let document = &shelf.document(asked.document)?.document;
        let found = self.checker()?.findings(document);
        let units = Utf16::of(document.text());
        let count = found.len();
        let rows = found.into_iter().take(asked.rows);
        let findings = rows.map(|finding| FindingRow::of_document(finding, &units)).collect();
        good(Conformance { count, findings })
    }
}
