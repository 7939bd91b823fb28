//! Repairs in the words of an author, and grouped by mistake.
//!
//! A parser speaks of what it did; an author needs to know what is wrong in the page. One mistake
//! often makes several repairs, at the places where the parser noticed. A block in a paragraph ends
//! the paragraph, and later the end tag of the paragraph closes nothing:
//!
//! ```text
//! <p>one <div>two</div> three</p>
//!        ^^^^^                       `<div>` is not allowed in `<p>`, and ends it
//!                             ^^^^   so this `</p>` closes nothing
//! ```
//!
//! `ignored` has the sentences about tags that are ignored. Where `wishful-diagnosis` finds the
//! mistake of the author, its sentence goes before (`places.rs` there).
//!
//! | repair | follows from |
//! | --- | --- |
//! | an end tag without an element to close | what ended the last such element before its end tag |
//! | a second start tag of an element that there is once | what began that element without a tag |
//! | an end tag, and tags before it, that are ignored | the start tag that is ignored |

use crate::base::{HashMap, HashSet, NameId, Span, narrow, wide};
use crate::slippers::event::{InsertionLocation, Repair, RepairId, RepairKind, TokenId};
use crate::token::KindRef;
use crate::tree::document::Document;
use crate::tree::node::NodeId;
use crate::tree::node_ref::{NodeRef, TagOrigin};
use std::cmp::Reverse;

/// The greatest number of elements around a tag that are looked at.
const DEEPEST: usize = 1000;

/// The greatest number of groups that follow from one that is ignored.
const IGNORED: usize = 100;

/// The greatest number of characters of a text that a finding marks.
const MARKED: usize = 40;

/// The greatest number of repairs that a group lists as what follows.
const FOLLOWS: usize = 3;

/// A repair, and the repairs that follow from the same mistake of the author.
#[derive(Clone, Debug)]
pub struct RepairGroup {
    /// The first repair.
    pub repair: RepairId,
    /// The first of the other ones, which have no finding of their own.
    pub follows: Vec<RepairId>,
    /// The number of all others.
    pub count: usize,
}

impl RepairGroup {
    fn follow(&mut self, repair: RepairId) {
        self.count += 1;
        if self.follows.len() < FOLLOWS {
            self.follows.push(repair);
        }
    }
}

/// The message about a group of repairs to the author.
#[derive(Default)]
pub(super) struct AuthorSentence {
    pub(super) message: String,
    pub(super) advice: String,
    pub(super) place: Span,
    pub(super) related: Vec<(Span, String)>,
}

impl Document {
    /// Groups repairs, in their order, by mistake.
    pub(super) fn grouped(&self, repairs: Vec<RepairId>) -> Vec<RepairGroup> {
        let mut grouping = Grouping {
            document: self,
            groups: Vec::new(),
            places: HashMap::default(),
            absorbed: HashSet::default(),
            ignored: Vec::new(),
            begun: HashMap::default(),
            unread: None,
        };
        for id in repairs {
            grouping.add(id);
        }
        let groups = grouping.groups.into_iter().enumerate();
        let own = groups.filter(|(index, _)| !grouping.absorbed.contains(index));
        let mut groups: Vec<RepairGroup> = own.map(|(_, group)| group).collect();
        groups.sort_by_key(|group| group.repair);
        groups
    }

    /// Returns a group of repairs in the words of an author.
    pub(super) fn author_sentence(&self, group: &RepairGroup) -> AuthorSentence {
        let Some(record) = self.repair(group.repair) else { return AuthorSentence::default() };
        let (message, advice) = self.message_and_advice(group.repair, record);
        let mut related = Vec::new();
        if let Some(first) = self.earlier(group.repair, record) {
            related.push(first);
        }
        for &id in &group.follows {
            let Some(follow) = self.repair(id) else { continue };
            let token = self.rejected_token(id);
            let label = match (follow.kind, record.kind) {
                (RepairKind::Merged, _) => format!("so this `{token}` comes too late"),
                (_, RepairKind::Cruft) => "this is ignored, too".to_owned(),
                _ => format!("so this `{token}` closes nothing"),
            };
            related.push((self.marked(follow), label));
        }
        AuthorSentence { message, advice, place: self.marked(record), related }
    }

    fn message_and_advice(&self, id: RepairId, record: &Repair) -> (String, String) {
        let token = self.token(record.token).map(|token| token.kind);
        let what = match token {
            Some(KindRef::Text(_)) => "text".to_owned(),
            Some(KindRef::StartTag(_) | KindRef::EndTag(_)) => {
                format!("`{}`", self.rejected_token(id))
            }
            _ => self.rejected_token(id),
        };
        let is_end = matches!(token, Some(KindRef::EndTag(_)));
        let is_last = matches!(token, Some(KindRef::EndOfFile) | None);
        let slash = if record.kind == RepairKind::VirtualEnd { "/" } else { "" };
        let tag = match self.node_of_repair(id).and_then(NodeRef::name) {
            Some(name) => format!("<{slash}{name}>"),
            None => self.inserted_tag(id).unwrap_or_default(),
        };
        let element = tag.replacen('/', "", 1);
        match record.kind {
            RepairKind::VirtualStart if is_end => (
                format!("{what} closes no `{tag}`, and makes an empty one"),
                format!("remove {what}"),
            ),
            RepairKind::VirtualStart => {
                (format!("`{tag}` is missing before {what}"), format!("write `{tag}` before it"))
            }
            RepairKind::VirtualEnd | RepairKind::Unfinished if is_last => {
                (format!("`{element}` is not closed"), format!("write `{tag}`"))
            }
            RepairKind::VirtualEnd if is_end => (
                format!("`{element}` is not closed before {what}"),
                format!("write `{tag}` before it"),
            ),
            RepairKind::VirtualEnd => (
                format!("{what} is not allowed in `{element}`, and ends it"),
                format!("move it out of `{element}`, or write `{tag}` before it"),
            ),
            RepairKind::Cruft => self.ignored(id, token, &what),
            RepairKind::Reopened => (
                format!("`{element}` is still open at {what}, and goes on there"),
                "close it where it is meant to end".to_owned(),
            ),
            RepairKind::Fostered => {
                let around = match self.insertion_location(id) {
                    InsertionLocation::Before(element) => self.numbered_name(element),
                    _ => String::new(),
                };
                if around.is_empty() {
                    let place = "move it to where it is allowed".to_owned();
                    (format!("{what} is not allowed here, and is moved"), place)
                } else {
                    (
                        format!(
                            "{what} is not allowed here in `<{around}>`, and is moved before it"
                        ),
                        format!(
                            "move it before `<{around}>`, or into an element that may contain it"
                        ),
                    )
                }
            }
            RepairKind::Rewritten => {
                let reading = self.reading(id);
                (
                    format!("{what} is read as `{reading}` here"),
                    format!("write `{reading}`, or what is meant"),
                )
            }
            RepairKind::Adopted | RepairKind::Unlinked if is_end => (
                format!(
                    "{what} comes while elements inside are still open; elements must not overlap"
                ),
                "close the inner elements first".to_owned(),
            ),
            RepairKind::Adopted | RepairKind::Unlinked => (
                format!("{what} is not allowed in an element of the same name, and ends it"),
                "close the first one before it".to_owned(),
            ),
            RepairKind::Retracted => (
                format!("{what} replaces the content before it, which is lost"),
                "remove the one or the other".to_owned(),
            ),
            RepairKind::Merged => (
                format!("there is a {what} already; this one only adds its attributes"),
                format!("write {what} once, before its content"),
            ),
            RepairKind::GivenUp | RepairKind::Unfinished => {
                (self.describe_action(id), "close what is open before it".to_owned())
            }
        }
    }

    /// Returns what is wrong with a token that is ignored.
    fn ignored(&self, id: RepairId, token: Option<KindRef<'_>>, what: &str) -> (String, String) {
        let around = self.repair(id).and_then(|record| self.node_at(record.span.start));
        let open =
            || around.into_iter().flat_map(|node| std::iter::once(node).chain(node.ancestors()));
        let parent = open().find(|node| node.is_element()).and_then(NodeRef::qualified_name);
        let parent = parent.map_or("the document".to_owned(), |name| format!("`<{name}>`"));
        let name = match token {
            Some(KindRef::EndTag(tag)) => tag.name.get(self.text()),
            _ => "",
        };
        let is_open =
            || open().take(DEEPEST).any(|node| node.name().is_some_and(|own| own == name));
        match token {
            Some(KindRef::EndTag(_)) if parent == format!("`<{name}>`") => (
                format!("{what} cannot close {parent} here, and is ignored"),
                format!("remove {what}, or look for a mistake before it"),
            ),
            Some(KindRef::EndTag(_)) if is_open() => (
                format!("{what} cannot close the `<{name}>` around {parent}, and is ignored"),
                format!("close {parent} first, or remove {what}"),
            ),
            Some(KindRef::EndTag(_)) => (
                format!("no `<{name}>` is open here; this {what} closes nothing"),
                format!("remove {what}"),
            ),
            Some(KindRef::Doctype(_)) => (
                "the document type may stand only before the page".to_owned(),
                "remove it, or move it to the start".to_owned(),
            ),
            _ => {
                let message = format!("{what} is not allowed in {parent}, and is ignored");
                let advice = "remove it, or move it to where it is allowed".to_owned();
                (message, advice)
            }
        }
    }

    /// Returns the element that a repair ends, or that there is already.
    fn earlier(&self, id: RepairId, record: &Repair) -> Option<(Span, String)> {
        let element = match record.kind {
            RepairKind::VirtualEnd => self.node_of_repair(id)?,
            RepairKind::Merged => {
                let Some(KindRef::StartTag(tag)) = self.token(record.token).map(|one| one.kind)
                else {
                    return None;
                };
                self.first_element(tag.name.get(self.text()))?
            }
            _ => return None,
        };
        match element.start_tag()? {
            TagOrigin::Written(span) => {
                let name = element.name()?;
                let label = if record.kind == RepairKind::Merged { "the first" } else { "this" };
                Some((span, format!("{label} `<{name}>`")))
            }
            TagOrigin::Virtual(start) if record.kind == RepairKind::Merged => {
                let name = element.name()?;
                Some((self.marked(self.repair(start)?), format!("`<{name}>` begins here already")))
            }
            _ => None,
        }
    }

    /// Returns the span of what a repair is about: the rejected tag, or the start of a text.
    fn marked(&self, record: &Repair) -> Span {
        let Some(token) = self.token(record.token) else { return record.span };
        match token.kind {
            KindRef::StartTag(_) | KindRef::EndTag(_) => token.span,
            KindRef::Text(_) => {
                let end = if record.span.is_empty() { token.span.end } else { record.span.end };
                let text = self.text().get(wide(record.span.start)..wide(end)).unwrap_or_default();
                let blanks = text.len() - text.trim_start().len();
                let shown = text.trim().lines().next().unwrap_or_default();
                let shown = shown.char_indices().nth(MARKED).map_or(shown.len(), |(at, _)| at);
                let start = record.span.start + narrow(blanks);
                Span { start, end: start + narrow(shown) }
            }
            _ => record.span,
        }
    }
}

/// A grouping of repairs. The members are in the order of the parse.
struct Grouping<'d> {
    document: &'d Document,
    groups: Vec<RepairGroup>,
    /// The latest group at each token and offset.
    places: HashMap<(TokenId, u32), usize>,
    /// The groups that follow from others.
    absorbed: HashSet<usize>,
    /// The groups of start tags that are ignored, of which the end tags may come, with their names.
    ignored: Vec<(usize, &'d str)>,
    /// The elements that began so far, by name, but for those known to have end tags.
    begun: HashMap<NameId, Vec<NodeId>>,
    /// The elements that begin later, with their offsets, the next one last; `None` until needed.
    unread: Option<Vec<(u32, NodeId)>>,
}

impl<'d> Grouping<'d> {
    fn add(&mut self, id: RepairId) {
        let document = self.document;
        let group = RepairGroup { repair: id, follows: Vec::new(), count: 0 };
        let Some(record) = document.repair(id) else { return };
        let tag = match document.token(record.token).map(|token| token.kind) {
            Some(KindRef::StartTag(tag)) => Some((tag.name.get(document.text()), false)),
            Some(KindRef::EndTag(tag)) => Some((tag.name.get(document.text()), true)),
            _ => None,
        };
        match (record.kind, tag) {
            (RepairKind::Cruft, Some((name, false))) => {
                self.ignored.push((self.groups.len(), name));
                self.push(group);
            }
            (RepairKind::Cruft | RepairKind::VirtualStart, Some((name, true))) => {
                let from = self.ignored.len().saturating_sub(IGNORED);
                let recent = self.ignored[from..].iter().rposition(|(_, own)| *own == name);
                if let Some(at) = recent.map(|at| from + at) {
                    let (first, _) = self.ignored[at];
                    self.ignored.truncate(at);
                    for inside in first + 1..self.groups.len().min(first + IGNORED) {
                        let later = self.groups[inside].repair;
                        if document.repair_kind(later) == Some(RepairKind::Cruft)
                            && self.absorbed.insert(inside)
                        {
                            let follows = std::mem::take(&mut self.groups[inside].follows);
                            let count = self.groups[inside].count;
                            self.groups[first].follow(later);
                            self.groups[first].follows.extend(follows);
                            self.groups[first].follows.truncate(FOLLOWS);
                            self.groups[first].count += count;
                        }
                    }
                    self.groups[first].follow(id);
                } else if let Some(end) = self.early_end(name, record.span.start) {
                    self.join(end, id);
                } else {
                    self.push(group);
                }
            }
            (RepairKind::Merged, Some((name, _))) => {
                let start = document.first_element(name).and_then(NodeRef::start_tag);
                let start = start.and_then(TagOrigin::repair);
                match start.and_then(|start| self.group_at(start)) {
                    Some(first) => self.groups[first].follow(id),
                    None => self.push(group),
                }
            }
            _ => self.push(group),
        }
    }

    /// Adds a repair to what follows from another one.
    fn join(&mut self, first: RepairId, follow: RepairId) {
        match self.group_at(first) {
            Some(group) => self.groups[group].follow(follow),
            None => self.push(RepairGroup { repair: first, follows: vec![follow], count: 1 }),
        }
    }

    fn push(&mut self, group: RepairGroup) {
        if let Some(place) = self.place(group.repair) {
            self.places.insert(place, self.groups.len());
        }
        self.groups.push(group);
    }

    fn place(&self, repair: RepairId) -> Option<(TokenId, u32)> {
        let record = self.document.repair(repair)?;
        Some((record.token, record.span.start))
    }

    /// Returns the latest group whose mistake is at the place of a repair.
    fn group_at(&self, repair: RepairId) -> Option<usize> {
        self.places.get(&self.place(repair)?).copied()
    }

    /// Returns the repair that ended the last element of a name which has no end tag before an
    /// offset, if a start tag or a text made it.
    fn early_end(&mut self, name: &str, offset: u32) -> Option<RepairId> {
        let document = self.document;
        let unread = self.unread.get_or_insert_with(|| {
            let elements = document.elements().iter().filter_map(|&id| document.node(id));
            let started = elements.filter_map(|node| Some((node.first_offset()?, node.id())));
            let mut unread: Vec<(u32, NodeId)> = started.collect();
            unread.sort_by_key(|&(offset, _)| Reverse(offset));
            unread
        });
        while let Some(&(start, id)) = unread.last()
            && start < offset
        {
            unread.pop();
            if let Some(name) = document.node(id).and_then(NodeRef::name_id) {
                self.begun.entry(name).or_default().push(id);
            }
        }
        let begun = self.begun.get_mut(&document.name_id(name)?)?;
        while let Some(&last) = begun.last() {
            match document.node(last).and_then(NodeRef::end_tag) {
                Some(TagOrigin::Virtual(repair)) => {
                    let record = document.repair(repair)?;
                    let token = document.token(record.token)?.kind;
                    let is_content = matches!(token, KindRef::StartTag(_) | KindRef::Text(_));
                    if !is_content || record.span.start >= offset {
                        return None;
                    }
                    begun.pop();
                    return Some(repair);
                }
                Some(TagOrigin::Written(span)) if span.start >= offset => return None,
                _ => drop(begun.pop()),
            }
        }
        None
    }
}
