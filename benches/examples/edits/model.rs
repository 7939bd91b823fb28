//! A plain tree, to which edits are applied one after the other.

use super::RandomEdit;
use std::collections::HashMap;
use std::fmt::Write;
use wishful::tree::{Document, NodeId, NodeKind, NodeRef, TagOrigin};
use wishful::{ParseOptions, Parser};
use wishful_edit::{InsertAt, Insertion};

#[derive(Clone, Default, Debug)]
struct ModelNode {
    /// Name with namespace; empty for other nodes.
    name: String,
    namespace: String,
    attributes: Vec<(String, String)>,
    text: Option<String>,
    /// A comment, a processing instruction or a document type declaration.
    leaf: Option<String>,
    /// The source of such a node.
    source: String,
    children: Vec<usize>,
    parent: usize,
    is_open: bool,
    /// The number of nodes inserted after it and at its start so far.
    after: usize,
    first: usize,
    /// The number of elements that wrap it.
    wraps: usize,
}

/// The context in which new content is parsed.
pub(crate) struct Scene<'s> {
    pub(crate) document: &'s Document,
    pub(crate) parser: &'s Parser,
    pub(crate) options: &'s ParseOptions,
    /// The new names that were asked for.
    pub(crate) renamed: HashMap<NodeId, &'static str>,
}

/// A tree; node 0 is the root. The nodes of the document have their numbers.
pub(crate) struct PlainTree {
    nodes: Vec<ModelNode>,
}

impl PlainTree {
    pub(crate) fn of(document: &Document) -> Self {
        let mut model = Self { nodes: Vec::new() };
        for node in document.nodes() {
            let parent = node.parent().map_or(0, |parent| parent.id().index());
            model.nodes.push(plain(node, parent));
        }
        for node in document.nodes() {
            if let Some(parent) = node.parent()
                && node.kind() != NodeKind::Cruft
            {
                model.nodes[parent.id().index()].children.push(node.id().index());
            }
        }
        model
    }

    pub(crate) fn apply(&mut self, node: NodeId, edit: &RandomEdit, scene: &Scene<'_>) {
        let at = node.index();
        match edit {
            RandomEdit::Set(name, value) => {
                let attributes = &mut self.nodes[at].attributes;
                match (attributes.iter().position(|(own, _)| own == name), value) {
                    (Some(index), Some(value)) => attributes[index].1 = (*value).to_owned(),
                    (None, Some(value)) => {
                        attributes.push(((*name).to_owned(), (*value).to_owned()))
                    }
                    (Some(index), None) => drop(attributes.remove(index)),
                    (None, None) => {}
                }
            }
            RandomEdit::Class(class, is_added) => self.class(at, class, *is_added),
            RandomEdit::Rename(name) => self.nodes[at].name = (*name).to_owned(),
            RandomEdit::Remove => self.hide(at),
            RandomEdit::Unwrap => self.nodes[at].is_open = true,
            RandomEdit::Wrap(tag) => self.wrap(at, tag),
            RandomEdit::Replace(content) => {
                let new = self.content(at, false, content, scene);
                self.insert_before(at, new);
                self.hide(at);
            }
            RandomEdit::Content(content) => {
                let new = self.content(at, true, content, scene);
                let old = std::mem::take(&mut self.nodes[at].children);
                // (What was inserted at its start stays before the new content, and what was
                // inserted at its end after it.)
                let known = scene.document.len();
                let [mut before, mut after] = [Vec::new(), Vec::new()];
                for (index, child) in old.iter().enumerate() {
                    let is_new = *child >= known || self.nodes[*child].parent != at;
                    if is_new && index < self.nodes[at].first {
                        before.push(*child);
                    } else if is_new {
                        after.push(*child);
                    }
                }
                self.nodes[at].children = [before, new, after].concat();
            }
            RandomEdit::Insert(place, content) => {
                let inside = matches!(place, InsertAt::First | InsertAt::Last);
                let new = self.content(at, inside, content, scene);
                let count = new.len();
                match place {
                    InsertAt::Before => self.insert_before(at, new),
                    InsertAt::First => {
                        let first = self.nodes[at].first;
                        self.nodes[at].children.splice(first..first, new);
                        self.nodes[at].first += count;
                    }
                    InsertAt::Last => self.nodes[at].children.extend(new),
                    InsertAt::After => {
                        let (parent, index) = self.position(self.outermost(at));
                        let index = index + 1 + self.nodes[at].after;
                        self.nodes[parent].children.splice(index..index, new);
                        self.nodes[at].after += count;
                    }
                }
            }
        }
    }

    fn class(&mut self, at: usize, class: &str, is_added: bool) {
        let attributes = &mut self.nodes[at].attributes;
        let index = attributes.iter().position(|(name, _)| name == "class");
        let before = index.map_or(String::new(), |index| attributes[index].1.clone());
        let mut classes: Vec<&str> = before.split_ascii_whitespace().collect();
        if classes.contains(&class) == is_added {
            return;
        }
        classes.retain(|other| is_added || *other != class);
        if is_added {
            classes.push(class);
        }
        match (index, classes.is_empty()) {
            (Some(index), true) => drop(attributes.remove(index)),
            (Some(index), false) => attributes[index].1 = classes.join(" "),
            (None, true) => {}
            (None, false) => attributes.push(("class".to_owned(), classes.join(" "))),
        }
    }

    /// Puts an element around a node and the elements that wrap it.
    fn wrap(&mut self, at: usize, tag: &str) {
        let (name, class) =
            tag.trim_matches(['<', '>']).split_once(" class=").expect("a start tag with a class");
        let outermost = self.outermost(at);
        let (parent, index) = self.position(outermost);
        let number = self.nodes.len();
        self.nodes.push(ModelNode {
            name: name.to_owned(),
            attributes: vec![("class".to_owned(), class.to_owned())],
            children: vec![outermost],
            parent,
            ..ModelNode::default()
        });
        self.nodes[parent].children[index] = number;
        self.nodes[at].wraps += 1;
    }

    fn outermost(&self, at: usize) -> usize {
        let mut outermost = at;
        for _ in 0..self.nodes[at].wraps {
            outermost = self.position(outermost).0;
        }
        outermost
    }

    /// Returns the node that has a node as its child, and the index there.
    fn position(&self, at: usize) -> (usize, usize) {
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some(index) = node.children.iter().position(|&child| child == at) {
                return (number, index);
            }
        }
        panic!("node {at} is in the tree");
    }

    fn insert_before(&mut self, at: usize, new: Vec<usize>) {
        let (parent, index) = self.position(self.outermost(at));
        self.nodes[parent].children.splice(index..index, new);
    }

    /// Puts an empty node in the place of a node and its wrapping elements.
    fn hide(&mut self, at: usize) {
        let outermost = self.outermost(at);
        let (parent, index) = self.position(outermost);
        let number = self.nodes.len();
        self.nodes.push(ModelNode { is_open: true, parent, ..ModelNode::default() });
        self.nodes[parent].children[index] = number;
    }

    /// Adds new content, or takes a moved node out of its place.
    fn content(
        &mut self,
        at: usize,
        inside: bool,
        content: &Insertion,
        scene: &Scene<'_>,
    ) -> Vec<usize> {
        match content {
            Insertion::Text(text) => {
                self.nodes.push(ModelNode { text: Some(text.clone()), ..ModelNode::default() });
                vec![self.nodes.len() - 1]
            }
            Insertion::Node(moved) => {
                let top = self.outermost(moved.index());
                self.hide(moved.index());
                vec![top]
            }
            Insertion::Html(html) => {
                let node = scene.document.node(NodeId::new(at));
                let around = if inside { node } else { node.and_then(NodeRef::parent) };
                let context = around.and_then(|around| {
                    let name = scene.renamed.get(&around.id()).copied().or(around.name())?;
                    Some(format!("{} {name}", around.namespace().unwrap_or_default()))
                });
                let context = context.or(scene.options.fragment.clone());
                let options = scene.options.clone().fragment(context.as_deref());
                let fragment =
                    scene.parser.parse(&**html, &options).expect("a context of the document");
                self.graft(&fragment, context.is_none())
            }
        }
    }

    /// Adds the nodes of a fragment, or those that are written at the top of a document.
    fn graft(&mut self, fragment: &Document, is_document: bool) -> Vec<usize> {
        let base = self.nodes.len();
        for mut node in Self::of(fragment).nodes {
            node.children.iter_mut().for_each(|child| *child += base);
            node.parent += base;
            self.nodes.push(node);
        }
        let mut top = self.nodes[base].children.clone();
        top.retain(|&child| {
            let node = fragment.node(NodeId::new(child - base)).expect("a node of the fragment");
            let is_written = matches!(node.start_tag(), Some(TagOrigin::Written(_)));
            !is_document || !node.is_element() || is_written
        });
        top
    }

    /// Returns the tree as lines; adjacent texts are one.
    /// Serialises the tree as HTML (HTML, section 13.3).
    pub(crate) fn html(&self) -> String {
        let mut out = String::new();
        let mut tasks = vec![(0, false)];
        while let Some((number, is_end)) = tasks.pop() {
            let node = &self.nodes[number];
            let name = node.name.as_str();
            if let Some(text) = &node.text {
                let is_raw = RAW.contains(&self.nodes[node.parent].name.as_str());
                out.push_str(&if is_raw { text.clone() } else { escaped(text) });
            } else if node.leaf.is_some() {
                out.push_str(&node.source);
            } else if is_end {
                let _ = write!(out, "</{name}>");
            } else {
                if !node.is_open && number != 0 {
                    let _ = write!(out, "<{name}");
                    for (name, value) in &node.attributes {
                        let _ = write!(out, " {name}=\"{}\"", escaped(value));
                    }
                    out.push('>');
                    if matches!(name, "pre" | "textarea" | "listing") {
                        out.push('\n');
                    }
                    if !VOID.contains(&name) {
                        tasks.push((number, true));
                    }
                }
                tasks.extend(node.children.iter().rev().map(|&child| (child, false)));
            }
        }
        out
    }

    pub(crate) fn written(&self) -> String {
        let (mut out, mut text) = (String::new(), String::new());
        let mut tasks = vec![(0, false)];
        while let Some((number, is_end)) = tasks.pop() {
            let node = &self.nodes[number];
            if let Some(more) = &node.text {
                text.push_str(more);
                continue;
            }
            let is_transparent = node.is_open || number == 0;
            if !is_transparent {
                if !text.is_empty() {
                    let _ = writeln!(out, "text {text:?}");
                    text.clear();
                }
                let _ = match (&node.leaf, is_end) {
                    (Some(leaf), _) => writeln!(out, "{leaf}"),
                    (None, true) => writeln!(out, "end {}", node.name),
                    (None, false) => {
                        writeln!(out, "{} {} {:?}", node.name, node.namespace, node.attributes)
                    }
                };
            }
            if is_end || node.leaf.is_some() {
                continue;
            }
            if !is_transparent {
                tasks.push((number, true));
            }
            tasks.extend(node.children.iter().rev().map(|&child| (child, false)));
        }
        if !text.is_empty() {
            let _ = writeln!(out, "text {text:?}");
        }
        out
    }
}

const VOID: [&str; 16] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "link", "meta", "source", "track", "wbr",
];
const RAW: [&str; 7] = ["iframe", "noembed", "noframes", "plaintext", "script", "style", "xmp"];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the end of the innermost written end tag of an element that ends with a node.
fn closed_at(node: NodeRef<'_>) -> Option<u32> {
    let mut around = node.ancestors();
    let is_last =
        |around: &NodeRef<'_>| around.descendants().last().map(|last| last.id()) == Some(node.id());
    around.find_map(|around| match around.end_tag() {
        Some(TagOrigin::Written(tag)) => Some(is_last(&around).then_some(tag.end)),
        _ => None,
    })?
}

/// Returns the spans of a node without blanks at its end that are written after the end tag of an
/// element around it.
pub(crate) fn fixed_spans(node: NodeRef<'_>) -> Vec<std::ops::Range<usize>> {
    let (end, source) = (closed_at(node), node.document().text());
    let mut spans = node.spans();
    while let Some(span) = spans.last()
        && node.kind() == NodeKind::Text
        && end.is_some_and(|end| span.start >= end)
        && span.of(source).trim_ascii().is_empty()
    {
        spans.pop();
    }
    spans.into_iter().map(|span| span.range()).collect()
}

/// Returns a text without its blanks that are no [`fixed_spans`].
fn fixed_text(node: NodeRef<'_>) -> String {
    let mut text = node.text().unwrap_or_default().into_owned();
    let (all, fixed) = (node.spans().len(), fixed_spans(node).len());
    for span in node.spans().iter().skip(fixed).take(all - fixed) {
        let blanks = span.of(node.document().text()).replace("\r\n", "\n").replace('\r', "\n");
        text.truncate(text.len() - blanks.len());
    }
    text
}

fn plain(node: NodeRef<'_>, parent: usize) -> ModelNode {
    let mut new = ModelNode { parent, ..ModelNode::default() };
    if let Some(span) = node.spans().first() {
        new.source = span.of(node.document().text()).to_owned();
    }
    match node.kind() {
        NodeKind::Document | NodeKind::Cruft => {}
        NodeKind::Element => {
            new.name = node.name().unwrap_or_default().to_owned();
            new.namespace = node.namespace().unwrap_or_default().to_owned();
            for attribute in node.attributes().filter(|attribute| !attribute.is_duplicate()) {
                new.attributes.push((attribute.name().to_owned(), attribute.value().to_owned()));
            }
        }
        NodeKind::Text => new.text = Some(fixed_text(node)),
        NodeKind::Comment => new.leaf = Some(format!("comment {:?}", node.text())),
        NodeKind::ProcessingInstruction => {
            new.leaf = Some(format!("instruction {:?} {:?}", node.target(), node.text()));
        }
        NodeKind::Doctype => {
            let ids = (node.public_id(), node.system_id());
            new.leaf = Some(format!("doctype {:?} {ids:?}", node.doctype_name()));
        }
    }
    new
}
