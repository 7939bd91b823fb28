//! Attribute lists as comments: the grammar language has no statement for them.
//!
//! Only what a parser could use is written: values that are enough without a name, defaults, what is required. The rest is in
//! [`Dtd::attributes`].

use indexmap::IndexMap;

use super::reach::Reach;
use crate::dtd::model::{Attribute, Default, Dtd, Values};

/// Comment lines for the elements that have such attributes, one for those that have the same.
pub(super) fn comments(dtd: &Dtd, reach: &Reach) -> Vec<String> {
    let mut alike: IndexMap<Vec<String>, Vec<String>> = IndexMap::new();
    for (element, attributes) in dtd.attributes.iter().filter(|(element, _)| reach.has(element)) {
        let told: Vec<String> = attributes.iter().filter_map(told).collect();
        alike.entry(told).or_default().push(format!("<{element}>"));
    }
    alike.shift_remove(&Vec::new());
    alike.iter().flat_map(|(told, elements)| wrapped(elements, told)).collect()
}

/// An attribute as its declaration writes it, if that says more than that it may be there.
fn told(attribute: &Attribute) -> Option<String> {
    let values = match &attribute.values {
        Values::Tokens(tokens) => format!("({})", tokens.join("|")),
        Values::Notations(tokens) => format!("NOTATION ({})", tokens.join("|")),
        Values::Kind(kind) => kind.to_uppercase(),
    };
    let default = match &attribute.default {
        Default::Implied if matches!(attribute.values, Values::Kind(_)) => return None,
        Default::Implied => "#IMPLIED".to_owned(),
        Default::Required => "#REQUIRED".to_owned(),
        Default::Current => "#CURRENT".to_owned(),
        Default::Conref => "#CONREF".to_owned(),
        Default::Fixed(value) => format!("#FIXED {}", quoted(value)),
        Default::Value(value) => quoted(value),
    };
    Some(format!("{} {values} {default}", attribute.name))
}

/// A value in quotes, on one line.
fn quoted(value: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value.contains('"') { format!("'{value}'") } else { format!("\"{value}\"") }
}

/// Comment lines of at most a hundred columns, unless one word is longer.
fn wrapped(elements: &[String], told: &[String]) -> Vec<String> {
    let mut words: Vec<String> = elements.to_vec();
    words.extend(told.iter().map(|attribute| format!("{attribute},")));
    if let Some(last) = words.last_mut() {
        last.pop();
    }
    let mut lines = Vec::new();
    let mut line = "#".to_owned();
    for word in words {
        if line.len() + word.len() + 1 > 100 {
            lines.push(std::mem::replace(&mut line, "#    ".to_owned()));
        }
        line.push(' ');
        line.push_str(&word);
    }
    lines.push(line);
    lines
}
