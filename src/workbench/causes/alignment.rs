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

use crate::base::narrow;
use crate::tree::{Document, NodeId, NodeKind, NodeRef, OutlineRow, aligned};

/// The rows of two outlines, and their alignment.
pub(super) struct Alignment<'a> {
    pub(super) left: Vec<OutlineRow<'a>>,
    pub(super) right: Vec<OutlineRow<'a>>,
    pub(super) rows: Vec<Row>,
}

/// A row of the alignment, as indices of outline rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
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
        let node = |rows: &[OutlineRow<'_>], at: usize| rows.get(at).map(|row| row.node.id());
        let (left, right) = (|at| node(&self.left, at), |at| node(&self.right, at));
        let pair = |row: &Row| match *row {
            Row::Same(one, other) => Pair { left: left(one), right: right(other), moved: false },
            Row::Moved(one, other) => Pair { left: left(one), right: right(other), moved: true },
            Row::Left(one) => Pair { left: left(one), right: None, moved: false },
            Row::Right(other) => Pair { left: None, right: right(other), moved: false },
        };
        self.rows.iter().map(pair).collect()
    }
}

impl<'a> Alignment<'a> {
    pub(super) fn of(left: &'a Document, right: &'a Document) -> Self {
        let (left, right): (Vec<_>, Vec<_>) =
            (left.outline_rows().collect(), right.outline_rows().collect());
        let mut known = HashMap::new();
        let keys = [&left, &right]
            .map(|rows| rows.iter().map(|row| numbered(row, &mut known)).collect::<Vec<u32>>());
        let pairs = aligned(&keys[0], &keys[1]);
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
        let number = |row: &OutlineRow<'_>| row.node.id().index();
        let nodes = left.iter().map(number).max().unwrap_or(0) + 1;
        let mut partner = vec![usize::MAX; nodes];
        // The roots, which have no rows, are partners.
        partner[0] = 0;
        for &(l, r) in pairs {
            partner[number(&left[l])] = number(&right[r]);
        }
        Self { left, right, pairs, partner }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::with_capacity(self.left.len().max(self.right.len()));
        let (mut l, mut r) = (0, 0);
        let ends = (self.left.len(), self.right.len());
        for &(left, right) in self.pairs.iter().chain([&ends]) {
            rows.extend((l..left).map(Row::Left));
            rows.extend((r..right).map(Row::Right));
            if (left, right) != ends {
                rows.push(self.pair(left, right));
            }
            (l, r) = (left + 1, right + 1);
        }
        rows
    }

    fn pair(&self, left: usize, right: usize) -> Row {
        let parent = |node: NodeRef<'_>| node.parent().map_or(0, |parent| parent.id().index());
        let (of_left, of_right) = (parent(self.left[left].node), parent(self.right[right].node));
        match self.partner[of_left] == of_right {
            true => Row::Same(left, right),
            false => Row::Moved(left, right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grammar, ParseOptions, Parser};

    fn parsed(text: &str) -> Document {
        let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
        parser.parse_str(text, &ParseOptions::default()).unwrap()
    }

    #[test]
    fn what_is_wrapped_has_moved_and_what_is_in_it_has_not() {
        let (left, right) = (parsed("<body><b>one</b>"), parsed("<body><i><b>one</b></i>"));
        let alignment = Alignment::of(&left, &right);
        let rows: Vec<Row> = alignment.rows[2..].to_vec();
        assert_eq!(
            rows,
            [Row::Same(2, 2), Row::Right(3), Row::Moved(3, 4), Row::Same(4, 5)],
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
        let rows = |other| Alignment::of(&left, other).rows;
        let is_same = |row: &Row| matches!(row, Row::Same(..));
        assert!(rows(&left).iter().all(is_same) && !rows(&right).iter().all(is_same));
        assert!(crate::tree::is_same(&left, &left) && !crate::tree::is_same(&left, &right));
    }
}
