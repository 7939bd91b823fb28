//! What a lint looks at: a grammar after all passes, and what several lints ask about it.

use super::work::Work;
use crate::base::FileId;
use crate::grammar::ast::{At, Element, Item, Items};
use crate::grammar::compile::Stages;
use crate::grammar::compile::containment::Containment;
use crate::grammar::compile::plain::{PlainSymbol, TerminalKey};
use crate::grammar::compile::reach::{self, Reach};
use crate::grammar::compile::sets::{Member, Members};
use std::borrow::Cow;

/// A grammar under one mode or none, and what is known of it.
pub(super) struct Subject<'a> {
    pub(super) stages: &'a Stages,
    /// The rules of each nonterminal.
    pub(super) by_left: Vec<Vec<usize>>,
    pub(super) reach: Reach,
    /// What stands directly in each element.
    pub(super) containment: Containment,
    /// The file that is checked, not one that it uses.
    pub(super) own: Option<FileId>,
    /// What has been looked at.
    pub(super) work: Work,
}

impl<'a> Subject<'a> {
    pub(super) fn new(stages: &'a Stages, own: Option<FileId>) -> Self {
        let plain = &stages.plain;
        let by_left = reach::by_left(plain);
        Self {
            stages,
            reach: Reach::from_start(plain, &by_left),
            containment: Containment::of(plain),
            by_left,
            own,
            work: Work::of(plain),
        }
    }

    /// Whether an element, with or without attributes, can stand in some document.
    pub(super) fn is_reached(&self, element: &Element) -> bool {
        let variants = self.stages.sets.variants(element).iter();
        let mut numbers = std::iter::once(element)
            .chain(variants)
            .flat_map(|element| self.stages.plain.occurrences(element));
        numbers.any(|&number| self.reach.elements[number])
    }

    /// Whether an element, by its number, can stand in some document and have something in it.
    pub(super) fn is_open(&self, number: usize) -> bool {
        self.reach.elements[number] && self.stages.plain.elements[number].kind.is_some()
    }

    /// Whether a tag or terminal can be acceptable anywhere.
    pub(super) fn is_possible(&self, member: &Member) -> bool {
        let terminals = self.stages.plain.terminals_of(member);
        terminals.into_iter().any(|terminal| self.reach.terminals[terminal])
    }

    /// Whether the grammar describes texts of tokens of its own, and no markup.
    pub(super) fn is_of_texts(&self) -> bool {
        self.stages.names.tokenizer.as_ref().is_none_or(|name| name.value == "text")
    }

    /// The number of a terminal in capitals.
    pub(super) fn terminal(&self, name: &str) -> Option<usize> {
        self.stages.plain.terminals.get_index_of(&TerminalKey::Named(name.to_owned()))
    }

    /// The items that a list adds, each with its members. One without any is reported by itself.
    pub(super) fn added<'i>(
        &self,
        items: &'i Items,
    ) -> impl Iterator<Item = (&'i At<Item>, Cow<'_, Members>)> {
        let added = items.terms.iter().filter(|(adds, _)| *adds);
        let members = added.map(|(_, item)| (item, self.stages.sets.members_of(&item.value)));
        members.filter(|(_, members)| !members.is_empty())
    }

    /// Those of them of which no member is fine: an item is judged as it is written, a set as a
    /// whole.
    pub(super) fn idle<'i>(
        &self,
        items: &'i Items,
        is_fine: impl Fn(&Member) -> bool,
    ) -> impl Iterator<Item = (&'i At<Item>, Cow<'_, Members>)> {
        self.added(items).filter(move |(_, members)| !members.iter().any(&is_fine))
    }

    /// The tags that may be virtual for the sake of a token, by wish or by an insertion.
    pub(super) fn virtual_tags(&self, goal: usize) -> impl Iterator<Item = usize> {
        let tables = &self.stages.tables;
        let lines = tables.lines_of(goal).iter().map(|&line| &tables.remedies[line]);
        let remedies = lines.flat_map(|line| &line.remedies);
        let inserted = remedies.flat_map(|remedy| remedy.value.inserted()).copied();
        tables.permitted(goal).into_keys().chain(inserted)
    }

    /// How an element is written in messages.
    pub(super) fn spelling(&self, element: usize) -> String {
        self.stages.plain.spelling(PlainSymbol::Element(element))
    }
}
