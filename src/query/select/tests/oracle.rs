//! An oracle for selectors: a literal, slow implementation of the standards, node by node. It
//! shares no code with the matcher.

use crate::Document;
use crate::query::plan::{
    Among, Combinator, GroupPlace, Grouped, Nth, Plan, SelectorsId, Simple, ValueOperator,
    ValueTest,
};
use crate::tree::{NodeId, NodeKind, NodeRef, TagOrigin};

/// The oracle: selectors in a document, with an element as the scope.
pub(super) struct Oracle<'d> {
    pub(super) plan: &'d Plan,
    pub(super) document: &'d Document,
    pub(super) scope: NodeRef<'d>,
    pub(super) drops_blanks: bool,
}

type Parts = [(Combinator, crate::query::plan::Compound)];

/// Reports whether a node is an element in the sense of the DOM.
fn is_element(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::Element && !node.is_shadow_root()
}

fn is_fragment(node: NodeRef<'_>) -> bool {
    node.has_template_contents() || node.is_shadow_root()
}

fn parent(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.parent().filter(|parent| is_element(*parent) && !is_fragment(*parent))
}

fn around(node: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    std::iter::successors(parent(node), |node| parent(*node)).collect()
}

/// Returns the elements before a node, nearest first.
fn before(node: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    node.preceding_siblings().rev().filter(|node| is_element(*node)).collect()
}

fn siblings(node: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    let parent = node.parent().expect("it is an element");
    parent.children().filter(|node| is_element(*node)).collect()
}

pub(super) fn tree(node: NodeRef<'_>) -> NodeId {
    let mut around = node.ancestors();
    around.find(|node| is_fragment(*node)).map_or(NodeId::ROOT, NodeRef::id)
}

/// Reports whether a node is a descendant of another within its tree.
pub(super) fn is_below(node: NodeRef<'_>, root: NodeRef<'_>) -> bool {
    root.descendants().any(|one| one == node) && !is_fragment(root) && tree(node) == tree(root)
}

impl<'d> Oracle<'d> {
    pub(super) fn matches(&self, list: SelectorsId, node: NodeRef<'d>) -> bool {
        let speaks = is_element(node) || node.kind() == NodeKind::Cruft && self.is_of_cruft(list);
        speaks
            && self.plan.selectors(list).alternatives.iter().any(|selector| {
                let says_cruft = self.says_cruft(&selector.parts);
                (is_element(node) || says_cruft) && self.leads(&selector.parts, node, None)
            })
    }

    fn is_of_cruft(&self, list: SelectorsId) -> bool {
        self.plan.selectors(list).alternatives.iter().any(|one| self.says_cruft(&one.parts))
    }

    fn says_cruft(&self, parts: &Parts) -> bool {
        let last = &parts.last().expect("it is not empty").1;
        last.tests.iter().any(|test| match test {
            Simple::Cruft => true,
            Simple::Is(list) => self.is_of_cruft(*list),
            _ => false,
        })
    }

    fn leads(&self, parts: &Parts, node: NodeRef<'d>, from: Option<NodeRef<'d>>) -> bool {
        let Some(((combinator, compound), rest)) = parts.split_last() else {
            return Some(node) == from;
        };
        if !compound.tests.iter().all(|test| self.passes(test, node)) {
            return false;
        }
        if rest.is_empty() && from.is_none() {
            return true;
        }
        let related = match combinator {
            Combinator::Descendant => around(node),
            Combinator::Child => parent(node).into_iter().collect(),
            Combinator::NextSibling => before(node).into_iter().take(1).collect(),
            Combinator::SubsequentSibling => before(node),
        };
        related.into_iter().any(|node| self.leads(rest, node, from))
    }

    fn passes(&self, test: &Simple, node: NodeRef<'d>) -> bool {
        match test {
            Simple::Name(name) => match (node.name(), node.namespace()) {
                (Some(own), None) => own == name.to_ascii_lowercase(),
                (Some(own), Some(_)) => own == &**name,
                _ => false,
            },
            Simple::Namespace(prefix) => {
                is_element(node) && node.namespace().unwrap_or("html") == &**prefix
            }
            Simple::Id(id) => node.element_id().is_some_and(|own| self.is_same(own, id)),
            Simple::Class(class) => node.classes().any(|own| self.is_same(own, class)),
            Simple::Attribute { prefix, name, value } => {
                is_element(node) && has_attribute(node, prefix.as_deref(), name, value.as_ref())
            }
            Simple::Nth(nth) => is_element(node) && self.stands(nth, node),
            Simple::Is(list) => self.matches(*list, node),
            Simple::Not(list) => !self.matches(*list, node),
            Simple::Has(list) => is_element(node) && self.has(*list, node),
            Simple::Lang(ranges) => {
                is_element(node) && {
                    let language = self.language(node);
                    ranges.iter().any(|range| is_in_range(&language, range))
                }
            }
            Simple::Direction { right_to_left } => {
                is_element(node) && is_right_to_left(node) == *right_to_left
            }
            Simple::Root => self.is_root(node),
            Simple::Scope if self.scope.kind() == NodeKind::Element => node == self.scope,
            Simple::Scope => self.is_root(node),
            Simple::Empty => is_element(node) && self.is_empty(node),
            Simple::Contains(text) => self.text(node).contains(&**text),
            Simple::Content(text) => normal(&self.text(node)) == normal(text),
            Simple::Nearest { of, is } => {
                let mut nearest = std::iter::once(node).chain(around(node));
                let nearest = nearest.find(|node| self.matches(*of, *node));
                nearest.is_some_and(|node| self.matches(*is, node))
            }
            Simple::Grouped(grouped) => self.is_placed(grouped, node),
            Simple::Virtual => {
                is_element(node) && !matches!(node.start_tag(), Some(TagOrigin::Written(_)))
            }
            Simple::Moved => node.moved_by().is_some(),
            Simple::Cruft => node.kind() == NodeKind::Cruft,
        }
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        match self.document.latches().iter().any(|latch| latch == "quirks") {
            true => one.eq_ignore_ascii_case(other),
            false => one == other,
        }
    }

    fn stands(&self, nth: &Nth, node: NodeRef<'d>) -> bool {
        let is_counted = |one: &NodeRef<'d>| match nth.among {
            Among::All => true,
            Among::OfType => (one.name(), one.namespace()) == (node.name(), node.namespace()),
            Among::Matching(list) => self.matches(list, *one),
        };
        let mut counted: Vec<_> = siblings(node).into_iter().filter(is_counted).collect();
        if nth.from_end {
            counted.reverse();
        }
        let Some(place) = counted.iter().position(|one| *one == node) else { return false };
        let place = i64::try_from(place).unwrap() + 1;
        (0..=place + i64::from(nth.b.abs()))
            .any(|n| i64::from(nth.a) * n + i64::from(nth.b) == place)
    }

    fn has(&self, list: SelectorsId, from: NodeRef<'d>) -> bool {
        let relative = &self.plan.selectors(list).alternatives;
        relative.iter().any(|selector| {
            let says_cruft = self.says_cruft(&selector.parts);
            let subjects = self
                .document
                .nodes()
                .filter(|node| is_element(*node) || says_cruft && node.kind() == NodeKind::Cruft);
            subjects.into_iter().any(|node| self.leads(&selector.parts, node, Some(from)))
        })
    }

    fn is_root(&self, node: NodeRef<'d>) -> bool {
        self.document.root().children().find(|child| is_element(*child)) == Some(node)
    }

    fn children(&self, node: NodeRef<'d>) -> Vec<NodeRef<'d>> {
        if is_fragment(node) { Vec::new() } else { node.children().collect() }
    }

    fn is_text(&self, node: NodeRef<'d>) -> bool {
        let text = node.text().filter(|_| node.kind() == NodeKind::Text);
        let is_blank = |text: &str| text.chars().all(|letter| " \t\r\n\x0C".contains(letter));
        text.is_some_and(|text| !self.drops_blanks || !is_blank(&text))
    }

    fn is_empty(&self, node: NodeRef<'d>) -> bool {
        !self.children(node).into_iter().any(|node| is_element(node) || self.is_text(node))
    }

    fn text(&self, node: NodeRef<'d>) -> String {
        match node.kind() {
            NodeKind::Text if !self.is_text(node) => String::new(),
            NodeKind::Text | NodeKind::Cruft => node.text().unwrap().into_owned(),
            _ => {
                let children = self.children(node).into_iter();
                let children = children.filter(|node| is_element(*node) || self.is_text(*node));
                children.map(|node| self.text(node)).collect()
            }
        }
    }

    fn language(&self, node: NodeRef<'d>) -> String {
        for node in std::iter::once(node).chain(node.ancestors()).filter(|node| is_element(*node)) {
            let xml = node
                .attributes()
                .find(|one| one.namespace() == Some("xml") && one.local_name() == "lang");
            let own = xml.or_else(|| node.attributes().find(|one| one.name() == "lang"));
            if let Some(own) = own {
                return own.value().to_owned();
            }
        }
        let mut default = String::new();
        for node in self
            .document
            .nodes()
            .filter(|node| node.name() == Some("meta") && node.namespace().is_none())
        {
            let is_pragma = node
                .attribute("http-equiv")
                .is_some_and(|value| value.eq_ignore_ascii_case("content-language"));
            let content =
                node.attribute("content").filter(|value| is_pragma && !value.contains(','));
            if let Some(word) = content.and_then(|content| content.split_ascii_whitespace().next())
            {
                default = word.to_owned();
            }
        }
        default
    }

    /// Returns the owner of an element, and the value that its group shares.
    fn group(&self, grouped: &Grouped, node: NodeRef<'d>) -> Option<(Option<NodeId>, String)> {
        let id = grouped.by_id.as_ref().and_then(|name| node.attribute(name));
        let owner = match id {
            Some(id) => {
                let mut named = self.document.nodes().filter(|one| {
                    !id.is_empty()
                        && is_element(*one)
                        && one.attribute("id") == Some(id)
                        && tree(*one) == tree(node)
                });
                named.next().filter(|one| self.matches(grouped.owner, *one))
            }
            None => around(node).into_iter().find(|one| self.matches(grouped.owner, *one)),
        };
        let owner = owner.map(NodeRef::id);
        match &grouped.by_value {
            Some(name) => {
                let value = node.attribute(name).filter(|value| !value.is_empty())?;
                Some((owner.or(Some(tree(node))), value.to_owned()))
            }
            None => owner.map(|owner| (Some(owner), String::new())),
        }
    }

    fn is_placed(&self, grouped: &Grouped, node: NodeRef<'d>) -> bool {
        let Some(group) = self.group(grouped, node).filter(|_| is_element(node)) else {
            return false;
        };
        let own = |one: &NodeRef<'d>| {
            self.matches(grouped.of, *one) && self.group(grouped, *one).as_ref() == Some(&group)
        };
        let members: Vec<_> = self.document.nodes().filter(own).collect();
        match grouped.place {
            GroupPlace::First => members.first() == Some(&node),
            GroupPlace::Last => members.last() == Some(&node),
            GroupPlace::Any => !members.is_empty(),
        }
    }
}

fn normal(text: &str) -> String {
    let text = text.replace(['\u{A0}', '\x0C'], " ");
    text.split([' ', '\t', '\r', '\n'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn has_attribute(
    node: NodeRef<'_>,
    prefix: Option<&str>,
    name: &str,
    value: Option<&ValueTest>,
) -> bool {
    let is_html = node.namespace().is_none();
    let name = if is_html { name.to_ascii_lowercase() } else { name.to_owned() };
    let meant = node.attributes().filter(|one| !one.is_duplicate()).filter(|one| match prefix {
        None | Some("") => one.namespace().is_none() && one.local_name() == name,
        Some("*") => one.local_name() == name,
        Some(prefix) => one.namespace() == Some(prefix) && one.local_name() == name,
    });
    let values: Vec<&str> = meant.map(|one| one.value()).collect();
    let Some(test) = value else { return !values.is_empty() };
    let loose = ["type", "lang", "dir", "rel", "checked"].contains(&&*name);
    let ignores_case = test.ignores_case.unwrap_or(is_html && loose);
    let cased = |text: &str| if ignores_case { text.to_ascii_lowercase() } else { text.to_owned() };
    let asked = cased(&test.value);
    let is_met = |value: &&str| {
        let value = cased(value);
        match test.operator {
            ValueOperator::Equal | ValueOperator::NotEqual => value == asked,
            ValueOperator::Word => {
                !asked.is_empty()
                    && value.split([' ', '\t', '\r', '\n', '\x0C']).any(|word| word == asked)
            }
            ValueOperator::Dash => value == asked || value.starts_with(&format!("{asked}-")),
            ValueOperator::Prefix => !asked.is_empty() && value.starts_with(&asked),
            ValueOperator::Suffix => !asked.is_empty() && value.ends_with(&asked),
            ValueOperator::Substring => !asked.is_empty() && value.contains(&asked),
        }
    };
    values.iter().any(is_met) != (test.operator == ValueOperator::NotEqual)
}

/// Implements RFC 4647, section 3.3.2, step by step.
fn is_in_range(language: &str, range: &str) -> bool {
    let parts = |text: &str| text.split('-').map(str::to_ascii_lowercase).collect::<Vec<_>>();
    let (said, asked) = (parts(language), parts(range));
    if asked[0] != said[0] && (asked[0] != "*" || language.is_empty()) {
        return false;
    }
    let (mut at, mut place) = (1, 1);
    while place < asked.len() {
        if asked[place] == "*" {
            place += 1;
        } else if at == said.len() {
            return false;
        } else if said[at] == asked[place] {
            (at, place) = (at + 1, place + 1);
        } else if said[at].len() == 1 {
            return false;
        } else {
            at += 1;
        }
    }
    true
}

/// Implements HTML, section 3.2.6.4, "directionality".
fn is_right_to_left(element: NodeRef<'_>) -> bool {
    let name = element.name().filter(|_| element.namespace().is_none()).unwrap_or_default();
    let kind = element.attribute("type").unwrap_or_default().to_ascii_lowercase();
    match state(element).as_deref() {
        Some("ltr") => false,
        Some("rtl") => true,
        Some("auto") => automatic(element).unwrap_or(false),
        _ if name == "bdi" => automatic(element).unwrap_or(false),
        _ if name == "input" && kind == "tel" => false,
        _ => match element.parent() {
            Some(host) if host.is_shadow_root() => is_right_to_left(host.parent().unwrap()),
            _ => parent(element).is_some_and(is_right_to_left),
        },
    }
}

fn state(element: NodeRef<'_>) -> Option<String> {
    let own = element.attribute("dir").filter(|_| element.namespace().is_none())?;
    Some(own.to_ascii_lowercase()).filter(|own| ["ltr", "rtl", "auto"].contains(&&**own))
}

/// Computes the auto directionality.
fn automatic(element: NodeRef<'_>) -> Option<bool> {
    const OTHERS: [&str; 12] = [
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
        "number",
        "range",
        "color",
        "checkbox",
        "radio",
        "file",
        "image",
    ];
    let kind = element.attribute("type").unwrap_or_default().to_ascii_lowercase();
    if element.name() == Some("input") && !OTHERS.contains(&&*kind) {
        return strong(element.attribute("value").unwrap_or_default());
    }
    element.descendants().find_map(|node| {
        let mut between =
            std::iter::once(node).chain(node.ancestors()).take_while(|one| *one != element);
        let is_out = between.any(|one| {
            let name = one.name().filter(|_| one.namespace().is_none()).unwrap_or_default();
            ["bdi", "script", "style", "textarea"].contains(&name)
                || is_element(one) && state(one).is_some()
                || is_fragment(one)
        });
        let text = node
            .text()
            .filter(|_| node.kind() == NodeKind::Text && !is_out && !is_fragment(element));
        text.and_then(|text| strong(&text))
    })
}

/// Returns the direction of the first strong character, for the letters that the tests use; `true`
/// is right-to-left.
fn strong(text: &str) -> Option<bool> {
    text.chars().find_map(|letter| match letter {
        'a'..='z' | 'A'..='Z' => Some(false),
        '\u{5d0}'..='\u{5ea}' | '\u{627}'..='\u{64a}' => Some(true),
        _ => None,
    })
}
