//! The reasons of refusals, in the words of the page.
//!
//! A parser finds another tree than the edited one because it repairs something: it drops a tag, or
//! ends an element. That repair is the reason. It is the first one of the trial that the parse of
//! the old source does not have.

use std::collections::BTreeSet;

use super::action::{Action, InsertAt};
use super::differ::TreeMismatch;
use crate::base::Span;
use crate::slippers::event::{RepairId, RepairKind};
use crate::tree::{Document, NodeRef, TagOrigin};

/// A source that has not the edited tree.
pub(super) struct FailedTrial {
    pub(super) difference: TreeMismatch,
    pub(super) document: Document,
    /// The spans of the old text that were copied, with their offsets in the new text.
    pub(super) copied: Vec<(Span, u32)>,
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

    /// Returns the first repair that the parse of the old source does not have.
    fn first_repair(&self, old: &Document) -> Option<RepairId> {
        let known: BTreeSet<(u8, u32)> =
            old.repairs().iter().map(|repair| (repair.kind as u8, repair.span.start)).collect();
        self.document.repair_ids().find(|&id| {
            self.document.repair(id).is_some_and(|repair| {
                let is_known = match self.old_offset(old, repair.span.start) {
                    Some(offset) => known.contains(&(repair.kind as u8, offset)),
                    None => false,
                };
                !is_known
            })
        })
    }

    /// Returns the offset in the old text of an offset in the new text, if that was copied.
    fn old_offset(&self, old: &Document, new: u32) -> Option<u32> {
        if new == Span::at(self.document.text().len()).start {
            return Some(Span::at(old.text().len()).start);
        }
        let next = self.copied.partition_point(|&(_, start)| start <= new);
        let (span, start) = self.copied[..next].last()?;
        let offset = span.start + (new - start);
        if offset < span.end { Some(offset) } else { None }
    }

    fn of_repair(&self, old: &Document, repair: RepairId) -> String {
        let ended = self.document.nodes().find(|node| {
            node.end_tag().and_then(TagOrigin::repair) == Some(repair) && node.is_element()
        });
        let opened = match ended.and_then(NodeRef::start_tag) {
            Some(TagOrigin::Written(tag)) => match self.old_offset(old, tag.start) {
                Some(offset) => format!(" that begins at {}", old.position(offset)),
                None => " of the new content".to_owned(),
            },
            _ => String::new(),
        };
        let at =
            self.document.repair(repair).and_then(|repair| self.old_offset(old, repair.span.start));
        let place = at.map_or(String::new(), |at| format!(" at {}", old.position(at)));
        in_words(&self.document, repair, &opened) + &place
    }
}

/// Describes what a parser does at a repair. `opened` says where the element begins that it ends.
fn in_words(document: &Document, repair: RepairId, opened: &str) -> String {
    let Some(record) = document.repair(repair) else { return String::new() };
    let rejected = document.rejected_token(repair);
    let tag = document.inserted_tag(repair).unwrap_or_default();
    match record.kind {
        RepairKind::VirtualStart => format!("a parser inserts {tag} before {rejected}"),
        RepairKind::VirtualEnd => {
            let element = tag.replacen("</", "<", 1);
            format!("a parser ends the {element}{opened} before {rejected}")
        }
        RepairKind::Cruft => format!("a parser drops {rejected} there"),
        RepairKind::Reopened => format!("a parser opens {tag} once more before {rejected}"),
        RepairKind::Adopted => {
            format!("{rejected} ends an element while others inside of it are open")
        }
        RepairKind::Unlinked => {
            format!("{rejected} ends an element, but not those inside of it")
        }
        RepairKind::Retracted => format!("a parser removes an element before {rejected}"),
        RepairKind::Merged => {
            format!("a parser adds the attributes of {rejected} to the open element of that name")
        }
        RepairKind::GivenUp => format!("no parser finds the tags that {rejected} needs"),
        RepairKind::Unfinished => "a parser ends an element that is not complete".to_owned(),
        RepairKind::Fostered | RepairKind::Rewritten => {
            let action = document.describe_action(repair);
            let rest = action.split_once(' ').map_or("", |(_, rest)| rest);
            let verb = if record.kind == RepairKind::Fostered { "moves" } else { "reads" };
            format!("a parser {verb} {rest}")
        }
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

/// Returns the first mistake of new HTML, if it has one that is more than an omitted tag. Dropped
/// blanks are none.
pub(super) fn mistake(fragment: &Document, context: Option<&str>) -> Option<String> {
    let within = context.map_or("the document".to_owned(), |name| {
        format!("<{}>", name.trim_start().replacen(' ', ":", 1))
    });
    let unfinished = fragment.errors().iter().find(|error| error.code.starts_with("eof-in"));
    if let Some(error) = unfinished {
        let place = error.code.trim_start_matches("eof-in-").replace('-', " ");
        return Some(format!("the new HTML ends inside of a {place}: complete it"));
    }
    let repair = fragment.repair_ids().find(|&repair| is_mistake(fragment, repair))?;
    let record = fragment.repair(repair)?;
    let (line, excerpt) = (fragment.position(record.span.start), fragment.rejected_token(repair));
    let is_end = excerpt.starts_with("</");
    let (cause, advice) = match record.kind {
        RepairKind::Cruft if is_end => {
            ("it has no start tag there".to_owned(), "delete it, or add its start tag")
        }
        RepairKind::Cruft => {
            (format!("it cannot stand in {within}"), "insert other HTML, or insert it elsewhere")
        }
        _ => (in_words(fragment, repair, ""), "write each element with both tags where it can be"),
    };
    Some(format!("the new HTML has a mistake at {line}, {excerpt}: {cause}; {advice}"))
}

/// Reports whether a repair of new HTML is more than an omitted tag or a dropped blank.
fn is_mistake(fragment: &Document, repair: RepairId) -> bool {
    let Some(record) = fragment.repair(repair) else { return false };
    match record.kind {
        RepairKind::VirtualEnd => false,
        RepairKind::VirtualStart => fragment.rejected_token(repair).starts_with("</"),
        RepairKind::Cruft => {
            let dropped = record.span.of(fragment.text());
            dropped.contains(|letter: char| !letter.is_ascii_whitespace())
        }
        _ => true,
    }
}
