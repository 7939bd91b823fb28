//! Attribute lists as statements, factored by common prefixes.
//!
//! If the lists of several elements begin with the same attributes, one statement declares these
//! for all of the elements. Further statements declare the rest. So the parameter entities of a DTD
//! become visible again.
//!
//! ```text
//! <!ATTLIST (p|td) %coreattrs; >         attributes <p> <td> = id id class cdata ;
//! <!ATTLIST td nowrap (nowrap) #IMPLIED> attributes <td> = nowrap (nowrap) ;
//! ```

use indexmap::IndexMap;

use super::reach::ReachableTypes;
use super::rules::place_of;
use super::text::tags;
use crate::dtd::model::{DeclaredValue, Default, Dtd, DtdAttribute};
use crate::grammar::ast::FileSpan;
use crate::grammar::print;
use std::ops::Range;

/// An element and its attributes.
type ElementAttributes<'d> = (&'d str, Vec<AttributeLine>);

/// An attribute in the syntax of the grammar language, and the span of its declaration.
struct AttributeLine {
    written: String,
    place: FileSpan,
    /// True if the elements of one declaration share the attribute's current value (`#CURRENT`),
    /// and no other elements do.
    is_current: bool,
}

impl AttributeLine {
    fn of(attribute: &DtdAttribute) -> Self {
        let is_current = attribute.default == Default::Current;
        Self { written: written(attribute), place: attribute.place, is_current }
    }

    /// Returns the key that attributes must share to be declared in one statement.
    fn key(&self) -> (&str, Option<FileSpan>) {
        (&self.written, self.is_current.then_some(self.place))
    }
}

/// Returns the statements, in the order of the first attributes they declare.
pub(super) fn statements(dtd: &Dtd, reach: &ReachableTypes) -> Vec<String> {
    let mut listed: Vec<ElementAttributes<'_>> = Vec::new();
    for (element, attributes) in &dtd.attributes {
        if reach.has(element) {
            listed.push((element.as_str(), attributes.iter().map(AttributeLine::of).collect()));
        }
    }
    let mut statements = Vec::new();
    let mut waiting: Vec<(Vec<&ElementAttributes<'_>>, usize)> = vec![(listed.iter().collect(), 0)];
    while let Some((alike, from)) = waiting.pop() {
        let mut longer = Vec::new();
        for group in going_on(alike, from) {
            let to = shared(&group);
            statements.push(statement(dtd, &group, from..to));
            longer.push((group, to));
        }
        waiting.extend(longer.into_iter().rev());
    }
    statements
}

/// Groups the elements that have more than `from` attributes by their next attribute.
fn going_on<'l>(
    alike: Vec<&'l ElementAttributes<'l>>,
    from: usize,
) -> Vec<Vec<&'l ElementAttributes<'l>>> {
    let mut groups: IndexMap<_, Vec<&ElementAttributes<'_>>> = IndexMap::new();
    for element in alike {
        if let Some(next) = element.1.get(from) {
            groups.entry(next.key()).or_default().push(element);
        }
    }
    groups.into_values().collect()
}

/// Returns the statement that declares the attributes `lines` for all elements of a group, which
/// share them.
fn statement(dtd: &Dtd, group: &[&ElementAttributes<'_>], lines: Range<usize>) -> String {
    let tags = tags("<", group.iter().map(|(name, _)| name));
    let own = &group[0].1[lines.clone()];
    let written: Vec<&str> = own.iter().map(|line| line.written.as_str()).collect();
    // A statement that comes from several declarations cites none.
    let mut all = group.iter().flat_map(|(_, all)| &all[lines.clone()]);
    let comment = if all.all(|line| line.place == own[0].place) {
        format!(" # {}", place_of(dtd, own[0].place))
    } else {
        String::new()
    };
    format!("attributes {tags} = {} ;{comment}", written.join(" "))
}

/// Returns the length of the longest common prefix of the lists.
fn shared(group: &[&ElementAttributes<'_>]) -> usize {
    let Some(((_, first), others)) = group.split_first() else { return 0 };
    let mut length = first.len();
    for (_, other) in others {
        let pairs = first.iter().zip(other);
        length = length.min(pairs.take_while(|(own, other)| own.key() == other.key()).count());
    }
    length
}

/// Returns an attribute in the syntax of the grammar language. The formatter later removes quotes
/// that a word does not need.
fn written(attribute: &DtdAttribute) -> String {
    let values = match &attribute.values {
        DeclaredValue::Tokens(tokens) => group(tokens),
        DeclaredValue::Notations(tokens) => format!("notation {}", group(tokens)),
        DeclaredValue::Kind(kind) => kind.clone(),
    };
    let default = match &attribute.default {
        Default::Implied => String::new(),
        Default::Required => " required".to_owned(),
        Default::Current => " current".to_owned(),
        Default::Conref => " conref".to_owned(),
        Default::Fixed(value) => format!(" fixed {}", print::string(value)),
        Default::Value(value) => format!(" = {}", print::string(value)),
    };
    format!("{} {values}{default}", print::string(&attribute.name))
}

fn group(tokens: &[String]) -> String {
    let quoted: Vec<String> = tokens.iter().map(|token| print::string(token)).collect();
    format!("({})", quoted.join(" "))
}
