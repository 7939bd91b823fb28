//! The edits as changes of the source.
//!
//! Every byte outside of the parts that are made here is copied. So this is where the source is
//! kept; `settle` checks the tree only.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::action::{Action, InsertAt, NodeEdit};
use super::content::ParsedContent;
use super::floating::{fixed_pieces, last_fixed_child};
use super::overlay::{NodeEdits, Overlay, StartTag, last_inside};
use super::references::text_of;
use super::serialize::{html, start_tag, text_in};
use super::style::SourceStyle;
use crate::rewrite::{Part, parts_of};
use wishful::base::Span;
use wishful::grammar::Grammar;
use wishful::token::LexicalState;
use wishful::tree::html::lexical;
use wishful::tree::{Document, NodeId, NodeRef, TagOrigin};

/// The way in which the edits are written.
#[derive(Clone, Default)]
pub(super) struct SpellingPlan {
    /// The nodes whose start tags are written anew.
    tags: BTreeSet<NodeId>,
    /// The nodes at which new content is written with its omitted tags.
    pub(super) complete: BTreeSet<NodeId>,
    /// The nodes at whose sides tags are written even if they may be omitted.
    pub(super) explicit: BTreeMap<NodeId, Sides>,
    /// The nodes that are written anew.
    pub(super) anew: BTreeSet<NodeId>,
}

/// The sides of a node at which omitted tags are written: those of the node, of what precedes it,
/// follows it or is in it.
#[derive(Clone, Copy, Default)]
pub(super) struct Sides {
    pub(super) before: bool,
    pub(super) first: bool,
    pub(super) last: bool,
    pub(super) after: bool,
}

impl Sides {
    const ALL: Self = Self { before: true, first: true, last: true, after: true };

    /// Returns the sides that an edit changes.
    fn of(action: &Action) -> Self {
        let none = Self::default();
        match action {
            Action::Insert(InsertAt::Before, _) => Self { before: true, ..none },
            Action::Insert(InsertAt::First, _) => Self { first: true, ..none },
            Action::Insert(InsertAt::Last, _) => Self { last: true, ..none },
            Action::Insert(InsertAt::After, _) => Self { after: true, ..none },
            Action::Remove | Action::Replace(_) => Self { before: true, after: true, ..none },
            _ => Self::ALL,
        }
    }
}

impl SpellingPlan {
    /// Writes what an edit changes completely: a start tag anew, new content with its omitted tags.
    /// Returns `false` if the edit has neither.
    pub(super) fn make_complete(
        &mut self,
        edit: &NodeEdit,
        content: Option<&ParsedContent>,
    ) -> bool {
        match &edit.action {
            action if action.changes_tag() => self.tags.insert(edit.node),
            Action::Wrap(_) => false,
            _ if content.is_some_and(ParsedContent::omits_tags) => self.complete.insert(edit.node),
            _ => false,
        }
    }

    /// Adds the sides that an edit changes, and those of a node that it moves.
    pub(super) fn make_explicit(&mut self, edit: &NodeEdit, content: Option<&ParsedContent>) {
        let sides = self.explicit.entry(edit.node).or_default();
        let more = Sides::of(&edit.action);
        sides.before |= more.before;
        sides.first |= more.first;
        sides.last |= more.last;
        sides.after |= more.after;
        if let Some(&ParsedContent::Node(moved)) = content {
            self.explicit.insert(moved, Sides::ALL);
        }
    }
}

/// A change of the source.
pub(super) struct Splice {
    /// The span that is replaced; empty for an insertion.
    pub(super) span: Span,
    pub(super) order: Order,
    pub(super) text: String,
}

/// The position of a splice in the tree, for splices at the same offset: in the order of a walk.
pub(super) type Order = (NodeId, bool, Reverse<NodeId>, u8);

/// Returns the parts of the new source, and the nodes whose omitted tags are written.
pub(super) fn parts<'a>(
    overlay: &Overlay<'a>,
    edits: &[(&'a NodeEdit, Option<&'a ParsedContent>)],
    plan: &SpellingPlan,
    speller: &Speller<'_>,
) -> (Vec<Part>, BTreeSet<NodeId>) {
    let mut list = SpliceList::new(overlay, plan, speller);
    let mut done: BTreeSet<NodeId> = BTreeSet::new();
    for &(edit, content) in edits {
        let Some(node) = overlay.document.node(edit.node) else { continue };
        list.edit(node, edit, content);
        if done.insert(edit.node) && !list.is_anew(node, true) {
            list.tags(node);
        }
    }
    for (&node, &sides) in &plan.explicit {
        if let Some(node) = overlay.document.node(node) {
            list.explicit(node, sides);
        }
    }
    for node in plan.anew.iter().filter_map(|&node| overlay.document.node(node)) {
        if !list.is_anew(node, false) {
            list.anew(node);
        }
    }
    let tags = list.tags.iter().map(|&(_, _, Reverse(node), _)| node).collect();
    (list.parts(), tags)
}

/// The context of the spelling besides the tree.
pub(super) struct Speller<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) style: SourceStyle,
}

pub(super) struct SpliceList<'l, 'a> {
    pub(super) overlay: &'l Overlay<'a>,
    plan: &'l SpellingPlan,
    pub(super) speller: &'l Speller<'l>,
    pub(super) splices: Vec<Splice>,
    /// The positions of the virtual tags that are written.
    tags: BTreeSet<Order>,
    /// The nodes whose last descendants have their end tags.
    ended: BTreeSet<NodeId>,
    /// The ends of nodes, where they have been computed.
    ends: RefCell<BTreeMap<NodeId, Option<u32>>>,
}

impl<'l, 'a> SpliceList<'l, 'a> {
    fn new(overlay: &'l Overlay<'a>, plan: &'l SpellingPlan, speller: &'l Speller<'l>) -> Self {
        Self {
            overlay,
            plan,
            speller,
            splices: Vec::new(),
            tags: BTreeSet::new(),
            ended: BTreeSet::new(),
            ends: RefCell::default(),
        }
    }

    pub(super) fn document(&self) -> &'a Document {
        self.overlay.document
    }

    pub(super) fn has_whole_tag(&self, node: NodeRef<'_>) -> bool {
        self.plan.tags.contains(&node.id())
    }

    /// Reports whether an element around a node is written anew, or (`itself`) the node.
    fn is_anew(&self, node: NodeRef<'_>, itself: bool) -> bool {
        !self.plan.anew.is_empty()
            && (itself && self.plan.anew.contains(&node.id())
                || node.ancestors().any(|around| self.plan.anew.contains(&around.id())))
    }

    /// Adds what an edit inserts and removes.
    fn edit(&mut self, node: NodeRef<'a>, edit: &NodeEdit, content: Option<&'a ParsedContent>) {
        if let Some(&ParsedContent::Node(moved)) = content
            && let Some(moved) = self.document().node(moved)
            && !self.is_anew(moved, false)
        {
            self.delete_whole(moved);
        }
        if self.is_anew(node, false) {
            return;
        }
        let is_inside_anew = self.plan.anew.contains(&node.id());
        match (&edit.action, content) {
            (Action::Remove, _) => self.delete_whole(node),
            (Action::Insert(InsertAt::Before, _), Some(content)) => {
                let text = self.written(node, node.parent(), content);
                self.insert(self.outer(node).start, before(node, BEFORE), text);
            }
            (Action::Insert(InsertAt::After, _), Some(content)) => {
                let text = self.written(node, node.parent(), content);
                self.insert(self.outer(node).end, after(node, AFTER), text);
            }
            (Action::Replace(_), Some(content)) => {
                self.delete_whole(node);
                let text = self.written(node, node.parent(), content);
                self.insert(self.outer(node).start, before(node, BEFORE), text);
            }
            _ if is_inside_anew => {}
            (Action::Insert(InsertAt::First, _), Some(content)) => {
                let text = self.written(node, Some(node), content);
                self.insert(self.inner(node).start, before(node, FIRST), text);
            }
            (Action::Insert(InsertAt::Last, _), Some(content)) => {
                let text = self.written(node, Some(node), content);
                self.insert(self.inner(node).end, after(node, LAST), text);
            }
            (Action::Content(_), Some(content)) => {
                let inner = self.inner(node);
                self.delete(node, inner);
                let text = self.written(node, Some(node), content);
                self.insert(inner.start, before(node, FIRST), text);
            }
            (Action::Unwrap, _) => {
                for tag in [node.start_tag(), node.end_tag()] {
                    if let Some(TagOrigin::Written(span)) = tag {
                        self.delete(node, span);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the span of a node with its tags.
    pub(super) fn outer(&self, node: NodeRef<'_>) -> Span {
        let (start, end) = (start_of(node), self.end_of(node));
        Span { start, end: end.max(start) }
    }

    /// Returns the span of the content of an element.
    fn inner(&self, node: NodeRef<'_>) -> Span {
        let start = match node.start_tag() {
            Some(TagOrigin::Written(tag)) => tag.end,
            _ => start_of(node),
        };
        let end = match node.end_tag() {
            Some(TagOrigin::Written(tag)) => tag.start,
            _ => self.end_of(node),
        };
        Span { start, end: end.max(start) }
    }

    /// Returns the offset after the last written byte of a node.
    fn end_of(&self, node: NodeRef<'_>) -> u32 {
        self.written_end(node).unwrap_or_else(|| start_of(node))
    }

    /// Returns the offset after the last written byte of a node, if it has any. An element without
    /// a written end tag ends where its last written child does, so the answers for all of them are
    /// stored.
    fn written_end(&self, node: NodeRef<'_>) -> Option<u32> {
        let mut ends = self.ends.borrow_mut();
        // The nodes whose ends are searched, with their children that are not yet visited.
        let mut open = vec![(node, last_fixed_child(node))];
        let mut found: Option<u32> = None;
        while let Some((inside, child)) = open.pop() {
            let own = match (inside.end_tag(), inside.start_tag()) {
                (Some(TagOrigin::Written(tag)), _) => Some(tag.end),
                _ if found.is_some() => found,
                _ if child.is_some_and(|child| !ends.contains_key(&child.id())) => {
                    open.push((inside, child));
                    open.extend(child.map(|child| (child, last_fixed_child(child))));
                    continue;
                }
                _ if let Some(child) = child => {
                    found = ends.get(&child.id()).copied().flatten();
                    open.push((inside, child.previous_sibling()));
                    continue;
                }
                (_, Some(TagOrigin::Written(tag))) => Some(tag.end),
                (_, Some(_)) => None,
                _ => {
                    let fixed = fixed_pieces(inside).last().map(|(span, _)| span);
                    fixed.or_else(|| inside.spans().last().copied()).map(|span| span.end)
                }
            };
            ends.insert(inside.id(), own);
            found = None;
        }
        ends.get(&node.id()).copied().flatten()
    }

    pub(super) fn insert(&mut self, at: u32, order: Order, text: String) {
        self.splices.push(Splice { span: Span { start: at, end: at }, order, text });
    }

    fn delete(&mut self, node: NodeRef<'_>, span: Span) {
        self.splices.push(Splice { span, order: before(node, BEFORE), text: String::new() });
    }

    /// Deletes an element with its content, or the pieces of another node. What is written between
    /// the pieces of a text is no part of it: `a</b>b`, and the `</html>` between two line ends.
    fn delete_whole(&mut self, node: NodeRef<'a>) {
        if node.is_element() {
            return self.delete(node, self.outer(node));
        }
        for span in node.spans() {
            self.delete(node, span);
        }
    }

    /// Spells new content of an edit in an element.
    fn written(
        &self,
        edited: NodeRef<'a>,
        within: Option<NodeRef<'a>>,
        content: &'a ParsedContent,
    ) -> String {
        let state = lexical(within);
        let text = match content {
            ParsedContent::Text(text) => {
                let drops =
                    within.is_some_and(|node| node.drops_newline() && text.starts_with('\n'));
                let text = text_in(state, text);
                if drops { format!("\n{text}") } else { text }
            }
            ParsedContent::Fragment(fragment, Some(_))
                if self.plan.complete.contains(&edited.id()) =>
            {
                self.complete(fragment)
            }
            ParsedContent::Fragment(fragment, _) => fragment.text().to_owned(),
            ParsedContent::Node(moved) => return self.moved(*moved, state, content),
        };
        self.speller.style.line_ends(&text)
    }

    /// Spells a fragment with the tags that it omits.
    fn complete(&self, fragment: &Document) -> String {
        let (overlay, plan) = (Overlay::new(fragment, std::iter::empty()), SpellingPlan::default());
        let mut list = SpliceList::new(&overlay, &plan, self.speller);
        for node in fragment.root().descendants() {
            list.start(node);
            list.end(node);
        }
        text_of(fragment.text(), &list.parts())
    }

    /// Spells a moved node: as it is written if that is possible.
    fn moved(&self, moved: NodeId, state: LexicalState, content: &'a ParsedContent) -> String {
        let Some(node) = self.document().node(moved) else { return String::new() };
        let is_scattered = !node.is_element() && node.spans().len() > 1;
        let is_edited = self.overlay.is_edited_inside(node) || is_scattered;
        if is_edited || self.plan.explicit.contains_key(&moved) || self.plan.anew.contains(&moved) {
            return html(self.overlay.events_in(content), state, self.speller.grammar);
        }
        self.outer(node).of(self.document().text()).to_owned()
    }

    /// Writes the virtual tags of a node and of its neighbours.
    fn explicit(&mut self, node: NodeRef<'a>, sides: Sides) {
        if self.is_anew(node, true) {
            return;
        }
        if sides.before {
            self.ends(node.previous_sibling());
        }
        if sides.before || sides.first {
            self.start(node);
        }
        if sides.first {
            self.starts(node.first_child());
        }
        if sides.last || sides.after {
            self.ends(node.last_child());
            self.end(node);
        }
        if sides.after {
            self.starts(node.next_sibling());
        }
    }

    /// Writes the virtual start tags of a node and of its first descendants.
    fn starts(&mut self, node: Option<NodeRef<'a>>) {
        let mut node = node;
        while let Some(found) = node
            && matches!(found.start_tag(), Some(TagOrigin::Virtual(_)))
        {
            self.start(found);
            node = found.first_child();
        }
    }

    /// Writes the virtual end tags of a node and of its last descendants.
    fn ends(&mut self, node: Option<NodeRef<'a>>) {
        let mut node = node;
        while let Some(found) = node
            && matches!(found.end_tag(), Some(TagOrigin::Virtual(_)))
            && self.ended.insert(found.id())
        {
            self.end(found);
            node = found.last_child();
        }
    }

    pub(super) fn start(&mut self, node: NodeRef<'a>) {
        let edits = self.overlay.edits(node);
        if !matches!(node.start_tag(), Some(TagOrigin::Virtual(_))) || self.is_gone(node, edits) {
            return;
        }
        let name = edits.and_then(|edits| edits.name).or(node.name()).unwrap_or_default();
        let mut text = String::new();
        // OK because writing to a string never fails.
        let _ = start_tag(&StartTag { node, name, edits }, &mut text);
        self.insert_once(tag_place(node), before(node, TAG), text);
    }

    fn end(&mut self, node: NodeRef<'a>) {
        let edits = self.overlay.edits(node);
        let name = edits.and_then(|edits| edits.name).or(node.name()).unwrap_or_default();
        let is_missing = match node.end_tag() {
            None => false,
            Some(origin) => matches!(origin, TagOrigin::Virtual(_)),
        };
        if !is_missing || self.is_gone(node, edits) {
            return;
        }
        let name = match node.tag() {
            Some(tag) if tag.name.get(self.document().text()) == name => {
                tag.name.span().of(self.document().text())
            }
            _ => name,
        };
        self.insert_once(self.end_of(node), after(node, TAG), format!("</{name}>"));
    }

    fn is_gone(&self, node: NodeRef<'_>, edits: Option<&NodeEdits<'_>>) -> bool {
        edits.is_some_and(|edits| edits.is_removed || edits.is_unwrapped)
            || self.is_anew(node, true)
            || self.overlay.is_removed_around(node)
    }

    /// Adds a tag, unless another edit has added it.
    fn insert_once(&mut self, at: u32, order: Order, text: String) {
        if self.tags.insert(order) {
            self.insert(at, order, text);
        }
    }

    /// Writes a node anew with its content.
    fn anew(&mut self, node: NodeRef<'a>) {
        let state = lexical(node.parent());
        let (events, span) = if node.parent().is_none() {
            (self.overlay.events(), Span::new(0, self.document().text().len()))
        } else {
            (self.overlay.events_of(node), self.outer(node))
        };
        let text = html(events, state, self.speller.grammar);
        let text = self.speller.style.line_ends(&text);
        self.splices.push(Splice { span, order: before(node, TAG), text });
    }

    /// Applies the splices.
    fn parts(mut self) -> Vec<Part> {
        self.splices.sort_by_key(|splice| (splice.span.start, splice.order));
        let splices = self.splices.into_iter().map(|splice| (splice.span, splice.text));
        parts_of(self.overlay.document.text().len(), splices)
    }
}

const BEFORE: u8 = 0;
pub(super) const WRAP_START: u8 = 1;
pub(super) const TAG: u8 = 2;
const FIRST: u8 = 3;
const LAST: u8 = 0;
pub(super) const WRAP_END: u8 = 3;
const AFTER: u8 = 4;

/// Returns the order of a splice at the start of a node.
pub(super) fn before(node: NodeRef<'_>, step: u8) -> Order {
    (node.id(), false, Reverse(node.id()), step)
}

/// Returns the order of a splice at the end of a node.
pub(super) fn after(node: NodeRef<'_>, step: u8) -> Order {
    (last_inside(node), true, Reverse(node.id()), step)
}

/// Returns the offset for an omitted start tag. It is before what is foster parented: `<table>x`
/// makes `<body>x<table>`.
fn tag_place(node: NodeRef<'_>) -> u32 {
    let first = start_of(node);
    match node.first_offset() {
        Some(start) if start < first => {
            let between = Span { start, end: first }.of(node.document().text());
            if between.trim_ascii().is_empty() { first } else { start }
        }
        _ => first,
    }
}

/// Returns the offset of the first written byte of a node.
fn start_of(node: NodeRef<'_>) -> u32 {
    let written = node.subtree().find_map(|inside| match inside.start_tag() {
        Some(TagOrigin::Written(tag)) => Some(tag.start),
        Some(_) => None,
        None => inside.spans().first().map(|span| span.start),
    });
    if let Some(start) = written {
        return start;
    }
    // `</p>` makes a `<p>` with nothing else.
    let ended = node.subtree().filter_map(|inside| match inside.end_tag() {
        Some(TagOrigin::Written(tag)) => Some(tag.start),
        _ => None,
    });
    ended.min().or_else(|| node.first_offset()).unwrap_or_default()
}
