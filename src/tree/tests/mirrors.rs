//! Mirrors from hand-made events, which no text can produce, and the work of filling them.

use super::toy::{CAVE, GLASS, PIECE, Play, RANK, RELIC, SHEET, SHRINE, STOP};
use crate::earley::{TerminalId, Word};
use crate::grammar::ElementId;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation, SplicedElement};
use crate::tree::{Document, NodeRef};
use proptest::prelude::*;

/// Returns the content of the mirrors of a document.
fn mirrors(document: &Document) -> Vec<String> {
    let mirrors = document.nodes().filter(|node| matches!(node.name(), Some("stop" | "glass")));
    mirrors.map(NodeRef::text_content).collect()
}

fn relic(play: Play, attributes: &[(&str, &str)], text: &str) -> Play {
    play.tag(RELIC, attributes).text(text).start(PIECE).text("!").end().end()
}

/// Returns the content of a mirror, for relics with an attribute and a text each.
fn mirrored(relics: &[(&str, &str)]) -> String {
    let mut play = Play::new().start(RANK).start(STOP).text("|");
    for (attribute, text) in relics {
        let attributes: &[_] = if attribute.is_empty() { &[] } else { &[(*attribute, "")] };
        play = relic(play, attributes, text);
    }
    let document = play.end().finish();
    let stop = document.first_element("stop").expect("there");
    assert!(stop.children().all(|child| child.parent() == Some(stop)));
    mirrors(&document).concat()
}

#[test]
fn a_mirror_copies_the_chosen_element() {
    assert_eq!(mirrored(&[("", "a"), ("", "b")]), "a!");
    assert_eq!(mirrored(&[("", "a"), ("best", "b"), ("", "c")]), "b!");
    assert_eq!(
        mirrored(&[("best", "a"), ("best", "b")]),
        "b!",
        "the last of those that ask for it"
    );
    assert_eq!(mirrored(&[("broken", "a"), ("", "b"), ("", "c")]), "b!");
    assert_eq!(mirrored(&[]), "");
}

#[test]
fn a_reopened_candidate_has_its_attributes() {
    let play = Play::new().start(RANK).start(STOP).tag(RELIC, &[("best", "")]).end();
    let document = play.reopen(2).text("again").end().start(RELIC).text("c").end().finish();
    assert_eq!(mirrors(&document), ["again"]);
}

/// Copies share the pieces of a text. Joining a copy with later text leaves the original unchanged.
#[test]
fn later_text_joins_the_copy_and_not_the_original() {
    let play = Play::new().start(RANK).start(RELIC).text("a").text("b").end();
    let document = play.start(GLASS).text("x").text("y").finish();
    assert_eq!(mirrors(&document), ["abxy"]);
    let relic = document.first_element("relic").expect("there");
    assert_eq!(relic.text_content(), "ab");
    let glass = document.first_element("glass").expect("there");
    assert_eq!(glass.children().count(), 1, "one text");
}

/// The source of a node that is taken out of a cleared mirror belongs to the mirror around it.
#[test]
fn text_in_nested_cleared_mirrors_belongs_to_the_outer_one() {
    let play = Play::new().start(RANK).start(GLASS).end().start(GLASS).start(GLASS).text("c");
    let document = play.end().end().start(GLASS).finish();
    assert_eq!(document.structure(), "(rank (glass) (glass) (glass))");
    let outer = document.nodes().filter(|node| node.name() == Some("glass")).nth(1);
    let inside = document.text().find(">c<").expect("written") + 1;
    assert_eq!(document.node_at(u32::try_from(inside).expect("small")), outer);
}

fn splice(range: std::ops::Range<usize>, others: &[usize]) -> Edit {
    let word = Word { terminal: TerminalId::new(0), label: 0 };
    let mut spliced = Vec::new();
    for &other in others {
        let (number, element) = (ElementNumber::new(other), ElementId::new(0));
        spliced.push(SplicedElement { number, element, word });
    }
    Edit::Splice { range, others: spliced, stays: None }
}

#[test]
fn elements_spliced_out_of_the_stack_are_mirrored() {
    let play = Play::new().start(RANK).start(STOP).start(RELIC).text("a").start(PIECE).text("b");
    let document = play.edit(splice(2..3, &[])).end().text("c").end().finish();
    assert_eq!(mirrors(&document), ["ab"]);
}

#[test]
fn elements_moved_on_the_stack_are_mirrored() {
    let play = Play::new().start(SHEET).start(RANK).start(STOP).start(RELIC).text("a");
    let document = play.edit(splice(1..3, &[1, 0])).end().finish();
    assert_eq!(mirrors(&document), ["a"]);
    let play = Play::new().start(PIECE).start(RANK).start(STOP).start(PIECE).start(RELIC).text("a");
    let document = play.edit(splice(1..4, &[1])).end().finish();
    assert_eq!(mirrors(&document), ["a"], "one position further in");
}

#[test]
fn retracted_elements_are_not_mirrored() {
    let play = Play::new().start(RANK).start(STOP).start(SHEET).start(RELIC).text("a");
    let play = play.edit(Edit::Retract { depth: 2 });
    assert_eq!(mirrors(&relic(play, &[("best", "")], "b").finish()), ["b!"]);
}

#[test]
fn template_contents_bound_a_mirror() {
    let play = Play::new().start(RANK).start(SHRINE).start(GLASS).text("x").end().end();
    let document = relic(play, &[], "a").start(GLASS).finish();
    assert_eq!(mirrors(&document), ["x", "a!"]);
    let play = Play::new().start(RANK).start(GLASS).end().start(CAVE);
    assert_eq!(mirrors(&relic(relic(play, &[], "a").end(), &[], "b").finish()), ["b!"]);
}

/// Returns a document with a relic of a hundred pieces and many mirrors after it, nested or not.
fn many(nested: bool) -> Document {
    let mut play = Play::new().start(RANK).start(RELIC);
    for _ in 0..100 {
        play = play.start(PIECE).text("t").end();
    }
    play = play.end();
    if nested {
        play = play.start(GLASS);
    }
    for _ in 0..1_000 {
        play = play.start(GLASS).text("more").end().text("more");
    }
    play.finish()
}

#[test]
fn copies_are_made_once_for_each_mirror() {
    for nested in [false, true] {
        let document = many(nested);
        assert_eq!(document.tables.elements.len(), 1_102 + 100 + usize::from(nested));
        let first = document.first_element("glass").expect("there");
        // Inner mirrors are disabled, and stay.
        let later = if nested { "more".repeat(2_000) } else { String::new() };
        assert_eq!(first.text_content(), "t".repeat(100) + &later);
    }
}

/// The first mirror in document order is found, although every element is inserted before all
/// earlier ones.
#[test]
fn a_mirror_inserted_before_the_others_is_first() {
    let mut play = Play::new().start(RANK).start(RELIC).text("a").end().start(SHEET);
    play = play.start(GLASS).text("0").end();
    let before = InsertionLocation::Before(ElementNumber::new(2));
    play = play.put(before).start(PIECE).start(GLASS).text("1").end().start(GLASS).text("2").end();
    play = play.end().put(before).start(GLASS).text("3").end();
    assert_eq!(mirrors(&play.finish()), ["a", "", "3", ""]);
}

#[test]
fn fostered_nodes_in_a_mirror_belong_to_the_mirror() {
    let play = Play::new().start(RANK).start(GLASS).start(PIECE).start(GLASS).end();
    let before = InsertionLocation::Before(ElementNumber::new(2));
    let play = play.put(before).start(SHEET).end().put(before).start(SHEET).start(GLASS);
    assert_eq!(mirrors(&play.text("x").finish()), ["x", "x", ""], "inner ones are disabled");
}

/// A mirror in the chosen source is cleared by another mirror inserted before it, and so is the
/// copy.
#[test]
fn a_nested_mirror_is_emptied_in_the_copy() {
    let play = Play::new().start(RANK).start(PIECE).start(RELIC).start(GLASS).text("t");
    let before = InsertionLocation::Before(ElementNumber::new(1));
    let play = play.end().end().put(before).start(GLASS).start(SHEET).start(GLASS);
    assert_eq!(mirrors(&play.finish()), [""; 4], "two, the copy, and the chosen one's");
}

/// A model of mirrors, which takes the standard's steps while the tree grows. It is a tree of plain
/// vectors, in which every query searches the whole tree.
struct Model {
    nodes: Vec<Modelled>,
    stack: Vec<usize>,
}

/// A node of the model.
#[derive(Clone, Default)]
struct Modelled {
    /// The element; `None` for text, the root and copies.
    kind: Option<usize>,
    written: String,
    flag: Option<&'static str>,
    /// `None` for the root and for what left the tree.
    parent: Option<usize>,
    children: Vec<usize>,
    /// Set for a source that is chosen.
    selected: bool,
    /// Set for a mirror that may show nothing.
    disabled: bool,
}

impl Model {
    fn new() -> Self {
        Self { nodes: vec![Modelled::default()], stack: vec![0] }
    }

    fn current(&self) -> usize {
        *self.stack.last().expect("the root stays")
    }

    fn kind(&self, node: usize) -> Option<usize> {
        self.nodes[node].kind
    }

    fn add(&mut self, node: Modelled, parent: usize, before: Option<usize>) -> usize {
        self.nodes.push(Modelled { parent: Some(parent), ..node });
        let node = self.nodes.len() - 1;
        let siblings = &mut self.nodes[parent].children;
        let at = siblings.iter().position(|&child| Some(child) == before);
        siblings.insert(at.unwrap_or(siblings.len()), node);
        node
    }

    /// Inserts an element, before the current one if it is a table.
    fn open(&mut self, kind: usize, flag: Option<&'static str>, table: Option<usize>) -> usize {
        // "appropriate place for inserting a node": a table that left the tree has no parent.
        let parent = match table {
            Some(table) => self.nodes[table].parent.unwrap_or(self.stack[self.stack.len() - 2]),
            None => self.current(),
        };
        let written = format!("<{kind}>");
        let node = Modelled { kind: Some(kind), written, flag, ..Modelled::default() };
        let node = self.add(node, parent, table);
        self.stack.push(node);
        match (kind, self.container_of(node)) {
            (RELIC, Some(container)) => {
                self.nodes[node].selected = flag == Some("best");
                self.select(container);
            }
            (GLASS, _) if self.is_connected(node) => {
                self.nodes[node].disabled = self.is_disabled(node);
                let nearest = self.ancestors(node).find(|&it| self.kind(it) == Some(RANK));
                if let (Some(nearest), false) = (nearest, self.nodes[node].disabled) {
                    self.update(nearest);
                    for &other in self.mirrors_of(nearest).iter().skip(1) {
                        self.replace(other, Vec::new());
                    }
                    self.select(nearest);
                }
            }
            _ => {}
        }
        node
    }

    fn text(&mut self) {
        let text = Modelled { written: "t".to_owned(), ..Modelled::default() };
        self.add(text, self.current(), None);
    }

    fn close(&mut self) {
        let node = self.stack.pop().expect("something is open");
        if self.nodes[node].selected
            && let Some(container) = self.container_of(node)
        {
            self.update(container);
        }
    }

    /// Returns the ancestors of a node, the innermost first, up to template contents.
    fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> {
        let nodes = std::iter::successors(self.nodes[node].parent, |&node| self.nodes[node].parent);
        nodes.take_while(|&node| self.kind(node) != Some(SHRINE))
    }

    fn is_connected(&self, node: usize) -> bool {
        self.ancestors(node).last() == Some(0)
    }

    /// Reports whether the current element is a table (a piece) before which nodes can be inserted.
    fn is_table_with_place(&self) -> bool {
        let table = self.current();
        let above = self.stack.iter().rev().nth(1);
        // (What `notes/deviations.md` says of a table that left the tree is not compared.)
        let has_place = self.nodes[table].parent.is_some()
            || above.is_some_and(|&above| self.kind(above) == Some(GLASS));
        self.kind(table) == Some(PIECE) && has_place
    }

    /// Reports whether an element that is inserted now is in template contents and in a mirror.
    fn is_nested_in_contents(&self) -> bool {
        let mut around = self.ancestors(self.current()).chain([self.current()]);
        !self.is_connected(self.current()) && around.any(|node| self.kind(node) == Some(GLASS))
    }

    /// Returns the descendants of a node in the same tree, in document order.
    fn descendants(&self, node: usize) -> Vec<usize> {
        let mut descendants = Vec::new();
        for &child in &self.nodes[node].children {
            descendants.push(child);
            if self.nodes[child].written != format!("<{SHRINE}>") {
                descendants.extend(self.descendants(child));
            }
        }
        descendants
    }

    /// Returns the mirrors in a container, in document order, copies among them.
    fn mirrors_of(&self, container: usize) -> Vec<usize> {
        let mut mirrors = self.descendants(container);
        let tag = format!("<{GLASS}>");
        mirrors.retain(|&node| self.nodes[node].written == tag);
        mirrors
    }

    /// "nearest ancestor select" of a source; `None` for another element.
    fn container_of(&self, source: usize) -> Option<usize> {
        let mut groups = 0;
        for ancestor in self.ancestors(source).filter(|_| self.kind(source) == Some(RELIC)) {
            match self.kind(ancestor) {
                Some(RANK) => return Some(ancestor),
                Some(RELIC | CAVE) => return None,
                Some(SHEET) if groups == 1 => return None,
                Some(SHEET) => groups += 1,
                _ => {}
            }
        }
        None
    }

    fn is_barred(&self, source: usize) -> bool {
        let mut around = self.ancestors(source).take_while(|&it| self.kind(it) != Some(RANK));
        let group = around.find(|&node| self.kind(node) == Some(SHEET)).unwrap_or(source);
        self.nodes[source].flag == Some("broken") || self.nodes[group].flag == Some("broken")
    }

    fn is_disabled(&self, mirror: usize) -> bool {
        let mut containers = 0;
        for ancestor in self.ancestors(mirror) {
            match self.kind(ancestor) {
                Some(RANK) => containers += 1,
                Some(RELIC | GLASS) => return true,
                _ => {}
            }
        }
        containers > 1
    }

    fn sources_of(&self, container: usize) -> Vec<usize> {
        let mut sources = self.descendants(container);
        sources.retain(|&node| self.container_of(node) == Some(container));
        sources
    }

    /// "selectedness setting algorithm".
    fn select(&mut self, container: usize) {
        let sources = self.sources_of(container);
        let chosen = sources.iter().rfind(|&&it| self.nodes[it].selected);
        let chosen = chosen.or(sources.iter().find(|&&source| !self.is_barred(source)));
        for &source in &sources {
            self.nodes[source].selected = Some(&source) == chosen;
        }
    }

    /// "update a select's selectedcontent".
    fn update(&mut self, container: usize) {
        if let Some(&first) = self.mirrors_of(container).first()
            && !self.nodes[first].disabled
        {
            let mut sources = self.sources_of(container).into_iter();
            let chosen = sources.find(|&source| self.nodes[source].selected);
            let copies = chosen.map(|chosen| self.copies(chosen)).unwrap_or_default();
            self.replace(first, copies);
            self.select(container);
        }
    }

    /// Returns copies of the children of a node.
    fn copies(&mut self, node: usize) -> Vec<usize> {
        let mut copies = Vec::new();
        for child in self.nodes[node].children.clone() {
            let children = self.copies(child);
            let written = self.nodes[child].written.clone();
            self.nodes.push(Modelled { written, children, ..Modelled::default() });
            copies.push(self.nodes.len() - 1);
        }
        copies
    }

    /// "replace all".
    fn replace(&mut self, node: usize, children: Vec<usize>) {
        for child in std::mem::replace(&mut self.nodes[node].children, children) {
            self.nodes[child].parent = None;
        }
    }

    fn show(&self, node: usize) -> String {
        let mut inner = String::new();
        for &child in &self.nodes[node].children {
            inner += &self.show(child);
        }
        match self.nodes[node].written.as_str() {
            "t" => "t".to_owned(),
            tag => format!("{tag}{inner}/"),
        }
    }
}

fn shown(node: NodeRef<'_>) -> String {
    let names =
        ["sheet", "rank", "piece", "", "", "", "", "", "shrine", "relic", "", "cave", "glass"];
    if let Some(text) = node.text() {
        return text.into_owned();
    }
    let inner: String = node.children().map(shown).collect();
    match names.iter().position(|name| node.name() == Some(name)) {
        Some(kind) => format!("<{kind}>{inner}/"),
        None => format!("{inner}/"),
    }
}

proptest! {
    /// The mirrors of the finished tree are those of the model. Elements close in order, and some
    /// are inserted before an open one.
    #[test]
    fn mirrors_agree_with_the_model(
        acts in prop::collection::vec((0_usize..16, any::<prop::sample::Index>()), 0..40),
    ) {
        let (mut play, mut model) = (Play::new().start(RANK), Model::new());
        // The node of each element number.
        let mut made = vec![model.open(RANK, None, None)];
        let elements = [RELIC, GLASS, RANK, SHEET, PIECE, CAVE, SHRINE, PIECE, GLASS, RELIC];
        for (act, other) in acts {
            let flag = [None, Some("best"), Some("broken"), None][act % 4];
            let attributes: Vec<_> = flag.iter().map(|&flag| (flag, "")).collect();
            let mut kind = elements[other.index(elements.len())];
            // (What `notes/deviations.md` says of template contents is not compared.)
            if kind == GLASS && model.is_nested_in_contents() {
                kind = PIECE;
            }
            if act > 10 {
                play = play.text("t");
                model.text();
            } else if act > 6 && play.depth() > 1 {
                play = play.end();
                model.close();
            } else if act == 6 && play.depth() > 1 && model.is_table_with_place() {
                // A piece is a table here: some nodes are inserted before it.
                let table = made.iter().position(|&node| node == model.current()).unwrap();
                play = play.put(InsertionLocation::Before(ElementNumber::new(table))).tag(kind, &attributes);
                made.push(model.open(kind, flag, Some(made[table])));
            } else {
                play = play.tag(kind, &attributes);
                made.push(model.open(kind, flag, None));
            }
        }
        while model.stack.len() > 1 {
            model.close();
        }
        prop_assert_eq!(shown(play.finish().root()), model.show(0));
    }
}
