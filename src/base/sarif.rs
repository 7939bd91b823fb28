//! Findings as SARIF 2.1.0 (OASIS, *Static Analysis Results Interchange Format*), which code hosts
//! and editors read.
//!
//! The output is one log of one run. Columns are units of UTF-16, as the run declares
//! (`columnKind`, section 3.14.17). A location is a region with 1-based lines and columns; its end
//! is after its last character (section 3.30). A file is named by a valid URI reference (section
//! 3.4.3), which is relative unless its path is absolute.

use super::IndexMap;
use super::diagnostic::Severity;
use super::finding::{Finding, Location, Related};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// The characters that are percent-encoded in the path of a URI.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The line break and the indentation of the results.
const INDENT: &str = "\n        ";

/// The line break and the indentation after the last result.
pub(super) const GAP: &str = "\n      ";

/// Returns the text of a log before and after its results, given the codes of all results, each
/// with the address of a page about it if there is one (section 3.49.12).
pub(super) fn frame(codes: &IndexMap<String, Option<String>>) -> (String, String) {
    let mut rules: Vec<Value> = Vec::with_capacity(codes.len());
    for (code, link) in codes {
        rules.push(match link {
            Some(link) => json!({ "id": code, "helpUri": link }),
            None => json!({ "id": code }),
        });
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "columnKind": "utf16CodeUnits",
            "results": [],
            "tool": { "driver": {
                "name": "wishful",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
        }],
    });
    let text = format!("{log:#}\n");
    let (before, after) = text.split_once("[]").unwrap_or_default();
    (format!("{before}["), format!("]{after}"))
}

/// Returns a result, indented as in the log; `rule` is the number of its code.
pub(super) fn result(finding: &Finding, rule: usize) -> String {
    let level = match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut locations = Vec::new();
    if let Some(place) = &finding.place {
        locations.push(location(place, ""));
    }
    let mut related = Vec::new();
    for Related { place, label } in &finding.related {
        related.push(location(place, label));
    }
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": finding.text() },
        "locations": locations,
    });
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    // OK because a line break in a string is escaped.
    format!("{INDENT}{}", format!("{result:#}").replace('\n', INDENT))
}

/// Returns a location; its label may be empty.
fn location(place: &Location, label: &str) -> Value {
    let uri = uri(&place.file);
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri },
        "region": {
            "startLine": place.start.line,
            "startColumn": place.start.utf16,
            "endLine": place.end.line,
            "endColumn": place.end.utf16,
        },
    }});
    if !label.is_empty() {
        location["message"] = json!({ "text": label });
    }
    location
}

/// Converts a file's path to a URI reference.
fn uri(path: &str) -> String {
    let escaped = utf8_percent_encode(path, ESCAPED).to_string();
    if path.starts_with('/') { format!("file://{escaped}") } else { escaped }
}
