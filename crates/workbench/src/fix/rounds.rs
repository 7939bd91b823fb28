//! Proposes sources, parses them, and compares the trees.

use std::collections::BTreeMap;

use super::outcome::{Fixed, RemainingMistake, limit_reason};
use wishful::base::{Allowance, Span, counted};
pub(super) use wishful::slippers::event::{RepairId, RepairKind};
use wishful::tree::alike::{Difference, compare};
pub(super) use wishful::tree::rewrite::{Part, Plan, RewrittenSource, ScatteredElement, WriteMode};
use wishful::tree::{Document, Extent, NodeId, NodeRef};
use wishful::{ParseError, ParseOptions, Parser};

/// The largest number of proposals for a source.
const ROUNDS: usize = 10;

/// The largest number of times that a result with remaining mistakes is fixed again.
const REPEATS: usize = 3;

/// The reason for a missing end tag at the end of the source.
const UNENDED: &str = "an earlier element contains everything that follows it";

/// A source and its document.
type FixSource<'a> = (&'a [u8], &'a Document);

pub(super) fn fix(
    parser: &Parser,
    source: FixSource<'_>,
    options: &ParseOptions,
    most: Allowance,
) -> Result<Rewritten, ParseError> {
    let mut fixer =
        Fixer { parser, options, most: most.of(source.1.text().len()), parses: 1, cut: false };
    let first = fixer.once(source)?;
    let settled = fixer.settle(first)?;
    let Proposal { bytes, document, left } =
        settled.unwrap_or_else(|| Proposal::unchanged(source.0, all_left(source.1)));
    let extent = if fixer.cut { Extent::Cut } else { Extent::Whole };
    Ok(Rewritten { fixed: Fixed { bytes, left, parses: fixer.parses, extent }, document })
}

/// A source in which the tree was rewritten.
pub(super) struct Rewritten {
    pub(super) fixed: Fixed,
    /// The document of the fixed source; `None` if no byte changed.
    pub(super) document: Option<Document>,
}

struct Fixer<'a> {
    parser: &'a Parser,
    options: &'a ParseOptions,
    /// The largest number of bytes of a proposal.
    most: u64,
    parses: usize,
    cut: bool,
}

/// The result of fixing a source once.
struct Proposal {
    bytes: Vec<u8>,
    /// The parsed `bytes`; `None` if they are those of the original source.
    document: Option<Document>,
    left: Vec<RemainingMistake>,
}
impl Proposal {
    /// Proposes the original source.
    fn unchanged(bytes: &[u8], left: Vec<RemainingMistake>) -> Self {
        Self { bytes: bytes.to_vec(), document: None, left }
    }
}

impl Fixer<'_> {
    /// Fixes a source repeatedly until it does not change any more. Returns `None` if it still
    /// changes after [`REPEATS`] times.
    fn settle(&mut self, first: Proposal) -> Result<Option<Proposal>, ParseError> {
        let Proposal { mut bytes, mut document, left } = first;
        for _ in 0..REPEATS {
            let current = match document {
                Some(current) if !left.is_empty() => current,
                document => return Ok(Some(Proposal { bytes, document, left })),
            };
            let again = self.once((&bytes, &current))?;
            if again.bytes == bytes {
                return Ok(Some(Proposal { bytes, document: Some(current), left }));
            }
            (bytes, document) = (again.bytes, again.document);
        }
        Ok(None)
    }

    /// Fixes a source once. Leaves it as it is if no proposal succeeds.
    fn once(&mut self, (bytes, document): FixSource<'_>) -> Result<Proposal, ParseError> {
        if document.mistakes().next().is_none() {
            return Ok(Proposal::unchanged(bytes, Vec::new()));
        }
        if document.limit().is_some() {
            return Ok(Proposal::unchanged(bytes, all_left(document)));
        }
        let mut faults = Faults::default();
        let mut last = String::from("the fixed source would be too long");
        for round in 0..ROUNDS {
            let goes_on = match self.round((bytes, document), &mut faults)? {
                FixRound::Proposed(proposal) => return Ok(*proposal),
                FixRound::TooLong => false,
                FixRound::Scattered(node) => faults.widen(document, node, round),
                FixRound::Faulty(found) => {
                    last.clone_from(&found[0].reason);
                    faults.take(document, found, round)
                }
            };
            if !goes_on {
                break;
            }
        }
        let left = document.mistakes().map(|repair| left(document, repair, &last)).collect();
        Ok(Proposal::unchanged(bytes, left))
    }

    /// Proposes a source by the current plan, and checks that it parses to the same tree.
    fn round(
        &mut self,
        source: FixSource<'_>,
        faults: &mut Faults,
    ) -> Result<FixRound, ParseError> {
        let (bytes, document) = source;
        let RewrittenSource { parts, unended } = match document.rewritten(&faults.plan) {
            Ok(spelled) => spelled,
            Err(ScatteredElement(node)) => return Ok(FixRound::Scattered(node)),
        };
        faults.unended = unended;
        if length(&parts) > self.most {
            self.cut = true;
            return Ok(FixRound::TooLong);
        }
        let proposed = document.spliced(bytes, &parts);
        let parsed = if proposed == bytes { None } else { Some(self.parsed(&proposed)?) };
        let found = match &parsed {
            None => mistakes_of(document, document, faults, |node| node.id()),
            Some(parsed) => faults_of(document, parsed, faults),
        };
        if !found.is_empty() {
            return Ok(FixRound::Faulty(found));
        }
        let left = faults.left(document);
        Ok(FixRound::Proposed(Box::new(Proposal { bytes: proposed, document: parsed, left })))
    }

    fn parsed(&mut self, proposed: &[u8]) -> Result<Document, ParseError> {
        self.parses += 1;
        self.parser.parse_recorded(proposed, self.options)
    }
}

/// The result of a round.
enum FixRound {
    /// The proposal parses to the same tree, without new mistakes.
    Proposed(Box<Proposal>),
    /// The proposal has these faults, of which there is at least one.
    Faulty(Vec<ProposalFault>),
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
struct ProposalFault {
    node: NodeId,
    reason: String,
}

/// Returns the differences between the original tree and that of a proposal, and the proposal's
/// mistakes.
fn faults_of(document: &Document, parsed: &Document, before: &Faults) -> Vec<ProposalFault> {
    let alike = compare(document, parsed);
    let mut faults = Vec::new();
    for Difference { within, change } in &alike.differences {
        let reason = format!("if written out, {change}");
        faults.push(ProposalFault { node: *within, reason });
    }
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
) -> Vec<ProposalFault> {
    let subjects = Subjects::of(parsed);
    let mut faults = Vec::new();
    for repair in parsed.mistakes() {
        if before.unended && is_at_end(parsed, repair) {
            continue;
        }
        let like = like(subjects.of_repair(parsed, repair));
        if before.left_around(document, like).is_some() {
            continue;
        }
        let reason = format!(
            "if written out, it would need another repair: {}",
            parsed.describe_action(repair)
        );
        faults.push(ProposalFault { node: element_around(document, like), reason });
    }
    faults
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
        let mut subjects = BTreeMap::new();
        for node in document.nodes() {
            for origin in [node.start_tag(), node.end_tag()].into_iter().flatten() {
                if let Some(repair) = origin.repair() {
                    subjects.insert(repair, node.id());
                }
            }
        }
        Self(subjects)
    }

    fn of_repair<'a>(&self, document: &'a Document, repair: RepairId) -> NodeRef<'a> {
        if let Some(&node) = self.0.get(&repair)
            && let Some(node) = document.node(node)
        {
            return node;
        }
        let at = document.repairs()[repair.index()].span.start;
        document.node_at(at).unwrap_or_else(|| document.root())
    }
}

/// Returns the node if it is an element, which a plan can name. Otherwise returns its parent.
fn element_around(document: &Document, node: NodeId) -> NodeId {
    if let Some(found) = document.node(node)
        && !found.is_element()
        && let Some(parent) = found.parent()
    {
        return parent.id();
    }
    node
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
        let is_inside = document.node(before)?.contains(document.node(node)?);
        if is_inside { Some(before) } else { None }
    }

    /// Changes the plan for the faults of a round. Reports whether there is something left to try.
    ///
    /// Faults are handled in document order, so outer ones come first. If this round leaves an
    /// element as it is, that also covers the faults inside of it. So each node is visited at most
    /// once, and no more is left than necessary.
    fn take(&mut self, document: &Document, mut found: Vec<ProposalFault>, round: usize) -> bool {
        found.sort_by_key(|fault| fault.node);
        let before: Vec<NodeId> = self.reasons.keys().copied().collect();
        for ProposalFault { node, reason } in found {
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
                self.plan.insert(node, WriteMode::Explicit);
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
        self.plan.insert(node, WriteMode::Left);
        self.reasons.insert(node, reason);
        true
    }

    /// Returns the mistakes in the elements that are left as they are.
    fn left(&self, document: &Document) -> Vec<RemainingMistake> {
        let extents = ReasonedSpans::of(document, &self.reasons);
        let subjects = Subjects::of(document);
        let mut mistakes = Vec::new();
        for repair in document.mistakes() {
            if let Some(reason) = self.reason(document, &subjects, &extents, repair) {
                mistakes.push(left(document, repair, reason));
            }
        }
        mistakes
    }

    /// Returns the reason why a mistake is left.
    fn reason<'r>(
        &'r self,
        document: &Document,
        subjects: &Subjects,
        extents: &ReasonedSpans<'r>,
        repair: RepairId,
    ) -> Option<&'r str> {
        let subject = subjects.of_repair(document, repair);
        if let Some(around) = self.left_around(document, subject.id()) {
            return self.reasons.get(&around).map(String::as_str);
        }
        if self.unended && is_at_end(document, repair) {
            return Some(UNENDED);
        }
        extents.around(document.repairs()[repair.index()].span.start)
    }
}

/// Spans of a text, each with the reason why it is left, sorted by start. They form an interval
/// index.
struct ReasonedSpans<'r> {
    /// Spans with reasons; the third field is the largest end of this span and all before it.
    sorted: Vec<(Span, &'r str, u32)>,
}

impl<'r> ReasonedSpans<'r> {
    fn of(document: &Document, reasons: &'r BTreeMap<NodeId, String>) -> Self {
        let mut sorted: Vec<(Span, &str, u32)> = Vec::new();
        for (&node, reason) in reasons {
            if let Some(span) = document.extent(node) {
                sorted.push((span, reason, span.end));
            }
        }
        sorted.sort_by_key(|(span, ..)| span.start);
        for at in 1..sorted.len() {
            sorted[at].2 = sorted[at].2.max(sorted[at - 1].2);
        }
        Self { sorted }
    }

    /// Returns the reason of the span that contains an offset: of several, the one that begins
    /// last.
    fn around(&self, at: u32) -> Option<&'r str> {
        let after = self.sorted.partition_point(|(span, ..)| span.start <= at);
        let mut reaching = self.sorted[..after].iter().rev().take_while(|(.., reach)| at < *reach);
        reaching.find(|(span, ..)| at < span.end).map(|(_, reason, _)| *reason)
    }
}

fn left(document: &Document, repair: RepairId, reason: &str) -> RemainingMistake {
    let record = document.repairs()[repair.index()];
    RemainingMistake {
        position: document.position(record.span.start),
        kind: record.kind.name(),
        repair: document.describe_action(repair),
        reason: reason.to_owned(),
    }
}

/// Returns all mistakes of a document, none of which is fixed.
fn all_left(document: &Document) -> Vec<RemainingMistake> {
    let reason = limit_reason(document)
        .unwrap_or_else(|| "found no source that is stable when fixed again".to_owned());
    document.mistakes().map(|repair| left(document, repair, &reason)).collect()
}

/// Returns the number of bytes of a proposal.
pub(super) fn length(parts: &[Part]) -> u64 {
    let mut length = 0;
    for part in parts {
        length += counted(match part {
            Part::Copy(span) => span.range().len(),
            Part::Write(text) => text.len(),
        });
    }
    length
}
