//! Reports as JUnit's XML, which build servers read: those of tests (`test/junit.rs`) and findings.
//!
//! The format has no standard; this is the common subset that Jenkins, GitLab and others read.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use wishful::base::Finding;

/// Formats findings: a suite for each file, with a failed test for each finding.
pub(super) fn findings(findings: &[Finding]) -> String {
    let mut xml = Xml::new();
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

/// A writer of reports.
pub(super) struct Xml(Writer<Vec<u8>>);

impl Xml {
    pub(super) fn new() -> Self {
        let mut xml = Self(Writer::new_with_indent(Vec::new(), b' ', 2));
        xml.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8_lossy(&self.0.into_inner()).into_owned() + "\n"
    }

    fn event(&mut self, event: Event<'_>) {
        // OK because writing to a vector never fails.
        let _ = self.0.write_event(event);
    }

    pub(super) fn start(&mut self, name: &str, attributes: &[(&str, String)]) {
        let mut start = BytesStart::new(name);
        for (name, value) in attributes {
            start.push_attribute((*name, permitted(value).as_str()));
        }
        self.event(Event::Start(start));
    }

    pub(super) fn end(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.event(Event::Text(BytesText::new(&permitted(text))));
    }
}

/// Drops the characters that XML does not allow (XML 1.0, section 2.2).
fn permitted(text: &str) -> String {
    text.chars().filter(is_permitted).collect()
}

fn is_permitted(character: &char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}
