//! Two grammars: what they make of a document, and the smallest on which they differ.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wishful::workbench::causes::{
    Difference, Line, LineId, NodeChange, Pair, Side as Which, Variants,
};
use wishful::workbench::distinguish::{Answer, Options, Part, Side, distinguish as search};
use wishful::{Parser, tree};

use crate::answer::{Answered, Problem, good};
use crate::choice::Choice;
use crate::page::{Page, Parsed};
use crate::shelf::Shelf;

/// A page by two grammars.
#[derive(Deserialize)]
pub(crate) struct Compare {
    grammars: [Choice; 2],
    #[serde(default)]
    decisive: bool,
    #[serde(flatten)]
    page: Page,
}

#[derive(Serialize)]
struct Compared<'k> {
    same: bool,
    documents: [u32; 2],
    sides: [Parsed<'k>; 2],
    rows: Vec<Row>,
    nodes: Vec<NodeChange>,
    repairs: [Vec<usize>; 2],
    lines: Vec<LineRow<'k>>,
}

/// Left, right, whether it has moved.
#[derive(Serialize)]
struct Row(Option<usize>, Option<usize>, bool);

/// A line that one of the grammars has alone, or cites more often.
#[derive(Serialize)]
struct LineRow<'l> {
    #[serde(flatten)]
    line: &'l Line,
    changed: bool,
    decisive: bool,
    cited: [usize; 2],
}

/// What two grammars make of a page.
pub(crate) fn compare(
    shelf: &mut Shelf,
    Compare { grammars, decisive, page }: Compare,
) -> Answered {
    let parsers = [shelf.parser(&grammars[0])?, shelf.parser(&grammars[1])?];
    let options = page.options()?;
    let variants = Variants::new(parsers.to_vec());
    let compared = variants.compare_str(&page.html, &options);
    let mut compared = compared.map_err(Problem::impossible)?;
    let rows = compared.side_by_side(1).into_iter().map(row).collect();
    let difference = std::mem::take(&mut compared.differences[0]);
    let same = difference.is_none();
    let decisive = match decisive && !same {
        true => variants.decisive_str(1, &page.html, &options).map_err(Problem::impossible)?,
        false => BTreeSet::new(),
    };
    let documents = keep(shelf, parsers, &page, compared.documents)?;
    let [first, second] = documents;
    good(Compared {
        same,
        documents,
        sides: [page.answer(shelf.document(first)?), page.answer(shelf.document(second)?)],
        rows,
        repairs: [Which::First, Which::Second].map(|side| alone(&difference, side)),
        lines: lines(&variants, &difference, &decisive),
        nodes: difference.nodes,
    })
}

/// Keeps both documents.
fn keep(
    shelf: &mut Shelf,
    parsers: [Parser; 2],
    page: &Page,
    documents: Vec<tree::Document>,
) -> Result<[u32; 2], Problem> {
    let mut numbers = [0; 2];
    for ((parser, document), number) in parsers.into_iter().zip(documents).zip(&mut numbers) {
        *number = shelf.keep(parser, page.options()?, document);
    }
    Ok(numbers)
}

fn row(Pair { left, right, moved }: Pair) -> Row {
    Row(left.map(tree::NodeId::index), right.map(tree::NodeId::index), moved)
}

/// The repairs of one side alone.
fn alone(difference: &Difference, side: Which) -> Vec<usize> {
    let own = difference.repairs.iter().filter(|repair| repair.side == side);
    own.map(|repair| repair.number).collect()
}

/// The lines that matter: the decisive ones, those that only one grammar has and that are cited, those that one side cites alone.
fn lines<'v>(
    variants: &'v Variants,
    difference: &Difference,
    decisive: &BTreeSet<LineId>,
) -> Vec<LineRow<'v>> {
    let cited = |line: LineId, side: Which| {
        difference.citations.iter().filter(|one| one.line == line && one.side == side).count()
    };
    let row = |(id, line): (LineId, &'v Line)| LineRow {
        line,
        changed: line.is_changed(),
        decisive: decisive.contains(&id),
        cited: [cited(id, Which::First), cited(id, Which::Second)],
    };
    let rows = variants.lines().iter().map(row);
    let mut rows: Vec<_> = rows.filter(|row| row.changed || row.cited != [0, 0]).collect();
    rows.sort_by_key(|row| (!row.decisive, !row.changed));
    rows
}

/// Two grammars to tell apart, and how much may be tried.
#[derive(Deserialize)]
pub(crate) struct Distinguish {
    grammars: [Choice; 2],
    #[serde(default = "documents")]
    documents: u64,
    #[serde(default = "tokens")]
    tokens: usize,
}

fn documents() -> u64 {
    20_000
}

fn tokens() -> usize {
    8
}

#[derive(Serialize)]
struct Told {
    found: Option<Found>,
    tried: u64,
    kinds: usize,
    exhausted: Option<usize>,
    same: bool,
    gave_up: bool,
}

#[derive(Serialize)]
struct Found {
    html: String,
    tokens: usize,
    fragment: Option<String>,
    mode: Option<String>,
    smallest: bool,
}

/// The smallest document on which two grammars differ, as far as was tried.
pub(crate) fn distinguish(asked: &Distinguish) -> Answered {
    let side = |choice: &Choice| {
        choice.parser()?;
        Side::new(choice.name.as_str(), |modes| choice.grammar(modes)).map_err(Problem::impossible)
    };
    let sides = [side(&asked.grammars[0])?, side(&asked.grammars[1])?];
    let options =
        Options { tokens: asked.tokens, documents: asked.documents, ..Options::default() };
    let mut guided = 0;
    let answer = search(&sides, &options, &mut |progress| {
        if progress.part == Part::Guided {
            guided = progress.tried;
        }
        progress.tried < asked.documents
            || progress.part == Part::BySize && progress.tried - guided < asked.documents
    });
    good(told(&answer, asked.tokens))
}

fn told(answer: &Answer, tokens: usize) -> Told {
    let smallest = answer.is_smallest();
    let is_exhausted = answer.exhausted.is_some_and(|all| all >= tokens);
    Told {
        found: answer.found.as_ref().map(|found| Found {
            html: found.text.clone(),
            tokens: found.tokens,
            fragment: found.setting.fragment.clone(),
            mode: found.setting.mode.clone(),
            smallest,
        }),
        tried: answer.tried,
        kinds: answer.kinds,
        exhausted: answer.exhausted,
        same: answer.same,
        gave_up: !answer.same && !smallest && !is_exhausted,
    }
}
