//! The extraction of the npm package: visible text, tables, XML, and tests of one node. Rows are
//! arrays; `bindings/npm/extract.js` gives their fields names.

use serde::{Deserialize, Serialize};
use wishful::NodeRef;
use wishful::diagnostics::Utf16;
use wishful::tree::NodeId;
use wishful_query::table::Table;
use wishful_query::{Language, Select, xml};

use crate::answer::{Answered, good};
use crate::choice::refused;
use crate::package::{DocumentRequest, node};
use crate::page::PageLimits;
use crate::shelf::DocumentCache;

/// A request about a node.
#[derive(Deserialize)]
pub(crate) struct NodeRequest {
    document: u32,
    #[serde(default)]
    node: usize,
}

/// The arguments of `matches` and `closest`, and of `link`, whose `text` is an attribute.
#[derive(Deserialize)]
pub(crate) struct NodeTest {
    document: u32,
    node: usize,
    text: String,
}

/// Reports whether a node matches a selector.
pub(crate) fn matches(shelf: &mut DocumentCache, asked: &NodeTest) -> Answered {
    let query = shelf.query(Language::Css, &asked.text, None)?;
    let node = node(&shelf.document(asked.document)?.document, asked.node)?;
    good(query.matches(node).map_err(refused)?)
}

/// Returns the innermost of a node and its ancestors that matches a selector.
pub(crate) fn closest(shelf: &mut DocumentCache, asked: &NodeTest) -> Answered {
    let query = shelf.query(Language::Css, &asked.text, None)?;
    let node = node(&shelf.document(asked.document)?.document, asked.node)?;
    good(query.closest(node).map_err(refused)?.map(number))
}

/// Returns the address in an attribute, resolved.
pub(crate) fn link(shelf: &DocumentCache, asked: &NodeTest) -> Answered {
    let node = node(&shelf.document(asked.document)?.document, asked.node)?;
    good(node.link(&asked.text).map(String::from))
}

/// The arguments of `text`.
#[derive(Deserialize)]
pub(crate) struct TextRequest {
    #[serde(flatten)]
    of: NodeRequest,
    separator: String,
    strip: bool,
    /// Set if the runs of the text are wanted.
    map: bool,
}

/// A run of a text: its length, kind, source, text node, and whether it was moved.
type RunRow = (usize, &'static str, Option<[u32; 2]>, Option<usize>, bool);

#[derive(Serialize)]
struct VisibleText {
    text: String,
    runs: Vec<RunRow>,
}

/// Returns the visible text in a node.
pub(crate) fn text(shelf: &DocumentCache, asked: &TextRequest) -> Answered {
    let document = &shelf.document(asked.of.document)?.document;
    let node = node(document, asked.of.node)?;
    if !asked.map {
        let text = node.visible_text(&asked.separator, asked.strip);
        return good(VisibleText { text, runs: Vec::new() });
    }
    let (units, map) = (Utf16::of(document.text()), node.text_map(&asked.separator, asked.strip));
    let mut runs = Vec::with_capacity(map.runs().len());
    for run in map.runs() {
        let length = map.text()[run.range.clone()].encode_utf16().count();
        let span = run.span.map(|span| units.span(span));
        runs.push((length, run.kind.word(), span, run.node.map(NodeId::index), run.is_moved));
    }
    good(VisibleText { text: map.text().to_owned(), runs })
}

/// A table.
#[derive(Serialize)]
struct TableRow {
    node: usize,
    caption: Option<usize>,
    width: usize,
    height: usize,
    /// The cells: element, column, row, width, height, whether it is a header cell, and its text.
    cells: Vec<(usize, usize, usize, usize, usize, bool, String)>,
    /// The number of the cell in each column of each row.
    rows: Vec<Vec<Option<usize>>>,
    /// The numbers of the header cells of each cell.
    headers: Vec<Vec<usize>>,
    header_rows: usize,
    errors: Vec<String>,
    cut: bool,
    csv: String,
}

impl TableRow {
    fn of(table: &Table<'_>) -> Self {
        let (mut cells, mut headers) = (Vec::new(), Vec::new());
        let of_cells = table.headers();
        for cell in table.cells() {
            cells.push((
                number(cell.node),
                cell.x,
                cell.y,
                cell.width,
                cell.height,
                cell.is_header,
                cell.text(),
            ));
            headers.push(of_cells.of(cell).into_iter().map(|header| header.index()).collect());
        }
        let mut rows = Vec::new();
        for row in table.grid() {
            rows.push(row.into_iter().map(|cell| cell.map(|cell| cell.index())).collect());
        }
        Self {
            node: number(table.node()),
            caption: table.caption().map(number),
            width: table.width(),
            height: table.height(),
            cells,
            rows,
            headers,
            header_rows: table.header_rows(),
            errors: table.errors().iter().map(ToString::to_string).collect(),
            cut: table.is_cut(),
            csv: table.to_csv(),
        }
    }
}

/// Returns the tables in a node.
pub(crate) fn tables(shelf: &DocumentCache, asked: &NodeRequest) -> Answered {
    let node = node(&shelf.document(asked.document)?.document, asked.node)?;
    good(node.tables().iter().map(TableRow::of).collect::<Vec<_>>())
}

/// The arguments of `xml`.
#[derive(Deserialize)]
pub(crate) struct XmlRequest {
    #[serde(flatten)]
    of: DocumentRequest,
    #[serde(default)]
    limits: PageLimits,
}

#[derive(Serialize)]
struct XmlAnswer {
    text: String,
    cut: bool,
    coercions: Vec<CoercionRow>,
}

/// A change that XML requires.
#[derive(Serialize)]
struct CoercionRow {
    kind: &'static str,
    span: Option<[u32; 2]>,
    before: String,
    after: String,
    message: String,
}

/// Returns a document as well-formed XML.
pub(crate) fn xml(shelf: &DocumentCache, asked: &XmlRequest) -> Answered {
    let document = &shelf.document(asked.of.document)?.document;
    let (units, written) =
        (Utf16::of(document.text()), xml::write_limited(document, asked.limits.output));
    let mut coercions = Vec::with_capacity(written.coercions.len());
    for coercion in written.coercions {
        coercions.push(CoercionRow {
            kind: coercion.kind.word(),
            span: coercion.span.map(|span| units.span(span)),
            message: coercion.to_string(),
            before: coercion.from,
            after: coercion.to,
        });
    }
    good(XmlAnswer { text: written.text, cut: !written.is_whole, coercions })
}

fn number(node: NodeRef<'_>) -> usize {
    node.id().index()
}
