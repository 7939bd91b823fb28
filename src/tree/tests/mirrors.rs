//! What is mirrored, of hand-made events: what no text can say, and how much work it is.

use super::toy::{CAVE, GLASS, PIECE, Play, RANK, RELIC, SHEET, SHRINE, STOP};
use crate::earley::{TerminalId, Word};
use crate::grammar::ElementId;
use crate::slippers::event::{Edit, ElementNumber, InsertionLocation, Spliced};
use crate::tree::{Document, NodeRef};
use proptest::prelude::*;

/// What the mirrors of a document hold.
fn mirrors(document: &Document) -> Vec<String> {
    let mirrors = document.nodes().filter(|node| matches!(node.name(), Some("stop" | "glass")));
    mirrors.map(NodeRef::text_content).collect()
}

fn relic(play: Play, attributes: &[(&str, &str)], text: &str) -> Play {
    play.tag(RELIC, attributes).text(text).start(PIECE).text("!").end().end()
}

/// A mirror, and relics with an attribute and a text each.
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
fn what_leaves_the_stack_from_between_is_not_closed() {
    let play = Play::new().start(RANK).start(STOP).start(RELIC).text("a").start(PIECE).text("b");
    let document = play.edit(splice(2..3, &[])).end().text("c").end().finish();
    assert_eq!(mirrors(&document), [""]);
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

/// A relic of a hundred pieces, and so many mirrors behind it, in each other or not.
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

/// What is first in the document is found although every element stands before all that was read earlier.
#[test]
fn each_mirror_that_is_put_before_the_others_is_the_first() {
    let mut play = Play::new().start(RANK).start(RELIC).text("a").end().start(SHEET);
    play = play.start(GLASS).text("0").end();
    let before = InsertionLocation::Before(ElementNumber::new(2));
    play = play.put(before).start(PIECE).start(GLASS).text("1").end().start(GLASS).text("2").end();
    play = play.end().put(before).start(GLASS).text("3").end();
    assert_eq!(mirrors(&play.finish()), ["a", "", "3", ""]);
}

/// What stands before a lost element is outside of it, though something else stood there and was closed.
#[test]
fn a_second_thing_before_what_has_left_the_tree_is_in_the_mirror() {
    let play = Play::new().start(RANK).start(GLASS).start(PIECE).start(GLASS).end();
    let before = || InsertionLocation::Before(ElementNumber::new(2));
    let play = play.put(before()).start(SHEET).end().put(before()).start(SHEET).start(GLASS);
    assert_eq!(mirrors(&play.text("x").finish()), [""], "the last is in the first, and empties it");
}

/// A mirror in the chosen one is emptied by another that is put before it, so what that shows is copied anew.
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

/// A tree that does as the standard says, step by step, by looking through all of it.
struct Model {
    /// What each node is, its text aside; `None` for a copy, which is nothing but what it is called.
    kinds: Vec<Option<usize>>,
    written: Vec<String>,
    children: Vec<Vec<usize>>,
    parents: Vec<Option<usize>>,
    selected: Vec<bool>,
    broken: Vec<bool>,
    disabled: Vec<bool>,
    stack: Vec<usize>,
}

impl Model {
    fn new() -> Self {
        let mut model = Self {
            kinds: Vec::new(),
            written: Vec::new(),
            children: Vec::new(),
            parents: Vec::new(),
            selected: Vec::new(),
            broken: Vec::new(),
            disabled: Vec::new(),
            stack: vec![0],
        };
        model.node(None, String::new());
        model
    }

    fn node(&mut self, kind: Option<usize>, written: String) -> usize {
        self.kinds.push(kind);
        self.written.push(written);
        self.children.push(Vec::new());
        self.parents.push(None);
        for flags in [&mut self.selected, &mut self.broken, &mut self.disabled] {
            flags.push(false);
        }
        self.kinds.len() - 1
    }

    fn current(&self) -> usize {
        *self.stack.last().expect("the root stays")
    }

    fn ancestors(&self, node: usize) -> Vec<usize> {
        let inside =
            |&node: &usize| self.parents[node].filter(|&parent| self.kinds[parent] != Some(SHRINE));
        std::iter::successors(Some(node), inside).skip(1).collect()
    }

    fn descendants(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for &child in self.children[node].iter().filter(|_| self.kinds[node] != Some(SHRINE)) {
            found.push(child);
            found.extend(self.descendants(child));
        }
        found
    }

    fn select_of(&self, option: usize) -> Option<usize> {
        let mut groups = 0;
        for ancestor in self.ancestors(option) {
            match self.kinds[ancestor] {
                Some(RANK) => return Some(ancestor),
                Some(RELIC | CAVE) => return None,
                Some(SHEET) if groups == 1 => return None,
                Some(SHEET) => groups += 1,
                _ => {}
            }
        }
        None
    }

    fn options(&self, select: usize) -> Vec<usize> {
        let is_one =
            |&node: &usize| self.kinds[node] == Some(RELIC) && self.select_of(node) == Some(select);
        self.descendants(select).into_iter().filter(is_one).collect()
    }

    fn mirrors(&self, select: usize) -> Vec<usize> {
        let nodes = self.descendants(select).into_iter();
        nodes.filter(|&node| self.kinds[node] == Some(GLASS)).collect()
    }

    fn open(&mut self, kind: usize, flag: Option<&str>, before: Option<usize>) -> usize {
        let node = self.node(Some(kind), format!("<{kind}>"));
        self.broken[node] = flag == Some("broken");
        let parent = before.and_then(|before| self.parents[before]);
        let (parent, at) = match (parent, before) {
            (Some(parent), Some(before)) => {
                (parent, self.children[parent].iter().position(|&child| child == before).unwrap())
            }
            // What has left the tree has nothing before it: 13.2.6.1, "the element immediately above last table".
            (None, Some(before)) => {
                let at = self.stack.iter().position(|&open| open == before).unwrap();
                let around = self.stack[at - 1];
                (around, self.children[around].len())
            }
            _ => (self.current(), self.children[self.current()].len()),
        };
        self.children[parent].insert(at, node);
        self.parents[node] = Some(parent);
        self.stack.push(node);
        match kind {
            RELIC => self.insert_option(node, flag == Some("best")),
            GLASS => self.insert_mirror(node),
            _ => {}
        }
        node
    }

    fn insert_option(&mut self, option: usize, selected: bool) {
        self.selected[option] = selected;
        let Some(select) = self.select_of(option) else { return };
        let options = self.options(select);
        if selected {
            options.iter().for_each(|&other| self.selected[other] = other == option);
        }
        let is_disabled = |node: usize| {
            let parent = self.parents[node].unwrap();
            self.broken[node] || self.kinds[parent] == Some(SHEET) && self.broken[parent]
        };
        if !options.iter().any(|&option| self.selected[option])
            && let Some(first) = options.into_iter().find(|&option| !is_disabled(option))
        {
            self.selected[first] = true;
            self.update(select);
        }
    }

    fn insert_mirror(&mut self, mirror: usize) {
        let ancestors = self.ancestors(mirror);
        let of = |kind| -> Vec<usize> {
            ancestors.iter().filter(|&&node| self.kinds[node] == Some(kind)).copied().collect()
        };
        let selects = of(RANK);
        let disabled = selects.len() > 1 || !of(RELIC).is_empty() || !of(GLASS).is_empty();
        self.disabled[mirror] = disabled;
        if let Some(&select) = selects.first().filter(|_| ancestors.last() == Some(&0)) {
            self.update(select);
            self.mirrors(select).into_iter().skip(1).for_each(|other| self.clear(other));
        }
    }

    fn update(&mut self, select: usize) {
        let Some(mirror) = self.enabled(select) else { return };
        let options = self.options(select);
        match options.into_iter().find(|&option| self.selected[option]) {
            Some(option) => self.clone_into(option, mirror),
            None => self.clear(mirror),
        }
    }

    fn enabled(&self, select: usize) -> Option<usize> {
        self.mirrors(select).first().copied().filter(|&mirror| !self.disabled[mirror])
    }

    fn clear(&mut self, mirror: usize) {
        for child in std::mem::take(&mut self.children[mirror]) {
            self.parents[child] = None;
        }
    }

    fn clone_into(&mut self, option: usize, mirror: usize) {
        let originals = self.children[option].clone();
        let copies: Vec<usize> = originals.iter().map(|&node| self.copy(node)).collect();
        self.clear(mirror);
        copies.iter().for_each(|&copy| self.parents[copy] = Some(mirror));
        self.children[mirror] = copies;
    }

    fn copy(&mut self, node: usize) -> usize {
        let copy = self.node(None, self.written[node].clone());
        for child in self.children[node].clone() {
            let child = self.copy(child);
            self.parents[child] = Some(copy);
            self.children[copy].push(child);
        }
        copy
    }

    fn text(&mut self) {
        let text = self.node(None, "t".to_owned());
        let current = self.current();
        self.parents[text] = Some(current);
        self.children[current].push(text);
    }

    fn close(&mut self) {
        let node = self.stack.pop().expect("something is open");
        if self.kinds[node] == Some(RELIC)
            && self.selected[node]
            && let Some(select) = self.select_of(node)
            && let Some(mirror) = self.enabled(select)
        {
            self.clone_into(node, mirror);
        }
    }

    fn show(&self, node: usize) -> String {
        let inner: String = self.children[node].iter().map(|&child| self.show(child)).collect();
        if self.written[node] == "t" {
            "t".to_owned()
        } else {
            format!("{}{inner}/", self.written[node])
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
    /// What comes when it comes in elements that close in order, now and then before an open one, is as the standard says.
    #[test]
    fn mirrors_show_what_the_standard_says(
        acts in prop::collection::vec((0_usize..16, any::<prop::sample::Index>()), 0..40),
    ) {
        let (mut play, mut model) = (Play::new().start(RANK), Model::new());
        // By element number: which node it is.
        let mut made = vec![model.open(RANK, None, None)];
        let elements = [RELIC, GLASS, RANK, SHEET, PIECE, CAVE, SHRINE, PIECE, PIECE];
        for (act, other) in acts {
            let flag = [None, Some("best"), Some("broken"), None][act % 4];
            let attributes: Vec<_> = flag.iter().map(|&flag| (flag, "")).collect();
            let mut kind = elements[other.index(elements.len())];
            if act > 10 {
                play = play.text("t");
                model.text();
            } else if act > 6 && play.depth() > 1 {
                play = play.end();
                model.close();
            } else if act == 6 && play.depth() > 1 && model.kinds[model.current()] == Some(PIECE) {
                // A piece is a table here: some things stand before it.
                let table = made.iter().position(|&node| node == model.current()).unwrap();
                play = play.put(InsertionLocation::Before(ElementNumber::new(table))).tag(kind, &attributes);
                made.push(model.open(kind, flag, Some(made[table])));
            } else {
                if kind == RELIC && model.stack.iter().any(|&node| model.kinds[node] == Some(GLASS)) {
                    kind = SHEET;
                }
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
