//! Lists of nodes in document order, by number or by label.

use std::collections::hash_map::Entry;

use super::node::NodeId;
use crate::base::{HashMap, narrow, wide};

/// All elements, and the elements by name.
pub(super) struct ByName {
    pub(super) all: Vec<NodeId>,
    pub(super) of: NodeLists,
}

/// Lists of nodes by number, in one vector.
#[derive(Default)]
pub(super) struct NodeLists {
    /// The start of each list, and at last the end of the last one.
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl NodeLists {
    /// Creates `count` lists from their members in document order, each with the number of its
    /// list.
    pub(super) fn new(count: usize, members: &[(usize, NodeId)]) -> Self {
        let mut starts = vec![0; count + 1];
        for &(list, _) in members {
            starts[list + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut nodes = vec![NodeId::ROOT; members.len()];
        for &(list, node) in members {
            nodes[wide(next[list])] = node;
            next[list] += 1;
        }
        Self { starts, nodes }
    }

    pub(super) fn get(&self, list: usize) -> &[NodeId] {
        let (Some(&start), Some(&end)) = (self.starts.get(list), self.starts.get(list + 1)) else {
            return &[];
        };
        &self.nodes[wide(start)..wide(end)]
    }
}

/// Lists of nodes by label.
#[derive(Default)]
pub(super) struct NodesByLabel {
    numbers: HashMap<Box<str>, u32>,
    lists: NodeLists,
}

impl NodesByLabel {
    pub(super) fn get(&self, label: &str) -> &[NodeId] {
        self.numbers.get(label).map_or(&[], |&number| self.lists.get(wide(number)))
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(|label| &**label)
    }

    /// Returns the lists whose labels equal a label ASCII case-insensitively.
    pub(super) fn alike(&self, label: &str) -> impl Iterator<Item = &[NodeId]> {
        let alike = self.numbers.iter().filter(move |(own, _)| own.eq_ignore_ascii_case(label));
        alike.map(|(_, &number)| self.lists.get(wide(number)))
    }
}

/// A builder of [`NodesByLabel`].
#[derive(Default)]
pub(super) struct ListsBuilder<'d> {
    numbers: HashMap<&'d str, u32>,
    /// The last member of each list, to skip repetitions: an element may name a class twice.
    last: Vec<NodeId>,
    members: Vec<(usize, NodeId)>,
}

impl<'d> ListsBuilder<'d> {
    pub(super) fn add(&mut self, label: &'d str, node: NodeId) {
        let next = narrow(self.last.len());
        let number = match self.numbers.entry(label) {
            Entry::Occupied(known) => {
                let number = wide(*known.get());
                if self.last[number] == node {
                    return;
                }
                self.last[number] = node;
                number
            }
            Entry::Vacant(free) => {
                free.insert(next);
                self.last.push(node);
                wide(next)
            }
        };
        self.members.push((number, node));
    }

    pub(super) fn finish(self) -> NodesByLabel {
        let lists = NodeLists::new(self.last.len(), &self.members);
        let numbers = self.numbers.into_iter().map(|(label, number)| (label.into(), number));
        NodesByLabel { numbers: numbers.collect(), lists }
    }
}
