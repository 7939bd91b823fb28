//! An oracle for selectors: a literal, slow implementation of the standards, node by node. It
//! shares no code with the matcher.

use crate::plan::{
    Combinator, Comparison, CountedSiblings, GroupPlace, Grouped, Nth, Plan, SelectorsId, Simple,
    ValueOperator, ValueTest,
};
use wishful::Document;
use wishful::tree::{NodeId, NodeKind, NodeRef, TagOrigin};

/// The oracle: selectors in a document, with an element as the scope.
pub(super) struct Oracle<'d> {
    pub(super) plan: &'d Plan,
    pub(super) document: &'d Document,
    pub(super) scope: NodeRef<'d>,
    pub(super) drops_blanks: bool,
}

type Compounds = [(Combinator, crate::plan::Compound)];

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
        for selector in &self.plan.selectors(list).alternatives {
            if self.is_subject(&selector.parts, node) && self.leads(&selector.parts, node, None) {
                return true;
            }
        }
        false
    }

    /// Reports whether a selector can match nodes of this kind: elements, or cruft if it says so.
    fn is_subject(&self, parts: &Compounds, node: NodeRef<'d>) -> bool {
        is_element(node) || node.kind() == NodeKind::Cruft && self.says_cruft(parts)
    }

    fn says_cruft(&self, parts: &Compounds) -> bool {
        for test in &parts.last().expect("it is not empty").1.tests {
            match test {
                Simple::Cruft => return true,
                Simple::Is(list) => {
                    for selector in &self.plan.selectors(*list).alternatives {
                        if self.says_cruft(&selector.parts) {
                            return true;
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn leads(&self, parts: &Compounds, node: NodeRef<'d>, from: Option<NodeRef<'d>>) -> bool {
        let Some(((combinator, compound), rest)) = parts.split_last() else {
            return Some(node) == from;
        };
        for test in &compound.tests {
            if !self.passes(test, node) {
                return false;
            }
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
            Simple::Nth(nth) => is_element(node) && self.is_nth(nth, node),
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
                for node in std::iter::once(node).chain(around(node)) {
                    if self.matches(*of, node) {
                        return self.matches(*is, node);
                    }
                }
                false
            }
            Simple::Grouped(grouped) => self.is_placed(grouped, node),
            Simple::Spelt { attribute: None, pattern } => is_like(node.name(), pattern),
            Simple::Spelt { attribute: Some(name), pattern } => {
                is_like(node.attribute(name), pattern)
            }
            Simple::Compared { comparison, attributes } => {
                let values = attributes.iter().map(|name| node.attribute(name).unwrap_or_default());
                compares(*comparison, &values.collect::<Vec<_>>())
            }
            Simple::Virtual => {
                is_element(node) && !matches!(node.start_tag(), Some(TagOrigin::Written(_)))
            }
            Simple::Moved => node.moved_by().is_some(),
            Simple::Cruft => node.kind() == NodeKind::Cruft,
        }
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        if self.document.active_latches().iter().any(|latch| latch == "quirks") {
            one.eq_ignore_ascii_case(other)
        } else {
            one == other
        }
    }

    fn is_nth(&self, nth: &Nth, node: NodeRef<'d>) -> bool {
        let mut counted = siblings(node);
        counted.retain(|one| match nth.among {
            CountedSiblings::All => true,
            CountedSiblings::OfType => {
                (one.name(), one.namespace()) == (node.name(), node.namespace())
            }
            CountedSiblings::Matching(list) => self.matches(list, *one),
        });
        if nth.from_end {
            counted.reverse();
        }
        let Some(index) = counted.iter().position(|one| *one == node) else { return false };
        let position = i64::try_from(index).unwrap() + 1;
        let (a, b) = (i64::from(nth.a), i64::from(nth.b));
        (0..=position + b.abs()).any(|n| a * n + b == position)
    }

    fn has(&self, list: SelectorsId, from: NodeRef<'d>) -> bool {
        for selector in &self.plan.selectors(list).alternatives {
            for node in self.document.nodes() {
                if self.is_subject(&selector.parts, node)
                    && self.leads(&selector.parts, node, Some(from))
                {
                    return true;
                }
            }
        }
        false
    }

    fn is_root(&self, node: NodeRef<'d>) -> bool {
        self.document.root().children().find(|child| is_element(*child)) == Some(node)
    }

    fn children(&self, node: NodeRef<'d>) -> Vec<NodeRef<'d>> {
        if is_fragment(node) { Vec::new() } else { node.children().collect() }
    }

    fn is_text(&self, node: NodeRef<'d>) -> bool {
        if node.kind() != NodeKind::Text {
            return false;
        }
        let text = node.text().unwrap_or_default();
        !self.drops_blanks || text.contains(|letter| !" \t\r\n\x0C".contains(letter))
    }

    fn is_empty(&self, node: NodeRef<'d>) -> bool {
        !self.children(node).into_iter().any(|node| is_element(node) || self.is_text(node))
    }

    fn text(&self, node: NodeRef<'d>) -> String {
        match node.kind() {
            NodeKind::Text if !self.is_text(node) => String::new(),
            NodeKind::Text | NodeKind::Cruft => node.text().unwrap().into_owned(),
            _ => {
                let mut text = String::new();
                for child in self.children(node) {
                    if is_element(child) || self.is_text(child) {
                        text += &self.text(child);
                    }
                }
                text
            }
        }
    }

    fn language(&self, node: NodeRef<'d>) -> String {
        for node in std::iter::once(node).chain(node.ancestors()) {
            if !is_element(node) {
                continue;
            }
            let mut attributes = node.attributes();
            if let Some(own) =
                attributes.find(|one| one.namespace() == Some("xml") && one.local_name() == "lang")
            {
                return own.value().to_owned();
            }
            if let Some(own) = node.attributes().find(|one| one.name() == "lang") {
                return own.value().to_owned();
            }
        }
        let mut default = String::new();
        for node in self.document.nodes() {
            if node.name() == Some("meta")
                && node.namespace().is_none()
                && let Some(state) = node.attribute("http-equiv")
                && state.eq_ignore_ascii_case("content-language")
                && let Some(content) = node.attribute("content")
                && !content.contains(',')
                && let Some(word) = content.split_ascii_whitespace().next()
            {
                default = word.to_owned();
            }
        }
        default
    }

    /// Returns the owner of an element, and the value that its group shares.
    fn group(&self, grouped: &Grouped, node: NodeRef<'d>) -> Option<(Option<NodeId>, String)> {
        let owner = match grouped.by_id.as_ref().and_then(|name| node.attribute(name)) {
            Some(id) => {
                let mut nodes = self.document.nodes();
                let named = nodes.find(|one| {
                    !id.is_empty()
                        && is_element(*one)
                        && one.attribute("id") == Some(id)
                        && tree(*one) == tree(node)
                });
                named.filter(|one| self.matches(grouped.owner, *one))
            }
            None => around(node).into_iter().find(|one| self.matches(grouped.owner, *one)),
        };
        let Some(name) = &grouped.by_value else {
            return Some((Some(owner?.id()), String::new()));
        };
        let value = node.attribute(name)?;
        if value.is_empty() {
            return None;
        }
        let owner = owner.map_or(tree(node), NodeRef::id);
        Some((Some(owner), value.to_owned()))
    }

    fn is_placed(&self, grouped: &Grouped, node: NodeRef<'d>) -> bool {
        if !is_element(node) {
            return false;
        }
        if grouped.place == GroupPlace::Owner {
            return self.document.nodes().any(|one| {
                self.matches(grouped.of, one)
                    && self.group(grouped, one) == Some((Some(node.id()), String::new()))
            });
        }
        let Some(group) = self.group(grouped, node) else { return false };
        let mut members: Vec<_> = self.document.nodes().collect();
        members.retain(|one| {
            self.matches(grouped.of, *one) && self.group(grouped, *one).as_ref() == Some(&group)
        });
        match grouped.place {
            GroupPlace::First => members.first() == Some(&node),
            GroupPlace::Last => members.last() == Some(&node),
            GroupPlace::Any | GroupPlace::Owner => !members.is_empty(),
        }
    }
}

fn is_like(text: Option<&str>, pattern: &str) -> bool {
    let pattern = regex::Regex::new(&format!("^(?:{pattern})$")).unwrap();
    text.is_some_and(|text| pattern.is_match(text))
}

/// Compares values as the tests write them: whole numbers, and times without seconds.
fn compares(comparison: Comparison, values: &[&str]) -> bool {
    if values[0].is_empty() {
        return false;
    }
    let numbers: Vec<Option<i64>> = values.iter().map(|value| value.parse().ok()).collect();
    match comparison {
        Comparison::Fits => is_like(Some(values[0]), values[1]),
        Comparison::Less => match (numbers[0], numbers[1]) {
            (Some(one), Some(other)) => one < other,
            _ => values[0].len() == values[1].len() && values[0] < values[1],
        },
        Comparison::OffStep => match (numbers[0], numbers[1]) {
            (Some(value), Some(base)) => (value - base) % numbers[2].unwrap_or(1) != 0,
            _ => false,
        },
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
    let loose = ["type", "lang", "dir", "rel", "checked"].contains(&&*name);
    let (mut exists, mut is_satisfied) = (false, false);
    for attribute in node.attributes() {
        let is_in_namespace = match prefix {
            None | Some("") => attribute.namespace().is_none(),
            Some("*") => true,
            Some(prefix) => attribute.namespace() == Some(prefix),
        };
        if attribute.is_duplicate() || !is_in_namespace || attribute.local_name() != name {
            continue;
        }
        exists = true;
        if let Some(test) = value {
            let ignores_case = test.ignores_case.unwrap_or(is_html && loose);
            is_satisfied |= satisfies(attribute.value(), test, ignores_case);
        }
    }
    match value {
        Some(test) => is_satisfied != (test.operator == ValueOperator::NotEqual),
        None => exists,
    }
}

/// Reports whether a value satisfies a test; for `!=`, whether it equals the text.
fn satisfies(value: &str, test: &ValueTest, ignores_case: bool) -> bool {
    let (mut value, mut wanted) = (value.to_owned(), test.value.to_string());
    if ignores_case {
        value.make_ascii_lowercase();
        wanted.make_ascii_lowercase();
    }
    match test.operator {
        ValueOperator::Equal | ValueOperator::NotEqual => value == wanted,
        ValueOperator::Word => {
            !wanted.is_empty()
                && value.split([' ', '\t', '\r', '\n', '\x0C']).any(|word| word == wanted)
        }
        ValueOperator::Dash => value == wanted || value.starts_with(&format!("{wanted}-")),
        ValueOperator::Prefix => !wanted.is_empty() && value.starts_with(&wanted),
        ValueOperator::Suffix => !wanted.is_empty() && value.ends_with(&wanted),
        ValueOperator::Substring => !wanted.is_empty() && value.contains(&wanted),
    }
}

/// Implements RFC 4647, section 3.3.2, step by step.
fn is_in_range(language: &str, range: &str) -> bool {
    let (language, range) = (language.to_ascii_lowercase(), range.to_ascii_lowercase());
    let tags: Vec<&str> = language.split('-').collect();
    let wanted: Vec<&str> = range.split('-').collect();
    if wanted[0] != tags[0] && (wanted[0] != "*" || language.is_empty()) {
        return false;
    }
    let (mut tag, mut part) = (1, 1);
    while part < wanted.len() {
        if wanted[part] == "*" {
            part += 1;
        } else if tag == tags.len() {
            return false;
        } else if tags[tag] == wanted[part] {
            (tag, part) = (tag + 1, part + 1);
        } else if tags[tag].len() == 1 {
            return false;
        } else {
            tag += 1;
        }
    }
    true
}

/// Implements HTML, section 3.2.6.4, "directionality".
fn is_right_to_left(element: NodeRef<'_>) -> bool {
    let name = html_name(element);
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

/// Returns the name of an element in the markup's own namespace; others have an empty one.
fn html_name(element: NodeRef<'_>) -> &str {
    if element.namespace().is_none() { element.name().unwrap_or_default() } else { "" }
}

fn state(element: NodeRef<'_>) -> Option<String> {
    if element.namespace().is_some() {
        return None;
    }
    let state = element.attribute("dir")?.to_ascii_lowercase();
    if ["ltr", "rtl", "auto"].contains(&&*state) { Some(state) } else { None }
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
    if is_fragment(element) {
        return None;
    }
    for node in element.descendants() {
        if node.kind() == NodeKind::Text
            && !is_isolated(node, element)
            && let Some(direction) = strong(&node.text().unwrap_or_default())
        {
            return Some(direction);
        }
    }
    None
}

/// Reports whether a text in an element does not count for its direction.
fn is_isolated(text: NodeRef<'_>, element: NodeRef<'_>) -> bool {
    for one in text.ancestors() {
        if one == element {
            break;
        }
        if ["bdi", "script", "style", "textarea"].contains(&html_name(one))
            || is_element(one) && state(one).is_some()
            || is_fragment(one)
        {
            return true;
        }
    }
    false
}

/// Returns the direction of the first strong character, for the letters that the tests use; `true`
/// is right-to-left.
fn strong(text: &str) -> Option<bool> {
    for letter in text.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' => return Some(false),
            '\u{5d0}'..='\u{5ea}' | '\u{627}'..='\u{64a}' => return Some(true),
            _ => {}
        }
    }
    None
}
