//! Alignment of two trees, node by node.
//!
//! Nodes are compared by their outline labels without depth; texts are compared whole, since the
//! outline shows only their beginning. So an element inside a new wrapper is still the same
//! element, and only its parent has changed:
//!
//! ```text
//! <body>          <body>          same
//!   <b>             <p>           only right
//!     "one"           <b>         moved: its parent is not that of the left one
//!                       "one"     same
//! ```
//!
//! Invariant: two trees are equal if and only if all of their nodes are paired and none has moved.

use std::collections::HashMap;

use wishful::base::narrow;
use wishful::tree::{Document, NodeId, NodeKind, OutlineRow, aligned};

/// The rows of two outlines, and their alignment.
pub(super) struct Alignment<'a> {
    pub(super) left: Vec<OutlineRow<'a>>,
    pub(super) right: Vec<OutlineRow<'a>>,
    pub(super) rows: Vec<AlignedRow>,
}

/// A row of the alignment, as indices of outline rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AlignedRow {
    /// A node of both trees, with the same parent.
    Same(usize, usize),
    /// A node of both trees, with different parents.
    Moved(usize, usize),
    /// A node of the left tree only.
    Left(usize),
    /// A node of the right tree only.
    Right(usize),
}

/// A row of two trees side by side: a node of both, or of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Pair {
    /// The node of the first tree, if it has one.
    pub left: Option<NodeId>,
    /// The node of the other tree, if it has one.
    pub right: Option<NodeId>,
    /// True if both trees have the node, in different elements.
    pub moved: bool,
}

impl Alignment<'_> {
    /// Returns the rows as nodes.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let (left, right) = match *row {
                AlignedRow::Same(left, right) | AlignedRow::Moved(left, right) => {
                    (Some(left), Some(right))
                }
                AlignedRow::Left(left) => (Some(left), None),
                AlignedRow::Right(right) => (None, Some(right)),
            };
            pairs.push(Pair {
                left: left.map(|row| self.left[row].node.id()),
                right: right.map(|row| self.right[row].node.id()),
                moved: matches!(row, AlignedRow::Moved(..)),
            });
        }
        pairs
    }
}

impl<'a> Alignment<'a> {
    pub(super) fn of(left: &'a Document, right: &'a Document) -> Self {
        let left: Vec<_> = left.outline_rows().collect();
        let right: Vec<_> = right.outline_rows().collect();
        let mut known = HashMap::new();
        let left_keys: Vec<u32> = left.iter().map(|row| numbered(row, &mut known)).collect();
        let right_keys: Vec<u32> = right.iter().map(|row| numbered(row, &mut known)).collect();
        let pairs = aligned(&left_keys, &right_keys);
        let rows = Pairs::of(&left, &right, &pairs).rows();
        Self { left, right, rows }
    }
}

/// Returns a number that equal rows share.
fn numbered(row: &OutlineRow<'_>, known: &mut HashMap<(String, String), u32>) -> u32 {
    let what = match row.node.kind() {
        NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction | NodeKind::Cruft => {
            let kind = row.label.split('"').next().unwrap_or_default();
            format!("{kind}\"{}", row.node.text().unwrap_or_default())
        }
        _ => row.label.clone(),
    };
    let next = narrow(known.len());
    *known.entry((what, row.note.clone())).or_insert(next)
}

/// Returns the index of a row's node in its document.
fn node_index(row: &OutlineRow<'_>) -> usize {
    row.node.id().index()
}

/// Returns the index of the parent of a row's node; 0 if it has none.
fn parent_index(row: &OutlineRow<'_>) -> usize {
    row.node.parent().map_or(0, |parent| parent.id().index())
}
/// The aligned pairs of rows, with an index for checking that their parents are pairs, too.
struct Pairs<'p, 'a> {
    left: &'p [OutlineRow<'a>],
    right: &'p [OutlineRow<'a>],
    pairs: &'p [(usize, usize)],
    /// The index of the partner in the right tree, by node of the left tree; `usize::MAX` if it has
    /// none.
    partner: Vec<usize>,
}

impl<'p, 'a> Pairs<'p, 'a> {
    fn of(
        left: &'p [OutlineRow<'a>],
        right: &'p [OutlineRow<'a>],
        pairs: &'p [(usize, usize)],
    ) -> Self {
        let nodes = left.iter().map(node_index).max().unwrap_or(0) + 1;
        let mut partner = vec![usize::MAX; nodes];
        // The roots, which have no rows, are partners.
        partner[0] = 0;
        for &(l, r) in pairs {
            partner[node_index(&left[l])] = node_index(&right[r]);
        }
        Self { left, right, pairs, partner }
    }

    fn rows(&self) -> Vec<AlignedRow> {
        let mut rows = Vec::with_capacity(self.left.len().max(self.right.len()));
        let (mut l, mut r) = (0, 0);
        let ends = (self.left.len(), self.right.len());
        for &(left, right) in self.pairs.iter().chain([&ends]) {
            rows.extend((l..left).map(AlignedRow::Left));
            rows.extend((r..right).map(AlignedRow::Right));
            if (left, right) != ends {
                rows.push(self.pair(left, right));
            }
            (l, r) = (left + 1, right + 1);
        }
        rows
    }

    fn pair(&self, left: usize, right: usize) -> AlignedRow {
        let of_left = parent_index(&self.left[left]);
        if self.partner[of_left] == parent_index(&self.right[right]) {
            AlignedRow::Same(left, right)
        } else {
            AlignedRow::Moved(left, right)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishful::{Grammar, ParseOptions, Parser};

    fn parsed(text: &str) -> Document {
        let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
        parser.parse_str(text, &ParseOptions::default()).unwrap()
    }

    #[test]
    fn what_is_wrapped_has_moved_and_what_is_in_it_has_not() {
        let (left, right) = (parsed("<body><b>one</b>"), parsed("<body><i><b>one</b></i>"));
        let alignment = Alignment::of(&left, &right);
        let rows: Vec<AlignedRow> = alignment.rows[2..].to_vec();
        assert_eq!(
            rows,
            [
                AlignedRow::Same(2, 2),
                AlignedRow::Right(3),
                AlignedRow::Moved(3, 4),
                AlignedRow::Same(4, 5)
            ],
            "{:?}",
            alignment.rows
        );
    }

    #[test]
    fn long_texts_are_compared_to_their_ends() {
        let text = "x".repeat(100);
        let (left, right) = (parsed(&format!("{text}a")), parsed(&format!("{text}b")));
        assert_eq!(
            left.outline_rows().last().unwrap().label,
            right.outline_rows().last().unwrap().label
        );
        let same = Alignment::of(&left, &left).rows;
        assert!(same.iter().all(|row| matches!(row, AlignedRow::Same(..))));
        let different = Alignment::of(&left, &right).rows;
        assert!(!different.iter().all(|row| matches!(row, AlignedRow::Same(..))));
        assert!(wishful::tree::is_same(&left, &left) && !wishful::tree::is_same(&left, &right));
    }
}
