//! The report as JUnit's XML, which build servers read.
//!
//! ```text
//! <testsuites name="wishful test" tests="2" failures="1" errors="0" time="0.004">
//!   <testsuite name="corpus/cases.txt" tests="2" failures="1" errors="0" time="0.004">
//!     <testcase name="a lone cell" classname="corpus/cases.txt" file="corpus/cases.txt"
//!         line="12" time="0.002">
//!       <failure message="the result differs from the expected one">…</failure>
//! ```
//!
//! Each file is a suite. The format has no standard; this is the common subset that Jenkins, GitLab
//! and others read, and some of them use `file` and `line`. Files that cannot be read as tests are
//! errors. Characters that XML does not allow are dropped.

use std::time::Duration;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::failures;
use super::judged::JudgedTest;
use crate::corpus::bless::Verdict as Blessing;
use crate::corpus::find::Corpus;
use wishful_console::paint::Paint;

/// The name of the suite of unreadable tests.
const UNREADABLE: &str = "unreadable";

/// Formats the report of a run.
pub(super) fn report(judged: &[JudgedTest<'_>], corpus: &Corpus) -> String {
    let mut xml = Xml::default();
    xml.start("testsuites", &counts("wishful test", judged, corpus.mistakes.len()));
    for suite in judged.chunk_by(|a, b| a.test.path() == b.test.path()) {
        let path = suite[0].test.path().display().to_string();
        xml.start("testsuite", &counts(&path, suite, 0));
        for judged in suite {
            test(&path, judged, &mut xml);
        }
        xml.end("testsuite");
    }
    if !corpus.mistakes.is_empty() {
        xml.start("testsuite", &counts(UNREADABLE, &[], corpus.mistakes.len()));
        for mistake in &corpus.mistakes {
            unreadable(mistake, &mut xml);
        }
        xml.end("testsuite");
    }
    xml.end("testsuites");
    xml.finish()
}

/// Returns the totals of a suite, or of all suites.
fn counts(name: &str, suite: &[JudgedTest<'_>], errors: usize) -> Vec<(&'static str, String)> {
    let failures = suite.iter().filter(|judged| is_failure(judged)).count();
    let time: Duration = suite.iter().map(|judged| judged.tried.time).sum();
    vec![
        ("name", name.to_owned()),
        ("tests", (suite.len() + errors).to_string()),
        ("failures", failures.to_string()),
        ("errors", errors.to_string()),
        ("time", seconds(time)),
    ]
}

fn seconds(time: Duration) -> String {
    format!("{:.6}", time.as_secs_f64())
}

fn is_failure(judged: &JudgedTest<'_>) -> bool {
    matches!(judged.blessing, Blessing::Refused(_))
}

fn test(path: &str, judged: &JudgedTest<'_>, xml: &mut Xml) {
    let JudgedTest { test, tried, blessing } = judged;
    let name = test.title().unwrap_or(path).to_owned();
    let mut attributes =
        vec![("name", name), ("classname", path.to_owned()), ("file", path.to_owned())];
    if let Some(line) = test.line() {
        attributes.push(("line", line.to_string()));
    }
    attributes.push(("time", seconds(tried.time)));
    xml.start("testcase", &attributes);
    if let Blessing::Refused(why) = blessing {
        let message = match &tried.actual {
            Ok(_) => "the result differs from the expected one",
            Err(_) => "no result",
        };
        xml.start("failure", &[("message", message.to_owned())]);
        xml.text(&failures::lines(tried, why, Paint::PLAIN).join("\n"));
        xml.end("failure");
    }
    xml.end("testcase");
}

/// Writes a mistake of the form `cases.txt:2: what is wrong`.
fn unreadable(mistake: &str, xml: &mut Xml) {
    let (place, _) = mistake.split_once(": ").unwrap_or((mistake, ""));
    xml.start("testcase", &[("name", place.to_owned()), ("classname", UNREADABLE.to_owned())]);
    xml.start("error", &[("message", mistake.to_owned())]);
    xml.end("error");
    xml.end("testcase");
}

/// A writer of XML documents, which drops the characters that XML does not allow.
pub struct Xml(Writer<Vec<u8>>);

impl Default for Xml {
    /// Starts a document with its declaration.
    fn default() -> Self {
        let mut xml = Self(Writer::new_with_indent(Vec::new(), b' ', 2));
        xml.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }
}

impl Xml {
    /// Returns the text of the document.
    #[must_use]
    pub fn finish(self) -> String {
        String::from_utf8_lossy(&self.0.into_inner()).into_owned() + "\n"
    }

    fn event(&mut self, event: Event<'_>) {
        // OK because writing to a vector never fails.
        let _ = self.0.write_event(event);
    }

    /// Writes a start tag.
    pub fn start(&mut self, name: &str, attributes: &[(&str, String)]) {
        let mut start = BytesStart::new(name);
        for (name, value) in attributes {
            start.push_attribute((*name, permitted(value).as_str()));
        }
        self.event(Event::Start(start));
    }

    /// Writes an end tag.
    pub fn end(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
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
