//! Proposes sources, parses them, and compares the trees.

use std::collections::BTreeMap;

use super::faults::{FaultKey, ProposalFault, faults_of};
use super::groups::{Copies, Groups};
use super::outcome::{Fixed, RemainingMistake, limit_reason};
use wishful::base::{Allowance, Span, counted};
use wishful::slippers::event::RepairId;
use wishful::tree::rewrite::{Part, Plan};
use wishful::tree::{Document, Extent, NodeId};
use wishful::{ParseError, ParseOptions, Parser};

/// The largest number of proposals until the mistakes that cannot be written are found.
const ROUNDS: usize = 12;

/// The largest number of further proposals that write mistakes which were left without need.
const RETRIES: usize = 24;

/// The largest number of times that a result with remaining mistakes is fixed again.
const REPEATS: usize = 4;

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
        let Proposal { mut bytes, mut document, mut left } = first;
        for _ in 0..REPEATS {
            let current = match document {
                Some(current) if !left.is_empty() => current,
                document => return Ok(Some(Proposal { bytes, document, left })),
            };
            let again = self.once((&bytes, &current))?;
            if again.bytes == bytes {
                return Ok(Some(Proposal { bytes, document: Some(current), left }));
            }
            keep_remaining(&mut left, again.left);
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
        let mut search = Search::of(document);
        let mut best = None;
        for round in 0..ROUNDS {
            match self.test((bytes, document), &search)? {
                Trial::Good(proposal) => best = Some(proposal),
                Trial::TooLong => {
                    let reason = "the fixed source would be too long";
                    let left = document.mistakes().map(|repair| left(document, repair, reason));
                    return Ok(Proposal::unchanged(bytes, left.collect()));
                }
                Trial::Faulty(faulty) => {
                    search.take(faulty, round);
                    continue;
                }
            }
            break;
        }
        if best.is_none() {
            search.leave_all();
        }
        let better = self.retry((bytes, document), &mut search)?;
        let left = search.left();
        match better.or(best) {
            Some(Tested { bytes, document }) if search.has_written() => {
                Ok(Proposal { bytes, document: Some(document), left })
            }
            _ => Ok(Proposal::unchanged(bytes, left)),
        }
    }

    /// Writes as many groups as possible that were left together, by bisection. Returns the last
    /// proposal that succeeded, if one did.
    fn retry(
        &mut self,
        source: FixSource<'_>,
        search: &mut Search<'_>,
    ) -> Result<Option<Tested>, ParseError> {
        let mut best = None;
        let mut chunks = search.suspects();
        for _ in 0..RETRIES {
            let Some(chunk) = chunks.pop() else { break };
            search.write(&chunk);
            match self.test(source, search)? {
                Trial::Good(proposal) => best = Some(proposal),
                Trial::TooLong => search.leave(&chunk, "the fixed source would be too long"),
                Trial::Faulty(faulty) => {
                    search.leave(&chunk, &faulty.faults[0].reason);
                    if chunk.len() > 1 {
                        let (first, second) = chunk.split_at(chunk.len() / 2);
                        chunks.extend([second.to_vec(), first.to_vec()]);
                    }
                }
            }
        }
        Ok(best)
    }

    /// Proposes a source by the current plan, and checks that it parses to the same tree.
    fn test(
        &mut self,
        (bytes, document): FixSource<'_>,
        search: &Search<'_>,
    ) -> Result<Trial, ParseError> {
        let rewritten = document.rewritten(&search.plan);
        let copies = Copies::of(document, &rewritten.parts);
        if counted(copies.length()) > self.most {
            self.cut = true;
            return Ok(Trial::TooLong);
        }
        let proposed = document.spliced(bytes, &rewritten.parts);
        self.parses += 1;
        let parsed = self.parser.parse_recorded(&proposed, self.options)?;
        let faults = faults_of(document, &parsed, &search.plan, &copies);
        if faults.is_empty() {
            return Ok(Trial::Good(Tested { bytes: proposed, document: parsed }));
        }
        let offsets = search.groups.offsets(document, &rewritten, &copies);
        Ok(Trial::Faulty(FaultyProposal { faults, offsets, copies }))
    }
}

/// A proposal that parses to the same tree, without new mistakes.
struct Tested {
    bytes: Vec<u8>,
    document: Document,
}

/// The result of a test.
enum Trial {
    Good(Tested),
    Faulty(FaultyProposal),
    /// The proposal is too long.
    TooLong,
}

/// A proposal with faults, of which there is at least one.
struct FaultyProposal {
    faults: Vec<ProposalFault>,
    /// The groups with the offsets where they change the source, sorted by offset.
    offsets: Vec<(usize, usize)>,
    copies: Copies,
}

/// The search for the groups of mistakes that cannot be written.
struct Search<'d> {
    document: &'d Document,
    groups: Groups,
    plan: Plan,
    /// The groups that are left, each with the reason.
    reasons: BTreeMap<usize, String>,
    /// For each fault, the groups that were left since it was found, if any.
    left_for: BTreeMap<FaultKey, Vec<usize>>,
}

impl<'d> Search<'d> {
    /// Begins with a plan that writes all mistakes, except at the end of an unfinished rest.
    fn of(document: &'d Document) -> Self {
        let groups = Groups::of(document);
        let (plan, reasons, left_for) = (Plan::default(), BTreeMap::new(), BTreeMap::new());
        let mut search = Self { document, groups, plan, reasons, left_for };
        if let Some(rest) = document.unfinished_rest() {
            let reason = rest.describe(document);
            let end = Span::at(document.text().len()).start;
            for group in (0..search.groups.len()).rev() {
                let first = search.groups.repairs(group)[0];
                if document.repairs()[first.index()].span.start < end {
                    break;
                }
                search.leave(&[group], &reason);
            }
        }
        search
    }

    fn leave(&mut self, groups: &[usize], reason: &str) {
        for &group in groups {
            self.plan.left.extend(self.groups.repairs(group));
            self.reasons.insert(group, reason.to_owned());
        }
    }

    fn leave_all(&mut self) {
        self.plan.explicit.clear();
        self.left_for.clear();
        let mut rest = Vec::new();
        for group in 0..self.groups.len() {
            if !self.reasons.contains_key(&group) {
                rest.push(group);
            }
        }
        self.leave(&rest, "the tree around it would not stay the same");
        let all = (0..self.groups.len()).collect();
        self.left_for.insert((NodeId::ROOT, None, None), all);
    }

    fn write(&mut self, groups: &[usize]) {
        for group in groups {
            for repair in self.groups.repairs(*group) {
                self.plan.left.remove(repair);
            }
            self.reasons.remove(group);
        }
    }

    fn has_written(&self) -> bool {
        self.reasons.len() < self.groups.len()
    }

    /// Changes the plan for the faults of a proposal: an element with a fault is first written with
    /// all its tags. If the fault is still there, the groups that change the source directly before
    /// it are left, twice as many each time.
    fn take(&mut self, faulty: FaultyProposal, round: usize) {
        let FaultyProposal { faults, offsets, copies } = faulty;
        for fault in faults {
            let key = fault.key(&copies);
            if round < ROUNDS / 2
                && !self.left_for.contains_key(&key)
                && self.plan.explicit.insert(fault.within)
            {
                self.left_for.insert(key, Vec::new());
                continue;
            }
            self.plan.explicit.remove(&fault.within);
            let count = self.left_for.get(&key).map_or(0, Vec::len) + 1;
            let nearest = self.nearest(&offsets, fault.offset, count);
            self.leave(&nearest, &fault.reason);
            self.left_for.entry(key).or_default().extend(nearest);
        }
    }

    /// Returns the groups, at most `count`, that are not left and change the source at or before an
    /// offset, nearest first; if there are none, the nearest one after it.
    fn nearest(&self, offsets: &[(usize, usize)], offset: usize, count: usize) -> Vec<usize> {
        let after = offsets.partition_point(|&(start, _)| start <= offset);
        let mut nearest = Vec::new();
        for &(_, group) in offsets[..after].iter().rev() {
            if nearest.len() == count {
                return nearest;
            }
            if !self.reasons.contains_key(&group) && !nearest.contains(&group) {
                nearest.push(group);
            }
        }
        if nearest.is_empty() {
            let mut following = offsets[after..].iter().map(|&(_, group)| group);
            nearest.extend(following.find(|group| !self.reasons.contains_key(group)));
        }
        nearest
    }

    /// Returns the groups that may have been left without need, as a stack of chunks.
    fn suspects(&self) -> Vec<Vec<usize>> {
        let mut chunks = Vec::new();
        for groups in self.left_for.values() {
            if groups.len() > 1 {
                let (first, second) = groups.split_at(groups.len() / 2);
                chunks.extend([second.to_vec(), first.to_vec()]);
            }
        }
        chunks
    }

    /// Returns the mistakes that are left.
    fn left(&self) -> Vec<RemainingMistake> {
        let mut mistakes = Vec::new();
        for repair in self.document.mistakes() {
            if let Some(group) = self.groups.group_of(repair)
                && let Some(reason) = self.reasons.get(&group)
            {
                mistakes.push(left(self.document, repair, reason));
            }
        }
        mistakes
    }
}

/// Removes the mistakes that are no longer among the remaining ones.
fn keep_remaining(left: &mut Vec<RemainingMistake>, mut remaining: Vec<RemainingMistake>) {
    left.retain(|mistake| {
        let same = remaining
            .iter()
            .position(|other| (other.kind, &other.repair) == (mistake.kind, &mistake.repair));
        same.is_some_and(|same| {
            remaining.remove(same);
            true
        })
    });
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
