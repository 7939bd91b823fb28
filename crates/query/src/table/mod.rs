//! The tables of a document, by the table model of HTML, section 4.9.12.
//!
//! ```text
//! <table>                          x 0      1       2
//!   <tr><th>Tea<th colspan=2>Cup   y 0 Tea  Cup     Cup     one header cell in two slots
//!   <tr><td rowspan=2>Assam        y 1 Assam 2.10   small
//!       <td>2.10<td>small          y 2 Assam 2.60           an empty slot
//!   <tr><td>2.60
//! ```
//!
//! [`Select::tables`] forms them: `forming` gives each cell its slots,
//! `headers` its header cells. A [`Cell`] is a rectangle of slots with an element of the document,
//! whose spans lead to the source. Slots with two cells, and rows and columns in which no cell
//! begins, are [`TableError`]s.
//!
//! For lists and CSV, a table has one row for each `<tr>` and one column for each column in which a
//! cell begins: `<td colspan=100>` alone is one column, and `rowspan=65534` gives no empty rows.
//! Style sheets are not read, so `display` changes nothing.
//!
//! The names of elements and attributes are in `html.selectors`. The work is linear in the slots,
//! of which the tables of a call may have 16 for each byte of the document, and at least 4,194,304.

mod csv;
mod forming;
mod headers;

use std::fmt;
use std::ops::Range;

pub use headers::Headers;

use crate::Select;
use crate::definitions::{TableAttribute, TableRole, tables};
use wishful::Allowance;
use wishful::base::id_type;
use wishful::tree::NodeRef;

/// The number of slots of all tables of one call.
pub(crate) const SLOTS: Allowance = Allowance { at_least: 1 << 22, per_byte: 16 };

id_type! {
    /// The number of a cell in its table.
    CellId
}

/// A table of a document.
#[derive(Clone, Debug)]
pub struct Table<'d> {
    node: NodeRef<'d>,
    caption: Option<NodeRef<'d>>,
    width: usize,
    height: usize,
    cells: Vec<Cell<'d>>,
    rows: Vec<Row<'d>>,
    row_groups: Vec<Group<'d>>,
    column_groups: Vec<Group<'d>>,
    errors: Vec<TableError>,
    is_cut: bool,
}

/// A cell: an element, and the rectangle of slots that it covers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Cell<'d> {
    id: CellId,
    /// The element.
    pub node: NodeRef<'d>,
    /// The first column, counted from 0.
    pub x: usize,
    /// The first row, counted from 0.
    pub y: usize,
    /// The number of columns, at least 1.
    pub width: usize,
    /// The number of rows, at least 1.
    pub height: usize,
    /// Set for a header cell (`<th>`).
    pub is_header: bool,
    /// The number of the row group.
    group: Option<usize>,
}

/// A row of slots, or several equal rows below the last `<tr>` of a group.
#[derive(Clone, Debug)]
pub struct Row<'d> {
    node: Option<NodeRef<'d>>,
    y: usize,
    is_head: bool,
    /// The first cell of each slot. Slots at the end may be missing.
    slots: Vec<Option<CellId>>,
    /// The columns in which several cells cover the slot.
    overlaps: Vec<usize>,
}

impl<'d> Row<'d> {
    /// Returns the `<tr>`; `None` for rows that only spans make.
    #[must_use]
    pub fn node(&self) -> Option<NodeRef<'d>> {
        self.node
    }

    /// Returns the number of the row, counted from 0.
    #[must_use]
    pub fn y(&self) -> usize {
        self.y
    }

    /// Reports whether the row is in a `<thead>`.
    #[must_use]
    pub fn is_head(&self) -> bool {
        self.is_head
    }
}

/// A group of rows or columns: its element, and the rows or columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Group<'d> {
    /// The element.
    pub node: NodeRef<'d>,
    /// The first row or column, counted from 0.
    pub start: usize,
    /// The row or column after the last one.
    pub end: usize,
}

/// A table model error (4.9.12.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableError {
    /// Two cells cover one slot: the first one that they share, and their indices in
    /// [`Table::cells`].
    Overlap {
        /// The column.
        x: usize,
        /// The row.
        y: usize,
        /// The cell that is seen, and the one below it.
        cells: [usize; 2],
    },
    /// No cell begins in these rows.
    EmptyRows {
        /// The first row.
        start: usize,
        /// The row after the last one.
        end: usize,
    },
    /// No cell begins in these columns.
    EmptyColumns {
        /// The first column.
        start: usize,
        /// The column after the last one.
        end: usize,
    },
}

/// Writes a sentence without a full stop. Rows and columns count from 1.
impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, start, end) = match *self {
            Self::Overlap { x, y, .. } => {
                return write!(f, "two cells overlap in row {}, column {}", y + 1, x + 1);
            }
            Self::EmptyRows { start, end } => ("row", start + 1, end),
            Self::EmptyColumns { start, end } => ("column", start + 1, end),
        };
        if start == end {
            write!(f, "no cell begins in {what} {start}")
        } else {
            write!(f, "no cell begins in {what}s {start} to {end}")
        }
    }
}

/// The scope of a header cell (4.9.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    Auto,
    Column,
    Row,
    ColumnGroup,
    RowGroup,
}

impl<'d> Cell<'d> {
    /// Returns the visible text, in one line.
    #[must_use]
    pub fn text(&self) -> String {
        self.node.visible_text(" ", true)
    }

    /// Returns the index in [`Table::cells`].
    #[must_use]
    pub fn index(&self) -> usize {
        self.id.index()
    }

    /// Returns the scope; [`Scope::Auto`] for a data cell.
    fn scope(&self) -> Scope {
        let names = tables();
        let given = names.table_attribute(self.node, TableAttribute::Scope);
        let (true, Some(given)) = (self.is_header, given) else { return Scope::Auto };
        let scopes = [Scope::Column, Scope::Row, Scope::ColumnGroup, Scope::RowGroup];
        let known = names.table_scopes().iter().zip(scopes);
        for (keyword, scope) in known {
            if keyword.eq_ignore_ascii_case(given) {
                return scope;
            }
        }
        Scope::Auto
    }
}

/// Forms the tables in a node, in document order. Those in template contents are left out.
pub(crate) fn all(top: NodeRef<'_>) -> Vec<Table<'_>> {
    let mut room = SLOTS.of(top.document().text().len());
    let mut found = Vec::new();
    for node in top.subtree().same_tree() {
        if tables().table_role(node) == Some(TableRole::Table) {
            found.push(forming::form(node, &mut room));
        }
    }
    found
}

impl<'d> Table<'d> {
    /// Returns the element.
    #[must_use]
    pub fn node(&self) -> NodeRef<'d> {
        self.node
    }

    /// Returns the `<caption>`, if there is one.
    #[must_use]
    pub fn caption(&self) -> Option<NodeRef<'d>> {
        self.caption
    }

    /// Returns the number of columns of the model.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the model.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the cells, by rows.
    #[must_use]
    pub fn cells(&self) -> &[Cell<'d>] {
        &self.cells
    }

    /// Returns the cell in a slot: of several, that with the first element.
    #[must_use]
    pub fn cell_at(&self, x: usize, y: usize) -> Option<&Cell<'d>> {
        let row = self.rows.get(self.row_number(y)?)?;
        Some(self.cell((*row.slots.get(x)?)?))
    }

    /// Returns the rows that have a `<tr>`.
    pub fn rows(&self) -> impl Iterator<Item = &Row<'d>> {
        self.rows.iter().filter(|row| row.node.is_some())
    }

    /// Returns the columns in which a cell begins.
    #[must_use]
    pub fn columns(&self) -> Vec<usize> {
        let mut begins = vec![false; self.width];
        for cell in &self.cells {
            begins[cell.x] = true;
        }
        (0..self.width).filter(|x| begins[*x]).collect()
    }

    /// Returns the cells of each [`Table::rows`], by [`Table::columns`].
    ///
    /// ```
    /// use wishful_query::Select;
    /// let document = wishful::parse("<table><tr><th>Tea<th>Price<tr><td>Assam<td>2.10</table>");
    /// let tables = document.tables();
    /// let rows = tables[0].grid();
    /// let price = rows[1][1].ok_or("no cell")?;
    /// assert_eq!((price.text().as_str(), price.x, price.y), ("2.10", 1, 1));
    /// let headers = tables[0].headers();
    /// assert_eq!(headers.of(price)[0].text(), "Price");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn grid(&self) -> Vec<Vec<Option<&Cell<'d>>>> {
        let columns = self.columns();
        let mut grid = Vec::new();
        for row in self.rows() {
            let slot = |x: &usize| row.slots.get(*x).copied().flatten();
            grid.push(columns.iter().map(|x| Some(self.cell(slot(x)?))).collect());
        }
        grid
    }

    /// Returns the number of [`Table::rows`] at the top that name the columns: those in a `<thead>`
    /// and those with header cells only. A table of header cells only has none but the former.
    #[must_use]
    pub fn header_rows(&self) -> usize {
        let is_header = |row: &&Row<'d>| {
            row.is_head
                || !row.slots.is_empty()
                    && row.slots.iter().flatten().all(|id| self.cell(*id).is_header)
        };
        let leading = self.rows().take_while(is_header).count();
        if leading < self.rows().count() {
            leading
        } else {
            self.rows().take_while(|row| row.is_head).count()
        }
    }

    /// Returns the groups of rows that have rows.
    #[must_use]
    pub fn row_groups(&self) -> &[Group<'d>] {
        &self.row_groups
    }

    /// Returns the groups of columns.
    #[must_use]
    pub fn column_groups(&self) -> &[Group<'d>] {
        &self.column_groups
    }

    /// Returns the table model errors.
    #[must_use]
    pub fn errors(&self) -> &[TableError] {
        &self.errors
    }

    /// Reports whether the limit of slots was reached, so that rows are missing.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Prepares the header cells of all cells.
    #[must_use]
    pub fn headers(&self) -> Headers<'_, 'd> {
        Headers::new(self)
    }

    fn cell(&self, id: CellId) -> &Cell<'d> {
        &self.cells[id.index()]
    }

    /// Returns the index in `rows` of the row at a coordinate.
    fn row_number(&self, y: usize) -> Option<usize> {
        if y >= self.height {
            return None;
        }
        self.rows.partition_point(|row| row.y <= y).checked_sub(1)
    }

    /// Returns the indices in `rows` of the rows that a cell covers.
    fn rows_of(&self, cell: &Cell<'d>) -> Range<usize> {
        let first = self.rows.partition_point(|row| row.y < cell.y);
        let end = self.rows.partition_point(|row| row.y < cell.y + cell.height);
        first..end
    }

    fn column_group_at(&self, x: usize) -> Option<usize> {
        let number = self.column_groups.partition_point(|group| group.end <= x);
        let group = self.column_groups.get(number)?;
        if group.start <= x { Some(number) } else { None }
    }
}
