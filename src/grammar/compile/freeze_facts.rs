//! Compiles the statements that are facts: part of the last pass.
//!
//! Statements that passed [`facts`](super::facts) become the tables of
//! [`model`](crate::grammar::model): rows of terminals, of frame kinds and of elements.

use super::fosters::Finder;
use super::freeze::Freezer;
use super::sets::{Member, plain};
use crate::base::{BitRow, HashMap};
use crate::earley::{Condition, ContextId, FlagId, Guard, LabelId, RulesBuilder};
use crate::grammar::ast::{self, At, Element, Elsewhere, Fact, Item, Place, Statement, facts};
use crate::grammar::model::ElementId;
use crate::grammar::model::{
    BaseAddress, DoctypeLine, DoctypeString, DoctypeTest, Formatting, Foster, FosterTo, Fragments,
    Latch, Omission, Soft, SystemTest, TreeFacts,
};
use crate::grammar::schema::Head;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Freezer<'_> {
    /// Compiles a guard by a latch or an exclusion; `None` for a guard by a mode, which is decided
    /// already.
    pub(super) fn condition(&self, guard: &ast::Guard) -> Option<Guard> {
        let (name, names) = (&guard.name.value, self.known.names);
        let flag = names.latches.get_index_of(name).map(FlagId::new).map(Condition::Flag);
        let label = names.labels.get_index_of(name).map(LabelId::new).map(Condition::Label);
        let condition = flag.or(label)?;
        Some(Guard { condition, negated: guard.negated })
    }

    /// Adds the labels, in order, and the lines that have them.
    pub(super) fn labels(&self, builder: &mut RulesBuilder) {
        let lines = self.plain.lines.iter().enumerate();
        let numbers: HashMap<Place, usize> =
            lines.map(|(number, line)| (line.place, number)).collect();
        for labels in self.known.names.labels.values() {
            let label = builder.label();
            let named = labels.iter().filter_map(|label| numbers.get(&label.line));
            let named: BTreeSet<usize> = named.copied().collect();
            named.into_iter().for_each(|line| builder.labelled(ContextId::new(line), label));
        }
    }

    /// Returns the guards that each make an element void.
    pub(super) fn void_where(&self, element: &Element) -> Vec<Guard> {
        let of = |element: &Element| self.symbols.void_where.get(element);
        let guards = of(element)
            .into_iter()
            .chain(element.attribute.as_ref().and_then(|_| of(&plain(element))));
        guards.flatten().filter_map(|guard| self.condition(guard)).collect()
    }

    /// Compiles the foster groups of a content.
    pub(super) fn fosters(&self, finder: &Finder<'_>, content: Option<usize>) -> Vec<Foster> {
        let found = content.map(|content| finder.of(content).of_group).unwrap_or_default();
        let compiled = found.into_iter().map(|(group, terminals)| {
            let group = &self.plain.fosters[group];
            Foster {
                terminals: self.terminals_row(terminals),
                to: self.elsewhere(&group.elsewhere),
                place: group.place,
            }
        });
        compiled.collect()
    }

    fn elsewhere(&self, elsewhere: &Elsewhere) -> FosterTo {
        match elsewhere {
            Elsewhere::Before { of, until } => {
                let until = self.kinds_of(until.as_ref());
                FosterTo::Before { of: self.kinds_of(Some(of)), until }
            }
            Elsewhere::Into(items) => FosterTo::Into(self.kinds_of(Some(items))),
        }
    }

    pub(super) fn latches(&self) -> Vec<Latch> {
        let declared =
            facts(self.known.statements, Head::Latch).filter_map(|At { value: fact, .. }| {
                let name = fact.text("name")?;
                Some(Latch {
                    name: name.value.clone(),
                    flag: FlagId::new(self.known.names.latches.get_index_of(&name.value)?),
                    initially: fact.says("on"),
                    guards: fact
                        .guards("guards")
                        .iter()
                        .filter_map(|one| self.condition(one))
                        .collect(),
                    sets: self.terminals_of(fact.items("set")),
                    clears: self.terminals_of(fact.items("clear")),
                    place: name.place,
                })
            });
        declared.collect()
    }

    pub(super) fn doctype_lines(&self) -> Vec<DoctypeLine> {
        let lines =
            facts(self.known.statements, Head::Doctype).filter_map(|At { value, place }| {
                let latch = value.text("latch")?;
                Some(DoctypeLine {
                    flag: FlagId::new(self.known.names.latches.get_index_of(&latch.value)?),
                    test: doctype_test(value)?,
                    place,
                })
            });
        lines.collect()
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
        let elements = self.plain.elements.iter().enumerate();
        let own = elements.filter(|(_, element)| element.occurrence.is_fragment());
        let mut fragments = Fragments {
            own: own.map(|(number, _)| ElementId::new(number)).collect(),
            ..Fragments::default()
        };
        let fact = facts(self.known.statements, Head::Fragment).next().map(|fact| fact.value);
        if let Some(fact) = fact
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

    fn tree_fact(&self, fact: &Fact, place: Place, facts: &mut TreeFacts) {
        let row = match fact.row().head {
            Head::TreeContents => &mut facts.contents,
            Head::TreeDropNewline => &mut facts.drops_newline,
            Head::TreePatch => return facts.patches.push(self.patches(fact)),
            Head::TreeShadowRoot => return facts.shadow_roots.push(self.shadow_roots(fact)),
            Head::TreeHide => return facts.hides_nul = true,
            Head::TreeBase => return facts.bases.push(self.base(fact)),
            Head::TreeMirror => {
                facts.mirrors.push(self.mirror(fact));
                return insert_all(&mut facts.mirrors_into, self.elements_in(fact, "into"));
            }
            Head::Omissible => return facts.omissions.push(self.omission(fact, place)),
            Head::Rename => return rename(fact, facts),
            Head::Attributes => return self.attributes(fact, facts),
            _ => return,
        };
        insert_all(row, self.elements_in(fact, "elements"));
    }

    /// Returns the elements that a slot names, in order. An element has several numbers if it has
    /// its own rules in some parents or as the root of a fragment.
    pub(super) fn elements_in(&self, fact: &Fact, slot: &str) -> Vec<ElementId> {
        let members =
            fact.items(slot).map(|items| self.known.sets.members(items)).unwrap_or_default();
        self.plain.elements_of(&members).map(ElementId::new).collect()
    }

    fn base(&self, fact: &Fact) -> BaseAddress {
        let attributes = fact.texts("by").iter().map(|text| text.value.to_ascii_lowercase());
        let elements = self.elements_in(fact, "elements");
        BaseAddress { elements, attributes: attributes.collect() }
    }

    fn omission(&self, fact: &Fact, place: Place) -> Omission {
        let end = Member::Terminal("EOF".to_owned());
        let before = fact.items("before");
        Omission {
            tags: self.terminals_of(fact.items("tags")),
            before: before.map(|items| self.terminals_of(Some(items))),
            at_end: before.is_none_or(|items| self.known.sets.members(items).contains(&end)),
            not_named: self.patterns(fact, "not-named"),
            place,
        }
    }
}

/// Adds the names of a `rename` statement to its table.
fn rename(fact: &Fact, facts: &mut TreeFacts) {
    let of = |slot| fact.text(slot).map_or("", |text| text.value.as_str());
    let table = match of("what") {
        "attributes" => &mut facts.attribute_names,
        _ => &mut facts.element_names,
    };
    table.extend(fact.texts("names").iter().map(|name| {
        let (key, display) = renamed(&name.value);
        ((of("namespace").to_owned(), key), display.to_owned())
    }));
}

/// Splits a name of a `rename` statement: `foreignObject` renames `foreignobject`;
/// `xlink:href=xlink href` has both names.
pub(super) fn renamed(name: &str) -> (String, &str) {
    let (key, display) = name.split_once('=').unwrap_or((name, name));
    (key.to_ascii_lowercase(), display)
}

fn doctype_test(fact: &Fact) -> Option<DoctypeTest> {
    let strings = fact.texts("strings").iter().map(|string| DoctypeString::new(&string.value));
    let mut strings: Vec<DoctypeString> = strings.collect();
    let with = fact.text("with").map(|word| match word.value.as_str() {
        "empty-system" => SystemTest::Empty,
        _ => SystemTest::Filled,
    });
    let without = fact.says("without").then_some(SystemTest::Lacking);
    Some(match fact.text("test")?.value.as_str() {
        "incorrect" => DoctypeTest::Incorrect,
        "other-than" => DoctypeTest::OtherThan(strings.pop()?),
        "public" => DoctypeTest::Public { identifiers: strings, system: with.or(without) },
        "system" => DoctypeTest::System(strings),
        _ => return None,
    })
}

fn insert_all(row: &mut BitRow, elements: Vec<ElementId>) {
    for element in elements {
        row.insert(element.index());
    }
}
