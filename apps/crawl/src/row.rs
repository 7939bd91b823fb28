//! A row: the results for a page.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};
use wishful::tree::RepairCount;
use wishful_workbench::causes::Change;

use crate::columns::Column;

/// The outcome of a page, from the best to the worst.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Default,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PageOutcome {
    #[default]
    Whole,
    Cut,
    GivenUp,
    Damaged,
}

impl PageOutcome {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Cut => "cut",
            Self::GivenUp => "given-up",
            Self::Damaged => "damaged",
        }
    }
}

/// The origin of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin {
    pub(crate) archive: Arc<str>,
    pub(crate) offset: u64,
    pub(crate) within: u64,
    pub(crate) record: Option<String>,
    pub(crate) url: Option<String>,
    /// `WARC-Date` in RFC 3339, in UTC.
    pub(crate) date: Option<String>,
    pub(crate) digest: Option<String>,
}

impl Origin {
    /// Returns the name of a page in messages: its URL and its position.
    pub(crate) fn name(&self) -> String {
        let Self { archive, offset, .. } = self;
        match &self.url {
            Some(url) => format!("{url} ({archive} at {offset})"),
            None => archive.to_string(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(crate) struct Link {
    pub(crate) element: &'static str,
    pub(crate) href: String,
    pub(crate) rel: Option<String>,
}

/// A run of the visible text, and the bytes of the page that it is from.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(crate) struct MappedRun {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
    pub(crate) start: Option<u64>,
    pub(crate) end: Option<u64>,
    pub(crate) moved: bool,
}

/// The number of repairs of one kind.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(crate) struct KindCount {
    pub(crate) kind: &'static str,
    pub(crate) allowed: bool,
    pub(crate) count: usize,
}

/// The number of parse errors or findings with one code.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(crate) struct CodeCount<'r> {
    pub(crate) code: &'r str,
    pub(crate) count: usize,
}

/// All values of a page's columns. A page that was not parsed has only its origin and a note.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PageRow {
    pub(crate) origin: Origin,
    pub(crate) status: Option<u16>,
    pub(crate) media_type: Option<String>,
    pub(crate) outcome: PageOutcome,
    pub(crate) limits: Vec<&'static str>,
    pub(crate) note: Option<String>,
    pub(crate) parsed: Option<Parsed>,
    pub(crate) title: Option<String>,
    pub(crate) lang: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) canonical: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) text_map: Option<Vec<MappedRun>>,
    pub(crate) links: Option<Vec<Link>>,
    /// The scripts with JSON-LD.
    pub(crate) json_ld: Option<Vec<String>>,
    pub(crate) microformats: Option<String>,
    pub(crate) parselet: Option<String>,
    pub(crate) parselet_error: Option<String>,
    pub(crate) query: Option<Vec<String>>,
    pub(crate) query_error: Option<String>,
    /// The first change of the other grammar.
    pub(crate) change: Option<Change>,
}

/// The results of a page's parse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parsed {
    pub(crate) bytes: usize,
    pub(crate) encoding: &'static str,
    pub(crate) encoding_reason: &'static str,
    pub(crate) grammar: Arc<str>,
    pub(crate) latches: Vec<String>,
    pub(crate) tokens: u64,
    pub(crate) nodes: usize,
    pub(crate) lines: Vec<RepairCount>,
    pub(crate) errors: BTreeMap<String, usize>,
    /// The findings of a check.
    pub(crate) findings: Option<BTreeMap<String, usize>>,
}

impl PageRow {
    /// Creates a row that only explains why there is no page.
    pub(crate) fn without_page(
        origin: Origin,
        outcome: PageOutcome,
        note: impl Into<String>,
    ) -> Self {
        Self { origin, outcome, note: Some(note.into()), ..Self::default() }
    }

    /// Marks the page as cut by a limit.
    pub(crate) fn cut(&mut self, limit: &'static str) {
        self.outcome = PageOutcome::Cut;
        if !self.limits.contains(&limit) {
            self.limits.push(limit);
        }
    }

    /// Returns the approximate number of bytes, which is the same in every run.
    pub(crate) fn size(&self) -> usize {
        const FIXED: usize = 256;
        const COUNT: usize = 64;
        let origin = &self.origin;
        let texts = [&origin.record, &origin.url, &origin.date, &origin.digest, &self.note];
        let found = [&self.title, &self.lang, &self.description, &self.canonical, &self.text];
        let answers = [&self.microformats, &self.parselet, &self.parselet_error, &self.query_error];
        let mut size = FIXED;
        for text in texts.into_iter().chain(found).chain(answers).flatten() {
            size += text.len();
        }
        for link in self.links.iter().flatten() {
            size += link.href.len() + COUNT;
            size += link.rel.as_ref().map_or(0, String::len);
        }
        for run in self.text_map.iter().flatten() {
            size += run.text.len() + COUNT;
        }
        for text in self.query.iter().chain(&self.json_ld).flatten() {
            size += text.len() + COUNT;
        }
        if let Some(parsed) = &self.parsed {
            let findings = parsed.findings.as_ref().map_or(0, BTreeMap::len);
            size += (parsed.lines.len() + parsed.errors.len() + findings) * COUNT;
        }
        size
    }
}

impl Parsed {
    /// Counts the repairs by kind, over all grammar lines.
    fn kinds(&self) -> Vec<KindCount> {
        let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
        for one in &self.lines {
            *kinds.entry((one.kind, one.allowed)).or_default() += one.count;
        }
        let mut rows = Vec::new();
        for ((kind, allowed), count) in kinds {
            rows.push(KindCount { kind: kind.name(), allowed, count });
        }
        rows
    }
}

fn counts(by_code: &BTreeMap<String, usize>) -> Vec<CodeCount<'_>> {
    by_code.iter().map(|(code, &count)| CodeCount { code, count }).collect()
}

/// A row with the columns to be written.
pub(crate) struct SelectedRow<'r> {
    pub(crate) row: &'r PageRow,
    pub(crate) columns: &'r [Column],
}

impl Serialize for SelectedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for &column in self.columns {
            map.serialize_key(column.name())?;
            self.row.member(column, &mut map)?;
        }
        map.end()
    }
}

impl PageRow {
    /// Writes the value of a column.
    fn member<M: SerializeMap>(&self, column: Column, map: &mut M) -> Result<(), M::Error> {
        let Self { origin, .. } = self;
        let (parsed, change) = (self.parsed.as_ref(), self.change.as_ref());
        match column {
            Column::Archive => map.serialize_value(&*origin.archive),
            Column::Offset => map.serialize_value(&origin.offset),
            Column::Within => map.serialize_value(&origin.within),
            Column::Record => map.serialize_value(&origin.record),
            Column::Url => map.serialize_value(&origin.url),
            Column::Date => map.serialize_value(&origin.date),
            Column::Digest => map.serialize_value(&origin.digest),
            Column::Status => map.serialize_value(&self.status),
            Column::MediaType => map.serialize_value(&self.media_type),
            Column::Outcome => map.serialize_value(self.outcome.name()),
            Column::Limits => map.serialize_value(&self.limits),
            Column::Note => map.serialize_value(&self.note),
            Column::Bytes => map.serialize_value(&parsed.map(|parsed| parsed.bytes)),
            Column::Encoding => map.serialize_value(&parsed.map(|parsed| parsed.encoding)),
            Column::EncodingReason => {
                map.serialize_value(&parsed.map(|parsed| parsed.encoding_reason))
            }
            Column::Grammar => map.serialize_value(&parsed.map(|parsed| &*parsed.grammar)),
            Column::Latches => map.serialize_value(&parsed.map(|parsed| &parsed.latches)),
            Column::Tokens => map.serialize_value(&parsed.map(|parsed| parsed.tokens)),
            Column::Nodes => map.serialize_value(&parsed.map(|parsed| parsed.nodes)),
            Column::Kinds => map.serialize_value(&parsed.map(Parsed::kinds)),
            Column::Lines => map.serialize_value(&parsed.map(|parsed| &parsed.lines)),
            Column::Errors => map.serialize_value(&parsed.map(|parsed| counts(&parsed.errors))),
            Column::Findings => {
                let findings = parsed.and_then(|parsed| parsed.findings.as_ref());
                map.serialize_value(&findings.map(counts))
            }
            Column::Title => map.serialize_value(&self.title),
            Column::Lang => map.serialize_value(&self.lang),
            Column::Description => map.serialize_value(&self.description),
            Column::Canonical => map.serialize_value(&self.canonical),
            Column::Text => map.serialize_value(&self.text),
            Column::TextMap => map.serialize_value(&self.text_map),
            Column::Links => map.serialize_value(&self.links),
            Column::JsonLd => map.serialize_value(&self.json_ld),
            Column::Microformats => map.serialize_value(&self.microformats),
            Column::Parselet => map.serialize_value(&self.parselet),
            Column::ParseletError => map.serialize_value(&self.parselet_error),
            Column::Query => map.serialize_value(&self.query),
            Column::QueryError => map.serialize_value(&self.query_error),
            Column::Change => map.serialize_value(&change.map(|change| change.kind)),
            Column::ChangeAt => map.serialize_value(&change.map(|change| &change.at)),
            Column::ChangeFirst => {
                map.serialize_value(&change.map(|change| &change.divergence.first))
            }
            Column::ChangeSecond => {
                map.serialize_value(&change.map(|change| &change.divergence.second))
            }
        }
    }
}
