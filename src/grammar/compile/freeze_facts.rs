//! Compiles the statements that are facts: part of the last pass.
//!
//! Statements that passed [`facts`](super::facts) become the tables of
//! [`model`](crate::grammar::model): rows of terminals, of frame kinds and of elements.

use super::freeze::Freezer;
use super::sets::{Member, plain};
use crate::base::{BitRow, HashMap};
use crate::earley::{ContextId, FlagId, Guard, RulesBuilder};
use crate::grammar::ast::{At, Element, Fact, FileSpan, FosterLocation, Item, Statement, facts};
use crate::grammar::model::ElementId;
use crate::grammar::model::{
    BaseAddress, DoctypeLine, DoctypeString, DoctypeTest, FormOwners, Formatting, Foster, FosterTo,
    Fragments, Latch, NamedPattern, Omission, Soft, SystemTest, TreeFacts,
};
use crate::grammar::schema::Head;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Freezer<'_> {
    /// Adds the labels, in order, and the lines that have them.
    pub(super) fn labels(&self, builder: &mut RulesBuilder) {
        let mut numbers: HashMap<FileSpan, usize> = HashMap::default();
        for (number, line) in self.plain.lines.iter().enumerate() {
            numbers.insert(line.place, number);
        }
        for labels in self.known.names.labels.values() {
            let label = builder.label();
            let mut labelled = BTreeSet::new();
            for label in labels {
                labelled.extend(numbers.get(&label.line));
            }
            for line in labelled {
                builder.labelled(ContextId::new(line), label);
            }
        }
    }

    /// Returns the guards that each make an element void.
    pub(super) fn void_where(&self, element: &Element) -> Vec<Guard> {
        let table = &self.symbols.void_where;
        let mut guards = table.get(element).cloned().unwrap_or_default();
        if element.attribute.is_some() {
            guards.extend(table.get(&plain(element)).into_iter().flatten().cloned());
        }
        self.known.names.conditions(&guards)
    }

    /// Compiles the foster groups of a content.
    pub(super) fn fosters(&self, content: Option<usize>) -> Vec<Foster> {
        let Some(found) = content.and_then(|content| self.fosters.get(&content)) else {
            return Vec::new();
        };
        let mut fosters = Vec::new();
        for (&group, terminals) in &found.of_group {
            let group = &self.plain.fosters[group];
            fosters.push(Foster {
                terminals: self.terminals_row(terminals.iter().copied()),
                to: self.elsewhere(&group.elsewhere),
                place: group.place,
            });
        }
        fosters
    }

    fn elsewhere(&self, elsewhere: &FosterLocation) -> FosterTo {
        match elsewhere {
            FosterLocation::Before { of, until } => {
                let until = self.kinds_of(until.as_ref());
                FosterTo::Before { of: self.kinds_of(Some(of)), until }
            }
            FosterLocation::Into(items) => FosterTo::Into(self.kinds_of(Some(items))),
        }
    }

    pub(super) fn latches(&self) -> Vec<Latch> {
        let mut latches = Vec::new();
        for At { value: fact, .. } in facts(self.known.statements, Head::Latch) {
            latches.extend(self.latch(fact));
        }
        latches
    }

    fn latch(&self, fact: &Fact) -> Option<Latch> {
        let name = fact.text("name")?;
        Some(Latch {
            name: name.value.clone(),
            flag: FlagId::new(self.known.names.latches.get_index_of(&name.value)?),
            initially: fact.says("on"),
            guards: self.known.names.conditions(fact.guards("guards")),
            sets: self.terminals_of(fact.items("set")),
            clears: self.terminals_of(fact.items("clear")),
            place: name.place,
        })
    }

    pub(super) fn doctype_lines(&self) -> Vec<DoctypeLine> {
        let mut lines = Vec::new();
        for At { value: fact, place } in facts(self.known.statements, Head::Doctype) {
            lines.extend(self.doctype_line(fact, place));
        }
        lines
    }

    fn doctype_line(&self, fact: &Fact, place: FileSpan) -> Option<DoctypeLine> {
        let latch = fact.text("latch")?;
        Some(DoctypeLine {
            flag: FlagId::new(self.known.names.latches.get_index_of(&latch.value)?),
            test: doctype_test(fact)?,
            place,
        })
    }

    pub(super) fn formatting(&self) -> Option<Formatting> {
        let At { value: fact, place } = facts(self.known.statements, Head::Formatting).next()?;
        Some(Formatting {
            elements: self.kinds_of(fact.items("elements")),
            markers: self.kinds_of(fact.items("markers")),
            lasting: self.kinds_of(fact.items("lasting")),
            reopen: self.terminals_of(fact.items("reopen")),
            special: self.kinds_of(fact.items("special")),
            place,
        })
    }

    pub(super) fn soft(&self) -> Option<Soft> {
        let At { value: fact, place } = facts(self.known.statements, Head::Soft).next()?;
        Some(Soft {
            ends: self.terminals_of(fact.items("ends")),
            resuming: self.kinds_of(fact.items("resuming")),
            keeping: self.terminals_of(fact.items("keeping")),
            place,
        })
    }

    pub(super) fn fragments(&self) -> Fragments {
        let mut fragments = Fragments::default();
        for (number, element) in self.plain.elements.iter().enumerate() {
            if element.occurrence.is_fragment() {
                fragments.own.push(ElementId::new(number));
            }
        }
        if let Some(At { value: fact, .. }) = facts(self.known.statements, Head::Fragment).next()
            && let Some(At { value: Item::Start(element), .. }) = fact.item("root")
        {
            fragments.root =
                self.plain.occurrences(element).iter().find_map(|&number| self.kind_of(number));
            fragments.like = self.kinds_of(fact.items("as"));
        }
        fragments
    }

    pub(super) fn tree_facts(&self) -> TreeFacts {
        let nothing = BitRow::new(self.plain.elements.len());
        let mut facts = TreeFacts {
            contents: nothing.clone(),
            drops_newline: nothing.clone(),
            mirrors_into: nothing.clone(),
            has_conref: nothing,
            entities: Arc::new(self.entities()),
            ..TreeFacts::default()
        };
        for statement in self.known.statements {
            if let Statement::Fact(fact) = &statement.value {
                self.tree_fact(fact, statement.place, &mut facts);
            }
        }
        facts
    }

    fn tree_fact(&self, fact: &Fact, place: FileSpan, facts: &mut TreeFacts) {
        let row = match fact.row().head {
            Head::TreeContents => &mut facts.contents,
            Head::TreeDropNewline => &mut facts.drops_newline,
            Head::TreePatch => return facts.patches.push(self.patches(fact)),
            Head::TreeShadowRoot => return facts.shadow_roots.push(self.shadow_roots(fact)),
            Head::TreeHide => return facts.hides_nul = true,
            Head::TreeBase => return facts.bases.push(self.base(fact)),
            Head::TreeOwner => return facts.owners.extend(self.form_owners(fact)),
            Head::TreeMirror => {
                facts.mirrors.push(self.mirror(fact));
                return insert_all(&mut facts.mirrors_into, self.elements_in(fact, "into"));
            }
            Head::Omissible => return facts.omissions.push(self.omission(fact, place)),
            Head::Rename => return rename(fact, facts),
            Head::Attributes => return self.attributes(fact, facts),
            Head::Datatype => return facts.datatypes.push(named_pattern(fact, place)),
            Head::Forbid | Head::Warn => {
                return facts.forbidden.push(named_pattern(fact, place));
            }
            _ => return,
        };
        insert_all(row, self.elements_in(fact, "elements"));
    }

    /// Returns the elements that a slot names, in order. An element has several numbers if it has
    /// its own rules in some parents or as the root of a fragment.
    pub(super) fn elements_in(&self, fact: &Fact, slot: &str) -> Vec<ElementId> {
        let Some(items) = fact.items(slot) else { return Vec::new() };
        let members = self.known.sets.members(items);
        self.plain.elements_of(&members).map(ElementId::new).collect()
    }

    fn base(&self, fact: &Fact) -> BaseAddress {
        BaseAddress {
            elements: self.elements_in(fact, "elements"),
            attributes: fact
                .texts("by")
                .iter()
                .map(|name| name.value.to_ascii_lowercase())
                .collect(),
        }
    }

    fn form_owners(&self, fact: &Fact) -> Option<FormOwners> {
        let latch = fact.text("latch")?;
        Some(FormOwners {
            latch: FlagId::new(self.known.names.latches.get_index_of(&latch.value)?),
            forms: self.elements_row(fact, "element"),
            controls: self.elements_row(fact, "for"),
            unlisted: self.elements_row(fact, "unless"),
            attribute: written(fact, "by").to_ascii_lowercase(),
        })
    }

    /// Returns the elements that a slot names, as a row.
    fn elements_row(&self, fact: &Fact, slot: &str) -> BitRow {
        let mut row = BitRow::new(self.plain.elements.len());
        insert_all(&mut row, self.elements_in(fact, slot));
        row
    }

    fn omission(&self, fact: &Fact, place: FileSpan) -> Omission {
        let end = self.known.sets.number(&Member::Terminal("EOF".to_owned()));
        let before = fact.items("before");
        Omission {
            tags: self.terminals_of(fact.items("tags")),
            before: before.map(|items| self.terminals_of(Some(items))),
            at_end: match before {
                Some(items) => self.known.sets.members(items).contains(&end),
                None => true,
            },
            not_named: self.patterns(fact, "not-named"),
            place,
        }
    }
}

/// Returns a `datatype` or `forbid` statement.
fn named_pattern(fact: &Fact, place: FileSpan) -> NamedPattern {
    NamedPattern {
        name: written(fact, "name"),
        pattern: written(fact, "pattern"),
        message: written(fact, "message"),
        is_warning: fact.row().head == Head::Warn,
        place,
    }
}

/// Returns the text in a slot; empty if it is missing.
fn written(fact: &Fact, slot: &str) -> String {
    fact.texts(slot).first().map_or_else(String::new, |text| text.value.clone())
}

/// Adds the names of a `rename` statement to its table.
fn rename(fact: &Fact, facts: &mut TreeFacts) {
    let table = match text_of(fact, "what") {
        "attributes" => &mut facts.attribute_names,
        _ => &mut facts.element_names,
    };
    let namespace = text_of(fact, "namespace");
    for name in fact.texts("names") {
        let (key, display) = renamed(&name.value);
        table.insert((namespace.to_owned(), key), display.to_owned());
    }
}

/// Returns the text in a slot; empty if there is none.
fn text_of<'f>(fact: &'f Fact, slot: &str) -> &'f str {
    match fact.text(slot) {
        Some(text) => &text.value,
        None => "",
    }
}

/// Splits a name of a `rename` statement: `foreignObject` renames `foreignobject`;
/// `xlink:href=xlink href` has both names.
pub(super) fn renamed(name: &str) -> (String, &str) {
    let (key, display) = name.split_once('=').unwrap_or((name, name));
    (key.to_ascii_lowercase(), display)
}

fn doctype_test(fact: &Fact) -> Option<DoctypeTest> {
    let mut strings = Vec::new();
    for string in fact.texts("strings") {
        strings.push(DoctypeString::new(&string.value));
    }
    let system = match fact.text("with") {
        Some(word) if word.value == "empty-system" => Some(SystemTest::Empty),
        Some(_) => Some(SystemTest::Filled),
        None if fact.says("without") => Some(SystemTest::Lacking),
        None => None,
    };
    Some(match fact.text("test")?.value.as_str() {
        "incorrect" => DoctypeTest::Incorrect,
        "other-than" => DoctypeTest::OtherThan(strings.pop()?),
        "public" => DoctypeTest::Public { identifiers: strings, system },
        "system" => DoctypeTest::System(strings),
        _ => return None,
    })
}

fn insert_all(row: &mut BitRow, elements: Vec<ElementId>) {
    for element in elements {
        row.insert(element.index());
    }
}
