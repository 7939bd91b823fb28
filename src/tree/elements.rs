//! Which elements a document has: all, those of a name, with an id, of a class; lists in document order, made when somebody
//! asks first.

use std::collections::hash_map::Entry;

use super::document::Document;
use super::node::NodeId;
use super::node_ref::{NodeKind, NodeRef};
use crate::base::{HashMap, NameId, narrow, wide};

/// The elements, and those of each name.
pub(super) struct ByName {
    all: Vec<NodeId>,
    of: Lists,
}

/// The elements with an id, and those of a class, by what they are called.
pub(super) struct ByLabel {
    ids: Labelled,
    classes: Labelled,
}

/// Lists of nodes by number, one behind the other.
#[derive(Default)]
struct Lists {
    /// Where each begins, and behind the last of them the end.
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl Lists {
    /// Members in document order, each with the number of its list.
    fn new(count: usize, members: &[(usize, NodeId)]) -> Self {
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

    fn get(&self, list: usize) -> &[NodeId] {
        let (Some(&start), Some(&end)) = (self.starts.get(list), self.starts.get(list + 1)) else {
            return &[];
        };
        &self.nodes[wide(start)..wide(end)]
    }
}

/// Lists by what they are called.
#[derive(Default)]
struct Labelled {
    numbers: HashMap<Box<str>, u32>,
    lists: Lists,
}

impl Labelled {
    fn get(&self, label: &str) -> &[NodeId] {
        self.numbers.get(label).map_or(&[], |&number| self.lists.get(wide(number)))
    }

    /// Those that differ from a label in the case of ASCII letters at most.
    fn alike(&self, label: &str) -> impl Iterator<Item = &[NodeId]> {
        let alike = self.numbers.iter().filter(move |(own, _)| own.eq_ignore_ascii_case(label));
        alike.map(|(_, &number)| self.lists.get(wide(number)))
    }
}

/// What becomes [`Labelled`].
#[derive(Default)]
struct Gathered<'d> {
    numbers: HashMap<&'d str, u32>,
    /// By number: the element that came last, since one may say a class twice.
    last: Vec<NodeId>,
    members: Vec<(usize, NodeId)>,
}

impl<'d> Gathered<'d> {
    fn add(&mut self, label: &'d str, node: NodeId) {
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

    fn finish(self) -> Labelled {
        let lists = Lists::new(self.last.len(), &self.members);
        let numbers = self.numbers.into_iter().map(|(label, number)| (label.into(), number));
        Labelled { numbers: numbers.collect(), lists }
    }
}

impl Document {
    fn by_name(&self) -> &ByName {
        self.index.by_name.get_or_init(|| {
            let elements = self.nodes().elements().filter(|node| !node.is_shadow_root());
            let (mut all, mut members, mut count) = (Vec::new(), Vec::new(), 0);
            for element in elements {
                all.push(element.id());
                if let Some(name) = element.name_id() {
                    members.push((name.index(), element.id()));
                    count = count.max(name.index() + 1);
                }
            }
            ByName { all, of: Lists::new(count, &members) }
        })
    }

    fn by_label(&self) -> &ByLabel {
        self.index.by_label.get_or_init(|| {
            let (mut ids, mut classes) = (Gathered::default(), Gathered::default());
            for &node in self.elements() {
                let [id, class] = NodeRef::new(self, node).values(["id", "class"]);
                if let Some(id) = id.filter(|id| !id.is_empty()) {
                    ids.add(id, node);
                }
                for class in class.unwrap_or_default().split_ascii_whitespace() {
                    classes.add(class, node);
                }
            }
            ByLabel { ids: ids.finish(), classes: classes.finish() }
        })
    }

    /// All elements in document order; shadow roots are none.
    pub(crate) fn elements(&self) -> &[NodeId] {
        &self.by_name().all
    }

    /// The elements of a local name, in whatever namespace.
    pub(crate) fn elements_named(&self, name: NameId) -> &[NodeId] {
        self.by_name().of.get(name.index())
    }

    /// The elements that have an id, in these letters.
    pub(crate) fn elements_with_id(&self, id: &str) -> &[NodeId] {
        self.by_label().ids.get(id)
    }

    /// The elements that have a class, in these letters.
    pub(crate) fn elements_of_class(&self, class: &str) -> &[NodeId] {
        self.by_label().classes.get(class)
    }

    /// The elements that have an id but for the case of ASCII letters: a list for each way to write it.
    pub(crate) fn elements_with_id_like(&self, id: &str) -> impl Iterator<Item = &[NodeId]> {
        self.by_label().ids.alike(id)
    }

    /// The elements that have a class but for the case of ASCII letters: a list for each way to write it.
    pub(crate) fn elements_of_class_like(&self, class: &str) -> impl Iterator<Item = &[NodeId]> {
        self.by_label().classes.alike(class)
    }

    /// All cruft in document order.
    pub(crate) fn cruft_nodes(&self) -> &[NodeId] {
        self.index.cruft.get_or_init(|| {
            let cruft = self.nodes().filter(|node| node.kind() == NodeKind::Cruft);
            cruft.map(NodeRef::id).collect()
        })
    }

    /// For each node the root of the tree that it is in, if there are several: what is in template contents or a shadow root is
    /// in a tree of its own, whose root is the element that stands for these. (DOM, section 4.2; HTML, section 4.12.3.)
    pub(crate) fn tree_roots(&self) -> Option<&[NodeId]> {
        let roots = self.index.tree_roots.get_or_init(|| {
            let is_root = NodeRef::holds_other_tree;
            if !self.nodes().any(is_root) {
                return None;
            }
            let mut roots: Vec<NodeId> = Vec::with_capacity(self.len());
            for node in self.nodes() {
                let around = node.parent().map(|parent| match is_root(parent) {
                    true => parent.id(),
                    false => roots[parent.id().index()],
                });
                roots.push(around.unwrap_or(NodeId::ROOT));
            }
            Some(roots)
        });
        roots.as_deref()
    }
}
