//! The input of a lint: a grammar after all passes, and queries that several lints share.

use super::work::LintSteps;
use crate::base::FileId;
use crate::grammar::TokenizerKind;
use crate::grammar::ast::{At, Element, File, Item, Items};
use crate::grammar::compile::Stages;
use crate::grammar::compile::containment::Containment;
use crate::grammar::compile::plain::{PlainSymbol, TerminalKey};
use crate::grammar::compile::reach::{self, ReachableSymbols};
use crate::grammar::compile::sets::{MemberId, Members};
use crate::grammar::compile::words::TOKENIZERS;
use std::borrow::Cow;

/// A grammar under one mode or none, with derived tables.
pub(super) struct Subject<'a> {
    pub(super) stages: &'a Stages,
    /// By nonterminal: its rules.
    pub(super) by_left: Vec<Vec<usize>>,
    pub(super) reach: ReachableSymbols,
    /// The children that each element accepts.
    pub(super) containment: Containment,
    /// The files as written: used ones before those that use them.
    pub(super) units: &'a [File],
    /// The file that is checked, as opposed to those that it uses.
    pub(super) own: Option<FileId>,
    /// The steps taken so far.
    pub(super) work: LintSteps,
}

impl<'a> Subject<'a> {
    pub(super) fn new(stages: &'a Stages, units: &'a [File]) -> Self {
        let plain = &stages.plain;
        let by_left = reach::by_left(plain);
        Self {
            stages,
            reach: ReachableSymbols::from_start(plain, &by_left),
            containment: Containment::of(plain),
            by_left,
            own: units.last().map(|unit| unit.id),
            units,
            work: LintSteps::of(plain),
        }
    }

    /// Reports whether an element, with or without attributes, can occur in some document.
    pub(super) fn is_reached(&self, element: &Element) -> bool {
        let start = self.stages.sets.start_of(element);
        let variants = self.stages.sets.variants(start);
        self.occurs(start) || variants.iter().any(|&variant| self.occurs(variant))
    }

    /// Returns what is reachable from some symbols.
    pub(super) fn reached_from(&self, symbols: Vec<PlainSymbol>) -> ReachableSymbols {
        ReachableSymbols::walk(&self.stages.plain, &self.by_left, symbols)
    }

    /// Reports whether an element exactly as written can occur in some document.
    fn occurs(&self, start: MemberId) -> bool {
        let numbers = self.stages.plain.occurrences_of(start);
        numbers.iter().any(|&number| self.reach.elements[number])
    }

    /// Reports whether an element, by its number, can occur in some document and is not void.
    pub(super) fn is_open(&self, number: usize) -> bool {
        self.reach.elements[number] && self.stages.plain.elements[number].kind.is_some()
    }

    /// Reports whether a tag or terminal is acceptable anywhere.
    pub(super) fn is_possible(&self, member: MemberId) -> bool {
        let terminals = self.stages.plain.terminals_of(member);
        // A text ends whether or not a rule names its end.
        let is_end = |terminal| self.is_of_texts() && self.terminal("EOF") == Some(terminal);
        terminals.iter().any(|&terminal| self.reach.terminals[terminal] || is_end(terminal))
    }

    /// Reports whether the grammar defines its own tokens and does not read markup.
    pub(super) fn is_of_texts(&self) -> bool {
        match &self.stages.names.tokenizer {
            Some(name) => TOKENIZERS.meaning(&name.value).is_some_and(TokenizerKind::is_text),
            None => true,
        }
    }

    /// Returns the number of a terminal with a name in capitals.
    pub(super) fn terminal(&self, name: &str) -> Option<usize> {
        self.stages.plain.terminals.get_index_of(&TerminalKey::Named(name.to_owned()))
    }

    /// Iterates over the items that a list adds, each with its members. An item without members is
    /// reported by itself, so it is skipped.
    pub(super) fn added<'i>(
        &self,
        items: &'i Items,
    ) -> impl Iterator<Item = (&'i At<Item>, Cow<'_, Members>)> {
        items.added().filter_map(|item| {
            let members = self.stages.sets.members_of(&item.value);
            if members.is_empty() { None } else { Some((item, members)) }
        })
    }

    /// Iterates over the added items of which no member passes `is_fine`. An item is judged as
    /// written, and a set as a whole.
    pub(super) fn idle<'i>(
        &self,
        items: &'i Items,
        is_fine: impl Fn(MemberId) -> bool,
    ) -> impl Iterator<Item = (&'i At<Item>, Cow<'_, Members>)> {
        self.added(items).filter(move |(_, members)| !members.iter().any(|&member| is_fine(member)))
    }

    /// Iterates over the tags that may be virtual for a token, by a wish or by an insertion.
    pub(super) fn virtual_tags(&self, goal: usize) -> impl Iterator<Item = usize> {
        let tables = &self.stages.tables;
        let lines = tables.lines_of(goal).iter();
        let remedies = lines.flat_map(|&line| &tables.remedies[line].remedies);
        let inserted = remedies.flat_map(|remedy| remedy.value.inserted()).copied();
        tables.permitted(goal).into_keys().chain(inserted)
    }

    /// Returns the spelling of an element in messages.
    pub(super) fn spelling(&self, element: usize) -> String {
        self.stages.plain.spelling(PlainSymbol::Element(element))
    }
}
