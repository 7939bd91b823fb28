//! Which element types a document can hold, how deep each stands at least, and what can stand in each.

use indexmap::{IndexMap, IndexSet};

use crate::dtd::model::{Declared, Dtd, ElementDeclaration, Part, Particle};

/// The element types that the document element reaches.
pub(super) struct Reach {
    /// Each with how deep it stands at least: 1 for the document element. In the order of that.
    pub(super) depth: IndexMap<String, u32>,
    /// Names that a content model has and no declaration, in reachable content.
    pub(super) undeclared: IndexSet<String>,
}

impl Reach {
    /// Walks from the document element, which is declared.
    pub(super) fn of(dtd: &Dtd, start: &str) -> Self {
        let mut reach = Self { depth: IndexMap::new(), undeclared: IndexSet::new() };
        reach.depth.insert(start.to_owned(), 1);
        let mut at = 0;
        let mut seen = IndexSet::new();
        while let Some((element, &depth)) = reach.depth.get_index(at) {
            at += 1;
            // A declaration for a name group is looked at for the first of its elements: they are met by depth.
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

    /// Whether an element type can stand in a document.
    pub(super) fn has(&self, element: &str) -> bool {
        self.depth.contains_key(element)
    }

    /// How deep the deepest stands.
    pub(super) fn deepest(&self) -> u32 {
        self.depth.values().copied().max().unwrap_or_default()
    }
}

/// What a declaration names as content, inclusions too.
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

/// The elements of a content model; it is as deep as its groups.
pub(super) fn named<'m>(particle: &'m Particle, found: &mut Vec<&'m str>) {
    match &particle.what {
        Part::Pcdata => {}
        Part::Element(name) => found.push(name),
        Part::Group(_, members) => members.iter().for_each(|member| named(member, found)),
    }
}

/// The element types that the document element does not reach, in the order of their declaration.
pub(super) fn unreached<'d>(dtd: &'d Dtd, reach: &Reach) -> Vec<&'d str> {
    dtd.elements.keys().map(String::as_str).filter(|element| !reach.has(element)).collect()
}

/// The element types that can be the document element: those that no content has.
pub(super) fn roots(dtd: &Dtd) -> Vec<&str> {
    let mut inner = IndexSet::new();
    for number in 0..dtd.declarations.len() {
        if dtd.declarations[number].content != Declared::Any {
            inner.extend(children(dtd, number));
        }
    }
    dtd.elements.keys().map(String::as_str).filter(|element| !inner.contains(element)).collect()
}

/// The elements that can stand at some depth in what a declaration declares, or that an inclusion around it may admit.
pub(super) fn inside<'d>(dtd: &'d Dtd, declaration: &'d ElementDeclaration) -> IndexSet<&'d str> {
    let inclusions = dtd.declarations.iter().flat_map(|one| &one.inclusions);
    let mut found: IndexSet<&str> = inclusions.map(String::as_str).collect();
    let own = declaration.names.first().and_then(|name| dtd.elements.get(name.as_str()));
    let mut done = vec![false; dtd.declarations.len()];
    let mut take = |number: usize, found: &mut IndexSet<&'d str>| {
        if !std::mem::replace(&mut done[number], true) {
            found.extend(children(dtd, number));
        }
    };
    own.into_iter().for_each(|&number| take(number, &mut found));
    let mut at = 0;
    while let Some(&element) = found.get_index(at) {
        at += 1;
        dtd.elements.get(element).into_iter().for_each(|&number| take(number, &mut found));
    }
    found
}
