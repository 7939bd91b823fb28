//! A report of differences: one self-contained HTML file.
//!
//! ```text
//! <script type="application/json" id="index">       grammars, lines, summaries, all documents
//! <script type="application/json" id="document-0">  text, trees and repairs of a document
//! …
//! ```
//!
//! The browser parses the JSON of a document when a user opens it, so that a page of some thousands
//! opens at once. The page loads and sends nothing, and its policy (`Content-Security-Policy`)
//! would not permit it. The documents are data in it: `<`, `>` and `&` are escaped in JSON, so that
//! no text ends its element, and the script displays them as text.
//!
//! The files beside this one are the page; `view.rs` has the data of a document. `notes/formats.md`
//! specifies the format.

mod view;

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

use super::difference::Difference;
use super::lines::{Line, LineId};
use super::summary::Summary;
use super::variants::{Compared, Variants};
use view::DocumentView;

/// The largest size of all details together, in bytes: about as much as a browser opens without
/// trouble. Further documents are only listed.
const MOST: usize = 256 << 20;

/// The page's template, with `{{style}}`, `{{data}}` and `{{script}}` for the other parts.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("rows.js"), include_str!("page.js"));

/// A builder of a page.
///
/// ```
/// use wishful_workbench::causes::{Summary, Variants, report::{Detail, Report}};
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = |name| Parser::new(Grammar::load(name).unwrap()).unwrap();
/// let variants = Variants::new(vec![parser("whatwg"), parser("no-foster")]);
/// let compared = variants.compare(b"<table>x", &ParseOptions::default())?;
/// let mut report = Report::default();
/// let detail = Detail::of(&variants, &compared);
/// report.add("table.html", &compared.differences, &[Default::default()], detail);
/// let mut summary = Summary::default();
/// summary.add(&compared.differences[0], &Default::default());
/// let page = report.page(&variants, &[summary]);
/// assert!(page.starts_with("<!doctype html>") && page.contains("table.html"));
/// # Ok::<(), wishful::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Report {
    documents: Vec<ListedDocument>,
    /// The interned paths, numbered in the order of appearance.
    paths: BTreeMap<String, usize>,
    /// The HTML elements with the details.
    details: String,
}

/// The trees and repairs of a document, in the page's format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detail(String);

impl Detail {
    /// Returns the details of a compared text.
    #[must_use]
    pub fn of(variants: &Variants, compared: &Compared) -> Self {
        Self(escaped(&DocumentView::of(compared, variants.lines())))
    }

    /// Returns the JSON, with `<`, `>` and `&` escaped.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.0
    }
}

/// A document in the list.
#[derive(Debug, Serialize)]
struct ListedDocument {
    name: String,
    /// True if the page has its details.
    detail: bool,
    /// The differences of each grammar but the first.
    pairs: Vec<ListedPair>,
}

/// The properties by which the user can filter.
#[derive(Debug, Serialize)]
struct ListedPair {
    size: usize,
    kinds: BTreeSet<&'static str>,
    lines: BTreeSet<LineId>,
    decisive: BTreeSet<LineId>,
    /// The paths, as indices of the page's list.
    paths: BTreeSet<usize>,
}

/// The data of the element `index`.
#[derive(Serialize)]
struct Index<'a> {
    format: &'static str,
    grammars: Vec<&'a str>,
    lines: Vec<&'a Line>,
    paths: Vec<&'a str>,
    summaries: &'a [Summary],
    documents: &'a [ListedDocument],
}

impl Report {
    /// Adds a document, with the lines that [decide](Variants::decisive) it by each grammar but the
    /// first. A document on which all grammars agree is not listed.
    pub fn add(
        &mut self,
        name: &str,
        differences: &[Difference],
        decisive: &[BTreeSet<LineId>],
        detail: Detail,
    ) {
        if differences.iter().all(Difference::is_none) {
            return;
        }
        let has_room = self.details.len() + detail.0.len() <= MOST;
        let number = self.documents.len();
        let mut pairs = Vec::new();
        for (at, difference) in differences.iter().enumerate() {
            pairs.push(self.listed(difference, decisive.get(at).cloned().unwrap_or_default()));
        }
        self.documents.push(ListedDocument { name: name.to_owned(), detail: has_room, pairs });
        if has_room {
            self.details.push_str(&element(&format!("document-{number}"), &detail.0));
        }
    }

    fn listed(&mut self, difference: &Difference, decisive: BTreeSet<LineId>) -> ListedPair {
        let mut paths = BTreeSet::new();
        for node in &difference.nodes {
            let next = self.paths.len();
            paths.insert(*self.paths.entry(node.path.clone()).or_insert(next));
        }
        ListedPair {
            size: difference.size(),
            kinds: difference.repairs.iter().map(|repair| repair.kind.name()).collect(),
            lines: difference.citations.iter().map(|involved| involved.line).collect(),
            paths,
            decisive,
        }
    }

    /// Returns the page as HTML, with a summary for each grammar but the first.
    #[must_use]
    pub fn page(&self, variants: &Variants, summaries: &[Summary]) -> String {
        let index = escaped(&self.index(variants, summaries));
        let (head, rest) = split(PAGE, "{{style}}");
        let (body, rest) = split(rest, "{{data}}");
        let (between, end) = split(rest, "{{script}}");
        let index = element("index", &index);
        [head, STYLE, body, &index, &self.details, between, SCRIPT, end].concat()
    }

    fn index<'a>(&'a self, variants: &'a Variants, summaries: &'a [Summary]) -> Index<'a> {
        let mut paths = vec![""; self.paths.len()];
        for (path, &number) in &self.paths {
            paths[number] = path;
        }
        Index {
            format: "wishful-report/1",
            grammars: variants.names().collect(),
            lines: variants.lines().iter().map(|(_, line)| line).collect(),
            paths,
            summaries,
            documents: &self.documents,
        }
    }
}

fn split<'a>(text: &'a str, mark: &str) -> (&'a str, &'a str) {
    text.split_once(mark).expect("the page has a place for each of its parts")
}

fn element(id: &str, json: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n")
}

/// Returns JSON that is safe inside a `script` element.
fn escaped(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("texts and numbers are JSON");
    // OK because JSON has none of these characters outside of strings.
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_reads_as_it_was_and_ends_no_element() {
        let text = "</script><!--<script>&amp;\u{2028}\u{2029}\0\"\\é";
        let json = escaped(&text);
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}', '\0']), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
