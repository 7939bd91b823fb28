//! Two trees, node by node: which nodes of the one are those of the other.
//!
//! Nodes are compared by what an outline says of them (and by the whole of a text, of which an outline shows the beginning), but for how deep they stand. So
//! an element that is wrapped by another one stays the same element, and only what it stands in has changed:
//!
//! ```text
//! <body>          <body>          same
//!   <b>             <p>           only right
//!     "one"           <b>         moved: its parent is not that of the left one
//!                       "one"     same
//! ```
//!
//! Two trees are the same if and only if all of their nodes are paired and none has moved.

use std::collections::HashMap;

use crate::base::narrow;
use crate::tree::{Document, NodeId, NodeKind, NodeRef, OutlineRow, aligned};

/// The rows of two outlines.
pub(super) struct Alignment<'a> {
    pub(super) left: Vec<OutlineRow<'a>>,
    pub(super) right: Vec<OutlineRow<'a>>,
    pub(super) rows: Vec<Row>,
}

/// A row of the two, side by side, as indices of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    /// Both have it, in the same place.
    Same(usize, usize),
    /// Both have it, in other elements.
    Moved(usize, usize),
    /// Only the left tree has it.
    Left(usize),
    /// Only the right one.
    Right(usize),
}

/// A line of two trees side by side: a node of both of them, or of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The node of the first tree, if it has it.
    pub left: Option<NodeId>,
    /// The node of the other tree, if that has it.
    pub right: Option<NodeId>,
    /// Whether both trees have it, in different elements.
    pub moved: bool,
}

impl Alignment<'_> {
    /// The rows as nodes.
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

/// A number for all rows that say the same.
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

/// Pairs of rows, with what is needed to see whether their parents are pairs, too.
struct Pairs<'p, 'a> {
    left: &'p [OutlineRow<'a>],
    right: &'p [OutlineRow<'a>],
    pairs: &'p [(usize, usize)],
    /// By node of the left tree, the number of the right one's; `usize::MAX` if it has none.
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
        // The roots, which have no rows.
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
