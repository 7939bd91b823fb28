//! Makes the new source: spells the edits, parses the result, and compares the trees.

use std::collections::{BTreeMap, BTreeSet};

use super::action::{Action, EditId, NodeEdit};
use super::content::{Insertion, ParsedContent};
use super::differ::{TreeMismatch, mismatch};
use super::overlay::{Overlay, wrapper};
use super::splices::{Speller, SpellingPlan, parts};
use super::style::SourceStyle;
use crate::base::Span;
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
    /// What was written besides the edits, in the order of the source.
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
    parser: &Parser,
    bytes: &[u8],
    options: &ParseOptions,
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
        parser,
        bytes,
        options,
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
    parser: &'s Parser,
    bytes: &'s [u8],
    options: &'s ParseOptions,
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
        let rest = self.stage(all, false)?;
        let rest = self.stage(rest, true)?;
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

    /// Makes as many of some edits as possible, in one manner. Returns the others.
    ///
    /// A parse is the same up to the first edit that changes it in another way. So the edit that is
    /// at fault is mostly the last one before the first difference.
    fn stage(&mut self, batch: Vec<usize>, is_explicit: bool) -> Result<Vec<usize>, ParseError> {
        let mut waiting = batch;
        loop {
            let (mut current, mut others) = (waiting.clone(), Vec::new());
            let (mut step, mut last) = (1, None);
            while !current.is_empty() && self.parses < PARSES {
                let plan = self.plan_with(&current, is_explicit);
                let Some(difference) = self.attempt(&current, plan)? else { break };
                // If the tree still differs there, an edit further before it is at fault.
                step = if last >= Some(difference.after) { step * 2 } else { 1 };
                last = Some(difference.after);
                self.set_aside(&mut current, &mut others, &difference, step);
            }
            if current.is_empty() || others.is_empty() || self.parses >= PARSES {
                others.extend(if self.parses >= PARSES { current } else { Vec::new() });
                others.retain(|edit| !self.accepted.contains(edit));
                others.sort_unstable();
                return Ok(others);
            }
            waiting = others;
            if waiting.len() <= 1 {
                return Ok(waiting);
            }
        }
    }

    /// Moves the last edits before a difference from `current` to `others`.
    fn set_aside(
        &self,
        current: &mut Vec<usize>,
        others: &mut Vec<usize>,
        difference: &TreeMismatch,
        step: usize,
    ) {
        current.sort_by_key(|&edit| self.edits[edit].node);
        let until = current.partition_point(|&edit| self.edits[edit].node <= difference.after);
        let until = until.max(1).min(current.len());
        others.extend(current.drain(until.saturating_sub(step)..until));
    }

    /// Returns the plan with the tags of some edits' nodes written.
    fn plan_with(&self, edits: &[usize], is_explicit: bool) -> SpellingPlan {
        let mut plan = self.plan.clone();
        if is_explicit {
            for &edit in edits {
                plan.make_explicit(&self.edits[edit], self.contents[edit].as_ref());
            }
        }
        plan
    }

    /// Makes one edit in any manner, or returns the reason why that is impossible.
    fn alone(&mut self, edit: usize) -> Result<Option<String>, ParseError> {
        for is_explicit in [false, true] {
            let plan = self.plan_with(&[edit], is_explicit);
            if self.attempt(&[edit], plan)?.is_none() {
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
            let TreeMismatch { wanted, found, .. } = difference;
            reason = format!("a parser would find {found} instead of {wanted}");
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
        let bytes = self.document.spliced(self.bytes, &parts);
        self.parses += 1;
        let document = self.parser.parse(&bytes, self.options)?;
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
                let document = if bytes == self.bytes { None } else { Some(document) };
                Edited { bytes, document, refused: refusals, written, copied: copied(&parts) }
            }
            None => Edited {
                bytes: self.bytes.to_vec(),
                document: None,
                refused: refusals,
                written,
                copied: vec![(Span::new(0, self.document.text().len()), 0)],
            },
        }
    }
}

/// Returns the copied spans with their new offsets.
fn copied(parts: &[Part]) -> Vec<(Span, u32)> {
    let mut copied = Vec::new();
    let mut offset = 0;
    for part in parts {
        match part {
            Part::Copy(span) => {
                copied.push((*span, Span::at(offset).start));
                offset += span.len();
            }
            Part::Write(text) => offset += text.len(),
        }
    }
    copied
}
