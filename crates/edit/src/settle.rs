//! Makes the new source: spells the edits, parses the result, and compares the trees.

use std::collections::{BTreeMap, BTreeSet};

use super::action::{Action, EditId, NodeEdit};
use super::content::{Insertion, ParsedContent};
use super::differ::mismatch;
use super::form::SourceForm;
use super::overlay::{Overlay, wrapper};
use super::refusal::FailedTrial;
use super::splices::{Speller, SpellingPlan, parts};
use super::style::SourceStyle;
use crate::rewrite::{Copies, parts_of};
use wishful::base::{Span, narrow};
use wishful::slippers::Limit;
use wishful::tree::{Document, NodeId, NodeRef};
use wishful::{ParseError, ParseOptions, Parser};

/// The largest number of parses for one list of edits. The edits that are then not decided are
/// refused.
const PARSES: usize = 1000;

/// The number of failed edits with one action after which the others with it are tried last.
const ALIKE: usize = 16;

/// An edited page.
pub struct Edited {
    /// The new source, in the encoding of the document.
    pub bytes: Vec<u8>,
    /// The parsed new source; `None` if it is the old one.
    pub document: Option<Document>,
    /// The edits that were not made, in order.
    pub refused: Vec<RefusedEdit>,
    /// The changes that no edit names, in the order of the source.
    pub written: Vec<Rewriting>,
    copies: Copies,
}

/// An edit that was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedEdit {
    /// The edit.
    pub edit: EditId,
    /// The node of the edit.
    pub node: NodeId,
    /// The reason: what a parser would make of the edited page, and what to do.
    pub reason: String,
}

/// A change of the source that no edit names, and that the edited tree needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewriting {
    /// Omitted tags of the node are written.
    Tags(NodeId),
    /// New content at the node is written with the tags that it omits.
    Content(NodeId),
    /// The node is written anew with its content.
    Anew(NodeId),
}

impl Rewriting {
    /// Returns the name of the kind in outputs, and the node.
    #[must_use]
    pub fn parts(&self) -> (&'static str, NodeId) {
        match *self {
            Self::Tags(node) => ("tags", node),
            Self::Content(node) => ("content", node),
            Self::Anew(node) => ("anew", node),
        }
    }
}

impl Edited {
    /// Returns the offset in the new text of an offset in the old text; `None` if that was removed.
    #[must_use]
    pub fn offset(&self, old: u32) -> Option<u32> {
        self.copies.in_new(old).ok().map(narrow)
    }

    /// Returns the changes of the text: spans of the old text, and what replaces them.
    #[must_use]
    pub fn changes(&self) -> Vec<(Span, &str)> {
        let Some(document) = &self.document else { return Vec::new() };
        let changes = self.copies.changes().into_iter();
        changes.map(|(old, new)| (old, new.of(document.text()))).collect()
    }
}

pub(super) fn settle(
    document: &Document,
    (edits, rewrites): (&[NodeEdit], bool),
    (parser, options): (&Parser, &ParseOptions),
    form: &dyn SourceForm,
) -> Result<Edited, ParseError> {
    let mut names = BTreeMap::new();
    for edit in edits {
        if let Action::Rename(name) = &edit.action {
            names.insert(edit.node, name.as_str());
        }
    }
    let mut contents = Vec::with_capacity(edits.len());
    for edit in edits {
        contents.push(content_of(document, edit, &names, parser, options));
    }
    let speller = Speller { grammar: parser.grammar(), style: SourceStyle::of(document) };
    let mut settler = Settler {
        document,
        edits,
        contents: &contents,
        form,
        rewrites,
        speller,
        plan: SpellingPlan::default(),
        accepted: BTreeSet::new(),
        best: None,
        parses: 0,
        encoding_fault: None,
    };
    let refused = settler.all()?;
    Ok(settler.finished(refused))
}

/// Parses the new content of an edit, in its context.
///
/// # Errors
/// If that content cannot stand there, with the reason in words.
fn content_of(
    document: &Document,
    edit: &NodeEdit,
    names: &BTreeMap<NodeId, &str>,
    parser: &Parser,
    options: &ParseOptions,
) -> Result<Option<ParsedContent>, String> {
    let node = document.node(edit.node);
    let context = match &edit.action {
        Action::Insert(super::InsertAt::First | super::InsertAt::Last, _) | Action::Content(_) => {
            node
        }
        _ => node.and_then(NodeRef::parent),
    };
    let name = context.and_then(|element| context_name(element, names));
    let tag;
    let content = match &edit.action {
        Action::Wrap(written) => {
            tag = Insertion::Html(written.clone());
            &tag
        }
        action => match action.insertion() {
            None => return Ok(None),
            Some(content) => content,
        },
    };
    let parsed = ParsedContent::of(content, name.as_deref(), parser, options)?;
    if matches!(edit.action, Action::Wrap(_)) && wrapper(&parsed).is_none() {
        return Err("a parser ignores the tag of the new element there".to_owned());
    }
    Ok(Some(parsed))
}

/// Returns the new name of an element as the context of a fragment. After a blank, any character
/// can be part of a name.
fn context_name(element: NodeRef<'_>, names: &BTreeMap<NodeId, &str>) -> Option<String> {
    let name = names.get(&element.id()).copied().or(element.name())?;
    Some(format!("{} {name}", element.namespace().unwrap_or_default()))
}

/// The care with which an edit is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Care {
    /// All parts that the edit changes are written completely.
    Complete,
    /// The omitted tags around that are written, too.
    Around,
}

/// A new source with the edited tree.
struct Spelling {
    bytes: Vec<u8>,
    copies: Copies,
    document: Document,
    /// The nodes whose omitted tags are written.
    tags: BTreeSet<NodeId>,
}

struct Settler<'s> {
    document: &'s Document,
    edits: &'s [NodeEdit],
    contents: &'s [Result<Option<ParsedContent>, String>],
    /// A flag: elements around an edited node may be written anew.
    rewrites: bool,
    form: &'s dyn SourceForm,
    speller: Speller<'s>,
    plan: SpellingPlan,
    accepted: BTreeSet<usize>,
    /// The source with the accepted edits.
    best: Option<Spelling>,
    parses: usize,
    /// The reason why the last attempt failed, if the encoding is at fault.
    encoding_fault: Option<String>,
}

impl<'s> Settler<'s> {
    /// Decides about all edits. Returns the refused ones.
    fn all(&mut self) -> Result<Vec<(usize, String)>, ParseError> {
        let mut refused = Vec::new();
        let mut all = Vec::with_capacity(self.edits.len());
        for edit in 0..self.edits.len() {
            match self.impossible(edit) {
                Some(reason) => refused.push((edit, reason)),
                None => all.push(edit),
            }
        }
        let rest = self.stage(all)?;
        for edit in rest {
            if let Some(reason) = self.alone(edit)? {
                refused.push((edit, reason));
            }
        }
        refused.sort_unstable();
        Ok(refused)
    }

    /// Returns a reason why an edit is impossible, if that is known in advance.
    fn impossible(&self, edit: usize) -> Option<String> {
        if let Some(limit) = self.document.limit() {
            return Some(format!("limit on the number of {limit} reached, so the end is unknown"));
        }
        self.contents[edit].as_ref().err().cloned()
    }

    /// Makes as many of some edits as possible. Returns the others.
    ///
    /// A parse is the same up to the first edit that changes it in another way. So the edit that is
    /// at fault is mostly the last one before the first difference. First what it changes is
    /// written completely, then with the tags around it, together with more and more edits after
    /// it, since these often fail for the same reason. Then it is set aside, with more and more
    /// edits before it if that did not help.
    fn stage(&mut self, mut current: Vec<usize>) -> Result<Vec<usize>, ParseError> {
        current.sort_by_key(|&edit| self.edits[edit].node);
        let (mut care, mut others) = (BTreeMap::new(), Vec::new());
        let (mut more_after, mut more_before, mut last) = (1_usize, 1_usize, None);
        let plain = self.plan.clone();
        while !current.is_empty() && self.parses < PARSES {
            let plan = self.plan_with(&care);
            let Some(failed) = self.attempt(&current, plan)? else {
                // Perhaps only the edits that were set aside would have needed the tags.
                if !care.is_empty() && !others.is_empty() {
                    self.attempt(&current, plain)?;
                }
                return Ok(others);
            };
            let after = failed.difference.after;
            let until = current.partition_point(|&edit| self.edits[edit].node <= after);
            let at = until.max(1).min(current.len()) - 1;
            let mut chosen = if care.get(&current[at]) == Some(&Care::Around) {
                self.open_at(after, &current[..at], &care, more_after)
            } else {
                current[at..at.saturating_add(more_after).min(current.len())].to_vec()
            };
            if chosen.is_empty() {
                more_before = if last >= Some(after) { more_before.saturating_mul(2) } else { 1 };
                last = Some(after);
                let action = &self.edits[current[at]].action;
                others.extend(current.drain((at + 1).saturating_sub(more_before)..=at));
                self.set_aside_alike(action, &mut current, &mut others);
            } else {
                let more = match care.get(&chosen[0]) {
                    None if self.can_be_complete(chosen[0]) => Care::Complete,
                    _ => Care::Around,
                };
                // A start tag is written anew only if it must be.
                if more == Care::Complete && self.edits[chosen[0]].action.changes_tag() {
                    chosen.truncate(1);
                }
                for edit in chosen {
                    let care = care.entry(edit).or_insert(more);
                    *care = (*care).max(more);
                }
                more_after = more_after.saturating_mul(2);
            }
        }
        others.extend(current);
        Ok(others)
    }

    /// Sets all edits with an action aside if that has failed for many nodes, so that the parses
    /// suffice for the other edits.
    fn set_aside_alike(&self, action: &Action, current: &mut Vec<usize>, others: &mut Vec<usize>) {
        let is_alike = |edit: &usize| self.edits[*edit].action == *action;
        if others.iter().filter(|edit| is_alike(edit)).count() >= ALIKE {
            others.extend(current.extract_if(.., |edit| is_alike(edit)));
        }
    }

    /// Returns the last edits of elements that contain a node, at most `most`, without those around
    /// which tags are written.
    fn open_at(
        &self,
        at: NodeId,
        edits: &[usize],
        care: &BTreeMap<usize, Care>,
        most: usize,
    ) -> Vec<usize> {
        let Some(at) = self.document.node(at) else { return Vec::new() };
        let mut open = Vec::new();
        for &edit in edits.iter().rev() {
            let node = self.document.node(self.edits[edit].node);
            let is_open = node.is_some_and(|node| node.contains(at));
            if is_open && care.get(&edit) != Some(&Care::Around) && open.len() < most {
                open.push(edit);
            }
        }
        open
    }

    /// Returns the plan in which some edits are written with more care.
    fn plan_with(&self, care: &BTreeMap<usize, Care>) -> SpellingPlan {
        let mut plan = self.plan.clone();
        for (&edit, &care) in care {
            let content = self.content(edit);
            plan.make_complete(&self.edits[edit], content);
            if care == Care::Around {
                plan.make_explicit(&self.edits[edit], content);
            }
        }
        plan
    }

    fn content(&self, edit: usize) -> Option<&'s ParsedContent> {
        self.contents[edit].as_ref().ok().and_then(Option::as_ref)
    }

    fn can_be_complete(&self, edit: usize) -> bool {
        self.plan.clone().make_complete(&self.edits[edit], self.content(edit))
    }

    /// Makes one edit, by the smallest change that succeeds, or returns the reason why it is
    /// refused: the edit itself, what it changes written completely, the tags around it, the node
    /// written anew, an element around it written anew.
    fn alone(&mut self, edit: usize) -> Result<Option<String>, ParseError> {
        let mut plans = vec![self.plan.clone()];
        if self.can_be_complete(edit) {
            plans.push(self.plan_with(&BTreeMap::from([(edit, Care::Complete)])));
        }
        plans.push(self.plan_with(&BTreeMap::from([(edit, Care::Around)])));
        let mut last = None;
        for plan in plans {
            if self.parses >= PARSES {
                break;
            }
            last = self.attempt(&[edit], plan)?;
            if last.is_none() {
                return Ok(None);
            }
            if let Some(reason) = self.encoding_fault.take() {
                return Ok(Some(reason));
            }
        }
        let reason = match last {
            Some(failed) => failed.reason(self.document, &self.edits[edit].action),
            None => format!("the limit of {PARSES} parses is reached; make fewer edits at once"),
        };
        let Some(node) = self.document.node(self.edits[edit].node) else { return Ok(Some(reason)) };
        if node.is_element()
            && self.edits[edit].action.is_inside()
            && self.attempt_anew(edit, node, self.plan.clone())?
        {
            return Ok(None);
        }
        self.around(edit, node, reason)
    }

    /// Tries to make one edit with an element written anew.
    fn attempt_anew(
        &mut self,
        edit: usize,
        node: NodeRef<'_>,
        mut plan: SpellingPlan,
    ) -> Result<bool, ParseError> {
        plan.anew.insert(node.id());
        Ok(self.parses < PARSES && self.attempt(&[edit], plan)?.is_none())
    }

    /// Makes one edit by writing the nearest possible element around it anew. Without permission,
    /// adds to the reason that this is possible, unless many parses were made.
    fn around(
        &mut self,
        edit: usize,
        node: NodeRef<'_>,
        reason: String,
    ) -> Result<Option<String>, ParseError> {
        if !self.rewrites && self.parses > PARSES / 2 {
            return Ok(Some(reason));
        }
        let (plan, accepted) = (self.plan.clone(), self.accepted.clone());
        let before = if self.rewrites { None } else { self.best.take() };
        let ancestors: Vec<NodeRef<'_>> = node.ancestors().collect();
        let (mut from, mut step, mut found) = (0, 1, None);
        while found.is_none() && from < ancestors.len() {
            let to = (from + step).min(ancestors.len());
            // The farthest one first, as it mostly decides about those between.
            for &around in ancestors[from..to].iter().rev() {
                if !self.attempt_anew(edit, around, plan.clone())? {
                    break;
                }
                found = Some(around);
            }
            (from, step) = (to, step * 2);
        }
        let possible = match found {
            Some(_) if self.rewrites => return Ok(None),
            Some(around) if around.parent().is_none() => "the whole page".to_owned(),
            Some(around) => format!("{} at {}", around.in_words(), around.position()),
            None => String::new(),
        };
        if !self.rewrites {
            (self.plan, self.accepted, self.best) = (plan, accepted, before);
        }
        if possible.is_empty() {
            return Ok(Some(reason));
        }
        Ok(Some(format!("{reason}; or permit to write {possible} anew (option `rewrite`)")))
    }

    /// Spells the accepted and some more edits. If the result has the edited tree, accepts these
    /// edits; otherwise returns the failed trial.
    fn attempt(
        &mut self,
        more: &[usize],
        plan: SpellingPlan,
    ) -> Result<Option<Box<FailedTrial>>, ParseError> {
        let mut made = self.accepted.clone();
        made.extend(more);
        let mut edits: Vec<(&NodeEdit, Option<&ParsedContent>)> = Vec::with_capacity(made.len());
        for &edit in &made {
            edits.push((&self.edits[edit], self.content(edit)));
        }
        let overlay = Overlay::new(self.document, edits.iter().copied());
        let (parts, tags) = parts(&overlay, &edits, &plan, &self.speller);
        let parts = self.form.spelled(parts)?;
        self.parses += 1;
        let (bytes, document) = self.form.parse(&parts)?;
        if document.limit() == Some(Limit::Interrupted) {
            self.parses = PARSES;
        }
        let copies = Copies::new(self.document, &parts, |text| self.form.length(text));
        self.encoding_fault = None;
        if let Some(difference) = mismatch(&overlay, &document) {
            self.encoding_fault = self.form.encoding_fault(&parts, &document, &|parsed| {
                mismatch(&overlay, parsed).is_none()
            })?;
            return Ok(Some(Box::new(FailedTrial { difference, document, copies })));
        }
        self.accepted = made;
        self.plan = plan;
        self.best = Some(Spelling { bytes, copies, document, tags });
        Ok(None)
    }

    fn finished(self, refused: Vec<(usize, String)>) -> Edited {
        let mut refusals = Vec::new();
        for (edit, reason) in refused {
            let node = self.edits[edit].node;
            refusals.push(RefusedEdit { edit: EditId::new(edit), node, reason });
        }
        let Some(Spelling { bytes, copies, document, tags }) = self.best else {
            let length = self.document.text().len();
            return Edited {
                bytes: self.form.old().to_vec(),
                document: None,
                refused: refusals,
                written: Vec::new(),
                copies: Copies::new(self.document, &parts_of(length, []), str::len),
            };
        };
        let document = if bytes == self.form.old() { None } else { Some(document) };
        let mut written: Vec<Rewriting> = tags.into_iter().map(Rewriting::Tags).collect();
        written.extend(self.plan.complete.iter().map(|&node| Rewriting::Content(node)));
        written.extend(self.plan.anew.iter().map(|&node| Rewriting::Anew(node)));
        written.sort_by_key(|rewriting| rewriting.parts().1);
        Edited { bytes, document, refused: refusals, written, copies }
    }
}
