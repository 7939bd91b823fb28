//! Mirrors from hand-made events, which no text can produce, and the work of filling them.

use super::toy::{CAVE, GLASS, PIECE, Play, RANK, RELIC, SHEET, SHRINE, STOP};
use crate::earley::{TerminalId, Word};
use crate::grammar::ElementId;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation, Spliced};
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
    let stop = document.find("stop").expect("there");
    assert!(stop.children().all(|child| child.parent() == Some(stop)));
    mirrors(&document).concat()
}

#[test]
fn a_mirror_shows_the_chosen_one() {
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
fn a_copy_that_stands_there_again_has_its_attributes() {
    let play = Play::new().start(RANK).start(STOP).tag(RELIC, &[("best", "")]).end();
    let document = play.reopen(2).text("again").end().start(RELIC).text("c").end().finish();
    assert_eq!(mirrors(&document), ["again"]);
}

fn splice(range: std::ops::Range<usize>, others: &[usize]) -> Edit {
    let word = Word { terminal: TerminalId::new(0), label: 0 };
    let spliced = |&other: &usize| Spliced {
        number: ElementNumber::new(other),
        element: ElementId::new(0),
        word,
    };
    Edit::Splice { range, others: others.iter().map(spliced).collect(), stays: None }
}

#[test]
fn what_leaves_the_stack_from_between_is_shown_all_the_same() {
    let play = Play::new().start(RANK).start(STOP).start(RELIC).text("a").start(PIECE).text("b");
    let document = play.edit(splice(2..3, &[])).end().text("c").end().finish();
    assert_eq!(mirrors(&document), ["ab"]);
}

#[test]
fn what_is_moved_on_the_stack_is_what_it_was() {
    let play = Play::new().start(SHEET).start(RANK).start(STOP).start(RELIC).text("a");
    let document = play.edit(splice(1..3, &[1, 0])).end().finish();
    assert_eq!(mirrors(&document), ["a"]);
    let play = Play::new().start(PIECE).start(RANK).start(STOP).start(PIECE).start(RELIC).text("a");
    let document = play.edit(splice(1..4, &[1])).end().finish();
    assert_eq!(mirrors(&document), ["a"], "one place further in");
}

#[test]
fn what_is_taken_back_is_forgotten() {
    let play = Play::new().start(RANK).start(STOP).start(SHEET).start(RELIC).text("a");
    let play = play.edit(Edit::Retract { depth: 2 });
    assert_eq!(mirrors(&relic(play, &[("best", "")], "b").finish()), ["b!"]);
}

#[test]
fn the_edge_of_template_contents_is_that_of_a_mirror() {
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
fn no_mirror_has_the_copies_made_again() {
    for nested in [false, true] {
        let document = many(nested);
        assert_eq!(document.tables.elements.len(), 1_102 + 100 + usize::from(nested));
        let first = document.find("glass").expect("there");
        let end = if nested { "more" } else { "" };
        assert_eq!(first.text_content(), "t".repeat(100) + end);
    }
}

/// The first mirror in document order is found, although every element is inserted before all
/// earlier ones.
#[test]
fn each_mirror_that_is_put_before_the_others_is_the_first() {
    let mut play = Play::new().start(RANK).start(RELIC).text("a").end().start(SHEET);
    play = play.start(GLASS).text("0").end();
    let before = InsertionLocation::Before(ElementNumber::new(2));
    play = play.put(before).start(PIECE).start(GLASS).text("1").end().start(GLASS).text("2").end();
    play = play.end().put(before).start(GLASS).text("3").end();
    assert_eq!(mirrors(&play.finish()), ["a", "", "3", ""]);
}

/// A node inserted before an element that left the tree is outside of that element, even if another
/// node was inserted there and closed.
#[test]
fn a_second_thing_before_what_has_left_the_tree_is_in_the_mirror() {
    let play = Play::new().start(RANK).start(GLASS).start(PIECE).start(GLASS).end();
    let before = || InsertionLocation::Before(ElementNumber::new(2));
    let play = play.put(before()).start(SHEET).end().put(before()).start(SHEET).start(GLASS);
    assert_eq!(mirrors(&play.text("x").finish()), [""], "the last is in the first, and empties it");
}

/// A mirror in the chosen source is cleared by another mirror inserted before it. So the content
/// shown is copied again.
#[test]
fn a_mirror_in_the_chosen_one_is_emptied_in_the_copy_too() {
    let play = Play::new().start(RANK).start(PIECE).start(RELIC).start(GLASS).text("t");
    let before = InsertionLocation::Before(ElementNumber::new(1));
    let play = play.end().end().put(before).start(GLASS).start(SHEET).start(GLASS);
    assert_eq!(
        mirrors(&play.finish()),
        ["", "", ""],
        "the first, the copy in it, the chosen one's"
    );
}

/// A model of mirrors: a tree of plain vectors, in which every query searches the whole tree.
struct Model {
    nodes: Vec<Modelled>,
    stack: Vec<usize>,
}

/// A node of the model, numbered in the order of creation.
#[derive(Clone, Default)]
struct Modelled {
    /// The element; `None` for text, the root and copies.
    kind: Option<usize>,
    written: String,
    flag: Option<&'static str>,
    parent: Option<usize>,
    children: Vec<usize>,
    /// The number of nodes when the element was closed.
    closed: usize,
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

    fn add(&mut self, node: Modelled, parent: usize, at: usize) -> usize {
        self.nodes.push(Modelled { parent: Some(parent), ..node });
        let node = self.nodes.len() - 1;
        self.nodes[parent].children.insert(at, node);
        node
    }

    fn open(&mut self, kind: usize, flag: Option<&'static str>, before: Option<usize>) -> usize {
        let written = format!("<{kind}>");
        let node = Modelled { kind: Some(kind), written, flag, ..Modelled::default() };
        let parent = before.map_or(self.current(), |before| self.nodes[before].parent.unwrap());
        let siblings = &self.nodes[parent].children;
        let at = siblings.iter().position(|&child| Some(child) == before);
        let node = self.add(node, parent, at.unwrap_or(siblings.len()));
        self.stack.push(node);
        node
    }

    fn text(&mut self) {
        let current = self.current();
        let last = self.nodes[current].children.last().copied();
        if let Some(last) = last.filter(|&last| self.nodes[last].written.starts_with('t')) {
            return self.nodes[last].written.push('t');
        }
        let text = Modelled { written: "t".to_owned(), ..Modelled::default() };
        self.add(text, current, self.nodes[current].children.len());
    }

    fn close(&mut self) {
        let node = self.stack.pop().expect("something is open");
        self.nodes[node].closed = self.nodes.len();
    }

    /// Returns the ancestors of a node, the innermost first, up to template contents.
    fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> {
        let parent = |&node: &usize| self.nodes[node].parent;
        let nodes = std::iter::successors(parent(&node), parent);
        nodes.take_while(|&node| self.kind(node) != Some(SHRINE))
    }

    fn is_connected(&self, node: usize) -> bool {
        self.ancestors(node).last() == Some(0)
    }

    /// Returns the descendants of a node, in document order.
    fn descendants(&self, node: usize) -> Vec<usize> {
        let children = self.nodes[node].children.iter();
        children.flat_map(|&child| [vec![child], self.descendants(child)].concat()).collect()
    }

    /// Returns the mirrors in a container, in document order.
    fn mirrors_of(&self, container: usize) -> Vec<usize> {
        let is_its = |&node: &usize| {
            self.kind(node) == Some(GLASS) && self.ancestors(node).any(|it| it == container)
        };
        self.descendants(container).into_iter().filter(is_its).collect()
    }

    fn container_of(&self, source: usize) -> Option<usize> {
        let (mut groups, mut mirrors) = (0, Vec::new());
        for ancestor in self.ancestors(source) {
            match self.kind(ancestor) {
                Some(RANK) => {
                    // A mirror leaves the tree if it is inserted into a mirror that is not the
                    // first.
                    let first = self.mirrors_of(ancestor).first().copied();
                    let leaves = mirrors.iter().skip(1).any(|&around| Some(around) != first);
                    return Some(ancestor).filter(|&it| !leaves || !self.is_connected(it));
                }
                Some(GLASS) => mirrors.push(ancestor),
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
        let group = around.find(|&node| self.kind(node) == Some(SHEET));
        [Some(source), group].into_iter().flatten().any(|it| self.nodes[it].flag == Some("broken"))
    }

    /// Returns the source that a container shows: one outside of its first mirror if any can be
    /// chosen, else any.
    fn chosen(&self, container: usize, first: usize) -> Option<usize> {
        let is_its = |&node: &usize| {
            self.kind(node) == Some(RELIC) && self.container_of(node) == Some(container)
        };
        let all: Vec<usize> = self.descendants(container).into_iter().filter(is_its).collect();
        let is_inside = |&node: &usize| self.ancestors(node).any(|around| around == first);
        let (inside, outside): (Vec<usize>, Vec<usize>) = all.into_iter().partition(is_inside);
        [outside, inside].into_iter().find_map(|sources| {
            let asking = sources.iter().rfind(|&&source| self.nodes[source].flag == Some("best"));
            asking.or_else(|| sources.iter().find(|&&source| !self.is_barred(source))).copied()
        })
    }

    fn is_disabled(&self, mirror: usize) -> bool {
        let around: Vec<_> = self.ancestors(mirror).filter_map(|node| self.kind(node)).collect();
        around.iter().filter(|&&kind| kind == RANK).count() > 1
            || around.iter().any(|&kind| kind == RELIC || kind == GLASS)
    }

    /// Returns the number of nodes when a mirror of a container was last inserted into the
    /// document.
    fn inserted(&self, container: usize, mirrors: &[usize]) -> usize {
        let is_its = |&&mirror: &&usize| {
            let nearest = self.ancestors(mirror).find(|&node| self.kind(node) == Some(RANK));
            nearest == Some(container) && self.is_connected(mirror)
        };
        mirrors.iter().filter(is_its).map(|mirror| mirror + 1).max().unwrap_or(0)
    }

    fn finish(&mut self) {
        let (mut clears, mut fills) = (Vec::new(), Vec::new());
        for container in self.descendants(0) {
            if self.kind(container) != Some(RANK) {
                continue;
            }
            let mirrors = self.mirrors_of(container);
            let Some((&first, others)) = mirrors.split_first() else { continue };
            let inserted = self.inserted(container, &mirrors);
            clears.extend(others.iter().map(|&other| (other, inserted)));
            if self.is_disabled(first) {
                continue;
            }
            let chosen = self.chosen(container, first);
            let closed = chosen.map_or(0, |chosen| self.nodes[chosen].closed);
            let moment = inserted.max(if closed > first { closed } else { 0 });
            match chosen.filter(|_| moment > 0) {
                Some(chosen) => fills.push((first, moment, chosen)),
                None => clears.push((first, moment)),
            }
        }
        for (mirror, moment) in clears {
            self.nodes[mirror].children.retain(|&child| child >= moment);
        }
        for (mirror, moment, chosen) in fills {
            let copies = self.nodes[chosen].children.clone();
            let rest = self.nodes[mirror].children.iter().filter(|&&child| child >= moment);
            let children = copies.into_iter().chain(rest.copied()).collect();
            self.nodes[mirror].children = children;
        }
    }

    fn show(&self, node: usize) -> String {
        let inner: String =
            self.nodes[node].children.iter().map(|&child| self.show(child)).collect();
        match self.nodes[node].written.as_str() {
            text if text.starts_with('t') => text.to_owned(),
            tag => format!("{tag}{inner}/"),
        }
    }
}

fn shown(node: NodeRef<'_>) -> String {
    let names =
        ["sheet", "rank", "piece", "", "", "", "", "", "shrine", "relic", "", "cave", "glass"];
    let inner: String = node.children().map(shown).collect();
    match node.name().and_then(|name| names.iter().position(|other| *other == name)) {
        Some(kind) => format!("<{kind}>{inner}/"),
        None => node.text().map_or(format!("{inner}/"), |text| text.into_owned()),
    }
}

proptest! {
    /// The mirrors of the finished tree are those of the model. Elements close in order, and some
    /// are inserted before an open one.
    #[test]
    fn mirrors_show_what_the_model_says(
        acts in prop::collection::vec((0_usize..16, any::<prop::sample::Index>()), 0..40),
    ) {
        let (mut play, mut model) = (Play::new().start(RANK), Model::new());
        // The node of each element number.
        let mut made = vec![model.open(RANK, None, None)];
        let elements = [RELIC, GLASS, RANK, SHEET, PIECE, CAVE, SHRINE, PIECE, GLASS, RELIC];
        for (act, other) in acts {
            let flag = [None, Some("best"), Some("broken"), None][act % 4];
            let attributes: Vec<_> = flag.iter().map(|&flag| (flag, "")).collect();
            let kind = elements[other.index(elements.len())];
            if act > 10 {
                play = play.text("t");
                model.text();
            } else if act > 6 && play.depth() > 1 {
                play = play.end();
                model.close();
            } else if act == 6 && play.depth() > 1 && model.kind(model.current()) == Some(PIECE) {
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
        model.finish();
        prop_assert_eq!(shown(play.finish().root()), model.show(0));
    }
}
