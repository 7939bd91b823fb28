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
use wishful::tree::{Document, NodeId, NodeKind, NodeRef, OutlineRow, aligned};

/// The rows of two outlines, and their alignment.
pub(super) struct Alignment<'a> {
    pub(super) left: Vec<OutlineRow<'a>>,
    pub(super) right: Vec<OutlineRow<'a>>,
    pub(super) rows: Vec<AlignedRow>,
}

/// A row of the alignment: a node of both trees, or of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AlignedRow {
    /// The index of its outline row in the left tree, if that has it.
    pub(super) left: Option<usize>,
    /// The index of its outline row in the right tree, if that has it.
    pub(super) right: Option<usize>,
    /// True if both trees have the node, with different parents.
    pub(super) moved: bool,
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

impl<'a> Alignment<'a> {
    pub(super) fn of(left: &'a Document, right: &'a Document) -> Self {
        let left: Vec<_> = left.outline_rows().collect();
        let right: Vec<_> = right.outline_rows().collect();
        let mut known = HashMap::new();
        let left_keys: Vec<u32> = left.iter().map(|row| numbered(row, &mut known)).collect();
        let right_keys: Vec<u32> = right.iter().map(|row| numbered(row, &mut known)).collect();
        let pairs = aligned(&left_keys, &right_keys);
        // The partners in the right tree. The roots, which have no rows, are partners.
        let mut partners = HashMap::from([(NodeId::ROOT, NodeId::ROOT)]);
        for &(l, r) in &pairs {
            partners.insert(left[l].node.id(), right[r].node.id());
        }
        let mut rows = Vec::with_capacity(left.len().max(right.len()));
        let (mut next_left, mut next_right) = (0, 0);
        for (l, r) in pairs {
            rows.extend((next_left..l).map(AlignedRow::of_left));
            rows.extend((next_right..r).map(AlignedRow::of_right));
            let moved = partners.get(&parent(&left[l])) != Some(&parent(&right[r]));
            rows.push(AlignedRow { left: Some(l), right: Some(r), moved });
            (next_left, next_right) = (l + 1, r + 1);
        }
        rows.extend((next_left..left.len()).map(AlignedRow::of_left));
        rows.extend((next_right..right.len()).map(AlignedRow::of_right));
        Self { left, right, rows }
    }

    /// Returns the rows as nodes.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            pairs.push(Pair {
                left: row.left.map(|left| self.left[left].node.id()),
                right: row.right.map(|right| self.right[right].node.id()),
                moved: row.moved,
            });
        }
        pairs
    }
}

impl AlignedRow {
    fn of_left(left: usize) -> Self {
        Self { left: Some(left), right: None, moved: false }
    }

    fn of_right(right: usize) -> Self {
        Self { left: None, right: Some(right), moved: false }
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

fn parent(row: &OutlineRow<'_>) -> NodeId {
    row.node.parent().map_or(NodeId::ROOT, NodeRef::id)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl AlignedRow {
        fn is_same(&self) -> bool {
            self.left.is_some() && self.right.is_some() && !self.moved
        }
    }
    use wishful::{Grammar, ParseOptions, Parser};

    fn parsed(text: &str) -> Document {
        let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
        parser.parse(text, &ParseOptions::default()).unwrap()
    }

    #[test]
    fn wrapping_moves_the_element_but_not_its_content() {
        let (left, right) = (parsed("<body><b>one</b>"), parsed("<body><i><b>one</b></i>"));
        let alignment = Alignment::of(&left, &right);
        let rows: Vec<AlignedRow> = alignment.rows[2..].to_vec();
        assert_eq!(
            rows,
            [
                AlignedRow { left: Some(2), right: Some(2), moved: false },
                AlignedRow::of_right(3),
                AlignedRow { left: Some(3), right: Some(4), moved: true },
                AlignedRow { left: Some(4), right: Some(5), moved: false },
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
        assert!(Alignment::of(&left, &left).rows.iter().all(AlignedRow::is_same));
        assert!(!Alignment::of(&left, &right).rows.iter().all(AlignedRow::is_same));
        assert!(wishful::tree::is_same(&left, &left) && !wishful::tree::is_same(&left, &right));
    }
}
