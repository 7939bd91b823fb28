//! Construction of the view of a document: steps 1 and 2 of the seed, "make a copy of the DOM tree"
//! and "implement the include pattern".
//!
//! A pass visits a subtree in document order. At an include, a pass over its target goes on top of
//! the stack; when it ends, the pass below continues after the include. The header cells of a table
//! cell are visited likewise, at the end of the cell.
//!
//! A target is not included if it contains the include, or if a pass over it is active; so cycles
//! end. Nested includes can multiply the document, so all nodes that are visited again are counted
//! and limited.

use std::collections::HashSet;

use super::lexicon::{INCLUDE, Lexicon, NameNumber};
use super::text::{Streams, TextStretch};
use super::view::{EntryId, Opening, View};
use super::work::{Lines, WorkBudget};
use crate::vocabulary::Reading;
use wishful::tree::{Document, NodeId, NodeRef, Nodes};

/// The attribute of a table cell that lists its header cells.
const HEADERS: &str = "headers";

/// A visit of a subtree.
struct IncludeVisit<'d> {
    nodes: Nodes<'d>,
    target: NodeRef<'d>,
    /// The number of open elements when the pass began.
    base: usize,
    is_copy: bool,
}

/// An open element.
struct EnclosingElement<'d> {
    node: NodeRef<'d>,
    entry: Option<EntryId>,
    began: TextStretch,
    /// The formats of which the element is a root, by number. Each comes with the previous
    /// innermost root.
    formats: Vec<(usize, Option<EntryId>)>,
    /// The text of the element is in a separate stream.
    is_hidden: bool,
    /// The ids of the header cells that are still to be visited at the end, in reverse order.
    headers: Vec<&'d str>,
    ends_line: bool,
}

/// A builder of the view.
pub(super) struct Maker<'d, 'v, 'a> {
    document: &'d Document,
    lexicon: &'a Lexicon<'v>,
    account: &'a mut WorkBudget,
    lines: &'a Lines,
    view: View,
    texts: Vec<TextStretch>,
    streams: Streams,
    passes: Vec<IncludeVisit<'d>>,
    open: Vec<EnclosingElement<'d>>,
    /// The targets of the passes.
    active: HashSet<NodeId>,
    /// The innermost open root of each format, by the number of the format in the view.
    roots: Vec<Option<EntryId>>,
    names: Vec<NameNumber>,
}

impl<'d, 'v, 'a> Maker<'d, 'v, 'a> {
    pub(super) fn new(
        document: &'d Document,
        lexicon: &'a Lexicon<'v>,
        lines: &'a Lines,
        account: &'a mut WorkBudget,
    ) -> Self {
        Self {
            document,
            lexicon,
            account,
            lines,
            view: View::default(),
            texts: Vec::new(),
            streams: Streams::new(),
            passes: Vec::new(),
            open: Vec::new(),
            active: HashSet::new(),
            roots: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Returns the view, and the buffer of its texts.
    pub(super) fn finish(self) -> (View, String) {
        let (mut view, (text, joined)) = (self.view, self.streams.joined());
        for (entry, &stretch) in view.entries.iter_mut().zip(&self.texts) {
            entry.text = joined.span(stretch);
        }
        (view, text)
    }

    /// Adds an outermost root with its content.
    pub(super) fn add(&mut self, root: NodeRef<'d>) {
        self.begin(root, false);
        while self.step() {}
    }

    fn begin(&mut self, target: NodeRef<'d>, is_copy: bool) {
        self.active.insert(target.id());
        let (nodes, base) = (target.subtree(), self.open.len());
        self.passes.push(IncludeVisit { nodes, target, base, is_copy });
    }

    /// Enters a node, leaves a node, or ends a pass. Returns `false` at the end.
    fn step(&mut self) -> bool {
        let Some(pass) = self.passes.last_mut() else { return false };
        let next = pass.nodes.clone().next();
        let innermost = if self.open.len() > pass.base { self.open.last() } else { None };
        let is_at_end = match (innermost, next) {
            (Some(open), Some(next)) => !open.node.contains(next),
            (Some(_), None) => true,
            (None, _) => false,
        };
        if is_at_end {
            self.leave();
        } else if let Some(node) = pass.nodes.next() {
            let is_copy = pass.is_copy;
            self.enter(node, is_copy);
        } else {
            let target = pass.target.id();
            self.passes.pop();
            self.active.remove(&target);
        }
        true
    }

    fn skip(&mut self) {
        if let Some(pass) = self.passes.last_mut() {
            pass.nodes.skip_subtree();
        }
    }

    fn enter(&mut self, node: NodeRef<'d>, is_copy: bool) {
        self.account.work.nodes += 1;
        if is_copy && !self.account.copy(1) {
            return self.skip();
        }
        if !node.is_element() {
            for piece in node.text_pieces() {
                self.write(piece, is_copy);
            }
            return;
        }
        if node.has_template_contents() || node.is_shadow_root() {
            return self.skip();
        }
        match self.included(node) {
            Some(target) => {
                self.skip();
                self.begin(target, true);
            }
            None => self.open_element(node, is_copy),
        }
    }

    fn write(&mut self, text: &str, is_copy: bool) {
        if !is_copy || self.account.copy(text.len()) {
            let written = self.streams.write(text);
            self.account.write(written);
        }
    }

    /// Returns the target of an include. Step 2: "removing any nodes with class="include" and
    /// replacing them with the node which they point to (unless the node pointed to is an ancestor
    /// node …)".
    fn included(&mut self, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        if !node.has_class(INCLUDE) {
            return None;
        }
        let attributes = &self.lexicon.reading(Reading::Link, node)?.attributes;
        let id =
            attributes.iter().find_map(|name| node.attribute(name)?.trim().strip_prefix('#'))?;
        self.target(id, node)
    }

    /// Returns the element with an id to which something in `node` points, if it may be included
    /// there.
    fn target(&mut self, id: &str, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        let target = self.document.by_id_in_tree(id)?;
        let may_be = !target.contains(node) && !self.active.contains(&target.id());
        if may_be && self.account.copy(0) { Some(target) } else { None }
    }

    fn open_element(&mut self, node: NodeRef<'d>, is_copy: bool) {
        let ends_line = self.begin_line(node);
        let began = self.streams.here();
        let entry = self.entry(node, is_copy);
        let formats = match entry {
            Some(entry) => self.begin_root(entry),
            None => Vec::new(),
        };
        let is_hidden = self.substitute(node, is_copy);
        let mut headers: Vec<&str> = node.tokens(HEADERS).collect();
        headers.reverse();
        self.open.push(EnclosingElement {
            node,
            entry,
            began,
            formats,
            is_hidden,
            headers,
            ends_line,
        });
    }

    /// Begins a new line for an element that `lines` lists, and writes its mark. Returns `false`
    /// for other elements.
    fn begin_line(&mut self, node: NodeRef<'d>) -> bool {
        let Some(mark) = node.name().and_then(|name| self.lines.get(name)) else { return false };
        self.streams.end_line();
        self.streams.write(mark);
        true
    }

    /// Adds an entry for an element, if the vocabulary knows one of its names.
    fn entry(&mut self, node: NodeRef<'d>, is_copy: bool) -> Option<EntryId> {
        let lexicon = self.lexicon;
        self.names.clear();
        self.names.extend(node.classes().filter_map(|class| lexicon.class(class)));
        let is_root = self.names.iter().any(|&name| lexicon.root(name).is_some());
        if let Some(rel) = node.attribute("rel") {
            let types = rel.split_ascii_whitespace();
            self.names.extend(types.filter_map(|name| lexicon.link_type(name)));
            self.names.extend(lexicon.link_types_together(rel));
        }
        if self.names.is_empty() {
            return None;
        }
        let (names, none): (_, &[_]) = (&self.names, &[]);
        let around = if is_root { &self.roots } else { none };
        let id = self.view.open(Opening { node: node.id(), names, around, is_copy, is_root });
        self.texts.push(TextStretch::default());
        Some(id)
    }

    /// Makes an entry the innermost root of its formats; returns the previous ones.
    fn begin_root(&mut self, entry: EntryId) -> Vec<(usize, Option<EntryId>)> {
        if !self.view.entry(entry).is_root {
            return Vec::new();
        }
        let names = self.view.names(entry).iter();
        let formats: Vec<_> = names.filter_map(|&name| self.lexicon.root(name)).collect();
        let mut previous = Vec::with_capacity(formats.len());
        for format in formats {
            let number = self.view.meet(format);
            self.roots.resize(self.roots.len().max(number + 1), None);
            previous.push((number, self.roots[number].replace(entry)));
        }
        previous
    }

    /// Writes the replacement text of an element, by the cases of `_STRINGIFY`. If there is one,
    /// the content of the element goes to a separate stream.
    fn substitute(&mut self, node: NodeRef<'d>, is_copy: bool) -> bool {
        let Some(entry) = self.lexicon.reading(Reading::Stringify, node) else { return false };
        if let Some(text) = entry.attributes.iter().find_map(|name| node.attribute(name)) {
            self.write(text, is_copy);
        } else if let Some(text) = &entry.otherwise {
            self.streams.write_exactly(text);
        } else {
            return false;
        }
        self.streams.open();
        true
    }

    /// Leaves the innermost element, after a visit of its header cells.
    fn leave(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        if let Some(id) = open.headers.pop() {
            let cell = open.node;
            return self.add_header(id, cell);
        }
        let Some(open) = self.open.pop() else { return };
        for (number, before) in open.formats {
            self.roots[number] = before;
        }
        if open.is_hidden {
            self.streams.close();
        }
        if let Some(entry) = open.entry {
            self.view.close(entry);
            self.texts[entry.index()] = self.streams.until_here(open.began);
        }
        if open.ends_line {
            self.streams.end_line();
        }
    }

    /// Visits a header cell of a table cell, as in the implementation by the seed's author. The
    /// content of the header cell counts as content of the cell.
    fn add_header(&mut self, id: &str, cell: NodeRef<'d>) {
        if let Some(target) = self.target(id, cell) {
            self.begin(target, true);
        }
    }
}
