//! The operation `compare`: one document by two grammars.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wishful::{Parser, tree};
use wishful_workbench::causes::{
    Difference, Line, LineId, NodeChange, Pair, Side as Which, Variants,
};

use crate::answer::{Answered, Problem, good};
use crate::choice::Choice;
use crate::page::{PageRequest, Parsed};
use crate::shelf::DocumentCache;

/// The arguments of `compare`.
#[derive(Deserialize)]
pub(crate) struct Compare {
    grammars: [Choice; 2],
    #[serde(default)]
    decisive: bool,
    #[serde(flatten)]
    page: PageRequest,
}

#[derive(Serialize)]
struct ComparisonAnswer<'k> {
    same: bool,
    documents: [u32; 2],
    sides: [Parsed<'k>; 2],
    rows: Vec<ComparisonRow>,
    nodes: Vec<NodeChange>,
    repairs: [Vec<usize>; 2],
    lines: Vec<LineRow<'k>>,
}

/// A row of the comparison: the left node, the right node, and whether it has moved.
#[derive(Serialize)]
struct ComparisonRow(Option<usize>, Option<usize>, bool);

/// A line that only one of the grammars has, or that one side cites more often.
#[derive(Serialize)]
struct LineRow<'l> {
    #[serde(flatten)]
    line: &'l Line,
    changed: bool,
    decisive: bool,
    cited: [usize; 2],
}

/// Parses a page by two grammars and compares the trees.
pub(crate) fn compare(
    cache: &mut DocumentCache,
    Compare { grammars, decisive, page }: Compare,
) -> Answered {
    let parsers = [cache.parser(&grammars[0])?, cache.parser(&grammars[1])?];
    let options = page.options()?;
    let variants = Variants::new(parsers.to_vec());
    let compared = variants.compare(&page.html, &options);
    let mut compared = compared.map_err(Problem::impossible)?;
    let rows = compared.side_by_side(1).into_iter().map(row).collect();
    let difference = std::mem::take(&mut compared.differences[0]);
    let same = difference.is_none();
    let decisive = if decisive && !same {
        variants.decisive(1, &page.html, &options).map_err(Problem::impossible)?
    } else {
        BTreeSet::new()
    };
    let documents = keep(cache, parsers, &page, compared.documents)?;
    let [first, second] = documents;
    good(ComparisonAnswer {
        same,
        documents,
        sides: [page.answer(cache.document(first)?), page.answer(cache.document(second)?)],
        rows,
        repairs: [Which::First, Which::Second].map(|side| alone(&difference, side)),
        lines: lines(&variants, &difference, &decisive),
        nodes: difference.nodes,
    })
}

/// Stores both documents for later requests.
fn keep(
    cache: &mut DocumentCache,
    parsers: [Parser; 2],
    page: &PageRequest,
    documents: Vec<tree::Document>,
) -> Result<[u32; 2], Problem> {
    let mut numbers = [0; 2];
    for ((parser, document), number) in parsers.into_iter().zip(documents).zip(&mut numbers) {
        *number = cache.keep(parser, page.options()?, document);
    }
    Ok(numbers)
}

fn row(Pair { left, right, moved, .. }: Pair) -> ComparisonRow {
    ComparisonRow(left.map(tree::NodeId::index), right.map(tree::NodeId::index), moved)
}

/// Returns the repairs that only one side has.
fn alone(difference: &Difference, side: Which) -> Vec<usize> {
    let mut numbers = Vec::new();
    for repair in &difference.repairs {
        if repair.side == side {
            numbers.push(repair.number);
        }
    }
    numbers
}

/// Returns the relevant lines: the decisive ones, the cited ones that only one grammar has, and
/// those that only one side cites.
fn lines<'v>(
    variants: &'v Variants,
    difference: &Difference,
    decisive: &BTreeSet<LineId>,
) -> Vec<LineRow<'v>> {
    let mut rows = Vec::new();
    for (id, line) in variants.lines().iter() {
        let mut cited = [0, 0];
        for citation in &difference.citations {
            if citation.line == id {
                match citation.side {
                    Which::First => cited[0] += 1,
                    Which::Second => cited[1] += 1,
                }
            }
        }
        let changed = line.is_changed();
        if changed || cited != [0, 0] {
            rows.push(LineRow { line, changed, decisive: decisive.contains(&id), cited });
        }
    }
    rows.sort_by_key(|row| (!row.decisive, !row.changed));
    rows
}
