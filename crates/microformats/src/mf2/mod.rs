//! The algorithm of microformats2 (<https://microformats.org/wiki/microformats2-parsing>), with
//! classic class names mapped to modern ones.
//!
//! The input is a document; the output are [`Tables`] of items. [`reader`] makes the pass over the
//! document. `classes` interprets classes, `values` reads values, `implied` adds implied
//! properties, `dates` parses dates, and `pending` assembles items.
//!
//! The pass visits each node once, without backtracking. Its cost is linear in the nodes and
//! classes, and in the nodes that inclusions visit again.

mod classes;
mod dates;
mod implied;
mod included;
mod pending;
mod reader;
mod stretches;
mod values;

use super::addresses::Addresses;
use super::elements::Elements;
use super::markup::Markup;
use super::results::AlgorithmResult;
pub(super) use classes::Roots;
use included::Included;
use reader::ModernReader;
use stretches::StretchWalk;
use wishful::tree::Document;

/// Reads a document. Inclusions may repeat at most `again` nodes, and as many bytes of text. A
/// document with inclusions is read twice, since included text counts in the texts around it.
pub(super) fn read<'d>(
    document: &'d Document,
    roots: Roots<'d>,
    (addresses, elements): (Addresses<'d>, Elements<'d>),
    again: u64,
) -> AlgorithmResult<'d> {
    let sources = (addresses, elements);
    let (first, included) = pass(document, roots, &sources, (&Included::default(), again));
    if included.is_empty() {
        return first;
    }
    let (second, _) = pass(document, roots, &sources, (&included, again));
    AlgorithmResult { work: first.work + second.work, ..second }
}

/// Reads a document once, with the inclusions that a previous pass found. Returns the inclusions
/// that this pass found, too.
fn pass<'d>(
    document: &'d Document,
    roots: Roots<'d>,
    sources: &(Addresses<'d>, Elements<'d>),
    (known, again): (&Included, u64),
) -> (AlgorithmResult<'d>, Included) {
    let mut stretches = StretchWalk::new(document, again);
    let mut reader = ModernReader::new(document, roots, sources.clone(), (known, again));
    reader.read(&mut stretches);
    let work = stretches.visited() + reader.work();
    let ModernReader { mut tables, relations, included, is_cut, .. } = reader;
    tables.void.sort_by_key(|void| void.item.index());
    let (addresses, elements) = sources.clone();
    let markup = Markup::new(addresses, elements);
    let is_cut = is_cut || stretches.is_cut();
    (AlgorithmResult { tables, relations, markup, is_cut, work }, included)
}
