//! Proposes sources, parses them, and compares the trees.

use std::collections::{BTreeMap, BTreeSet};

use super::faults::{ProposalFault, faults_of};
use super::groups::{GroupKind, Groups};
use super::outcome::{Fixed, RemainingMistake, limit_reason};
use crate::form::{SourceForm, SourceForms};
use crate::rewrite::{Copies, Plan, rewritten};
use wishful::ParseError;
use wishful::base::{Allowance, Span, counted};
use wishful::slippers::event::{InsertionLocation, RepairId};
use wishful::tree::{Document, Extent};

/// The largest number of parses for a source.
const PARSES: usize = 600;

/// The number of proposals in a row without success after which only the part before the first
/// fault is proposed.
const PATIENCE: usize = 8;

/// The number of groups of one kind that have to be at fault until all others of that kind are
/// suspected.
const ALIKE: usize = 2;

/// The reason for groups that were not proposed alone.
const CROWDED: &str = "too many of the mistakes around it cannot be written";

/// A source and its document.
type FixSource<'a> = (&'a [u8], &'a Document);

pub(super) fn fix(
    forms: SourceForms<'_>,
    source: FixSource<'_>,
    most: Allowance,
) -> Result<Rewritten, ParseError> {
    let most = most.of(source.1.text().len());
    let mut fixer = Fixer { forms, most, parses: 1, cut: false };
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
    forms: SourceForms<'a>,
    /// The largest number of bytes of a proposal.
    most: u64,
    parses: usize,
    cut: bool,
}

/// A source that is proposed for another one.
struct Proposal {
    bytes: Vec<u8>,
    /// The parsed `bytes`; `None` if they are those of the original source.
    document: Option<Document>,
    /// The mistakes that are left, once they are known.
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
    /// changes after [`PARSES`] parses.
    fn settle(&mut self, first: Proposal) -> Result<Option<Proposal>, ParseError> {
        let Proposal { mut bytes, mut document, mut left } = first;
        loop {
            let current = match document {
                Some(current) if !left.is_empty() => current,
                document => return Ok(Some(Proposal { bytes, document, left })),
            };
            let again = self.once((&bytes, &current))?;
            if self.parses >= PARSES {
                return Ok(None);
            }
            if again.bytes == bytes {
                return Ok(Some(Proposal { bytes, document: Some(current), left }));
            }
            keep_remaining(&mut left, &again.left);
            (bytes, document) = (again.bytes, again.document);
        }
    }

    /// Fixes a source once. Leaves it as it is if no proposal succeeds.
    fn once(&mut self, (bytes, document): FixSource<'_>) -> Result<Proposal, ParseError> {
        if document.mistakes().next().is_none() {
            return Ok(Proposal::unchanged(bytes, Vec::new()));
        }
        if document.limit().is_some() {
            return Ok(Proposal::unchanged(bytes, all_left(document)));
        }
        let mut search = Search::of(document, &*self.forms.of((bytes, document)));
        let best = match self.whole((bytes, document), &mut search)? {
            Trial::Good(proposal) => Some(proposal),
            Trial::TooLong => {
                let reason = "the fixed source would be too long";
                let left = document.mistakes().map(|repair| left(document, repair, reason));
                return Ok(Proposal::unchanged(bytes, left.collect()));
            }
            Trial::Faulty(_) => self.in_chunks((bytes, document), &mut search)?,
        };
        let left = search.left();
        match best {
            Some(proposal) if search.has_written() => Ok(Proposal { left, ..*proposal }),
            _ => Ok(Proposal::unchanged(bytes, left)),
        }
    }

    /// Writes all groups, first with as many omitted tags as possible. If that fails, the elements
    /// with faults are written with all their tags; those for which that does not help are not.
    fn whole(
        &mut self,
        source: FixSource<'_>,
        search: &mut Search<'_>,
    ) -> Result<Trial, ParseError> {
        let first = self.test(source, search)?;
        let Trial::Faulty(faulty) = &first else { return Ok(first) };
        for fault in &faulty.faults {
            search.plan.explicit.insert(fault.within);
        }
        let second = self.test(source, search)?;
        match &second {
            Trial::Good(_) => {}
            Trial::TooLong => search.plan.explicit.clear(),
            Trial::Faulty(faulty) => {
                for fault in &faulty.faults {
                    search.plan.explicit.remove(&fault.within);
                }
            }
        }
        Ok(if let Trial::TooLong = second { first } else { second })
    }

    /// Writes as many groups as possible: the groups at the faults of a proposal are postponed, and
    /// proposed again together with what succeeded without them. A group stays left if a proposal
    /// with it alone fails. Returns the last proposal that succeeded, if one did.
    fn in_chunks(
        &mut self,
        source: FixSource<'_>,
        search: &mut Search<'_>,
    ) -> Result<Option<Box<Proposal>>, ParseError> {
        let mut best = None;
        let all = search.written();
        search.leave(&all, CROWDED);
        let mut chunks = vec![Chunk { groups: all, failures: 0 }];
        while self.parses < PARSES
            && let Some(mut chunk) = chunks.pop()
        {
            search.remove_blocked(&mut chunk.groups);
            if chunk.groups.is_empty() {
                continue;
            }
            search.write(&chunk.groups);
            match self.test(source, search)? {
                Trial::Good(proposal) => best = Some(proposal),
                Trial::TooLong => search.leave(&chunk.groups, "the source would be too long"),
                Trial::Faulty(faulty) => {
                    search.leave(&chunk.groups, CROWDED);
                    chunks.extend(search.split(chunk, &faulty));
                }
            }
        }
        Ok(best)
    }

    /// Proposes a source by the current plan, and checks that it parses to the same tree.
    fn test(&mut self, source: FixSource<'_>, search: &Search<'_>) -> Result<Trial, ParseError> {
        let document = source.1;
        let rewritten = rewritten(document, &search.plan);
        let copies = Copies::new(document, &rewritten.parts, str::len);
        if counted(copies.length()) > self.most {
            self.cut = true;
            return Ok(Trial::TooLong);
        }
        self.parses += 1;
        let (proposed, parsed) = self.forms.of(source).parse(&rewritten.parts)?;
        let faults = faults_of(document, &parsed, &search.plan, &copies);
        if faults.is_empty() {
            let (bytes, document) = (proposed, Some(parsed));
            return Ok(Trial::Good(Box::new(Proposal { bytes, document, left: Vec::new() })));
        }
        let offsets = search.groups.offsets(document, &rewritten, &copies);
        Ok(Trial::Faulty(FaultyProposal { faults, offsets }))
    }
}

/// The result of a test.
enum Trial {
    /// The proposal parses to the same tree, without new mistakes.
    Good(Box<Proposal>),
    Faulty(FaultyProposal),
    /// The proposal is too long.
    TooLong,
}

/// A proposal with faults, of which there is at least one.
struct FaultyProposal {
    faults: Vec<ProposalFault>,
    /// The groups with the offsets where they change the source, sorted by offset.
    offsets: Vec<(usize, usize)>,
}

/// Groups that are proposed together.
struct Chunk {
    /// In the order of the source.
    groups: Vec<usize>,
    /// The number of proposals, since the last that succeeded, from which this one follows.
    failures: usize,
}

/// The search for the groups of mistakes that cannot be written.
struct Search<'d> {
    document: &'d Document,
    groups: Groups,
    plan: Plan,
    /// The groups that are left, each with the reason.
    reasons: BTreeMap<usize, String>,
    /// The number of groups of each kind that were at fault.
    at_fault: BTreeMap<GroupKind, usize>,
    /// The first group that cannot be written, of those that move something to a location.
    blocked: BTreeMap<InsertionLocation, usize>,
}

impl<'d> Search<'d> {
    /// Begins with a plan that writes all mistakes, except those with tags that the encoding lacks,
    /// and those at the end of an unfinished rest.
    fn of(document: &'d Document, form: &dyn SourceForm) -> Self {
        let groups = Groups::of(document);
        let (plan, reasons, at_fault) = (Plan::default(), BTreeMap::new(), BTreeMap::new());
        let blocked = BTreeMap::new();
        let mut search = Self { document, groups, plan, reasons, at_fault, blocked };
        search.leave_unencodable(form);
        if let Some(rest) = document.unfinished_rest() {
            let reason = rest.describe(document);
            let end = Span::at(document.text().len()).start;
            for group in 0..search.groups.len() {
                let mut repairs = search.groups.repairs(group).iter();
                if repairs.any(|repair| document.repairs()[repair.index()].span.start == end) {
                    search.leave(&[group], &reason);
                }
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

    /// Leaves the missing tags with characters that the encoding of the document lacks.
    fn leave_unencodable(&mut self, form: &dyn SourceForm) {
        for group in 0..self.groups.len() {
            let mut repairs = self.groups.repairs(group).iter();
            let is_unencodable = repairs.any(|&repair| {
                let tag = self.document.inserted_tag(repair).unwrap_or_default();
                !tag.is_ascii() && !form.expresses(&tag)
            });
            if is_unencodable {
                let encoding = self.document.source().encoding.name();
                let reason = format!("{encoding} lacks a character of its name");
                self.leave(&[group], &reason);
            }
        }
    }

    /// Returns the groups that are not left.
    fn written(&self) -> Vec<usize> {
        (0..self.groups.len()).filter(|group| !self.reasons.contains_key(group)).collect()
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

    /// Splits a chunk that failed into chunks to propose next, as a stack: the groups at its
    /// faults, and the other ones.
    fn split(&mut self, chunk: Chunk, faulty: &FaultyProposal) -> Vec<Chunk> {
        let Chunk { groups, failures } = chunk;
        let mut suspects: BTreeSet<usize> = BTreeSet::new();
        for fault in &faulty.faults {
            let nearest = nearest(&groups, &faulty.offsets, fault.offset, failures + 1);
            for group in nearest {
                suspects.insert(group);
                self.reasons.insert(group, fault.reason.clone());
            }
        }
        if groups.len() == 1 {
            self.block(groups[0]);
            return Vec::new();
        }
        self.add_later(&groups, &mut suspects);
        if failures >= PATIENCE {
            let first = suspects.first().copied().unwrap_or_default();
            suspects.extend(groups.iter().filter(|&&group| group >= first));
        } else {
            self.add_similar(&groups, &mut suspects);
        }
        let (mut late, mut early): (Vec<usize>, Vec<usize>) =
            groups.iter().partition(|group| suspects.contains(group));
        let failures = if early.is_empty() { 0 } else { failures + 1 };
        if early.is_empty() || late.is_empty() {
            let first = suspects.first().and_then(|first| groups.binary_search(first).ok());
            let cut = first.unwrap_or(groups.len() / 2).max(1);
            (early, late) = (groups[..cut].to_vec(), groups[cut..].to_vec());
        }
        vec![Chunk { groups: late, failures: 0 }, Chunk { groups: early, failures }]
    }

    /// Adds to the suspects the later groups that move something to the same location: written
    /// there, they would come before what a suspect moves.
    fn add_later(&self, groups: &[usize], suspects: &mut BTreeSet<usize>) {
        let mut targets: BTreeMap<InsertionLocation, usize> = BTreeMap::new();
        for &suspect in suspects.iter().rev() {
            if let Some(target) = self.groups.target(self.document, suspect) {
                targets.insert(target, suspect);
            }
        }
        for &group in groups {
            if let Some(target) = self.groups.target(self.document, group)
                && targets.get(&target).is_some_and(|&suspect| suspect < group)
            {
                suspects.insert(group);
            }
        }
    }

    /// Records that a group cannot be written, so that no later group can be that moves something
    /// to the same location.
    fn block(&mut self, group: usize) {
        if let Some(target) = self.groups.target(self.document, group) {
            let first = self.blocked.entry(target).or_insert(group);
            *first = group.min(*first);
        }
    }

    /// Removes the groups that follow one at the same location that cannot be written.
    fn remove_blocked(&mut self, groups: &mut Vec<usize>) {
        groups.retain(|&group| {
            let target = self.groups.target(self.document, group);
            let Some(&first) = target.and_then(|target| self.blocked.get(&target)) else {
                return true;
            };
            if first < group {
                let repair = self.groups.repairs(first)[0];
                let at = self.document.repairs()[repair.index()].span.start;
                let reason = format!(
                    "written there, it would come before what is left as it is at {}",
                    self.document.position(at)
                );
                self.reasons.insert(group, reason);
            }
            group <= first
        });
    }

    /// Adds to the suspects the groups of a kind of which several were at fault.
    fn add_similar(&mut self, groups: &[usize], suspects: &mut BTreeSet<usize>) {
        let mut kinds = BTreeSet::new();
        for &group in &*suspects {
            let kind = self.groups.kind(self.document, group);
            let count = self.at_fault.entry(kind).or_default();
            *count += 1;
            if *count > ALIKE {
                kinds.insert(kind);
            }
        }
        for &group in groups {
            if kinds.contains(&self.groups.kind(self.document, group)) {
                suspects.insert(group);
            }
        }
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

/// Returns the groups, at most `count` of some, that change the source nearest before an offset, or
/// else nearest after it.
fn nearest(
    groups: &[usize],
    offsets: &[(usize, usize)],
    offset: usize,
    count: usize,
) -> BTreeSet<usize> {
    let after = offsets.partition_point(|&(start, _)| start <= offset);
    let mut nearest = BTreeSet::new();
    for &(_, group) in offsets[..after].iter().rev().chain(&offsets[after..]) {
        if nearest.len() == count {
            break;
        }
        if groups.binary_search(&group).is_ok() {
            nearest.insert(group);
        }
    }
    nearest
}

/// Removes the mistakes that are no longer among the remaining ones. A remaining mistake may have
/// another description than before; then one of its kind is kept for it.
fn keep_remaining(left: &mut Vec<RemainingMistake>, remaining: &[RemainingMistake]) {
    let mut kept = vec![false; left.len()];
    let mut renamed = Vec::new();
    for mistake in remaining {
        let same = (0..left.len()).find(|&number| {
            !kept[number]
                && (left[number].kind, &left[number].repair) == (mistake.kind, &mistake.repair)
        });
        match same {
            Some(same) => kept[same] = true,
            None => renamed.push(mistake),
        }
    }
    for mistake in renamed {
        let mut others = (0..left.len()).filter(|&number| !kept[number]);
        let alike = others.clone().find(|&number| left[number].kind == mistake.kind);
        if let Some(other) = alike.or_else(|| others.next()) {
            kept[other] = true;
        }
    }
    let mut kept = kept.into_iter();
    left.retain(|_| kept.next().unwrap_or(true));
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
