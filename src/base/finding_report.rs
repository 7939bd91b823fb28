//! Reports of findings in the formats of scripts and code hosts, piece by piece.
//!
//! A report is its start, a piece for each finding, and its end. So a long report is never in
//! memory as a whole, and a caller with a limit knows the length of a piece before it writes it:
//!
//! ```text
//! start     {"schema":"wishful-findings/1","findings":[
//! finding   {"severity":"error", …}
//! finding   ,{"severity":"warning", …}
//! end       ]}
//! ```

use super::finding::Finding;
use super::github::command;
use super::sarif::{GAP, frame, result};
use super::{IndexMap, Severity, counted};

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FindingFormat {
    /// `wishful-findings/1`: a JSON object on one line.
    Json,
    /// SARIF 2.1.0, indented.
    Sarif,
    /// Workflow commands of GitHub's runners, one on each line.
    Github,
    /// A line for each finding: `page.html:3:9: error: the message [code]`.
    Line,
}

/// A report that is being written.
#[derive(Debug)]
pub struct FindingReport {
    format: FindingFormat,
    /// The codes so far, in the order of appearance, with the addresses of pages about them.
    codes: IndexMap<String, Option<String>>,
    /// A flag: no piece has been made.
    is_empty: bool,
}

impl FindingReport {
    /// Creates a report without findings.
    #[must_use]
    pub fn new(format: FindingFormat) -> Self {
        Self { format, codes: IndexMap::default(), is_empty: true }
    }

    /// Returns the text before the findings.
    #[must_use]
    pub fn start(&self) -> String {
        match self.format {
            FindingFormat::Json => "{\"schema\":\"wishful-findings/1\",\"findings\":[".to_owned(),
            FindingFormat::Sarif => frame(&IndexMap::default()).0,
            FindingFormat::Github | FindingFormat::Line => String::new(),
        }
    }

    /// Returns the text of the next finding.
    #[must_use]
    pub fn finding(&mut self, finding: &Finding) -> String {
        self.finding_within(finding, u64::MAX).unwrap_or_default()
    }

    /// Returns the text of the next finding, if it has at most `most` bytes. Otherwise the finding
    /// is not part of the report.
    #[must_use]
    pub fn finding_within(&mut self, finding: &Finding, most: u64) -> Option<String> {
        let comma = if self.is_empty { "" } else { "," };
        let text = match self.format {
            FindingFormat::Json => format!("{comma}{}", serde_json::json!(finding)),
            FindingFormat::Sarif => {
                let entry = self.codes.entry(finding.code.clone());
                let rule = entry.index();
                entry.or_insert_with(|| finding.link.clone());
                format!("{comma}{}", result(finding, rule))
            }
            FindingFormat::Github => command(finding),
            FindingFormat::Line => line(finding),
        };
        if counted(text.len()) > most {
            return None;
        }
        self.is_empty = false;
        Some(text)
    }

    /// Returns the text after the findings.
    #[must_use]
    pub fn end(&self) -> String {
        match self.format {
            FindingFormat::Json => "]}\n".to_owned(),
            FindingFormat::Sarif => {
                let gap = if self.is_empty { "" } else { GAP };
                format!("{gap}{}", frame(&self.codes).1)
            }
            FindingFormat::Github | FindingFormat::Line => String::new(),
        }
    }

    /// Returns a whole report.
    fn whole(format: FindingFormat, findings: &[Finding]) -> String {
        let mut report = Self::new(format);
        let mut text = report.start();
        for finding in findings {
            text.push_str(&report.finding(finding));
        }
        text + &report.end()
    }
}

/// Returns the line of a finding.
fn line(finding: &Finding) -> String {
    let place = finding.place.as_ref().map_or_else(String::new, |place| {
        format!("{}:{}:{}: ", place.file, place.start.line, place.start.column)
    });
    let severity = match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let message = finding.message.replace('\n', " ");
    format!("{place}{severity}: {message} [{}]\n", finding.code)
}

/// Returns findings in the format `wishful-findings/1` of `--format json`: one object on one line.
#[must_use]
pub fn findings_json(findings: &[Finding]) -> String {
    FindingReport::whole(FindingFormat::Json, findings)
}

/// Returns the SARIF log of some findings, indented, with a line break at its end.
#[must_use]
pub fn sarif(findings: &[Finding]) -> String {
    FindingReport::whole(FindingFormat::Sarif, findings)
}

/// Returns one workflow command of GitHub's runners for each finding.
#[must_use]
pub fn github(findings: &[Finding]) -> String {
    FindingReport::whole(FindingFormat::Github, findings)
}
