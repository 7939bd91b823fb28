//! The `json` format, `wishful-document/1`: a flat array of nodes with the numbers of their
//! parents.
//!
//! ```text
//! {"schema":"wishful-document/1",
//!  "source":{"name":"page.html","encoding":"windows-1252","reason":"default","malformed":false},
//!  "grammar":"marpa","limit":null,
//!  "nodes":[
//!    {"id":0,"parent":null,"kind":"document"},
//!    {"id":1,"parent":0,"kind":"element","name":"p",
//!     "start":{"span":{"start":0,"end":3,"bytes":[0,3]}},"end":{"repair":0}},
//!    {"id":2,"parent":1,"kind":"text","text":"Hi","spans":[{"start":3,"end":5,"bytes":[3,5]}]}],
//!  "repairs":[
//!    {"id":0,"kind":"virtual-end","span":{"start":5,"end":5,"bytes":[5,5]},"line":1,"column":6,
//!     "allowed":false,"inserted":"</p>","rejected":"the end of the input",
//!     "grammar":{"at":"marpa.grammar:7","line":"…"},
//!     "sentence":"inserted </p> before the end of the input at 1:6 (marpa.grammar:7: …)"}],
//!  "errors":[
//!    {"code":"eof-in-tag","span":{"start":5,"end":5,"bytes":[5,5]},"line":1,"column":6}]}
//! ```
//!
//! `start` and `end` of a span count bytes of the decoded text, `bytes` counts those of the source.
//! Members that do not apply to a node are absent: `namespace` in the markup's default namespace,
//! `end` of a void element, `attributes` of an element without any. `notes/formats.md` is the
//! contract.

use std::fmt::{self, Write};
use std::io::{self, Write as _};

use serde::ser::{Serialize, SerializeSeq, Serializer};

use super::cursor::Cursor;
use super::meter::{Meter, Metered};
use crate::base::Span;
use crate::slippers::Limit;
use crate::slippers::event::RepairId;
use crate::tree::attribute::AttributeRef;
use crate::tree::document::Document;
use crate::tree::node::NodeId;
use crate::tree::node_ref::{NodeKind, NodeRef, TagOrigin};
use crate::tree::shadow::ShadowRoot;

/// The name of the schema. Its number changes if and only if a script for the old schema could
/// fail.
const SCHEMA: &str = "wishful-document/1";

/// Writes a document as JSON.
pub(super) fn write<W: Write>(
    document: &Document,
    pretty: bool,
    out: &mut Metered<'_, W>,
) -> fmt::Result {
    let view = whole(document, out.meter);
    let mut bytes = Bytes { out: &mut *out, waiting: Vec::with_capacity(PIECE) };
    let written = if pretty {
        serde_json::to_writer_pretty(&mut bytes, &view)
    } else {
        serde_json::to_writer(&mut bytes, &view)
    };
    if written.is_err() || bytes.flush().is_err() {
        return Err(fmt::Error);
    }
    out.write_char('\n')
}

/// The size of the buffer in bytes, needed because `serde_json` writes every bracket separately.
const PIECE: usize = 1 << 13;

/// An adapter from the bytes that `serde_json` writes to text, which flushes whole characters only.
struct Bytes<'o, 'm, W> {
    out: &'o mut Metered<'m, W>,
    /// The bytes that are counted but not written yet.
    waiting: Vec<u8>,
}

impl<W: Write> io::Write for Bytes<'_, '_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.meter.add(bytes.len());
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::str::from_utf8(&self.waiting).map_err(io::Error::other)?;
        self.out.write_counted(text).map_err(io::Error::other)?;
        self.waiting.clear();
        Ok(())
    }
}

#[derive(serde::Serialize)]
struct WholeDocument<'a> {
    schema: &'static str,
    source: SourceView<'a>,
    grammar: &'a str,
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    latches: &'a [String],
    nodes: NodeViews<'a>,
    repairs: RepairViews<'a>,
    errors: Vec<ErrorView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    breaches: Vec<BreachView>,
    #[serde(skip_serializing_if = "is_whole")]
    cut: OmissionFlag<'a>,
}

/// A flag that reports whether nodes or repairs were omitted. It is serialised last, when that is
/// known.
struct OmissionFlag<'a>(&'a Meter);

fn is_whole(cut: &OmissionFlag<'_>) -> bool {
    !cut.0.is_cut()
}

impl Serialize for OmissionFlag<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0.is_cut())
    }
}

#[derive(serde::Serialize)]
struct SourceView<'a> {
    name: &'a str,
    encoding: &'static str,
    reason: &'static str,
    malformed: bool,
}

#[derive(serde::Serialize, Default)]
struct NodeView<'a> {
    id: usize,
    parent: Option<usize>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<AttributeView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<TagView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<TagView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<std::borrow::Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    public: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spans: Vec<SpanView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved_parts: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shadow_root: Option<ShadowRootView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    form_owner: Option<usize>,
}

/// A shadow root: its mode and its other properties.
#[derive(serde::Serialize)]
struct ShadowRootView {
    mode: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    delegates_focus: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    serializable: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    manual_slots: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    clonable: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    no_registry: bool,
}

impl ShadowRootView {
    fn new(root: ShadowRoot) -> Self {
        let ShadowRoot {
            delegates_focus, serializable, manual_slots, clonable, no_registry, ..
        } = root;
        let mode = root.mode();
        Self { mode, delegates_focus, serializable, manual_slots, clonable, no_registry }
    }
}

#[derive(serde::Serialize)]
struct AttributeView<'a> {
    name: &'a str,
    value: Option<&'a str>,
    name_span: SpanView,
    value_span: Option<SpanView>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    duplicate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<SpanView>,
}

#[derive(serde::Serialize, Default)]
struct TagView {
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<SpanView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy: Option<SpanView>,
}

#[derive(serde::Serialize)]
struct SpanView {
    start: u32,
    end: u32,
    bytes: [u64; 2],
}

#[derive(serde::Serialize)]
struct RepairView {
    id: usize,
    kind: &'static str,
    span: SpanView,
    line: usize,
    column: usize,
    allowed: bool,
    inserted: Option<String>,
    rejected: String,
    grammar: Option<LineView>,
    sentence: String,
}

#[derive(serde::Serialize)]
struct ErrorView {
    code: &'static str,
    span: SpanView,
    line: usize,
    column: usize,
}

#[derive(serde::Serialize)]
struct BreachView {
    element: usize,
    span: SpanView,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    grammar: Option<LineView>,
    sentence: String,
}

#[derive(serde::Serialize)]
struct LineView {
    at: String,
    line: String,
}

/// All nodes that there is room for, each converted when it is written.
struct NodeViews<'a>(&'a Document, &'a Meter);

impl Serialize for NodeViews<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut nodes = serializer.serialize_seq(Some(self.0.len()))?;
        for node in self.0.nodes().take_while(|_| self.1.has_room()) {
            nodes.serialize_element(&node_view(node))?;
        }
        nodes.end()
    }
}

/// All repairs that there is room for, each converted when it is written.
struct RepairViews<'a>(&'a Document, &'a Meter);

impl Serialize for RepairViews<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut repairs = serializer.serialize_seq(Some(self.0.repairs().len()))?;
        let mut cursor = Cursor::new(&self.0.source().file);
        for id in self.0.repair_ids().take_while(|_| self.1.has_room()) {
            repairs.serialize_element(&repair(self.0, id, &mut cursor))?;
        }
        repairs.end()
    }
}

/// Returns the view of a document.
fn whole<'a>(document: &'a Document, meter: &'a Meter) -> WholeDocument<'a> {
    let source = document.source();
    WholeDocument {
        schema: SCHEMA,
        source: SourceView {
            name: source.file.name(),
            encoding: source.encoding.name(),
            reason: source.reason.name(),
            malformed: source.had_errors,
        },
        grammar: document.grammar_name(),
        limit: document.limit().map(Limit::name),
        latches: document.active_latches(),
        nodes: NodeViews(document, meter),
        repairs: RepairViews(document, meter),
        errors: errors(document),
        breaches: breaches(document),
        cut: OmissionFlag(meter),
    }
}

/// Returns the repairs that moved only parts of a text. Returns none if the whole node was moved,
/// since the view shows that repair as `moved`.
fn moved_parts(node: NodeRef<'_>) -> Vec<usize> {
    // (This check examines all spans of the text, so the function runs it only once.)
    if node.moved_by().is_some() {
        return Vec::new();
    }
    node.moves().map(RepairId::index).collect()
}

fn node_view(node: NodeRef<'_>) -> NodeView<'_> {
    let view = NodeView {
        id: node.id().index(),
        parent: node.parent().map(|parent| parent.id().index()),
        kind: node.kind().name(),
        shadow_root: node.shadow_root().map(ShadowRootView::new),
        moved: node.moved_by().map(RepairId::index),
        moved_parts: moved_parts(node),
        form_owner: node.document().form_owner(node.id()).map(NodeId::index),
        ..NodeView::default()
    };
    match node.kind() {
        NodeKind::Document => view,
        NodeKind::Element => element(node, view),
        NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction | NodeKind::Cruft => {
            NodeView {
                target: node.target(),
                text: node.text(),
                spans: spans(node),
                repair: node.cruft().map(RepairId::index),
                ..view
            }
        }
        NodeKind::Doctype => NodeView {
            name: node.doctype_name(),
            public: node.public_id(),
            system: node.system_id(),
            spans: spans(node),
            ..view
        },
    }
}

fn element<'a>(node: NodeRef<'a>, view: NodeView<'a>) -> NodeView<'a> {
    let document = node.document();
    NodeView {
        name: node.name(),
        namespace: node.namespace(),
        attributes: node
            .attributes()
            .map(|attribute| attribute_view(document, attribute))
            .collect(),
        start: tag_view(document, node.start_tag()),
        end: tag_view(document, node.end_tag()),
        ..view
    }
}

fn tag_view(document: &Document, origin: Option<TagOrigin>) -> Option<TagView> {
    let mut view = TagView { repair: origin?.repair().map(RepairId::index), ..TagView::default() };
    match origin? {
        TagOrigin::Written(written) => view.span = Some(span(document, written)),
        TagOrigin::Virtual(_) => {}
        TagOrigin::Copied { of, .. } => view.copy = of.map(|of| span(document, of)),
    }
    Some(view)
}

fn attribute_view<'a>(document: &Document, attribute: AttributeRef<'a>) -> AttributeView<'a> {
    let value_span = attribute.value_span();
    AttributeView {
        name: attribute.name(),
        value: value_span.map(|_| attribute.value()),
        name_span: span(document, attribute.name_span()),
        value_span: value_span.map(|value| span(document, value)),
        duplicate: attribute.is_duplicate(),
        merged: attribute.merged_from().map(|tag| span(document, tag)),
    }
}

fn repair(document: &Document, id: RepairId, cursor: &mut Cursor<'_>) -> Option<RepairView> {
    let record = document.repair(id)?;
    let position = cursor.position(record.span.start);
    Some(RepairView {
        id: id.index(),
        kind: record.kind.name(),
        span: span(document, record.span),
        line: position.line,
        column: position.column,
        allowed: document.is_allowed(id),
        inserted: document.inserted_tag(id),
        rejected: document.rejected_token(id),
        grammar: document.citation(record).map(|(at, line)| LineView { at, line }),
        sentence: document.sentence(id, position),
    })
}

fn breaches(document: &Document) -> Vec<BreachView> {
    let mut cursor = Cursor::new(&document.source().file);
    let mut views = Vec::new();
    for breach in document.attribute_errors() {
        let position = cursor.position(breach.span.start);
        views.push(BreachView {
            element: breach.element.index(),
            span: span(document, breach.span),
            line: position.line,
            column: position.column,
            grammar: document.declared_at(&breach).map(|(at, line)| LineView { at, line }),
            sentence: breach.what,
        });
    }
    views
}

fn errors(document: &Document) -> Vec<ErrorView> {
    let mut cursor = Cursor::new(&document.source().file);
    let mut views = Vec::new();
    for error in document.errors() {
        let position = cursor.position(error.at);
        views.push(ErrorView {
            code: error.code,
            span: span(document, Span { start: error.at, end: error.at }),
            line: position.line,
            column: position.column,
        });
    }
    views
}

fn spans(node: NodeRef<'_>) -> Vec<SpanView> {
    node.spans().into_iter().map(|written| span(node.document(), written)).collect()
}

fn span(document: &Document, span: Span) -> SpanView {
    let source = document.source();
    let bytes = [source.byte_offset(span.start), source.byte_offset(span.end)];
    SpanView { start: span.start, end: span.end, bytes }
}
