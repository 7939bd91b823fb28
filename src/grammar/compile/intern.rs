//! The numbers of all terminals that a grammar names: the first step of [`expand`](super::expand).
//!
//! The order of the numbers is that of the elements' first occurrences, then that of other items.
//! Sets that are written again add nothing, so they are not resolved again.

use super::expand::Expander;
use super::fits::is_text;
use super::plain::TerminalKey;
use super::sets::{Member, MemberId, Members};
use super::walk;
use crate::base::HashSet;
use crate::grammar::ast::{Item, Statement};
use crate::grammar::schema::Head;

impl Expander<'_> {
    /// Interns terminals for everything that the grammar names, in the order of occurrence.
    pub(super) fn intern_all(&mut self) {
        let mut named = Members::default();
        for element in self.known.sets.universe().keys() {
            if element.name.is_some() {
                named.insert(self.known.sets.start_of(element));
            }
        }
        let (mut seen, mut inlined): (HashSet<String>, _) =
            (HashSet::default(), HashSet::default());
        for statement in self.known.statements {
            if self.known.size.is_exceeded() {
                break;
            }
            walk::items(&statement.value, &mut |item, _, _| {
                if has_known_members(item, &seen) {
                    return;
                }
                self.known.sets.add(item, &mut named, &mut inlined);
                if let Item::Name(name) = item {
                    seen.insert(name.clone());
                }
            });
        }
        named.iter().for_each(|&id| self.intern(id));
        if self.repairs_texts() {
            // The end of a text may be rejected, whether or not a statement names it.
            self.plain.terminal(TerminalKey::Named("EOF".to_owned()));
        }
    }

    /// Reports whether the grammar is one of texts with a wish or a remedy.
    fn repairs_texts(&self) -> bool {
        let tokenizer = self.known.names.tokenizer.as_ref();
        tokenizer.is_some_and(is_text)
            && self.known.statements.iter().any(|statement| match &statement.value {
                Statement::Remedy { .. } => true,
                Statement::Fact(fact) => fact.row().head == Head::Wish,
                _ => false,
            })
    }

    /// Adds a member without using it, so that its tag or terminal has a number.
    fn intern(&mut self, id: MemberId) {
        let sets = self.known.sets;
        match sets.member(id) {
            Member::Start(element) => {
                self.started(id, element, 0);
            }
            Member::End(element) => {
                self.started(sets.start_of(element), element, 0);
            }
            Member::Terminal(name) => {
                self.plain.terminal(TerminalKey::Named(name.clone()));
            }
            Member::Literal(text) => {
                self.plain.terminal(TerminalKey::Literal(text.clone()));
            }
        }
    }
}

/// Reports whether all members of an item are in the universe or in sets that were seen.
fn has_known_members(item: &Item, seen: &HashSet<String>) -> bool {
    match item {
        Item::Name(name) => seen.contains(name),
        Item::Start(element) => element.name.is_some(),
        Item::Braces { namespace: None, items } => {
            items.added().all(|item| has_known_members(&item.value, seen))
        }
        _ => false,
    }
}
