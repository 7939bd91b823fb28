//! The operation `conformance`: the findings of `wishful check` in a document.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wishful::diagnostics::Utf16;
use wishful::{Grammar, Parser};
use wishful_check::Checker;
use wishful_diagnosis::Diagnoser;
use wishful_template::Dialect;

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
    /// The language, if the document is a template.
    template: Option<String>,
}

/// Returns the language of a template; `None` for a page.
pub(crate) fn dialect(template: Option<&str>) -> Result<Option<Dialect>, Problem> {
    template.map_or(Ok(None), Dialect::chosen).map_err(Problem::impossible)
}

/// Returns the default number of rows.
pub(crate) fn rows() -> usize {
    500
}

#[derive(Serialize)]
struct Conformance {
    count: usize,
    findings: Vec<FindingRow>,
    /// A flag: not every page that the template may write was checked.
    sampled: bool,
}

/// The shipped grammar of documents as the standard wants them, prepared on first use.
#[derive(Default)]
pub(crate) struct ConformingGrammar {
    checker: Option<Arc<Checker>>,
    /// The diagnoser of the last document that was checked.
    diagnoser: Option<Diagnoser>,
}

impl ConformingGrammar {
    fn checker(&mut self) -> Result<Arc<Checker>, Problem> {
        if let Some(checker) = &self.checker {
            return Ok(Arc::clone(checker));
        }
        let checker = Grammar::load("conforming").and_then(Checker::new).map_err(refused)?;
        Ok(Arc::clone(self.checker.insert(Arc::new(checker))))
    }

    /// Returns the diagnoser of the documents that a parser reads.
    pub(crate) fn diagnoser(&mut self, parser: &Parser) -> Result<&Diagnoser, Problem> {
        let checker = self.checker()?;
        let last = self.diagnoser.take();
        let last = last.filter(|last| Arc::ptr_eq(last.parser().grammar(), parser.grammar()));
        let diagnoser = last.unwrap_or_else(|| Diagnoser::new(parser.clone(), checker));
        Ok(self.diagnoser.insert(diagnoser))
    }

    /// Checks a document.
    pub(crate) fn conformance(
        &mut self,
        shelf: &DocumentCache,
        asked: &ConformanceRequest,
    ) -> Answered {
        let kept = shelf.document(asked.document)?;
        let diagnoser = self.diagnoser(&kept.parser)?;
        let (document, options) = (&kept.document, &kept.options);
        let (found, sampled) = if let Some(dialect) = dialect(asked.template.as_deref())? {
            let file = &document.source().file;
            let checked = wishful_template::check(&dialect, file, diagnoser, options);
            (checked.findings, checked.is_sampled)
        } else {
            (diagnoser.findings(document, options), false)
        };
        let units = Utf16::of(kept.document.text());
        let count = found.len();
        let rows = found.into_iter().take(asked.rows);
        let findings = rows.map(|finding| FindingRow::of_document(finding, &units)).collect();
        good(Conformance { count, findings, sampled })
    }
}
