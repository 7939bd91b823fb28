//! The compiled form of the statements that are facts: part of the last pass.
//!
//! What [`facts`](super::facts) has found right becomes the tables of
//! [`compiled_words`](crate::grammar::compiled_words): rows of terminals, of frame kinds and of elements.

use super::fosters::Finder;
use super::freeze::Freezer;
use super::mirrors::mirrored;
use super::sets::{Member, Members, plain};
use crate::base::BitRow;
use crate::earley::{Condition, ContextId, FlagId, FrameKindId, Guard, LabelId, RulesBuilder};
use crate::grammar::ast::{
    self, At, Element, Elsewhere, Item, Items, Place, Statement, TreeFact, TreeWord,
};
use crate::grammar::compiled::ElementId;
use crate::grammar::compiled_words::{
    DoctypeLine, DoctypeTest, Formatting, Foster, FosterTo, Fragments, Latch, Omission, Soft,
    TreeFacts,
};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

impl Freezer<'_> {
    /// What a guard by a latch or an exclusion asks; none for one by a mode, which is decided already.
    pub(super) fn condition(&self, guard: &ast::Guard) -> Option<Guard> {
        let name = guard.name.value.as_str();
        let flag = || self.names.latches.get_index_of(name).map(FlagId::new).map(Condition::Flag);
        let label = || self.names.labels.get_index_of(name).map(LabelId::new).map(Condition::Label);
        let condition = flag().or_else(label)?;
        Some(Guard { condition, negated: guard.negated })
    }

    /// The labels, by position, and the lines that have them.
    pub(super) fn labels(&self, builder: &mut RulesBuilder) {
        let lines = self.plain.lines.iter().enumerate();
        let numbers: HashMap<Place, usize> =
            lines.map(|(number, line)| (line.place, number)).collect();
        for labels in self.names.labels.values() {
            let label = builder.label();
            let named = labels.iter().filter_map(|label| numbers.get(&label.line));
            let named: BTreeSet<usize> = named.copied().collect();
            named.into_iter().for_each(|line| builder.labelled(ContextId::new(line), label));
        }
    }

    /// The guards of which one makes an element void.
    pub(super) fn void_where(&self, element: &Element) -> Vec<Guard> {
        let of = |element: &Element| self.symbols.void_where.get(element);
        let guards = of(element)
            .into_iter()
            .chain(element.attribute.as_ref().and_then(|_| of(&plain(element))));
        guards.flatten().filter_map(|guard| self.condition(guard)).collect()
    }

    /// What is read in a content and stands elsewhere in the tree.
    pub(super) fn fosters(
        &self,
        kinds: &[usize],
        finder: &Finder<'_>,
        content: Option<usize>,
    ) -> Vec<Foster> {
        let found = content.map(|content| finder.of(content).of_group).unwrap_or_default();
        let compiled = found.into_iter().map(|(group, terminals)| {
            let group = &self.plain.fosters[group];
            Foster {
                terminals: self.terminals_row(terminals),
                to: self.elsewhere(kinds, &group.elsewhere),
                place: group.place,
            }
        });
        compiled.collect()
    }

    fn elsewhere(&self, kinds: &[usize], elsewhere: &Elsewhere) -> FosterTo {
        match elsewhere {
            Elsewhere::Before { of, until } => FosterTo::Before {
                of: self.kinds_of(kinds, of),
                until: self.kinds_of_some(kinds, until.as_ref()),
            },
            Elsewhere::Into(items) => FosterTo::Into(self.kinds_of(kinds, items)),
        }
    }

    fn kinds_of(&self, kinds: &[usize], items: &Items) -> BitRow {
        self.boundary_row(kinds, &self.sets.members(items))
    }

    fn kinds_of_some(&self, kinds: &[usize], items: Option<&Items>) -> BitRow {
        let members = items.map(|items| self.sets.members(items)).unwrap_or_default();
        self.boundary_row(kinds, &members)
    }

    fn terminals_of(&self, items: Option<&Items>) -> BitRow {
        let members = items.map(|items| self.sets.members(items)).unwrap_or_default();
        self.members_row(&members, false)
    }

    pub(super) fn latches(&self) -> Vec<Latch> {
        let declared = self.statements.iter().filter_map(|statement| match &statement.value {
            Statement::Latch { name, guards, on, sets, clears } => {
                let flag = FlagId::new(self.names.latches.get_index_of(&name.value)?);
                Some(Latch {
                    name: name.value.clone(),
                    flag,
                    initially: *on,
                    guards: guards.iter().filter_map(|guard| self.condition(guard)).collect(),
                    sets: self.terminals_of(sets.as_ref()),
                    clears: self.terminals_of(clears.as_ref()),
                    place: name.place,
                })
            }
            _ => None,
        });
        declared.collect()
    }

    pub(super) fn doctype_lines(&self) -> Vec<DoctypeLine> {
        let lines = self.statements.iter().filter_map(|statement| match &statement.value {
            Statement::Doctype { latch, test, strings } => Some(DoctypeLine {
                flag: FlagId::new(self.names.latches.get_index_of(&latch.value)?),
                test: doctype_test(*test, strings),
                place: statement.place,
            }),
            _ => None,
        });
        lines.collect()
    }

    pub(super) fn formatting(&self, kinds: &[usize]) -> Option<Formatting> {
        self.statements.iter().find_map(|statement| match &statement.value {
            Statement::Formatting { elements, markers, lasting, reopen, special, ark } => {
                Some(Formatting {
                    elements: self.kinds_of(kinds, elements),
                    markers: self.kinds_of(kinds, markers),
                    lasting: self.kinds_of_some(kinds, lasting.as_ref()),
                    reopen: self.terminals_of(Some(reopen)),
                    special: self.kinds_of_some(kinds, special.as_ref()),
                    ark: usize::try_from(ark.value).unwrap_or(usize::MAX),
                    place: statement.place,
                })
            }
            _ => None,
        })
    }

    pub(super) fn soft(&self, kinds: &[usize]) -> Option<Soft> {
        self.statements.iter().find_map(|statement| match &statement.value {
            Statement::Soft { ends, resuming, keeping } => Some(Soft {
                ends: self.terminals_of(Some(ends)),
                resuming: self.kinds_of_some(kinds, resuming.as_ref()),
                keeping: self.terminals_of(Some(keeping)),
                place: statement.place,
            }),
            _ => None,
        })
    }

    pub(super) fn fragments(&self, kinds: &[usize]) -> Fragments {
        let kind_of = |number: &usize| kinds.binary_search(number).ok().map(FrameKindId::new);
        let elements = self.plain.elements.iter().enumerate();
        let own = elements.filter(|(_, element)| element.occurrence.is_fragment());
        let mut fragments = Fragments {
            own: own.map(|(number, _)| ElementId::new(number)).collect(),
            ..Fragments::default()
        };
        for statement in self.statements {
            if let Statement::Fragment { root, like } = &statement.value
                && let Item::Start(element) = &root.value
            {
                fragments.root = self.plain.occurrences(element).iter().find_map(kind_of);
                fragments.like = self.kinds_of(kinds, like);
            }
        }
        fragments
    }

    pub(super) fn tree_facts(&self) -> TreeFacts {
        let nothing = BitRow::new(self.plain.elements.len());
        let mut facts = TreeFacts {
            contents: nothing.clone(),
            drops_newline: nothing.clone(),
            shadow_root: nothing.clone(),
            has_conref: nothing,
            entities: Arc::new(self.entities()),
            ..TreeFacts::default()
        };
        for statement in self.statements {
            match &statement.value {
                Statement::Tree(fact) => self.tree_fact(fact, &mut facts),
                Statement::Omissible { tags, before } => {
                    facts.omissions.push(self.omission(tags, before.as_ref(), statement.place));
                }
                Statement::Attributes { elements, attributes } => {
                    self.attributes(elements, attributes, &mut facts);
                }
                Statement::Rename { attributes, namespace, names } => {
                    let table = if *attributes {
                        &mut facts.attribute_names
                    } else {
                        &mut facts.element_names
                    };
                    table.extend(names.iter().map(|name| {
                        let (key, display) = renamed(&name.value);
                        ((namespace.value.clone(), key), display.to_owned())
                    }));
                }
                _ => {}
            }
        }
        facts.mirrored = mirrored(&facts);
        facts
    }

    fn omission(&self, tags: &Items, before: Option<&Items>, place: Place) -> Omission {
        let end = Member::Terminal("EOF".to_owned());
        Omission {
            tags: self.terminals_of(Some(tags)),
            before: before.map(|items| self.terminals_of(Some(items))),
            at_end: before.is_none_or(|items| self.sets.members(items).contains(&end)),
            place,
        }
    }

    fn tree_fact(&self, fact: &TreeFact, facts: &mut TreeFacts) {
        match fact {
            TreeFact::Of(word, items) => {
                let row = match word {
                    TreeWord::Contents => &mut facts.contents,
                    TreeWord::DropNewline => &mut facts.drops_newline,
                    TreeWord::ShadowRoot => &mut facts.shadow_root,
                };
                let elements = self.elements_of(&self.sets.members(items));
                for element in elements {
                    row.insert(element.index());
                }
            }
            TreeFact::Hide(_) => facts.hides_nul = true,
            TreeFact::Mirror(mirror) => facts.mirrors.push(self.mirror(mirror)),
        }
    }

    pub(super) fn elements_of(&self, members: &Members) -> Vec<ElementId> {
        let elements = members.iter().filter_map(|member| member.start());
        let numbers = elements.flat_map(|element| self.plain.occurrences(element));
        numbers.map(|&number| ElementId::new(number)).collect()
    }
}

/// `foreignObject` is for `foreignobject`; `xlink:href=xlink href` says both.
pub(super) fn renamed(name: &str) -> (String, &str) {
    let (key, display) = name.split_once('=').unwrap_or((name, name));
    (key.to_ascii_lowercase(), display)
}

fn doctype_test(test: ast::DoctypeTest, strings: &[At<String>]) -> DoctypeTest {
    let lower: Vec<String> =
        strings.iter().map(|string| string.value.to_ascii_lowercase()).collect();
    match test {
        ast::DoctypeTest::Incorrect => DoctypeTest::Incorrect,
        ast::DoctypeTest::OtherThan => DoctypeTest::OtherThan(lower.concat()),
        ast::DoctypeTest::Public => DoctypeTest::Public(lower),
        ast::DoctypeTest::PublicPrefix => DoctypeTest::PublicPrefix(lower),
        ast::DoctypeTest::PublicPrefixWithSystem => DoctypeTest::PublicPrefixWithSystem(lower),
        ast::DoctypeTest::PublicPrefixWithoutSystem => {
            DoctypeTest::PublicPrefixWithoutSystem(lower)
        }
        ast::DoctypeTest::System => DoctypeTest::System(lower),
    }
}
