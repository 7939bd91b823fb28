//! Proposes sources, parses them, and compares the trees.

use std::collections::BTreeMap;

use super::outcome::{Fixed, Left};
use crate::base::{Allowance, Span, counted};
use crate::slippers::event::{RepairId, RepairKind};
use crate::source::Splicer;
use crate::tree::alike::{Difference, compare};
use crate::tree::rewrite::{Manner, Part, Plan, Scattered, Spelled};
use crate::tree::{Document, Extent, NodeId, NodeRef, TagOrigin};
use crate::{ParseError, ParseOptions, Parser};

/// The largest number of proposals for a source.
const ROUNDS: usize = 10;

/// The largest number of times that a result with remaining mistakes is fixed again.
const REPEATS: usize = 3;

/// The reason for a missing end tag at the end of the source.
const UNENDED: &str = "what is written before it takes in all that stands behind it";

/// A source and its document.
type Source<'a> = (&'a [u8], &'a Document);

pub(super) fn fix(
    parser: &Parser,
    source: Source<'_>,
    options: &ParseOptions,
    most: Allowance,
) -> Result<Fixed, ParseError> {
    let mut fixer =
        Fixer { parser, options, most: most.of(source.1.text().len()), parses: 1, cut: false };
    let first = fixer.once(source)?;
    let settled = fixer.settle(first)?;
    let (bytes, left) = settled.unwrap_or_else(|| (source.0.to_vec(), all_left(source.1)));
    let extent = if fixer.cut { Extent::Cut } else { Extent::Whole };
    Ok(Fixed { bytes, left, parses: fixer.parses, extent })
}

struct Fixer<'a> {
    parser: &'a Parser,
    options: &'a ParseOptions,
    /// The largest number of bytes of a proposal.
    most: u64,
    parses: usize,
    cut: bool,
}

/// A fixed point, and the mistakes that remain in it.
type Settled = (Vec<u8>, Vec<Left>);

/// The result of fixing a source once.
struct Proposal {
    bytes: Vec<u8>,
    /// The parsed `bytes`; `None` if they are those of the original source.
    document: Option<Document>,
    left: Vec<Left>,
}

impl Fixer<'_> {
    /// Fixes a source repeatedly until it does not change any more. Returns `None` if it still
    /// changes after [`REPEATS`] times.
    fn settle(&mut self, first: Proposal) -> Result<Option<Settled>, ParseError> {
        let Proposal { mut bytes, mut document, left } = first;
        for _ in 0..REPEATS {
            let Some(current) = document.filter(|_| !left.is_empty()) else {
                return Ok(Some((bytes, left)));
            };
            let again = self.once((&bytes, &current))?;
            if again.bytes == bytes {
                return Ok(Some((bytes, left)));
            }
            (bytes, document) = (again.bytes, again.document);
        }
        Ok(None)
    }

    /// Fixes a source once. Leaves it as it is if no proposal succeeds.
    fn once(&mut self, (bytes, document): Source<'_>) -> Result<Proposal, ParseError> {
        let unchanged = |left| Proposal { bytes: bytes.to_vec(), document: None, left };
        if document.mistakes().next().is_none() {
            return Ok(unchanged(Vec::new()));
        }
        if document.limit().is_some() {
            return Ok(unchanged(all_left(document)));
        }
        let mut faults = Faults::default();
        let mut last = String::from("its source would be too long");
        for round in 0..ROUNDS {
            let goes_on = match self.round((bytes, document), &mut faults)? {
                Round::Said(proposal) => return Ok(*proposal),
                Round::TooLong => false,
                Round::Scattered(node) => faults.widen(document, node, round),
                Round::Faulty(found) => {
                    last.clone_from(&found[0].reason);
                    faults.take(document, found, round)
                }
            };
            if !goes_on {
                break;
            }
        }
        let left = document.mistakes().map(|repair| left(document, repair, &last)).collect();
        Ok(unchanged(left))
    }

    /// Proposes a source by the current plan, and checks that it parses to the same tree.
    fn round(&mut self, source: Source<'_>, faults: &mut Faults) -> Result<Round, ParseError> {
        let (bytes, document) = source;
        let Spelled { parts, unended } = match document.rewritten(&faults.plan) {
            Ok(spelled) => spelled,
            Err(Scattered(node)) => return Ok(Round::Scattered(node)),
        };
        faults.unended = unended;
        if length(&parts) > self.most {
            self.cut = true;
            return Ok(Round::TooLong);
        }
        let proposed = spliced(bytes, document, &parts);
        let parsed = if proposed == bytes { None } else { Some(self.parsed(&proposed)?) };
        let found = match &parsed {
            None => mistakes_of(document, document, faults, |node| node.id()),
            Some(parsed) => faults_of(document, parsed, faults),
        };
        if !found.is_empty() {
            return Ok(Round::Faulty(found));
        }
        let left = faults.left(document);
        Ok(Round::Said(Box::new(Proposal { bytes: proposed, document: parsed, left })))
    }

    fn parsed(&mut self, proposed: &[u8]) -> Result<Document, ParseError> {
        self.parses += 1;
        self.parser.parse_recorded(proposed, self.options)
    }
}

/// The result of a round.
enum Round {
    /// The proposal parses to the same tree, without new mistakes.
    Said(Box<Proposal>),
    /// The proposal has these faults, of which there is at least one.
    Faulty(Vec<Fault>),
    /// The plan cannot be written, since the parts of this node are scattered over the source.
    Scattered(NodeId),
    /// The proposal is too long.
    TooLong,
}

/// The faults of the proposals so far, as a plan for the next one.
#[derive(Default)]
struct Faults {
    plan: Plan,
    /// The reasons why elements are left as they are. Invariant: no key is inside another one.
    reasons: BTreeMap<NodeId, String>,
    /// True if the last proposal lacks end tags, since nothing can be written at its end.
    unended: bool,
}

/// A difference or mistake of a proposal, and the node of the original document that it is about.
struct Fault {
    node: NodeId,
    reason: String,
}

/// Returns the differences between the original tree and that of a proposal, and the proposal's
/// mistakes.
fn faults_of(document: &Document, parsed: &Document, before: &Faults) -> Vec<Fault> {
    let alike = compare(document, parsed);
    let of_tree = alike.differences.iter().map(|difference| {
        let Difference { within, here, there } = difference;
        let reason = format!("written out, {there} would come where {here} is");
        Fault { node: *within, reason }
    });
    let mut faults: Vec<Fault> = of_tree.collect();
    faults.extend(mistakes_of(document, parsed, before, |node| alike.like(node)));
    faults
}

/// Returns the mistakes of a parsed proposal outside of the parts that are left as they are. `like`
/// maps the proposal's nodes to those of the original document.
fn mistakes_of(
    document: &Document,
    parsed: &Document,
    before: &Faults,
    like: impl Fn(NodeRef<'_>) -> NodeId,
) -> Vec<Fault> {
    let subjects = Subjects::of(parsed);
    let fault = |repair: RepairId| {
        if before.unended && is_at_end(parsed, repair) {
            return None;
        }
        let like = like(subjects.of_repair(parsed, repair));
        if before.left_around(document, like).is_some() {
            return None;
        }
        let reason = format!("written out, it would be repaired again: {}", parsed.action(repair));
        Some(Fault { node: element_around(document, like), reason })
    };
    parsed.mistakes().filter_map(fault).collect()
}

/// Reports whether a repair inserts an end tag at the end of a document.
fn is_at_end(document: &Document, repair: RepairId) -> bool {
    let record = document.repairs()[repair.index()];
    let is_end = matches!(record.kind, RepairKind::VirtualEnd | RepairKind::Unfinished);
    is_end && record.span.range().end == document.text().len()
}

/// The nodes for whose tags repairs were made.
struct Subjects(BTreeMap<RepairId, NodeId>);

impl Subjects {
    fn of(document: &Document) -> Self {
        let tags = |node: NodeRef<'_>| {
            let repairs = [node.start_tag(), node.end_tag()].into_iter().flatten();
            repairs.filter_map(TagOrigin::repair).map(|repair| (repair, node.id())).collect()
        };
        Self(document.nodes().flat_map(|node| -> Vec<_> { tags(node) }).collect())
    }

    fn of_repair<'a>(&self, document: &'a Document, repair: RepairId) -> NodeRef<'a> {
        let made = self.0.get(&repair).and_then(|node| document.node(*node));
        let at = document.repairs()[repair.index()].span.start;
        made.or_else(|| document.node_at(at)).unwrap_or_else(|| document.root())
    }
}

/// Returns the node if it is an element, which a plan can name. Otherwise returns its parent.
fn element_around(document: &Document, node: NodeId) -> NodeId {
    let found = document.node(node).filter(|node| !node.is_element());
    found.and_then(|node| node.parent()).map_or(node, |parent| parent.id())
}

impl Faults {
    /// Returns the element that contains a node and is left as it is, if there is one.
    fn left_around(&self, document: &Document, node: NodeId) -> Option<NodeId> {
        if self.reasons.is_empty() {
            return None;
        }
        // OK because the keys are disjoint subtrees: only the last one that begins at or before the
        // node can contain it.
        let (&before, _) = self.reasons.range(..=node).next_back()?;
        document.node(before)?.contains(document.node(node)?).then_some(before)
    }

    /// Changes the plan for the faults of a round. Reports whether there is something left to try.
    ///
    /// Faults are handled in document order, so outer ones come first. If this round leaves an
    /// element as it is, that also covers the faults inside of it. So each node is visited at most
    /// once, and no more is left than necessary.
    fn take(&mut self, document: &Document, mut found: Vec<Fault>, round: usize) -> bool {
        found.sort_by_key(|fault| fault.node);
        let before: Vec<NodeId> = self.reasons.keys().copied().collect();
        for Fault { node, reason } in found {
            if let Some(left) = self.left_around(document, node) {
                let is_new = before.binary_search(&left).is_err();
                if !is_new && !self.widen(document, left, round) {
                    return false;
                }
            } else if self.plan.contains_key(&node) || round >= ROUNDS / 2 {
                if !self.leave(document, node, reason) {
                    return false;
                }
            } else {
                self.plan.insert(node, Manner::Explicit);
            }
        }
        true
    }

    /// Widens an element that is left as it is to an ancestor: `2^round` levels up, or the
    /// outermost one.
    fn widen(&mut self, document: &Document, left: NodeId, round: usize) -> bool {
        let Some(node) = document.node(left) else { return false };
        let Some(around) = node.ancestors().take(1 << round).last() else { return false };
        let reason = self.reasons.get(&left).cloned().unwrap_or_default();
        self.leave(document, around.id(), reason)
    }

    fn leave(&mut self, document: &Document, node: NodeId, reason: String) -> bool {
        if node == NodeId::ROOT {
            return false;
        }
        let Some(found) = document.node(node) else { return false };
        let inside: Vec<NodeId> = found.subtree().map(|inside| inside.id()).collect();
        for id in inside {
            self.plan.remove(&id);
            self.reasons.remove(&id);
        }
        self.plan.insert(node, Manner::Left);
        self.reasons.insert(node, reason);
        true
    }

    /// Returns the mistakes in the elements that are left as they are.
    fn left(&self, document: &Document) -> Vec<Left> {
        let extents = Extents::of(
            self.reasons
                .iter()
                .filter_map(|(node, reason)| Some((document.extent(*node)?, reason.as_str()))),
        );
        let subjects = Subjects::of(document);
        let reason = |repair: RepairId| {
            let subject = subjects.of_repair(document, repair);
            if let Some(around) = self.left_around(document, subject.id()) {
                return self.reasons.get(&around).map(String::as_str);
            }
            if self.unended && is_at_end(document, repair) {
                return Some(UNENDED);
            }
            let at = document.repairs()[repair.index()].span.start;
            extents.around(at)
        };
        document
            .mistakes()
            .filter_map(|repair| Some(left(document, repair, reason(repair)?)))
            .collect()
    }
}

/// Spans of a text, each with the reason why it is left, sorted by start. They form an interval
/// index.
struct Extents<'r> {
    /// Spans with reasons; the third field is the largest end of this span and all before it.
    sorted: Vec<(Span, &'r str, u32)>,
}

impl<'r> Extents<'r> {
    fn of(extents: impl Iterator<Item = (Span, &'r str)>) -> Self {
        let mut sorted: Vec<_> = extents.map(|(span, reason)| (span, reason, span.end)).collect();
        sorted.sort_by_key(|(span, ..)| span.start);
        for at in 1..sorted.len() {
            sorted[at].2 = sorted[at].2.max(sorted[at - 1].2);
        }
        Self { sorted }
    }

    /// Returns the reason of the span that contains an offset: of several, the one that begins
    /// last.
    fn around(&self, at: u32) -> Option<&'r str> {
        let behind = self.sorted.partition_point(|(span, ..)| span.start <= at);
        let mut reaching = self.sorted[..behind].iter().rev().take_while(|(.., reach)| at < *reach);
        reaching.find(|(span, ..)| at < span.end).map(|(_, reason, _)| *reason)
    }
}

fn left(document: &Document, repair: RepairId, reason: &str) -> Left {
    let record = document.repairs()[repair.index()];
    Left {
        position: document.position(record.span.start),
        kind: record.kind.name(),
        repair: document.action(repair),
        reason: reason.to_owned(),
    }
}

/// Returns all mistakes of a document, none of which is fixed.
fn all_left(document: &Document) -> Vec<Left> {
    let reason = match document.limit() {
        Some(limit) => {
            format!("the limit of {limit} was met, so the document is not known to its end")
        }
        None => "no source was found that stays the same when it is fixed again".to_owned(),
    };
    document.mistakes().map(|repair| left(document, repair, &reason)).collect()
}

fn length(parts: &[Part]) -> u64 {
    let length = |part: &Part| match part {
        Part::Copy(span) => span.range().len(),
        Part::Write(text) => text.len(),
    };
    parts.iter().map(|part| counted(length(part))).sum()
}

/// Returns the bytes of the proposed source, from its parts.
fn spliced(bytes: &[u8], document: &Document, parts: &[Part]) -> Vec<u8> {
    let source = document.source();
    let mut splicer = Splicer::new(bytes, source.encoding, source.malformed_end());
    let offset =
        |at: u32| usize::try_from(source.byte_offset(at)).unwrap_or(usize::MAX).min(bytes.len());
    for part in parts {
        match part {
            Part::Copy(span) => splicer.copy(offset(span.start)..offset(span.end)),
            Part::Write(text) => splicer.write(text),
        }
    }
    splicer.finish()
}
