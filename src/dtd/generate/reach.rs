//! Reachability: the element types that a document can hold, their least depths, and the elements
//! that each can contain.

use indexmap::{IndexMap, IndexSet};

use crate::dtd::model::{Declared, Dtd, ElementDeclaration, ModelPart, Particle};

/// The element types that are reachable from the document element.
pub(super) struct ReachableTypes {
    /// The least depth of each, in ascending order. The document element has depth 1.
    pub(super) depth: IndexMap<String, u32>,
    /// The undeclared names in reachable content models.
    pub(super) undeclared: IndexSet<String>,
}

impl ReachableTypes {
    /// Performs a breadth-first search from the document element, which must be declared.
    pub(super) fn of(dtd: &Dtd, start: &str) -> Self {
        let mut reach = Self { depth: IndexMap::new(), undeclared: IndexSet::new() };
        reach.depth.insert(start.to_owned(), 1);
        let mut at = 0;
        let mut seen = IndexSet::new();
        while let Some((element, &depth)) = reach.depth.get_index(at) {
            at += 1;
            // A declaration for a name group is visited once, for the first of its elements. That
            // element has the least depth, since elements are visited in order of depth.
            let Some(&number) = dtd.elements.get(element) else { continue };
            if seen.insert(number) {
                reach.take(dtd, number, depth + 1);
            }
        }
        reach
    }

    fn take(&mut self, dtd: &Dtd, number: usize, depth: u32) {
        for child in children(dtd, number) {
            match dtd.elements.get_key_value(child) {
                Some((name, _)) => {
                    self.depth.entry(name.clone()).or_insert(depth);
                }
                None => {
                    self.undeclared.insert(child.to_owned());
                }
            }
        }
    }

    /// Reports whether a document can hold an element type.
    pub(super) fn has(&self, element: &str) -> bool {
        self.depth.contains_key(element)
    }

    /// Returns the greatest of the least depths.
    pub(super) fn deepest(&self) -> u32 {
        self.depth.values().copied().max().unwrap_or_default()
    }
}

/// Returns the elements in the content of a declaration, including its inclusions.
pub(super) fn children(dtd: &Dtd, number: usize) -> Vec<&str> {
    let declaration = &dtd.declarations[number];
    let mut found: Vec<&str> = declaration.inclusions.iter().map(String::as_str).collect();
    match &declaration.content {
        Declared::Model(model) => named(model, &mut found),
        Declared::Any => found.extend(dtd.elements.keys().map(String::as_str)),
        Declared::Cdata | Declared::Rcdata | Declared::Empty => {}
    }
    found
}

/// Appends the elements of a content model. The recursion is as deep as its groups.
pub(super) fn named<'m>(particle: &'m Particle, found: &mut Vec<&'m str>) {
    match &particle.what {
        ModelPart::Pcdata => {}
        ModelPart::Element(name) => found.push(name),
        ModelPart::Group(_, members) => members.iter().for_each(|member| named(member, found)),
    }
}

/// Returns the unreachable element types, in the order of their declaration.
pub(super) fn unreached<'d>(dtd: &'d Dtd, reach: &ReachableTypes) -> Vec<&'d str> {
    dtd.elements.keys().map(String::as_str).filter(|element| !reach.has(element)).collect()
}

/// Returns the element types that can be the document element: those that no content has, `ANY`
/// aside.
pub(super) fn roots(dtd: &Dtd) -> Vec<&str> {
    let mut inner = IndexSet::new();
    for number in 0..dtd.declarations.len() {
        if dtd.declarations[number].content != Declared::Any {
            inner.extend(children(dtd, number));
        }
    }
    dtd.elements.keys().map(String::as_str).filter(|element| !inner.contains(element)).collect()
}

/// Returns the elements that can occur at any depth inside a declaration's elements. They include
/// those that some inclusion may admit there.
pub(super) fn inside<'d>(dtd: &'d Dtd, declaration: &'d ElementDeclaration) -> IndexSet<&'d str> {
    let mut found: IndexSet<&str> = IndexSet::new();
    for other in &dtd.declarations {
        found.extend(other.inclusions.iter().map(String::as_str));
    }
    let mut done = vec![false; dtd.declarations.len()];
    let (mut next, mut at) = (declaration.names.first().map(String::as_str), 0);
    while let Some(element) = next {
        if let Some(&number) = dtd.elements.get(element)
            && !std::mem::replace(&mut done[number], true)
        {
            found.extend(children(dtd, number));
        }
        next = found.get_index(at).copied();
        at += 1;
    }
    found
}
