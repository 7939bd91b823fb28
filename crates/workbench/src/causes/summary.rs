//! Sums of differences over documents.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};

use super::difference::{Difference, NodeFate, Side};
use super::lines::{LineId, Lines};
pub(super) use wishful::slippers::event::RepairKind;

/// The counts of many documents' differences by two grammars.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The number of compared documents.
    pub documents: usize,
    /// The number of documents that differ.
    pub differ: usize,
    /// The numbers of differing nodes by fate.
    pub nodes: NodeFateCounts,
    /// The counts of lines that took part on one side only.
    #[serde(serialize_with = "listed")]
    pub lines: BTreeMap<LineId, LineCount>,
    /// The numbers of repairs that only the first side made, and only the second, by kind.
    pub kinds: BTreeMap<RepairKind, [usize; 2]>,
    /// The numbers of differing nodes, by path of elements.
    pub paths: BTreeMap<String, NodeFateCounts>,
}

/// The numbers of nodes by fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct NodeFateCounts {
    /// The nodes that only the first trees have.
    pub removed: usize,
    /// The nodes that only the second trees have.
    pub added: usize,
    /// The nodes with different parents.
    pub moved: usize,
}

/// The counts of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct LineCount {
    /// The number of citations on the first side only, and on the second side only.
    pub cited: [usize; 2],
    /// The number of documents with these citations.
    pub documents: usize,
    /// The number of documents that are the same without it.
    pub decides: usize,
}

fn listed<S: Serializer>(
    lines: &BTreeMap<LineId, LineCount>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct LineEntry<'a> {
        line: LineId,
        #[serde(flatten)]
        count: &'a LineCount,
    }
    serializer.collect_seq(lines.iter().map(|(&line, count)| LineEntry { line, count }))
}

impl NodeFateCounts {
    fn record(&mut self, fate: NodeFate) {
        match fate {
            NodeFate::Removed => self.removed += 1,
            NodeFate::Added => self.added += 1,
            NodeFate::Moved => self.moved += 1,
        }
    }

    /// Returns the sum.
    #[must_use]
    pub fn total(self) -> usize {
        self.removed + self.added + self.moved
    }
}

impl Summary {
    /// Adds a document, and the lines that [`decide`](super::Variants::decisive) it.
    pub fn add(&mut self, difference: &Difference, decisive: &BTreeSet<LineId>) {
        self.documents += 1;
        self.differ += usize::from(!difference.is_none());
        for node in &difference.nodes {
            self.nodes.record(node.fate);
            self.paths.entry(node.path.clone()).or_default().record(node.fate);
        }
        for repair in &difference.repairs {
            self.kinds.entry(repair.kind).or_default()[index(repair.side)] += 1;
        }
        let mut lines = BTreeSet::new();
        for involved in &difference.citations {
            self.lines.entry(involved.line).or_default().cited[index(involved.side)] += 1;
            lines.insert(involved.line);
        }
        for line in lines {
            self.lines.entry(line).or_default().documents += 1;
        }
        for &line in decisive {
            self.lines.entry(line).or_default().decides += 1;
        }
    }

    /// Returns the lines by weight: those that decide most documents first, then changed ones, then
    /// those that most documents cite.
    #[must_use]
    pub fn ranked(&self, lines: &Lines) -> Vec<(LineId, LineCount)> {
        let mut ranked: Vec<_> = self.lines.iter().map(|(&line, &count)| (line, count)).collect();
        ranked.sort_unstable_by_key(|&(line, LineCount { cited, documents, decides })| {
            (Reverse((decides, lines.get(line).is_changed(), documents, cited)), line)
        });
        ranked
    }

    /// Returns the paths, those with most changes first.
    #[must_use]
    pub fn ranked_paths(&self) -> Vec<(&str, NodeFateCounts)> {
        let mut ranked: Vec<_> =
            self.paths.iter().map(|(path, &fates)| (path.as_str(), fates)).collect();
        ranked.sort_unstable_by_key(|&(path, fates)| (Reverse(fates.total()), path));
        ranked
    }
}

const fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
