//! The native half of the module `tables`: the tables of a document as tuples. An element is the
//! index of its node, and a cell its index in the table.

use pyo3::prelude::*;
use wishful::tree::NodeRef;
use wishful_query::Select;
use wishful_query::table::Table;

/// A cell: its element, column, row, width, height, and whether it is a header cell.
type CellParts = (usize, usize, usize, usize, usize, bool);

/// A table: its element and caption, the numbers of columns and rows, the cells, the rows of cells,
/// the number of header rows, the errors, and whether a limit was reached.
#[derive(IntoPyObject)]
pub(crate) struct TableParts(
    usize,
    Option<usize>,
    (usize, usize),
    Vec<CellParts>,
    Vec<Vec<Option<usize>>>,
    usize,
    Vec<String>,
    bool,
);

impl TableParts {
    fn of(table: &Table<'_>) -> Self {
        let mut cells = Vec::with_capacity(table.cells().len());
        for cell in table.cells() {
            let element = cell.node.id().index();
            cells.push((element, cell.x, cell.y, cell.width, cell.height, cell.is_header));
        }
        let mut rows = Vec::new();
        for row in table.grid() {
            rows.push(row.into_iter().map(|cell| cell.map(|cell| cell.index())).collect());
        }
        Self(
            table.node().id().index(),
            table.caption().map(|caption| caption.id().index()),
            (table.width(), table.height()),
            cells,
            rows,
            table.header_rows(),
            table.errors().iter().map(ToString::to_string).collect(),
            table.is_cut(),
        )
    }
}

/// Calls the module `tables` for the tables in a node.
pub(crate) fn read<'py>(
    document: &Bound<'py, PyAny>,
    top: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    document.py().import("wishful.tables")?.getattr("_read")?.call1((document, top))
}

/// Forms the tables in a node.
pub(crate) fn all(top: NodeRef<'_>) -> Vec<TableParts> {
    top.tables().iter().map(TableParts::of).collect()
}

/// Returns the header cells of each cell of the table that a node is; none for another node.
pub(crate) fn headers(node: NodeRef<'_>) -> Vec<Vec<usize>> {
    let tables = node.tables();
    let Some(table) = tables.first().filter(|table| table.node() == node) else {
        return Vec::new();
    };
    let headers = table.headers();
    let mut found = Vec::with_capacity(table.cells().len());
    for cell in table.cells() {
        found.push(headers.of(cell).into_iter().map(|header| header.index()).collect());
    }
    found
}

/// Returns the comma-separated values of the table that a node is.
pub(crate) fn csv(node: NodeRef<'_>) -> String {
    let tables = node.tables();
    match tables.first() {
        Some(table) if table.node() == node => table.to_csv(),
        _ => String::new(),
    }
}
