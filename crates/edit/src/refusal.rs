//! The reasons of refusals, in the words of the page.
//!
//! A parser finds another tree than the edited one because it repairs something: it drops a tag, or
//! ends an element. That repair is the reason. It is the first one of the trial that the parse of
//! the old source does not have.

use std::collections::BTreeSet;

use super::action::{Action, InsertAt};
use super::content::in_words;
use super::differ::TreeMismatch;
use crate::rewrite::Copies;
use wishful::base::wide;
use wishful::slippers::event::{RepairId, RepairKind};
use wishful::tree::{Document, NodeRef, TagOrigin};

/// A source that has not the edited tree.
pub(super) struct FailedTrial {
    pub(super) difference: TreeMismatch,
    pub(super) document: Document,
    pub(super) copies: Copies,
}

impl FailedTrial {
    /// Returns the reason, and what to do.
    pub(super) fn reason(&self, old: &Document, action: &Action) -> String {
        if let Some(change) = self.difference.change_of_owner() {
            return change.to_owned();
        }
        let cause = match self.first_repair(old) {
            Some(repair) => self.of_repair(old, repair),
            None => self.difference.in_words(),
        };
        format!("{cause}; {}", advice(action))
    }

    /// Returns the first repair that the parse of the old source does not have. Start tags that may
    /// be omitted come last: they are never the reason.
    fn first_repair(&self, old: &Document) -> Option<RepairId> {
        let known: BTreeSet<(u8, u32)> =
            old.repairs().iter().map(|repair| (repair.kind as u8, repair.span.start)).collect();
        let mut omitted = None;
        for id in self.document.repair_ids() {
            let Some(repair) = self.document.repair(id) else { continue };
            match self.old_offset(repair.span.start) {
                Some(offset) if known.contains(&(repair.kind as u8, offset)) => {}
                _ if repair.kind == RepairKind::VirtualStart && self.document.is_allowed(id) => {
                    omitted = omitted.or(Some(id));
                }
                _ => return Some(id),
            }
        }
        omitted
    }

    /// Returns the offset in the old text of an offset in the new text, if that was copied.
    fn old_offset(&self, new: u32) -> Option<u32> {
        self.copies.in_source(wide(new)).ok()
    }

    fn of_repair(&self, old: &Document, repair: RepairId) -> String {
        let ended = self.document.nodes().find(|node| {
            node.end_tag().and_then(TagOrigin::repair) == Some(repair) && node.is_element()
        });
        let opened = match ended.and_then(NodeRef::start_tag) {
            Some(TagOrigin::Written(tag)) => match self.old_offset(tag.start) {
                Some(offset) => format!(" that begins at {}", old.position(offset)),
                None => " of the new content".to_owned(),
            },
            _ => String::new(),
        };
        let at = self.document.repair(repair).and_then(|repair| self.old_offset(repair.span.start));
        let place = at.map_or(String::new(), |at| format!(" at {}", old.position(at)));
        in_words(&self.document, repair, &opened) + &place
    }
}

/// Returns what a person can do about a refused edit.
fn advice(action: &Action) -> &'static str {
    match action {
        Action::Attribute(..) | Action::Class(..) => "first mend the tags around this element",
        Action::Rename(_) => "choose a name that can stand there, or rename the elements around it",
        Action::Remove | Action::Unwrap => {
            "what is beside it cannot stand without it: edit that, too, or replace this"
        }
        Action::Wrap(_) => "choose an element that can contain this one and stand in its place",
        Action::Insert(InsertAt::First | InsertAt::Last, _) | Action::Content(_) => {
            "insert other content, or insert it before or after the element"
        }
        Action::Insert(..) | Action::Replace(_) => {
            "insert other content, or insert it in an element where it can stand"
        }
    }
}
