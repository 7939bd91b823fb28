//! The table model: tables, cells, rows, groups and errors (HTML, section 4.9.12).

use std::fmt;
use std::ops::Range;

use crate::definitions::{TableAttribute, tables};
use crate::visible_text::visible_text;
use wishful::base::id_type;
use wishful::tree::NodeRef;

id_type! {
    /// The number of a cell in its table.
    pub(super) CellId
}

/// A table of a document.
#[derive(Clone, Debug)]
pub struct Table<'d> {
    pub(super) node: NodeRef<'d>,
    pub(super) caption: Option<NodeRef<'d>>,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) cells: Vec<Cell<'d>>,
    pub(super) rows: Vec<Row<'d>>,
    pub(super) row_groups: Vec<TableGroup<'d>>,
    pub(super) column_groups: Vec<TableGroup<'d>>,
    pub(super) errors: Vec<TableError>,
    pub(super) is_cut: bool,
}

/// A cell: an element, and the rectangle of slots that it covers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Cell<'d> {
    pub(super) id: CellId,
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
    pub(super) group: Option<usize>,
}

/// A row of slots, or several equal rows below the last `<tr>` of a group.
#[derive(Clone, Debug)]
pub struct Row<'d> {
    pub(super) node: Option<NodeRef<'d>>,
    pub(super) y: usize,
    pub(super) is_head: bool,
    /// The first cell of each slot. Slots at the end may be missing.
    pub(super) slots: Vec<Option<CellId>>,
    /// The columns in which several cells cover the slot.
    pub(super) overlaps: Vec<usize>,
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
pub struct TableGroup<'d> {
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
pub(super) enum Scope {
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
        visible_text(self.node, " ", true)
    }

    /// Returns the index in [`Table::cells`].
    #[must_use]
    pub fn index(&self) -> usize {
        self.id.index()
    }

    /// Returns the scope; [`Scope::Auto`] for a data cell.
    pub(super) fn scope(&self) -> Scope {
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
    pub fn row_groups(&self) -> &[TableGroup<'d>] {
        &self.row_groups
    }

    /// Returns the groups of columns.
    #[must_use]
    pub fn column_groups(&self) -> &[TableGroup<'d>] {
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

    pub(super) fn cell(&self, id: CellId) -> &Cell<'d> {
        &self.cells[id.index()]
    }

    /// Returns the index in `rows` of the row at a coordinate.
    pub(super) fn row_number(&self, y: usize) -> Option<usize> {
        if y >= self.height {
            return None;
        }
        self.rows.partition_point(|row| row.y <= y).checked_sub(1)
    }

    /// Returns the indices in `rows` of the rows that a cell covers.
    pub(super) fn rows_of(&self, cell: &Cell<'d>) -> Range<usize> {
        let first = self.rows.partition_point(|row| row.y < cell.y);
        let end = self.rows.partition_point(|row| row.y < cell.y + cell.height);
        first..end
    }

    pub(super) fn column_group_at(&self, x: usize) -> Option<usize> {
        let number = self.column_groups.partition_point(|group| group.end <= x);
        let group = self.column_groups.get(number)?;
        if group.start <= x { Some(number) } else { None }
    }
}
