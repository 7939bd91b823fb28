//! Nodes and repairs as rows of answers.

use serde::{Serialize, Serializer};
use wishful::diagnostics::{Span, Utf16};
use wishful::explain::RepairId;
use wishful::tree::{OutlineRow, TagOrigin};
use wishful::{Document, NodeRef};

use crate::shelf::CachedDocument;

/// The maximum number of characters of a text in a row.
const SHOWN: usize = 1000;

#[derive(Serialize)]
pub(crate) struct NodeRow<'d> {
    node: usize,
    parent: Option<usize>,
    depth: usize,
    kind: &'static str,
    label: String,
    note: String,
    name: Option<&'d str>,
    namespace: Option<&'d str>,
    attributes: Vec<(String, &'d str)>,
    text: Option<String>,
    spans: Vec<[u32; 2]>,
    start: Option<TagRow>,
    end: Option<TagRow>,
    repairs: Vec<usize>,
    moved: Option<usize>,
}

/// The origin of a tag.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum TagRow {
    Written { at: [u32; 2] },
    Virtual { repair: usize },
    Copied { of: Option<[u32; 2]>, repair: Option<usize> },
}

impl<'d> NodeRow<'d> {
    fn of(row: OutlineRow<'d>, units: &Utf16<'_>) -> Self {
        let OutlineRow { node, depth, label, note, .. } = row;
        let attributes = node.attributes().filter(|attribute| !attribute.is_duplicate());
        let attributes =
            attributes.map(|attribute| (attribute.name().to_string(), attribute.value()));
        let mut repairs: Vec<usize> = repairs_of(node).map(RepairId::index).collect();
        repairs.dedup();
        Self {
            node: node.id().index(),
            parent: node.parent().map(|parent| parent.id().index()),
            depth,
            kind: node.kind().name(),
            label,
            note,
            name: node.name(),
            namespace: node.namespace(),
            attributes: attributes.collect(),
            text: node.text().map(|text| shown(&text)),
            spans: spans(node, units),
            start: node.start_tag().map(|tag| TagRow::of(tag, units)),
            end: node.end_tag().map(|tag| TagRow::of(tag, units)),
            repairs,
            moved: node.moved_by().map(RepairId::index),
        }
    }
}

impl TagRow {
    fn of(tag: TagOrigin, units: &Utf16<'_>) -> Self {
        match tag {
            TagOrigin::Written(span) => Self::Written { at: units.span(span) },
            TagOrigin::Virtual(repair) => Self::Virtual { repair: repair.index() },
            TagOrigin::Copied { of, repair } => Self::Copied {
                of: of.map(|span| units.span(span)),
                repair: repair.map(RepairId::index),
            },
        }
    }
}

/// Returns the repairs that a node was part of.
pub(crate) fn repairs_of(node: NodeRef<'_>) -> impl Iterator<Item = RepairId> {
    let tags = [node.start_tag(), node.end_tag()];
    let of_tags = tags.into_iter().flatten().filter_map(TagOrigin::repair);
    of_tags.chain(node.moves()).chain(node.cruft())
}

/// Truncates a text for display.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the source spans of a node itself, without its contents.
pub(crate) fn spans(node: NodeRef<'_>, units: &Utf16<'_>) -> Vec<[u32; 2]> {
    node.spans().into_iter().map(|span| units.span(span)).collect()
}

/// The nodes of a document from a number on. Each is serialised as it is written, without a list in
/// memory.
pub(crate) struct NodeRows<'d> {
    pub(crate) document: &'d Document,
    /// The number of the first node; at least 1, since 0 is the document.
    pub(crate) from: usize,
    pub(crate) most: usize,
}

impl Serialize for NodeRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let units = Utf16::of(self.document.text());
        let rows = self.document.outline_rows_from(self.from.saturating_sub(1));
        serializer.collect_seq(rows.take(self.most).map(|row| NodeRow::of(row, &units)))
    }
}

#[derive(Serialize)]
struct RepairRow<'d> {
    number: usize,
    kind: &'static str,
    what: String,
    allowed: bool,
    at: [u32; 2],
    place: String,
    nodes: &'d [usize],
    by: Option<LineRow>,
}

#[derive(Serialize)]
struct LineRow {
    file: String,
    line: usize,
    at: [u32; 2],
    text: String,
}

/// The repairs of a document from a number on.
pub(crate) struct RepairRows<'d> {
    pub(crate) kept: &'d CachedDocument,
    pub(crate) from: usize,
    pub(crate) most: usize,
}

impl Serialize for RepairRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let units = Utf16::of(self.kept.document.text());
        let all = self.kept.document.repair_ids().skip(self.from).take(self.most);
        serializer.collect_seq(all.map(|id| repair(self.kept, id, &units)))
    }
}

fn repair<'d>(kept: &'d CachedDocument, id: RepairId, units: &Utf16<'_>) -> RepairRow<'d> {
    let document = &kept.document;
    let record = &document.repairs()[id.index()];
    RepairRow {
        number: id.index(),
        kind: record.kind.name(),
        what: document.describe_action(id),
        allowed: document.replay().is_allowed(id),
        at: units.span(record.span),
        place: document.position(record.span.start).to_string(),
        nodes: kept.repaired(id.index()),
        by: line(kept, id),
    }
}

/// Returns the grammar line that permits a repair.
fn line(kept: &CachedDocument, id: RepairId) -> Option<LineRow> {
    let cited = kept.document.grammar_line(id)?;
    let mut files = kept.parser.grammar().files().iter().map(|(_, file)| file);
    let text = files.find(|file| file.name() == cited.at.file)?.text();
    let (start, end) = (cited.at.start.offset, cited.at.end.offset);
    Some(LineRow {
        at: Utf16::of(text).span(Span { start, end }),
        file: cited.at.file,
        line: cited.at.start.line,
        text: cited.text,
    })
}
