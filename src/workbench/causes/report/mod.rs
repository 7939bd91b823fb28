//! A page about differences: one file of HTML that needs nothing else.
//!
//! ```text
//! <script type="application/json" id="index">       grammars, lines, summaries, a few words on each document
//! <script type="application/json" id="document-0">  the text, the trees and the repairs of the first document
//! …
//! ```
//!
//! The browser reads the JSON of a document when somebody looks at it, so that a page of some thousands opens at once. It
//! loads nothing and sends nothing, and its policy (`Content-Security-Policy`) would not let it. What documents say is data
//! in it: `<`, `>` and `&` are escaped as JSON can, so that no text ends its element, and the script puts it on the page as text.
//!
//! The files beside this one are the page; `view.rs` is what a document is in it. `notes/formats.md` has the format of
//! the data.

mod view;

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

use super::difference::Difference;
use super::lines::{Line, LineId};
use super::summary::Summary;
use super::variants::{Compared, Variants};
use view::DocumentView;

/// How large the details of all documents may be together, in bytes: about what a browser opens without trouble. Documents
/// beyond that are in the lists only.
const MOST: usize = 256 << 20;

/// The parts of the page: the text between them is where `{{style}}`, `{{data}}` and `{{script}}` stand.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("rows.js"), include_str!("page.js"));

/// A page being made.
///
/// ```
/// use wishful::workbench::causes::{Summary, Variants, report::{Detail, Report}};
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
    documents: Vec<Listed>,
    /// Numbers of paths, in the order in which they came.
    paths: BTreeMap<String, usize>,
    /// The elements with the details.
    details: String,
}

/// The trees and repairs of a document, ready for the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detail(String);

impl Detail {
    /// The details of a text that was compared.
    #[must_use]
    pub fn of(variants: &Variants, compared: &Compared) -> Self {
        Self(escaped(&DocumentView::of(compared, variants.lines())))
    }

    /// The JSON of it, with `<`, `>` and `&` escaped.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.0
    }
}

/// A document in the list.
#[derive(Debug, Serialize)]
struct Listed {
    name: String,
    /// Whether there is an element with its details.
    detail: bool,
    /// For each grammar but the first.
    pairs: Vec<ListedPair>,
}

/// What one can filter by.
#[derive(Debug, Serialize)]
struct ListedPair {
    size: usize,
    kinds: BTreeSet<&'static str>,
    lines: BTreeSet<LineId>,
    decisive: BTreeSet<LineId>,
    /// As numbers of the index's paths.
    paths: BTreeSet<usize>,
}

/// The element `index`.
#[derive(Serialize)]
struct Index<'a> {
    format: &'static str,
    grammars: Vec<&'a str>,
    lines: Vec<&'a Line>,
    paths: Vec<&'a str>,
    summaries: &'a [Summary],
    documents: &'a [Listed],
}

impl Report {
    /// Adds a document, with the lines that [decide](Variants::decisive) it by each grammar but the first. One on which
    /// all agree is not listed.
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
        let pairs = differences.iter().enumerate().map(|(at, difference)| {
            self.listed(difference, decisive.get(at).cloned().unwrap_or_default())
        });
        let pairs = pairs.collect();
        self.documents.push(Listed { name: name.to_owned(), detail: has_room, pairs });
        if has_room {
            self.details.push_str(&element(&format!("document-{number}"), &detail.0));
        }
    }

    fn listed(&mut self, difference: &Difference, decisive: BTreeSet<LineId>) -> ListedPair {
        let paths = &mut self.paths;
        let mut number = |path: &str| {
            let next = paths.len();
            *paths.entry(path.to_owned()).or_insert(next)
        };
        ListedPair {
            size: difference.size(),
            kinds: difference.repairs.iter().map(|repair| repair.kind.name()).collect(),
            lines: difference.citations.iter().map(|involved| involved.line).collect(),
            paths: difference.nodes.iter().map(|node| number(&node.path)).collect(),
            decisive,
        }
    }

    /// The page: a document of HTML, with a summary for each grammar but the first.
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
        let mut paths: Vec<(&str, usize)> =
            self.paths.iter().map(|(path, &number)| (path.as_str(), number)).collect();
        paths.sort_by_key(|&(_, number)| number);
        Index {
            format: "wishful-report/1",
            grammars: variants.names().collect(),
            lines: variants.lines().iter().map(|(_, line)| line).collect(),
            paths: paths.into_iter().map(|(path, _)| path).collect(),
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

/// JSON that may stand in an element `script`.
fn escaped(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("texts and numbers are JSON");
    // OK because outside of texts JSON has none of these.
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
