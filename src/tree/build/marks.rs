//! What is open of what a mirror depends on, by depth in the stack of open elements.
//!
//! A mirror asks a lot of ancestors: which container is the nearest, whether a source, a mirror or a second container is
//! between or around. Each element that may be an answer has a mark while it is open, for each of its roles; the marks are
//! sorted by role and depth, so a question is a look at the last one or two of a role, whatever the depth. What leaves the
//! stack from between takes its marks along, and those above keep theirs, as they keep their depths.
//!
//! Invariant: a mark at a depth is due to the element that is open there.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::grammar::ElementId;
use crate::grammar::model::{Mirror, TreeFacts};
use crate::tree::node::{Content, NodeId};

/// What an open element is to a mirror.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// What is in it has no ancestors outside.
    Edge,
    Container,
    /// Between a container and its sources.
    Group,
    /// A group whose sources are not chosen unasked.
    BarredGroup,
    /// What is in it is in no container.
    Until,
    Source,
    Mirror,
}

impl Role {
    const ALL: [Self; 7] = [
        Self::Edge,
        Self::Container,
        Self::Group,
        Self::BarredGroup,
        Self::Until,
        Self::Source,
        Self::Mirror,
    ];

    /// Whether the grammar gives an element this role.
    fn is_of(self, facts: &TreeFacts, mirror: &Mirror, element: ElementId) -> bool {
        match self {
            Self::Edge => facts.contents.contains(element.index()),
            Self::Container => mirror.within.contains(&element),
            Self::Group => mirror.groups.contains(&element),
            Self::Until => mirror.until.contains(&element),
            Self::Source => mirror.from.contains(&element),
            Self::Mirror => mirror.into.contains(&element),
            Self::BarredGroup => false,
        }
    }

    /// The roles that the grammar gives an element.
    pub(super) fn all_of(
        facts: &TreeFacts,
        mirror: &Mirror,
        element: ElementId,
    ) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |role| role.is_of(facts, mirror, element))
    }
}

/// An element, and the depth at which it was opened.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) node: NodeId,
    pub(super) depth: usize,
}

/// What an open container holds.
#[derive(Default)]
pub(super) struct Container {
    /// Several sources may be chosen, so that none is mirrored.
    pub(super) several: bool,
    /// Whether a source is chosen where none asks to be.
    pub(super) one_row: bool,
    pub(super) chosen: Option<NodeId>,
    /// The first mirror in document order.
    pub(super) first: Option<First>,
    /// The other mirrors that something may have been written into since they were emptied.
    pub(super) others: Vec<Other>,
    /// While this is open, what is read stands before the first mirror.
    pub(super) early: Option<Opened>,
}

/// The first mirror of a container.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) opened: Opened,
    /// Whether it is in what was chosen when it came.
    pub(super) in_chosen: bool,
    pub(super) disabled: bool,
    /// The outermost node around it, or itself, of which it is known.
    pub(super) climbed: NodeId,
    pub(super) shown: Option<Shown>,
}

/// A mirror that is not the first.
#[derive(Clone, Copy)]
pub(super) struct Other {
    pub(super) opened: Opened,
    /// Whether it is in what was chosen when it came.
    pub(super) in_chosen: bool,
}

/// What a mirror shows.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) of: NodeId,
    /// Where the copies end.
    pub(super) end: End,
}

/// What the content of an element ended with at some time.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) last: Option<NodeId>,
    /// That of the last node; none if and only if there was no node.
    pub(super) content: Option<Content>,
}

impl End {
    /// That of an empty element.
    pub(super) const EMPTY: Self = Self { last: None, content: None };
}

impl Container {
    /// The mirror that shows what is chosen.
    pub(super) fn enabled(&self) -> Option<&First> {
        self.first.as_ref().filter(|first| !self.several && !first.disabled)
    }
}

/// The marks for one `tree mirror` statement.
#[derive(Default)]
pub(super) struct Marks {
    roles: BTreeSet<(Role, usize)>,
    /// By depth: what the open containers hold.
    containers: BTreeMap<usize, Container>,
    /// By depth: the elements that have left the tree with what a mirror held. They are edges, and need have no other role.
    lost: BTreeMap<usize, NodeId>,
    /// What is open outside of a lost element, though it is above that on the stack, and the lost element, which is no edge
    /// meanwhile; the innermost last.
    escaped: Vec<(Opened, Opened)>,
}

impl Marks {
    pub(super) fn put(&mut self, role: Role, depth: usize) {
        self.roles.insert((role, depth));
    }

    /// Marks what is at a depth with several roles, the one of a container among them if it is one.
    pub(super) fn put_all(
        &mut self,
        depth: usize,
        roles: impl IntoIterator<Item = Role>,
        container: Option<Container>,
    ) {
        roles.into_iter().for_each(|role| self.put(role, depth));
        if let Some(container) = container {
            self.put(Role::Container, depth);
            self.containers.insert(depth, container);
        }
    }

    /// The depths of a role that are greater than another one, ascending.
    pub(super) fn deeper(
        &self,
        role: Role,
        than: usize,
    ) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.roles.range((role, than + 1)..=(role, usize::MAX)).map(|&(_, depth)| depth)
    }

    /// The depth of the innermost edge; 0 if there is none.
    pub(super) fn edge(&self) -> usize {
        self.deeper(Role::Edge, 0).next_back().unwrap_or(0)
    }

    /// The depth of the nearest container.
    pub(super) fn nearest(&self) -> Option<usize> {
        self.deeper(Role::Container, self.edge()).next_back()
    }

    /// The depth of the container that is nearest to what is at a depth.
    pub(super) fn around(&self, depth: usize) -> Option<usize> {
        let last = |role| self.roles.range((role, 0)..(role, depth)).next_back();
        let edge = last(Role::Edge).map_or(0, |&(_, edge)| edge);
        last(Role::Container).map(|&(_, container)| container).filter(|&found| found > edge)
    }

    /// The depth of the container that a source here belongs to.
    pub(super) fn nearest_of_source(&self) -> Option<usize> {
        let nearest = self.nearest()?;
        let none = |role| self.deeper(role, nearest).next().is_none();
        let one_group = self.deeper(Role::Group, nearest).nth(1).is_none();
        (none(Role::Source) && none(Role::Until) && one_group).then_some(nearest)
    }

    /// Whether a mirror here shows nothing.
    pub(super) fn disables(&self) -> bool {
        let edge = self.edge();
        let some = |role| self.deeper(role, edge).next().is_some();
        let second = self.deeper(Role::Container, edge).nth(1);
        some(Role::Source) || some(Role::Mirror) || second.is_some()
    }

    /// An open element has left the tree.
    pub(super) fn lose(&mut self, opened: Opened) {
        self.put(Role::Edge, opened.depth);
        self.lost.insert(opened.depth, opened.node);
    }

    /// Whether an element has left the tree before it was closed.
    pub(super) fn has_lost(&self, opened: Opened) -> bool {
        self.lost.get(&opened.depth) == Some(&opened.node)
    }

    /// What was opened last was to stand before a lost element, and stands in what is around that on the stack.
    pub(super) fn escape(&mut self, escaped: Opened, lost: NodeId) {
        if let Some((&depth, &node)) = self.lost.last_key_value()
            && node == lost
        {
            self.drop_lost(depth);
            self.escaped.push((escaped, Opened { node, depth }));
        }
    }

    fn drop_lost(&mut self, depth: usize) {
        self.lost.remove(&depth);
        self.roles.remove(&(Role::Edge, depth));
    }

    /// Drops the marks of lost elements that are closed.
    pub(super) fn drop_closed(&mut self, is_open: impl Fn(Opened) -> bool) {
        while let Some((_, lost)) = self.escaped.pop_if(|(escaped, _)| !is_open(*escaped)) {
            self.lose(lost);
        }
        while let Some((&depth, &node)) = self.lost.last_key_value()
            && !is_open(Opened { node, depth })
        {
            self.drop_lost(depth);
        }
    }

    pub(super) fn container_mut(&mut self, depth: usize) -> Option<&mut Container> {
        self.containers.get_mut(&depth)
    }

    /// Takes the marks of one depth out; what the container there held, if it is one.
    pub(super) fn leave(&mut self, depth: usize) -> Option<Container> {
        for role in Role::ALL {
            self.roles.remove(&(role, depth));
        }
        self.lost.remove(&depth);
        self.containers.remove(&depth)
    }

    /// Takes the marks from a depth on out.
    pub(super) fn cut(&mut self, depth: usize) {
        self.take(&(depth..usize::MAX));
    }

    /// Takes the marks in a range of depths out: by depth, with what the containers hold.
    pub(super) fn take(
        &mut self,
        range: &Range<usize>,
    ) -> Vec<(usize, Vec<Role>, Option<Container>)> {
        let mut taken: BTreeMap<usize, Vec<Role>> = BTreeMap::new();
        for role in Role::ALL.into_iter().filter(|_| !self.roles.is_empty()) {
            for &(role, depth) in self.roles.range((role, range.start)..(role, range.end)) {
                taken.entry(depth).or_default().push(role);
            }
        }
        let taken = taken.into_iter();
        taken.map(|(depth, roles)| (depth, roles, self.leave(depth))).collect()
    }
}
