//! The edited tree: the nodes of a document, with the edits applied during a walk.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::action::{Action, InsertAt, NodeEdit};
use super::content::{ParsedContent, is_written};
use super::floating::fixed_pieces;
use wishful::tree::{AttributeRef, Document, NodeId, NodeKind, NodeRef, Walk, WalkStep};

/// The accepted edits, by node.
pub(super) struct Overlay<'a> {
    pub(super) document: &'a Document,
    nodes: BTreeMap<NodeId, NodeEdits<'a>>,
    /// The outermost nodes whose content is removed, each with its last descendant, ascending.
    removed: Vec<(NodeId, NodeId)>,
}

/// The edits of one node.
#[derive(Default)]
pub(super) struct NodeEdits<'a> {
    /// The new values of attributes; `None` removes one.
    pub(super) attributes: Vec<(&'a str, Option<Cow<'a, str>>)>,
    pub(super) name: Option<&'a str>,
    pub(super) is_removed: bool,
    pub(super) is_unwrapped: bool,
    /// The elements around the node, the innermost first.
    pub(super) wraps: Vec<&'a ParsedContent>,
    inserted: [Vec<&'a ParsedContent>; 4],
    pub(super) content: Option<&'a ParsedContent>,
    /// The index of the `class` attribute among the attributes, if classes change.
    class: Option<usize>,
    /// The classes to add (`true`) and to remove.
    classes: Vec<(&'a str, bool)>,
}

impl NodeEdits<'_> {
    /// Reports whether the node itself is changed, as opposed to its position.
    fn is_changed(&self) -> bool {
        let has_content =
            self.content.is_some() || self.inserted.iter().any(|list| !list.is_empty());
        self.changes_tag() || self.is_unwrapped || !self.wraps.is_empty() || has_content
    }

    /// Reports whether the element gets new content.
    pub(super) fn gets_content(&self) -> bool {
        let inside = [InsertAt::First, InsertAt::Last];
        self.content.is_some() || inside.iter().any(|&at| !self.inserted[at as usize].is_empty())
    }

    pub(super) fn changes_tag(&self) -> bool {
        self.name.is_some() || !self.attributes.is_empty()
    }
}

impl<'a> Overlay<'a> {
    /// Applies edits, each with its parsed content.
    pub(super) fn new(
        document: &'a Document,
        edits: impl Iterator<Item = (&'a NodeEdit, Option<&'a ParsedContent>)>,
    ) -> Self {
        let mut overlay = Self { document, nodes: BTreeMap::new(), removed: Vec::new() };
        for (edit, content) in edits {
            overlay.add(edit, content);
        }
        for (&node, edits) in &mut overlay.nodes {
            if let Some(at) = edits.class
                && let Some(node) = document.node(node)
            {
                edits.attributes[at].1 = with_classes(node, &edits.classes);
            }
        }
        overlay.note_removed();
        overlay
    }

    fn add(&mut self, edit: &'a NodeEdit, content: Option<&'a ParsedContent>) {
        if let Some(&ParsedContent::Node(moved)) = content {
            self.nodes.entry(moved).or_default().is_removed = true;
        }
        if self.document.node(edit.node).is_some_and(|node| is_in_force(node, &edit.action)) {
            return;
        }
        let edits = self.nodes.entry(edit.node).or_default();
        match (&edit.action, content) {
            (Action::Attribute(name, value), _) => {
                edits.attributes.push((name, value.as_deref().map(Cow::Borrowed)));
            }
            (Action::Class(name, is_added), _) => {
                if edits.class.is_none() {
                    edits.class = Some(edits.attributes.len());
                    edits.attributes.push(("class", None));
                }
                edits.classes.push((name, *is_added));
            }
            (Action::Rename(name), _) => edits.name = Some(name),
            (Action::Remove, _) => edits.is_removed = true,
            (Action::Unwrap, _) => edits.is_unwrapped = true,
            (Action::Wrap(_), Some(content)) => edits.wraps.push(content),
            (Action::Insert(at, _), Some(content)) => edits.inserted[*at as usize].push(content),
            (Action::Content(_), Some(content)) => edits.content = Some(content),
            (Action::Replace(_), Some(content)) => {
                edits.is_removed = true;
                edits.inserted[InsertAt::Before as usize].push(content);
            }
            (_, None) => {}
        }
    }

    fn note_removed(&mut self) {
        for (&id, edits) in &self.nodes {
            let is_inside = self.removed.last().is_some_and(|&(_, last)| id <= last);
            if !is_inside
                && (edits.is_removed || edits.content.is_some())
                && let Some(node) = self.document.node(id)
            {
                self.removed.push((id, last_inside(node)));
            }
        }
    }

    pub(super) fn edits(&self, node: NodeRef<'_>) -> Option<&NodeEdits<'a>> {
        self.nodes.get(&node.id())
    }

    /// Reports whether there are edits of a node or in it.
    pub(super) fn is_edited_inside(&self, node: NodeRef<'_>) -> bool {
        let mut inside = self.nodes.range(node.id()..=last_inside(node));
        // (A moved node itself is marked as removed.)
        inside.any(|(&at, edits)| at != node.id() || edits.is_changed())
    }

    /// Reports whether an element around a node is removed, or its content is.
    pub(super) fn is_removed_around(&self, node: NodeRef<'_>) -> bool {
        let before = self.removed.partition_point(|&(outer, _)| outer < node.id());
        self.removed[..before].last().is_some_and(|&(_, last)| node.id() <= last)
    }

    /// Walks through the edited tree. Blanks that float are left out.
    pub(super) fn events(&self) -> Events<'_, 'a> {
        let mut events = Events { overlay: self, tasks: Vec::new() };
        events.push_siblings(self.document.root().first_child());
        events
    }

    /// Walks through a node with its edits, except those before and after it.
    pub(super) fn events_of(&self, node: NodeRef<'a>) -> Events<'_, 'a> {
        Events { overlay: self, tasks: vec![Task::Node(node, true)] }
    }

    /// Walks through new content.
    pub(super) fn events_in(&self, content: &'a ParsedContent) -> Events<'_, 'a> {
        let mut events = Events { overlay: self, tasks: Vec::new() };
        events.push_content(content);
        events
    }
}

/// Returns the last node inside of a node.
pub(super) fn last_inside(node: NodeRef<'_>) -> NodeId {
    node.subtree().next_back().map_or(node.id(), NodeRef::id)
}

/// Reports whether an element has the name, attribute or class that an edit gives it.
fn is_in_force(node: NodeRef<'_>, action: &Action) -> bool {
    match action {
        Action::Attribute(name, value) => {
            node.attribute_called(name).map(AttributeRef::value) == value.as_deref()
        }
        Action::Class(name, is_added) => node.has_class(name) == *is_added,
        Action::Rename(name) => node.name() == Some(name),
        _ => false,
    }
}

/// Returns the new value of the `class` attribute; `None` if no class is left.
fn with_classes<'a>(node: NodeRef<'a>, changes: &[(&str, bool)]) -> Option<Cow<'a, str>> {
    let before = node.attribute_called("class").map_or("", |attribute| attribute.value());
    let mut classes: Vec<&str> = before.split_ascii_whitespace().collect();
    for &(name, is_added) in changes {
        match (is_added, classes.contains(&name)) {
            (true, false) => classes.push(name),
            (false, true) => classes.retain(|class| *class != name),
            _ => {}
        }
    }
    if classes.is_empty() { None } else { Some(classes.join(" ").into()) }
}

/// A step of the walk.
#[derive(Clone)]
pub(super) enum TreeEvent<'e, 'a> {
    Start(StartTag<'e, 'a>),
    /// The end of an element, with its name.
    End(NodeRef<'a>, &'a str),
    Text(NodeRef<'a>, &'a str),
    /// A comment, a processing instruction or a document type declaration.
    Leaf(NodeRef<'a>),
}

/// The start of an element.
#[derive(Clone)]
pub(super) struct StartTag<'e, 'a> {
    pub(super) node: NodeRef<'a>,
    pub(super) name: &'a str,
    pub(super) edits: Option<&'e NodeEdits<'a>>,
}

impl<'a> StartTag<'_, 'a> {
    /// Returns the attributes after the edits, in order.
    pub(super) fn attributes(&self) -> Vec<(&'a str, Cow<'a, str>)> {
        let own = self.node.own_attributes();
        let mut attributes: Vec<(&str, Cow<'_, str>)> =
            own.map(|own| (own.name(), own.value().into())).collect();
        for (name, value) in self.edits.into_iter().flat_map(|edits| &edits.attributes) {
            let at = attributes.iter().position(|(own, _)| own.eq_ignore_ascii_case(name));
            match (at, value) {
                (Some(at), Some(value)) => attributes[at].1 = value.clone(),
                (None, Some(value)) => attributes.push((name, value.clone())),
                (Some(at), None) => drop(attributes.remove(at)),
                (None, None) => {}
            }
        }
        attributes
    }
}

/// The walk: what remains to be done, the next task last.
pub(super) struct Events<'e, 'a> {
    overlay: &'e Overlay<'a>,
    tasks: Vec<Task<'e, 'a>>,
}

enum Task<'e, 'a> {
    /// A node and its following siblings.
    Siblings(NodeRef<'a>),
    /// A node, and whether it is at its new position.
    Node(NodeRef<'a>, bool),
    Event(TreeEvent<'e, 'a>),
    Content(&'a ParsedContent),
    /// The rest of a fragment.
    Walk(Walk<'a>),
    Moved(NodeId),
}

impl<'e, 'a> Events<'e, 'a> {
    fn push_siblings(&mut self, first: Option<NodeRef<'a>>) {
        if let Some(first) = first {
            self.tasks.push(Task::Siblings(first));
        }
    }

    fn push_content(&mut self, content: &'a ParsedContent) {
        match content {
            ParsedContent::Fragment(fragment, Some(_)) => {
                self.tasks.push(Task::Walk(fragment.root().walk()));
            }
            ParsedContent::Fragment(document, None) => self.push_top(document),
            ParsedContent::Text(text) if text.is_empty() => {}
            ParsedContent::Text(text) => {
                let root = self.overlay.document.root();
                self.tasks.push(Task::Event(TreeEvent::Text(root, text)));
            }
            ParsedContent::Node(node) => self.tasks.push(Task::Moved(*node)),
        }
    }

    /// Adds the tasks of the nodes that are written at the top of a document.
    fn push_top(&mut self, document: &'a Document) {
        let mut next = document.root().last_child();
        while let Some(node) = next {
            let is_virtual = node.is_element() && !is_written(node);
            if !is_virtual {
                self.tasks.push(Task::Walk(node.walk()));
            }
            next = node.previous_sibling();
        }
    }

    fn push_inserted(&mut self, edits: &'e NodeEdits<'a>, at: InsertAt) {
        for content in edits.inserted[at as usize].iter().rev() {
            self.tasks.push(Task::Content(content));
        }
    }

    /// Adds the tasks of an edited node in reverse order.
    fn push_edited(&mut self, node: NodeRef<'a>, edits: &'e NodeEdits<'a>, is_moved: bool) {
        if !is_moved {
            self.push_inserted(edits, InsertAt::After);
        }
        if is_moved || !edits.is_removed {
            for wrap in edits.wraps.iter().rev() {
                self.tasks.extend(wrapper(wrap).map(|node| Task::Event(end(node, None))));
            }
            self.push_own(node, edits);
            for wrap in &edits.wraps {
                self.tasks.extend(wrapper(wrap).map(|node| Task::Event(start(node))));
            }
        }
        if !is_moved {
            self.push_inserted(edits, InsertAt::Before);
        }
    }

    /// Adds the tasks of an edited node itself, with its content.
    fn push_own(&mut self, node: NodeRef<'a>, edits: &'e NodeEdits<'a>) {
        if !node.is_element() {
            return self.push_leaf(node);
        }
        if !edits.is_unwrapped {
            self.tasks.push(Task::Event(end(node, edits.name)));
        }
        self.push_inserted(edits, InsertAt::Last);
        match edits.content {
            Some(content) => self.tasks.push(Task::Content(content)),
            None => self.push_siblings(node.first_child()),
        }
        self.push_inserted(edits, InsertAt::First);
        if !edits.is_unwrapped {
            let name = edits.name.or(node.name()).unwrap_or_default();
            let tag = StartTag { node, name, edits: Some(edits) };
            self.tasks.push(Task::Event(TreeEvent::Start(tag)));
        }
    }

    /// Adds the tasks of a node that is no element.
    fn push_leaf(&mut self, node: NodeRef<'a>) {
        match node.kind() {
            NodeKind::Text => {
                let pieces: Vec<&str> = fixed_pieces(node).map(|(_, piece)| piece).collect();
                for piece in pieces.into_iter().rev() {
                    self.tasks.push(Task::Event(TreeEvent::Text(node, piece)));
                }
            }
            NodeKind::Comment | NodeKind::ProcessingInstruction | NodeKind::Doctype => {
                self.tasks.push(Task::Event(TreeEvent::Leaf(node)));
            }
            NodeKind::Document | NodeKind::Element | NodeKind::Cruft => {}
        }
    }

    /// Adds the tasks of a node without edits.
    fn push_plain(&mut self, node: NodeRef<'a>) {
        if !node.is_element() {
            return self.push_leaf(node);
        }
        self.tasks.push(Task::Event(end(node, None)));
        self.push_siblings(node.first_child());
        self.tasks.push(Task::Event(start(node)));
    }

    /// Takes the next step through a fragment.
    fn walk(&mut self, mut walk: Walk<'a>) {
        let Some(step) = walk.next() else { return };
        let (WalkStep::Enter(node) | WalkStep::Leave(node)) = step;
        if node.is_for_display() {
            walk.pass_over(node);
            return self.tasks.push(Task::Walk(walk));
        }
        self.tasks.push(Task::Walk(walk));
        match step {
            WalkStep::Enter(node) if node.is_element() => {
                self.tasks.push(Task::Event(start(node)));
            }
            WalkStep::Enter(node) => self.push_leaf(node),
            WalkStep::Leave(node) if node.is_element() => {
                self.tasks.push(Task::Event(end(node, None)));
            }
            WalkStep::Leave(_) => {}
        }
    }
}

fn start<'e, 'a>(node: NodeRef<'a>) -> TreeEvent<'e, 'a> {
    TreeEvent::Start(StartTag { node, name: node.name().unwrap_or_default(), edits: None })
}

fn end<'e, 'a>(node: NodeRef<'a>, name: Option<&'a str>) -> TreeEvent<'e, 'a> {
    TreeEvent::End(node, name.or(node.name()).unwrap_or_default())
}

/// Returns the element of a wrapping tag.
pub(super) fn wrapper(content: &ParsedContent) -> Option<NodeRef<'_>> {
    let ParsedContent::Fragment(fragment, _) = content else { return None };
    fragment.root().descendants().find(|node| is_written(*node))
}

impl<'e, 'a> Iterator for Events<'e, 'a> {
    type Item = TreeEvent<'e, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.tasks.pop()? {
                Task::Siblings(node) => {
                    self.push_siblings(node.next_sibling());
                    self.tasks.push(Task::Node(node, false));
                }
                Task::Node(node, _) if node.is_for_display() => {}
                Task::Node(node, is_moved) => match self.overlay.edits(node) {
                    None => self.push_plain(node),
                    Some(edits) => self.push_edited(node, edits, is_moved),
                },
                Task::Event(event) => return Some(event),
                Task::Content(content) => self.push_content(content),
                Task::Walk(walk) => self.walk(walk),
                Task::Moved(node) => {
                    if let Some(node) = self.overlay.document.node(node) {
                        self.tasks.push(Task::Node(node, true));
                    }
                }
            }
        }
    }
}
