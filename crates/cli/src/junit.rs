//! Findings as JUnit's XML, in the form of the test runner's reports.

use wishful::base::Finding;
use wishful_test_runner::junit::Xml;

/// Formats findings: a suite for each file, with a failed test for each finding.
pub(super) fn findings(findings: &[Finding]) -> String {
    let mut xml = Xml::default();
    xml.start("testsuites", &counts("wishful", findings.len()));
    for suite in findings.chunk_by(|a, b| file(a) == file(b)) {
        let path = file(&suite[0]);
        xml.start("testsuite", &counts(path, suite.len()));
        for finding in suite {
            let line = finding.place.as_ref().map_or(1, |place| place.start.line);
            xml.start(
                "testcase",
                &[
                    ("name", format!("line {line}: {}", finding.code)),
                    ("classname", path.to_owned()),
                    ("file", path.to_owned()),
                    ("line", line.to_string()),
                ],
            );
            xml.start("failure", &[("message", finding.message.clone())]);
            xml.text(&finding.text());
            xml.end("failure");
            xml.end("testcase");
        }
        xml.end("testsuite");
    }
    xml.end("testsuites");
    xml.finish()
}

/// Returns the name of the file that a finding is in; empty if it has no position.
fn file(finding: &Finding) -> &str {
    finding.place.as_ref().map_or("", |place| &place.file)
}

fn counts(name: &str, failures: usize) -> [(&'static str, String); 4] {
    let failures = failures.to_string();
    [
        ("name", name.to_owned()),
        ("tests", failures.clone()),
        ("failures", failures),
        ("errors", "0".to_owned()),
    ]
}
