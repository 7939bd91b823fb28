//! The findings of documents as one report on stdout.
//!
//! Each finding is written before the next is made into text, so a report is never in memory as a
//! whole. Only JUnit's format begins with the number of all findings, so that report waits for the
//! end. The findings of one document take about as many bytes as its output may have. If there are
//! more, a warning `truncated` ends them.

use super::arguments::CheckFormat;
use super::junit;
use wishful::base::{Finding, FindingFormat, FindingReport, SourceFile, counted, render_finding};
use wishful::tree::Extent;
use wishful_console::failure::Failure;
use wishful_console::output::Output;

/// A report that is being written.
pub(super) enum FindingOutput {
    /// Readable text, which the threads render.
    Text,
    /// A format in pieces.
    Pieces(FindingReport),
    /// The findings so far, for JUnit's format.
    Junit(Vec<Finding>),
}

impl FindingOutput {
    /// Begins a report.
    pub(super) fn start(format: CheckFormat, out: &mut Output) -> Result<Self, Failure> {
        let format = match format {
            CheckFormat::Text => return Ok(Self::Text),
            CheckFormat::Junit => return Ok(Self::Junit(Vec::new())),
            CheckFormat::Json => FindingFormat::Json,
            CheckFormat::Sarif => FindingFormat::Sarif,
            CheckFormat::Github => FindingFormat::Github,
            CheckFormat::Line => FindingFormat::Line,
        };
        let report = FindingReport::new(format);
        out.text(&report.start())?;
        Ok(Self::Pieces(report))
    }

    /// Writes the findings of a document in at most `most` bytes, apart from the warning that some
    /// were left out. Returns whether these are all.
    pub(super) fn document(
        &mut self,
        findings: Vec<Finding>,
        most: u64,
        out: &mut Output,
    ) -> Result<Extent, Failure> {
        within(findings, most, |finding, room| {
            Ok(match self {
                Self::Text => Some(0),
                Self::Pieces(report) => match report.finding_within(finding, room) {
                    Some(piece) => {
                        out.text(&piece)?;
                        Some(piece.len())
                    }
                    None => None,
                },
                Self::Junit(all) => {
                    let length = junit::findings(std::slice::from_ref(finding)).len();
                    let fits = counted(length) <= room;
                    fits.then(|| all.push(finding.clone()));
                    fits.then_some(length)
                }
            })
        })
    }

    /// Writes the end of the report.
    pub(super) fn finish(self, out: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Text => Ok(()),
            Self::Pieces(report) => out.text(&report.end()),
            Self::Junit(findings) => out.text(&junit::findings(&findings)),
        }
    }
}

/// Passes findings to `write` until their texts have `most` bytes, then a warning that the others
/// were left out. `write` receives the number of bytes that are left; if the finding fits, it
/// writes it and returns its length. Returns whether all were written.
pub(super) fn within(
    findings: Vec<Finding>,
    most: u64,
    mut write: impl FnMut(&Finding, u64) -> Result<Option<usize>, Failure>,
) -> Result<Extent, Failure> {
    let mut room = most;
    for finding in findings {
        if finding.is_truncation() {
            write(&finding, u64::MAX)?;
            return Ok(Extent::Cut);
        }
        let Some(length) = write(&finding, room)? else {
            write(&Finding::truncated(most, finding.place), u64::MAX)?;
            return Ok(Extent::Cut);
        };
        room -= counted(length);
    }
    Ok(Extent::Whole)
}

/// Renders findings in a file with carets, in at most `most` bytes.
pub(super) fn rendered(
    findings: Vec<Finding>,
    file: &SourceFile,
    colour: bool,
    most: u64,
) -> (String, Extent) {
    let mut text = String::new();
    let extent = within(findings, most, |finding, room| {
        let piece = render_finding(finding, file, colour) + "\n\n";
        let fits = counted(piece.len()) <= room;
        fits.then(|| text.push_str(&piece));
        Ok(fits.then_some(piece.len()))
    });
    (text, extent.unwrap_or(Extent::Cut))
}
