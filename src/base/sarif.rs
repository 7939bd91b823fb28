//! Findings as SARIF 2.1.0 (OASIS, *Static Analysis Results Interchange Format*), which code hosts
//! and editors read.
//!
//! The output is one log of one run. Columns are units of UTF-16, as the run declares
//! (`columnKind`, section 3.14.17). A location is a region with 1-based lines and columns; its end
//! is after its last character (section 3.30). A file is named by a valid URI reference (section
//! 3.4.3), which is relative unless its path is absolute.

use super::diagnostic::Severity;
use super::finding::{Finding, Location, Related};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// The characters that are percent-encoded in the path of a URI.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns the log of some findings, indented, with a line break at its end.
#[must_use]
pub fn sarif(findings: &[Finding]) -> String {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, &codes)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "wishful",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(finding: &Finding, codes: &[&str]) -> Value {
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
        "ruleIndex": codes.binary_search(&finding.code.as_str()).unwrap_or_default(),
        "level": level,
        "message": { "text": finding.text() },
        "locations": locations,
    });
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    result
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
