//! Makes the new source: spells the edits, parses the result, and compares the trees.

use std::collections::{BTreeMap, BTreeSet};

use super::action::{Action, EditId, NodeEdit};
use super::content::{Insertion, ParsedContent};
use super::differ::{TreeMismatch, mismatch};
use super::form::SourceForm;
use super::overlay::{Overlay, wrapper};
use super::splices::{Speller, SpellingPlan, parts};
use super::style::SourceStyle;
use crate::base::Span;
use crate::slippers::Limit;
use crate::tree::rewrite::Part;
use crate::tree::{Document, NodeId, NodeRef};
use crate::{ParseError, ParseOptions, Parser};

/// The largest number of parses for one list of edits. The edits that are then not decided are
/// refused.
const PARSES: usize = 1000;

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
    /// The spans of the text that were copied, with their offsets in the new text.
    copied: Vec<(Span, u32)>,
}

/// An edit that was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedEdit {
    /// The edit.
    pub edit: EditId,
    /// The node of the edit.
    pub node: NodeId,
    /// The reason: what a parse would make of the edited tree.
    pub reason: String,
}

/// A change of the source that no edit names, and that the edited tree needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewriting {
    /// Omitted tags of the node and its neighbours are written.
    Tags(NodeId),
    /// The node is written anew with its content.
    Anew(NodeId),
}

impl Edited {
    /// Returns the offset in the new text of an offset in the old text; `None` if that was removed.
    #[must_use]
    pub fn offset(&self, old: u32) -> Option<u32> {
        let next = self.copied.partition_point(|(span, _)| span.end <= old);
        let (span, new) = self.copied.get(next)?;
        Some(new + old.checked_sub(span.start)?)
    }
}

pub(super) fn settle(
    document: &Document,
    edits: &[NodeEdit],
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
        contents.push(content_of(document, edit, &names, parser, options)?);
    }
    let speller = Speller { grammar: parser.grammar(), style: SourceStyle::of(document) };
    let mut settler = Settler {
        document,
        edits,
        contents: &contents,
        form,
        speller,
        plan: SpellingPlan::default(),
        accepted: BTreeSet::new(),
        best: None,
        parses: 0,
    };
    let refused = settler.all()?;
    Ok(settler.finished(refused))
}

/// Parses the new content of an edit, in its context.
fn content_of(
    document: &Document,
    edit: &NodeEdit,
    names: &BTreeMap<NodeId, &str>,
    parser: &Parser,
    options: &ParseOptions,
) -> Result<Option<ParsedContent>, ParseError> {
    let node = document.node(edit.node);
    let context = match &edit.action {
        Action::Insert(super::InsertAt::First | super::InsertAt::Last, _) | Action::Content(_) => {
            node
        }
        _ => node.and_then(NodeRef::parent),
    };
    let name = context.and_then(|element| context_name(element, names));
    let parsed = match &edit.action {
        Action::Wrap(tag) => {
            let html = Insertion::Html(tag.clone());
            ParsedContent::of(&html, name.as_deref(), parser, options)?
        }
        action => match action.insertion() {
            None => return Ok(None),
            Some(content) => ParsedContent::of(content, name.as_deref(), parser, options)?,
        },
    };
    Ok(Some(parsed))
}

/// Returns the new name of an element as the context of a fragment.
fn context_name(element: NodeRef<'_>, names: &BTreeMap<NodeId, &str>) -> Option<String> {
    let name = names.get(&element.id()).copied().or(element.name())?;
    Some(match element.namespace() {
        Some(namespace) => format!("{namespace} {name}"),
        None => name.to_owned(),
    })
}

/// A new source with the edited tree.
struct Spelling {
    bytes: Vec<u8>,
    parts: Vec<Part>,
    document: Document,
}

struct Settler<'s> {
    document: &'s Document,
    edits: &'s [NodeEdit],
    contents: &'s [Option<ParsedContent>],
    form: &'s dyn SourceForm,
    speller: Speller<'s>,
    plan: SpellingPlan,
    accepted: BTreeSet<usize>,
    /// The source with the accepted edits.
    best: Option<Spelling>,
    parses: usize,
}

impl Settler<'_> {
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
        let content = self.contents[edit].as_ref()?;
        match &self.edits[edit].action {
            Action::Wrap(tag) if wrapper(content).is_none() => {
                Some(format!("a parser would ignore {tag} there"))
            }
            _ => None,
        }
    }

    /// Makes as many of some edits as possible. Returns the others.
    ///
    /// A parse is the same up to the first edit that changes it in another way. So the edit that is
    /// at fault is mostly the last one before the first difference. First its tags are written,
    /// with those of more and more edits after it, since these often fail for the same reason. Then
    /// it is set aside, with more and more edits before it if that did not help.
    fn stage(&mut self, mut current: Vec<usize>) -> Result<Vec<usize>, ParseError> {
        current.sort_by_key(|&edit| self.edits[edit].node);
        let (mut explicit, mut others) = (BTreeSet::new(), Vec::new());
        let (mut more_after, mut more_before, mut last) = (1, 1, None);
        let plain = self.plan.clone();
        while !current.is_empty() && self.parses < PARSES {
            let plan = self.plan_with(explicit.iter().copied());
            let Some(difference) = self.attempt(&current, plan)? else {
                // Perhaps only the edits that were set aside would have needed the tags.
                if !explicit.is_empty() && !others.is_empty() {
                    self.attempt(&current, plain)?;
                }
                return Ok(others);
            };
            let until = current.partition_point(|&edit| self.edits[edit].node <= difference.after);
            let at = until.max(1).min(current.len()) - 1;
            let chosen = if explicit.contains(&current[at]) {
                self.open_at(difference.after, &current[..at], &explicit, more_after)
            } else {
                current[at..(at + more_after).min(current.len())].to_vec()
            };
            if chosen.is_empty() {
                more_before = if last >= Some(difference.after) { more_before * 2 } else { 1 };
                last = Some(difference.after);
                others.extend(current.drain((at + 1).saturating_sub(more_before)..=at));
            } else {
                explicit.extend(chosen);
                more_after *= 2;
            }
        }
        others.extend(current);
        Ok(others)
    }

    /// Returns the last edits of elements that contain a node, at most `most`, without the explicit
    /// ones.
    fn open_at(
        &self,
        at: NodeId,
        edits: &[usize],
        explicit: &BTreeSet<usize>,
        most: usize,
    ) -> Vec<usize> {
        let Some(at) = self.document.node(at) else { return Vec::new() };
        let mut open = Vec::new();
        for &edit in edits.iter().rev() {
            let node = self.document.node(self.edits[edit].node);
            let is_open = node.is_some_and(|node| node.contains(at));
            if is_open && !explicit.contains(&edit) && open.len() < most {
                open.push(edit);
            }
        }
        open
    }

    /// Returns the plan with the tags of some edits' nodes written.
    fn plan_with(&self, explicit: impl Iterator<Item = usize>) -> SpellingPlan {
        let mut plan = self.plan.clone();
        for edit in explicit {
            plan.make_explicit(&self.edits[edit], self.contents[edit].as_ref());
        }
        plan
    }

    /// Makes one edit in any manner, or returns the reason why that is impossible.
    fn alone(&mut self, edit: usize) -> Result<Option<String>, ParseError> {
        let plans = [self.plan.clone(), self.plan_with(std::iter::once(edit))];
        for plan in plans {
            if self.parses < PARSES && self.attempt(&[edit], plan)?.is_none() {
                return Ok(None);
            }
        }
        self.anew(edit)
    }

    /// Makes one edit by writing an element around it anew: the nearest one for which that
    /// succeeds. Otherwise returns the reason.
    fn anew(&mut self, edit: usize) -> Result<Option<String>, ParseError> {
        let node = self.document.node(self.edits[edit].node);
        let mut around = node.and_then(NodeRef::parent);
        let (mut levels, mut reason) = (1, format!("the limit of {PARSES} parses is reached"));
        while let Some(node) = around
            && self.parses < PARSES
        {
            let mut plan = self.plan.clone();
            plan.anew.insert(node.id());
            let Some(difference) = self.attempt(&[edit], plan)? else { return Ok(None) };
            let TreeMismatch { wanted, found, owner, .. } = difference;
            reason =
                owner.unwrap_or_else(|| format!("a parser would find {found} instead of {wanted}"));
            around = node.ancestors().take(levels).last();
            levels *= 2;
        }
        Ok(Some(reason))
    }

    /// Spells the accepted and some more edits. If the result has the edited tree, accepts these
    /// edits; otherwise returns the first difference.
    fn attempt(
        &mut self,
        more: &[usize],
        plan: SpellingPlan,
    ) -> Result<Option<TreeMismatch>, ParseError> {
        let mut made = self.accepted.clone();
        made.extend(more);
        let edits: Vec<(&NodeEdit, Option<&ParsedContent>)> =
            made.iter().map(|&edit| (&self.edits[edit], self.contents[edit].as_ref())).collect();
        let overlay = Overlay::new(self.document, edits.iter().copied());
        let parts = parts(&overlay, &edits, &plan, &self.speller);
        self.parses += 1;
        let (bytes, document) = self.form.parse(&parts)?;
        if document.limit() == Some(Limit::Interrupted) {
            self.parses = PARSES;
        }
        let difference = mismatch(&overlay, &document);
        if difference.is_none() {
            self.accepted = made;
            self.plan = plan;
            self.best = Some(Spelling { bytes, parts, document });
        }
        Ok(difference)
    }

    fn finished(self, refused: Vec<(usize, String)>) -> Edited {
        let mut refusals = Vec::new();
        for (edit, reason) in refused {
            let node = self.edits[edit].node;
            refusals.push(RefusedEdit { edit: EditId::new(edit), node, reason });
        }
        let tags = self.plan.explicit.keys().map(|&node| Rewriting::Tags(node));
        let anew = self.plan.anew.iter().map(|&node| Rewriting::Anew(node));
        let written = tags.chain(anew).collect();
        match self.best {
            Some(Spelling { bytes, parts, document }) => {
                let document = if bytes == self.form.old() { None } else { Some(document) };
                let copied = copied(&parts, self.form);
                Edited { bytes, document, refused: refusals, written, copied }
            }
            None => Edited {
                bytes: self.form.old().to_vec(),
                document: None,
                refused: refusals,
                written,
                copied: vec![(Span::new(0, self.document.text().len()), 0)],
            },
        }
    }
}

/// Returns the copied spans with their new offsets.
fn copied(parts: &[Part], form: &dyn SourceForm) -> Vec<(Span, u32)> {
    let mut copied = Vec::new();
    let mut offset = 0;
    for part in parts {
        match part {
            Part::Copy(span) => {
                copied.push((*span, Span::at(offset).start));
                offset += span.len();
            }
            Part::Write(text) => offset += form.length(text),
        }
    }
    copied
}
