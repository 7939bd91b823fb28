//! The header cells of a cell: HTML, section 4.9.12.2.
//!
//! ```text
//! [Name][Price]        "3" has the headers Price and Tea
//! [Tea ] 3
//! ```
//!
//! The standard scans the slots left of a cell and above it, one by one. Of a run of data cells,
//! only the first one of the scan has an effect, so a [`Line`] has one entry for the whole run. The
//! scans of all cells are then as long as the headers before them.

use super::model::{Cell, CellId, Scope, Table};
use crate::definitions::{TableAttribute, tables};
use std::ops::Range;
use wishful::base::{HashMap, HashSet, IndexSet};
use wishful::tree::{NodeId, NodeKind};

/// The slots of a row or of a column that exactly one cell covers. Of neighbouring slots of data
/// cells, only the first is here.
type Line = Vec<(usize, CellId)>;

/// The header cells of a table's cells: see [`Table::headers`].
#[derive(Debug)]
pub struct Headers<'t, 'd> {
    table: &'t Table<'d>,
    /// The lines of [`Table::rows`], and of all columns.
    rows: Vec<Line>,
    columns: Vec<Line>,
    kinds: Vec<HeaderKind>,
    /// The header cells that apply to groups, by the number of the group.
    of_row_groups: Vec<Vec<CellId>>,
    of_column_groups: Vec<Vec<CellId>>,
    by_node: HashMap<NodeId, CellId>,
}

/// The line that a header cell names, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HeaderKind {
    None,
    Row,
    Column,
}

impl<'d> Table<'d> {
    /// Prepares the header cells of all cells.
    #[must_use]
    pub fn headers(&self) -> Headers<'_, 'd> {
        Headers::new(self)
    }
}

impl<'t, 'd> Headers<'t, 'd> {
    fn new(table: &'t Table<'d>) -> Self {
        let mut headers = Self {
            table,
            rows: Vec::with_capacity(table.rows.len()),
            columns: vec![Line::new(); table.width],
            kinds: Vec::with_capacity(table.cells.len()),
            of_row_groups: vec![Vec::new(); table.row_groups.len()],
            of_column_groups: vec![Vec::new(); table.column_groups.len()],
            by_node: HashMap::default(),
        };
        for row in &table.rows {
            let overlaps: HashSet<usize> = row.overlaps.iter().copied().collect();
            let mut line = Line::new();
            for (x, slot) in row.slots.iter().enumerate() {
                if let Some(id) = slot
                    && !overlaps.contains(&x)
                {
                    add(table, &mut line, x, *id);
                    add(table, &mut headers.columns[x], row.y, *id);
                }
            }
            headers.rows.push(line);
        }
        headers.find_kinds();
        headers
    }

    fn find_kinds(&mut self) {
        let table = self.table;
        let (mut rows, mut columns) =
            (DataCounts::new(table.rows.len()), DataCounts::new(table.width));
        for cell in table.cells.iter().filter(|cell| !cell.is_header) {
            rows.add(table.rows_of(cell));
            columns.add(cell.x..cell.x + cell.width);
        }
        let (rows, columns) = (rows.summed(), columns.summed());
        for cell in &table.cells {
            self.by_node.insert(cell.node.id(), cell.id);
            let scope = cell.scope();
            let is_auto = cell.is_header && scope == Scope::Auto;
            let kind = if scope == Scope::Column || is_auto && !rows.any(table.rows_of(cell)) {
                HeaderKind::Column
            } else if scope == Scope::Row || is_auto && !columns.any(cell.x..cell.x + cell.width) {
                HeaderKind::Row
            } else {
                HeaderKind::None
            };
            self.kinds.push(kind);
            let of_group = match scope {
                Scope::RowGroup => cell.group.and_then(|group| self.of_row_groups.get_mut(group)),
                Scope::ColumnGroup => match table.column_group_at(cell.x) {
                    Some(group) => self.of_column_groups.get_mut(group),
                    None => None,
                },
                _ => None,
            };
            if let Some(of_group) = of_group {
                of_group.push(cell.id);
            }
        }
    }

    /// Returns the header cells of a cell of the table, without empty ones: those that its
    /// attribute names; or else those left of it, above it and of its groups. ("The algorithm for
    /// assigning header cells".)
    #[must_use]
    pub fn of(&self, cell: &Cell<'d>) -> Vec<&'t Cell<'d>> {
        let mut found: IndexSet<CellId> = IndexSet::default();
        let names = tables();
        match names.table_attribute(cell.node, TableAttribute::Headers) {
            Some(ids) => {
                for id in ids.split_ascii_whitespace() {
                    let named = cell.node.document().by_id_in_tree(id);
                    found.extend(named.and_then(|node| self.by_node.get(&node.id())));
                }
            }
            None => self.scan_all(cell, &mut found),
        }
        let cells = found.into_iter().filter(|id| *id != cell.id).map(|id| self.table.cell(id));
        cells.filter(|cell| !is_empty(cell)).collect()
    }

    fn scan_all(&self, cell: &Cell<'d>, found: &mut IndexSet<CellId>) {
        for row in self.table.rows_of(cell) {
            self.scan(cell, &self.rows[row], cell.x, HeaderKind::Row, found);
        }
        for x in cell.x..cell.x + cell.width {
            self.scan(cell, &self.columns[x], cell.y, HeaderKind::Column, found);
        }
        let column_group = self.table.column_group_at(cell.x);
        let row_group = cell.group.and_then(|group| self.of_row_groups.get(group));
        let column_group = column_group.and_then(|group| self.of_column_groups.get(group));
        for id in [row_group, column_group].into_iter().flatten().flatten() {
            let header = self.table.cell(*id);
            if header.x < cell.x + cell.width && header.y < cell.y + cell.height {
                found.insert(*id);
            }
        }
    }

    /// "The internal algorithm for scanning and assigning header cells", along a line.
    fn scan(
        &self,
        principal: &Cell<'d>,
        line: &Line,
        from: usize,
        wanted: HeaderKind,
        found: &mut IndexSet<CellId>,
    ) {
        let before = &line[..line.partition_point(|(at, _)| *at < from)];
        // The headers of the current block, if the scan is in one.
        let mut block = if principal.is_header { Some(vec![principal.id]) } else { None };
        let mut opaque: Vec<CellId> = Vec::new();
        for &(_, id) in before.iter().rev() {
            let cell = self.table.cell(id);
            if !cell.is_header {
                opaque.extend(block.take().into_iter().flatten());
                continue;
            }
            block.get_or_insert_default().push(id);
            let is_blocked = opaque.iter().map(|other| self.table.cell(*other)).any(|other| {
                if wanted == HeaderKind::Column {
                    (other.x, other.width) == (cell.x, cell.width)
                } else {
                    (other.y, other.height) == (cell.y, cell.height)
                }
            });
            if self.kinds[id.index()] == wanted && !is_blocked {
                found.insert(id);
            }
        }
    }
}

/// Adds a slot to a line, unless its last entry stands for the slot.
fn add(table: &Table<'_>, line: &mut Line, at: usize, id: CellId) {
    let is_data = |id: CellId| !table.cell(id).is_header;
    match line.last() {
        Some(&(_, last)) if last == id || is_data(last) && is_data(id) => {}
        _ => line.push((at, id)),
    }
}

/// Reports whether a cell is an "empty cell": it contains no elements, and its text is blank.
fn is_empty(cell: &Cell<'_>) -> bool {
    cell.node.children().all(|child| match child.kind() {
        NodeKind::Element => false,
        NodeKind::Text => child.text_pieces().all(|piece| piece.trim_ascii().is_empty()),
        _ => true,
    })
}

/// The numbers of data cells in rows or columns.
struct DataCounts(Vec<i64>);

impl DataCounts {
    fn new(length: usize) -> Self {
        Self(vec![0; length + 1])
    }

    /// Counts a cell that covers a range.
    fn add(&mut self, range: Range<usize>) {
        self.0[range.start] += 1;
        self.0[range.end] -= 1;
    }

    /// Changes the differences to the number of covered rows or columns before each one.
    fn summed(mut self) -> Self {
        let (mut open, mut sum) = (0, 0);
        for count in &mut self.0 {
            open += *count;
            *count = sum;
            sum += i64::from(open > 0);
        }
        self
    }

    fn any(&self, range: Range<usize>) -> bool {
        self.0[range.start] < self.0[range.end]
    }
}
