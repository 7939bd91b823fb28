//! Expansion of an item of a rule to a symbol: a terminal, an element or a nonterminal. A set
//! becomes a nonterminal with one alternative for each member.
//!
//! This is a part of [`expand`](super::expand). A set that is named again in the same scope is
//! looked up by its name, without resolving its members.

use super::expand::Expander;
use super::mistake::error;
use super::plain::{PlainSymbol, TerminalKey};
use super::scope::{NonterminalKey, ScopeId};
use super::sets::{Member, MemberId, Members};
use crate::base::{Code, HashSet};
use crate::grammar::ast::{FileSpan, Item};

/// The advice for an end tag in a rule.
const END_TAG: &str = "`<x>` in a rule is the whole element, its end tag included";

impl<'a> Expander<'a> {
    /// Returns the symbol of an item of a rule; `None` for an undefined name.
    pub(super) fn item(
        &mut self,
        item: &'a Item,
        place: FileSpan,
        scope: ScopeId,
    ) -> Option<PlainSymbol> {
        let Item::Name(name) = item else { return self.members(item, place, scope).0 };
        if self.known.names.nonterminals.contains_key(name) {
            return Some(PlainSymbol::Nonterminal(self.named(name, scope)));
        }
        if !self.known.sets.is_set(name) {
            return None;
        }
        if let Some(&(known, has_ends)) = self.named_sets.get(&(name.as_str(), scope)) {
            if has_ends {
                self.refuse_end_tag(place, None);
            }
            return known;
        }
        let (symbol, has_ends) = self.members(item, place, scope);
        self.named_sets.insert((name, scope), (symbol, has_ends));
        symbol
    }

    /// Returns the symbol of a list of members, and whether its use is a mistake, since there are
    /// end tags among them that no set lists. The symbol is `None` if there are only end tags.
    fn members(
        &mut self,
        item: &Item,
        place: FileSpan,
        scope: ScopeId,
    ) -> (Option<PlainSymbol>, bool) {
        let mut members = self.known.sets.members_of(item);
        let sets = self.known.sets;
        let has_ends = sets.each(&members).any(|member| matches!(member, Member::End(_)));
        let written = if has_ends { self.end_tag_in(item) } else { None };
        if has_ends {
            members.to_mut().retain(|&id| !matches!(sets.member(id), Member::End(_)));
            self.refuse_end_tag(place, written);
        }
        let symbol = match members.len() {
            0 if has_ends => None,
            1 => members.first().map(|&member| self.member(member, place, scope)),
            _ => Some(self.choice(item, &members, place, scope)),
        };
        (symbol, has_ends && written.is_none())
    }

    /// Returns a nonterminal that derives any one of the members. Equal sets in equal scopes share
    /// it; it is named after the set.
    fn choice(
        &mut self,
        item: &Item,
        members: &Members,
        place: FileSpan,
        scope: ScopeId,
    ) -> PlainSymbol {
        let (name, place_of_set) = match item {
            Item::Name(name) => {
                (name.clone(), self.known.names.sets.get(name).map(|(place, _)| *place))
            }
            _ => ("{ … }".to_owned(), None),
        };
        let key = NonterminalKey::Set(members.iter().copied().collect(), scope);
        let set_place = place_of_set.unwrap_or(place);
        let (number, new) = self.nonterminal(key, |_| name, Some(set_place));
        if new {
            for &member in members {
                let symbol = self.member(member, place, scope);
                self.plain.rule(number, vec![symbol]);
            }
        }
        PlainSymbol::Nonterminal(number)
    }

    /// Returns the span of an end tag that is written in the definition of a set in an item.
    fn end_tag_in(&self, item: &Item) -> Option<FileSpan> {
        let mut seen: HashSet<&str> = HashSet::default();
        let mut open = vec![(item, None)];
        while let Some((item, place)) = open.pop() {
            let items = match item {
                Item::End(_) => return place,
                Item::Name(name) if seen.insert(name) => match self.known.names.sets.get(name) {
                    Some((_, items)) => items,
                    None => continue,
                },
                Item::Braces { items, .. } => items,
                _ => continue,
            };
            open.extend(items.added().map(|item| (&item.value, Some(item.place))));
        }
        None
    }

    /// Reports an end tag at a place of a rule, or in the definition of a set that the rule reads,
    /// once for all rules. An end tag closes an element, so a content cannot contain it.
    fn refuse_end_tag(&mut self, rule: FileSpan, in_set: Option<FileSpan>) {
        let (place, message) = match in_set {
            Some(place) => (place, "end tags are not allowed in a set of a rule"),
            None => (rule, "end tags are not allowed in a rule"),
        };
        if self.with_end_tags.insert(place) {
            let mut mistake =
                error(Code::Contradictory, place, message).label("an end tag").help(END_TAG);
            if in_set.is_some() {
                mistake = mistake.also(rule, "a rule reads the set here");
            }
            self.mistakes.push(mistake);
        }
    }

    /// Returns the symbol of a member.
    fn member(&mut self, id: MemberId, place: FileSpan, scope: ScopeId) -> PlainSymbol {
        match self.known.sets.member(id) {
            Member::Start(element) => {
                let number = self.started(id, element, scope);
                self.demand(number, Some(place));
                PlainSymbol::Element(number)
            }
            Member::End(element) => {
                PlainSymbol::Terminal(self.plain.terminal(TerminalKey::End(element.clone())))
            }
            Member::Terminal(name) => {
                PlainSymbol::Terminal(self.plain.terminal(TerminalKey::Named(name.clone())))
            }
            Member::Literal(text) => {
                PlainSymbol::Terminal(self.plain.terminal(TerminalKey::Literal(text.clone())))
            }
        }
    }
}
