//! Forming a table: HTML, section 4.9.12.1. The comments cite its steps.
//!
//! The slots of a row are made when the row is: from the cells that reach down to it, then from its
//! own. Rows below a group's last `<tr>`, into which only spans reach, are one [`Row`] as long as
//! the same cells cover them, so that `rowspan=65534` costs no more than `rowspan=2`.

use wishful::base::{HashSet, counted};
use wishful::tree::NodeRef;

use super::model::{Cell, CellId, Row, Table, TableError, TableGroup};
use crate::definitions::{HtmlSelectors, TableAttribute, TableRole, tables};

/// The greatest spans of columns and of rows (4.9.11).
const MOST_COLUMNS: usize = 1000;
const MOST_ROWS: usize = 65534;

/// Forms the table of an element. Each slot takes one from `room`; without room, the rest of the
/// table is left out.
pub(super) fn form<'d>(node: NodeRef<'d>, room: &mut u64) -> Table<'d> {
    let table = Table {
        node,
        caption: None,
        width: 0,
        height: 0,
        cells: Vec::new(),
        rows: Vec::new(),
        row_groups: Vec::new(),
        column_groups: Vec::new(),
        errors: Vec::new(),
        is_cut: false,
    };
    let names = tables();
    let mut former =
        TableFormer { names, table, y: 0, active: Vec::new(), pairs: HashSet::default(), room };
    former.run();
    former.table
}

struct TableFormer<'d, 'r> {
    names: &'static HtmlSelectors,
    table: Table<'d>,
    /// The row that is read next: `ycurrent`.
    y: usize,
    /// The cells that may cover the next rows of the group, in document order, and whether each
    /// grows downward.
    active: Vec<(CellId, bool)>,
    /// The pairs of cells that overlap.
    pairs: HashSet<(CellId, CellId)>,
    room: &'r mut u64,
}

impl<'d> TableFormer<'d, '_> {
    fn run(&mut self) {
        let mut children = self.table.node.child_elements().peekable();
        let mut feet = Vec::new();
        // Steps 6 to 9. (Captions need not come first.)
        self.table.caption = self.child(self.table.node, TableRole::Caption);
        while let Some(child) = children.peek() {
            match self.names.table_role(*child) {
                Some(TableRole::ColumnGroup) => self.columns(*child),
                Some(TableRole::Head | TableRole::Body | TableRole::Foot | TableRole::Row) => break,
                _ => {}
            }
            children.next();
        }
        // Steps 12 to 18.
        for child in children {
            match self.names.table_role(child) {
                Some(TableRole::Row) => self.row(child, None, false),
                Some(TableRole::Foot) => {
                    self.end_row_group();
                    feet.push(child);
                }
                Some(TableRole::Head) => self.row_group(child, true),
                Some(TableRole::Body) => self.row_group(child, false),
                _ => {}
            }
        }
        // Step 19, "end".
        for foot in feet {
            self.row_group(foot, false);
        }
        // Rows outside of groups may be followed by none.
        self.end_row_group();
        self.find_empty();
    }

    fn child(&self, node: NodeRef<'d>, role: TableRole) -> Option<NodeRef<'d>> {
        node.child_elements().find(|child| self.names.table_role(*child) == Some(role))
    }

    /// Step 9.1, "column groups".
    fn columns(&mut self, group: NodeRef<'d>) {
        let start = self.table.width;
        if self.child(group, TableRole::Column).is_some() {
            for column in group.child_elements() {
                if self.names.table_role(column) == Some(TableRole::Column) {
                    self.add_columns(column);
                }
            }
        } else {
            self.add_columns(group);
        }
        self.table.column_groups.push(TableGroup { node: group, start, end: self.table.width });
    }

    fn add_columns(&mut self, node: NodeRef<'d>) {
        let span = self.column_span(node, TableAttribute::Span);
        self.charge(span);
        if !self.table.is_cut {
            self.table.width += span;
        }
    }

    /// "The algorithm for processing row groups".
    fn row_group(&mut self, node: NodeRef<'d>, is_head: bool) {
        self.end_row_group();
        let (start, number) = (self.table.height, self.table.row_groups.len());
        for child in node.child_elements() {
            if self.names.table_role(child) == Some(TableRole::Row) {
                self.row(child, Some(number), is_head);
            }
        }
        let end = self.table.height;
        if end > start {
            self.table.row_groups.push(TableGroup { node, start, end });
        }
        self.end_row_group();
    }

    /// "The algorithm for ending a row group". The rows that are left have no `<tr>`.
    ///
    /// The standard's steps increase `ycurrent` before they grow cells, so a cell would grow past
    /// one row and out of the group. Here it grows to the end of the group, as `rowspan=0` is
    /// defined (4.9.11).
    fn end_row_group(&mut self) {
        let height = self.table.height;
        while self.y < height && !self.table.is_cut {
            let next = self.grow(height);
            let row = self.begin_row(None);
            self.table.rows.push(row);
            self.y = next;
        }
        self.y = height;
        self.active.clear();
    }

    /// Lets the growing cells cover the rows up to `end`, and forgets the cells that end above the
    /// current row. Returns the row, up to `end`, at which the first of the others ends.
    fn grow(&mut self, end: usize) -> usize {
        let (cells, y) = (&mut self.table.cells, self.y);
        let mut first = end;
        self.active.retain(|(id, grows)| {
            let cell = &mut cells[id.index()];
            if *grows {
                cell.height = end - cell.y;
            }
            let is_left = cell.y + cell.height > y;
            if is_left {
                first = first.min(cell.y + cell.height);
            }
            is_left
        });
        first
    }

    /// Begins the current row with the slots that the active cells cover.
    fn begin_row(&mut self, node: Option<NodeRef<'d>>) -> Row<'d> {
        let (slots, overlaps) = (Vec::new(), Vec::new());
        let mut row = Row { node, y: self.y, is_head: false, slots, overlaps };
        for number in 0..self.active.len() {
            let (id, _) = self.active[number];
            self.cover(&mut row, id);
        }
        row
    }

    /// "The algorithm for processing rows".
    fn row(&mut self, node: NodeRef<'d>, group: Option<usize>, is_head: bool) {
        if self.table.is_cut {
            return;
        }
        // Steps 1 to 3.
        self.table.height = self.table.height.max(self.y + 1);
        self.grow(self.y + 1);
        let mut row = self.begin_row(Some(node));
        row.is_head = is_head;
        let mut x = 0;
        for child in node.child_elements() {
            let role = self.names.table_role(child);
            let is_header = role == Some(TableRole::Header);
            if !is_header && role != Some(TableRole::Data) {
                continue;
            }
            // Step 6, "cells".
            while row.slots.get(x).is_some_and(Option::is_some) {
                x += 1;
            }
            // Steps 8 to 14.
            let width = self.column_span(child, TableAttribute::ColumnSpan);
            let rows = self.number(child, TableAttribute::RowSpan).unwrap_or(1).min(MOST_ROWS);
            let (height, y) = (rows.max(1), self.y);
            let id = CellId::new(self.table.cells.len());
            self.table.cells.push(Cell { id, node: child, x, y, width, height, is_header, group });
            self.table.width = self.table.width.max(x + width);
            self.table.height = self.table.height.max(y + height);
            self.cover(&mut row, id);
            self.active.push((id, rows == 0));
            x += width;
            if self.table.is_cut {
                break;
            }
        }
        self.table.rows.push(row);
        self.y += 1;
    }

    /// Covers the slots of a row with a cell. (Step 14.)
    fn cover(&mut self, row: &mut Row<'d>, id: CellId) {
        let cell = self.table.cells[id.index()];
        let end = cell.x + cell.width;
        self.charge(cell.width.max(end.saturating_sub(row.slots.len())));
        if self.table.is_cut {
            return;
        }
        if row.slots.len() < end {
            row.slots.resize(end, None);
        }
        for (x, slot) in row.slots.iter_mut().enumerate().take(end).skip(cell.x) {
            let Some(first) = *slot else {
                *slot = Some(id);
                continue;
            };
            row.overlaps.push(x);
            if self.pairs.insert((first, id)) {
                let cells = [first.index(), id.index()];
                self.table.errors.push(TableError::Overlap { x, y: row.y, cells });
            }
        }
    }

    fn charge(&mut self, slots: usize) {
        let left = self.room.checked_sub(counted(slots));
        self.table.is_cut |= left.is_none();
        *self.room = left.unwrap_or_default();
    }

    /// Returns a span of columns: "If span is greater than 1000, let it be 1000 instead."
    fn column_span(&self, node: NodeRef<'_>, attribute: TableAttribute) -> usize {
        let span = self.number(node, attribute).unwrap_or(1);
        span.clamp(1, MOST_COLUMNS)
    }

    fn number(&self, node: NodeRef<'_>, attribute: TableAttribute) -> Option<usize> {
        non_negative(self.names.table_attribute(node, attribute)?)
    }

    /// Step 20: rows and columns in which no cell begins.
    fn find_empty(&mut self) {
        let mut rows = vec![true; self.table.rows.len()];
        let mut columns = vec![true; self.table.width];
        for cell in &self.table.cells {
            columns[cell.x] = false;
            if let Some(row) = self.table.row_number(cell.y) {
                rows[row] = false;
            }
        }
        let starts = self.table.rows.iter().map(|row| row.y);
        for (start, end) in ranges(starts, self.table.height, &rows) {
            self.table.errors.push(TableError::EmptyRows { start, end });
        }
        for (start, end) in ranges(0..columns.len(), self.table.width, &columns) {
            self.table.errors.push(TableError::EmptyColumns { start, end });
        }
    }
}

/// Returns the ranges of neighbouring parts that are marked. Each part begins at one of `starts`,
/// and ends where the next begins.
fn ranges(starts: impl Iterator<Item = usize>, end: usize, marked: &[bool]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open = None;
    for (start, &is_marked) in starts.zip(marked) {
        match (open, is_marked) {
            (None, true) => open = Some(start),
            (Some(first), false) => {
                found.push((first, start));
                open = None;
            }
            _ => {}
        }
    }
    found.extend(open.map(|first| (first, end)));
    found
}

/// The rules for parsing non-negative integers (2.3.4.2). A number that is too large for the type
/// is greater than every limit.
fn non_negative(text: &str) -> Option<usize> {
    let text = text.trim_ascii_start();
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let digits = &text[..end];
    if digits.is_empty() {
        return None;
    }
    let number = digits.parse().unwrap_or(usize::MAX);
    if is_negative && number > 0 { None } else { Some(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, number) in [
            ("2", Some(2)),
            (" \n+3px", Some(3)),
            ("-0", Some(0)),
            ("-1", None),
            ("", None),
            ("x2", None),
            ("2.9", Some(2)),
            ("99999999999999999999", Some(usize::MAX)),
        ] {
            assert_eq!(non_negative(text), number, "{text}");
        }
    }

    #[test]
    fn neighbours_are_one_range() {
        let marked = [true, true, false, true];
        assert_eq!(ranges([0, 1, 4, 5].into_iter(), 9, &marked), [(0, 4), (5, 9)]);
    }
}
