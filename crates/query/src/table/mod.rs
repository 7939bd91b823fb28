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
//! [`Select::tables`](crate::Select::tables) forms them: `forming` gives each cell its slots,
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
mod model;

pub use headers::Headers;
pub use model::{Cell, Row, Table, TableError, TableGroup};

use crate::definitions::{TableRole, tables};
use wishful::Allowance;
use wishful::tree::NodeRef;

/// The number of slots of all tables of one call.
pub(crate) const SLOTS: Allowance = Allowance { at_least: 1 << 22, per_byte: 16 };

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
