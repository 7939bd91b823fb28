//! A literal implementation of the seed's algorithm, as an oracle on random documents. It makes a
//! copy of the tree for each root, edits it in place, and recurses.
//!
//! Ambiguities of the seed are resolved as in `notes/microformats.md`. An embedded item begins with
//! step 1 again. Saved items are not destroyed in step 3 either. One property takes an item once.

use super::*;
use crate::vocabulary::{Cardinality, Format, Property, PropertyKind, Reading, Simple};
use serde_json::{Map, json};
use std::collections::{HashMap, HashSet};
use wishful::tree::{NodeId, NodeRef};

/// Formats that nest, save, join and fall back to texts.
const VOCABULARY: &str = r#"
format xa "a" ; saves xc ;
  property pa optional nested xb xc or text ; property pb many nested xc xa ; property xc many nested xc or text ;
  property ta many text ; property tb optional text ; property tc joined text ; property ua many uri ; property ia optional uid ;
format xb "b" ;
  property ta one text ; property pb many nested xa xb or text ; property ua many uri ; property pc many nested xc ;
format xc "c" ; saves xb ;
  property tb many text ; property pa many nested xa xb xc or uri ; property xb optional nested xb ;
"#;

const CLASSES: &[&str] = &[
    "xa", "xb", "xc", "mfo", "pa", "pb", "pc", "ta", "tb", "tc", "ua", "ia", "value", "value",
    "include", "other",
];

/// An element or a text of a copy.
#[derive(Clone, Default)]
struct Node {
    is_copy: bool,
    name: String,
    attributes: HashMap<String, String>,
    text: Option<String>,
    children: Vec<usize>,
    parent: Option<usize>,
}

/// A tree that can be copied and edited.
#[derive(Clone, Default)]
struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Applies steps 1 and 2.
    fn copy(document: &Document, vocabulary: &Vocabulary) -> Self {
        let mut tree = Self::default();
        tree.add(document.root(), None, false, &mut Vec::new(), vocabulary);
        tree
    }

    fn add(
        &mut self,
        node: NodeRef<'_>,
        parent: Option<usize>,
        is_copy: bool,
        active: &mut Vec<NodeId>,
        vocabulary: &Vocabulary,
    ) {
        if let Some(target) = included(node, vocabulary)
            && !target.contains(node)
            && !active.contains(&target.id())
        {
            active.push(target.id());
            self.add(target, parent, true, active, vocabulary);
            active.pop();
            return;
        }
        let id = self.nodes.len();
        let mut attributes = HashMap::new();
        for attribute in node.attributes() {
            attributes.insert(attribute.name().to_owned(), attribute.value().to_owned());
        }
        self.nodes.push(Node {
            is_copy,
            name: node.name().unwrap_or_default().to_owned(),
            attributes,
            text: node.text().map(String::from),
            children: Vec::new(),
            parent,
        });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(id);
        }
        for child in node.children() {
            self.add(child, Some(id), is_copy, active, vocabulary);
        }
    }

    fn classes(&self, id: usize) -> Vec<String> {
        let Some(classes) = self.nodes[id].attributes.get("class") else { return Vec::new() };
        classes.split_ascii_whitespace().map(str::to_owned).collect()
    }

    fn has(&self, id: usize, class: &str) -> bool {
        self.classes(id).iter().any(|own| own == class)
    }

    fn descendants(&self, id: usize) -> Vec<usize> {
        let mut descendants = Vec::new();
        for &child in &self.nodes[id].children {
            descendants.push(child);
            descendants.extend(self.descendants(child));
        }
        descendants
    }

    fn with_class(&self, within: usize, class: &str) -> Vec<usize> {
        self.descendants(within).into_iter().filter(|&id| self.has(id, class)).collect()
    }

    fn remove(&mut self, id: usize, is_gone: impl Fn(&str) -> bool) {
        let mut left = self.classes(id);
        left.retain(|class| !is_gone(class));
        self.nodes[id].attributes.insert("class".into(), left.join(" "));
    }

    fn destroy_element(&mut self, id: usize) {
        for inner in self.descendants(id) {
            self.remove(inner, |_| true);
        }
    }

    fn destroyer(&mut self, root: usize, saves: &[Box<str>], vocabulary: &Vocabulary) {
        let is_root =
            |class: &str| vocabulary.is_root(class) && !saves.iter().any(|it| **it == *class);
        for id in self.descendants(root) {
            if self.classes(id).iter().any(|class| is_root(class)) {
                self.destroy_element(id);
                self.remove(id, is_root);
            }
        }
    }
}

fn included<'d>(node: NodeRef<'d>, vocabulary: &Vocabulary) -> Option<NodeRef<'d>> {
    let link = vocabulary.said(Reading::Link, node.name()?)?;
    if !node.has_class("include") {
        return None;
    }
    let id = link.attributes.iter().find_map(|name| node.attribute(name)?.strip_prefix('#'))?;
    node.document().by_id_in_tree(id)
}

/// The reading of one document.
struct Oracle<'a> {
    vocabulary: &'a Vocabulary,
    tree: Tree,
    document: &'a Document,
    values: HashSet<(usize, String)>,
}

impl Oracle<'_> {
    fn items(&mut self) -> Value {
        let all = 0..self.tree.nodes.len();
        let mut roots = Vec::new();
        for id in all {
            for class in self.tree.classes(id) {
                let is_new = !roots.iter().any(|(other, own, _)| *other == id && *own == class);
                if self.vocabulary.is_root(&class) && is_new {
                    let item = self.parse(id, &class).0;
                    roots.push((id, class, item));
                }
            }
        }
        let mut top = Vec::new();
        for (id, class, item) in roots {
            if !self.tree.nodes[id].is_copy && !self.values.contains(&(id, class)) {
                top.push(item);
            }
        }
        top.into()
    }

    /// Applies the general algorithm; the flag reports whether the item is valid.
    fn parse(&mut self, root: usize, class: &str) -> (Value, bool) {
        let format = self.vocabulary.formats.get(class).unwrap();
        let mut copy = self.tree.clone();
        let mut found: Vec<(&Property, Vec<Value>)> = Vec::new();
        for property in format.properties.values() {
            let values = self.nested(&mut copy, root, format, property);
            found.push((property, values));
        }
        copy.destroyer(root, &format.saves, self.vocabulary);
        let mut properties = Map::new();
        let mut is_valid = true;
        for (property, mut values) in found {
            self.simple(&copy, root, property, &mut values);
            is_valid &= !(property.cardinality.is_required() && values.is_empty());
            if values.is_empty() {
                continue;
            }
            let value = match property.cardinality {
                Cardinality::Many | Cardinality::Some => values.into(),
                Cardinality::Joined => {
                    values.iter().map(|it| it.as_str().unwrap()).collect::<String>().into()
                }
                Cardinality::One | Cardinality::Optional => values.swap_remove(0),
            };
            properties.insert(property.name.to_string(), value);
        }
        let mut item = json!({"type": class, "properties": properties});
        if !is_valid {
            item["valid"] = false.into();
        }
        (item, is_valid)
    }

    /// Applies step 3 to one property.
    fn nested(
        &mut self,
        copy: &mut Tree,
        root: usize,
        format: &Format,
        property: &Property,
    ) -> Vec<Value> {
        let PropertyKind::Nested { roots, .. } = &property.kind else { return Vec::new() };
        let mut elements = copy.with_class(root, &property.name);
        elements.retain(|&id| !self.is_in_nested_root(copy, root, id));
        let (mut values, mut seen) = (Vec::new(), HashSet::new());
        for element in elements {
            let found =
                roots.iter().find_map(|class| self.search(copy, element, format, class, &mut seen));
            values.extend(found);
            if !values.is_empty() {
                copy.remove(element, |class| *class == *property.name);
                if property.cardinality.is_singular() {
                    break;
                }
            }
        }
        values
    }

    /// Reports whether an element with a root class is between an element and the root.
    fn is_in_nested_root(&self, copy: &Tree, root: usize, element: usize) -> bool {
        let mut id = element;
        while let Some(around) = copy.nodes[id].parent {
            if around == root {
                return false;
            }
            if copy.classes(around).iter().any(|class| self.vocabulary.is_root(class)) {
                return true;
            }
            id = around;
        }
        false
    }

    /// Implements the body of INNER.
    fn search(
        &mut self,
        copy: &mut Tree,
        element: usize,
        format: &Format,
        class: &str,
        seen: &mut HashSet<(usize, String)>,
    ) -> Option<Value> {
        let mut found = None;
        let within = [vec![element], copy.descendants(element)].concat();
        for id in within {
            if !copy.has(id, class) || !seen.insert((id, class.to_owned())) {
                continue;
            }
            if found.is_none() {
                let (item, is_valid) = self.parse(id, class);
                if is_valid {
                    self.values.insert((id, class.to_owned()));
                    found = Some(item);
                }
            }
            if !format.saves.iter().any(|saved| **saved == *class) {
                copy.destroy_element(id);
            }
        }
        found
    }

    /// Applies step 5 to one property.
    fn simple(&self, copy: &Tree, root: usize, property: &Property, values: &mut Vec<Value>) {
        let kind = match property.kind {
            PropertyKind::Plain(kind) => kind,
            PropertyKind::Nested { or: Some(kind), .. } => kind,
            PropertyKind::Nested { or: None, .. } => return,
        };
        for element in copy.with_class(root, &property.name) {
            if property.cardinality.is_singular() && !values.is_empty() {
                return;
            }
            values.push(self.value(copy, element, kind).into());
        }
    }

    fn value(&self, copy: &Tree, element: usize, kind: Simple) -> String {
        if kind == Simple::Text {
            return self.stringify(copy, element, true);
        }
        for id in [vec![element], copy.with_class(element, "value")].concat() {
            let node = &copy.nodes[id];
            if let Some(link) = self.vocabulary.said(Reading::Link, &node.name)
                && let Some(address) =
                    link.attributes.iter().find_map(|name| node.attributes.get(&**name))
            {
                return Addresses::new(self.document, None).whole(address).into_owned();
            }
            if kind == Simple::Uid
                && let Some(id) = node.attributes.get("id")
            {
                return Addresses::new(self.document, None).whole(&format!("#{id}")).into_owned();
            }
        }
        self.stringify(copy, element, true)
    }

    fn stringify(&self, copy: &Tree, element: usize, excerpting: bool) -> String {
        let node = &copy.nodes[element];
        if node.name == "abbr"
            && let Some(title) = node.attributes.get("title")
        {
            return title.clone();
        }
        if excerpting {
            let mut excerpt = String::new();
            for id in copy.with_class(element, "value") {
                excerpt += &self.stringify(copy, id, false);
            }
            if !excerpt.is_empty() {
                return excerpt;
            }
        }
        trimmed(&_stringify(copy, element))
    }
}

/// Implements `_STRINGIFY`, with a special character for its line breaks.
fn _stringify(copy: &Tree, id: usize) -> String {
    let node = &copy.nodes[id];
    if let Some(text) = &node.text {
        return text.clone();
    }
    match &*node.name {
        "img" => node.attributes.get("alt").cloned().unwrap_or_default(),
        "input" => node.attributes.get("value").cloned().unwrap_or_default(),
        "br" => "\u{1D}".to_owned(),
        "del" => String::new(),
        _ => node.children.iter().map(|&child| _stringify(copy, child)).collect(),
    }
}

/// Implements "Trim excess white space."
fn trimmed(text: &str) -> String {
    fn is_white(letter: char) -> bool {
        letter.is_ascii_whitespace() || letter == '\u{1D}'
    }
    let mut out = String::new();
    let mut rest = text.trim_matches(is_white);
    while let Some(start) = rest.find(is_white) {
        let after = rest[start..].trim_start_matches(is_white);
        let breaks = rest[start..rest.len() - after.len()].matches('\u{1D}').count();
        out.push_str(&rest[..start]);
        out.push_str(&if breaks > 0 { "\n".repeat(breaks) } else { " ".to_owned() });
        rest = after;
    }
    out + rest
}

/// Generates a random document.
fn page(random: &mut fastrand::Rng) -> String {
    let mut html = String::new();
    let mut open = Vec::new();
    for _ in 0..random.usize(4..40) {
        match random.u32(0..10) {
            0..=4 => {
                let name = ["div", "span", "a", "abbr", "del", "i"][random.usize(0..6)];
                let classes: Vec<&str> = (0..random.usize(0..4))
                    .map(|_| CLASSES[random.usize(0..CLASSES.len())])
                    .collect();
                html += &format!("<{name} class='{}'{}>", classes.join(" "), attributes(random));
                open.push(name);
            }
            5 | 6 => {
                if let Some(name) = open.pop() {
                    html += &format!("</{name}>");
                }
            }
            7 if random.bool() => {
                let class = CLASSES[random.usize(0..CLASSES.len())];
                html += &format!("<a class='include {class}' href='#i{}'></a>", random.u32(0..4));
            }
            7 => {
                html += ["<br>", "<img class=value alt=' p '>", "<input value=v class=ta>"]
                    [random.usize(0..3)]
            }
            _ => html += ["a", " ", "b\n c ", "  "][random.usize(0..4)],
        }
    }
    format!("<div class=xa>{html}")
}

fn attributes(random: &mut fastrand::Rng) -> String {
    let number = random.u32(0..4);
    match random.u32(0..6) {
        0 => format!(" id=i{number}"),
        1 => format!(" href='#i{number}'"),
        2 => " href=http://x.test/".to_owned(),
        3 => " title=' t'".to_owned(),
        _ => String::new(),
    }
}

#[test]
fn the_engine_agrees_with_an_oracle_that_edits_copies() {
    let vocabulary = Vocabulary::shipped_with([("oracle.vocabulary", VOCABULARY)])
        .unwrap_or_else(|report| panic!("{}", report.render(false)));
    let options = Options { vocabulary: Some(&vocabulary), ..Options::default() };
    let (mut values, mut with_includes) = (0, 0);
    for seed in 0..1_500 {
        let html = page(&mut fastrand::Rng::with_seed(seed));
        let document = document(&html);
        let tree = Tree::copy(&document, &vocabulary);
        with_includes += usize::from(tree.nodes.iter().any(|node| node.is_copy));
        let mut oracle =
            Oracle { vocabulary: &vocabulary, tree, document: &document, values: HashSet::new() };
        let expected = oracle.items();
        values += oracle.values.len();
        assert_eq!(items_with(&html, &options), expected, "seed {seed}: {html}");
    }
    assert!(values > 500 && with_includes > 100, "{values} nested, {with_includes} with includes");
}
