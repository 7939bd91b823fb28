//! The separation of controls from their forms by moves of the adoption agency.
//!
//! Each move gets a number, and each node the sum of the numbers of all moves that contained it. A
//! control and its form were contained in the same moves if and only if both sums grew equally
//! since the control was made. (The numbers are hashes of 64 bits. Different sets of moves have
//! equal sums with a probability of 2⁻⁶⁴.) A [`Forest`] adds a number to all nodes of a subtree.

use super::forest::Forest;
use super::record::{Association, ElementMove};
use crate::base::HashMap;
use crate::tree::node::NodeContent;
use crate::tree::tables::Tables;

/// Retains the associations whose elements no move separated. They must be sorted by neither
/// element; the moves are in order.
pub(super) fn retain_unseparated(tables: &Tables, associations: &mut Vec<Association>) {
    let mut history = MoveHistory::new(tables);
    associations.sort_by_key(|association| association.control);
    let mut differences = Vec::with_capacity(associations.len());
    for association in &*associations {
        history.reach(association.control.index());
        differences.push(history.difference(association));
    }
    history.reach(usize::MAX);
    let mut before = differences.into_iter();
    associations.retain(|association| before.next() == Some(history.difference(association)));
}

struct MoveHistory<'t> {
    forest: Forest,
    /// The moves that are not made yet.
    moves: std::slice::Iter<'t, ElementMove>,
    made: u64,
}

impl<'t> MoveHistory<'t> {
    /// Returns the tree before the first move. An element that no move has made a child of another
    /// one was made there.
    fn new(tables: &'t Tables) -> Self {
        let mut parents = HashMap::default();
        for moved in tables.owners.moves.iter().rev() {
            parents.insert(moved.element, moved.from);
        }
        let mut forest = Forest::new(tables.elements.len());
        for node in &tables.nodes {
            let NodeContent::Element(row) = node.content else { continue };
            let parent = node.parent.and_then(|parent| tables.row_of(parent));
            parents.entry(row).or_insert(parent);
        }
        for (element, parent) in parents {
            if let Some(parent) = parent {
                forest.link(element, parent);
            }
        }
        Self { forest, moves: tables.owners.moves.iter(), made: 0 }
    }

    /// Makes all moves before that of the element with the number `elements`.
    fn reach(&mut self, elements: usize) {
        while let Some(&ElementMove { made, element, to, .. }) = self.moves.as_slice().first()
            && made <= elements
        {
            self.moves.next();
            self.made += 1;
            let before = self.forest.sum(element);
            self.forest.cut(element);
            if let Some(parent) = to {
                self.forest.link(element, parent);
            }
            let after = self.forest.sum(element);
            let number = hash(self.made);
            self.forest.add(element, before.wrapping_sub(after).wrapping_add(number));
        }
    }

    fn difference(&mut self, &Association { control, form }: &Association) -> u64 {
        self.forest.sum(control).wrapping_sub(self.forest.sum(form))
    }
}

/// Returns the finalizer of splitmix64 of a number.
fn hash(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
